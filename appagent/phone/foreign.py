"""Load Python files that anybody wrote, and name the line in which such a file fails."""

import importlib.util
import sys
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

# The latest sets of added apps whose first screens were drawn, each with the display, and so need not be drawn again.
REHEARSED: deque[tuple[object, ...]] = deque(maxlen=64)


def version(file: str) -> tuple[str, int, int]:
    """Return the path of an app's file, when it was written (ns), and its size in bytes."""
    found = Path(file).stat()
    return file, found.st_mtime_ns, found.st_size


def load(path: Path, family: str) -> ModuleType:
    """Import the module in a file; whatever it raises passes through, see `blaming`.

    family: start of the module's name, so that it never replaces one of Python's: an app may be called calendar.
    """
    name = f"{family}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


@contextmanager
def blaming(file: str, what: str, kind: type[Exception]) -> Iterator[None]:
    """Run code of a file; any error becomes a `kind` that says what is broken, and on which line.

    what: subject of the message: "the app in". A `kind` that the code raises itself passes through.
    """
    try:
        yield
    except kind:
        raise
    except (Exception, SystemExit) as error:  # it is anybody's code and may raise anything, or leave
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
        where = f"{file}, line {line}" if line else file
        said = "it calls sys.exit" if isinstance(error, SystemExit) else f"{type(error).__name__}: {error}"
        raise kind(f"{what} {where} is broken: {said}") from error
