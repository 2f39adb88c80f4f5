"""Records: what may stand in one, its id, and the rules over sets of them."""

import hashlib
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import cases

from appagent.errors import StoreError
from appagent.store import Record, in_force
from appagent.store.current import conflicts, ranked

NOON = "2026-01-31T12:00:00Z"


def record(text="Opens a note.", **fields):
    base = {"app": "com.example.notes", "action": "tap", "source": "explore", "author": "me", "time": NOON}
    return Record(**base | {"element_id": "row", "template": "rows", "screen_id": "list", "text": text} | fields)


def revise(older, text, **fields):
    return replace(older, text=text, replaces=(older.id,), **fields)


@st.composite
def histories(draw):
    """Up to ten records, made here or imported, each free to replace or retract those before it."""
    made = []
    for number in range(draw(st.integers(1, 10))):
        older = draw(st.lists(st.sampled_from(made), max_size=2, unique=True)) if made else []
        made.append(
            record(
                f"text {number}",
                author=draw(st.sampled_from(["me", "stranger"])),
                untrusted=draw(st.booleans()),
                source=draw(st.sampled_from(["explore", "demo", "human", "refine", "import"])),
                element_id=draw(st.sampled_from(["row", "button", ""])),
                screen_id=draw(st.sampled_from(["list", "search"])),
                replaces=tuple(each.id for each in older),
                retracted=bool(older) and draw(st.booleans()),
            )
        )
    return made


# What a record is


def test_id_is_the_hash_of_sorted_json_without_id_and_signature():
    one = record("打开 “Notes”", facts={"words": ["b", "a"], "class": "android.widget.Button"})
    content = {key: value for key, value in one.to_json().items() if key not in ("id", "signature")}
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert one.id == hashlib.sha256(text.encode()).hexdigest()


def test_id_holds_from_release_to_release():
    assert record().id == "d72503fd39c01007aa8877257b381cc812f7ee67c8559f55a102f8dc6e75f033"


def test_signing_keeps_the_id_and_any_other_change_makes_another():
    one = record()
    assert replace(one, signature="signed").id == one.id
    changed = {"text": "x", "app": "x", "leads_to": "x", "facts": {"a": 1}, "retracted": True, "id_version": 2}
    assert len({one.id} | {replace(one, **{name: value}).id for name, value in changed.items()}) == 7


@pytest.mark.slow
@given(
    facts=st.dictionaries(
        st.text(),
        st.recursive(
            st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(-1e9, 1e9) | st.text(),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
            max_leaves=5,
        ),
        max_size=3,
    ),
    text=st.text(),
)
def test_a_record_survives_json_on_disk(facts, text):
    one = record(text, facts=facts, signature="s")
    back = Record.from_json(json.loads(json.dumps(one.to_json())))
    assert back == one
    assert back.id == one.id
    assert Record.restored(one.id, one.canonical().decode(), "s") == one


def test_facts_are_a_copy_in_plain_json():
    ancestors = ["list"]
    one = record(facts={"ancestors": ancestors, "size": (1, 2.0)})
    ancestors.append("changed later")
    assert one.facts == {"ancestors": ["list"], "size": [1, 2]}


@cases(
    ("field", "value", "message"),
    [
        ("text", 3, "text must be text, found 3"),
        ("text", "\ud83d", "text holds half a character at 0"),
        ("app", "", "must name its app"),
        ("kind", "rumour", "kind must be one of document, experience, purge; found 'rumour'"),
        ("source", "robot", "source must be one of explore, demo, human, refine, import; found 'robot'"),
        ("time", "yesterday", "must be like 2026-01-31T12:00:00Z"),
        ("time", "2026-01-31T12:00:00+08:00", "UTC"),
        ("time", "2026-01-31T12:00:00", "UTC"),
        ("id_version", True, "id_version must be a whole number, found True"),
        ("id_version", 2**53, "id_version must be 0 to"),
        ("text", "x" * 10_001, "text has at most 10000 letters, found 10001: 'xxx"),
        ("element_id", "x" * 501, "element_id has at most 500 letters"),
        ("replaces", ("a" * 64,) * 33, "replaces at most 32 others, found 33"),
        ("facts", {"x": ["x" * 1000] * 1000}, "at most 1000000 bytes of JSON"),
        ("facts", {"at": 10**400}, "number that JSON cannot"),
        ("retracted", 1, "retracted must be true or false, found 1"),
        ("replaces", ("abc",), "64 hex digits, found 'abc'"),
        ("facts", {"at": float("nan")}, "number that JSON cannot"),
        ("facts", {"at": 2**53}, "number that JSON cannot"),
        ("facts", {1: "x"}, "names that are text, found 1"),
        ("facts", {"x": "\udc00"}, "half a character"),
        ("facts", {"x": {1, 2}}, "plain JSON, found {1, 2}"),
        ("facts", {"x": [[[[[[[[[[]]]]]]]]]]}, "nest deeper than 8"),
    ],
)
def test_a_record_refuses_what_does_not_fit(field, value, message):
    with pytest.raises(StoreError, match=message):
        record(**{field: value})


