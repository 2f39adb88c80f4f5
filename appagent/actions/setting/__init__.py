"""Give a control its value: move a slider, turn a wheel, tap the buttons beside a number, choose from a list."""
