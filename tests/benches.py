"""Scripts of `bench/`, which are no part of the package, as modules."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

BENCH = Path(__file__).resolve().parents[1] / "bench"


def script(name: str) -> ModuleType:
    """A script of the benches, as a module."""
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    assert spec
    assert spec.loader
    module = sys.modules[f"bench_{name}"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
