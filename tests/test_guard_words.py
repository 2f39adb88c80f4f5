"""What labels say of what pressing them does: verbs last, noun phrases, refusals that are none, ids and prices."""

from hierarchies import deed_of, dump, node
from tables import cases

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Screen

ROLES = ("Button", "TextView")


def labelled(label: str, role: str) -> Screen:
    return read_dump(dump(node("FrameLayout", node(role, text=label, at=(0, 200, 900, 300), can="clickable"))))


def found(label: str, role: str, careful: bool = False) -> str | None:
    return deed_of(Tap(1), labelled(label, role), careful=careful)


SAYING = {
    "pay": """
        Tap to pay|Express checkout|Confirm payment|Confirmer le paiement|Confirmar pago|Realizar pago
        Zahlung bestätigen|Bestellung abschließen|Jetzt zahlungspflichtig bestellen|Sofort-Kauf bestätigen
        Ödemeyi onayla|Authorize payment|Подтвердить платёж|Upgrade for $4.99/month|Continue for $5|Get it for $5
        Buy with 1-click|Slide to pay|I agree to pay|Place your order|PAY_NOW|立即开通|确认付款|同意并支付|立即支付￥9.9
    """,
    "send": "Double tap to send|Yes, send it|发送给朋友|Mark as read and send",
    "delete": """
        Permanently delete|Konto löschen|Delete all messages in this conversation|Hesabı sil|Close account
        Close your account|Deactivate account|Confirm deletion|Löschung bestätigen|Papierkorb leeren|Vaciar papelera
        Cancel order|Cancel my subscription|Press and hold to delete|DELETE_ALL|🗑|🗑️ All|取消订单|注销账号|清空聊天记录
    """,
    "install": "Accept and install|Dismiss and install",
    "grant": "Allow access|Grant permission|Berechtigung erteilen|允许访问",
}
NO_REFUSALS = {
    "pay": """
        Don't wait, buy now|Don't wait. Buy now|Don't wait buy now|No problem, pay now|No ads! Buy now
        Not now? Pay later
        不限量购买|不要错过，立即购买|再考虑一下，先付款|暂不了解，直接支付
    """,
    "delete": "Never mind, delete it|Dismiss and delete|Don't save and delete|放弃并删除",
    "send": "Skip & send|No delay – send",
}
REFUSALS = """
    Don't allow|Don't delete|Don’t send|Don't send or delete|No, keep it|Not now, remind me later|Keep editing|Go back
    Cancel payment|Undo delete|Never send|Nicht löschen|No permitir|Ne pas supprimer|不允许|不删除|暂不支付|稍后支付
    取消付款|拒绝授权|请勿删除|削除しない|ไม่อนุญาต|عدم السماح
"""
NOTHING = """
    Terms and conditions|Photos and videos|Free shipping over $50|Add to cart|Add to cart, $30
    Order placed|Order history|Next payment|Payment successful|Delivery address|Reorder|Trashed
    PayPal|Sign in|Wi-Fi calling|Sound & vibration|支付方式|最近删除|不错
"""


def listed(labels: str) -> list[str]:
    return [label.strip() for line in labels.strip().split("\n") for label in line.split("|")]


@cases("role", ROLES)
@cases(("expected", "labels"), SAYING.items(), ids=SAYING)
def test_what_is_said_in_more_words_is_known_on_buttons_and_elsewhere(expected, labels, role):
    got = {label: found(label, role) for label in listed(labels)}
    assert {label: one for label, one in got.items() if one != expected} == {}


@cases("role", ROLES)
@cases(("expected", "labels"), NO_REFUSALS.items(), ids=NO_REFUSALS)
def test_a_label_that_only_begins_by_declining_is_judged_by_the_rest(expected, labels, role):
    got = {label: found(label, role) for label in listed(labels)}
    assert {label: one for label, one in got.items() if one != expected} == {}


@cases("careful", [False, True])
@cases("label", listed(REFUSALS))
def test_saying_no_is_never_refused(label, careful):
    assert [found(label, role, careful) for role in ROLES] == [None, None]


@cases("label", listed(NOTHING))
def test_what_only_tells_of_it_passes(label):
    assert [found(label, role) for role in ROLES] == [None, None]


def test_a_bin_is_a_button_but_a_folder_as_a_row():
    for role in ("Button", "ImageButton", "ImageView"):
        assert found("Trash", role) == "delete"
    assert found("Trash", "TextView") is None


def test_a_long_label_on_a_button_counts():
    label = "Yes, I understand, permanently delete my account and everything that was ever in it, for good and all"
    assert found(label, "Button") == "delete"


def test_a_verb_far_into_a_buttons_label_counts_when_exploring():
    label = "With one more step here you will be able to pay for all of it"
    assert (found(label, "Button"), found(label, "Button", careful=True)) == (None, "pay")


def test_a_price_on_a_button_counts_when_exploring():
    assert (found("Add to cart, $30", "Button"), found("Add to cart, $30", "Button", careful=True)) == (None, "pay")
