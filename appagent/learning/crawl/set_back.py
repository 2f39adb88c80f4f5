"""Remember what a crawl has switched or chosen, and when to set it back: once what this has revealed was tried."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from appagent.learning.memory.screen_history import Act, turned
from appagent.screen import Element, Screen
from appagent.screen.names.labels import chosen_instead, state_of
from appagent.screen.nodes.tree import nodes_of
from appagent.screen.transitions import ScreenKey

SET_BACK = ("chosen", "owed", "told", "times")
_MOST = 2  # times that a switch is set back at once if it opens another page, which goes then

Control = tuple[ScreenKey, str]  # page and id of a switch, or of the option that was chosen at first
Grouped = Callable[[Element, Screen], Hashable]  # returns the group of elements that do the same


@dataclass
class SetBack:
    """Controls that a crawl has changed.

    A switch may bring rows of its own, a consent may enable a button, and a choice may bring another form. These are
    gone once it is set back, so they are tried first.

    chosen: id of the option that was chosen at first, by (page, template).
    owed: by control, (page that was shown after the change, ids of the elements that the change has revealed there).
    told: the controls that `due` and `rest` have yielded.
    times: how often a switch has opened another page, by its id. After a few times it is set back at the end only.
    """

    chosen: dict[tuple[ScreenKey, str], str] = field(default_factory=dict)
    owed: dict[Control, tuple[ScreenKey, tuple[str, ...]]] = field(default_factory=dict)
    told: set[Control] = field(default_factory=set)
    times: Counter[str] = field(default_factory=Counter)

    def note(self, act: Act, here: ScreenKey, end: ScreenKey, grouped: Grouped) -> None:
        """Note that an action has changed a control or set it back. here, end: the pages before and after it."""
        if act.element is None:
            return
        name = act.element.id
        if first := self._first_choice(act, act.element, here):
            self._settle((here, first)) if first == name else self._owe((here, first), act, end, grouped)
        elif turned(act) or _is_other(act, act.after.element(name)):
            changed = [each for each in self.owed if each[1] == name and each[0][1] in (here[1], end[1])]
            if changed:
                self._settle(changed[0])
            else:
                self.times[name] += here != end
                self._owe((end, name), act, end, grouped)

    def comes_first(self, page: ScreenKey, screen: Screen, name: str, switch: bool) -> bool:
        """Tell whether an element of a page is to be tried before anything is set back there.

        It is if a change has revealed it. While a control of the page is disabled, it is if it is a switch, too: all
        switches together may enable the control. screen: the page in front. name: the element's id.
        """
        revealed = [ids for control, (shown, ids) in self.owed.items() if _is_here(control, shown, page, screen)]
        return any(name in ids for ids in revealed) or (switch and bool(revealed) and _is_incomplete(screen))

    def due(self, page: ScreenKey, screen: Screen) -> Iterator[Control]:
        """Yield the controls to set back once this page is in front, each once."""
        for control, (shown, _) in self.owed.items():
            free = control not in self.told and self.times[control[1]] <= _MOST
            if free and _is_here(control, shown, page, screen):
                self.told.add(control)
                yield (page, control[1]) if screen.element(control[1]) else control

    def rest(self) -> Iterator[Control]:
        """Yield all controls to set back that were not yielded yet."""
        left = self.owed.keys() - self.told
        self.told |= left
        yield from sorted(left)

    def _owe(self, control: Control, act: Act, end: ScreenKey, grouped: Grouped) -> None:
        self.owed[control] = end, tuple(each.id for each in _revealed(act, grouped))
        self.told.discard(control)

    def _settle(self, control: Control) -> None:
        self.owed.pop(control, None)
        self.told.discard(control)

    def _first_choice(self, act: Act, element: Element, here: ScreenKey) -> str:
        """Return the id of the option that was chosen at first, if an action chose another one instead, else "".

        element: the one that the action touched.
        """
        kind, chosen = element.template, chosen_instead(element, act.before)
        left = [e.id for e in act.after.elements if e.template == kind and state_of(e, act.after)]
        if chosen is None or chosen.id in left:
            return ""
        return self.chosen.setdefault((here, kind), chosen.id)


def _revealed(act: Act, grouped: Grouped) -> list[Element]:
    """Return the elements that an action has enabled or inserted between others, and those whose group is new there.

    The rows of a list that was filtered do not count: they come at the end of the page in place of others.
    """
    before = [act.before, *([act.was] if act.was else [])]
    stayed = act.element and act.after.element(act.element.id)
    if not stayed and act.after.screen_id not in {each.screen_id for each in before}:
        return []
    groups = {grouped(element, screen) for screen in before for element in screen.elements}
    known = {element.id for screen in before for element in screen.elements}
    left = {element.id for element in act.after.elements}
    last = max((each.mark for each in act.after.elements if each.id in known), default=0)
    stays = {element.id for element in before[-1].elements} <= left
    return [
        element
        for element in act.after.elements
        if element.id not in known and (stays or element.mark < last or grouped(element, act.after) not in groups)
    ]


def _is_other(act: Act, now: Element | None) -> bool:
    """Tell whether the touched element has another state, also where this gave the page other controls."""
    state = act.element and state_of(act.element, act.before)
    return now is not None and state is not None and state_of(now, act.after) not in (None, state)


def _is_here(control: Control, shown: ScreenKey, page: ScreenKey, screen: Screen) -> bool:
    """Tell whether a page is the one that was shown after a change, if with other controls by now.

    control, shown: as in `SetBack.owed`.
    """
    return page == shown or (control[0][1] == page[1] and screen.element(control[1]) is not None)


def _is_incomplete(screen: Screen) -> bool:
    """Tell whether a screen has a control that is disabled, as the button of a form is until all is filled in."""
    return any(node.clickable and not node.enabled and node.visible for node in nodes_of(screen.tree))
