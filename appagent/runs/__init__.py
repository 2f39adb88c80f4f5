"""Runs on disk: trajectories, the list of them, and the HTML report of one."""
