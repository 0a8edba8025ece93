"""The test store: its checks and its messages."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kumiki
import pytest
from features import counter, idle
from kumiki import Action, Effect, Env, KumikiError, Sender, State
from kumiki.testing import TestStore


async def load(send: Sender, number: int) -> None:
    await asyncio.sleep(0.3)
    send({"loaded": number})


async def broken(send: Sender) -> None:
    raise ConnectionError("no net")


def reduce(state: State, action: Action, env: Env) -> Effect | None:
    match action.value:
        case "increment":
            state["/count"] += 1
        case {"load": number}:
            return Effect.run(load, number)
        case {"loaded": number}:
            state["/count"] = number
        case "limit":
            state["/count"] = env.dependency("limit") + env.service("service")
        case "raise":
            raise ZeroDivisionError
        case "broken":
            return Effect.run(broken)
        case "wait":
            return Effect.blocking(lambda send: send("increment"))
    return None


feature = kumiki.reducer(reduce)


def test_a_whole_feature() -> None:
    with TestStore(feature, {"count": 0}) as test:
        test.send("increment", {"count": 1})
        test.send("nothing")
        test.send({"load": 7})
        test.advance(0.3)
        test.receive({"loaded": 7}, {"count": 7})
        test.send({"load": 8})
        test.advance(0.3)
        test.receive_case("loaded", [{"op": "replace", "path": "/count", "value": 8}])
        test.send({"load": 9})
        test.advance(0.3)
        test.receive_case("loaded", {"count": 9}, payload=9)
        test.send({"load": 10})
        test.advance(0.3)
        test.receive_if(lambda action: action.payload("loaded") == 10, {"count": 10})
        test.expect({"count": 10})
        assert test.state == {"count": 10}
        assert test.store["/count"] == 10
        task = test.send_task({"load": 11})
        assert not task.finished
        task.cancel()
        test.finish(task)
        task.close()
        test.skip_received(strict=False)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda test: test.send("increment"), "the test says nothing of it"),
        (lambda test: test.send("increment", {"count": 2}), '"count": 2'),
        (lambda test: test.receive("increment"), "receive"),
        (lambda test: test.expect({"count": 5}), '"count": 5'),
        (lambda test: test.skip_received(), "received"),
        (lambda test: test.skip_in_flight(), "effect"),
        (lambda test: test.receive_if(lambda action: False), "receive"),
        (lambda test: test.send("limit"), "unimplemented-dependency"),
    ],
)
def test_failures_are_assertion_errors_at_the_tests_line(act: Any, message: str) -> None:
    test = TestStore(feature, {"count": 0})
    with pytest.raises((AssertionError, TypeError)) as raised:
        act(test)
    if raised.type is AssertionError:
        assert message in str(raised.value)
        assert f"{Path(__file__).name}:" in str(raised.value)
    try:
        test.close()
    except AssertionError:
        pass


def test_the_end_tells_what_still_runs_and_where_it_began() -> None:
    test = TestStore(feature, {"count": 0})
    test.send({"load": 1})
    with pytest.raises(AssertionError, match=r"test_testing\.py:\d+: .*still running"):
        test.close()
    assert test.closed


def test_a_failed_test_is_not_told_of_more() -> None:
    with pytest.raises(ZeroDivisionError):
        with TestStore(feature, {"count": 0}) as test:
            test.send({"load": 1})
            raise ZeroDivisionError


def test_what_a_reducer_raises_comes_out_of_the_test() -> None:
    with TestStore(feature, {"count": 0}) as test, pytest.raises(ZeroDivisionError):
        test.send("raise")


def test_what_a_reducer_raises_has_what_was_reported_as_a_note() -> None:
    def rows(state: State, action: Action, env: Env) -> None:
        state["/count"] = env.service("db").rows()

    with (
        pytest.raises(AttributeError, match="rows") as raised,
        TestStore(kumiki.reducer(rows), {"count": 0}) as test,
    ):
        test.send("load")
    notes = "\n".join(raised.value.__notes__)
    assert f"{__file__}:" in notes and "unimplemented-dependency" in notes and "db" in notes


def test_what_is_raised_at_the_end_of_a_test_has_its_report_as_a_note() -> None:
    senders: list[Sender] = []

    def cancel() -> None:
        raise LookupError("cancel")

    effect = Effect.start(senders.append, cancel)
    test = TestStore(kumiki.reducer(lambda state, action, env: effect), {})
    test.send("go")
    with pytest.raises(LookupError, match="cancel") as raised:
        test.close()
    assert "still running" in "\n".join(raised.value.__notes__)
    assert test.closed


def test_the_cause_of_a_failure_is_what_an_effect_raised() -> None:
    test = TestStore(feature, {"count": 0})
    with pytest.raises(AssertionError, match="no net") as raised:
        test.send("broken")
    assert isinstance(raised.value.__cause__, ConnectionError)
    test.close()


def test_dependencies() -> None:
    with TestStore(feature, {"count": 0}) as test:
        test.set_dependency("limit", 3)
        test.set_service("service", 4)
        test.send("limit", {"count": 7})


def test_a_test_that_is_not_exhaustive_takes_notes() -> None:
    with TestStore(feature, {"count": 0}) as test:
        test.set_exhaustive(False, show_skipped=True)
        test.send("increment")
        test.send({"load": 3})
        test.advance(1)
        test.send("increment")
    assert test.notes
    assert all("test_testing.py" in note for note in test.notes)


def test_a_blocking_effect_is_waited_for() -> None:
    with TestStore(feature, {"count": 0}) as test:
        test.set_timeout(3600)
        test.send("wait")
        test.receive("increment", {"count": 1})


def test_a_registered_feature() -> None:
    kumiki.register("tested", kumiki.reducer(reduce), {"count": 5})
    with TestStore.open("tested") as test:
        test.send("increment", {"count": 6})
    kumiki.unregister("tested")


def test_one_that_was_not_closed_is_warned_of() -> None:
    test = TestStore(feature, {"count": 0})
    test.send({"load": 1})
    with pytest.warns(ResourceWarning, match="TestStore.* was not closed"):
        del test


def test_mistakes() -> None:
    wrong: Any = 3
    with pytest.raises(KumikiError, match="not a Reducer"):
        TestStore(wrong, {})
    with pytest.raises(KumikiError, match="UNKNOWN_FEATURE"):
        TestStore.open("nobody")
    with TestStore(feature, {"count": 0}) as test, pytest.raises(KumikiError, match="not JSON"):
        test.send("increment", {"count": 1j})
    with pytest.raises(KumikiError, match="CLOSED: this TestStore was closed"):
        test.send("increment")


def test_many_actions_are_received_at_once() -> None:
    with TestStore(counter(), {"count": 0}) as test:
        test.send("tick")
        test.advance(3)
        test.receive_count(3, "increment", {"count": 3})
        test.receive_count(60, "increment", {"count": 63}, after=60)
        with pytest.raises(AssertionError, match="it came 1 time"):
            test.receive_count(2, "increment", after=1)
        test.send("stop")


@dataclass
class Count:
    count: int


def test_a_row_is_stated_by_its_id() -> None:
    rows = idle().for_each("/rows", "rows", counter())
    with TestStore(rows, {"rows": [{"id": "a", "count": 0}, {"id": "it's", "count": 0}]}) as test:
        test.expect_row("/rows", "it's", {"count": 1})
        test.send({"rows": {"element": {"id": "it's", "action": "increment"}}})
        assert test.store.row("/rows", "it's") == {"id": "it's", "count": 1}
        with pytest.raises(KumikiError):
            test.store.row("/rows", "b")
        test.expect_row("/rows", "a", Count(1))
        test.send({"rows": {"element": {"id": "a", "action": "increment"}}})
