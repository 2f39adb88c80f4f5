"""What AppAgent needs and whether it is there: one finding a check, and for each failure the line that mends it."""

from collections.abc import Iterator, Mapping

from appagent.devices.adb import Client
from appagent.doctor import computer, endpoint, phone
from appagent.doctor.findings import Finding, exit_status, worst

__all__ = ["Finding", "examine", "exit_status", "worst"]


def examine(options: Mapping[str, object], *, ask: bool = False, client: Client | None = None) -> Iterator[Finding]:
    """All findings, each as soon as it is made; whatever fails, the next check is made all the same.

    options: as the command line gave them, for `settings.load`. ask: the model may be asked, which costs tokens.
    client: of the adb server to look at; by default that of this machine.
    """
    yield from computer.versions()
    settings, finding = computer.settings(options)
    yield finding
    yield from computer.places(settings)
    yield from phone.examine(settings, client)
    yield from endpoint.examine(settings, ask=ask, readable=finding.state == "ok")
