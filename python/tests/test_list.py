"""Lists that are derived from rows."""

from __future__ import annotations

from typing import Any

import kumiki
import pytest
from kumiki import Edit, KumikiError, List, Loop, Status, Store


@kumiki.reducer
def put(state: kumiki.State, action: kumiki.Action, env: kumiki.Env) -> None:
    if (write := action.payload("put")) is not None:
        state[write["pointer"]] = write["value"]


ROWS = [{"id": "a", "n": 3}, {"id": "b", "n": 1}, {"id": "c", "n": 2}]


@pytest.fixture
def store(loop: Loop) -> Store:
    return Store(loop, put, {"rows": ROWS, "least": 0})


def send(store: Store, pointer: str, value: Any) -> None:
    store.send({"put": {"pointer": pointer, "value": value}})


def ids(rows: List) -> str:
    return "".join(row["id"] for row in rows)


def at_least(row: dict[str, Any], least: int) -> bool:
    return bool(row["n"] >= least)


def test_a_list_is_sorted_filtered_and_summed(store: Store) -> None:
    shown = List(
        store, "/rows", sort=["-/n"], numbers=["/n"], filter=at_least, parameters=["/least"]
    )
    assert (ids(shown), shown[-1], shown[1:]) == ("acb", ROWS[1], [ROWS[2], ROWS[1]])
    assert (shown.find("b"), shown.find("none"), shown.id(0)) == (2, None, "a")
    assert shown.totals == {
        "count": 3, "numbers": {"/n": {"count": 3, "sum": 6, "min": 1, "max": 3}},
    }
    send(store, "/rows/1/n", 9)
    assert ids(shown) == "bac"
    send(store, "/least", 3)
    assert ids(shown) == "ba" and shown.groups[0]["count"] == 2
    with pytest.raises(IndexError):
        shown[2]
    shown.close()
    with pytest.raises(KumikiError) as caught:
        len(shown)
    assert caught.value.status is Status.CLOSED


def test_an_observer_is_told_edits(store: Store) -> None:
    shown = List(store, "/rows", sort=["/n"], group="/n", limit=2)
    told: list[Edit] = []
    shown.observe(told.extend)
    send(store, "/rows/1/n", 9)
    assert told == [Edit("reset", 2, 0, None), Edit("remove", 0, 0, "b"), Edit("insert", 1, 0, "a")]
    assert [group["first"] for group in shown.groups] == [0, 1, 2]
    told.clear()
    shown.show(0)
    assert told == [Edit("insert", 2, 0, "b")]


def test_a_place_says_how_rows_are_sorted_and_python_compares(store: Store) -> None:
    shown = List(store, "/rows", sort_place="/least", compare=lambda left, right: right - left)
    assert ids(shown) == "abc"
    send(store, "/least", "/n")
    assert ids(shown) == "acb"


def test_what_a_function_raises_comes_out_of_the_call(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        List(store, "/rows", filter=lambda row: 6 // (row["n"] - 1) > 0)
    shown = List(store, "/rows", filter=lambda row: bool(6 // row["n"]))
    with pytest.raises(ZeroDivisionError):
        send(store, "/rows/0/n", 0)
    assert ids(shown) == "bc"
    with pytest.raises(KumikiError):
        List(store, "/rows", sort="/n")


def test_a_list_may_show_no_row(store: Store) -> None:
    shown, told = List(store, "/rows", limit=0), list[list[Edit]]()
    assert (list(shown), shown.find("a"), shown.totals["count"]) == ([], None, 3)
    shown.observe(told.append)
    send(store, "/rows", [*ROWS, {"id": "d", "n": 4}])
    assert told == [[Edit("reset", 0, 0, None)]] and len(shown) == 0
    shown.show(1, 2)
    assert ids(shown) == "bc"
    shown.show(1, 0)
    assert ids(shown) == ""
    shown.show(1)
    assert ids(shown) == "bcd"
    shown.show(0, None)
    assert ids(shown) == "abcd"


def test_J431_rows_of_all_parents_are_one_list(loop: Loop) -> None:
    feeds = [
        {"id": "a", "title": "M", "articles": [{"id": 1, "n": 5}, {"id": 2, "n": 1}]},
        {"id": "b", "title": "A", "articles": [{"id": 1, "n": 3}]},
    ]
    store = Store(loop, put, {"feeds": feeds})
    shown = List(store, "/feeds", nested="/articles", parent="/feed", sort=["/feed/title", "-/n"])
    assert [shown.id(index) for index in range(3)] == [["b", 1], ["a", 1], ["a", 2]]
    assert (shown[0]["feed"], shown.find(["a", 2])) == ({"id": "b", "title": "A"}, 2)
    send(store, "/feeds/1/title", "Z")
    assert shown.id(2) == ["b", 1]


def test_J432_rows_are_read_in_place_of_their_ids(loop: Loop) -> None:
    state = {"feeds": [{"id": "a", "title": "M"}], "articles": [{"id": 1, "feed": "a"}, {"id": 2, "feed": "b"}]}
    store = Store(loop, put, state)
    shown = List(store, "/articles", joins={"/feed": "/feeds"}, sort=["-/feed/title"])
    assert [row["feed"] for row in shown] == [{"id": "a", "title": "M"}, "b"]
    with pytest.raises(KumikiError) as refused:
        List(store, "/articles", parent="/feed")
    assert refused.value.status == Status.INVALID_ARGUMENT
