"""What Chat knows: people, what was said, what was paid; every part of the app stands on it."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from appagent.phone.app import App, Page
from appagent.phone.apps.chat.seeds import CHATS, GROUPS, PEOPLE, POSTS, STRANGER, Both
from appagent.phone.parts import avatar, toolbar
from appagent.phone.ui import Handler, IconButton, Panel, Picture, Widget

GREEN = "#1f9d58"  # the colour of buttons
OBFUSCATED = "0_resource_name_obfuscated"  # what a shrunk app calls much of what it has


@dataclass
class Message:
    """who: "me" or a contact's key; kind: "text", or "packet" with an amount that was or was not taken."""

    who: str
    text: str
    kind: str = "text"
    amount: float = 0.0
    taken: bool = False


@dataclass
class Talk:
    """A conversation, with a contact or a group."""

    at: str
    messages: list[Message]
    unread: int = 0
    pinned: bool = False
    muted: bool = False
    draft: str = ""


@dataclass
class Person:
    """A contact. remark: what one calls them oneself."""

    name: str
    letter: str
    region: str
    remark: str = ""
    starred: bool = False


@dataclass
class Comment:
    """Below a post."""

    who: str
    text: str


@dataclass
class Post:
    """What a friend, or oneself, has told everybody."""

    who: str
    text: str
    picture: str = ""
    at: str = ""
    likes: list[str] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)


@dataclass
class Payment:
    """Money that went to somebody, or with an amount below nought, came from them."""

    who: str
    amount: float
    words: str


class People(App):
    """The state of Chat, and words for it."""

    def begin(self) -> None:
        """A dozen contacts, eight conversations, five posts; some of it unread, none of it paid."""
        say = self.both
        self.contacts = {key: self.person(*known) for key, known in PEOPLE.items()}
        self.chats = {key: Talk(say(at), [self.seeded(who, text) for who, text in said], unread)
                      for key, (at, unread, said) in CHATS.items()}  # fmt: skip
        self.posts = [Post(who, say(text), picture, say(at), list(likes), [Comment(by, say(what)) for by, what in said])
                      for who, text, picture, at, likes, said in POSTS]  # fmt: skip
        self.requests = [STRANGER[0]]
        self.my_name, self.balance, self.pin = self.t("Robin Lee"), 520.66, "246810"
        self.payments: list[Payment] = []
        self.alerts, self.vibrate = True, True

    def both(self, words: Both) -> str:
        """The words of a seed in the phone's language."""
        return words[self._host.locale.startswith("zh")]

    def person(self, name: Both, letter: str, place: Both) -> Person:
        """A contact in the phone's language, under the letter that it has there."""
        shown = self.both(name)
        return Person(shown, self.both((shown[0], letter)), self.both(place))

    def seeded(self, who: str, text: Both) -> Message:
        """A message that is there from the start."""
        if text[0] == "packet":
            return Message(who, self.t("Best wishes"), "packet", 66.0)
        return Message(who, self.both(text))

    def called(self, key: str) -> str:
        """What a contact, a group or oneself is called."""
        if key in GROUPS:
            return self.both(GROUPS[key])
        person = self.contacts.get(key)
        return self.my_name if key == "me" else (person.remark or person.name) if person else self.t("Stranger")

    def money(self, amount: float) -> str:
        """An amount with its sign."""
        return f"{self.both(('$', '￥'))}{amount:.2f}"

    def add(self, key: str, message: Message) -> None:
        """A message at the end of a conversation, which becomes the latest."""
        talk = self.chats.pop(key, Talk("", []))
        talk.messages.append(message)
        if message.who == "me":
            self.did("send", f"{message.text} to {self.called(key)}")
        talk.at = f"{self._host.local_time():%H:%M}"
        self.chats = {key: talk, **self.chats}

    @abstractmethod
    def profile(self, key: str) -> Page:
        """Somebody's own page."""

    def screen(
        self, title: str, activity: str, *parts: Widget, actions: Sequence[Widget] = (), on_back: Handler | None = None
    ) -> Page:
        """A page under a bar with its title and an arrow back, over others in one window: it keeps taps from them."""
        bar = toolbar(title, *actions, on_back=on_back or self.close, up=self.t("Navigate up"))
        return Page(Panel([bar, *parts]), activity=activity, on_back=on_back)

    def sign(self, icon: str, words: str, do: Handler) -> Widget:
        """A button at the top, whose words only a screen reader says."""
        return IconButton(icon, id=OBFUSCATED, desc=self.t(words), on_tap=do)

    def face(self, key: str, size: float = 40.0, on_tap: Handler | None = None) -> Picture:
        """Somebody's picture."""
        return avatar(self.called(key), size, on_tap=on_tap)

    def not_here(self) -> None:
        """What this phone cannot do."""
        self.toast(self.t("Not available"))
