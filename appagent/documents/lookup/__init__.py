"""Find the documents that serve a screen, an element, a list for people, or a new version of an app."""
