"""Prompts for a model: choose what a model is shown, and read its replies."""
