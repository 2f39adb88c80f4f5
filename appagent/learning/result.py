"""Result of a learning."""

from collections import Counter
from dataclasses import dataclass, field

from appagent.learning.crawl.coverage import Coverage


@dataclass
class Learned:
    """Result of a learning.

    status: "success" if the explorer had nothing left to try, "limit" if a limit was reached, else "failed".
    reason: why the learning ended, or "".
    decisions: number of reflections by decision.
    written: ids of the documents written.
    refused: number of actions that the guard refused.
    coverage: the elements seen and tried.
    left_behind: texts of the things made in the app that are still there, such as the words of a note.
    """

    status: str = "success"
    reason: str = ""
    decisions: Counter[str] = field(default_factory=Counter)
    written: list[str] = field(default_factory=list)
    refused: int = 0
    coverage: Coverage = field(default_factory=Coverage)
    left_behind: list[str] = field(default_factory=list)
