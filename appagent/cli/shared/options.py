"""Define options that several commands share, and turn their values into settings."""

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.core

from appagent.cli.shared import folders, show
from appagent.foreign import shown
from appagent.settings import Settings, load

App = Annotated[str, typer.Option("--app", help="The app: its package, or the name under its icon.")]
Agent = Annotated[
    str, typer.Option("--agent", help="Agent to use: model or offline; by default the model if one is configured.")
]
Check = Annotated[
    str, typer.Option("--check", help="Expression over the virtual phone's state that is true once the task is done.")
]
Why = Annotated[str, typer.Option("--why", help="Why, for those who read its history.")]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on standard output, everything else on standard error.")
]

Options = Mapping[str, object]  # the options that were given, by the names of their settings
Command = Callable[..., None]


def _option(kind: Any, flag: str, help: str, **more: Any) -> Any:
    return Annotated[kind | None, typer.Option(flag, help=help, **more)]


# Options by the names of their settings. The value of an option that is not given is None.
_OPTIONS: dict[str, Any] = {
    "device": _option(str, "--device", "Phone: a serial, 'virtual' or DRIVER:WHERE; by default the only one attached."),
    "store": _option(Path, "--store", "File for the documents, or a folder of docs export, which is only read."),
    "runs": _option(Path, "--runs", "Folder for the runs."),
    "allow": _option(
        str, "--allow",
        "Actions to allow without asking: any of pay,send,delete,install,grant,secret; 'send:PACKAGE' in one app, "
        "'pay<=20 EUR' up to an amount."
    ),
    "guard": _option(
        str, "--guard",
        "What to do with a control of unknown effect on a page about money, messages, accounts or deletion: "
        "normal (ask you) or strict (refuse)."
    ),
    "judge": _option(
        str, "--judge",
        "Ask the model for the effect of such controls, without telling it the task: on (one call per screen) or off."
    ),
    "secret_apps": _option(
        list[str], "--secret",
        "Apps in which APPAGENT_SECRET_NAME may be typed, also into web pages; by default only that of --app.",
        metavar="NAME=PACKAGE[,PACKAGE]",
    ),
    "max_steps": _option(int, "--max-steps", "Maximum number of steps."),
    "mode": _option(str, "--mode", "How a model carries a task out."),
    "see": _option(
        str, "--see",
        "How a model sees a screen: as picture, text or both; or labels, in brief for a small language model."
    ),
    "ocr": _option(str, "--ocr", "Read texts from the picture where the hierarchy has none: auto or off."),
    "reply": _option(str, "--reply", "Format of a model's replies: text, json, or auto (json if the endpoint can)."),
    "dialect": _option(
        str, "--dialect",
        "How the model names its actions: marks, or the dialect of a model made for phones (autoglm, ui-tars, "
        "ui-tars-1.5, gui-owl, gui-owl-1.5, ui-venus, mai-ui); auto goes by the model's name."
    ),
    "stream": _option(bool, "--stream", "Carry an action out while the rest of the model's reply is still coming."),
    "prompts": _option(Path, "--prompts", "Folder of prompt templates that replace the shipped ones, file by file."),
    "max_calls": _option(int, "--max-calls", "Maximum number of model calls."),
    "max_tokens": _option(int, "--max-tokens", "Maximum number of tokens, prompts and replies together."),
    "max_cost_usd": _option(float, "--max-cost", "Maximum cost in US dollars; needs --price-in and --price-out."),
    "price_in": _option(float, "--price-in", "US dollars per million prompt tokens."),
    "price_out": _option(float, "--price-out", "US dollars per million completion tokens."),
    "size": _option(str, "--size", "Display of the virtual phone in px, such as 1080x2400."),
    "density": _option(int, "--density", "Dots per inch of the virtual phone."),
    "locale": _option(str, "--locale", "Language of the virtual phone, such as zh-CN."),
    "seed": _option(int, "--seed", "Random seed."),
    "time_scale": _option(float, "--time-scale", "Factor for every wait, also on the virtual phone; 0.1 is fast."),
    "apps": _option(Path, "--apps", "Folder of your own apps for the virtual phone."),
    "faults": _option(
        str, "--faults", "What goes wrong on the virtual phone: names from `appagent phone faults`, or a YAML file."
    ),
}  # fmt: skip
_TRUST = Annotated[bool, typer.Option("--trust-folder", help="Trust the files of the current folder for this command.")]
MODEL = (
    "see", "ocr", "reply", "dialect", "stream", "prompts", "max_calls", "max_tokens", "max_cost_usd", "price_in",
    "price_out",
)  # fmt: skip
PHONE = ("size", "density", "locale", "seed", "time_scale", "apps", "faults")
RUN = ("device", "store", "runs", "allow", "guard", "judge", "secret_apps", "max_steps", "mode", *MODEL, *PHONE)


