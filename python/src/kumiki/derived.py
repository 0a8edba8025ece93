"""Derived values: computed from the state, and cached until it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, cast, overload

from kumiki._calls import Calling, callback, keep, kept, release
from kumiki._errors import new_error, required
from kumiki._handles import Handle
from kumiki._json import JSON, from_new_json, new_json
from kumiki._library import NULL, ffi, lib
from kumiki._pointers import place_of
from kumiki._forms import Read
from kumiki._reading import reader
from kumiki.observing import Subscription, subscribed, told_value
from kumiki.store import Store
from kumiki.typed import A, Pointer, S, T, V

Plain = TypeVar("Plain", bound=bool | int | float | str | None)


class Derived(Handle, Generic[V]):
    """A value that a function computes from a store's state. It is computed at the first read, and
    again only after a burst (a send and everything it triggers synchronously) wrote to its places.

        total = Derived(store, lambda state: state.get("/a") + state.get("/b"))
        total.value

    The function receives the store and may only read: a send raises BUSY. The value depends on the
    places and the derived values that the function read when it last ran. With `places` it depends
    on those places instead, and on the derived values that the function read. If the function raises,
    the call that ran it raises the exception, and the next read runs it again. A derived value ends
    with `close`, or with its store. Subscriptions to it continue after `close`.

    The value is JSON. A type converts it: `Derived(store, shown, type=list[Todo])`.
    """

    @overload
    def __init__(
        self: Derived[T],
        store: Store[S, A],
        function: Callable[[Store[S, A]], T],
        *,
        type: type[T],
        places: Sequence[Pointer] | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: Derived[Plain],
        store: Store[S, A],
        function: Callable[[Store[S, A]], Plain],
        *,
        places: Sequence[Pointer] | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: Derived[Any],
        store: Store[S, A],
        function: Callable[[Store[S, A]], JSON],
        *,
        places: Sequence[Pointer] | None = None,
    ) -> None: ...

    def __init__(
        self,
        store: Store[Any, Any],
        function: Callable[[Store[Any, Any]], Any],
        *,
        type: Any = None,
        places: Sequence[Pointer] | None = None,
    ) -> None:
        self._read: Read | None = None if type is None else reader(type)
        error, at = new_error(), store._at()
        texts = [ffi.new("char[]", place_of(place)) for place in places or ()]
        pointers = NULL if places is None else ffi.new("const char *[]", [*texts, NULL])
        handle = keep((function, store))
        made = lib.kmk_derived_new(at, pointers, _compute, handle, release, error)
        super().__init__(required(made, error))
        self._store = store

    @property
    def value(self) -> V:
        """The value for the current state."""
        error = new_error()
        with Calling(self._store.loop):
            found = lib.kmk_derived_get(self._at(), error)
        value: Any = from_new_json(required(found, error))
        made: V = value if self._read is None else self._read(value)
        return made

    def observe(self, function: Callable[[V], object]) -> Subscription:
        """Calls a function with the value: immediately, and after each burst that changed the value.
        The function receives None if there is no value."""
        store, error, at = self._store, new_error(), self._at()
        read, receive = self._read, cast(Callable[[Any], object], function)
        if read is not None:
            receive = lambda value: cast(Any, function)(None if value is None else read(value))  # noqa: E731
        return subscribed(
            store.loop,
            store._subscriptions,
            lambda: lib.kmk_derived_observe(at, told_value, keep(receive), release, error),
            error,
        )

    def _free(self, pointer: Any) -> None:
        with Calling(self._store.loop):
            lib.kmk_derived_free(pointer)


@callback("kmk_derived_fn", NULL)  # type: ignore[untyped-decorator]
def _compute(store: Any, user_data: Any) -> Any:
    function, of = kept(user_data)
    return new_json(function(of))
