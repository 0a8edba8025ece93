"""Calls into the library, and its calls back into Python.

A Python object is passed to C as a handle, which is kept here until the library calls its
kmk_free_fn. An exception in a callback cannot pass through C: it is recorded in the current call
from Python on this thread, and raised when that call returns.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any

from kumiki._library import ffi

if TYPE_CHECKING:
    from kumiki.loop import Loop

log = logging.getLogger("kumiki")

# Each object with its handle, by the pointer. The handle lives as long as its entry.
objects: dict[Any, tuple[Any, Any]] = {}


def keep(value: Any) -> Any:
    """A handle for C that stands for an object and keeps it alive, until `release` is called with the handle."""
    handle = ffi.new_handle(value)
    objects[handle] = (value, handle)
    return handle


def kept(pointer: Any) -> Any:
    """The object of a handle. None for a pointer that is not one of these handles."""
    found = objects.get(pointer)
    return None if found is None else found[0]


def kept_count() -> int:
    """The number of objects that C keeps alive, for leak checks."""
    return len(objects)


class Calling:
    """A call into the library: `with Calling(loop): lib.kmk_...`, or `called` for a single function.

    Exceptions of callbacks that run during the call are raised at its end: a single one as it is,
    several as a group. If the same line raises repeatedly through the same calls, as a reducer may for
    each of a thousand ticks, only the first few exceptions are raised, with a note of their number. In
    a function that is called for each row, only the first exception is raised.
    """

    __slots__ = ("_repeated", "loop", "raised")

    def __init__(self, loop: Loop | None) -> None:
        self.loop = loop
        self.raised: list[BaseException] | None = None
        self._repeated: dict[Any, _Repeated] | None = None

    def add(self, error: BaseException, trace: TracebackType | None, most: int) -> None:
        """Records the exception of a callback. Of similar exceptions, at most `most` are raised."""
        if self.raised is None or self._repeated is None:
            self.raised, self._repeated = [], {}
        origin = _origin_of(error, trace)
        known = self._repeated.get(id(error)) or self._repeated.get(origin)
        if known is None:
            known = self._repeated[origin] = _Repeated(error)
        if known.is_raised(error, most):
            self._repeated[id(error)] = known
            self.raised.append(error)

    def __enter__(self) -> None:
        _thread.calls.append(self)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        __tracebackhide__ = True
        _thread.calls.pop()
        self.end()

    def end(self) -> None:
        """Raises the exceptions of the callbacks."""
        __tracebackhide__ = True
        if self.loop is not None and self.loop._waiting:
            self.loop._tell_waiting()
        raised, self._repeated = self.raised, None
        if raised is None or not raised:
            return
        if len(raised) > 1:
            raise BaseExceptionGroup("several callbacks failed", raised)
        # Without local names, this frame is not part of a reference cycle through the traceback.
        error = raised.pop()
        del raised, self
        try:
            raise error
        finally:
            del error


def called(loop: Loop, function: Any, *arguments: Any) -> Any:
    """Calls one function of the library, like a `with` block. The first exception makes its `Calling`."""
    __tracebackhide__ = True
    calls = _thread.calls
    calls.append(loop)
    try:
        return function(*arguments)
    finally:
        call = calls.pop()
        if call is not loop or loop._waiting:
            _calling(call).end()


def _calling(call: Calling | Loop) -> Calling:
    return call if isinstance(call, Calling) else Calling(call)


def _origin_of(error: BaseException, trace: TracebackType | None) -> Any:
    """A key that is equal for exceptions that the same line raises through the same calls."""
    way = []
    while trace is not None:
        way.append((trace.tb_frame.f_code, trace.tb_lineno))
        trace = trace.tb_next
    return type(error), tuple(way)


class _Repeated:
    """The first of several similar exceptions. It gets a note of their number if not all are raised."""

    def __init__(self, error: BaseException) -> None:
        self._first = error
        self._raised: list[BaseException] = []
        self._times = 0

    def is_raised(self, error: BaseException, most: int) -> bool:
        """Counts an exception. Returns whether it is raised itself."""
        self._times += 1
        if len(self._raised) < most and not any(each is error for each in self._raised):
            self._raised.append(error)
            return True
        note = f"raised {self._times} times in this call; the last time: {error!r:.200}"
        if self._times > len(self._raised) + 1:
            self._first.__notes__[-1] = note
        else:
            self._first.add_note(note)
        return False


class Sending:
    """A call that an effect makes: `with Sending(loop): lib.kmk_sender_send_new(...)`.

    An exception in a reducer or an observer during the call is not a failure of the effect, so it is
    not raised in the effect, where a `catch` would handle it. The call that runs the effect raises the
    exception, or asyncio's exception handler receives it if asyncio runs the effect. The exception is
    raised here only outside of both, or if it ends the program.
    """

    __slots__ = ("_call", "_is_outermost")

    def __init__(self, loop: Loop | None) -> None:
        self._call = Calling(loop)
        self._is_outermost = False

    def __enter__(self) -> None:
        self._is_outermost = not _thread.calls
        if self._is_outermost:
            self._call.__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        __tracebackhide__ = True
        call = self._call
        if not self._is_outermost:
            if call.loop is not None and call.loop._waiting:
                call.loop._tell_waiting()
            return
        running = running_loop()
        if running is not None:
            raised = call.raised or []
            ordinary = [error for error in raised if isinstance(error, Exception)]
            call.raised = [error for error in raised if not isinstance(error, Exception)]
            for error in ordinary:
                message = "a reducer or an observer of kumiki raised during the send of an effect"
                running.call_exception_handler({"message": message, "exception": error})
        call.__exit__(kind, value, trace)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The asyncio event loop that runs on this thread."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class _Thread(threading.local):
    def __init__(self) -> None:
        self.calls: list[Calling | Loop] = []
        """The calls on this thread, the innermost last. The loop alone stands for a call of `called`."""


_thread = _Thread()


def loop_in_hand() -> Loop | None:
    """The loop of the current call on this thread."""
    calls = _thread.calls
    if not calls:
        return None
    call = calls[-1]
    return call.loop if isinstance(call, Calling) else call


_FEW = 10  # similar exceptions are raised


def note(
    kind: type[BaseException],
    error: BaseException | None,
    trace: TracebackType | None,
    most: int = _FEW,
) -> None:
    """Records the exception of a callback in the current call, or logs it.

    No call from Python is current while a C program runs the loop.
    """
    error = error if error is not None else kind()
    calls = _thread.calls
    if calls:
        call = calls[-1] = _calling(calls[-1])
        call.add(error, trace, most)
    else:
        log.error("an exception in a callback, outside of every call from Python", exc_info=error)


def _note_of_row(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    note(kind, error, trace, 1)


def callback(type_name: str, error: Any = None, *, is_for_rows: bool = False) -> Any:
    """Makes a C function from a Python function. It returns `error` if the Python function raises.

    A function that is called for each row raises one exception in a call.
    """
    options: dict[str, Any] = {"onerror": _note_of_row if is_for_rows else note}
    return ffi.callback(type_name, **options if error is None else {**options, "error": error})


@callback("kmk_free_fn")  # type: ignore[untyped-decorator]
def release(user_data: Any) -> None:
    objects.pop(user_data, None)
