"""Measure the second opinion: what a model says of labels of message catalogues, twenty at a time, without the rest.

    python bench/guard_opinion.py --url http://127.0.0.1:8399/v1 [--number 150] [--seed 15] [--model NAME]

The labels are drawn by the seed from those of bench/guard.py: two thirds of them do something. The model sees them as
buttons of one page, in the words of the prompt that a run uses, and not what they do.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from guard import CACHE, _node
from guard_catalogues import Label, labels

from appagent.devices.captures.hierarchy import read_dump
from appagent.models.openai import OpenAIModel
from appagent.prompting.asking import Asker
from appagent.prompting.opinion import SecondOpinion
from appagent.settings import Endpoint
from appagent.store import Store

_AT_ONCE = 20


def main() -> None:
    """Ask the model, and print the share of labels that it told right, and each wrong one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", required=True, help="an OpenAI-compatible endpoint")
    parser.add_argument("--model", default="any")
    parser.add_argument("--number", type=int, default=150)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder for the catalogues")
    given = parser.parse_args()
    drawn = draw(labels(given.cache), given.number, given.seed)
    asker = Asker(OpenAIModel(Endpoint(given.url, given.model)), "text")
    told = list(opinions(drawn, SecondOpinion(asker, Store(":memory:"))))
    for name, belongs in (("that do something", lambda one: one.effect != "none"), ("that do nothing", _harmless)):
        each = [(one, said) for one, said in zip(drawn, told, strict=True) if belongs(one)]
        stopped = sum(said != "none" for _, said in each)
        right = sum(said == one.effect for one, said in each)
        print(f"{len(each)} labels {name}: {stopped} are not let pass, {right} told right")
    for one, said in zip(drawn, told, strict=True):
        if said != one.effect:
            print(f"{one.language} {one.text!r}: {one.effect}, told {said}")


def draw(found: list[Label], number: int, seed: int) -> list[Label]:
    """Return some labels in random order: two thirds that have an effect, and one third that have none."""
    dice, plain = random.Random(seed), [one for one in found if one.kind == "label"]
    deeds, harmless = ([one for one in plain if (one.effect != "none") is does] for does in (True, False))
    drawn = dice.sample(deeds, 2 * number // 3) + dice.sample(harmless, number - 2 * number // 3)
    dice.shuffle(drawn)
    return drawn


def opinions(drawn: list[Label], second: SecondOpinion) -> Iterator[str]:
    """Yield the effect that a model names for each label."""
    for some in (drawn[start : start + _AT_ONCE] for start in range(0, len(drawn), _AT_ONCE)):
        buttons = (
            _node("Button", (100, 100 * row, 900, 100 * row + 90), text=one.text, clickable="true")
            for row, one in enumerate(some, 1)
        )
        page = f'<hierarchy rotation="0">{_node("FrameLayout", (0, 0, 1080, 2400), *buttons)}</hierarchy>'
        screen = read_dump(page, size=(1080, 2400), app="org.example")
        said = second.effects(screen, screen.elements)
        yield from (said[each.mark] for each in screen.elements)


def _harmless(label: Label) -> bool:
    return label.effect == "none"


if __name__ == "__main__":
    main()
