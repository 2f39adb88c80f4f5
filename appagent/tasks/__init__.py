"""Define tasks: goals in words, the files that list them, and the checks that decide whether a goal was reached."""

from appagent.tasks.task import Task, holds

__all__ = ["Task", "holds"]
