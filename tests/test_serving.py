"""Which documents serve the elements of a screen, and how sure."""

from dataclasses import replace

import pytest
from hierarchies import dump, node
from PIL import Image, ImageDraw
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.facts import element_facts
from appagent.documents.lookup.serving import offers
from appagent.documents.values import Values
from appagent.screen import Element, Screen
from appagent.screen.finding_again.resolve import bare_like
from appagent.screen.names.labels import title
from appagent.store import Record

FIRST, LATER = "2026-01-31T12:00:00Z", "2026-02-01T12:00:00Z"


def page(heading: str = "Cart", **words: str) -> Screen:
    """A page with three buttons that have these words, an icon, and a list of three rows."""
    said = {"go": "Continue", "more": "Terms of use", "pay": "Buy now"} | words
    buttons = [
        node("Button", at=(0, 100 * n, 300, 100 * n + 90), can="clickable", name=name, text=text)
        for n, (name, text) in enumerate(said.items(), 1)
    ]
    rows = [
        node("LinearLayout", node("TextView", at=at, name="name", text=text), at=at, can="clickable long-clickable")
        for n, text in enumerate(("Milk", "Bread", "Salt"))
        for at in [(0, 1000 + 100 * n, 1080, 1100 + 100 * n)]
    ]
    return read_dump(
        dump(
            node(
                "FrameLayout",
                node("TextView", at=(0, 0, 500, 90), text=heading),
                *buttons,
                node("ImageButton", at=(0, 600, 90, 690), can="clickable", name="menu"),
                node("ImageButton", at=(0, 700, 90, 790), can="clickable"),
                node("RecyclerView", *rows, at=(0, 1000, 1080, 2400), name="list"),
            )
        )
    )


def named(screen: Screen, name: str) -> Element:
    """An element by its resource-id, or by its words."""
    return next(e for e in screen.elements if name in (e.resource_id.rpartition("/")[2], e.text, e.role))


def learnt(screen: Screen, name: str, text: str = "Opens something.", **facts: object) -> Record:
    """The document of a tap on an element, with the facts that a record has of it."""
    element = named(screen, name)
    seen = {"title": title(screen), "to_title": "Payment", "effect": "opens"}
    told = {"resource_id": element.resource_id, "shape": element.shape, "seen": seen}
    told |= {"listed": True} if element.listed else {"words": element.words}
    usual = {
        "app": screen.app, "screen_id": screen.screen_id, "element_id": element.id, "template": element.template,
        "action": "tap", "source": "explore", "time": FIRST, "leads_to": "payment", "locale": "en-US",
    }  # fmt: skip
    changed = facts.pop("facts", {})
    return Record(text=text, **(usual | facts), facts=told | changed)


def step(question: str) -> Screen:
    """A step of a wizard under one title, with a question and the button that goes on."""
    texts = [node(text=text, at=(0, top, 900, top + 90)) for text, top in (("Trip", 0), (question, 200))]
    go = node("Button", at=(600, 2200, 1000, 2300), can="clickable", name="go", text="Continue")
    return read_dump(dump(node("FrameLayout", *texts, go)))


def test_what_leads_on_from_one_step_of_a_wizard_is_not_offered_on_another():
    day, place = step("Which day?"), step("Where to?")
    assert served(day, "go", learnt(day, "go")) == ["own"]
    assert served(place, "go", learnt(day, "go", screen_id=place.screen_id)) == []


def of_rows(screen: Screen, **facts: object) -> Record:
    """A document about all rows of the list."""
    return learnt(screen, "Milk", **({"element_id": ""} | facts))


def served(screen: Screen, name: str, *records: Record, locale: str = "") -> list[str]:
    """How each document serves an element; with the words of then, where they are told."""
    found = offers(screen, records, locale).get(named(screen, name).id, [])
    return [f"{offer.how} {offer.then}".strip() for offer in found]


CART = page()


@cases(
    ("then", "now", "facts", "how"),
    [
        ("Order · Buy now", "Order · Cancel it for ever", {}, ["doubtful order · buy now"]),
        ("Order · Buy now", "Order · Buy it later", {}, ["own"]),
        ("Order · 3 items", "Order · 1 item", {}, ["own"]),
        ("Sort by · Date", "Sort by · Name", {"named": True}, ["own"]),  # a value of what its name opens
        ("Sort by · Date", "Sort by · Name", {"dialog": True, "controls": ["Date", "Name"]}, ["own"]),
    ],
)
def test_what_a_control_says_behind_its_first_text_is_compared_too(then, now, facts, how):
    before, after = page(more=then), page(more=now)
    record = learnt(before, "more", facts={"seen": {"title": "Cart", "effect": "opens"} | facts})
    assert served(replace(after, screen_id=before.screen_id), "more", record) == how


