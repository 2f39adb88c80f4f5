"""Functions that read and touch the virtual phone's Cards app, for its tests."""

from functools import partial

from hierarchy_nodes import FoundNode, find, nodes, tap, with_app

from appagent.phone import Phone

CARDS = "org.merkzettel.cards"
SPANISH, CAPITALS = 1, 2  # in the order in which the decks were made


opened = partial(with_app, CARDS)


def state(phone: Phone, name: str):
    return phone.state()["cards"][name]  # type: ignore[index]


def say(phone: Phone, words: str) -> str:
    return phone.packages[CARDS].t(words)


def touch(phone: Phone, *words: str) -> None:
    """Tap what has these words, in the phone's language."""
    for one in words:
        tap(phone, say(phone, one))


def deck_name(phone: Phone, number: int) -> str:
    return state(phone, "decks")[number]["name"]


def card(phone: Phone, front: str) -> dict[str, object]:
    return next(card for card in state(phone, "cards") if card["front"] == front)


def fronts(phone: Phone) -> list[str]:
    """Of the cards in the list, as far as they are in sight."""
    return [node["text"] for node in nodes(phone) if node.name == "card_sfld"]


def counts(phone: Phone) -> list[str]:
    """New, in learning, to review: of the first deck in sight, or the one that is studied."""
    return [
        node["text"] for node in nodes(phone) if node.name.startswith("deckpicker_") and node.name != "deckpicker_name"
    ][:3]


def bare(phone: Phone) -> list[FoundNode]:
    """The icons to tap that nothing names, from the top."""
    icons = [node for node in nodes(phone) if node["class"].endswith("ImageButton") and node["package"] == CARDS]
    return [node for node in icons if not (node["text"] or node["content-desc"])]


def tap_bare(phone: Phone, number: int) -> None:
    phone.tap(*bare(phone)[number].centre)


def drawer(phone: Phone, words: str) -> None:
    """Go somewhere by the drawer."""
    tap_bare(phone, 0)
    touch(phone, words)


def page(phone: Phone, deck: int) -> None:
    """Open the page of a deck, by its counts."""
    row = find(phone, deck_name(phone, deck))
    beside = [node for node in nodes(phone) if node.name == "counts_layout"]
    phone.tap(*min(beside, key=lambda node: abs(node.centre[1] - row.centre[1])).centre)


def row_menu(phone: Phone, front: str) -> None:
    """Touch the dots of a card in the list."""
    at = find(phone, front).centre[1]
    dots = [node for node in bare(phone) if not node.name]
    phone.tap(*min(dots, key=lambda node: abs(node.centre[1] - at)).centre)


def side(phone: Phone, words: str, text: str) -> None:
    """Fill a side of a card."""
    entry = next(n for n in nodes(phone) if n["content-desc"] == say(phone, words) and n["class"].endswith("EditText"))
    phone.tap(*entry.centre)
    phone.set_text(text)
