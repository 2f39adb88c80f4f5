"""Rows of files and folders, what can be done to them, and the page on which a folder or a file is chosen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.files.disk import (
    KINDS,
    ROOTS,
    Disk,
    File,
    Item,
    joined,
    leaf,
    parent,
    text_name,
    way,
    within,
    written,
)
from appagent.phone.dialogs import ask_words, confirm
from appagent.phone.intents import share
from appagent.phone.parts import divider, header, nothing_here, photo, setting
from appagent.phone.ui import (
    Button,
    Column,
    Flow,
    Frame,
    Handler,
    Icon,
    IconButton,
    Length,
    List,
    Row,
    Space,
    Text,
    Widget,
)


@dataclass(frozen=True)
class Choice:
    """What the chooser is open for. button: takes the folder that is shown; without one, a file is taken.

    kind: "image" where no other file will do; avoid: what cannot be gone into; done: told the folder's path, or the
    file, or None.
    """

    title: str
    done: Callable[[Item | None], None]
    button: str = ""
    kind: str = "file"
    avoid: tuple[Item, ...] = ()


class Items(Disk):
    """What all pages of Files have in common."""

    receives = ("text", "image", "file")
    offers = ("file", "image")

    def begin(self) -> None:
        """Nothing is chosen."""
        super().begin()
        self._chosen: list[Item] = []

    def go(self, page: Callable[..., Page], *arguments: object) -> None:
        """To another page, on which nothing is chosen."""
        self._chosen = []
        self.open(page, *arguments)

    def instead(self, page: Callable[..., Page], *arguments: object) -> None:
        """To another page that takes the place of this one: a folder above or below."""
        self.close()
        self.open(page, *arguments)

    # How they look

    def sign(self, item: Item, width: Length = 40.0, height: float = 40.0) -> Widget:
        """A folder's or a file's picture; photographs show themselves."""
        if isinstance(item, File) and item.kind == "Images":
            return photo(item.name, width=width, height=height, radius=6)
        icon, colour, _ = KINDS[item.kind] if isinstance(item, File) else ("folder", "#2b7a78", "")
        sign = Icon(icon, size=height / 2, color="#ffffff", gravity="center")
        return Frame([sign], width=width, height=height, background=colour, radius=6)

    def called(self, item: Item) -> str:
        """Its name."""
        if isinstance(item, File):
            return item.name
        return self.t(ROOTS[item][0]) if item in ROOTS else leaf(item)

    def about(self, item: Item) -> str:
        """The line below a name."""
        if isinstance(item, File):
            return f"{written(item.size_kb)} · {item.changed[:10]}"
        return self.counted(len(self.inside(item)))

    def counted(self, number: int) -> str:
        """So many items, in words."""
        return self.some("{} items", number)

    def roots(self, go: Callable[[str], None]) -> list[Widget]:
        """Where files are kept, and how full that is."""
        rows = []
        for path, (label, size_gb, unseen_gb) in ROOTS.items():
            full = written(self.size_kb(path) + round(unseen_gb * 1e6))
            about = self.t("{} of {} GB used").format(full, size_gb)
            icon = "card" if path else "storage"
            rows.append(setting(self.t(label), about, icon=icon, on_tap=partial(go, path)))
        return rows

    def place(self, item: Item) -> str:
        """The folders that it lies in, from the storage on."""
        return " / ".join(map(self.called, way(self.folder_of(item))))

    def crumbs(self, path: str, go: Callable[[str], None]) -> Widget:
        """The way to a folder; a tap on a part of it leads there."""
        parts: list[Widget] = []
        for one in way(path)[:-1]:
            step = Button(self.called(one), size=13, bold=False, pad=(6, 9, 6, 9), on_tap=partial(go, one))
            parts.append(Row([step, Icon("right", size=12, color="hint")], width="wrap"))
        here = Text(self.called(path), size=13, bold=True, lines=1, pad=(6, 9, 6, 9))
        return Flow([*parts, here], gap=0, id="breadcrumb", pad=(10, 0, 10, 0))

    # What can be done

    def choose(self, item: Item) -> None:
        """One more that is chosen, or one less."""
        rest = [one for one in self._chosen if one != item]
        self._chosen = rest if item in self._chosen else [*rest, item]

    def choose_none(self) -> None:
        """Done with them."""
        self._chosen = []

    def flip_star(self, file: File) -> None:
        """Among the favourites, or no longer."""
        file.starred = not file.starred

    def hand_on(self, file: File) -> None:
        """To another app: the words of a text, the path of anything else."""
        if file.is_text:
            share(self, "text", file.text)
        else:
            share(self, "image" if file.kind == "Images" else "file", self.path_of(file))

    def copy_to(self, items: tuple[Item, ...]) -> None:
        """Choose where they are to be once more."""
        self.transfer(items, Choice(self.t("Copy to"), partial(self.copied, items), self.t("Copy here"), avoid=items))

    def move_to(self, items: tuple[Item, ...]) -> None:
        """Choose where they are to be instead."""
        self.transfer(items, Choice(self.t("Move to"), partial(self.moved, items), self.t("Move here"), avoid=items))

    def transfer(self, items: tuple[Item, ...], choice: Choice) -> None:
        """Begin to choose where they are."""
        self.open(self.chooser, choice, self.folder_of(items[0]))

    def copied(self, items: tuple[Item, ...], folder: Item | None) -> None:
        """The folder for them is chosen."""
        if isinstance(folder, str):
            self.copy_files(items, folder)
            self.over("Copied")

    def moved(self, items: tuple[Item, ...], folder: Item | None) -> None:
        """The folder for them is chosen."""
        if isinstance(folder, str):
            self.move_files(items, folder)
            self.over("Moved")

    def over(self, words: str) -> None:
        """Said when something is done to what was chosen."""
        self.choose_none()
        self.toast(self.t(words))

    def delete_sure(self, items: tuple[Item, ...], opened: bool = False) -> Dialog:
        """Asked before anything goes to the trash; opened: on a page of its own, which goes with it."""
        what = self.called(items[0]) if len(items) == 1 else self.counted(len(items))
        do = partial(self.delete, items, opened)
        return confirm(self, self.t("Move to trash?"), what, self.t("Delete"), do, danger=True)

    def delete(self, items: Sequence[Item], opened: bool) -> None:
        """Into the trash; for a while it can be brought back from here."""
        gone = self.discard(items)
        self.choose_none()
        if opened:
            self.close()
        self.snack(self.t("Moved to trash"), self.t("Undo"), partial(self.bring_back, *gone))

    def ask_name(self, item: Item) -> None:
        """Another name for one of them."""

        def done(name: str) -> None:
            if name != self.called(item) and self.usable(name, self.folder_of(item)):
                self.rename(item, name)
                self.over("Renamed")

        ask_words(self, self.t("Rename"), self.called(item), done)

    def new_folder(self, path: str) -> None:
        """One more folder."""

        def done(name: str) -> None:
            if self.usable(name, path):
                self.make_folder(joined(path, name))

        ask_words(self, self.t("New folder"), "", done, self.t("Folder name"))

    def usable(self, name: str, folder: str) -> bool:
        """Whether something in a folder can have this name; if not, why is said."""
        if self.taken(name, folder):
            self.toast(self.t("“{}” is there already").format(name))
        elif not name or "/" in name:
            self.toast(self.t("A name has no slash" if name else "A name is needed"))
        return bool(name) and "/" not in name and not self.taken(name, folder)

    # The chooser

    def chooser(self, choice: Choice, path: str | None = None) -> Page:
        """A folder, or with no path all storages, to choose from; back leads up, and at last out."""
        at = partial(self.instead, self.chooser, choice)
        leave = partial(self.chosen, choice, None)
        actions: list[Widget] = []
        if path is None:
            rows = [header(self.t("Storage")), *self.roots(at)]
            rows += [] if choice.button else [header(self.t("Recent")), *self.to_choose(choice, self.newest())]
            top, up = [], leave
        else:
            rows = self.to_choose(choice, self.inside(path)) or [nothing_here("folder", self.t("Nothing here"))]
            top, up = [self.crumbs(path, at)], partial(at, None if path in ROOTS else parent(path))
            actions = [IconButton("plus", on_tap=partial(self.new_folder, path))] if choice.button else []
        title = Text(choice.title, size=20, bold=True, lines=1, weight=1, pad=(12, 0, 8, 0))
        places = IconButton("storage", id="roots", on_tap=partial(at, None))
        bar = Row([IconButton("close", on_tap=leave), title, *actions, places], id="toolbar", height=56, pad=(4, 0, 4, 0),
                  background="surface")  # fmt: skip
        parts = [bar, *top, List(rows, loads=0.3)]
        if choice.button and path is not None:
            no = Button(self.t("Cancel"), on_tap=leave)
            yes = Button(choice.button, id="android:id/button1", on_tap=partial(self.chosen, choice, path))
            parts += [divider(), Row([Space(weight=1), no, yes], pad=(8, 4, 8, 4), background="bar")]
        return Page(Column(parts), activity="PickActivity", on_back=up, title=path or "")

    def to_choose(self, choice: Choice, items: Sequence[Item]) -> list[Widget]:
        """Rows to go into or to take; what cannot be taken is only shown."""
        rows: list[Widget] = []
        for item in items:
            if isinstance(item, str) and not any(isinstance(one, str) and within(item, one) for one in choice.avoid):
                do: Handler | None = partial(self.instead, self.chooser, choice, item)
            else:
                fits = isinstance(item, File) and (choice.kind == "file" or item.kind == "Images")
                do = partial(self.chosen, choice, item) if fits and not choice.button else None
            words = Text(self.called(item), lines=1, weight=1, pad=(14, 0, 8, 0), color="text" if do else "hint")
            rows.append(Row([self.sign(item), words], pad=(16, 8, 16, 8), enabled=do is not None, on_tap=do))
        return rows

    def chosen(self, choice: Choice, item: Item | None) -> None:
        """The choice is made, or was left."""
        self.close()
        choice.done(item)

    def offer(self, kind: str, done: Callable[[object], None]) -> None:
        """Another app wants a file: it is told its path."""

        def chosen(item: Item | None) -> None:
            done(self.path_of(item) if isinstance(item, File) else None)

        self.open(self.chooser, Choice(self.t("Choose a file"), chosen, kind=kind))

    def receive(self, kind: str, thing: object) -> None:
        """Another app hands words over, or the path of a file: choose where that is kept, and words also by what name."""
        words = str(thing)

        def chosen(folder: Item | None) -> None:
            if not isinstance(folder, str):
                return
            if kind == "text":
                name = words.strip().split("\n")[0][:24].strip() or "Text"
                ask_words(self, self.t("File name"), f"{name}.txt", partial(self.keep_words, words, folder))
            else:
                self.keep(File(leaf(words), 240), folder)

        self.open(self.chooser, Choice(self.t("Save to"), chosen, self.t("Save here")), "Download")

    def keep_words(self, words: str, folder: str, name: str) -> None:
        """A text file, unless its name cannot be."""
        if self.usable(text_name(name), folder):
            self.keep(File(text_name(name), text=words), folder)

    def keep(self, file: File, folder: str) -> None:
        """A new file, as of now."""
        file.changed = self.now()
        self.put(file, folder)
        self.toast(self.t("Saved"))

    def now(self) -> str:
        """The time, as it is noted of a change."""
        return f"{self._host.local_time():%Y-%m-%d %H:%M}"
