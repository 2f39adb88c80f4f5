"""The agent without a model: it explores an app, draws a map of the app, and carries tasks out with that map."""
