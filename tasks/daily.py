"""Checks of the daily tasks that are too long for a line."""

from collections.abc import Mapping
from typing import Any

ACROSS = 0.5  # of the sheet's width, at least, that a line "from one side to the other" spans


def sketch_line(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
    """One line or stroke of the pen in the colour that was asked for, and across the sheet."""
    shapes = state["sketch"]["shapes"]
    return len(shapes) == 1 and all(
        shape["tool"] in ("pen", "line")
        and shape["ink"] == values["ink"]
        and max(x for x, _ in shape["points"]) - min(x for x, _ in shape["points"]) >= ACROSS
        for shape in shapes
    )


def chat_message(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
    """One message more, in the right conversation."""
    found = {name: talk["messages"] for name, talk in state["chat"]["chats"].items()}
    was = {name: talk["messages"] for name, talk in state["before"]["chat"]["chats"].items()}
    key = values["who"]["key"]
    sent = [message["text"] for message in found.pop(key, [])[len(was.pop(key, [])) :]]
    return sent == [values["words"]] and found == was


def shop_order(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
    """One order more, of one such thing, sent to the default address and paid from the balance."""
    before, now = state["before"]["shop"], state["shop"]
    new = now["orders"][: -len(before["orders"])]
    home = [address["street"] for address in before["addresses"] if address["default"]]
    return len(new) == 1 and all(
        [(line["product"], line["quantity"]) for line in order["lines"]] == [(values["what"]["key"], 1)]
        and order["paid_with"] == "Balance"
        and [order["address"]] == home
        and order["status"] == "To ship"
        for order in new
    )


def file_renamed(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
    """One file of Download has the other name; no file is elsewhere."""
    was = _names(state["before"])
    was["Download"] = sorted({*was["Download"], values["new"]} - {values["old"]})
    return _names(state) == was


def file_moved(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
    """The file is in the other folder and no longer in Download; no other has moved."""
    was, file, path = _names(state["before"]), values["file"], values["folder"]["path"]
    was |= {"Download": sorted({*was["Download"]} - {file}), path: sorted([*was[path], file])}
    return _names(state) == was


def file_deleted(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
    """The file is in no folder, whether it is in the trash or gone for good; every other is where it was."""
    was = _names(state["before"])
    was["Download"].remove(values["file"])
    return _names(state) == was


def _names(state: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names of the files in each folder, sorted."""
    return {path: sorted(file["name"] for file in files) for path, files in state["files"]["folders"].items()}
