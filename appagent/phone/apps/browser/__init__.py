"""Browser: tabs with web pages, an address bar that searches too, bookmarks, history, downloads."""

from functools import partial
from urllib.parse import unquote

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.browser.library import NEW_TAB, Tab
from appagent.phone.apps.browser.pages import SEARCH, address, host
from appagent.phone.apps.browser.surface import Surface
from appagent.phone.apps.browser.words import WORDS
from appagent.phone.dialogs import ask_words, confirm, menu, pick_one
from appagent.phone.intents import share
from appagent.phone.parts import avatar, divider, header, nothing_here, photo, setting, switch_row, toolbar
from appagent.phone.ui import (
    Button,
    CheckBox,
    Column,
    Field,
    Flow,
    Frame,
    Handler,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Seek,
    Space,
    Text,
    Widget,
)

ENGINES = ("Harbour Search", "Kite", "Owl")


class Browser(Surface):
    """The three dots lead to everything; links and words that are held down show what can be done with them."""

    package = "org.harbour.browser"
    label = "Browser"
    icon = "globe"
    colour = "#2b6f6a"
    version = "131.0"
    words = {"zh": WORDS}

    follows_links = True

    def visit(self, url: str) -> None:
        """An address that another app or adb opens, in a tab of its own."""
        self.new_tab(address(unquote(url)))

    def begin(self) -> None:
        """The settings."""
        super().begin()
        self.engine = "Harbour Search"
        self.block_popups = True

    def home(self) -> Page:
        """The tab in front, under the bar with its address or the one to find words in it."""
        tab = self.tab
        body = self.start_body() if tab.url == NEW_TAB else self.surface(tab)
        bar = self.bar(tab) if self._find is None else self.find_bar(tab)
        back = partial(self.find, None) if self._find is not None else self.go_back if tab.back else None
        return Page(Column([bar, body]), activity="BrowserActivity", title=self.site(tab.url).title, on_back=back)

    def bar(self, tab: Tab) -> Widget:
        """Home, the address with the lock before it, how many tabs there are, and the three dots."""
        lock = IconButton(
            "info" if self.site(tab.url).missing else "lock", size=16, pad=8, on_tap=partial(self.ask, self.site_dialog)
        )
        shown = self.t("Search or type an address") if tab.url == NEW_TAB else tab.url
        words = Text(shown, id="url_bar", size=15, lines=1, weight=1, color="text2" if tab.url == NEW_TAB else "text")
        line = Row(
            [lock, words],
            id="location_bar",
            background="track",
            radius=20,
            height=40,
            weight=1,
            on_tap=self.type_address,
        )
        count = Text(str(len(self.tabs)), size=11, bold=True, color="text2", gravity="center")
        switcher = Frame([Icon("square", gravity="center"), count], id="tab_switcher_button", width=44, height=48,
                         on_tap=partial(self.open, self.tabs_page))  # fmt: skip
        dots = IconButton(
            "more", id="menu_button", desc=self.t("More options"), pad=10, on_tap=partial(self.ask, self.more)
        )
        home = IconButton(
            "home", id="home_button", desc=self.t("Home"), pad=10, on_tap=partial(self.go, self.home_page)
        )
        return Row([home, line, switcher, dots], id="toolbar", height=56, pad=(2, 0, 2, 0), background="surface")

    def more(self) -> Dialog:
        """Bare signs over a list of words."""
        tab, url = self.tab, self.tab.url
        title, mark = self.site(url).title, "star_full" if self.marked(url) else "star"
        signs = [self.sign("forward", self.go_forward, enabled=bool(tab.forward)), self.sign(mark, partial(self.mark, title, url)),
                 self.sign("share", partial(share, self, "text", f"{title}\n{url}")), self.sign("reset", self.arrive)]  # fmt: skip
        rows = [
            self.entry("New tab", self.new_tab), self.entry("Bookmarks", self.show_bookmarks),
            self.entry("History", self.show_history), self.entry("Downloads", partial(self.open, self.download_page)),
            self.entry("Find in page", partial(self.find, "")), self.entry("Reader view", partial(self.turn, "reader"), tab.reader),
            self.entry("Desktop site", partial(self.turn, "desktop"), tab.desktop),
            self.entry("Settings", partial(self.open, self.settings_page)),
        ]  # fmt: skip
        body = Column([Row(signs, pad=(8, 4, 8, 4)), divider(), *rows], background="card", radius=12, pad=(0, 4, 0, 8))
        return Dialog(Column([body], background="line", radius=12, pad=0.5), gravity="top right", width=240, dim=False)

    def sign(self, icon: str, do: Handler, enabled: bool = True) -> Widget:
        """An icon of the menu, which nothing names."""
        return IconButton(icon, weight=1, pad=10, enabled=enabled, on_tap=partial(self.chosen, do))

    def entry(self, words: str, do: Handler, on: bool | None = None) -> Widget:
        """A row of the menu, with a box where it can be on."""
        box = [] if on is None else [CheckBox(on)]
        return Row([Text(self.t(words), lines=1, weight=1), *box], id="menu_item", height=46, pad=(20, 0, 12, 0),
                   on_tap=partial(self.chosen, do))  # fmt: skip

    def chosen(self, do: Handler) -> None:
        """The menu goes before anything else comes."""
        self.close()
        do()

    def turn(self, name: str) -> None:
        """Reader view or desktop site, on or off, for this tab."""
        setattr(self.tab, name, not getattr(self.tab, name))
        self.renew()

    def go_back(self) -> None:
        """To the page before this one."""
        tab = self.tab
        tab.forward, tab.url = [*tab.forward, tab.url], tab.back.pop()
        self.arrive()

    def go_forward(self) -> None:
        """To the page that back came from."""
        tab = self.tab
        tab.back, tab.url = [*tab.back, tab.url], tab.forward.pop()
        self.arrive()

    def site_dialog(self) -> Dialog:
        """What is known of the site in front, and how to make it forget one."""
        name = host(self.tab.url)
        kept = self.t("Cookies: {}").format("+".join(map(self.t, self.cookies.get(name, "none").split("+"))))
        forget = partial(self.chosen, partial(self.cookies.pop, name, None))
        rows = [Row([Icon("lock"), Space(width=16), Text(self.t("Connection is secure"))], pad=(24, 12, 24, 12)),
                Row([Icon("info"), Space(width=16), Text(kept)], pad=(24, 12, 24, 12)),
                Button(self.t("Forget this site"), gravity="right", enabled=name in self.cookies, on_tap=forget)]  # fmt: skip
        head = Text(name, id="alertTitle", size=20, pad=(24, 20, 24, 8), lines=1)
        return Dialog(Column([head, *rows], background="card", radius=20, pad=(0, 0, 12, 12)))

    # The address bar

    def type_address(self) -> None:
        """Nothing is typed yet."""
        self._query = ""
        self.open(self.address_page)

    def address_page(self) -> Page:
        """A field, the page that one is on, and what one may mean."""
        cross = [IconButton("close", size=18, on_tap=partial(setattr, self, "_query", ""))] if self._query else []
        entry = Field(self._query, id="url_bar", hint=self.t("Search or type an address"), weight=1, focus=True,
                      on_change=self.setter("_query"), on_submit=self.typed, enter="go")  # fmt: skip
        back = IconButton("back", desc=self.t("Navigate up"), on_tap=self.close)
        rows = self.suggestions() if self._query else [self.this_page(), *self.suggestions()]
        bar = Row([back, entry, *cross], height=56, pad=(4, 0, 4, 0), background="surface")
        return Page(Column([bar, List(rows, id="omnibox_results")]), activity="SearchActivity", title="Address")

    def this_page(self) -> Widget:
        """The page that one is on, with bare signs to copy, share and change its address."""
        url = self.tab.url
        signs = [IconButton("copy", size=18, on_tap=partial(self.copy, url)), IconButton("share", size=18, on_tap=partial(share, self, "text", url)),
                 IconButton("pen", size=18, on_tap=partial(setattr, self, "_query", url))]  # fmt: skip
        row = self.page_row(self.site(url).title, "" if url == NEW_TAB else url, Row(signs, width="wrap"), url)
        row.on_tap = self.close
        return row

    def suggestions(self) -> list[Widget]:
        """A search for what is typed, then bookmarks and visits that have it."""
        wanted = self._query.strip().casefold()
        known = {mark.url: mark.title for mark in self.bookmarks} | {visit.url: visit.title for visit in self.history}
        fits = [url for url, title in known.items() if wanted in f"{title} {url}".casefold() and url != self.tab.url][
            :8
        ]
        rows = [self.page_row(known[url], url, self.arrow(url), url) for url in fits]
        if wanted:
            words = Text(self.t("Search for “{}”").format(self._query), lines=1, weight=1, pad=(16, 0, 0, 0))
            rows.insert(
                0,
                Row(
                    [Icon("search"), Space(width=8), words, self.arrow(self._query)],
                    pad=(16, 4, 4, 4),
                    on_tap=self.typed_search,
                ),
            )
        return list(rows)

    def arrow(self, words: str) -> Widget:
        """Puts a suggestion into the field, to go on typing."""
        return IconButton("undo", id="refine", desc=words, size=18, on_tap=partial(setattr, self, "_query", words))

    def typed(self) -> None:
        """Go to the address, or search."""
        if self._query.strip():
            self.leave_for(address(self._query))

    def typed_search(self) -> None:
        """Search, even for what looks like an address."""
        self.leave_for(SEARCH + self._query.strip())

    def start_body(self) -> Widget:
        """What a new tab shows: a line to tap, and the bookmarks."""
        line = Row([Space(width=14), Icon("search"), Space(width=12), Text(self.t("Search or type an address"), color="text2", lines=1)], height=52,
                   background="track", radius=26, on_tap=self.type_address)  # fmt: skip
        tiles = [Column([avatar(host(mark.url), 48, radius=24), Text(mark.title, size=12, lines=2, align="center", gravity="center", height=34, pad=(0, 4, 0, 0))],
                        id="tile_view", width=88, pad=6, on_tap=partial(self.go, mark.url)) for mark in self.bookmarks]  # fmt: skip
        for one in tiles:
            one.children[0].gravity = "center"
        return Scroll(
            [
                Space(height=48),
                Row([line], pad=(20, 0, 20, 24)),
                header(self.t("Bookmarks")),
                Flow(tiles, pad=(16, 4, 16, 0), gap=4),
            ]
        )

    # Find in page

    def find(self, words: str | None) -> None:
        """Look for words in the page, from the first place; None: no longer."""
        self._find, self._hit = words, 0
        self.to_hit(0)

    def find_bar(self, tab: Tab) -> Widget:
        """A field, which of how many, up, down, and a cross."""
        hits = self.hits(tab)
        count = f"{self._hit % len(hits) + 1}/{len(hits)}" if hits else "0/0"
        entry = Field(self._find or "", id="find_query", hint=self.t("Find in page"), weight=1, focus=True, on_change=self.find,
                      on_submit=partial(self.to_hit, 1))  # fmt: skip
        signs = [
            ("up", partial(self.to_hit, -1)),
            ("down", partial(self.to_hit, 1)),
            ("close", partial(self.find, None)),
        ]
        buttons = [IconButton(icon, size=20, pad=11, on_tap=do) for icon, do in signs]
        return Row([entry, Text(count, id="find_status", size=13, color="text2"), *buttons], id="find_toolbar", height=56,
                   pad=(8, 0, 0, 0), background="surface")  # fmt: skip

    def to_hit(self, by: int) -> None:
        """So many places on, round the page's end, and there."""
        hits = self.hits(self.tab)
        self._hit += by
        if hits:
            self.scroll_to("main", hits[self._hit % len(hits)])

    # Tabs

    def tabs_page(self) -> Page:
        """A card for each tab."""
        add = IconButton("plus", on_tap=self.add_tab)
        more = IconButton("more", desc=self.t("More options"), on_tap=partial(self.ask, self.tabs_menu))
        title = self.some("{} tabs", len(self.tabs))
        cards = [self.tab_card(number, tab) for number, tab in enumerate(self.tabs)]
        bar = toolbar(title, add, more, on_back=self.close, up=self.t("Navigate up"))
        body = List(cards, id="tab_list", columns=2, pad=6)
        return Page(Column([bar, body]), activity="TabSwitcherActivity", title="Tabs")

    def tab_card(self, number: int, tab: Tab) -> Widget:
        """A tab's title beside a cross, over what it looks like; the one in front has an edge."""
        front = tab is self.tab
        cross = IconButton("close", id="action_button", size=16, pad=8, on_tap=partial(self.close_tab, tab))
        title = Text(self.site(tab.url).title, id="tab_title", size=13, bold=True, lines=1, weight=1, pad=(10, 0, 0, 0))
        sight = photo(tab.url, height=130, icon="globe" if tab.url != NEW_TAB else "plus")
        card = Column([Row([title, cross], height=36), sight, Text("" if tab.url == NEW_TAB else tab.url, size=12, color="text2", lines=1, pad=(10, 4, 10, 6))],
                      background="card", radius=10)  # fmt: skip
        edge = Column(
            [card],
            background="primary" if front else "line",
            radius=12,
            pad=2,
            selected=front,
            on_tap=partial(self.switch, number),
        )
        return Frame([edge], pad=6)

    def switch(self, number: int) -> None:
        """Another tab to the front."""
        self.current = number
        self.close()
        self.fresh()

    def add_tab(self) -> None:
        """One more, empty."""
        self.close()
        self.new_tab()

    def close_tab(self, tab: Tab) -> None:
        """A tab less, which can be had back for a while; the last one leaves an empty one."""
        before, current = list(self.tabs), self.current
        front = self.tab
        self.tabs = [other for other in self.tabs if other is not tab] or [Tab(NEW_TAB)]
        self.current = next(
            (n for n, other in enumerate(self.tabs) if other is front), max(min(current, len(self.tabs) - 1), 0)
        )

        def undo() -> None:
            self.tabs, self.current = before, current

        self.snack(self.t("Tab closed"), self.t("Undo"), undo)

    def tabs_menu(self) -> Dialog:
        """What can be done with all of them."""
        return menu(self, (self.t("New tab"), self.add_tab), (self.t("Close all tabs"), partial(self.ask, self.all_sure)),
                    (self.t("Settings"), partial(self.open, self.settings_page)), gravity="top right")  # fmt: skip

    def all_sure(self) -> Dialog:
        """Asked before all are closed."""
        title = self.t("Close all tabs?")
        return confirm(self, title, self.some("{} tabs", len(self.tabs)), self.t("Close"), self.close_all, danger=True)

    def close_all(self) -> None:
        """An empty one is left."""
        self.tabs, self.current = [Tab(NEW_TAB)], 0

    # Settings

    def settings_page(self) -> Page:
        """How the browser behaves."""
        rows = [
            setting(self.t("Search engine"), self.t(self.engine), icon="search", on_tap=partial(self.ask, self.engine_dialog)),
            setting(self.t("Home page"), self.home_page, icon="home", on_tap=self.ask_home),
            setting(self.t("Text size"), f"{self.text_percent}%", icon="eye"),
            Row([Seek((self.text_percent - 50) / 150, id="seekbar", weight=1, on_seek=self.size_text)], pad=(72, 0, 24, 8)),
            switch_row(self.t("Block pop-ups"), self.block_popups, self.flipper("block_popups"), icon="block"),
            switch_row(self.t("Ask before downloading"), self.ask_first, self.flipper("ask_first"), icon="download"),
            setting(self.t("Site settings"), str(len(self.cookies)), icon="globe", on_tap=partial(self.open, self.sites_page)),
            setting(self.t("Clear browsing data"), icon="trash", on_tap=self.show_clear),
        ]  # fmt: skip
        return self.screen(self.t("Settings"), "SettingsActivity", List(rows, id="recycler_view", loads=0.2))

    def engine_dialog(self) -> Dialog:
        """Which one searches."""
        names = [self.t(name) for name in ENGINES]
        return pick_one(
            self,
            self.t("Search engine"),
            names,
            ENGINES.index(self.engine),
            lambda n: setattr(self, "engine", ENGINES[n]),
        )

    def ask_home(self) -> None:
        """Ask for the address of the page to begin on."""
        ask_words(
            self,
            self.t("Home page"),
            self.home_page,
            lambda typed: setattr(self, "home_page", address(typed or self.home_page)),
        )

    def size_text(self, part: float) -> None:
        """From half to double, in steps of ten."""
        self.text_percent = 50 + round(part * 15) * 10

    def site_sure(self, name: str) -> Dialog:
        """Asked before a site's data are gone."""
        return confirm(
            self, self.t("Forget this site"), name, self.t("Delete"), partial(self.cookies.pop, name), danger=True
        )

    def sites_page(self) -> Page:
        """Which sites have stored something, and what they were allowed."""
        rows = [setting(name, self.t("Cookies: {}").format("+".join(map(self.t, kept.split("+")))),
                        end=[IconButton("trash", size=20, on_tap=partial(self.ask, self.site_sure, name))])
                for name, kept in self.cookies.items()]  # fmt: skip
        body = List(rows or [nothing_here("globe", self.t("No site has stored anything"))])
        return self.screen(self.t("Site settings"), "SiteSettingsActivity", body)
