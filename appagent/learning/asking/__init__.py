"""Ask a model what to try next, which goals to pursue, or what the elements of a screen do."""
