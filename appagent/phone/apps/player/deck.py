"""Player's pages for what is on: the mini player, the large one, the queue, the sleep timer, the equaliser."""

from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.player.menus import Menus
from appagent.phone.apps.player.seeds import BANDS, CUSTOM, PRESETS
from appagent.phone.apps.player.sound import Now, Song, written
from appagent.phone.dialogs import ask_words, confirm, menu, pick_one
from appagent.phone.parts import chips, header, photo, toolbar
from appagent.phone.ui import (
    Column,
    Frame,
    Handler,
    Icon,
    IconButton,
    List,
    Panel,
    Row,
    Scroll,
    Seek,
    Split,
    Switch,
    Text,
    Widget,
)

SLEEPS = (0, 10, 20, 30, 45, 60)  # minutes; 0: off
LOUDEST = 10  # dB


class Deck(Menus):
    """Most of its buttons are bare icons."""

    def mini(self) -> Widget:
        """What stands below the other pages: the song that is on; a tap makes it large."""
        now = self.heard()
        song = self.song(now.song)
        words = Column([Text(song.title, id="mini_title", size=15, lines=1),
                        Text(song.artist, size=13, color="text2", lines=1)], weight=1, pad=(12, 0, 4, 0))  # fmt: skip
        parts = [photo(song.album, width=44, height=44, radius=6), words,
                 IconButton("pause" if now.playing else "play", color="text", on_tap=self.toggle),
                 IconButton("queue", desc=self.t("Queue"), on_tap=partial(self.open, self.queue_page))]  # fmt: skip
        return Row(parts, id="mini_player", background="surface", pad=(12, 8, 4, 8),
                   on_tap=partial(self.open, self.now_playing))  # fmt: skip

    def now_playing(self) -> Page:
        """The cover, the song, how far it is, and all that can be done with it."""
        now = self.heard()
        song = self.song(now.song)
        source = Column([Text(self.t("Playing from"), size=12, color="text2", gravity="center"),
                         Text(song.album, size=14, lines=1, gravity="center")], weight=1)  # fmt: skip
        dots = IconButton("more", desc=self.t("More options"), on_tap=partial(self.ask, self.song_menu, song))
        bar = Row([IconButton("down", on_tap=self.close), source, dots], height=56, pad=(4, 0, 4, 0))
        cover = Frame([photo(song.album, height="fill", radius=16)], weight=1, pad=(32, 8, 32, 16))
        words = Column([Text(song.title, id="title", size=22, bold=True, lines=1),
                        Text(song.artist, id="artist", color="text2", lines=1,
                             on_tap=partial(self.open, self.artist_page, song.artist))], weight=1)  # fmt: skip
        title = Row([words, self.heart(song)], pad=(32, 0, 20, 8))
        knob = Seek(now.position_s / max(song.seconds, 1), id="seek_bar", on_seek=self.seek, pad=(24, 0, 24, 0))
        times = Row([Text(written(now.position_s), size=12, color="text2", weight=1),
                     Text(written(song.seconds), size=12, color="text2")], pad=(32, 0, 32, 4))  # fmt: skip
        lower = Column([title, knob, times, self.controls(now.playing), self.extras()], gravity="center")
        body = Panel([bar, Split([cover, lower], weight=1)])
        return Page(body, activity="NowPlayingActivity", live=now.playing)

    def heart(self, song: Song) -> Widget:
        """Full for a favourite."""
        icon, colour = ("heart_full", "danger") if song.favourite else ("heart", "text2")
        return IconButton(icon, color=colour, on_tap=partial(self.like, song))

    def controls(self, playing: bool) -> Widget:
        """The row of five."""
        large = IconButton("pause" if playing else "play", id="play_pause", size=32, pad=18, radius=34,
                           color="on_primary", background="primary", gravity="center", on_tap=self.toggle)  # fmt: skip
        mixed = self.lit("shuffle", self.turn_shuffle, self.shuffle)
        again = self.lit("repeat_one" if self.repeat == "one" else "repeat", self.turn_repeat, self.repeat != "off")
        return Row([mixed, IconButton("previous", color="text", size=30, weight=1, on_tap=partial(self.skip, -1)),
                    Frame([large], weight=1), IconButton("next", color="text", size=30, weight=1,
                    on_tap=partial(self.skip, 1)), again], pad=(12, 8, 12, 8))  # fmt: skip

    def extras(self) -> Widget:
        """The small row at the bottom."""
        ask, open_ = partial(self.ask, self.sleep_dialog), partial(self.open, self.equaliser_page)
        queue = IconButton("queue", desc=self.t("Queue"), weight=1, on_tap=partial(self.open, self.queue_page))
        return Row([self.lit("timer", ask, self.sleep_minutes > 0), self.lit("sliders", open_, self.equaliser.on),
                    IconButton("plus", weight=1, on_tap=partial(self.ask, self.playlist_dialog, self.heard().song)),
                    queue], pad=(12, 4, 12, 12))  # fmt: skip

    def lit(self, icon: str, do: Handler, on: bool) -> Widget:
        """An icon in the colour of what is on."""
        return IconButton(icon, color="primary" if on else "text2", weight=1, on_tap=do)

    def sleep_dialog(self) -> Dialog:
        """When the music stops."""
        options = [self.t("{} minutes").format(minutes) if minutes else self.t("Off") for minutes in SLEEPS]
        chosen = SLEEPS.index(self.sleep_minutes) if self.sleep_minutes in SLEEPS else -1
        return pick_one(self, self.t("Sleep timer"), options, chosen, lambda number: self.sleep_in(SLEEPS[number]))

    def sleep_words(self) -> str:
        """When it will be quiet."""
        ends = self.sleeps_at()
        return self.t("Stops at {}").format(f"{ends:%H:%M}") if ends and self.sleep_minutes else self.t("Off")

    # The queue

    def queue_page(self) -> Page:
        """What comes; a handle to draw a song along by, and a cross to take it out."""
        more = IconButton("more", desc=self.t("More options"), on_tap=partial(self.ask, self.queue_menu))
        bar = toolbar(self.t("Queue"), more, on_back=self.close, up=self.t("Navigate up"))
        now = self.heard()
        rows = [self.queue_row(song, now) for song in self.listed(self.queue)]
        return Page(Column([bar, List(rows, id="queue_list")]), activity="QueueActivity", live=now.playing)

    def queue_row(self, song: Song, now: Now) -> Widget:
        """A song in the queue."""
        on = song.title == now.song
        words = Column([Text(song.title, lines=1, bold=on, color="primary" if on else "text"),
                        Text(song.artist, size=13, color="text2", lines=1)], weight=1, pad=(4, 0, 4, 0))  # fmt: skip
        handle = Icon("menu", height=56, pad=(12, 0, 12, 0), width=48,
                      on_scroll=lambda heights: self.move(song.title, -round(heights)))  # fmt: skip
        cross = IconButton("close", id="remove", size=18, on_tap=partial(self.take_out, song.title))
        return Row([handle, words, cross], pad=(4, 2, 4, 2), on_tap=partial(self.play, song.title),
                   on_hold=partial(self.ask, self.queue_row_menu, song.title))  # fmt: skip

    def queue_row_menu(self, title: str) -> Dialog:
        """Shown while a song in the queue is held down."""
        return menu(self, (self.t("Play next"), partial(self.enqueue, title, True)),
                    (self.t("Move up"), partial(self.move, title, -1)),
                    (self.t("Move down"), partial(self.move, title, 1)),
                    (self.t("Remove from queue"), partial(self.take_out, title)))  # fmt: skip

    def take_out(self, title: str) -> None:
        """Out of the queue."""
        self.unqueue(title)
        self.toast(self.t("Removed from queue"))

    def queue_menu(self) -> Dialog:
        """The three dots."""
        keep = partial(ask_words, self, self.t("Save as playlist"), "", self.keep_queue, self.t("Name"))
        return menu(self, (self.t("Save as playlist"), keep),
                    (self.t("Clear queue"), partial(self.ask, self.queue_sure)), gravity="top right")  # fmt: skip

    def keep_queue(self, name: str) -> None:
        """A playlist of all that is in the queue."""
        self.new_playlist(name, self.queue)

    def queue_sure(self) -> Dialog:
        """Asked before the queue is empty."""
        words = self.t("The song that is on stays.")
        return confirm(self, self.t("Clear the queue?"), words, self.t("Clear"), self.clear_queue, danger=True)

    def clear_queue(self) -> None:
        """Only what is on is left."""
        self.catch_up()
        self.queue = [self.now.song]

    # The equaliser

    def equaliser_page(self) -> Page:
        """A switch, presets, and a bar for each band."""
        sound = self.equaliser
        switch = Switch(sound.on, pad=(0, 0, 12, 0), on_tap=lambda: setattr(sound, "on", not sound.on))
        reset = IconButton("reset", on_tap=partial(self.choose_preset, 0))
        bar = toolbar(self.t("Equaliser"), reset, switch, on_back=self.close, up=self.t("Navigate up"))
        names = [*PRESETS, *([CUSTOM] if sound.preset == CUSTOM else [])]
        chosen = [names.index(sound.preset)] if sound.preset in names else []
        presets = chips([self.t(name) for name in names], chosen, self.choose_preset)
        bands = [self.band(name) for name in BANDS]
        return Page(Column([bar, Scroll([header(self.t("Preset")), presets, *bands])]), activity="EqualizerActivity")

    def choose_preset(self, number: int) -> None:
        """The bands as a preset has them."""
        if number < len(PRESETS):
            self.equaliser.preset = list(PRESETS)[number]
            self.equaliser.bands = dict(zip(BANDS, PRESETS[self.equaliser.preset], strict=True))

    def band(self, name: str) -> Widget:
        """Its bar, in the middle where it is raised by nothing."""
        level = self.equaliser.bands.get(name, 0)
        words = Row(
            [Text(name, size=14, weight=1), Text(f"{level:+} dB" if level else "0 dB", size=14, color="text2")],
            pad=(24, 0, 24, 0),
        )
        knob = Seek((level + LOUDEST) / (2 * LOUDEST), id="band", pad=(16, 0, 16, 0),
                    on_seek=partial(self.set_band, name))  # fmt: skip
        return Column([words, knob], pad=(0, 14, 0, 6))

    def set_band(self, name: str, share: float) -> None:
        """Raise or lower one band."""
        self.equaliser.bands[name] = round(2 * LOUDEST * share) - LOUDEST
        self.equaliser.preset = CUSTOM
