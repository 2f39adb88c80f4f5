"""A document as a record that never changes, with an id that is made from its content."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Self, get_origin

import rfc8785

from appagent.errors import StoreError

SCHEMA = 1
RECORD_KINDS = ("document", "experience", "purge")
KIND = "kind"  # among the facts: ids, by attribute, that the dialogs of all rows of a list share
COARSE = "coarse"  # among the facts: ids, by attribute, made without resource-ids that the next release may not have
SOURCES = ("explore", "demo", "human", "refine", "import")


@dataclass(frozen=True, kw_only=True)
class Record:
    """Document: what one kind of action on one element does, who says so, and which records it replaces.

    A record of the kind "purge" is the tombstone of the records that it replaces: every store that trusts it removes
    their contents, and only their ids and their app are left.

    id: sha256 of the canonical form, in hex.
    untrusted: True if the record came from somebody whose key is not trusted here.
    failing: True if what it says has failed here lately. Neither of these two is part of the content, because each
    store has its own trusted keys and its own counters.
    Raises StoreError if an attribute has a wrong type, a value that is not allowed, or too long a value.

    >>> tap = Record(app="com.example.notes", action="tap", text="Opens a note.", source="explore",
    ...              time="2026-01-31T12:00:00Z")
    >>> Record.from_json(tap.to_json()) == tap
    True
    """

    schema: int = SCHEMA
    kind: str = "document"  # one of KINDS
    id_version: int = 1  # of the rule that made the element id; a later rule can make it anew from the facts
    app: str  # package
    app_version: str = ""
    screen_id: str = ""  # the screen that the element was seen on
    element_id: str = ""  # "" if the document is about every element of the template
    template: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)  # what the element id was made from, and more: plain JSON
    action: str = ""  # kind of action: "tap", "long_press", "text", ...
    text: str
    leads_to: str = ""  # id of the screen that the action opens; "" if it opens none, or the screen is not known
    source: str  # one of SOURCES
    author: str = ""
    model: str = ""  # the model that worded the text, "" if no model did
    locale: str = ""  # of the phone that it was learnt on, such as "en-US"
    time: str  # ISO 8601, UTC
    replaces: tuple[str, ...] = ()  # ids of records that this one supersedes
    retracted: bool = False  # True if the records that it replaces are wrong, and nothing takes their place
    signature: str = ""
    untrusted: bool = field(default=False, compare=False)
    failing: bool = field(default=False, compare=False)
    id: str = field(init=False, compare=False)
    _canonical: bytes = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._check()
        if not self.app:  # a store may hold such records from before they were refused, and reads them
            raise StoreError("a record must name its app by package, found ''")
        object.__setattr__(self, "facts", _plain(self.facts))
        object.__setattr__(self, "_canonical", self._bounded())
        object.__setattr__(self, "id", _hashed(self._canonical))

    def _check(self) -> None:
        """Raise StoreError if an attribute has a wrong type or value. What `facts` holds is not checked."""
        for name, kind in _TYPES.items():
            value = getattr(self, name)
            # bool is an int to isinstance, and JSON tells them apart
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                raise StoreError(f"a record's {name} must be {_WORDS[kind]}, found {value!r:.80}")
            if isinstance(value, str) and not value.isascii():
                check_unicode(f"a record's {name}", value)
        for name, allowed in (("schema", (SCHEMA,)), ("kind", RECORD_KINDS), ("source", SOURCES)):
            if getattr(self, name) not in allowed:
                listed = ", ".join(map(str, allowed))
                raise StoreError(f"a record's {name} must be one of {listed}; found {getattr(self, name)!r}")
        if not 0 <= self.id_version <= _SAFE_INTEGER:
            raise StoreError(f"a record's id_version must be 0 to {_SAFE_INTEGER}, found {self.id_version!r:.80}")
        for replaced in self.replaces:
            if not is_id(replaced):
                raise StoreError(f"a record replaces records by their 64 hex digits, found {replaced!r:.80}")
        check_time("a record's time", self.time)

    def _bounded(self) -> bytes:
        """Return the canonical form. Raises StoreError if the record or an attribute of it is too large."""
        for name in _TYPES:
            value, most = getattr(self, name), _MOST_LETTERS.get(name, _MOST_OTHERS)
            if isinstance(value, str) and len(value) > most:
                raise StoreError(f"a record's {name} has at most {most} letters, found {len(value)}: {value[:40]!r}")
        if len(self.replaces) > MOST_REPLACED:
            raise StoreError(f"a record replaces at most {MOST_REPLACED} others, found {len(self.replaces)}")
        content = self._content()
        del content["signature"]
        canonical = canonical_json(content)
        if len(canonical) > _MOST_BYTES:
            raise StoreError(f"a record is at most {_MOST_BYTES} bytes of JSON, found {len(canonical)}")
        return canonical

    def __hash__(self) -> int:
        return hash(self.id)

    def canonical(self) -> bytes:
        """Return the content as canonical JSON (RFC 8785), from which the id is made.

        The id and the signature are left out.
        """
        return self._canonical

    def read_as(self, **names: Any) -> Self:
        """Return a copy of this record with newer ids, so that it is found although it was made under older ones.

        names: the newer id, or other value, for each attribute, by the attribute's name.
        The copy is never stored. Its own id, signature and canonical form stay the same.
        """
        read = copy(self)
        read.__dict__.update(names)  # a frozen dataclass keeps its fields here
        return read

    @property
    def coarse(self) -> dict[str, str]:
        """Return coarser ids of the screen, element and template, by attribute; {} if the record has none.

        A coarser id is made without resource-ids, because the next release of the app may have other ones.
        """
        return self._ids_in(COARSE, ("screen_id", "element_id", "template"))

    @property
    def kind_ids(self) -> dict[str, str]:
        """Return the ids of screen and element in the dialogs of all rows of a list; {} if it is in none."""
        found = self._ids_in(KIND, ("screen_id", "element_id"))
        return found if len(found) > 1 else {}

    def is_of_kind(self, screen: str, element: str) -> bool:
        """Tell whether this is about an element of a kind of dialogs. screen, element: ids in these dialogs."""
        ids = self.kind_ids
        return bool(ids) and (ids["screen_id"], ids["element_id"]) == (screen, element)

    def _ids_in(self, fact: str, names: Iterable[str]) -> dict[str, str]:
        ids = self.facts.get(fact)
        found = {name: ids.get(name) for name in names} if isinstance(ids, Mapping) else {}
        return {name: each for name, each in found.items() if isinstance(each, str) and 0 < len(each) <= _MOST_OTHERS}

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain JSON: every attribute by name, except for `untrusted` and `failing`."""
        return {"id": self.id} | self._content()

    def _content(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _TYPES} | {"replaces": list(self.replaces)}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Parse a record from the JSON of `to_json`, perhaps from another computer, and mark it as untrusted.

        Raises StoreError if an attribute is missing, unknown or not valid, if the schema is another one, or if an id is
        given that does not belong to the content.
        """
        if not isinstance(data, dict):
            raise StoreError(f"a record must be a JSON object, found {data!r:.80}")
        if data.get("schema") != SCHEMA:
            raise StoreError(
                f"a record has schema {data.get('schema')!r:.80} and this AppAgent reads schema {SCHEMA}; "
                "a newer AppAgent may read it"
            )
        content = {"signature": ""} | data
        stated = content.pop("id", None)
        _check_names(content)
        replaces = content["replaces"]
        if not isinstance(replaces, list):
            raise StoreError(f"a record's replaces must be a list of ids, found {replaces!r:.80}")
        record = cls(**content | {"replaces": tuple(replaces), "untrusted": True})
        if stated not in (None, record.id):
            raise StoreError(f"a record says its id is {stated!r:.80} but its content makes {record.id}")
        return record

    @classmethod
    @lru_cache(maxsize=4096)  # each step of a run asks for the records of its screen, mostly those of the step before
    def restored(cls, record_id: str, canonical: str, signature: str, untrusted: int = False) -> Self:
        """Build a record from what a store saved.

        canonical: its canonical form, as text.
        Sizes are not checked, because they were checked when the record was made.
        Raises StoreError if `canonical` is not a valid record, or if its sha256 is not `record_id`, as when somebody
        has edited the file.
        """
        try:
            encoded = canonical.encode()
            if _hashed(encoded) != record_id:
                raise ValueError("its content is not what its id was made from")
            content = {**json.loads(canonical), "signature": signature}
            _check_names(content)
            replaces = tuple(content["replaces"])
        except (AttributeError, TypeError, ValueError, RecursionError) as error:
            raise StoreError(f"record {record_id!r:.14} cannot be read: {error}") from error
        record = cls.__new__(cls)
        # a frozen dataclass keeps its fields here
        record.__dict__.update(
            content, id=record_id, replaces=replaces, untrusted=bool(untrusted), failing=False, _canonical=encoded
        )
        record._check()
        return record


def canonical_json(content: dict[str, Any]) -> bytes:
    """Return the content of a record as canonical JSON (RFC 8785).

    Where the module json gives the same bytes, it is used, because it is four times as fast.
    """
    if _plain_to_json(content["facts"]):
        return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    return bytes(rfc8785.dumps(content))


def utc_now() -> str:
    """Return the current time, to the second, in the form of a record's time.

    >>> utc_now().endswith("Z")
    True
    """
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def cut_texts(value: Any, letters: int) -> Any:
    """Return plain JSON with every text in it cut to at most `letters` letters.

    >>> cut_texts({"words": ["Pay now", 5]}, 4)
    {'words': ['Pay…', 5]}
    """
    if isinstance(value, str):
        return value if len(value) <= letters else value[: letters - 1] + "…"
    if isinstance(value, Mapping):
        return {name: cut_texts(item, letters) for name, item in value.items()}
    return [cut_texts(item, letters) for item in value] if isinstance(value, list | tuple) else value


def check_time(name: str, text: str) -> None:
    """Raise StoreError if a text is not a time in UTC. name: what the text is, for the message."""
    try:
        is_utc = datetime.fromisoformat(text).utcoffset() == timedelta(0)
    except ValueError:
        is_utc = False
    if not is_utc:
        raise StoreError(f"{name} must be like 2026-01-31T12:00:00Z (UTC), found {text!r:.80}")


def check_unicode(name: str, text: str) -> None:
    """Raise StoreError if a text holds half a character (a lone surrogate), which no file can hold.

    name: what the text is, for the message.
    """
    if text.isascii():  # which is known without looking at its letters
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise StoreError(f"{name} holds half a character at {error.start}: {text!r:.80}") from error


def is_id(found: object) -> bool:
    """Tell whether a value has the form of a record's id."""
    return isinstance(found, str) and bool(re.fullmatch(r"[0-9a-f]{64}", found))


