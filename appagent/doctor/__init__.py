"""Check that everything AppAgent needs is installed and works.

Each check gives a finding; a failure says how to fix it.
"""

from collections.abc import Iterator, Mapping

import appagent.devices  # noqa: F401 - first, because it checks what adbutils reads when it is imported
from appagent.doctor import computer, endpoint, phone
from appagent.doctor.findings import Finding, exit_status, worst

__all__ = ["Finding", "examine", "exit_status", "worst"]


def examine(options: Mapping[str, object], *, ask: bool = False) -> Iterator[Finding]:
    """Run all checks and yield each finding as soon as it is made. A failed check does not stop the others.

    options: settings from the command line, by name; "trust_folder" is True if the current folder's appagent.toml is to
    be trusted for this command.
    ask: True to send requests to the model as well, which costs tokens.
    """
    yield from computer.versions()
    settings, finding = computer.load_settings(options)
    yield finding
    yield from computer.places(settings)
    yield from phone.examine_phone(settings)
    yield from endpoint.examine_endpoint(settings, ask=ask, readable=finding.state == "ok")
