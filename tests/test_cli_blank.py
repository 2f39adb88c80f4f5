"""A value without letters on the command line, as an empty variable of a script leaves it, is refused everywhere."""

from typing import Any

from tables import cases
from typer.main import get_command

from appagent.cli.main import app


@cases(
    ("words", "named"),
    [
        (("docs", "import", ""), "file"),
        (("docs", "export", "-o", ""), "'--out' / '-o'"),
        (("docs", "export", "--app", " "), "'--app'"),
        (("docs", "map", "--app", ""), "'--app'"),
        (("docs", "git-init", ""), "folder"),
        (("docs", "list", "--store", ""), "'--store'"),
        (("docs", "list", "--store="), "'--store'"),
        (("trust", ""), "path"),
        (("report", "latest", "--out", "\t"), "'--out'"),
        (("run", "--app", "notes", "--task", ""), "'--task'"),
        (("replay", "latest", "--set", "a=b", "--set", ""), "'--set'"),
    ],
)
def test_a_blank_value_takes_neither_the_folder_nor_everything(typed, words, named):
    status, out, err = typed(*words)
    assert (status, out) == (2, "")
    assert named.lower() in err.lower()
    assert "is blank" in err
    assert err.count("\n") == 1


def _values(command: Any, words: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return for each value that a command or one in it takes the words that leave this value blank."""
    found = [
        (*words, *param.opts[: param.param_type_name == "option"], "")
        for param in command.params
        if not getattr(param, "is_flag", False)
    ]
    for name, one in getattr(command, "commands", {}).items():
        found += _values(one, (*words, name))
    return found


def test_no_command_takes_a_blank_value_for_anything(typed):
    every = _values(get_command(app))
    assert len(every) > 200
    assert [words for words in every if "is blank" not in typed(*words)[2]] == []
