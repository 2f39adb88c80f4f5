"""A document as a record that never changes, and the id that its content gives it."""

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Self, get_origin

import rfc8785

from appagent.errors import StoreError

SCHEMA = 1
KINDS = ("document", "experience")
SOURCES = ("explore", "demo", "human", "refine", "import")


@dataclass(frozen=True, kw_only=True)
class Record:
    """What one kind of action on one element does, who says so, and what the saying supersedes.

    Raises StoreError where a field has the wrong type or a value that is not listed here.

    >>> tap = Record(app="com.example.notes", action="tap", text="Opens a note.", source="explore",
    ...              time="2026-01-31T12:00:00Z")
    >>> Record.from_json(tap.to_json()) == tap
    True
    """

    schema: int = SCHEMA
    kind: str = "document"  # of KINDS
    id_version: int = 1  # of the rule that named the element; facts let a later rule rename it
    app: str  # package
    app_version: str = ""
    screen_id: str = ""  # where the element was seen
    element_id: str = ""  # "" where the document is about every element of the template
    template: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)  # what the id was made from: plain JSON
    action: str = ""  # kind of action: "tap", "long_press", "text", ...
    text: str
    leads_to: str = ""  # screen id, or "" where the action stays on its screen or it is not known
    source: str  # of SOURCES
    author: str = ""
    model: str = ""  # the model that worded the text, "" where none did
    locale: str = ""  # of the phone it was learnt on: "en-US"
    time: str  # ISO 8601, UTC
    replaces: tuple[str, ...] = ()  # ids of records that this one supersedes
    retracted: bool = False  # True: what it replaces is wrong, and nothing takes its place
    signature: str = ""

    def __post_init__(self) -> None:
        self._check()
        object.__setattr__(self, "facts", _plain(self.facts))

    def _check(self) -> None:
        """All but the facts' depths."""
        for name, kind in _TYPES.items():
            value = getattr(self, name)
            # bool is an int to isinstance, and JSON tells them apart
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                raise StoreError(f"a record's {name} must be {_WORDS[kind]}, found {value!r:.80}")
            if isinstance(value, str):
                _check_unicode(name, value)
        for name, allowed in (("schema", (SCHEMA,)), ("kind", KINDS), ("source", SOURCES)):
            if getattr(self, name) not in allowed:
                listed = ", ".join(map(str, allowed))
                raise StoreError(f"a record's {name} must be one of {listed}; found {getattr(self, name)!r}")
        if not self.app:
            raise StoreError("a record must name its app by package, found ''")
        for replaced in self.replaces:
            if not isinstance(replaced, str) or not _ID.fullmatch(replaced):
                raise StoreError(f"a record replaces records by their 64 hex digits, found {replaced!r:.80}")
        _check_time(self.time)

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def id(self) -> str:
        """Sha256 of the canonical form, in hex."""
        return hashlib.sha256(self.canonical()).hexdigest()

    def canonical(self) -> bytes:
        """Canonical JSON (RFC 8785) of everything but the id, which is made from it, and the signature."""
        content = self._content()
        del content["signature"]
        return rfc8785.dumps(content)

    def to_json(self) -> dict[str, Any]:
        """Every field and the id, as plain JSON."""
        return {"id": self.id} | self._content()

    def _content(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _TYPES} | {"replaces": list(self.replaces)}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The record that `to_json` wrote; an id in it must be that of its content.

        Raises StoreError where a field is missing, unknown or of the wrong type, or the schema is newer.
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
        record = cls(**content | {"replaces": tuple(replaces)})
        if stated not in (None, record.id):
            raise StoreError(f"a record says its id is {stated!r:.80} but its content makes {record.id}")
        return record

    @classmethod
    def restored(cls, record_id: str, canonical: str, signature: str) -> Self:
        """A record from its own id and canonical form, as a store kept it.

        That the id is that of the content was checked then. Raises StoreError for what is no record at all, as
        in a file that somebody has edited.
        """
        try:
            content = {**json.loads(canonical), "signature": signature}
            _check_names(content)
            replaces = tuple(content["replaces"])
        except (TypeError, ValueError, RecursionError) as error:
            raise StoreError(f"record {record_id!r:.14} cannot be read: {error}") from error
        record = cls.__new__(cls)
        # a frozen dataclass keeps its fields here, and cached_property looks here for the id
        record.__dict__.update(content, id=record_id, replaces=replaces)
        record._check()
        return record


def utc_now() -> str:
    """This second as a record's time.

    >>> utc_now().endswith("Z")
    True
    """
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


_ID = re.compile(r"[0-9a-f]{64}")
_SAFE_INTEGER = 2**53 - 1  # RFC 8785: what every JSON reader holds exactly
_DEEPEST = 8
_WORDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    tuple: "a tuple of ids",
    Mapping: "an object",
}


# the class of each field's values: tuple for tuple[str, ...]
_TYPES: dict[str, Any] = {each.name: get_origin(each.type) or each.type for each in fields(Record)}


def _check_names(content: dict[str, Any]) -> None:
    if missing := sorted(_TYPES.keys() - content.keys()):
        raise StoreError(f"a record lacks {', '.join(missing)}")
    if unknown := sorted(content.keys() - _TYPES.keys()):
        raise StoreError(f"a record of schema {SCHEMA} has no field {', '.join(unknown)}")


def _check_unicode(name: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise StoreError(f"a record's {name} holds half a character at {error.start}: {text!r:.80}") from error


def _check_time(text: str) -> None:
    try:
        is_utc = datetime.fromisoformat(text).utcoffset() == timedelta(0)
    except ValueError:
        is_utc = False
    if not is_utc:
        raise StoreError(f"a record's time must be like 2026-01-31T12:00:00Z (UTC), found {text!r:.80}")


def _plain(value: object, depth: int = 0) -> Any:
    """A copy of facts in the one form that JSON gives back: lists for tuples, 1 for 1.0."""
    if depth > _DEEPEST:
        raise StoreError(f"a record's facts nest deeper than {_DEEPEST}")
    if isinstance(value, Mapping):
        return {_plain_key(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, str):
        _check_unicode("facts", value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if not math.isfinite(value) or abs(value) > _SAFE_INTEGER:
            raise StoreError(f"a record's facts hold a number that JSON cannot: {value}")
        return int(value) if value == int(value) else value
    elif value is not None and not isinstance(value, bool):
        raise StoreError(f"a record's facts must be plain JSON, found {value!r:.80}")
    return value


def _plain_key(key: object) -> str:
    if not isinstance(key, str):
        raise StoreError(f"a record's facts have names that are text, found {key!r:.80}")
    _check_unicode("facts", key)
    return key
