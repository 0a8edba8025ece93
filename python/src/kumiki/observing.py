"""Observing: calls functions with changes of the state, at the end of each burst."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast, overload

from kumiki._calls import Calling, callback, keep, kept, release
from kumiki._errors import new_error, required
from kumiki._handles import Handle
from kumiki._json import from_json
from kumiki._library import NULL, ffi, lib, text
from kumiki._options import Options
from kumiki._pointers import place_of
from kumiki.typed import Place, Pointer, T

if TYPE_CHECKING:
    from kumiki.loop import Loop
    from kumiki.store import Store


class Subscription(Handle):
    """One subscription of an observer. It ends with `close`, not when the object is dropped, and at the
    latest with its store or its loop."""

    def __init__(self, pointer: Any, loop: Loop, among: set[Handle]) -> None:
        super().__init__(pointer)
        self._loop = loop
        self._among = among  # the subscriptions that end with the store or the loop
        among.add(self)

    def _free(self, pointer: Any) -> None:
        self._among.discard(self)
        with Calling(self._loop):
            lib.kmk_subscription_free(pointer)


class Observing:
    """The observing methods of a store. Each calls its function immediately, and again after changes.

    Observers run in the order of their subscriptions, once for each burst: a send and everything it
    triggers synchronously. Observers may send. If one raises, the send raises the exception, and the
    other observers are still called.
    """

    @overload
    def observe(self, pointer: Place[T], function: Callable[[T], object]) -> Subscription: ...
    @overload
    def observe(self, pointer: str, function: Callable[[Any], object]) -> Subscription: ...

    def observe(self, pointer: Pointer, function: Callable[[Any], object]) -> Subscription:
        """Observes the value at a pointer. The function receives None if there is no value."""
        told = function
        if isinstance(pointer, Place):
            read = pointer.read
            told = lambda value: function(None if value is None else read(value))  # noqa: E731
        return self._observe(lib.kmk_store_observe, pointer, told_value, told)

    def observe_case(
        self, pointer: Pointer, function: Callable[[str | None, Any], object]
    ) -> Subscription:
        """Observes the case of an enum: the function receives the case and its payload.

        For null and for a missing value it receives None and None."""
        return self._observe(lib.kmk_store_observe_case, pointer, _case, function)

    def observe_ids(self, pointer: Pointer, function: Callable[[list[Any]], object]) -> Subscription:
        """Observes the ids of rows, in order."""
        return self._observe(lib.kmk_store_observe_ids, pointer, told_value, function)

    def observe_id_changes(
        self, pointer: Pointer, function: Callable[[list[Any]], object]
    ) -> Subscription:
        """Observes the ids of rows, as edits: each edit is an object with "index", "removed" (a number)
        and "inserted" (ids). Apply the edits in order."""
        return self._observe(lib.kmk_store_observe_id_changes, pointer, told_value, function)

    def observe_patches(
        self, pointer: Pointer, function: Callable[[list[Any]], object]
    ) -> Subscription:
        """Observes the changes of each burst as a JSON Patch (RFC 6902). The first call comes with the
        first change."""
        return self._observe(lib.kmk_store_observe_patches, pointer, told_value, function)

    def observe_changes(
        self, pointer: Pointer, function: Callable[[list[Any], list[Any]], object]
    ) -> Subscription:
        """Observes the changes of each burst with their inverse patch: `function(patch, inverse)`."""
        return self._observe(lib.kmk_store_observe_changes, pointer, _changes, function)

    def trace(
        self,
        function: Callable[[dict[str, Any]], object],
        *,
        inverse: bool = True,
        durations: bool = False,
        transient: bool = True,
        begins: Callable[[Any], object] | None = None,
    ) -> Subscription:
        """Calls a function with each step from now on: its action and the action's origin, its patch,
        the effects that started and ended. The first call comes with the next step. kumiki/trace.h
        describes the format. `inverse=False` omits the inverse patch, `transient=False` the writes of
        transient members, and `durations=True` adds how long the reducers took. `begins` receives each action before its reducers are called."""
        store = cast("Store", self)
        options = Options(
            "kmk_trace_options",
            omits_inverse=not inverse,
            has_durations=durations,
            omits_transient=not transient,
            begins=_begun if begins else None,
        ).pointer
        function = function if begins is None else _Traced(function, begins)
        error, at = new_error(), store._at()
        return subscribed(
            store.loop,
            store._subscriptions,
            lambda: lib.kmk_store_trace(at, options, told_value, keep(function), release, error),
            error,
        )

    def observe_presentation(
        self,
        pointer: Pointer,
        *,
        present: Callable[[str, str | None, Any], object] | None = None,
        update: Callable[[str, Any], object] | None = None,
        dismiss: Callable[[str], object] | None = None,
    ) -> Subscription:
        """Observes the feature that is presented in a slot, for a window that shows it.

        `present(id, case, state)` is called when a feature is presented. For an enum, `state` is the
        payload of the case; otherwise `case` is None. `update(id, state)` is called when the state
        changes but the presentation and its case do not. `dismiss(id)` is called when the presentation
        has ended, and before `present` with another case under the same id.
        """
        callbacks = ffi.new(
            "kmk_presentation_callbacks *",
            {
                "size": ffi.sizeof("kmk_presentation_callbacks"),
                "present": NULL if present is None else _present,
                "update": NULL if update is None else _update,
                "dismiss": NULL if dismiss is None else _dismiss,
            },
        )
        return self._observe(
            lib.kmk_store_observe_presentation, pointer, callbacks, (present, update, dismiss)
        )

    def _observe(self, subscribe: Any, pointer: Pointer, told: Any, target: Any) -> Subscription:
        store = cast("Store", self)
        error, place, at = new_error(), place_of(pointer), store._at()
        return subscribed(
            store.loop,
            store._subscriptions,
            lambda: subscribe(at, place, told, keep(target), release, error),
            error,
        )


def subscribed(
    loop: Loop, among: set[Handle], subscribe: Callable[[], Any], error: Any
) -> Subscription:
    """Makes a subscription, whose function has already been called. If the function raised, frees it."""
    made = NULL
    try:
        with Calling(loop):
            made = subscribe()
    except BaseException:
        lib.kmk_subscription_free(made)
        raise
    return Subscription(required(made, error), loop, among)


@callback("kmk_observe_fn")  # type: ignore[untyped-decorator]
def told_value(value: Any, user_data: Any) -> None:
    kept(user_data)(from_json(value))


class _Traced:
    """The two functions of a trace."""

    def __init__(self, step: Callable[[Any], object], begins: Callable[[Any], object]) -> None:
        self._step, self.begins = step, begins

    def __call__(self, step: Any) -> None:
        self._step(step)


@callback("kmk_trace_fn")  # type: ignore[untyped-decorator]
def _begun(action: Any, user_data: Any) -> None:
    kept(user_data).begins(from_json(action))


@callback("kmk_changes_fn")  # type: ignore[untyped-decorator]
def _changes(patch: Any, inverse: Any, user_data: Any) -> None:
    kept(user_data)(from_json(patch), from_json(inverse))


@callback("kmk_case_fn")  # type: ignore[untyped-decorator]
def _case(state_case: Any, payload: Any, user_data: Any) -> None:
    kept(user_data)(None if state_case == NULL else text(state_case), from_json(payload))


_PRESENT = "void(*)(const char *, const char *, const json_t *, void *)"


@callback(_PRESENT)  # type: ignore[untyped-decorator]
def _present(id: Any, state_case: Any, state: Any, user_data: Any) -> None:
    case = None if state_case == NULL else text(state_case)
    kept(user_data)[0](text(id), case, from_json(state))


@callback("void(*)(const char *, const json_t *, void *)")  # type: ignore[untyped-decorator]
def _update(id: Any, state: Any, user_data: Any) -> None:
    kept(user_data)[1](text(id), from_json(state))


@callback("void(*)(const char *, void *)")  # type: ignore[untyped-decorator]
def _dismiss(id: Any, user_data: Any) -> None:
    kept(user_data)[2](text(id))
