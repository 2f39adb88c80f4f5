"""Draw what a model is shown on a screenshot: marks, the grid, and elements cut out of it."""
