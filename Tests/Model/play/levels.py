"""The parts of features: reducers that share a state, and the state's places for operators."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from play.shapes import Enum, Optional, Path, Rows, Shape, Struct, token

if TYPE_CHECKING:
    from play.profiles import Profile


@dataclass(eq=False)
class Operator:
    """The route of an action from a level to a child's level."""

    kind: str
    at: str
    case: str
    shape: Shape  # of the value at the place, or of the case's payload
    child: Level
    id_key: str = "id"
    state_case: str = ""


@dataclass(eq=False)
class Level:
    """The reducers that share a state and an action, and the routes further down."""

    shape: Shape
    profile: Profile
    operators: list[Operator] = field(default_factory=list)
    bindings: list[tuple[str, list[list[str]]]] = field(default_factory=list)
    bases: list[dict[str, Any]] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)
    following: list[dict[str, Any]] = field(default_factory=list)  # the state-driven effects
    ends: list[dict[str, Any]] = field(default_factory=list)  # the functions for the feature's end
    undos: list[tuple[str, str, str]] = field(default_factory=list)  # the cases of each undoable
    undone: list[dict[str, Any]] = field(default_factory=list)  # their options
    private: list[tuple[str, bool]] = field(default_factory=list)  # private cases, and whether they have payloads
    indexes: list[tuple[str, str | None, Any]] = field(default_factory=list)  # rows, by their sort keys, and their shape
    is_declared: bool = False  # whether a shape surrounds it
    is_presented: bool = False  # whether something around it can be dismissed


def places(shape: Shape, prefix: str = "") -> list[tuple[str, Shape]]:
    """The members of a struct, and of the plain structs in it, with their pointers."""
    if not isinstance(shape, Struct):
        return []
    found = []
    for name, member in shape.members.items():
        found.append((prefix + token(name), member))
        if isinstance(member, Struct) and len(prefix) < 12:
            found += places(member, prefix + token(name))
    return found


def fits(kind: str, shape: Shape) -> bool:
    if kind == "scope":
        return isinstance(shape, (Struct, Enum))
    if kind == "for_each":
        return isinstance(shape, Rows)
    if kind in ("stack", "navigation_destination"):
        return isinstance(shape, Path)
    return isinstance(shape, Optional) and shape.is_slot == (kind != "if_let")


def has_itself(shape: Shape) -> bool:
    """Whether a shape directly contains a shape of its own kind in an optional place."""
    return any(getattr(member, "of", None) is shape for _, member in places(shape))
