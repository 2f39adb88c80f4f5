"""Hubs to exchange documents through: a PostgreSQL server and two bucket servers, on this computer, for the tests."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

PASSWORD = "s3cret-w@rd/of?all"
KEYS = {"AWS_ACCESS_KEY_ID": "AKIATHEPERSONSOWN", "AWS_SECRET_ACCESS_KEY": "the-persons-own-secret/+key"}


@dataclass(frozen=True)
class Database:
    """A PostgreSQL server. Its owner is called team."""

    port: int

    def url(self, user: str = "team", password: str = PASSWORD, database: str = "docs") -> str:
        return f"postgresql://{user}:{quote(password, safe='')}@127.0.0.1:{self.port}/{database}"

    def shown(self, user: str = "team") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/docs"

    def run(self, sql: str) -> list[tuple[object, ...]]:
        """Runs SQL as the owner, and returns the rows."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []


def _program(name: str) -> str:
    """Where a program of the PostgreSQL server is, or "" if it is not installed. Debian has them on no path."""
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(beside[-1]) if beside else "")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def started() -> Iterator[Database]:
    """Starts a PostgreSQL server of its own in a temporary folder, and stops it."""
    initdb, control, port = _program("initdb"), _program("pg_ctl"), free_port()
    # the server does not run as root; as anybody else it runs as this user
    other = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="appagent-postgres-"))
    data, word = folder / "data", folder / "password"
    word.write_text(PASSWORD)
    if other:
        for path in (folder, word):
            shutil.chown(path, "postgres")
    options = f"-c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=40 -k {folder} -p {port}"

    def run(*command: object) -> None:
        subprocess.run([*map(str, command)], check=True, cwd="/", stdout=subprocess.DEVNULL, **other)  # type: ignore[call-overload]

    try:
        run(initdb, "-D", data, "-U", "team", "--pwfile", word, "--auth=scram-sha-256", "-E", "UTF8", "--no-sync")
        run(control, "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        yield Database(port)
    finally:
        with suppress(subprocess.CalledProcessError):
            run(control, "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server() -> Iterator[Database]:
    """A PostgreSQL server for all tests of this process."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: make extras")
    if not _program("initdb"):
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with started() as found:
        yield found


@pytest.fixture
def database(server: Database) -> Database:
    """An empty database called docs, and no role but its owner."""
    import psycopg

    with psycopg.connect(server.url(database="postgres"), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS docs WITH (FORCE)")
        for (role,) in connection.execute("SELECT rolname FROM pg_roles WHERE rolname ~ '^(ann|ben|eve)$'").fetchall():
            connection.execute(f"DROP ROLE {role}".encode())
        connection.execute("CREATE DATABASE docs")
    return server


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a bucket at a server that speaks as Amazon's."""
    for name in ("moto.server", "s3fs"):
        pytest.importorskip(name, reason=f"{name} is not installed: make extras")
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    for name, value in {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}", "AWS_DEFAULT_REGION": "eu-1"}.items():
        monkeypatch.setenv(name, value)
    import boto3
    import httpx2

    httpx2.post(f"http://127.0.0.1:{port}/moto-api/reset")  # it knows what it was told before
    boto3.client("s3", region_name="us-east-1").create_bucket(Bucket="team")
    yield "s3://team/documents"
    server.stop()


@pytest.fixture
def gs(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a bucket at a server that speaks as Google's."""
    for name in ("gcp_storage_emulator", "gcsfs"):
        pytest.importorskip(name, reason=f"{name} is not installed: make extras")
    import fsspec.config
    from gcp_storage_emulator.server import create_server

    port = free_port()
    server = create_server("127.0.0.1", port, in_memory=True, default_bucket="team")
    server.start()
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", f"http://127.0.0.1:{port}")
    monkeypatch.setitem(fsspec.config.conf, "gs", {"token": "anon", "batch_size": 1})  # it answers one at a time
    yield "gs://team/documents"
    server.stop()
