"""Browser's records: where one has been, what was downloaded, and how to be rid of both."""

from datetime import timedelta
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.browser.library import Download, Library, Visit
from appagent.phone.apps.browser.pages import Attached, host
from appagent.phone.dialogs import confirm, menu
from appagent.phone.intents import share
from appagent.phone.parts import check_row, header, nothing_here, photo, setting
from appagent.phone.ui import Button, Column, Field, Icon, IconButton, List, Row, Scroll, Space, Text, Widget


class Records(Library):
    """Lists of the past, a row each, from which one or all can be taken."""

    def begin(self) -> None:
        """Nothing is looked for, nothing chosen."""
        super().begin()
        self._query = ""
        self._clear: list[str] = []

    # History

    def show_history(self) -> None:
        """All visits, nothing looked for."""
        self._query = ""
        self.open(self.history_page)

    def history_page(self) -> Page:
        """Visits under their days."""
        entry = Field(self._query, id="search_text", hint=self.t("Search history"), on_change=self.setter("_query"),
                      enter="search")  # fmt: skip
        rows: list[Widget] = []
        day = ""
        for visit in self.history:
            if self._query.casefold() not in f"{visit.title} {visit.url}".casefold():
                continue
            if visit.day != day:
                day = visit.day
                rows.append(header(self.day_in_words(day)))
            cross = IconButton("close", id="remove", size=18, on_tap=partial(self.forget, visit))
            rows.append(self.page_row(visit.title, f"{visit.time} · {visit.url}", cross, visit.url))
        clear = IconButton("trash", desc=self.t("Clear browsing data"), on_tap=self.show_clear)
        body = List(rows or [nothing_here("clock", self.t("No history"))], id="list", loads=0.3)
        return self.screen(
            self.t("History"), "HistoryActivity", Row([entry], pad=(12, 4, 12, 4)), body, actions=[clear]
        )

    def forget(self, visit: Visit) -> None:
        """Take one visit out of the list."""
        self.did("delete", visit.title)
        self.history = [other for other in self.history if other is not visit]

    def day_in_words(self, day: str) -> str:
        """Today, yesterday or the date."""
        today = self._host.local_time().date()
        return {str(today): self.t("Today"), str(today - timedelta(days=1)): self.t("Yesterday")}.get(day, day)

    def show_clear(self) -> None:
        """Choose what is to be cleared; the history is, unless it is taken out."""
        self._clear = ["history"]
        self.open(self.clear_page)

    def clear_page(self) -> Page:
        """A box for each kind of data over a button."""
        kinds = {"history": ("History", len(self.history)), "cookies": ("Cookies and site data", len(self.cookies)),
                 "downloads": ("Downloads", len(self.downloads))}  # fmt: skip
        rows = [check_row(self.t(words), kind in self._clear, partial(self.choose_clear, kind), str(count))
                for kind, (words, count) in kinds.items()]  # fmt: skip
        button = Button(
            self.t("Clear data"),
            color="on_primary",
            background="primary",
            radius=20,
            gravity="right",
            on_tap=self.ask_clear,
        )
        return self.screen(self.t("Clear browsing data"), "ClearDataActivity", Scroll(rows), Column([button], pad=16))

    def choose_clear(self, kind: str) -> None:
        """Turn one kind over."""
        self._clear = [k for k in self._clear if k != kind] if kind in self._clear else [*self._clear, kind]

    def ask_clear(self) -> None:
        """Ask before anything is gone."""
        if self._clear:
            self.ask(lambda: confirm(self, self.t("Clear the chosen data?"), self.t("This cannot be undone."), self.t("Clear"),
                                     self.clear_data, danger=True))  # fmt: skip
        else:
            self.toast(self.t("Nothing is chosen"))

    def clear_data(self) -> None:
        """Empty what was chosen."""
        for kind in self._clear:
            getattr(self, kind).clear()
        self.close()
        self.toast(self.t("Data cleared"))

    # Downloads

    def fetch_file(self, file: Attached) -> None:
        """Download a file, after a question if the settings want one."""
        if self.ask_first:
            self.ask(
                lambda: confirm(
                    self,
                    self.t("Download file?"),
                    f"{file.name}, {file.size}",
                    self.t("Download"),
                    partial(self.download, file),
                )
            )
        else:
            self.download(file)

    def download(self, file: Attached) -> None:
        """One file more; one that is there already gets a number."""
        stem, dot, ending = file.name.rpartition(".")
        again = sum(old.name.startswith(stem) and old.name.endswith(dot + ending) for old in self.downloads)
        name = f"{stem} ({again}){dot}{ending}" if again else file.name
        self.downloads.insert(0, Download(name, file.size, self.tab.url))
        self.snack(
            self.t("Downloaded {}").format(name), self.t("Open"), partial(self.open, self.file_page, self.downloads[0])
        )

    def download_page(self) -> Page:
        """The files, the latest first."""
        rows = []
        for file in self.downloads:
            dots = IconButton(
                "more", id="more", desc=self.t("More options"), on_tap=partial(self.ask, self.file_menu, file)
            )
            words = Column([Text(file.name, id="title", lines=1), Text(f"{file.size} · {host(file.url)}", id="caption", size=13, color="text2")],
                           weight=1)  # fmt: skip
            rows.append(
                Row(
                    [Icon("file"), Space(width=16), words, dots],
                    pad=(16, 8, 4, 8),
                    on_tap=partial(self.open, self.file_page, file),
                )
            )
        body = List(rows or [nothing_here("download", self.t("No downloads"))], id="list", loads=0.2)
        return self.screen(self.t("Downloads"), "DownloadActivity", body)

    def file_menu(self, file: Download) -> Dialog:
        """What can be done with a file."""
        return menu(self, (self.t("Open"), partial(self.open, self.file_page, file)), (self.t("Share"), partial(self.share_file, file)),
                    (self.t("Delete"), partial(self.ask, self.file_sure, file)))  # fmt: skip

    def share_file(self, file: Download) -> None:
        """Hand a file to another app."""
        share(self, "image" if file.name.endswith("jpg") else "file", file.name)

    def file_page(self, file: Download) -> Page:
        """A file: what it looks like, where it is from."""
        picture = photo(file.name, height=260, icon="" if file.name.endswith("jpg") else "file")
        about = setting(self.t("From {}").format(host(file.url)), file.size, icon="globe")
        send = IconButton("share", on_tap=partial(self.share_file, file))
        bin_ = IconButton("trash", on_tap=partial(self.ask, self.file_sure, file, True))
        return self.screen(file.name, "FileActivity", Scroll([picture, about]), actions=[send, bin_])

    def file_sure(self, file: Download, leave: bool = False) -> Dialog:
        """Asked before a file is gone, and with it the page that shows it."""
        return confirm(
            self,
            self.t("Delete file?"),
            file.name,
            self.t("Delete"),
            partial(self.delete_file, file, leave),
            danger=True,
        )

    def delete_file(self, file: Download, leave: bool) -> None:
        """Take a file away for good."""
        self.downloads = [other for other in self.downloads if other is not file]
        if leave:
            self.close()
        self.toast(self.t("File deleted"))
