"""Run the command that was typed, and report an error as one line and an exit status."""

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import typer
from typer.main import get_command

from appagent import __version__
from appagent.cli import bench, demo, doctor, key, look, phone, trust
from appagent.cli.documents import docs, docs_edit, docs_map, docs_show, docs_versions, share
from appagent.cli.recording import record
from appagent.cli.running import experience, replay, report, run, runs, schedule
from appagent.cli.shared import show
from appagent.cli.shared.options import CommandWithModes
from appagent.errors import AppAgentError, UsageError
from appagent.foreign import shown

_INTERRUPTED = 130
# objects made between two garbage collections; with Python's 700 they take a tenth of the start-up time, for nothing
_GARBAGE = 50_000

app = typer.Typer(
    help="Learn an Android app once, write down what each element does, and let any model carry out tasks with it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command(epilog="Example: appagent demo --out ./demo")(demo.demo)
app.command(epilog=run.RUN_EXAMPLES, cls=CommandWithModes)(run.run)
app.command(epilog=run.LEARN_EXAMPLES)(run.learn)
app.command(epilog=schedule.EXAMPLES)(schedule.schedule)
app.add_typer(record.group(), name="record")
app.command(epilog=replay.EXAMPLES)(replay.replay)
app.command(epilog=look.EXAMPLES)(look.look)
app.command(epilog="Example: appagent devices --json")(phone.devices)
app.command(epilog=report.EXAMPLES)(report.report)
app.command(epilog=doctor.EXAMPLES)(doctor.doctor)
app.command(epilog=trust.EXAMPLES)(trust.trust)
app.command(epilog=key.EXAMPLES)(key.key)
_documents = docs.group()
docs_show.add_to(_documents)
docs_map.add_to(_documents)
docs_edit.add_to(_documents)
docs_versions.add_to(_documents)
share.add_to(_documents)
app.add_typer(_documents, name="docs")
app.add_typer(experience.group(), name="experience")
app.add_typer(phone.group(), name="phone")
app.add_typer(runs.group(), name="runs")
app.add_typer(bench.group(), name="bench")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback(epilog="Begin with: appagent demo")
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Declare the option --version, which is given before any command."""


def main() -> None:
    """Run the command that was typed, and exit with its status.

    The status is 0 if it is done, 1 if a task was not completed, 2 for wrong usage, 3 for a device's error, 4 for a
    model's error, and 130 if it was interrupted. With --json only the JSON goes to standard output.
    """
    _mend_streams()
    gc.set_threshold(_GARBAGE)
    # other output, such as that of a person's app for the virtual phone, must not mix with the JSON
    kept = contextlib.redirect_stdout(show.ToStderr(sys.stdout)) if "--json" in sys.argv else contextlib.nullcontext()
    with kept:
        sys.exit(_status())


@cache
def _command() -> Callable[..., Any]:
    """Return the command line as a function, made once: tests type hundreds of commands in one process."""
    command = get_command(app)
    _refuse_no_texts(command)
    return command


def _refuse_no_texts(command: Any) -> None:
    """Make a command of typer, and all commands in it, refuse an option or argument that is blank or no text.

    An empty path would mean the current folder, an empty app all of them.
    """
    for param in command.params:
        param.consume_value = partial(_checked_value, param, param.consume_value)
        param.process_value = partial(_checked_text, param, param.process_value)
    for each in getattr(command, "commands", {}).values():
        _refuse_no_texts(each)


def _checked_value(param: Any, consume: Callable[..., tuple[Any, Any]], context: Any, options: Any) -> tuple[Any, Any]:
    """Return (value of an option or argument, where it comes from). Raises BadParameter for a blank that was given."""
    value, source = consume(context, options)
    values = value if isinstance(value, list | tuple) else [value]
    if source.name == "COMMANDLINE" and any(isinstance(one, str) and not one.strip() for one in values):
        raise typer.BadParameter("the value is blank; write one, or leave it out", ctx=context, param=param)
    return value, source


def _checked_text(param: Any, process: Callable[..., Any], context: Any, value: Any) -> Any:
    """Return the value of an option or argument. Raises BadParameter for a text, but no path, that is no UTF-8."""
    found = process(context, value)
    values = found if isinstance(found, list | tuple) else [found]
    if any("\ud800" <= letter <= "\udfff" for one in values if isinstance(one, str) for letter in one):
        why = "the value has bytes that are no UTF-8; write it in UTF-8"
        raise typer.BadParameter(why, ctx=context, param=param)
    return found


def _mend_streams() -> None:
    """Replace closed standard streams by os.devnull, and make output escape characters that its encoding lacks.

    A width of 0 is removed from the environment: it means that the width is not known, and tables would be empty.
    """
    if not os.environ.get("COLUMNS", "").strip("0"):
        os.environ.pop("COLUMNS", None)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - stays open as long as the process runs
        elif mode == "w":
            stream.reconfigure(errors="backslashreplace")


def _status() -> int:
    """Run the command that was typed, report an error if there is one, and return the exit status."""
    try:
        try:
            status = _command()(standalone_mode=False) or 0
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C must not stop the report
        if status == _INTERRUPTED:  # typer returns this status after Ctrl-C
            raise KeyboardInterrupt
        return int(status)
    except KeyboardInterrupt:
        _report("interrupted; what was saved up to here is kept")
        return _INTERRUPTED
    except AppAgentError as error:
        _report(str(error), error.run)
        return error.exit_status
    except typer.TyperException as error:
        command = getattr(getattr(error, "ctx", None), "command_path", "appagent")
        told = error.format_message()
        if told.startswith("Usage:"):  # the help, if no command was named
            print(told, file=sys.stderr)
        else:
            _report(f"{told.rstrip('.')}; for help: {command} --help")
        return UsageError.exit_status
    except typer.Abort:  # the input ended instead of giving an answer
        _report("the input ended")
        return _INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the output is gone, so nothing can be reported
        return 1
    except OSError as error:  # from the computer: a full disk, a file that may not be read
        _report(_told(error))
        return UsageError.exit_status


def _told(error: OSError) -> str:
    """Return the message for an error of the computer. Without a file it is about a stream, or the current folder."""
    if isinstance(error, FileNotFoundError) and not error.filename:
        return "the current folder is no longer there; go to another one"
    return f"{error.strerror or error}: {error.filename or 'standard output, or a temporary file'}"


def _report(reason: str, run: Mapping[str, object] | None = None) -> None:
    """Print an error as one line on standard error, and with --json also as the one JSON object on standard output.

    run: the result of the run up to the error, as plain JSON, or None.
    The JSON object is this result with the status "error" and the reason.
    """
    if "--json" in sys.argv:
        with contextlib.suppress(OSError):  # the line below still appears
            show.put_json({**(run or {}), "status": "error", "reason": reason})
    with contextlib.suppress(OSError):  # nobody can be told, and the exit status still says it
        print(f"appagent: {shown(reason)}", file=sys.stderr)
