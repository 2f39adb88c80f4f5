"""Devices: one driver for each kind of device. All have the methods that `Device` defines."""

from appagent.devices.base import Device

__all__ = ["Device"]
