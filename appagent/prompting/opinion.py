"""Ask a model about the effect of controls that no rule of the guard knows, and keep its answers in the store."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from appagent.errors import ActionError
from appagent.models.base import LONGEST_REPLY
from appagent.prompting.asking import Asker
from appagent.prompting.pictures.crops import crops
from appagent.prompting.pictures.marks import encode
from appagent.prompting.replies.reply import CUT_OFF
from appagent.prompting.replies.schema import EFFECTS, UNKNOWN, effects_schema
from appagent.prompting.replies.sections import set_thinking_aside
from appagent.prompting.words.outline import line_of
from appagent.screen import Element, Screen
from appagent.screen.names.labels import inside
from appagent.screen.nodes.tree import area
from appagent.screen.pictures.looks import look_alike, looks
from appagent.store import Store

_MOST = 20  # most controls in one question
_SAME = 0.95  # correlation of two icons; 1 of 6,786 pairs of different icons of the virtual phone comes to it
_TEXTS, _LONGEST = 80, 200  # texts of the page that the model gets, and letters of each
_ONE = re.compile(r'(\d+)"?\s*(?:,\s*"effect"\s*)?[:=–.)-]+\s*["*]*([a-z]+)', re.IGNORECASE)


@dataclass
class SecondOpinion:
    """Tells the effects of controls by asking a model that knows neither the task nor the steps so far.

    The model gets pictures of the controls, and as fenced data the words of the controls and of the page. Each answer
    is kept in the store under the control's id and words, so no question is asked twice.
    asker: asks the model, and counts what that costs. store: keeps the answers.
    """

    asker: Asker
    store: Store

    def effects(
        self, screen: Screen, controls: Sequence[Element], waiting: Callable[[], Sequence[Element]] = tuple
    ) -> dict[int, str]:
        """Return the effect of each control by its mark: one of EFFECTS.

        One question covers all controls that have no answer in the store, and one of those that look alike in rows that
        are built alike. The effect is "unknown" if the model does not name one, or if its reply cannot be parsed.
        waiting: returns controls that cannot be touched yet, with marks of their own. A question covers them, too.
        """
        known = {each.mark: self._known(each, screen) for each in controls}
        if not all(known.values()):
            later = waiting()
            known |= {each.mark: self._known(each, screen) for each in later}
            left = [each for each in (*controls, *later) if not known[each.mark]]
            alike = _alike(left, screen)
            said = self._ask(screen, [group[0] for group in alike][:_MOST])
            known |= {each.mark: said[group[0].mark] for group in alike if group[0].mark in said for each in group}
            told = {(each.id, each.text): now for each in left if (now := known[each.mark]) not in ("", UNKNOWN)}
            self.store.keep_opinions(screen.app, told)
        return {mark: said or UNKNOWN for mark, said in known.items()}

    def _known(self, control: Element, screen: Screen) -> str:
        return self.store.opinion(screen.app, control.id, control.text)

    def _ask(self, screen: Screen, controls: Sequence[Element]) -> Mapping[int, str]:
        sheet = crops(screen, controls)
        pictures = self.asker.pictures(encode(sheet) if sheet else b"")
        hints = dict.fromkeys(each.hint for each in screen.elements if each.hint)
        words = [text[:_LONGEST] for text in (*screen.texts[:_TEXTS], *hints)]
        told = {
            "controls": "\n".join(line_of(each, screen) for each in controls),
            "page": "\n".join([f"{screen.app}: {screen.heading}", *words]),
            "pictured": bool(pictures),
        }
        reply = self.asker.ask("judge", pictures, told, effects_schema())
        try:
            return read_effects(reply.text, [each.mark for each in controls], reply.finish_reason)
        except ActionError:
            return {}


def _alike(controls: Sequence[Element], screen: Screen) -> list[list[Element]]:
    """Return controls in groups of which a model can tell no difference: icons of one column that show the same.

    They lie in rows that can be tapped and are built alike. All others are alone.
    """
    groups: list[tuple[tuple[object, ...], str, list[Element]]] = []
    for each in controls:
        built = _built(each, screen)
        look = looks(each, screen) if built else ""
        same = (group for made, shown, group in groups if built and made == built and look_alike(shown, look, _SAME))
        if (group := next(same, None)) is None:
            groups.append((built, look, [each]))
        else:
            group.append(each)
    return [group for _, _, group in groups]


def _built(element: Element, screen: Screen) -> tuple[object, ...]:
    """Return how an icon without words and the row around it are built, and its column; () if there is no such row."""
    around = [each for each in screen.elements if each is not element and inside(each, element)]
    row = min(around, key=lambda each: area(each.bounds), default=None)
    if row is None or element.text or "tap" not in row.actions:
        return ()
    left, top, right, bottom = element.bounds
    place = left, right, top - row.bounds[1], bottom - row.bounds[1]
    return (row.template, row.shape, element.template, element.shape, element.row_shape, element.checked, *place)


def read_effects(text: str, marks: Sequence[int], finish_reason: str = "stop") -> dict[int, str]:
    """Parse a reply that names the effects of controls, in lines or JSON; return the effects by mark.

    The effect of a control is "unknown" if the reply gives it two. marks: the marks of the controls that the question
    was about; all others are ignored. Raises ActionError if the reply names no effect.

    >>> read_effects("3: send\\n4: none", [3, 4]), read_effects('{"effects": [{"control": 3, "effect": "pay"}]}', [3])
    ({3: 'send', 4: 'none'}, {3: 'pay'})
    """
    said = "" if finish_reason in CUT_OFF else set_thinking_aside(text[:LONGEST_REPLY]).text
    found: dict[int, str] = {}
    for number, effect in _ONE.findall(said):
        mark, effect = int(number[:9]), effect.lower()
        if mark in marks and effect in EFFECTS:
            found[mark] = effect if found.get(mark, effect) == effect else UNKNOWN
    if not found:
        raise ActionError("the reply gives no control an effect")
    return found
