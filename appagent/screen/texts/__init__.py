"""Texts of nodes: their words, numbers and names, and the heading of a screen."""
