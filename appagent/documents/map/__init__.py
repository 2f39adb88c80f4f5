"""Map of an app: its pages, what leads from one to another, and the way to what a name means."""
