"""Typed requests: written by `kumiki generate` for errands.shape, and by hand."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never

import pytest
from kumiki import Effect, Env, KumikiError, Loop, Request, RequestType, State, Status, Store
from kumiki.testing import TestStore

# scripts/test-python puts the generated modules there.
sys.path.insert(0, str(Path(__file__).parents[2] / "build/types"))
import errands  # noqa: E402
from errands import Requests  # noqa: E402


@errands.types.reducer
def reduce(state: State[errands.State], action: errands.Action, env: Env) -> Effect | None:
    match action:
        case errands.ActionCheck(name):
            return Requests.net_check.ask(name, answer="checked", failure="failed")
        case errands.ActionFetch(job):
            return Requests.net_fetch.ask(job, answer="fetched", part="progressed", failure="failed")
        case errands.ActionNow():
            return Requests.clock_now.ask(None, answer="time")
        case errands.ActionNote(line):
            return Requests.log.ask(line)
        case errands.ActionAskOne():
            question = errands.AskQuestion(title="Sure?", buttons=["ok", "cancel"])
            return Requests.ask.ask(question, answer="asked")
        case errands.ActionByHand():
            return Effect.request("net.check", 5)
        case _:
            state[errands.at.log] = [*state[errands.at.log], action]
            return None


app = errands.types.declare(reduce)


def opened(loop: Loop) -> Store[errands.State, errands.Action]:
    return Store(loop, app, errands.State())


def last(store: Store[errands.State, errands.Action]) -> Any:
    return store.state.log[-1]


def test_S216_a_server_has_the_question_and_returns_the_answer_as_types(loop: Loop) -> None:
    store = opened(loop)

    def check(request: Request[str, errands.Answer, Never, str]) -> errands.Answer:
        if request.question == "none":
            raise OSError("no such file")
        return errands.Answer(name=request.question, size=5)

    def ask(request: Request[errands.AskQuestion, errands.AskAnswer, Never, Any]) -> errands.AskAnswer:
        assert request.question == errands.AskQuestion(title="Sure?", buttons=["ok", "cancel"])
        return "cancel"

    lines: list[str] = []
    Requests.net_check.serve(loop, check)
    Requests.ask.serve(store, ask)
    Requests.clock_now.serve(loop, lambda request: 0.5 if request.question is None else 1)
    Requests.log.serve(loop, lambda request: lines.append(request.question))
    for sent, received in (
        (errands.ActionCheck("a"), {"checked": {"name": "a", "size": 5}}),
        (errands.ActionCheck("none"), {"failed": "no such file"}),
        (errands.ActionAskOne(), {"asked": "cancel"}),
        (errands.ActionNow(), {"time": 0.5}),
        (errands.ActionNote("a line"), {"time": 0.5}),
    ):
        store.send(sent)
        loop.dispatch()
        assert last(store) == received
    assert lines == ["a line"]


def test_S216_a_request_that_is_kept_has_its_types(loop: Loop) -> None:
    store = opened(loop)
    kept: list[Request[errands.Job, None, errands.Progress, errands.NetFetchFailure]] = []
    ends: list[str] = []
    Requests.net_fetch.serve(loop, kept.append, ended=lambda _, end: ends.append(end), most=1)
    store.send(errands.ActionFetch(errands.Job(url="u", file="f")))
    loop.dispatch()
    assert kept[0].question == errands.Job(url="u", file="f") and kept[0].last_part is None
    kept[0].part(errands.ProgressBegan(10))
    assert last(store) == {"progressed": {"began": 10}}
    kept[0].part(errands.ProgressStalled(), key="progress")

    Requests.net_fetch.serve(store, kept.append)
    loop.unserve(Requests.net_fetch.name)
    loop.dispatch()
    assert kept[1].last_part == errands.ProgressStalled() and kept[1].attempt == 2
    kept[1].fail(errands.NetFetchFailureRefused(status=404))
    assert last(store)["failed"]["refused"]["status"] == 404
    assert ends == ["unserved"] and str(Requests.net_fetch) == "net.fetch"

    store.send(errands.ActionFetch(errands.Job(url="u", file="f")))
    loop.dispatch()
    kept[2].answer(None)
    assert last(store) == "fetched"


def test_S216_a_request_of_a_store_gets_its_types(loop: Loop) -> None:
    store = opened(loop)
    kept: list[Request] = []
    loop.serve("net.fetch", kept.append)
    store.send(errands.ActionFetch(errands.Job(url="u", file="f")))
    loop.dispatch()
    typed = Requests.net_fetch.typed(store.request(kept[0].id))
    assert typed.question.url == "u"
    with pytest.raises(KumikiError, match=r"expected a request 'net\.check', found <Request") as refused:
        Requests.net_check.typed(kept[0])
    assert refused.value.status is Status.INVALID_ARGUMENT
    typed.answer(None)


def test_S215_another_reply_and_another_question_are_refused(loop: Loop) -> None:
    store = opened(loop)
    kept: list[Request] = []
    loop.serve("net.check", kept.append)
    store.send(errands.ActionCheck("a"))
    loop.dispatch()
    for reply in (kept[0].answer, kept[0].fail):
        with pytest.raises(KumikiError) as refused:
            reply(5)
        assert refused.value.status is Status.DECODE
    Requests.net_check.typed(kept[0]).answer(errands.Answer(name="a", size=1))
    store.send(errands.ActionByHand())
    with pytest.raises(AssertionError, match="request-misfit"):
        loop.dispatch()
    assert set(app.describe()["requests"]) == set(errands.types.requests)


def test_a_test_answers_typed_requests() -> None:
    with TestStore(app, errands.State()) as test:
        test.send(errands.ActionCheck("a"))
        test.expect_request(Requests.net_check.name, "a")
        test.answer(
            errands.Answer(name="a", size=1), {"log": [{"checked": {"name": "a", "size": 1}}]}
        )


@dataclass
class Point:
    x: int


def test_a_request_type_may_be_written_by_hand(loop: Loop) -> None:
    plot: RequestType[Point, int, Never, str] = RequestType("plot", Point)
    later: RequestType[Point, int, Never, str] = RequestType("plot", "Point", module=__name__)

    def asking(state: State, action: Any, env: Env) -> Effect | None:
        if action.is_case("plot"):
            return plot.ask(Point(3), answer="plotted")
        state["/seen"] = action.value
        return None

    from kumiki import reducer

    store = Store(loop, reducer(asking), {"seen": None})
    later.serve(loop, lambda request: request.question.x + 1)
    store.send("plot")
    loop.dispatch()
    assert store.state["seen"] == {"plotted": 4}
    with pytest.raises(KumikiError, match="is not a function"):
        plot.serve(store, 5)  # type: ignore[arg-type]
