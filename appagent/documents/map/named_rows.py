"""Add transitions to a map for rows that a goal names: they probably lead where similar rows were seen to lead."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product

from appagent.actions import Back, LongPress, Tap
from appagent.documents.facts import is_listed, same_end, seen_in, words_in
from appagent.documents.map.app_map import Map
from appagent.documents.map.labels_ahead import RowKind
from appagent.documents.map.row_buttons import buttons_of
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS, Label
from appagent.screen.transitions import ScreenKey, Transition
from appagent.store import Record


class NamedRows:
    """Rows of contents that the goal names, which lead where similar rows do.

    known: the map, to which transitions are added. records: the documents, by id. menus: for each kind of rows, True if
    they are a menu of the app, and False if they are contents. in_goal: function that tells whether the goal names a
    text. contents_of: function that returns the labels of contents on a page.
    """

    def __init__(
        self,
        known: Map,
        records: Mapping[str, Record],
        menus: Mapping[RowKind, bool],
        in_goal: Callable[[str], bool],
        contents_of: Callable[[ScreenKey], set[Label]],
    ) -> None:
        self._map, self._records, self._menus, self._in_goal = known, records, menus, in_goal
        self._contents_of = contents_of
        self._contents = {kind[:2] for kind, menu in menus.items() if not menu}  # (screen id, template)

    def lead_on(self, page: ScreenKey) -> None:
        """Add transitions for the rows of a page that the goal names, by where similar rows were seen to lead.

        The page of such a row gets the transitions and documented elements of a similar row's page. Rows with a switch
        are treated separately from rows without one.
        """
        known = self._map.transitions.get(page, {})
        kinds = {each.key: each.kind for found in self._map.labels.values() for each in found.values()}
        rows = [each for each in self._contents_of(page) if self._in_goal(each.name)]
        for label, action in product(rows, (Tap.kind, LongPress.kind)):
            kind = page[0], label.template, action
            if self._menus.get(kind) is not False:
                continue
            others = [each for each in self._of_kind(kind) if kinds.get(each.element_id, label.kind) == label.kind]
            if own := known.get((label.key, action)):
                self._share(own, others)
            elif others:
                self._lead_alike(page, label, others[0])
        self._lead_by_buttons(page)

    def _lead_by_buttons(self, page: ScreenKey) -> None:
        """Add transitions for buttons in rows that the goal names, such as three dots for a menu."""
        for label in list(self._map.labels.get(page, {}).values()):
            if (page[0], label.template) in self._contents and self._in_goal(label.name):
                for kind in buttons_of(page[0], label.template, self._records.values()):
                    for other in self._of_kind(kind)[:1]:
                        self._map.went(page, replace(other, element_id="", row=label.name))

    def _share(self, own: Transition, others: Sequence[Transition]) -> None:
        """Add to the page that a row opens (`own`) the transitions of the pages that similar rows open (`others`).

        Transitions that begin with a row, such as one of the things in a list on another page, are left out.
        """
        record = self._records.get(own.document)
        for other in (each for each in others if record and same_end(record, self._records[each.document])):
            for each in list(self._map.transitions.get(other.to, {}).values()):
                led = self._records.get(each.document)
                if each.action != Back.kind and not (led and is_listed(led) and not words_in(led)):
                    self._map.transitions.setdefault(own.to, {}).setdefault(each.key, each)

    def _lead_alike(self, page: ScreenKey, label: Label, other: Transition) -> None:
        """Add a transition from a row to a page like that of a similar row, with the transitions of that page.

        other: the transition from that row. The new page is named after `label` if the other one is after its row.
        """
        seen = seen_in(self._records[other.document])
        own = seen is not None and (seen.named or seen.of_row)
        end = (other.to[0], label.name if own else other.to[1])
        self._map.went(page, replace(other, element_id=label.element_id, to=end))
        for each in list(self._map.transitions.get(other.to, {}).values()):
            self._map.transitions.setdefault(end, {}).setdefault(each.key, each)
        told = {each.element_id for each in self._records.values() if each.screen_id == end[0]}
        alike = {key: self.shared(each, other) for key, each in self._map.labels[other.to].items() if key in told}
        self._map.labels[end] = alike | self._map.labels[end]

    def shared(self, label: Label, opening: Transition) -> Label:
        """Return a label of the page behind one of several rows without the parts that it has on this page only.

        What it says differently on the pages of other rows, such as the name of an owner, belongs to the row.
        opening: the transition from that row, or from another page, to the page.
        """
        record = self._records.get(opening.document)
        kind = record.screen_id if record else "", opening.template, opening.action
        ends = {each.to for each in self._of_kind(kind)}
        pages = [known for end, known in self._map.labels.items() if end in ends or end[0] == opening.to[0]]
        texts = [folded(known[label.key].text).split(PARTS) for known in pages if label.key in known]
        kept = [part for part in label.text.split(PARTS) if all(folded(part) in each for each in texts)]
        return replace(label, text=PARTS.join(kept))

    def _of_kind(self, kind: RowKind) -> list[Transition]:
        """Return the documented transitions that open a page from a row of a kind."""
        starts = [known.values() for start, known in self._map.transitions.items() if start[0] == kind[0]]
        found = (each for known in starts for each in known if (each.template, each.action) == kind[1:])
        return [each for each in found if each.onward and not each.row and each.document in self._records]
