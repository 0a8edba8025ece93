"""Snapshots: how they are made and saved, and the stores that continue from them."""

from __future__ import annotations

import json
from typing import Any

import kumiki
import pytest
from features import counter
from kumiki import KumikiError, Loop, Snapshot, Status, Store


def test_a_store_goes_back_to_a_snapshot(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 1})
    moment = store.snapshot()
    store.send("tick")
    store.send("increment")
    assert (store["/count"], store.effect_count, moment.state) == (2, 1, {"count": 1})
    store.restore(moment)
    assert (store["/count"], store.effect_count) == (1, 0)


def test_a_store_goes_on_from_what_was_saved(loop: Loop) -> None:
    feature = counter().presentation_destination("/sheet", "sheet", counter())
    first = Store(loop, feature, {"count": 1, "sheet": None})
    first.present("sheet", {"count": 5})
    text = json.dumps(first.snapshot().json(version=2))
    again = Store.from_snapshot(loop, feature, Snapshot(json.loads(text)))
    assert again.presentation_id("/sheet") == first.presentation_id("/sheet")
    assert json.dumps(again.snapshot().json(version=2)) == text
    again.dismiss("sheet", id=first.presentation_id("/sheet"))
    assert again.state == {"count": 1, "sheet": None}


def test_what_could_be_undone_can_be_undone_afterwards(loop: Loop) -> None:
    feature = counter().undoable(history_path="/history")
    first = Store(loop, feature, {"count": 0, "history": None})
    for _ in range(3):
        first.send("increment")
    whole = first.snapshot()
    for history_bytes, count in [(1_000_000, 2), (0, 3)]:
        saved = json.dumps(whole.bounded(history_bytes).json())
        again = Store.from_snapshot(loop, feature, Snapshot(json.loads(saved)))
        again.send("undo")
        assert again["/count"] == count
    with pytest.raises(KumikiError) as refused:
        whole.bounded(-1)
    assert refused.value.status == Status.INVALID_ARGUMENT


def test_a_state_is_led_to_the_programs_version() -> None:
    saved = {"kumiki": 1, "version": 1, "state": {"n": 4}}
    steps = {2: lambda state: {"count": state["number"]}, 1: lambda state: {"number": state["n"]}}
    assert Snapshot(saved, 3, steps).state == {"count": 4}
    assert Snapshot(saved).state == {"n": 4}
    for version, given in [(0, steps), (4, steps), (2, {})]:
        with pytest.raises(KumikiError) as refused:
            Snapshot(saved, version, given)
        assert (refused.value.status, refused.value.path) == (Status.DECODE, "/version")


def test_what_a_step_raises_comes_out() -> None:
    def broken(state: Any) -> Any:
        raise ValueError(state["n"])

    with pytest.raises(ValueError, match="4"):
        Snapshot({"kumiki": 1, "version": 1, "state": {"n": 4}}, 2, {1: broken})


def test_what_does_not_fit_is_refused(loop: Loop) -> None:
    declared = counter().shape("{count: integer}")
    store = Store(loop, declared, {"count": 1})
    wrong = Snapshot({"kumiki": 1, "state": {"count": "x"}})
    for call in (lambda: store.restore(wrong), lambda: Store.from_snapshot(loop, declared, wrong)):
        with pytest.raises(KumikiError) as refused:
            call()
        assert (refused.value.status, refused.value.path) == (Status.DECODE, "/count")
    assert store.state == {"count": 1}
    with pytest.raises(KumikiError) as unreadable:
        Snapshot({"kumiki": 1})
    assert (unreadable.value.status, unreadable.value.path) == (Status.DECODE, "/state")
    no_snapshot: Any = {}
    for wrong_type in (
        lambda: store.restore(no_snapshot),
        lambda: Snapshot(no_snapshot, migrations={1: dict}),
    ):
        with pytest.raises(KumikiError) as refused:
            wrong_type()
        assert refused.value.status == Status.INVALID_ARGUMENT


def test_the_hash_of_a_reducer(loop: Loop) -> None:
    declared = counter().shape("{count: integer}")
    store = Store(loop, declared, {"count": 1})
    assert store.snapshot().json()["shape"] == declared.hash()
    assert declared.hash() != counter().hash()


def test_a_state_of_null_may_stay_one(loop: Loop) -> None:
    with Store(loop, kumiki.combine(), None) as store:
        saved = store.snapshot().json(version=1)
    assert Snapshot(saved, version=2, migrations={1: lambda state: state}).state is None
