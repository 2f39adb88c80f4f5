"""The virtual phone's Player: library, playlists, search and settings, worked by touches alone."""

import pytest
from hierarchy_nodes import find, nodes, tap, texts, words_inside
from phone_user import SIZES_AND_LOCALES, using_phone
from player_app import PLAYER, PLUS, SHUFFLE, SLIDERS, along, bare, go, named, now, opened, state

from appagent.phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- through the real driver, in a size and a language each


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[:1], ids=str)
def test_an_agents_actions_make_a_playlist_fill_it_and_delete_it_after_a_question(given):
    with using_phone(PLAYER, **given) as user:
        user.tap("Playlists", "New playlist")
        user.type("edit", "Rain")
        user.tap("OK", f"Rain, {user.say('{} songs').format(0)}")
        plus = next(element for element in user.elements() if not element.text and not element.resource_id)
        user.tap_mark(plus.mark)
        first = [named(user.phone, title) for title in ("Aurora", "Velvet Hour")]
        user.tap(next(e.text.split(" · ")[0] for e in user.elements() if e.text.split(" · ")[0] in first), "Done")
        assert state(user.phone, "playlists")[-1]["songs"][0] in first
        user.tap("More options", "Delete playlist", "Delete")
        assert len(state(user.phone, "playlists")) == 3
        assert user.guarded == ["delete", "delete"]


# --- every page, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    words: set[str] = set()

    def look(*steps: str) -> None:
        for step in steps:
            go(phone, step)
            words.update(words_inside(phone, PLAYER))

    look("Songs", "More options", "Song details", "back", "Albums", "Kitchen Disco", "Bella Ponti", "back", "back")
    look("Artists", "Mira Holt", "back", "Playlists", "Road trip", "More options", "Delete playlist", "back", "back")
    look("Favourites", "back", "New playlist", "back", "back", "Search", "back", "mini_player", "Queue", "back")
    bare(phone, SLIDERS)
    look("Bass", "back", "More options", "back")
    bare(phone, PLUS)
    look("New playlist", "back", "back", "back")
    bare(phone, 0)  # the gear
    look("Sleep timer", "back", "Sound quality", "back")
    english = {word for word in words if "a" <= word[1:2] <= "z"} - {"3.6 kHz"}
    assert bool(english) == (phone.locale == "en-US"), english


# --- the library


def test_a_tap_on_a_row_plays_it_and_what_stands_below_it(phone):
    go(phone, "Cabin Fire")
    assert now(phone) == ("Cabin Fire", True, 0)
    assert state(phone, "queue")[:4] == ["Aurora", "Blue Piano", "Cabin Fire", "Candle Talk"]
    assert state(phone, "history")[:2] == ["Cabin Fire", "Low Tide"]
    bare(phone, 3)  # pause, in the mini player
    assert now(phone)[1] is False


@pytest.mark.parametrize(
    ("order", "first"),
    [("Title", "Window Seat"), ("Artist", "Two Tickets"), ("Length", "Aurora"), ("Recently added", "Aurora")],
)
def test_songs_are_sorted_both_ways(phone, order, first):
    bare(phone, 1)
    go(phone, order)
    bare(phone, 2)
    assert (state(phone, "sort"), state(phone, "descending")) == (order, True)
    assert next(node["text"] for node in nodes(phone) if node.name == "title") == first


def test_songs_are_played_in_any_order_and_put_back_into_theirs(phone):
    go(phone, "Albums", "Field Notes", "shuffle_all")
    assert state(phone, "shuffle")
    assert sorted(state(phone, "queue")) == ["Crickets", "Long Way Round", "Wild Barley"]
    assert state(phone, "queue")[0] == now(phone)[0]
    go(phone, "mini_player")
    bare(phone, SHUFFLE)
    assert state(phone, "queue") == ["Wild Barley", "Crickets", "Long Way Round"]
    assert phone.last_toast == "Shuffle off"
    bare(phone, SHUFFLE)
    assert (state(phone, "queue")[0], phone.last_toast) == (now(phone)[0], "Shuffle on")
    go(phone, "artist")
    assert "Paper Boats" in texts(phone)


def test_an_album_is_played_from_its_tile_its_page_and_its_artists(phone):
    go(phone, "Albums")
    bare(phone, 1)  # on the first cover
    assert state(phone, "queue") == ["Wild Barley", "Crickets", "Long Way Round"]
    go(phone, "Granite", "play_all")
    assert now(phone)[0] == "Granite"
    go(phone, "Iron Orchard", "Granite", "Quarry Song")
    assert state(phone, "queue") == ["Granite", "Hammer and Bell", "Quarry Song"]
    assert now(phone)[0] == "Quarry Song"


def test_what_is_looked_for_is_found_among_artists_albums_and_songs(phone):
    go(phone, "Search", "Songs, artists, albums")
    phone.type_text("slow")
    assert "Slow Mornings" in texts(phone)
    phone.set_text("otto")
    assert [node["text"] for node in nodes(phone) if node.name == "title"][:2] == ["Otto and Lin", "From Lisbon"]
    phone.set_text("nobody")
    assert "No results" in texts(phone)
    phone.set_text("stamps")
    go(phone, "Stamps")
    assert state(phone, "queue")[:2] == ["Stamps", "Harbour Lights"]  # before what was there


