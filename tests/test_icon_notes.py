"""What a prompt tells of icons: what a tap on each did on this page, once for those that do the same."""

from dataclasses import replace

from hierarchies import DISPLAY, dump, node
from test_memory import document, opens
from test_memory import screen as screen

from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.lookup.serving import offers
from appagent.documents.map.app_map import KnownLabels
from appagent.documents.map.labels_ahead import Pages
from appagent.documents.values import text_hash
from appagent.prompting.words.legend import called, legend
from appagent.prompting.words.notes import Note, unworded
from appagent.screen import Screen
from appagent.store import Record


def said_of_icons(screen: Screen, *records: Record, shown: KnownLabels | None = None) -> dict[int, str]:
    """What documents say of the elements without words, by mark."""
    return unworded(screen, offers(screen, records), Pages(records, shown))


def test_an_icon_is_told_by_what_it_opens_whatever_the_task(screen):
    told = said_of_icons(screen, opens(screen, 1, "Filters"), opens(screen, 3, "Saved"))
    assert legend(told, []) == [((1,), "Opens 'Filters'")]


def test_what_an_icon_does_on_another_page_is_not_told_of_it(screen):
    assert said_of_icons(screen, opens(screen, 1, "Filters", "Colour", screen_id="of another page")) == {}


def test_icons_that_do_the_same_are_told_once_and_what_a_note_says_is_not_repeated(screen):
    both = [opens(screen, mark, "Filters") for mark in (1, 2)]
    told = said_of_icons(screen, *both)
    assert legend(told, []) == [((1, 2), "Opens 'Filters'")]
    note = Note((1,), "tap", "Opens 'Filters'.", "own", "a")
    assert legend(told, [note]) == [((2,), "Opens 'Filters'")]
    assert legend(told, [replace(note, action="long_press")]) == legend(told, [])


def test_nothing_is_told_of_an_icon_whose_document_names_nothing_or_is_unsure(screen):
    seen = {"seen": {"effect": "opens", "to_page": text_hash("Owners")}, "words": ""}
    opener = document(screen, 1, "", leads_to="owners", facts=seen)
    assert said_of_icons(screen, opener) == {}
    assert said_of_icons(screen, opener, shown={("owners", "Owners"): []}) == {1: "Opens 'Owners'"}
    assert said_of_icons(screen, replace(opens(screen, 1, "Filters"), failing=True)) == {}


def test_that_it_goes_back_is_told_of_the_first_on_a_page_and_not_of_a_tick_that_may_keep_something(screen):
    closing = [document(screen, mark, "", facts={"seen": {"effect": "returns"}, "words": ""}) for mark in (1, 2)]
    assert said_of_icons(screen, *closing) == {1: "goes back"}


def test_a_long_legend_is_cut():
    told = {mark: f"Opens '{mark} {'very ' * 20}long'" for mark in range(1, 99)}
    assert 5 < len(legend(told, [])) < 20


def test_an_icon_without_words_or_document_is_told_by_what_the_app_calls_it():
    def icon(at: int, name: str, *inner: str, **more: str) -> str:
        return node("ImageButton", *inner, at=(at, 100, at + 90, 190), can="clickable", name=name, **more)

    said = node(text="Milk", at=(510, 110, 570, 180))
    icons = [
        icon(0, "btn_keep_draft"), icon(100, "actionShare"), icon(200, "toolbar_icon"), icon(300, "aa1"),
        icon(400, "call", text="Call"), icon(500, "card_open", said), icon(600, "keepDraft"), icon(700, "filter"),
        node("Switch", at=(800, 100, 890, 190), can="clickable checkable", name="wifi"),
    ]  # fmt: skip
    shown = read_dump(dump(node("FrameLayout", *icons)), size=DISPLAY)
    assert called(shown, {8: "Opens 'Filters'"}, []) == [((1, 7), "keep draft"), ((2,), "share")]
    assert called(shown, {}, [Note((1, 2, 7), "tap", "Opens it.", "own", "a")]) == [((8,), "filter")]
    short = [icon(at, name) for at, name in ((0, "aqx"), (100, "bkq"), (200, "cvd"), (300, "drb"))]
    assert called(read_dump(dump(node("FrameLayout", *short)), size=DISPLAY), {}, []) == []