TRUST = "trust_folder"


def settings(options: Options) -> Settings:
    """Return the settings from files, environment and command line. Options of the command line override the rest.

    options: the values of the options that were given, by the names of their settings.
    Settings in the current folder's appagent.toml that need trust are ignored until the person trusts the file, and a
    line on standard error names them. If the file was trusted and has changed since, a person at a terminal is asked
    first whether to trust it again.
    """
    overrides = {name: value for name, value in options.items() if name != TRUST}
    found = load(overrides, trust_folder=bool(options.get(TRUST)))
    if found.left_out and found.left_out.changed and sys.stdin.isatty() and folders.ask_about_change(found.left_out):
        return load(overrides)
    if found.left_out:
        show.put(show.console(True), (shown(found.left_out), "yellow"))
    if found.stream or found.reply == "json":
        _tell_of_dialect(found)
    return found


def _tell_of_dialect(found: Settings) -> None:
    """Warn on standard error if settings ask for JSON or a stream, but the model's dialect allows neither."""
    from appagent.actions.dialects import dialect_of

    if spoken := dialect_of(found.dialect, found.model):
        asked = " and ".join(["--stream"] * found.stream + ["--reply json"] * (found.reply == "json"))
        words = (
            f"{asked} has no effect: in the dialect {spoken.name}, replies are text and are read once they are whole"
        )
        show.put(show.console(True), (words, "yellow"))


def trusts(path: Path, options: Options) -> bool:
    """Tell whether the person trusts a task file and the Python file beside it, with their content as it is now.

    options: the options that were given. With --trust-folder, every file directly in the current folder is trusted.
    """
    here = path.absolute().parent.resolve() == Path.cwd().resolve()
    return (here and bool(options.get(TRUST))) or (path.is_file() and folders.trusts_files(path))


class CommandWithModes(typer.core.TyperCommand):
    """Command whose help lists the modes of models. Modes are looked up only for the help, because that takes time."""

    def get_help(self, ctx: Any) -> str:
        """Return the help of the command, with the names of all modes in the help of --mode."""
        from appagent.agents import mode_names

        mode: Any = next(one for one in self.params if one.name == "mode")
        mode.help = f"How a model carries a task out: {', '.join(mode_names())}."
        return super().get_help(ctx)


def shared(*names: str) -> Callable[[Command], Command]:
    """Return a decorator that adds shared options to a command.

    names: the settings whose options to add; --trust-folder is always added. The command gets a parameter `options`:
    the values of the options that were given, by the names of their settings. A parameter of the command that is a
    dataclass stands for one option for each of its attributes.
    """

    def add_options(command: Command) -> Command:
        own = inspect.signature(command).parameters
        grouped: dict[str, Any] = {name: one.annotation for name, one in own.items() if is_dataclass(one.annotation)}
        parameters = [inspect.Parameter(name, _BY_NAME, default=None, annotation=_OPTIONS[name]) for name in names]
        parameters.append(inspect.Parameter(TRUST, _BY_NAME, default=False, annotation=_TRUST))

        def called(**values: Any) -> None:
            options = {name: values.pop(name) for name in (*names, TRUST)}
            for name, group in grouped.items():
                values[name] = group(**{each.name: values.pop(each.name) for each in fields(group)})
            command(**values, options={name: value for name, value in options.items() if value is not None})

        called.__name__, called.__doc__ = command.__name__, command.__doc__
        mine = [one for parameter in own.values() if parameter.name != "options" for one in _apart(parameter)]
        last = [one for one in mine if one.name == "json"]
        called.__signature__ = inspect.Signature([*(one for one in mine if one not in last), *parameters, *last])  # type: ignore[attr-defined]  # what typer reads
        return called

    return add_options


def _apart(parameter: inspect.Parameter) -> list[inspect.Parameter]:
    """Return a command's parameter for typer: a dataclass becomes one parameter for each of its attributes."""
    group = parameter.annotation
    if not is_dataclass(group):
        return [parameter.replace(kind=_BY_NAME)]
    return [inspect.Parameter(one.name, _BY_NAME, default=_default(one), annotation=one.type) for one in fields(group)]


def _default(attribute: Field[Any]) -> Any:
    if attribute.default_factory is not MISSING:
        return attribute.default_factory()
    return inspect.Parameter.empty if attribute.default is MISSING else attribute.default


_BY_NAME = inspect.Parameter.KEYWORD_ONLY
