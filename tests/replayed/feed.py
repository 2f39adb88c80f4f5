"""Feed: posts in a list of cards, and rooms in cards on a page that does not scroll; each card has the same buttons."""

from appagent.phone.app import App, Page
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, IconButton, List, Row, Switch, Text, Widget


class Feed(App):
    """People whose posts can be kept, and rooms with a lamp and a heater each."""

    package = "com.example.feed"
    label = "Feed"

    def begin(self) -> None:
        """Three posts, of which nobody has kept any; all is off in two rooms."""
        self.people = ["Ana", "Ben", "Ana Lee"]
        self.kept: list[str] = []
        self.on: list[str] = []
        self.muted = self.rooms = False

    def home(self) -> Page:
        """Posts, or rooms."""
        body: Widget = List([self.post(who) for who in self.people], weight=1)
        if self.rooms:
            body = Column([self.card(name) for name in ("Kitchen", "Office")])
        mute = Button("Unmute" if self.muted else "Mute", id="mute", on_tap=self.mute)
        title = "Rooms" if self.rooms else "Feed"
        return Page(Column([toolbar(title, Button("Rooms", on_tap=self.turn), mute), body]), title)

    def mute(self) -> None:
        """Mute the feed, or do so no more."""
        self.muted = not self.muted

    def turn(self) -> None:
        """Show the rooms."""
        self.rooms = True

    def post(self, who: str) -> Widget:
        """Who wrote, what, and two buttons, of which one keeps it."""
        keep = IconButton("bookmark", on_tap=lambda: self.kept.append(who))
        return Column([Row([Text(who), Text("3 h")]), Text("Good morning"), Row([Button("More"), keep])], pad=12)

    def card(self, name: str) -> Widget:
        """A room's name over its two switches."""
        things = [f"{thing} {name}" for thing in ("Lamp", "Heater")]
        switches = [Switch(each in self.on, on_tap=lambda each=each: self.on.append(each)) for each in things]
        return Column([Text(name), *(Row([Text(e.split()[0]), s]) for e, s in zip(things, switches, strict=True))])
