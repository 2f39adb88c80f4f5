"""A sample fits the field that it is for, by its words in any language."""

import re
from dataclasses import replace

import pytest
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
