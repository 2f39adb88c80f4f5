"""Packets of adbd's own protocol, to bytes and back.

Source: protocol.txt of adb. Six 32-bit little-endian words and a payload: a command of four letters, two arguments,
the payload's length, its checksum, and the command's complement.
"""

import struct
from dataclasses import dataclass

from appagent.phone.wire.streams import Stream, read_exactly

MOST = 1 << 20  # bytes that a payload may have
_HEADER = struct.Struct("<4s5I")


class PacketError(EOFError):
    """Raised when bytes are not adb's; since the next packet cannot be found, the connection ends."""


@dataclass(frozen=True)
class Packet:
    """One message. In OPEN, OKAY, WRTE and CLSE, first is the sender's number of the stream, second the receiver's."""

    command: bytes
    first: int = 0
    second: int = 0
    payload: bytes = b""


def pack(packet: Packet, checksum: bool) -> bytes:
    """Pack a packet into bytes. checksum: compute the checksum; else send 0, which newer versions of adb expect.

    >>> pack(Packet(b"OKAY", 1, 2), checksum=True).hex(" ", 4)
    '4f4b4159 01000000 02000000 00000000 00000000 b0b4bea6'
    """
    total = sum(packet.payload) & 0xFFFFFFFF if checksum else 0
    header = (packet.command, packet.first, packet.second, len(packet.payload), total, _complement(packet.command))
    return _HEADER.pack(*header) + packet.payload


def read(stream: Stream, checksum: bool) -> Packet:
    """Read the next packet. checksum: verify it. Raises EOFError at the end, PacketError for other bytes."""
    command, first, second, size, total, complement = _HEADER.unpack(read_exactly(stream, _HEADER.size))
    if complement != _complement(command) or size > MOST:
        raise PacketError(f"no packet of adb begins with {command!r} and has {size} bytes")
    payload = read_exactly(stream, size)
    if checksum and total != sum(payload) & 0xFFFFFFFF:
        raise PacketError(f"a packet {command!r} of {size} bytes arrived damaged")
    return Packet(command, first, second, payload)


def _complement(command: bytes) -> int:
    return int.from_bytes(command, "little") ^ 0xFFFFFFFF
