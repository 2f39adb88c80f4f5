"""Let a person show a task, by finger, in a browser or line by line, and learn from it."""
