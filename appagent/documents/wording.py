"""Put a document into words, both for people who read the store and for prompts.

A sentence adds to the control's own words, and says no more than was seen. A document whose facts add nothing has no
sentence, but its facts are still used for the map of the app.
"""

import re
from collections.abc import Callable, Sequence

from appagent.documents.facts import ObservedEffect, seen_in
from appagent.screen.language.lexicon import NO, folded, listed
from appagent.screen.names.wizard import without_step
from appagent.store import Record

WORDING = "7"  # version of the rules below; a new one makes stores index all sentences anew
_WITHOUT_SENTENCE = {
    "returns": "goes back", "leaves": "leaves the app", "switches": "turns on or off", "types": "takes a text",
    "saves": "takes what was typed", "refused": "not tried, because it may do harm", "reveals": "shows more",
}  # fmt: skip
_MOST_NAMED = 5  # controls in one sentence
_MAY = {"grant": "grant a permission", "secret": "type a secret", "pay": "pay", "send": "send something",
        "delete": "delete something", "install": "install something"}  # fmt: skip


def sentence(record: Record) -> str:
    """Return what a document says: a person's or a model's own words, and what the facts add to these.

    The result is "" if all this is in the element's own words already.
    """
    seen = seen_in(record)
    own = _own(record, seen)
    found = said(seen) if seen else ""
    if not own or not found:
        return own or found
    return own if _repeats(found, own) else f"{own} {found}"


def plainly(record: Record) -> str:
    """Return what a document says, even if this only repeats the words of its element; "" if no effect is recorded."""
    seen = seen_in(record)
    if (told := sentence(record)) or seen is None:
        return told
    if seen.effect == "opens":
        return f"opens '{_page(seen)}'" if _page(seen) else "opens another screen"
    return _WITHOUT_SENTENCE.get(seen.effect, "")


def own_words(record: Record) -> str:
    """Return a person's or a model's words in a document; "" if an older rule made its text from facts."""
    return _own(record, seen_in(record)) if record.text else ""


def _own(record: Record, seen: ObservedEffect | None) -> str:
    by_rule = record.source == "explore" and not record.model and (seen.effect if seen else "") in _LEADS
    return "" if by_rule else record.text.strip()


def said(seen: ObservedEffect) -> str:
    """Return sentences that say what an action did, or "" if nothing is worth saying.

    seen: the observed effect; for a whole template it was observed on several rows.

    >>> said(ObservedEffect(effect="opens", to_title="New note", fields=("Title", "Note")))
    "Opens 'New note' with the fields 'Title' and 'Note'."
    >>> said(ObservedEffect(effect="opens", dialog=True, asks="Delete note?", controls=("Cancel", "Delete")))
    "Opens the dialog 'Delete note?' with 'Delete'."
    >>> said(ObservedEffect(effect="opens", to_title="Step # of #", controls=("Loud",)))
    "Opens a page with 'Loud'."
    >>> said(ObservedEffect(effect="opens", to_title="Mail", controls=("Mail", "New")))
    "Opens 'Mail' with 'New'."
    >>> said(ObservedEffect(effect="changes"))
    ''
    """
    lead = _LEADS[seen.effect](seen) if seen.effect in _LEADS else ""
    return " ".join(filter(None, (lead, *_besides(seen))))


def _opens(seen: ObservedEffect) -> str:
    contents = _contents(seen)
    news = seen.of_row or ((bool(seen.asks) or _titled(seen)) and not seen.named)
    lead = "Selects this and opens" if seen.selects and not seen.named else "Opens"
    return f"{lead} {_place(seen)}{contents}." if (contents or news) and not seen.plain else ""


def _place(seen: ObservedEffect) -> str:
    """Return words for the screen after an action."""
    if seen.dialog:
        words = seen.asks or _page(seen)
        if seen.named:
            return "the dialog of that name"
        if words and folded(words) not in map(folded, seen.controls):  # else it is an item of a menu without a title
            return f"the dialog '{words}'"
        return "a dialog" if seen.fields else "a menu"
    if seen.named or not _titled(seen):
        untitled = "a form" if seen.fields else "a page"
        return "the page of that name" if seen.named else "the page that its row names" if seen.of_row else untitled
    return f"'{_page(seen)}'"


def _page(seen: ObservedEffect) -> str:
    """Return what the page after an action is called; for a page of a wizard, without the number of its step."""
    return without_step(seen.to_title)


def _titled(seen: ObservedEffect) -> bool:
    """Tell whether the screen after an action has a title, in letters, that the screen before did not have."""
    return seen.to_title != seen.title and any(letter.isalpha() for letter in _page(seen))


