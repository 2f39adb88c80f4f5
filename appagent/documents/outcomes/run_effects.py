"""Describe the effect of each action of a run, taking into account what the run has seen before."""

from dataclasses import dataclass, field, replace

from appagent.documents.outcomes.effects import EffectWords, effect_between
from appagent.screen import Screen
from appagent.screen.compare import may_be_one
from appagent.screen.comparing.resting import Rest
from appagent.screen.language.ticking import unticked
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
        earlier = self._earlier(before, after)
        was = self._left.get(earlier) if earlier else None
        effect = effect_between(before, after, kind, was, toasts, still, shown)
        return EffectWords(f"{effect.words}{self._of_apps(before, after, kind)}", effect.changed)

    def _earlier(self, before: Screen, after: Screen) -> ScreenKey | None:
        """Note where an action has led, and return the key of that screen if the run had come from there; else None.

        A page that was seen before, but is opened anew from another one, may be about something else.
        """
        found = None
        for screen in (before, after):
            if found := self._on_path(screen):
                del self._path[self._path.index(found) + 1 :]
            else:
                self._path.append(screen_key(screen))
        return found

    def _on_path(self, screen: Screen) -> ScreenKey | None:
        """Return the key of a screen on the path that another one is, maybe with other contents; else None.

        A list with fewer rows may have another screen id, because it does not scroll any more. A page of the same title
        as the last one on the path is usually a further one.
        """
        key = screen_key(screen)
        if key in self._path:
            return key
        titled = [each for each in self._path[:-1] if key[1] and each[1] == key[1] and each in self._left]
        return next((each for each in reversed(titled) if may_be_one(self._left[each], screen)), None)

    def _of_apps(self, before: Screen, after: Screen, kind: str) -> str:
        """Return words to add if another app came in front: whether it came by itself, and what is new.

        While another app's window, such as a call, lies over the app, the action's own effect cannot be seen. It is
        described once the window has gone.
        """
        if before.app == after.app:
            return ""
        self._apps[before.app] = replace(before, picture=None)
        if left := self._apps.get(after.app):
            since = effect_between(left, replace(after, picture=None), "swipe" if _scrolled(left, after) else kind)
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


def _scrolled(before: Screen, after: Screen) -> bool:
    """Tell whether a text that both screens have lies further up or down now, as after scrolling."""
    tops = {text: place[1] for text, place in before.placed_texts}
    return any(tops.get(text, place[1]) != place[1] for text, place in after.placed_texts)
