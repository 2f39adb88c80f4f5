"""The commands by name, and how an error becomes one line and an exit status."""

import json
import sys

import typer

from appagent import __version__
from appagent.cli import demo, docs, doctor, look, phone, report, run, runs, show
from appagent.errors import AppAgentError

app = typer.Typer(
    help="Learn an Android app once, write down what each element does, and let any model carry out tasks with it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
demo.add(app)
run.add(app)
look.add(app)
docs.add(app)
phone.add(app)
runs.add(app)
report.add(app)
doctor.add(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback(epilog="Begin with: appagent demo")
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Learn an Android app once, use it many times."""


def main() -> None:
    """Run the command that was typed; 0 done, 1 task not completed, 2 usage, 3 device, 4 model, 130 interrupted."""
    try:
        app()
    except AppAgentError as error:
        _say(str(error))
        sys.exit(error.exit_status)
    except KeyboardInterrupt:
        _say("interrupted; what was done up to here is kept")
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read the output has left: nobody is there to be told
        sys.exit(1)


def _say(reason: str) -> None:
    """One line for people; for a script its one JSON object too."""
    if "--json" in sys.argv:
        print(json.dumps({"status": "error", "reason": reason}, ensure_ascii=False))
    print(f"appagent: {show.clean(reason)}", file=sys.stderr)
