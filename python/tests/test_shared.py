"""Shared values: by their keys, from reducers, effects and threads, observed on a loop."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kumiki
import pytest
from kumiki import Action, Effect, Env, KumikiError, Loop, Sender, Shared, State, Status, Store
from kumiki.testing import TestStore


def add_one(count: Any) -> Any:
    return count + 1


def adding(total: Shared) -> kumiki.Reducer:
    """Adds 1 to a shared value in each step, and once more in the effect of "later"."""

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        total.update(add_one)
        if action.is_case("later"):
            return Effect.blocking(add_later)
        return None

    def add_later(send: Sender) -> None:
        total.update(add_one)

    return kumiki.reducer(reduce)


def test_who_has_the_same_name_has_the_same_value() -> None:
    one = Shared.memory("py one", {"rows": [1], "name": "Ann"})
    with Shared.memory("py one", None) as other:
        one.set("/name", "Eve")
        assert other.get("/name") == "Eve"
        other.set("/rows/0", 5)
        assert one.get() == {"rows": [5], "name": "Eve"}
    assert other.closed
    assert not one.closed


def test_a_file_and_a_setting_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "deep" / "count.json"
    with Shared.file(file, 0) as count, Shared.setting("isOn", False) as is_on:
        assert not file.exists()
        count.set("", 3)
        is_on.set("", True)
    assert json.loads(file.read_text()) == 3
    settings = [path for path in tmp_path.rglob("settings.json")]
    assert [json.loads(path.read_text()) for path in settings] == [{"isOn": True}]
    assert Shared.file(str(file), 9).get() == 3


def test_no_update_of_several_threads_is_lost() -> None:
    count = Shared.memory("py threads", 0)

    def add() -> None:
        for _ in range(500):
            count.update(add_one)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count.get() == 2000


def test_an_update_of_a_file_begins_with_what_others_wrote(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    count = Shared.file(str(file), 0)
    for _ in range(10):
        file.write_text("100")
        count.update(add_one)
        assert json.loads(file.read_text()) == 101


def test_of_the_updates_by_three_processes_none_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    code = (
        "from kumiki import Shared\n"
        "size = Shared.file(%r, 0)\n"
        "for _ in range(60): size.update(lambda count: count + 1)\n"
    ) % str(tmp_path / "size.json")
    counting = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]
    assert [process.wait() for process in counting] == [0, 0, 0]
    assert json.loads((tmp_path / "size.json").read_text()) == 180


def test_what_others_write_in_a_folder_that_comes_later_is_noticed(tmp_path: Path) -> None:
    count = Shared.file(str(tmp_path / "app" / "count.json"), 0)
    with Loop() as loop:
        told: list[Any] = []
        count.observe(loop, "", told.append)
        (tmp_path / "app").mkdir()
        (tmp_path / "app" / "count.json").write_text("7")
        while told[-1] != 7:
            loop.dispatch(None)
    assert count.get() == 7


def test_two_threads_that_update_crosswise_both_end() -> None:
    one, other = Shared.memory("py crossed", 0), Shared.memory("py crossing", 0)

    def cross(outer: Shared, inner: Shared) -> None:
        def both(count: Any) -> Any:
            inner.update(add_one)
            return count + 1

        for _ in range(200):
            outer.update(both)

    threads = [
        threading.Thread(target=cross, args=pair) for pair in [(one, other), (other, one)]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (one.get(), other.get()) == (400, 400)


def test_a_write_inside_of_an_update_of_the_same_value_is_refused() -> None:
    value = Shared.memory("py inside", 7)

    def write(number: Any) -> Any:
        with pytest.raises(KumikiError) as refused:
            value.set("", 9)
        assert refused.value.status == Status.BUSY
        assert value.get() == 7
        return number + 1

    value.update(write)
    assert value.get() == 8


def test_an_observer_is_told_at_once_and_at_the_loops_turn(loop: Loop) -> None:
    total = Shared.memory("py observed", {"sum": 1, "other": 0})
    told: list[Any] = []
    subscription = total.observe(loop, "/sum", told.append)
    total.set("/sum", 2)
    total.set("/sum", 3)
    total.set("/other", 4)
    assert told == [1]
    loop.dispatch()
    assert told == [1, 3]
    total.set("", {})
    loop.dispatch()
    assert told == [1, 3, None]
    subscription.close()
    total.set("/sum", 9)
    loop.dispatch()
    assert told == [1, 3, None]


def test_a_subscription_ends_with_its_loop() -> None:
    total = Shared.memory("py ended", 0)
    with Loop(virtual=True) as loop:
        subscription = total.observe(loop, "", lambda value: None)
    assert subscription.closed
    total.set("", 1)


def test_a_reducer_and_its_effects_write_it(loop: Loop) -> None:
    total = Shared.memory("py written", 0)
    with Store(loop, adding(total), {}) as store:
        store.send("now")
        store.send("later")
        loop.run_until_idle()
    assert total.get() == 3


def test_a_test_states_what_is_shared() -> None:
    total = Shared.memory("py tested", 0)
    total.set("", 50)
    with TestStore(adding(total), {}) as test:
        test.send("now")
        test.expect_shared(total, 1)
        test.set_shared(total, 7)
        test.send("later")
        test.finish()
        test.expect_shared(total, 9)
    assert total.get() == 50
    test = TestStore(adding(total), {})
    test.send("now")
    with pytest.raises(AssertionError, match="Say what it is with TestStore.expect_shared"):
        test.close()
    test = TestStore(adding(total), {})
    test.send("now")
    with pytest.raises(AssertionError, match="not as asserted"):
        test.expect_shared(total, 9)
    test.close()


def test_what_a_function_raises_comes_out_and_changes_nothing(loop: Loop) -> None:
    value = Shared.memory("py raised", 7)

    def fail(value: Any) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        value.update(fail)
    with pytest.raises(KumikiError) as refused:
        value.update(lambda number: object())  # type: ignore[arg-type, return-value]
    assert refused.value.status == Status.JSON
    assert value.get() == 7
    with pytest.raises(ZeroDivisionError):
        value.observe(loop, "", fail)


def test_mistakes_are_errors_with_their_place(loop: Loop) -> None:
    value = Shared.memory("py mistaken", {"a": 1})
    calls: list[tuple[Callable[[], object], Status]] = [
        (lambda: value.get("/b"), Status.NOT_FOUND),
        (lambda: value.set("/b/c", 1), Status.NOT_FOUND),
        (lambda: value.set("a", 1), Status.INVALID_ARGUMENT),
        (lambda: value.observe(loop, "a", print), Status.INVALID_ARGUMENT),
        (lambda: Shared.file("", 1), Status.INVALID_ARGUMENT),
        (lambda: value.set("", object()), Status.JSON),  # type: ignore[arg-type]
    ]
    for call, status in calls:
        with pytest.raises(KumikiError) as refused:
            call()
        assert refused.value.status == status
    value.close()
    value.close()
    with pytest.raises(KumikiError) as refused:
        value.get()
    assert refused.value.status == Status.CLOSED


def test_K87_a_state_and_a_shared_value_follow_each_other(loop: Loop) -> None:
    @kumiki.reducer
    def larger(state: State, action: Action, env: Env) -> None:
        if action.is_case("larger"):
            state["/size"] += 1

    feature = kumiki.combine(kumiki.binding_fields({"/size": "integer"}), larger)
    size = Shared.memory("py mirrored", 5)
    with Store(loop, feature, {"size": 1}) as store:
        refused: list[KumikiError] = []
        issues: list[str] = []
        loop.on_issue(lambda issue: issues.append(issue.code))
        mirror = size.mirror(store, "/size", refused.append)
        assert store["/size"] == 5
        store.send("larger")
        assert size.get() == 6
        size.set("", "wide")
        loop.dispatch()
        assert len(refused) == 1 and store["/size"] == 6
        assert issues == ["binding-failed"]
        size.set("", 8)
        loop.dispatch()
        mirror.close()
        store.send("larger")
        assert store["/size"] == 9 and size.get() == 8
        with pytest.raises(KumikiError, match="did not take"):
            Shared.memory("py refused", "wide").mirror(store, "/size")
