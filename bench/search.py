"""Measure word search and search by meaning: how often the right document comes first, or among the first three.

    python bench/search.py

The right documents are those written here, each of a made-up app; those of docs_store/ stand beside. Queries are
written in English and Chinese, and across: an English query for a Chinese document and the other way round. Every other
query is held out: the share of meaning in the fused rank was chosen by the first half. Needs the extra `encoder`.
"""

import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from appagent.documents.encoder import LocalEncoder
from appagent.documents.wording import WORDING, sentence
from appagent.store import Record, Store
from appagent.store.as_text import jsonl

ROOT = Path(__file__).resolve().parents[1]
# document, query with other words, query with some of its words
ENGLISH = [
    ("Sends money to a friend after you enter the amount.", "transfer cash to someone", "send money"),
    ("Opens the camera to scan a QR code.", "read a barcode", "scan code"),
    ("Deletes the whole conversation for you alone.", "erase a chat", "delete conversation"),
    ("Turns the screen dark to spare the battery.", "night mode", "dark screen"),
    ("Shows how much data each app has used this month.", "mobile traffic consumption", "data used"),
    ("Starts a video call with everybody in the group.", "face to face talk with several people", "video call"),
    ("Orders a taxi to where you are.", "get a ride", "order taxi"),
    ("Lists what you have bought, with the invoices.", "purchase history and receipts", "bought invoices"),
    ("Changes the password of your account.", "new login secret", "change password"),
    ("Backs up all photos to the cloud.", "save pictures online", "photos cloud"),
    ("Mutes notifications for one hour.", "stop alerts for a while", "mute notifications"),
    ("Books a table at the restaurant.", "reserve dinner", "book table"),
    ("Adds an event to the calendar with a reminder.", "schedule an appointment", "calendar event"),
    ("Translates the page into your language.", "read this in English", "translate page"),
    ("Shares your live location for fifteen minutes.", "let others see where I am", "share location"),
    ("Plays the song at half its speed.", "slower music", "song speed"),
    ("Cancels the subscription at the end of the month.", "stop paying for membership", "cancel subscription"),
    ("Adds the article to the basket.", "put the item in my shopping cart", "article basket"),
    ("Hides your profile from people you do not know.", "privacy from strangers", "hide profile"),
    ("Measures your pulse with the camera.", "heart rate", "measure pulse"),
]
CHINESE = [
    ("向朋友转账，先输入金额。", "给别人打钱", "朋友转账", "transfer money to a friend"),
    ("打开相机扫描二维码。", "扫一扫付款码", "扫描二维码", "scan a QR code"),
    ("删除与此人的全部聊天记录。", "清空对话", "删除聊天记录", "delete chat history"),
    ("把屏幕调暗以节省电量。", "夜间模式", "屏幕调暗", "dim the screen"),
    ("显示本月每个应用使用的流量。", "上网用量统计", "应用流量", "data usage of each app"),
    ("与群里所有人开始视频通话。", "跟大家面对面聊", "视频通话", "start a group video call"),
    ("叫一辆出租车到你所在的位置。", "打车", "出租车位置", "call a taxi"),
    ("列出你买过的东西和发票。", "历史订单与收据", "买过的发票", "purchases and invoices"),
    ("修改账号的密码。", "换登录口令", "修改密码", "change the password"),
    ("把所有照片备份到云端。", "图片上传到网盘", "备份照片", "back up photos to the cloud"),
    ("一小时内不提醒新消息。", "消息免打扰", "不提醒消息", "mute notifications"),
    ("在餐厅预订座位。", "订晚饭的位子", "餐厅预订", "book a table at a restaurant"),
    ("在日历中添加带提醒的日程。", "安排约会", "日历日程", "add an event to the calendar"),
    ("把页面翻译成你的语言。", "看不懂外文", "页面翻译", "translate the page"),
    ("与他人共享十五分钟的实时位置。", "让别人看到我在哪", "共享位置", "share live location"),
    ("以半速播放这首歌。", "音乐放慢一点", "半速播放", "play the song slower"),
    ("月底取消会员订阅。", "不再续费", "取消订阅", "cancel the subscription"),
    ("把商品加入购物车。", "放进篮子里买", "加入购物车", "add to the shopping cart"),
    ("对陌生人隐藏你的资料。", "隐私保护", "隐藏资料", "hide my profile from strangers"),
    ("用摄像头测量脉搏。", "心率", "测量脉搏", "measure the heart rate"),
]
Asked = tuple[str, str, str]  # kind of query, query, text of the right document


def main() -> None:
    """Index the documents, ask all queries by words and by meaning, and print how many were answered."""
    encoder = LocalEncoder()
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "store.sqlite") as store:
        store.union(jsonl.read_text_store(ROOT / "docs_store"), untrusted=True)
        for language, texts in (("en", ENGLISH), ("zh", CHINESE)):
            store.add(*(_document(f"{language}{number}", each[0]) for number, each in enumerate(texts)))
        start = time.perf_counter()
        store.embed(encoder, sentence)
        print(f"indexed by meaning in {time.perf_counter() - start:.1f} s")
        columns = {"words": None, "fused": encoder}
        table = Table("queries", "half", *(f"{name}: first, in the first 3" for name in columns))
        for kind in dict.fromkeys(each[0] for each in _queries()):
            for half in (0, 1):
                asked = [each for each in _queries() if each[0] == kind][half::2]
                cells = [_answered(store, asked, with_) for with_ in columns.values()]
                table.add_row(kind, "held out" if half else "first", *cells)
        Console(width=120).print(table)


def _answered(store: Store, asked: list[Asked], encoder: LocalEncoder | None) -> str:
    places = [_place(store, each, encoder) for each in asked]
    return f"{sum(each == 0 for each in places)}, {sum(each < 3 for each in places)} of {len(asked)}"


def _place(store: Store, asked: Asked, encoder: LocalEncoder | None) -> int:
    """Return how many documents come before the right one; those written here in the other language are left out."""
    _, query, text = asked
    others = {each[0] for each in (CHINESE if text.isascii() else ENGLISH)}
    by = {"only": lambda record: sentence(record) and record.text not in others, "version": WORDING, "says": sentence}
    found = [each.text for each in store.search(query, encoder=encoder, **by)]
    return found.index(text) if text in found else len(found) + 3


def _queries() -> list[Asked]:
    english = [("en, other words", each[1], each[0]) for each in ENGLISH]
    english += [("en, some of its words", each[2], each[0]) for each in ENGLISH]
    chinese = [("zh, other words", each[1], each[0]) for each in CHINESE]
    chinese += [("zh, some of its words", each[2], each[0]) for each in CHINESE]
    across = [("en > zh", each[3], each[0]) for each in CHINESE]
    return english + chinese + across + [("zh > en", CHINESE[n][2], each[0]) for n, each in enumerate(ENGLISH)]


def _document(name: str, text: str) -> Record:
    return Record(
        app=f"org.made.{name}", element_id=name, action="tap", text=text, source="human", time="2026-01-31T12:00:00Z"
    )


if __name__ == "__main__":
    main()
