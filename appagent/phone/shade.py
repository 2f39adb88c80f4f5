"""Notification shade over whatever is in front, and the order in which apps were used."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from appagent.phone import ui
from appagent.phone.android_settings import KeepsSettings
from appagent.phone.app import App, Page, running
from appagent.phone.overlays import Overlaid
from appagent.phone.parts import switch_row
from appagent.phone.windows import SYSTEM, View, Window, page_window

_BRIGHTEST = 255
_OVER_TILES, _TILE = 230, 64  # dp: what stands over and below the tiles, and one tile
_BARS = 2  # windows above every other
_SETTLED_S = 1e9  # age of the shade, in which nothing loads


@dataclass(frozen=True)
class Notice:
    """Notification of an app. do: called when the notification is tapped, after its app came to the front."""

    app: App
    title: str
    words: str
    do: ui.Handler


class Shaded(Overlaid):
    """Stage with a notification shade and an overview of recent apps."""

    shade_open: bool = False
    tiles_shown: bool = False  # in the shade: the quick settings in place of the notifications
    _notices: tuple[Notice, ...] = ()  # the newest first
    _used: tuple[str, ...] = ()  # packages, the one used last first

    def notify(self, app: App, title: str, words: str, do: ui.Handler) -> None:
        """Add a notification of an app; it stays until it is tapped or cleared."""
        with self.lock:
            self._notices = (Notice(app, title, words, do), *self._notices)
            self._changed()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Return the notifications, the newest first."""
        return self._notices

    def pull_shade(self, down: bool = True, tiles: bool = False) -> bool:
        """Open or close the notification shade; return True unless the phone is locked.

        tiles: show the quick settings in it, in place of the notifications.
        """
        with self.lock:
            self.tiles_shown = tiles
            self.shade_open = down and not self.locked
            self._changed()
            return not self.locked

    def clear_notices(self, *cleared: Notice) -> None:
        """Remove notifications."""
        with self.lock:
            self._notices = tuple(one for one in self._notices if one not in cleared)
            self._changed()

    def follow(self, notice: Notice) -> None:
        """Do what a tap on a notification does: its app comes to the front, and the notification is gone."""
        self.clear_notices(notice)
        self.start(notice.app.package)
        with running(notice.app):
            notice.do()

    def start(self, package: str, activity: str = "") -> None:
        """Bring an app to the front as it was left, and close the shade."""
        with self.lock:
            super().start(package, activity)
            self.shade_open = False
            if package != self._launcher:
                self._used = (package, *(one for one in self._used if one != package))

    def used_apps(self) -> Sequence[App]:
        """Return the apps that are running, the one used last first."""
        return [self.packages[package] for package in self._used if package in self._stacks]

    def show_overview(self) -> None:
        """Show the launcher's page of recent apps, unless the phone is locked."""
        if self.locked:
            return
        launcher = self.packages[self._launcher]
        self.start(self._launcher)
        self.show_view(launcher, launcher.recents, ())

    @property
    def focused(self) -> str:
        """Return the package of the window that has the focus."""
        return SYSTEM if self.shade_open else super().focused

    @property
    def keyboard_shown(self) -> bool:
        """Tell whether the on-screen keyboard is shown, which an open shade hides."""
        return not self.shade_open and super().keyboard_shown

    def _compose(self) -> list[Window]:
        shown = super()._compose()
        if not self.shade_open:
            return shown
        shade = Shade(self)
        view = View(shade, shade.home, (), 0.0)
        window = page_window(view, self._theme(), self._display(), 0, _SETTLED_S, 0)
        return [*shown[:-_BARS], replace(window, kind="shade"), *shown[-_BARS:]]

    def _back_over(self) -> bool:
        if self.shade_open:
            self.pull_shade(False)
            return True
        return super()._back_over()


class Shade(App):
    """Notification shade, as an app that cannot be started."""

    package = SYSTEM
    label = "System UI"
    words: ClassVar = {"zh": {"Clear all": "全部清除", "No notifications": "没有通知"}}

    def home(self) -> Page:
        """Build a row for each notification; a swipe up closes the shade."""
        phone = self._host
        assert isinstance(phone, Shaded)
        if phone.tiles_shown:
            return quick_settings(phone)
        rows = [self.row(notice, phone) for notice in phone.notices]
        none = ui.Text(self.t("No notifications"), id="no_notifications", color="text2", pad=24, gravity="center")
        clear = partial(phone.clear_notices, *phone.notices)
        end = [ui.Button(self.t("Clear all"), id="dismiss_text", on_tap=clear)] if rows else [none]
        body = ui.Column(
            [
                ui.Text(f"{phone.local_time():%H:%M}", id="clock_large", size=40, pad=(24, 24, 24, 12)),
                *rows,
                ui.Space(weight=1),
                *end,
            ],
            id="notification_panel",
            background="background",
            height="fill",
            on_scroll=lambda heights: _ignore(phone.pull_shade(heights <= 0, tiles=heights < 0)),
        )
        return Page(body, activity="NotificationShade")

    def row(self, notice: Notice, phone: Shaded) -> ui.Widget:
        """Build one notification: its app's name over its title and words."""
        lines = [
            ui.Text(notice.app.shown_label(), id="android:id/app_name_text", size=12, color="text2"),
            ui.Text(notice.title, id="android:id/title", bold=True, lines=1),
            ui.Text(notice.words, id="android:id/text", color="text2", lines=2),
        ]
        row = ui.Column(lines, id="expandableNotificationRow", background="card", radius=16, pad=(20, 12, 20, 12))
        row.on_tap = partial(phone.follow, notice)
        return row


def quick_settings(phone: Shaded) -> Page:
    """Build the page of tiles: the brightness, and a switch for each that the app with Android's settings has."""
    keeper = next((app for app in phone.packages.values() if isinstance(app, KeepsSettings)), None)
    rows: list[ui.Widget] = [ui.Text(f"{phone.local_time():%H:%M}", id="clock", size=40, pad=(24, 24, 24, 12))]
    if keeper:
        rows.append(
            ui.Seek(
                keeper.brightness / _BRIGHTEST,
                id="slider",
                desc=keeper.t("Display brightness"),
                pad=(24, 12, 24, 12),
                on_seek=lambda share: keeper.change("brightness", round(share * _BRIGHTEST)),
            )
        )
        tiles: list[ui.Widget] = [
            switch_row(keeper.t(words), getattr(keeper, key), partial(keeper.flip, key))
            for words, key in keeper.tiles.items()
        ]
        deep = max(int((phone.size[1] * 160 / phone.density - _OVER_TILES) / _TILE), 1)
        across = -(-len(tiles) // deep)  # as many side by side as it takes to show them all
        lines = (tiles[at : at + across] for at in range(0, len(tiles), across))
        rows += [ui.Row([ui.Column([tile], weight=1) for tile in line]) for line in lines]
    body = ui.Column(
        rows,
        id="quick_settings_panel",
        background="background",
        height="fill",
        on_scroll=lambda heights: _ignore(phone.pull_shade(heights <= 0, tiles=True)),
    )
    return Page(body, activity="NotificationShade")


def _ignore(_: object) -> None:
    """Discard a handler's value, since handlers return nothing."""
