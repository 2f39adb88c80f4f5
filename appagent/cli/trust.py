"""appagent trust: let a folder's own files change settings and run code."""

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli import folders, show
from appagent.cli import options as opt

EXAMPLES = """Examples:

appagent trust

appagent trust ./my-tasks.yaml --yes

appagent trust --forget"""


def trust(
    path: Annotated[Path, typer.Argument(help="A folder with an appagent.toml, or a task file.")] = Path(),
    yes: Annotated[bool, typer.Option("--yes", help="Trust it without asking.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Stop trusting it.")] = False,
    json: opt.Json = False,
) -> None:
    """Let a folder's own files change settings or run code.

    You are shown what the folder's appagent.toml would set, or which code a task file would run. If you agree, the file
    is trusted as it is now. If it is changed later, it does not count until it is trusted again.
    """
    from appagent.settings import trust as kept

    files = folders.files_of(path)
    if forget:
        kept.forget(*files)
    elif not folders.agreed(files, ask=not yes):
        raise typer.Exit(1)
    names = [str(file) for file in files]
    if json:
        show.put_json({"files": names, "trusted": not forget, "sets": folders.sets(files)})
        return
    show.say(f"{'No longer trusted' if forget else 'Trusted'}: {', '.join(names)}")
