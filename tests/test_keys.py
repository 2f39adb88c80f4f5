"""Who signed a document, and what that counts for."""

import json
import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from key_owners import Person
from test_records import record

from appagent.errors import StoreError, UsageError
from appagent.store import Handed, Store
from appagent.store.keys import Keys, team_keys


@pytest.fixture
def anna(tmp_path):
    return Person(tmp_path, "anna")


@pytest.fixture
def bo(tmp_path):
    return Person(tmp_path, "bo")


def test_a_key_is_made_on_first_use_for_its_user_alone_and_stays(tmp_path):
    file = tmp_path / "config" / "key"
    with Store.open(tmp_path / "s.sqlite", keys=Keys(file)) as store:
        store.current()
        assert not file.exists()  # reading needs none
        key = store.author
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["key"]
    assert Keys(file).own == key
    file.write_text("none")
    with pytest.raises(UsageError, match="is no key of AppAgent's; restore a copy, or move it away for a new one"):
        Keys(file).sign(b"x")


def test_what_is_made_here_is_signed_by_its_author(anna):
    assert anna.write("Opens a note.").signature
    with anna.store() as store:
        store.add(record("Somebody else's.", author="me"))
        assert [bool(each.signature) for each in store.current()].count(True) == 1


def test_what_a_trusted_key_signed_counts_like_ones_own(anna, bo):
    bo.trust(anna)
    first = anna.write("Opens.")
    bo.take(anna)
    assert bo.current() == [("Opens.", False)]
    better = bo.write("Opens a note.", replaces=(first.id,))
    anna.trust(bo)
    anna.take(bo)
    assert anna.current() == bo.current() == [("Opens a note.", False)]
    with anna.store() as store:
        assert store.get(better.id).signature == better.signature


def test_what_a_stranger_signed_is_left_out_and_counted_unless_it_is_wanted(anna, bo):
    theirs = bo.write("Pays.", source="human")
    mine = anna.write("Opens.")
    with anna.store() as store, bo.store() as other:
        taken = store.union(other)
        assert (taken.new, taken.accepted, taken.left_out) == (0, 0, {bo.key: 1})
        assert store.union(Handed([record("x")])).left_out == {"": 1}
        assert store.current() == [mine]
        assert store.union(other, untrusted=True).new == 1
        assert store.union(other).left_out == {}  # it is there already
    assert anna.current() == [("Opens.", False), ("Pays.", True)]
    anna.trust(bo)
    assert anna.current() == [("Pays.", False), ("Opens.", False)]
    anna.team.clear()
    assert anna.current() == [("Opens.", False), ("Pays.", True)]
    with anna.store() as store:
        assert store.get(theirs.id).untrusted


def test_screens_and_counters_of_strangers_stay_out_with_their_records(anna, bo):
    bo.write("Pays.")
    screen = ("com.example.notes", "list", "[]", "Pay", "2026-01-31T12:00:00Z")
    with anna.store() as store, bo.store() as other:
        store.union(Handed(other.records(), [screen]))
        assert store.titles() == {}
        store.union(Handed(other.records(), [screen]), untrusted=True)
        assert store.titles() == {"list": "Pay"}


def test_a_copy_without_its_signature_is_a_strangers_until_the_signature_comes(anna, bo):
    bo.trust(anna)
    signed = anna.write("Opens.")
    bare = replace(signed, signature="")
    for order in ([bare, signed], [signed, bare]):
        with Store(":memory:", keys=Keys(bo.folder / "key", bo.team)) as store:
            states = []
            for each in order:
                store.union(Handed([each]), untrusted=True)
                states.append(store.get(signed.id).untrusted)
            assert states == [order[0] == bare, False]
            assert store.get(signed.id).signature == signed.signature


@pytest.mark.parametrize(
    "forge",
    [
        lambda signed, other: replace(signed, text="Pays."),
        lambda signed, other: replace(signed, author=other.key),
        lambda signed, other: replace(signed, author="anna"),
        lambda signed, other: replace(signed, signature="A" * 86),
        lambda signed, other: replace(signed, signature=signed.signature + "="),
        lambda signed, other: replace(signed, signature="signed"),
        lambda signed, other: replace(signed, author="ed25519:" + "A" * 43),
    ],
    ids=["changed", "another author", "a name", "of nothing", "another spelling", "a word", "a weak key"],
)
def test_a_forged_signature_refuses_the_whole(anna, bo, forge):
    forged = forge(anna.write("Opens."), bo)
    with bo.store() as store:
        with pytest.raises(StoreError, match=f"record {forged.id[:12]} has a signature that its author did not make"):
            store.union(Handed([record("Fine."), forged]), untrusted=True)
        assert store.records() == []


def test_nothing_of_a_stranger_hides_outranks_or_retracts_what_the_team_wrote(tmp_path, anna, bo):
    bo.trust(anna)
    team = anna.write("Opens a note.")
    bo.take(anna)
    stranger = Person(tmp_path, "stranger", anna, bo)
    stranger.write("Pays.", source="human", replaces=(team.id,))
    stranger.write("", source="human", replaces=(team.id,), retracted=True)
    bo.take(stranger, untrusted=True)
    assert bo.current() == [("Opens a note.", False), ("Pays.", True)]


