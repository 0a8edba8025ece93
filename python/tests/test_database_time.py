"""The time of effects in a database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kumiki
import pytest
from databases import rows
from features import kept
from kumiki import Action, Database, Effect, Env, Loop, State


def timed() -> kumiki.Reducer:
    """An effect of 5 s that counts only the time during which the program runs."""

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case "on":
                state["/on"] = True
            case "fired":
                state["/n"] += 1
        return None

    def effect(value: Any, env: Env) -> Effect:
        return Effect.after(5, "fired")

    return kumiki.reducer(reduce).running("/on", effect, time="remaining")


@pytest.mark.parametrize("how", ["close", "flush"])
def test_Z96_the_time_of_effects_goes_on_where_a_program_ends_without_a_step(
    path: Path, how: str
) -> None:
    fired = []
    for run in range(3):
        with Loop(virtual=True) as loop, Database(path) as database:
            store = database.open(loop, timed(), {"on": False, "n": 0})
            if run == 0:
                store.send("on")
            loop.advance(2)
            fired.append(store["/n"])
            if how == "flush":
                database.flush()
                store.close()
    assert fired == [0, 0, 1]


def test_Z96_an_effect_that_ends_behind_its_last_action_has_ended(path: Path) -> None:
    begun = []

    def work(value: Any, env: Env) -> Effect:
        async def once(send: Any) -> None:
            begun.append(value)
            send("done")

        return Effect.run(once)

    def reduce(state: State, action: Action, env: Env) -> None:
        if action == "on":
            state["/on"] = True

    for run in range(3):
        with Loop() as loop, Database(path) as database:
            store = database.open(loop, kumiki.reducer(reduce).running("/on", work), {"on": False})
            if run == 0:
                store.send("on")
            loop.run_until_idle()
    assert begun == [True]


def test_a_file_of_an_older_program_is_left_without_a_step(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        database.open(loop, timed(), {"on": False, "n": 0}).send("on")
    before = [rows(path, f"SELECT * FROM kumiki_{table}") for table in ("moment", "step", "note")]
    migrations: dict[int, Any] = {0: dict}
    with Database(path) as database:
        database.open(loop, timed(), version=1, migrations=migrations)
        loop.advance(1)
    with Database(path) as database:
        database.open(loop, timed().presentation("/sheet", "sheet", kept()))
        loop.advance(1)
    now = [rows(path, f"SELECT * FROM kumiki_{table}") for table in ("moment", "step", "note")]
    assert now == before
