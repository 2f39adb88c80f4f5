"""Count in a store how often records helped, and how often what they say proved right."""

import json
from collections.abc import Iterable

from appagent.errors import StoreError
from appagent.store.checks import TableRow, checked_counter, checked_outcome
from appagent.store.outcomes import Outcomes
from appagent.store.signed_rows import counter_name, signed_row
from appagent.store.tables import queries
from appagent.store.tables.store_file import StoreFile


class Counters(StoreFile):
    """Part of a store that counts. Each store has counters of its own, which are signed with its owner's key."""

    def helped(self, record_id: str, times: int = 1) -> None:
        """Add `times` to the count of how often a record helped. Raises StoreError if the id is unknown.

        A read-only store is left unchanged.
        """
        if self.read_only:
            return
        with self._writing():
            if not self._rows("SELECT 1 FROM records WHERE id = ?", (record_id,)):
                raise StoreError(f"no record {record_id!r} in store {self.path} that could have helped")
            name = counter_name(self.keys.own, self._name)
            mine = self._rows("SELECT times FROM helped WHERE id = ? AND store = ?", (record_id, name))
            before = mine[0][0] if mine and isinstance(mine[0][0], int) else 0
            row = signed_row("helped", (record_id, name, before + times, ""), self.keys)
            self._db.execute(queries.COUNT, row)

    def count_outcome(self, record_id: str, version: str, *, worked: bool) -> None:
        """Count once that what a record says proved right or wrong. A read-only store is left unchanged.

        version: the app's.
        worked: True if it proved right.
        """
        if not self.read_only:
            with self._writing():
                where = record_id, counter_name(self.keys.own, self._name), version
                before = next(iter(self._rows(queries.OUTCOME, where)), (0, 0))
                row = (*where, before[0] + worked, before[1] + (not worked), "")
                self._db.execute(queries.MERGE_OUTCOME, signed_row("outcomes", row, self.keys))

    def outcomes(self, ids: Iterable[str]) -> dict[str, Outcomes]:
        """Return how often these records proved right and wrong, by record id. Records without counts are left out.

        The counts of this store and of trusted persons are added up; anybody else can claim any number.
        """
        found: dict[str, dict[str, tuple[int, int]]] = {}
        for name, version, worked, failed in self._rows(queries.OUTCOMES, {"ids": json.dumps([*ids])}):
            found.setdefault(name, {})[version] = (worked, failed)
        return {name: Outcomes(counts) for name, counts in found.items()}

    def outcome_rows(self, app: str, whose: str = "all") -> list[TableRow]:
        """Return checked rows of the table `outcomes` for an app.

        whose: "all", "counted" for those of trusted persons alone, or "own" for those of this store.
        """
        rows = self._rows(queries.OUTCOMES_OF, {"app": app, "whose": whose} | self._own_names())
        with self._damaged():
            return [checked_outcome(row) for row in rows]

    def helped_rows(self, app: str, whose: str = "all") -> list[TableRow]:
        """Return checked rows of the table `helped` for an app. whose: "all", or "own" for those of this store."""
        rows = self._rows(queries.HELPED_OF, {"app": app, "whose": whose} | self._own_names())
        with self._damaged():
            return [checked_counter(row) for row in rows]

    def _own_names(self) -> dict[str, str]:
        return {"name": self._name, "counter": counter_name(self.keys.made, self._name)}
