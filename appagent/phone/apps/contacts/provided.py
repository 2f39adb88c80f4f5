"""What other apps may read of Contacts: people, their numbers, calls and messages."""

from datetime import UTC, datetime

from appagent.phone.apps.contacts.book import TYPES, Book
from appagent.phone.providers import Provides, Row

_KINDS = dict(zip(TYPES, (2, 1, 3, 12, 4, 5, 6, 7), strict=True))  # Android's numbers of the types
_SENT = 2  # of calls that went out, and of messages


class Provided(Book, Provides):
    """Rows as Android's providers of contacts, calls and messages have them."""

    provides = (
        "com.android.contacts/contacts",
        "com.android.contacts/data/phones",
        "call_log/calls",
        "sms",
        "sms/sent",
    )

    def rows(self, place: str) -> list[Row]:
        """Return the rows at one of the places; a place for what was sent has what is at the place above it."""
        people = list(enumerate(self.people, 1))
        if place.endswith("/contacts"):
            return [
                {
                    "_id": number,
                    "display_name": self.called(person),
                    "has_phone_number": int(bool(person.numbers)),
                    "starred": int(person.starred),
                }
                for number, person in people
            ]
        if place.endswith("/phones"):
            each = [(number, person, one) for number, person in people for one in person.numbers]
            return [
                {
                    "_id": at,
                    "contact_id": number,
                    "display_name": self.called(person),
                    "data1": one.number,
                    "data2": _KINDS[one.type],
                }
                for at, (number, person, one) in enumerate(each, 1)
            ]
        if place.endswith("/calls"):
            return [
                {"_id": at, "number": call.number, "date": _ms(call.at), "type": _SENT}
                for at, call in enumerate(self.calls, 1)
            ]
        return [
            {"_id": at, "address": sent.number, "date": _ms(sent.at), "type": _SENT, "body": sent.text}
            for at, sent in enumerate(self.messages, 1)
        ]


def _ms(at: str) -> int:
    """Return the time in ms since 1970.

    >>> _ms("1970-01-01 00:01")
    60000
    """
    return round(datetime.strptime(at, "%Y-%m-%d %H:%M").replace(tzinfo=UTC).timestamp() * 1000)
