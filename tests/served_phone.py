"""A phone that is still there after a session ends, and settings of sessions that find it through adb."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import QUICK

from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.settings import Settings


@pytest.fixture
def served(monkeypatch) -> Iterator[Phone]:
    """Yield a phone that the adb server of this machine seems to have."""
    phone = Phone(size=(360, 800), time_scale=QUICK)
    with serve(phone) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        yield phone


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings that name that phone and keep all files in the folder of the test."""
    return Settings(
        device="virtual-1", store=tmp_path / "store.sqlite", runs=tmp_path / "runs", time_scale=QUICK, picture_side=256,
        given={"device": "virtual-1"},
    )  # fmt: skip