def test_a_switch_may_say_that_it_is_off_now():
    then, now = page(more="Ring · Loud"), page(more="Ring · Off")
    switch = replace(named(now, "more"), checked=False)
    screen = replace(now, elements=tuple(switch if e.id == switch.id else e for e in now.elements))
    assert served(screen, "more", learnt(then, "more")) == ["own"]


@cases(
    ("now", "how"),
    [
        ({"more": "Terms of use"}, ["own"]),
        ({"more": "Terms of use (3)"}, ["own"]),  # a counter is no difference
        ({"more": "Terms of use · changed today"}, ["own"]),  # nor is a value after the name
        ({"more": "Terms of sale"}, ["doubtful terms of use"]),
        ({"more": "All that you need to know before you go on"}, ["doubtful terms of use"]),
        ({"more": "Delete"}, []),  # both are short and differ wholly: another control
        ({"more": ""}, ["doubtful terms of use"]),
    ],
)
def test_a_document_does_not_follow_an_id_onto_another_control(now, how):
    screen = replace(page(**now), screen_id=CART.screen_id)
    button = replace(named(screen, "more"), id=named(CART, "more").id)
    screen = replace(screen, elements=tuple(button if e.mark == button.mark else e for e in screen.elements))
    assert served(screen, "more", learnt(CART, "more")) == how


GERMAN = page("Korb", go="Weiter", more="Rechtliches", pay="Jetzt kaufen")


@cases(
    ("screen", "locale", "how"),
    [
        (GERMAN, "de-DE", ["own"]),
        (GERMAN, "en-GB", []),  # one language all the same: the buttons are others
        (GERMAN, "", []),
        (page(more="Rechtliches"), "de-DE", []),  # the rest of the screen says what it said
    ],
)
def test_another_language_is_no_other_control(screen, locale, how):
    records = [learnt(CART, name) for name in ("go", "more", "pay")]
    assert served(screen, "more", *records, locale=locale) == how


@cases(
    ("name", "how"),
    [
        ("go", ["doubtful"]),  # "Continue" may go on to anything
        ("menu", ["doubtful"]),
        ("Milk", ["doubtful"]),
        ("more", ["own"]),
    ],
)
def test_one_page_for_two_ends_keeps_its_documents_apart_by_its_title(name, how):
    assert served(page("Checkout"), name, learnt(CART, name)) == how
    assert served(CART, name, learnt(CART, name)) == ["own"]


ELSEWHERE = {"screen_id": "another"}


@cases(
    ("name", "facts", "how"),
    [
        ("more", {}, ["elsewhere"]),
        ("more", {"words": "imprint"}, []),
        ("more", {"isolates": False}, []),
        ("menu", {}, []),  # an icon without words may do something else there
        ("Milk", {}, []),
        ("go", {}, []),  # "Continue" stands on any page
    ],
)
def test_of_another_screen_only_what_is_surely_the_same_serves(name, facts, how):
    assert served(CART, name, learnt(CART, name, facts=facts, **ELSEWHERE)) == how


def test_what_isolates_nothing_serves_its_own_screen():
    assert served(CART, "more", learnt(CART, "more", facts={"isolates": False})) == ["own"]


@cases(
    ("name", "facts", "how"),
    [
        ("Bread", {}, ["template"]),
        ("Bread", {"facts": {"shape": "another"}}, []),
        ("Bread", ELSEWHERE, []),
        ("more", {"template": named(CART, "more").template}, []),  # no row
        ("Bread", {"facts": {"seen": {"title": "Start"}}}, ["likely"]),
    ],
)
def test_a_templates_document_serves_rows_built_alike_on_its_screen(name, facts, how):
    assert served(CART, name, of_rows(CART, **facts)) == how


def test_one_rows_document_is_likely_for_the_others_and_several_that_differ_are_not():
    milk, salt = learnt(CART, "Milk"), learnt(CART, "Salt", leads_to="another page")
    assert served(CART, "Milk", milk) == ["own"]
    assert served(CART, "Bread", milk) == ["likely"]
    assert served(CART, "Bread", milk, salt) == []
    assert served(CART, "Bread", milk, replace(salt, leads_to=milk.leads_to)) == ["likely", "likely"]
    assert served(CART, "Bread", learnt(CART, "Milk", leads_to="")) == []
    assert served(CART, "Bread", learnt(CART, "Milk", facts={"shape": "another"})) == []


