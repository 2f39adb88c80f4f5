"""Elements: find the controls among the nodes, give them and the screen ids that hold, and choose those to mark."""
