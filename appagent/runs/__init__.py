"""Runs on disk: their trajectories, the list of all runs, and a report of a run as an HTML page."""
