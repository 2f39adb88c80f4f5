from pathlib import Path

import pytest

from appagent.errors import UsageError
from appagent.settings import GUARDED, OPENAI_URL, Settings, load

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


def write(folder: Path, text: str) -> None:
    (folder / "appagent.toml").write_text(text, encoding="utf-8")


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


@pytest.mark.parametrize(
    ("name", "written", "value"),
    [
        ("max_steps", "12", 12),
        ("max_cost_usd", "0.5", 0.5),
        ("size", "720x1280", (720, 1280)),
        ("allow", "pay, send", frozenset({"pay", "send"})),
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


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"max_steps": "many"}, "options: max_steps needs a whole number of 1 or more, found 'many'"),
        ({"max_steps": 0}, "found 0"),
        ({"max_steps": 1.5}, "found 1.5"),
        ({"max_steps": True}, "found True"),
        ({"quiet_s": "nan"}, "a number of 0 or more, found 'nan'"),
        ({"quiet_s": float("inf")}, "found inf"),
        ({"quiet_s": -1}, "found -1"),
        ({"time_scale": [1]}, r"found \[1\]"),
        ({"model": 4}, "model needs text, found 4"),
        ({"see": "movie"}, "one of picture, text, both, found 'movie'"),
        ({"size": "big"}, "such as 1080x2400, found 'big'"),
        ({"size": (None, {})}, "such as 1080x2400"),
        ({"allow": "pay,steal"}, f"some of {', '.join(GUARDED)}, found 'pay,steal'"),
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
    settings = load(env={"APPAGENT_API_KEY": KEY, "APPAGENT_PLAN_API_KEY": KEY}, cwd=here)
    assert KEY not in repr(settings) + repr(settings.endpoint) + repr(settings.plan_endpoint)
    with pytest.raises(UsageError) as caught:
        load(env={"APPAGENT_API_KEY": f"{KEY} {KEY}"}, cwd=here)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
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


def test_a_projects_file_cannot_send_the_users_keys_to_its_own_host(home, here):
    write(home, f'plan_api_key = "{KEY}"')
    write(here, 'base_url = "http://strange/v1"\nplan_base_url = "http://strange/v1"\nmodel = "m"')
    settings = load(env={"OPENAI_API_KEY": KEY}, cwd=here)
    assert (settings.api_key, settings.plan_api_key) == ("", "")


def test_planning_falls_back_to_the_main_endpoint_name_by_name(here):
    env = {"APPAGENT_API_KEY": KEY, "APPAGENT_MODEL": "small", "APPAGENT_PRICE_IN": "1", "APPAGENT_PRICE_OUT": "2"}
    settings = load(env=env, cwd=here)
    main, plan = settings.endpoint, settings.plan_endpoint
    assert (plan.base_url, plan.model, plan.api_key, plan.price_in) == (OPENAI_URL, "small", KEY, 1.0)
    assert main.prefix != plan.prefix
    other = load({"plan_model": "large"}, env=env, cwd=here).plan_endpoint
    assert (other.model, other.api_key, other.price_in) == ("large", KEY, None)
    elsewhere = load({"plan_base_url": "http://localhost:1/v1"}, env=env, cwd=here).plan_endpoint
    assert (elsewhere.model, elsewhere.api_key, elsewhere.price_in) == ("small", "", None)
