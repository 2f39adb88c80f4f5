"""The virtual phone on the wire: what adb, adbutils and uiautomator2 say to a phone, answered."""

from appagent.phone.wire.adbd import AdbdServer, serve_adbd
from appagent.phone.wire.host import HostServer, serve

__all__ = ["AdbdServer", "HostServer", "serve", "serve_adbd"]
