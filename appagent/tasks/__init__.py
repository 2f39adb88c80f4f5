"""Tasks: goals in words, the files that list them, and the checks that tell whether they were reached."""

from appagent.tasks.task import Task, holds

__all__ = ["Task", "holds"]
