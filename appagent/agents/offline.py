"""The agent without a model: matches a task's words to elements' words, documents and the map of the app.

Where rules read the whole goal they carry it out; else it is followed word by word (`follow`), or by meaning (`guess`).

It does nothing that it has no reason for, and claims nothing that the screen does not show: where neither words nor
documents name a way, or what was wanted is not to be seen in the end, it gives up and says so. It knows no app, and
with documents and without it is the same code.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.actions import Action, Finish, Launch, TypeText, parse
from appagent.agents.atlas import BACK, Door, Place, Sight, fields, filled, inside, state_of
from appagent.agents.filling import Filler
from appagent.agents.follow import Follower
from appagent.agents.forms import holds, label, named
from appagent.agents.goal import Value, asks_for, likeness, orders, read_goal, touches
from appagent.agents.reading import beside, said_of
from appagent.agents.speech import said_after, spoken
from appagent.agents.walk import FAR, NoWay, Route, Target, Walker, Way, heading
from appagent.agents.wording import same, words
from appagent.loop import Decision, GiveUp, View
from appagent.models import Usage
from appagent.screen import Element
from appagent.store import Record
from appagent.tasks import Task
from appagent.trajectory import Step

# The kinds of sight that each intent is about.
_ABOUT = {
    "on": {"check"},
    "off": {"check"},
    "open": {"button", "icon"},
    "press": {"button", "check", "icon"},
    "set": {"button"},
    "delete": {"button"},
    "read": {"button", "check", "text"},
}
_NAMED = {"button", "check"}  # kinds of sight that have a name of their own
_DOING = {"on", "off", "delete"}  # what is done at once, so that half a name is not enough
_HALF = 1.5  # likeness of a label of which the goal says only half
_MOST_BESIDES = 3  # words of a task beside a name, such as what kind of thing it is and where


@dataclass
class Offline:
    """Carries one task out. records: the documents of the app; none leaves it with what it sees."""

    records: Iterable[Record] = ()
    name: str = "offline"
    _errand: "_Errand | None" = None
    _way: Way[str] | None = None
    _seen: object = None
    _left: bool = False  # the app, once

    @property
    def usage(self) -> Usage:
        """Nothing: no model is asked."""
        return Usage()

    def decide(self, view: View) -> Decision:
        """The next action. Raises GiveUp where there is no reason for any, or the last one was not carried out."""
        if view.screen is self._seen:
            raise GiveUp(view.notices[-1] if view.notices else "what it wanted to do could not be done")
        self._seen = view.screen
        if self._errand is None or self._way is None:
            self._errand = _Errand(view.task, Walker(self.records), view.steps)
            self._way = self._errand.carry_out()
        elif view.screen.app != view.task.app:
            if self._left:
                raise GiveUp(f"the last step left the app for {view.screen.app}")
            self._left = True
            self._errand.walker.left()
            why = "the last step left the app"
            return Decision(Launch(view.task.app), thought=why, summary=why)
        self._errand.walker.arrive(view.screen)
        try:
            return next(self._way)
        except StopIteration as end:
            return Decision(Finish(end.value), thought=self._errand.proof, summary=self._errand.proof)


class _Errand:
    """One goal on its way. proof: what shows that it is done, once it is. before: steps of the run that it goes on."""

    def __init__(self, task: Task, walker: Walker, before: Sequence[Step] = ()) -> None:
        self.task, self.walker, self.proof = task, walker, ""
        self.goal, self.speech = read_goal(task.goal), spoken(task.goal)
        self._passed: frozenset[str] = frozenset()  # words that stood where the thing was found
        typed = frozenset(done.text for step in before if isinstance(done := _action(step), TypeText))
        self.filler = Filler(walker, typed)

    def carry_out(self) -> Way[str]:
        """Do what the goal asks for; the answer, where it asks for one."""
        try:
            return (yield from self._carry_out())
        except NoWay:
            follower = Follower(self.task, self.walker, self.filler)
        if self.goal.intents[0] == "read":
            answer = yield from follower.find_out()
            return self._done(follower.proof, answer)
        yield from follower.follow()
        return self._done(follower.proof)

    def _carry_out(self) -> Way[str]:
        """By the rules that read a whole goal. Raises NoWay where none does, and nothing was done yet."""
        goal = self.goal
        if goal.intents[0] == "create":
            if self._speaks_of_known():
                raise NoWay("what it speaks of is there already")
            return (yield from self._create())
        if goal.intents[0] == "search":
            return (yield from self._search())
        if goal.intents[0] == "do" or any(value.name == "address" for value in self.speech.values):
            raise NoWay("no rule reads what is to be done")
        if goal.intents[0] == "open" and likeness(goal, self.walker.here[1]) >= 2:
            return self._done(f"'{self.walker.here[1]}' is open")
        sight = yield from self.walker.reach(self._target, self._hopeful)
        intent = next(name for name in goal.intents if sight.kind in _ABOUT.get(name, ()))
        element = self.walker.element(sight)
        if intent == "read":
            return self._read(sight, element)
        if element is None:
            raise GiveUp(f"'{sight.label}' is not to be touched")
        if intent in {"on", "off"}:
            return (yield from self._switch(element, intent == "on"))
        if intent == "set":
            return (yield from self._set(element))
        if intent == "delete":
            return (yield from self._delete(element))
        return (yield from self._open(element, intent))

    def _target(self) -> Target | None:
        return self.walker.best(self._score)

    def _score(self, place: Place, sight: Sight) -> float:
        """How well a sight is what the goal is about."""
        if not any(sight.kind in _ABOUT.get(intent, ()) for intent in self.goal.intents):
            return 0.0
        if sight.kind == "icon":  # all that is known of it is what its document says
            return float(not self.goal.thing and self.goal.words <= set(words(sight.label)))
        found = likeness(self.goal, heading(sight.label), around=place[1])
        return found if found > _HALF or not _DOING & {*self.goal.intents} else 0.0

    def _hopeful(self, label: str) -> float:
        """How much speaks for finding what the goal is about behind a label: the words they share."""
        return len(self.goal.words & set(words(label)))

    def _open(self, element: Element, intent: str) -> Way[str]:
        if self.goal.thing:
            self._refuse_more(self.goal.thing)
        before = self.walker.screen.texts
        moved = yield from self.walker.tap(element, f"'{heading(element.text)}' is what the task names")
        if moved or (intent == "press" and self.walker.screen.texts != before):
            return self._done("the task's words led here")
        raise GiveUp(f"'{heading(element.text)}' was tapped, and nothing opened")

    def _read(self, sight: Sight, element: Element | None) -> str:
        """What the screen says of a sight: in its own element, or beside it."""
        screen, name = self.walker.screen, heading(sight.label)
        answer = (said_of(element, screen) if element else "") or beside(name, screen)
        if not answer:
            raise NoWay(f"the screen names '{name}' and says nothing of it")
        return self._done(f"the screen says it beside '{name}'", answer)

    def _switch(self, element: Element, on: bool) -> Way[str]:
        """Bring a switch into the wanted state, once."""
        name, wanted = heading(element.text), "on" if on else "off"
        if state_of(element, self.walker.screen) != on:
            yield from self.walker.tap(element, f"'{name}' is not {wanted} yet")
            yield from self.filler.agree()
            now = next((e for e in self.walker.screen.elements if e.id == element.id), None)
            if now is None or state_of(now, self.walker.screen) != on:
                raise GiveUp(f"'{name}' was tapped, and is not {wanted}")
        return self._done(f"'{name}' is {wanted}")

    def _speaks_of_known(self) -> bool:
        """Whether what a goal of making names is there already: then it asks for something to be done with that."""
        names = {heading(sight.label) for sight in self.walker.atlas.everything() if sight.kind in _NAMED}
        if self.speech.things or any(said_after(self.speech.rest, name) for name in names):
            return True
        unnamed = [value.text for value in self.goal.values if not value.name]
        return len(self.goal.values) == len(unnamed) == 1 and any(same(unnamed[0], name) for name in names)

    def _refuse_more(self, *done: str) -> None:
        """Raise GiveUp where the task has so many more words than these that it asks for more than one thing."""
        more = self.goal.words - {word for label in done for word in words(label)}
        if len(more) > _MOST_BESIDES:
            raise NoWay(f"the task asks for more than {' and '.join(map(repr, done))}: {', '.join(sorted(more))}")

    def _delete(self, element: Element) -> Way[str]:
        """By the way that the documents tell of: what leads from such an element to where something says delete."""
        walker, name, start = self.walker, heading(element.text), self.walker.here
        had = self._count(name)
        deleting: Element | None = yield from self._order(element)
        while deleting is not None and walker.here != start:
            yield from walker.tap(deleting, f"'{deleting.text}' deletes it")
            deleting = self.filler.labelled(lambda label: asks_for("delete", label))
        if walker.here != start or self._count(name) >= had:
            raise GiveUp(f"'{name}' could not be seen to be gone")
        return self._done(f"'{name}' is gone")

    def _count(self, name: str) -> int:
        return sum(same(name, heading(element.text)) for element in self.walker.screen.elements)

    def _order(self, element: Element) -> Way[Element]:
        """Go by the map from an element to one that says what is to be done with it; that."""
        walker, name = self.walker, heading(element.text)
        way = self._way_to_order(element)
        if way is None:
            raise NoWay(f"nothing is known that does what the task says of '{name}'")
        self._passed = frozenset(walker.screen.texts)
        yield from walker.tap(way[0], f"the task is about '{name}', and this leads to what it says", way[1])
        order = self.filler.labelled(lambda label: self._orders(name, label))
        if order is None:
            menu = next((e for e in walker.screen.elements if self._leads_to_order(e, "tap", name)), None)
            if menu is not None:
                yield from walker.tap(menu, "the map leads through it to what the task says")
                order = self.filler.labelled(lambda label: self._orders(name, label))
        if order is None:
            raise NoWay(f"nothing here does what the task says of '{name}'")
        return order

    def _way_to_order(self, element: Element) -> tuple[Element, str] | None:
        """What to touch, and how: something in the element's own row, the element held down, or tapped."""
        name, screen = heading(element.text), self.walker.screen
        self._passed = frozenset(screen.texts)
        within = [(each, "tap") for each in screen.elements if inside(element, each)]
        direct = [*within, (element, "long_press"), (element, "tap")]
        found = next((way for way in direct if self._leads_to_order(*way, name)), None)
        return found or next((way for way in direct[-2:] if self._leads_to_order(*way, name, through=True)), None)

    def _leads_to_order(self, element: Element, kind: str, name: str, *, through: bool = False) -> bool:
        """Whether the map shows such an order where this leads; through: or behind a menu there."""
        if kind not in element.actions:
            return False
        ends = self.walker.atlas.ends(element, kind)
        menus = {beyond for end in ends for beyond in self.walker.atlas.menus(end)} if through else set()
        seen = [sight for place in ends | menus for sight in self.walker.atlas.sights.get(place, {}).values()]
        return any(sight.kind in _ABOUT["press"] and self._orders(name, sight.label) for sight in seen)

    def _orders(self, name: str, label: str) -> bool:
        """Whether a label is an order, and did not stand beside the thing: there it named a place, or another thing."""
        return label not in self._passed and orders(self.goal, name, label)

    def _set(self, element: Element) -> Way[str]:
        """Open the thing; choose or type the value in what opens; see that it was taken."""
        if len(self.goal.values) != 1:
            raise NoWay("the task does not say to what it is to be set")
        walker, value = self.walker, self.goal.values[0]
        other = "" if self.goal.thing else self._elsewhere(heading(element.text))
        if other:
            raise NoWay(f"the task is about '{other}', which is not named beside '{heading(element.text)}'")
        if any(same(value.text, part) for part in element.text.split(" · ")[1:]):
            return self._done(f"'{value.text}' is set already")
        if self._way_to_order(element):
            element = yield from self._order(element)
        yield from walker.tap(element, f"'{heading(element.text)}' is what the task names")
        if fields(walker.screen) and not self._choices(walker.here):
            return (yield from self._edit(value))
        if not any(self._choices(place) for place in walker.atlas.paths(walker.here, _onward)):
            raise NoWay(f"nothing that opened is '{value.text}', and there is no field for it")
        chosen = yield from walker.touch(lambda: walker.best(self._choice), _hopeless)
        row = walker.entrance
        yield from walker.tap(chosen, f"'{value.text}' is the choice")
        yield from self.filler.agree()
        now = next((e for e in walker.screen.elements if e.id == row), None)
        if now is None or not any(same(value.text, part) for part in now.text.split(" · ")[1:]):
            raise GiveUp(f"'{value.text}' was chosen, and does not stand there")
        return self._done(f"'{value.text}' stands there now")

    def _elsewhere(self, name: str) -> str:
        """A known thing that the task names besides this one, and that the screen does not: another's page, or ""."""
        buttons = {heading(sight.label) for sight in self.walker.atlas.everything() if sight.kind == "button"}
        names = filter(words, buttons)
        beside = " · ".join(self.walker.screen.texts)
        apart = (each for each in sorted(names) if len(each) > 1 and each in self.goal.text and each not in beside)
        return next((each for each in apart if each not in name), "")

    def _choices(self, place: Place) -> bool:
        return any(self._choice(place, sight) for sight in self.walker.atlas.sights.get(place, {}).values())

    def _choice(self, place: Place, sight: Sight) -> float:
        """Whether a sight is the value to choose."""
        return float(sight.kind in {"button", "check"} and same(self.goal.values[0].text, heading(sight.label)))

    def _edit(self, value: Value) -> Way[str]:
        """Type a value over what the one field for it holds."""
        found = fields(self.walker.screen)
        labels = [label(field) for field in found]
        if not filled(self.walker.screen) and found[0].window != "dialog" and not named([value], labels):
            raise NoWay(f"nothing says that '{value.text}' belongs into the field here")
        if len(labels) > 1 and not named([value], labels):
            raise GiveUp(f"which of {', '.join(labels)} is to be '{value.text}' is not clear")
        yield from self.filler.fill([value])
        yield from self.filler.keep([value])
        return self._done("what was typed is kept")

    def _create(self) -> Way[str]:
        """Go to an empty form that has fields for all values, fill it, keep it."""
        values = self.goal.values
        if not any(value.text for value in values):
            raise NoWay("the task does not say what is to be typed")
        if {value.text for value in values} <= self.filler.typed and (yield from self.filler.stand(values)):
            return self._done("what was typed before is kept")
        while True:
            found = self._form()
            if found and found[1] is None:
                raise NoWay(f"no way to '{found[0][1]}' is known from here")
            yield from self.walker.go(self._form, lambda label: asks_for("create", label))
            if all(any(holds(field, text) for text in self.filler.typed) for field in filled(self.walker.screen)):
                break
            yield from self.walker.refuse_entry("this form holds something already")
        yield from self.filler.fill(values)
        yield from self.filler.keep(values)
        return self._done("what was typed is kept")

    def _form(self) -> Route | None:
        """The nearest place with fields for the values, at least one by its name or by the goal's words."""
        ways = self.walker.atlas.paths(self.walker.here, lambda door, _: not door.filled)
        found: list[tuple[int, int, Place]] = []
        for place, seen in self.walker.atlas.sights.items():
            labels = [sight.label for sight in seen.values() if sight.kind == "field"]
            fit = named(self.goal.values, labels) or any(touches(self.goal, each) for each in labels)
            if fit and len(labels) >= len(self.goal.values) and not any(asks_for("search", each) for each in labels):
                found.append((-int(fit), len(ways.get(place, range(FAR))), place))
        return (min(found)[2], ways.get(min(found)[2])) if found else None

    def _search(self) -> Way[str]:
        """Go to a field for searching, and type there what is to be found."""
        if not self.goal.values:
            raise GiveUp("the task does not say what to search for")
        text = self.goal.values[0].text
        if self.goal.words or self.speech.things:
            raise NoWay("more is to be done than to search")
        field = yield from self.walker.touch(
            lambda: self.walker.best(lambda _, sight: float(sight.kind == "field" and asks_for("search", sight.label))),
            lambda label: asks_for("search", label),
        )
        now = yield from self.walker.type(field, text, f"'{label(field)}' searches")
        if not holds(now, text):
            raise GiveUp(f"'{text}' was typed, and the field does not hold it")
        return self._done(f"'{text}' is searched for")

    def _done(self, proof: str, answer: str = "") -> str:
        self.proof = proof
        return answer


def _action(step: Step) -> Action | None:
    return parse(step.action) if step.action else None


def _onward(door: Door, _: Place) -> bool:
    return door.action != BACK.action


def _hopeless(label: str) -> float:
    return 0.0
