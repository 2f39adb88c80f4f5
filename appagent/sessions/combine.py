"""Keep what several demonstrations of a task have in common as one experience."""

from collections.abc import Mapping, Sequence

from appagent.errors import UsageError
from appagent.experience import Plan
from appagent.experience import kept as keeping
from appagent.experience.combining import together
from appagent.runs.report.files import find_run
from appagent.settings import Settings
from appagent.store import Record
from appagent.store.opening import open_store


def combined(runs: Sequence[str], settings: Settings) -> tuple[Record, Plan, Mapping[str, str]]:
    """Keep one experience of several runs or demonstrations; return it, its plan, and the values of one of them.

    runs: as `find_run` takes them. The experience must be done again as a whole before it counts as confirmed.
    Raises UsageError if they are not of one task, or if the task says something that looks like somebody's own.
    """
    made = together([find_run(run, settings.runs) for run in runs])
    with open_store(settings) as store:
        record = keeping.keep(store, made.plan, "demo", "", confirmed=False)
    if record is None:
        raise UsageError(
            "the task says something that looks like somebody's own, such as an address; so it is not kept"
        )
    return record, made.plan, made.values
