"""The agent without a model: matches a task's words to elements' words, documents and the map of the app.

It presses nothing that it has no reason to press: where neither words nor documents name a way it gives up, and
says so. It knows no app, and with documents and without it is the same code.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from appagent.actions import Action, Back, Finish, LongPress, Swipe, Tap, TypeText
from appagent.agents.atlas import BACK, Atlas, Door, Place, Sight, state_of, title
from appagent.agents.goal import Goal, Value, coverage, likeness, read_goal, same_kind, words
from appagent.loop import Decision, GiveUp, View
from appagent.models import Usage
from appagent.screen import Element, Screen
from appagent.store import Record

_GOOD = 0.5  # a likeness from which words are believed to mean the same
_WHOLE = 0.75  # of the task's words, for a switch to be the one meant
_SCROLLS = 5  # looked through before something is given up as not there
_AGREE = (
    "ok",
    "save",
    "done",
    "delete",
    "remove",
    "confirm",
    "yes",
    "apply",
    "create",
    "确定",
    "保存",
    "完成",
    "删除",
    "移除",
    "确认",
)


@dataclass(frozen=True)
class _Target:
    """What the task is about: a sight at a place."""

    place: Place
    sight: Sight
    score: float


@dataclass
class Offline:
    """Carries one task out. records: the documents of the app; none leaves it with what it sees."""

    records: Iterable[Record] = ()
    name: str = "offline"
    _goal: Goal | None = None
    _atlas: Atlas = field(default_factory=Atlas)
    _documents: dict[tuple[str, str], Record] = field(default_factory=dict)
    _typed: list[Value] = field(default_factory=list)
    _came: tuple[Place, Door] | None = None
    _acted: bool = False
    _done: frozenset[str] = frozenset()
    _scrolled: int = 0
    _flipped: int = 0
    _target: _Target | None = None
    _passed: set[tuple[Place, str]] = field(default_factory=set)

    @property
    def usage(self) -> Usage:
        """Nothing: no model is asked."""
        return Usage()

    def decide(self, view: View) -> Decision:
        """The next action. Raises GiveUp where there is no reason for any."""
        if self._goal is None:
            self._goal = read_goal(view.task.goal)
            known = list(self.records)
            self._atlas = Atlas(known)
            self._documents = {(r.element_id or r.template, r.action): r for r in reversed(known)}
        here = self._arrive(view.screen)
        action, why, used = self._next(self._goal, view.screen, here)
        return Decision(action, thought=why, summary=why, documents=used)

    def _arrive(self, screen: Screen) -> Place:
        """Note where the last action led."""
        here = self._atlas.visit(screen)
        if self._came:
            start, door = self._came
            if start != here:
                self._atlas.went(start, door, here)
                self._atlas.went(here, BACK, start) if (BACK.template, "back") not in self._atlas.doors.get(
                    here, {}
                ) else None
                self._scrolled = 0
            self._came = None
        return here

    def _next(self, goal: Goal, screen: Screen, here: Place) -> tuple[Action, str, tuple[str, ...]]:
        for attempt in (self._type, self._keep, self._agree, self._choose, self._conclude, self._act):
            found = attempt(goal, screen, here)
            if found:
                return found
        return self._walk(goal, screen, here)

    def _type(self, goal: Goal, screen: Screen, here: Place) -> "_Found":
        """Type the next value, where this is the place for the values."""
        left = [value for value in goal.values if value not in self._typed]
        fields = [e for e in screen.elements if "text" in e.actions]
        if not left or not fields or (not self._acted and not self._fits(goal, [e.hint or e.text for e in fields])):
            return None
        for value, element in _assigned(left, [e for e in fields if not self._holds_typed(e)]):
            if element.text == value.text:
                self._typed.append(value)
                continue
            self._typed.append(value)
            self._acted = True
            why = f"'{value.text}' belongs into '{element.hint or element.text}'"
            return self._go(here, element, "text", why, TypeText(value.text, element.mark, clear=bool(element.text)))
        return None

    def _keep(self, goal: Goal, screen: Screen, here: Place) -> "_Found":
        """All is typed: press what is known, or says, to keep it."""
        if not self._typed or any(value not in self._typed for value in goal.values):
            return None
        if not any("text" in e.actions for e in screen.elements):
            return Finish(), "what was typed is kept", ()
        for element in screen.elements:
            record = self._document(element, "tap")
            if record and _effect(record) == "saves":
                return self._go(
                    here, element, "tap", f"it {record.text[:1].lower()}{record.text[1:]}", used=(record.id,)
                )
        agree = next((e for e in screen.elements if e.text.casefold() in _AGREE), None)
        if agree:
            return self._go(here, agree, "tap", f"'{agree.text}' keeps what was typed")
        raise GiveUp("all is typed, and nothing on the screen is known to keep it")

    def _agree(self, goal: Goal, screen: Screen, here: Place) -> "_Found":
        """A dialog that asks whether to do what the task asks for."""
        if goal.intent != "delete" or not self._acted:
            return None
        agree = next((e for e in screen.elements if e.window == "dialog" and e.text.casefold() in _AGREE), None)
        return self._go(here, agree, "tap", f"'{agree.text}' confirms it") if agree else None

    def _choose(self, goal: Goal, screen: Screen, here: Place) -> "_Found":
        """After the thing itself was opened: one of its choices is what the task names."""
        if goal.intent != "set" or not self._acted or not goal.values:
            return None
        wanted = goal.values[-1].text.casefold()
        choice = next((e for e in screen.elements if e.text.casefold() == wanted), None)
        if choice is None or choice.text in self._done:
            return None
        self._typed.extend(goal.values)
        self._done |= {choice.text}
        return self._go(here, choice, "tap", f"'{choice.text}' is the choice")

    def _conclude(self, goal: Goal, screen: Screen, here: Place) -> "_Found":
        """Finish where the screen shows that the task is done."""
        if goal.intent == "read":
            answer = _answer(goal, screen)
            return (Finish(answer), f"the screen says '{answer}'", ()) if answer else None
        if not self._acted:
            return None
        if goal.intent == "delete" and self._target:
            if all(likeness(goal, e.text) < self._target.score for e in screen.elements):
                return Finish(), "it is gone", ()
        elif goal.intent in {"open", "do"} or (goal.values and all(value in self._typed for value in goal.values)):
            return Finish(), "the task's words led here", ()
        return None

    def _act(self, goal: Goal, screen: Screen, here: Place) -> "_Found":
        """Here is what the task is about: do to it what the task says."""
        self._target = target = self._best(goal, here)
        if target is None or target.place != here:
            return None
        element = _shown(target.sight, screen)
        if element is None:
            return None
        if goal.intent in {"on", "off"}:
            return self._flip(goal, screen, here, element)
        kind = "tap"
        if goal.intent == "delete":
            kind = "long_press" if self._document(element, "long_press") else "tap"
        if goal.intent == "delete" and kind == "tap" and not self._document(element, "tap"):
            raise GiveUp(f"nothing is known that deletes '{element.text}'")
        record = self._document(element, kind)
        self._acted = True
        if goal.intent == "set":
            self._pass(goal, here, element)
        action = LongPress(element.mark) if kind == "long_press" else Tap(element.mark)
        return self._go(here, element, kind, f"'{element.text}' is what the task names", action, _ids(record))

    def _flip(self, goal: Goal, screen: Screen, here: Place, element: Element) -> "_Found":
        """Bring a switch into the state that the task wants, once."""
        state = state_of(element, screen)
        if state is None:
            self._pass(goal, here, element)
            return self._go(here, element, "tap", f"'{element.text}' may lead to the switch")
        if state == (goal.intent == "on"):
            return Finish(), f"'{element.text}' is {goal.intent}", ()
        if self._flipped >= 2:
            raise GiveUp(f"'{element.text}' does not stay {goal.intent}")
        self._flipped += 1
        return self._go(
            here,
            element,
            "tap",
            f"'{element.text}' is not {goal.intent} yet",
            used=_ids(self._document(element, "tap")),
        )

    def _pass(self, goal: Goal, here: Place, element: Element) -> None:
        """The thing named was opened: what is left of the task's words names what is in it."""
        self._passed.add((here, element.text))
        left = goal.words - set(words(element.text))
        self._goal = replace(goal, words=left or goal.words)

    def _walk(self, goal: Goal, screen: Screen, here: Place) -> tuple[Action, str, tuple[str, ...]]:
        """Go where the map shows what the task is about; without such a place, look further down this screen."""
        end = self._values_place(goal) or (self._target.place if self._target else None)
        path = self._atlas.path(here, end) if end and end != here else None
        if path:
            door = path[0][0]
            if door.action == "back":
                return self._left(here)
            element = _through(door, screen)
            if element:
                record = self._document(element, door.action)
                action = LongPress(element.mark) if door.action == "long_press" else Tap(element.mark)
                found = self._go(
                    here,
                    element,
                    door.action,
                    f"the map leads through it to '{end[1] if end else ''}'",
                    action,
                    _ids(record),
                )
                assert found is not None
                return found
        scroll = next((e for e in screen.elements if "swipe" in e.actions), None)
        if scroll is None or self._scrolled >= 2 * _SCROLLS:
            raise GiveUp("no words on the screen and no document name a way to do this")
        self._scrolled += 1
        swipe = Swipe("up" if self._scrolled <= _SCROLLS else "down", scroll.mark, "long")
        return swipe, "it may be further along the list", ()

    def _left(self, here: Place) -> tuple[Action, str, tuple[str, ...]]:
        self._came = (here, BACK)
        return Back(), "the way leads back", ()

    def _best(self, goal: Goal, here: Place) -> _Target | None:
        """The sight that the task names best, among those that can be reached."""
        best: _Target | None = None
        for place, found in self._atlas.sights.items():
            path = self._atlas.path(here, place)
            if path is None:
                continue
            for sight in found.values():
                if (place, sight.label) in self._passed:
                    continue
                score = self._score(goal, sight) - 0.01 * len(path)
                if score >= _GOOD and (best is None or score > best.score):
                    best = _Target(place, sight, score)
        return best

    def _score(self, goal: Goal, sight: Sight) -> float:
        """Likeness of the label, of its first words, or of what a document says of it; a switch where one is wanted."""
        label = max(likeness(goal, sight.label), likeness(goal, sight.label.split(" · ")[0]))
        if goal.intent == "read":
            return label
        if sight.kind == "text":
            return 0.0
        if goal.intent in {"on", "off"} and sight.kind == "check":  # half of a switch's name may be another switch
            return label + 0.3 if coverage(goal, sight.label) >= _WHOLE else 0.0
        return label

    def _fits(self, goal: Goal, hints: list[str]) -> bool:
        """Whether fields are those that the values are for: each value has one, and one at least by its name."""
        return len(hints) >= len(goal.values) and any(same_kind(v.name, hint) for v in goal.values for hint in hints)

    def _values_place(self, goal: Goal) -> Place | None:
        """The place with fields for all that is to be typed."""
        if goal.intent == "set" or not goal.values or self._typed:
            return None
        for place, found in self._atlas.sights.items():
            if self._fits(goal, [sight.label for sight in found.values() if sight.kind == "field"]):
                return place
        return None

    def _holds_typed(self, element: Element) -> bool:
        return any(element.text == value.text for value in self._typed)

    def _document(self, element: Element, action: str) -> Record | None:
        return self._documents.get((element.id, action)) or self._documents.get((element.template, action))

    def _go(
        self,
        here: Place,
        element: Element,
        kind: str,
        why: str,
        action: Action | None = None,
        used: tuple[str, ...] = (),
    ) -> "_Found":
        """Do something to an element, and expect to see where it leads."""
        self._came = (here, Door(element.id, element.template, kind))
        return action or Tap(element.mark), why, used


