"""Normalise web addresses, and tell whether a task names a certain address."""

import mimetypes
import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from appagent.errors import ActionError
from appagent.screen.language.lexicon import (
    AND,
    DELETES_ONE,
    INSTEAD,
    NO_BOUNDARIES,
    NOT,
    SHUN,
    any_word,
    folded,
)

_LONGEST = 2000  # letters
_SCHEMES = ("http", "https")
_SAFE = "%/?:@!$&'()*+,;=~-._#[]"  # letters of an address that stay as they are
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_APART = f"{NO_BOUNDARIES}-\U0010ffff"  # letters of scripts without blanks, which may stand right beside an address
_REST = r"(?::\d+)?(?:[/?#][^\s<>\"“”«»。，！？；、（）「」]*)?"
# Without re.IGNORECASE, with which the Kelvin sign in _APART stands for the letter "k" too.
_NAMED = re.compile(  # no part of an e-mail address
    rf"(?<![^\W{_APART}])(?<![@.+-])"
    rf"(?:(?i:https?://)?(?:(?:[^\W{_APART}]|-)+\.)+[^\W\d_{_APART}]{{2,}}(?![^\W{_APART}]|[@.-]\w)"
    rf"|(?i:https?://(?:localhost|\d{{1,3}}(?:\.\d{{1,3}}){{3}}))(?![\w@-]|\.\w)){_REST}"
)
_FILE_TYPES = frozenset(mimetypes.MimeTypes(filenames=()).types_map[True]) | frozenset(
    (".apk", ".docx", ".epub", ".md", ".odt", ".pptx", ".xlsx")
)  # "todo.md" may be a file, although md is a country too
_SENTENCE = re.compile(r"[!?。！？](?=\s|$|[^\x00-\x7f])|\.(?:\s|$)")
_CLAUSE = re.compile(rf"[,;，；]|{any_word(AND)}")
_NOT, _AWAY = re.compile(any_word(NOT)), re.compile(any_word(f"{INSTEAD}, {SHUN}, {DELETES_ONE}"))
_BEHIND = ".,;:!?)]}'’”"  # what follows an address in a sentence


def address_in(text: str) -> str:
    """Return a web address in the form in which it is sent to a phone, with https if it has no scheme.

    Raises ActionError if the text is no web address with a plain host name, or if it has spaces, control characters, a
    user name, or a scheme other than http and https.

    >>> address_in("Example.com/Page"), address_in("http://example.com")
    ('https://example.com/Page', 'http://example.com')
    """
    given = text.strip()
    wrong = ActionError(f"{text[:80]!r} is no web address; write it as https://example.com/page")
    if not given.isprintable() or re.search(r"[\s\\{}|^`\"<>]", given) or len(given) > _LONGEST:
        raise wrong
    whole = given if "://" in given else f"https://{given}"
    try:
        parts = urlsplit(whole)
        host, port = (parts.hostname or "").encode("idna").decode("ascii").lower(), parts.port
    except ValueError:  # a port that is no number, or a host that cannot be written
        raise wrong from None
    local = "://" in given and host == "localhost"
    if parts.scheme.lower() not in _SCHEMES or "@" in parts.netloc or not ("." in host or local):
        raise wrong
    if not _HOST.fullmatch(host):
        raise wrong
    rest = quote(whole.split("://", 1)[1][len(parts.netloc) :], safe=_SAFE)
    return f"{parts.scheme.lower()}://{host}{f':{port}' if port else ''}{rest}"


def names_address(text: str, url: str) -> bool:
    """Tell whether a task names an address and does not forbid it: the same host and path, to the last letter.

    The task may leave out "https://" and a slash at the end, but not "http://", because others can read such traffic.
    An address does not count

    - if there is a negation before it in its sentence or after it in its clause, or before it "instead of" or a verb
      such as "block" or "delete";
    - as an e-mail address, or if it may be the name of a file.

    >>> names_address("Open example.com/help, please.", "https://example.com/help/")
    True
    >>> names_address("Open example.com", "https://example.com/?mine=4711")
    False
    >>> names_address("Do not open example.com", "https://example.com"), names_address("Read a.md", "https://a.md")
    (False, False)
    """
    try:
        wanted = address_in(url)
    except ActionError:
        return False
    allowed = {each.rstrip("/") for each in (wanted, wanted.replace("https://", "http://", 1))}
    return any(_plain(named) in allowed for named in _addresses(text))


def _addresses(text: str) -> Iterator[str]:
    """Yield the addresses that a task names and does not forbid, each also with the signs that follow it."""
    for found in _NAMED.finditer(text):
        named = found[0].rstrip(_BEHIND)
        before = folded(_SENTENCE.split(text[: found.start()])[-1])
        behind = folded(_SENTENCE.split(text[found.start() + len(named) :])[0])
        if not (_forbidden(before, behind) or _may_be_file(named)):
            yield from (found[0][:end] for end in range(len(named), len(found[0]) + 1))


def _forbidden(before: str, behind: str) -> bool:
    """Tell whether a sentence says that the address between the two texts is not to be opened.

    >>> _forbidden("go to ", " and do not sign in"), _forbidden("", " may never be visited"), _forbidden("block ", "")
    (False, True, True)
    """
    clause = _CLAUSE.split(behind)[0]
    return bool(_NOT.search(before) or _NOT.search(clause) or _AWAY.search(before))


def _may_be_file(named: str) -> bool:
    return not re.search(r"[/:?#]", named) and f".{named.rpartition('.')[2].lower()}" in _FILE_TYPES


def _plain(named: str) -> str:
    """Return an address as it is sent to the phone, without a slash at its end; "" if the text is no address."""
    try:
        return address_in(named).rstrip("/")
    except ActionError:
        return ""
