"""Report of a run as one HTML page: each step with its screen, action and judgement."""

from appagent.runs.report.files import find_run, write
from appagent.runs.report.page import render

__all__ = ["find_run", "render", "write"]