_Found = tuple[Action, str, tuple[str, ...]] | None


def _ids(record: Record | None) -> tuple[str, ...]:
    return (record.id,) if record else ()


def _effect(record: Record) -> str:
    seen = record.facts.get("seen")
    return str(seen.get("effect", "")) if isinstance(seen, dict) else ""


def _shown(sight: Sight, screen: Screen) -> Element | None:
    """The element of a sight, where it is on the screen."""
    by_id = next((e for e in screen.elements if sight.element_id and e.id == sight.element_id), None)
    return by_id or next((e for e in screen.elements if e.text and e.text == sight.label), None)


def _through(door: Door, screen: Screen) -> Element | None:
    by_id = next((e for e in screen.elements if door.element_id and e.id == door.element_id), None)
    if by_id or door.element_id:
        return by_id
    return next((e for e in screen.elements if e.template == door.template), None)


def _assigned(values: list[Value], fields: list[Element]) -> list[tuple[Value, Element]]:
    """Each value with its field: by name first, the rest in order."""
    free = list(fields)
    pairs: list[tuple[Value, Element]] = []
    for value in values:
        named = next((e for e in free if same_kind(value.name, e.hint or e.text)), None)
        if named:
            free.remove(named)
            pairs.append((value, named))
    rest = [value for value in values if value not in [pair[0] for pair in pairs]]
    pairs += list(zip(rest, free, strict=False))
    return sorted(pairs, key=lambda pair: fields.index(pair[1]))


def _answer(goal: Goal, screen: Screen) -> str:
    """The words that stand after those that the question names."""
    scored = [(likeness(goal, text), -number) for number, text in enumerate(screen.texts[:-1])]
    best, number = max(scored, default=(0.0, 0))
    if best < 1.0 or screen.texts[-number] == title(screen):
        return ""
    return screen.texts[1 - number]
