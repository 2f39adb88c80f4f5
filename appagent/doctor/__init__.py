"""Check that everything AppAgent needs is there; each check gives a finding, and each failure a way to fix it."""

from collections.abc import Iterator, Mapping

from appagent.devices.adb import Client
from appagent.doctor import computer, endpoint, phone
from appagent.doctor.findings import Finding, exit_status, worst

__all__ = ["Finding", "examine", "exit_status", "worst"]


def examine(options: Mapping[str, object], *, ask: bool = False, client: Client | None = None) -> Iterator[Finding]:
    """Run all checks and yield each finding as soon as it is made; a failed check does not stop the others.

    options: from the command line, for `settings.load`. ask: also ask the model, which costs tokens.
    client: of the adb server to look at; by default the one on this machine.
    """
    yield from computer.versions()
    settings, finding = computer.load_settings(options)
    yield finding
    yield from computer.places(settings)
    yield from phone.examine(settings, client)
    yield from endpoint.examine(settings, ask=ask, readable=finding.state == "ok")
