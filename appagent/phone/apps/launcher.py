"""Launcher: the home screen, with an icon for every app."""

from appagent.phone.app import App, Page
from appagent.phone.ui import Column, Frame, Grid, Icon, Space, Text, Widget


class Launcher(App):
    """Tap an icon and its app opens."""

    package = "com.android.launcher3"
    label = "Launcher"
    hidden = True
    words = {"zh": {"Sunday, 22 November": "11月22日 星期日"}}

    def home(self) -> Page:
        """The only screen: the date, then the icons."""
        icons = Grid([self.icon_of(app) for app in self._host.shown_apps()], id="apps_list", columns=4)
        date = Text(self.t("Sunday, 22 November"), id="date", size=26, pad=(24, 56, 24, 40))
        body = Column([date, icons, Space(weight=1)], id="workspace", pad=(8, 0, 8, 24))
        return Page(Frame([body], id="launcher", background="surface"), activity="Launcher")

    def icon_of(self, app: App) -> Widget:
        """One icon with its name below."""
        sign = Icon(app.icon, size=32, color="#ffffff", background=app.colour, radius=18, pad=14, gravity="center")
        name = Text(app.shown_label(), size=13, lines=1, gravity="center", pad=(0, 6, 0, 0))
        return Column([sign, name], pad=(4, 10, 4, 10), on_tap=lambda: self._host.start(app.package))
