"""No object is used after it was freed, leaked, or freed too early."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import kumiki
import pytest
from features import counter
from kumiki import Action, Effect, Env, KumikiError, Loop, Sender, State, Store
from kumiki import _failures
from kumiki._library import lib


def live_a_store(loop: Loop) -> None:
    with Store(
        loop, counter().service("s", object()).on_change("/count", changed), {"count": 0}
    ) as store:
        store.observe("/count", lambda count: store)
        store.send("increment")
        store.send("tick")


def changed(state: State, old: Any, new: Any, action: Action, env: Env) -> Effect | None:
    async def work(send: Sender) -> None:
        raise AssertionError("it never begins")

    return Effect.merge(Effect.run(work), Effect.blocking(lambda send: None))


def test_ten_thousand_stores_leave_nothing() -> None:
    with Loop(virtual=True) as loop:
        for _ in range(200):
            live_a_store(loop)
        loop.dispatch()
        gc.collect()
        alive = kumiki.live_objects()
        before = sys.getallocatedblocks()
        for number in range(10_000):
            live_a_store(loop)
            # Handles that the library frees in the next iteration would otherwise make its tables grow.
            if number % 100 == 0:
                loop.dispatch()
        loop.dispatch()
        gc.collect()
        grown = sys.getallocatedblocks() - before
        assert kumiki.live_objects() <= alive
        assert grown < 1000, f"{grown} blocks of memory more"


def test_subscriptions_live_with_their_store_and_no_longer(loop: Loop) -> None:
    class Target:
        told = 0

        def tell(self, value: Any) -> None:
            self.told += 1

    target = Target()
    reference = weakref.ref(target)
    store = Store(loop, counter(), {"count": 0})
    store.observe("/count", target.tell)
    gc.collect()
    store.send("increment")
    assert target.told == 2, "a subscription that nobody keeps is told all the same"
    del target
    assert reference() is not None
    store.close()
    loop.dispatch()
    gc.collect()
    assert reference() is None


def failing(state: State, action: Action, env: Env) -> None:
    raise LookupError("reducer")


def test_a_send_whose_reducer_raises_leaves_no_task(loop: Loop) -> None:
    store = Store(loop, kumiki.reducer(failing), {})
    alive = kumiki.live_objects()
    for _ in range(10):
        with pytest.raises(LookupError):
            store.send_task("x")
    loop.dispatch()
    assert kumiki.live_objects() == alive


def test_a_store_that_could_not_begin_from_a_snapshot_is_gone(loop: Loop) -> None:
    def running(value: Any, env: Env) -> Effect | None:
        raise LookupError("running")

    snapshot = Store(loop, kumiki.empty(), {"query": "a"}).snapshot()
    feature = kumiki.empty().running("/query", running)
    alive = kumiki.live_objects()
    for _ in range(10):
        with pytest.raises(LookupError):
            Store.from_snapshot(loop, feature, snapshot)
    loop.dispatch()
    assert kumiki.live_objects() == alive


def test_an_effect_that_cannot_be_described_leaves_nothing(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        return Effect.send("x").limited("a", 2**40)

    store = Store(loop, kumiki.reducer(reduce), {})
    alive = kumiki.live_objects()
    for _ in range(10):
        with pytest.raises(KumikiError, match="a limit is a number from 0 to"):
            store.send("go")
    loop.dispatch()
    assert kumiki.live_objects() == alive


def test_a_loop_ends_whatever_is_raised_at_its_end() -> None:
    def cancel() -> None:
        raise LookupError("cancel")

    senders: list[Sender] = []
    effect = Effect.start(senders.append, cancel)
    loop = Loop(virtual=True)
    stores = [
        Store(loop, kumiki.reducer(lambda state, action, env: effect), {}) for _ in range(2)
    ]
    for store in stores:
        store.send("go")
    loop.dispatch()
    with pytest.raises(ExceptionGroup) as raised:
        loop.close()
    assert [str(error) for error in raised.value.exceptions] == ["cancel", "cancel"]
    assert loop.closed and all(store.closed for store in stores)


def test_a_closed_subscription_is_not_told(loop: Loop) -> None:
    told: list[Any] = []
    store = Store(loop, counter(), {"count": 0})
    with store.observe("/count", told.append) as subscription:
        store.send("increment")
    subscription.close()
    store.send("increment")
    assert told == [0, 1]


def test_an_observer_that_raises_at_once_is_not_subscribed(loop: Loop) -> None:
    def observe(value: Any) -> None:
        raise LookupError(value)

    store = Store(loop, counter(), {"count": 0})
    with pytest.raises(LookupError):
        store.observe("/count", observe)
    store.send("increment")


def test_a_store_closes_inside_its_own_observer(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 0})
    store.observe("/count", lambda count: store.close() if count else None)
    store.send("increment")
    assert store.closed


def test_a_loop_closes_inside_a_reducer() -> None:
    loop = Loop(virtual=True)
    store = Store(loop, kumiki.reducer(lambda state, action, env: loop.close()), {})
    store.send("close")
    assert loop.closed
    assert store.closed


def test_handles_of_a_store_outlive_it(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 0})
    mailbox, task = store.mailbox(), store.send_task("tick")
    store.close()
    assert task.finished
    with pytest.raises(KumikiError, match="CLOSED"):
        mailbox.post("increment")
    task.close()


def test_a_view_ends_with_its_store(loop: Loop) -> None:
    store = Store(loop, kumiki.scope("/a", "a", counter()), {"a": {"count": 0}})
    view = store.scope("/a", "a")
    store.close()
    assert not view.is_valid
    with pytest.raises(KumikiError, match="CLOSED"):
        view.send("increment")
    view.close()


def test_handles_know_their_thread(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 0})
    raised: list[KumikiError] = []

    def use() -> None:
        for call in (
            lambda: store.send("increment"),
            lambda: store.state,
            loop.dispatch,
            loop.close,
        ):
            try:
                call()
            except KumikiError as error:
                raised.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert [error.status.name for error in raised] == ["WRONG_THREAD"] * 4
    assert store["/count"] == 0


def test_a_loop_that_was_not_closed_is_warned_of() -> None:
    loop = Loop(virtual=True)
    with pytest.warns(ResourceWarning, match="was not closed"):
        del loop


@pytest.fixture
def control_c() -> Iterator[None]:
    """SIGINT with its usual handler: a background job may have inherited the setting that ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "wait", [lambda loop: loop.dispatch(None), lambda loop: loop.run_until_idle()]
)
def test_a_wait_is_ended_by_control_c(wait: Any, control_c: None) -> None:
    may_end = threading.Event()
    with Loop() as loop:
        work = Effect.blocking(lambda send: may_end.wait())
        store = Store(loop, kumiki.reducer(lambda state, action, env: work), {})
        if wait.__code__.co_names[0] == "run_until_idle":
            store.send("work")
            loop.dispatch()
        timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            wait(loop)
        timer.join()
        may_end.set()


