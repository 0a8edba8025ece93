"""The requests of a test, and the actions that are replies to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .reading import Line
from .values import NOTHING, keys

if TYPE_CHECKING:
    from .plan import Item

REPLIES = ("answer", "part", "fail")
"""The modes of an item that is a reply. An item may also be sent or received."""


class Request:
    """A request that a step asked. NOTHING stands for a secret `question`."""

    __slots__ = ("at", "effect", "name", "question")

    def __init__(self, effect: int, asked: dict[str, Any]) -> None:
        self.effect, self.name, self.at = effect, str(asked.get("name")), str(asked.get("at", ""))
        self.question = asked.get("question", NOTHING)


def asked_by(line: Line) -> list[Request]:
    """The requests of a step. If the step also began other effects, the log does not say which ids are of requests: none then."""
    asked, began = line.value.get("asked", []), line.value.get("began", [])
    return [Request(*each) for each in zip(began, asked)] if len(asked) == len(began) else []


def reply_in(action: Any, request: Request) -> Any:
    """The value in the action that a reply became. Cases around the value lead to the request's place."""
    depth = len(keys(request.at)) + 1 if request.at[:1] == "/" else 1
    while depth > 0 and isinstance(action, dict):
        if set(action) == {"id", "action"}:
            action = action["action"]
        elif len(action) == 1:
            name, action = next(iter(action.items()))
            depth -= name != "presented"
        else:
            break
    return None if depth == 1 and isinstance(action, str) else action


def expectations(items: list[Item]) -> list[list[Request]]:
    """The requests to expect before each item. A reply goes to the request that was expected last, and requests are expected
    from the oldest on: an item that replies to any other request is sent instead."""
    waiting: list[Request] = []
    expected: list[list[Request]] = []
    last: Request | None = None
    for item in items:
        needed: list[Request] = []
        waiting = [each for each in waiting if each.effect not in item.ended]
        if item.mode in REPLIES and item.request is not last:
            if item.request in waiting:
                count = waiting.index(item.request) + 1
                needed, waiting = waiting[:count], waiting[count:]
                last = item.request
            else:
                item.mode = "send"
        if item.mode in ("answer", "fail"):
            last = None
        waiting += item.asked
        expected.append(needed)
    return expected
