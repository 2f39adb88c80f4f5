"""Describe the effect of each action of a run, taking into account what the run has seen before."""

from dataclasses import dataclass, field, replace

from appagent.documents.effects import EffectWords, effect_between
from appagent.screen import Screen
from appagent.screen.resting import Rest
from appagent.screen.ticking import unticked
from appagent.screen.transitions import GOING_ELSEWHERE, SCROLLING, ScreenKey, screen_key


@dataclass
class Effects:
    """Describes the effect of each action of a run, and remembers how each screen looked when it was left.

    app: package that the task is about; another app that comes in front of it may have come by itself.
    """

    app: str = ""
    _path: list[ScreenKey] = field(default_factory=list)  # the screens from the first one to the present one
    _left: dict[ScreenKey, Screen] = field(default_factory=dict)
    _apps: dict[str, Screen] = field(default_factory=dict)  # by package, how each app looked when it was left
    _shown: dict[ScreenKey, frozenset[str]] = field(default_factory=dict)  # texts of a screen, if not seen to vanish
    _toast: str = ""  # text of the toast after the action before
    _ticking: set[str] = field(default_factory=set)  # texts that changed by themselves, as `unticked` returns them

    def of(self, before: Screen, after: Screen, kind: str, toast: str = "", rest: Rest | None = None) -> EffectWords:
        """Return the effect of one action. kind: kind of the action. before, after: the screens around it.

        toast: what a toast said meanwhile, "" for none. rest: which texts stood still before it; None if not known.
        """
        rest = rest or Rest()
        self._ticking.update(map(unticked, rest.gone))
        still = frozenset(text for text in rest.still if unticked(text) not in self._ticking)
        self._left[screen_key(before)] = replace(before, picture=None)
        toasts, self._toast = (self._toast, toast), toast
        shown = self._seen(before, after, kind)
        was = self._left.get(screen_key(after)) if self._leads_back(before, after) else None
        effect = effect_between(before, after, kind, was, toasts, still, shown)
        return EffectWords(f"{effect.words}{self._of_apps(before, after, kind)}", effect.changed)

    def _leads_back(self, before: Screen, after: Screen) -> bool:
        """Note where an action has led, and tell whether the run had come from there.

        A page that was seen before, but is opened anew from another one, may be about something else.
        """
        back = False
        for key in (screen_key(before), screen_key(after)):
            if back := key in self._path:
                del self._path[self._path.index(key) + 1 :]
            else:
                self._path.append(key)
        return back

    def _of_apps(self, before: Screen, after: Screen, kind: str) -> str:
        """Return words to add if another app came in front: whether it came by itself, and what is new.

        While another app's window, such as a call, lies over the app, the action's own effect cannot be seen. It is
        described once the window has gone.
        """
        if before.app == after.app:
            return ""
        self._apps[before.app] = replace(before, picture=None)
        if left := self._apps.get(after.app):
            since = effect_between(left, replace(after, picture=None), kind)
            return f"; since it was last in front: {since.words}" if since.changed else ""
        return ", by this action or by itself" if before.app == self.app and kind not in GOING_ELSEWHERE else ""

    def _seen(self, before: Screen, after: Screen, kind: str) -> frozenset[str]:
        """Return what the screen after an action showed before it, scrolled or not; remember what it shows now."""
        here, there = screen_key(before), screen_key(after)
        self._shown[here] = self._shown.get(here, frozenset()) | frozenset(before.texts)
        shown = self._shown.get(there, frozenset())
        was = None if here == there and kind.startswith(SCROLLING) else self._left.get(there)
        self._shown[there] = shown.difference(was.texts if was else ()) | frozenset(after.texts)
        return shown
