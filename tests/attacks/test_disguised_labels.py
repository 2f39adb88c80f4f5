"""An app draws a label that a person reads as "Pay now", and writes it so that no table of words has it.

Whatever the language and the disguise, the guard reads what is drawn.
"""

import unicodedata

import pytest
from test_guard_words import found

held = pytest.mark.held
LABELS = {
    "Pay now": "pay", "Delete account": "delete", "Nachricht senden": "send", "Supprimer le compte": "delete",
    "Оплатить": "pay", "Hesabı sil": "delete", "立即支付": "pay", "送信": "send", "결제하기": "pay", "ادفع الآن": "pay",
    "מחק חשבון": "delete", "हटाएं": "delete", "Xóa tài khoản": "delete", "ลบบัญชี": "delete", "Wyślij": "send",
}  # fmt: skip


def worn(mark: str, label: str) -> str:
    return "".join(letter + mark * letter.isalpha() for letter in label)


def in_letters_from(first: int, label: str) -> str:
    return "".join(chr(first + ord(each.upper()) - 65) if each.isascii() and each.isalpha() else each for each in label)


DISGUISES = {
    "a stroke through it": lambda label: worn("\u0336", label),
    "a line below it": lambda label: worn("\u0332", label),
    "a ring around each letter": lambda label: worn("\u20dd", label),
    "marks that draw nothing": lambda label: worn("\ufe0f", label),
    "joiners that draw nothing": lambda label: worn("\u034f", label),
    "a letter that draws nothing": lambda label: f"{label[:1]}\u3164{label[1:]}",
    "a space of no width": lambda label: f"{label[:1]}\u200b{label[1:]}",
    "backwards": lambda label: f"\u202e{label[::-1]}\u202c",
    "the letters of flags": lambda label: in_letters_from(0x1F1E6, label),
    "letters in black boxes": lambda label: in_letters_from(0x1F170, label),
    "letters in rings": lambda label: in_letters_from(0x24B6, label),
    "accents apart from their letters": lambda label: unicodedata.normalize("NFD", label),
}


HELD = ("a space of no width", "letters in rings", "accents apart from their letters")


@pytest.mark.parametrize("disguise", [pytest.param(name, marks=held if name in HELD else ()) for name in DISGUISES])
def test_a_deed_in_disguise_is_a_deed(disguise):
    missed = {label: DISGUISES[disguise](label) for label in LABELS}
    assert {label: found(seen, "Button", careful=True) for label, seen in missed.items()} == LABELS
