"""adbd's packets, spoken without adb: versions, flow control, authorization, and what is no adb at all."""

import io
import socket
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from PIL import Image
from tables import cases

from appagent.phone import Phone
from appagent.phone.wire import AdbdServer, serve_adbd
from appagent.phone.wire.packets import Packet, pack, read
from appagent.phone.wire.streams import SocketStream

CHECKED, UNCHECKED = 0x01000000, 0x01000001
HELLO = Packet(b"CNXN", UNCHECKED, 1 << 20, b"host::features=shell_v2\0")
ENDLESS = bytes.fromhex("575254450100000001000000000000f000000000a8adabba")  # a WRTE of 4 GB
ME = 7  # our number of a stream


class Peer:
    """The other end, one packet at a time."""

    def __init__(self, connection: socket.socket, checksum: bool) -> None:
        connection.settimeout(60)
        self.connection, self._stream, self._checksum = connection, SocketStream(connection), checksum

    def say(self, command: bytes, first: int = 0, second: int = 0, payload: bytes = b"") -> None:
        checksum = self._checksum or command == b"CNXN"
        self._stream.write(pack(Packet(command, first, second, payload), checksum))

    def hear(self) -> Packet:
        return read(self._stream, self._checksum)

    def open(self, service: str) -> int:
        """Open a service; the phone's number of the stream."""
        self.say(b"OPEN", ME, 0, service.encode() + b"\0")
        answer = self.hear()
        assert (answer.command, answer.second) == (b"OKAY", ME)
        return answer.first

    def is_silent(self) -> bool:
        """Whether nothing comes."""
        self.connection.settimeout(0.1)
        try:
            return not self.connection.recv(1)
        except TimeoutError:
            return True
        finally:
            self.connection.settimeout(60)

    def is_alone(self) -> bool:
        """Whether the phone has hung up; what it said before is thrown away."""
        try:
            while self.connection.recv(1 << 16):
                pass
        except ConnectionResetError:
            pass
        return True


@pytest.fixture
def adbd() -> Iterator[AdbdServer]:
    with serve_adbd(Phone(time_scale=0)) as adbd:
        yield adbd


@contextmanager
def peer(adbd: AdbdServer, version: int = UNCHECKED, most: int = 1 << 20) -> Iterator[Peer]:
    """A connection over which greetings were exchanged."""
    with socket.create_connection(("127.0.0.1", adbd.port)) as connection:
        one = Peer(connection, checksum=version < UNCHECKED)
        one.say(b"CNXN", version, most, HELLO.payload)
        assert one.hear().command == b"CNXN"
        yield one


@pytest.mark.parametrize(("version", "most"), [(CHECKED, 4096), (UNCHECKED, 1 << 20), (UNCHECKED, 1 << 18)])
def test_both_versions_of_the_protocol_carry_a_picture(adbd: AdbdServer, version: int, most: int) -> None:
    with socket.create_connection(("127.0.0.1", adbd.port)) as connection:
        one = Peer(connection, checksum=version < UNCHECKED)
        one.say(b"CNXN", version, most, HELLO.payload)
        greeting = one.hear()
        assert (greeting.first, greeting.payload[:8]) == (version, b"device::")
        theirs, got = one.open("exec:screencap -p"), b""
        while (packet := one.hear()).command == b"WRTE":
            assert len(packet.payload) <= most
            got += packet.payload
            one.say(b"OKAY", ME, theirs)
        assert (packet.command, packet.first, packet.second) == (b"CLSE", theirs, ME)
        assert Image.open(io.BytesIO(got)).size == (1080, 2400)
        assert zlib.crc32(got[-8:-4]) == int.from_bytes(got[-4:])  # the file's end is there too


def test_one_packet_a_stream_is_on_its_way_until_it_is_acknowledged(adbd: AdbdServer) -> None:
    with peer(adbd, most=4096) as one:
        theirs = one.open("exec:screencap")
        assert len(one.hear().payload) == 4096
        assert one.is_silent()
        one.say(b"OKAY", ME, theirs)
        assert one.hear().command == b"WRTE"
        assert one.is_silent()


def test_what_nobody_reads_is_not_acknowledged(adbd: AdbdServer) -> None:
    with peer(adbd) as one:
        theirs = one.open("shell:sleep 600")
        one.say(b"WRTE", ME, theirs, b"typed ahead")
        assert one.is_silent()


