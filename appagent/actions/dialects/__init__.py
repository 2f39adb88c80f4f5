"""Dialects: the forms in which models that were trained for phones write actions. Each file holds one model family.

A dialect names pixels instead of marks. Apart from that, these models are treated like any other: a point that they
name stands for the element at that point.
"""

import re

from appagent.actions.dialects.autoglm import AUTOGLM
from appagent.actions.dialects.base import Dialect, Plane, Reading
from appagent.actions.dialects.gui_owl import GUI_OWL, GUI_OWL_1_5
from appagent.actions.dialects.mai_ui import MAI_UI
from appagent.actions.dialects.ui_tars import UI_TARS, UI_TARS_1_5
from appagent.actions.dialects.ui_venus import UI_VENUS

DIALECTS = {each.name: each for each in (AUTOGLM, UI_TARS, UI_TARS_1_5, GUI_OWL, GUI_OWL_1_5, UI_VENUS, MAI_UI)}
# What "auto" chooses for a model whose name matches the pattern, in any letter case; the first match counts.
_BY_NAME = (
    (r"autoglm", AUTOGLM),
    (r"doubao.*ui-?tars", UI_TARS),
    (r"ui-?tars-?v?1[.-]5", UI_TARS_1_5),
    (r"ui-?tars(?!-?2)", UI_TARS),
    (r"gui-?owl-?1[.-]5", GUI_OWL_1_5),
    (r"gui-?owl", GUI_OWL),
    (r"ui-?venus-?1[.-]5", UI_VENUS),
    (r"mai-?ui", MAI_UI),
)


def dialect_of(setting: str, model: str) -> Dialect | None:
    """Return the dialect in which a model is prompted, or None for a model that names elements by their marks.

    setting: a name in DIALECTS, "marks", or "auto" to choose by the model's name. model: the model's name.

    >>> dialect_of("auto", "bytedance/UI-TARS-1.5-7B").name, dialect_of("auto", "gpt-5")
    ('ui-tars-1.5', None)
    """
    if setting == "auto":
        return next((dialect for words, dialect in _BY_NAME if re.search(words, model, re.IGNORECASE)), None)
    return DIALECTS.get(setting)


__all__ = ["DIALECTS", "Dialect", "Plane", "Reading", "dialect_of"]