_SAFE_INTEGER = 2**53 - 1  # RFC 8785: what every JSON reader holds exactly
_DEEPEST = 8
_MOST_LETTERS = {"text": 10_000, "signature": 10_000}
_MOST_OTHERS = 500  # letters of every other field: names, ids, a time
MOST_REPLACED = 32
_MOST_BYTES = 1_000_000  # of the canonical form, with the facts
_WORDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    tuple: "a tuple of ids",
    Mapping: "an object",
}


# the class of each attribute that is content, by name: tuple for tuple[str, ...]
_TYPES: dict[str, Any] = {each.name: get_origin(each.type) or each.type for each in fields(Record) if each.compare}


def _plain_to_json(value: object) -> bool:
    """Tell whether the module json writes these facts as RFC 8785 does: no fractions, and only ASCII names."""
    if isinstance(value, dict):
        return all(map(str.isascii, value)) and all(map(_plain_to_json, value.values()))
    if isinstance(value, list):
        return all(map(_plain_to_json, value))
    return not isinstance(value, float)


def _hashed(canonical: bytes) -> str:
    return hashlib.sha256(canonical).hexdigest()


def _check_names(content: dict[str, Any]) -> None:
    if missing := sorted(_TYPES.keys() - content.keys()):
        raise StoreError(f"a record lacks {', '.join(missing)}")
    if unknown := sorted(content.keys() - _TYPES.keys()):
        raise StoreError(f"a record of schema {SCHEMA} has no field {', '.join(unknown)}")


def _plain(value: object, depth: int = 0) -> Any:
    """Return a copy of facts as JSON would give them back: lists for tuples, 1 for 1.0.

    depth: how deep the value is nested in the facts.
    Raises StoreError if the facts are not plain JSON, or nested too deep.
    """
    if depth > _DEEPEST:
        raise StoreError(f"a record's facts nest deeper than {_DEEPEST}")
    if isinstance(value, str):  # first, because most are; a Mapping takes longest to recognise, so it comes last
        check_unicode("a record's facts", value)
        return value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if not abs(value) <= _SAFE_INTEGER:  # false for "not a number" too
            raise StoreError(f"a record's facts hold a number that JSON cannot: {value!r:.80}")
        return int(value) if value == int(value) else value
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        return {_plain_key(key): _plain(item, depth + 1) for key, item in value.items()}
    raise StoreError(f"a record's facts must be plain JSON, found {value!r:.80}")


def _plain_key(key: object) -> str:
    if not isinstance(key, str):
        raise StoreError(f"a record's facts have names that are text, found {key!r:.80}")
    check_unicode("a record's facts", key)
    return key
