"""Choose a sample text for an input field, such as a name or a number, by the field's words in any language."""

import re
from collections.abc import Iterable

from appagent.screen import Element
from appagent.screen.fields import field_name
from appagent.screen.lexicon import SEARCH, any_word, folded

# What a field may ask for: a text that fits, and words that such fields have, about one language each. The addresses
# and numbers are reserved for examples and reach nobody.
_KINDS = (
    ("2025550123", """phone, phone number, mobile, telephone, tel, telefon, teléfono, téléphone, telefone, handy, móvil,
        portable, телефон, 电话, 手机, 電話, 전화, هاتف, फ़ोन"""),
    ("sample@example.com", """email, e-mail, mail, correo, courriel, почта, 邮箱, 邮件, メール, 이메일, بريد, ईमेल"""),
    ("https://example.com", """url, web address, website, link, http, webseite, sitio web, site web, сайт, 网址, 网站,
        ウェブ, 웹사이트"""),
    ("2030-01-31", """date, birthday, datum, geburtstag, fecha, cumpleaños, data, дата, 日期, 生日, 日付, 날짜"""),
    ("12:30", """time, hh:mm, uhrzeit, hora, heure, время, 时间, 時刻, 시간"""),
    ("1", """amount, price, quantity, number, age, minutes, percent, zip, postcode, betrag, anzahl, menge, zahl, preis,
        plz, importe, cantidad, precio, montant, prix, quantité, количество, сумма, 金额, 数量, 价格, 금액, 수량"""),
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]{3,}")


def sample_for(field: Element, number: int, known: Iterable[str]) -> str:
    """Return a text to type into an input field: one that fits the field, else "Sample" with this number.

    known: texts of the app's rows. A search field gets a word from them, so that the search finds something.
    """
    asked = folded(f"{field_name(field)} {field.hint} {field.resource_id.rpartition('/')[2].replace('_', ' ')}")
    if re.search(any_word(SEARCH), asked):
        return next((found[0] for text in known if (found := _WORD.search(text))), f"Sample {number}")
    return next((text for text, words in _KINDS if re.search(any_word(words), asked)), f"Sample {number}")
