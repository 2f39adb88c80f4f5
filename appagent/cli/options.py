"""Options that several commands share, and the settings that they make."""

import inspect
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from appagent.cli import folders, show
from appagent.foreign import shown
from appagent.settings import Settings, load

App = Annotated[
    str, typer.Option("--app", help="The app: its package, or its name as under its icon.", show_default=False)
]
Agent = Annotated[
    str,
    typer.Option("--agent", help="model or offline; by default a model where one is configured.", show_default=False),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on standard output, all else on standard error.")
]

Options = Mapping[str, object]  # what was given, by the names of the settings
Command = Callable[..., None]

# Each by the name of its setting; what is not given stays None.
_OPTIONS: dict[str, Any] = {
    "device": Annotated[
        str | None, typer.Option("--device", help="A serial, or 'virtual'; by default the only phone attached.")
    ],
    "store": Annotated[Path | None, typer.Option("--store", help="The file that documents are kept in.")],
    "runs": Annotated[Path | None, typer.Option("--runs", help="The folder that runs are kept in.")],
    "allow": Annotated[
        str | None, typer.Option("--allow", help="What needs no question: any of pay,send,delete,install,grant,secret.")
    ],
    "secret_apps": Annotated[
        list[str] | None,
        typer.Option(
            "--secret", metavar="NAME=PACKAGE[,PACKAGE]",
            help="Where APPAGENT_SECRET_NAME may be typed, into web pages too; by default only in the app of --app.",
        ),
    ],
    "max_steps": Annotated[int | None, typer.Option("--max-steps", help="At most so many steps.")],
    "mode": Annotated[str | None, typer.Option("--mode", help="How a model carries a task out: react, step by step.")],
    "see": Annotated[str | None, typer.Option("--see", help="What a model gets of a screen: picture, text or both.")],
    "ocr": Annotated[
        str | None, typer.Option("--ocr", help="auto: read off the picture what the hierarchy does not tell; or off.")
    ],
    "reply": Annotated[
        str | None, typer.Option("--reply", help="What a model answers in: text, json, or auto: json where it can.")
    ],
    "prompts": Annotated[
        Path | None, typer.Option("--prompts", help="A folder of templates that replace the shipped ones.")
    ],
    "max_calls": Annotated[int | None, typer.Option("--max-calls", help="At most so many calls of models.")],
    "max_tokens": Annotated[int | None, typer.Option("--max-tokens", help="At most so many tokens, in and out.")],
    "max_cost_usd": Annotated[float | None, typer.Option("--max-cost", help="At most so many US dollars.")],
    "price_in": Annotated[
        float | None,
        typer.Option("--price-in", help="What a million prompt tokens cost, US dollars; --max-cost needs it."),
    ],
    "price_out": Annotated[
        float | None, typer.Option("--price-out", help="What a million completion tokens cost.")
    ],
    "size": Annotated[str | None, typer.Option("--size", help="The virtual phone's display, as 1080x2400.")],
    "density": Annotated[int | None, typer.Option("--density", help="The virtual phone's dots per inch.")],
    "locale": Annotated[str | None, typer.Option("--locale", help="The virtual phone's language, as zh-CN.")],
    "seed": Annotated[int | None, typer.Option("--seed", help="Fixes what is random.")],
    "time_scale": Annotated[
        float | None, typer.Option("--time-scale", help="Multiplies every wait, the virtual phone's too: 0.1 is fast.")
    ],
    "apps": Annotated[Path | None, typer.Option("--apps", help="A folder of your own apps for the virtual phone.")],
}  # fmt: skip
_TRUST = Annotated[
    bool, typer.Option("--trust-folder", help="Let all count that files of the current folder say, this once.")
]
MODEL = ("see", "ocr", "reply", "prompts", "max_calls", "max_tokens", "max_cost_usd", "price_in", "price_out")
PHONE = ("size", "density", "locale", "seed", "time_scale", "apps")


TRUST = "trust_folder"


def settings(options: Options) -> Settings:
    """Return the settings in force; what an untrusted folder's file sets besides is named on standard error.

    Where such a file has changed since it was trusted, and a person is there, they are asked about it.
    """
    overrides = {name: value for name, value in options.items() if name != TRUST}
    found = load(overrides, trust_folder=bool(options.get(TRUST)))
    if found.left_out and found.left_out.changed and sys.stdin.isatty() and folders.changed(found.left_out):
        return load(overrides)
    if found.left_out:
        show.put(show.console(True), (shown(found.left_out), "yellow"))
    return found


def trusts(path: Path, options: Options) -> bool:
    """Return whether the person trusts a task file and the code beside it as they stand, or this folder this once."""
    here = path.absolute().parent.resolve() == Path.cwd().resolve()
    return (here and bool(options.get(TRUST))) or (path.is_file() and folders.trusted(path))


def given(*names: str) -> Callable[[Command], Command]:
    """Adds options, by the names of their settings; the command gets what was given of them as `options`."""

    def with_options(command: Command) -> Command:
        own = inspect.signature(command).parameters
        shared = [inspect.Parameter(name, _BY_NAME, default=None, annotation=_OPTIONS[name]) for name in names]
        shared.append(inspect.Parameter(TRUST, _BY_NAME, default=False, annotation=_TRUST))

        def called(**values: Any) -> None:
            options = {name: values.pop(name) for name in (*names, TRUST)}
            command(**values, options={name: value for name, value in options.items() if value is not None})

        called.__name__, called.__doc__ = command.__name__, command.__doc__
        mine = [one.replace(kind=_BY_NAME) for name, one in own.items() if name != "options"]
        last = [one for one in mine if one.name == "json"]
        called.__signature__ = inspect.Signature([*(one for one in mine if one not in last), *shared, *last])  # type: ignore[attr-defined]  # what typer reads
        return called

    return with_options


_BY_NAME = inspect.Parameter.KEYWORD_ONLY
