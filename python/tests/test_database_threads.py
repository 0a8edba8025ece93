"""Which calls wait for the file of a database, and which do not."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from pathlib import Path
from typing import Any

import kumiki
import pytest
from databases import counted, rows
from features import FIRST, kept
from kumiki import Action, Database, Effect, Env, KumikiError, Loop, State, Status


def commits(path: Path) -> int:
    """The number of transactions in SQLite's log: the last page of each contains the file's new size."""
    log = path.with_name(f"{path.name}-wal").read_bytes()
    page = int.from_bytes(log[8:12], "big")
    sizes = [log[at + 4 : at + 8] for at in range(32, len(log), 24 + page)]
    return sum(size != bytes(4) for size in sizes)


def test_Z67_a_send_waits_for_no_disk_and_many_steps_are_one_transaction(
    loop: Loop, path: Path
) -> None:
    with Database(path, timeout=1000) as database:
        store = database.open(loop, kept(), FIRST)
        database.flush()
        before = commits(path)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            # None of these sends could return if it waited for the file.
            assert counted(store, 999) == 999
            other.execute("ROLLBACK")
        database.flush()
        assert 1 <= commits(path) - before <= 2
        snapshot = database.snapshot()
        assert snapshot is not None and snapshot.state["n"] == 999


def test_Z67_a_step_becomes_no_value_of_python(
    loop: Loop, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(text: str) -> Any:
        raise AssertionError(f"{text!r:.100} was read")

    with Database(path, batch_seconds=1000) as database:
        store = database.open(loop, kept(), FIRST)
        with monkeypatch.context() as patched:
            patched.setattr("kumiki._json._load", refuse)
            for action in ("inc", "open", "work"):
                store.send(action)
            database.flush()
        assert rows(path, "SELECT max(step) FROM kumiki_step") == [(3,)]
        assert rows(path, "SELECT step FROM kumiki_note WHERE number > 0") == [(3,)]


def test_Z67_any_thread_may_wait_for_the_file(loop: Loop, path: Path) -> None:
    raised: list[Status] = []

    def flush_and_close() -> None:
        database.flush()
        try:
            database.close()
        except KumikiError as error:
            raised.append(error.status)

    with Database(path, batch_seconds=1000) as database:
        store = database.open(loop, kept(), FIRST)
        counted(store, 5)
        thread = threading.Thread(target=flush_and_close)
        thread.start()
        thread.join()
        assert raised == [Status.WRONG_THREAD]
        assert rows(path, "SELECT max(step) FROM kumiki_step") == [(5,)]
        assert counted(store, 1) == 6


def test_Z67_a_database_serves_a_loop_under_asyncio(path: Path) -> None:
    async def save(send: kumiki.Sender) -> None:
        await asyncio.sleep(0)
        send("inc")
        await asyncio.to_thread(database.flush)

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case "save":
                return Effect.run(save)
            case "inc":
                state["/n"] += 1
        return None

    async def run() -> None:
        async with Loop() as loop:
            with database:
                store = database.open(loop, kumiki.reducer(reduce), FIRST)
                await store.send_task("save").wait()
                snapshot = database.snapshot()
                assert snapshot is not None and snapshot.state["n"] == 1

    database = Database(path)
    asyncio.run(run())
