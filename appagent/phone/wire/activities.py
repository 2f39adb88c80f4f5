"""Shell commands that start and stop apps and send broadcasts: am, monkey."""

from dataclasses import dataclass, field

from appagent.phone.core import PhoneError
from appagent.phone.wire.commands import Call, Command, CommandError, usage
from appagent.phone.wire.system import LogLine, component

_NO_VALUE = ("-W", "-D", "-N", "-S", "--activity-clear-top", "--activity-single-top")
_VIEW = "android.intent.action.VIEW"
_MAIN, _HOME = "android.intent.action.MAIN", "android.intent.category.HOME"
_SETTINGS, _SETTINGS_APP = "android.settings.SETTINGS", "com.android.settings"
_EXTRAS = ("-e", "--es", "--ei", "--el", "--ef", "--ez", "--eu")


@dataclass
class _Intent:
    action: str = ""
    data: str = ""
    package: str = ""
    component: str = ""
    category: str = ""
    extras: dict[str, str] = field(default_factory=dict)

    @property
    def target(self) -> tuple[str, str]:
        """Return the package and activity that the intent names."""
        package, _, activity = self.component.partition("/")
        return package or self.package, activity

    def __str__(self) -> str:
        kinds = f"[{self.category}]" if self.category else ""
        facts = {"act": self.action, "cat": kinds, "dat": self.data, "pkg": self.package, "cmp": self.component}
        return f"Intent {{ {' '.join(f'{k}={v}' for k, v in facts.items() if v)} }}"


def _am(call: Call) -> str:
    what = call.args[0] if call.args else ""
    if what in ("start", "start-activity"):
        return _start(call, _intent(call.args[1:]))
    if what == "broadcast":
        return _broadcast(call, _intent(call.args[1:]))
    if what in ("force-stop", "kill") and len(call.args) > 1:
        _stop(call, call.args[-1])
        return ""
    if what == "get-current-user":
        return "0\n"
    raise usage(call)


def _intent(words: list[str]) -> _Intent:
    """Read an intent from the options that `am` knows."""
    intent, rest = _Intent(), list(words)
    while rest:
        word = rest.pop(0)
        if word in _NO_VALUE:
            continue
        if word in _EXTRAS and len(rest) > 1:
            name = rest.pop(0)
            intent.extras[name] = rest.pop(0)
        elif word.startswith("-"):
            value = rest.pop(0) if rest else ""
            names = {"-a": "action", "-d": "data", "-p": "package", "-n": "component", "-c": "category"}
            if word in names:
                setattr(intent, names[word], value)
        elif "://" in word:
            intent.data = word
        elif "/" in word:
            intent.component = word
        else:
            intent.package = word
    return intent


def _start(call: Call, intent: _Intent) -> str:
    said = f"Starting: {intent}\n"
    package, activity = intent.target
    if not activity and intent.action == _VIEW and intent.data.startswith(("http://", "https://")):
        if package and not getattr(call.phone.packages.get(package), "follows_links", False):
            raise CommandError(f"{said}Error: Activity not started, unable to resolve {intent}\n")
        try:
            call.phone.visit(intent.data)
        except PhoneError:
            raise CommandError(f"{said}Error: Activity not started, unable to resolve {intent}\n") from None
        call.system.note(LogLine("ActivityTaskManager", f"START u0 {{act={_VIEW} dat={intent.data}}} from uid 2000"))
        return said
    if not package and intent.action == _MAIN and intent.category == _HOME:
        call.phone.press("home")
        return said
    if not package and intent.action == _SETTINGS and _SETTINGS_APP in call.phone.packages:
        package = _SETTINGS_APP
    if not package:  # so are pages of the settings, since the app opens where it was left
        raise CommandError(f"{said}Error: Activity not started, unable to resolve {intent}\n")
    if package not in call.phone.packages:
        reason = f"Activity class {{{intent.component or package}}} does not exist."
        raise CommandError(f"{said}Error type 3\nError: {reason}\n")
    if intent.data and intent.data not in call.phone.packages[package].entries:
        raise CommandError(f"{said}Error: Activity not started, unable to resolve {intent}\n")
    if "-S" in call.args:
        _stop(call, package)
    _open(call, package, activity or intent.data)
    if "-W" not in call.args:
        return said
    front = component(*call.phone.foreground)
    return f"{said}Status: ok\nLaunchState: WARM\nActivity: {front}\nTotalTime: 250\nWaitTime: 255\nComplete\n"


def _open(call: Call, package: str, activity: str = "") -> None:
    call.phone.start(package, activity)
    intent = f"{{act=android.intent.action.MAIN cmp={component(*call.phone.foreground)}}}"
    call.system.note(LogLine("ActivityTaskManager", f"START u0 {intent} from uid 2000"))


def _stop(call: Call, package: str) -> None:
    call.phone.stop(package)
    call.system.note(LogLine("ActivityManager", f"Force stopping {package} user=0"))


def _broadcast(call: Call, intent: _Intent) -> str:
    code, data = call.system.keyboards.broadcast(intent.action, intent.extras)
    tail = "" if data is None else f', data="{data}"'
    return f"Broadcasting: {intent}\nBroadcast completed: result={code}{tail}\n"


def _monkey(call: Call) -> str:
    """Run monkey -p PACKAGE ... 1: start the app; random events are not made."""
    package = call.args[call.args.index("-p") + 1] if "-p" in call.args[:-1] else ""
    try:
        _open(call, package)
    except PhoneError:
        raise CommandError("** No activities found to run, monkey aborted.\n", 252) from None
    return "Events injected: 1\n## Network stats: elapsed time=12ms (0ms mobile, 0ms wifi, 12ms not connected)\n"


COMMANDS: dict[str, Command] = {"am": _am, "monkey": _monkey}
