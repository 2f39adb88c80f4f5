"""Chat's conversations: the list of them, bubbles, the line to write on, and what can be done with a message."""

from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.chat.packets import RED, Packets
from appagent.phone.apps.chat.people import GREEN, OBFUSCATED, Message, Talk
from appagent.phone.apps.chat.seeds import GROUPS
from appagent.phone.dialogs import confirm, menu
from appagent.phone.parts import badge, divider, nothing_here, switch_row
from appagent.phone.ui import (
    Button,
    Column,
    Field,
    Frame,
    Grid,
    Handler,
    Icon,
    IconButton,
    List,
    Row,
    Space,
    Text,
    Widget,
    do_nothing,
)

MINE = "#95ec69"  # one's own bubbles
PANEL = {"Photos": "pictures", "Camera": "camera", "Video call": "video", "Location": "place", "Red packet": "envelope",
         "Transfer": "transfer", "Voice input": "voice", "Favourites": "star"}  # fmt: skip


class Talks(Packets):
    """A conversation is read by opening it; the button to send is there when there is something to send."""

    def begin(self) -> None:
        """The panel behind the plus is closed."""
        super().begin()
        self._panel = False

    def chat_list(self) -> Widget:
        """The conversations, pinned ones first."""
        order = sorted(self.chats, key=lambda key: not self.chats[key].pinned)
        return List([self.chat_row(key) for key in order] or [nothing_here("chat", self.t("No results"))], loads=0.2)

    def chat_row(self, key: str) -> Widget:
        """A picture with a count on it, a name over the last words, the time."""
        talk = self.chats[key]
        count = [badge(talk.unread, gravity="right")] if talk.unread else []
        sign = Frame([Row([self.face(key, 48)], pad=(0, 6, 6, 0)), *count], width=54)
        last = self.in_words(talk.messages[-1]) if talk.messages else ""
        words = Column([Text(self.called(key), id="kbq", lines=1), Text(last, id="ht5", size=14, color="text2", lines=1)],
                       weight=1, pad=(12, 0, 8, 0))  # fmt: skip
        at = Text(talk.at, id="l0s", size=12, color="hint", gravity="top")
        return Row([sign, words, at], id="cj1", background="surface" if talk.pinned else "", pad=(16, 8, 16, 10),
                   on_tap=partial(self.enter, key), on_hold=partial(self.ask, self.chat_menu, key))  # fmt: skip

    def in_words(self, message: Message) -> str:
        """A message in a line."""
        return f"[{self.t('Red packet')}] {message.text}" if message.kind == "packet" else message.text

    def chat_menu(self, key: str) -> Dialog:
        """Shown while a conversation is held down."""
        talk = self.chats[key]
        read = "Mark as read" if talk.unread else "Mark as unread"
        return menu(self, (self.t(read), partial(setattr, talk, "unread", int(not talk.unread))),
                    (self.t("Unpin" if talk.pinned else "Pin"), partial(setattr, talk, "pinned", not talk.pinned)),
                    (self.t("Delete chat"), partial(self.ask, self.chat_sure, key)))  # fmt: skip

    def chat_sure(self, key: str) -> Dialog:
        """Asked before a conversation is gone."""
        do = partial(self.chats.pop, key)
        return confirm(self, self.t("Delete this chat?"), self.called(key), self.t("Delete"), do, danger=True)

    def enter(self, key: str) -> None:
        """Open a conversation, which is read by that; one that is not there yet begins."""
        self.chats.setdefault(key, Talk(self.t("now"), [])).unread = 0
        self._panel = False
        self.open(self.talk_page, key)

    def talk(self, key: str) -> Talk:
        """What was said with somebody; nothing, if they are gone."""
        return self.chats.get(key) or Talk("", [])

    def talk_page(self, key: str) -> Page:
        """Bubbles from the end, over a line to write on; below it what the plus shows."""
        talk = self.talk(key)
        hide = partial(setattr, self, "_panel", False)
        info = self.sign("more_across", "Chat info", partial(self.open, self.info_page, key))
        bubbles = List([self.bubble(key, message) for message in talk.messages], id="bu6", from_end=True)
        panel = [Grid([self.tool(key, name) for name in PANEL], background="surface", pad=(8, 12, 8, 12))]
        return self.screen(self.called(key), ".ui.chatting.ChattingUI",
                           Column([bubbles], weight=1, background="surface", on_tap=hide), divider(),
                           self.line(key, talk, hide), *(panel if self._panel else []), actions=[info])  # fmt: skip

    def line(self, key: str, talk: Talk, hide: Handler) -> Widget:
        """Where a message is written; the plus gives way to a button once there are words."""
        entry = Field(talk.draft, id="bkk", background="card", radius=6, weight=1, on_tap=hide,
                      on_change=partial(setattr, talk, "draft"), on_submit=partial(self.send, key), enter="send")  # fmt: skip
        send = Button(
            self.t("Send"), id="bql", color="#ffffff", background=GREEN, radius=6, on_tap=partial(self.send, key)
        )
        plus = IconButton("plus_circle", size=28, pad=10, on_tap=self.flipper("_panel"))
        last = Row([send], width="wrap", pad=(2, 0, 8, 0)) if talk.draft.strip() else plus
        voice = IconButton("voice", desc=self.t("Voice input"), pad=10, on_tap=self.not_here)
        smile = IconButton("smile", id=OBFUSCATED, pad=10, on_tap=self.not_here)
        return Row([voice, entry, smile, last], background="surface", pad=(0, 6, 0, 6))

    def tool(self, key: str, name: str) -> Widget:
        """A square of the panel with its name below."""
        do = partial(self.begin_packet, key) if name == "Red packet" else self.not_here
        sign = Icon(PANEL[name], size=28, pad=14, background="card", radius=12, color="text", gravity="center")
        return Column(
            [sign, Text(self.t(name), size=12, color="text2", gravity="center", pad=4)], id="a1k", pad=4, on_tap=do
        )

    def bubble(self, key: str, message: Message) -> Widget:
        """A message beside the picture of who wrote it."""
        mine, held = message.who == "me", partial(self.ask, self.message_menu, key, message)
        if message.kind == "recalled":
            return Text(message.text, size=13, color="hint", width="fill", align="center", pad=8)
        if message.kind == "packet":
            about = Text(self.t("Received" if message.taken else "Red packet"), size=12, color="#ffe3d8")
            words = Column([Text(message.text, color="#ffffff", lines=1), about], pad=(12, 0, 12, 0), width="wrap")
            body: Widget = Row([Icon("envelope", size=36, color="#ffd27a"), words], width="wrap", pad=12, radius=8,
                               background=RED, on_tap=partial(self.ask, self.packet_dialog, message))  # fmt: skip
        else:
            body = Text(message.text, id="bkl", background=MINE if mine else "card", radius=8, pad=(12, 8, 12, 8),
                        color="#1a1c1e" if mine else "text", on_tap=do_nothing, on_hold=held)  # fmt: skip
        body.gravity = "right" if mine else "left"
        named = (
            []
            if mine or key not in GROUPS
            else [Text(self.called(message.who), size=12, color="text2", pad=(0, 0, 0, 4))]
        )
        face = self.face(message.who, on_tap=None if mine else partial(self.open, self.profile, message.who))
        face.gravity, face.desc = "top", self.called(message.who)
        middle = Column([*named, body], weight=1, pad=(10, 0, 10, 0))
        return Row([Space(width=48), middle, face] if mine else [face, middle, Space(width=48)], pad=(12, 8, 12, 8))

    def send(self, key: str) -> None:
        """What was written becomes a message."""
        talk = self.talk(key)
        if talk.draft.strip():
            self.add(key, Message("me", talk.draft.strip()))
            talk.draft = ""

    def message_menu(self, key: str, message: Message) -> Dialog:
        """Shown while a message is held down."""
        recall = [(self.t("Recall"), partial(self.recall, message))] if message.who == "me" else []
        return menu(self, (self.t("Copy"), partial(self.toast, self.t("Copied"))),
                    (self.t("Forward"), partial(self.open, self.forward_page, message)), *recall,
                    (self.t("Delete"), partial(self.ask, self.message_sure, key, message)))  # fmt: skip

    def recall(self, message: Message) -> None:
        """Take back what one has sent."""
        self.did("delete", message.text)
        message.kind, message.text = "recalled", self.t("You recalled a message")

    def message_sure(self, key: str, message: Message) -> Dialog:
        """Asked before a message is gone."""
        do = partial(self.talk(key).messages.remove, message)
        return confirm(self, self.t("Delete this message?"), message.text, self.t("Delete"), do, danger=True)

    def forward_page(self, message: Message) -> Page:
        """Whom to send a message on to: those one talks with first."""
        keys = [*self.chats, *(key for key in self.contacts if key not in self.chats)]
        rows = [Row([self.face(key), Text(self.called(key), pad=(12, 0, 0, 0))], pad=(16, 8, 16, 8),
                    on_tap=partial(self.ask, self.forward_sure, key, message)) for key in keys]  # fmt: skip
        return self.screen(self.t("Send to"), ".ui.transmit.SelectUI", List(rows))

    def forward_sure(self, key: str, message: Message) -> Dialog:
        """Asked before it goes out."""
        title = self.t("Send to {}?").format(self.called(key))
        return confirm(self, title, message.text, self.t("Send"), partial(self.forward, key, message))

    def forward(self, key: str, message: Message) -> None:
        """The same words from oneself."""
        self.add(key, Message("me", message.text))
        self.close()
        self.toast(self.t("Sent"))

    def info_page(self, key: str) -> Page:
        """What holds for a conversation."""
        talk = self.talk(key)
        erase = Button(
            self.t("Clear history"), color="danger", width="fill", on_tap=partial(self.ask, self.clear_sure, key)
        )
        rows = [
            Row([self.face(key, 48), Text(self.called(key), pad=(12, 0, 0, 0))], pad=16),
            switch_row(self.t("Mute"), talk.muted, lambda: setattr(talk, "muted", not talk.muted)),
            switch_row(self.t("Pin to top"), talk.pinned, lambda: setattr(talk, "pinned", not talk.pinned)),
            erase,
        ]
        return self.screen(self.t("Chat info"), ".ui.SingleChatInfoUI", List(rows))

    def clear_sure(self, key: str) -> Dialog:
        """Asked before all messages are gone."""
        do = self.talk(key).messages.clear
        return confirm(self, self.t("Clear all messages?"), "", self.t("Clear"), do, danger=True)
