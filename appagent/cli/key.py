"""Define appagent key: show the key that signs your documents."""

from typing import Annotated

import typer

from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.errors import UsageError

EXAMPLES = """Examples:

appagent key

appagent key --export --name Anna >> team.keys"""


def key(
    export: Annotated[bool, typer.Option("--export", help="Print it as a line for a team's file of keys.")] = False,
    name: Annotated[str, typer.Option("--name", help="Whose key it is, for that line.")] = "",
    json: opt.Json = False,
) -> None:
    """Show the key that signs your documents.

    It is created if there is none. The public key is no secret: whoever trusts it (appagent trust FILE.keys) trusts the
    documents that you write. Read the fingerprint out to each other to compare it. The private key stays in your
    configuration folder.
    """
    if name and not export:
        raise UsageError("--name is for the line that --export prints: add --export")
    from appagent.store.keys import fingerprint, keys_of_user

    own = keys_of_user().own
    if json:
        show.put_json({"key": own, "fingerprint": fingerprint(own)})
    elif export:
        show.say(f"{own} {name}".strip())
    else:
        show.say(own)
        show.say(f"fingerprint {fingerprint(own)}")
