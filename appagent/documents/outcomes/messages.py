"""Find the message that came after an action, and the button beside it that takes the action back."""

from appagent.documents.outcomes.value_texts import MESSAGE
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded, listed
from appagent.screen.names.captions import words_around
from appagent.screen.nodes.tree import nodes_of
from appagent.screen.texts.wording import visible_words

# Labels that take back what was just done.
_UNDO = """undo, revert, deshacer, desfazer, annuler, rückgängig, annulla, отменить, geri al, ongedaan maken, cofnij,
    urungkan, hoàn tác, تراجع, पूर्ववत करें, เลิกทำ, 撤销, 撤消, 復原, 还原, 元に戻す, 実行취소, 실행취소, 실행 취소"""


def new_message(before: Screen, after: Screen, toast: str = "") -> str:
    """Return the new text of a toast or a snackbar after an action; "" if there is none.

    A snackbar is known by its resource-id, or else by a new button in it that takes back what was done. before, after:
    the screens around the action. toast: the text of a toast, which no screen has.
    """
    then, now = (
        [visible_words(n) for n in nodes_of(s.tree) if n.visible and MESSAGE.search(n.resource_id)]
        for s in (before, after)
    )
    beside = (words_around(each, after, values=True) for each in takes_back(before, after))
    new = (words for words in beside if words not in before.texts)
    return next((words for words in (toast, *now, *new) if words and words not in then), "")


def takes_back(before: Screen, after: Screen) -> list[Element]:
    """Return the new buttons of a screen that take back what was just done, such as "Undo"."""
    then = {e.text for e in before.elements}
    return [e for e in after.elements if e.text not in then and folded(e.text) in listed(_UNDO)]
