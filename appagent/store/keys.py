"""Manage keys that sign records (Ed25519): the user's own, made at its first use, and those of the team."""

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from appagent.errors import UsageError
from appagent.files import private_folder, read_file, replace_private, writing
from appagent.foreign import shown

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

TEAM = "team.keys"  # in the user's configuration directory: a line for each key that is trusted
_OWN = "key"  # beside it: the private key
_KEY = re.compile(r"ed25519:[A-Za-z0-9_-]{43}")
_MOST_BYTES, _MOST_KEYS, _NAME_LETTERS, _AUTHOR_LETTERS = 100_000, 1_000, 80, 20


@dataclass(frozen=True)
class Keys:
    """Keys by which a store tells its own records and the team's from those of strangers.

    A public key is written as "ed25519:" and 43 letters (base64url). It is the author of the records that it signs.
    file: the path of the user's own private key, which is made when it is first needed; None for a store that signs
    nothing.
    team: the names of the trusted keys, by key.
    """

    file: Path | None = None
    team: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _private(self) -> "Ed25519PrivateKey | None":
        return _own_key(self.file) if self.file else None

    @cached_property
    def own(self) -> str:
        """Return the user's own public key, or "" for a store that signs nothing."""
        return f"ed25519:{_encoded(self._private.public_key().public_bytes_raw())}" if self._private else ""

    @property
    def made(self) -> str:
        """Return the user's own public key if it was made already, else "". Unlike `own`, this makes none."""
        return self.own if self.file and self.file.exists() else ""

    def sign(self, canonical: bytes) -> str:
        """Return a signature of the canonical form of a record (base64url), or "" for a store that signs nothing."""
        return _encoded(self._private.sign(canonical)) if self._private else ""

    def trusts(self, signer: str) -> bool:
        """Tell whether records signed by this key count as the team's. signer: a public key, or "" for none."""
        if not signer or signer in self.team:
            return bool(signer)
        return signer == self.made

    def name(self, author: str) -> str:
        """Return the name to show for an author: the name of a trusted key, "you", or the author shortened."""
        return "you" if author and author == self.made else self.team.get(author) or shown(author, _AUTHOR_LETTERS)


def keys_of_user() -> Keys:
    """Return the keys in the user's configuration directory. The user's own key is made when it is first needed.

    Raises UsageError if the file of trusted keys cannot be read.
    """
    path = _folder() / TEAM
    team = team_keys(read_file(path, _MOST_BYTES), path) if path.exists() else {}
    return Keys(_folder() / _OWN, team)


def team_keys(text: bytes, path: Path) -> dict[str, str]:
    """Parse a file of trusted keys, and return their names by key.

    Each line has a key and a name; "#" begins a comment.
    path: the file's, for messages.
    Raises UsageError, with file and line, if a line is something else.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.decode(errors="replace").splitlines(), 1):
        key, _, name = line.partition("#")[0].strip().partition(" ")
        if not key:
            continue
        if not _KEY.fullmatch(key) or len(found) >= _MOST_KEYS:
            raise UsageError(
                f"{path}, line {number}: a line has a key and a name, such as appagent key --export prints, and a file "
                f"at most {_MOST_KEYS} of them; found {shown(line, 60)!r}"
            )
        found[key] = shown(name, _NAME_LETTERS)
    return found


def trust_keys(keys: Mapping[str, str], *, forget: bool = False) -> None:
    """Add keys to the user's file of trusted keys.

    forget: True to remove the keys instead.
    Raises UsageError if the file cannot be written.
    """
    path = _folder() / TEAM
    known = dict(keys_of_user().team)
    kept = {key: name for key, name in known.items() if key not in keys} if forget else known | dict(keys)
    _write(path, "".join(f"{key} {name}\n" for key, name in sorted(kept.items())))


def verified(author: str, canonical: bytes, signature: str) -> bool:
    """Tell whether a record was signed with the key that is its author.

    canonical: the record's canonical form.
    signature: base64url.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not _KEY.fullmatch(author):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(_decoded(author.partition(":")[2])).verify(_decoded(signature), canonical)
    except (InvalidSignature, ValueError):
        return False
    return _encoded(_decoded(signature)) == signature  # base64 has several spellings, and a record one signature


def fingerprint(key: str) -> str:
    """Return 16 hex digits in groups of four that stand for a public key. Two persons can compare them aloud.

    >>> fingerprint("ed25519:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    '7237 06cb 634e 72db'
    """
    digits = hashlib.sha256(key.encode()).hexdigest()
    return " ".join(digits[start : start + 4] for start in range(0, 16, 4))


def _own_key(path: Path) -> "Ed25519PrivateKey":
    """Return the private key in a file. A missing file is made with a new key, and only its user can read it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if not path.exists():
        _write(path, _encoded(Ed25519PrivateKey.generate().private_bytes_raw()) + "\n", new=True)
    try:
        return Ed25519PrivateKey.from_private_bytes(_decoded(read_file(path, _MOST_BYTES).decode("ascii").strip()))
    except ValueError as error:
        raise UsageError(f"{path} is no key of AppAgent's; restore a copy, or move it away for a new one") from error


def _write(path: Path, text: str, *, new: bool = False) -> None:
    """Write a file that only its user can read.

    new: True to keep the existing file if another process has made it meanwhile.
    """
    with writing(path):
        private_folder(path.parent)
        if not new:
            replace_private(path, text.encode())
            return
        made = path.with_name(f"{path.name}.{hashlib.sha256(text.encode()).hexdigest()[:8]}")
        replace_private(made, text.encode())
        try:
            path.hardlink_to(made)  # in one step, and only if there is none
        except FileExistsError:
            pass
        finally:
            made.unlink()


def _folder() -> Path:
    return platformdirs.user_config_path("appagent")


def _encoded(found: bytes) -> str:
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error
