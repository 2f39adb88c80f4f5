"""Run other tools for phones on the virtual phone, and print what each gets done.

    make peers        installs them below out/peers, versions pinned, and runs this
    python bench/peers.py --where out/peers [--adb adb]

Each is a server of the Model Context Protocol, which is asked over its standard input as an assistant would ask it. A
call counts as done if the tool says so; where a call must change the phone, the phone's state is looked at too.
"""

import argparse
import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from appagent.phone import Phone
from appagent.phone.wire import serve_adbd

_PORT = "15990"  # of an adb server for this alone
_ANSWER_S = 60.0
_NOTES, _CONTACTS = "com.example.notes", "com.example.contacts"
_FIELD = (300, 150)  # px: in the bar that opens the search of Contacts, and in the field that is there then
_REACTS_S = 2.0  # how long a call may take to show on the phone
_SERIAL = "SERIAL"  # in a command, where the phone's stands
_Call = tuple[str, dict[str, Any], Callable[[Phone], bool]]


@dataclass(frozen=True)
class Peer:
    """One tool.

    command: what starts it, in the folder of all of them. calls: tools, arguments, what must be true.
    device: the name of the argument that names the phone; "" if the command names it, as SERIAL. given: arguments of
    every call. ends: a command that ends what the tool leaves running.
    """

    name: str
    command: tuple[str, ...]
    calls: tuple[_Call, ...]
    device: str = "device"
    given: Mapping[str, Any] = field(default_factory=dict)
    ends: tuple[str, ...] = ()


def _any(phone: Phone) -> bool:
    return True


def _in_front(package: str) -> Callable[[Phone], bool]:
    return lambda phone: phone.foreground[0] == package


def _mobile() -> Iterator[_Call]:
    yield "mobile_list_available_devices", {}, _any
    yield "mobile_list_apps", {}, _any
    yield "mobile_get_screen_size", {}, _any
    yield "mobile_launch_app", {"packageName": _NOTES}, _in_front(_NOTES)
    yield "mobile_list_elements_on_screen", {}, _any
    yield "mobile_take_screenshot", {}, _any
    yield "mobile_launch_app", {"packageName": _CONTACTS}, _in_front(_CONTACTS)
    yield "mobile_list_elements_on_screen", {}, _any
    yield "mobile_click_on_screen_at_coordinates", {"x": _FIELD[0], "y": _FIELD[1]}, _any
    yield "mobile_list_elements_on_screen", {}, _any  # by which time the page stands
    yield "mobile_click_on_screen_at_coordinates", {"x": _FIELD[0], "y": _FIELD[1]}, lambda phone: phone.keyboard_shown
    yield "mobile_type_keys", {"text": "hello", "submit": False}, lambda phone: "hello" in phone.hierarchy()
    yield "mobile_swipe_on_screen", {"direction": "up"}, _any
    yield "mobile_long_press_on_screen_at_coordinates", {"x": 500, "y": 900}, _any
    yield "mobile_double_tap_on_screen", {"x": 500, "y": 900}, _any
    yield "mobile_press_button", {"button": "HOME"}, _in_front("com.android.launcher3")
    yield "mobile_open_url", {"url": "https://start.example"}, _in_front("org.harbour.browser")
    yield "mobile_get_orientation", {}, _any
    yield "mobile_set_orientation", {"orientation": "landscape"}, lambda phone: phone.rotation % 2 == 1
    yield "mobile_set_orientation", {"orientation": "portrait"}, lambda phone: phone.rotation % 2 == 0
    yield "mobile_terminate_app", {"packageName": _NOTES}, lambda phone: _NOTES not in phone.running


