"""Share among the workers of pytest-xdist the work of compiling the tests, which rewrites their asserts.

Each worker collects all tests, so in a fresh clone each would compile every file: 13 s of the processor.
"""

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def compile_share(config: pytest.Config) -> None:
    """Import every test file, each worker from another one on: what one has compiled by then, the others only load.

    Does nothing outside a worker, or where only some files were asked for.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    files = sorted(TESTS.rglob("test_*.py"))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in [*files[first:], *files[:first]]:
        if str(path.parent) not in sys.path:
            sys.path.insert(0, str(path.parent))  # as pytest does when it comes there
        with suppress(Exception, pytest.skip.Exception):  # whatever it is, collecting meets it again, and tells
            import_module(path.stem)
