"""AppAgent: learn an Android app once, use it many times.

Five lines run a task, here on the virtual phone, with the agent that needs no model:

>>> from tempfile import TemporaryDirectory
>>> from appagent import run
>>> with TemporaryDirectory() as home:
...     places = {"store": f"{home}/store.sqlite", "runs": f"{home}/runs"}
...     result = run("Open the Display page", app="settings", device="virtual", agent="offline", time_scale=0.05,
...                  on_step=lambda step: print(step.words), **places)
tap "Display · Dark theme, font size"
finish
>>> result.status
'success'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from appagent.api import learn, open_device, record, run
    from appagent.sessions import Result
    from appagent.store import Store
    from appagent.tasks import Task

__version__ = "0.1.0"
__all__ = ["Result", "Store", "Task", "learn", "open_device", "record", "run"]

_MODULES = {
    "Result": "appagent.sessions",
    "Store": "appagent.store",
    "Task": "appagent.tasks",
    "learn": "appagent.api",
    "open_device": "appagent.api",
    "record": "appagent.api",
    "run": "appagent.api",
}


def __getattr__(name: str) -> Any:
    """Import a public name, such as `run`, at its first use (PEP 562), because most of them take long to import.

    Raises AttributeError if the package has no such name.
    """
    if name not in _MODULES:
        raise AttributeError(f"module 'appagent' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
