"""Chat: conversations, contacts, friends' posts, and red packets that are paid with a PIN."""

from collections.abc import Callable
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.chat.moments import Moments
from appagent.phone.apps.chat.people import GREEN
from appagent.phone.apps.chat.seeds import GROUPS, STRANGER, WORDS
from appagent.phone.apps.chat.talks import Talks
from appagent.phone.dialogs import ask_words, confirm, menu
from appagent.phone.parts import (
    avatar,
    bottom_bar,
    divider,
    header,
    nothing_here,
    search_bar,
    setting,
    switch_row,
    toolbar,
)
from appagent.phone.ui import Button, Column, Handler, Icon, List, Row, Text, Widget


class Chat(Talks, Moments):
    """Four tabs; a conversation's plus leads to red packets, the two dots at a post to likes and comments."""

    package = "com.qingxin.im"
    label = "Chat"
    icon = "chat"
    colour = "#1f9d58"
    version = "8.0.4"
    words = {"zh": WORDS}

    def begin(self) -> None:
        """As `People` has it, the first tab in front."""
        super().begin()
        self._tab, self._query = 0, ""

    def home(self) -> Page:
        """The chosen tab over the bar of tabs."""
        body = (self.chat_list, self.contact_list, self.discover, self.me)[self._tab]()
        names = [("chat", "Chats"), ("contacts", "Contacts"), ("compass", "Discover"), ("person", "Me")]
        unread = {0: sum(talk.unread for talk in self.chats.values()), 1: len(self.requests)}
        bar = bottom_bar([(icon, self.t(name)) for icon, name in names], self._tab, self.setter("_tab"), unread)
        find = self.sign("search", "Search", self.search)
        more = self.sign("plus_circle", "More options", lambda: self.ask(self.more))
        title = names[self._tab][1]
        return Page(Column([toolbar(self.t(title), find, more), body, bar]), activity=".ui.LauncherUI", title=title)

    def more(self) -> Dialog:
        """What the plus leads to."""
        items = [(self.t(words), self.not_here) for words in ("New group", "Add friend", "Scan")]
        return menu(self, *items, (self.t("Wallet"), partial(self.open, self.wallet)), gravity="top right",
                    icons=["chat", "person_plus", "scan", "wallet"])  # fmt: skip

    # Contacts

    def contact_list(self) -> Widget:
        """New friends and groups, then everybody under their letters."""
        rows = [
            self.entry("person_plus", "New friends", self.new_friends),
            self.entry("group", "Group chats", self.groups),
        ]
        letter = ""
        for key in sorted(self.contacts, key=lambda key: (self.contacts[key].letter, key)):
            if self.contacts[key].letter != letter:
                letter = self.contacts[key].letter
                rows.append(header(letter))
            rows.append(self.person_row(key, partial(self.open, self.profile, key)))
        return List(rows, loads=0.2)

    def entry(self, icon: str, words: str, page: Callable[[], Page] | None = None) -> Widget:
        """A row that leads to a page, or nowhere on this phone."""
        sign = Icon(icon, size=22, color="#ffffff", background=GREEN, radius=6, pad=9)
        return Row([sign, Text(self.t(words), weight=1, pad=(12, 0, 0, 0)), Icon("right", size=16, color="hint")],
                   pad=(16, 8, 16, 8), on_tap=partial(self.open, page) if page else self.not_here)  # fmt: skip

    def person_row(self, key: str, do: Handler) -> Widget:
        """A picture and a name."""
        return Row([self.face(key), Text(self.called(key), id="kbq", pad=(12, 0, 0, 0))], id="cxy", pad=(16, 8, 16, 8),
                   on_tap=do)  # fmt: skip

    def new_friends(self) -> Page:
        """Who wants to be a contact."""
        (name, _, _), words = STRANGER[1:]
        accept = Button(self.t("Accept"), color="#ffffff", background=GREEN, radius=6, on_tap=self.accept)
        both = Column(
            [Text(self.both(name)), Text(self.both(words), size=14, color="text2")], weight=1, pad=(12, 0, 0, 0)
        )
        rows: list[Widget] = [
            Row([avatar(self.both(name)), both, accept], pad=(16, 8, 16, 8), on_tap=self.not_here)
            for _ in self.requests
        ]
        if not rows:
            rows = [nothing_here("person_plus", self.t("No requests"))]
        return self.screen(self.t("New friends"), ".plugin.FriendsUI", List(rows))

    def accept(self) -> None:
        """One contact more."""
        key = self.requests.pop()
        name, letter, place = STRANGER[1]
        self.contacts[key] = self.person(name, letter, place)
        self.toast(self.t("Added"))

    def groups(self) -> Page:
        """Conversations of several."""
        rows = [self.person_row(key, partial(self.enter, key)) for key in GROUPS]
        return self.screen(self.t("Group chats"), ".ui.contact.GroupUI", List(rows))

    def profile(self, key: str) -> Page:
        """Who somebody is, and what to do with them."""
        if key not in self.contacts:
            return self.screen(
                self.called(key), ".plugin.profile.ContactInfoUI", nothing_here("person", self.t("No results"))
            )
        person = self.contacts[key]
        more = self.sign("more_across", "More options", partial(self.ask, self.person_menu, key))
        who = Column([Text(self.called(key), size=20, bold=True), self.faint("ID: {}", key), self.faint("Region: {}", person.region)],
                     pad=(16, 0, 0, 0), weight=1)  # fmt: skip
        star = [Icon("star_full", color="#e8a317")] if person.starred else []
        message = Button(self.t("Message"), width="fill", on_tap=partial(self.enter, key))
        rename = partial(
            ask_words, self, self.t("Remark"), person.remark, partial(setattr, person, "remark"), person.name
        )
        rows = [Row([self.face(key, 64, on_tap=self.not_here), who, *star], pad=20), divider(),
                setting(self.t("Remark"), person.remark or self.t("None"), on_tap=rename),
                setting(self.t("Moments"), on_tap=partial(self.open, self.posts_of, key)), divider(),
                message, Button(self.t("Video call"), width="fill", on_tap=self.not_here)]  # fmt: skip
        return self.screen("", ".plugin.profile.ContactInfoUI", List(rows), actions=[more])

    def faint(self, words: str, value: str) -> Widget:
        """A line of small print."""
        return Text(self.t(words).format(value), size=14, color="text2")

    def person_menu(self, key: str) -> Dialog:
        """Behind the dots of a profile."""
        person = self.contacts[key]
        star = (self.t("Unstar" if person.starred else "Star"), partial(setattr, person, "starred", not person.starred))
        return menu(self, star, (self.t("Delete contact"), partial(self.ask, self.person_sure, key)), gravity="bottom")

    def person_sure(self, key: str) -> Dialog:
        """Asked before somebody is gone."""
        title = self.t("Delete {}?").format(self.called(key))
        return confirm(self, title, "", self.t("Delete"), partial(self.part_with, key), danger=True)

    def part_with(self, key: str) -> None:
        """No contact any more, nor anything said."""
        self.close()
        self.contacts.pop(key)
        self.chats.pop(key, None)
        self.posts = [post for post in self.posts if post.who != key]

    # Search, Discover, Me

    def search(self) -> None:
        """Look for words in names and messages."""
        self._query = ""
        self.open(self.search_page)

    def search_page(self) -> Page:
        """People first, then what was said."""
        words = self._query.casefold().strip()
        people = [key for key in (*self.contacts, *GROUPS) if words and words in self.called(key).casefold()]
        said = [(key, message.text) for key, talk in self.chats.items() for message in talk.messages
                if words and words in message.text.casefold()]  # fmt: skip
        rows: list[Widget] = [header(self.t("Contacts"))] if people else []
        rows += [self.person_row(key, partial(self.enter, key)) for key in people]
        rows += [header(self.t("Chat history"))] if said else []
        rows += [setting(self.called(key), text, on_tap=partial(self.enter, key)) for key, text in said]
        if words and not rows:
            rows = [nothing_here("search", self.t("No results"))]
        bar = search_bar(self._query, self.t("Search"), self.setter("_query"), self.close, self.t("Navigate up"))
        return Page(Column([bar, List(rows)]), activity=".plugin.fts.ui.FTSMainUI")

    def discover(self) -> Widget:
        """Doors, of which one leads somewhere."""
        closed = [self.entry("scan", "Scan"), self.entry("place", "Nearby"), self.entry("apps", "Mini apps")]
        return List([self.entry("camera", "Moments", self.moments), *closed])

    def me(self) -> Widget:
        """Oneself, one's money, one's settings."""
        who = Column(
            [Text(self.my_name, size=20, bold=True), self.faint("ID: {}", "robin_lee")], weight=1, pad=(16, 0, 0, 0)
        )
        return List([Row([self.face("me", 64, on_tap=self.not_here), who, Icon("right", size=16, color="hint")], pad=20,
                         on_tap=partial(ask_words, self, self.t("Name"), self.my_name, self.setter("my_name"))),
                     self.entry("wallet", "Wallet", self.wallet), self.entry("star", "Favourites"),
                     self.entry("gear", "Settings", self.settings)])  # fmt: skip

    def settings(self) -> Page:
        """Two switches, and the way out."""
        rows = [switch_row(self.t("New message alerts"), self.alerts, self.flipper("alerts")),
                switch_row(self.t("Vibrate"), self.vibrate, self.flipper("vibrate")),
                Button(self.t("Log out"), color="danger", width="fill", on_tap=partial(self.ask, self.out_sure))]  # fmt: skip
        return self.screen(self.t("Settings"), ".plugin.setting.SettingsUI", List(rows))

    def out_sure(self) -> Dialog:
        """Asked before one is out; this phone stays in."""
        return confirm(self, self.t("Log out?"), "", self.t("Log out"), self.not_here)