def test_rows_that_lead_to_different_screens_are_a_menu_and_have_no_document_in_common():
    assert served(CART, "Bread", of_rows(CART), learnt(CART, "Milk")) == ["template"]
    assert served(CART, "Bread", of_rows(CART), learnt(CART, "Milk", leads_to="another page")) == []


def test_what_only_its_place_tells_apart_is_not_served_where_nothing_shows_its_looks():
    bare = next(e for e in CART.elements if not e.resource_id and not e.words and not e.listed)
    for facts in ({}, {"bare_like": bare_like(bare, CART)}, {"bare_like": bare_like(bare, CART), "looks": "0f" * 32}):
        record = replace(learnt(CART, "menu"), element_id=bare.id, template=bare.template, facts=facts)
        assert offers(CART, [record]) == {}


@cases(("source", "elsewhere", "how"), [("demo", False, ["own"]), ("human", False, ["own"]), ("explore", False, []),
                                        ("demo", True, [])])  # fmt: skip
def test_a_control_like_others_gets_what_a_person_showed_of_it_on_its_screen(source, elsewhere, how):
    more = replace(named(CART, "more"), weak=True)
    record = replace(learnt(CART, "more", source=source), screen_id="other" if elsewhere else CART.screen_id)
    found = offers(replace(CART, elements=(more,)), [record])
    assert [offer.how for offer in found.get(more.id, [])] == how


def test_what_a_person_showed_of_one_of_two_like_rows_serves_it_alone():
    rows = [node("TextView", at=(0, 1000 + 100 * n, 1080, 1100 + 100 * n), can="clickable", name="name", text=text)
            for n, text in enumerate(("John", "John", "Mary"))]  # fmt: skip
    screen = read_dump(dump(node("FrameLayout", node("RecyclerView", *rows, at=(0, 1000, 1080, 2400), name="list"))))
    first, second = (each for each in screen.elements if each.text == "John")
    assert [each.weak for each in (first, second)] == [True, True]
    found = offers(screen, [learnt(screen, "John", source="demo")])
    assert [offer.how for offer in found[first.id]] == ["own"]
    assert second.id not in found


