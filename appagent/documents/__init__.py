"""Documents: what is recorded of an action, how it is put into words, and which documents serve a screen."""
