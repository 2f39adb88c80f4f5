"""What Contacts knows: people and what they are called, in which order they stand, labels, calls and messages."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from appagent.phone.app import App
from appagent.phone.apps.contacts.seeds import BLOCKED, CALLS, LABELS, MESSAGES, PEOPLE, PREFIX, Both
from appagent.phone.parts import avatar, photo
from appagent.phone.ui import Picture

TYPES = ("Mobile", "Home", "Work", "Main", "Work fax", "Home fax", "Pager", "Other")
ORDERS = ("First name", "Last name")
FORMATS = ("First name first", "Last name first")
ABOUT = ("company", "job", "email", "address", "website", "birthday", "nickname", "note", "photo")

# Chinese characters stand in GBK by their sound: of each letter the first one, up to the end of the common ones.
_LETTERS = "ABCDEFGHJKLMNOPQRSTWXYZ"
_SOUNDS = [character.encode("gbk") for character in "啊芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝"]
_RARE = b"\xd7\xfa"


@dataclass
class Number:
    """A telephone number. type: one of TYPES."""

    number: str
    type: str = TYPES[0]


@dataclass(eq=False)
class Contact:
    """Somebody, or a company. birthday: "1990-06-21"; photo: the name of a picture."""

    first: str = ""
    last: str = ""
    numbers: list[Number] = field(default_factory=list)
    company: str = ""
    job: str = ""
    email: str = ""
    address: str = ""
    website: str = ""
    birthday: str = ""
    nickname: str = ""
    note: str = ""
    photo: str = ""
    starred: bool = False
    labels: list[str] = field(default_factory=list)


@dataclass
class Call:
    """A call that was made from here. kind: "voice" or "video"; at: "2026-11-22 10:08"."""

    number: str
    kind: str
    at: str


@dataclass
class Message:
    """A text message that was sent from here."""

    number: str
    text: str
    at: str


class Book(App):
    """The state of Contacts."""

    def begin(self) -> None:
        """A few dozen people, two of whom are there twice."""
        self.labels = [self.both(label) for label in LABELS]
        self.people = [
            Contact(
                self.both(first),
                self.both(last),
                [Number(self.both(PREFIX) + end, type_) for type_, end in numbers.items()],
                starred="starred" in more,
                labels=[self.labels[number] for number in labels],
                **{name: self.both(value) for name, value in more.items() if name != "starred"},
            )
            for first, last, numbers, labels, more in PEOPLE
        ]
        self.calls = [Call(self.both(PREFIX) + end, kind, at) for end, kind, at in CALLS]
        self.messages = [Message(self.both(PREFIX) + end, self.both(text), at) for end, text, at in MESSAGES]
        self.blocked = [self.both(PREFIX) + end for end in BLOCKED]
        self.sort_by, self.name_format = ORDERS[self._host.locale.startswith("zh")], FORMATS[0]
        self.only_with_number, self.show_company, self.new_type = False, False, TYPES[0]
        self._apart: list[tuple[Contact, Contact]] = []  # who is not the same for all that

    def both(self, words: str | Both) -> str:
        """Words in the phone's language."""
        return words if isinstance(words, str) else words[self._host.locale.startswith("zh")]

    def now(self) -> str:
        """The minute that it is."""
        return f"{self._host.local_time():%Y-%m-%d %H:%M}"

    # Names and order

    def called(self, person: Contact) -> str:
        """Somebody's name as it is written; without one, whatever else tells them."""
        first, last = person.first, person.last
        if any(character >= "\u2e80" for character in first + last):
            name = last + first
        elif self.name_format == FORMATS[1] and first and last:
            name = f"{last}, {first}"
        else:
            name = f"{first} {last}".strip()
        numbers = [number.number for number in person.numbers]
        return next(filter(None, [name, person.nickname, person.company, person.email, *numbers]), self.t("No name"))

    def letter(self, person: Contact) -> str:
        """Under which letter somebody stands."""
        return letter_of(self._sorted_as(person))

    def in_order(self, people: Iterable[Contact]) -> list[Contact]:
        """By letter, then by name; what begins with none comes last."""

        def key(person: Contact) -> tuple[bool, str, bytes]:
            letter = self.letter(person)
            return letter == "#", letter, self._sorted_as(person).casefold().encode("gbk", "replace")

        return sorted(people, key=key)

    def shown(self) -> list[Contact]:
        """Everybody that is to be shown, in order."""
        return self.in_order(person for person in self.people if person.numbers or not self.only_with_number)

    def face(self, person: Contact, size: float = 40.0) -> Picture:
        """Somebody's picture, or their letter."""
        if person.photo:
            return photo(person.photo, width=size, height=size, radius=size / 2)
        return avatar(self.called(person), size, radius=size / 2)

    def _sorted_as(self, person: Contact) -> str:
        names = [person.first, person.last]
        return " ".join(filter(None, names if self.sort_by == ORDERS[0] else names[::-1])) or self.called(person)

    # Who is who

    def who(self, number: str) -> str:
        """The name behind a number, or the number."""
        return next((self.called(p) for p in self.people if digits(number) in numbers_of(p)), number)

    def duplicates(self) -> list[tuple[Contact, Contact]]:
        """Who is there twice by all appearances: under the same name, or with a number in common."""
        signs = {person: {self.called(person).casefold(), *numbers_of(person)} for person in self.people}
        pairs = combinations(self.people, 2)
        return [pair for pair in pairs if signs[pair[0]] & signs[pair[1]] and pair not in self._apart]

    def together(self, *people: Contact) -> Contact:
        """What several become when they are one: the longest name, and all that is known of any."""
        named = max(people, key=lambda person: len(person.first + person.last))
        found = Contact(named.first, named.last)
        for person in (named, *people):
            found.numbers += [n for n in person.numbers if digits(n.number) not in numbers_of(found)]
            found.labels += [label for label in person.labels if label not in found.labels]
            found.starred = found.starred or person.starred
            for name in ABOUT:
                setattr(found, name, getattr(found, name) or getattr(person, name))
        return found

    def merge(self, *people: Contact) -> None:
        """Make one of several, who stands where the first of them stood."""
        one = self.together(*people)
        self.people = [one if person is people[0] else person for person in self.people if person not in people[1:]]
        self.toast(self.t("Contacts merged"))

    def is_blocked(self, person: Contact) -> bool:
        """Whether any number of somebody is."""
        return bool(numbers_of(person) & set(map(digits, self.blocked)))


def digits(number: str) -> str:
    """What counts of a number.

    >>> digits("+1 (206) 555-0114")
    '12065550114'
    """
    return "".join(filter(str.isdecimal, number))


def numbers_of(person: Contact) -> set[str]:
    """The digits of somebody's numbers."""
    return {digits(number.number) for number in person.numbers} - {""}


def letter_of(words: str) -> str:
    """The letter that words begin with, of Chinese ones by their sound, or "#".

    >>> [letter_of(words) for words in ("Élodie", "mom", "李娜", "5th Avenue", "")]
    ['E', 'M', 'L', '#', '#']
    """
    first = unicodedata.normalize("NFD", words[:1]).upper()[:1]
    if "A" <= first <= "Z":
        return first
    sound = words[:1].encode("gbk", "ignore")
    return _LETTERS[bisect_right(_SOUNDS, sound) - 1] if _SOUNDS[0] <= sound < _RARE else "#"
