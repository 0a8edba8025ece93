"""Features that several tests use."""

from __future__ import annotations

from typing import Any

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


FIRST: dict[str, Any] = {"n": 0, "sheet": None, "job": None}


def kept() -> kumiki.Reducer:
    """A feature: "inc" counts n, "open" presents a sheet, "work" sets a job, and an effect runs while a
    job is set. The same as Tests/GlueTests/sqlite_feature.c."""

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case "inc":
                state["/n"] += 1
            case "open":
                state["/sheet"] = {"n": 0}
            case "work":
                state["/job"] = True
        return None

    job = kumiki.reducer(reduce).running("/job", lambda value, env: Effect.every(100, "inc"))
    return job.presentation("/sheet", "sheet", kumiki.reducer(reduce))
