"""Nodes: the tree of them that a driver makes, its windows, what is in front, and the place of each node."""
