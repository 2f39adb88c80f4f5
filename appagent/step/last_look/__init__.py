"""Look once more right before a gesture: tell whether the screen is as the agent saw it, and what moves by itself."""
