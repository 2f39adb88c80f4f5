"""Command line of AppAgent: each command parses its options, calls one function, and prints the result."""
