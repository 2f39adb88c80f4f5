"""Shell commands that start and stop apps and send broadcasts: am, monkey."""

from appagent.phone.core import PhoneError
from appagent.phone.wire.commands import Call, Command, CommandError, usage
from appagent.phone.wire.intent import VIEW, Intent, read, resolve
from appagent.phone.wire.system import LogLine, component


def _am(call: Call) -> str:
    what = call.args[0] if call.args else ""
    if what in ("start", "start-activity"):
        return _start(call, read(call.args[1:]))
    if what == "broadcast":
        return _broadcast(call, read(call.args[1:]))
    if what in ("force-stop", "kill") and len(call.args) > 1:
        _stop(call, call.args[-1])
        return ""
    if what == "get-current-user":
        return "0\n"
    raise usage(call)


def _start(call: Call, intent: Intent) -> str:
    said, phone = f"Starting: {intent}\n", call.phone
    found = resolve(phone, intent)
    if found is None and (intent.component or intent.package not in ("", *phone.packages)):
        reason = f"Activity class {{{intent.component or intent.package}}} does not exist."
        raise CommandError(f"{said}Error type 3\nError: {reason}\n")
    if found is None:
        raise CommandError(f"{said}Error: Activity not started, unable to resolve {intent}\n")
    package, at = found
    if at and at == intent.data and at not in phone.packages[package].entries:
        phone.visit(at)
        call.system.note(LogLine("ActivityTaskManager", f"START u0 {{act={VIEW} dat={at}}} from uid 2000"))
    elif at and at == intent.action:
        phone.open_intent(package, at, intent.data)
        call.system.note(LogLine("ActivityTaskManager", f"START u0 {{act={at}}} from uid 2000"))
    else:
        if "-S" in call.args:
            _stop(call, package)
        _open(call, package, at)
    if "-W" not in call.args:
        return said
    front = component(*phone.foreground)
    return f"{said}Status: ok\nLaunchState: WARM\nActivity: {front}\nTotalTime: 250\nWaitTime: 255\nComplete\n"


def _open(call: Call, package: str, activity: str = "") -> None:
    call.phone.start(package, activity)
    intent = f"{{act=android.intent.action.MAIN cmp={component(*call.phone.foreground)}}}"
    call.system.note(LogLine("ActivityTaskManager", f"START u0 {intent} from uid 2000"))


def _stop(call: Call, package: str) -> None:
    call.phone.stop(package)
    call.system.note(LogLine("ActivityManager", f"Force stopping {package} user=0"))


def _broadcast(call: Call, intent: Intent) -> str:
    code, data = call.system.keyboards.broadcast(intent.action, intent.extras)
    tail = "" if data is None else f', data="{data}"'
    return f"Broadcasting: {intent}\nBroadcast completed: result={code}{tail}\n"


def _monkey(call: Call) -> str:
    """Run monkey -p PACKAGE ... 1: start the app. Random events are not made, so that no other number is taken."""
    if call.args and call.args[-1].isdecimal() and int(call.args[-1]) != 1:
        raise CommandError("** This phone makes no random events: monkey starts an app, with 1 as its last word.\n")
    package = call.args[call.args.index("-p") + 1] if "-p" in call.args[:-1] else ""
    try:
        _open(call, package)
    except PhoneError:
        raise CommandError("** No activities found to run, monkey aborted.\n", 252) from None
    return "Events injected: 1\n## Network stats: elapsed time=12ms (0ms mobile, 0ms wifi, 12ms not connected)\n"


COMMANDS: dict[str, Command] = {"am": _am, "monkey": _monkey}
