"""Drivers: the code for each kind of device. All of them have the methods that `Device` defines."""

import os

from appagent.devices.base import Device
from appagent.errors import UsageError

__all__ = ["Device"]

_PORT = "ANDROID_ADB_SERVER_PORT"
if not os.environ.get(_PORT, "5037").strip().isdecimal():  # adbutils reads it when it is imported
    raise UsageError(f"the environment variable {_PORT} needs a port, such as 5037, found {os.environ[_PORT]!r:.40}")