def _contents(seen: ObservedEffect) -> str:
    """Return the end of a sentence, " with ...", which lists the input fields and other controls that came.

    Buttons that only lead away again, such as "Cancel", are left out.
    """
    named = [f"'{name}'" for name in seen.fields if name]
    entries = f"the field{'s' * (len(named) > 1)} {_and(named)}" if named else ""
    if len(named) < len(seen.fields):
        entries = "input fields" if len(seen.fields) > 1 else "an input field"
    filled = ", filled in" if entries and seen.to_filled and seen.rows > 1 else ""
    called = folded(_page(seen)) if not seen.dialog else ""  # a tab is often called as its page
    rest = [f"'{name}'" for name in seen.controls if folded(name) not in (*listed(NO), called)]
    more = seen.others or len(rest) > _MOST_NAMED
    others = f"{', '.join(rest[:_MOST_NAMED])} and more" if more and rest else _and(rest)
    parts = [part for part in (entries + filled, others) if part]
    told = f" with {'; and '.join(parts) if filled or len(rest) > 1 else _and(parts)}" if parts else ""
    when = "for some rows" if seen.rows > 1 else "sometimes"
    return told + (f", {when} also {_quoted(seen.sometimes[:_MOST_NAMED])}" if told and seen.sometimes else "")


def _returns(seen: ObservedEffect) -> str:
    if seen.chosen:
        what = f" for '{seen.title}'" if seen.title else ""
        return f"Chooses this{what} at once, and goes back."
    return ""  # an arrow or a cross says so itself, and where it leads depends on the path taken


def _saves(seen: ObservedEffect) -> str:
    onward = _titled(seen) and not seen.led_back
    end = f" and goes to '{_page(seen)}'" if onward else ""
    return f"Takes what was typed{end}." if onward or not seen.plain else ""


def _changes(seen: ObservedEffect) -> str:
    contents = _contents(seen).removeprefix(" with ")
    return f"Shows {contents}." if contents else ""


def _refused(seen: ObservedEffect) -> str:
    if seen.plain or seen.cost not in _MAY:
        return ""
    where = f" where '{seen.asks}' is asked" if seen.asks else ""
    return f"Not tried{where}: it may {_MAY[seen.cost]}."


def _besides(seen: ObservedEffect) -> list[str]:
    """Return sentences about all effects other than the screen that the action led to."""
    turned = [f"Turns '{each.name}' {'on' if each.on else 'off'}." for each in seen.turns if each.name]
    if seen.state and seen.effect != "switches" and not seen.plain:
        turned.insert(0, f"Turns this {'on' if seen.state.on else 'off'}.")
    return [
        *turned,
        f"Becomes '{seen.becomes}'." if seen.becomes else "",
        f"Changes {_quoted(seen.values)}." if seen.values else "",
        "Filters the list." if seen.filters else "",
        "The row that it was about is gone then." if seen.gone else "",
        f"Only then {_quoted(seen.enables)} can be used." if seen.enables else "",
        f"Then says '{seen.toast}'." if seen.toast else "",
        f"'{seen.undo}' then takes it back." if seen.undo else "",
        "The same again takes it back." if seen.again and seen.effect != "switches" and not seen.plain else "",
        "Back takes it back." if seen.back else "",
        f"Needs '{seen.needs}' to be filled in first." if seen.needs else "",
    ]


def _quoted(names: Sequence[str]) -> str:
    return _and([f"'{name}'" for name in names])


def _and(words: Sequence[str]) -> str:
    """Join words with commas and a final "and".

    >>> _and(["a", "b", "c"]), _and(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _repeats(found: str, own: str) -> bool:
    """Tell whether a sentence made from facts quotes only names that a person's or model's words contain already.

    >>> _repeats("Opens 'Sound' with 'OK'.", "It leads to Sound."), _repeats("Opens 'Sound'.", "It leads to Sound.")
    (False, True)
    """
    quoted = re.findall(r"'(.+?)'(?!\w)", found)
    return all(name.casefold() in own.casefold() for name in quoted)


_LEADS: dict[str, Callable[[ObservedEffect], str]] = {
    "opens": _opens,
    "saves": _saves,
    "returns": _returns,
    "changes": _changes,
    "types": _changes,
    "reveals": lambda seen: "",
    "switches": lambda seen: "" if seen.plain else "Switches this on or off.",
    "leaves": lambda seen: f"Leaves the app for {seen.app}." if seen.app else "Leaves the app.",
    "refused": _refused,
}