def test_a_new_version_is_signed_by_who_makes_it_not_by_who_made_the_old_one(anna, bo):
    bo.trust(anna)
    first = anna.write("Opens.")
    bo.take(anna)
    with bo.store() as store:
        store.add(store.revision(first, text="Opens a note."))
        (now,) = store.current()
    assert (now.author, now.text, now.replaces) == (bo.key, "Opens a note.", (first.id,))
    anna.trust(bo)
    anna.take(bo)
    assert anna.current() == [("Opens a note.", False)]
    with anna.store() as store, pytest.raises(StoreError, match="its author did not make"):
        store.add(replace(now, text="Pays."))


def test_what_an_older_appagent_left_stays_ones_own_and_goes_on_from_there(tmp_path):
    path = tmp_path / "store.sqlite"
    shutil.copy(Path(__file__).with_name("data") / "id_version_1.sqlite", path)
    with Store.open(path, keys=Keys(tmp_path / "key")) as store:
        old = store.current()
        assert old
        assert not any(each.untrusted or each.signature for each in old)
        assert {each.author for each in old} <= store.authors
        new = store.revision(old[0], text="Opens it.", source="human")
        store.add(new)
        now = {each.id for each in store.current()}
        assert new.id in now
        assert old[0].id not in now
        assert store.get(new.id).signature


# The command line


def test_a_teams_keys_are_trusted_once_and_no_longer_on_request(typed, tmp_path, anna):
    anna.write("Opens a note.")
    theirs = anna.folder / "store.sqlite"
    (tmp_path / "team.keys").write_text(f"# ours\n{anna.key} Anna Nov\u00e1k\n\n")
    status, _, err = typed("docs", "import", theirs)
    assert status == 2
    assert "is by anybody you trust; left out: 1 by ed25519:" in err
    assert "trust their keys with appagent trust FILE, or add --untrusted" in err
    assert typed("trust", "team.keys")[0] == 2  # nobody is asked
    status, out, _ = typed("trust", "team.keys", "--yes", "--json")
    assert (status, json.loads(out)) == (0, {"keys": {anna.key: "Anna Nov\u00e1k"}, "trusted": True})
    assert typed("docs", "import", theirs)[:2] == (0, f"1 new record from {theirs}\n")
    assert "untrusted" not in typed("docs", "list")[1]
    assert typed("trust", "team.keys", "--forget")[0] == 0
    status, out, err = typed("trust", "team.keys", "--forget")
    assert (status, out, err) == (2, "", "appagent: no key of team.keys was trusted: nothing to forget\n")
    assert "untrusted: " in typed("docs", "list")[1]


def test_ones_key_is_shown_and_exported_as_a_line_of_a_teams_file(typed, tmp_path):
    told = json.loads(typed("key", "--json")[1])
    assert typed("key")[1] == f"{told['key']}\nfingerprint {told['fingerprint']}\n"
    line = typed("key", "--export", "--name", "Anna")[1]
    assert team_keys(line.encode(), tmp_path) == {told["key"]: "Anna"}


@pytest.mark.parametrize("line", ["ssh-ed25519 AAAA anna", "ed25519:short anna", "ed25519:" + "A" * 44, "\x00\xff"])
def test_a_file_that_is_none_of_keys_is_refused_by_line(typed, tmp_path, line):
    (tmp_path / "x.keys").write_bytes(b"# team\n" + line.encode("latin-1"))
    status, _, err = typed("trust", "x.keys", "--yes")
    assert status == 2
    assert "x.keys, line 2: a line has a key and a name, such as appagent key --export prints" in err


def test_what_is_learnt_is_signed(typed, tmp_path):
    assert typed("learn", "--app", "notes", "--device", "virtual", "--rounds", "1", "--time-scale", "0.05")[0] in (0, 1)
    listed = json.loads(typed("docs", "list", "--json")[1])["documents"]
    key = json.loads(typed("key", "--json")[1])["key"]
    assert listed
    assert all(each["author"] == key and each["signature"] for each in listed)


@pytest.mark.parametrize("forget", [[], ["--forget"]])
def test_a_file_without_a_key_is_not_told_as_trusted(typed, tmp_path, forget):
    (tmp_path / "team.keys").write_text("# nobody yet\n")
    status, out, err = typed("trust", "team.keys", "--yes", *forget)
    assert (status, out) == (2, "")
    assert "team.keys has no key; each member adds a line: appagent key --export --name NAME >> team.keys" in err


def test_a_folder_that_was_never_trusted_is_not_forgotten(typed, tmp_path):
    (tmp_path / "appagent.toml").write_text('model = "m"\n')
    status, _, err = typed("trust", "--forget")
    assert (status, err) == (2, "appagent: appagent.toml was not trusted: nothing to forget\n")
    assert typed("trust", "--yes")[0] == 0
    assert typed("trust", "--forget")[:2] == (0, "No longer trusted: appagent.toml\n")
