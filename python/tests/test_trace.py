"""Traces, recorders and replays."""

from __future__ import annotations

import contextlib
import gc
from pathlib import Path
from typing import Any

import kumiki
import pytest
from features import count, counter
from kumiki import (
    Action,
    Effect,
    Env,
    KumikiError,
    Loop,
    Recorder,
    Replay,
    Snapshot,
    State,
    Status,
    Store,
)
from kumiki._calls import kept_count
from kumiki.testing import assert_replays


def recorded(loop: Loop, path: Path, **options: Any) -> Store:
    store = Store(loop, counter(), {"count": 0, "secret": {"word": "x"}})
    with Recorder(store, path, **options) as recorder:
        store.send("increment")
        store.send({"add": 5})
        store.send({"later": {"time": 1, "action": "increment"}})
        loop.advance(1)
        recorder.flush()
    return store


def test_a_recorder_that_is_not_kept_goes_on_to_the_end_of_its_store(
    loop: Loop, tmp_path: Path
) -> None:
    path = tmp_path / "session.log"
    with Store(loop, counter(), {"count": 0}) as store:
        Recorder(store, path)
        gc.collect()
        store.send("increment")
        store.send("increment")
    with Replay(path, counter()) as replay:
        replay.run()
        assert (replay.step, replay.store["/count"]) == (2, 2)
    # The file is unlocked, and a recorder that has ended with its store may still be closed.
    with Store(loop, counter(), {"count": 0}) as store:
        recorder = Recorder(store, path)
        Recorder(store, tmp_path / "other.log").close()
    assert recorder.closed
    recorder.close()


def test_every_step_is_told(loop: Loop) -> None:
    told: list[dict[str, Any]] = []
    store = Store(loop, counter(), {"count": 0})
    tracing = store.trace(told.append)
    store.send({"add": 2})
    tracing.close()
    store.send("increment")
    with store.trace(told.append, inverse=False):
        store.send("increment")
    assert [(step["action"], step["origin"]) for step in told] == [
        ({"add": 2}, "program"),
        ("increment", "program"),
    ]
    assert told[0]["step"] == 1
    assert told[0]["patch"] == [{"op": "replace", "path": "/count", "value": 2}]
    assert told[0]["inverse"] == [{"op": "replace", "path": "/count", "value": 0}]
    assert "inverse" not in told[1]


def test_Z123_actions_before_their_reducers_and_durations(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 0})
    told: list[Any] = []
    with store.trace(lambda step: told.append(step["duration"] >= 0), durations=True, begins=told.append):
        store.send({"add": 2})
    assert told == [{"add": 2}, True]


def test_a_log_is_run_again(loop: Loop, tmp_path: Path) -> None:
    path = tmp_path / "session.log"
    store = recorded(loop, path)
    with Replay(path, counter()) as replay:
        told: list[int] = []
        replay.store.observe("/count", told.append)
        replay.run()
        assert (replay.step, replay.divergence) == (4, None)
        assert replay.store.state == store.state == {"count": 7, "secret": {"word": "x"}}
        assert replay.store.effect_count == 0
        replay.run(1)
        assert (replay.step, replay.store["/count"]) == (1, 1)
        assert told[-1] == 1
        with pytest.raises(KumikiError) as refused:
            replay.store.send("increment")
        assert refused.value.status == Status.BUSY
        moment: Snapshot = replay.snapshot()
    store.restore(moment)
    store.send("increment")
    assert store["/count"] == 2


def test_Z92_a_replay_begins_at_the_checkpoint_before_a_step(loop: Loop, tmp_path: Path) -> None:
    path = tmp_path / "session.log"
    store = recorded(loop, path)
    with Recorder(store, path):
        store.send("increment")
    with Replay(path, counter(), at=5) as replay:
        assert (replay.step, replay.store["/count"]) == (4, 7)
        replay.run()
        assert (replay.step, replay.store["/count"]) == (5, 8)
        replay.run(1)
        assert replay.store["/count"] == 1
    with pytest.raises(KumikiError) as refused:
        Replay(path, counter(), at=-1)
    assert refused.value.status == Status.INVALID_ARGUMENT


def test_what_comes_out_otherwise_is_told(loop: Loop, tmp_path: Path) -> None:
    def doubled(state: Any, action: Any, env: Any) -> Effect | None:
        if action.is_case("add"):
            state["/count"] += 5
        return count(state, action, env)

    path = tmp_path / "session.log"
    recorded(loop, path)
    with Replay(path, kumiki.reducer(doubled)) as replay:
        with pytest.raises(KumikiError, match="Replay.divergence says how") as refused:
            replay.run()
        assert (refused.value.status, replay.step) == (Status.DECODE, 2)
        assert replay.divergence["action"] == {"add": 5}
        assert replay.divergence["difference"] == [{"op": "replace", "path": "/count", "value": 11}]


