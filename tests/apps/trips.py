"""Trips: one page for both ends of a journey, a button that continues or buys, and rows that all say the same."""

from functools import partial

from appagent.phone.app import App, Page
from appagent.phone.dialogs import confirm, menu
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, Field, IconButton, List, Row, Text, Widget

TOWNS = ("Bergen", "Hamar", "Oslo", "Voss", "Tromsø")


class Trips(App):
    """A trip from one town to another; `bought` counts the tickets."""

    package = "com.example.trips"
    label = "Trips"

    def begin(self) -> None:
        """No trip is chosen."""
        self.ends = {"Start": "Oslo", "Destination": ""}
        self.liked: list[str] = []
        self.passenger, self.bought, self.seats, self.muted = "", 0, 1, False

    def home(self) -> Page:
        """Where to go from and to, and for how many."""
        ends = [
            Button(end, id=end.lower(), on_tap=partial(self.open, partial(self.towns, end)))
            for end in ("Start", "Destination")
        ]
        seats = Row(
            [
                Text("Seats"),
                Text(str(self.seats), id="seat_count"),
                IconButton("plus", id="more_seats", on_tap=self.add),
            ]
        )
        sound = Button("Unmute" if self.muted else "Mute", id="mute", on_tap=self.mute)
        more = IconButton("more", id="more", desc="More options", on_tap=partial(self.ask, self.more))
        return Page(
            Column(
                [
                    toolbar("Trips", more),
                    *ends,
                    seats,
                    sound,
                    Button("Continue", id="go", on_tap=partial(self.open, self.checkout)),
                ]
            ),
            activity="Home",
        )

    def add(self) -> None:
        """Take one more seat."""
        self.seats += 1

    def mute(self) -> None:
        """Turn the sound off or on."""
        self.muted = not self.muted

    def more(self):
        """A menu of one."""
        return menu(self, ("Copy link", lambda: self.toast("Link copied")), ("Rate", lambda: None), gravity="top right")

    def towns(self, end: str) -> Page:
        """One page for both ends."""
        rows = [self.town(end, name) for name in TOWNS]
        return Page(Column([toolbar(end, on_back=self.close), List(rows, id="towns")]), activity="Towns")

    def town(self, end: str, name: str) -> Widget:
        """A town, and whether it is a favourite."""
        like = IconButton("star", desc="Add to favourites", on_tap=partial(self.liked.append, name))
        return Row(
            [Text(name, id="town_name", weight=1), like],
            id="town",
            height=64,
            on_tap=partial(self.open, partial(self.about, name)),
        )

    def about(self, name: str) -> Page:
        """The page of one town."""
        return Page(
            Column(
                [
                    toolbar(name, on_back=self.close),
                    Text("A town"),
                    Button("Timetable", id="timetable", on_tap=lambda: None),
                ]
            ),
            activity="Town",
        )

    def checkout(self) -> Page:
        """Buys once a name is typed."""
        buy = Button(
            "Buy now", id="go", enabled=bool(self.passenger),
            on_tap=partial(self.ask, partial(confirm, self, "Buy 1 ticket?", "", "Buy", self.buy)),
        )  # fmt: skip
        name = Field(self.passenger, id="passenger", hint="Passenger", on_change=self.setter("passenger"))
        return Page(Column([toolbar("Checkout", on_back=self.close), name, buy]), activity="Checkout")

    def buy(self) -> None:
        """Buy it."""
        self.bought += 1
