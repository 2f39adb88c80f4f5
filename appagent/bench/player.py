"""Play the tasks of the suite "smoke" by their words on the screen, as a model would, to measure faults.

The player knows the words that a person would look for in each task, but no marks and no positions. It sees only the
prompt of a run in which the screen is text. It does not remember earlier screens: each answer follows from the present
one, so that it can go on from any screen to which a fault has led. Only the prompt's notices tell it that something
came over the app.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from appagent.actions import DONE
from appagent.errors import UsageError
from appagent.models import Message
from appagent.tasks.file import Drawn

_PATIENCE = 5  # answers in a row without anything of the task in sight, the last of which gives up
_LISTING = re.compile(r"On the screen:\n<([\w-]+)>\n?(.*?)\n?</\1>", re.DOTALL)
_NOTICES = re.compile(r"What came of your last reply:\n(.*?)\nWhich action", re.DOTALL)
_LAUNCH = re.compile(r'launch\("([\w.]+)"\) brings')
_BACK = "back()"
_CAME_UP = re.compile(r"\d+\. .*: a (?:dialog|menu) came up.*\n(?!(?:\d+-)?\d+\. )")  # as the effect of the last action
# Buttons that decline or close, in the order in which they are looked for.
_NO = ("Don't allow", "Decline", "Not now", "Later", "No thanks", "Skip", "Close", "Cancel", "Dismiss")


class Sight:
    """Screen as the player sees it. listing: the outline in a prompt."""

    def __init__(self, listing: str) -> None:
        self.listing = listing

    def find(self, pattern: str) -> re.Match[str] | None:
        """Return the first match of a pattern; ^ and $ stand for the ends of a line."""
        return re.search(pattern, self.listing, re.MULTILINE)

    def mark(self, words: str) -> str:
        """Return the mark of the first element with these words, alone or between two dots; "" if there is none."""
        found = self.find(rf'^ *(\d+) (?:\w+ )?"(?:[^"]* · )?{re.escape(words)}(?: · [^"]*)?"')
        return found[1] if found else ""

    def named(self, name: str) -> str:
        """Return the mark of the first element without words that has this resource-id; "" if there is none."""
        found = self.find(rf"^ *(\d+) \w+ \({name}\)")
        return found[1] if found else ""

    def fields(self) -> list[tuple[str, str]]:
        """Return pairs (mark, text or hint) of the input fields."""
        return re.findall(r'^ *(\d+) EditText (?:"[^"]*": )?"([^"]*)"', self.listing, re.MULTILINE)

    def last_icon(self) -> str:
        """Return the mark of the last icon without a name above the input fields; "" if there is none."""
        found = re.findall(r"^ *(\d+) ImageButton \(\d+% across", self.listing.partition("EditText")[0], re.MULTILINE)
        return found[-1] if found else ""


def read_prompt(messages: Sequence[Message]) -> tuple[str, str]:
    """Return (listing, notices) of a step's prompt: the outline of the screen, and what came of the last reply."""
    prompt = messages[-1].text
    listing, notices = _LISTING.search(prompt), _NOTICES.search(prompt)
    return listing[2] if listing else "", notices[1] if notices else ""


def way_back(told: str) -> str:
    """Return the call that brings the task's app back to the front if the notices name one; else ""."""
    away = _LAUNCH.search(told)
    return f'launch("{away[1]}")' if away else ""


TaskValues = dict[str, Any]
Script = Callable[[Sight, TaskValues, set[str]], str]


class Player:
    """Answers prompts for one task, as the function that a scripted model needs.

    Raises UsageError if there is no script for the task.
    """

    def __init__(self, drawn: Drawn) -> None:
        if drawn.spec.name not in SCRIPTS:
            raise UsageError(
                f"no script plays the task {drawn.spec.name} against faults; scripts: {', '.join(SCRIPTS)}"
            )
        self._script, self._values = SCRIPTS[drawn.spec.name], dict(drawn.values)
        self._did: set[str] = set()
        self._missed, self._turned = 0, False

    def __call__(self, messages: Sequence[Message]) -> str:
        """Answer a prompt, as a model would: return the next action of the script, as text such as "tap(3)"."""
        listing, told = read_prompt(messages)
        sight = Sight(listing)
        if back := way_back(told):
            return back
        if "came over the app" in told:
            return _declined(sight)
        wanted = self._script(sight, self._values, self._did)
        self._missed = 0 if wanted else self._missed + 1
        if wanted:
            return wanted
        # Nothing of the task is in sight: what has buttons that decline, or came up, is no part of it.
        if self._missed == 1 and (_declined(sight) != _BACK or _CAME_UP.search(messages[-1].text)):
            return _declined(sight)
        self._turned |= "turned" in told  # rows may be out of sight now
        if self._missed < _PATIENCE:
            return 'swipe(direction="up", distance="short")' if self._turned and self._missed > 1 else "wait(2)"
        words = " / ".join(sight.listing.splitlines()[:6]).replace('"', "'").replace("\\", "")
        return f'finish("not_done", answer="nothing of the task is on the screen, which says: {words}")'


def _declined(sight: Sight) -> str:
    return next((f"tap({mark})" for words in _NO if (mark := sight.mark(words))), _BACK)


def _sum(sight: Sight, values: TaskValues, did: set[str]) -> str:
    return _calculated(sight, f"{values['work']['one']} + {values['work']['other']}")


def _product(sight: Sight, values: TaskValues, did: set[str]) -> str:
    return _calculated(sight, f"{values['work']['one']} × {values['work']['other']}")


