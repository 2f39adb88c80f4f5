"""Write to a store in a process of its own. Imports little else than the store, since many such processes start."""

from appagent.store import Handed, Record, Store


def record(text, **fields):
    when = "2026-01-31T12:00:00Z"
    return Record(app="com.example.notes", action="tap", text=text, source="explore", author="me", time=when, **fields)


def write(directory, number, together):
    shared = record("shared")
    for turn in range(40):
        together.wait()
        with Store.open(directory / f"{turn // 2}.db") as store:
            store.add(shared, record(f"writer {number} turn {turn}"))
            store.helped(shared.id)


def write_until_killed(path, report):
    with Store(path) as store:
        for turn in range(10_000):
            store.add(record(f"turn {turn}"))
            report.send(turn)


def import_all(path):
    with Store(path) as store:
        store.union(Handed(record(f"{number}") for number in range(6_000)), untrusted=True)


def write_on(path, number, report):
    with Store(path) as store:
        for turn in range(100_000):
            shared = record(f"shared {turn}")
            store.add(shared, record(f"writer {number} turn {turn}", replaces=(shared.id,)))
            store.helped(shared.id)
            report.send(turn)
