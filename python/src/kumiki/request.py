"""Requests: questions that reducers ask by name, as their servers receive them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NotRequired, TypedDict

from kumiki._calls import Sending, loop_in_hand
from kumiki._errors import KumikiError, Status, check, new_error
from kumiki._failures import message_of
from kumiki._handles import Value
from kumiki._json import JSON, from_json, new_json
from kumiki._library import NULL, ffi, lib, text, utf8


class RequestKind(TypedDict):
    """A declared request, for `Reducer.requests`: the shapes of its values, as in `Reducer.shape`.

    Without an answer, the request is a notice. Without a part, parts are refused. Without a failure, any
    value may be the failure.
    """

    question: str
    answer: NotRequired[str]
    part: NotRequired[str]
    failure: NotRequired[str]


class Request(Value):
    """A request in flight: one question that waits for its answer. For use on any thread.

    Keep it to answer later, even after its store or its loop has ended. Dropping it does not end the request.

    `answer`, `fail` and `part` raise DECODE if the feature does not accept the value, and the request
    continues. They raise CLOSED if the request is over. On the loop's thread the feature receives the reply
    before the call returns, unless a store is busy; from another thread, in the loop's next iteration. An
    exception in a reducer is not raised here: as with a `Sender`, the call that runs the loop raises it.
    """

    __slots__ = ("__weakref__", "_loop", "_pointer")

    def __init__(self, pointer: Any, loop: Any) -> None:
        self._pointer = ffi.gc(pointer, lib.kmk_request_free)
        self._loop = loop

    @property
    def id(self) -> str:
        """The id: no other request of this store has it, in this run of the program or another."""
        return text(lib.kmk_request_id(self._pointer))

    @property
    def name(self) -> str:
        """The name."""
        return text(lib.kmk_request_name(self._pointer))

    @property
    def question(self) -> Any:
        """The question, converted from JSON on each access."""
        return from_json(lib.kmk_request_question(self._pointer))

    @property
    def last_part(self) -> Any:
        """The last part that the feature received from an earlier server, or None."""
        return from_json(lib.kmk_request_last_part(self._pointer))

    @property
    def attempt(self) -> int:
        """The number of servers that have received the request: 2 after a first server was removed."""
        return int(lib.kmk_request_attempt(self._pointer))

    @property
    def is_over(self) -> bool:
        """Whether no reply is accepted any more, so that the work can stop."""
        return bool(lib.kmk_request_is_over(self._pointer))

    def answer(self, value: JSON) -> None:
        """Answers and ends the request."""
        made = new_json(value)
        self._reply(lambda error: lib.kmk_request_answer_new(self._pointer, made, error))

    def fail(self, value: JSON) -> None:
        """Ends the request with a failure, which is an action of the feature, or an error for `Effect.catch`."""
        made = new_json(value)
        self._reply(lambda error: lib.kmk_request_fail_new(self._pointer, made, error))

    def part(self, value: JSON, key: str | None = None) -> None:
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
            self.fail(message_of(error) or type(error).__name__)
        except KumikiError:
            return False
        return True

    def __repr__(self) -> str:
        return f"<Request {self.id} {self.name}: {self.question!r:.100}>"


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
