"""Echo: an app that asks for a PIN in every way but the right one, and shows what it got in every form."""

import unicodedata

from appagent.phone.app import App, Page
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, Field, Row, Text, Web


class Echo(App):
    """A form with fields of four kinds, and a page behind it that shows the first one's words again."""

    package = "com.example.echo"
    label = "Echo"

    def begin(self) -> None:
        """Nothing was typed. turns_public: the first field shows what it holds from the moment it is touched."""
        self.pin = self.open_pin = self.page_pin = self.query = ""
        self.turns_public = self._public = False

    def home(self) -> Page:
        """A field that hides what is typed, one that is only called PIN, one for a search, one of a web page."""
        first = Field(
            self.pin,
            id="pin",
            hint="Your PIN",
            password=not self._public,
            on_change=self._set_pin,
            on_tap=self._touched,
        )
        return Page(
            Column(
                [
                    toolbar("Echo"),
                    first,
                    Field(self.open_pin, id="open_pin", hint="PIN", on_change=self._set_open_pin),
                    Field(self.query, id="query", hint="Search", on_change=self._set_query),
                    Web([Field(self.page_pin, id="web_pin", hint="PIN", password=True, on_change=self._set_page_pin)]),
                    Button("Show", id="show", on_tap=lambda: self.open(self.shown)),
                ]
            )
        )

    def shown(self) -> Page:
        """What was typed, in a dozen forms, with a title of its own."""
        pin = self.pin
        spaced = [Text(sign, size=20) for sign in pin]
        rows = [Text(form) for form in _forms(pin)]
        body = [Button(f"Copy {pin}", id=f"copy_{pin}", on_tap=lambda: None), *rows, Row(spaced, id="boxes")]
        return Page(Column([toolbar(f"Code {pin}", on_back=self.close), *body]), activity=f"Shown{pin}")

    def _touched(self) -> None:
        self._public = self.turns_public

    def _set_pin(self, text: str) -> None:
        self.pin = text

    def _set_open_pin(self, text: str) -> None:
        self.open_pin = text

    def _set_page_pin(self, text: str) -> None:
        self.page_pin = text

    def _set_query(self, text: str) -> None:
        self.query = text


def _forms(pin: str) -> list[str]:
    full = "".join(unicodedata.lookup(f"FULLWIDTH DIGIT {unicodedata.name(sign)[6:]}") for sign in pin)
    return [
        f"It is {pin}.", " ".join(pin), "-".join(pin), f"{pin[:4]} {pin[4:]}", f"{pin[:-2]}…", f"…{pin[2:]}",
        f"{pin[:3]}…{pin[-3:]}", full, pin.upper().lower(),
    ]  # fmt: skip
