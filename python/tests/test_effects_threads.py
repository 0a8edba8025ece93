"""Effects on threads: blocking functions, executors, asyncio.to_thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from effect_features import feature, opened
from kumiki import Effect, KumikiError, Loop, Sender
from kumiki._work import wait_for_blocking
from kumiki.testing import TestStore


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
    assert "create_connection is not available" in store["/log"][0]
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
