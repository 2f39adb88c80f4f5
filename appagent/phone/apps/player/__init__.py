"""Player: a library of songs, playlists, a queue, an equaliser; most of its buttons are icons without a word."""

from collections.abc import Sequence
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.player.deck import Deck
from appagent.phone.apps.player.seeds import WORDS
from appagent.phone.apps.player.sound import Playlist, Song, written
from appagent.phone.dialogs import confirm, pick_one
from appagent.phone.parts import (
    avatar,
    check_row,
    divider,
    header,
    nothing_here,
    photo,
    search_bar,
    setting,
    switch_row,
    tabs,
    tile,
    toolbar,
)
from appagent.phone.ui import Button, Column, Frame, Handler, Icon, IconButton, List, Row, Seek, Text, Widget

SORTS = ("Title", "Artist", "Length", "Recently added")
QUALITIES = ("Low", "Normal", "High", "Lossless")
LONGEST_CROSSFADE_S = 12


class Player(Deck):
    """Four tabs over a mini player, which stands below most other pages too."""

    package = "com.example.tunebox"
    label = "Player"
    icon = "music"
    colour = "#8b3a8f"
    version = "5.12.0"
    words = {"zh": WORDS}

    def begin(self) -> None:
        """As `Sound` has it, with the settings of a new phone."""
        super().begin()
        self.sort, self.descending = "Title", False
        self.gapless, self.resume_with_headphones, self.lock_screen_cover, self.wifi_only = True, False, True, True
        self.crossfade_s, self.quality = 0, "Normal"
        self._tab, self._query = 0, ""
        self._ticked: list[str] = []

    def home(self) -> Page:
        """The chosen tab under the bar."""
        names = [self.t(name) for name in ("Songs", "Albums", "Artists", "Playlists")]
        body = (self.song_list, self.album_list, self.artist_list, self.playlist_list)[self._tab]()
        find = IconButton("search", id="menu_search", desc=self.t("Search"), on_tap=self.search)
        bar = toolbar(self.t("Player"), find, IconButton("gear", on_tap=partial(self.open, self.settings)))
        parts = [bar, tabs(names, self._tab, self.setter("_tab")), body, self.mini()]
        return Page(Column(parts), activity="MainActivity", live=self.heard().playing)

    def screen(self, title: str, activity: str, rows: Sequence[Widget], *actions: Widget) -> Page:
        """A page of rows over the mini player."""
        bar = toolbar(title, *actions, on_back=self.close, up=self.t("Navigate up"))
        body = Column([bar, List(rows, loads=0.3), self.mini()])
        return Page(body, activity=activity, live=self.heard().playing)

    # Songs

    def song_list(self) -> Widget:
        """All songs, in the chosen order."""
        songs = self.in_order()
        titles = [song.title for song in songs]
        bar = Row([IconButton("shuffle", id="shuffle_all", desc=self.t("Shuffle all"), color="primary",
                              on_tap=partial(self.play_mixed, titles)),
                   Text(self.some("{} songs", len(songs)), size=14, color="text2", weight=1),
                   IconButton("sort", on_tap=partial(self.ask, self.sort_dialog)),
                   IconButton("down" if self.descending else "up", on_tap=self.flipper("descending"))],
                  pad=(4, 0, 4, 0))  # fmt: skip
        rows = [self.song_row(song, titles) for song in songs] or [self.nothing()]
        return Column([bar, List(rows, id="song_list", loads=0.3)], weight=1)

    def in_order(self) -> list[Song]:
        """All songs, as they are sorted."""
        keys = {"Title": lambda song: song.title, "Artist": lambda song: (song.artist, song.title),
                "Length": lambda song: song.seconds}  # fmt: skip
        songs = sorted(self.songs, key=keys[self.sort]) if self.sort in keys else self.songs[::-1]
        return songs[::-1] if self.descending else songs

    def sort_dialog(self) -> Dialog:
        """In which order songs are shown."""
        chosen = SORTS.index(self.sort) if self.sort in SORTS else -1
        names = [self.t(name) for name in SORTS]
        return pick_one(self, self.t("Sort by"), names, chosen, lambda number: setattr(self, "sort", SORTS[number]))

    def song_row(self, song: Song, queue: Sequence[str], playlist: Playlist | None = None, number: int = 0) -> Widget:
        """A song, and the dots of its menu; queue: what a tap plays. number: instead of a cover."""
        on = song.title == self.heard().song
        more = "" if playlist else self.t("More options")
        about = written(song.seconds) if number else f"{song.artist} - {written(song.seconds)}"
        words = Column([Text(song.title, id="title", lines=1, color="primary" if on else "text"),
                        Text(about, size=13, color="text2", lines=1)],
                       weight=1, pad=(12, 0, 4, 0))  # fmt: skip
        sign = (
            Text(f"{number}", color="text2", width=28) if number else photo(song.album, width=44, height=44, radius=6)
        )
        ask = partial(self.ask, self.song_menu, song, playlist)
        dots = IconButton("more", id="" if number else "item_more", desc=more, size=20, on_tap=ask)
        return Row([sign, words, dots], pad=(16, 7, 4, 7), on_tap=partial(self.play, song.title, queue), on_hold=ask)

    def nothing(self) -> Widget:
        """Instead of rows."""
        return nothing_here("music", self.t("No songs here"))

    # Albums and artists

    def album_list(self) -> Widget:
        """Covers, two in a row."""
        names = sorted({song.album for song in self.songs})
        return List([self.album_tile(name) for name in names], columns=2, loads=0.3, pad=4)

    def album_tile(self, name: str) -> Widget:
        """A cover with a button to play the album at once."""
        songs = self.on_album(name)
        titles = [song.title for song in songs]
        play = IconButton("play", size=16, pad=9, radius=17, color="on_primary", background="primary",
                          on_tap=partial(self.play, titles[0], titles))  # fmt: skip
        cover = Frame([photo(name, height=120), Frame([play], width="wrap", pad=6, gravity="bottom right")])
        return tile(cover, name, songs[0].artist, partial(self.open, self.album_page, name))

    def on_album(self, name: str) -> list[Song]:
        """Its songs, in their order."""
        return [song for song in self.songs if song.album == name]

    def album_page(self, name: str) -> Page:
        """The cover, whose it is, and its songs."""
        songs = self.on_album(name)
        if not songs:
            return self.screen(name, "AlbumActivity", [self.nothing()])
        titles = [song.title for song in songs]
        artist = songs[0].artist
        about = f"{songs[0].year}, {self.some('{} songs', len(songs))}, {written(sum(s.seconds for s in songs))}"
        who = Column([Text(name, size=20, bold=True, lines=2), Button(artist, pad=(0, 8, 8, 8), on_tap=partial(
                      self.open, self.artist_page, artist)), Text(about, size=13, color="text2", lines=1),
                      self.starters(titles)], weight=1, pad=(16, 0, 0, 0))  # fmt: skip
        top = Row([photo(name, width=124, height=124, radius=8), who], pad=(16, 12, 16, 12))
        rows = [self.song_row(song, titles, number=number) for number, song in enumerate(songs, 1)]
        return self.screen("", "AlbumActivity", [top, divider(), *rows])

    def starters(self, titles: Sequence[str]) -> Widget:
        """Play these in order, or in any."""
        in_order = partial(self.play, titles[0], titles) if titles else partial(self.toast, self.t("No songs here"))
        return Row([IconButton("play", id="play_all", color="on_primary", background="primary", radius=24,
                               on_tap=in_order),
                    IconButton("shuffle", id="shuffle_all", on_tap=partial(self.play_mixed, titles))],
                   pad=(0, 6, 0, 0))  # fmt: skip

    def artist_list(self) -> Widget:
        """Who is on the phone."""
        rows = []
        for name in sorted({song.artist for song in self.songs}):
            count = self.some("{} songs", sum(song.artist == name for song in self.songs))
            rows.append(
                self.entry(avatar(name, 44, radius=22), name, count, partial(self.open, self.artist_page, name))
            )
        return List(rows, loads=0.3)

    def entry(self, picture: Widget, title: str, summary: str, do: Handler, *end: Widget) -> Widget:
        """A picture before two lines."""
        words = Column([Text(title, lines=1), Text(summary, size=13, color="text2", lines=1)], weight=1,
                       pad=(12, 0, 4, 0))  # fmt: skip
        return Row([picture, words, *end], desc=f"{title}, {summary}", pad=(16, 7, 4, 7), on_tap=do)

    def artist_page(self, name: str) -> Page:
        """Albums first, then all songs."""
        songs = [song for song in self.songs if song.artist == name]
        titles = [song.title for song in songs]
        rows = [self.starters(titles), header(self.t("Albums"))]
        for album in sorted({song.album for song in songs}):
            cover, year = photo(album, width=64, height=64, radius=6), str(self.on_album(album)[0].year)
            rows.append(self.entry(cover, album, year, partial(self.open, self.album_page, album)))
        rows[0].pad = (16, 12, 16, 0)
        return self.screen(name, "ArtistActivity",
                           [*rows, header(self.t("Songs")), *(self.song_row(song, titles) for song in songs)])  # fmt: skip

    # Playlists

    def playlist_list(self) -> Widget:
        """A way to make one, two that fill themselves, and one's own."""
        new = Row([Icon("plus", width=44, height=44, radius=6, background="surface"),
                   Text(self.t("New playlist"), color="primary", pad=(12, 0, 0, 0))],
                  pad=(16, 7, 16, 7), on_tap=self.ask_for_playlist)  # fmt: skip
        rows = [new, self.list_row("heart_full", "Favourites"), self.list_row("clock", "Recently played"), divider()]
        for playlist in self.playlists:
            dots = IconButton(
                "more", id="item_more", size=20, on_tap=partial(self.ask, self.playlist_menu, playlist, False)
            )
            count = self.some("{} songs", len(self.listed(playlist.songs)))
            cover = photo(playlist.name, width=44, height=44, radius=6)
            go = partial(self.open, self.playlist_page, playlist)
            rows.append(self.entry(cover, playlist.name, count, go, dots))
        return List(rows, id="playlists")

    def list_row(self, icon: str, name: str) -> Widget:
        """One that fills itself."""
        picture = photo(name, width=44, height=44, icon=icon, radius=6)
        count = self.some("{} songs", len(self.of_list(name)))
        return self.entry(picture, self.t(name), count, partial(self.open, self.list_page, name))

    def of_list(self, name: str) -> list[Song]:
        """What is in one that fills itself."""
        return [s for s in self.songs if s.favourite] if name == "Favourites" else self.listed(self.history)

    def list_page(self, name: str) -> Page:
        """Favourites, or what was played last."""
        songs = self.of_list(name)
        rows = [self.song_row(song, [song.title for song in songs]) for song in songs] or [self.nothing()]
        return self.screen(self.t(name), "PlaylistActivity", rows)

    def playlist_page(self, playlist: Playlist) -> Page:
        """The songs of one's own."""
        songs = self.listed(playlist.songs)
        titles = [song.title for song in songs]
        top = self.starters(titles)
        top.pad = (16, 8, 16, 8)
        rows = [self.song_row(song, titles, playlist) for song in songs] or [self.nothing()]
        plus = IconButton("plus", on_tap=partial(self.choose_songs, playlist))
        menu = partial(self.ask, self.playlist_menu, playlist, True)
        dots = IconButton("more", desc=self.t("More options"), on_tap=menu)
        return self.screen(playlist.name, "PlaylistActivity", [top, *rows], plus, dots)

    def choose_songs(self, playlist: Playlist) -> None:
        """Put several songs in."""
        self._ticked = []
        self.open(self.choose_page, playlist)

    def choose_page(self, playlist: Playlist) -> Page:
        """A tick for each song that is not in it yet."""
        rows = [check_row(song.title, song.title in self._ticked, partial(self.tick, song.title), song.artist)
                for song in self.in_order() if song.title not in playlist.songs]  # fmt: skip
        done = Button(self.t("Done"), id="done", on_tap=partial(self.put_in, playlist))
        bar = toolbar(self.t("Add songs"), done, on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, List(rows, loads=0.3)]), activity="AddSongsActivity")

    def tick(self, title: str) -> None:
        """Choose a song, or no longer."""
        self._ticked = [t for t in self._ticked if t != title] + ([] if title in self._ticked else [title])

    def put_in(self, playlist: Playlist) -> None:
        """The ticked ones, at the end."""
        playlist.songs += self._ticked
        self.close()

    # Search and settings

    def search(self) -> None:
        """Look for words in all that is here."""
        self._query = ""
        self.open(self.search_page)

    def search_page(self) -> Page:
        """Artists, albums, then songs."""
        words = self._query.casefold().strip()
        songs = [song for song in self.songs if words and words in f"{song.title} {song.artist}".casefold()]
        artists = sorted({song.artist for song in self.songs if words and words in song.artist.casefold()})
        albums = sorted({song.album for song in self.songs if words and words in song.album.casefold()})
        rows: list[Widget] = []
        for name, names, page in (("Artists", artists, self.artist_page), ("Albums", albums, self.album_page)):
            rows += [header(self.t(name))] if names else []
            rows += [setting(one, on_tap=partial(self.open, page, one)) for one in names]
        rows += [header(self.t("Songs"))] if songs else []
        found = [song.title for song in songs]
        then = [*found, *(title for title in self.queue if title not in found)]
        rows += [self.song_row(song, then) for song in songs]
        if words and not rows:
            rows = [nothing_here("search", self.t("No results"))]
        hint, up = self.t("Songs, artists, albums"), self.t("Navigate up")
        bar = search_bar(self._query, hint, self.setter("_query"), self.close, up)
        return Page(Column([bar, List(rows), self.mini()]), activity="SearchActivity", live=self.heard().playing)

    def settings(self) -> Page:
        """How music is played and kept."""
        seconds = self.some("{} seconds", self.crossfade_s) if self.crossfade_s else self.t("Off")
        knob = Seek(
            self.crossfade_s / LONGEST_CROSSFADE_S, id="seekbar", on_seek=self.set_crossfade, pad=(16, 0, 16, 8)
        )
        fade = Row([Text(self.t("Crossfade"), weight=1), Text(seconds, size=14, color="text2")], pad=(16, 14, 16, 4))
        preset = self.t(self.equaliser.preset if self.equaliser.on else "Off")
        gapless = self.t("Keep silence between songs out")
        rows = [header(self.t("Playback")),
                setting(self.t("Equaliser"), preset, on_tap=partial(self.open, self.equaliser_page)),
                setting(self.t("Sleep timer"), self.sleep_words(), on_tap=partial(self.ask, self.sleep_dialog)),
                switch_row(self.t("Gapless playback"), self.gapless, self.flipper("gapless"), gapless),
                Column([fade, knob]),
                self.switch("Resume with headphones", "resume_with_headphones"),
                self.switch("Show cover on lock screen", "lock_screen_cover"),
                header(self.t("Streaming")), self.switch("Wi-Fi only", "wifi_only"),
                setting(self.t("Sound quality"), self.t(self.quality), on_tap=partial(self.ask, self.quality_dialog)),
                header(self.t("History")),
                setting(self.t("Clear play history"), on_tap=partial(self.ask, self.history_sure)),
                setting(self.t("About"), self.t("Version {}").format(self.version))]  # fmt: skip
        bar = toolbar(self.t("Settings"), on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, List(rows)]), activity="SettingsActivity")

    def switch(self, words: str, name: str) -> Widget:
        """A row for something that is on or off."""
        return switch_row(self.t(words), getattr(self, name), self.flipper(name))

    def set_crossfade(self, share: float) -> None:
        """For how long one song fades into the next."""
        self.crossfade_s = round(share * LONGEST_CROSSFADE_S)

    def quality_dialog(self) -> Dialog:
        """How good streamed music sounds."""
        chosen = QUALITIES.index(self.quality) if self.quality in QUALITIES else -1
        names = [self.t(name) for name in QUALITIES]
        return pick_one(self, self.t("Sound quality"), names, chosen, lambda n: setattr(self, "quality", QUALITIES[n]))

    def history_sure(self) -> Dialog:
        """Asked before it is forgotten what was played."""
        clear = self.setter("history")
        return confirm(self, self.t("Clear play history?"), "", self.t("Clear"), partial(clear, []), danger=True)
