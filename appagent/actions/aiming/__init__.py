"""Find where a finger goes: at an element, at a pixel, or at a text that a list has to be scrolled to."""