@cases(
    ("change", "message"),
    [
        (lambda data: data | {"schema": 2}, "schema 2 and this AppAgent reads schema 1; a newer AppAgent"),
        (lambda data: data | {"schema": None}, "schema None"),
        (lambda data: data | {"mood": "good"}, "no field mood"),
        (lambda data: {"schema": 1}, "lacks action, app, app_version"),
        (lambda data: data | {"text": "other"}, "but its content makes"),
        (lambda data: data | {"replaces": "abc"}, "list of ids, found 'abc'"),
        (lambda data: data | {"facts": []}, "facts must be an object"),
        (lambda data: [data], "must be a JSON object"),
    ],
)
def test_json_of_something_else_is_refused_with_the_reason(change, message):
    with pytest.raises(StoreError, match=message):
        Record.from_json(change(record().to_json()))


# Which are in force


def test_a_revision_takes_the_place_of_what_it_replaces():
    first = record("Opens.")
    second = revise(first, "Opens a note.")
    third = revise(second, "Opens the note.")
    assert in_force([first, second, third]) == [third]
    assert in_force([first, third]) == sorted([first, third], key=lambda each: each.id)


@pytest.mark.slow
@given(histories(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_the_order_of_arrival_decides_nothing(history, rng):
    shuffled = rng.sample(history, len(history)) + history[:2]
    assert in_force(shuffled) == in_force(history)
    assert conflicts(shuffled) == conflicts(history)
    assert ranked(set(shuffled), shuffled, {}) == ranked(set(history), history, {})


@pytest.mark.slow
@given(histories())
@settings(max_examples=25)
def test_nothing_imported_hides_what_was_made_here(history):
    made_here = [each for each in history if not each.untrusted]
    assert set(in_force(made_here)) <= set(in_force(history))


@pytest.mark.slow
@given(histories())
@settings(max_examples=25)
def test_nothing_imported_makes_or_ends_a_conflict(history):
    made_here = [each for each in history if not each.untrusted]
    assert conflicts(history) == conflicts(made_here)


def test_two_persons_who_replace_an_imported_document_differently_do_not_differ_by_its_presence():
    theirs = record("Opens a note.", untrusted=True)
    revised = revise(theirs, "Opens the note.", source="human", untrusted=False)
    taken_back = revise(theirs, "wrong", source="human", untrusted=False, retracted=True)
    assert conflicts([theirs, revised, taken_back]) == conflicts([revised, taken_back]) == []


@pytest.mark.slow
@given(histories())
@settings(max_examples=25)
def test_nothing_imported_changes_the_order_of_what_was_made_here(history):
    made_here = [each for each in history if not each.untrusted]
    assert ranked(history, history, {})[: len(made_here)] == ranked(made_here, made_here, {})


@pytest.mark.slow
@given(histories())
@settings(max_examples=25)
def test_a_model_never_hides_a_persons_words(history):
    persons = [each for each in history if each.source == "human" and not each.untrusted]
    assert set(in_force(persons)) <= set(in_force(history))


def test_that_a_person_wrote_an_imported_text_is_a_claim():
    theirs = record("Opens nothing.", source="human", untrusted=True)
    refined = revise(theirs, "Opens a note.", source="refine", untrusted=False)
    assert in_force([theirs, refined]) == [refined]
    retraction = revise(theirs, "", retracted=True, untrusted=False)
    theirs_again = revise(theirs, "Opens nothing at all.")
    assert in_force([theirs, theirs_again, retraction]) == []
    assert conflicts([theirs, record("Opens a page.", source="human")]) == []


def test_of_a_record_made_here_that_comes_back_the_one_made_here_counts():
    own = record("Opens.")
    back = replace(own, untrusted=True)
    assert back == own
    for given_first in ([own, back], [back, own]):
        (found,) = in_force(given_first)
        assert not found.untrusted


def test_a_retraction_hides_and_shows_nothing_instead():
    wrong = record("Deletes nothing.")
    assert in_force([wrong, revise(wrong, "", retracted=True)]) == []


def test_a_retraction_takes_refinements_along_that_knew_nothing_of_it():
    wrong = record("Deletes nothing.")
    retraction = revise(wrong, "", retracted=True, source="human")
    refined = revise(wrong, "Deletes nothing at all.", source="refine")
    twice = revise(refined, "Deletes nothing, ever.", source="refine")
    informed = replace(twice, text="Deletes the note.", replaces=(twice.id, retraction.id))
    assert in_force([wrong, retraction, refined, twice]) == []
    assert in_force([wrong, retraction, refined, twice, informed]) == [informed]


def test_a_strangers_link_between_own_records_extends_no_retraction():
    wrong = record("Deletes nothing.")
    retraction = revise(wrong, "", retracted=True)
    link = revise(wrong, "Deletes everything.", source="refine", untrusted=True)
    own = revise(link, "Deletes the note.", source="refine", untrusted=False)
    assert in_force([wrong, retraction, link, own]) == [own]


@cases("other", [{"seen": {"title": "Destination"}}, {"seen": {"page": "0a1b2c3d"}},
                 {"seen": {"title": "Start"}, "words": "buy now"}])  # fmt: skip
def test_persons_do_not_contradict_each_other_about_two_pages_or_two_wordings_of_one_element(other):
    start = {"seen": {"title": "Start"}}
    one, two = (record(text, source="human", facts=facts) for text, facts in (("Begins.", start), ("Ends.", other)))
    assert conflicts([one, two]) == []
    assert [set(group) for group in conflicts([one, two, replace(one, text="Is first.")])] == [
        {one, replace(one, text="Is first.")}
    ]


def test_a_persons_replacement_outlives_a_retraction_made_meanwhile_and_is_a_conflict():
    wrong = record("Deletes nothing.")
    retraction = revise(wrong, "", retracted=True, source="human", untrusted=True)
    assert in_force([wrong, retraction]) == [wrong]

    retraction = revise(wrong, "", retracted=True, source="human")
    better = revise(wrong, "Deletes the note.", source="human", author="friend")
    assert in_force([wrong, retraction, better]) == [better]
    (group,) = conflicts([wrong, retraction, better])
    assert set(group) == {retraction, better}
    settled = replace(better, text="Deletes it.", author="me", replaces=(better.id, retraction.id))
    assert conflicts([wrong, retraction, better, settled]) == []


def test_two_persons_who_differ_conflict_until_somebody_replaces_both():
    one, other = record("Sends.", source="human"), record("Saves.", source="human", author="friend")
    agreeing = replace(other, text="Sends.")
    elsewhere = replace(other, element_id="button")
    explored = replace(other, source="explore")
    assert conflicts([one, agreeing, elsewhere, explored]) == []
    assert [set(group) for group in conflicts([one, other])] == [{one, other}]
    half = revise(one, "Sends it.")
    assert [set(group) for group in conflicts([one, other, half])] == [{half, other}]
    both = replace(one, text="Sends and saves.", replaces=(one.id, other.id))
    assert conflicts([one, other, both]) == []


# Which comes first


def test_ranking_goes_by_source_then_help_then_depth_then_time_then_id():
    person = record("person", source="human")
    demo = record("demo", source="demo")
    helpful = record("helpful")
    first = record("first")
    revised = revise(first, "revised")
    late = record("late", time="2026-01-31T12:00:01Z")
    early = sorted([record("early"), record("as early")], key=lambda each: each.id)
    order = [person, demo, helpful, revised, late, *early]
    helped = {helpful.id: 2, person.id: 0}
    for seed in range(5):
        mixed = random.Random(seed).sample(order, len(order))
        assert ranked(mixed, [*order, first], helped) == order


def test_a_refinement_stands_where_the_best_that_it_refines_stands_but_is_no_persons():
    explored, shown, written = record("explored"), record("shown", source="demo"), record("by hand", source="human")
    of_shown = replace(shown, text="refined", source="refine", replaces=(explored.id, shown.id))
    of_written = replace(written, text="refined", source="refine", replaces=(written.id,))
    history = [explored, shown, written, of_shown, of_written]
    assert ranked([of_shown, explored, written], history, {explored.id: 9}) == [written, of_shown, explored]
    assert ranked([of_written, written], history, {of_written.id: 9}) == [written, of_written]


def test_strangers_rank_last_whatever_they_say_they_are():
    own, other = record("own"), record("other", author="friend", source="human")
    stranger = record("stranger", untrusted=True, source="human", time="2026-12-31T12:00:00Z")
    assert ranked([stranger, own, other], [stranger, other, own], {stranger.id: 99}) == [other, own, stranger]


def test_a_long_chain_of_revisions_is_no_trouble():
    chain = [record("0")]
    for number in range(1, 3000):
        chain.append(revise(chain[-1], str(number)))
    assert in_force(chain) == [chain[-1]]
    assert ranked(chain, chain, {}) == chain[::-1]
