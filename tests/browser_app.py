"""Functions that read and touch the virtual phone's Browser app, for its tests."""

from hierarchy_nodes import FoundNode, nodes, tap, with_app

from appagent.phone import Phone

BROWSER = "org.harbour.browser"


def opened(url: str = "", **given: object) -> Phone:
    """One whose pages are there at once, with an address in front."""
    phone = with_app(BROWSER, **given)
    if url:
        go(phone, url)
    return phone


def go(phone: Phone, typed: str) -> None:
    """Type into the address bar."""
    tap(phone, "url_bar")
    phone.type_text(typed)
    phone.press("enter")


def menu(phone: Phone, words: str) -> None:
    """Choose a row behind the three dots."""
    tap(phone, say(phone, "More options"), say(phone, words))


def home(phone: Phone) -> None:
    """The browser's own button, not the phone's."""
    phone.tap(*next(n for n in nodes(phone) if n["content-desc"] == "Home" and n["package"] == BROWSER).centre)


def say(phone: Phone, words: str) -> str:
    return phone.packages[BROWSER].t(words)


def state(phone: Phone, name: str):
    return phone.state()["browser"][name]  # type: ignore[index]


def url(phone: Phone) -> str:
    """Of the tab in front."""
    return state(phone, "tabs")[state(phone, "current")]["url"]


def signs(phone: Phone) -> list[FoundNode]:
    """The app's buttons without a word, in the order of the dump."""
    own = (n for n in nodes(phone) if n["package"] == BROWSER and n["clickable"] == "true")
    return [n for n in own if n["class"].endswith(("ImageButton", "ImageView")) and not n["content-desc"]]


def in_web(phone: Phone) -> list[FoundNode]:
    """The nodes of the page."""
    found = nodes(phone)
    start = next(n for n, node in enumerate(found) if node["class"].endswith("WebView"))
    return found[start + 1 :]


def scroll(phone: Phone, by: float = 0.4) -> None:
    wide, high = phone.size
    phone.swipe([(wide // 2, round(high * (0.5 + by / 2))), (wide // 2, round(high * (0.5 - by / 2)))])
