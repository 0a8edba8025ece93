"""Observing: what a view needs, told when a burst has settled."""

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
    """A standing request to be told. Ends by `close`, not by being dropped; at the latest with its
    store, or its loop."""

    def __init__(self, pointer: Any, loop: Loop, among: set[Handle]) -> None:
        super().__init__(pointer)
        self._loop = loop
        self._among = among  # those that end with the store or the loop
        among.add(self)

    def _free(self, pointer: Any) -> None:
        self._among.discard(self)
        with Calling(self._loop):
            lib.kmk_subscription_free(pointer)


class Observing:
    """What can be observed of a store. Each function is told at once, and then of changes.

    Functions run in the order in which they subscribed, once for each burst. They may send. What
    one raises comes out of the send, and the others are told all the same.
    """

    @overload
    def observe(self, pointer: Place[T], function: Callable[[T], object]) -> Subscription: ...
    @overload
    def observe(self, pointer: str, function: Callable[[Any], object]) -> Subscription: ...

    def observe(self, pointer: Pointer, function: Callable[[Any], object]) -> Subscription:
        """Observes the value at a pointer; None where there is nothing."""
        told = function
        if isinstance(pointer, Place):
            read = pointer.read
            told = lambda value: function(None if value is None else read(value))  # noqa: E731
        return self._observe(lib.kmk_store_observe, pointer, told_value, told)

    def observe_case(
        self, pointer: Pointer, function: Callable[[str | None, Any], object]
    ) -> Subscription:
        """Observes which case is up: told the case and its payload, None and None of nothing."""
        return self._observe(lib.kmk_store_observe_case, pointer, _case, function)

    def observe_ids(self, pointer: Pointer, function: Callable[[list[Any]], object]) -> Subscription:
        """Observes which rows there are, and in which order."""
        return self._observe(lib.kmk_store_observe_ids, pointer, told_value, function)

    def observe_id_changes(
        self, pointer: Pointer, function: Callable[[list[Any]], object]
    ) -> Subscription:
        """Observes the same, told only what has come and gone, as objects: "index", "removed" (how
        many) and "inserted" (ids), to be carried out one after the other."""
        return self._observe(lib.kmk_store_observe_id_changes, pointer, told_value, function)

    def observe_patches(
        self, pointer: Pointer, function: Callable[[list[Any]], object]
    ) -> Subscription:
        """Observes what each burst changes, as JSON Patches (RFC 6902). Nothing is told at once."""
        return self._observe(lib.kmk_store_observe_patches, pointer, told_value, function)

    def observe_changes(
        self, pointer: Pointer, function: Callable[[list[Any], list[Any]], object]
    ) -> Subscription:
        """Observes patches and the way back: `function(patch, inverse)`."""
        return self._observe(lib.kmk_store_observe_changes, pointer, _changes, function)

    def trace(
        self, function: Callable[[dict[str, Any]], object], *, inverse: bool = True
    ) -> Subscription:
        """Has a function told every step from now on: its action and where that came from, its
        patch, the effects that began and ended. kumiki/trace.h has the form. Nothing is told at
        once. `inverse=False` leaves out the way back."""
        store = cast("Store", self)
        options = Options("kmk_trace_options", omits_inverse=not inverse).pointer
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
        """Observes what is presented in a slot, for a window that shows it.

        `present(id, case, state)`: something is up; of an enum the state is its payload, of what is
        none the case is None. `update(id, state)`: the same presentation and case with another state.
        `dismiss(id)`: it is gone; also before `present` with another case under the same id.
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
    """A subscription, which has told its function already; nothing is left where that raised."""
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
