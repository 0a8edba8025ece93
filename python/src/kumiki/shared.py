"""Shared values: one value that several features, stores and programs use."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Self

from kumiki import _handles
from kumiki._calls import Calling, callback, keep, kept, log, release
from kumiki._errors import KumikiError, Status, check, error_of, new_error, required
from kumiki._json import JSON, from_json, from_new_json, lent, new_json
from kumiki._library import NULL, lib, utf8
from kumiki._pointers import place_of
from kumiki.loop import Loop
from kumiki.observing import Subscription, subscribed, told_value
from kumiki.typed import Pointer

if TYPE_CHECKING:
    from kumiki.store import Store


def _log_failure(error: KumikiError) -> None:
    log.error("a mirror: %s", error.message)


class Shared(_handles.Shared, _handles.Closing):
    """A value that is found by a key: a name in memory, a file, or a member of the settings.

        total = kumiki.Shared.memory("total", 0)
        total.update(lambda count: count + 1)

    The same key always leads to the same value, including in features written in C and Swift. You may
    read and write the value anywhere: in a reducer, in an effect, on any thread. The value is not part
    of a store's state: to show it, observe it separately. In a test store each test has its own value
    under a key, which starts with the initial value given here.
    """

    @classmethod
    def memory(cls, name: str, initial: JSON) -> Self:
        """Shares a value under a name, until the process ends."""
        return cls._made(lib.kmk_shared_memory, name, initial)

    @classmethod
    def file(cls, path: str | PathLike[str], initial: JSON) -> Self:
        """Shares the content of a JSON file. A write replaces the file, which is complete at any time.
        Changes by other processes are noticed."""
        return cls._made(lib.kmk_shared_file, fspath(path), initial)

    @classmethod
    def setting(cls, name: str, initial: JSON) -> Self:
        """Shares a member of the program's settings, a file that several processes may write."""
        return cls._made(lib.kmk_shared_setting, name, initial)

    @classmethod
    def _made(cls, make: Any, name: str, initial: JSON) -> Self:
        error, key, value = new_error(), utf8(name), lent(initial)
        with Calling(None):
            made = make(key, value, error)
        return cls(required(made, error))

    # ---------------------------------------------------------------------- reading, writing

    def get(self, pointer: str = "") -> Any:
        """The value at a pointer; by default the whole value."""
        error, place = new_error(), place_of(pointer)
        found = self._call(lambda at: lib.kmk_shared_get(at, place, error))
        return from_new_json(required(found, error))

    def set(self, pointer: str, value: JSON) -> None:
        """Writes the value at a pointer: "" for the whole value, a member, or an existing element."""
        error, place = new_error(), place_of(pointer)
        status = self._call(
            lambda at: lib.kmk_shared_set_new(at, place, new_json(value), error)
        )
        check(status, error)

    def update(self, function: Callable[[Any], JSON]) -> None:
        """Replaces the value with the function's result, while no other thread or process writes it.

        If the function raises, `update` raises the exception and changes nothing. A result of None
        means JSON null: to leave the value unchanged, return the argument. Inside the function, another
        write of the same value raises BUSY.
        """
        error, handle = new_error(), keep(function)
        try:
            with Calling(None):
                status = self._call(lambda at: lib.kmk_shared_update(at, _make, handle, error))
        finally:
            release(handle)
        check(status, error)

    def observe(
        self, loop: Loop, pointer: str, function: Callable[[Any], object]
    ) -> Subscription:
        """Observes the value at a pointer. The function is called immediately, and in the loop's next
        iteration after a write that changes the value. It receives None if there is no value. The
        subscription ends with the loop at the latest."""
        error, place, on = new_error(), place_of(pointer), loop._at()
        return subscribed(
            loop,
            loop._subscriptions,
            lambda: self._call(
                lambda at: lib.kmk_shared_observe(
                    at, on, place, told_value, keep(function), release, error
                )
            ),
            error,
        )

    def mirror(
        self,
        store: Store[Any, Any],
        pointer: Pointer,
        failed: Callable[[KumikiError], object] = _log_failure,
        *,
        binding_case: str = "binding",
    ) -> Subscription:
        """Lets the value and a part of a store's state follow each other, until the subscription is closed
        or the store ends.

        First the state gets the value. Later changes of the state are written here at the end of a burst,
        and changes of the value into the state in the loop's next iteration, by the action of a binding.
        If one side refuses the other's value, this raises; later, `failed` is called with the error, by
        default a line of the logger "kumiki", and each side keeps its value until the next change.
        """
        error, place, name, at = new_error(), place_of(pointer), utf8(binding_case), store._at()
        return subscribed(
            store.loop,
            store._subscriptions,
            lambda: self._call(
                lambda shared: lib.kmk_shared_mirror(
                    shared, at, name, place, _failed, keep(failed), release, error
                )
            ),
            error,
        )

    # ------------------------------------------------------------------------------- handle

    def _call(self, call: Callable[[Any], Any]) -> Any:
        pointer = self._enter()
        if pointer is None:
            raise KumikiError(Status.CLOSED, "this Shared was closed")
        try:
            return call(pointer)
        finally:
            self._leave()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._shared is None or self._end is not None

    def close(self) -> None:
        """Frees the handle. The value stays where it is stored. A second call does nothing."""
        self._end_with(lib.kmk_shared_free)

    def __del__(self) -> None:
        if getattr(self, "_shared", None) is not None:
            self.close()


@callback("kmk_update_fn", NULL)  # type: ignore[untyped-decorator]
def _make(value: Any, user_data: Any) -> Any:
    return new_json(kept(user_data)(from_json(value)))


@callback("kmk_mirror_fn")  # type: ignore[untyped-decorator]
def _failed(error: Any, user_data: Any) -> None:
    kept(user_data)(error_of(error))
