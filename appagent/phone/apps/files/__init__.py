"""Files: folders and what lies in them, search, favourites, a trash, and the chooser that other apps borrow."""

from collections.abc import Callable, Sequence
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.files.disk import KINDS, ROOTS, SORTS, File, Item, parent, text_name, written
from appagent.phone.apps.files.items import Items
from appagent.phone.apps.files.seeds import WORDS
from appagent.phone.dialogs import confirm, menu, pick_one
from appagent.phone.parts import (
    chips,
    divider,
    header,
    nothing_here,
    photo,
    search_bar,
    setting,
    switch_row,
    tile,
    toolbar,
    with_fab,
)
from appagent.phone.ui import (
    Button,
    CheckBox,
    Column,
    Field,
    Frame,
    Grid,
    Handler,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Text,
    Widget,
)

SHELVES = (*tuple(KINDS)[:5], "Favourites")  # what the first screen leads to


class Files(Items):
    """Hold a row down to choose it and others; what to do with them is a bar of icons below, or behind a row's dots."""

    package = "com.example.files"
    label = "Files"
    icon = "folder"
    colour = "#2b7a78"
    version = "1.0.614"
    words = {"zh": WORDS}

    def begin(self) -> None:
        """A used disk; nothing is looked for, nothing is being written."""
        super().begin()
        self._query, self._kind = "", 0
        self._draft = File("")

    def home(self) -> Page:
        """Kinds of files, the latest of them, and where files are kept."""
        kinds = Grid([self.shelf(name) for name in SHELVES], columns=3, pad=8)
        all_of_them = Button(self.t("See all"), on_tap=partial(self.go, self.recent))
        latest = Row([Frame([header(self.t("Recent"))], weight=1), all_of_them], pad=(0, 4, 8, 0))
        rows = [self.row(file, partial(self.open, self.viewer, file)) for file in self.newest()[:3]]
        count = self.counted(len(self.trash))
        trash = setting(self.t("Trash"), count, icon="trash", on_tap=partial(self.open, self.trash_page))
        roots = self.roots(partial(self.go, self.folder_page))
        find = IconButton("search", id="search", desc=self.t("Search"), on_tap=self.search)
        bar = toolbar(self.t("Files"), find, IconButton("gear", on_tap=partial(self.open, self.settings)))
        body = Scroll([kinds, latest, *rows, header(self.t("Storage")), *roots, trash])
        return Page(Column([bar, body]), activity="HomeActivity", title="Files")

    def shelf(self, name: str) -> Widget:
        """A way to all files of a kind."""
        icon, colour, _ = KINDS.get(name, ("star", "#4c8c4a", ""))
        sign = Icon(icon, color="#ffffff", background=colour, radius=22, pad=10, gravity="center")
        words = Text(self.t(name), size=14, lines=1, gravity="center", pad=(0, 6, 0, 0))
        return Column([sign, words], pad=(4, 12, 4, 12), on_tap=partial(self.go, self.of_kind, name))

    # Pages of many files

    def folder_page(self, path: str) -> Page:
        """A folder: the way to it, and what is in it."""
        up = self.close if path in ROOTS else partial(self.enter, parent(path))
        other = "Grid" if self.view == "List" else "List"
        actions = [IconButton("apps" if other == "Grid" else "menu", on_tap=partial(self.setter("view"), other)),
                   self.sorter(), self.dots(partial(self.ask, self.folder_menu, path))]  # fmt: skip
        return self.many(self.called(path), self.inside(path), "BrowseActivity", actions, up, path)

    def of_kind(self, kind: str) -> Page:
        """All files of a kind, wherever they are."""
        files = [file for file in self.everywhere() if (file.starred if kind == "Favourites" else file.kind == kind)]
        return self.many(self.t(kind), self.in_order(files), "CategoryActivity", [self.sorter()], self.close)

    def recent(self) -> Page:
        """What was changed last."""
        return self.many(self.t("Recent"), self.newest(), "RecentActivity", [], self.close)

    def many(self, title: str, items: Sequence[Item], activity: str, actions: Sequence[Widget], up: Handler,
             path: str | None = None) -> Page:  # fmt: skip
        """Rows, or in a folder cells, under a bar; while some are chosen, other bars above and below them."""
        grid = self.view == "Grid" and path is not None
        draw, columns, pad = (self.cell, 3, 4) if grid else (self.row_of_many, 1, 0)
        enter = partial(self.go, self.folder_page) if path is None else self.enter
        found = [draw(item, partial(self.tapped, item, enter)) for item in items]
        body: Widget = List(found, id="dir_list", loads=0.3, columns=columns, pad=pad) if found else self.nothing()
        crumbs = [] if path is None else [self.crumbs(path, enter)]
        if self._chosen:
            parts = [self.chosen_bar(items), *crumbs, body, self.action_bar()]
            return Page(Column(parts), activity, on_back=self.choose_none, title=path or title)
        if path is not None:
            body = with_fab(body, "plus", partial(self.ask, self.new_sheet, path))
        bar = toolbar(title, *actions, on_back=up, up=self.t("Navigate up"))
        return Page(Column([bar, *crumbs, body]), activity, on_back=up, title=path or title)

    def enter(self, path: str) -> None:
        """A folder in place of the one that is shown."""
        self.choose_none()
        self.instead(self.folder_page, path)

    def row(self, item: Item, do: Handler, *, about: str = "", hold: Handler | None = None) -> Widget:
        """A picture, the name over size and date, and three dots.

        Where rows can be held, a tap on the picture chooses one too; once one is, boxes to tick take the dots' place.
        """
        words = [Text(self.called(item), lines=1), Text(about or self.about(item), size=13, color="text2", lines=1)]
        dots = self.dots(partial(self.ask, self.item_menu, item), id="more_button")
        on = item in self._chosen
        end = CheckBox(on, pad=(12, 8, 12, 8)) if hold and self._chosen else dots
        sign = self.sign(item)
        sign.on_tap = hold
        return Row([sign, Column(words, weight=1, pad=(14, 0, 8, 0)), end], id="item_root" if hold else "",
                   pad=(16, 8, 8, 8), selected=on, on_tap=do, on_hold=hold)  # fmt: skip

    def row_of_many(self, item: Item, do: Handler) -> Widget:
        """A row that can be held down."""
        return self.row(item, do, hold=partial(self.choose, item))

    def cell(self, item: Item, do: Handler) -> Widget:
        """The same in a grid."""
        on = item in self._chosen
        tick = Icon("check", color="on_primary", background="primary", radius=12, pad=4, size=16, gravity="top right")
        picture = Frame([self.sign(item, "fill", 84), *([tick] if on else [])])
        about = written(item.size_kb) if isinstance(item, File) else self.about(item)
        made = tile(picture, self.called(item), about, do, partial(self.choose, item))
        made.children[0].selected = on
        return made

    def nothing(self) -> Widget:
        """In place of rows."""
        return List([nothing_here("folder", self.t("Nothing here"))])

    def tapped(self, item: Item, enter: Callable[[str], None]) -> None:
        """What a tap on a row does: choose, look at, or go into."""
        if self._chosen:
            self.choose(item)
        elif isinstance(item, File):
            self.open(self.viewer, item)
        else:
            enter(item)

    def chosen_bar(self, items: Sequence[Item]) -> Widget:
        """How many are chosen, and a way to take all."""
        every = IconButton(
            "check", id="select_all", desc=self.t("Select all"), on_tap=partial(self.setter("_chosen"), list(items))
        )
        words = Text(self.t("{} selected").format(len(self._chosen)), size=20, weight=1, pad=(12, 0, 0, 0))
        return Row([IconButton("close", on_tap=self.choose_none), words, every], id="action_mode_bar", height=56,
                   pad=(4, 0, 4, 0), background="surface")  # fmt: skip

    def dots(self, do: Handler, id: str = "") -> Widget:
        """The three dots of a page or a row."""
        return IconButton("more", id=id, desc=self.t("More options"), size=20, pad=14, on_tap=do)

    def sorter(self) -> Widget:
        """What opens the question in which order files are to be."""
        return IconButton("sort", desc=self.t("Sort by"), on_tap=partial(self.ask, self.sort_dialog))

    def sort_dialog(self) -> Dialog:
        """In which order files are."""
        names, now = [self.t(name) for name in SORTS], SORTS.index(self.sort)
        return pick_one(self, self.t("Sort by"), names, now, lambda number: self.setter("sort")(SORTS[number]))

    def folder_menu(self, path: str) -> Dialog:
        """Behind a folder's three dots."""
        every = partial(self.setter("_chosen"), self.inside(path))
        return menu(self, (self.t("Select all"), every), (self.t("Search"), self.search),
                    (self.t("Settings"), partial(self.open, self.settings)), gravity="top right")  # fmt: skip

    def new_sheet(self, path: str) -> Dialog:
        """What the plus can make."""
        return menu(self, (self.t("New folder"), partial(self.new_folder, path)),
                    (self.t("New text file"), partial(self.write, None, path)), gravity="bottom", icons=["folder", "note"])  # fmt: skip

    def action_bar(self) -> Widget:
        """Icons without a word: copy, move, delete; of one alone also rename, and share where it is a file."""
        chosen = tuple(self._chosen)
        doings: list[tuple[str, Handler]] = [("copy", partial(self.copy_to, chosen)), ("cut", partial(self.move_to, chosen)),
                                             ("trash", partial(self.ask, self.delete_sure, chosen))]  # fmt: skip
        if len(chosen) == 1:
            doings.append(("pen", partial(self.ask_name, chosen[0])))
            if isinstance(chosen[0], File):
                doings.append(("share", partial(self.hand_on, chosen[0])))
        icons = [Frame([IconButton(icon, gravity="center", on_tap=do)], weight=1) for icon, do in doings]
        return Column([divider(), Row(icons, background="bar", pad=(0, 4, 0, 4))])

    def item_menu(self, item: Item) -> Dialog:
        """Behind a row's dots."""
        one = (item,)
        rows: list[tuple[str, Handler]] = [("Copy to", partial(self.copy_to, one)), ("Move to", partial(self.move_to, one)),
                                           ("Rename", partial(self.ask_name, item))]  # fmt: skip
        if isinstance(item, File):
            rows += [("Share", partial(self.hand_on, item)), self.star_row(item)]
        rows += [("Details", partial(self.open, self.details, item)),
                 ("Delete", partial(self.ask, self.delete_sure, one))]  # fmt: skip
        return menu(self, *((self.t(words), do) for words, do in rows))

    def star_row(self, file: File) -> tuple[str, Handler]:
        """The row of a menu that makes a file a favourite, or ends that."""
        return "Remove from favourites" if file.starred else "Add to favourites", partial(self.flip_star, file)

    # Pages of one file

    def viewer(self, file: File) -> Page:
        """A photograph, the words of a text, or a sign for anything else."""
        star = partial(self.flip_star, file)
        first = IconButton("star_full" if file.starred else "star", selected=file.starred, on_tap=star)
        words: list[Widget] = [Text(file.name, bold=True, pad=(20, 16, 20, 2)),
                               Text(self.about(file), size=14, color="text2", pad=(20, 0, 20, 16))]  # fmt: skip
        if file.is_text:
            first = IconButton("pen", on_tap=partial(self.write, file, ""))
            body: Widget = Scroll([*words, Text(file.text, pad=(20, 0, 20, 20))])
        elif file.kind == "Images":
            body = Column([*words, photo(file.name, height="fill")], weight=1)
        else:
            sign = Row([self.sign(file, 96, 96)], width="wrap", gravity="center", pad=(0, 64, 0, 16))
            nobody = partial(self.toast, self.t("No app can do that"))
            body = Column([*words, sign, Button(self.t("Open with"), gravity="center", on_tap=nobody)], weight=1)
        share = IconButton("share", on_tap=partial(self.hand_on, file))
        dots = self.dots(partial(self.ask, self.viewer_menu, file))
        bar = toolbar(self.t("Preview"), first, share, dots, on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, body]), activity="ViewerActivity", title=file.name)

    def viewer_menu(self, file: File) -> Dialog:
        """Behind the dots of a file that is open."""
        erase = partial(self.ask, self.delete_sure, (file,), True)
        rows: list[tuple[str, Handler]] = [
            self.star_row(file),
            ("Details", partial(self.open, self.details, file)),
            ("Delete", erase),
        ]
        return menu(self, *((self.t(words), do) for words, do in rows), gravity="top right")

    def details(self, item: Item) -> Page:
        """All that is known of a file or a folder; its place is a way there."""
        folder = self.folder_of(item)
        rows = [setting(self.t("Name"), self.called(item))]
        if isinstance(item, File):
            rows += [setting(self.t("Kind"), self.t(item.kind)), setting(self.t("Changed"), item.changed)]
        else:
            rows += [setting(self.t("Kind"), self.t("Folder")), setting(self.t("Contains"), self.about(item))]
        rows += [setting(self.t("Size"), written(self.size_kb(item))),
                 setting(self.t("Location"), self.place(item), on_tap=partial(self.go, self.folder_page, folder))]  # fmt: skip
        sign = self.sign(item, "fill", 140)
        bar = toolbar(self.t("Details"), on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, Scroll([sign, *rows])]), activity="DetailsActivity", title="Details")

    def write(self, file: File | None, folder: str) -> None:
        """Begin a text, or go on with one."""
        self._draft = File(file.name if file else "", text=file.text if file else "")
        self.open(self.editor, file, folder)

    def editor(self, file: File | None, folder: str) -> Page:
        """The text, for a new one its name too; kept by the tick."""
        draft = self._draft
        name = Field(draft.name, id="file_name", hint=self.t("File name"), on_change=partial(setattr, draft, "name"))
        text = Field(draft.text, hint=self.t("Text"), lines=8, weight=1, background="background",
                     on_change=partial(setattr, draft, "text"))  # fmt: skip
        keep = IconButton("check", color="primary", on_tap=partial(self.keep_draft, file, folder))
        bar = toolbar(
            file.name if file else self.t("New text file"), keep, on_back=self.close, up=self.t("Navigate up")
        )
        fields = [text] if file else [name, text]
        return Page(Column([bar, Column(fields, weight=1, pad=(8, 0, 8, 0))]), activity="TextEditorActivity")

    def keep_draft(self, file: File | None, folder: str) -> None:
        """Save the words, in a new file or in theirs."""
        name = text_name(self._draft.name)
        if file:
            file.text, file.changed = self._draft.text, self.now()
            self.toast(self.t("Saved"))
        elif self.usable(name, folder):
            self.keep(File(name, text=self._draft.text), folder)
        else:
            return
        self.close()

    # Search, trash, settings

    def search(self) -> None:
        """Look for names."""
        self._query, self._kind = "", 0
        self.go(self.search_page)

    def search_page(self) -> Page:
        """A field, kinds to choose from, and what has the words in its name."""
        words, kinds = self._query.casefold().strip(), ("All", *SHELVES[:5])
        folders = [path for path in self.folders if path not in ROOTS and self.shown(path)] if not self._kind else []
        files = [file for file in self.everywhere() if self._kind == 0 or file.kind == kinds[self._kind]]
        items: list[Item] = [*sorted(folders), *files]
        found = [item for item in items if words and words in self.called(item).casefold()]
        enter = partial(self.go, self.folder_page)
        rows = [self.row(item, partial(self.tapped, item, enter), about=self.place(item)) for item in found]
        if words and not rows:
            rows = [nothing_here("search", self.t("No results"))]
        bar = search_bar(self._query, self.t("Search files"), self.setter("_query"), self.close, self.t("Navigate up"))
        choices = chips([self.t(kind) for kind in kinds], [self._kind], self.setter("_kind"))
        return Page(Column([bar, choices, List(rows, id="results")]), activity="SearchActivity")

    def trash_page(self) -> Page:
        """What was deleted; a tap asks what is to become of it."""
        rows = [setting(file.name, f"{self.called(file.was_in)} · {written(file.size_kb)}", icon=KINDS[file.kind][0],
                        on_tap=partial(self.ask, self.trash_menu, file)) for file in self.trash]  # fmt: skip
        empty = (
            [IconButton("trash", desc=self.t("Empty trash"), on_tap=partial(self.ask, self.empty_sure))] if rows else []
        )
        bar = toolbar(self.t("Trash"), *empty, on_back=self.close, up=self.t("Navigate up"))
        body = List(rows, loads=0.3) if rows else self.nothing()
        return Page(Column([bar, body]), activity="TrashActivity", title="Trash")

    def trash_menu(self, file: File) -> Dialog:
        """For one that was deleted."""
        return menu(self, (self.t("Restore"), partial(self.restore, file)),
                    (self.t("Delete forever"), partial(self.ask, self.forever_sure, file)), gravity="bottom",
                    icons=["undo", "trash"])  # fmt: skip

    def restore(self, file: File) -> None:
        """Back to where it was."""
        self.bring_back([], [file])
        self.toast(self.t("Restored"))

    def forever_sure(self, file: File) -> Dialog:
        """Asked before a file is gone for good."""
        return confirm(
            self, self.t("Delete forever?"), file.name, self.t("Delete"), partial(self.trash.remove, file), danger=True
        )

    def empty_sure(self) -> Dialog:
        """Asked before all of them are."""
        said, yes = self.t("It cannot be brought back."), self.t("Delete")
        return confirm(self, self.t("Empty trash?"), said, yes, self.trash.clear, danger=True)

    def settings(self) -> Page:
        """How folders are shown."""
        views = ("List", "Grid")

        def pick_view() -> Dialog:
            names = [self.t(view) for view in views]
            return pick_one(
                self, self.t("View"), names, views.index(self.view), lambda n: self.setter("view")(views[n])
            )

        dots = self.t("Names that begin with a dot")
        rows = [switch_row(self.t("Show hidden files"), self.show_hidden, self.flipper("show_hidden"), dots),
                switch_row(self.t("Folders first"), self.folders_first, self.flipper("folders_first")),
                setting(self.t("Sort by"), self.t(self.sort), on_tap=partial(self.ask, self.sort_dialog)),
                setting(self.t("View"), self.t(self.view), on_tap=partial(self.ask, pick_view))]  # fmt: skip
        bar = toolbar(self.t("Settings"), on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, List(rows)]), activity="SettingsActivity", title="Settings")
