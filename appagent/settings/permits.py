"""Parse permits: effects of actions that a person allows beforehand, in all apps or in one, or up to an amount."""

import re
from dataclasses import dataclass
from decimal import Decimal

GUARDED = ("pay", "send", "delete", "install", "grant", "secret")  # kinds of action that --allow accepts
PERMIT_FORMS = f"some of {', '.join(GUARDED)}; send:PACKAGE for one app alone, 'pay<=20 EUR' up to an amount"
_FORM = re.compile(
    r"(?P<effect>[a-z]+)(?::(?P<app>\w+(?:\.\w+)*))?(?:\s*<=\s*(?P<most>\d+(?:\.\d+)?)\s*(?P<currency>[A-Z]{3}))?",
    re.ASCII,
)


@dataclass(frozen=True)
class Permit:
    """Permission for one effect of actions.

    effect: one of GUARDED.
    app: the package in which it is allowed; "" for every app.
    most: the largest amount that may be paid, in `currency`; None for any amount.
    """

    effect: str
    app: str = ""
    most: Decimal | None = None
    currency: str = ""


def permit(text: str) -> Permit:
    """Parse one permit. Raises ValueError if it is not valid; the message says how a permit is written.

    >>> permit("pay:com.shop<=20 EUR")
    Permit(effect='pay', app='com.shop', most=Decimal('20'), currency='EUR')
    """
    found = _FORM.fullmatch(text.strip())
    if found is None or found["effect"] not in GUARDED or (found["most"] and found["effect"] != "pay"):
        raise ValueError(PERMIT_FORMS)
    most = Decimal(found["most"]) if found["most"] else None
    return Permit(found["effect"], found["app"] or "", most, found["currency"] or "")
