from pathlib import Path

import pytest
from tables import cases

from appagent.errors import UsageError
from appagent.settings import GUARDED, OPENAI_URL, Settings, load, trust

KEY = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    """The user's configuration directory, empty."""
    folder = tmp_path / "config"
    folder.mkdir()
    monkeypatch.setattr("platformdirs.user_config_path", lambda name: folder)
    return folder


@pytest.fixture
def here(tmp_path) -> Path:
    """The working directory."""
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


def write(folder: Path, text: str, *, trusted: bool = True) -> None:
    """Write a folder's file, which the person trusts."""
    (folder / "appagent.toml").write_text(text, encoding="utf-8")
    if trusted:
        trust.trust({folder / "appagent.toml": text.encode()})


def test_without_any_source_the_defaults_hold(here):
    settings = load(env={}, cwd=here)
    assert settings == Settings()
    assert (settings.quiet_s, settings.react_s, settings.settle_s, settings.time_scale) == (0.3, 0.8, 6.0, 1.0)
    assert (settings.size, settings.picture_side, settings.see) == ((1080, 2400), 1280, "picture")
    assert settings.allow == frozenset()
    assert settings.store.is_absolute()


def test_each_source_wins_over_those_before_it(home, here):
    env = {"OPENAI_MODEL": "generic"}
    assert load(env=env, cwd=here).model == "generic"
    write(home, 'model = "mine"')
    assert load(env=env, cwd=here).model == "mine"
    write(here, 'model = "project"')
    assert load(env=env, cwd=here).model == "project"
    env |= {"APPAGENT_MODEL": "shell"}
    assert load(env=env, cwd=here).model == "shell"
    assert load({"model": "typed"}, env=env, cwd=here).model == "typed"
    assert load({"model": None}, env=env, cwd=here).model == "shell"


def test_an_empty_variable_is_not_set(here):
    assert load(env={"APPAGENT_MAX_STEPS": "", "OPENAI_MODEL": ""}, cwd=here) == Settings()


@cases(
    ("name", "written", "value"),
    [
        ("max_steps", "12", 12),
        ("max_cost_usd", "0.5", 0.5),
        ("size", "720x1280", (720, 1280)),
        ("allow", "pay, send", frozenset({"pay", "send"})),
        ("allow", "send:com.tencent.mm, pay <= 20 EUR", frozenset({"send:com.tencent.mm", "pay <= 20 EUR"})),
        ("locale", "zh_CN", "zh-CN"),
        ("base_url", "http://localhost:8080/v1/chat/completions", "http://localhost:8080/v1"),
        ("api_key", f" {KEY}\n", KEY),
    ],
)
def test_what_people_write_is_read(name, written, value, here):
    assert getattr(load(env={f"APPAGENT_{name.upper()}": written}, cwd=here), name) == value
    assert getattr(load({name: written}, env={}, cwd=here), name) == value
    assert getattr(load({name: value}, env={}, cwd=here), name) == value


def test_a_file_gives_numbers_lists_and_paths_from_where_it_stands(home, here):
    write(home, 'store = "records.sqlite"\nallow = ["delete"]')
    write(here, 'prompts = "words"\nsize = [720, 1280]\ntime_scale = 1')
    settings = load({"runs": Path("out")}, env={"APPAGENT_STORE": ""}, cwd=here)
    assert settings.store == home / "records.sqlite"
    assert settings.prompts == here / "words"
    assert settings.runs == here / "out"
    assert (settings.size, settings.allow) == ((720, 1280), frozenset({"delete"}))


