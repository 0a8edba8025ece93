"""Effects of Python: coroutines, generators, functions that wait, and what goes wrong in them."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import gc
import os
import threading
import weakref
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import kumiki
import pytest
from kumiki import Action, Effect, Env, KumikiError, Loop, Sender, State, Store
from kumiki._work import wait_for_blocking
from kumiki.testing import TestStore


def feature(effects: dict[str, Effect]) -> kumiki.Reducer:
    """Returns the effect that an action names, and keeps every other action in a list."""

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if isinstance(action.value, str) and action.value in effects:
            return effects[action.value]
        state.insert("/log/-", action.value)
        return None

    return kumiki.reducer(reduce)


def opened(loop: Loop, **effects: Effect) -> Store:
    return Store(loop, feature(effects), {"log": []})


def test_a_coroutine_sleeps_on_the_loops_clock(loop: Loop) -> None:
    async def work(send: Sender, name: str, *, times: int) -> None:
        for number in range(times):
            await asyncio.sleep(0.3)
            send({name: number})

    store = opened(loop, go=Effect.run(work, "tick", times=3))
    store.send("go")
    loop.advance(0.3)
    assert store["/log"] == [{"tick": 0}]
    assert store.effect_count == 1
    loop.advance(timedelta(milliseconds=600))
    assert store["/log"] == [{"tick": 0}, {"tick": 1}, {"tick": 2}]
    assert store.effect_count == 0


def test_a_coroutine_sleeps_in_real_time_without_an_event_loop() -> None:
    async def work(send: Sender) -> None:
        await asyncio.sleep(0.002)
        send("woken")

    with Loop() as loop:
        store = opened(loop, go=Effect.run(work))
        task = store.send_task("go")
        task.finish()
        assert store["/log"] == ["woken"]


def test_a_virtual_loop_keeps_its_clock_inside_an_event_loop(loop: Loop) -> None:
    async def work(send: Sender) -> None:
        await asyncio.sleep(1000)
        send(type(asyncio.get_running_loop()).__name__)

    async def main() -> None:
        store = opened(loop, go=Effect.run(work))
        store.send("go")
        loop.advance(1000)
        assert store["/log"] == ["ClockLoop"]
        assert type(asyncio.get_running_loop()).__name__ != "ClockLoop"

    asyncio.run(main())


def test_a_coroutine_is_cancelled_with_its_effect(loop: Loop) -> None:
    log: list[str] = []

    async def work(send: Sender) -> None:
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            log.append("cancelled")
            with pytest.raises(KumikiError, match="CLOSED"):
                send("too late")
            raise

    store = opened(loop, go=Effect.run(work).cancellable("it"), stop=Effect.cancel("it"))
    store.send("go")
    loop.advance(1)
    store.send("stop")
    loop.advance(0)
    assert log == ["cancelled"]
    assert store.effect_count == 0


def test_a_coroutine_that_never_began_leaves_nothing(loop: Loop) -> None:
    async def work(send: Sender) -> None:
        raise AssertionError("it began")

    store = opened(loop, go=Effect.run(work).cancellable("it"), stop=Effect.cancel("it"))
    store.send("go")
    store.send("stop")
    loop.advance(1)
    assert store["/log"] == []


def test_timeouts_and_gathering_go_by_the_loops_clock(loop: Loop) -> None:
    async def part(send: Sender, time: float) -> None:
        await asyncio.sleep(time)
        send({"part": time})

    async def work(send: Sender) -> None:
        try:
            async with asyncio.timeout(2):
                await asyncio.gather(part(send, 1), part(send, 3))
        except TimeoutError:
            send("timeout")

    store = opened(loop, go=Effect.run(work))
    store.send("go")
    loop.advance(5)
    assert store["/log"] == [{"part": 1}, "timeout"]


def test_a_generator_sends_what_it_yields(loop: Loop) -> None:
    log: list[str] = []

    async def ticks(count: int) -> AsyncGenerator[Any, None]:
        try:
            for number in range(count):
                await asyncio.sleep(1)
                yield {"tick": number}
        finally:
            log.append("closed")

    store = opened(loop, go=Effect.stream(ticks, 100).cancellable("it"), stop=Effect.cancel("it"))
    store.send("go")
    loop.advance(2)
    store.send("stop")
    loop.advance(5)
    assert store["/log"] == [{"tick": 0}, {"tick": 1}]
    assert log == ["closed"]


async def failing(send: Sender) -> None:
    raise ConnectionError("no net")


def failing_blocking(send: Sender) -> None:
    raise ConnectionError("no net")


def failing_start(send: Sender) -> None:
    raise ConnectionError("no net")


@pytest.mark.parametrize(
    "effect", [Effect.run(failing), Effect.blocking(failing_blocking), Effect.start(failing_start)]
)
def test_catch_is_told_of_the_exception(loop: Loop, effect: Effect) -> None:
    caught: list[BaseException] = []

    def catch(error: BaseException) -> Any:
        caught.append(error)
        return {"failed": str(error)}

    store = opened(loop, go=effect.catch(catch), quiet=effect.catch(lambda error: None))
    store.send("go")
    store.send("quiet")
    loop.run_until_idle()
    assert store["/log"] == [{"failed": "no net"}]
    assert type(caught[0]) is ConnectionError
    assert caught[0].__traceback__ is not None


async def waiting_for_what_is_cancelled(send: Sender) -> None:
    part = asyncio.ensure_future(asyncio.sleep(10))
    asyncio.get_running_loop().call_later(1, part.cancel)
    await part


def test_a_cancellation_that_is_not_the_effects_own_is_a_failure(loop: Loop) -> None:
    issues: list[kumiki.Issue] = []
    loop.on_issue(issues.append)
    work = Effect.run(waiting_for_what_is_cancelled)
    caught = work.catch(lambda error: {"failed": type(error).__name__})
    store = opened(loop, go=caught, uncaught=work)
    store.send("go")
    loop.advance(1)
    assert store["/log"] == [{"failed": "CancelledError"}]
    store.send("uncaught")
    loop.advance(1)
    assert [type(issue.exception) for issue in issues] == [asyncio.CancelledError]
    assert store.effect_count == 0


class Mute(Exception):
    """An exception that has no text."""

    def __str__(self) -> str:
        raise LookupError("no text")


NO_UTF_8 = FileNotFoundError("no file " + os.fsdecode(b"\xff.txt"))


@pytest.mark.parametrize("error", [NO_UTF_8, ValueError("a\0b"), Mute()])
@pytest.mark.parametrize("kind", ["run", "blocking", "start"])
@pytest.mark.parametrize("is_caught", [True, False])
def test_an_exception_whose_text_is_no_json_is_told(
    error: Exception, kind: str, is_caught: bool
) -> None:
    def fail(send: Sender) -> None:
        raise error

    async def fail_later(send: Sender) -> None:
        raise error

    effects = {"run": Effect.run(fail_later), "blocking": Effect.blocking(fail)}
    effect = effects.get(kind, Effect.start(fail))
    told: list[BaseException | None] = []
    with Loop(virtual=True) as loop:
        loop.on_issue(lambda issue: told.append(issue.exception))
        store = opened(loop, go=effect.catch(told.append) if is_caught else effect)
        store.send("go")
        loop.run_until_idle()
        assert store.effect_count == 0
    assert told == [error]


def test_each_of_many_effects_that_fail_at_one_turn_is_told_with_its_exception() -> None:
    count = 300
    caught: list[Any] = []

    senders: list[Sender] = []
    effects = [Effect.start(senders.append).catch(caught.append) for _ in range(count)]
    with Loop(virtual=True) as loop:
        store = opened(loop, go=Effect.merge(*effects))
        store.send("go")
        loop.dispatch()

        def fail() -> None:
            for number, send in enumerate(senders):
                send.fail(LookupError(number))

        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        senders.clear()
        loop.run_until_idle()
    assert [type(error) for error in caught] == [LookupError] * count
    assert sorted(error.args[0] for error in caught) == list(range(count))


def test_a_failure_that_nobody_catches_is_an_issue_with_its_exception() -> None:
    issues: list[kumiki.Issue] = []
    with Loop(virtual=True) as loop:
        loop.on_issue(issues.append)
        opened(loop, go=Effect.run(failing)).send("go")
        loop.run_until_idle()
    assert [issue.code for issue in issues] == ["effect-threw"]
    assert isinstance(issues[0].exception, ConnectionError)


def test_what_a_catch_raises_comes_out_of_the_dispatch(loop: Loop) -> None:
    def catch(error: BaseException) -> Any:
        raise ZeroDivisionError

    opened(loop, go=Effect.run(failing).catch(catch)).send("go")
    with pytest.raises(ZeroDivisionError):
        loop.run_until_idle()


async def sends_coroutine(send: Sender) -> None:
    sends(send)


async def sends_generator() -> AsyncGenerator[Any, None]:
    yield "bug"
    yield "after"


def sends(send: Sender) -> None:
    send("bug")
    send("after")


SENDING = [
    Effect.run(sends_coroutine),
    Effect.stream(sends_generator),
    Effect.start(sends),
    Effect.blocking(sends),
]


def buggy(effect: Effect) -> kumiki.Reducer:
    """Has a mistake at the action "bug", which its effect sends."""

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if action == "go":
            return effect.catch(lambda error: {"failed": repr(error)})
        if action == "bug":
            raise LookupError("bug")
        state.insert("/log/-", action.value)
        return None

    return kumiki.reducer(reduce)


@pytest.mark.parametrize("effect", SENDING)
def test_what_a_reducer_raises_is_no_failure_of_the_effect_that_sent(
    loop: Loop, effect: Effect
) -> None:
    store = Store(loop, buggy(effect), {"log": []})
    store.send("go")
    with pytest.raises(LookupError, match="bug"):
        loop.run_until_idle()
    loop.run_until_idle()
    assert store["/log"] == ["after"]
    assert store.effect_count == 0


@pytest.mark.parametrize("effect", SENDING)
def test_a_bug_in_a_reducer_fails_the_test_of_its_feature(effect: Effect) -> None:
    with TestStore(buggy(effect), {"log": []}) as test:
        test.set_timeout(3600)
        with pytest.raises(LookupError, match="bug"):
            test.send("go")
            test.receive("bug")
        # Only a blocking effect sends after the call that began it; the others' bug came in that.
        test.set_exhaustive(False)
        test.receive("after", {"log": ["after"]})


def test_what_an_observer_raises_is_no_failure_of_the_effect(loop: Loop) -> None:
    def observe(log: list[Any]) -> None:
        if log:
            raise ValueError("observer")

    store = opened(loop, go=Effect.run(sends_coroutine).catch(lambda error: "failed"))
    store.observe("/log", observe)
    store.send("go")
    with pytest.raises(ExceptionGroup) as raised:
        loop.run_until_idle()
    assert [str(error) for error in raised.value.exceptions] == ["observer", "observer"]
    assert store["/log"] == ["bug", "after"]


def test_a_send_outside_of_every_call_raises_itself(loop: Loop) -> None:
    senders: list[Sender] = []
    store = Store(loop, buggy(Effect.start(senders.append)), {"log": []})
    store.send("go")
    loop.dispatch()
    with pytest.raises(LookupError, match="bug"):
        senders[0]("bug")
    senders.pop()("after")
    assert store["/log"] == ["after"]


def test_an_effect_sees_the_context_variables_of_the_send(loop: Loop) -> None:
    request: contextvars.ContextVar[str] = contextvars.ContextVar("request", default="none")
    seen: list[str] = []

    async def coroutine(send: Sender, name: str) -> None:
        await asyncio.sleep(1)
        seen.append(f"{name} {request.get()}")
        request.set("changed by an effect")
        if name == "run":
            send("again")

    def function(send: Sender) -> None:
        seen.append(f"function {request.get()}")

    store = opened(
        loop,
        go=Effect.merge(
            Effect.run(coroutine, "run"), Effect.start(function), Effect.blocking(function)
        ),
        again=Effect.run(coroutine, "inner"),
    )
    context = contextvars.copy_context()
    context.run(request.set, "42")
    context.run(store.send, "go")
    loop.run_until_idle()
    loop.advance(5)
    assert sorted(seen) == [
        "function 42",
        "function 42",
        "inner changed by an effect",
        "run 42",
    ]
    assert request.get() == "none"


async def cleaning_up(send: Sender) -> None:
    try:
        await asyncio.sleep(10)
    finally:
        raise RuntimeError("rollback failed")


async def sending_at_the_end(send: Sender) -> None:
    try:
        await asyncio.sleep(10)
    finally:
        send("too late")


def test_what_a_cancelled_coroutine_raises_is_told(loop: Loop) -> None:
    store = opened(
        loop, go=Effect.run(cleaning_up).cancellable("it"), stop=Effect.cancel("it")
    )
    store.send("go")
    loop.run_until_idle()
    store.send("stop")
    with pytest.raises(RuntimeError, match="rollback failed"):
        loop.run_until_idle()


def test_what_a_coroutine_raises_at_the_end_of_its_loop_is_told() -> None:
    with pytest.raises(RuntimeError, match="rollback failed"), Loop(virtual=True) as loop:
        opened(loop, go=Effect.run(cleaning_up)).send("go")
        loop.run_until_idle()


def test_a_send_that_comes_too_late_is_no_mistake_of_a_cancelled_coroutine(loop: Loop) -> None:
    work = Effect.run(sending_at_the_end).cancellable("it")
    store = opened(loop, go=work, stop=Effect.cancel("it"))
    store.send("go")
    loop.run_until_idle()
    store.send("stop")
    loop.run_until_idle()
    assert store["/log"] == []


def test_a_blocking_function_that_fails_after_its_end_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def work(send: Sender) -> None:
        begun.set()
        may_end.wait()
        raise RuntimeError("rollback failed")

    with Loop() as loop:
        opened(loop, go=Effect.blocking(work)).send("go")
        while not begun.wait(0.001):
            loop.dispatch()
    may_end.set()
    wait_for_blocking()
    assert "after its effect was cancelled" in caplog.text
    assert "rollback failed" in caplog.text


def test_threads_of_asyncio_are_there_on_the_clock(loop: Loop) -> None:
    names: list[str] = []

    def work(word: str) -> str:
        names.append(threading.current_thread().name)
        if word == "fail":
            raise ConnectionError("no net")
        return word.upper()

    async def coroutine(send: Sender) -> None:
        send(await asyncio.to_thread(work, "read"))
        await asyncio.sleep(1)
        with ThreadPoolExecutor(1, "ours") as pool:
            send(await asyncio.get_running_loop().run_in_executor(pool, work, "pooled"))
        await asyncio.to_thread(work, "fail")

    store = opened(loop, go=Effect.run(coroutine).catch(lambda error: repr(error)))
    store.send("go")
    loop.run_until_idle()
    assert store["/log"] == ["READ"]
    loop.advance(1)
    loop.run_until_idle()
    assert store["/log"] == ["READ", "POOLED", "ConnectionError('no net')"]
    assert threading.current_thread().name not in names
    assert names[1].startswith("ours")


def test_a_test_store_waits_for_a_thread_of_asyncio() -> None:
    async def coroutine(send: Sender) -> None:
        send({"sum": await asyncio.to_thread(sum, [1, 2])})

    with TestStore(feature({"go": Effect.run(coroutine)}), {"log": []}) as test:
        test.set_timeout(3600)
        test.send("go")
        test.receive({"sum": 3}, {"log": [{"sum": 3}]})


def test_what_the_clock_has_not_says_what_to_do(loop: Loop) -> None:
    async def coroutine(send: Sender) -> None:
        await asyncio.open_connection("localhost", 1)

    store = opened(loop, go=Effect.run(coroutine).catch(lambda error: str(error)))
    store.send("go")
    loop.run_until_idle()
    assert "create_connection of asyncio is not there" in store["/log"][0]
    assert "Reducer.service" in store["/log"][0]


def test_a_blocking_function_sends_from_its_thread(loop: Loop) -> None:
    names: list[int] = []

    def work(send: Sender, word: str) -> None:
        names.append(threading.get_ident())
        assert not send.cancelled
        send({"read": word})

    store = opened(loop, go=Effect.blocking(work, "book"))
    store.send("go")
    loop.run_until_idle()
    assert store["/log"] == [{"read": "book"}]
    assert names != [threading.get_ident()]


def test_blocking_functions_run_on_an_executor() -> None:
    names: list[str] = []

    def work(send: Sender) -> None:
        names.append(threading.current_thread().name)
        send("done")

    with ThreadPoolExecutor(1, "ours") as pool, Loop(executor=pool) as loop:
        store = opened(loop, go=Effect.blocking(work).serial("it"))
        store.send("go")
        store.send("go")
        loop.run_until_idle()
        assert store["/log"] == ["done", "done"]
    assert all(name.startswith("ours") for name in names)


def test_an_executor_that_was_shut_down_fails_the_effect() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def work(send: Sender) -> None:
        begun.set()
        may_end.wait()

    pool = ThreadPoolExecutor(1)
    with Loop(executor=pool) as loop:
        store = opened(loop, go=Effect.blocking(work).catch(lambda error: "failed"))
        store.send("go")
        store.send("go")
        loop.dispatch()
        begun.wait()
        pool.shutdown(wait=False, cancel_futures=True)
        store.send("go")
        may_end.set()
        loop.run_until_idle()
        assert store["/log"] == ["failed", "failed"]
    pool.shutdown()


def broken_pool() -> Executor:
    def initialize() -> None:
        raise LookupError("the pool's initializer")

    return ThreadPoolExecutor(1, initializer=initialize)


@pytest.mark.parametrize(
    ("make", "reason"),
    [(broken_pool, "the pool's initializer"), (lambda: ProcessPoolExecutor(1), "pickle")],
)
def test_an_executor_that_does_not_run_the_work_fails_the_effect(
    make: Callable[[], Executor], reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    work = Effect.blocking(lambda send: None).catch(lambda error: "failed")
    with make() as pool, Loop(executor=pool) as loop:
        store = opened(loop, go=work)
        store.send("go")
        loop.dispatch()
        while store.effect_count:
            loop.dispatch(0.01)
        assert store["/log"] == ["failed"]
    assert "an executor did not run a blocking effect" in caplog.text
    assert reason in caplog.text


def test_the_end_of_a_program_saves_the_last_edit(loop: Loop) -> None:
    def save(send: Sender) -> None:
        send("saved")

    work = Effect.blocking(save).serial("save", latest=True).debounce("save", 5)
    store = opened(loop, edit=work)
    store.send("edit")
    loop.finish()
    assert store["/log"] == ["saved"]
    assert loop.is_idle


def test_the_end_of_a_program_may_drop_what_waits(loop: Loop) -> None:
    store = opened(loop, edit=Effect.send("saved").debounce("save", 5))
    store.send("edit")
    loop.finish(drop_delayed=True)
    assert store["/log"] == []
    assert loop.is_idle


def test_the_end_of_a_program_may_cancel_work() -> None:
    def work(send: Sender) -> None:
        while not send.cancelled:
            os.sched_yield()

    with Loop() as loop:
        store = opened(loop, go=Effect.blocking(work))
        store.send("go")
        loop.dispatch()
        loop.finish(cancel_work=True)
        assert store.effect_count == 0


def test_the_end_of_a_program_waits_for_the_coroutines_that_it_begins() -> None:
    """In real time, and for longer than a wait may last without a look at signals."""
    log: list[str] = []

    async def save(send: Sender) -> None:
        async with asyncio.timeout(3600):
            await asyncio.to_thread(log.append, "thread")
            await asyncio.sleep(0.12)
        send("saved")

    with Loop() as loop:
        store = opened(loop, edit=Effect.run(save).debounce("save", 60))
        store.send("edit")
        loop.finish()
        assert log == ["thread"] and store["/log"] == ["saved"]


def test_the_end_of_a_program_waits_for_started_effects_that_it_begins() -> None:
    def save(send: Sender) -> None:
        def end() -> None:
            send("saved")
            send.finish()

        threading.Timer(0.12, end).start()

    with Loop() as loop:
        store = opened(loop, edit=Effect.start(save).debounce("save", 60))
        store.send("edit")
        loop.finish()
        assert store["/log"] == ["saved"]
        assert store.effect_count == 0


@pytest.mark.parametrize("drop_delayed", [True, False])
def test_the_end_of_a_program_leaves_what_coroutines_sleep(drop_delayed: bool) -> None:
    polls: list[str] = []

    async def poll(send: Sender) -> None:
        while True:
            polls.append("poll")
            await asyncio.sleep(3600)

    with Loop() as loop:
        store = opened(loop, go=Effect.run(poll))
        store.send("go")
        loop.dispatch()
        loop.dispatch()
        loop.finish(drop_delayed=drop_delayed)
        assert polls == ["poll"] and store.effect_count == 1
        with pytest.raises(KumikiError, match="TIMEOUT"):
            loop.finish(0.001, wait_for_started=True)
        assert polls == ["poll"]


def test_the_end_of_a_program_on_a_virtual_loop_moves_no_clock(loop: Loop) -> None:
    async def save(send: Sender) -> None:
        await asyncio.sleep(1)
        send("saved")

    store = opened(loop, edit=Effect.run(save).debounce("save", 5))
    store.send("edit")
    with pytest.raises(KumikiError, match="TIMEOUT"):
        loop.finish()
    with pytest.raises(KumikiError, match="TIMEOUT"):
        loop.finish(wait_for_started=True)
    assert store["/log"] == []
    loop.advance(1)
    loop.finish(wait_for_started=True)
    assert store["/log"] == ["saved"]


def test_work_that_delays_itself_is_not_waited_for() -> None:
    with Loop() as loop:
        store = opened(loop, go=Effect.send("go again").delay(1), **{"go again": Effect.send("go")})
        store.send("go")
        with pytest.raises(KumikiError, match="TIMEOUT"):
            loop.finish()


def test_limited_effects_wait_for_their_turns(loop: Loop) -> None:
    senders: list[Sender] = []
    store = opened(
        loop, go=Effect.start(senders.append).limited("net", 1), more=Effect.limit("net", 2)
    )
    for _ in range(3):
        store.send("go")
    loop.run_until_idle()
    assert len(senders) == 1
    store.send("more")
    loop.run_until_idle()
    assert len(senders) == 2
    senders[0].finish()
    loop.run_until_idle()
    assert len(senders) == 3
    for sender in senders:
        sender.finish()


def test_of_the_latest_one_waits() -> None:
    def work(send: Sender) -> None:
        for number in range(10):
            send.latest("p", {"p": number})
        send("done")

    with Loop() as loop:
        store = opened(loop, go=Effect.blocking(work))
        mailbox = store.mailbox()
        mailbox.post_latest("q", "first")
        mailbox.post_latest("q", "second")
        store.send("go")
        loop.run_until_idle()
        log = store["/log"]
        assert log[0] == "second" and log[-2:] == [{"p": 9}, "done"]
        with pytest.raises(KumikiError):
            mailbox.post_latest("a\0b", "third")


def test_a_turn_has_a_budget_and_a_loop_its_workers(loop: Loop) -> None:
    store = opened(loop)
    loop.set_workers(2)
    loop.set_turn_budget(jobs=2, time=1)
    mailbox = store.mailbox()
    for number in range(3):
        mailbox.post({"p": number})
    assert [loop.dispatch(), loop.dispatch()] == [2, 1]
    loop.set_turn_budget()


def test_a_blocking_function_sees_that_it_was_cancelled() -> None:
    begun, may_end, seen = threading.Event(), threading.Event(), list[bool]()
    senders: list[Sender] = []

    def work(send: Sender) -> None:
        begun.set()
        may_end.wait()
        seen.append(send.cancelled)
        senders.append(send)

    with Loop() as loop:
        opened(loop, go=Effect.blocking(work)).send("go")
        while not begun.wait(0.001):
            loop.dispatch()
    may_end.set()
    wait_for_blocking()
    assert seen == [True]
    with pytest.raises(KumikiError, match="CLOSED: the effect has ended"):
        senders[0]("too late")


def test_a_started_effect_goes_on_until_it_is_finished(loop: Loop) -> None:
    senders: list[Sender] = []
    store = opened(loop, go=Effect.start(senders.append))
    store.send("go")
    loop.dispatch()
    send = senders.pop()
    send("one")
    thread = threading.Thread(target=lambda: send("from a thread"))
    thread.start()
    thread.join()
    loop.run_until_idle()
    assert store["/log"] == ["one", "from a thread"]
    assert store.effect_count == 1
    send.finish()
    send.finish()
    loop.run_until_idle()
    assert store.effect_count == 0
    assert send.cancelled
    with pytest.raises(KumikiError, match="CLOSED"):
        send("late")


def test_an_effect_whose_sender_is_dropped_has_finished(loop: Loop) -> None:
    store = opened(loop, go=Effect.start(lambda send: None))
    store.send("go")
    loop.run_until_idle()
    assert store.effect_count == 0


def test_a_started_effect_is_told_that_it_was_cancelled(loop: Loop) -> None:
    senders: list[Sender] = []
    told: list[str] = []
    effect = Effect.start(senders.append, lambda: told.append("cancelled"))
    store = opened(loop, go=effect.cancellable("it"), stop=Effect.cancel("it"))
    store.send("go")
    loop.dispatch()
    store.send("stop")
    assert told == ["cancelled"]
    assert senders.pop().cancelled


class Request:
    """Work that keeps its sender, and is asked to stop."""

    def __init__(self, raises: bool = False) -> None:
        self.raises = raises

    def start(self, send: Sender) -> None:
        self.send = send

    def stop(self) -> None:
        if self.raises:
            raise LookupError("stop")


@pytest.mark.parametrize("end", ["cancel", "raise", "store", "loop"])
def test_a_started_effect_that_was_stopped_keeps_nothing_alive(end: str) -> None:
    requests: weakref.WeakSet[Request] = weakref.WeakSet()

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if action == "stop":
            return Effect.cancel("it")
        request = Request(end == "raise")
        requests.add(request)
        return Effect.start(request.start, request.stop).cancellable("it")

    with Loop(virtual=True) as loop:
        store = Store(loop, kumiki.reducer(reduce), {})
        store.send("go")
        loop.dispatch()
        gc.collect()
        assert len(requests) == 1
        if end == "cancel":
            store.send("stop")
        elif end == "raise":
            with pytest.raises(LookupError, match="stop"):
                store.send("stop")
        elif end == "store":
            store.close()
        if end != "loop":
            loop.dispatch()
            gc.collect()
            assert len(requests) == 0
    gc.collect()
    assert len(requests) == 0


def test_debounce_and_throttle(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case {"search": text}:
                return Effect.send({"found": text}).debounce("search", 0.3)
            case {"scroll": place}:
                return Effect.send({"at": place}).throttle("scroll", 1)
        state.insert("/log/-", action.value)
        return None

    store = Store(loop, kumiki.reducer(reduce), {"log": []})
    for text in "abc":
        store.send({"search": text})
        loop.advance(0.1)
    loop.advance(0.3)
    for place in range(3):
        store.send({"scroll": place})
    loop.advance(1)
    assert store["/log"] == [{"found": "c"}, {"at": 0}, {"at": 2}]


def test_delay_and_every(loop: Loop) -> None:
    every = Effect.every(1, "tick").cancellable("it", cancel_in_flight=True)
    store = opened(loop, go=every, wait=Effect.send("late").delay(2), stop=Effect.cancel("it"))
    store.send("go")
    store.send("go")
    store.send("wait")
    loop.advance(2)
    store.send("stop")
    loop.advance(5)
    assert sorted(store["/log"]) == ["late", "tick", "tick"]


def test_the_sender_dismisses(loop: Loop) -> None:
    async def work(send: Sender) -> None:
        await asyncio.sleep(1)
        send.dismiss()

    child = feature({"go": Effect.run(work)})
    parent = kumiki.combine().presentation("/sheet", "sheet", child)
    store = Store(loop, parent, {"sheet": {"log": []}})
    store.presented("sheet", "go")
    loop.advance(1)
    assert store.state == {"sheet": None}
    loop.advance(1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Effect.after(-1, "x"),
        lambda: Effect.after(float("inf"), "x"),
        lambda: Effect.after(float("nan"), "x"),
        lambda: Effect.after(1e12, "x"),
        lambda: Effect.after(1e300, "x"),
        lambda: Effect.every(0, "x"),
        lambda: Effect.cancel("a\0b"),
        lambda: Effect.cancel("\ud800"),
        lambda: Effect.send("x").limited("a", 2**32),
        lambda: Effect.send("x").limited("a", -1),
        lambda: Effect.limit("a", 2**32),
        lambda: Effect.merge(Effect.cancel("a"), 3),  # type: ignore[arg-type]
        lambda: Effect.send({1, 2}),  # type: ignore[arg-type]
        lambda: Effect.cancel("a").catch(3),  # type: ignore[arg-type]
    ],
)
def test_mistakes_are_told_where_the_effect_is_made(make: Callable[[], Effect]) -> None:
    with pytest.raises(KumikiError):
        make()


def test_a_burst_ends_at_the_limit_of_its_loop() -> None:
    def again(state: State, action: Action, env: Env) -> Effect | None:
        state["/count"] += 1
        return Effect.send("again")

    issues: list[kumiki.Issue] = []
    with Loop(virtual=True, burst_limit=5) as loop:
        loop.on_issue(issues.append)
        with Store(loop, kumiki.reducer(again), {"count": 0}) as store:
            store.send("again")
            assert store["/count"] == 5
    assert [issue.code for issue in issues] == ["endless-burst"]


def test_a_host_limits_what_comes_in_and_how_long_a_burst_goes_on() -> None:
    asked: list[int] = []

    def is_over() -> bool:
        asked.append(1)
        return len(asked) > 1

    def again(state: State, action: Action, env: Env) -> Effect | None:
        return Effect.send("again") if action == "again" else None

    issues: list[kumiki.Issue] = []
    with Loop(virtual=True) as loop:
        loop.on_issue(issues.append)
        loop.set_limits(action_values=3, waiting_actions=1)
        store = Store(loop, kumiki.reducer(again), {"count": 0})
        with pytest.raises(KumikiError) as refused:
            store.send({"none": [1, 2]})
        assert refused.value.status == kumiki.Status.LIMIT
        loop.set_limits(action_bytes=8)
        store.send({"none": "four"})
        with pytest.raises(KumikiError, match="more than 8 bytes of texts and keys"):
            store.send({"none": "fives"})
        loop.set_limits(state_bytes=7)
        with pytest.raises(KumikiError, match="more than 7 bytes of texts and keys"):
            Store(loop, kumiki.reducer(again), {"name": "four"})
        mailbox = store.mailbox()
        mailbox.post("first")
        with pytest.raises(KumikiError) as full:
            mailbox.post("second")
        assert full.value.status == kumiki.Status.LIMIT
        loop.run_until_idle()
        loop.set_interrupt(is_over)
        store.send("again")
        assert len(asked) == 2
        loop.set_interrupt(None)
    assert [issue.code for issue in issues] == ["interrupted-burst"]


CLEANUPS = ["turn", "sleep", "timeout", "thread", "child"]


async def clean_up(log: list[str], how: str, child: asyncio.Task[None]) -> None:
    match how:
        case "turn":
            await asyncio.sleep(0)
        case "sleep":
            await asyncio.sleep(0.01)
        case "timeout":
            async with asyncio.timeout(60):
                await asyncio.sleep(0.001)
        case "thread":
            await asyncio.to_thread(log.append, "thread")
        case "child":
            await child
    log.append("cleaned")


@pytest.mark.parametrize("kind", ["real", "virtual", "test"])
@pytest.mark.parametrize("how", CLEANUPS)
def test_a_coroutine_may_wait_where_it_cleans_up(how: str, kind: str) -> None:
    log: list[str] = []

    async def work(send: Sender) -> None:
        child = asyncio.create_task(asyncio.sleep(0.01))
        try:
            log.append("begun")
            await asyncio.sleep(3600)
        finally:
            await clean_up(log, how, child)

    app = feature({"go": Effect.run(work)})
    if kind == "test":
        with TestStore(app, {"log": []}) as test:
            test.send("go")
            test.advance(0)
            test.skip_in_flight()
    else:
        with Loop(virtual=kind == "virtual") as loop:
            Store(loop, app, {"log": []}).send("go")
            while not log:
                loop.dispatch()
    assert log == ["begun", *["thread"] * (how == "thread"), "cleaned"]


def test_what_a_coroutine_has_left_at_work_is_cancelled_at_the_end() -> None:
    log: list[str] = []

    async def child() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0.001)
            log.append("child")

    async def work(send: Sender) -> None:
        children.append(asyncio.create_task(child()))

    children: list[asyncio.Task[None]] = []
    with Loop() as loop:
        store = opened(loop, go=Effect.run(work))
        store.send("go")
        while store.effect_count or not children:
            loop.dispatch()
        loop.dispatch()
    assert log == ["child"]
    children.clear()


def test_a_coroutine_that_goes_on_after_its_end_is_left(caplog: pytest.LogCaptureFixture) -> None:
    is_over: list[bool] = []

    async def work(send: Sender) -> None:
        while not is_over:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(1)

    with Loop(virtual=True) as loop:
        store = opened(loop, go=Effect.run(work))
        store.send("go")
        loop.run_until_idle()
        clock = loop._clock
        assert clock is not None
    assert "go on and on after they were cancelled" in caplog.text
    is_over.append(True)
    clock.finish()


def test_an_asynchronous_generator_that_is_left_comes_to_its_end() -> None:
    log: list[str] = []

    async def numbers(name: str) -> AsyncGenerator[int, None]:
        try:
            for number in range(10):
                yield number
        finally:
            await asyncio.sleep(0.001)
            log.append(name)

    async def work(send: Sender) -> None:
        async for number in numbers("left"):
            if number == 2:
                break
        kept.append(numbers("kept"))
        await anext(kept[0])

    kept: list[AsyncGenerator[int, None]] = []
    with Loop() as loop:
        store = opened(loop, go=Effect.run(work))
        store.send("go")
        while store.effect_count:
            loop.dispatch(0.01)
        while not log:
            gc.collect()
            loop.dispatch(0.01)
        assert log == ["left"]
    assert log == ["left", "kept"]
    kept.clear()


def test_the_clock_has_no_factory_of_tasks(loop: Loop) -> None:
    """Task groups of anyio ask for it."""

    async def work(send: Sender) -> None:
        send({"factory": asyncio.get_running_loop().get_task_factory()})

    store = opened(loop, go=Effect.run(work))
    store.send("go")
    loop.run_until_idle()
    assert store["/log"] == [{"factory": None}]
