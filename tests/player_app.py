"""Functions that read and touch the virtual phone's Player app, for its tests."""

from functools import partial

from hierarchy_nodes import FoundNode, nodes, tap, with_app

from appagent.phone import Phone
from appagent.phone.apps.player.seeds import ALBUMS, PLAYLISTS

PLAYER = "com.example.tunebox"
BOTH = {both[0]: both for album, artist, _, songs in ALBUMS for both in (album, artist, *(title for title, _ in songs))}
BOTH |= {both[0]: both for both, _ in PLAYLISTS}
# The bare icons of the large player, in the order of the screen.
DOWN, HEART, SHUFFLE, PREVIOUS, NEXT, REPEAT, SLEEP, SLIDERS, PLUS = range(9)


opened = partial(with_app, PLAYER)


def state(phone: Phone, name: str):
    return phone.state()["player"][name]  # type: ignore[index]


def now(phone: Phone) -> tuple[str, bool, int]:
    """What is on, whether it is heard, and how far it is, s."""
    on = state(phone, "now")
    return on["song"], on["playing"], round(on["position_s"])


def named(phone: Phone, words: str) -> str:
    """Words of the app or of its music, in the phone's language."""
    app = phone.packages[PLAYER]
    return app.both(BOTH[words]) if words in BOTH else app.t(words)  # type: ignore[attr-defined]


def go(phone: Phone, *steps: str) -> None:
    """Tap what has these words; "back" is the key."""
    for step in steps:
        phone.press("back") if step == "back" else tap(phone, named(phone, step))


def bare(phone: Phone, *numbers: int) -> None:
    """Tap icons that have neither words nor an id, by their order from the top."""
    for number in numbers:
        phone.tap(*icons(phone)[number].centre)


def icons(phone: Phone) -> list[FoundNode]:
    found = [n for n in nodes(phone) if n["class"].endswith("ImageButton") and n["package"] == PLAYER]
    return [n for n in found if not (n["content-desc"] or n["resource-id"])]


def along(phone: Phone, bar: FoundNode, share: float) -> None:
    """Draw the knob of a bar to a place."""
    left, top, right, bottom = bar.bounds
    y = (top + bottom) // 2
    phone.swipe([((left + right) // 2, y), (round(left + share * (right - left)), y)])


def song(phone: Phone, title: str) -> dict[str, object]:
    return next(song for song in state(phone, "songs") if song["title"] == title)
