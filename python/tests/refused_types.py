"""Uses of kinds.py that no checker may let pass: each marked line is an error, and no other line is."""

from __future__ import annotations

from typing import assert_never

import kinds
from kumiki import Effect, Env, Loop, State, Store


@kinds.types.reducer
def feature(state: State[kinds.State], action: kinds.Action, env: Env) -> Effect | None:
    state[kinds.at.count] += 1
    state[kinds.at.cuont] += 1  # refused
    state[kinds.at.count] = "three"  # refused
    state[kinds.at.level] = "hihg"  # refused
    state[kinds.at.sheet] = kinds.SheetRow(3)  # refused
    state[kinds.at.rows] = [kinds.Row(id=1, name="a")]
    state[kinds.at.rows] = [kinds.Row(id=1)]  # refused
    row = state.row(kinds.at.rows, 1)
    if row is not None:
        print(row.name, row.nmae)  # refused
    name: str = state[kinds.at.a_b_c]
    count: str = state[kinds.at.count]  # refused
    print(name, count, kinds.Cases.child_reset)
    print(kinds.Cases.child_reste)  # refused
    return None


def told(phase: kinds.Phase) -> str:
    match phase:
        case kinds.PhaseIdle():
            return ""
        case kinds.PhaseFailed(why):
            return why
        case kinds.PhaseLoading(done):
            return done  # refused
        case kinds.PhaseRetrying():  # refused
            return ""
        case _:
            assert_never(phase)  # refused


def run(loop: Loop) -> None:
    store = Store(loop, kinds.types.declare(feature), kinds.State())
    store.send(kinds.ActionIncrement())
    store.send(kinds.ActionSetCount("three"))  # refused
    store.send("incremnt")  # refused
    store.send(kinds.Actions.child_rename("x"))
    store.send(kinds.Actions.child_rename(3))  # refused
    store.send(kinds.Actions.child_remane("x"))  # refused
    print(store.state.count + 1, store.state.cuont)  # refused
    store.observe(kinds.at.count, lambda count: print(count + 1))
    store.observe(kinds.at.count, lambda count: print(count.upper()))  # refused
