"""Walk to what an agent names, by the map of the app or by sight."""