def test_a_song_is_deleted_from_the_phone_after_a_question(phone):
    tap(phone, "Aurora", hold_s=0.6)
    go(phone, "Delete from phone", "Delete")
    assert len(state(phone, "songs")) == 31
    assert "Aurora" not in state(phone, "playlists")[2]["songs"]
    phone.set_up({"player": {"queue": ["Crickets", "Blue Piano"], "now": {"song": "Blue Piano"}}})
    tap(phone, "Blue Piano", hold_s=0.6)
    go(phone, "Delete from phone", "Delete")
    assert now(phone) == ("Crickets", False, 0)


def test_the_menu_of_a_row_leads_to_its_album_its_artist_and_other_apps(phone):
    go(phone, "More options", "Go to album")
    assert "Northern Sky" in texts(phone)
    go(phone, "back", "More options", "Go to artist")
    assert "Snow Line" in texts(phone)
    go(phone, "back", "More options", "Share", "Notes")
    assert "Aurora – Lars Vinter" in texts(phone)


# --- playlists


def test_a_song_goes_into_a_playlist_once(phone):
    for said in ("Added to Dinner", "Already in Dinner"):
        go(phone, "More options", "Add to playlist", "Dinner")
        assert phone.last_toast == said
    assert state(phone, "playlists")[1]["songs"].count("Aurora") == 1
    go(phone, "More options", "Add to playlist", "New playlist")
    phone.type_text("Winter")
    go(phone, "OK")
    assert state(phone, "playlists")[3] == {"name": "Winter", "songs": ["Aurora"]}


@pytest.mark.parametrize(
    ("name", "said"), [("Dinner", "There is a playlist of that name"), ("  ", "A name is needed"), ("Party", "Party")]
)
def test_a_playlists_name_is_its_own(phone, name, said):
    go(phone, "Playlists", "New playlist")
    phone.type_text(name)
    go(phone, "OK")
    assert phone.last_toast == said
    assert len(state(phone, "playlists")) == 3 + (said == "Party")


def test_a_playlist_is_played_renamed_and_loses_songs(phone):
    go(phone, "Playlists", "item_more", "Play")
    assert state(phone, "queue") == state(phone, "playlists")[0]["songs"]
    go(phone, "item_more", "Rename")
    phone.set_text("Jogging")
    go(phone, "OK", "Jogging")
    tap(phone, "Hammer and Bell", hold_s=0.6)
    go(phone, "Remove from playlist")
    kept = ["Neon Rain", "Sugar and Salt", "Spin the Plates"]
    assert state(phone, "playlists")[0] == {"name": "Jogging", "songs": kept}
    bare(phone, 0)
    go(phone, "Aurora", "Blue Piano", "Blue Piano", "Done")
    assert state(phone, "playlists")[0]["songs"] == [*kept, "Aurora"]


def test_a_playlist_is_deleted_from_its_row_and_the_songs_stay(phone):
    go(phone, "Playlists", "item_more", "Delete playlist", "Cancel", "item_more", "Delete playlist", "Delete")
    assert [playlist["name"] for playlist in state(phone, "playlists")] == ["Dinner", "Road trip"]
    assert len(state(phone, "songs")) == 32


def test_the_lists_that_fill_themselves_do(phone):
    go(phone, "Playlists", "Recently played", "Stamps", "back", "Favourites", "Blue Piano")
    assert state(phone, "queue") == ["Low Tide", "Blue Piano"]
    assert state(phone, "history")[:2] == ["Blue Piano", "Stamps"]


# --- settings


def test_settings_are_changed_and_the_history_is_cleared_after_a_question(phone):
    bare(phone, 0)
    go(phone, "Gapless playback", "Resume with headphones", "Show cover on lock screen", "Wi-Fi only")
    go(phone, "Sound quality", "Lossless", "Clear play history", "Clear", "Sleep timer", "20 minutes")
    along(phone, find(phone, "seekbar"), 0.5)
    wanted = {"gapless": False, "resume_with_headphones": True, "lock_screen_cover": False, "wifi_only": False,
              "quality": "Lossless", "history": [], "crossfade_s": 6, "sleep_minutes": 20}  # fmt: skip
    assert {name: state(phone, name) for name in wanted} == wanted
    go(phone, "Equaliser", "Vocal", "back", "back", "Playlists", "Recently played")
    assert state(phone, "equaliser")["bands"]["910 Hz"] == 5
    assert "No songs here" in texts(phone)


def test_a_phone_without_songs_says_so(phone):
    phone.set_up({"player": {"songs": [], "playlists": [{"name": "Empty"}]}})
    assert "No songs here" in texts(phone)
    go(phone, "shuffle_all", "Playlists", "Empty", "play_all")
    assert phone.last_toast == "No songs here"
