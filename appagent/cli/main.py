"""Run the command that was typed, and turn its error into one line and an exit status."""

import contextlib
import os
import signal
import sys
from collections.abc import Mapping

import typer

from appagent import __version__
from appagent.cli import bench, demo, docs, doctor, look, phone, record, report, run, runs, show, trust
from appagent.errors import AppAgentError, UsageError
from appagent.foreign import shown

_INTERRUPTED = 130

app = typer.Typer(
    help="Learn an Android app once, write down what each element does, and let any model carry out tasks with it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
demo.add(app)
run.add(app)
record.add(app)
look.add(app)
docs.add(app)
phone.add(app)
runs.add(app)
report.add(app)
doctor.add(app)
bench.add(app)
trust.add(app)


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
    """Run the command and exit: 0 done, 1 task not completed, 2 usage, 3 device, 4 model, 130 interrupted."""
    _mend_streams()
    # other output, such as that of a person's app for the virtual phone, must not mix with the JSON
    kept = contextlib.redirect_stdout(show.Kept(sys.stdout)) if "--json" in sys.argv else contextlib.nullcontext()
    with kept:
        sys.exit(_status())


def _mend_streams() -> None:
    """Replace streams that are closed, and escape letters that their encoding lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - stays open as long as the process runs
        elif mode == "w":
            stream.reconfigure(errors="backslashreplace")


def _status() -> int:
    """Run the command, report what went wrong, and return the exit status."""
    try:
        try:
            status = app(standalone_mode=False) or 0
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # it has ended; that is still to be told
        if status == _INTERRUPTED:  # which is all that typer tells of Ctrl-C
            raise KeyboardInterrupt
        return int(status)
    except KeyboardInterrupt:
        _report("interrupted; what was done up to here is kept")
        return _INTERRUPTED
    except AppAgentError as error:
        _report(str(error), error.run)
        return error.exit_status
    except typer.TyperException as error:
        command = getattr(getattr(error, "ctx", None), "command_path", "appagent")
        told = error.format_message()
        if told.startswith("Usage:"):  # help itself, where no command was named
            print(told, file=sys.stderr)
        else:
            _report(f"{told.rstrip('.')}; for help: {command} --help")
        return UsageError.exit_status
    except typer.Abort:  # the input ended where an answer was awaited
        _report("the input ended")
        return _INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # whoever read the output has left: nobody is there to be told
        return 1
    except OSError as error:  # the machine's: a disk that is full, a file that may not be read
        _report(": ".join(str(part) for part in (error.strerror or error, error.filename) if part))
        return UsageError.exit_status


def _report(reason: str, run: Mapping[str, object] | None = None) -> None:
    """Print one line for people, and with --json the one JSON object. run: the result so far, where there is one."""
    if "--json" in sys.argv:
        with contextlib.suppress(OSError):  # where it may be the output that fails, the line below is left
            show.put_json({**(run or {}), "status": "error", "reason": reason})
    print(f"appagent: {shown(reason)}", file=sys.stderr)
