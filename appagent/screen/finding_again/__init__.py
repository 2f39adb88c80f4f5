"""Find an element again, on a later screen or from what a record says of it."""
