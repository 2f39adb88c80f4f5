"""Agents, one file each."""
