"""Measure which names, numbers and codes `appagent.documents.private` finds in texts, and how often it is wrong.

Run: python bench/private.py [--show]. The texts are in bench/private_texts.txt. False alarms are counted on labels
of interfaces too: every other line of bench/guard_labels, which bench/names.py does not read. Some of these say
names and numbers ("John Smith"); look at them with --show.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from appagent.documents.private import personal

_HERE = Path(__file__).parent


def labelled() -> dict[str, list[tuple[str, list[str]]]]:
    """Return the texts by part, each with the words in it that are somebody's own."""
    parts: dict[str, list[tuple[str, list[str]]]] = {}
    for line in (_HERE / "private_texts.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            parts[name := line.strip("[]")] = []
        elif line and not line.startswith("#"):
            text, _, own = line.partition("\t")
            parts[name].append((text, [each for each in own.split("|") if each]))
    return parts


def labels() -> Iterator[tuple[str, str]]:
    """Yield labels of interfaces with their languages."""
    for file in sorted((_HERE / "guard_labels").glob("*.txt")):
        for line in file.read_text("utf-8").splitlines()[1::2]:
            if line and not line.startswith(("[", "#")):
                yield file.stem, line


def covered(own: str, found: list[str]) -> bool:
    """Tell whether words that are somebody's own are all in what was found."""
    left = own
    for each in found:
        left = left.replace(each, " ") if each not in own or own not in each else ""
    return not any(map(str.isalnum, left)) or any(own in each for each in found)


def main() -> None:
    """Print recall and false alarms for each part."""
    show = "--show" in sys.argv
    for part, texts in labelled().items():
        told = [(text, own, [words for _, words in personal(text)]) for text, own in texts]
        wanted = [(text, each, found) for text, own, found in told for each in own]
        missed = [each for each in wanted if not covered(each[1], each[2])]
        clean = [(text, found) for text, own, found in told if not own]
        false = [(text, found) for text, found in clean if found]
        hits = f"{len(wanted) - len(missed)} of {len(wanted)}"
        print(f"{part}: found {hits}; false alarms in {len(false)} of {len(clean)} texts")
        if show:
            print("  missed:", *missed, sep="\n    ")
            print("  false:", *false, sep="\n    ")
    every = [(language, label, personal(label)) for language, label in labels() if "Anna" not in label]
    hit = [each for each in every if each[2]]
    print(f"labels: something in {len(hit)} of {len(every)}")
    if show:
        print(*hit, sep="\n")


if __name__ == "__main__":
    main()