def test_a_slow_stream_does_not_hold_another_up(adbd: AdbdServer) -> None:
    with peer(adbd) as one:
        one.open("shell:sleep 600")
        theirs = one.open("shell:echo hi")
        assert one.hear().payload == b"hi\n"
        one.say(b"OKAY", ME, theirs)
        assert one.hear() == Packet(b"CLSE", theirs, ME)


def test_a_stream_that_the_client_closes_ends_its_service(adbd: AdbdServer) -> None:
    with peer(adbd) as one:
        theirs = one.open("shell:logcat")
        assert one.hear().command == b"WRTE"
        one.say(b"CLSE", ME, theirs)
        assert one.hear() == Packet(b"CLSE", theirs, ME)


def test_a_service_that_there_is_not_is_refused(adbd: AdbdServer) -> None:
    with peer(adbd) as one:
        for service in (b"jdwp:1\0", b"tcp:9008\0", b"\0", b"", b"\xff\xfe"):
            one.say(b"OPEN", ME, 0, service)
            assert one.hear() == Packet(b"CLSE", 0, ME)


def test_packets_of_streams_that_are_not_open_are_ignored(adbd: AdbdServer) -> None:
    with peer(adbd) as one:
        for command in (b"WRTE", b"OKAY", b"CLSE", b"SYNC", b"STLS", b"????"):
            one.say(command, 99, 98, b"payload")
        assert one.open("shell:true")


def test_a_second_greeting_ends_what_was_open(adbd: AdbdServer) -> None:
    with peer(adbd) as one:
        theirs = one.open("sync:")
        one.say(b"CNXN", UNCHECKED, 1 << 20, HELLO.payload)
        assert {one.hear().command, one.hear().command} == {b"CLSE", b"CNXN"}
        one.say(b"WRTE", ME, theirs, b"QUIT\0\0\0\0")
        assert one.is_silent()


def test_an_unauthorized_phone_offers_its_token_for_every_key_and_opens_nothing() -> None:
    with (
        serve_adbd(Phone(time_scale=0), authorized=False) as adbd,
        socket.create_connection(("127.0.0.1", adbd.port)) as connection,
    ):
        one = Peer(connection, checksum=False)
        one.say(b"CNXN", UNCHECKED, 1 << 20, HELLO.payload)
        assert one.hear() == Packet(b"AUTH", 1, 0, bytes(20))
        one.say(b"AUTH", 2, 0, bytes(256))
        assert one.hear() == Packet(b"AUTH", 1, 0, bytes(20))
        one.say(b"AUTH", 3, 0, b"key of somebody\0")
        one.say(b"OPEN", ME, 0, b"shell:true\0")
        assert one.is_silent()
        adbd.authorize()
        assert one.hear().command == b"CNXN"
        assert one.open("shell:true")


@cases(
    "garbage",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        bytes(24),
        pack(Packet(b"CNXN", UNCHECKED, 0), checksum=True),
        pack(Packet(b"CNXN", 1, 4096), checksum=True),
        pack(HELLO, checksum=False),  # the first one has to have its checksum
        pack(HELLO, checksum=True)[:-1] + b"!",
        pack(HELLO, checksum=True) + ENDLESS,
        pack(HELLO, checksum=True)[:30],
    ],
    ids=["http", "zeros", "no payload", "old", "no checksum", "damaged", "endless", "cut"],
)
def test_garbage_ends_its_connection_and_no_other(adbd: AdbdServer, garbage: bytes) -> None:
    with peer(adbd) as other:
        with socket.create_connection(("127.0.0.1", adbd.port)) as connection:
            connection.sendall(garbage)
            with suppress(OSError):  # the phone may have hung up already
                connection.shutdown(socket.SHUT_WR)
            assert Peer(connection, checksum=False).is_alone()
        assert other.open("shell:true")


def test_a_packet_sent_before_the_last_was_acknowledged_ends_the_connection(adbd: AdbdServer) -> None:
    with peer(adbd) as one:
        theirs = one.open("shell:sleep 0.2")
        for _ in range(2):
            one.say(b"WRTE", ME, theirs, b"typed ahead")
        assert one.is_alone()
