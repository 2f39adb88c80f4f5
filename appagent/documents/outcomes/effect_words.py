"""Find out from the words for an effect whether something was saved or opened, or only states have changed."""

import re

from appagent.screen.names.labels import PARTS

NOTHING = "nothing changed on the screen"
MESSAGE = "a message says"
_STATE = re.compile(
    r"""(?:.*)\ (?:is\ (?:on|off|selected)\ now | holds\ .+\ now(?:\ in\ place\ of\ .+)? | became\ ".*"
    | can\ be\ tapped\ now | cannot\ be\ tapped\ any\ more) | the\ keyboard\ (?:came\ up|went\ away)""",
    re.VERBOSE,
)
_QUOTED = re.compile(r'"[^"]*"')


def only_states(words: str) -> bool:
    """Tell whether the words for an effect are only about new values and states of elements on the page.

    >>> only_states('"Wi-Fi" is on now; "1" became "2"'), only_states('"A" is on now; new: "Not possible"')
    (True, False)
    """
    return all(_STATE.fullmatch(part) for part in words.split("; "))


def saved(words: str) -> bool:
    """Tell whether the words for an effect say that an earlier screen is back, changed, and that nothing else came up.

    So it is after a form was saved. After it was left without, nothing has changed on that screen.

    >>> saved('back on the screen "Alarms"; new: "07:30"'), saved('back on the screen "A; B"')
    (True, False)
    >>> saved('back on the screen "Alarms"; new: "07:30"; a message says "No network"')
    False
    """
    first, *more = _QUOTED.sub('""', words).split("; ")
    return first.startswith("back on ") and bool(more) and not any(part.startswith(MESSAGE) for part in more)


def opened(words: str) -> bool:
    """Tell whether the words for an effect say that a screen or dialog opened, and that no message came up.

    >>> opened('a menu came up with "Sort"'), opened('another screen opened; a message says "Failed"')
    (True, False)
    """
    first, *more = _QUOTED.sub('""', words).split("; ")
    arrived = first.startswith(("the screen ", "another screen ", "a dialog came up", "a menu came up"))
    return arrived and not any(part.startswith(MESSAGE) for part in more)


def says_as_much(words: str, found: str) -> bool:
    """Tell whether the words for an effect have all that an action found, such as the value that a control shows now.

    >>> says_as_much('"Lunch": "Soup" became "Cake"', 'it shows "Lunch · Cake"')
    True
    >>> says_as_much('"Wi-Fi" is on now', "it is on now"), says_as_much('"2000 m" became "800 m"', "it was on already")
    (True, False)
    """
    values = [part for quoted in _QUOTED.findall(found) for part in quoted.strip('"').split(PARTS)]
    return all(part in words for part in values) if values else found.removeprefix("it ") in words
