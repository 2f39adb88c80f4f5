"""Launcher: the home screen, with an icon for every app."""

from functools import partial

from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column, Frame, Grid, Icon, List, Row, Space, Text, Widget


class Launcher(App):
    """Tap an icon and its app opens."""

    package = "com.android.launcher3"
    label = "Launcher"
    hidden = True
    words = {
        "zh": {"Sunday, 22 November": "11月22日 星期日", "Clear all": "全部清除", "No recent items": "近期没有任何内容"}
    }

    def home(self) -> Page:
        """The only screen: the date, then the icons."""
        icons = Grid([self.icon_of(app) for app in self._host.shown_apps()], id="apps_list", columns=4)
        date = Text(self.t("Sunday, 22 November"), id="date", size=26, pad=(24, 56, 24, 40))
        body = Column([date, icons, Space(weight=1)], id="workspace", pad=(8, 0, 8, 24))
        return Page(Frame([body], id="launcher", background="surface"), activity="Launcher")

    def recents(self) -> Page:
        """A card for each app that is running, the one used last on top; a card that is pushed up closes its app."""
        apps = self._host.used_apps()
        cards = [self.card_of(app) for app in apps]
        none = Text(self.t("No recent items"), id="empty", color="text2", pad=24, gravity="center")
        clear = [Button(self.t("Clear all"), id="clear_all", gravity="center", on_tap=self.clear_all)]
        body = Column([List(cards, id="overview_panel"), *clear] if cards else [none], pad=(24, 56, 24, 24))
        back = partial(self._host.start, apps[0].package) if apps else None
        return Page(body, activity="RecentsActivity", title="Overview", on_back=back)

    def card_of(self, app: App) -> Widget:
        """An app as it was left."""
        top = Row(
            [Icon(app.icon, size=24, color=app.colour), Text(app.shown_label(), lines=1, pad=(12, 0, 0, 0))], pad=8
        )
        picture = Space(width="fill", height=96, background="track")
        card = Column([top, picture], id="task", desc=app.shown_label(), background="card", radius=16, pad=8)
        card.on_tap = partial(self._host.start, app.package)
        return card

    def clear_all(self) -> None:
        """Close every app."""
        for app in self._host.used_apps():
            self._host.stop(app.package)

    def icon_of(self, app: App) -> Widget:
        """One icon with its name below."""
        sign = Icon(app.icon, size=32, color="#ffffff", background=app.colour, radius=18, pad=14, gravity="center")
        name = Text(app.shown_label(), size=13, lines=1, gravity="center", pad=(0, 6, 0, 0))
        return Column([sign, name], pad=(4, 10, 4, 10), on_tap=lambda: self._host.start(app.package))
