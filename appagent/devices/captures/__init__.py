"""Turn what a phone shows, or a file holds, into a screen: wait until it settles, parse it, add what is only drawn."""
