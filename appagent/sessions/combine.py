"""Make one experience of what several demonstrations of a task have in common."""

from collections.abc import Mapping, Sequence

from appagent.experience import Plan
from appagent.experience import kept as keeping
from appagent.experience.combining import combine_demonstrations
from appagent.runs.report.files import find_run
from appagent.settings import Settings
from appagent.store import Record
from appagent.store.opening import open_store


def combined(runs: Sequence[str], settings: Settings) -> tuple[Record, Plan, Mapping[str, str]]:
    """Keep one experience made of several runs or demonstrations, and return (record, plan, values of one of the runs).

    runs: folders or names, as `find_run` accepts them. The experience must be replayed as a whole before it counts as
    confirmed.
    Raises UsageError if the runs are not of one task.
    """
    made = combine_demonstrations([find_run(run, settings.runs) for run in runs])
    with open_store(settings) as store:
        record = keeping.keep(store, made.plan, "demo", "", confirmed=False)
    return record, made.plan, made.values
