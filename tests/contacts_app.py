"""Functions that read and touch the virtual phone's Contacts app, for its tests."""

from functools import partial

from hierarchy_nodes import FoundNode, nodes, tap, with_app

from appagent.phone import Phone

CONTACTS = "com.example.contacts"


opened = partial(with_app, CONTACTS)


def state(phone: Phone, name: str):
    return phone.state()["contacts"][name]  # type: ignore[index]


def person(phone: Phone, first: str, last: str = ""):
    """What is known of somebody."""
    return next(p for p in state(phone, "people") if p["first"] == first and p["last"] == (last or p["last"]))


def called(phone: Phone, end: str) -> str:
    """The name behind the last digits of a number, in the phone's language."""
    app = phone.packages[CONTACTS]
    return next(app.called(p) for p in app.people if any(n.number.endswith(end) for n in p.numbers))  # type: ignore[attr-defined]


def names(phone: Phone) -> list[str]:
    """In the list, as far as they are in sight."""
    return [node["text"] for node in nodes(phone) if node.name == "cliv_name_textview"]


def bare(phone: Phone, number: int) -> None:
    """Touch one of the icons that have neither words nor an id, counted from the top."""
    icons = [n for n in nodes(phone) if n["class"].endswith("ImageButton") and n["package"] == CONTACTS]
    phone.tap(*[n for n in icons if not (n["content-desc"] or n["resource-id"])][number].centre)


def letters(phone: Phone) -> FoundNode:
    """The strip at the side of the list."""
    return max(
        (n for n in nodes(phone) if n["package"] == CONTACTS and n["focusable"] == "true"), key=lambda n: n.bounds[0]
    )


def down(phone: Phone) -> None:
    """Draw a finger up over the page."""
    across, high = phone.size
    phone.swipe([(across // 2, high * 3 // 4), (across // 2, high // 4)])


def filled(phone: Phone, words: str, text: str) -> None:
    """Text into a field, by what stands in it."""
    tap(phone, words)
    phone.set_text(text)
    phone.press("back")