def _calculated(sight: Sight, sum_: str) -> str:
    """Return a tap on the next key of a sum, by what the display shows so far, or `finish` with the result."""
    if found := sight.find(rf"^{re.escape(sum_)} = · (\S+)$"):
        return f'finish("{DONE}", answer="{found[1]}")'
    shown = sight.find(r"^(-?[\d.]+(?: [+×](?: \d+)?)?)$")
    if shown is None:
        return ""
    typed = "" if shown[1] == "0" else shown[1]
    left = sum_[len(typed) :].strip() if sum_.startswith(typed) else ""
    key = (left[0] if left else "=") if sum_.startswith(typed) else "C"
    mark = sight.find(rf'^ *(\d+) Button "{re.escape(key)}"')
    return f"tap({mark[1]})" if mark else ""


def _note_create(sight: Sight, values: TaskValues, did: set[str]) -> str:
    if sight.named("fab") and "kept" in did and sight.mark(values["title"]):
        return "finish()"
    if mark := sight.named("fab"):
        return f"tap({mark})"
    return _written(sight, (values["title"], "Title"), (values["body"], "Note"), did)


def _note_retitle(sight: Sight, values: TaskValues, did: set[str]) -> str:
    if sight.named("fab"):
        if "kept" in did and sight.mark(values["title"]):
            return "finish()"
        return _tapped(sight.mark("Books to read"))
    fields = sight.fields()
    if len(fields) == 2 and fields[0][1] in ("Books to read", values["title"]):
        return _written(sight, (values["title"], "Books to read"), (fields[1][1], ""), did)
    return ""


def _written(sight: Sight, first: tuple[str, str], second: tuple[str, str], did: set[str]) -> str:
    """Return the call that fills the next field of a note; if both are filled, the one that saves the note.

    first, second: for each of the two fields, the wanted text, and the text or hint that the field has before.
    did: gets "kept" when the note is saved.
    """
    fields = sight.fields()
    if len(fields) != 2:
        return ""
    for (mark, shown), (text, was) in zip(fields, (first, second), strict=True):
        if shown not in (text, was):
            return ""  # these are other fields
        if shown != text:
            return f'text("{text}", element={mark}, clear=true)'
    did.add("kept")
    return _tapped(sight.last_icon())


def _note_delete(sight: Sight, values: TaskValues, did: set[str]) -> str:
    if sight.find(r"^Delete note\?"):
        did.add("deleted")
        return _tapped(sight.mark("Delete"))
    if mark := sight.mark(values["title"]):
        return f"long_press({mark})"
    return "finish()" if "deleted" in did and sight.named("fab") else ""


def _note_find(sight: Sight, values: TaskValues, did: set[str]) -> str:
    fields = sight.fields()
    if len(fields) == 2 and fields[0][1] == values["fact"]["title"]:
        return f'finish("{DONE}", answer="{fields[1][1]}")'
    return _tapped(sight.mark(values["fact"]["title"]))


def _alarm_off(sight: Sight, values: TaskValues, did: set[str]) -> str:
    found = sight.find(rf'^ *\d+ (?:\w+ )?"{values["time"]}[^\n]*\n *(\d+) Switch \(onoff\) \[(on|off)')
    if found and found[2] == "off":
        return "finish()"
    return _tapped(found[1]) if found else ""


def _alarm_delete(sight: Sight, values: TaskValues, did: set[str]) -> str:
    if sight.find(r"^Delete alarm\?"):
        did.add("deleted")
        return _tapped(sight.mark("Delete"))
    if sight.mark("Duplicate"):
        return _tapped(sight.mark("Delete"))
    if mark := sight.mark(values["label"]):
        return f"long_press({mark})"
    return "finish()" if "deleted" in did and sight.mark("New alarm") else ""


def _city(sight: Sight, values: TaskValues, did: set[str]) -> str:
    if sight.mark("Add city"):
        below = "added" in did and sight.find(r"RecyclerView .*swipe")  # out of sight on a low display
        seen = sight.find(rf'(?:^|")[^"\n]*\b{values["city"]}\b')
        return "finish()" if seen or below else _tapped(sight.mark("Add city"))
    if fields := sight.fields():
        mark, shown = fields[0]
        if shown == values["city"]:
            did.add("added")
            return _tapped(_row_mark(sight, values["city"]))
        return f'text("{values["city"]}", element={mark})' if shown == "Search for a city" else ""
    return _tapped(sight.mark("World"))


def _row_mark(sight: Sight, words: str) -> str:
    """Return the mark of the first element with these words that is no input field; "" if there is none."""
    found = sight.find(rf'^ *(\d+) (?!EditText)(?:\w+ )?"{re.escape(words)}"')
    return found[1] if found else ""


def _no_vibration(sight: Sight, values: TaskValues, did: set[str]) -> str:
    found = sight.find(r'^ *(\d+) (?:\w+ )?"Vibrate[^\n]*\[(on|off)') or sight.find(
        r"Vibrate[^\n]*\n *(\d+) Switch[^\n]*\[(on|off)"
    )
    if found:
        return "finish()" if found[2] == "off" else f"tap({found[1]})"
    return _tapped(sight.mark("Settings") or sight.mark("More options"))


def _tapped(mark: str) -> str:
    return f"tap({mark})" if mark else ""


SCRIPTS: dict[str, Script] = {
    "calculator-sum": _sum,
    "calculator-product": _product,
    "note-create": _note_create,
    "note-delete": _note_delete,
    "note-retitle": _note_retitle,
    "note-find": _note_find,
    "alarm-switch-off": _alarm_off,
    "alarm-delete": _alarm_delete,
    "clock-city": _city,
    "clock-no-vibration": _no_vibration,
}
