"""Requests: questions that reducers ask by name, as their servers receive them."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NotRequired, TypedDict

from kumiki._calls import Sending, loop_in_hand
from kumiki._errors import KumikiError, Status, check, new_error
from kumiki._failures import message_of
from kumiki._handles import Value
from kumiki._json import JSON, from_json, new_json
from kumiki._library import NULL, ffi, lib, text, utf8
from kumiki.typed import reader_in

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from kumiki.effects import Effect
    from kumiki.loop import Loop
    from kumiki.store import Store

    Q = TypeVar("Q", default=Any)
    A = TypeVar("A", default=JSON)
    P = TypeVar("P", default=JSON)
    F = TypeVar("F", default=JSON)
else:
    from typing import TypeVar

    Q, A, P, F = (TypeVar(name) for name in "QAPF")


class RequestKind(TypedDict):
    """A declared request, for `Reducer.requests`: the shapes of its values, as in `Reducer.shape`.

    Without an answer, the request is a notice. Without a part, parts are refused. Without a failure, any
    value may be the failure.
    """

    question: str
    answer: NotRequired[str]
    part: NotRequired[str]
    failure: NotRequired[str]


class Request(Value, Generic[Q, A, P, F]):
    """A request in flight: one question that waits for its answer. For use on any thread.

    A `RequestType` gives types to its question, answer, parts and failure. Without one, they are JSON.

    Keep it to answer later, even after its store or its loop has ended. Dropping it does not end the request.

    `answer`, `fail` and `part` raise DECODE if the feature does not accept the value, and the request
    continues. They raise CLOSED if the request is over. On the loop's thread the feature receives the reply
    before the call returns, unless a store is busy; from another thread, in the loop's next iteration. An
    exception in a reducer is not raised here: as with a `Sender`, the call that runs the loop raises it.
    """

    __slots__ = ("__weakref__", "_loop", "_pointer", "_type")

    def __init__(self, pointer: Any, loop: Any) -> None:
        self._pointer = ffi.gc(pointer, lib.kmk_request_free)
        self._loop = loop
        self._type: RequestType[Q, A, P, F] | None = None

    @property
    def id(self) -> str:
        """The id: no other request of this store has it, in this run of the program or another."""
        return text(lib.kmk_request_id(self._pointer))

    @property
    def name(self) -> str:
        """The name."""
        return text(lib.kmk_request_name(self._pointer))

    @property
    def question(self) -> Q:
        """The question, converted from JSON on each access. Raises DECODE if it does not have its type."""
        value = from_json(lib.kmk_request_question(self._pointer))
        return value if self._type is None else self._type._read_question(value)  # type: ignore[no-any-return]

    @property
    def last_part(self) -> P | None:
        """The last part that the feature received from an earlier server, or None."""
        value = from_json(lib.kmk_request_last_part(self._pointer))
        if self._type is None or value is None:
            return value  # type: ignore[no-any-return]
        return self._type._read_part(value)  # type: ignore[no-any-return]

    @property
    def attempt(self) -> int:
        """The number of servers that have received the request: 2 after a first server was removed."""
        return int(lib.kmk_request_attempt(self._pointer))

    @property
    def is_over(self) -> bool:
        """Whether no reply is accepted any more, so that the work can stop."""
        return bool(lib.kmk_request_is_over(self._pointer))

    def answer(self, value: A) -> None:
        """Answers and ends the request."""
        made = new_json(value)
        self._reply(lambda error: lib.kmk_request_answer_new(self._pointer, made, error))

    def fail(self, value: F) -> None:
        """Ends the request with a failure, which is an action of the feature, or an error for `Effect.catch`."""
        made = new_json(value)
        self._reply(lambda error: lib.kmk_request_fail_new(self._pointer, made, error))

    def part(self, value: P, key: str | None = None) -> None:
        """Sends a part before the answer. It replaces the part with the same key that still waits for the loop."""
        name, made = NULL if key is None else utf8(key), new_json(value)
        self._reply(lambda error: lib.kmk_request_part_new(self._pointer, name, made, error))

    def _reply(self, reply: Callable[[Any], int]) -> None:
        error = new_error()
        with Sending(loop_in_hand() or self._loop):
            status = reply(error)
        check(status, error)

    def _fail_by(self, error: Exception) -> bool:
        """Fails with the message of an exception. Returns False if the feature does not accept it."""
        if isinstance(error, KumikiError) and error.status is Status.CLOSED and self.is_over:
            return True  # the server replied after the end
        try:
            made = new_json(message_of(error) or type(error).__name__)
            self._reply(lambda error: lib.kmk_request_fail_new(self._pointer, made, error))
        except KumikiError:
            return False
        return True

    def __repr__(self) -> str:
        return f"<Request {self.id} {self.name}: {self.question!r:.100}>"


@dataclasses.dataclass(frozen=True, eq=False)
class RequestType(Generic[Q, A, P, F]):
    """The name of a request, and the types of its question, answer, parts and failure.

        Requests.file_read.serve(loop, lambda request: Path(request.question.name).read_text())
        return Requests.file_read.ask(Question("notes.txt"), answer="loaded", failure="failed")

    `kumiki generate` writes these from the section `requests` of a shape file. The types may be strings, which
    are evaluated in a module. An answer that is always null has the type None. A notice, which has no answer,
    has the type Never.
    """

    name: str
    question: Any = Any
    part: Any = Any
    module: str = ""

    def ask(
        self,
        question: Q,
        *,
        answer: str | None = None,
        part: str | None = None,
        failure: str | None = None,
        secret: bool = False,
        restart: str = "again",
    ) -> Effect:
        """Asks the question: see `Effect.request`."""
        from kumiki.effects import Effect

        asked: Any = question
        return Effect.request(
            self.name,
            asked,
            answer=answer,
            part=part,
            failure=failure,
            secret=secret,
            restart=restart,
        )

    def serve(
        self,
        at: Loop | Store,
        function: Callable[[Request[Q, A, P, F]], A | Awaitable[A | None] | None],
        *,
        ended: Callable[[Request[Q, A, P, F], str], object] | None = None,
        most: int = 0,
    ) -> None:
        """Serves the requests of a loop or a store: see `Loop.serve`.

        A result of None leaves the request open. Answer null by `request.answer(None)`.
        """

        def serve(request: Request[Any, Any, Any, Any]) -> object:
            return function(self.typed(request))

        heard: Any = ended
        at.serve(self.name, serve if callable(function) else function, ended=heard, most=most)

    def typed(self, request: Request[Any, Any, Any, Any]) -> Request[Q, A, P, F]:
        """Gives these types to a request in flight, such as one of `Store.request`."""
        if request.name != self.name:
            message = f"expected a request {self.name!r}, found {request!r}"
            raise KumikiError(Status.INVALID_ARGUMENT, message)
        request._type = self
        return request

    @functools.cached_property
    def _read_question(self) -> Callable[[Any], Any]:
        return reader_in(f"question of {self.name}", self.question, self.module)

    @functools.cached_property
    def _read_part(self) -> Callable[[Any], Any]:
        return reader_in(f"part of {self.name}", self.part, self.module)

    def __str__(self) -> str:
        return self.name


def kinds_of(kinds: Mapping[str, RequestKind]) -> list[list[Any]]:
    """The declarations as members of C structs."""
    members = ("question", "answer", "part", "failure")
    for name, kind in kinds.items():
        if unknown := sorted(set(kind) - set(members)):
            message = f"the request {name!r} is declared with {unknown}; expected some of {members}"
            raise KumikiError(Status.INVALID_ARGUMENT, message)
    return [[_text(name), *(_text(kind.get(each)) for each in members)] for name, kind in kinds.items()]


def _text(given: object) -> Any:
    return NULL if given is None else ffi.new("char[]", utf8(given))
