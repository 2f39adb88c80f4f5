"""Rules for disturbances other than dialogs: advertising, a turned display, the keyboard, a sign-in page, no network.

| what happened | rule |
|---|---|
| a page of an advertising library came by itself | press back once; if it stays or comes again, tell the agent |
| the display turned by itself | the elements get new marks, and the agent is told |
| the keyboard covers the target of an action, which was therefore not done | press back to hide it |
| a page with a password field came by itself | ask the person to sign in; if nobody is there, tell the agent |
| no network, as the phone says, and an action did nothing or a page does not settle | wait, then tell the agent |

No rule depends on the words of an app. A page belongs to an advertising library if its activity is not named after the
app, as the app's own are, and has a word such as "ads" or "interstitial" in its name.
"""

import re

from appagent.actions import Key
from appagent.guard import lost_by_leaving
from appagent.recovery.rules import Remedy
from appagent.runs.trajectory import Step
from appagent.screen import Screen, unchanged
from appagent.screen.language.secret import names_a_card
from appagent.screen.names.element_texts import loose
from appagent.screen.nodes.tree import Bounds, centre

NO_NETWORK = "the phone has no network, as it says itself"
_NAME_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")  # "AdUnit" has two
_AD = re.compile(r"ads?|adview|adunit|admob|adsdk|openadsdk|advert\w*|interstitial", re.IGNORECASE)
_WAY = {True: "landscape", False: "portrait"}


def advertised(before: Screen, screen: Screen) -> Remedy | None:
    """Return the remedy for a page of an advertising library; None if none is there, or leaving it loses something."""
    if before.app != screen.app or before.activity == screen.activity or lost_by_leaving(loose(screen)):
        return None
    name = screen.activity
    foreign = name.count(".") > 1 and not name.startswith((".", screen.app))
    if not (foreign and any(_AD.fullmatch(word) for word in _NAME_WORD.findall(name))):
        return None
    did = (f"a page of advertising, {name}, came over the app by itself: back was pressed to dismiss it; if an action "
           "of yours asked for it, do that again, and it is left to you")  # fmt: skip
    return Remedy(did, name, (Key("back"),), page=True)


def turned(before: Screen, screen: Screen) -> Remedy | None:
    """Return the remedy for a display that was rotated; None if it was not."""
    wide = [each.size[0] > each.size[1] for each in (before, screen)]
    if wide[0] == wide[1] or sorted(before.size) != sorted(screen.size):
        return None
    way = _WAY[wide[1]]
    return Remedy(f"the display turned to {way} by itself: all is marked anew", f"turned to {way}", ())


def uncovered(screen: Screen, last: Step) -> Remedy | None:
    """Return the remedy for a keyboard that covers the target of the last action; None if it does not."""
    if last.outcome != "stale" or last.bounds is None:
        return None
    boards = [one for one in screen.windows if one.kind == "keyboard"]
    if not any(_holds(board.nodes[0].bounds, centre(last.bounds)) for board in boards):
        return None
    did = f"the keyboard lay over what this was meant for: {last.words}. Back was pressed to hide it"
    return Remedy(did, f"keyboard over {last.words}", (Key("back"),))


def signed_out(before: Screen, screen: Screen) -> Remedy | None:
    """Return the remedy if a page asks for a password and the app's previous page did not; else None."""
    if before.app != screen.app or _asks(before) or not _asks(screen):
        return None
    came = f"a page of {screen.app} that asks for a password came by itself, as after a session has ended"
    return Remedy(came, f"password page of {screen.app}", (), f"{came}. Sign in on the phone, then say so here")


def stands_still(before: Screen, screen: Screen, last: Step) -> bool:
    """Tell whether a run may be stuck: the screen does not settle, or the last action changed nothing."""
    return not screen.settled or last.outcome == "stale" or unchanged(before, screen)


def _asks(screen: Screen) -> bool:
    """Tell whether a page asks for a password. A page that names a payment card asks for the card's data instead."""
    fields = [each for each in screen.elements if each.password]
    told = [*screen.texts, *(name for each in fields for name in (each.hint, each.words, each.resource_id))]
    return bool(fields) and not any(map(names_a_card, told))


def _holds(bounds: Bounds, at: tuple[int, int]) -> bool:
    left, top, right, bottom = bounds
    return left <= at[0] < right and top <= at[1] < bottom
