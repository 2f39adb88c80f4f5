"""Calls: write an action as a call, and parse the calls that a model or a person wrote."""
