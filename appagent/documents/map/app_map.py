"""Map of an app: its screens, the labels on each, and the transitions between them.

It is built from documents, which record what followed each action, and from the screens that this run visits.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from appagent.actions import LongPress, Tap
from appagent.documents.facts import (
    MOST_LETTERS,
    ObservedEffect,
    effect_in,
    is_listed,
    leads_up,
    seen_in,
    words_in,
)
from appagent.documents.values import text_hash
from appagent.documents.wording import sentence
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS, Label, labels, same
from appagent.screen.names.wizard import counts_steps
from appagent.screen.texts.heading import as_heading
from appagent.screen.transitions import Path, ScreenKey, Transition, back_to, screen_key
from appagent.store import Record

KnownLabels = Mapping[ScreenKey, Iterable[Label]]

RETURNING = ("leaves", "returns", "saves")  # effects of actions that do not lead on
_SEVERAL = 2  # screens
LEADING = ("tap", "long_press")  # actions on elements that may lead elsewhere


class Map:
    """Map of an app, which grows during a run.

    records: the app's documents, best first. labels: for each screen key, the labels on that screen, as this machine
    has seen them.

    The map's own `labels` are, for each screen key, the labels on that screen by element id, or by text if a label has
    no element. Its `transitions` are, for each screen key, the transitions from that screen by element id and kind of
    action.
    """

    labels: dict[ScreenKey, dict[str, Label]]
    transitions: dict[ScreenKey, dict[tuple[str, str], Transition]]

    def __init__(self, records: Iterable[Record] = (), labels: KnownLabels | None = None) -> None:
        self.labels, self.transitions = {}, {}
        self._closed: set[tuple[ScreenKey, tuple[str, str]]] = set()  # transitions that were seen to lead nowhere
        self._wordless: set[tuple[ScreenKey, str]] = set()  # elements outside lists that have no words on a screen
        for key in sorted(labels or {}, key=lambda key: not key[1]):  # titled screens first, because `find` needs them
            self._add(self.find(key), (labels or {})[key])
        self._shown = list(self.labels)  # pages that this machine has seen
        self._titles = {(key[0], text_hash(key[1])): key[1] for key in self.labels}
        documents = [(record, seen) for record in records if (seen := seen_in(record))]
        for record, seen in documents:  # titles first here too, for scrolled lists that show none
            if seen.title:
                self.labels.setdefault((record.screen_id, seen.title), {})
        self._openers = {(*_kind(record), self._ends(record, seen)[1]) for record, seen in documents if _leads_on(seen)}
        told: set[tuple[ScreenKey, str, str]] = set()
        for record, seen in documents:
            if record.element_id:
                self._read(record, seen, told)
        for record, seen in reversed(documents):  # worst first, so that the best overwrite the others
            end = self._ends(record, seen)[1]
            if record.element_id and end not in (labels or {}):
                self._add(end, _named(seen))

    def visit(self, screen: Screen, key: ScreenKey | None = None) -> ScreenKey:
        """Add a screen's labels to the map. Return its key (screen id, title). key: that key, if it is known."""
        found = labels(screen)
        key = key or self._alike(self.find(screen_key(screen)), found)
        self._add(key, found)
        return key

    def went(self, start: ScreenKey, transition: Transition) -> None:
        """Add a transition to the map; if it leads back to its own screen, remove it instead."""
        if transition.to == start:
            self.transitions.get(start, {}).pop(transition.key, None)
            self._closed.add((start, transition.key))
        else:
            self.transitions.setdefault(start, {})[transition.key] = transition
            self.labels.setdefault(transition.to, {})

    def came(self, key: ScreenKey, start: ScreenKey) -> None:
        """Add the back key as a transition from screen `key` to `start`, the screen from which it was last reached.

        Nothing is added if the back key once had no effect on screen `key`, or if it leads from `start` to `key`,
        because then the action itself went back.
        """
        back, known = back_to(start), self.transitions.get(start, {}).get(back_to(start).key)
        if (key, back.key) not in self._closed and not (known and known.to == key):
            self.transitions.setdefault(key, {})[back.key] = back

    def inherit(self, key: ScreenKey, present: set[str]) -> None:
        """Add to screen `key` the transitions that its elements have on other screens.

        If several screens have a transition for the same element and action, the screen most like this one decides.
        present: ids of the elements on screen `key`. An element that has another name on the other screen is left out;
        icons in the same place of two pages may share an id. So is an element that leads back, or to the same page as
        the back key, because where that leads depends on how one came; unless it leads to one page from most, as what
        opens a drawer does.
        """
        best: dict[tuple[str, str], tuple[int, Transition]] = {}
        ends: dict[tuple[str, str], Counter[ScreenKey]] = {}
        for name, each in (told for known in self.transitions.values() for told in known.items()):
            ends.setdefault(name, Counter())[each.to] += 1
        for start, known in self.transitions.items():
            alike = len(self._ids(start) & present) if start != key else 0
            back = known.get(back_to(start).key)
            for name, each in known.items():
                usable = each.element_id in present and each.to != key and (key, name) not in self._closed
                anywhere = 2 * ends[name][each.to] > ends[name].total() >= _SEVERAL
                usable = usable and each.onward and (back is None or back.to != each.to or anywhere)
                usable = usable and self._named_alike(each.element_id, start, key)
                if usable and alike > best.get(name, (-anywhere,))[0]:
                    best[name] = (alike, each)
        for name, (_, each) in best.items():
            self.transitions.setdefault(key, {}).setdefault(name, each)

    def _named_alike(self, element_id: str, one: ScreenKey, other: ScreenKey) -> bool:
        """Tell whether an element has the same name on two screens, as far as both names are known."""
        names = []
        for key in (one, other):
            label = self.labels.get(key, {}).get(element_id)
            if label and (label.kind != "icon" or (key, element_id) in self._wordless):
                names.append("" if label.kind == "icon" else label.name)
        return len(names) < len((one, other)) or names[0] == names[1] or same(*names)

    def saw_all(self, key: ScreenKey, shown: set[str]) -> None:
        """Remove labels of screen `key` that it does not show from the map. shown: keys of the labels that it shows."""
        self.labels[key] = {name: label for name, label in self.labels.get(key, {}).items() if name in shown}

    def missed(self, key: ScreenKey, label: Label) -> None:
        """Remove a label from a screen on the map, because it was not found there."""
        self.labels.get(key, {}).pop(label.key, None)

    def find(self, key: ScreenKey) -> ScreenKey:
        """Return the key under which the map knows a page: usually the given key.

        If this key is unknown and has no title, and exactly one known key has its screen id, the known key is returned
        instead. So it is if the title is the number of a step, and the known key has this number after a name, without
        digits, or not at all, as documents may record it.
        """
        if key in self.labels or not (key[1] == "" or counts_steps(key[1])):
            return key
        of_id = [known for known in self.labels if known[0] == key[0] and _may_be_titled(known[1], key[1])]
        return of_id[0] if len(of_id) == 1 else key

    def paths(
        self, start: ScreenKey, usable: Callable[[Transition, Path], bool] = lambda transition, path: True
    ) -> dict[ScreenKey, Path]:
        """Return the shortest path to each reachable screen, by screen; of a tap and a long press, the tap.

        usable: function that tells whether a transition may follow a path from the start.
        """
        found: dict[ScreenKey, Path] = {start: []}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for each in sorted(self.transitions.get(here, {}).values(), key=lambda each: each.action == LongPress.kind):
                if each.to not in found and usable(each, found[here]):
                    found[each.to] = [*found[here], each]
                    queue.append(each.to)
        return found

    def only_openers(self) -> dict[ScreenKey, ScreenKey]:
        """Return, for each page that only one other page opens, this other page, to which the back key leads."""
        openers: dict[ScreenKey, set[ScreenKey]] = {}
        for start, known in self.transitions.items():
            for each in known.values():
                if each.onward and each.to != start:
                    openers.setdefault(each.to, set()).add(start)
        return {page: next(iter(starts)) for page, starts in openers.items() if len(starts) == 1}

    def behind(self, element: Element, action: str) -> set[ScreenKey]:
        """Return the keys of the screens to which an action on an element led, or else on others of its template."""
        known = [each for found in self.transitions.values() for each in found.values() if each.action == action]
        own = {each.to for each in known if each.element_id == element.id}
        return own or {each.to for each in known if each.template == element.template}

    def _alike(self, key: ScreenKey, found: Sequence[Label]) -> ScreenKey:
        """Return the key of the known screen that has most of the elements of some labels; `key` if no screen fits.

        The screen must have at least half of the elements, and the title of `key` if that has one. found: the labels.
        """
        ids = {label.element_id for label in found if label.element_id}
        if key in self.labels or not ids:
            return key
        alike = [k for k in self.labels if key[1] in ("", k[1]) and 2 * len(ids & self._ids(k)) >= len(ids)]
        return max(alike, key=lambda known: len(ids & self._ids(known)), default=key)

    def _ids(self, key: ScreenKey) -> set[str]:
        return {label.element_id for label in self.labels.get(key, {}).values()}

    def _add(self, key: ScreenKey, found: Iterable[Label]) -> None:
        self.labels.setdefault(key, {}).update({label.key: label for label in found})

    def _read(self, record: Record, seen: ObservedEffect, told: set[tuple[ScreenKey, str, str]]) -> None:
        """Add a document's label to the map, and its transition unless the document fails by now.

        told: (screen key, element id, action) of all documents read so far, which is updated. No second transition is
        added for any of these.
        """
        start, end = self._ends(record, seen)
        words = words_in(record)
        kind = "field" if record.action == "text" else "icon" if not words else "check" if seen.state else "button"
        label = Label(words or sentence(record)[:MOST_LETTERS], kind, record.element_id, record.template)
        words = self.labels.setdefault(start, {}).setdefault(label.key, label).text
        if kind == "icon" and not is_listed(record):
            self._wordless.add((start, record.element_id))
        subject = (start, record.element_id, record.action)
        counts = record.action in LEADING and subject not in told and not record.failing
        if counts and start != end:
            # what opens a page elsewhere, as a drawer, only seems to lead back on a page that was opened from there
            opens = seen.effect == "returns" and not seen.plain and (*_kind(record), end) in self._openers
            onward = _leads_on(seen) or opens or same(words.split(PARTS)[0], end[1])
            name = (record.element_id, record.template, record.action)
            self.went(start, Transition(*name, end, seen.to_filled, record.id, onward))
        if seen.effect != "refused":
            if counts and start == end and not record.untrusted:
                self._closed.add((start, subject[1:]))  # another page's icon at the same place says nothing of this one
            told.add(subject)

    def _ends(self, record: Record, seen: ObservedEffect) -> tuple[ScreenKey, ScreenKey]:
        """Return the keys of the screens before and after the action that a document is about.

        Titles that this machine has seen come first, because those in a document have no numbers.
        """
        start, end = record.screen_id, record.leads_to or record.screen_id
        left, came = self._titles.get((start, seen.page), ""), self._titles.get((end, seen.to_page), "")
        return self.find((start, left or seen.title)), self._of_its_kind(self.find((end, came or seen.to_title)))

    def _of_its_kind(self, end: ScreenKey) -> ScreenKey:
        """Return the known page that stands for one without a title, if all pages with its screen id are of one kind.

        A form that has the name of its row for a title may be recorded without one. Pages are of one kind if each has
        at least half of the elements of the one with most elements, which is returned.
        """
        known = {key: self._ids(key) for key in self._shown if key[0] == end[0]}
        if end[1] or end in known or not known:
            return end
        most = max(known, key=lambda key: len(known[key]))
        return most if all(2 * len(ids & known[most]) > len(known[most]) for ids in known.values()) else end


