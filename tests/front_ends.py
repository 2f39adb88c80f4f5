"""The two front ends of the virtual phone, each with the adb that reaches it."""

import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from real_adb import Adb, adb_server, private_adb

from appagent.phone import Phone
from appagent.phone.wire import serve, serve_adbd

FrontEnd = Callable[[Phone], AbstractContextManager[Adb]]


@contextmanager
def adb_host(phone: Phone) -> Iterator[Adb]:
    """The adb server that is part of the phone; adb's command lines go to it too."""
    with TemporaryDirectory() as home, serve(phone) as server:
        yield private_adb("bundled", server.port, Path(home)).to(phone.serial)


@contextmanager
def adbd(phone: Phone, which: str) -> Iterator[Adb]:
    """A real adb server, which is connected to the phone's adbd."""
    with (
        TemporaryDirectory() as home,
        serve_adbd(phone) as server,
        adb_server(which, Path(home)) as adb,
        adb.connected(server.address) as connected,
    ):
        yield connected


FRONT_ENDS: dict[str, FrontEnd] = {
    "adb host": adb_host,
    "bundled adb and adbd": partial(adbd, which="bundled"),
    "debian adb and adbd": partial(adbd, which="debian"),
}


def keyboard(package: str) -> bytes:
    """An APK whose manifest names this package."""
    apk = io.BytesIO()
    with zipfile.ZipFile(apk, "w") as file:
        file.writestr("AndroidManifest.xml", package.encode("utf-16-le"))
    return apk.getvalue()
