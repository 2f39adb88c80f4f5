"""Tell whether what a reply's calls did proves that its task is done, so that `finish` needs no look by the agent."""

import re
from collections.abc import Collection, Sequence

from appagent.actions import ScrollTo, Tap
from appagent.actions.parts.base import Kinds, Looking
from appagent.documents.outcomes.effect_words import NOTHING, only_states, opened, saved
from appagent.runs.trajectory import Step
from appagent.screen.language.lexicon import FAILED, NOT, QUESTION_MARKS, any_word, folded
from appagent.screen.texts.wording import lasting
from appagent.step.walks.in_sight import names_like

LOOK_FIRST = "look at what the calls before it did first"
_QUOTED = re.compile(r'"[^"]*"')
_MESSAGE = re.compile(r'(?:^|; )a message says ("[^"]*")[^;]*$')
_DENIES = re.compile(any_word(f"{NOT}, {FAILED}"))
_WORDS = re.compile(r"\w+")  # of a row, whose parts may be joined by signs
_CAME_AND_WENT = ("new: ", "gone: ")  # how the parts of an effect begin that name texts
_MARK = re.compile(r",? ?mark \d+")
_UP = re.compile(r"tap\(1[,)]")  # the first control of a page is the one that leads up
_SURE = Kinds(lambda cls: issubclass(cls, Looking))  # these count as done only if they reached their aim


def unproven(steps: Sequence[Step], given: Collection[str]) -> str:
    """Return why the effects of a reply's calls do not prove that the task is done; "" if they prove it.

    They prove it if each call only set a value or a state, or saved one, which shows on the page or has led back to an
    earlier screen, or which a message confirms. A call may also lead to a screen, tab or dialog, such as one to choose
    a value, if a later call set or saved something. A tap on an icon without words, except the first one of its page,
    has saved if it led back and a message came. `scroll_to` is left out, because it has found its words. Within a walk
    by the map, only the last step is looked at. What a call brings onto the page besides is no more than expected if a
    later call is about it, or if, before a later call set or saved something, it is numbers and times to choose from or
    says something new of what was there.
    steps: the steps of the reply so far. given: what its calls typed or set, folded.
    """
    proven, later = list[bool](), list[str]()
    for step in reversed(steps):
        named, expected = _named(step.words), later if any(proven) else None
        shown = _MARK.sub("", step.words).removeprefix("tap ")
        proven.insert(0, _proves(step.effect, given, named, icon=_is_icon(step), expected=expected, control=shown))
        later += named
    for number, step in enumerate(steps):
        if step.outcome != "done":
            return f"it is not known whether this was done: {step.words}"
        if (step.walk and step is not steps[-1]) or step.kind == ScrollTo.kind:
            continue  # what scroll_to found is the words that the agent wanted to see
        if not step.changed and step.kind not in _SURE:
            return f"{step.words} changed nothing"
        led_on = _leads(step.effect) and any(proven[number + 1 :])
        if step.changed and not (proven[number] or led_on):
            return f"{LOOK_FIRST}, because {_why_not(step)}"
    return "" if steps else LOOK_FIRST


def _is_icon(step: Step) -> bool:
    """Tell whether a step tapped a control without words that is not the first one of its page."""
    return step.kind == Tap.kind and not _named(step.words) and not _UP.match(step.action)


def _why_not(step: Step) -> str:
    """Return why the effect of a step does not prove that something was set or saved."""
    message = _MESSAGE.search(step.effect)
    if message and _DENIES.search(folded(message[1])):
        return f"the message {message[1]} may deny it"
    if step.effect.startswith("back on "):
        return f"{step.words} has led back, and nothing says that it has set or saved something"
    if opened(step.effect) or _leads(step.effect):
        return f"{step.words} has led to what you have not seen"
    return f"{step.words} has changed more than the values that you gave"


def _leads(effect: str) -> bool:
    """Tell whether an effect is that a screen, tab or dialog came up, and no message."""
    shown = effect.startswith("back on ") or "is selected now, and its page is shown" in effect
    return opened(effect) or (shown and not _MESSAGE.search(effect))


