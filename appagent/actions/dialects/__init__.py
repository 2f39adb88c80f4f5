"""Dialects: how models made for phones write actions. One file holds one family.

Everything else is the same for them as for any other model: a place that they name is the element there.
"""

import re

from appagent.actions.dialects.autoglm import AUTOGLM
from appagent.actions.dialects.base import Dialect, Plane, Reading
from appagent.actions.dialects.gui_owl import GUI_OWL, GUI_OWL_1_5
from appagent.actions.dialects.mai_ui import MAI_UI
from appagent.actions.dialects.ui_tars import UI_TARS, UI_TARS_1_5
from appagent.actions.dialects.ui_venus import UI_VENUS

DIALECTS = {each.name: each for each in (AUTOGLM, UI_TARS, UI_TARS_1_5, GUI_OWL, GUI_OWL_1_5, UI_VENUS, MAI_UI)}
# What `auto` takes for a model whose name has these words, in any case; the first that fits counts.
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
    """Return the dialect in which a model is asked, or None if it is asked for marks.

    setting: a name in DIALECTS, "marks", or "auto" to choose by the model's name. model: that name.

    >>> dialect_of("auto", "bytedance/UI-TARS-1.5-7B").name, dialect_of("auto", "gpt-5")
    ('ui-tars-1.5', None)
    """
    if setting == "auto":
        return next((dialect for words, dialect in _BY_NAME if re.search(words, model, re.IGNORECASE)), None)
    return DIALECTS.get(setting)


__all__ = ["DIALECTS", "Dialect", "Plane", "Reading", "dialect_of"]
