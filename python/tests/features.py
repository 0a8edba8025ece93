"""Features that several tests use."""

from __future__ import annotations

import kumiki
from kumiki import Action, Effect, Env, State


def count(state: State, action: Action, env: Env) -> Effect | None:
    match action.value:
        case "increment":
            state["/count"] += 1
        case {"add": number}:
            state["/count"] += number
        case {"later": {"time": time, "action": inner}}:
            return Effect.after(time, inner)
        case "tick":
            return Effect.every(1, "increment").cancellable("ticks")
        case "stop":
            return Effect.cancel("ticks")
        case "close":
            return Effect.dismiss()
    return None


def nothing(state: State, action: Action, env: Env) -> Effect | None:
    return None


def counter() -> kumiki.Reducer:
    return kumiki.reducer(count)


def idle() -> kumiki.Reducer:
    return kumiki.reducer(nothing)
