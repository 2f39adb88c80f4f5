"""Findings of the doctor, and the exit status that they add up to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail", "skipped"]
Verdict = tuple[State, str, str]  # (state, what was found, how to fix it or "")

_STATUSES = {"device": 3, "endpoint": 4}  # exit statuses by area; the first of these that fails decides
_OTHER_STATUS = 2


@dataclass(frozen=True)
class Finding:
    """Result of one check.

    area: "computer", "device" or "endpoint". said: what was found. mend: one line that fixes a "fail" or a "warn"; for
    an "ok" it is a hint, and "" for a check that was skipped because of an earlier failure.
    """

    area: str
    name: str
    state: State
    said: str
    mend: str = ""


def worst(findings: Sequence[Finding]) -> State:
    """Return the worst state of all findings; a skipped check is no fault.

    >>> worst([Finding("device", "adb", "ok", "36"), Finding("endpoint", "key", "skipped", "no endpoint")])
    'ok'
    """
    found = {finding.state for finding in findings}
    return "fail" if "fail" in found else "warn" if "warn" in found else "ok"


def exit_status(findings: Sequence[Finding]) -> int:
    """Return the exit status: 0 if nothing failed, else 3 if a device check failed, 4 for the endpoint, 2 for the rest.

    >>> exit_status([Finding("endpoint", "key", "fail", "refused"), Finding("device", "attached", "fail", "none")])
    3
    """
    failed = {finding.area for finding in findings if finding.state == "fail"}
    if not failed:
        return 0
    return next((status for area, status in _STATUSES.items() if area in failed), _OTHER_STATUS)
