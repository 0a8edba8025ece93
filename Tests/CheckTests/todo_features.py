"""Small features in Python, each with one fault, and one without."""

from __future__ import annotations

import kumiki
from kumiki import Action, Effect, Env, State

SHAPE = "{items: [{id: integer}] = [], isOpen: boolean = false}"


@kumiki.reducer
def _limited(state: State, action: Action, env: Env) -> None:
    items = state["/items"]
    if action.is_case("add") and len(items) < 2:
        state["/items"] = [*items, {"id": len(items)}]
    elif action.is_case("clear"):
        state["/items"] = []


@kumiki.reducer
def _raising(state: State, action: Action, env: Env) -> None:
    items = state["/items"]
    if action.is_case("add"):
        state["/items"] = [*items, {"id": [0, 1][len(items)]}]  # the third item has no id
    elif action.is_case("clear"):
        state["/items"] = []


@kumiki.reducer
def _forgetful(state: State, action: Action, env: Env) -> Effect | None:
    if action.is_case("open"):
        state["/isOpen"] = True
        return Effect.request("ask", None, answer="answered", failure="refused")
    if action.is_case("answered"):
        state["/isOpen"] = False
    return None


good = _limited.shape(SHAPE).cases(add=None, clear=None)
raising = _raising.shape(SHAPE).cases(add=None, clear=None)
forgetful = _forgetful.shape(SHAPE).cases(open=None, answered="any", refused="any")
state: dict[str, object] = {}
