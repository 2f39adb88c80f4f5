"""Talk to an Android phone over adb: gestures, the keyboard, fingers on its display, its clock, waking it."""
