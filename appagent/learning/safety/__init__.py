"""Leave alone what a learning run should not touch, and keep track of what it makes and changes in an app."""
