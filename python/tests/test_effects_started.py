"""Effects that a function starts and a sender finishes."""

from __future__ import annotations

import gc
import threading
import weakref

import kumiki
import pytest
from effect_features import opened
from kumiki import Action, Effect, Env, KumikiError, Loop, Sender, State, Store


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
    """Work that keeps its sender and can be stopped."""

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
