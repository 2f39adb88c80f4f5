"""Define appagent experience: list and show how tasks were done, and take back what is wrong."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from appagent.cli.documents import docs
from appagent.cli.shared import options as opt
from appagent.cli.shared import show

if TYPE_CHECKING:
    from appagent.experience import Plan
    from appagent.experience.kept import Kept


def group() -> typer.Typer:
    """Return the group of commands `experience`."""
    group = typer.Typer(help="Show how tasks were done before, and retract what is wrong.", no_args_is_help=True)
    group.command("list", epilog="Example: appagent experience list --app notes")(list_)
    group.command("show", epilog="Example: appagent experience show 3f2a")(show_)
    group.command("retract", epilog="Example: appagent experience retract 3f2a --why 'it saves twice'")(retract)
    group.command("prune", epilog="Example: appagent experience prune --keep 10")(prune)
    return group


@opt.shared("store")
def list_(app: docs.OneApp = "", json: opt.Json = False, *, options: opt.Options) -> None:
    """List the tasks that can be done again, the best first."""
    from appagent.experience.kept import experiences
    from appagent.store.opening import open_store

    settings = opt.settings(options)
    with open_store(settings, to_read=True) as opened:
        found = [kept for each in docs.apps_meant(app, opened.apps()) for kept in experiences(opened, each)]
    if json:
        show.put_json({"experiences": [_as_json(kept, settings.replay_from) for kept in found]})
    elif found:
        headings = ["id", "app", "task", "moves", "done again", "failed", ""]
        show.rows(headings, [_table_line(kept, settings.replay_from) for kept in found], most=show.MOST_IN_LINE)
    else:
        show.say(f"No experience in {settings.store}. Tasks that are done make it: appagent run, or appagent record")


_Id = Annotated[str, typer.Argument(metavar="ID", help="The beginning of an experience's id.")]


@opt.shared("store")
def show_(
    record: _Id,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Show the moves of an experience, its values and its screens."""
    from appagent.experience.kept import experience_of
    from appagent.sessions.key_screens import key_screens
    from appagent.store.opening import open_store

    settings = opt.settings(options)
    with open_store(settings, to_read=True) as opened:
        kept = experience_of(opened, record)
    folder = key_screens(settings.store, kept.plan)
    if json:
        screens = str(folder) if folder.is_dir() else ""
        show.put_json({**_as_json(kept, settings.replay_from), "plan": kept.plan.to_json(), "screens": screens})
        return
    told = {name: value for name, value in _as_json(kept, settings.replay_from).items() if value not in ("", [], {})}
    told["values"] = ", ".join(kept.plan.slots) or "none"
    told |= {"screens": str(folder)} if folder.is_dir() else {}
    show.rows(["field", "value"], [[name, value] for name, value in told.items()])
    tell_moves(kept.record.id, kept.plan)


def tell_moves(experience: str, plan: "Plan") -> None:
    """Print the moves of an experience, and the command that repeats them."""
    told = {
        number: f"once for each of {', '.join(loop.slots)}"
        for loop in plan.loops
        for number in range(loop.first, loop.last + 1)
    }
    lines = []
    for number, move in enumerate(plan.moves, 1):
        remarks = [told.get(number, ""), "may be missing" if move.optional else ""]
        lines.append([number, move.words, move.may, ", ".join(filter(None, remarks))])
    show.rows(["move", "what is done", "may", ""], lines)
    sets = " ".join(f"--set {name}=..." for name in plan.slots if name not in plan.held)
    show.say(f"To do it again: appagent replay {experience[:8]} {sets}".rstrip())


@opt.shared("store")
def retract(
    record: _Id,
    why: opt.Why = "",
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Retract a wrong experience. It stays in the store, hidden, and is not done again; its screens are deleted."""
    from appagent.experience.kept import experience_of
    from appagent.sessions.key_screens import forget_screens, key_screens
    from appagent.store.opening import open_store

    settings = opt.settings(options)
    with open_store(settings) as opened:
        old = experience_of(opened, record)
        new = opened.retraction(old.record, why)
        opened.add(new)
    forget_screens(key_screens(settings.store, old.plan))
    if json:
        show.put_json({"id": new.id, "retracted": old.record.id})
    else:
        show.say(f"{old.record.id[:8]} is retracted by {new.id[:8]}: {why}".rstrip(": "))


@opt.shared("store")
def prune(
    keep: Annotated[int, typer.Option("--keep", min=0, help="How many experiences keep their screens.")] = 20,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Delete the screens of all but the newest experiences. The experiences stay."""
    from appagent.sessions.key_screens import prune_screens

    gone = prune_screens(opt.settings(options).store, keep)
    if json:
        show.put_json({"pruned": gone})
    else:
        show.say(f"Deleted the screens of {show.amount(gone, 'experience')}")


def _as_json(kept: "Kept", replay_from: float) -> dict[str, Any]:
    worked, failed = kept.counts
    record = kept.record
    return {
        "id": record.id, "app": record.app, "task": kept.plan.goal, "values": list(kept.plan.slots),
        "moves": len(kept.plan.moves), "done_again": worked, "failed": failed, "confirmed": kept.confirmed,
        "failing": kept.fails(replay_from), "untrusted": record.untrusted, "source": record.source, "time": record.time,
    }  # fmt: skip


def _table_line(kept: "Kept", replay_from: float) -> list[Any]:
    worked, failed = kept.counts
    remarks = {
        "untrusted": kept.record.untrusted, "fails": kept.fails(replay_from),
        "not yet done again as a whole": not kept.confirmed,
    }  # fmt: skip
    said = ", ".join(words for words, holds in remarks.items() if holds)
    app = kept.record.app.rpartition(".")[2]
    return [kept.record.id[:8], app, kept.plan.goal, len(kept.plan.moves), worked, failed, said]
