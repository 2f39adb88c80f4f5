"""Checks of the seeds' tasks that are too long for a line."""

from collections.abc import Mapping
from typing import Any


def moments_answer(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
    """One comment more, below the right post and with the right words; nothing else is said or liked."""
    wanted = [
        {**post, "comments": [*post["comments"], {"who": "me", "text": values["words"]}]}
        if post["who"] == values["post"]["who"]
        else post
        for post in state["before"]["chat"]["posts"]
    ]
    was, found = state["before"]["chat"]["chats"], state["chat"]["chats"]
    return bool(state["chat"]["posts"] == wanted and _said(found) == _said(was))


def _said(chats: Mapping[str, Any]) -> dict[str, Any]:
    """Every message, by conversation."""
    return {name: talk["messages"] for name, talk in chats.items()}
