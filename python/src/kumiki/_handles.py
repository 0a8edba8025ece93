"""Library handles as objects, which are never used after a free or on a wrong thread."""

from __future__ import annotations

import sys
import threading
from threading import get_ident
from types import TracebackType
from typing import Any, ClassVar, Self

from kumiki._errors import KumikiError, Status, new_error


class Uncopied:
    """A library handle. A copy would free the handle twice, or use it after it was freed."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Called by `copy` and `pickle`."""
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: {self._instead}")

    _instead: ClassVar[str] = "use the object itself"


class Value:
    """An immutable object. A copy is the same object."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Closing(Uncopied):
    """An object that a `with` statement closes."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Handle(Closing):
    """A handle that belongs to the thread that made it. `close` or garbage collection frees it."""

    _pointer: Any = None
    _noun: ClassVar[str] = ""
    """The name in messages, if it is not the name of the class."""

    def __init__(self, pointer: Any) -> None:
        self._pointer = pointer
        self._thread = get_ident()
        self._error = new_error()  # of the thread

    def _at(self) -> Any:
        """The pointer, for a call on the owner's thread."""
        pointer = self._pointer
        if pointer is None or get_ident() != self._thread:
            raise self._unusable()
        return pointer

    def _unusable(self) -> KumikiError:
        """The reason why the handle cannot be used now, on this thread."""
        name = self._noun or type(self).__name__
        if get_ident() != self._thread:
            return KumikiError(Status.WRONG_THREAD, f"this {name} belongs to another thread")
        return KumikiError(Status.CLOSED, f"this {name} was closed")

    def _free(self, pointer: Any) -> None:
        raise NotImplementedError

    @property
    def closed(self) -> bool:
        """Whether the handle was closed, by `close` or together with its owner."""
        return self._pointer is None

    def close(self) -> None:
        """Frees the handle. A second call does nothing."""
        pointer, self._pointer = self._pointer, None
        if pointer is not None:
            self._free(pointer)

    def __del__(self) -> None:
        if not sys.is_finalizing() and getattr(self, "_pointer", None) is not None:
            self.close()


class Shared(Uncopied):
    """A handle that any thread may use. It is freed when no thread is inside a call on it."""

    def __init__(self, pointer: Any) -> None:
        self._shared: Any = pointer
        self._lock = threading.Lock()
        self._inside = 0
        self._end: Any = None  # the function that frees it, called when the last call returns

    @property
    def _has_ended(self) -> bool:
        with self._lock:
            return self._shared is None or self._end is not None

    def _enter(self) -> Any:
        """The pointer, valid until `_leave`. None after the end."""
        with self._lock:
            if self._shared is None or self._end is not None:
                return None
            self._inside += 1
            return self._shared

    def _leave(self) -> None:
        with self._lock:
            self._inside -= 1
        self._end_if_last()

    def _end_with(self, end: Any) -> bool:
        """Frees the handle with a function, immediately or when the last call on the handle returns.

        Returns False if the handle has ended already.
        """
        with self._lock:
            if self._shared is None or self._end is not None:
                return False
            self._end = end
        self._end_if_last()
        return True

    def _end_if_last(self) -> None:
        with self._lock:
            if self._end is None or self._inside or self._shared is None:
                return
            pointer, self._shared = self._shared, None
        self._end(pointer)
