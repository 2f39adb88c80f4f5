"""Go on with a run or a learning that was cut off, from what it left on disk."""

from appagent.errors import UsageError
from appagent.runs.report.files import find_run
from appagent.runs.trajectory import read
from appagent.sessions import RESUMABLE, Order
from appagent.settings import Settings


def again(
    run: str, kind: str, settings: Settings, *, agent: str = "", docs: str = "auto", rounds: int | None = None
) -> Order:
    """Return the order to go on with a run.

    Its steps and its task (goal, app, check) come from the run, and nothing else does: it may be a stranger's, who
    would else choose the settings, the store and what needs no question.

    run: a folder, a name, its beginning, or "latest". kind: "run" or "learn". Raises UsageError where there is no such
    run, or nothing is left of it to do.
    """
    folder = find_run(run, settings.runs)
    found = read(folder)
    begun = str(found.start.get("kind"))
    if begun != kind:
        how = f"; go on with it by: appagent {begun} --resume {folder}" if begun in RESUMABLE else ""
        raise UsageError(f"{folder} is no {kind} but a {begun[:20]}{how}")
    if name := found.start.get("of_task_file"):
        raise UsageError(f"{folder} is a task of a task file; it is done anew by: run --task-file FILE --only {name}")
    if found.end.get("status") == "success":
        raise UsageError(f"{folder} ended as a success; there is nothing left to go on with")
    app, goal, check = (str(found.start.get(name, "")) for name in ("app", "task", "check"))
    return Order(app, goal, agent, docs, check, rounds, resume=folder)
