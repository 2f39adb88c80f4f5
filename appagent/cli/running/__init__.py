"""Define the commands that carry tasks out, once or again, that learn an app, and that tell of finished runs."""
