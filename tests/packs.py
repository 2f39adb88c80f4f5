"""Docpacks as honest people and as strangers make them, each of the strangers' by a name and a seed."""

import io
import json
import random
import stat
import struct
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from made_stores import raw
from test_records import record

from appagent.sharing.docpack import manifest, zipped
from appagent.store import Record
from appagent.store.as_text.record_lines import record_line
from appagent.store.keys import Keys

NOTES = "com.example.notes"
DOCUMENTS, SCREENS, OUTCOMES = (f"{NOTES}/{name}.jsonl" for name in ("documents", "screens", "outcomes"))
SCREEN = {"app": NOTES, "first_seen": "2026-01-31T12:00:00Z", "screen_id": "s", "templates": ["a"], "title": "Notes"}
ONES = tuple(record(f"Opens note {number}.", element_id=f"row {number}") for number in range(5))
MANIFEST = "manifest.json"
Parts = dict[str, bytes]


def parts_of(*records: Record) -> Parts:
    """The parts of a pack of these records and a screen, without its manifest."""
    return {DOCUMENTS: lines(*map(record_line, records or ONES)), SCREENS: line(SCREEN)}


def pack(parts: Mapping[str, bytes], **told: object) -> bytes:
    """A pack of these parts. told: what its manifest says otherwise than it should."""
    said = json.loads(manifest(parts)) | told
    return zipped({**parts, MANIFEST: json.dumps(said, indent=2).encode()})


def line(told: object) -> bytes:
    return json.dumps(told).encode() + b"\n"


def lines(*each: bytes) -> bytes:
    return b"".join(one + b"\n" for one in each)


def claimed(one: Record = ONES[0], **content: object) -> bytes:
    """A line of a record with any content, whose id is right."""
    record_id, body = raw(one, **content)
    return line(json.loads(body) | {"id": record_id, "signature": content.get("signature", "")})


