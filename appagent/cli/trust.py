"""Define appagent trust: let a folder's own files change settings and run code, or a team's keys sign documents."""

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.shared import folders, show
from appagent.cli.shared import options as opt
from appagent.errors import UsageError
from appagent.files import read_file
from appagent.foreign import shown

EXAMPLES = """Examples:

appagent trust

appagent trust ./my-tasks.yaml --yes

appagent trust ./team.keys

appagent trust --forget"""


def trust(
    path: Annotated[
        Path, typer.Argument(help="A folder with an appagent.toml, a task file, or a team's file of keys (.keys).")
    ] = Path(),
    yes: Annotated[bool, typer.Option("--yes", help="Trust it without asking.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Stop trusting it.")] = False,
    json: opt.Json = False,
) -> None:
    """Trust a folder's settings, a task file or a team's keys.

    You are shown what the folder's appagent.toml would set, or which code a task file would run. If you agree, the file
    is trusted as it is now; once it is changed, it must be trusted again. For a file that ends in .keys, you are shown
    the keys. If you agree, documents signed with them count like your own.
    """
    from appagent.settings import trust as kept
    from appagent.settings.sources import SETTINGS_FILE
    from appagent.tasks.file import specs_in

    if path.suffix == ".keys":
        _trust_keys(path, ask=not yes, forget=forget, json=json)
        return
    files = folders.files_to_trust(path)
    if not forget and next(iter(files)).name != SETTINGS_FILE:
        specs_in(path)  # anything else but a task file is refused
    if forget:
        if not any(map(kept.trusted_before, files)):
            raise UsageError(f"{', '.join(map(str, files))} was not trusted: nothing to forget")
        kept.forget(*files)
    elif not folders.ask_to_trust(files, ask=not yes):
        raise typer.Exit(1)
    names = [str(file) for file in files]
    if json:
        show.put_json({"files": names, "trusted": not forget, "sets": folders.settings_in(files)})
        return
    show.say(f"{'No longer trusted' if forget else 'Trusted'}: {', '.join(names)}")


def _trust_keys(path: Path, *, ask: bool, forget: bool, json: bool) -> None:
    """Show the keys in a file, then trust them.

    forget: True to stop trusting them.
    ask: True to ask the person first.
    """
    from appagent.store import keys as kept

    found = kept.team_keys(read_file(path, _LARGEST), path)
    if not found:
        raise UsageError(f"{path} has no key; each member adds a line: appagent key --export --name NAME >> {path}")
    if forget and not (found := {key: name for key, name in found.items() if key in kept.keys_of_user().team}):
        raise UsageError(f"no key of {path} was trusted: nothing to forget")
    for key, name in found.items():
        show.put(show.console(True), f"  {kept.fingerprint(key)}  {shown(name)}  {key}")
    if not forget and not folders.confirmed("Trust documents that they signed?", ask=ask):
        raise typer.Exit(1)
    kept.trust_keys(found, forget=forget)
    if json:
        show.put_json({"keys": found, "trusted": not forget})
    else:
        show.say(f"{'No longer trusted' if forget else 'Trusted'}: {show.amount(len(found), 'key')} of {path}")


_LARGEST = 100_000  # bytes of a file of keys
