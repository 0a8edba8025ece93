"""A feature for tests of effects."""

from __future__ import annotations

import kumiki
from kumiki import Action, Effect, Env, Loop, State, Store


def feature(effects: dict[str, Effect]) -> kumiki.Reducer:
    """Returns the effect that an action names, and keeps every other action in a list."""

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if isinstance(action.value, str) and action.value in effects:
            return effects[action.value]
        state.insert("/log/-", action.value)
        return None

    return kumiki.reducer(reduce)


def opened(loop: Loop, **effects: Effect) -> Store:
    return Store(loop, feature(effects), {"log": []})
