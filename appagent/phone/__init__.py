"""Virtual phone: Android as an app sees it and as adb and uiautomator2 hear it, in one process."""

from appagent.phone.core import Phone, PhoneError

__all__ = ["Phone", "PhoneError"]
