"""Player's menus of a song and of a playlist, and what they ask about."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial

from appagent.phone.app import Dialog, Page
from appagent.phone.apps.player.sound import Playlist, Song, Sound, written
from appagent.phone.dialogs import ask_words, confirm, menu, pick_one
from appagent.phone.intents import share
from appagent.phone.parts import setting, toolbar
from appagent.phone.ui import Column, List


class Menus(Sound):
    """Playlists have names that no other has."""

    @abstractmethod
    def album_page(self, name: str) -> Page:
        """An album's songs; see Player."""

    @abstractmethod
    def artist_page(self, name: str) -> Page:
        """An artist's albums and songs; see Player."""

    # Of a song

    def song_menu(self, song: Song, playlist: Playlist | None = None) -> Dialog:
        """A sheet; playlist: the one that the row is in."""
        items = [("Play next", "next", partial(self.enqueue, song.title, True)),
                 ("Add to queue", "queue", partial(self.enqueue, song.title, False)),
                 ("Add to playlist", "plus", partial(self.ask, self.playlist_dialog, song.title)),
                 ("Go to album", "disc", partial(self.open, self.album_page, song.album)),
                 ("Go to artist", "person", partial(self.open, self.artist_page, song.artist)),
                 ("Song details", "info", partial(self.open, self.details_page, song)),
                 ("Share", "share", partial(share, self, "text", f"{song.title} – {song.artist}"))]  # fmt: skip
        if playlist:
            items.append(("Remove from playlist", "close", partial(playlist.songs.remove, song.title)))
        items.append(("Delete from phone", "trash", partial(self.ask, self.song_sure, song)))
        rows = [(self.t(words), do) for words, _, do in items]
        return menu(self, *rows, gravity="bottom", icons=[icon for _, icon, _ in items])

    def song_sure(self, song: Song) -> Dialog:
        """Asked before a song is gone."""
        words = f"{song.title}\n{self.t('It is also taken out of playlists.')}"
        return confirm(
            self, self.t("Delete this song?"), words, self.t("Delete"), partial(self.erase, song), danger=True
        )

    def details_page(self, song: Song) -> Page:
        """All that is known of a song."""
        facts = {"Title": song.title, "Artist": song.artist, "Album": song.album, "Year": str(song.year),
                 "Length": written(song.seconds), "Format": "FLAC, 44.1 kHz"}  # fmt: skip
        rows = [setting(self.t(name), value) for name, value in facts.items()]
        bar = toolbar(self.t("Song details"), on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, List(rows)]), activity="SongDetailsActivity")

    # Of playlists

    def playlist_dialog(self, title: str) -> Dialog:
        """Into which playlist a song goes."""
        options = [self.t("New playlist"), *(playlist.name for playlist in self.playlists)]
        return pick_one(self, self.t("Add to playlist"), options, -1, partial(self.add_to, title))

    def add_to(self, title: str, number: int) -> None:
        """Put a song into a playlist; 0: into a new one."""
        if number == 0:
            self.ask_for_playlist([title])
            return
        playlist = self.playlists[number - 1]
        there = title in playlist.songs
        playlist.songs += [] if there else [title]
        self.toast(self.t("Already in {}" if there else "Added to {}").format(playlist.name))

    def ask_for_playlist(self, titles: Sequence[str] = ()) -> None:
        """Ask how a new playlist is called."""
        ask_words(self, self.t("New playlist"), "", lambda name: self.new_playlist(name, titles), self.t("Name"))

    def new_playlist(self, name: str, titles: Sequence[str]) -> None:
        """A playlist more, where the name is free."""
        if self.free(name):
            self.playlists.append(Playlist(name, list(titles)))
            self.toast(self.t("Added to {}").format(name) if titles else name)

    def free(self, name: str) -> bool:
        """Whether a playlist may be called so; what is wrong is said."""
        if taken := any(playlist.name == name for playlist in self.playlists):
            self.toast(self.t("There is a playlist of that name"))
        elif not name:
            self.toast(self.t("A name is needed"))
        return bool(name) and not taken

    def playlist_menu(self, playlist: Playlist, opened: bool) -> Dialog:
        """Behind a playlist's dots; opened: on its own page."""
        rename = partial(ask_words, self, self.t("Rename"), playlist.name, partial(self.rename, playlist))
        delete = partial(self.ask, self.playlist_sure, playlist, opened)
        return menu(self, (self.t("Play"), partial(self.play_all, playlist)), (self.t("Rename"), rename),
                    (self.t("Delete playlist"), delete), gravity="top right" if opened else "center")  # fmt: skip

    def play_all(self, playlist: Playlist) -> None:
        """Begin a playlist."""
        if playlist.songs:
            self.play(playlist.songs[0], playlist.songs)

    def rename(self, playlist: Playlist, name: str) -> None:
        """Call a playlist otherwise."""
        if name != playlist.name and self.free(name):
            playlist.name = name

    def playlist_sure(self, playlist: Playlist, opened: bool) -> Dialog:
        """Asked before a playlist is gone."""
        words = self.t("The songs stay on the phone.")
        delete = partial(self.part_with, playlist, opened)
        return confirm(self, self.t("Delete {}?").format(playlist.name), words, self.t("Delete"), delete, danger=True)

    def part_with(self, playlist: Playlist, opened: bool) -> None:
        """A playlist less; its page goes with it."""
        self.playlists = [other for other in self.playlists if other is not playlist]
        if opened:
            self.close()
        self.toast(self.t("Playlist deleted"))