def test_the_options_of_a_recorder(loop: Loop, tmp_path: Path) -> None:
    path = tmp_path / "session.log"
    recorded(loop, path, flush="sync", checkpoint_bytes=1, rotate_bytes=1, secret_paths=["/secret"])
    assert (tmp_path / "session.log.1").exists()
    assert '"word":"x"' not in path.read_text().replace(" ", "")


def test_what_is_wrong_is_refused(loop: Loop, tmp_path: Path) -> None:
    store = Store(loop, counter(), {"count": 0})
    wrong: list[Any] = [
        lambda: Recorder(store, tmp_path),
        lambda: Recorder(store, tmp_path / "none" / "session.log"),
        lambda: Recorder(store, tmp_path / "session.log", flush="often"),
        lambda: Recorder(store, tmp_path / "session.log", secret_paths="/secret"),
        lambda: Replay(tmp_path / "none", counter()),
    ]
    for call in wrong:
        with pytest.raises(KumikiError) as refused:
            call()
        assert refused.value.status == Status.INVALID_ARGUMENT
    (tmp_path / "other").write_text("{}\n")
    with pytest.raises(KumikiError) as unread:
        Replay(tmp_path / "other", counter())
    assert unread.value.status == Status.DECODE
    recorded(loop, tmp_path / "session.log")
    with Replay(tmp_path / "session.log", counter()) as replay:
        for step, status in [(-1, Status.INVALID_ARGUMENT), (99, Status.NOT_FOUND)]:
            with pytest.raises(KumikiError) as refused:
                replay.run(step)
            assert refused.value.status == status


def test_a_log_is_a_test(loop: Loop, tmp_path: Path) -> None:
    path = tmp_path / "issue.log"
    recorded(loop, path)
    assert_replays(path, counter())
    with pytest.raises(AssertionError) as failed:
        assert_replays(path, kumiki.Reducer(lambda state, action, env: None))
    assert str(failed.value).startswith(
        'step 1 came out differently\n  action: "increment"\n  expected: [{"op": "replace"'
    )
    path.write_text("no log")
    with pytest.raises(KumikiError):
        assert_replays(path, counter())


def old_log(loop: Loop, path: Path) -> Path:
    """A log of version 1, whose state is {"n", "open"}, and whose actions are "more", "toggle" and {"add": N}."""

    def reduce(state: State, action: Action, env: Env) -> None:
        if action.value == "toggle":
            state["/open"] = not state["/open"]
        else:
            state["/n"] += 1 if action.value == "more" else action.value["add"]

    with Store(loop, kumiki.reducer(reduce), {"n": 0, "open": False}) as store:
        with Recorder(store, path, version=1):
            for action in ("more", "toggle", {"add": 4}):
                store.send(action)
    return path


def renamed(state: Any) -> Any:
    return {"count": state["n"]}


def respelled(action: Any) -> Any:
    return {"more": "increment", "toggle": None}.get(action) if isinstance(action, str) else action


def test_Z220_an_old_log_is_replayed_by_a_new_program(loop: Loop, tmp_path: Path) -> None:
    path = old_log(loop, tmp_path / "old.log")
    given: dict[str, Any] = {"version": 2, "migrations": {1: renamed}, "action_migrations": {1: respelled}}
    with Replay(path, counter(), **given) as replay:
        replay.run()
        assert (replay.step, replay.store.state) == (3, {"count": 5})
        replay.run(1)
        assert replay.store.state == {"count": 1}
    with Replay(path, counter(), at=2, **given) as replay:
        replay.run()
    assert_replays(path, counter(), **given)
    with pytest.raises(AssertionError) as failed:
        assert_replays(path, kumiki.reducer(lambda state, action, env: None), **given)
    assert 'action: "more"' in str(failed.value)
    assert 'migrated: "increment"' in str(failed.value)


def test_Z222_an_action_that_is_left_out_must_not_have_changed_the_state(loop: Loop, tmp_path: Path) -> None:
    path = old_log(loop, tmp_path / "old.log")
    with Replay(path, counter(), version=2, migrations={1: renamed}, action_migrations={1: lambda _: None}) as replay:
        with pytest.raises(KumikiError, match="step 1 came out differently"):
            replay.run()
        assert replay.divergence["migrated"] is None


