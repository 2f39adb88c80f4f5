"""Shell command dumpsys: the parts that clients read, and `dumpsys appagent`, the state that checks are about."""

import json
from collections.abc import Callable

from appagent.phone.app import App
from appagent.phone.wire.commands import Call, Command, CommandError
from appagent.phone.wire.system import component

_BATTERY = """Current Battery Service state:
  AC powered: false
  USB powered: true
  Wireless powered: false
  Dock powered: false
  Max charging current: 500000
  Max charging voltage: 5000000
  Charge counter: 3900000
  status: 2
  health: 2
  present: true
  level: 100
  scale: 100
  voltage: 4380
  temperature: 250
  technology: Li-ion
"""
_ENTER = ("unspecified", "none", "go", "search", "send", "next", "done")  # EditorInfo.IME_ACTION_..., by number
_NO_ENTER = 0x40000006  # EditorInfo.IME_FLAG_NO_ENTER_ACTION: the key breaks the line
_DISPLAY_ID = 4619827259835644672


def _dumpsys(call: Call) -> str:
    service = call.args[0] if call.args else ""
    makers: dict[str, Command] = {
        "SurfaceFlinger": _surface_flinger,
        "activity": _activity,
        "appagent": _appagent,
        "battery": lambda call: _BATTERY,
        "connectivity": _connectivity,
        "display": _display,
        "input_method": _input_method,
        "package": _package,
        "power": _power,
        "window": _window,
    }
    if service == "-l":
        return "Currently running services:\n" + "".join(f"  {name}\n" for name in makers)
    if service not in makers:
        raise CommandError(f"Can't find service: {service}\n")
    made = makers[service](call)
    return made if isinstance(made, str) else made.decode()


def _appagent(call: Call) -> str:
    """Print the apps' state as JSON, with `taps` every gesture that arrived, with `deeds` what apps have done."""
    makers: dict[str, Callable[[], object]] = {"taps": call.phone.taps, "deeds": call.phone.deeds}
    content = makers.get(" ".join(call.args[1:]), call.phone.state)()
    return json.dumps(content, ensure_ascii=False) + "\n"


def _connectivity(call: Call) -> str:
    """Print the network in use as `ConnectivityService.dump` does: its number, or "none"."""
    network = "100" if call.phone.online else "none"
    return f"NetworkProviders for:\n\nActive default network: {network}\n\nCurrent Networks:\n"


def _display(call: Call) -> str:
    phone = call.phone
    with phone.lock:
        width, height = phone.size
        natural = (width, height) if phone.rotation % 2 == 0 else (height, width)
        return (
            "DISPLAY MANAGER (dumpsys display)\n"
            f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, "
            f"uniqueId='local:{_DISPLAY_ID}', physicalPort=0, orientation={phone.rotation}, "
            f"logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height}), "
            f"deviceWidth={natural[0]}, deviceHeight={natural[1]}}}]\n"
        )


def _surface_flinger(call: Call) -> str:
    return f'Display {_DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName="virtual"\n'


def _window(call: Call) -> str:
    """Print the windows; as since Android 13, `dumpsys window windows` does not name the focused one."""
    front = component(*call.phone.foreground)
    title = front.replace("/.", f"/{call.phone.foreground[0]}.")
    title = f"Application Error: {call.phone.down}" if call.phone.down else title
    if call.args[1:] == ["windows"]:
        return f"WINDOW MANAGER WINDOWS (dumpsys window windows)\n  Window #0 Window{{5d0c8f4 u0 {title}}}:\n"
    if call.args[1:] == ["policy"]:
        locked, secure = str(bool(call.phone.locked)).lower(), str(call.phone.locked == "pin").lower()
        state = "SCREEN_STATE_ON" if call.phone.screen_on else "SCREEN_STATE_OFF"
        return (
            "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
            f"    KeyguardServiceDelegate\n      showing={locked}\n      inputRestricted={locked}\n"
            f"      secure={secure}\n      screenState={state}\n"
        )
    return (
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
        f"  mCurrentFocus=Window{{5d0c8f4 u0 {title}}}\n"
        f"  mFocusedApp=ActivityRecord{{a1b2c3 u0 {front} t10}}\n"
    )


