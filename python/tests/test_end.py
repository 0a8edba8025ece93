"""The end of a feature, and private cases."""

from __future__ import annotations

from typing import Any

import kumiki
import pytest
from kumiki import Action, Effect, Env, KumikiError, Loop, State, Status, Store


def keep(state: State, action: Action, env: Env) -> None:
    match action.value:
        case {"saved": text}:
            state["/saved"] = text


def edit(state: State, action: Action, env: Env) -> None:
    match action.value:
        case {"type": text}:
            state["/text"] = text


def save(last: Any, env: Env) -> Effect:
    return Effect.send({"saved": last["text"]})


START = {"saved": None, "sheet": {"text": "a"}}


def test_a_function_has_the_last_state_and_tells_the_parent() -> None:
    child = kumiki.reducer(edit).on_end(save)
    with Loop() as loop, Store(loop, kumiki.reducer(keep).presentation("/sheet", "sheet", child), START) as store:
        store.send({"sheet": {"presented": {"type": "b"}}})
        store.send({"sheet": "dismiss"})
        assert store.state == {"saved": "b", "sheet": None}


def test_a_function_may_also_run_when_the_store_is_closed() -> None:
    ends: list[Any] = []

    def note(last: Any, env: Env) -> None:
        ends.append(last)

    for made in (kumiki.reducer(edit).on_end(note), kumiki.reducer(edit).on_end_or_close(note)):
        with Loop() as loop:
            Store(loop, kumiki.reducer(keep).presentation("/sheet", "sheet", made), START).close()
    assert ends == [{"text": "a"}]


def test_a_private_case_is_of_the_features_own_effects() -> None:
    def load(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case "load":
                return Effect.send({"loaded": "a"})
            case {"loaded": text}:
                state["/text"] = text
        return None

    feature = kumiki.reducer(load).cases(**{"load": None, "private loaded": "text"})
    with Loop() as loop, Store(loop, feature, {"text": ""}) as store:
        with pytest.raises(KumikiError) as caught:
            store.send({"loaded": "x"})
        assert caught.value.status is Status.NOT_ALLOWED
        store.send("load")
        assert store.state == {"text": "a"}