@cases(
    ("overrides", "message"),
    [
        ({"max_steps": "many"}, "options: max_steps needs a whole number from 1 to 1000000000000, found 'many'"),
        ({"max_steps": 10**13}, "from 1 to 1000000000000, found 10000000000000"),
        ({"max_steps": 0}, "found 0"),
        ({"max_steps": 1.5}, "found 1.5"),
        ({"max_steps": True}, "found True"),
        ({"quiet_s": "nan"}, "a number from 0 to 60, found 'nan'"),
        ({"quiet_s": float("inf")}, "found inf"),
        ({"quiet_s": -1}, "found -1"),
        ({"time_scale": [1]}, r"found \[1\]"),
        ({"model": 4}, "model needs text, found 4"),
        ({"see": "movie"}, "one of picture, text, both, labels, found 'movie'"),
        ({"size": "big"}, "such as 1080x2400, found 'big'"),
        ({"size": (None, {})}, "such as 1080x2400"),
        ({"allow": "pay,steal"}, f"some of {', '.join(GUARDED)}; send:PACKAGE for .*, found 'pay,steal'"),
        ({"allow": "send<=20 EUR"}, "'pay<=20 EUR' up to an amount"),
        ({"allow": [["pay"]]}, "found"),
        ({"locale": "english"}, "such as en-US"),
        ({"base_url": "localhost:8080"}, "http://"),
        ({"base_url": "http://localhost:80a0/v1"}, "http://"),
        ({"store": ""}, "a path"),
        ({"modell": "x"}, "options: no setting modell; the nearest: model"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(overrides, message, here):
    with pytest.raises(UsageError, match=message):
        load(overrides, env={}, cwd=here)


def test_an_unknown_variable_is_told_the_nearest_by_its_full_name(here):
    with pytest.raises(UsageError, match="environment: no setting APPAGENT_MAX_STEP; the nearest: APPAGENT_MAX_STEPS"):
        load(env={"APPAGENT_MAX_STEP": "3"}, cwd=here)


def test_a_mistake_in_a_file_names_the_file(here):
    write(here, "max_steps = 'many'")
    with pytest.raises(UsageError, match=r"here.appagent\.toml: max_steps needs"):
        load(env={}, cwd=here)


@pytest.mark.parametrize("content", [b"model = ", b"\xff\xfe"])
def test_a_file_that_is_no_toml_is_refused(content, here):
    (here / "appagent.toml").write_bytes(content)
    with pytest.raises(UsageError, match=r"cannot read .*appagent\.toml"):
        load(env={}, cwd=here)


def test_a_key_is_never_shown(here):
    settings = load(env={"APPAGENT_API_KEY": KEY}, cwd=here)
    assert KEY not in repr(settings) + repr(settings.endpoint)
    with pytest.raises(UsageError) as caught:
        load(env={"APPAGENT_API_KEY": f"{KEY} {KEY}"}, cwd=here)
    assert KEY not in str(caught.value)


@cases(
    ("env", "agent"),
    [
        ({}, "offline"),
        ({"OPENAI_API_KEY": KEY}, "offline"),
        ({"OPENAI_API_KEY": KEY, "APPAGENT_MODEL": "small"}, "model"),
        ({"APPAGENT_BASE_URL": "http://localhost:1/v1", "APPAGENT_MODEL": "small"}, "model"),
        ({"APPAGENT_MODEL": "small"}, "offline"),
    ],
)
def test_the_model_decides_where_an_endpoint_is_configured(env, agent, here):
    assert load(env=env, cwd=here).agent_default == agent


@cases(
    ("env", "own", "folder", "goes_to"),
    [
        ({"OPENAI_API_KEY": KEY}, "", "", OPENAI_URL),
        ({"APPAGENT_API_KEY": KEY}, "", "", OPENAI_URL),
        ({"APPAGENT_API_KEY": KEY, "APPAGENT_BASE_URL": "http://a/v1"}, "", "", "http://a/v1"),
        ({"APPAGENT_API_KEY": KEY}, 'base_url = "http://a/v1"', "", "http://a/v1"),  # both are the person's
        ({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://a/v1"}, "", "", "http://a/v1"),
        ({"OPENAI_API_KEY": KEY, "APPAGENT_BASE_URL": f"{OPENAI_URL}/"}, "", "", OPENAI_URL),
        ({}, "", f'base_url = "http://a/v1"\napi_key = "{KEY}"', "http://a/v1"),
        (
            {"OPENAI_API_KEY": "other", "APPAGENT_API_KEY": KEY, "APPAGENT_BASE_URL": "http://a/v1"},
            "",
            "",
            "http://a/v1",
        ),
    ],
)
def test_a_key_goes_to_the_address_that_it_was_set_for(env, own, folder, goes_to, home, here):
    write(home, own)
    write(here, folder)
    endpoint = load(env=env, cwd=here).endpoint
    assert (endpoint.base_url, endpoint.api_key) == (goes_to, KEY)


@cases(
    ("env", "own", "folder", "named"),
    [
        ({"OPENAI_API_KEY": KEY, "APPAGENT_BASE_URL": "http://a/v1"}, "", "", "OPENAI_API_KEY was set for https:"),
        ({"OPENAI_API_KEY": KEY}, 'base_url = "http://a/v1"', "", "OPENAI_API_KEY"),
        ({"APPAGENT_API_KEY": KEY}, "", 'base_url = "http://a/v1"', "appagent.toml: base_url names http://a"),
        ({"APPAGENT_BASE_URL": "http://b/v1"}, f'base_url = "http://a/v1"\napi_key = "{KEY}"', "", "set for http://a"),
        ({"APPAGENT_BASE_URL": "http://b/v1"}, "", f'api_key = "{KEY}"', "set for https://api.openai.com"),
        ({"APPAGENT_API_KEY": KEY, "OPENAI_BASE_URL": "http://a/v1"}, "", "", "OPENAI_BASE_URL names http://a"),
        ({"APPAGENT_API_KEY": KEY, "APPAGENT_BASE_URL": "https://a/v1"}, "", 'base_url = "http://a/v1"', ""),
    ],
)  # fmt: skip
def test_a_key_set_elsewhere_than_the_address_is_refused(env, own, folder, named, home, here):
    write(home, own)
    write(here, folder)
    settings = load(env=env, cwd=here)  # what needs no model still works
    if not named:  # what the person exports is in force before what a folder says
        assert settings.endpoint.base_url == "https://a/v1"
        return
    with pytest.raises(UsageError, match=named) as caught:
        _ = settings.endpoint
    assert KEY not in str(caught.value)
