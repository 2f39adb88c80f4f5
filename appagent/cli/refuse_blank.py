"""Refuse blank values on the command line, such as a script with an empty variable gives."""

from collections.abc import Callable
from functools import partial
from typing import Any

import typer


def refuse_blanks(command: Any) -> None:
    """Make a command of typer, and all commands in it, refuse an option or argument whose value is blank.

    An empty path would mean the current folder, an empty app all of them.
    """
    for param in command.params:
        param.consume_value = partial(_checked_value, param, param.consume_value)
    for each in getattr(command, "commands", {}).values():
        refuse_blanks(each)


def _checked_value(param: Any, consume: Callable[..., tuple[Any, Any]], context: Any, options: Any) -> tuple[Any, Any]:
    """Return (value of an option or argument, where it comes from). Raises BadParameter for a blank that was given."""
    value, source = consume(context, options)
    values = value if isinstance(value, list | tuple) else [value]
    if source.name == "COMMANDLINE" and any(isinstance(one, str) and not one.strip() for one in values):
        raise typer.BadParameter("the value is blank; write one, or leave it out", ctx=context, param=param)
    return value, source
