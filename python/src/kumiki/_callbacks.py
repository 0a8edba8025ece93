"""The C functions through which the library calls reducers written in Python."""

from __future__ import annotations

from sys import getrefcount
from typing import TYPE_CHECKING, Any

from kumiki._calls import callback, kept, objects
from kumiki._json import from_json, new_json
from kumiki._library import NULL, lib
from kumiki.action import Action, unread
from kumiki.effects import Effect
from kumiki.state import Env, State

if TYPE_CHECKING:
    from kumiki.reducer import Reduce, Reducer

_new: Any = object.__new__  # half the time of a call of the class


def _count_of_one_name() -> int:
    """The result of `getrefcount` for an object that only one local name refers to.

    Python 3.14 returns one less than earlier versions, since it loads a local name without a reference.
    """
    told = object()
    try:
        pass
    finally:
        count = getrefcount(told)
    return count


ONLY_HERE = _count_of_one_name()
"""A higher count means that the reducer has kept the action. For any other action, two calls into C
are saved."""


def _action(action: Any) -> Action:
    return Action._of(lib.kmk_json_retain(action))


def _built(effect: Effect, env: Any) -> Any:
    if not isinstance(effect, Effect):
        raise TypeError(f"a reducer returns an Effect or None, not {effect!r:.100}")
    return effect._build(env)


def _answer(function: Reduce, state: Any, env: Any, action: Any) -> Any:
    """Calls the function of a reducer or of an operator, and builds the effect that it returns."""
    state_in_hand, env_in_hand, told = _new(State), _new(Env), _new(Action)
    state_in_hand._pointer, state_in_hand._types = state, None
    env_in_hand._pointer = env
    told._json, told._value = action, unread
    try:
        effect = function(state_in_hand, told, env_in_hand)
        return NULL if effect is None else _built(effect, env)
    finally:
        state_in_hand._pointer = env_in_hand._pointer = None
        if getrefcount(told) > ONLY_HERE:
            told._keep()


@callback("kmk_reduce_fn", NULL)  # type: ignore[untyped-decorator]
def reduce(state: Any, action: Any, env: Any, user_data: Any) -> Any:
    return _answer(objects[user_data][0], state, env, action)


@callback("kmk_change_fn", NULL)  # type: ignore[untyped-decorator]
def change(state: Any, old: Any, new: Any, action: Any, env: Any, user_data: Any) -> Any:
    function, was, now = kept(user_data), from_json(old), from_json(new)
    return _answer(lambda state, told, env: function(state, was, now, told, env), state, env, action)


@callback("kmk_write_fn", NULL)  # type: ignore[untyped-decorator]
def write(state: Any, places: Any, action: Any, env: Any, user_data: Any) -> Any:
    function, written = kept(user_data), from_json(places)
    return _answer(lambda state, told, env: function(state, written, told, env), state, env, action)


def _run(value: Any, env: Any, user_data: Any) -> Any:
    env_in_hand = Env(env)
    try:
        effect = kept(user_data)(from_json(value), env_in_hand)
        return NULL if effect is None else _built(effect, env)
    finally:
        env_in_hand._pointer = None


run = callback("kmk_running_fn", NULL)(_run)
end = callback("kmk_end_fn", NULL)(_run)


@callback("kmk_undo_describe_fn", NULL)  # type: ignore[untyped-decorator]
def describe(state: Any, action: Any, user_data: Any) -> Any:
    said = kept(user_data)(from_json(state), _action(action))
    return NULL if said is None else new_json(said)


def _reference(chosen: Reducer | None, what: str) -> Any:
    from kumiki.reducer import Reducer

    if not isinstance(chosen, Reducer):
        raise TypeError(f"{what} returns a Reducer, not {chosen!r:.100}")
    return chosen._new()


@callback("kmk_reader_env_fn", NULL)  # type: ignore[untyped-decorator]
def read(state: Any, action: Any, env: Any, user_data: Any) -> Any:
    env_in_hand = Env(env)
    try:
        chosen = kept(user_data)(from_json(state), _action(action), env_in_hand)
        return NULL if chosen is None else _reference(chosen, "a reader")
    finally:
        env_in_hand._pointer = None


@callback("kmk_recurse_fn", NULL)  # type: ignore[untyped-decorator]
def build(self_reference: Any, user_data: Any) -> Any:
    from kumiki.reducer import Reducer

    return _reference(kept(user_data)(Reducer._of(self_reference)), "the function of recurse")
