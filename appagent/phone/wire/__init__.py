"""Virtual phone on the wire: answers to all that adb, adbutils and uiautomator2 ask a phone."""

from appagent.phone.wire.adbd import AdbdServer, serve_adbd
from appagent.phone.wire.host import HostServer, serve

__all__ = ["AdbdServer", "HostServer", "serve", "serve_adbd"]
