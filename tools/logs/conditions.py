"""Conditions over a state, as `bisect --until` reads them: PLACE [length] OPERATOR VALUE, or PLACE exists; VALUE is JSON, or PLACE [length]."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable
from typing import Any

from .values import NOTHING, found, keys, text

OPERATORS = "==, !=, <, <=, >, >=, contains or exists"
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_PARTS = re.compile(r"(\S+)\s*(?:\s(length)\s*)?(?:(==|!=|<=|>=|<|>|\scontains\s)\s*(.+)|\s(exists))\s*$", re.S)


def condition(written: str) -> Callable[[Any], bool]:
    """The function that tests a state. Raises ValueError with the reason if the text is not a condition.

    If the place is missing, only != holds. Values of different types
    are different, and have no order.
    """
    written = written.strip()
    parts = _PARTS.match(written) or _PARTS.match(re.sub(r"(==|!=|<=|>=|<|>)", r" \1 ", written, count=1))
    if parts is None:
        raise ValueError(f"{text(written)} is not a condition: expected PLACE OPERATOR VALUE, with {OPERATORS}")
    place, measured, sign, value, exists = parts.groups()
    path = keys(place)
    if exists:
        return lambda state: found(state, path) is not NOTHING
    sign = sign.strip()
    wanted = _value(value.strip())
    compare = _contains if sign == "contains" else _compare(sign, wanted)

    left = _length(path) if measured else _at(path)
    return lambda state: compare(left(state), wanted(state))


def _at(path: list[str]) -> Callable[[Any], Any]:
    return lambda state: found(state, path)


def _length(path: list[str]) -> Callable[[Any], Any]:
    """The number of elements, members or characters at a place; NOTHING if the place has none."""

    def length(state: Any) -> Any:
        value = found(state, path)
        return len(value) if isinstance(value, (str, list, dict)) else NOTHING

    return length


def _value(written: str) -> Callable[[Any], Any]:
    """The right side: a constant, the value at a place, or the length of that value."""
    if written.startswith("/"):
        place, _, measured = written.partition(" ")
        if measured.strip() not in ("", "length"):
            raise ValueError(f"{written} is not a value: expected length or nothing after the place {place}")
        return _length(keys(place)) if measured else _at(keys(place))
    try:
        constant = json.loads(written)
    except ValueError:
        raise ValueError(f"{written} is not a value: expected JSON, such as {text(written)} or 9, or a place, such as /count") from None
    return lambda state: constant


def _compare(sign: str, wanted: Callable[[Any], Any]) -> Callable[[Any, Any], bool]:
    if sign == "==":
        return lambda left, right: left is not NOTHING and same(left, right)
    if sign == "!=":
        return lambda left, right: not same(left, right)
    constant = wanted(None)
    if constant is not NOTHING and _order_of(constant) is None:
        raise ValueError(f"{text(constant)} has no order: expected a number or a string after {sign}")
    order = _ORDERS[sign]
    return lambda left, right: _order_of(left) is not None and _order_of(left) == _order_of(right) and order(left, right)


def _order_of(value: Any) -> str | None:
    """Values with the same result can be ordered."""
    if isinstance(value, str):
        return "string"
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def same(left: Any, right: Any) -> bool:
    """Whether two values are the same JSON: true is not 1, but 1.0 is."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right)


def _contains(whole: Any, part: Any) -> bool:
    """A string contains a string, an array an element, an object a member of that name."""
    if isinstance(whole, list):
        return any(same(each, part) for each in whole)
    return isinstance(whole, (str, dict)) and isinstance(part, str) and part in whole
