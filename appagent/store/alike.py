"""Look documents up by what their element is and says, for elements that no document is about by its id."""

from collections.abc import Iterable

from appagent.store import queries
from appagent.store.screens import RememberedScreens

_MOST = 2_000  # documents of one look-up
_SHORTEST = 3  # letters of a resource-id that says something


class AlikeIndex(RememberedScreens):
    """Part of a store that knows the documents of an app by resource-id and words of their elements.

    The index is made in memory when it is first asked for, and again when there are other records.
    """

    def alike_ids(self, app: str, keys: Iterable[str]) -> list[str]:
        """Return the ids of documents of an app by what `keys_of` gives for their elements, at most 2,000."""
        index = self._index_of(app)
        found = dict.fromkeys(name for key in sorted(set(keys)) for name in index.get(key, ()))
        return list(found)[:_MOST]

    def _index_of(self, app: str) -> dict[str, list[str]]:
        ((last,),) = self._rows("SELECT coalesce(max(place), 0) FROM records")
        if self._alike.get(app, (-1, {}))[0] != last:
            index: dict[str, list[str]] = {}
            for name, resource_id, words, role, published in self._rows(queries.RAW, (app,)):
                for key in (*keys_of(str(resource_id or ""), str(words or ""), str(role or "")), *_listed(published)):
                    index.setdefault(key, []).append(name)
            self._alike[app] = (last, index)
        return self._alike[app][1]


def keys_of(resource_id: str, words: str, role: str) -> list[str]:
    """Return the keys by which documents about like elements are found.

    >>> keys_of("com.example:id/send", "Send · now", "Button")
    ['id send', 'words send']
    """
    name, said = resource_id.rpartition("/")[2], words.split(" · ")[0].casefold()
    keys = [f"id {name}"] if len(name) >= _SHORTEST else []
    keys += [f"words {said}"] if said else []
    return keys or [f"bare {role}"]


def _listed(published: object) -> list[str]:
    return [each for each in str(published or "").strip("[]").replace('"', "").split(",") if each]
