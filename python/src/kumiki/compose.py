"""Functions that build a reducer from other reducers, and features by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kumiki import _callbacks
from kumiki._calls import Calling, keep, release
from kumiki._errors import KumikiError, Status, check, new_error
from kumiki._json import JSON, lent
from kumiki._library import NULL, ffi, lib, utf8
from kumiki.action import Action
from kumiki.reducer import Read, Reducer, expect_reducer
from kumiki.state import Env
from kumiki.typed import Passed, Pointer


def empty() -> Reducer:
    """A reducer that does nothing: for a child that only displays its state."""
    return Reducer._of(lib.kmk_empty())


def combine(*reducers: Reducer) -> Reducer:
    """Runs reducers in order on the same state, and merges their effects in that order."""
    for each in reducers:
        expect_reducer(each)
    array = ffi.new("kmk_reducer *[]", [each._new() for each in reducers])
    return Reducer._of(lib.kmk_combine(len(reducers), array), parts=reducers)


def scope(state_path: Pointer, action_case: str, child: Reducer) -> Reducer:
    """Runs a child on a part of the state for the actions of one case."""
    expect_reducer(child)
    where, name = utf8(state_path), utf8(action_case)
    made: Reducer = Reducer._of(lib.kmk_scope(where, name, child._new()), action_case)
    return made._with_child(child, action_case)


def scope_case(state_case: Pointer, action_case: str, child: Reducer) -> Reducer:
    """Runs a child on the payload of one case of a state that is an enum."""
    expect_reducer(child)
    where, name = utf8(state_case), utf8(action_case)
    made: Reducer = Reducer._of(lib.kmk_scope_case(where, name, child._new()), action_case)
    return made._with_child(child, action_case)


def alert(state_case: str, *buttons: str) -> Reducer:
    """Declares that a case of a destination is an alert with these buttons, named by their actions."""
    texts = [ffi.new("char[]", utf8(button)) for button in buttons]
    array = ffi.new("const char *[]", texts)
    return Reducer._of(lib.kmk_alert(utf8(state_case), len(texts), array), state_case)


def binding_fields(fields: Mapping[str, str], action_case: str = "binding") -> Reducer:
    """Handles the writes of bindings, but only to the given fields, each with its kind:

        binding_fields({"/name": "text", "/volume": "unsigned", "/nickname": "text?"})
    """
    texts = [
        (ffi.new("char[]", utf8(pointer)), ffi.new("char[]", utf8(kind)))
        for pointer, kind in fields.items()
    ]
    array = ffi.new("kmk_field[]", texts)
    return Reducer._of(lib.kmk_binding_fields(utf8(action_case), len(texts), array), action_case)


def reader(choose: Read) -> Reducer:
    """Chooses a reducer for each action: `choose(state, action, env)` returns it, or None.

    The state is converted to Python for each action, so keep it small, or use `scope` around the
    reader. The library may also call `choose` with a null action, to learn which reducer the state
    selects.
    """
    around: set[str] = set()  # the case paths that operators around the reader handle

    def choose_typed(state: Any, action: Action, env: Env) -> Reducer | None:
        chosen = choose(state, action, env)
        if isinstance(chosen, Reducer):
            chosen._tell_passed(around)
        return chosen

    made: Reducer = Reducer._of(lib.kmk_reader_env(_callbacks.read, keep(choose_typed), release))
    made._passed = (Passed("", around),)
    return made


def recurse(build: Callable[[Reducer], Reducer]) -> Reducer:
    """Makes a reducer that contains itself: `build` receives a stand-in for its own result."""
    built: list[Reducer] = []

    def build_once(itself: Reducer) -> Reducer:
        built.append(build(itself))
        return built[0]

    with Calling(None):
        pointer = lib.kmk_recurse(_callbacks.build, keep(build_once), release)
        parts = [each for each in built if isinstance(each, Reducer)]
        made: Reducer = Reducer._of(pointer, parts=parts)
    built.clear()
    return made


def feature(name: str) -> Reducer:
    """A registered feature as a reducer, in whichever language the feature is written."""
    return Reducer._of(lib.kmk_feature(utf8(name)))


def register(name: str, feature: Reducer, initial_state: JSON = None) -> None:
    """Registers a feature under a name, for the whole process. None means no initial state."""
    expect_reducer(feature)
    error, title = new_error(), utf8(name)
    state = NULL if initial_state is None else lent(initial_state)
    check(lib.kmk_feature_register(title, feature._new(), state, error), error)


def unregister(name: str) -> None:
    """Removes a registered feature. Raises BUSY while the feature is in use, and NOT_FOUND if the name is unknown."""
    status = lib.kmk_feature_unregister(utf8(name))
    if status != 0:
        reason = "it is in use" if status == Status.BUSY else "there is no such feature"
        raise KumikiError(status, f"{name}: {reason}")
