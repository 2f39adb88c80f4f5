"""Find out whether a dialog that is closed without an answer may lose something, by the words on it."""

from collections.abc import Sequence

from appagent.guard import labels
from appagent.screen.language.money import has_amount


def lost_by_leaving(texts: Sequence[str]) -> str:
    """Return the first text which says that something is deleted, stopped or discarded; "" if none does.

    It does not matter which button the text is about: then nobody but the agent should choose one. In an offer with a
    price a text is likely to praise what is sold ("Everything without limits"), so there it has to say so plainly, or
    to have a word that declines, as in "Cancel now and lose $5".
    texts: those of the dialog, without the words on its buttons.

    >>> lost_by_leaving(["Session", "Cancel discards the draft."]), lost_by_leaving(["Rate us!"])
    ('Cancel discards the draft.', '')
    """
    priced = any(map(has_amount, texts))
    for text in texts:
        likely = labels.likely_effect(text, asked=True) == "delete" and (
            not priced or any(map(labels.declines, text.split()))
        )
        if likely or labels.said_by_sentence(text) == "delete":
            return text
    return ""
