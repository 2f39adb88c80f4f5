"""Define the commands about documents: list, show, correct and share them, and draw the map of an app."""
