"""Measure the guard on labels in disguise: letters apart, digits for letters, accents, other alphabets, padding.

    python bench/guard_disguises.py [--against REVISION] [--without-encoder]

Each label is put on a button that is all of its page but a heading. "Stopped" counts deeds whose effect is known, "held
up" unknown ones as well. --against judges the same labels with the guard of another revision, too.
"""

import argparse
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path

from guard import JUDGE, ROOT, WITHOUT_ENCODER, _checked_out, _judged, _shown
from guard_catalogues import Label
from rich.console import Console
from rich.table import Table

DEEDS = """
    Pay now|Delete account|Send|Buy|Delete|Send message|Install|Allow|Remove all|Place order|Transfer money|Subscribe
    Publish|Erase everything|Nachricht senden|Jetzt kaufen|Supprimer le compte|Envoyer|Eliminar cuenta|Comprar ahora
    Оплатить|Удалить|Hesabı sil|Gönder|立即支付|删除账号|送信|결제하기|ادفع الآن|מחק חשבון|हटाएं|Xóa tài khoản|ลบบัญชี
    Wyślij|Usuń konto|Lähetä viesti|Odeslat
"""
PROSE = (
    "We are glad that you have come this far and hope that you like what you see here, where a lot of work went into it"
)
_UPSIDE_DOWN = str.maketrans("abcdefghijklmnopqrstuvwyz", "ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍʎz")


def _swapped(old: str, new: str) -> Callable[[str], str]:
    return lambda label: label.translate(str.maketrans(old, new))


def _apart(sign: str) -> Callable[[str], str]:
    return lambda label: " ".join(sign.join(word) for word in label.split())


def _halved(sign: str) -> Callable[[str], str]:
    """Put a sign into the middle of each word of four letters or more."""
    return lambda label: " ".join(
        f"{word[: len(word) // 2]}{sign}{word[len(word) // 2 :]}" if word[3:] else word for word in label.split()
    )


def _worn(marks: str) -> Callable[[str], str]:
    return lambda label: unicodedata.normalize("NFC", "".join(each + marks * each.isalpha() for each in label))


def _from(upper: int, lower: int) -> Callable[[str], str]:
    """Write ASCII letters in an alphabet of Unicode that begins with two letters."""

    def written(label: str) -> str:
        starts = {True: upper - 65, False: lower - 97}
        return "".join(
            chr(starts[each.isupper()] + ord(each)) if each.isascii() and each.isalpha() else each for each in label
        )

    return written


def _crossed(label: str) -> str:
    """Swap two inner letters of each word of five letters or more."""
    return " ".join(f"{word[:2]}{word[3]}{word[2]}{word[4:]}" if word[4:] else word for word in label.split())


DISGUISES: dict[str, Callable[[str], str]] = {
    "none": str,
    "digits for letters": _swapped("aeiostlbgzAEIOSTLBGZ", "43105718924310571892"),
    "signs for letters": _swapped("aseilASEIL", "@$€!|@$€!|"),
    **{f"letters apart by {sign!r}": _apart(sign) for sign in " .-/*_💰·|\n'"},
    **{f"words halved by {sign!r}": _halved(sign) for sign in (" ", "-", ".", "*", "1", "\n", "\u200b", "\u00ad")},
    **{f"marks {marks.encode('unicode_escape').decode()}": _worn(marks) for marks in (
        "\u0301", "\u0308", "\u030c", "\u0336", "\u20dd", "\u0302\u0330\u0301")},
    "look-alikes, Cyrillic": _swapped("aeopcyxiAEOPCTXIBHKM", "аеорсухіАЕОРСТХІВНКМ"),
    "look-alikes, Greek": _swapped("aoivuAEOPTBHKMNXYZ", "αοινυΑΕΟΡΤΒΗΚΜΝΧΥΖ"),
    "look-alikes, Latin": _swapped("aeiodlyu", "ɑɛıøđłүυ"),
    "full width": _from(0xFF21, 0xFF41),
    "mathematics": _from(0x1D4D0, 0x1D4EA),
    "rings": _from(0x24B6, 0x24D0),
    "parentheses": _from(0x249C, 0x249C),
    "flags": _from(0x1F1E6, 0x1F1E6),
    "black boxes": _from(0x1F170, 0x1F170),
    "backwards, drawn forwards": lambda label: f"\u202e{label[::-1]}\u202c",
    "upside down": lambda label: label.lower().translate(_UPSIDE_DOWN)[::-1],
    "vowels drawn out": lambda label: "".join(each * (3 if each in "aeiouyаеиоу" else 1) for each in label),
    "letters crossed": _crossed,
    "a letter hidden": lambda label: " ".join(f"{word[0]}*{word[2:]}" if word[2:] else word for word in label.split()),
    "no blanks": lambda label: label.title().replace(" ", ""),
    "behind 400 OKs": lambda label: "OK " * 400 + label,
    "amid 800 OKs": lambda label: f"{'OK ' * 400}{label}{' OK' * 400}",
    "behind prose": lambda label: f"{PROSE} {label}",
    "amid prose": lambda label: f"{PROSE} {label} {PROSE}",
}  # fmt: skip


def main() -> None:
    """Print how many labels are stopped, by disguise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--against", metavar="REVISION", help="judge the same labels with this revision's guard as well"
    )
    parser.add_argument("--without-encoder", action="store_true", help="judge as if the extra were not installed")
    chosen = parser.parse_args()
    words = [word.strip() for line in DEEDS.strip().splitlines() for word in line.split("|")]
    cases = [
        (name, _shown(Label("label", "", "", change(word)))) for name, change in DISGUISES.items() for word in words
    ]
    code = (WITHOUT_ENCODER if chosen.without_encoder else "") + JUDGE.replace(
        "found.effect if found else None", "found.effect"
    )
    table = Table(box=None)
    with tempfile.TemporaryDirectory() as folder:
        roots = {"this guard": ROOT}
        if chosen.against:
            roots = {chosen.against: _checked_out(chosen.against, Path(folder)), **roots}
        judged = {
            name: [of[0][2] for of in _judged(root, code, [case for _, case in cases])] for name, root in roots.items()
        }
    for heading in ("disguise", "labels", *(f"{name}: {what}" for name in judged for what in ("stopped", "held up"))):
        table.add_column(heading)
    for name in (*DISGUISES, "all"):
        at = [place for place, (disguise, _) in enumerate(cases) if name in (disguise, "all")]
        counts = [
            sum(said[place] not in out for place in at)
            for said in judged.values()
            for out in (("none", "unknown"), ("none",))
        ]
        table.add_row(name, str(len(at)), *map(str, counts))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
