"""An app draws a label that a person reads as "Pay now", and writes it so that no table of words has it.

Whatever the language and the disguise, the guard reads what is drawn.
"""

import unicodedata

import pytest
from hierarchies import dump, node
from test_guard_words import found, labelled

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.guard import effect_of, reading
from appagent.guard.reading import bare
from appagent.screen.language.lexicon import folded
from appagent.screen.language.money import priced

held = pytest.mark.held
LABELS = {
    "Pay now": "pay", "Delete account": "delete", "Nachricht senden": "send", "Supprimer le compte": "delete",
    "Оплатить": "pay", "Hesabı sil": "delete", "立即支付": "pay", "送信": "send", "결제하기": "pay", "ادفع الآن": "pay",
    "מחק חשבון": "delete", "हटाएं": "delete", "Konto löschen": "delete", "Xóa tài khoản": "delete", "ลบบัญชี": "delete",
    "Wyślij": "send",
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


SPELT = ("Pay now", "Delete account", "Konto löschen", "Supprimer le compte", "Hesabı sil", "Оплатить", "Wyślij")
IN_DIGITS, IN_SIGNS = str.maketrans("aeostAEOST", "4305743057"), str.maketrans("aseAS", "@$€@$")


def apart(sign: str, label: str) -> str:
    """The letters of each word with a sign in between."""
    return " ".join(sign.join(word) for word in label.split())


def broken(sign: str, label: str) -> str:
    """Each long word with a sign in its middle."""
    words = label.split()
    return " ".join(f"{each[: len(each) // 2]}{sign}{each[len(each) // 2 :]}" if each[4:] else each for each in words)


SPELLINGS = {
    "digits for letters": lambda label: label.translate(IN_DIGITS),
    "signs for letters": lambda label: label.translate(IN_SIGNS),
    "blanks between letters": lambda label: " ".join(label.replace(" ", "")),
    "dots between letters": lambda label: apart(".", label),
    "hyphens between letters": lambda label: apart("-", label),
    "coins between letters": lambda label: apart("💰", label),
    "bars between letters": lambda label: apart("|", label),
    "a line for each letter": lambda label: apart("\n", label),
    "words in two": lambda label: broken(" ", label),
    "words hyphenated": lambda label: broken("-", label),
    "words on two lines": lambda label: broken("\n", label),
    "a digit in each word": lambda label: broken("1", label),
    "a mark on each letter": lambda label: worn("\u0308", label),
    "three marks on each letter": lambda label: worn("\u0302\u0330\u0301", label),
    "letters in parentheses": lambda label: "".join(f"({each})" if each.isalpha() else each for each in label),
    "vowels drawn out": lambda label: "".join(each * (4 if each in "aeouи" else 1) for each in label),
    "padding around it": lambda label: f"{'OK ' * 400}{label}{' OK' * 400}",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_deed_that_is_spelt_in_another_way_is_a_deed(spelling):
    screens = {label: labelled(SPELLINGS[spelling](label), "Button") for label in SPELT}
    judged = {label: effect_of(Tap(1), screen).effect for label, screen in screens.items()}
    assert {label: one for label, one in judged.items() if one != LABELS[label]} in ({}, {"Wyślij": "unknown"})


FOREIGN = """
    ʍou ʎɐd|Pɑү nøw|Ðelete|dεlεtε|ꓑꓮꓬ now|ᎠᎬᏞᎬᎢᎬ|ᴾᵃʸ now|𝕯𝖊𝖑𝖊𝖙𝖊
    Удaлить|Уд4лить|删.除|支 付|삭-제|DeleteMyAccount|payall
"""


@pytest.mark.parametrize("label", [each.strip() for line in FOREIGN.strip().splitlines() for each in line.split("|")])
def test_letters_upside_down_of_other_alphabets_or_in_one_are_read(label):
    assert found(label, "Button") in ("pay", "delete")


@pytest.mark.parametrize(
    "question", ["D3lete this ch4t?", "De-lete all of it?", "P.a.y 5 coins?", "Your photos will be l0st"]
)
def test_a_question_in_disguise_is_read(question):
    parts = [
        node("TextView", text=question, at=(100, 820, 900, 870)),
        node("Button", text="OK", at=(200, 1450, 480, 1550), can="clickable"),
    ]
    window = node("FrameLayout", *parts, at=(100, 800, 980, 1600), can="focused")
    assert effect_of(Tap(1), read_dump(dump(node("FrameLayout"), window))).effect in ("delete", "send", "pay")


def test_a_verb_with_hidden_or_swapped_letters_is_read():
    judged = {label: found(label, "Button") for label in ("D*lete", "S#nd", "Delteed", "Puchrase", "Unisntall")}
    assert judged == {"D*lete": "delete", "S#nd": "send", "Delteed": None, "Puchrase": "pay", "Unisntall": "delete"}


def test_a_word_over_two_texts_of_one_button_is_read():
    for first, second, effect in (("De", "lete", "delete"), ("Pa", "y now", "pay"), ("P", "Paula", "none")):
        texts = [node("TextView", text=each, at=(at, 0, at + 99, 99)) for at, each in ((0, first), (100, second))]
        screen = read_dump(dump(node("FrameLayout", node("Button", *texts, at=(0, 0, 200, 99), can="clickable"))))
        assert effect_of(Tap(1), screen).effect == effect


PROSE = "Thank you for being with us today, and we hope that you like what you see, because a lot of work went into it"


@pytest.mark.parametrize("label", [f"{PROSE} pay now", f"{PROSE} delete all {PROSE}", f"{PROSE} lähetä viesti"])
def test_a_deed_among_many_other_words_is_at_least_unknown(label):
    assert effect_of(Tap(1), labelled(label, "Button")).effect != "none"
    assert effect_of(Tap(1), labelled(PROSE, "Button")).effect == "none"


def test_a_resource_id_in_disguise_is_read():
    button = node("ImageButton", at=(400, 1200, 500, 1300), can="clickable", name="btn_d3lete")
    assert effect_of(Tap(1), read_dump(dump(node("FrameLayout", button)))).effect == "delete"


ORDINARY = """
    e-mail|re-use|3D view|MP3|M4A|Version 1.4.2|H2O|B2B|Wi-Fi 6E|x86_64|1st|24/7|R2-D2|A-Z|T-Shirt|X-ray|U.S.A.
    J.R.R. Tolkien|S'il vous plaît|Rock'n'Roll|d'accord|C++|K-pop|80s|€ 5|@home|IMG_2041.jpg|Room 4B|PayPal|G00gle|P!nk
    Mùa xuân|Múa rối|Nguyễn Văn An|Đà Nẵng|Tiếng Việt|lǚxíng|Běijīng|nǐ hǎo|Zürich|Łódź|São Paulo|Gdańsk|Çelik|Škoda
    naïve|résumé|Ode to Joy|GUI|Posta|Payne|Sender|이 앱|할 수 있다|ﾃﾚﾋﾞ|می‌خواهم|a la carte|Anna-Lena|Dr. A. B. Singh
"""


@pytest.mark.parametrize("label", [each.strip() for line in ORDINARY.strip().splitlines() for each in line.split("|")])
def test_ordinary_words_with_digits_hyphens_and_accents_are_none_in_disguise(label):
    assert bare(label) in (folded(priced(label)).replace("_", " "), priced(label).casefold().lstrip("@"))


@pytest.mark.parametrize(
    "label",
    ["T0tal 5 €", "合计 ￥36.00", "Buy5€", "T o t a l 5 €", "Del 5 €", "$3 nd", "Se 5€ nd", "1,000円が課金されます。"],
)
def test_an_amount_stays_one_whatever_stands_beside_it(label):
    assert "¤" in bare(label)


def test_what_a_page_says_in_disguise_counts_for_its_buttons():
    """A total beside an amount, and a sentence that tells to press one."""
    for said, label, expected in (
        ("T0tal 5 €", "Fortsæt", "unknown"),
        ("Your bank asks you: press C0nfirm now, or your account is closed.", "Confirm", "unknown"),
        ("Confirm the date", "Confirm", "none"),
    ):
        button = node("Button", text=label, at=(200, 1450, 480, 1550), can="clickable")
        screen = read_dump(dump(node("FrameLayout", node("TextView", text=said, at=(0, 200, 900, 300)), button)))
        assert effect_of(Tap(1), screen).effect == expected, said


@pytest.mark.parametrize("deed", ["deletenow", "de1ete", "löschen"])
def test_a_crowd_of_letters_apart_is_read_at_once_and_for_every_deed_in_it(deed):
    """Word by word each letter would take milliseconds, and a page has many labels."""
    before = reading._as_verb.cache_info().misses
    assert found(" ".join(f"{'xz' * 400}{deed}{'zx' * 90}"), "Button", careful=True) == "delete"
    assert reading._as_verb.cache_info().misses - before < 100


def test_a_question_stays_one_and_a_word_said_twice_stays_so():
    assert bare("Ho voleu tornar a provar?").endswith("?")
    assert bare("D e l e t e it?").endswith("?")
    assert bare("Là où vous vous êtes arrêté") == "là où vous vous êtes arrêté"
