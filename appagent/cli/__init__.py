"""The command line: parse options, call one function, print."""

from appagent.cli.main import main

__all__ = ["main"]