def _proves(
    effect: str,
    given: Collection[str],
    named: Collection[str] = (),
    *,
    icon: bool = False,
    expected: Collection[str] | None = None,
    control: str = "",
) -> bool:
    """Tell whether an effect shows that something was saved or set, and nothing else came of it.

    A message must not say that something failed. Beside an earlier screen that is back, it is proof by itself if it has
    the words of what was given or named, or if the control had none and the message is no question. One that is no
    question proves it too where nothing but the row that was acted on has gone, or where nothing but the picture of the
    tapped control has changed, such as a heart that is filled.
    given: what was typed or set, folded. named: the words of what was touched, folded. icon: True if it had no words.
    expected: as for `_shows`. control: what was touched, as effects call it.

    >>> _proves('back on the screen "A"; a message says "Added to Kids"', (), ["kids"])
    True
    >>> _proves('back on the screen "A"; a message says "Not added to Kids"', (), ["kids"])
    False
    >>> _proves('back on the screen "A"; a message says "Look here"', (), ["ok"])
    False
    >>> _proves('gone: "Old box", "Nails"; a message says "Sold"', (), ["old box"])
    True
    """
    message = _MESSAGE.search(effect)
    said, rest = (folded(message[1]), effect[: message.start()]) if message else ("", effect)
    if _DENIES.search(said):
        return False
    alone = rest.startswith("back on ") and "; " not in _QUOTED.sub("", rest)
    worded = any(names_like(name, [said]) for name in (*given, *named))
    asks = said.rstrip('" ').endswith(QUESTION_MARKS)
    confirmed = bool(message) and alone and (worded or (icon and not asks))
    alone = _took_away(rest, named) or rest == f"the picture of {control} changed"
    confirmed = confirmed or (bool(message) and not asks and alone)
    return confirmed or saved(rest) or (bool(rest) and not rest.startswith(NOTHING) and _shows(rest, given, expected))


def _shows(effect: str, values: Collection[str], expected: Collection[str] | None = None) -> bool:
    """Tell whether an effect is nothing but new states, and new texts that each have one of some values.

    values: folded. New numbers and dates beside such a text are part of what was saved. expected: the words of what
    later calls are about, folded, if one of these has set or saved something; numbers and times may come and go then.

    >>> _shows('new: "Milk, 2 l", "10:08"; "Count" holds "0" now', {"milk"}), _shows('new: "Not saved"', {"milk"})
    (True, False)
    """
    wanted = {each for each in (*values, *(expected or ())) if each}
    parts = effect.split("; ")
    if expected is not None and _only_restated(parts):
        parts = [part for part in parts if not part.startswith(_CAME_AND_WENT)]
    for part in parts:
        new = [folded(each) for each in _QUOTED.findall(part)] if part.startswith(_CAME_AND_WENT) else []
        named = [each for each in new if lasting(each.strip('"'))]
        told = named and part.startswith("new: ") and all(any(one in each for one in wanted) for each in named)
        to_choose = bool(new) and not named and expected is not None
        if not (only_states(part) or told or to_choose):
            return False
    return True


def _only_restated(parts: Sequence[str]) -> bool:
    """Tell whether each new text says something else of what a gone one named, such as a seat that is chosen now.

    >>> _only_restated(['new: "C4 free", "E7 chosen"', 'gone: "C4 chosen", "E7 free"'])
    True
    >>> _only_restated(['new: "E7 chosen"', 'gone: "C4 free"'])
    False
    """
    came, went = (
        [_WORDS.findall(folded(each))[:1] for part in parts if part.startswith(how) for each in _QUOTED.findall(part)]
        for how in _CAME_AND_WENT
    )
    return bool(came) and all(came) and sorted(came) == sorted(went)


def _took_away(effect: str, named: Collection[str]) -> bool:
    """Tell whether an effect is nothing but that texts have gone, with those of the row that was acted on first.

    named: the words of what was touched, folded.
    """
    gone = [folded(each) for each in _QUOTED.findall(effect)]
    only = effect.startswith("gone: ") and "; " not in _QUOTED.sub("", effect)
    first = _WORDS.findall(gone[0]) if gone else []
    return only and bool(first) and any(_WORDS.findall(each)[: len(first)] == first for each in named)


def _named(words: str) -> list[str]:
    return [folded(each[1:-1]) for each in _QUOTED.findall(words)]
