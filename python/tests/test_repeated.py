"""Functions that raise for each row, step or observer: one mistake gives only a few exceptions."""

from __future__ import annotations

from typing import Any

import kumiki
import pytest
from kumiki import Action, Derived, Effect, Env, List, Loop, State, Store

MANY = 1000
FEW = 10
ROWS: list[Any] = [{"id": index, "name": f"{index % 7}"} for index in range(MANY)]


def notes_of(error: BaseException) -> str:
    return "\n".join(getattr(error, "__notes__", []))


def test_M196_a_filter_that_raises_for_each_row_is_told_once_with_its_place(loop: Loop) -> None:
    store = Store(loop, kumiki.empty(), {"rows": ROWS, "q": ""})
    with pytest.raises(KeyError) as raised:
        List(store, "/rows", filter=lambda row, q: q in row["nmae"], parameters=["/q"])
    assert "in the filter of the List at /rows, of the row {'id': 0, 'name': '0'}" in notes_of(raised.value)
    assert f"raised {MANY} times in this call" in notes_of(raised.value)


def test_M196_so_is_a_comparison(loop: Loop) -> None:
    store = Store(loop, kumiki.empty(), {"rows": ROWS})
    with pytest.raises(TypeError) as raised:
        shown = List(store, "/rows", sort=["/name"], compare=lambda left, right: left - right)
        len(shown)
    assert "in compare of the List at /rows, of ('" in notes_of(raised.value)
    assert " times in this call; the last time: TypeError(" in notes_of(raised.value)


def test_M196_so_is_a_reducer_in_a_long_turn(loop: Loop) -> None:
    ran: list[Any] = []

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        ran.append(action)
        if action.value == "start":
            return Effect.every(1, "tick")
        raise LookupError(f"step {len(ran)}")

    store = Store(loop, kumiki.reducer(reduce), {})
    store.send("start")
    with pytest.raises(ExceptionGroup) as raised:
        loop.advance(MANY)
    assert len(ran) == MANY + 1
    assert [str(each) for each in raised.value.exceptions] == [f"step {at + 2}" for at in range(FEW)]
    assert [notes_of(each) for each in raised.value.exceptions] == [
        f"raised {MANY} times in this call; the last time: LookupError('step {MANY + 1}')",
        *[""] * (FEW - 1),
    ]
    with pytest.raises(LookupError, match=f"step {MANY + 2}") as again:
        loop.advance(1)
    assert notes_of(again.value) == "", "each call counts for itself"


def test_M196_so_are_many_observers_and_derived_values_of_one_function(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> None:
        state["/n"] += 1

    store = Store(loop, kumiki.reducer(reduce), {"n": 0})

    def receive(number: Any) -> None:
        if number:
            raise ValueError(number)

    for _ in range(MANY):
        store.observe("/n", receive)
    derived = [Derived(store, lambda it: 1 // it["/n"] - 1 // (it["/n"] - 1)) for _ in range(3)]
    for each in derived:
        with pytest.raises(ZeroDivisionError):
            each.value
    with pytest.raises(ExceptionGroup) as raised:
        store.send("go")
    assert len(raised.value.exceptions) == FEW
    assert notes_of(raised.value.exceptions[0]) == f"raised {MANY} times in this call; the last time: ValueError(1)"


def test_M196_one_exception_that_is_raised_again_is_told_once(loop: Loop) -> None:
    mistake = ValueError("the same")

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if action.value == "start":
            return Effect.every(1, "tick")
        raise mistake

    store = Store(loop, kumiki.reducer(reduce), {})
    store.send("start")
    with pytest.raises(ValueError) as raised:
        loop.advance(5)
    assert raised.value is mistake and "raised 5 times" in notes_of(mistake)


def test_M196_different_mistakes_are_all_told(loop: Loop) -> None:
    store = Store(loop, kumiki.reducer(lambda state, action, env: state.__setitem__("/n", 1)), {"n": 0})

    def first(number: Any) -> None:
        if number:
            raise ValueError("first")

    def second(number: Any) -> None:
        if number:
            raise ValueError("second")

    store.observe("/n", first)
    store.observe("/n", second)
    with pytest.raises(ExceptionGroup) as raised:
        store.send("go")
    assert [str(each) for each in raised.value.exceptions] == ["first", "second"]
