"""Find out what a screen calls its controls: captions, labels, fields, rows, and names for what looks alike."""
