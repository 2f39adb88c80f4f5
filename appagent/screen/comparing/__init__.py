"""Tell what differs between two screens, which dialogs are of one kind, and how a screen will be once it is ready."""
