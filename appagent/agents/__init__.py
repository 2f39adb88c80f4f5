"""Agents: those who decide."""
