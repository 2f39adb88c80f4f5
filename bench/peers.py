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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from appagent.phone import Phone
from appagent.phone.wire import serve_adbd

_PORT = "15990"  # of an adb server for this alone
_ANSWER_S = 60.0
_NOTES, _CONTACTS = "com.example.notes", "com.example.contacts"
_FIELD = (300, 150)  # px: in the bar that opens the search of Contacts, and in the field that is there then
_REACTS_S = 2.0  # how long a call may take to show on the phone
_Call = tuple[str, dict[str, Any], Callable[[Phone], bool]]


@dataclass(frozen=True)
class Peer:
    """One tool. command: what starts it, in the folder of all of them. calls: tools, arguments, what must be true."""

    name: str
    command: tuple[str, ...]
    calls: tuple[_Call, ...]


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


PEERS = (
    Peer("mobile-mcp 1.0.4", ("node", "node_modules/@mobilenext/mobile-mcp/lib/index.js"), tuple(_mobile())),
    Peer("ghost-in-the-droid 1.5.1", ("ghost/bin/android-agent-mcp",), tuple(_ghost())),
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
        if not (given.where / peer.command[-1]).exists():
            print(f"{peer.name}: not installed")
            continue
        with attached(given.where, given.adb) as (phone, serial, environment):
            asked = _started(peer, given.where, environment)
            done = [tried(call, phone, serial, asked) for call in peer.calls]
            asked.process.terminate()
        print(f"{peer.name}: {sum(done)} of {len(done)} calls done\n")


def _started(peer: Peer, where: Path, environment: Mapping[str, str]) -> Asked:
    first, *rest = peer.command
    return Asked([str((where / first).resolve()) if "/" in first else first, *rest], where, environment)


def tried(call: _Call, phone: Phone, serial: str, asked: Asked) -> bool:
    """Make one call, print how it went, and return whether it was done."""
    tool, arguments, holds = call
    try:
        claimed, words = asked.use(
            tool, arguments | ({} if "list_" in tool and "device" in tool else {"device": serial})
        )
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
