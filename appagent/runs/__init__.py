"""What happened, in order and on disk: trajectories, the list of them, and the page that tells of one."""
