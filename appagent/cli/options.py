"""Options that several commands share, and the settings that they make."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from appagent.settings import Settings

App = Annotated[
    str, typer.Option("--app", help="The app: its package, or its name as under its icon.", show_default=False)
]
Device = Annotated[
    str | None, typer.Option("--device", help="A serial, or 'virtual'; by default the only phone attached.")
]
StorePath = Annotated[Path | None, typer.Option("--store", help="The file that documents are kept in.")]
Runs = Annotated[Path | None, typer.Option("--runs", help="The folder that runs are kept in.")]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on standard output, all else on standard error.")
]
Agent = Annotated[
    str,
    typer.Option("--agent", help="model or offline; by default a model where one is configured.", show_default=False),
]
Prompts = Annotated[Path | None, typer.Option("--prompts", help="A folder of templates that replace the shipped ones.")]
See = Annotated[str | None, typer.Option("--see", help="What a model gets of a screen: picture, text or both.")]
Reply = Annotated[
    str | None, typer.Option("--reply", help="What a model answers in: text, json, or auto: json where it can.")
]
Allow = Annotated[
    str | None, typer.Option("--allow", help="What needs no question: any of pay,send,delete,install,grant,secret.")
]
Size = Annotated[str | None, typer.Option("--size", help="The virtual phone's display, as 1080x2400.")]
Density = Annotated[int | None, typer.Option("--density", help="The virtual phone's dots per inch.")]
Locale = Annotated[str | None, typer.Option("--locale", help="The virtual phone's language, as zh-CN.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Fixes what is random.")]
TimeScale = Annotated[
    float | None, typer.Option("--time-scale", help="Multiplies every wait, the virtual phone's too: 0.1 is fast.")
]
Apps = Annotated[Path | None, typer.Option("--apps", help="A folder of your own apps for the virtual phone.")]
MaxCalls = Annotated[int | None, typer.Option("--max-calls", help="At most so many calls of models.")]
MaxTokens = Annotated[int | None, typer.Option("--max-tokens", help="At most so many tokens, in and out.")]
MaxCost = Annotated[float | None, typer.Option("--max-cost", help="At most so many US dollars.")]
PriceIn = Annotated[
    float | None, typer.Option("--price-in", help="What a million prompt tokens cost, US dollars; --max-cost needs it.")
]
PriceOut = Annotated[float | None, typer.Option("--price-out", help="What a million completion tokens cost.")]


def settings(given: Mapping[str, object]) -> "Settings":
    """The settings in force with a command's options, by name; what is no setting, or None, is passed over."""
    from appagent.settings import Settings, load

    named = {"max_cost_usd" if name == "max_cost" else name: value for name, value in given.items()}
    known = {setting.name for setting in fields(Settings)}
    return load({name: value for name, value in named.items() if name in known})
