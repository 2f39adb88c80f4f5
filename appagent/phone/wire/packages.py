"""Shell commands about installed packages: pm, getprop."""

import io
import zipfile

from appagent.phone.app import running
from appagent.phone.core import Phone
from appagent.phone.wire.commands import Call, Command, CommandError, usage
from appagent.phone.wire.streams import read_exactly

_NO_SUCH = "Failure [INSTALL_FAILED_INVALID_APK: {}]\n"
_NOT_HERE = "Failure [INSTALL_FAILED_NO_MATCHING_ABIS: this phone runs its own apps; of APKs, only keyboards]\n"


def properties(phone: Phone) -> dict[str, str]:
    """Return the properties that `getprop` prints."""
    return {
        "ro.build.characteristics": "phone",
        "ro.build.version.release": "14",
        "ro.build.version.sdk": str(phone.sdk),
        "ro.hardware": "virtual",
        "ro.product.brand": "AppAgent",
        "ro.product.cpu.abi": "arm64-v8a",
        "ro.product.device": "virtual",
        "ro.product.locale": phone.locale,
        "ro.product.manufacturer": "AppAgent",
        "ro.product.model": "Virtual phone",
        "ro.product.name": "virtual",
        "ro.serialno": phone.serial,
        "ro.sf.lcd_density": str(phone.density),
        "persist.sys.locale": phone.locale,
        "sys.boot_completed": "1",
    }


def _getprop(call: Call) -> str:
    known = properties(call.phone)
    if call.args:
        return f"{known.get(call.args[0], '')}\n"
    return "".join(f"[{name}]: [{value}]\n" for name, value in sorted(known.items()))


def _pm(call: Call) -> str:
    package = call.args[-1] if len(call.args) > 1 else ""
    apps, keyboards = call.phone.packages, call.system.keyboards
    match call.args:
        case ["list", "packages", *filters]:
            return _list(call, filters)
        case ["query-activities", *intent]:
            return _query_activities(call, intent)
        case ["resolve-activity", *intent]:
            return _resolve_activity(call, intent)
        case ["install", *_]:
            return _install(call)
        case ["path", _] if package in apps or package in keyboards.packages():
            return f"package:/data/app/{package}/base.apk\n"
        case ["path", _]:
            raise CommandError("")
        case ["clear", *_] if package in apps:
            call.phone.clear(package)
            return "Success\n"
        case ["clear", *_]:
            raise CommandError("Failed\n")
        case ["uninstall", *_] if keyboards.uninstall(package):
            return "Success\n"
        case ["uninstall", *_]:
            raise CommandError("Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
        case ["grant" | "revoke", name, _] if name in apps or name in keyboards.packages():
            return ""
        case ["grant" | "revoke", name, _]:
            raise CommandError(f"java.lang.IllegalArgumentException: Unknown package: {name}\n", 255)
    raise usage(call)


def _list(call: Call, filters: list[str]) -> str:
    """List packages. -3: only installed ones, -s: only those of the system, -d: only disabled ones, and none is.

    Any word must be in the name.
    """
    names = sorted([*call.phone.packages, *call.system.keyboards.packages()])
    if "-3" in filters:
        names = [name for name in names if not _is_system(name)]
    if "-s" in filters:
        names = [name for name in names if _is_system(name)]
    if "-d" in filters:
        names = []
    words = [word for word in filters if word and not word.startswith("-")]
    return "".join(f"package:{name}\n" for name in names if all(word in name for word in words))


def _query_activities(call: Call, intent: list[str]) -> str:
    """List what the launcher shows, as Android does; the names of these apps are in no resources."""
    if "android.intent.category.LAUNCHER" not in intent:
        return "No activities found\n"
    told = ""
    for number, app in enumerate(shown := call.phone.shown_apps()):
        with running(app):
            label = app.shown_label()
        told += (
            f"  Activity #{number}:\n"
            "    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n"
            "    ActivityInfo:\n"
            f"      name={app.package}.MainActivity\n"
            f"      packageName={app.package}\n"
            f"      labelRes=0x0 nonLocalizedLabel={label} icon=0x7f080001 banner=0x0\n"
            "      enabled=true exported=true directBootAware=false\n"
        )
    return f"{len(shown)} activities found:\n{told}"


def _resolve_activity(call: Call, intent: list[str]) -> str:
    """Print which activity an intent would start, as Android does; --brief: its priority and its name."""
    words = [word for word in intent if word not in ("--brief", "--components")]
    while words and words[0].startswith("-"):  # an option and its value
        del words[:2]
    package = words[0].partition("/")[0] if words else ""
    if "android.intent.category.HOME" in intent:
        package = call.phone.launcher
    if package not in call.phone.packages:
        return "No activity found\n"
    name = f"{package}/.MainActivity"
    if "--components" in intent:
        return f"{name}\n"
    priority = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n"
    if "--brief" in intent:
        return f"{priority}{name}\n"
    return f"{priority}ActivityInfo:\n  name={package}.MainActivity\n  packageName={package}\n"


def _is_system(package: str) -> bool:
    return package.startswith("com.android.") and package != "com.android.adbkeyboard"


def _install(call: Call) -> str:
    """Run pm install [-r -t ...] FILE, or -S SIZE with the file on standard input."""
    if "-S" in call.args[:-1]:
        size = call.args[call.args.index("-S") + 1]
        content = read_exactly(call.terminal.stream, int(size)) if size.isdecimal() else b""
    else:
        try:
            content = call.files.read(call.args[-1])
        except OSError as error:
            raise CommandError(_NO_SUCH.format(f"{call.args[-1]}: {error.strerror}")) from error
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as apk:
            manifest = apk.read("AndroidManifest.xml")
    except (zipfile.BadZipFile, KeyError) as error:
        raise CommandError(_NO_SUCH.format("no AndroidManifest.xml in it")) from error
    if not call.system.keyboards.install(manifest):
        raise CommandError(_NOT_HERE)
    return "Success\n"


COMMANDS: dict[str, Command] = {"getprop": _getprop, "pm": _pm}
