"""All that a model is shown and answers: marks, grid, outline, documents in sight, templates, reply, schema."""