@pytest.mark.parametrize(
    "call",
    [
        "loop.dispatch(-0.25)",
        "loop.dispatch(float('-inf'))",
        "(loop.wakeup(), loop.dispatch(1e300))",
        "loop.run_until_idle(float('inf'))",
        "loop.finish(-1)",
    ],
)
def test_a_wait_of_any_length_ends(call: str) -> None:
    script = f"import kumiki\nwith kumiki.Loop() as loop: {call}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_threads_that_fail_at_once() -> None:
    raised: list[BaseException] = []

    def fail() -> None:
        try:
            for number in range(3000):
                lib.kmk_json_release(_failures.new_failure(ValueError(number)))
        except BaseException as error:
            raised.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=fail) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert raised == []
    assert len(_failures._failures) <= 64, "nobody asks for them any more"


def test_threads_that_send_while_the_effect_ends() -> None:
    senders: list[Sender] = []
    with Loop() as loop:
        reduce = kumiki.reducer(
            lambda state, action, env: Effect.start(senders.append) if action == "go" else None
        )
        store = Store(loop, reduce, {})
        store.send("go")
        loop.dispatch()
        send = senders.pop()

        def work() -> None:
            for _ in range(2000):
                try:
                    send("x")
                except KumikiError:
                    return

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        loop.dispatch()
        send.finish()
        for thread in threads:
            thread.join()
        loop.run_until_idle()
        assert store.effect_count == 0


@pytest.mark.parametrize(
    ("library", "reason"),
    [("/nowhere/libkumiki.so", "cannot load"), ("libjansson.so.4", "symbol 'kmk_"), ("", "")],
)
def test_the_library_must_fit(library: str, reason: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import kumiki"],
        env={**os.environ, "KUMIKI_LIBRARY": library},
        capture_output=True,
        text=True,
    )
    assert done.returncode == (1 if library else 0)
    assert reason in done.stderr
    if library:
        told = f"ImportError: kumiki: found no libkumiki of this version at KUMIKI_LIBRARY={library}: "
        assert told in done.stderr


