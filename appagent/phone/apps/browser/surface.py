"""Browser's web pages on the screen: blocks to widgets, forms, the question about cookies, and a search in the page."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from appagent.phone.app import Dialog
from appagent.phone.apps.browser.library import Tab
from appagent.phone.apps.browser.pages import (
    SEARCH,
    Attached,
    Block,
    Card,
    Choice,
    Entry,
    Facts,
    Form,
    Head,
    Image,
    Link,
    Links,
    Para,
    Tick,
    host,
    ways_of,
    words_of,
)
from appagent.phone.apps.browser.records import Records
from appagent.phone.apps.browser.web import WEB
from appagent.phone.dialogs import menu, pick_one
from appagent.phone.intents import share
from appagent.phone.parts import divider, photo
from appagent.phone.ui import (
    Button,
    CheckBox,
    Column,
    Field,
    Flow,
    Frame,
    Handler,
    Icon,
    Radio,
    Row,
    Space,
    Text,
    Web,
    Widget,
    do_nothing,
)

BLUE = "primary"  # of links
COOKIES = ("statistics", "advertising")


@dataclass(eq=False, kw_only=True)
class Div(Column):
    """What a WebView makes of a div."""

    cls: ClassVar[str] = "android.view.View"


@dataclass(eq=False, kw_only=True)
class Line(Row):
    """A div whose parts stand side by side."""

    cls: ClassVar[str] = "android.view.View"


@dataclass(eq=False, kw_only=True)
class Select(Row):
    """A field that opens a list of options."""

    cls: ClassVar[str] = "android.widget.Spinner"


@dataclass(eq=False, kw_only=True)
class Anchor(Text):
    """A link."""

    cls: ClassVar[str] = "android.view.View"
    color: str = BLUE


@dataclass
class Sent:
    """A form that was sent off: from which address, and what was in its fields, by their names."""

    url: str
    values: dict[str, str | bool]


class Surface(Records):
    """A page is drawn from its blocks; ids are new with every visit, as frameworks make them."""

    def begin(self) -> None:
        """No form is filled in, nothing is looked for in a page."""
        super().begin()
        self.sent: list[Sent] = []
        self.text_percent = 100
        self._filled: dict[str, str | bool] = {}
        self._missing: list[str] = []
        self._choices: list[str] | None = None  # of cookies, while they are managed
        self._find: str | None = None
        self._hit = 0

    def fresh(self) -> None:
        """Forms are empty again, and the bar to find words is gone."""
        self._filled, self._missing, self._choices, self._find, self._hit = {}, [], None, None, 0
        super().fresh()

    # What is there

    def parts(self, tab: Tab) -> list[tuple[Block, str, Widget]]:
        """What the page is made of, from the top: the block, the words that can be found in it, the widget."""
        shown = (Head, Para, Facts) if tab.reader else Block.__args__
        blocks = [block for block in self.site(tab.url).blocks if isinstance(block, shown)]
        return [(block, *part) for n, block in enumerate(blocks) for part in self.drawn(tab, n, block)]

    def hits(self, tab: Tab) -> list[int]:
        """The numbers of the parts that have the words which are looked for."""
        wanted = (self._find or "").casefold()
        return [n for n, (_, words, _) in enumerate(self.parts(tab)) if wanted and wanted in words.casefold()]

    def place(self, tab: Tab, anchor: str) -> int:
        """The number of the part that an anchor names."""
        return next(
            n for n, (block, _, _) in enumerate(self.parts(tab)) if isinstance(block, Head) and block.anchor == anchor
        )

    # The page

    def surface(self, tab: Tab) -> Widget:
        """The page in its window, and over its lower half the question about cookies, until it is answered."""
        site, parts, hits = self.site(tab.url), self.parts(tab), self.hits(tab)
        for number in hits:
            parts[number][2].background = "on_snack" if number == hits[self._hit % len(hits)] else "track"
        widgets = [Div([Div([widget])]) for _, _, widget in parts]  # pages are nested deep
        closed = [] if tab.reader else [self.closed_menu(tab)]
        web = Web([*widgets, Space(height=24), *closed], id="main", text=site.title, loads=0.3, height="fill",
                  background="surface" if tab.reader else "")  # fmt: skip
        web.on_tap = None if tab.reader else do_nothing  # a framework's root hears all clicks of its page
        if not site.cookies or host(tab.url) in self.cookies or tab.reader:
            return Frame([web], weight=1)
        lower = Column([Space(weight=1), divider(), self.cookie_banner(host(tab.url))], height="fill")
        return Frame([web, lower], weight=1)

    def closed_menu(self, tab: Tab) -> Widget:
        """What a page has ready beside it and does not show: for a hierarchy, links without any area."""
        elsewhere = [(page.title, url) for url, page in WEB.items() if host(url) == host(tab.url)]
        here = [way for block in self.site(tab.url).blocks for way in ways_of(block)]
        items = [Div([Div([Anchor(words, on_tap=partial(self.follow, to))])]) for words, to in [*elsewhere, *here]]
        return Div([Div([Button("✕", on_tap=do_nothing), *items])], height=0)

    def cookie_banner(self, name: str) -> Widget:
        """Asked by a site before anything else; what it covers is still there for a hierarchy."""
        title = Text(self.t("We and our 214 partners store cookies on your phone"), size=17, bold=True)
        say = self.t(
            "They tell us what you read and show you advertisements for it. You can change your mind at any time."
        )
        if self._choices is None:
            body: list[Widget] = [Text(say, size=14, color="text2", pad=(0, 8, 0, 0))]
            other = Anchor(self.t("Manage choices"), size=14, pad=12, on_tap=partial(setattr, self, "_choices", []))
            button = self.solid(self.t("Accept all"), ":r1a:", partial(self.answer_cookies, name, "all"))
        else:
            body = [
                self.tick_line(kind.capitalize(), kind in self._choices, partial(self.choose_cookie, kind))
                for kind in COOKIES
            ]
            body.insert(0, self.tick_line("Necessary", True, None))
            other = Anchor(self.t("Accept all"), size=14, pad=12, on_tap=partial(self.answer_cookies, name, "all"))
            kept = "+".join(kind for kind in COOKIES if kind in self._choices) or "necessary"
            button = self.solid(self.t("Save choices"), ":r1b:", partial(self.answer_cookies, name, kept))
        bar = Line([other, Space(weight=1), button])
        return Div(
            [title, *body, Space(weight=1), bar],
            weight=1,
            background="surface",
            pad=(20, 16, 20, 12),
            on_tap=do_nothing,
        )

    def tick_line(self, words: str, on: bool, do: Handler | None) -> Widget:
        """A box to tick before its words; one that cannot be changed has nothing to do."""
        box = CheckBox(on, enabled=do is not None, on_tap=do)
        return Line([box, Text(self.t(words), size=15, pad=(8, 0, 0, 0))], pad=(0, 4, 0, 0))

    def choose_cookie(self, kind: str) -> None:
        """Turn one kind over."""
        assert self._choices is not None
        self._choices = [*self._choices, kind] if kind not in self._choices else [k for k in self._choices if k != kind]

    def answer_cookies(self, name: str, kept: str) -> None:
        """The banner goes and does not come back."""
        self.cookies[name], self._choices = kept, None

    def solid(self, words: str, name: str, do: Handler | None) -> Widget:
        """A button as web pages have them."""
        return Button(words, id=name, color="on_primary", background=BLUE, radius=6, on_tap=do)

    # Its parts

    def sized(self, tab: Tab, size: float) -> float:
        """A size of text as this tab shows it."""
        return size * self.text_percent / 100 * (0.8 if tab.desktop else 1.15 if tab.reader else 1)

    def node_id(self, tab: Tab, number: int) -> str:
        """What the page's framework calls a node this time."""
        kinds = (
            "",
            f":r{self._visits * 7 + number:x}:",
            str(uuid.uuid5(uuid.NAMESPACE_URL, f"{tab.url} {self._visits} {number}")),
        )
        return kinds[number % 3]

    def drawn(self, tab: Tab, n: int, block: Block) -> Iterator[tuple[str, Widget]]:
        """The widgets of a block, each with what can be found in it."""
        size, name, side = partial(self.sized, tab), self.node_id(tab, n), 28 if tab.reader else 16
        pad = (side, 7, side, 7)
        match block:
            case Head(words, _, large):
                yield words, Text(words, id=name, size=size(large), bold=True, pad=(side, 14, side, 4), width="fill")
            case Para(words):
                yield words, Text(words, id=name, size=size(16), pad=pad, width="fill", on_hold=self.held(words))
            case Facts(rows):
                for key, value in rows:
                    cells = [Text(key, size=size(15), color="text2", width=130),
                             Text(value, size=size(15), weight=1, on_hold=self.held(value))]  # fmt: skip
                    yield f"{key} {value}", Line(cells, pad=(side, 6, side, 6))
            case Link(words, to):
                yield words, self.anchor(words, to, size(16), pad, name)
            case Links(items):
                links = [self.anchor(words, to, size(15), (0, 6, 8, 6), "") for words, to in items]
                yield words_of(block), Flow(links, pad=(side, 4, side, 4), id=name)
            case Card():
                yield words_of(block), self.card(tab, block, name)
            case Image(what, caption):
                picture = photo(what, height=150, desc=caption if n % 2 else "")
                yield caption, Div([picture, Text(caption, size=size(13), color="text2", pad=(0, 4, 0, 0))], pad=pad)
            case Attached(file, weight):
                label = Text(f"{file} ({weight})", size=size(15), color=BLUE)
                yield file, Line([Icon("download", size=20, color=BLUE), Space(width=10), label], id=name, pad=pad,
                                 on_tap=partial(self.fetch_file, block))  # fmt: skip
            case Form():
                yield words_of(block), self.form(tab, block)

    def anchor(self, words: str, to: str, size: float, pad: tuple[float, float, float, float], name: str) -> Widget:
        """Words that lead somewhere; held down, they show what else can be done with where they lead."""
        return Anchor(
            words,
            id=name,
            size=size,
            pad=pad,
            on_tap=partial(self.follow, to),
            on_hold=partial(self.ask, self.link_menu, to),
        )

    def follow(self, to: str) -> None:
        """Go where a link leads: to another address, or to a place on this page."""
        if to.startswith("#"):
            self.scroll_to("main", self.place(self.tab, to[1:]))
        else:
            self.go(to)

    def held(self, words: str) -> Handler:
        """What happens to words that are held down."""
        return partial(self.ask, self.text_menu, words)

    def link_menu(self, to: str) -> Dialog:
        """Shown while a link is held down."""
        url = self.tab.url if to.startswith("#") else to
        return menu(self, (self.t("Open in new tab"), partial(self.new_tab, url)),
                    (self.t("Open in background"), partial(self.new_tab, url, True)),
                    (self.t("Copy link"), partial(self.copy, url)), (self.t("Share link"), partial(share, self, "text", url)))  # fmt: skip

    def text_menu(self, words: str) -> Dialog:
        """Shown while words are held down, which are selected by that."""
        return menu(self, (self.t("Copy"), partial(self.copy, words)), (self.t("Share"), partial(share, self, "text", words)),
                    (self.t("Search the web"), partial(self.go, SEARCH + words)))  # fmt: skip

    def copy(self, words: str) -> None:
        """To the clipboard."""
        self.to_clipboard(words)
        self.toast(self.t("Copied"))

    def card(self, tab: Tab, card: Card, name: str) -> Widget:
        """A teaser, all of which leads to its page; its sign keeps it for later."""
        star = Icon(
            "bookmark",
            size=18,
            pad=9,
            color=BLUE if self.marked(card.to) else "hint",
            on_tap=partial(self.mark, card.title, card.to),
        )
        words = [Anchor(card.title, size=self.sized(tab, 16), bold=True, lines=2, on_tap=partial(self.follow, card.to)),
                 Text(card.words, size=self.sized(tab, 14), color="text2", lines=3)]  # fmt: skip
        picture = photo(card.title, width=64, height=64, radius=6)
        inner = Line([picture, Div(words, weight=1, pad=(12, 0, 4, 0)), star], id=name, background="surface", radius=8,
                     pad=10, on_tap=partial(self.follow, card.to), on_hold=partial(self.ask, self.link_menu, card.to))  # fmt: skip
        return Frame([inner], pad=(12, 5, 12, 5))

    # Forms

    def form(self, tab: Tab, form: Form) -> Widget:
        """Fields over a button; a search is a field and a button side by side."""
        button = self.solid(form.button, "", partial(self.submit, tab, form))
        if form.to == SEARCH:
            first = form.fields[0]
            entry = Field(str(self._filled.get(first.key, "")), id=":r0:", hint=first.label, weight=1, background="track", radius=6,
                          on_change=partial(self.fill, first.key), on_submit=partial(self.submit, tab, form))  # fmt: skip
            return Line([entry, Space(width=8), button], pad=(16, 8, 16, 8))
        missing = ", ".join(entry.label for entry in form.fields if entry.key in self._missing)
        wrong = (
            [Text(self.t("Fill in: {}").format(missing), size=14, color="danger", pad=(0, 8, 0, 0))] if missing else []
        )
        fields = [widget for entry in form.fields for widget in self.filled(tab, entry)]
        return Div([*fields, *wrong, Space(height=12), button], pad=(16, 4, 16, 12))

    def filled(self, tab: Tab, entry: Entry | Choice | Tick) -> Iterator[Widget]:
        """A field under its label, as far as it is filled in."""
        now, fill = self._filled.get(entry.key), partial(self.fill, entry.key)
        label = Text(entry.label, size=self.sized(tab, 14), color="text2", pad=(0, 10, 0, 4))
        match entry:
            case Entry():
                yield label
                yield Field(str(now or ""), id=f":r{1 + len(entry.key)}:", background="track", radius=6, on_change=fill)
            case Choice(shown="select"):
                yield label
                words = Text(str(now or self.t("Choose…")), weight=1)
                yield Select([words, Icon("down", size=18)], background="track", radius=6, pad=12,
                             on_tap=partial(self.ask, self.options, entry))  # fmt: skip
            case Choice():
                yield label
                for option in entry.options:
                    on = option == (now or entry.options[0])
                    words = Text(option, size=self.sized(tab, 16), pad=(8, 0, 0, 0))
                    yield Line(
                        [Radio(on, on_tap=partial(fill, option)), words], pad=(0, 3, 0, 3), on_tap=partial(fill, option)
                    )
            case Tick():
                on = bool(entry.on if now is None else now)
                words = Text(entry.label, size=self.sized(tab, 16), pad=(8, 0, 0, 0))
                yield Line([CheckBox(on, on_tap=partial(fill, not on)), words], pad=(0, 8, 0, 0))

    def options(self, choice: Choice) -> Dialog:
        """The list of a select."""
        now = self._filled.get(choice.key)
        chosen = choice.options.index(str(now)) if now else -1
        return pick_one(self, choice.label, choice.options, chosen, lambda n: self.fill(choice.key, choice.options[n]))

    def fill(self, key: str, value: str | bool) -> None:
        """A field's content, as typed or chosen."""
        self._filled[key] = value
        self._missing = [other for other in self._missing if other != key]

    def submit(self, tab: Tab, form: Form) -> None:
        """Send a form off, unless something is missing, and go where it leads."""
        if form.to == SEARCH:
            if words := str(self._filled.get("q", "")).strip():
                self.go(SEARCH + words)
            return
        values = {entry.key: self.value(entry) for entry in form.fields}
        needed = [e.key for e in form.fields if isinstance(e, Choice) or (isinstance(e, Entry) and e.required)]
        self._missing = [key for key in needed if not str(values[key]).strip()]
        if not self._missing:
            self.sent.append(Sent(tab.url, values))
            self.did("send", tab.url)
            self.go(form.to)

    def value(self, entry: Entry | Choice | Tick) -> str | bool:
        """What a field holds when nobody has touched it, or since."""
        if isinstance(entry, Tick):
            return bool(self._filled.get(entry.key, entry.on))
        first = entry.options[0] if isinstance(entry, Choice) and entry.shown == "radio" else ""
        return str(self._filled.get(entry.key, first)).strip()
