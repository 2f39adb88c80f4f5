"""Read what is drawn: compare parts of screenshots, keep looks of icons, and add what only a picture shows."""
