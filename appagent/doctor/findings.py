"""One finding of the doctor's, and what all of them come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail", "skipped"]
Outcome = tuple[State, str, str]  # of one check: state, what was said, what mends it ("" where nothing needs to)

_STATUSES = {"device": 3, "endpoint": 4}  # exit statuses by area; the first of these that fails decides
_OTHER_STATUS = 2


@dataclass(frozen=True)
class Finding:
    """What one check found.

    area: "computer", "device" or "endpoint". said: what was found. mend: the one line that mends a "fail" or a
    "warn"; of an "ok" it is a hint, and "" of what was skipped for a failure above it.
    """

    area: str
    name: str
    state: State
    said: str
    mend: str = ""


def worst(findings: Sequence[Finding]) -> State:
    """The worst state of all; what was skipped is no fault.

    >>> worst([Finding("device", "adb", "ok", "36"), Finding("endpoint", "key", "skipped", "no endpoint")])
    'ok'
    """
    found = {finding.state for finding in findings}
    return "fail" if "fail" in found else "warn" if "warn" in found else "ok"


def exit_status(findings: Sequence[Finding]) -> int:
    """0 where nothing fails, 3 where a check of the device does, else 4 for the endpoint's, else 2.

    >>> exit_status([Finding("endpoint", "key", "fail", "refused"), Finding("device", "attached", "fail", "none")])
    3
    """
    failed = {finding.area for finding in findings if finding.state == "fail"}
    if not failed:
        return 0
    return next((status for area, status in _STATUSES.items() if area in failed), _OTHER_STATUS)
