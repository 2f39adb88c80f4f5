"""Measure how much shorter a screen is as text for a model than as the XML it comes from.

    python bench/text.py [FOLDER]

FOLDER holds dumps as `uiautomator dump` writes them; by default those that tests read. Tokens are estimated as for
prompts, four letters each, one each for Chinese; real tokenizers count more for XML with its signs and numbers.
"""

import os
import statistics
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from appagent.devices.captures.hierarchy import read_dump
from appagent.models.counting import tokens
from appagent.prompting.words.outline import outline

ROOT = Path(__file__).resolve().parents[1]
DUMPS = Path(os.environ.get("APPAGENT_CORPUS", ROOT.parent / "shared" / "corpus")) / "xml"


def main() -> None:
    """Print the table."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DUMPS
    table = Table("dump", "elements", "XML tokens", "text tokens", "of the XML", box=None)
    xml_total, text_total = 0, 0
    parts: list[float] = []
    for path in sorted(folder.glob("*.xml")):
        hierarchy = path.read_text(encoding="utf-8", errors="replace")
        screen = read_dump(hierarchy)
        xml, text = tokens(hierarchy), tokens(outline(screen))
        table.add_row(path.stem[:24], str(len(screen.elements)), str(xml), str(text), f"{text / xml:.1%}")
        xml_total, text_total, parts = xml_total + xml, text_total + text, [*parts, text / xml]
    if not parts:
        sys.exit(f"no dumps in {folder}; name a folder of *.xml")
    table.add_section()
    table.add_row("all", "", str(xml_total), str(text_total), f"{text_total / xml_total:.1%}")
    table.add_row("median", "", "", "", f"{statistics.median(parts):.1%}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
