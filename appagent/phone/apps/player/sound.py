"""What Player plays: its songs, the queue, and how far a song is, which the phone's clock alone moves on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from appagent.phone.app import App
from appagent.phone.apps.player.seeds import ALBUMS, BANDS, FAVOURITES, PLAYLISTS, QUEUE, Both

REPEATS = ("off", "all", "one")
AGAIN_S = 3.0  # a song that is further than this begins anew before the one before it does
LONGEST_HISTORY = 30


@dataclass
class Song:
    """One song. seconds: how long it is."""

    title: str
    artist: str = ""
    album: str = ""
    year: int = 0
    seconds: int = 180
    favourite: bool = False


@dataclass
class Playlist:
    """Songs under a name, by their titles."""

    name: str
    songs: list[str] = field(default_factory=list)


@dataclass
class Now:
    """What is on. position_s: how far the song is."""

    song: str
    playing: bool = False
    position_s: float = 0.0
    _since: datetime = datetime.min  # when that was so


@dataclass
class Equaliser:
    """How much each band is raised, dB from -10 to 10."""

    on: bool = False
    preset: str = "Flat"
    bands: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BANDS, 0))


class Sound(App):
    """The state, and all that changes what is heard; titles are unique, and a song stands in the queue once."""

    def begin(self) -> None:
        """A library of songs, three playlists, and one song that was stopped on the way."""
        self.songs = [Song(self.both(title), self.both(artist), self.both(album), year, seconds, title[0] in FAVOURITES)
                      for album, artist, year, songs in ALBUMS for title, seconds in songs]  # fmt: skip
        called = {title[0]: self.both(title) for _, _, _, songs in ALBUMS for title, _ in songs}
        self.playlists = [Playlist(self.both(name), [called[title] for title in titles]) for name, titles in PLAYLISTS]
        self.queue = [called[title] for title in QUEUE]
        self.history = [called[title] for title in ("Low Tide", "Paper Boats", "Stamps")]
        self.now = Now(called["Low Tide"], position_s=52.0, _since=self._host.local_time())
        self.shuffle, self.repeat, self.sleep_minutes = False, "off", 0
        self.equaliser = Equaliser()
        self._sleep_from = self._host.local_time()
        self._in_order: list[str] = []  # the queue, as it was before it was shuffled

    def both(self, words: Both) -> str:
        """The one of two that is in the phone's language."""
        return words[self._host.locale.startswith("zh")]

    def state(self) -> dict[str, object]:
        """As it is at this moment."""
        self.catch_up()
        return super().state()

    # What is on

    def song(self, title: str) -> Song:
        """The song of this title."""
        return next((song for song in self.songs if song.title == title), Song(title))

    def listed(self, titles: Iterable[str]) -> list[Song]:
        """The songs of these titles that there are."""
        known = {song.title: song for song in self.songs}
        return [known[title] for title in titles if title in known]

    def heard(self) -> Now:
        """What is on at this moment, and how far it is."""
        now, time = self.now, self._host.local_time()
        if not now.playing:
            return now
        until = min(time, self.sleeps_at() or time)
        title, at = now.song, now.position_s + (until - now._since).total_seconds()
        while at >= (length := max(self.song(title).seconds, 1)):
            after = title if self.repeat == "one" else self.beside(title, 1, around=self.repeat == "all")
            if after is None:
                return Now(title, False, 0.0, time)
            title, at = after, at - length
        return Now(title, until == time, at, time)

    def sleeps_at(self) -> datetime | None:
        """When the sleep timer stops the music, where it is on."""
        return self._sleep_from + timedelta(minutes=self.sleep_minutes) if self.sleep_minutes else None

    def beside(self, title: str, by: int, around: bool) -> str | None:
        """The song so many places on in the queue, or None beyond its ends; around: the ends are joined."""
        if not self.queue:
            return None
        at = self.queue.index(title) + by if title in self.queue else 0
        at = at % len(self.queue) if around else at
        return self.queue[at] if 0 <= at < len(self.queue) else None

    def catch_up(self) -> None:
        """Let the state be what is heard."""
        self.now = self.heard()
        ends = self.sleeps_at()
        if ends and ends <= self._host.local_time():
            self.sleep_minutes = 0

    # What a touch changes

    def play(self, title: str, queue: Sequence[str] = ()) -> None:
        """Begin a song; queue: what is to be played from now on."""
        self.catch_up()
        if queue:
            self.queue = list(queue)
            if self.shuffle:
                self.mix(title)
        self.now = Now(title, True, 0.0, self._host.local_time())
        self.history = [title, *(other for other in self.history if other != title)][:LONGEST_HISTORY]

    def play_mixed(self, titles: Sequence[str]) -> None:
        """Begin with any of these, and go on in any order."""
        if titles:
            self.shuffle = True
            self.play(self._dice.choice(titles), titles)

    def toggle(self) -> None:
        """Stop, or go on."""
        self.catch_up()
        self.now.playing, self.now._since = not self.now.playing, self._host.local_time()

    def skip(self, by: int) -> None:
        """The next song or the one before; a song that is on its way begins anew first."""
        self.catch_up()
        again = by < 0 and self.now.position_s > AGAIN_S
        self.play(self.now.song if again else self.beside(self.now.song, by, around=True) or self.now.song)

    def seek(self, share: float) -> None:
        """Go to another place in the song."""
        self.catch_up()
        self.now.position_s = share * self.song(self.now.song).seconds

    def turn_shuffle(self) -> None:
        """Mix what is played from now on, or put it back into its order."""
        self.catch_up()
        self.shuffle = not self.shuffle
        if self.shuffle:
            self.mix(self.now.song)
        else:
            kept = [title for title in self._in_order if title in self.queue]
            self.queue = kept + [title for title in self.queue if title not in kept]
        self.toast(self.t("Shuffle on" if self.shuffle else "Shuffle off"))

    def mix(self, first: str) -> None:
        """The queue in any order, after its first song."""
        self._in_order = list(self.queue)
        rest = [title for title in self.queue if title != first]
        self._dice.shuffle(rest)
        self.queue = [first, *rest]

    def turn_repeat(self) -> None:
        """Off, all, one, and off again."""
        self.catch_up()
        self.repeat = REPEATS[(REPEATS.index(self.repeat) + 1) % len(REPEATS)]
        self.toast(self.t(f"Repeat {self.repeat}"))

    def like(self, song: Song) -> None:
        """Fill a song's heart, or empty it."""
        song.favourite = not song.favourite
        self.toast(self.t("Added to favourites" if song.favourite else "Removed from favourites"))

    def sleep_in(self, minutes: int) -> None:
        """Let the music stop after some time; 0: let it go on."""
        self.catch_up()
        self.sleep_minutes, self._sleep_from = minutes, self._host.local_time()

    # The queue

    def enqueue(self, title: str, soon: bool) -> None:
        """Play a song after this one, or after all."""
        self.catch_up()
        if title != self.now.song:
            others = [other for other in self.queue if other != title]
            at = others.index(self.now.song) + 1 if soon and self.now.song in others else len(others)
            self.queue = [*others[:at], title, *others[at:]]
        self.toast(self.t("Plays next" if soon else "Added to queue"))

    def move(self, title: str, by: int) -> None:
        """Put a song so many places further down in the queue."""
        self.catch_up()
        others = [other for other in self.queue if other != title]
        at = min(max(self.queue.index(title) + by, 0), len(others))
        self.queue = [*others[:at], title, *others[at:]]

    def unqueue(self, title: str) -> None:
        """Take a song out of the queue; where it is the one that is on, the next comes, and waits."""
        self.catch_up()
        after = self.beside(title, 1, around=True)
        if title == self.now.song and after:
            self.now = Now(after, False, 0.0, self._host.local_time())
        self.queue = [other for other in self.queue if other != title]

    def erase(self, song: Song) -> None:
        """A song less on the phone."""
        self.unqueue(song.title)
        self.songs.remove(song)
        self.history = [title for title in self.history if title != song.title]
        for playlist in self.playlists:
            playlist.songs = [title for title in playlist.songs if title != song.title]


def written(seconds: float) -> str:
    """Seconds as a player shows them.

    >>> written(187), written(5.9)
    ('3:07', '0:05')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
