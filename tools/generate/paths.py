"""The places of a state, and the ways to the cases of actions."""

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
    """Whether something is always there: no null and no other case on the way."""


def places(model: Model, kind: Kind) -> list[Place]:
    """The places that a pointer without indices leads to. A recursion is not followed."""
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
    """What the case carries; of a row, its id."""


class Row(NamedTuple):
    """A row, or a path's element, on the way to an action."""

    name: str
    """A variable for its id."""
    id: Kind
    """The kind of its id."""


def rows(steps: list[Step], taken: Container[str]) -> list[Row]:
    """The rows on a way, outermost first. Their variables have none of the names that are taken."""
    found: list[Row] = []
    for step in steps:
        if step.kind == "row":
            name = f"id{len(found) + 1 if found else ''}"
            while name in taken:
                name = "row_" + name
            found.append(Row(name, step.payload))
    return found


def action_paths(model: Model, action: Kind) -> list[list[Step]]:
    """The way to each action that has no action inside. A recursion ends at the kind it is of."""
    return list(_paths(model, action, [], ()))


def _paths(
    model: Model, action: Kind, before: list[Step], around: tuple[int, ...]
) -> Iterator[list[Step]]:
    for case in action.cases:
        steps = [*before, Step("case", case.name, case.payload)]
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
    """Whether a payload is an action inside the action. An enum that the state has too is a value."""
    inner = model.resolved(payload)
    return inner.word == "enum" and not model.is_optional(payload) and not model.is_in_state(inner)


def _row(model: Model, name: str, payload: Kind) -> tuple[Kind, Kind] | None:
    """The id of a row and its action, in the payload of "element"."""
    found = row_action(name, payload)
    if found is None:
        return None
    id, action = (member.kind for member in found.members)
    return (id, model.resolved(action)) if model.resolved(action).word == "enum" else None


def case_paths(model: Model, action: Kind) -> list[list[str]]:
    """The case paths of all actions, those of branches too. Rows' are those of the rows' own actions."""
    found: dict[str, list[str]] = {}
    for steps in action_paths(model, action):
        path: list[str] = []
        for step in steps:
            if step.kind == "row":
                break
            path.append(step.name)
            found.setdefault(".".join(path), list(path))
    return list(found.values())
