"""Find words, dates, times and amounts of money in a text, in many languages."""
