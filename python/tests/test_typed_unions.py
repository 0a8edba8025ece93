"""Unions of types: which member a value is read as, and the error if no member matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import kumiki
import pytest
from kumiki import Case, KumikiError, Loop, Store, Types
from kumiki._reading import reader


@dataclass
class Note:
    text: str


@dataclass
class Photo:
    text: str
    url: str


@dataclass
class Film:
    text: str
    url: str = ""
    seconds: int = 0


@dataclass
class Item:
    item: Note | Photo | Film


@dataclass(frozen=True)
class Load(Case, name="load"):
    pass


@pytest.mark.parametrize("item", [Note("a"), Photo("a", "b"), Film("a"), Film("a", "b", 3)])
def test_a_class_is_read_as_what_was_written(item: Any) -> None:
    with Loop() as loop:
        store = Store(loop, kumiki.empty().typed(Types(Item, str)), Item(item))
        assert store.state == Item(item)


@pytest.mark.parametrize(
    ("type", "value", "read"),
    [
        # A member that no type has does not matter. If only one type matches, it is chosen.
        (Note | Photo, {"text": "a", "more": 1}, Note("a")),
        (Photo | Film, {"text": "a", "url": "b"}, Photo("a", "b")),
        (Film | Photo, {"text": "a", "url": "b"}, Photo("a", "b")),
        (Note | Film, {"text": "a", "url": "b"}, Film("a", "b")),
        (Photo | Film, {"text": "a", "seconds": 1}, Film("a", "", 1)),
        # A class whose missing members have defaults is chosen before a dict.
        (Film | dict[str, Any], {"text": "a"}, Film("a")),
        (Note | dict[str, Any], {"text": "a", "more": 1}, {"text": "a", "more": 1}),
        (Note | dict[str, int], {"text": 1}, {"text": 1}),
        (Note | None, None, None),
    ],
)
def test_the_member_is_read_that_leaves_out_the_least(type: Any, value: Any, read: Any) -> None:
    assert reader(type)(value) == read


@pytest.mark.parametrize(
    ("type", "value", "message"),
    [
        (Load | Literal["reset"], None, "found None, expected one of load, reset"),
        (Load | int | None, "x", "found 'x', expected one of load, an integer, null"),
        (Load | list[int], 1, "found 1, expected one of load, a list"),
        (Load | Note, 1, "found 1, expected one of load, an object"),
        (Load | Note, {"text": 1}, "found 1, expected a text"),
    ],
)
def test_what_fits_no_member_is_told_all_of_them(type: Any, value: Any, message: str) -> None:
    with pytest.raises(KumikiError) as refused:
        reader(type)(value)
    assert refused.value.message == message
