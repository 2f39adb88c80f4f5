"""Look for doctests only in files that have some: looking imports a file and goes through all its names.

A hook in conftest.py is asked about files of its own folder alone, so conftest.py registers this as a plugin.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Iterator[None]:
    """Drop what would look for doctests where there are none."""
    found = yield
    if ">>> " in file_path.read_text(encoding="utf-8", errors="replace"):
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]
