"""Functions that read and touch the virtual phone's Shop app, for its tests."""

from hierarchy_nodes import FoundNode, nodes, tap, texts, with_app

from appagent.phone import Phone
from appagent.phone.apps.shop.goods import PRODUCTS

SHOP = "com.pomelo.shop"


def opened(*, offers: bool = False, **given: object) -> Phone:
    """One whose pages are there at once, with the app in front; offers: advertisements come."""
    phone = with_app(SHOP, **given)
    phone.set_up({"shop": {"show_offers": offers}})
    return phone


def state(phone: Phone, name: str):
    return phone.state()["shop"][name]  # type: ignore[index]


def cart(phone: Phone) -> list[tuple[str, int]]:
    return [(item["product"], item["quantity"]) for item in state(phone, "cart")]


def go(phone: Phone, *steps: str) -> None:
    """Tap words, as the app's table has them, in the phone's language; "back" is the key."""
    for step in steps:
        phone.press("back") if step == "back" else tap(phone, phone.packages[SHOP].t(step))


def look_for(phone: Phone, words: str) -> None:
    """From the first tab."""
    go(phone, "Search for anything")
    phone.type_text(words)
    phone.press("enter")


def found(phone: Phone) -> list[str]:
    """The goods in sight, from the top."""
    names = {product.name[phone.locale == "zh-CN"]: key for key, product in PRODUCTS.items()}
    return [names[text] for text in texts(phone) if text in names]


def called(phone: Phone, key: str) -> str:
    return PRODUCTS[key].name[phone.locale == "zh-CN"]


def filtered(phone: Phone, most: str, *more: str) -> None:
    """Nothing dearer, and what else is chosen on the sheet."""
    go(phone, "Filter", "Highest")
    phone.set_text(most)
    phone.press("back")
    go(phone, *more, "Show results")


def icons(phone: Phone) -> list[FoundNode]:
    """The signs to tap that have neither words nor an id, from the top."""
    own = [n for n in nodes(phone) if n["class"].endswith("ImageButton") and n["package"] == SHOP]
    return [n for n in own if not (n["text"] or n["content-desc"] or n["resource-id"])]


def scroll(phone: Phone) -> None:
    """On to what stands below."""
    wide, high = phone.size
    phone.swipe([(wide // 2, high * 3 // 4), (wide // 2, high // 4)])


def touch(phone: Phone, name: str, number: int = 0) -> None:
    """Tap one of those with a resource-id or a description."""
    same = [n for n in nodes(phone) if name in (n.name, n["content-desc"])]
    phone.tap(*same[number].centre)
