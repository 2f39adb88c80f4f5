"""Stream of one service among those that share a connection to adbd, with the protocol's flow control."""

import threading
from collections.abc import Callable

from appagent.phone.wire.packets import Packet, PacketError


class Channel:
    """Stream over a shared connection. In each direction at most one WRTE is unacknowledged; an OKAY acknowledges it.

    send: puts a packet on the wire; mine, theirs: the two ends' numbers of the stream; most: bytes in one WRTE.
    """

    def __init__(self, send: Callable[[Packet], None], mine: int, theirs: int, most: int) -> None:
        self._send, self._mine, self._theirs, self._most = send, mine, theirs, most
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._arrived = bytearray()  # of the WRTE that is being used up
        self._ready = True  # the last WRTE sent was used up
        self._open = True

    # For the service

    def read(self, limit: int) -> bytes:
        """Read some bytes, or b"" at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._arrived or not self._open)
            part = bytes(self._arrived[:limit])
            del self._arrived[:limit]
            used_up = bool(part) and not self._arrived and self._open
        if used_up:
            self._send(Packet(b"OKAY", self._mine, self._theirs))
        return part

    def write(self, data: bytes) -> None:
        """Write all bytes; the last packet may still be unacknowledged on return."""
        with self._writing:
            for at in range(0, len(data), self._most):
                self.flush()
                self._ready = False
                self._send(Packet(b"WRTE", self._mine, self._theirs, data[at : at + self._most]))

    def flush(self) -> None:
        """Wait until all that was written is acknowledged. Raises BrokenPipeError if the other end closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._ready or not self._open)
            if not self._open:
                raise BrokenPipeError("the other end closed the stream")

    def close(self) -> None:
        """Stop reading and writing; what has arrived can still be read."""
        with self._changed:
            self._open = False
            self._changed.notify_all()

    def admit(self) -> None:
        """Do nothing: the shared connection was admitted already."""

    # For the connection

    def put(self, payload: bytes) -> None:
        """Take in the payload of a WRTE. Raises PacketError if the one before is not used up."""
        with self._changed:
            if self._arrived:
                raise PacketError("a second WRTE arrived before the first was acknowledged")
            self._arrived += payload
            self._changed.notify_all()

    def acknowledge(self) -> None:
        """Take note of an OKAY: the next packet may be sent."""
        with self._changed:
            self._ready = True
            self._changed.notify_all()
