"""Handles of the library as objects: never used after they were freed, nor on a wrong thread."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import Any, ClassVar, Self

from kumiki._errors import KumikiError, Status


class Uncopied:
    """A handle of the library's. A copy would free it twice, or use it after it was freed."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Is called by `copy` and `pickle`."""
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: {self._instead}")

    _instead: ClassVar[str] = "use the object itself"


class Value:
    """An object that never changes, so a copy is the same object."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Closing(Uncopied):
    """What a `with` statement closes."""

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
    """A handle that belongs to the thread that made it. Freed by `close`, or when it is let go."""

    _pointer: Any = None
    _noun: ClassVar[str] = ""
    """What messages call it, where that is not the name of its class."""

    def __init__(self, pointer: Any) -> None:
        self._pointer = pointer
        self._thread = threading.get_ident()

    def _at(self) -> Any:
        """The pointer, for a call on the owner's thread."""
        name = self._noun or type(self).__name__
        if threading.get_ident() != self._thread:
            raise KumikiError(Status.WRONG_THREAD, f"this {name} belongs to another thread")
        if self._pointer is None:
            raise KumikiError(Status.CLOSED, f"this {name} was closed")
        return self._pointer

    def _free(self, pointer: Any) -> None:
        raise NotImplementedError

    @property
    def closed(self) -> bool:
        """Whether `close` was called, here or by what this belongs to."""
        return self._pointer is None

    def close(self) -> None:
        """Frees the handle. Nothing happens the second time."""
        pointer, self._pointer = self._pointer, None
        if pointer is not None:
            self._free(pointer)

    def __del__(self) -> None:
        if not sys.is_finalizing() and getattr(self, "_pointer", None) is not None:
            self.close()


class Shared(Uncopied):
    """A handle that any thread may use, and that is freed once nobody is inside of a call on it."""

    def __init__(self, pointer: Any) -> None:
        self._shared: Any = pointer
        self._lock = threading.Lock()
        self._inside = 0
        self._end: Any = None  # what ends it, called by the last one who leaves

    @property
    def _has_ended(self) -> bool:
        with self._lock:
            return self._shared is None or self._end is not None

    def _enter(self) -> Any:
        """The pointer, valid until `_leave`; None once it has ended."""
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
        """Ends it by a function that consumes the pointer, now or when the last call on it returns.

        False where it has ended already.
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
