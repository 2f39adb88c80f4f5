"""The guard: code that knows which actions pay, send, delete, install, grant or type a secret.

It goes by the words of the element and of its screen in several languages, by package, and by input type. It is
no prompt: nothing that a screen, a document or a model says can talk it round.
"""

import re
from collections.abc import Callable

from appagent.actions import Action, Enter, LongPress, Tap, TypeText
from appagent.errors import RefusedError
from appagent.screen import Element, Screen

CONCERNS = ("pay", "send", "delete", "install", "grant", "secret")
Ask = Callable[[str, str], bool]  # (concern, what is about to happen) -> whether a person agrees

# Verbs that begin a label, or stand in it whole; then names in scripts without spaces, wherever they stand.
_WORDS: dict[str, tuple[str, ...]] = {
    "pay": (
        "pay", "buy", "purchase", "checkout", "check out", "place order", "order now", "subscribe", "donate", "transfer",
        "top up", "send money", "bid", "comprar", "pagar", "acheter", "payer", "kaufen", "bezahlen", "zahlen", "comprare",
        "купить", "оплатить", "支付", "付款", "购买", "下单", "提交订单", "转账", "充值", "立即购买", "去结算", "发红包", "塞钱",
        "購入", "支払", "注文を確定", "구매", "결제",
    ),
    "send": (
        "send", "post", "publish", "reply", "tweet", "share now", "call", "dial", "enviar", "publicar", "envoyer", "publier",
        "senden", "veröffentlichen", "anrufen", "отправить", "опубликовать", "发送", "发表", "发布", "回复", "拨打", "送信",
        "投稿", "보내기", "게시",
    ),
    "delete": (
        "delete", "remove", "erase", "wipe", "clear all", "clear data", "format", "reset", "factory reset", "uninstall",
        "empty trash", "unfriend", "block", "eliminar", "borrar", "supprimer", "effacer", "löschen", "entfernen",
        "zurücksetzen", "удалить", "стереть", "删除", "清空", "清除", "移除", "卸载", "重置", "格式化", "恢复出厂", "削除", "삭제",
    ),
    "install": (
        "install", "download and install", "instalar", "installer", "installieren", "установить", "安装", "インストール", "설치",
    ),
    "grant": (
        "allow", "grant", "authorize", "authorise", "while using the app", "only this time", "permitir", "autoriser", "zulassen",
        "erlauben", "разрешить", "允许", "授权", "使用时允许", "許可", "허용",
    ),
}  # fmt: skip
_AGREE = (
    "ok", "yes", "confirm", "continue", "accept", "agree", "done", "next", "submit", "sí", "aceptar", "oui", "confirmer", "ja",
    "bestätigen", "да", "подтвердить", "确定", "确认", "是", "同意", "继续", "完成", "はい", "確認", "확인", "예",
)  # fmt: skip
_PACKAGES = {
    "install": ("packageinstaller", "com.android.vending"),
    "grant": ("permissioncontroller",),
    "pay": ("com.eg.android.alipaygphone", "walletnfcrel", "com.android.vending.billing"),
}
_MONEY = re.compile(r"[$€£¥₩₽￥]\s?\d|\d\s?(?:元|円|€|USD|EUR|CNY)", re.IGNORECASE)
_TOTAL = re.compile(
    r"\b(total|amount|balance|checkout|payment)\b|合计|总计|应付|实付|余额|收银台|付款|支付", re.IGNORECASE
)


def concern(action: Action, screen: Screen) -> str | None:
    """Which of CONCERNS an action on this screen is, or None.

    A mark that this screen does not have is nobody's concern: it cannot be carried out.
    """
    if isinstance(action, (Tap, LongPress)):
        element = next((e for e in screen.elements if e.mark == action.mark), None)
        return _of_element(element, screen) if element else None
    if isinstance(action, TypeText):
        return _of_text(action, screen)
    if isinstance(action, Enter):  # the enter key presses the screen's one button
        buttons = [_of_words(_labels(element)) for element in screen.elements]
        return next((found for found in ("pay", "send") if found in buttons), None)
    return None


class Guard:
    """Lets an action pass, asks the person, or refuses.

    allow: concerns that need no question. ask: how to ask a person; None where there is nobody.
    """

    def __init__(self, allow: frozenset[str] = frozenset(), ask: Ask | None = None) -> None:
        self._allow, self._ask = allow, ask

    def check(self, action: Action, screen: Screen, words: str) -> None:
        """Return where the action may be carried out; raise RefusedError where it may not."""
        found = concern(action, screen)
        if found is None or found in self._allow:
            return
        if self._ask is None:
            raise RefusedError(f"{words} was refused: it may {_plain(found)}; --allow {found} permits it")
        if not self._ask(found, words):
            raise RefusedError(f"{words} was refused by the person: it may {_plain(found)}")


def _of_element(element: Element, screen: Screen) -> str | None:
    labels = _labels(element)
    by_words = _of_words(labels)
    if by_words:
        return by_words
    package = screen.app.casefold()
    agrees = any(_begins(label, _AGREE) for label in labels)
    for found, packages in _PACKAGES.items():
        if agrees and any(part in package for part in packages):
            return found
    if agrees and element.window == "dialog":
        return _of_words([text for text in screen.texts if text != element.text])
    if not any(labels) and _about_money(screen):
        return "pay"
    return None


def _of_text(action: TypeText, screen: Screen) -> str | None:
    fields = [e for e in screen.elements if (e.mark == action.mark if action.mark else e.focused)]
    if any(field.password for field in fields):
        return "secret"
    return concern(Enter(), screen) if action.enter else None


def _labels(element: Element) -> list[str]:
    """What an element is called: its first words, and its resource-id's."""
    name = element.resource_id.rpartition("/")[2]
    parts = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).replace("_", " ").casefold()
    own = [element.text.split(" · ")[0].strip().casefold()] if element.text else []
    return [
        *own,
        *([" ".join(w for w in parts.split() if w not in {"btn", "button", "iv", "img", "action", "fab", "menu"})]),
    ]


def _of_words(labels: list[str]) -> str | None:
    return next((found for found, words in _WORDS.items() if any(_begins(label, words) for label in labels)), None)


def _begins(label: str, words: tuple[str, ...]) -> bool:
    """Whether a short label begins with one of the words (or, in a script without spaces, has it).

    >>> _begins("delete note?", ("delete",)), _begins("deleted files", ("delete",)), _begins("确认付款", ("付款",))
    (True, False, True)
    """
    label = label.casefold().strip()
    if len(label) > 60:
        return False
    for word in words:
        if ord(word[0]) >= 0x2E80:
            if word in label and len(label) <= len(word) + 8:
                return True
        elif re.match(rf"{re.escape(word)}\b", label):
            return True
    return False


def _about_money(screen: Screen) -> bool:
    words = " ".join(screen.texts)
    return bool(_MONEY.search(words) and _TOTAL.search(words))


def _plain(found: str) -> str:
    return {"grant": "grant a permission", "secret": "type into a password field"}.get(found, found)
