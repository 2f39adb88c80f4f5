"""Devices: one driver for each kind, all behind one contract."""

from appagent.devices.base import Device

__all__ = ["Device"]
