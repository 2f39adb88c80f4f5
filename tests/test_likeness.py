"""Documents for elements that no document is about by its id: about one much like them, or learnt with AppAgent."""

import json
from dataclasses import replace

import pytest
from fence_names import without_fence_name
from hierarchies import NOTES, dump, node

from appagent.agent import View
from appagent.agents.react import ReAct
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.facts import element_facts
from appagent.documents.lookup.likeness import THRESHOLD, likely_offers
from appagent.documents.lookup.serving import offers
from appagent.documents.values import Values
from appagent.models.scripted import Scripted
from appagent.store import Record, Store
from appagent.tasks import Task


def page(bar="bar", **names):
    """Two buttons in a bar. names: texts by resource-id."""
    said = names or {"send": "Submit", "draft": "Keep"}
    buttons = [
        node("Button", at=(0, 100 * n, 300, 100 * n + 90), can="clickable enabled", name=name, text=text)
        for n, (name, text) in enumerate(said.items(), 1)
    ]
    return read_dump(dump(node("FrameLayout", node("LinearLayout", *buttons, name=bar))))


def about(screen, text, words):
    """The document of a tap on the element with these words."""
    element = next(each for each in screen.elements if each.text == words)
    return Record(
        app=screen.app, screen_id=screen.screen_id, element_id=element.id, template=element.template, action="tap",
        facts=element_facts(element, screen, Values()), text=text, source="human", time="2026-01-31T12:00:00Z",
    )  # fmt: skip


def served(screen, store):
    """The words of elements that are served by likeness, with the texts and how sure they are."""
    texts = {element.id: element.text for element in screen.elements}
    found = likely_offers(screen, store, offers(screen, store.for_screen(screen)))
    return {texts[name]: [(each.record.text, each.how, each.confidence) for each in of] for name, of in found.items()}


def test_a_button_whose_surroundings_have_other_names_is_found_by_what_it_is(store):
    old, new = page(), page(bar="toolbar_v2")
    store.add(about(old, "Sends the letter to the printer.", "Submit"))
    assert not offers(new, store.for_screen(new))
    ((text, how, sure),) = served(new, store)["Submit"]
    assert (text, how) == ("Sends the letter to the printer.", "perhaps")
    assert THRESHOLD <= sure < 1
    assert list(served(new, store)) == ["Submit"]


@pytest.mark.parametrize(
    "new",
    [
        page(bar="other", store="Weiter"),
        page(bar="other", send="Delete everything"),
        page(bar="other", abort="Submit", go="Submit"),
    ],
    ids=["other words and id", "other words", "two that say the same"],
)
def test_what_is_not_alike_enough_or_not_clear_is_not_offered(store, new):
    store.add(about(page(), "Sends the letter to the printer.", "Submit"))
    assert served(new, store) == {}


def test_the_prompt_says_perhaps(store):
    old, new = page(), page(bar="toolbar_v2")
    store.add(about(old, "Sends the letter to the printer.", "Submit"))
    model = Scripted("finish()")
    view = View(Task("Send the letter to the printer", NOTES), new, b"")
    ReAct(model, store, see="text").decide(view)
    told = without_fence_name(model.seen[0][-1].text)
    assert "tap, perhaps, because it was learnt on an element that is much like this one" in told
    assert "Sends the letter to the printer." in told


def appagent(folder, **files):
    """A folder of AppAgent's. files: contents by name."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text if isinstance(text, str) else repr(text), encoding="utf-8")
    return folder


def named(screen, words):
    """The name that AppAgent gives to the element with these words on this screen."""
    element = next(each for each in screen.elements if each.text == words)
    left, top, right, bottom = element.bounds
    parent = element.ancestors[0].replace(":", ".").replace("/", "_")
    own = element.resource_id.replace(":", ".").replace("/", "_") or f"{element.cls}_{right - left}_{bottom - top}"
    return f"{parent}_{own}_{0 if words == 'Submit' else 1}"


KINDS = {"tap": "", "text": "", "v_swipe": "", "h_swipe": "", "long_press": ""}


def test_a_folder_of_appagents_is_taken_as_untrusted_and_matched_when_the_app_is_seen(typed, tmp_path):
    screen = page()
    docs = {**KINDS, "tap": "Tapping this sends it, as bo@example.org did.", "v_swipe": "Scrolls.", "h_swipe": "Turns."}
    folder = appagent(tmp_path / "apps" / "notes" / "auto_docs", **{named(screen, "Submit"): docs})
    asked = ("docs", "import", folder.parent, "--store", tmp_path / "s.sqlite")
    status, _, err = typed(*asked, "--untrusted")
    assert (status, "--app PACKAGE" in err) == (2, True)
    status, _, err = typed(*asked, "--app", NOTES)
    assert (status, "--untrusted" in err) == (2, True)
    assert json.loads(typed(*asked, "--app", NOTES, "--untrusted", "--json")[1])["new"] == 2
    assert json.loads(typed(*asked, "--app", NOTES, "--untrusted", "--json")[1])["new"] == 0
    with Store.open(tmp_path / "s.sqlite") as store:
        assert all(record.untrusted for record in store.records())
        texts = {text for text, *_ in served(screen, store)["Submit"]}
        larger = replace(screen, size=(720, 1600))
        assert served(larger, store).keys() == {"Submit"}
    assert texts == {
        "Tapping this sends it, as … did.", "Swiped up or down: Scrolls. Swiped left or right: Turns.",
    }  # fmt: skip
    listed = typed("docs", "list", "--app", NOTES, "--store", tmp_path / "s.sqlite")[1]
    assert "untrusted" in listed
    assert "send" in listed


def test_a_name_with_sizes_holds_on_another_display(store):
    small = read_dump(
        dump(node("FrameLayout", node("ImageButton", at=(0, 0, 90, 90), can="clickable enabled"), name="bar"))
    )
    large = read_dump(
        dump(node("FrameLayout", node("ImageButton", at=(0, 0, 60, 60), can="clickable enabled"), name="bar"))
    )
    from appagent.screen.finding_again.published import FACT, published_forms

    shapes = dict(published_forms(small)).popitem()[1]
    store.add(Record(app=NOTES, element_id="x", action="tap", text="Opens the camera.", source="import",
                     facts={FACT: list(shapes)}, time="2026-01-31T12:00:00Z"))  # fmt: skip
    for screen in (small, large):
        found = likely_offers(screen, store, {})
        assert [[each.record.text for each in offered] for offered in found.values()] == [["Opens the camera."]]


@pytest.mark.parametrize(
    "content",
    [
        "__import__('os').system('touch pwned')", "{'tap': 1}", "{'open': 'x'}", "[" * 20_000, "{'tap': 'x'",
        "{'tap': 'x'} # " + "x" * 70_000, "9" * 6_000, "\0",
    ],
    ids=["code", "a number", "an unknown kind", "brackets", "cut off", "large", "digits", "nothing"],
)  # fmt: skip
def test_a_file_that_is_no_document_is_refused_and_nothing_is_taken(typed, tmp_path, content):
    good = {**KINDS, "tap": "Opens."}
    folder = appagent(tmp_path / "auto_docs", com_x_android_view_0=good, com_x_bad_1=content)
    status, _, err = typed(
        "docs", "import", folder, "--app", NOTES, "--untrusted", "--store", tmp_path / "s.sqlite", "--json"
    )  # fmt: skip
    assert status == 2
    assert "com_x_bad_1.txt" in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "pwned").exists()
    with Store.open(tmp_path / "s.sqlite") as store:
        assert store.records() == []
