"""Everything that a model is shown, and how its replies are read."""
