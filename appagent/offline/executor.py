"""Carry out tasks without a model, by matching words of the goal with labels on the map and on the screen.

It goes from one label that the goal names to the next, types what the goal quotes, sets the switches that it names, and
answers a question with the text beside a name. If no word of the goal leads further, it tries the label nearest in
meaning, but then it reports no success. It knows no grammar and no app; documents do not change how it works.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from appagent.actions import DONE, Finish, Launch, Tap, TypeText, parse
from appagent.agent import Decision, GiveUp, View
from appagent.documents.encoder import nearness
from appagent.documents.facts import observed_effect
from appagent.documents.map.app_map import RETURNING, KnownLabels
from appagent.guard import effect_of
from appagent.guard.labels import BUTTON, agrees, declines, said_by_label, searches
from appagent.models import Usage
from appagent.offline.goal import Goal, Quote, belongs, label_names, stems
from appagent.offline.walker import Walk, Walker
from appagent.runs.trajectory import Step
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import SAVE, folded, listed
from appagent.screen.names.fields import field_holds, field_name, fields, filled, shows, writable
from appagent.screen.names.labels import PARTS, Label, inside, same, state_of
from appagent.screen.names.rows import beside, said_of
from appagent.screen.transitions import Path, ScreenKey, Transition
from appagent.store import Record
from appagent.tasks import Task

PlacedLabel = tuple[ScreenKey, Label]  # a label, and the screen that it is on
_QUOTED = 5.0  # score of a name in quotation marks: more than all words of a goal
_HALF = 0.5  # smallest share of a name's words that the goal must contain
_ABOVE = 0.3  # weight of words in the title above a label
_STEP = 0.1  # subtracted for each transition, because nearer labels are more likely meant
_MEANING = 0.2  # weight of nearness in meaning, which decides between similar words
_MOST_GUESSES = 3  # guesses by meaning alone, in one run


@dataclass
class Executor:
    """Agent that carries out one task. records: documents about the app. labels: the labels known of its screens."""

    records: Iterable[Record] = ()
    labels: KnownLabels | None = None
    name: str = "offline"
    _errand: "Errand | None" = None
    _walk: Walk[str] | None = None
    _seen: Screen | None = None
    _left: bool = False  # whether a step has left the app once

    @property
    def usage(self) -> Usage:
        """Return zero usage, because no model is asked."""
        return Usage()

    def decide(self, view: View) -> Decision:
        """Return the next action, or Finish at the end. Raises GiveUp if an action failed or none is left to try."""
        if view.screen is self._seen:
            raise GiveUp(view.steps[-1].reason if view.steps else "what it wanted to do could not be done")
        self._seen = view.screen
        if self._errand is None or self._walk is None:
            self._errand = Errand(view.task, Walker(self.records, self.labels), view.steps)
            self._walk = self._errand.carry_out()
        elif view.screen.app != view.task.app:
            if self._left:
                raise GiveUp(f"the last step left the app for {view.screen.app}")
            self._left = True
            self._errand.walker.left()
            why = "the last step left the app"
            return Decision(Launch(view.task.app), thought=why, summary=why)
        self._errand.walker.arrive(view.screen)
        try:
            return next(self._walk)
        except StopIteration as end:
            proof = f"done, in the order of the task's words: {_listed(self._errand.goal.done)}"
            return Decision(Finish(end.value, DONE), thought=proof, summary=proof)


class Errand:
    """State of the work on one task. before: steps from before the run was resumed; their texts are not typed again."""

    def __init__(self, task: Task, walker: Walker, before: Sequence[Step] = ()) -> None:
        self.walker = walker
        every = [label for page in walker.map.labels.values() for label in page.values()]
        self.goal = Goal(task.goal, f"{task.app} {task.name}", [label.name for label in every])
        if not all(quote.text for quote in self.goal.quotes):
            raise GiveUp("the task has an empty quotation, and what is to stay empty is for a model to tell")
        fields_known = {word for label in every if label.kind == "field" for word in stems(label.text, every=True)}
        for word in (word for quote in self.goal.quotes for word in {*quote.before} & fields_known):
            self.goal.left.pop(word, None)  # the word names a field, not a place to go to
        done = [parse(step.action) for step in before if step.action]
        self._typed = {action.text for action in done if isinstance(action, TypeText)}
        self._used: set[tuple[str, str]] = set()  # element ids and names of what was touched or sought
        self._guesses: list[str] = []
        self._within = False  # whether a thing that the goal names is open
        self._passed: set[ScreenKey] = set()  # screens passed on the way to that thing: no path goes back to them
        self._unkept: list[Quote] = []  # quotations that were typed and are not saved yet
        self._chosen: ScreenKey | None = None  # screen with a choice that may need saving
        self._arrived = False  # whether words of the goal led to this screen
        self._deeds = 0  # number of actions that changed something

    def carry_out(self) -> Walk[str]:
        """Carry out the goal, and return the answer if it is a question, else "". Raises GiveUp if that fails."""
        while True:
            self.walker.map.inherit(self.walker.here, {e.id for e in self.walker.screen.elements})
            if self.goal.asks and (answer := self._answer()):
                return answer
            if not self._guesses and ((yield from self._fill_numbers()) or (yield from self._fill())):
                continue
            target = self._best()
            if target is not None:
                yield from self._go_to(*target)
            elif self._unkept or self._chosen == self.walker.here:
                yield from self._keep()
            elif self._done() or not (
                (yield from self._to_a_form()) or (yield from self._search()) or (yield from self._guess())
            ):
                break
        if self._guesses and self._deeds:
            raise GiveUp(f"{_listed(self._guesses)} seemed nearest in meaning to the task; see whether that was meant")
        if not self._done():
            raise GiveUp(f"no words on the screen and no document name a way to this: {self.goal.unmet()}")
        return ""

    def _done(self) -> bool:
        """Tell whether an action or an opened screen fulfils the goal. False for questions and after guesses."""
        if self.goal.asks or self._guesses:
            return False
        opened = self._arrived and not self.goal.switches and self.goal.is_all_in(self.walker.here[1])
        return opened or bool(self._deeds and self.goal.nearly_met())

    def _paths(self) -> dict[ScreenKey, Path]:
        return self.walker.map.paths(self.walker.here, self._usable)

    def _usable(self, transition: Transition, _: Path) -> bool:
        """Tell whether a path may use a transition: not to save, and not to go back once the goal's thing is open."""
        back = transition.action == "back"
        return not self._passed if back else transition.onward and transition.to not in self._passed

    def _labels(self, page: ScreenKey) -> list[Label]:
        return list(self.walker.map.labels.get(page, {}).values())

    def _best(self) -> PlacedLabel | None:
        """Return the label that fits the goal best, with its screen, or None. With an unsaved text, stay here."""
        done = self._done()  # if so, other screens are searched for switches only
        found = [
            (score - _STEP * len(path), (page, label))
            for page, path in self._paths().items()
            for label in self._labels(page)
            if not path or not (self._unkept or (done and label.kind not in ("check", "choice")))
            if (score := self._score(page, label)) > 0
        ]
        near = nearness(self.goal.text, [f"{page[1]}: {label.text}" for _, (page, label) in found])
        scores = [score + _MEANING * meaning for (score, _), meaning in zip(found, near, strict=True)]
        return found[scores.index(max(scores))][1] if found else None

    def _score(self, page: ScreenKey, label: Label) -> float:
        """Score how well a label fits what the goal still asks for; 0.0 means not at all."""
        goal, check, names = self.goal, label.kind in ("check", "choice"), label_names(label.text)
        text = label.kind == "text" and not goal.asks
        if text or label.kind in ("field", "slider", "number") or (label.element_id, label.name) in self._used:
            return 0.0
        above = _ABOVE * goal.weight(page[1])
        if any(map(goal.quoted, names)):
            return _QUOTED + above
        dialog = page == self.walker.here and self._in_dialog(label)
        whole = check or bool(goal.quotes) or (self._deeds and not dialog)  # half a name is enough for a first try only
        if (check and (goal.asks or goal.runs_on(label.name))) or (
            declines(label.name) and goal.precision(label.name) < 1
        ):
            return 0.0
        if said_by_label(label.name, BUTTON) == "delete":  # only when it is clear what is deleted, and only once
            sure = goal.deletes and not (goal.quotes or self._guesses)
            may = sure and (dialog or (self._within and not self._deeds))
            return 1.0 + above if may else 0.0
        fitting = {name: goal.precision(name) for name in (names[:1] if check else names)}
        fitting = {name: fit for name, fit in fitting.items() if fit == 1 or (fit >= _HALF and not whole)}
        return max((fit * (goal.weight(n) + above) for n, fit in fitting.items() if goal.weight(n)), default=0.0)

    def _go_to(self, page: ScreenKey, label: Label) -> Walk[None]:
        """Go to a screen by the map, scroll to a label, and tap the label's element if it can be tapped."""
        walker = self.walker
        yield from walker.journey(page, self._paths)
        if self.goal.precision(walker.here[1]) == 1:
            self.goal.met(walker.here[1])
        self._used.add((label.element_id, label.name))
        if walker.here != page:
            return
        if label.kind == "text":
            yield from walker.sought(lambda: label.text in walker.screen.texts or None)
            return
        element = yield from walker.sought(partial(self._element, label))
        if self.goal.asks and self._answer():
            return
        if element is None or "tap" not in element.actions:
            walker.map.missed(walker.here, label)
            return
        name = max(label_names(label.text), key=lambda each: (bool(self.goal.quoted(each)), self.goal.precision(each)))
        yield from self._touch(element, name, f"the task says '{name}'")

    def _element(self, label: Label) -> Element | None:
        """Return the element of a label on this screen, or None. Elements in a row that the goal names come first."""
        elements, done = self.walker.screen.elements, self.goal.done
        rows = [e for e in elements if any(same(part, name) for part in e.text.split(PARTS) for name in done)]
        in_row = [e for row in rows for e in elements if e.text == label.text and inside(row, e)]
        return next(iter(in_row), None) or self.walker.element(label)

    def _touch(self, element: Element, name: str, why: str) -> Walk[None]:
        """Tap an element; a switch only if the goal wants it changed. Raises GiveUp if the switch then did not change.

        name: the element's name, as in the goal.
        """
        walker, start, quoted = self.walker, self.walker.here, self.goal.quoted(name)
        known = walker.map.transitions.get(start, {}).values()
        came_from = {start, *self._passed, *(each.to for each in known if each.action == "back")}
        opens = self.goal.precision(name) < 1 or any(each.element_id == element.id and each.onward for each in known)
        state, before, wanted = state_of(element, walker.screen), walker.screen.texts, self.goal.wants_on(name)
        self._used.add((element.id, element.text.split(PARTS)[0]))
        if quoted or name in label_names(element.text)[:1]:  # a later part names what a row leads to
            self.goal.met(name)
        if state != wanted:
            yield from walker.tap(*self._way_into(element, why))
        moved = walker.here != start
        if state is None and not moved and walker.screen.texts == before:
            return  # nothing came of it
        now = None if moved else walker.screen.element(element.id)
        if state is not None and now and state_of(now, walker.screen) != wanted:
            raise GiveUp(f"'{name}' was tapped, and is not {'on' if wanted else 'off'}")
        opens = opens or (element.window != "dialog" and (moved or element.listed))
        if state is None and (quoted or opens or walker.here not in came_from):  # nothing was done yet
            self._passed |= {start} if moved else set()
            self._within = self._arrived = True
        else:
            self._deeds += 1
            self._chosen, self._arrived = walker.here, moved
            self._passed.discard(walker.here)

    def _way_into(self, element: Element, why: str) -> tuple[Element, str, str]:
        """Return arguments for `Walker.tap`: the touch on an element, or inside it, that leads to the best labels."""
        within = [(each, why, "tap") for each in self.walker.screen.elements if inside(element, each)]
        ways = [(element, why, "tap"), (element, why, "long_press"), *within]
        return max(ways, key=lambda way: self._behind(way[0], way[2]))  # the first of equals

    def _behind(self, element: Element, kind: str) -> float:
        """Return the best score among labels that are one or two transitions beyond an action on an element, or 0.0."""
        known, here, within = self.walker.map, self.walker.here, self._within
        ends = known.behind(element, kind) - {here} if kind in element.actions else set()
        further = {each.to for end in ends for each in known.transitions.get(end, {}).values()} - ends - {here}
        self._within = True
        near = [self._score(page, label) for page in ends for label in self._labels(page)]
        far = [self._score(page, label) - _STEP for page in further for label in self._labels(page)]
        self._within = within
        return max((*near, *far, 0.0))

    def _in_dialog(self, label: Label) -> bool:
        return any(e.id == label.element_id and e.window == "dialog" for e in self.walker.screen.elements)

    def _values(self) -> list[Quote]:
        """Return the goal's quotations that are to be typed, because they equal no part of a known label."""
        labels = [label for page in self.walker.map.labels for label in self._labels(page) if label.kind != "field"]
        names = [part for label in labels for part in label.text.split(PARTS)]
        return [quote for quote in self.goal.quotes if not any(same(quote.text, name) for name in names)]

    def _fill(self) -> Walk[bool]:
        """Type the goal's quotations into this form if the goal led to it or names a field. Return whether it typed."""
        walker = self.walker
        found = [each for each in writable(walker.screen) if not searches(field_name(each))]
        values = self._values()[: 0 if self.goal.deletes else len(found)]
        named = any(belongs(value, each) for value in values for each in found)
        full = [each for each in filled(walker.screen) if each in found and each.text not in self._typed]
        if not values or not (self._arrived or named) or (full and not self._arrived):
            return False  # never overwrite the text of another thing
        for value in sorted(values, key=lambda each: not any(belongs(each, field) for field in found)):
            field = max(found, key=lambda each: belongs(value, each))  # the first of equals
            found.remove(field)
            now = walker.screen.element(field.id) or field
            if not (value.text in self._typed and field_holds(now, value.text)):
                now = yield from walker.type(now, value.text, f"'{value.text}' belongs into '{field_name(now)}'")
            if not field_holds(now, value.text):
                raise GiveUp(f"'{value.text}' was typed, and '{field_name(now)}' does not hold it")
            self._typed.add(value.text)
            self.goal.met(field_name(field))
            self.goal.met(value.text)
        self._unkept += values
        return True

    def _fill_numbers(self) -> Walk[bool]:
        """Type the goal's numbers into the fields if there are as many fields as numbers. Return whether it typed."""
        numbers = [word for word in self.goal.numbers if word in self.goal.left]
        found = fields(self.walker.screen)
        if not numbers or len(found) != len(numbers) or (writable(self.walker.screen) and not self._arrived):
            return False
        for place, number in enumerate(numbers):
            found = sorted(fields(self.walker.screen), key=lambda each: each.bounds)
            yield from self.walker.type(found[place], number, f"'{number}' is to be set")
            self.goal.met(number)
        self._chosen = self.walker.here
        return True

    def _keep(self) -> Walk[None]:
        """Tap the button that saves what was typed, or press enter. Raises GiveUp if the text is not shown then."""
        walker, typed = self.walker, self._unkept
        self._unkept, self._chosen = [], None
        taps = [e for e in walker.screen.elements if "tap" in e.actions and not declines(e.text)]
        saving = [e for e in taps if (record := walker.document(e, "tap")) and observed_effect(record) == "saves"]
        saying = [e for e in taps if said_by_label(e.text, BUTTON) == "send"]
        saying += [e for e in taps if folded(e.text) in listed(SAVE) or agrees(e.text)]
        meant = [e for e in taps if typed and e.text and set(stems(e.text, every=True)) <= self.goal.said]
        keeper = next(iter((*saving, *saying, *meant)), None)
        if keeper is not None:
            yield from walker.tap(keeper, "this keeps what was typed or chosen")
            self._deeds += 1
        elif typed:
            yield from walker.enter("what was typed is to be taken")
            self._deeds += 1
        if typed:
            kept = yield from walker.sought(lambda: any(shows(walker.screen, each.text) for each in typed) or None)
            if not kept or any(field_holds(each, value.text) for each in fields(walker.screen) for value in typed):
                raise GiveUp("what was typed is not to be seen where it should be kept")

    def _to_a_form(self) -> Walk[bool]:
        """Go to the best screen with enough input fields for the texts to type. Return whether there is one."""
        values, forms = self._values(), list[tuple[tuple[int, ...], ScreenKey]]()
        if not values or self.goal.deletes or ("form", "") in self._used:
            return False
        self._used.add(("form", ""))
        for page, path in self._paths().items():
            names = [label.text for label in self._labels(page) if label.kind == "field"]
            fit = sum(bool(self.goal.said & set(stems(name, every=True))) for name in (*names, page[1]))
            if fit and len(names) >= len(values) and not any(map(searches, names)):
                others = len(path) > 1 and any(each.to_filled for each in path)  # the form belongs to another thing
                forms.append(((others, -fit, len(path)), page))
        if forms:
            self._arrived = self._within and not min(forms)[0][0]
            yield from self.walker.journey(min(forms)[1], self._paths)
        return bool(forms)

    def _search(self) -> Walk[bool]:
        """Type a quotation that no known label equals into the app's search field. Return False if there is none."""
        thing = next((quote.text for quote in self._values() if ("search", quote.text) not in self._used), "")
        if not thing:
            return False
        self._used.add(("search", thing))
        paths = self._paths()
        near = [p for p in paths if any(each.kind == "field" and searches(each.text) for each in self._labels(p))]
        yield from self.walker.journey(min(near, key=lambda p: len(paths[p]), default=self.walker.here), self._paths)
        field = next((each for each in fields(self.walker.screen) if searches(field_name(each))), None)
        if field is None:
            return False
        yield from self.walker.type(field, thing, f"'{thing}' is to be found")
        if not shows(self.walker.screen, thing):
            yield from self.walker.enter(f"'{thing}' is to be found")
        return True

    def _answer(self) -> str:
        """Return the text beside a name that the goal asks about, or "" if the screen does not show such a name."""
        screen = self.walker.screen
        texts = [*(e.text.split(PARTS)[0] for e in screen.elements), *screen.texts]
        meant = [n for n in dict.fromkeys(texts) if self.goal.precision(n) == 1 or self.goal.quoted(n)]
        for name in sorted(filter(self.goal.nearly_met, meant), key=self.goal.weight, reverse=True):
            element = next((e for e in screen.elements if e.text.split(PARTS)[0] == name), None)
            if said := (said_of(element, screen) if element else "") or beside(name, screen):
                return said
        return ""

    def _guess(self) -> Walk[bool]:
        """Tap the label nearest to the goal in meaning, but nothing risky and no switch. Return False if none is."""
        walker, paths = self.walker, self._paths()
        found = [(page, label) for page in paths for label in self._labels(page) if self._opens(page, label)]
        if not found or self._deeds or len(self._guesses) == _MOST_GUESSES or not self.goal.left:
            return False
        near = nearness(self.goal.text, [f"{page[1]}: {label.text}" for page, label in found])
        scores = [each - _STEP * len(paths[page]) for each, (page, _) in zip(near, found, strict=True)]
        page, label = found[scores.index(max(scores))]
        self._used.add((label.element_id, label.name))
        yield from walker.journey(page, self._paths)
        element = (yield from walker.sought(partial(walker.element, label))) if walker.here == page else None
        if element is None or "tap" not in element.actions or state_of(element, walker.screen) is not None:
            return True
        if not effect_of(Tap(element.mark), walker.screen, careful=True):
            self._guesses.append(label.name)
            yield from self._touch(element, label.name, f"'{label.name}' is nearest in meaning to the task")
        return True

    def _opens(self, page: ScreenKey, label: Label) -> bool:
        """Tell whether a guess may tap a label: it leads further on the map, or shares a word with the goal."""
        record = self.walker.told(label.element_id, label.template, "tap")
        done = bool(record and observed_effect(record) in RETURNING) or agrees(label.name) or declines(label.name)
        if done or label.kind not in {"button", "icon"} or (label.element_id, label.name) in self._used:
            return False
        known = [each for each in self.walker.map.transitions.get(page, {}).values() if each.action == "tap"]
        like = [e for e in known if label.element_id == e.element_id or label.template == e.template != ""]
        return any(each.onward for each in like) or any(map(self.goal.precision, label_names(label.text)))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
