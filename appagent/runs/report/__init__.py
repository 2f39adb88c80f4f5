"""Report of a run as an HTML page: each step with its picture, its action and its outcome."""

from appagent.runs.report.files import find_run, write_page
from appagent.runs.report.page import page_template, render

__all__ = ["find_run", "page_template", "render", "write_page"]
