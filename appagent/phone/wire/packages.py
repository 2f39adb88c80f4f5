"""Shell commands about installed packages: pm, getprop."""

import io
import zipfile

from appagent.phone.app import running
from appagent.phone.core import Phone
from appagent.phone.wire.commands import Call, Command, CommandError, usage
from appagent.phone.wire.intent import LAUNCHER, read, resolve
from appagent.phone.wire.streams import read_exactly
from appagent.phone.wire.system import component

# Those of Android that may be granted and taken back.
_PERMISSIONS = (
    "ACCEPT_HANDOVER", "ACCESS_BACKGROUND_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_FINE_LOCATION",
    "ACCESS_MEDIA_LOCATION", "ACTIVITY_RECOGNITION", "ADD_VOICEMAIL", "ANSWER_PHONE_CALLS", "BLUETOOTH_ADVERTISE",
    "BLUETOOTH_CONNECT", "BLUETOOTH_SCAN", "BODY_SENSORS", "BODY_SENSORS_BACKGROUND", "CALL_PHONE", "CAMERA",
    "GET_ACCOUNTS", "NEARBY_WIFI_DEVICES", "POST_NOTIFICATIONS", "PROCESS_OUTGOING_CALLS", "READ_CALENDAR",
    "READ_CALL_LOG", "READ_CONTACTS", "READ_EXTERNAL_STORAGE", "READ_MEDIA_AUDIO", "READ_MEDIA_IMAGES",
    "READ_MEDIA_VIDEO", "READ_MEDIA_VISUAL_USER_SELECTED", "READ_PHONE_NUMBERS", "READ_PHONE_STATE", "READ_SMS",
    "RECEIVE_MMS", "RECEIVE_SMS", "RECEIVE_WAP_PUSH", "RECORD_AUDIO", "SEND_SMS", "USE_SIP", "UWB_RANGING",
    "WRITE_CALENDAR", "WRITE_CALL_LOG", "WRITE_CONTACTS", "WRITE_EXTERNAL_STORAGE", "WRITE_SECURE_SETTINGS",
)  # fmt: skip
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
        case ["grant" | "revoke" as what, name, permission]:
            known = name in apps or name in keyboards.packages()
            if known and permission.removeprefix("android.permission.") in _PERMISSIONS:
                return ""
            wrong = f"Unknown permission: {permission}" if known else f"Unknown package: {name}"
            raise CommandError(
                f"Exception occurred while executing '{what}':\njava.lang.IllegalArgumentException: {wrong}\n", 255
            )
    raise usage(call)


def _list(call: Call, filters: list[str]) -> str:
    """List packages. -3: only installed ones, -s: only those of the system, -d: only disabled ones, and none is.
    -f: with the path of each.

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
    where = "/data/app/{0}/base.apk={0}" if "-f" in filters else "{0}"
    return "".join(f"package:{where.format(name)}\n" for name in names if all(word in name for word in words))


def _query_activities(call: Call, words: list[str]) -> str:
    """List what an intent could start, as Android does; the names of these apps are in no resources."""
    intent = read(words)
    if intent.category == LAUNCHER:
        shown = [app.package for app in call.phone.shown_apps()]
        found = [(package, "MainActivity") for package in shown if intent.package in ("", package)]
    else:
        found = [each] if (each := _resolved(call, words)) else []
    if not found:
        return "No activities found\n"
    if "--components" in words:
        return "".join(f"{_told(call, each, words, '')}" for each in found)
    told = (f"  Activity #{number}:\n{_told(call, each, words, '    ')}" for number, each in enumerate(found))
    return f"{len(found)} activities found:\n{''.join(told)}"


def _resolve_activity(call: Call, words: list[str]) -> str:
    """Print which activity an intent would start, as Android does; --brief: its priority and its name."""
    found = _resolved(call, words)
    return _told(call, found, words, "") if found else "No activity found\n"


def _resolved(call: Call, words: list[str]) -> tuple[str, str] | None:
    """Return the package and activity that an intent would start, as `am start` does."""
    intent = read(words)
    found = resolve(call.phone, intent)
    return (found[0], intent.target[1] or "MainActivity") if found else None


def _told(call: Call, activity: tuple[str, str], words: list[str], before: str) -> str:
    """Describe an activity as Android does: its name with --components, two lines with --brief, else all of it."""
    package, name = activity
    short = component(package, name)
    if "--components" in words:
        return f"{short}\n"
    priority = f"{before}priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n"
    if "--brief" in words:
        return f"{priority}{before}{short}\n"
    with running(app := call.phone.packages[package]):
        label = app.shown_label()
    return (
        f"{priority}{before}ActivityInfo:\n"
        f"{before}  name={package}.{name.removeprefix(f'{package}.').removeprefix('.')}\n"
        f"{before}  packageName={package}\n"
        f"{before}  labelRes=0x0 nonLocalizedLabel={label} icon=0x7f080001 banner=0x0\n"
        f"{before}  enabled=true exported=true directBootAware=false\n"
    )


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
