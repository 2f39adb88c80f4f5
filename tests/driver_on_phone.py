"""The Android driver on a virtual phone of the test, and a proxy that can lose answers between the two."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from conftest import NOTES, QUICK, SMALL

from appagent.actions import Start, Touch
from appagent.devices.android import Android
from appagent.devices.over_adb.adb import Client
from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.screen import Element, Screen


@contextmanager
def driver_for(phone: Phone, port: int = 0, time_scale: float = QUICK) -> Iterator[Android]:
    """The driver on a phone of the test's own; port: of what stands between them."""
    with serve(phone) as server, Android(Client("127.0.0.1", port or server.port), phone.serial, None, time_scale) as d:
        yield d


def element(screen: Screen, name: str) -> Element:
    """By how its words begin, or by the last part of its resource-id."""
    return next(e for e in screen.elements if e.text.startswith(name) or e.resource_id.endswith(f"/{name}"))


def tap(device: Android, name: str) -> Screen:
    left, top, right, bottom = element(device.capture(), name).bounds
    device.perform(Touch((left + right) // 2, (top + bottom) // 2))
    return device.capture()


def new_note(device: Android, field: str = "edit_body") -> None:
    device.perform(Start(NOTES))
    tap(device, "fab")
    tap(device, field)


class LossyProxy:
    """Stands between the driver and the phone, and can swallow the answer to a call that was carried out."""

    def __init__(self, target: int) -> None:
        self._target, self.swallow = target, b""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = [self._listener]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def __enter__(self) -> "LossyProxy":
        return self

    def __exit__(self, *error: object) -> None:
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in self._ends:
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._target))
            said = bytearray()
            self._ends += [near, far]
            for source, sink, answers in ((near, far, False), (far, near, True)):
                thread = threading.Thread(target=self._pass_on, args=(source, sink, said, answers))
                self._threads.append(thread)
                thread.start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, said: bytearray, answers: bool) -> None:
        """One direction. said: all that the driver said on this connection."""
        with suppress(OSError):
            while part := source.recv(1 << 16):
                if not answers:
                    said += part
                elif self.swallow and self.swallow in said:
                    self.swallow = b""
                    break
                sink.sendall(part)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def behind_lossy_proxy() -> Iterator[tuple[Android, Phone, LossyProxy]]:
    """A driver, a phone of its own, and the wire between them."""
    with ExitStack() as stack:
        phone = Phone(size=SMALL, time_scale=QUICK)
        server = stack.enter_context(serve(phone))
        wire = stack.enter_context(LossyProxy(server.port))
        device = stack.enter_context(Android(Client("127.0.0.1", wire.port), phone.serial, None, QUICK))
        yield device, phone, wire
