"""Keep in the store what a crawl knows of an app, so that the next learning run begins with what is left to try."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from appagent.learning.crawl.coverage import COVERED, Coverage, Place
from appagent.learning.crawl.kinds_to_try import TOUCHES
from appagent.learning.memory.saved_state import known, recall, restored, saved
from appagent.store import Store

_FAILED = 2  # times that going to a page may have failed already: one try is left


@dataclass(frozen=True)
class Earlier:
    """Knowledge that the learning runs of an app had when the last one ended.

    version: the app's version then. finished: True if nothing was left to try. allowed: the effects that the guard
    permitted. explorer: what `OfflineExplorer.known` returned. coverage: the elements of all these learning runs.
    """

    version: str
    finished: bool
    allowed: frozenset[str]
    explorer: Mapping[str, Any]
    coverage: Coverage = field(default_factory=Coverage)

    @classmethod
    def of(cls, store: Store, app: str, check: Callable[[Mapping[str, Any]], object]) -> "Earlier | None":
        """Return what the store has of an app, or None if no learning has ended yet, or what it has cannot be read.

        check: function that raises KeyError or ValueError if an explorer could not begin with what one knew.
        """
        try:
            told = restored(json.loads(store.crawl(app) or "null"))
            if told is None:
                return None
            coverage = Coverage()
            recall(coverage, COVERED, told["coverage"])
            finished, allowed = bool(told["finished"]), frozenset(told["allowed"])
            found = cls(str(told["version"]), finished, allowed, dict(told["explorer"]), coverage)
            check(found.carried_over(found.version, allowed))
            return found
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
            return None  # an older AppAgent wrote it otherwise; then the documents alone tell what is known

    def keep(self, store: Store, app: str, masked: Callable[[Any], Any]) -> None:
        """Save this in the store. masked: function that masks secrets in plain JSON."""
        told = {
            "version": self.version, "finished": self.finished, "allowed": set(self.allowed),
            "explorer": dict(self.explorer), "coverage": known(self.coverage, COVERED),
        }  # fmt: skip
        store.keep_crawl(app, json.dumps(masked(saved(told)), ensure_ascii=False))

    def carried_over(self, version: str, allowed: frozenset[str]) -> dict[str, Any]:
        """Return what an explorer begins the next learning run with, for its `recall`.

        version, allowed: as they are now. With another version each page is looked at again, and a page that could not
        be reached is tried as often as at first. What was refused and is permitted now counts as untried.
        """
        told = {**self.explorer, **_at_rest()}
        before = told["_tried_before"] if self.finished else ()  # a round that was cut off goes on where it was
        told["tried"] = told["tried"].union(before)
        permitted = {place for place, effect in self.coverage.refused.items() if effect in allowed - self.allowed}
        again = {screen_id for screen_id, _ in permitted}
        changed = version != self.version
        if changed:  # a page with one more element has another layout, by which the explorer knows what it has tried
            told["tried"] |= _by_page(told)
        told["_unseen"] = {page for page in told["labels"] if changed or page[0] in again} | told["_unseen"]
        told["_lost"] = Counter({} if changed else {each: min(n, _FAILED) for each, n in told["_lost"].items()})
        told["_scrolls"] = Counter({} if changed else told["_scrolls"])
        if permitted:
            told |= {"_refusals": Counter(), "_refused": set(), "tried": _without(told, permitted)}
        return told


def _at_rest() -> dict[str, Any]:
    """Return what an explorer knows of its last action, as it is before the first one."""
    return {
        "_pending": [], "_begun": [], "_from": "", "_returned": False, "told": set(), "_stale": 0, "pending": "",
    }  # fmt: skip


def _by_page(told: Mapping[str, Any]) -> set[Any]:
    """Return what an explorer has tried on each layout, for each page of that layout."""
    of_layout: dict[Any, list[Any]] = {}
    for where, trial in told["tried"]:
        of_layout.setdefault(where, []).append(trial)
    layouts = told["_layouts"]
    return {(page, trial) for page in told["labels"] for trial in of_layout.get(layouts.get(page[0]), ())}


def _without(told: Mapping[str, Any], permitted: Iterable[Place]) -> set[Any]:
    """Return the tried actions of an explorer without the touches of some elements."""
    names = {element_id for _, element_id in permitted}
    names |= {own for (_, element_id), own in told["_names"].items() if element_id in names}
    return {each for each in told["tried"] if each[1][0] not in names or each[1][1] not in TOUCHES}
