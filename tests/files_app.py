"""Functions that read and touch the virtual phone's Files app, for its tests."""

from functools import partial

from hierarchy_nodes import FoundNode, find, nodes, tap, with_app
from phone_user import PhoneUser

from appagent.phone import Phone

FILES, NOTES = "com.example.files", "com.example.notes"
REPORTS = ["Report April.pdf", "Report July.pdf", "Report October.pdf"]
COPY, MOVE, DELETE, RENAME, SHARE = range(1, 6)  # icons of the selection's bar, after the cross


opened = partial(with_app, FILES)


def state(phone: Phone, name: str):
    return phone.state()["files"][name]  # type: ignore[index]


def names(phone: Phone, folder: str) -> list[str]:
    return [file["name"] for file in state(phone, "folders")[folder]]


def bare(phone: Phone, package: str = FILES) -> list[FoundNode]:
    """Buttons that nothing names."""
    buttons = [node for node in nodes(phone) if node["class"].endswith("ImageButton") and node["package"] == package]
    return [node for node in buttons if not (node["content-desc"] or node.name)]


def tap_icon(phone: Phone, number: int, package: str = FILES) -> None:
    phone.tap(*bare(phone, package)[number].centre)


def into(phone: Phone, *folders: str) -> None:
    """From the first screen into a folder."""
    tap(phone, "Internal storage", *folders)


def chosen(phone: Phone, *rows: str) -> None:
    """The first held down, the others tapped."""
    tap(phone, rows[0], hold_s=0.6)
    tap(phone, *rows[1:])


def dots_of(phone: Phone, row: str) -> None:
    """Its three dots."""
    top = find(phone, row).bounds[1]
    dots = [node for node in nodes(phone) if node.name == "more_button"]
    phone.tap(*next(node for node in dots if node.bounds[1] <= top + 20 < node.bounds[3]).centre)


def tap_bare(user: PhoneUser, number: int) -> None:
    """A button that has no words, by its turn."""
    bare = [e for e in user.elements() if e.role == "ImageButton" and not (e.text or e.resource_id)]
    user.tap_mark(bare[number].mark)