def closes_its_page(records: Iterable[Record]) -> bool:
    """Tell whether an element only closes its page, or leads up from it. records: the documents about it."""
    seen = [effect_in(each) for each in records]
    return any((each.effect in RETURNING and each.plain and not each.more) or leads_up(each) for each in seen)


def names_leading_back(records: Iterable[Record]) -> set[str]:
    """Return the folded names of elements that on two screens or more led back without a change, and on few others on.

    So the arrow at the top of pages is known by its description, whatever the app's language.
    """
    back, on = Counter[str](), Counter[str]()
    ends: dict[tuple[str, str], bool] = {}  # by name and screen id, the best document first
    for record in records:
        if record.action == Tap.kind and (words := folded(words_in(record))):
            seen = effect_in(record)
            returns = seen.effect in ("leaves", "returns") and not (seen.more or seen.chosen)
            ends.setdefault((words, record.screen_id), returns or leads_up(seen))
    for (words, _), returns in ends.items():
        (back if returns else on)[words] += 1
    return {words for words, times in back.items() if times >= _SEVERAL and times > on[words]}


def _leads_on(seen: ObservedEffect) -> bool:
    return seen.effect not in RETURNING and not leads_up(seen)


def _kind(record: Record) -> tuple[str, str, str]:
    return record.template, record.action, words_in(record)


def _may_be_titled(known: str, title: str) -> bool:
    """Tell whether a known title may stand for one that is "" or the number of a step."""
    return not title or known in ("", as_heading(title)) or known.endswith(f": {title}")


def _named(seen: ObservedEffect) -> list[Label]:
    """Return labels for the fields and buttons that an action brought into sight, as its document names them."""
    entries = [Label(name, "field") for name in seen.fields if name]
    return [*entries, *(Label(name, "button") for name in seen.controls)]