def player(*icons: int, dark: bool = False) -> Screen:
    """A page with icons that have neither words nor ids, drawn as so many bars."""
    ground, ink = ("black", "white") if dark else ("white", "black")
    picture = Image.new("RGB", (1080, 2400), ground)
    found = []
    for place, bars in enumerate(icons):
        left = 200 * place
        for n in range(bars):
            width = 120 // bars
            box = (left + n * width, 1000 + 20 * n, left + n * width + width // 2, 1120)
            ImageDraw.Draw(picture).rectangle(box, fill=ink)
        found.append(node("ImageButton", at=(left, 1000, left + 120, 1120), can="clickable"))
    title = node("TextView", at=(0, 0, 500, 90), text="Player")
    return read_dump(dump(node("FrameLayout", title, *found)), picture)


def icons_known(before: Screen) -> list[Record]:
    """A document of each icon of a player."""
    documents = []
    for icon in before.elements:
        facts = element_facts(icon, before, Values()) | {"seen": {"effect": "opens", "to_title": f"Page {icon.mark}"}}
        documents.append(replace(learnt(CART, "menu"), screen_id=before.screen_id, element_id=icon.id,
                                 template=icon.template, facts=facts))  # fmt: skip
    return documents


def test_icons_without_words_are_known_by_their_looks_where_as_many_are_there():
    before = player(2, 3, 5)
    two, three, five = icons_known(before)
    for now, expected in (
        (player(2, 3, 5), [two, three, five]),
        (player(5, 3, 2), [five, three, two]),
        (player(7, 3, 5), [None, three, five]),
    ):
        seen = replace(now, screen_id=before.screen_id)
        found = offers(seen, [two, three, five])
        assert [next((o.record for o in found.get(e.id, [])), None) for e in seen.elements] == expected
    twins = player(3, 3, 5)
    found = offers(twins, icons_known(twins))
    assert [found[e.id][0].record.facts["seen"]["to_title"] for e in twins.elements] == ["Page 1", "Page 2", "Page 3"]


@pytest.mark.parametrize("dark", [False, True])
def test_where_an_icon_came_or_went_the_others_are_known_by_their_looks(dark):
    before, after = player(2, 3, 5), player(7, 2, 3, 5, dark=dark)
    documents = icons_known(before)
    seen = replace(after, screen_id=before.screen_id)
    found = {name: [offer.record for offer in each] for name, each in offers(seen, documents).items()}
    assert found == {now.id: [told] for now, told in zip(seen.elements[1:], documents, strict=True)}
    assert offers(replace(seen, picture=None), documents) == {}
    assert [e.id for e in before.elements] == [e.id for e in player(5, 3, 2).elements]  # looks are no part of an id


def test_other_ids_of_an_element_and_of_its_screen_find_documents_too():
    more = replace(named(CART, "more"), id="new", aliases=("old",))
    screen = replace(CART, elements=(more,), screen_id="new screen", aliases=("older", "old screen"))
    old = replace(learnt(CART, "more"), element_id="old", screen_id="old screen")
    assert [offer.how for offer in offers(screen, [old])["new"]] == ["own"]
    row = replace(named(CART, "Milk"), template="new", old_templates=("older",))
    rows = replace(CART, elements=(row,))
    assert [offer.how for offer in offers(rows, [of_rows(CART, template="older")])[row.id]] == ["template"]


def test_what_opens_the_page_of_its_name_does_so_on_any_page():
    tab = learnt(CART, "more", **ELSEWHERE)
    seen = {"title": "Checkout", "to_title": "Terms of use", "effect": "opens"}
    for named_so, how in ((False, []), (True, ["elsewhere"])):
        facts = {**tab.facts, "seen": {**seen, "named": named_so}}
        assert served(CART, "more", replace(tab, facts=facts)) == how


def confirm(question: str, title: str = "Confirm") -> Screen:
    """A dialog with a title, a question below it, and two buttons."""
    texts = [
        node("TextView", at=(160, 900 + 80 * n, 900, 970 + 80 * n), text=t) for n, t in enumerate((title, question))
    ]
    buttons = [
        node(
            "Button",
            at=(160 + 300 * n, 1300, 440 + 300 * n, 1400),
            can="clickable",
            text=text,
            name=f"android:id/button{n}",
        )
        for n, text in ((1, "Yes"), (2, "Do it now"))
    ]
    under = node("FrameLayout", node("Button", at=(0, 0, 300, 90), can="clickable", text="Shelf", name="shelf"))
    return read_dump(dump(under, node("FrameLayout", *texts, *buttons, at=(140, 880, 940, 1500))), size=(1080, 2400))


@pytest.mark.parametrize("name", ["Yes", "Do it now"])
def test_dialogs_under_one_title_share_no_document(name):
    sort, delete = confirm("Sort the shelf?"), confirm("Delete all notes?")
    assert served(sort, name, learnt(sort, name)) == ["own"]
    assert served(delete, name, learnt(sort, name)) == []


@pytest.mark.parametrize("name", ["Yes", "Do it now"])
def test_what_was_learnt_while_such_dialogs_were_one_is_found_and_doubtful(name):
    delete = confirm("Delete all notes?")
    ids = {"screen_id": delete.aliases[0], "element_id": named(delete, name).aliases[0]}
    old = learnt(delete, name, facts={"seen": {"title": "Confirm", "effect": "returns"}}, **ids)
    assert served(delete, name, old) == ["doubtful"]


def test_the_surest_documents_serve_for_each_kind_of_action():
    here, elsewhere = learnt(CART, "more"), learnt(CART, "more", **ELSEWHERE)
    held = learnt(CART, "more", action="long_press", **ELSEWHERE)
    found = offers(CART, [elsewhere, held, here])[named(CART, "more").id]
    assert [(each.record, each.how) for each in found] == [(here, "own"), (held, "elsewhere")]


def test_a_strangers_document_about_this_screen_comes_after_what_is_known_from_another():
    elsewhere, other = (
        learnt(CART, "more", **ELSEWHERE),
        learnt(CART, "more", untrusted=True, source="human", time=LATER),
    )
    found = offers(CART, [other, elsewhere])[named(CART, "more").id]
    assert [each.record for each in found] == [elsewhere, other]


@pytest.mark.parametrize("facts", [{"seen": 3}, {"words": ["x"]}, {"shape": {}}, {"listed": "no"}, {"isolates": []}])
def test_strangers_facts_of_any_type_are_read(facts):
    offers(CART, [learnt(CART, name, facts=facts, untrusted=True) for name in ("more", "Milk", "menu")])
