"""Where a secret may be typed: into which apps, and into which kind of field of them."""

import re
from dataclasses import dataclass

from appagent.screen import Owner

_PACKAGE = re.compile(r"\w+(\.\w+)+")


@dataclass(frozen=True)
class Bound:
    """The apps that a secret is for. pages: those of them in whose web pages it may be typed too.

    name: of the secret as it is written, "${pin}".
    """

    name: str
    apps: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()

    def refusal(self, owner: Owner | None, app: str = "") -> str:
        """Why it may not be typed there, and what would let it; "" where it may.

        owner: whose field it is, None where nobody knows. app: the package in front, where that is known.
        """
        if owner is None:
            return f"nothing tells which field has the focus; name the field that {self.name} is for"
        strangers = sorted((owner.packages | ({app} if app else set())) - self.apps)
        if strangers or not owner.packages:
            where = _told(strangers[0]) if strangers else "an app that gives no name"
            return f"{self.name} is for {self._home()}, and this field is of {where}; {self._way(strangers)}"
        if not owner.masked:
            return f"a secret goes only into a field that asks for one and hides it; this one would show {self.name}"
        if owner.page and not owner.packages <= self.pages:
            return f"{self.name} is not for web pages, and this field is part of one; {self._way(owner.packages)}"
        return ""

    def _home(self) -> str:
        return " and ".join(map(_told, sorted(self.apps))) or "no app yet"

    def _way(self, packages: list[str] | frozenset[str]) -> str:
        """How the person lets it."""
        bare = self.name.strip("${}").upper()
        package = next((one for one in sorted(packages) if _PACKAGE.fullmatch(one)), "PACKAGE")
        return f"only the person can let it, with --secret {bare}={package}"


def _told(package: str) -> str:
    """A package as it may be told: a screen can say anything for one."""
    return package if _PACKAGE.fullmatch(package) and len(package) < 100 else "an app with no proper name"
