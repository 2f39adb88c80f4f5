"""A sample fits the field that it is for, by its words in any language."""

import re
from dataclasses import replace

import pytest
from pantry_app import learnt
from test_map import page

from appagent.learning.crawl.sample_texts import sample_for

FIELD = page("Home", "x").elements[0]


@pytest.mark.parametrize(
    ("pattern", "hints"),
    [
        (
            r"\d{10}",
            "Telefonnummer|Номер телефона|Numero di telefono|Numéro de téléphone|Telefoonnummer|手机号码|Phone no.",
        ),
        (r"2\d{3}-\d\d-\d\d", "Geburtsdatum|Fecha de nacimiento|Data di nascita|出生日期|Kaufdatum"),
        (r"\d{5}", "Postleitzahl|Zip code|Code postal|Código postal|Postnummer|邮编"),
        (r"[12]\d{3}", "Year|Année|Baujahr|Año|年份"),
        (r"\d", "Weight (kg)|Menge in kg|How many?|Gewicht|Combien ?|Körpergröße|0 to 9|1-9|von 1 bis 8|1 à 5"),
        (r"\d{4}", "4 digits|4 Ziffern|4 chiffres|4位数字|4-stellig"),
        (r"\d\d:\d\d", "Uhrzeit (z. B. 19:00)|Startuhrzeit|Heure"),
        (r"\S+@\S+", "E-Mail-Adresse|Courriel"),
        (r"Sample 3", "Title|Update|Datei|Agentur|What is it called?|Microphone|Headphones|"),
    ],
)
def test_samples_fit(pattern, hints):
    for hint in hints.split("|"):
        text = sample_for(replace(FIELD, hint=hint, text="", label="", resource_id=""), 3, ["Milk and eggs"])
        assert re.fullmatch(pattern, text), (hint, text)


@pytest.mark.parametrize(("hint", "least", "most"), [("0 to 9", 0, 9), ("10–20", 10, 20), ("entre 5 y 8", 5, 8)])
def test_a_number_lies_between_those_that_a_field_names(hint, least, most):
    assert least <= int(sample_for(replace(FIELD, hint=hint, resource_id=""), 1, ())) <= most


@pytest.mark.parametrize(
    ("asks", "hint", "text"),
    [
        ("number", "Reference", "1"),
        ("number", "Year", "2000"),
        ("number", "Geburtsdatum", "1"),  # which these keys cannot type
        ("email", "Handle", "sample@example.com"),
        ("phone", "Reach me at", "2025550123"),
        ("uri", "Where", "https://example.com"),
        ("date", "When", "2030-01-31"),
        ("", "Reference", "Sample 3"),
    ],
)
def test_a_keyboard_tells_what_the_words_do_not(asks, hint, text):
    field = replace(FIELD, hint=hint, text="", label="", resource_id="")
    assert sample_for(field, 3, (), asks) == text


@pytest.mark.slow
def test_a_crawl_types_what_the_keyboard_of_a_field_is_for(tmp_path):
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "pass.py").write_text(PASS, encoding="utf-8")
    with learnt(tmp_path, lambda request: "none", "com.example.pass", agent="offline") as (done, _, _, phone):
        assert done.status == "success"
        typed = phone.state()["pass"]["typed"]
    assert typed == {"ref": "1", "at": "sample@example.com", "note": "Sample 3", "many": "1"}


PASS = '''"""Pass: a form of four fields, of which only the keyboard says what two are for."""
from functools import partial
from appagent.phone.app import App, Page
from appagent.phone.parts import toolbar
from appagent.phone.ui import Column, Field

KINDS = {"ref": "number", "at": "email", "note": "text", "many": "number"}

class Pass(App):
    package, label = "com.example.pass", "Pass"

    def begin(self):
        self.typed = dict.fromkeys(KINDS, "")

    def home(self):
        hints = {"ref": "Reference", "at": "Handle", "note": "Thing", "many": "How many"}
        return Page(Column([toolbar("Pass"), *(
            Field(self.typed[name], id=name, hint=hints[name], kind=kind, on_change=partial(self.put, name))
            for name, kind in KINDS.items()
        )]))

    def put(self, name, text):
        self.typed[name] = text
'''