SCRIPTS = {
    "nothing is closed": """
store.observe("/count", print)
store.send("tick")
""",
    "a blocking function is at work": """
import time
def work(send):
    begun.set()
    time.sleep(0.2)
    print("done", send.cancelled)
begun = __import__("threading").Event()
other = kumiki.Store(loop, kumiki.reducer(lambda s, a, e: kumiki.Effect.blocking(work)), {})
other.send("go")
loop.dispatch()
begun.wait()
""",
    "a thread holds a sender": """
import threading, time
def start(send):
    threading.Thread(target=lambda: (time.sleep(0.1), send.finish(), print("done"))).start()
other = kumiki.Store(loop, kumiki.reducer(lambda s, a, e: kumiki.Effect.start(start)), {})
other.send("go")
loop.dispatch()
""",
    "it was forked": """
import os
store.observe("/count", print)
child = os.fork()
if child == 0:
    try:
        store.send("increment")
    except kumiki.KumikiError as error:
        assert error.status.name == "CLOSED", error
    with kumiki.Loop() as own:
        fresh = kumiki.Store(own, counter(), {"count": 1})
        fresh.send("increment")
        assert fresh.state == {"count": 2}
else:
    assert os.waitpid(child, 0)[1] == 0
    store.send("increment")
""",
    "another thread's loop has a blocking function that asks whether it may stop": """
import threading
begun = threading.Event()
def work(send):
    begun.set()
    while not send.cancelled:
        pass
    try:
        send("x")
    except kumiki.KumikiError as error:
        print("done", error.status.name)
def run():
    with kumiki.Loop() as other:
        kumiki.Store(other, kumiki.reducer(lambda s, a, e: kumiki.Effect.blocking(work)), {}).send("go")
        other.dispatch()
        begun.wait()
        threading.Event().wait()
threading.Thread(target=run, daemon=True).start()
begun.wait()
""",
    "an executor has a blocking function that asks whether it may stop": """
import threading
from concurrent.futures import ThreadPoolExecutor
begun = threading.Event()
def work(send):
    begun.set()
    while not send.cancelled:
        pass
    print("done")
pooled = kumiki.Loop(executor=ThreadPoolExecutor(1))
other = kumiki.Store(pooled, kumiki.reducer(lambda s, a, e: kumiki.Effect.blocking(work)), {})
other.send("go")
pooled.dispatch()
begun.wait()
""",
    "an exception ends the program": """
import sys
try:
    kumiki.Store(loop, kumiki.reducer(lambda s, a, e: sys.exit(0)), {}).send("x")
finally:
    print("done")
""",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_process_ends_in_order_where(name: str) -> None:
    script = f"""
import sys
sys.path.insert(0, {str(__file__.rsplit("/", 1)[0])!r})
import kumiki
from features import counter
loop = kumiki.Loop()
store = kumiki.Store(loop, counter(), {{"count": 0}})
{SCRIPTS[name]}
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "done" in done.stdout or "0" in done.stdout


def test_a_loop_that_its_own_observer_keeps_is_warned_of_at_the_end() -> None:
    script = """
import kumiki
class View:
    def __init__(self):
        self.loop = kumiki.Loop()
        self.store = kumiki.Store(self.loop, kumiki.reducer(self.reduce), {"n": 0})
        self.store.observe("/n", self.show)
    def reduce(self, state, action, env):
        state["/n"] += 1
    def show(self, n):
        pass
View()
"""
    done = subprocess.run(
        [sys.executable, "-W", "default::ResourceWarning", "-c", script],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "ResourceWarning: <kumiki.loop.Loop" in done.stderr
    assert "was not closed" in done.stderr


# With the result of `sys.getrefcount` in this Python, and with one less, as in Python 3.14.
@pytest.mark.parametrize("less", [0, 1])
def test_an_action_that_a_reducer_keeps_is_whole_later(less: int) -> None:
    # The lambda itself adds one reference.
    script = f"""
import sys
count = sys.getrefcount
sys.getrefcount = lambda it: count(it) - 1 - {less}
import kumiki

kept, lent = [], []

@kumiki.reducer
def reduce(state, action, env):
    if action.is_case("keep"):
        kept.append(action)
    elif action.is_case("wrap"):
        kept.append(lambda: action)

keep = kumiki.Action._keep
kumiki.Action._keep = lambda action: (lent.append(1), keep(action))
with kumiki.Loop(virtual=True) as loop:
    store = kumiki.Store(loop, reduce, {{}})
    store.send({{"keep": "a" * 50}})
    store.send({{"wrap": "b" * 50}})
    for _ in range(100):
        store.send({{"drop": "c" * 50}})
    assert len(lent) == 2, len(lent)
    assert kept[0].value == {{"keep": "a" * 50}}, kept[0].value
    assert kept[1]().value == {{"wrap": "b" * 50}}
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_loop_that_its_thread_has_left_open_is_told(is_kept: bool) -> None:
    """Reported when the loop is dropped, or at the end of the process if its observers keep it."""
    script = f"""
import gc, threading, kumiki

def forget():
    loop = kumiki.Loop()
    store = kumiki.Store(loop, kumiki.combine(), {{}})
    if {is_kept}:
        store.observe("", lambda value: store)

gc.disable()
thread = threading.Thread(target=forget)
thread.start()
thread.join()
gc.collect()
print("collected", flush=True)
"""
    done = subprocess.run(
        [sys.executable, "-W", "always::ResourceWarning", "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    words = "was not closed: it is left open, since only the thread that made it may close it"
    assert done.stdout.count(words) == 1, done.stdout
