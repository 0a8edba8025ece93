"""03_database: notes in a file. The next run, and the next version of the program, continue with them.

Teaches: a store in a database, a flush, reading the file elsewhere, a state of an older version.
Run:     python 03_database.py
Prints:  expected/03_database.txt
"""

import tempfile
from pathlib import Path
from typing import Any

import kumiki
from kumiki import Action, Env, State


@kumiki.reducer
def notes(state: State, action: Action, env: Env) -> None:
    match action.value:
        case {"add": text}:
            state.insert("/notes/-", text)


def first_run(path: Path) -> None:
    with kumiki.Loop() as loop, kumiki.Database(path) as database:
        store = database.open(loop, notes, {"notes": []}, name="notes", version=1)
        store.send({"add": "water the plants"})
        store.send({"add": "call Ann"})
        database.flush()  # from now on the notes survive any end of the process
        print("kept:", store["/notes"])


def in_another_process(path: Path) -> None:
    with kumiki.Database(path, read_only=True) as database:
        for name in database.names():
            snapshot = database.snapshot(name)
            print("read:", name, snapshot and snapshot.state)


@kumiki.reducer
def dated_notes(state: State, action: Action, env: Env) -> None:
    match action.value:
        case {"add": {"text": text, "due": due}}:
            state.insert("/notes/-", {"text": text, "due": due})


def with_dates(state: Any) -> Any:
    return {"notes": [{"text": text, "due": None} for text in state["notes"]]}


def next_version(path: Path) -> None:
    with kumiki.Loop() as loop, kumiki.Database(path) as database:
        migrations = {1: with_dates}
        store = database.open(
            loop, dated_notes, {"notes": []}, name="notes", version=2, migrations=migrations
        )
        store.send({"add": {"text": "pack", "due": "Friday"}})
        for note in store["/notes"]:
            print("now:", note)


def older_program(path: Path) -> None:
    with kumiki.Loop() as loop, kumiki.Database(path) as database:
        try:
            database.open(loop, notes, {"notes": []}, name="notes", version=1)
        except kumiki.KumikiError as error:
            print("refused:", error.status.name, error.path)


with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "notes.db")
    first_run(path)
    in_another_process(path)
    next_version(path)
    older_program(path)
