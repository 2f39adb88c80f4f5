"""Confirm a replay by its last screen, which should show the texts that the replay typed or chose."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from appagent.actions.parts.description import quoted
from appagent.experience.plan import Move
from appagent.experience.slots import fill_slots
from appagent.screen import Element, Screen
from appagent.screen.finding_again.again import name_of_kind
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import state_of
from appagent.screen.nodes.tree import nodes_of
from appagent.screen.texts.wording import visible_words


def page_texts(screen: Screen, *, editable: bool) -> set[str]:
    """Return the folded texts of a screen: those in its input fields if `editable` is True, else all others."""
    nodes = (one for one in nodes_of(screen.tree) if one.visible and one.editable == editable)
    return {folded(words) for one in nodes if (words := visible_words(one))}


@dataclass
class _Used:
    """Text that was typed, or by which a row was chosen.

    page: id of the screen on which this was done.
    left: True if another page was seen since.
    """

    text: str
    typed: bool
    page: str
    known: dict[str, set[str]]  # what each page said until then
    left: bool = False


@dataclass
class Evidence:
    """Watches the screens of a replay, to find texts and switches that confirm its result.

    A typed text is confirmed if the last screen shows it, and no screen did before it was typed. In an input field it
    counts only if another page was seen in between. A chosen text is confirmed if the last page shows it, and was seen
    without it before.
    """

    states: dict[str, bool] = field(default_factory=dict)  # whether each switch that was set is on, by name
    _pages: dict[str, set[str]] = field(default_factory=dict)
    _used: list[_Used] = field(default_factory=list)

    def saw(self, screen: Screen) -> None:
        """Remember the texts of a screen."""
        self._pages[screen.screen_id] = page_texts(screen, editable=False)
        for each in self._used:
            each.left = each.left or each.page != screen.screen_id

    def used(self, text: str, screen: Screen, *, typed: bool) -> None:
        """Remember that a text was typed on a screen, or that a row was chosen by it."""
        if text:
            known = {page: set(said) for page, said in self._pages.items()}
            self._used.append(_Used(text, typed, screen.screen_id, known))

    def set_state(self, move: Move, element: Element, screen: Screen, values: Mapping[str, str]) -> None:
        """Remember whether a switch is on, after a move has set it.

        element: the switch. values: the value of each slot, by name.
        """
        said = fill_slots(move.target.says, values) if move.target else ""
        if (state := state_of(element, screen)) is not None:
            self.states[quoted(said or name_of_kind(element) or element.role)] = state

    def read_back(self, screen: Screen, answer: str = "") -> list[str]:
        """List what confirms the replay on the last screen: typed and chosen texts, states of switches, the answer."""
        said, held = (page_texts(screen, editable=editable) for editable in (False, True))
        found = []
        for each in self._used:
            text = folded(each.text)
            before = each.known.values() if each.typed else [each.known.get(screen.screen_id, {text})]
            shown = text in said and not any(text in texts for texts in before)
            if shown or (each.typed and each.left and text in held):
                found.append(f'"{each.text}"')
        found += [f"{name} is {'on' if on else 'off'}" for name, on in self.states.items()]
        found += [f'the answer "{answer}"'] if answer else []
        return list(dict.fromkeys(found))
