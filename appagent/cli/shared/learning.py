"""Print the progress of a learning run as a bar on a terminal, and its results at the end."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from appagent.cli.shared.show import amount, console, put, steps_as_they_end
from appagent.foreign import shown
from appagent.models import Usage
from appagent.runs.learning_summary import news, price, reach
from appagent.runs.trajectory import ASKED
from appagent.runs.trajectory import count_steps as rounds_in

if TYPE_CHECKING:
    from rich.console import Console

    from appagent.runs.trajectory import Step
    from appagent.sessions import Result

_MOST_PAGES, _MOST_LETTERS = 40, 60  # of the map


class Tally:
    """Running counts of a learning run: its screens, documents, rounds and calls to a model."""

    def __init__(self) -> None:
        self.screens: set[str] = set()
        self.documents = 0
        self.rounds = 0
        self.usage = Usage()
        self._asked = 0
        self._over = False  # True while the crawl has found nothing left to try
        self._questions = [0]  # after each round, how many questions the screens seen so far are worth, asked or not

    def add(self, step: "Step") -> None:
        """Count one more step."""
        self.screens.add(step.screen_id)
        self.documents = max(self.documents, step.written)
        self._asked += step.outcome == ASKED
        self._over = step.kind == "finish" or (self._over and not rounds_in([step]))
        if rounds_in([step]):
            self.rounds += 1
            known = step.to_ask or (0 if step.changed is not None else self._questions[-1] - self._asked)
            self._questions.append(known + self._asked)
        self.usage += step.usage

    def words(self, *, surveys: bool, rounds: int = 0) -> str:
        """Return the counts in words.

        surveys: True if a model is asked once about each screen; the number of calls still to come is then added.
        rounds: the largest number of rounds.
        """
        parts = [amount(len(self.screens), "screen"), amount(self.documents, "document")]
        calls, cost_usd = self.usage.calls, self.usage.cost_usd
        if calls or surveys:
            parts.append(f"{amount(calls, 'call')}{_money(cost_usd)}")
        least, most = self.to_come(rounds)
        if surveys and most:
            each = cost_usd / calls if calls and cost_usd is not None else None
            spread = amount(most, "call") if least == most else f"{least} to {amount(most, 'call')}"
            parts.append(f"about {spread}{_money(each * most if each else None)} to come")
        return ", ".join(parts)

    def to_come(self, rounds: int) -> tuple[int, int]:
        """Return how many calls are still to come, as (least, most).

        The least are those about the screens seen so far. The most are these and as many as further rounds will find,
        if of each half of the rounds so far the second found so much less than the first, and goes on to do so.
        rounds: the largest number of rounds.
        """
        now, half = self._questions[-1], self._questions[len(self._questions) // 2]
        first, second = half, max(0, now - half)
        left = 0 if self._over else max(0, rounds - self.rounds)
        further = second * left / max(1, self.rounds - self.rounds // 2)
        if second < first:
            further = min(further, second * second / (first - second))  # the sum of a series that shrinks by this share
        least = max(0, now - self._asked)
        return least, least + round(further)


@contextmanager
def watched(out: "Console", rounds: int, *, surveys: bool) -> "Iterator[Callable[[Step], None]]":
    """Yield a function to call with each step as it ends: it prints a line, and on a terminal moves a bar with counts.

    The bar is on standard error.
    out: where the lines go.
    rounds: the largest number of actions.
    surveys: as in `Tally.words`.
    """
    errors = console(True)
    if not errors.is_terminal:
        yield steps_as_they_end(out)
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    tally = Tally()
    columns = (BarColumn(20), TextColumn("{task.completed}/{task.total}"), TextColumn("{task.description}"))
    with Progress(*columns, TimeElapsedColumn(), console=errors, transient=True) as bar:
        print_step = steps_as_they_end(errors if out.is_terminal else out)  # a line must not tear the bar
        task = bar.add_task("", total=rounds)

        def show_step(step: "Step") -> None:
            tally.add(step)
            print_step(step)
            # what is taken back at the end comes on top of the rounds
            most = max(rounds, tally.rounds)
            bar.update(
                task, total=most, completed=tally.rounds, description=tally.words(surveys=surveys, rounds=rounds)
            )

        yield show_step


def summary(out: "Console", done: "Result") -> None:
    """Print the results of a learning run or a demonstration: documents, judgements, screens and elements."""
    counts = ", ".join(f"{number} {name}" for name, number in sorted((done.decisions or {}).items()))
    written = (f"{amount(done.documents_written or 0, 'document')} written", "bold")
    kinds = ", ".join(f"{number} of {name}" for name, number in sorted((done.documents_by_action or {}).items()))
    steps = f" in {amount(done.steps, 'step')}{f' ({counts})' if counts else ''}"
    put(out, written, f" ({kinds})" if kinds else "", steps)
    if done.actions:
        put(out, f"Actions: {', '.join(f'{number} of {name}' for name, number in sorted(done.actions.items()))}")
    facts = done.to_json()
    for line in filter(None, (news(facts), reach(facts), price(facts))):
        put(out, line)
    if done.map and (done.new is None or any(done.new.values())):
        _put_map(out, done.map)
    for words in done.left_behind or ():
        put(out, f"Left behind in the app, made while it was learnt: “{shown(words)}”")
    if done.reason:
        put(out, f"{done.status.capitalize()}: {shown(done.reason)}")


def _put_map(out: "Console", told: Mapping[str, Any]) -> None:
    """Print the pages of a map, each indented below the page that leads to it."""
    from appagent.documents.map.overview import tree

    pages = tree(told)
    put(out, (f"Map of {shown(told['app'])}: {amount(len(pages), 'page')}", "bold"))
    for depth, name in pages[:_MOST_PAGES]:
        put(out, f"{'  ' * (depth + 1)}{shown(name, _MOST_LETTERS)}")
    if len(pages) > _MOST_PAGES:
        put(out, f"  and {len(pages) - _MOST_PAGES} more: appagent docs map --app {shown(told['app'])}")


def _money(cost_usd: float | None) -> str:
    return f" (${cost_usd:.2f})" if cost_usd else ""
