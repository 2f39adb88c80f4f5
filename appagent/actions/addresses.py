"""Normalise web addresses, and tell whether a task asks for a certain address to be opened."""

import mimetypes
import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from appagent.errors import ActionError
from appagent.screen.lexicon import DELETES_ONE, INSTEAD, NO_BOUNDARIES, NOT, OPEN, SHUN, any_word, folded

_LONGEST = 2000  # letters
_SCHEMES = ("http", "https")
_SAFE = "%/?:@!$&'()*+,;=~-._#[]"  # letters of an address that stay as they are
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_APART = f"{NO_BOUNDARIES}-\U0010ffff"  # letters of scripts without blanks, which may stand right beside an address
_NAMED = re.compile(  # no part of an e-mail address
    rf"(?<![^\W{_APART}])(?<![@.+-])(?:https?://)?(?:(?:[^\W{_APART}]|-)+\.)+[^\W\d_{_APART}]{{2,}}"
    rf"(?![^\W{_APART}]|[@.-]\w)"
    r"(?::\d+)?(?:[/?#][^\s<>\"“”«»。，！？；、（）「」]*)?",
    re.IGNORECASE,
)
_FILE_TYPES = frozenset(mimetypes.MimeTypes(filenames=()).types_map[True]) | frozenset(
    (".apk", ".docx", ".epub", ".md", ".odt", ".pptx", ".xlsx")
)  # "todo.md" may be a file, although md is a country too
_SENTENCE = re.compile(r"[!?。！？](?=\s|$|[^\x00-\x7f])|\.(?:\s|$)")
_NOT, _AWAY = re.compile(any_word(NOT)), re.compile(any_word(f"{INSTEAD}, {SHUN}, {DELETES_ONE}"))
_QUOTES = r"[\"“”„‟«»「」『』‹›`]|(?<!\w)['‘‚]|['’](?!\w)"
_QUOTE = re.compile(_QUOTES)
_ASKED = re.compile(rf"(?:{any_word(OPEN)})\s*(?:{_QUOTES})$")  # before an address in quotes that is to be opened
_CLOSED = re.compile(rf"/?(?:{_QUOTES})")
_OPENS = re.compile(any_word(OPEN))
_TOLD = re.compile(r"(?:(?<!\d):(?!//|\d)|(?<=\d):(?!\d)|：)\s*")  # begins what somebody says: "Write Ana: look at ..."
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
    if parts.scheme.lower() not in _SCHEMES or "@" in parts.netloc or "." not in host or not _HOST.fullmatch(host):
        raise wrong
    rest = quote(whole.split("://", 1)[1][len(parts.netloc) :], safe=_SAFE)
    return f"{parts.scheme.lower()}://{host}{f':{port}' if port else ''}{rest}"


def names_address(text: str, url: str) -> bool:
    """Tell whether a task asks for an address to be opened: the same host and the same path, to the last letter.

    The task may leave out "https://" and a slash at the end, but not "http://", because others can read such traffic.
    Every address in the text counts, in whatever words, except for these:

    - one in whose sentence there is a negation, or before it "instead of" or a verb such as "block" or "delete";
    - one between quotation marks, unless it stands there alone, right behind a verb for opening;
    - one behind a colon, unless it stands right behind it, and a verb for opening stands before;
    - an e-mail address, and what may be the name of a file.

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
    for found in _NAMED.finditer(text):
        named = found[0].rstrip(_BEHIND)
        before = folded(_SENTENCE.split(text[: found.start()])[-1])
        after = folded(_SENTENCE.split(text[found.start() + len(named) :])[0])
        denied = _NOT.search(before) or _NOT.search(after) or _AWAY.search(before)
        behind = text[found.start() + len(named) :]
        inside = _QUOTE.search(text[: found.start()]) and _QUOTE.search(behind)
        asked = _ASKED.search(before) and _CLOSED.match(after)
        if not (denied or (inside and not asked) or _is_told(text[: found.start()]) or _may_be_file(named)):
            yield from (named, found[0])


def _is_told(before: str) -> bool:
    """Tell whether what stands before an address is somebody's message up to there, such as "Write Ana: look at".

    >>> [_is_told(text) for text in ("Write Ana: look at ", "Write Ana: ", "Open this page: ", "At 10:30 open ")]
    [True, True, False, False]
    """
    *_, first, said = ["", *_TOLD.split(before)]
    return first != "" and bool(said.strip() or not _OPENS.search(folded(_SENTENCE.split(first)[-1])))


def _may_be_file(named: str) -> bool:
    return not re.search(r"[/:?#]", named) and f".{named.rpartition('.')[2].lower()}" in _FILE_TYPES


def _plain(named: str) -> str:
    """Return an address as it is sent to the phone, without a slash at its end; "" if the text is no address."""
    try:
        return address_in(named).rstrip("/")
    except ActionError:
        return ""
