"""Databases after a kill, on a full disk and without memory; and compared with the header for C."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kumiki
import pytest
from databases import FOLDER, counted, rows
from features import FIRST, kept
from kumiki import Action, Database, Effect, Env, KumikiError, Loop, Sender, State, Status, Store

KILLS = os.environ.get("KUMIKI_KILLS", "30")


def test_Z64_nothing_acknowledged_is_lost_when_a_process_is_killed(loop: Loop, path: Path) -> None:
    command = [sys.executable, str(FOLDER / "killed.py"), str(path), KILLS]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with Database(path) as database:
        store = database.open(loop, kept())
        assert store["/n"] == int(done.stdout) >= 7
        counted(store, 1)
        database.flush()


def paying(payments: list[str]) -> kumiki.Reducer:
    """Pays while a job is set."""

    def reduce(state: State, action: Action, env: Env) -> None:
        if action.value == "paid":
            state["/paid"] += 1

    def effect(value: Any, env: Env) -> Effect:
        def pay(send: Sender) -> None:
            payments.append("paid")
            send("paid")

        return Effect.blocking(pay)

    return kumiki.reducer(reduce).running("/job", effect)


def test_Z121_work_that_is_done_is_not_done_again_after_a_kill(path: Path) -> None:
    payments: list[str] = []
    with Loop() as loop, Database(path) as database:
        store = database.open(loop, paying(payments), {"job": 1, "paid": 0})
        while store.effect_count:
            loop.dispatch(-1)
        # If the process were killed now, only the steps that were handed over without a flush would be left. A flush
        # on another thread waits only for these steps.
        other = threading.Thread(target=database.flush)
        other.start()
        other.join()
        with Database(path, read_only=True) as same:
            left = same.snapshot()
        assert left is not None
        following = Store.from_snapshot(loop, paying(payments), left)
        while following.effect_count:
            loop.dispatch(-1)
        assert following["/paid"] == 1
    assert payments == ["paid"]


@contextlib.contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Simulates a disk on which no file may be larger than `size` bytes."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def count_until_it_fails(loop: Loop, path: Path) -> tuple[int, bool]:
    """The last acknowledged count, and whether the disk failed."""
    acknowledged = 0
    try:
        with Database(path, compact_steps=10, waits_for_disk=True) as database:
            store = database.open(loop, kept(), FIRST)
            for _ in range(12):
                counted(store, 3)
                database.flush()
                acknowledged = store["/n"]
    except KumikiError as error:
        assert error.status == Status.INVALID_ARGUMENT and str(path) in error.message
        assert isinstance(error.__cause__, sqlite3.Error)
        return acknowledged, True
    return acknowledged, False


def test_Z65_nothing_acknowledged_is_lost_when_a_write_fails(loop: Loop, tmp_path: Path) -> None:
    failures, has_failed = 0, True
    while has_failed:
        path = tmp_path / f"{failures}.db"
        with largest_file(2048 * (failures + 1)):
            acknowledged, has_failed = count_until_it_fails(loop, path)
        failures += has_failed
        with Database(path) as database:
            store = database.open(loop, kept(), FIRST)
            assert acknowledged <= store["/n"] <= acknowledged + 3
            counted(store, 1)
            database.flush()
    assert failures > 30


def other_side(path: Path, compact: int, *actions: str) -> Any:
    program = os.environ.get("KUMIKI_SQLITE_STORE")
    if program is None:
        pytest.skip("scripts/test-python builds the program in C")
    return json.loads(subprocess.check_output([program, path, "main", str(compact), *actions]))


@pytest.mark.parametrize("compact", [4, 10_000])
def test_Z66_a_file_of_the_c_header_is_gone_on_with_in_python_and_the_other_way_round(
    loop: Loop, tmp_path: Path, compact: int
) -> None:
    def this_side(path: Path, *actions: str) -> Any:
        with Database(path, compact_steps=compact) as database:
            store = database.open(loop, kept(), FIRST)
            for action in actions:
                store.send(action)
            sheet = store.presentation_id("/sheet")
            return {"state": store.state, "sheet": sheet, "effects": store.effect_count}

    first = ["inc", "inc", "open", "inc", "work", "inc"]
    theirs, ours = tmp_path / "c.db", tmp_path / "python.db"
    found = other_side(theirs, compact, *first)
    assert found["state"] == {"n": 4, "sheet": {"n": 0}, "job": True}
    assert found["sheet"] and found["effects"] == 1
    assert this_side(theirs) == found
    assert this_side(theirs, *["inc"] * 7)["sheet"] == found["sheet"]
    assert other_side(theirs, compact)["state"]["n"] == 11

    found = this_side(ours, *first)
    assert other_side(ours, compact) == found
    assert other_side(ours, compact, *["inc"] * 7)["sheet"] == found["sheet"]
    assert this_side(ours)["state"] == {"n": 11, "sheet": {"n": 0}, "job": True}

    tables = "SELECT name, sql FROM sqlite_master ORDER BY name"
    assert rows(theirs, tables) == rows(ours, tables)


class Refusing:
    """An allocator for jansson that refuses one request on this thread."""

    def __init__(self, number: int) -> None:
        system = ctypes.CDLL(None)
        system.malloc.restype, system.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
        thread = threading.get_ident()

        def allocate(size: int) -> int | None:
            mine = threading.get_ident() == thread
            self.requests += mine
            if mine and self.requests == number:
                return None
            return int(system.malloc(size))

        self.requests, self.number = 0, number
        self._jansson = ctypes.CDLL("libjansson.so.4")
        self._free = ctypes.cast(system.free, ctypes.c_void_p)
        self._malloc = ctypes.cast(system.malloc, ctypes.c_void_p)
        self._allocate = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(allocate)

    def __enter__(self) -> Refusing:
        self._jansson.json_set_alloc_funcs(self._allocate, self._free)
        return self

    def __exit__(self, *_: object) -> None:
        self._jansson.json_set_alloc_funcs(self._malloc, self._free)

    @property
    def has_refused(self) -> bool:
        return self.requests >= self.number


@pytest.mark.parametrize("action", ["inc", "open", "work"])
@pytest.mark.parametrize("goes_on", [False, True])
def test_Z73_a_step_without_memory_is_in_the_file_as_a_whole_state(
    loop: Loop, path: Path, action: str, goes_on: bool
) -> None:
    missing, number, refused = 0, 0, True
    loop.on_issue(lambda _: None)
    while refused:
        number += 1
        with Database(path.with_name(f"{number}.db")) as database:
            store = database.open(loop, kept(), FIRST)
            store.send("inc")
            was_told = False
            with Refusing(number) as refusing:
                try:
                    store.send(action)
                except (KumikiError, MemoryError):
                    was_told = True
            refused = refusing.has_refused
            if goes_on:
                store.send("inc")
            database.flush()
            state, sheet = store.state, store.presentation_id("/sheet")
            store.close()
            snapshot = database.snapshot()
            assert snapshot is not None
            assert snapshot.state == state or (was_told and not goes_on)
            again = database.open(loop, kept())
            assert again.presentation_id("/sheet") == sheet or was_told
            missing += not was_told and refused
    assert missing > 0
