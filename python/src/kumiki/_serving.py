"""Servers written in Python: functions and coroutines that answer requests."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from kumiki._calls import Calling, callback, keep, kept, loop_in_hand, release
from kumiki._errors import KumikiError, Status, check, new_error, number
from kumiki._library import lib, text, utf8
from kumiki._options import Options
from kumiki.request import Request

if TYPE_CHECKING:
    from kumiki.loop import Loop

Serve = Callable[[Request], Any]
"""The function of a server. Its result, or the result of its coroutine, is the answer. None leaves the request open."""
Ended = Callable[[Request, str], object]
"""Receives the end of a request: "taken", "cancelled" or "unserved"; in a database also "received"."""

_ENDS = {
    lib.KMK_REQUEST_TAKEN: "taken",
    lib.KMK_REQUEST_CANCELLED: "cancelled",
    lib.KMK_REQUEST_UNSERVED: "unserved",
    lib.KMK_REQUEST_RECEIVED: "received",
}


def serve(
    loop: Loop,
    register: Callable[[bytes, Any, Any], int],
    name: str,
    function: Serve,
    ended: Ended | None,
    most: int,
) -> None:
    """Registers a server by a function of the library, which takes the server's name and struct."""
    for each in (function, ended):
        if each is not None and not callable(each):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{each!r:.100} is not a function")
    of, error, count = utf8(name), new_error(), number(most, "most")
    handle = keep(Server(function, ended))
    server = Options(
        "kmk_server", serve=_begin, ended=_end, most=count, user_data=handle, free_fn=release
    )
    with Calling(loop):
        status = register(of, server.pointer, error)
    check(status, error)


def unserve(loop: Loop, remove: Callable[[bytes, Any], int], name: str) -> None:
    """Ends a server by a function of the library."""
    of, error = utf8(name), new_error()
    with Calling(loop):
        status = remove(of, error)
    check(status, error)


class Server:
    """The functions of a server, and its requests that have not ended."""

    def __init__(self, function: Serve, ended: Ended | None) -> None:
        self._function, self._ended = function, ended
        self._context = contextvars.copy_context()
        # By their ids, which several stores of a virtual loop may use.
        self._requests: dict[str, list[Request]] = {}
        self._tasks: dict[Request, asyncio.Task[None]] = {}

    def begin(self, pointer: Any) -> None:
        loop = loop_in_hand()
        request = Request(lib.kmk_request_retain(pointer), loop)
        self._requests.setdefault(request.id, []).append(request)
        try:
            made = self._function(request)
            if not inspect.isawaitable(made):
                if made is not None:
                    request.answer(made)
            elif loop is None:
                raise RuntimeError("a coroutine needs a kumiki.Loop that runs, see Loop.serve")
            else:
                task = loop._run_coroutine(_answer(request, made), self._context.copy())
                self._tasks[request] = task
                task.add_done_callback(lambda _: self._tasks.pop(request, None))
        except Exception as error:
            if not request._fail_by(error):
                raise

    def end(self, pointer: Any, end: int) -> None:
        request = self._ended_request(text(lib.kmk_request_id(pointer)))
        task = self._tasks.get(request)
        if task is not None and end not in (lib.KMK_REQUEST_TAKEN, lib.KMK_REQUEST_RECEIVED):
            task.cancel()
        if self._ended is not None:
            self._ended(request, _ENDS.get(end, "unknown"))

    def _ended_request(self, id: str) -> Request:
        """Removes the request that has just ended: of those with its id, the one that is over."""
        of_id = self._requests[id]
        request = next(each for each in of_id if each.is_over)
        of_id.remove(request)
        if not of_id:
            del self._requests[id]
        return request


async def _answer(request: Request, made: Awaitable[Any]) -> None:
    """Runs the coroutine of a server."""
    try:
        value = await made
        if value is not None:
            request.answer(value)
    except Exception as error:
        if not request._fail_by(error):
            message = f"the server of {request.name!r} raised, and its request accepts no such failure"
            context = {"message": message, "exception": error, "task": asyncio.current_task()}
            asyncio.get_running_loop().call_exception_handler(context)


@callback("kmk_serve_fn")  # type: ignore[untyped-decorator]
def _begin(request: Any, user_data: Any) -> None:
    kept(user_data).begin(request)


@callback("kmk_request_end_fn")  # type: ignore[untyped-decorator]
def _end(request: Any, end: int, user_data: Any) -> None:
    kept(user_data).end(request, end)
