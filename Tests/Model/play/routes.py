"""Routes from a store's state and actions down to its parts."""

from dataclasses import dataclass
from typing import Any

from play.dice import Dice
from play.levels import Level, Operator
from play.shapes import Optional, Path, Rows

PRESENTING = ("presentation", "presentation_destination")
STACKS = ("stack", "navigation_destination")


def at(value: Any, pointer: str) -> Any:
    """The value at a pointer, None if it is missing."""
    for name in pointer.split("/")[1:]:
        name = name.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def in_case(case: str, payload: Any) -> Any:
    """An action inside a case path."""
    for name in reversed(case.split(".")):
        payload = {name: payload}
    return payload


def child_state(operator: Operator, state: Any) -> Any:
    """An operator's part of a state of its level: for rows and paths, the whole array."""
    if operator.state_case:
        is_up = isinstance(state, dict) and len(state) == 1
        return state.get(operator.state_case) if is_up else None
    return at(state, operator.at)


def inner_shape(operator: Operator) -> Any:
    shape = operator.shape
    return shape.of if isinstance(shape, (Optional, Rows, Path)) else shape


@dataclass
class Route:
    """A present level: the case path of its actions, its pointer, and its state."""

    case: str
    pointer: str
    level: Level
    state: Any
    operator: Operator | None = None  # the last one on the route
    outer_case: str = ""  # the case path of that operator

    def joined(self, *names: str) -> str:
        return ".".join(name for name in (self.case, *names) if name)


def routes(route: Route) -> list[Route]:
    """The levels directly below, as far as case paths name them; rows and paths at their operator."""
    found = []
    for operator in route.level.operators:
        below = child_state(operator, route.state)
        pointer = route.pointer + (operator.at or "")
        if operator.state_case:
            pointer = f"{route.pointer}/{operator.state_case}"
        case = outer = route.joined(operator.case)
        if operator.kind in PRESENTING:
            case += ".presented"
        found.append(Route(case, pointer, operator.child, below, operator, outer))
    return found


def inside(dice: Dice, route: Route) -> Route | None:
    """A row among the rows at the end of a route, or an element of a path, by its index."""
    if route.operator is None or not isinstance(route.state, list) or not route.state:
        return None
    index = dice.below(len(route.state))
    pointer, value = f"{route.pointer}/{index}", route.state[index]
    if isinstance(route.operator.shape, Path) and isinstance(value, dict) and "element" in value:
        pointer, value = f"{pointer}/element", value["element"]
    return Route(route.case, pointer, route.level, value)


def walk(dice: Dice, route: Route, stay: float = 0.4) -> Route:
    """A level somewhere below; not inside rows and paths, which no case path can name."""
    while not dice.chance(stay):
        below = routes(route)
        there = [r for r in below if r.state is not None] or below
        if not there:
            break
        route = dice.pick(there)
        if isinstance(route.state, list) or route.state is None:
            break
    return route


def cases_of(level: Level) -> list[str]:
    """The case paths that a base may answer: not "do", so that no answer triggers itself."""
    found = ["ping"]
    for operator in level.operators:
        names = ["do"]
        if operator.kind in PRESENTING:
            names = ["presented", "dismiss", "presented.do", "present"]
        elif operator.kind == "for_each" or operator.kind in STACKS:
            names = ["element", "push", "popFrom", "dismiss"]
        found += [operator.case, *(f"{operator.case}.{name}" for name in names)]
    return found + [case for case, _ in level.bindings]
