"""A run as one page: what was seen, wanted, done and judged, step by step."""

from appagent.runs.report.files import find_run, write
from appagent.runs.report.page import render

__all__ = ["find_run", "render", "write"]