def test_Z223_wrong_migrations_of_a_log(loop: Loop, tmp_path: Path) -> None:
    path, before = old_log(loop, tmp_path / "old.log"), kept_count()
    with pytest.raises(KumikiError, match="need the program's version"):
        Replay(path, counter(), action_migrations={1: respelled})
    with pytest.raises(KumikiError, match="there is no migration from 1"):
        Replay(path, counter(), version=2)
    with pytest.raises(KumikiError, match="found version 1, expected at most 0"):
        Replay(path, counter(), version=0)
    with Replay(path, counter(), version=2, migrations={1: renamed}, action_migrations={1: lambda _: 7}) as replay:
        with pytest.raises(KumikiError, match="step 1, its action: the migration from version 1 returned 7"):
            replay.run()
        assert replay.step == 0

    def refuse(value: Any) -> Any:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Replay(path, counter(), version=2, migrations={1: refuse})
    with Replay(path, counter(), version=2, migrations={1: renamed}, action_migrations={1: refuse}) as replay:
        with pytest.raises(ValueError, match="no"):
            replay.run()
    assert kept_count() == before


def test_a_path_with_a_nul_is_no_log(loop: Loop, tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    with Store(loop, counter(), {"count": 0}) as store:
        with Recorder(store, path):
            store.send("increment")
        before = path.read_bytes()
        with pytest.raises(KumikiError, match="INVALID_ARGUMENT.*NUL"):
            Recorder(store, f"{path}\0.log")
        with pytest.raises(KumikiError, match="INVALID_ARGUMENT.*NUL"):
            Replay(f"{path}\0.log", counter())
    assert path.read_bytes() == before


def test_a_replay_goes_on_where_a_reducer_raises(
    loop: Loop, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def reduce(state: State, action: Action, env: Env) -> None:
        state["/n"] += 1
        if action.value == "bad":
            raise ValueError("no good action")

    path, feature = tmp_path / "a.log", kumiki.reducer(reduce)
    with Store(loop, feature, {"n": 0}) as store, Recorder(store, path):
        for action in ("good", "bad", "good"):
            with contextlib.suppress(ValueError):
                store.send(action)
    with Replay(path, feature) as replay:
        replay.run(2)
        assert (replay.step, replay.store.state) == (2, {"n": 2})
        replay.run()
        assert (replay.step, replay.store.state) == (3, {"n": 3})
    assert "a reducer raised in a replay" in caplog.text
    assert "no good action" in caplog.text
    assert_replays(path, feature)
    caplog.clear()  # records of exceptions hold their frames
    with pytest.raises(AssertionError, match="step 1 came out differently"):
        assert_replays(path, kumiki.reducer(lambda state, action, env: None))


def test_what_an_observer_of_a_replay_raises_is_raised(loop: Loop, tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    recorded(loop, path).close()

    def observe(value: int) -> None:
        if value:
            raise LookupError("of the observer")

    with Replay(path, counter()) as replay:
        replay.store.observe("/count", observe)
        with pytest.raises((LookupError, ExceptionGroup)):
            replay.run()


def test_issues_of_a_replay_are_told_as_on_any_loop(
    loop: Loop, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    def reduce(state: State, action: Action, env: Env) -> None:
        env.service("db")

    path, feature = tmp_path / "a.log", kumiki.reducer(reduce)
    with Store(loop, feature.service("db", "x"), {}) as store, Recorder(store, path):
        store.send("read")
    with Replay(path, feature) as replay, contextlib.suppress(KumikiError):
        replay.run()
    assert [each.message.split(":")[0] for each in caplog.records] == ["missing-dependency"]
    told: list[kumiki.Issue] = []
    with Replay(path, feature) as replay, contextlib.suppress(KumikiError):
        replay.store.loop.on_issue(told.append)
        replay.run()
    assert [issue.code for issue in told] == ["missing-dependency"]
    assert capfd.readouterr().err == ""


def test_Z151_each_trace_and_each_log_counts_from_1(loop: Loop, tmp_path: Path) -> None:
    store = Store(loop, counter(), {"count": 0})
    for index in range(2):
        path = tmp_path / f"{index}.log"
        with Recorder(store, path):
            steps: list[dict[str, Any]] = []
            told = store.trace(steps.append)
            store.send("increment")
            store.send("increment")
            told.close()
            store.send("increment")
        assert [step["step"] for step in steps] == [1, 2]
        with Replay(path, counter()) as replay:
            replay.run()
            assert (replay.step, replay.store["/count"]) == (3, 3 * index + 3)


def test_Z154_a_recorder_refuses_an_empty_path_and_a_log_of_a_newer_form(
    loop: Loop, tmp_path: Path
) -> None:
    store = Store(loop, counter(), {"count": 0})
    with pytest.raises(KumikiError, match="path is empty"):
        Recorder(store, "")
    path, text = tmp_path / "newer.log", '{"kumiki":"log","form":2}\n{"checkpoint":{}}\n'
    path.write_text(text)
    with pytest.raises(KumikiError, match="found the form 2, expected 1") as caught:
        Recorder(store, path)
    assert caught.value.status == Status.DECODE
    assert path.read_text() == text
