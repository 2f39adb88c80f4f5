"""What Browser remembers, going from page to page, and bookmarks in their folders."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from appagent.phone.app import App, Dialog, Page
from appagent.phone.apps.browser.pages import SEARCH, Card, Entry, Form, Head, Para, Site, host, search
from appagent.phone.apps.browser.web import WEB
from appagent.phone.dialogs import ask_words, confirm, menu, pick_one
from appagent.phone.intents import share
from appagent.phone.parts import avatar, header, nothing_here, setting, toolbar
from appagent.phone.ui import Button, Column, Field, Icon, IconButton, List, Row, Scroll, Space, Text, Widget

NEW_TAB = "newtab"
_MARKS = (("handbook.example", "Travel"), ("openpedia.example/Lake_Oriel", "Travel"), ("dailyferry.example", "Mobile"),
          ("seedfair.example", "Mobile"), ("openpedia.example/Ida_Kessler", "Reading"),
          ("openpedia.example/zh/白鹭湖", "Reading"))  # fmt: skip
_VISITS = ((1, "21:40", "dailyferry.example/cheese"), (1, "21:38", "dailyferry.example"),
           (1, "18:02", "openpedia.example/Alder_Bridge"), (1, "17:55", "search.example/?q=alder bridge"),
           (1, "08:12", "start.example"), (3, "20:31", "handbook.example"), (3, "20:29", "openpedia.example/Lake_Oriel"),
           (3, "12:44", "seedfair.example/delivery"), (3, "12:40", "seedfair.example"),
           (5, "22:10", "openpedia.example/zh/白鹭湖"), (5, "22:04", "wanbao.example"), (5, "09:15", "start.example/zh"),
           (9, "16:48", "openpedia.example/Ida_Kessler"), (9, "16:20", "openpedia.example"))  # fmt: skip  # days ago


@dataclass
class Tab:
    """One tab. back, forward: the addresses on either side of this one, the nearest last."""

    url: str
    back: list[str] = field(default_factory=list)
    forward: list[str] = field(default_factory=list)
    reader: bool = False
    desktop: bool = False


@dataclass
class Visit:
    """One page that was looked at. day: "2026-11-22"; time: "10:08"."""

    title: str
    url: str
    day: str
    time: str


@dataclass
class Bookmark:
    """An address that is kept."""

    title: str
    url: str
    folder: str = "Mobile"


@dataclass
class Download:
    """A file that was fetched. url: of the page that it was on."""

    name: str
    size: str
    url: str


class Library(App):
    """Every page that is gone to is a visit; what is kept of it lies in lists that can be changed and cleared."""

    def begin(self) -> None:
        """Two tabs, some bookmarks in three folders, visits of earlier days, nothing downloaded."""
        self.home_page = "start.example/zh" if self._host.locale.startswith("zh") else "start.example"
        self.tabs = [Tab(self.home_page), Tab("handbook.example")]
        self.current = 0
        self.folders = ["Mobile", "Travel", "Reading"]
        self.bookmarks = [Bookmark(self.site(url).title, url, folder) for url, folder in _MARKS]
        now = self._host.local_time()
        days = {ago: str((now - timedelta(days=ago)).date()) for ago, _, _ in _VISITS}
        self.history = [Visit(self.site(url).title, url, days[ago], time) for ago, time, url in _VISITS]
        self.downloads: list[Download] = []
        self.cookies = {"handbook.example": "necessary"}
        self.ask_first = True
        self._folder = ""
        self._draft = Bookmark("", "")
        self._visits = 0

    # Where one is

    @property
    def tab(self) -> Tab:
        """The one in front."""
        return self.tabs[min(self.current, len(self.tabs) - 1)]

    def site(self, url: str) -> Site:
        """The page at an address: one of the web's, the results of a search, or what tells that there is none."""
        if url == NEW_TAB:
            return Site(self.t("New tab"), ())
        if url in WEB:
            return WEB[url]
        if url.startswith(SEARCH):
            return self.results(url.removeprefix(SEARCH))
        say = self.t("The address {} was not found. Check it for typing mistakes.").format(host(url))
        title = self.t("This site can’t be reached")
        return Site(title, (Head(title, size=22), Para(say), Para("ERR_NAME_NOT_RESOLVED")), missing=True)

    def results(self, query: str) -> Site:
        """What a search finds."""
        found = search(query, WEB)
        form = Form((Entry("q", self.t("Search the web")),), self.t("Search"), SEARCH)
        say = self.some("{} results", len(found)) if found else self.t("No results for “{}”").format(query)
        cards = (Card(title, f"{url}\n{line}", url) for url, title, line in found)
        return Site(f"{query} - {self.t('Search')}", (form, Para(say), *cards))

    def go(self, url: str) -> None:
        """To another address, from which back leads here."""
        tab = self.tab
        tab.back, tab.forward, tab.url = [*tab.back, tab.url], [], url
        self.arrive()

    def arrive(self) -> None:
        """The tab has come to another page, which is noted and loads."""
        now, url = self._host.local_time(), self.tab.url
        if url != NEW_TAB:
            self.history.insert(0, Visit(self.site(url).title, url, str(now.date()), f"{now:%H:%M}"))
        self.fresh()

    def fresh(self) -> None:
        """The page is drawn from its beginning, and nothing that was done on another holds for it."""
        self._visits += 1
        self.renew()

    def leave_for(self, url: str) -> None:
        """From a page of the browser's own to a web page."""
        self.close()
        self.go(url)

    def new_tab(self, url: str = NEW_TAB, behind: bool = False) -> None:
        """One tab more, in front unless it is to stay behind."""
        self.tabs.append(Tab(url))
        if not behind:
            self.current = len(self.tabs) - 1
            self.arrive()

    def screen(self, title: str, activity: str, *parts: Widget, actions: Sequence[Widget] = ()) -> Page:
        """A page of the browser's own, under a bar with its title."""
        bar = toolbar(title, *actions, on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, *parts]), activity=activity, title=activity.removesuffix("Activity"))

    # Bookmarks

    def marked(self, url: str) -> Bookmark | None:
        """The bookmark of an address, if there is one."""
        return next((mark for mark in self.bookmarks if mark.url == url), None)

    def mark(self, title: str, url: str) -> None:
        """Keep an address in the first folder; where it is kept already, change its bookmark."""
        mark = self.marked(url)
        if mark:
            self.edit_mark(mark)
        else:
            self.bookmarks.append(Bookmark(title, url, self.folders[0]))
            self.snack(self.t("Bookmarked"), self.t("Edit"), partial(self.edit_mark, self.bookmarks[-1]))

    def show_bookmarks(self) -> None:
        """The folders."""
        self._folder = ""
        self.open(self.bookmark_page)

    def bookmark_page(self) -> Page:
        """Folders, or what is in one of them."""
        if not self._folder:
            rows = [self.folder_row(name) for name in self.folders]
            add = IconButton("plus", desc=self.t("New folder"), on_tap=self.add_folder)
            return self.screen(self.t("Bookmarks"), "BookmarkActivity", List(rows, id="list", loads=0.2), actions=[add])
        rows = [self.mark_row(mark) for mark in self.bookmarks if mark.folder == self._folder]
        body = List(rows or [nothing_here("bookmark", self.t("No bookmarks"))], id="list", loads=0.2)
        up = partial(setattr, self, "_folder", "")
        bar = toolbar(self.t(self._folder), on_back=up, up=self.t("Navigate up"))
        return Page(Column([bar, body]), activity="BookmarkActivity", title=self._folder, on_back=up)

    def folder_row(self, name: str) -> Widget:
        """A folder with how many bookmarks are in it."""
        count = sum(mark.folder == name for mark in self.bookmarks)
        dots = IconButton(
            "more", id="more", desc=self.t("More options"), on_tap=partial(self.ask, self.folder_menu, name)
        )
        words = Column(
            [Text(self.t(name), id="title"), Text(str(count), id="description", size=13, color="text2")], weight=1
        )
        return Row(
            [Icon("folder"), Space(width=16), words, dots],
            pad=(16, 8, 4, 8),
            on_tap=partial(setattr, self, "_folder", name),
        )

    def folder_menu(self, name: str) -> Dialog:
        """What can be done with a folder; the first one stays."""
        delete = [(self.t("Delete"), partial(self.ask, self.folder_sure, name))] if name != self.folders[0] else []
        return menu(self, (self.t("Name"), partial(self.rename_folder, name)), *delete)

    def add_folder(self) -> None:
        """Ask what it is to be called."""
        ask_words(self, self.t("New folder"), "", lambda name: self.folders.append(name) if name not in ("", *self.folders) else None,
                  hint=self.t("Name"))  # fmt: skip

    def rename_folder(self, old: str) -> None:
        """Ask for another name."""

        def renamed(name: str) -> None:
            if name not in ("", *self.folders):
                self.folders[self.folders.index(old)] = name
                for mark in self.bookmarks:
                    mark.folder = name if mark.folder == old else mark.folder

        ask_words(self, self.t("Folder"), self.t(old), renamed)

    def folder_sure(self, name: str) -> Dialog:
        """Asked before a folder is gone."""

        def delete() -> None:
            self.folders.remove(name)
            self.bookmarks = [mark for mark in self.bookmarks if mark.folder != name]

        return confirm(
            self, self.t("Delete folder and its bookmarks?"), self.t(name), self.t("Delete"), delete, danger=True
        )

    def page_row(self, title: str, about: str, end: Widget, url: str) -> Row:
        """A web page in a list: the first letter of its site, its title over something about it."""
        words = Column([Text(title, id="title", lines=1), Text(about, id="description", size=13, color="text2", lines=1)],
                       weight=1, pad=(16, 0, 4, 0))  # fmt: skip
        return Row(
            [avatar(host(url), 32, radius=16), words, end],
            id="content",
            pad=(16, 8, 4, 8),
            on_tap=partial(self.leave_for, url),
        )

    def mark_row(self, mark: Bookmark) -> Widget:
        """A bookmark; what can be done with it is behind its dots."""
        more = partial(self.ask, self.mark_menu, mark)
        row = self.page_row(
            mark.title, mark.url, IconButton("more", id="more", desc=self.t("More options"), on_tap=more), mark.url
        )
        row.on_hold = more
        return row

    def mark_menu(self, mark: Bookmark) -> Dialog:
        """What can be done with a bookmark."""
        return menu(self, (self.t("Edit"), partial(self.edit_mark, mark)), (self.t("Move to"), partial(self.ask, self.move_dialog, mark)),
                    (self.t("Share link"), partial(share, self, "text", mark.url)),
                    (self.t("Delete"), partial(self.ask, self.mark_sure, mark)))  # fmt: skip

    def move_dialog(self, mark: Bookmark) -> Dialog:
        """Which folder it is to be in."""
        names = [self.t(name) for name in self.folders]
        chosen = self.folders.index(mark.folder) if mark.folder in self.folders else -1
        return pick_one(self, self.t("Move to"), names, chosen, lambda n: setattr(mark, "folder", self.folders[n]))

    def mark_sure(self, mark: Bookmark, leave: bool = False) -> Dialog:
        """Asked before a bookmark is gone, and with it the page that shows it."""
        do = partial(self.delete_mark, mark, leave)
        return confirm(self, self.t("Delete bookmark?"), mark.title, self.t("Delete"), do, danger=True)

    def delete_mark(self, mark: Bookmark, leave: bool) -> None:
        """Take a bookmark away."""
        self.bookmarks.remove(mark)
        if leave:
            self.close()

    def edit_mark(self, mark: Bookmark) -> None:
        """Change a bookmark's name, address and folder."""
        self._draft = replace(mark)
        self.open(self.mark_page, mark)

    def mark_page(self, mark: Bookmark) -> Page:
        """A form; nothing is changed before it is saved."""
        draft = self._draft
        bin_ = IconButton("trash", on_tap=partial(self.ask, self.mark_sure, mark, True))
        keep = Button(self.t("Save"), on_tap=partial(self.keep_mark, mark))
        rows = [header(self.t("Name")), Field(draft.title, id="title_text", on_change=partial(setattr, draft, "title")),
                header(self.t("Address")), Field(draft.url, id="url_text", on_change=partial(setattr, draft, "url")),
                Space(height=12), setting(self.t("Folder"), self.t(draft.folder), icon="folder",
                                          on_tap=partial(self.ask, self.move_dialog, draft))]  # fmt: skip
        body = Scroll(rows, pad=(8, 0, 8, 0))
        return self.screen(self.t("Edit bookmark"), "BookmarkEditActivity", body, actions=[bin_, keep])

    def keep_mark(self, mark: Bookmark) -> None:
        """What the form says becomes the bookmark, unless a field is empty."""
        if self._draft.title.strip() and self._draft.url.strip():
            mark.title, mark.url, mark.folder = self._draft.title.strip(), self._draft.url.strip(), self._draft.folder
            self.close()
