"""Decide where a secret may be typed: in which apps, and in which kind of field."""

import re
from dataclasses import dataclass

from appagent.screen import Owner

_PACKAGE = re.compile(r"\w+(\.\w+)+")


@dataclass(frozen=True)
class Bound:
    """Apps that a secret may be typed in.

    name: of the secret, as it is written: "${pin}". pages: the apps among them whose web pages may have it too.
    """

    name: str
    apps: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()

    def refusal(self, owner: Owner | None, app: str = "") -> str:
        """Return why the secret may not be typed into a field, and what would allow it; "" if it may.

        owner: the app or page that the field belongs to, None if unknown. app: the package in front, if known.
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
        """Tell the person which option would allow typing the secret."""
        bare = self.name.strip("${}").upper()
        package = next((one for one in sorted(packages) if _PACKAGE.fullmatch(one)), "PACKAGE")
        return f"only the person can let it, with --secret {bare}={package}"


def _told(package: str) -> str:
    """Return a package name if it looks like one, since a screen can claim any text as its package."""
    return package if _PACKAGE.fullmatch(package) and len(package) < 100 else "an app with no proper name"
