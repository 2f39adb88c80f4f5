"""Offline agent, which needs no model: it explores an app, draws a map of it, and carries tasks out by that map."""
