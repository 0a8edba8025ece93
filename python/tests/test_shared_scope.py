"""Coroutines, streams and catch functions use the shared values of their test store (K69)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import kumiki
from kumiki import Action, Effect, Env, Sender, Shared, State
from kumiki.testing import TestStore


def test_what_a_test_store_runs_has_its_shared_values(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    value = Shared.file(str(file), 0)
    value.set("", 500)
    told: list[str] = []

    def touch(name: str) -> None:
        value.update(lambda count: count + 1)
        told.append(f"{name} {value.get()}")

    async def stream() -> AsyncGenerator[str, None]:
        touch("stream")
        yield "next"

    async def run(send: Sender) -> None:
        touch("run")
        await asyncio.sleep(1)
        touch("run on")

    async def wait(send: Sender) -> None:
        try:
            await asyncio.sleep(100)
        finally:
            touch("cleanup")

    def fail(send: Sender) -> None:
        touch("work")
        raise OSError("disk full")

    def caught(error: object) -> None:
        touch("catch")

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case "stream":
                return Effect.stream(stream)
            case "run":
                return Effect.run(run)
            case "fail":
                return Effect.blocking(fail).catch(caught)
            case "wait":
                return Effect.run(wait).cancellable("wait")
            case "stop":
                return Effect.cancel("wait")
        return None

    with TestStore(kumiki.reducer(reduce), {}) as test:
        test.set_exhaustive(False)
        test.send("fail")
        test.finish()
        for action in ("stream", "run", "wait", "stop"):
            test.send(action)
            test.advance(1)
        test.expect_shared(value, 6)
    assert told == ["work 1", "catch 2", "stream 3", "run 4", "run on 5", "cleanup 6"]
    assert file.read_text() == "500\n"
    assert value.get() == 500
    value.close()