def _activity(call: Call) -> str:
    front = component(*call.phone.foreground)
    if call.args[1:2] == ["top"]:
        pid = call.system.processes()[call.phone.foreground[0]]
        return f"TASK {call.phone.foreground[0]} id=10 userId=0\n  ACTIVITY {front} 5d0c8f4 pid={pid}\n"
    record = f"ActivityRecord{{a1b2c3 u0 {front} t10}}"
    return (
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n"
        f"    topResumedActivity={record}\n  ResumedActivity: {record}\n"
    )


def _package(call: Call) -> str:
    name = call.args[1] if len(call.args) > 1 else ""
    app = call.phone.packages.get(name)
    if app is None:
        return f"Unable to find package: {name}\n"
    code = int("".join(part.zfill(3) for part in app.version.split(".") if part.isdecimal()) or "0")
    table = "".join(f"        4fd51ce {name}/.{each} filter 8bdc2ef\n" for each in app.activities)
    return (
        f"Activity Resolver Table:\n{_schemes(app)}  Non-Data Actions:\n      android.intent.action.MAIN:\n{table}\n"
        "Packages:\n"
        f"  Package [{name}] (5d0c8f4):\n"
        f"    pkg=Package{{a1b2c3 {name}}}\n"
        f"    versionCode={code} minSdk=26 targetSdk={call.phone.sdk}\n"
        f"    versionName={app.version}\n"
        "    signatures=PackageSignatures{5d0c8f4 version:3, signatures:[5d0c8f4], past signatures:[]}\n"
        "    pkgFlags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ]\n"
        "    firstInstallTime=2024-01-01 00:00:00\n"
        "    lastUpdateTime=2024-01-01 00:00:00\n"
    )


def _schemes(app: App) -> str:
    """Return the part of the resolver table about addresses, in the form that Android's IntentResolver.dump() has."""
    told = ""
    for entry in app.entries:
        scheme, _, place = entry.partition("://")
        if place:
            told += f"      {scheme}:\n        4fd51ce {app.package}/.LinkActivity filter 8bdc2ef\n"
            told += f'          Action: "android.intent.action.VIEW"\n          Scheme: "{scheme}"\n'
            told += f'          Authority: "{place}": -1\n'
    return f"  Schemes:\n{told}\n" if told else ""


def _power(call: Call) -> str:
    on = call.phone.screen_on
    return (
        "POWER MANAGER (dumpsys power)\n"
        f"  mWakefulness={'Awake' if on else 'Asleep'}\n"
        f"  mHoldingDisplaySuspendBlocker={str(on).lower()}\n"
        f"Display Power: state={'ON' if on else 'OFF'}\n"
    )


def _input_method(call: Call) -> str:
    shown = str(call.phone.keyboard_shown).lower()
    told = f"  mCurMethodId={call.system.keyboards.current}\n  mInputShown={shown} mIsInputViewShown={shown}\n"
    return told + _editor(call)


# android.text.InputType
_INPUT_TYPES = {
    "text": 0x1, "number": 0x2, "phone": 0x3, "email": 0x21, "uri": 0x11, "date": 0x14, "time": 0x24,
}  # fmt: skip


def _editor(call: Call) -> str:
    """Return what Android tells of the field that has the keyboard; see android.view.inputmethod.EditorInfo.dump()."""
    found = call.phone.editor()
    if found is None:
        return ""
    package, field = found
    options = _NO_ENTER if field.lines > 1 else _ENTER.index(field.enter)
    kind = 0x81 if field.password else 0x20001 if field.lines > 1 else _INPUT_TYPES[field.kind]
    return (
        "  Input method client state for this process:\n    mCurrentEditorInfo:\n"
        f"      inputType=0x{kind:x} imeOptions=0x{options:x} privateImeOptions=null\n"
        "      actionLabel=null actionId=0\n"
        f"      initialSelStart={len(field.text)} initialSelEnd={len(field.text)} initialCapsMode=0x0\n"
        f"      hintText={field.hint or 'null'} label=null\n"
        f"      packageName={package} fieldId=2131296404 fieldName=null\n"
    )


COMMANDS: dict[str, Command] = {"dumpsys": _dumpsys}
