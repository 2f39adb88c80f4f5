"""Result of a learning run."""

from collections import Counter
from dataclasses import dataclass, field

from appagent.learning.crawl.coverage import Coverage


@dataclass
class Learned:
    """Result of a learning run.

    status: "success" if the explorer had nothing left to try, "limit" if a limit was reached, else "failed".
    reason: why the learning run ended, or "".
    decisions: number of reflections by decision.
    written: ids of the documents written.
    refused: number of actions that the guard refused.
    coverage: the elements seen and tried, in earlier crawls too.
    before: the numbers of "screens" and "elements" that earlier crawls had met; empty if there was none.
    left_behind: texts of the things made in the app that are still there, such as the words of a note.
    """

    status: str = "success"
    reason: str = ""
    decisions: Counter[str] = field(default_factory=Counter)
    written: list[str] = field(default_factory=list)
    refused: int = 0
    coverage: Coverage = field(default_factory=Coverage)
    before: dict[str, int] = field(default_factory=dict)
    left_behind: list[str] = field(default_factory=list)

    def begin_after(self, coverage: Coverage) -> None:
        """Go on from what earlier learning runs have met."""
        self.coverage, self.before = coverage, coverage.met_so_far()

    def new(self) -> dict[str, int] | None:
        """Return how many "screens" and "elements" no earlier crawl had met; None if there was none."""
        now = self.coverage.met_so_far()
        return {name: now[name] - number for name, number in self.before.items()} if self.before else None
