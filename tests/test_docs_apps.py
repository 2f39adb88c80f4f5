"""Apps that --app means in docs list, docs search and docs export, and names that are those of no app."""

import json
from pathlib import Path

import pytest
from conftest import NOTES
from test_docs_store import refused
from test_records import record

from appagent.store import Store


@pytest.fixture
def chats(tmp_path) -> Path:
    """A store with documents of three apps, one of them in the table of well-known apps."""
    path = tmp_path / "chats.sqlite"
    with Store.open(path) as store:
        for package in ("com.tencent.mm", "org.quay.chat", "org.quay.chat.beta"):
            store.add(record(f"Sends a message of {package}.", app=package))
    return path


@pytest.mark.parametrize("words", [("list",), ("search", "note"), ("export",)], ids=["list", "search", "export"])
def test_an_app_of_which_nothing_is_known_is_refused_with_those_that_are(typed, chats, words):
    said = refused(typed, "docs", *words, "--app", "mail", "--store", chats)
    assert "no app with documents fits --app 'mail'; there are: com.tencent.mm, org.quay.chat, org.quay" in said
    assert "learn an app" in refused(typed, "docs", *words, "--app", "mail", "--store", "none.sqlite")


def test_an_export_of_no_documents_names_the_store(typed, tmp_path):
    said = refused(typed, "docs", "export", "--store", "none.sqlite")
    assert "no documents in" in said
    assert "none.sqlite; learn an app first" in said


@pytest.mark.parametrize(
    ("name", "packages"),
    [
        ("org.quay.chat", ["org.quay.chat"]),
        ("WeChat", ["com.tencent.mm"]),
        ("微信", ["com.tencent.mm"]),
        ("Chat", ["org.quay.chat"]),
        ("QUAY", ["org.quay.chat", "org.quay.chat.beta"]),
    ],
)
def test_list_search_and_export_mean_the_same_apps_by_a_name(typed, chats, name, packages):
    for words in (("list",), ("search", "message")):
        told = json.loads(typed("docs", *words, "--app", name, "--json", "--store", chats)[1])
        assert sorted(one["app"] for one in told["documents"]) == packages
    if len(packages) > 1:
        said = refused(typed, "docs", "export", "--app", name, "--store", chats)
        assert f"several apps fit --app '{name}': {', '.join(packages)}; give one package" in said
    else:
        told = json.loads(typed("docs", "export", "--app", name, "--json", "--store", chats)[1])
        assert [one["app"] for one in told["apps"]] == packages


def test_a_document_about_what_can_be_no_app_is_not_imported_so_that_it_blocks_no_export(typed, tmp_path):
    with Store.open("theirs.sqlite") as store:
        store.add(record(app="not a/package"), record("Fine."))
    said = refused(typed, "docs", "import", "theirs.sqlite", "--untrusted", "--store", "mine.sqlite")
    assert "'not a/package', which is the name of no app" in said


@pytest.mark.parametrize("name", ["../out", "/etc", "..", ".git", "a/b", "a\nb", "x" * 400])
def test_an_app_whose_name_leads_elsewhere_is_not_written(typed, tmp_path, name):
    with Store.open("mine.sqlite") as store:
        store.add(record(app=name))
    assert "no folder can be named after the app" in refused(typed, "docs", "export", "--store", "mine.sqlite")
    assert not (tmp_path / "docs_store").exists()
    with Store.open("mine.sqlite") as store:
        store.add(record("Fine."))
    status, _, err = typed("docs", "export", "--store", "mine.sqlite")
    assert (status, err.count("\n")) == (0, 1)
    assert err.startswith("left out, because no folder can be named after their app: ")
    assert [path.name for path in (tmp_path / "docs_store").iterdir()] == [NOTES]
    assert not (tmp_path / "out").exists()
