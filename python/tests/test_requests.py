"""Requests: asking, serving, and testing them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

import kumiki
import pytest
from kumiki import Action, Effect, Env, KumikiError, Loop, Request, State, Status, Store
from kumiki.testing import TestStore


def read(state: State, action: Action, env: Env) -> Effect | None:
    match action.value:
        case {"load": question}:
            asked = Effect.request(
                "file", question, answer="loaded", part="progress", failure="failed"
            )
            return asked.cancellable("load")
        case "note":
            return Effect.request("log", "noted")
        case {"caught": question}:
            asked = Effect.request("file", question, answer="loaded", secret=True)
            return asked.catch(lambda error: {"failed": repr(error)})
        case "stop":
            return Effect.cancel("load")
        case {"loaded": "raise"}:
            raise ValueError("from a reducer")
        case {"loaded": text}:
            state["/text"] = text
        case {"progress": count}:
            state["/text"] = count
        case {"failed": why}:
            state["/text"] = {"failed": why}
    return None


def reader() -> kumiki.Reducer:
    return kumiki.reducer(read).cases(
        load="any", note=None, caught="any", stop=None, loaded="text", progress="unsigned", failed="any"
    )


def opened(loop: Loop) -> Store:
    return Store(loop, reader(), {"text": None})


@pytest.fixture
def store(loop: Loop) -> Iterator[Store]:
    yield opened(loop)


def test_B300_M199_the_result_of_a_server_is_the_answer(loop: Loop, store: Store) -> None:
    def serve(request: Request) -> str:
        assert (request.name, request.id, request.attempt) == ("file", "0", 1)
        assert request.last_part is None and not request.is_over
        return f"text of {request.question}"

    loop.serve("file", serve)
    store.send({"load": "a"})
    assert store["/text"] is None
    loop.dispatch()
    assert store["/text"] == "text of a"


def test_B302_B304_B306_requests_are_kept_and_their_ends_told(loop: Loop, store: Store) -> None:
    kept: list[Request] = []
    ends: list[tuple[Request, str]] = []
    loop.serve("file", kept.append, ended=lambda request, end: ends.append((request, end)), most=2)
    for name in "abc":
        store.send({"load": name})
    loop.dispatch()
    assert [each.question for each in kept] == ["a", "b"]
    assert [each["phase"] for each in store.requests()] == ["served", "served", "turn"]
    first, second = kept
    first.part(1)
    first.part(2, "percent")
    assert store["/text"] == 2
    first.answer("text")
    assert store["/text"] == "text" and first.is_over
    for reply, value in ((first.answer, "x"), (first.fail, "x"), (first.part, 3)):
        with pytest.raises(KumikiError, match="CLOSED: the request is over"):
            reply(value)
    second.fail(404)
    assert store["/text"] == {"failed": 404}
    loop.dispatch()
    store.send("stop")
    assert ends == [(first, "taken"), (second, "taken"), (kept[2], "cancelled")]


def test_B304_the_ends_of_two_stores_are_told_apart(loop: Loop) -> None:
    kept: list[Request] = []
    ends: list[tuple[Request, str]] = []
    loop.serve("file", kept.append, ended=lambda request, end: ends.append((request, end)))
    stores = [opened(loop), opened(loop)]
    for each in stores:
        each.send({"load": "a"})
    loop.dispatch()
    assert [each.id for each in kept] == ["0", "0"]
    stores[1].send("stop")
    kept[0].answer("text")
    assert ends == [(kept[1], "cancelled"), (kept[0], "taken")]


def test_B303_a_reply_that_does_not_fit_is_refused(loop: Loop, store: Store) -> None:
    kept: list[Request] = []
    store.serve("file", kept.append)
    store.send({"load": "a"})
    loop.dispatch()
    with pytest.raises(KumikiError) as refused:
        kept[0].answer(5)
    assert refused.value.status is Status.DECODE and refused.value.path == "/loaded"
    with pytest.raises(KumikiError) as unreadable:
        kept[0].answer(object())  # type: ignore[arg-type]
    assert unreadable.value.status is Status.JSON
    kept[0].answer("text")
    assert store["/text"] == "text"


def test_M199_a_server_that_raises_fails_its_request(loop: Loop, store: Store) -> None:
    def serve(request: Request) -> None:
        raise KeyError() if request.question == "silent" else OSError("not found")

    loop.serve("file", serve)
    store.send({"load": "a"})
    loop.dispatch()
    assert store["/text"] == {"failed": "not found"}
    store.send({"load": "silent"})
    loop.dispatch()
    assert store["/text"] == {"failed": "KeyError"}


def test_B309_a_failure_without_a_case_goes_to_the_catch(loop: Loop, store: Store) -> None:
    loop.serve("file", lambda request: request.fail({"status": 404}))
    store.send({"caught": "a"})
    loop.dispatch()
    assert store["/text"] == {"failed": "EffectError({'status': 404})"}


def test_M200_a_failure_that_the_feature_refuses_is_raised_by_the_call(loop: Loop) -> None:
    def serve(request: Request) -> None:
        raise OSError("the disk is full")

    loop.on_issue(lambda issue: None)
    declared = reader().requests(
        {"file": {"question": "any", "answer": "text", "part": "unsigned", "failure": "unsigned"}}
    )
    store = Store(loop, declared, {"text": None})
    loop.serve("file", serve)
    store.send({"load": "a"})
    with pytest.raises(OSError, match="the disk is full"):
        loop.dispatch()
    assert store.effect_count == 1


def test_the_exception_of_a_reducer_is_not_a_failure(loop: Loop, store: Store) -> None:
    loop.serve("file", lambda request: "raise")
    store.send({"load": "a"})
    with pytest.raises(ValueError, match="from a reducer"):
        loop.dispatch()
    assert store["/text"] is None
    kept: list[Request] = []
    store.serve("file", kept.append)
    store.send({"load": "a"})
    loop.dispatch()
    with pytest.raises(ValueError, match="from a reducer"):
        kept[0].answer("raise")


def test_the_exception_of_ended_is_raised_by_the_call_that_ended_it(
    loop: Loop, store: Store
) -> None:
    def ended(request: Request, end: str) -> None:
        raise ValueError(end)

    loop.serve("file", lambda request: None, ended=ended)
    store.send({"load": "a"})
    loop.dispatch()
    with pytest.raises(ValueError, match="cancelled"):
        store.send("stop")


def test_B305_B312_a_request_waits_for_a_server_and_goes_to_the_next(loop: Loop) -> None:
    issues: list[str] = []
    loop.on_issue(lambda issue: issues.append(issue.code))
    store, kept, ends = opened(loop), [], []  # type: Store, list[Request], list[str]
    store.send({"load": "a"})
    loop.dispatch()
    assert issues == ["request-unserved"]
    store.serve("file", kept.append, ended=lambda request, end: ends.append(end))
    kept[0].part(7)
    store.unserve("file")
    assert ends == ["unserved"]
    with pytest.raises(KumikiError, match="CLOSED"):
        kept[0].answer("late")
    loop.serve("file", kept.append)
    assert (kept[1].id, kept[1].attempt, kept[1].last_part) == ("0", 2, 7)
    kept[1].answer("text")
    assert store["/text"] == "text"
    loop.unserve("file")
    with pytest.raises(KumikiError, match="NOT_FOUND"):
        loop.unserve("file")


def test_mistakes_of_a_server_are_errors(loop: Loop, store: Store) -> None:
    for mistake in (
        lambda: loop.serve("file", 5),  # type: ignore[arg-type]
        lambda: store.serve("file", print, ended=5),  # type: ignore[arg-type]
        lambda: loop.serve("file", print, most=-1),
        lambda: loop.serve("a" * 256, print),
        lambda: Effect.request(5),  # type: ignore[arg-type]
    ):
        with pytest.raises(KumikiError) as refused:
            mistake()
        assert refused.value.status is Status.INVALID_ARGUMENT
    loop.serve("file", print)
    with pytest.raises(KumikiError, match="INVALID_ARGUMENT"):
        loop.serve("file", print)

    def leave(request: Request) -> None:
        loop.unserve("log")

    loop.serve("log", leave)
    with pytest.raises(AssertionError, match="effect-threw: BUSY: a store is busy, or one of the functions"):
        loop.on_issue(raise_issue)
        store.send("note")
        loop.dispatch()


def raise_issue(issue: kumiki.Issue) -> None:
    raise AssertionError(f"{issue.code}: {issue.message}")


def test_B310_a_notice_needs_no_answer(loop: Loop, store: Store) -> None:
    kept: list[Request] = []
    ends: list[str] = []
    loop.serve("log", kept.append, ended=lambda request, end: ends.append(end))
    store.send("note")
    loop.dispatch()
    assert kept[0].question == "noted" and ends == ["taken"]
    with pytest.raises(KumikiError, match="CLOSED"):
        kept[0].answer("late")


def test_B313_a_thread_finds_a_request_and_answers_it() -> None:
    with Loop() as loop:
        loop.on_issue(lambda issue: None)
        store = opened(loop)
        store.send({"load": "a"})
        loop.dispatch()
        mailbox, id = store.mailbox(), store.requests()[0]["id"]
        assert store.request(id).question == "a"
        thread = threading.Thread(target=lambda: mailbox.request(id).answer("text"))
        thread.start()
        thread.join()
        assert [each["phase"] for each in store.requests()] == ["answered"]
        loop.dispatch()
        assert store["/text"] == "text" and store.requests() == []
        for found in (store.request, mailbox.request):
            with pytest.raises(KumikiError, match="NOT_FOUND: no request in flight has the id"):
                found(id)
        mailbox.close()
        with pytest.raises(KumikiError, match="CLOSED"):
            mailbox.request(id)


def test_B311_finish_waits_for_a_thread_that_answers() -> None:
    with Loop() as loop:
        store = opened(loop)
        threads: list[threading.Thread] = []

        def serve(request: Request) -> None:
            threads.append(threading.Thread(target=request.answer, args=["from afar"]))
            threads[-1].start()

        loop.serve("file", serve)
        store.send({"load": "a"})
        loop.finish()
        assert store["/text"] == "from afar"
        threads[0].join()


def test_B320_a_store_that_continues_asks_again_or_not(loop: Loop) -> None:
    def ask(state: State, action: Action, env: Env) -> Effect | None:
        if action.is_case("failed"):
            state["/why"] = action.value["failed"]
            return None
        return Effect.merge(
            *(
                Effect.request(each, answer="", failure="failed", restart=each)
                for each in ("again", "fail", "drop")
            )
        )

    feature, kept = kumiki.reducer(ask), []  # type: kumiki.Reducer, list[Request]
    for name in ("again", "fail", "drop"):
        loop.serve(name, kept.append)
    store = Store(loop, feature, {"why": None})
    store.send("go")
    loop.dispatch()
    snapshot = store.snapshot()
    store.close()
    other = Store.from_snapshot(loop, feature, snapshot)
    loop.dispatch()
    assert [(each.name, each.attempt) for each in kept[3:]] == [("again", 2)]
    assert other["/why"] == "interrupted"
    with pytest.raises(KumikiError, match="restart is one of"):
        Effect.request("file", restart="later")


def test_B316_the_question_of_a_secret_request_is_in_no_list(loop: Loop, store: Store) -> None:
    loop.serve("file", lambda request: None)
    store.send({"caught": "a password"})
    loop.dispatch()
    assert "question" not in store.requests()[0]
    store.request("0").answer("text")


def test_B319_declared_requests_refuse_the_others(loop: Loop) -> None:
    declared = reader().requests(
        {"file": {"question": "{name: text}", "answer": "text", "part": "unsigned"}}
    )
    assert declared.describe()["requests"]["file"]["answer"] == {"type": "string"}
    store = Store(loop, declared, {"text": None})
    store.send({"load": "a"})
    with pytest.raises(AssertionError, match="request-misfit: the request \"file\" does not fit"):
        loop.dispatch()
    with pytest.raises(KumikiError, match=r"declared with \['answers'\]"):
        reader().requests({"file": {"question": "any", "answers": "text"}})  # type: ignore[typeddict-unknown-key]


def test_requests_outlive_their_loop() -> None:
    kept: list[Request] = []
    with Loop(virtual=True) as loop:
        loop.serve("file", kept.append)
        opened(loop).send({"load": "a"})
        loop.dispatch()
    assert kept[0].is_over and kept[0].question == "a" and "file" in repr(kept[0])
    with pytest.raises(KumikiError, match="CLOSED"):
        kept[0].answer("late")


# ------------------------------------------------------------------------------- coroutines


def test_M199_a_coroutine_answers_under_asyncio() -> None:
    async def serve(request: Request) -> Any:
        await asyncio.sleep(0.001)
        if request.question == "b":
            raise OSError("not found")
        return f"text of {request.question}"

    async def main() -> list[Any]:
        async with Loop() as loop:
            loop.serve("file", serve)
            store, texts = opened(loop), []
            for name in "ab":
                await store.send_task({"load": name}).wait()
                texts.append(store["/text"])
            store.send({"load": "c"})
            await loop.finish_async()
            return [*texts, store["/text"]]

    assert asyncio.run(main()) == ["text of a", {"failed": "not found"}, "text of c"]


def test_B311_M199_a_coroutine_answers_without_asyncio_and_finish_waits_for_it() -> None:
    async def serve(request: Request) -> Any:
        await asyncio.sleep(0.001)
        return "text"

    with Loop() as loop:
        loop.serve("file", serve)
        store = opened(loop)
        store.send({"load": "a"})
        loop.finish()
        assert store["/text"] == "text"


def test_M199_a_coroutine_is_cancelled_with_its_request_or_its_server(loop: Loop, store: Store) -> None:
    log: list[str] = []

    async def serve(request: Request) -> None:
        try:
            await asyncio.sleep(5)
        finally:
            log.append(f"{request.question} is over: {request.is_over}")

    loop.serve("file", serve)
    store.send({"load": "a"})
    loop.run_until_idle()
    store.send("stop")
    loop.run_until_idle()
    assert log == ["a is over: True"]
    store.send({"load": "b"})
    loop.run_until_idle()
    loop.on_issue(None)
    loop.unserve("file")
    loop.run_until_idle()
    assert log[1:] == ["b is over: True"]


def test_M200_a_coroutine_whose_failure_is_refused_goes_to_asyncio() -> None:
    async def serve(request: Request) -> None:
        request.part("no number")

    async def main() -> list[Any]:
        found: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: found.append(context))
        declared = reader().requests(
            {"file": {"question": "any", "answer": "text", "part": "unsigned", "failure": "unsigned"}}
        )
        async with Loop() as loop:
            loop.serve("file", serve)
            store = Store(loop, declared, {"text": None})
            store.send({"load": "a"})
            while not found:
                await asyncio.sleep(0)
        return found

    [context] = asyncio.run(main())
    assert "its request accepts no such failure" in context["message"]
    assert isinstance(context["exception"], KumikiError)


def test_a_coroutine_has_the_variables_of_the_call_that_made_its_server(
    loop: Loop, store: Store
) -> None:
    name = ContextVar("name", default="?")

    async def serve(request: Request) -> str:
        return name.get()

    name.set("Ann")
    loop.serve("file", serve)
    name.set("?")
    store.send({"load": "a"})
    loop.run_until_idle()
    assert store["/text"] == "Ann"


# ------------------------------------------------------------------------------- test stores


def test_B317_a_test_answers_the_requests_of_its_feature() -> None:
    with TestStore(reader(), {"text": None}) as test:
        test.send({"load": "it's"})
        test.expect_request("file", "it's")
        test.part(5, {"text": 5})
        test.answer('"x"', {"text": '"x"'})
        test.send({"load": "b"})
        test.expect_request("file")
        test.fail_request(404, {"text": {"failed": 404}})
        test.send({"caught": "c"})
        test.expect_request("file", "c")
        test.fail_request("no")
        test.receive({"failed": "EffectError('no')"}, {"text": {"failed": "EffectError('no')"}})
        test.send({"load": "d"})
        with pytest.raises(AssertionError, match='TestStore.expect_request: expected the request "file" with "e"'):
            test.expect_request("file", "e")
        with pytest.raises(AssertionError, match="/loaded"):
            test.answer(5)
        test.answer("text", {"text": "text"})


def test_B317_a_request_that_is_left_is_named() -> None:
    test = TestStore(reader(), {"text": None})
    test.send({"load": "a"})
    with pytest.raises(AssertionError, match='a request "file" with "a", started by'):
        test.finish()
    test.close()
