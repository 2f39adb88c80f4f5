"""Run commands: parse options, call one function, print."""
