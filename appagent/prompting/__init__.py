"""Prompts for a model: choose what a model is shown, and parse its replies."""
