"""Write the results of a task file as JUnit XML, which Jenkins, GitLab and other CI servers read."""

import io
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from appagent.files import write_private
from appagent.foreign import shown
from appagent.sessions.batch import Done

_MOST = 20_000  # letters of one text


def write_junit(path: Path, suite: str, done: Sequence[Done], facts: Mapping[str, object]) -> None:
    """Write a JUnit XML file with one test case for each task.

    done: the tasks with their results.
    facts: properties of the test suite, by name.
    Raises OSError if the file cannot be written.
    """
    cases = TestSuite(_clean(suite))
    cases.timestamp = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S")  # the schema has no place for a zone
    cases.hostname = _clean(platform.node())
    for name, value in facts.items():
        cases.add_property(name, _clean(str(value)))
    cases.add_testcases([_test_case(suite, one) for one in done])
    whole = JUnitXml("appagent")
    whole.add_testsuite(cases)
    whole.update_statistics()
    data = io.BytesIO()
    whole.write(data)
    write_private(path, data.getvalue(), follow=True)


def _test_case(suite: str, done: Done) -> TestCase:
    case = TestCase(_clean(done.name), _clean(suite), done.result.seconds)
    verdict = _verdict(done)
    if verdict:
        case.result = [verdict]
    case.system_out = _clean(_details(done))
    return case


def _verdict(done: Done) -> Error | Failure | Skipped | None:
    """Return the JUnit element for a task that did not succeed, or None for a success.

    - Skipped: the task was skipped, or Ctrl-C ended it.
    - Error: an exception ended the task; the element's type is the name of the exception.
    - Failure: the task failed or reached a limit. The element's type is "wrong claim" if the agent wrongly said that
    the task was done, "not_done" or "impossible" if the agent said that, else the status, "failed" or "limit".
    """
    result, reason = done.result, _clean(done.result.reason)
    if result.status == "success":
        return None
    if result.status == "skipped" or done.fault == "Cancelled":
        return Skipped(reason)
    if result.status == "error":
        return Error(reason, done.fault)
    return Failure(reason, "wrong claim" if result.claimed else result.outcome or result.status)


def _details(done: Done) -> str:
    """Return lines for the log of a task: goal, seed, steps, answer, run folder, and apps that crashed."""
    result = done.result
    lines = [f"goal: {result.task}", f"seed: {done.seed}", f"steps: {result.steps}"]
    lines += [f"answer: {result.answer}"] if result.answer else []
    lines += [f"run: {result.run}"] if result.run else []
    for one in result.troubles:
        lines += [f"{one.kind} at step {one.step}: {one.words}", *(f"  {line}" for line in one.log)]
    return "\n".join(lines)


def _clean(text: str) -> str:
    """Return a text without characters that XML forbids or that must not be shown in a log, cut to 20,000 letters."""
    return shown(text, _MOST, lines=True)
