"""Under asyncio: the loop's descriptor, coroutines as tasks, and an orderly end."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import effect_features
import kumiki
import pytest
from kumiki import Action, Effect, Env, KumikiError, Loop, Sender, State, Store


def feature(**effects: Effect) -> kumiki.Reducer:
    return effect_features.feature(effects)


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0)


def test_effects_go_on_by_the_event_loop() -> None:
    async def load(send: Sender) -> None:
        reader, writer = await asyncio.open_connection(sock=theirs)
        send({"read": (await reader.readline()).decode()})
        writer.close()
        await writer.wait_closed()

    import socket

    ours, theirs = socket.socketpair()

    async def main() -> Any:
        async with Loop() as loop:
            store = Store(
                loop,
                feature(go=Effect.merge(Effect.run(load), Effect.after(0, "timer"))),
                {"log": []},
            )
            task = store.send_task("go")
            ours.sendall(b"hello\n")
            await task.wait()
            assert task.finished
            await task.wait()
            return store["/log"]

    with ours:
        assert sorted(asyncio.run(main()), key=str) == sorted(
            ["timer", {"read": "hello\n"}], key=str
        )


def test_the_end_of_the_loop_waits_for_its_coroutines() -> None:
    log: list[str] = []

    async def work(send: Sender) -> None:
        log.append("begins")
        try:
            await asyncio.sleep(100)
        finally:
            await asyncio.sleep(0)
            log.append("has ended")

    async def main() -> None:
        async with Loop() as loop:
            Store(loop, feature(go=Effect.run(work)), {"log": []}).send("go")
            await until(lambda: log)
        assert log == ["begins", "has ended"]

    asyncio.run(main())


def test_the_end_of_asyncio_is_no_failure() -> None:
    issues: list[kumiki.Issue] = []
    loops: list[Loop] = []

    async def work(send: Sender) -> None:
        await asyncio.sleep(100)

    async def main() -> None:
        loop = Loop()
        loops.append(loop)
        loop.attach()
        loop.on_issue(issues.append)
        Store(loop, feature(go=Effect.run(work)), {"log": []}).send("go")
        await asyncio.sleep(0.001)

    asyncio.run(main())
    loops.pop().close()
    assert issues == []


def test_dismissal_cancels_the_task() -> None:
    ended: list[str] = []

    async def work(send: Sender) -> None:
        send("begun")
        try:
            await asyncio.sleep(100)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async def main() -> None:
        async with Loop() as loop:
            reducer = kumiki.combine().presentation("/sheet", "sheet", feature(go=Effect.run(work)))
            store = Store(loop, reducer, {"sheet": {"log": []}})
            store.presented("sheet", "go")
            await until(lambda: store.get("/sheet/log") == ["begun"])
            store.dismiss("sheet")
            await until(lambda: ended)
            assert store.effect_count == 0

    asyncio.run(main())


def test_posts_of_other_threads_arrive() -> None:
    async def main() -> None:
        async with Loop() as loop:
            store = Store(loop, feature(), {"log": []})
            mailbox = store.mailbox()

            def post() -> None:
                mailbox.post("a")
                mailbox.post("b")

            thread = threading.Thread(target=post)
            thread.start()
            await until(lambda: len(store["/log"]) == 2)
            thread.join()
            mailbox.close()
            with pytest.raises(KumikiError, match="CLOSED"):
                mailbox.post("c")
            assert store["/log"] == ["a", "b"]

    asyncio.run(main())


def test_what_an_observer_raises_reaches_asyncios_handler() -> None:
    raised: list[Any] = []

    def observe(value: Any) -> None:
        if value:
            raise LookupError(value)

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: raised.append(context["exception"])
        )
        async with Loop() as loop:
            store = Store(loop, feature(go=Effect.after(0, "x")), {"log": []})
            store.observe("/log", observe)
            store.send("go")
            await until(lambda: raised)

    asyncio.run(main())
    assert isinstance(raised[0], LookupError)


def test_what_a_reducer_raises_in_an_effects_send_reaches_asyncios_handler() -> None:
    told: list[dict[str, Any]] = []

    async def work(send: Sender) -> None:
        send("bug")
        send("after")

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if action == "go":
            return Effect.run(work).catch(lambda error: "failed")
        if action == "bug":
            raise LookupError("bug")
        state.insert("/log/-", action.value)
        return None

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context))
        async with Loop() as loop:
            store = Store(loop, kumiki.reducer(reduce), {"log": []})
            await store.send_task("go").wait()
            assert store["/log"] == ["after"]

    asyncio.run(main())
    assert [str(context["exception"]) for context in told] == ["bug"]
    assert "during the send of an effect" in told[0]["message"]


def test_what_ends_the_program_does_so_from_a_reducer_too() -> None:
    async def work(send: Sender) -> None:
        send("exit")

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if action == "exit":
            raise SystemExit(3)
        return Effect.run(work).catch(lambda error: "failed")

    async def main() -> None:
        async with Loop() as loop:
            await Store(loop, kumiki.reducer(reduce), {}).send_task("go").wait()

    with pytest.raises(SystemExit):
        asyncio.run(main())


def test_what_a_cancelled_coroutine_raises_reaches_asyncios_handler() -> None:
    told: list[str] = []
    begun: list[bool] = []

    async def work(send: Sender) -> None:
        try:
            begun.append(True)
            await asyncio.sleep(10)
        finally:
            raise RuntimeError("rollback failed")

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: told.append(str(context["exception"]))
        )
        async with Loop() as loop:
            effects = {"go": Effect.run(work).cancellable("x"), "stop": Effect.cancel("x")}
            store = Store(loop, feature(**effects), {"log": []})
            store.send("go")
            await until(lambda: begun)
            store.send("stop")
            await until(lambda: told)
            store.send("go")
            await until(lambda: len(begun) == 2)

    asyncio.run(main())
    assert told == ["rollback failed", "rollback failed"]


def test_a_wait_is_served_by_the_running_event_loop() -> None:
    async def work(send: Sender) -> None:
        await asyncio.sleep(0.001)
        send("done")

    async def main() -> None:
        with Loop() as loop:
            store = Store(loop, feature(go=Effect.run(work)), {"log": []})
            first, second = store.send_task("go"), store.send_task("go")
            await asyncio.gather(first.wait(), second.wait())
            assert store["/log"] == ["done", "done"]
            # Nothing serves the loop now, until a task is awaited or the loop is attached.
            store.send("go")
            await asyncio.sleep(0.003)
            assert store["/log"] == ["done", "done"]
            waiter = asyncio.create_task(store.send_task("go").wait())
            await asyncio.sleep(0)
            loop.attach()
            await waiter
            store.send("go")
            await until(lambda: len(store["/log"]) == 5)

    asyncio.run(main())


def test_a_wait_that_is_cancelled_leaves_the_work_running() -> None:
    async def main() -> None:
        may_end = asyncio.Event()

        async def work(send: Sender) -> None:
            await may_end.wait()
            send("done")

        async with Loop() as loop:
            store = Store(loop, feature(go=Effect.run(work)), {"log": []})
            task = store.send_task("go")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(task.wait(), 0.001)
            assert not task.finished
            may_end.set()
            await task.wait()
            assert store["/log"] == ["done"]

    asyncio.run(main())


def test_a_loop_that_nothing_serves_is_warned_of() -> None:
    async def main() -> None:
        with Loop() as loop:
            Store(loop, feature(go=Effect.after(0, "done")), {"log": []}).send("go")
            await asyncio.sleep(0)

    with pytest.warns(RuntimeWarning, match=r"never started.*async with Loop\(\)"):
        asyncio.run(main())


def test_a_loop_is_attached_once() -> None:
    async def main() -> None:
        async with Loop() as loop:
            with pytest.raises(KumikiError, match="attached already"):
                loop.attach()

    asyncio.run(main())


def test_awaiting_a_task_tree() -> None:
    async def step(send: Sender, action: str) -> None:
        await asyncio.sleep(0)
        send(action)

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        state.insert("/log/-", action.value)
        match action.value:
            case "one":
                return Effect.run(step, "two")
            case "two":
                return Effect.run(step, "three")
        return None

    async def main() -> None:
        async with Loop() as loop:
            store = Store(loop, kumiki.reducer(reduce), {"log": []})
            await store.send_task("one").wait()
            assert store["/log"] == ["one", "two", "three"]

    asyncio.run(main())


def saving(saved: list[str], seconds: float = 0.12) -> Effect:
    """Saves in a coroutine that takes longer than the longest wait between two checks for signals."""

    async def save(send: Sender) -> None:
        await asyncio.sleep(seconds)
        saved.append("saved")

    return Effect.run(save)


@pytest.mark.parametrize("is_served", [True, False])
def test_the_end_of_a_program_lets_coroutines_go_on(is_served: bool) -> None:
    saved: list[str] = []

    async def main() -> None:
        with Loop() as loop:
            if is_served:
                loop.attach()
            store = Store(loop, feature(edit=saving(saved).debounce("save", 60)), {"log": []})
            store.send("edit")
            await loop.finish_async()
            assert saved == ["saved"]
            assert store.effect_count == 0

    asyncio.run(main())


def test_the_end_of_a_program_is_refused_where_it_holds_coroutines_up() -> None:
    saved: list[str] = []

    async def main() -> None:
        async with Loop() as loop:
            effects = {"edit": saving(saved).debounce("save", 60), "go": saving(saved)}
            store = Store(loop, feature(**effects), {"log": []})
            store.send("edit")
            with pytest.raises(KumikiError, match=r"BUSY.*await loop.finish_async\(\)"):
                loop.finish()
            # Nothing has started, so the call that the message advises waits for the save.
            await loop.finish_async()
            assert saved == ["saved"]
            task = store.send_task("go")
            await asyncio.sleep(0.001)
            with pytest.raises(KumikiError, match="BUSY"):
                loop.finish()
            await loop.finish_async()
            assert saved == ["saved"]
            await task.wait()
            assert saved == ["saved", "saved"]
            loop.finish()

    asyncio.run(main())


def test_the_end_of_a_program_is_refused_once_work_has_begun_a_coroutine() -> None:
    saved: list[str] = []

    async def main() -> None:
        async with Loop() as loop:
            work = Effect.blocking(lambda send: send("save"))
            store = Store(loop, feature(work=work, save=saving(saved)), {"log": []})
            store.send("work")
            with pytest.raises(KumikiError, match="BUSY.*wait_for_started=True"):
                loop.finish()
            await loop.finish_async(wait_for_started=True)
            assert saved == ["saved"]

    asyncio.run(main())


def test_the_end_of_a_program_may_drop_coroutines_that_wait() -> None:
    saved: list[str] = []

    async def main() -> None:
        async with Loop() as loop:
            store = Store(loop, feature(edit=saving(saved).debounce("save", 60)), {"log": []})
            store.send("edit")
            loop.finish(drop_delayed=True)
            assert saved == [] and loop.is_idle
            # An effect that was replaced by another request no longer counts.
            store.send("edit")
            store.send("edit")
            await loop.finish_async()
            loop.finish()

    asyncio.run(main())


def test_M198_the_end_that_drops_what_waits_begins_nothing_before_it_is_refused() -> None:
    saved: list[str] = []

    async def main() -> None:
        async with Loop() as loop:
            effects = {"edit": saving(saved).debounce("save", 60), "go": saving(saved)}
            store = Store(loop, feature(**effects), {"log": []})
            store.send("edit")
            task = store.send_task("go")
            with pytest.raises(KumikiError, match="BUSY"):
                loop.finish(drop_delayed=True)
            assert not loop._tasks and store.effect_count == 2, "nothing has begun or was dropped"
            await loop.finish_async(drop_delayed=True)
            assert saved == ["saved"] and task.finished

    asyncio.run(main())


def test_a_loop_is_served_again_after_the_end_of_its_event_loop() -> None:
    saved: list[str] = []

    async def main(is_attached: bool) -> None:
        if is_attached:
            loop.attach()
        await store.send_task("go").wait()

    with Loop() as loop:
        store = Store(loop, feature(go=saving(saved)), {"log": []})
        for is_attached in (True, True, False, True):
            asyncio.run(main(is_attached))
        assert saved == ["saved"] * 4
        # Without an event loop, coroutines run on the loop's own one.
        store.send("go")
        loop.finish()
        assert saved == ["saved"] * 5


def test_the_end_of_a_program_under_asyncio_has_a_time() -> None:
    async def main() -> None:
        async with Loop() as loop:
            effects = {
                "forever": Effect.run(lambda send: asyncio.sleep(3600)).debounce("a", 60),
                "again": Effect.send("again again").debounce("b", 60),
                "again again": Effect.send("again").debounce("b", 60),
            }
            store = Store(loop, feature(**effects), {"log": []})
            store.send("forever")
            with pytest.raises(KumikiError, match="TIMEOUT"):
                await loop.finish_async(0.001)
            await loop.finish_async()  # does not wait for it: it was already running
            store.send("again")
            with pytest.raises(KumikiError, match="TIMEOUT"):
                await loop.finish_async()
            await loop.finish_async(drop_delayed=True)

    asyncio.run(main())


def test_a_coroutine_may_end_its_own_loop() -> None:
    saved: list[str] = []

    async def main() -> None:
        async with Loop() as loop:

            async def quit(send: Sender) -> None:
                send("edit")
                await loop.finish_async(wait_for_started=True)
                send("bye")

            effects = {"edit": saving(saved).debounce("save", 60), "quit": Effect.run(quit)}
            store = Store(loop, feature(**effects), {"log": []})
            await store.send_task("quit").wait()
            assert saved == ["saved"] and store["/log"] == ["bye"]

    asyncio.run(main())
