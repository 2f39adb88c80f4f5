"""The page that lists the actions lists every one, as calls that can be read."""

import re
from pathlib import Path

from appagent.actions import ACTIONS, parse

PAGE = (Path(__file__).parent.parent / "docs" / "actions.md").read_text(encoding="utf-8")


def test_every_action_is_in_the_table_of_actions():
    calls = [
        call
        for line in PAGE.splitlines()
        if line.startswith("| `")
        for call in re.findall(r"`(\w+\(.*?\))`", line.split(" | ")[0])
    ]
    assert {parse(call).kind for call in calls} == {cls.kind for cls in ACTIONS}
