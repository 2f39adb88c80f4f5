"""Phones: one door to each, whatever is behind it."""

from appagent.devices.base import Device

__all__ = ["Device"]
