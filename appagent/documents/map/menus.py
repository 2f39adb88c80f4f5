"""Tell apart the rows of an app's menu and rows of contents, such as files; and recognise a dialog by its controls."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

from appagent.documents.facts import effect_in, is_listed, observed_effect, same_end, words_in
from appagent.documents.map.app_map import Map
from appagent.documents.map.labels_ahead import RowKind, kind_of_row
from appagent.screen import Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import Label, labels
from appagent.screen.transitions import ScreenKey
from appagent.store import Record

_ROWS = 3  # elements of one template; as many are a list
_GOODS = 6  # numbers with − and +; as many are the quantities of a list
_SEVERAL = 2  # rows, or screens
_MOST_ROWS = 40  # rows of one kind that are compared with each other


def menus(records: Iterable[Record], known: Map, general: set[str]) -> dict[RowKind, bool]:
    """Return, for each kind of rows, True if they are a menu of the app, and False if they are contents, such as files.

    They are a menu if documents record their words, if none was seen to open anything, or if no two of them open pages
    that are alike. If only one was opened, others of the kind must have been tried, or there must be none.
    known: the map. general: ids of elements that so many screens have that they do not tell pages apart.
    """
    kinds: dict[RowKind, list[Record]] = {}
    for record in filter(is_listed, records):
        kinds.setdefault(kind_of_row(record), []).append(record)
    ends = {each.document: each.to for several in known.transitions.values() for each in several.values()}
    found = {}
    for kind, several in kinds.items():
        opened = [each for each in several if each.id in ends and observed_effect(each) == "opens"]
        pages = [known.labels[page].values() for page in known.labels if page[0] == kind[0]]
        alone = all(sum(label.template == kind[1] for label in page) < _SEVERAL for page in pages)
        others = any(each not in opened and observed_effect(each) != "refused" for each in several)
        twins = any(
            same_end(one, other) and _alike(ends[one.id], ends[other.id], known, general)
            for one, other in combinations(opened[:_MOST_ROWS], 2)
        )
        found[kind] = any(map(words_in, several)) or not (twins or (len(opened) == 1 and not (alone or others)))
    return found


def by_template(known: Mapping[RowKind, bool], records: Iterable[Record]) -> dict[tuple[str, str], bool]:
    """Return, by (screen id, template), True for what is the app's own and False for contents; see `menus`.

    Where one was seen to be chosen outside lists, as a chip is, all are choices of the app.
    """
    found: dict[tuple[str, str], bool] = {}
    for kind, menu in known.items():
        found[kind[:2]] = menu and found.get(kind[:2], True)
    for each in (each for each in records if not is_listed(each)):
        if (seen := effect_in(each)).selects or seen.state:
            found.setdefault((each.screen_id, each.template), True)
    return found


def rows_of_contents(known: Mapping[RowKind, bool], records: Iterable[Record]) -> set[str]:
    """Return the ids of the rows of contents that documents are about; they are contents on any page."""
    return {each.element_id for each in records if is_listed(each) and known.get(kind_of_row(each)) is False}


def contents_of(
    screen_id: str,
    found: Iterable[Label],
    known: Mapping[tuple[str, str], bool],
    tried: Collection[str],
    shared: Collection[str] = (),
    *,
    dialog: bool,
) -> set[Label]:
    """Return the labels of contents on a page: rows such as files, and similar elements that were never tried.

    Several numbers with − and + are a form, unless they are many, as in a list of goods. Sliders are no contents. Radio
    buttons, and what a dialog or menu offers, are contents only if such rows are known to be.
    screen_id, found: those of the page. known: for each (screen id, template), True for a menu and False for contents.
    tried: ids of the elements that documents are about. shared: folded names that pages of this kind have in common,
    which are no contents. dialog: True if the page is a dialog or a menu.
    """
    rows = [each for each in found if each.kind != "slider" and folded(each.name) not in shared]
    alike = Counter((each.template, each.kind) for each in rows)
    few = {each for each in rows if alike[each.template, each.kind] < (_GOODS if each.kind == "number" else _ROWS)}
    own = {each for each in rows if dialog or each.kind == "choice" or each in few or each.element_id in tried}
    return {each for each in rows if not known.get((screen_id, each.template), each in own)}


def _alike(one: ScreenKey, other: ScreenKey, known: Map, general: set[str]) -> bool:
    """Tell whether two pages with the same layout differ only in their subject, as the pages of two contacts do.

    They do if both have an element with the same words that few other screens have, or if the elements of one are not
    known. Without resource-ids, the first rows of two pages that have nothing in common may share an id.
    """
    first, second = (
        {(each.element_id, folded(each.name)) for each in known.labels.get(page, {}).values()} for page in (one, other)
    )
    shared = {element_id for element_id, _ in first & second}
    return one == other or not (first and second) or bool(shared - general - {""})


def has_all(screen: Screen, known: Iterable[Label]) -> bool:
    """Tell whether a dialog has all the controls, by their names, that a known one has. known: labels of that one."""
    names = {folded(each.name) for each in known if each.element_id and each.name}
    return bool(names) and names <= {folded(each.name) for each in labels(screen)}
