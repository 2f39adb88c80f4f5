"""Protocol of the adb server, in process: one port to which adbutils and uiautomator2 connect.

Source: SERVICES.TXT and OVERVIEW.TXT of adb. One device, always online.
"""

import re
import struct
from types import TracebackType

from appagent.phone.core import Phone
from appagent.phone.wire.listener import Listener
from appagent.phone.wire.services import FEATURES, Services
from appagent.phone.wire.streams import Stream, drain, read_exactly

_VERSION = 41  # of the adb protocol; clients restart a server that says another
_TRANSPORT_ID = 1


def serve(phone: Phone, port: int = 0) -> "HostServer":
    """Serve a phone by the adb host protocol on 127.0.0.1; port 0 takes any free one."""
    return HostServer(phone, port)


class HostServer:
    """Server that runs until it is closed, also by `with`."""

    def __init__(self, phone: Phone, port: int = 0) -> None:
        self._serial = phone.serial
        self._services = Services(phone)
        self._listener = Listener(self._converse, self._services.failed, port=port)
        self.port: int = self._listener.port
        self._hooks = phone.hooks
        self._hooks.hang_up.append(self._listener.hang_up)
        self.files = self._services.system.files

    def close(self) -> None:
        """Switch the phone off and end every connection; may be called twice."""
        self._services.close()
        self._listener.close()

    def __enter__(self) -> "HostServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _converse(self, stream: Stream) -> None:
        """Answer one request to the host; after a request for a transport, the next one goes to the phone."""
        request = _read(stream)
        if request is None or not self._hooks.connects():
            return
        if (answer := self._transport(request)) is not None:
            stream.write(answer)
            if answer.startswith(b"OKAY"):
                self._open(stream, _read(stream))
        elif request.startswith(("host:", "host-serial:", "host-transport-id:")):
            stream.write(self._answer(request))
            if request.startswith("host:track-devices"):
                stream.admit()
                drain(stream)
        else:
            stream.write(_fail(f"device is not chosen; send host:transport:{self._serial} first"))

    def _transport(self, request: str) -> bytes | None:
        """Answer a request for a connection to the phone; None for any other request."""
        if request in ("host:tport:any", "host:transport-any", "host:transport-local"):
            return self._chosen(request, "", "")
        for prefix, known in (
            ("host:tport:serial:", self._serial),
            ("host:transport-id:", str(_TRANSPORT_ID)),
            ("host:transport:", self._serial),
        ):
            if request.startswith(prefix):
                return self._chosen(request, request.removeprefix(prefix), known)
        return None

    def _chosen(self, request: str, wanted: str, known: str) -> bytes:
        if wanted != known:
            return _fail(f"device '{wanted}' not found")
        tail = struct.pack("<Q", _TRANSPORT_ID) if request.startswith("host:tport:") else b""
        return b"OKAY" + tail

    def _open(self, stream: Stream, service: str | None) -> None:
        if service is None:
            return
        handler = self._services.open(service)
        if handler is None:
            stream.write(_fail("closed"))
            return
        if not service.startswith("tcp:"):  # there, a request has yet to come
            stream.admit()
        stream.write(b"OKAY")
        handler(stream)

    def _answer(self, request: str) -> bytes:
        """Answer a question about the server or the phone."""
        for prefix in (f"host-serial:{self._serial}:", f"host-transport-id:{_TRANSPORT_ID}:", "host:"):
            if request.startswith(prefix):
                question = request.removeprefix(prefix)
                break
        else:
            return _fail(f"device '{request.split(':')[1]}' not found")
        model = "product:virtual model:Virtual_phone device:virtual"
        blocks = {
            "version": f"{_VERSION:04x}",
            "devices": f"{self._serial}\tdevice\n",
            "devices-l": f"{self._serial:<22} device {model} transport_id:{_TRANSPORT_ID}\n",
            "track-devices": f"{self._serial}\tdevice\n",
            "track-devices-l": f"{self._serial:<22} device {model} transport_id:{_TRANSPORT_ID}\n",
            "features": FEATURES,
            "host-features": FEATURES,
            "get-state": "device",
            "get-serialno": self._serial,
            "get-devpath": "virtual",
            "list-forward": "",
        }
        verb, _, rest = question.partition(":")
        if question in blocks:
            return b"OKAY" + _block(blocks[question])
        if question.startswith("wait-for-"):
            return b"OKAYOKAY"
        if question == "killforward-all":
            return b"OKAY"
        if verb == "connect":
            return b"OKAY" + _block(f"failed to connect to '{rest}': this server has one virtual phone")
        if verb == "disconnect":
            return _fail(f"no such device '{rest}'")
        if verb in ("forward", "killforward"):
            return _fail(f"{verb} is not supported; open the service tcp:PORT on the device instead")
        return _fail(f"unknown host service '{question}'")


def _read(stream: Stream) -> str | None:
    """Read one request: its length as four hex digits, then its text. None if it is not adb's."""
    size = read_exactly(stream, 4)
    if not re.fullmatch(rb"[0-9A-Fa-f]{4}", size):
        return None
    return read_exactly(stream, int(size, 16)).decode("utf-8", "replace")


def _block(text: str) -> bytes:
    encoded = text.encode()
    return f"{len(encoded):04x}".encode() + encoded


def _fail(reason: str) -> bytes:
    return b"FAIL" + _block(reason)
