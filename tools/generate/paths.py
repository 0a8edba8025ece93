"""The places of a state, and the routes to the cases of actions."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from .model import Kind, Model, row_action


def pointer_step(name: str) -> str:
    """A step of a JSON Pointer."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


class Place(NamedTuple):
    words: list[str]
    pointer: str
    kind: Kind
    is_certain: bool
    """Whether the place always exists: no optional value and no enum case above it."""


def places(model: Model, kind: Kind) -> list[Place]:
    """The places that a pointer without indices can reach. Recursions are not followed."""
    return list(_places(model, kind, [], "", True, ()))


def _places(
    model: Model, kind: Kind, words: list[str], pointer: str, is_certain: bool, around: tuple[int, ...]
) -> Iterator[Place]:
    inner = model.resolved(kind)
    if id(inner) in around:
        return
    is_certain = is_certain and not model.is_optional(kind) and inner.word == "object"
    steps = [(member.name, member.kind) for member in inner.members]
    if inner.word == "enum":
        steps = [(case.name, case.payload) for case in inner.cases]
    for name, part in steps:
        if part.word == "nothing":
            continue
        way, place = [*words, name], pointer + pointer_step(name)
        yield Place(way, place, part, is_certain)
        yield from _places(model, part, way, place, is_certain, (*around, id(inner)))


class Step(NamedTuple):
    kind: str
    """"case", or "row": the id beside the action of a row or of a path's element."""
    name: str
    payload: Kind
    """The case's payload; for a row, its id."""
    is_private: bool = False


class Row(NamedTuple):
    """A row or path element that contains an action."""

    name: str
    """The variable for the id."""
    id: Kind
    """The kind of the id."""


def rows(steps: list[Step], taken: Container[str]) -> list[Row]:
    """The rows of a route, outermost first, with variable names that are not taken."""
    found: list[Row] = []
    for step in steps:
        if step.kind == "row":
            name = f"id{len(found) + 1 if found else ''}"
            while name in taken:
                name = "row_" + name
            found.append(Row(name, step.payload))
    return found


def action_paths(model: Model, action: Kind) -> list[list[Step]]:
    """The routes to all actions without nested actions. A recursion ends at its own kind."""
    return list(_paths(model, action, [], ()))


def by_sender(routes: list[list[Step]]) -> tuple[list[list[Step]], list[list[Step]]]:
    """The routes that a program may send, and those with a private case, for effects and tests."""
    found: tuple[list[list[Step]], list[list[Step]]] = ([], [])
    for steps in routes:
        found[any(step.is_private for step in steps)].append(steps)
    return found


def _paths(
    model: Model, action: Kind, before: list[Step], around: tuple[int, ...]
) -> Iterator[list[Step]]:
    for case in action.cases:
        steps = [*before, Step("case", case.name, case.payload, case.is_private)]
        inner = model.resolved(case.payload)
        row = _row(model, case.name, inner)
        inside = (*around, id(action))
        if row is not None and id(row[1]) not in inside:
            steps.append(Step("row", "", row[0]))
            yield from _paths(model, row[1], steps, inside)
        elif _is_action(model, case.payload) and id(inner) not in inside:
            yield from _paths(model, inner, steps, inside)
        else:
            yield steps


def _is_action(model: Model, payload: Kind) -> bool:
    """Whether a payload is a nested action. An enum that also occurs in the state or in a request is a value."""
    inner = model.resolved(payload)
    is_value = model.is_in_state(inner) or model.is_in_requests(inner)
    return inner.word == "enum" and not model.is_optional(payload) and not is_value


def _row(model: Model, name: str, payload: Kind) -> tuple[Kind, Kind] | None:
    """The row's id and action in the payload of "element"."""
    found = row_action(name, payload)
    if found is None:
        return None
    id, action = (member.kind for member in found.members)
    return (id, model.resolved(action)) if model.resolved(action).word == "enum" else None


def case_paths(model: Model, action: Kind) -> list[list[str]]:
    """The case paths of all actions, including intermediate ones. The case paths of rows start at the row's own action."""
    found: dict[str, list[str]] = {}
    for steps in action_paths(model, action):
        path: list[str] = []
        for step in steps:
            if step.kind == "row":
                break
            path.append(step.name)
            found.setdefault(".".join(path), list(path))
    return list(found.values())
