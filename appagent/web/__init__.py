"""Pages for a browser on this computer: a server that only its own page can use, and what the pages are for."""
