"""Serve pages to a browser on this computer alone, such as the page for a demonstration."""
