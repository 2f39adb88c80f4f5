"""Checks of the hard tasks that are too long for a line."""

from collections.abc import Mapping
from typing import Any


def pass_it_on(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
    """Wendy has the message with the code, and nobody else got anything."""
    found = {name: talk["messages"] for name, talk in state["chat"]["chats"].items()}
    was = {name: talk["messages"] for name, talk in state["before"]["chat"]["chats"].items()}
    new = found.pop("wendy", [])[len(was.pop("wendy")) :]
    return [message["text"] for message in new] == [f"{values['code']} #"] and found == was