def _ghost() -> Iterator[_Call]:
    yield "list_devices", {}, _any
    yield "list_packages", {}, _any
    yield "launch_app", {"package": _NOTES}, _in_front(_NOTES)
    yield "get_elements", {}, _any
    yield "get_screen_tree", {}, _any
    yield "get_screen_xml", {}, _any
    yield "screenshot", {}, _any
    yield "launch_app", {"package": _CONTACTS}, _in_front(_CONTACTS)
    yield "tap", {"x": _FIELD[0], "y": _FIELD[1]}, _any
    yield "tap", {"x": _FIELD[0], "y": _FIELD[1]}, lambda phone: phone.keyboard_shown
    yield "type_text", {"text": "hello"}, lambda phone: "hello" in phone.hierarchy()
    yield "swipe", {"x1": 500, "y1": 1500, "x2": 500, "y2": 700}, _any
    yield "long_press", {"x": 500, "y": 900}, _any
    yield "app_state", {"package": _NOTES}, _any
    yield "get_phone_state", {}, _any
    yield "press_back", {}, _any
    yield "press_home", {}, _in_front("com.android.launcher3")
    yield "open_url", {"url": "https://start.example"}, _in_front("org.harbour.browser")
    yield "open_notifications", {}, lambda phone: phone.shade_open
    yield "force_stop", {"package": _NOTES}, lambda phone: _NOTES not in phone.running


def _android() -> Iterator[_Call]:
    yield "ListDevices", {}, _any
    yield "Snapshot", {}, _any
    yield "Snapshot", {"use_vision": True}, _any
    yield "ClickBySelector", {"text": "Contacts"}, _in_front(_CONTACTS)
    yield "Click", {"x": _FIELD[0], "y": _FIELD[1]}, _any
    yield "WaitForElement", {"className": "android.widget.EditText"}, _any
    yield "Click", {"x": _FIELD[0], "y": _FIELD[1]}, lambda phone: phone.keyboard_shown
    yield "Type", {"text": "hello", "x": _FIELD[0], "y": _FIELD[1]}, lambda phone: "hello" in phone.hierarchy()
    yield "Swipe", {"x1": 500, "y1": 1500, "x2": 500, "y2": 700}, _any
    yield "LongClick", {"x": 500, "y": 900}, _any
    yield "Drag", {"x1": 500, "y1": 900, "x2": 500, "y2": 1100}, _any
    yield "Press", {"button": "back"}, _any
    yield "Press", {"button": "home"}, _in_front("com.android.launcher3")
    yield "Notification", {}, lambda phone: phone.shade_open
    yield "Wait", {"duration": 1}, _any


def _agent_device() -> Iterator[_Call]:
    field_at, middle = ({"kind": "point", "x": x, "y": y} for x, y in (_FIELD, (500, 900)))
    yield "devices", {}, _any
    yield "apps", {}, _any
    yield "open", {"app": _NOTES}, _in_front(_NOTES)
    yield "appstate", {}, _any
    yield "snapshot", {}, _any
    yield "screenshot", {}, _any
    yield "open", {"app": _CONTACTS}, _in_front(_CONTACTS)
    yield "click", {"target": field_at}, _any
    yield "click", {"target": field_at}, lambda phone: phone.keyboard_shown
    yield "type", {"text": "hello"}, lambda phone: "hello" in phone.hierarchy()
    yield "scroll", {"direction": "down"}, _any
    yield "swipe", {"from": {"x": 500, "y": 1500}, "to": {"x": 500, "y": 700}}, _any
    yield "longpress", {"target": middle}, _any
    yield "keyboard", {"action": "dismiss"}, lambda phone: not phone.keyboard_shown
    yield "back", {}, _any
    yield "home", {}, _in_front("com.android.launcher3")
    yield "open", {"app": "https://start.example"}, _in_front("org.harbour.browser")
    yield "orientation", {"orientation": "landscape-left"}, lambda phone: phone.rotation % 2 == 1
    yield "orientation", {"orientation": "portrait"}, lambda phone: phone.rotation % 2 == 0
    yield "clipboard", {"action": "write", "text": "hello"}, _any
    yield "close", {"app": _NOTES}, lambda phone: _NOTES not in phone.running


