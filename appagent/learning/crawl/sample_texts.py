"""Choose a sample text for an input field, such as a name or a number, by the field's words in any language."""

import re
from collections.abc import Iterable
from functools import cache

from appagent.screen import Element
from appagent.screen.language.lexicon import SEARCH, any_word, folded, listed
from appagent.screen.names.fields import field_name

# What a field may ask for: a text that fits, words that such fields have, and beginnings or ends of words such as
# "Telefonnummer" has; about one language each. The addresses and numbers are reserved for examples and reach nobody.
_KINDS = (
    ("sample@example.com",
        "email, e-mail, mail, correo, courriel, почта, 邮箱, 邮件, メール, 이메일, بريد, ईमेल",
        "e-mail, email"),
    ("2025550123",
        """
            phone, phone number, mobile, mobile number, telephone, tel, handy, móvil, portable, cellulare,
            celular, 电话, 手机, 電話, 携帯, 전화, 휴대폰, هاتف, फ़ोन, โทรศัพท์""",
        """
            telefon, teléfon, téléphon, telefoon, phonenumber, телефон, τηλέφων, puhelin, handynummer, mobilnummer,
            rufnummer"""),
    ("https://example.com",
        """
            url, web address, website, link, http, webseite, sitio web, site web, сайт, 网址, 网站, ウェブ,
            웹사이트""",
        "website, webseite, webadres"),
    ("12345",
        """
            zip, zip code, postcode, post code, postal code, plz, code postal, código postal, cep, cap, indeks,
            kod pocztowy, почтовый индекс, индекс, 邮编, 邮政编码, 郵便番号, 우편번호, الرمز البريدي, पिन कोड""",
        "postleitzahl, postcode, postnummer, postinumero, postalcode, irányítószám"),
    ("2000",
        """
            year, jahr, año, ano, année, anno, jaar, rok, yıl, год, år, vuosi, 年份, 年度, 연도, السنة, वर्ष""",
        "jahreszahl, baujahr, jahrgang, geburtsjahr, bouwjaar"),
    ("2030-01-31",
        """
            date, birthday, datum, fecha, cumpleaños, data, дата, 日期, 生日, 日付, 誕生日, 날짜, 생일, تاريخ,
            तारीख, tarih""",
        """
            datum, geburtstag, birthdate, birthday, anniversaire, naissance, nacimiento, nascita, nascimento"""),
    ("12:30",
        """
            time, hh:mm, uhrzeit, hora, heure, ora, tid, tijd, время, 时间, 時刻, 時間, 시간, وقت, समय, saat""",
        "uhrzeit"),
    ("1",
        """
            amount, price, quantity, number, age, minutes, percent, how many, how much, count, weight, height,
            width, length, size, distance, temperature, budget, level, score, betrag, menge, zahl, preis,
            gewicht, größe, höhe, länge, alter, wie viele, wie viel, temperatur, importe, cantidad, precio,
            número, peso, altura, edad, cuántos, cuántas, montant, prix, quantité, poids, taille, hauteur, âge,
            combien, quantità, prezzo, numero, altezza, età, quanti, quantidade, preço, idade, aantal, bedrag,
            prijs, leeftijd, antal, vikt, ålder, liczba, ilość, cena, waga, количество, сумма, цена, вес, рост,
            возраст, сколько, 金额, 数量, 价格, 重量, 身高, 年龄, 金額, 体重, 年齢, 금액, 수량, 무게, 나이, عدد,
            الكمية, السعر, الوزن, संख्या, kg, km, cm, mm, min, °c, %""",
        "anzahl, gewicht, betrag, preis, menge, stückzahl, größe, temperatur, aantal, bedrag"),
)  # fmt: skip
# by the kind of text for which a keyboard is made
_OF_KEYBOARD = {
    "email": "sample@example.com", "phone": "2025550123", "uri": "https://example.com", "number": "1",
    "date": "2030-01-31", "time": "12:30",
}  # fmt: skip
_DIGITS_ONLY = ("number", "phone")
_WORD = re.compile(r"[^\W\d_]{3,}")
_RANGE = re.compile(
    r"(?<![\d.,:/-])(\d{1,6})\s*(?:-|–|—|~|…|\.\.\.?|\b[^\W\d_]{1,4}\b|至|到|から|부터)\s*(\d{1,6})(?![\d.,:/-])"
)
_DIGITS = re.compile(
    r"\b(\d{1,2})[\s-]*(?:digit|ziffer|stellig|chiffre|d[ií]git|dígit|cifr|cijfer|siff|cyfr|цифр|rakam|位|桁|자리)"
)
_MANY = 20  # digits at most


def sample_for(field: Element, number: int, known: Iterable[str], asks: str = "") -> str:
    """Return a text to type into an input field: one that fits the field, else "Sample" with this number.

    known: as in `sample_by_words`. asks: for what the keyboard of the field is made, such as "email"; "" if that is not
    known. It decides where the words of the field do not, or where the keyboard has no such signs.
    """
    worded = sample_by_words(field, known)
    if asks in _OF_KEYBOARD and not (worded and _typeable(worded, asks)):
        return _OF_KEYBOARD[asks]
    return worded or f"Sample {number}"


def sample_by_words(field: Element, known: Iterable[str]) -> str:
    """Return a text that fits the words of an input field, or "" if they do not tell what it asks for.

    A field such as "0 to 9" or "4 digits" gets a number in between, or as many digits, whatever else it says.

    known: texts of the app's rows. A search field gets a word from them, so that the search finds something.
    """
    asked = folded(f"{field_name(field)} {field.hint} {field.resource_id.rpartition('/')[2].replace('_', ' ')}")
    if re.search(any_word(SEARCH), asked):
        return next((found[0] for text in known if (found := _WORD.search(text))), "")
    if digits := _DIGITS.search(asked):
        return "1234567890"[: int(digits[1])].ljust(min(int(digits[1]), _MANY), "1")
    if (within := _RANGE.search(asked)) and int(within[1]) < int(within[2]):
        return str((int(within[1]) + int(within[2])) // 2)
    return next((text for text, pattern in _kinds() if pattern.search(asked)), "")


def _typeable(text: str, asks: str) -> bool:
    """Tell whether a keyboard for one kind of text can type a text, such as a year on one for numbers."""
    return asks not in _DIGITS_ONLY or text.isdigit()


@cache
def _kinds() -> list[tuple[str, re.Pattern[str]]]:
    """Return for each kind of field its sample and a pattern that finds one of its words."""
    found = []
    for sample, words, stems in _KINDS:
        parts = "|".join(re.escape(stem) for stem in listed(stems))
        found.append((sample, re.compile(f"{any_word(words)}|{parts}")))
    return found
