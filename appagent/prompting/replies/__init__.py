"""Parse what a model replies: its action, its judgement, or its sentences about a screen."""
