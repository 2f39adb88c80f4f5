"""Decide where a secret may be typed: in which apps, and in what kind of input field."""

import re
from dataclasses import dataclass

from appagent.screen import Owner

_PACKAGE = re.compile(r"\w+(\.\w+)+")


@dataclass(frozen=True)
class TypingRule:
    """Apps in which one secret may be typed.

    name: placeholder of the secret, such as "${pin}".
    apps: packages in which it may be typed.
    pages: those packages among `apps` in which it may also be typed into web pages.
    """

    name: str
    apps: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()

    def refusal(self, owner: Owner | None, app: str = "") -> str:
        """Return why the secret may not be typed into an input field; "" if it may be typed.

        owner: the app or page that the field belongs to; None if it is not known, which is refused.
        app: package in front; "" if it is not known.
        The secret may be typed if all of these are true:
        - The field and the app in front belong to packages in `apps`.
        - The field hides what is typed.
        - If the field is part of a web page, the packages of the field are in `pages`.
        """
        if owner is None:
            return f"it is not known which field has the focus; name the field that {self.name} is for"
        strangers = self._strangers(owner, app)
        if strangers or not owner.packages:
            where = _for_message(strangers[0]) if strangers else "an app that gives no name"
            return f"{self.name} is for {self._home()}, and this field is of {where}"
        if not owner.masked:
            return f"a secret goes only into a field that asks for one and hides it; this one would show {self.name}"
        if owner.page and not owner.packages <= self.pages:
            return f"{self.name} is not for web pages, and this field is part of one"
        return ""

    def hint(self, owner: Owner | None, app: str = "") -> str:
        """Return which option would let the person type the secret here, after a refusal; "" if none would.

        owner, app: as for `refusal`. The option names the first package in which the secret must be allowed, or
        "PACKAGE" if no name looks like a package.
        """
        if owner is None or not (needed := self._strangers(owner, app) or sorted(owner.packages - self.pages)):
            return ""
        if not owner.masked and not self._strangers(owner, app):
            return ""
        bare = self.name.strip("${}").upper()
        return f"--secret {bare}={next(filter(_PACKAGE.fullmatch, needed), 'PACKAGE')} lets it"

    def _strangers(self, owner: Owner, app: str) -> list[str]:
        return sorted((owner.packages | ({app} if app else set())) - self.apps)

    def _home(self) -> str:
        return " and ".join(map(_for_message, sorted(self.apps))) or "no app yet"


def _for_message(package: str) -> str:
    """Return a package for a message; "an app with no proper name" if it does not look like a package.

    A hostile screen could give any text as its package.
    """
    return package if _PACKAGE.fullmatch(package) and len(package) < 100 else "an app with no proper name"
