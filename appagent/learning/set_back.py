"""Remember what a crawl has switched or chosen, and when to set it back: once what this has revealed was tried."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from appagent.learning.screen_history import Act, turned
from appagent.screen import Element, Screen
from appagent.screen.labels import chosen_instead, state_of
from appagent.screen.transitions import ScreenKey
from appagent.screen.tree import nodes_of

SET_BACK = ("chosen", "owed", "told")

Control = tuple[ScreenKey, str]  # page and id of a switch, or of the option that was chosen at first
Grouped = Callable[[Element, Screen], Hashable]  # returns the group of elements that do the same


@dataclass
class SetBack:
    """Controls that a crawl has changed.

    A switch may bring rows of its own, a consent may enable a button, and a choice may bring another form. These are
    gone once it is set back, so they are tried first.

    chosen: id of the option that was chosen at first, by (page, template).
    owed: by control, (page that was shown after the change, ids of the elements that the change has revealed there).
    told: the controls that `due` has yielded.
    """

    chosen: dict[tuple[ScreenKey, str], str] = field(default_factory=dict)
    owed: dict[Control, tuple[ScreenKey, tuple[str, ...]]] = field(default_factory=dict)
    told: set[Control] = field(default_factory=set)

    def note(self, act: Act, here: ScreenKey, end: ScreenKey, grouped: Grouped) -> None:
        """Note that an action has changed a control or set it back. here, end: the pages before and after it."""
        if act.element is None:
            return
        name = act.element.id
        if first := self._first_choice(act, here):
            self._settle((here, first)) if first == name else self._owe((here, first), act, end, grouped)
        elif turned(act):
            changed = [each for each in ((here, name), (end, name)) if each in self.owed]
            if changed:
                self._settle(changed[0])
            else:
                self._owe((end, name), act, end, grouped)

    def comes_first(self, page: ScreenKey, screen: Screen, name: str, switch: bool) -> bool:
        """Tell whether an element of a page is to be tried before anything is set back there.

        It is if a change has revealed it. While a control of the page is disabled, it is if it is a switch, too: all
        switches together may enable the control. screen: the page in front. name: the element's id.
        """
        revealed = [ids for shown, ids in self.owed.values() if shown == page]
        return any(name in ids for ids in revealed) or (switch and bool(revealed) and _is_incomplete(screen))

    def due(self, page: ScreenKey | None) -> Iterator[Control]:
        """Yield the controls that were changed on a page, or on any page if it is None, each once."""
        for control, (shown, _) in self.owed.items():
            if control not in self.told and page in (None, shown):
                self.told.add(control)
                yield control

    def _owe(self, control: Control, act: Act, end: ScreenKey, grouped: Grouped) -> None:
        self.owed[control] = end, tuple(each.id for each in _revealed(act, grouped))
        self.told.discard(control)

    def _settle(self, control: Control) -> None:
        self.owed.pop(control, None)
        self.told.discard(control)

    def _first_choice(self, act: Act, here: ScreenKey) -> str:
        """Return the id of the option that was chosen at first, if an action chose another one instead, else ""."""
        if act.element is None:
            return ""
        kind, chosen = act.element.template, chosen_instead(act.element, act.before)
        left = [e.id for e in act.after.elements if e.template == kind and state_of(e, act.after)]
        if chosen is None or chosen.id in left:
            return ""
        return self.chosen.setdefault((here, kind), chosen.id)


def _revealed(act: Act, grouped: Grouped) -> list[Element]:
    """Return the elements that an action has enabled or put between others, and those of groups that are new there.

    The rows of a list that was filtered are none of these: they end the page in place of others.
    """
    before = [act.before, *([act.was] if act.was else [])]
    if act.after.screen_id not in {each.screen_id for each in before}:
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


def _is_incomplete(screen: Screen) -> bool:
    """Tell whether a screen has a control that is disabled, as the button of a form is until all is filled in."""
    return any(node.clickable and not node.enabled and node.visible for node in nodes_of(screen.tree))
