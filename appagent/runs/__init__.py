"""Keep runs on disk: write and load their trajectories, list them, and make a report of a run as an HTML page."""