PEERS = (
    Peer("mobile-mcp 1.0.4", ("node", "node_modules/@mobilenext/mobile-mcp/lib/index.js"), tuple(_mobile())),
    Peer("ghost-in-the-droid 1.5.1", ("ghost/bin/android-agent-mcp",), tuple(_ghost())),
    Peer("android-mcp 0.2.0", ("android/bin/android-mcp", "--device", _SERIAL), tuple(_android()), device=""),
    Peer(
        "agent-device 0.21.5",
        ("node_modules/.bin/agent-device", "mcp"),
        tuple(_agent_device()),
        device="serial",
        given={"platform": "android"},
        ends=("node_modules/.bin/agent-device", "daemon", "stop"),
    ),
)


class Asked:
    """Running server of the Model Context Protocol. Raises queue.Empty if it does not answer within a minute."""

    def __init__(self, command: list[str], folder: Path, environment: Mapping[str, str]) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self._said: queue.Queue[str] = queue.Queue()
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()
        client = {"name": "bench", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": client})
        self._send({"method": "notifications/initialized"})

    def ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request and return the answer."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            answer: dict[str, Any] = json.loads(self._said.get(timeout=_ANSWER_S))
            if answer.get("id") == self._number:
                return answer

    def use(self, tool: str, arguments: Mapping[str, Any]) -> tuple[bool, str]:
        """Use a tool; return whether it says that it worked, and its first words."""
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})
        result = answer.get("result") or {}
        words = " ".join(part.get("text", "") for part in result.get("content", [])) or str(answer.get("error") or "")
        return not (result.get("isError") or answer.get("error")), " ".join(words.split())[:200]

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            self._said.put(line)


def main() -> None:
    """Run every peer that is installed, and print its calls and the sum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--where", type=Path, required=True, help="folder in which the peers are installed")
    parser.add_argument("--adb", default="adb")
    given = parser.parse_args()
    for peer in PEERS:
        if not any((given.where / word).exists() for word in peer.command):
            print(f"{peer.name}: not installed")
            continue
        with attached(given.where, given.adb) as (phone, serial, environment):
            asked = _started(peer, serial, given.where, environment)
            named = {peer.device: serial} if peer.device else {}
            done = [tried(call, phone, named | dict(peer.given), asked) for call in peer.calls]
            asked.process.terminate()
            if peer.ends:
                subprocess.run(peer.ends, cwd=given.where, env=environment, check=False, capture_output=True)
        print(f"{peer.name}: {sum(done)} of {len(done)} calls done\n")


def _started(peer: Peer, serial: str, where: Path, environment: Mapping[str, str]) -> Asked:
    first, *rest = (serial if word == _SERIAL else word for word in peer.command)
    return Asked([str((where / first).resolve()) if "/" in first else first, *rest], where, environment)


def tried(call: _Call, phone: Phone, named: Mapping[str, Any], asked: Asked) -> bool:
    """Make one call, print how it went, and return whether it was done. named: arguments that name the phone."""
    tool, arguments, holds = call
    try:
        claimed, words = asked.use(tool, arguments | ({} if "list_" in tool and "device" in tool else dict(named)))
    except queue.Empty:
        claimed, words = False, f"no answer within {_ANSWER_S:.0f} s"
    end = time.monotonic() + _REACTS_S
    while claimed and not holds(phone) and time.monotonic() < end:
        time.sleep(0.1)
    done = claimed and holds(phone)
    print(
        f"  {'done' if done else 'CLAIMED, BUT NOT DONE' if claimed else 'failed':8} {tool}",
        "" if done else f": {words}",
    )
    return done


@contextmanager
def attached(home: Path, adb: str) -> Iterator[tuple[Phone, str, dict[str, str]]]:
    """Start a phone and an adb server that knows it. Yields the phone, its serial, and the environment for clients."""
    environment = os.environ | {
        "ANDROID_ADB_SERVER_PORT": _PORT,
        "HOME": str(home.resolve()),
        "MOBILEMCP_DISABLE_TELEMETRY": "1",
    }
    phone = Phone(time_scale=0.3)
    with serve_adbd(phone) as door:
        for words in (["start-server"], ["connect", door.address]):
            subprocess.run([adb, *words], env=environment, check=True, capture_output=True)
        try:
            yield phone, door.address, environment
        finally:
            subprocess.run([adb, "kill-server"], env=environment, check=False, capture_output=True)


if __name__ == "__main__":
    main()
