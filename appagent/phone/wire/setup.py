"""Shell command appagent: `appagent apps` lists short names, `appagent set-up BASE64` sets the state of apps."""

import base64
import binascii
import json

from appagent.phone.core import PhoneError
from appagent.phone.wire.commands import Call, Command, CommandError, usage


def _appagent(call: Call) -> str:
    """Run the command; the JSON {app: {attribute: value}} comes in base64, which a shell leaves alone."""
    if call.args == ["apps"]:
        return json.dumps({app.name(): package for package, app in call.phone.packages.items()}) + "\n"
    if len(call.args) != 2 or call.args[0] != "set-up":
        raise usage(call)
    try:
        wanted = json.loads(base64.b64decode(call.args[1], validate=True))
        call.phone.set_up(wanted)
    except (binascii.Error, ValueError) as error:
        raise CommandError(f"Error: no base64 of JSON: {error}\n") from error
    except PhoneError as error:
        raise CommandError(f"Error: {error}\n") from error
    return "Success\n"


COMMANDS: dict[str, Command] = {"appagent": _appagent}
