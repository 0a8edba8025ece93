"""Derived values: computed when read, reported when they change."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from features import counter
from kumiki import Derived, KumikiError, Loop, Status, Store, live_objects


def test_a_value_is_computed_when_it_is_asked_for_and_again_after_a_write(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 1, "other": 1})
    ran: list[int] = []

    def double(of: Store) -> int:
        assert of is store
        ran.append(of["/count"])
        return 2 * int(of["/count"])

    doubled = Derived(store, double)
    assert ran == []
    assert doubled.value == doubled.value == 2
    assert ran == [1]
    text = Derived(store, lambda _: f"n = {doubled.value}")
    told: list[Any] = []
    with text.observe(told.append):
        store.send("increment")
        assert told == ["n = 2", "n = 4"]
        assert ran == [1, 2]
    named = Derived(store, lambda of: of["/count"], places=["/other"])
    assert named.value == 2
    store.send("increment")
    assert named.value == 2
    assert doubled.value == 6


def test_what_the_function_raises_comes_out_of_the_call_that_ran_it(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 0})
    fails = True

    def refuse(of: Store) -> Any:
        if fails:
            raise LookupError("derived")
        return of["/count"]

    value = Derived(store, refuse)
    with pytest.raises(LookupError):
        print(value.value)
    with pytest.raises(LookupError):
        value.observe(print)
    fails = False
    assert value.value == 0
    sends = Derived(store, lambda of: of.send("increment"))
    with pytest.raises(KumikiError) as refused:
        print(sends.value)
    assert refused.value.status == Status.BUSY
    assert store["/count"] == 0
    with pytest.raises(KumikiError) as malformed:
        Derived(store, refuse, places=["count"])
    assert malformed.value.status == Status.INVALID_ARGUMENT


def test_a_value_ends_with_its_store_and_leaves_nothing_behind() -> None:
    gc.collect()
    before = live_objects()
    with Loop(virtual=True) as loop:
        store = Store(loop, counter(), {"count": 0})
        value = Derived(store, lambda of: of["/count"])
        assert value.value == 0
        dropped = Derived(store, lambda of: of["/count"])
        told: list[Any] = []
        dropped.observe(told.append)
        del dropped
        store.send("increment")
        assert told == [0, 1]
        store.close()
        with pytest.raises(KumikiError) as ended:
            print(value.value)
        assert ended.value.status == Status.CLOSED
        value.close()
        assert value.closed
    del store, value
    gc.collect()
    assert live_objects() == before
