"""Helpers for tests of databases."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kumiki
import pytest
from kumiki import Action, Env, KumikiError, State, Status, Store

FOLDER = Path(__file__).parent


def counted(store: Store, times: int) -> int:
    for _ in range(times):
        store.send("inc")
    return int(store["/n"])


def rows(path: Path, sql: str, *values: Any) -> list[Any]:
    """The rows that another program reads with a statement."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
        return file.execute(sql, values).fetchall()


@contextlib.contextmanager
def refused(status: Status, *words: object) -> Iterator[None]:
    with pytest.raises(KumikiError) as error:
        yield
    assert error.value.status == status, error.value
    for word in words:
        assert str(word) in error.value.message


def write_text(state: State, action: Action, env: Env) -> None:
    if action.is_case("text"):
        state["/text"] = action.payload("text")


def undoable_text() -> kumiki.Reducer:
    reducer = kumiki.Reducer(write_text)
    return reducer.undoable(state_path="/text", history_path="/history")