def zip_of(*parts: tuple[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda info: None) -> bytes:
    """A zip of parts in this order, whatever they are called. change: is given each part before it is written."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of two parts of one name
        for name, part in parts:
            info = zipfile.ZipInfo("x", (1980, 1, 1, 0, 0, 0))
            info.filename = name  # as it is: at first a name is mended
            change(info)
            made.writestr(info, part)
    return whole.getvalue()


def _whole(parts: Parts | None = None) -> list[tuple[str, bytes]]:
    parts = parts or parts_of()
    return sorted({**parts, MANIFEST: manifest(parts)}.items())


def _one_more(name: str, content: bytes = b"x") -> bytes:
    parts = {**parts_of(), name: content}
    return zip_of(*_whole(parts))


def _with_line(spoiled: bytes, rng: random.Random) -> bytes:
    """A pack with one more line among its documents."""
    before = [*map(record_line, ONES)]
    at = rng.randrange(len(before) + 1)
    return pack({**parts_of(), DOCUMENTS: lines(*before[:at]) + spoiled + lines(*before[at:])})


def _with_screen(**told: object) -> bytes:
    return pack({**parts_of(), SCREENS: line({**SCREEN, **told})})


def _with_counts(counts: object, app: str = NOTES) -> bytes:
    return pack({**parts_of(), OUTCOMES: line({"app": app, "store": "x", "outcomes": counts})})


def _flipped(rng: random.Random) -> bytes:
    whole = bytearray(pack(parts_of()))
    end = bytes(whole).index(b"PK\1\2")
    whole[rng.randrange(end)] ^= 1 << rng.randrange(8)
    return bytes(whole)


def _compressed(rng: random.Random) -> bytes:
    def change(info: zipfile.ZipInfo) -> None:
        info.compress_type = rng.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])

    return zip_of(*_whole({**parts_of(), DOCUMENTS: b"\n" * 20_000_000}), change=change)


def _moded(mode: int) -> bytes:
    def change(info: zipfile.ZipInfo) -> None:
        info.create_system, info.external_attr = 3, mode << 16

    return zip_of(*_whole(), change=change)


def _headers(change: Callable[[bytearray, int], None], rng: random.Random) -> bytes:
    """A pack with something else in one entry of its table."""
    whole = bytearray(pack(parts_of()))
    places = [at for at in range(len(whole)) if whole[at : at + 4] == b"PK\1\2"]
    change(whole, rng.choice(places))
    return bytes(whole)


def _put(offset: int, kind: str, value: int) -> Callable[[bytearray, int], None]:
    return lambda whole, at: struct.pack_into(kind, whole, at + offset, value)


def _overlapping(rng: random.Random) -> bytes:
    """Every entry of the table leads to the same part."""
    whole = bytearray(pack(parts_of()))
    first = rng.choice([0, 1, 30])
    for at in range(len(whole)):
        if whole[at : at + 4] == b"PK\1\2":
            struct.pack_into("<I", whole, at + 42, first)
    return bytes(whole)


def _hidden(rng: random.Random) -> bytes:
    """Bytes between the parts and the table, which the last record accounts for."""
    whole, more = pack(parts_of()), rng.randbytes(rng.randrange(1, 99))
    at = whole.index(b"PK\1\2")
    end = bytearray(whole[-22:])
    struct.pack_into("<I", end, 16, struct.unpack_from("<I", end, 16)[0] + len(more))
    return whole[:at] + more + whole[at:-22] + bytes(end)


def _listed(change: Callable[[dict[str, object]], object]) -> bytes:
    """A pack whose manifest says something else of its first part."""
    files = json.loads(manifest(parts_of()))["files"]
    change(files[0])
    return pack(parts_of(), files=files)


def _pictured(name: str, png: bytes) -> bytes:
    spot = record("Opens.", facts={"spot": {"picture": name, "frame": "", "at": [0.5, 0.5], "extent": [0.1, 0.1]}})
    return pack({**parts_of(spot), f"pictures/{name}.png": png})


def _noted(rng: random.Random) -> bytes:
    whole = pack(parts_of())
    note = rng.randbytes(rng.randrange(1, 60))
    return whole[:-2] + struct.pack("<H", len(note)) + note


# What is wrong with a pack: its maker, and what the one line that refuses it says
MEANS: dict[str, tuple[Callable[[random.Random], bytes], str]] = {
    "a text": (lambda rng: b"dear diary" * rng.randrange(1, 9), "does not end as a zip does"),
    "nothing": (lambda rng: b"", "does not end as a zip does"),
    "noise": (lambda rng: rng.randbytes(rng.randrange(5_000)), "does not end as a zip does"),
    "half a pack": (lambda rng: (w := pack(parts_of()))[: rng.randrange(len(w))], "does not end as a zip does"),
    "a bit that fell over": (_flipped, ""),
    "an empty zip": (lambda rng: zip_of(), "has no manifest.json"),
    "a comment": (_noted, ""),
    "something before it": (lambda rng: rng.randbytes(rng.randrange(1, 99)) + pack(parts_of()), "more in it than one"),
    "something after it": (lambda rng: pack(parts_of()) + rng.randbytes(rng.randrange(1, 99)), ""),
    "something between its parts": (_hidden, "do not end where its table begins"),
    "parts that overlap": (_overlapping, "does not begin where the one before it ends"),
    "a zip bomb": (_compressed, "is compressed or encrypted"),
    "an encrypted part": (lambda rng: _headers(_put(8, "<H", 1), rng), "is compressed or encrypted"),
    "a part of another length": (lambda rng: _headers(_put(20, "<I", rng.randrange(9)), rng), ""),
    "a part of gigabytes": (lambda rng: _headers(_put(24, "<I", 2**32 - 2), rng), ""),
    "a part of another checksum": (lambda rng: _headers(_put(16, "<I", rng.randrange(2**32)), rng), "is damaged"),
    "a part with other names inside and outside": (lambda rng: _headers(_put(46, "<I", 0x2E2E2F2E), rng), ""),
    "a link": (lambda rng: _moded(stat.S_IFLNK | 0o777), "is a link or no plain file"),
    "a device": (lambda rng: _moded(rng.choice([stat.S_IFCHR, stat.S_IFIFO, stat.S_IFDIR])), "is a link or no plain"),
    "a way out": (
        lambda rng: _one_more(
            rng.choice(["../x", "/etc/x", "a/../../x", "..\\x", "C:\\x", "./x", "a//b", "~/x", ".git/config", "x\n"])
        ),
        "it has a part named",
    ),
    "a name cut short by a zero": (lambda rng: _one_more(f"{NOTES}/screens.jsonl\0.png"), "it has a part named"),
    "a name in other letters": (lambda rng: _one_more(f"сom.example.notes/{rng.random()}"), "it has a part named"),
    "a folder for an app": (lambda rng: _one_more(f"{NOTES}/"), "it has a part named"),
    "a script": (lambda rng: _one_more(f"{NOTES}/{rng.choice(['run.py', 'appagent.toml', 'x.j2'])}"), "a part named"),
    "a part twice": (lambda rng: zip_of(*(w := _whole()), rng.choice(w)), "it has two parts named"),
    "thousands of parts": (lambda rng: _crowd(), "more than the 5000 parts"),
    "no manifest": (lambda rng: zip_of(*parts_of().items()), "it has no manifest.json"),
    "a manifest that is none": (
        lambda rng: zip_of(
            *parts_of().items(), (MANIFEST, rng.choice([b"", b"{", b"[" * 99_999, b"\xff", b"[]", b"1e9", b"null"]))
        ),
        "is no manifest of a docpack",
    ),
    "a manifest that says a thing twice": (
        lambda rng: zip_of(*parts_of().items(), (MANIFEST, manifest(parts_of())[:-2] + b', "version": 1}')),
        "is no manifest of a docpack",
    ),
    "a manifest of another format": (lambda rng: pack(parts_of(), format="docpack"), "is no manifest of a docpack"),
    "a later version": (
        lambda rng: pack(parts_of(), version=rng.choice([2, 1.5, "1", True, None, 10**99, []])),
        "a newer AppAgent may read it",
    ),
    "a manifest with more in it": (lambda rng: pack(parts_of(), trusted=True), "does not list exactly the parts"),
    "a manifest that leaves a part out": (lambda rng: pack(parts_of(), files=[]), "does not list exactly the parts"),
    "a manifest that names another part": (
        lambda rng: _listed(lambda file: file.update(name=f"{NOTES}x/screens.jsonl")),
        "does not list exactly the parts",
    ),
    "a manifest with another size": (
        lambda rng: _listed(lambda file: file.update(bytes=rng.choice([0, -1, "1", None, 10**30]))),
        "does not list exactly the parts",
    ),
    "a manifest with another hash": (
        lambda rng: _listed(lambda file: file.update(sha256=rng.choice(["0" * 64, "", None, 5, ["a"]]))),
        "is not what its manifest.json says",
    ),
    "a record of another content": (
        lambda rng: _with_line(record_line(ONES[0]).replace(b"Opens", b"Sends") + b"\n", rng),
        "a record says its id is",
    ),
    "a record of another id": (
        lambda rng: _with_line(line(ONES[0].to_json() | {"id": f"{rng.getrandbits(256):064x}"}), rng),
        "a record says its id is",
    ),
    "a record without an id": (
        lambda rng: _with_line(line(ONES[0].to_json() | {"id": rng.choice(["", 5, [], {}])}), rng),
        "a record says its id is",
    ),
    "a record that says a thing twice": (
        lambda rng: _with_line(record_line(ONES[0])[:-1] + b',"text":"Pays."}\n', rng),
        "has the name 'text' twice",
    ),
    "a record of a later schema": (
        lambda rng: _with_line(claimed(schema=rng.randrange(2, 99)), rng),
        "reads schema 1; a newer AppAgent may read it",
    ),
    "a field of a later schema": (lambda rng: _with_line(claimed(trust="own"), rng), "has no field trust"),
    "a field of another kind": (
        lambda rng: _with_line(claimed(**{rng.choice(["text", "app", "locale", "model"]): rng.choice([5, None])}), rng),
        "must be text",
    ),
    "a source that is none": (lambda rng: _with_line(claimed(source="owner"), rng), "must be one of"),
    "a kind that is none": (lambda rng: _with_line(claimed(kind="command"), rng), "must be one of"),
    "a time that is none": (
        lambda rng: _with_line(claimed(time=rng.choice(["", "now", "2026-01-31T12:00:00", "9" * 30])), rng),
        "must be like 2026-01-31T12:00:00Z",
    ),
    "a text of tens of thousands": (
        lambda rng: _with_line(claimed(text="a" * rng.randrange(10_001, 99_999)), rng),
        "has at most 10000 letters",
    ),
    "a name of thousands": (
        lambda rng: _with_line(claimed(**{rng.choice(["author", "element_id", "leads_to"]): "a" * 501}), rng),
        "has at most 500 letters",
    ),
    "facts of megabytes": (
        lambda rng: _with_line(claimed(facts={"a": "a" * rng.randrange(1_000_001, 1_900_000)}), rng),
        "is at most 1000000 bytes of JSON",
    ),
    "a line without an end": (lambda rng: _with_line(b"[" * 2_000_001, rng), "has more than 2000000 bytes"),
    "facts within facts": (lambda rng: _with_line(claimed(facts=_nested(rng.randrange(9, 200))), rng), "nest deeper"),
    "a number beyond numbers": (
        lambda rng: _with_line(
            record_line(ONES[0]).replace(b"{}", b'{"a":%s}' % rng.choice([b"1e999", b"NaN", b"9" * 400])) + b"\n",
            rng,
        ),
        "hold a number that JSON cannot",
    ),
    "a number of thousands of digits": (
        lambda rng: _with_line(record_line(ONES[0]).replace(b"{}", b'{"a":%s}' % (b"9" * 5_000)) + b"\n", rng),
        "is no JSON object",
    ),
    "half a letter": (
        lambda rng: _with_line(record_line(ONES[0]).replace(b"Opens", b"\\ud8%02x" % rng.randrange(256)) + b"\n", rng),
        "holds half a character",
    ),
    "bytes of no encoding": (
        lambda rng: _with_line(record_line(ONES[0]).replace(b"Opens", rng.choice([b"\xff", b"\xc3"])) + b"\n", rng),
        "is no JSON object",
    ),
    "an unfinished merge": (
        lambda rng: _with_line(rng.choice([b"<<<<<<< HEAD\n", b"=======\n", b">>>>>>> theirs\n"]), rng),
        "is no JSON object",
    ),
    "a line of something else": (
        lambda rng: _with_line(rng.choice([b"\n", b"[]\n", b"5\n", b"null\n", b'"text"\n', b"\0\n"]), rng),
        "",
    ),
    "a record of another app": (
        lambda rng: _with_line(record_line(record(app=f"com.bank{rng.randrange(9)}")) + b"\n", rng),
        "is about another app",
    ),
    "a record of no app": (lambda rng: _with_line(claimed(app=""), rng), "must name its app"),
    "a record that replaces nonsense": (
        lambda rng: _with_line(claimed(replaces=rng.choice([["x"], [5], ["F" * 64], [None]])), rng),
        "replaces records by their 64 hex digits",
    ),
    "a record that replaces all": (
        lambda rng: _with_line(claimed(replaces=[f"{number:064x}" for number in range(33)]), rng),
        "replaces at most 32 others",
    ),
    "a signature that is none": (
        lambda rng: _with_line(line(ONES[0].to_json() | {"signature": rng.choice(["s", "A" * 86, "é", " "])}), rng),
        "has a signature that its author did not make",
    ),
    "a signature of another record": (lambda rng: _with_line(_signed(replace(ONES[0], text="Pays.")), rng), "forged"),
    "a signature by another": (lambda rng: _with_line(_signed(ONES[0]), rng), "forged"),
    "a signature of tens of thousands": (
        lambda rng: _with_line(line(ONES[0].to_json() | {"signature": "s" * rng.randrange(10_001, 20_000)}), rng),
        "has at most 10000 letters",
    ),
    "a screen of no fields": (lambda rng: pack({**parts_of(), SCREENS: b"{}\n"}), "a screen has the fields"),
    "a screen of another app": (lambda rng: _with_screen(app="com.bank"), "is about another app"),
    "a screen of thousands": (
        lambda rng: _with_screen(templates=["a"] * rng.randrange(1_001, 5_000)),
        "must be a list of at most 1000",
    ),
    "a screen of no templates": (lambda rng: _with_screen(templates=rng.choice([5, None, "a", [5]])), "templates"),
    "a screen of no time": (lambda rng: _with_screen(first_seen=rng.choice(["", "then", 5])), "a screen's time"),
    "counts of no fields": (lambda rng: pack({**parts_of(), OUTCOMES: b"{}\n"}), "counts have the fields"),
    "counts of another app": (lambda rng: _with_counts([], app="com.bank"), "is about another app"),
    "counts that are no lists": (lambda rng: _with_counts(rng.choice([[5], ["a"], [["a"]]])), "counts are lists"),
    "counts of no record": (lambda rng: _with_counts([["all", "8", 1, 1]]), "a counter's id must be"),
    "counts beyond counting": (
        lambda rng: _with_counts([[ONES[0].id, "8", rng.choice([-1, 10**9, 0.5, "5"]), 1]]),
        "a counter must be a whole number",
    ),
    "a picture that is none": (lambda rng: _pictured(f"{rng.getrandbits(256):064x}", b"MZ"), "is not the PNG"),
    "a picture of another": (
        lambda rng: _pictured(f"{rng.getrandbits(256):064x}", b"\x89PNG\r\n\x1a\n" + rng.randbytes(9)),
        "is not the PNG that its name says",
    ),
    "a picture of megabytes": (lambda rng: _pictured("0" * 64, b"\x89PNG\r\n\x1a\n" * 9_999), "more than 30000 bytes"),
}  # fmt: skip


def _crowd() -> bytes:
    """A zip of more parts than are read, all empty."""
    return zip_of(*((f"com.a{number:05}/screens.jsonl", b"") for number in range(5_001)))


def _signed(one: Record) -> bytes:
    """A line of a record under the signature that somebody made of another record."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Keys(Path(folder) / "key")
        signature = keys.sign(record("Helps.", author=keys.own).canonical())
        return line(replace(one, author=keys.own if one.text == "Pays." else one.author, signature=signature).to_json())


def _nested(depth: int) -> dict[str, object]:
    facts: dict[str, object] = {}
    for _ in range(depth):
        facts = {"a": facts}
    return facts
