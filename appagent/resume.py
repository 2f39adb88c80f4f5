"""Going on with a run or a learning that was cut off, from what it left on disk."""

from collections.abc import Mapping
from dataclasses import replace

from appagent.errors import UsageError
from appagent.report.files import find_run
from appagent.sessions import RESUMABLE, Order
from appagent.settings import Settings, load
from appagent.trajectory import read


def again(run: str, kind: str, options: Mapping[str, object], rounds: int | None = None) -> tuple[Settings, Order]:
    """The settings and the order of a run to go on with; options and rounds that are given now count more.

    run: a folder, a name, its beginning, or "latest". kind: "run" or "learn". Raises UsageError where there is no such
    run, or nothing is left of it to do.
    """
    folder = find_run(run, load(options).runs)
    found = read(folder)
    begun, given = found.start.get("kind"), found.start.get("settings", {})
    if begun != kind:
        how = f"; go on with it by: appagent {begun} --resume {folder}" if begun in RESUMABLE else ""
        raise UsageError(f"{folder} is no {kind} but a {begun}{how}")
    if name := found.start.get("of_task_file"):
        raise UsageError(f"{folder} is a task of a task file; it is done anew by: run --task-file FILE --only {name}")
    if found.end.get("status") == "success":
        raise UsageError(f"{folder} ended as a success; there is nothing left to go on with")
    start = {name: str(found.start.get(name, "")) for name in ("app", "task", "agent", "docs", "check", "device")}
    settings = load({**(given if isinstance(given, dict) else {}), **options})
    settings = replace(settings, device=settings.device or start["device"])
    before = found.start.get("rounds")
    rounds = rounds or (before if isinstance(before, int) else None)
    order = Order(start["app"], start["task"], start["agent"], start["docs"] or "auto", start["check"], rounds)
    return settings, replace(order, resume=folder)
