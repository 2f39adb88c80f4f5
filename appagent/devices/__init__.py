"""Drivers: the code for each kind of device. All of them have the methods that `Device` defines."""

from appagent.devices.base import Device

__all__ = ["Device"]
