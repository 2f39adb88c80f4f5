"""Notes: a list of notes, and an editor whose buttons are icons without a word."""

from dataclasses import dataclass

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import alert
from appagent.phone.intents import share
from appagent.phone.ui import Button, Column, Field, Frame, Icon, IconButton, List, Row, Space, Text, Widget


@dataclass
class Note:
    """One note."""

    title: str
    body: str
    pinned: bool = False


class Notes(App):
    """Write a note with the round button, keep it with the tick; hold one down to delete it."""

    package = "com.example.notes"
    label = "Notes"
    activities = ("NoteListActivity", "NoteEditActivity")
    entries = {"NoteEditActivity": "write"}
    icon = "note"
    colour = "#e8a317"
    version = "3.2"
    receives = ("text",)
    words = {
        "zh": {
            "Notes": "便签", "Title": "标题", "Note": "内容", "Search notes": "搜索便签", "No notes": "没有便签",
            "Delete note?": "删除便签？", "It cannot be brought back.": "删除后无法恢复。", "Delete": "删除",
            "Cancel": "取消", "Discard changes?": "放弃修改？", "Discard": "放弃", "Keep editing": "继续编辑",
            "Note saved": "便签已保存", "Note deleted": "便签已删除", "Navigate up": "返回",
            "An empty note is not kept": "空白便签不会保存", "Shopping": "购物", "Milk, eggs, bread": "牛奶、鸡蛋、面包",
            "Wi-Fi at the office": "办公室 Wi-Fi", "Books to read": "想读的书",
            "Network: Lighthouse\nAsk Ana for the password": "网络：灯塔\n密码问安娜",
            "Invisible Cities\nThe Dispossessed": "看不见的城市\n一无所有",
        }
    }  # fmt: skip

    def begin(self) -> None:
        """Three notes are there from the start."""
        seeds = (
            ("Shopping", "Milk, eggs, bread"),
            ("Wi-Fi at the office", "Network: Lighthouse\nAsk Ana for the password"),
            ("Books to read", "Invisible Cities\nThe Dispossessed"),
        )
        self.notes = [Note(self.t(title), self.t(body)) for title, body in seeds]
        self._draft = Note("", "")
        self._query = ""

    def home(self) -> Page:
        """The list; pinned notes come first."""
        rows = [self.row(note) for note in sorted(self.notes, key=lambda note: not note.pinned)]
        listed = List(rows or [Text(self.t("No notes"), color="text2", pad=32)], id="list", loads=0.3)
        bar = Row(
            [
                Text(self.t("Notes"), size=22, bold=True, pad=(12, 0, 0, 0), weight=1),
                IconButton("search", id="search", on_tap=self.search),
            ],
            id="toolbar",
            height=64,
            pad=(8, 0, 8, 0),
        )
        button = IconButton(
            "plus", id="fab", color="on_primary", background="primary", radius=18, pad=18, on_tap=self.write
        )
        corner = Frame([button], width="wrap", pad=(0, 0, 20, 24), gravity="bottom right")
        return Page(Frame([Column([bar, listed], height="fill"), corner]), activity="NoteListActivity")

    def row(self, note: Note) -> Widget:
        """One note in a list: its title over its first words."""
        first = note.body.split("\n")[0]
        body = [Text(first, id="body", color="text2", size=14, lines=1)] if first else []
        words = Column([Text(note.title, id="title", bold=True, lines=1), *body], weight=1)
        pin = [Icon("pin", id="pinned", size=18)] if note.pinned else []
        return Row(
            [words, *pin],
            id="note",
            pad=(20, 14, 20, 14),
            on_tap=lambda: self.edit(note),
            on_hold=lambda: self.ask(self.delete_dialog, note),
        )

    def write(self) -> None:
        """Begin a new note."""
        self._draft = Note("", "")
        self.open(self.editor, None)

    def edit(self, note: Note) -> None:
        """Change a note that is there."""
        self._draft = Note(note.title, note.body, note.pinned)
        self.open(self.editor, note)

    def editor(self, note: Note | None) -> Page:
        """Two fields, and a bar of icons: share, pin and keep."""
        draft = self._draft
        bar = Row(
            [
                IconButton("back", on_tap=lambda: self.leave(note)),
                Space(weight=1),
                IconButton("share", on_tap=self.hand_on),
                IconButton("pin", color="primary" if draft.pinned else "text2", selected=draft.pinned, on_tap=self.pin),
                IconButton("check", color="primary", on_tap=lambda: self.keep(note)),
            ],
            id="toolbar",
            height=56,
            pad=(4, 0, 4, 0),
        )
        title = Field(draft.title, id="edit_title", hint=self.t("Title"), size=22, on_change=self.set_title)
        body = Field(draft.body, id="edit_body", hint=self.t("Note"), lines=8, weight=1, on_change=self.set_body,
                     background="background")  # fmt: skip
        page = Column([bar, title, body], pad=(8, 0, 8, 0))
        return Page(page, activity="NoteEditActivity", on_back=lambda: self.leave(note))

    def set_title(self, text: str) -> None:
        """The draft's title, as typed."""
        self._draft.title = text

    def set_body(self, text: str) -> None:
        """The draft's words, as typed."""
        self._draft.body = text

    def hand_on(self) -> None:
        """The draft's words to another app."""
        share(self, "text", f"{self._draft.title}\n{self._draft.body}".strip())

    def receive(self, kind: str, thing: object) -> None:
        """Words of another app's become a note, whose title is their first line."""
        title, _, body = str(thing).partition("\n")
        self.notes.insert(0, Note(title, body))
        self.toast(self.t("Note saved"))

    def pin(self) -> None:
        """Keep the draft at the top of the list, or not."""
        self._draft.pinned = not self._draft.pinned

    def keep(self, note: Note | None) -> None:
        """Save the draft and return to where it was opened from."""
        if not (self._draft.title.strip() or self._draft.body.strip()):
            self.toast(self.t("An empty note is not kept"))
            return
        if note is None:
            self.notes.insert(0, self._draft)
        else:
            note.title, note.body, note.pinned = self._draft.title, self._draft.body, self._draft.pinned
        self.toast(self.t("Note saved"))
        self.close()

    def leave(self, note: Note | None) -> None:
        """Go back; what was changed and not kept is asked about first."""
        if self._draft == (note or Note("", "")):
            self.close()
        else:
            self.ask(self.discard_dialog)

    def discard_dialog(self) -> Dialog:
        """Asked before changes are lost."""
        return alert(
            self.t("Discard changes?"),
            "",
            Button(self.t("Keep editing"), id="android:id/button2", on_tap=self.close),
            Button(self.t("Discard"), id="android:id/button1", on_tap=self.discard),
        )

    def discard(self) -> None:
        """Close the dialog and the editor below it."""
        self.close()
        self.close()

    def delete_dialog(self, note: Note) -> Dialog:
        """Asked before a note is deleted."""
        return alert(
            self.t("Delete note?"),
            f"“{note.title}” — " + self.t("It cannot be brought back."),
            Button(self.t("Cancel"), id="android:id/button2", on_tap=self.close),
            Button(self.t("Delete"), id="android:id/button1", color="danger", on_tap=lambda: self.delete(note)),
        )

    def delete(self, note: Note) -> None:
        """Take a note away for good."""
        self.notes.remove(note)
        self.did("delete", note.title)
        self.close()
        self.toast(self.t("Note deleted"))

    def search(self) -> None:
        """Look for words in all notes."""
        self._query = ""
        self.open(self.search_page)

    def search_page(self) -> Page:
        """A field, and the notes that have its words."""
        words = self._query.casefold()
        found = [n for n in self.notes if words and words in f"{n.title}\n{n.body}".casefold()]
        field = Field(
            self._query,
            id="search_text",
            hint=self.t("Search notes"),
            weight=1,
            focus=True,
            on_change=self.look_for,
            enter="search",
        )
        back = IconButton("back", desc=self.t("Navigate up"), on_tap=self.close)
        bar = Row([back, field, Space(width=12)], id="toolbar", height=64)
        return Page(Column([bar, List([self.row(note) for note in found], id="results")]), activity="SearchActivity")

    def look_for(self, text: str) -> None:
        """The words to look for, as typed."""
        self._query = text
