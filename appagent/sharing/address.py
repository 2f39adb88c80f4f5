"""Parse the address of a hub, and keep secrets out of messages about it."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from appagent.errors import UsageError

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://(.*)", re.DOTALL)
_SCHEMES = {"s3": "s3", "gs": "gs", "gcs": "gs", "postgresql": "postgresql", "postgres": "postgresql", "file": ""}
_WANTED = "a hub is a folder, s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or postgresql://USER@HOST/DATABASE"
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[^@?#]*)?")
_SECRETS = re.compile(r"(?:SECRET|PASSWORD|TOKEN|KEY|CREDENTIALS)", re.IGNORECASE)  # in names of variables
_LEAST = 4  # letters of a value that is taken out of a message; fewer stand in many words
_MOST_SHOWN = 200


@dataclass(frozen=True)
class Address:
    """Address of a hub.

    scheme: "s3", "gs", "postgresql", or "" for a folder.
    place: the rest, perhaps with secrets.
    """

    scheme: str
    place: str

    def __str__(self) -> str:
        return f"{self.scheme}://{self.place}" if self.scheme in ("s3", "gs") else self.place

    @property
    def folder(self) -> Path:
        """Return the path of a hub that is a folder."""
        return Path(self.place)


def parse_address(text: str) -> Address:
    """Parse the address of a hub. Raises UsageError, whose message does not quote it, if it is wrong or holds a key."""
    if not (found := _SCHEME.fullmatch(text)):
        return Address("", text)
    scheme = _SCHEMES.get(found[1].lower())
    if scheme is None:
        raise UsageError(f"{found[1]:.20}:// is no address of a hub; {_WANTED}")
    if scheme in ("s3", "gs") and not _BUCKET.fullmatch(found[2]):
        raise UsageError(
            f"an address of a bucket is {scheme}://BUCKET/PREFIX and nothing more; keys belong in the environment, "
            f"such as {'AWS_ACCESS_KEY_ID' if scheme == 's3' else 'GOOGLE_APPLICATION_CREDENTIALS'}"
        )
    return Address(scheme, found[2])


def scrubbed(words: str, *secrets: str) -> str:
    """Return a library's message as one line, with these secrets, and those in environment variables, masked.

    >>> scrubbed("no role \\n for p4ssw0rd", "p4ssw0rd")
    'no role for ***'
    """
    known = {value for name, value in os.environ.items() if _SECRETS.search(name)} | set(secrets)
    for secret in sorted((each for each in known if len(each) >= _LEAST), key=len, reverse=True):
        words = words.replace(secret, "***")
    line = " ".join(words.split())
    return line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}…"


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turn an ImportError in the `with` block into a UsageError that says what to install."""
    try:
        yield
    except ImportError as error:
        raise UsageError(
            f"this kind of hub needs more installed ({error.name}): pip install 'appagent[{name}]'"
        ) from error
