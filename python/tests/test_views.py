"""Views: arrays and objects of a state without a copy; and values that are made piece by piece."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import kumiki
from kumiki import Action, Env, KumikiError, Loop, State, Store, View

ROWS = [{"id": index, "name": f"Name {index}", "tags": ["a", "b"], "at": {"x": 0.5}} for index in range(6)]


@kumiki.reducer
def keep(state: State, action: Action, env: Env) -> None:
    match action.value:
        case {"name": name}:
            state["/rows/1/name"] = name
        case "clear":
            state["/rows"] = []


def test_a_view_is_read_as_what_it_is_of() -> None:
    with Loop() as loop:
        store = Store(loop, keep, {"rows": ROWS, "é": None})
        rows, whole = store.view("/rows"), store.view()
        assert isinstance(rows, Sequence) and isinstance(rows, View) and len(rows) == 6
        assert isinstance(rows[1], Mapping) and rows[-1]["name"] == "Name 5"
        assert rows[2]["at"]["x"] == 0.5 and rows[2]["tags"][1] == "b"
        assert [row["id"] for row in rows[1:4]] == [1, 2, 3]
        assert [row["id"] for row in reversed(rows)] == [5, 4, 3, 2, 1, 0]
        assert list(whole) == ["rows", "é"] and whole["é"] is None and "é" in whole
        assert rows == ROWS and ROWS == rows and rows[3] == ROWS[3] and rows != ROWS[1:]
        assert rows.copy() == ROWS and isinstance(rows.copy(), list)
        assert rows[0] in rows and repr(rows[2]["tags"]) == "ArrayView(['a', 'b'])"
        assert store.view("/rows/1/name") == "Name 1"
        match rows[0]:
            case {"id": number, "tags": [first, *_]}:
                assert (number, first) == (0, "a")
            case _:
                raise AssertionError


def test_what_is_not_there_is_told_as_of_lists_and_dicts() -> None:
    with Loop() as loop:
        store = Store(loop, keep, {"rows": ROWS})
        rows = store.view("/rows")
        for index in (6, -7):
            with pytest.raises(IndexError, match=f"no element {index} of 6"):
                rows[index]
        for key in ("nmae", "a\0b", "\ud800"):
            with pytest.raises(KeyError):
                rows[0][key]
        assert rows[0].get("nmae", 3) == 3 and 5 not in rows[0]
        with pytest.raises(KumikiError, match="NOT_FOUND"):
            store.view("/nothing")


def test_a_view_stays_what_it_was() -> None:
    with Loop() as loop:
        store = Store(loop, keep, {"rows": ROWS})
        rows, row = store.view("/rows"), store.view("/rows")[1]
        store.send({"name": "Ada"})
        assert rows == ROWS and row["name"] == "Name 1" and store["/rows/1/name"] == "Ada"
        store.send("clear")
        store.close()
        read: list[Any] = []
        thread = threading.Thread(target=lambda: read.extend(each["name"] for each in rows))
        thread.start()
        thread.join()
        assert read == [row["name"] for row in ROWS]
    assert row == ROWS[1]


def test_a_reducer_reads_by_a_view_and_may_write_one() -> None:
    seen: list[Any] = []

    @kumiki.reducer
    def feature(state: State, action: Action, env: Env) -> None:
        rows = state.view("/rows")
        seen.append(rows)
        state["/first"] = rows[0]
        state["/some"] = {"rows": rows[:2]}
        state["/rows/0/name"] = "changed"
        with pytest.raises(KumikiError, match="NOT_FOUND"):
            state.view("/nothing")

    with Loop() as loop:
        store = Store(loop, feature, {"rows": ROWS, "first": None, "some": None})
        store.send("go")
        assert store["/first"] == ROWS[0] and store["/some"] == {"rows": ROWS[:2]}
        assert seen == [ROWS] and store["/rows/0/name"] == "changed"


VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -(2**63),
    2**63 - 1,
    0.1,
    -0.0,
    1e300,
    "",
    "a\0b",
    "é 日本 😀",
    [],
    {},
    [1, [2, [3, [4, [5, [6]]]]]],
    {"a": {"b": {"c": {"d": {"e": {"f": 1}}}}}},
    [1, 2, 3, 4, 5],
    {str(index): index for index in range(9)},
    {"": 1, "a/b": [None, True]},
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_come_back_as_they_went(value: Any) -> None:
    with Loop() as loop:
        store = Store(loop, kumiki.combine(), {"value": value})
        back = store["/value"]
        assert back == value and type(back) is type(value)
        assert store.view()["value"] == value
        assert Action({"put": value}).value == {"put": value}


class Number(int):
    pass


@pytest.mark.parametrize(
    ("value", "path", "said"),
    [
        (2**63, "/a", "integers range from -2**63"),
        (float("nan"), "/a", "not JSON"),
        ({"b": [1, 2j]}, "/a/b/1", "of type complex is not JSON"),
        ({(1, 2): 3}, "/a", "is not a string"),
        ("\ud800", "/a", "lone surrogates"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(value: Any, path: str, said: str) -> None:
    with pytest.raises(KumikiError) as told:
        Action({"a": value})
    assert told.value.path == path and said in told.value.message


def test_what_derives_from_a_type_goes_as_that_type() -> None:
    assert Action([Number(3), True, (1, 2)]).value == [3, True, [1, 2]]
