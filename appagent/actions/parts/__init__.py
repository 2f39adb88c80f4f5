"""Parts of which actions are made: base classes, gestures, descriptions in words, and web addresses."""
