"""Define the findings of the doctor, and the exit status that follows from them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

FindingState = Literal["ok", "warn", "fail", "skipped"]
Verdict = tuple[FindingState, str, str]  # (state, what was found, how to fix it or "")

_STATUSES = {"device": 3, "endpoint": 4}  # exit statuses by area; the first of these that fails decides
_OTHER_STATUS = 2


@dataclass(frozen=True)
class Finding:
    """Result of one check of the doctor.

    area: the kind of check: "computer", "device" or "endpoint".
    state: "ok", "warn", "fail" or "skipped".
    mend: how to fix a "fail" or a "warn", in one line. For an "ok" or a "skipped" check it is a hint, or "".
    """

    area: str
    name: str
    state: FindingState
    said: str
    mend: str = ""


def skipped(area: str, names: Iterable[str], why: str, mend: str = "") -> Iterator[Finding]:
    """Yield a finding with the state "skipped" for each of several checks of one area."""
    return (Finding(area, name, "skipped", why, mend) for name in names)


def worst(findings: Sequence[Finding]) -> FindingState:
    """Return the worst state of all findings: "fail", "warn" or "ok". A skipped check counts as "ok".

    >>> worst([Finding("device", "adb", "ok", "36"), Finding("endpoint", "key", "skipped", "no endpoint")])
    'ok'
    """
    found = {finding.state for finding in findings}
    return "fail" if "fail" in found else "warn" if "warn" in found else "ok"


def exit_status(findings: Sequence[Finding]) -> int:
    """Return the exit status for all findings: 0 if no check failed.

    Otherwise it is 3 if a check of the device failed, else 4 if a check of the endpoint failed, else 2.

    >>> exit_status([Finding("endpoint", "key", "fail", "refused"), Finding("device", "attached", "fail", "none")])
    3
    """
    failed = {finding.area for finding in findings if finding.state == "fail"}
    if not failed:
        return 0
    return next((status for area, status in _STATUSES.items() if area in failed), _OTHER_STATUS)
