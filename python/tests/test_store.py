"""Stores: sending, reading, and the errors of both."""

from __future__ import annotations

import dataclasses
import enum
import logging
from collections import UserList
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

import kumiki
import pytest
from features import counter, idle
from kumiki import Action, Effect, Env, KumikiError, Loop, State, Status, Store, _encoding
from kumiki.testing import TestStore


def test_a_send_is_reduced_before_it_returns(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 0})
    store.send("increment")
    store.send({"add": 5})
    store.send(kumiki.action_at("add", 10))
    store.send_at("add", 100)
    assert store.state == {"count": 116}
    assert store["/count"] == 116
    assert store.get("/missing") is None
    assert store.get("/missing", 3) == 3


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -(2**63),
        2**63 - 1,
        0.1,
        1e300,
        "",
        "æ\n\0😀",
        [],
        {},
        [[{}], None],
        {"": {"/~": 1}},
    ],
)
def test_json_comes_back_as_it_was_sent(loop: Loop, value: Any) -> None:
    store = Store(loop, idle(), {"value": value})
    assert store["/value"] == value
    assert type(store["/value"]) is type(value)


@pytest.mark.parametrize(
    ("value", "path", "message"),
    [
        ({"a": 1j}, "/a", "1j of type complex is not JSON"),
        ({"a/b": [1, b"x"]}, "/a~1b/1", "b'x' of type bytes is not JSON"),
        (float("nan"), "", "nan of type float is not JSON"),
        ({(1, 2): 3}, "", "the key (1, 2) of type tuple is not a string"),
        # Values that Python writes as JSON and the library refuses.
        ("\ud800", "", "'\\ud800' of type str is not JSON: a string must not contain lone surrogates"),
        (2**63, "", "9223372036854775808 of type int is not JSON: integers range from -2**63"),
        ({"a": {"b": 2**63}}, "/a/b", "integers range from -2**63 to 2**63 - 1"),
        ({"a": [1, [[[[-(2**64)]]]]]}, "/a/1/0/0/0/0", "integers range"),
        ([0, "\udc00"], "/1", "lone surrogates"),
        ([10**5000], "/0", "a value of type int is not JSON: integers range"),
        ({"a": {"\ud800": 1}}, "/a", "the key '\\ud800' contains a NUL or a lone surrogate"),
        ({"a": {"b\0": 1}}, "/a", "the key 'b\\x00' contains a NUL or a lone surrogate"),
        ({"a": {1: 2, "1": 3}}, "/a", "two keys are the same string in JSON"),
    ],
)
def test_what_is_no_json_is_told_with_its_place(
    loop: Loop, value: Any, path: str, message: str
) -> None:
    store = Store(loop, idle(), {})
    with pytest.raises(KumikiError) as raised:
        store.send(value)
    assert raised.value.status == Status.JSON
    assert raised.value.path == path
    assert raised.value.position == 0
    assert message in raised.value.message


@pytest.mark.parametrize("step", ["a/b", "~", "~1", "", "æ 😀", "%s"])
def test_pointers_are_built_of_their_steps(loop: Loop, step: str) -> None:
    store = Store(loop, idle(), {"rows": [{step: 3}]})
    assert store[kumiki.pointer("rows", 0, step)] == 3
    for wrong in ("a\0b", "\ud800"):
        with pytest.raises(KumikiError, match="is not a step of a JSON Pointer"):
            kumiki.pointer("rows", wrong)


def test_what_contains_itself_is_no_json(loop: Loop) -> None:
    value: list[Any] = []
    value.append({"again": value})
    with pytest.raises(KumikiError, match="JSON.*ircular"):
        Store(loop, idle(), value)


def test_what_is_nested_too_deep_is_told_in_both_directions(loop: Loop) -> None:
    def nest(levels: int) -> Any:
        value: list[Any] = []
        for _ in range(levels - 1):
            value = [value]
        return value

    def reduce(state: State, action: Action, env: Env) -> None:
        depth, levels = action.payload("grow")
        state.insert("/deep" + "/0" * depth + "/-", nest(levels))

    store = Store(loop, kumiki.reducer(reduce), {"deep": []})
    with pytest.raises(KumikiError, match="TOO_DEEP.*nested deeper than"):
        store.send({"grow": [0, 5000]})
    for levels in range(0, 1800, 450):
        store.send({"grow": [levels, 450]})
    # The depth that Python itself can read and write depends on its version.
    try:
        assert len(store.get("/deep")) == 1
    except KumikiError as error:
        assert error.status == Status.TOO_DEEP
        assert "deeper than Python can read" in error.message
    with pytest.raises(KumikiError, match="TOO_DEEP.*2048"):
        store.send({"grow": [1800, 450]})


def test_an_action_that_does_not_fit_is_refused_with_its_place(loop: Loop) -> None:
    store = Store(loop, counter().cases(increment=None, add="integer"), {"count": 0})
    with pytest.raises(KumikiError) as raised:
        store.send({"add": "x"})
    assert raised.value.status == Status.DECODE
    assert raised.value.path == "/add"
    assert "integer" in raised.value.message
    assert store.state == {"count": 0}


def test_a_mistake_in_a_reducer_is_told_by_the_store(loop: Loop) -> None:
    with pytest.raises(KumikiError, match="INVALID_ARGUMENT.*JSON Pointer"):
        Store(loop, kumiki.scope("no-pointer", "child", counter()), {})
    with pytest.raises(KumikiError, match="UNKNOWN_FEATURE"):
        Store(loop, kumiki.feature("nobody"), {})


def test_what_a_reducer_raises_comes_out_of_the_send(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> None:
        state["/done"] = True
        raise ZeroDivisionError(action.value)

    store = Store(loop, kumiki.reducer(reduce), {})
    with pytest.raises(ZeroDivisionError, match="boom"):
        store.send("boom")
    assert store.state == {"done": True}, "nothing is rolled back"


def test_what_several_raise_comes_out_as_a_group(loop: Loop) -> None:
    def observe(value: Any) -> None:
        if value:
            raise LookupError(value)

    store = Store(loop, counter(), {"count": 0})
    store.observe("/count", observe)
    store.observe("/count", observe)
    with pytest.raises(ExceptionGroup) as raised:
        store.send("increment")
    assert [type(each) for each in raised.value.exceptions] == [LookupError, LookupError]
    assert store["/count"] == 1


def test_a_write_that_cannot_be_done_says_why_and_once(loop: Loop) -> None:
    told: list[str] = []

    def reduce(state: State, action: Action, env: Env) -> None:
        if action == "catch":
            with pytest.raises(KumikiError):
                state["/not/there"] = 1
            state["/count"] = 7
        else:
            del state["/nothing"]

    loop.on_issue(lambda issue: told.append(issue.code))
    store = Store(loop, kumiki.reducer(reduce), {"count": 0})
    with pytest.raises(KumikiError, match="NOT_FOUND at /nothing: /nothing is not there"):
        store.send("remove")
    store.send("catch")
    assert store["/count"] == 7
    assert told == [], "the exception says what the issue would"


def test_what_is_lent_to_a_reducer_ends_with_its_call(loop: Loop) -> None:
    kept: list[Any] = []

    def reduce(state: State, action: Action, env: Env) -> None:
        kept.extend([state, env, action])

    Store(loop, kumiki.reducer(reduce), {"count": 1}).send({"keep": 1})
    state, env, action = kept
    for use in (
        lambda: state["/count"],
        lambda: state.__setitem__("/count", 2),
        lambda: env.now,
        env.uuid,
    ):
        with pytest.raises(KumikiError, match="was lent for one call"):
            use()
    assert action.payload("keep") == 1, "an action may be kept"


def test_a_reducer_returns_an_effect_or_none(loop: Loop) -> None:
    wrong: Any = lambda state, action, env: 3  # noqa: E731
    store = Store(loop, kumiki.reducer(wrong), {})
    with pytest.raises(TypeError, match="returns an Effect or None, not 3"):
        store.send("x")


def test_a_send_inside_a_reducer_waits_for_its_turn(loop: Loop) -> None:
    log: list[Any] = []
    stores: list[Store] = []

    def reduce(state: State, action: Action, env: Env) -> None:
        log.append(action.value)
        if action == "first":
            stores[0].send("second")
            log.append("first is over")
            with pytest.raises(KumikiError, match="BUSY"):
                stores[0].get("/x")

    with kumiki.Loop(virtual=True) as quiet:
        quiet.on_issue(lambda issue: log.append(issue.code))
        stores.append(Store(quiet, kumiki.reducer(reduce), {}))
        stores[0].send("first")
    assert log == ["first", "first is over", "read-while-reducing", "second"]


def test_issues_are_logged_unless_they_are_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    with kumiki.Loop(virtual=True) as loop, caplog.at_level(logging.ERROR, "kumiki"):
        store = Store(loop, kumiki.scope("/child", "child", idle()), {})
        store.send({"child": "x"})
        assert "absent-child" in caplog.text
        issues: list[kumiki.Issue] = []
        loop.on_issue(issues.append)
        store.send({"child": "x"})
        assert [issue.code for issue in issues] == ["absent-child"]
        assert issues[0].action_case == "child.x"
        assert issues[0].action == {"child": "x"}


def test_environment(loop: Loop) -> None:
    seen: list[Any] = []
    service = object()

    def reduce(state: State, action: Action, env: Env) -> None:
        seen.append(
            (
                env.now.total_seconds(),
                env.date.year,
                str(env.uuid())[-4:],
                env.is_presented,
                env.dependency("limit"),
                env.dependency("other"),
                env.service("db"),
                env.service("none"),
            )
        )

    feature = kumiki.reducer(reduce).dependency("limit", [3])
    feature = feature.service("db", service).service("none", None)
    store = Store(loop, feature, {})
    store.send("a")
    loop.advance(2.5)
    store.send("b")
    assert seen == [
        (0.0, 1970, "0000", False, [3], None, service, None),
        (2.5, 1970, "0001", False, [3], None, service, None),
    ]


def test_task_of_a_send(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 0})
    task = store.send_task({"later": {"time": 1, "action": "increment"}})
    assert not task.finished
    with pytest.raises(KumikiError, match="TIMEOUT"):
        task.finish()
    loop.advance(1)
    task.finish()
    assert task.finished
    assert store["/count"] == 1
    ticking = store.send_task("tick")
    ticking.cancel()
    loop.advance(5)
    assert store["/count"] == 1
    assert store.effect_count == 0


def test_closed_handles_say_so(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 0})
    store.close()
    store.close()
    assert store.closed
    for use in (
        lambda: store.send("x"),
        lambda: store.state,
        lambda: store.observe("", print),
        lambda: store.mailbox(),
    ):
        with pytest.raises(KumikiError, match="CLOSED: this Store was closed"):
            use()
    ended = kumiki.Loop(virtual=True)
    ended.close()
    with pytest.raises(KumikiError, match="CLOSED"):
        Store(ended, counter(), {})
    with pytest.raises(KumikiError, match="CLOSED"):
        ended.defer(print)


def test_handles_are_called_as_a_program_knows_them(loop: Loop) -> None:
    store = Store(loop, kumiki.empty(), {"rows": []})
    rows = kumiki.List(store, "/rows")
    rows.close()
    with pytest.raises(KumikiError, match="CLOSED: this List was closed"):
        len(rows)
    with TestStore(kumiki.empty(), {}) as test:
        tested = test.store
    for use in (lambda: tested.state, tested.loop.dispatch):
        with pytest.raises(KumikiError, match="CLOSED: this (Store|Loop) was closed"):
            use()


@pytest.mark.parametrize(
    "call",
    [
        lambda loop, store: Loop(workers=-1),
        lambda loop, store: Loop(burst_limit=-1),
        lambda loop, store: loop.set_workers(2**32),
        lambda loop, store: loop.set_limits(effects=-1),
        lambda loop, store: loop.set_turn_budget(jobs=-1),
        lambda loop, store: loop.set_turn_budget(time=1e300),
        lambda loop, store: loop.advance(-1e300),
        lambda loop, store: kumiki.List(store, "/rows", first=-1),
        lambda loop, store: kumiki.List(store, "/rows").show(0, 2**64),
        lambda loop, store: kumiki.Recorder(store, "/nowhere", version=-1),
        lambda loop, store: store.snapshot().json(version=-1),
        lambda loop, store: store.snapshot().bounded(2**64),
        lambda loop, store: kumiki.empty().undoable(limit=2**64),
        lambda loop, store: TestStore(kumiki.empty(), {}).receive_count(-1, "x"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*was not closed:ResourceWarning")
def test_a_number_that_is_out_of_bounds_is_refused(loop: Loop, call: Any) -> None:
    store = Store(loop, kumiki.empty(), {"rows": []})
    with pytest.raises(KumikiError) as refused:
        call(loop, store)
    assert refused.value.status is Status.INVALID_ARGUMENT


def test_what_is_no_pointer_says_what_to_write(loop: Loop) -> None:
    store = Store(loop, kumiki.empty(), {"rows": []})
    wrong: list[Any] = [["rows", 0], ("rows", 0)]
    for pointer in wrong:
        with pytest.raises(TypeError, match="a pointer is a str, and kumiki.pointer"):
            store[pointer]
    with pytest.raises(TypeError, match="expected a string, not 3"):
        store.get(kumiki.Action(3).value)


def test_a_case_may_have_any_name(loop: Loop) -> None:
    names: dict[str, str | None] = {"self": None, "cases": "integer"}
    store = Store(loop, kumiki.Types(Any, Any, cases=names, shape="any").declare(kumiki.empty()), {})
    store.send("self")
    store.send({"cases": 3})


def test_a_registered_feature_is_opened_by_name(loop: Loop) -> None:
    kumiki.register("python-counter", counter(), {"count": 3})
    try:
        with pytest.raises(KumikiError, match="python-counter"):
            kumiki.register("python-counter", counter())
        with Store.open(loop, "python-counter") as store:
            store.send("increment")
            assert store.state == {"count": 4}
            with pytest.raises(KumikiError, match="BUSY: python-counter: it is in use"):
                kumiki.unregister("python-counter")
        inside = Store(
            loop, kumiki.scope("/a", "a", kumiki.feature("python-counter")), {"a": {"count": 0}}
        )
        inside.send({"a": "increment"})
        assert inside.state == {"a": {"count": 1}}
        inside.close()
    finally:
        kumiki.unregister("python-counter")


def test_a_deferred_function_may_run_the_loop(loop: Loop) -> None:
    log: list[str] = []

    def modal() -> None:
        log.append("opens")
        loop.defer(lambda: log.append("inside"))
        loop.dispatch()
        log.append("closes")

    def fail() -> None:
        raise RuntimeError("deferred")

    loop.defer(modal)
    loop.dispatch()
    assert log == ["opens", "inside", "closes"]
    with pytest.raises(RuntimeError, match="deferred"):
        loop.defer(fail)
        loop.dispatch()


def test_effects_may_be_used_twice(loop: Loop) -> None:
    effect = Effect.merge(Effect.send("increment"), None, Effect.after(1, {"add": 10}))

    def log(state: State, action: Action, env: Env) -> Effect | None:
        if action == "go":
            return Effect.concatenate(effect, effect)
        state.insert("/log/-", action.value)
        return None

    store = Store(loop, kumiki.reducer(log), {"log": []})
    store.send("go")
    loop.advance(2)
    assert store["/log"] == ["increment", {"add": 10}, "increment", {"add": 10}]


@dataclasses.dataclass
class Row:
    id: UUID
    due: date | None
    parts: list[Part] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Part:
    name: str


class Color:
    def __init__(self, red: int) -> None:
        self.red = red


class Paint(Color):
    pass


def test_what_kumiki_hands_out_can_be_stored(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> None:
        state["/seen"] = {"id": env.uuid(), "now": env.now, "date": env.date}

    store = Store(loop, kumiki.reducer(reduce), {"seen": None})
    loop.advance(1.5)
    store.send("look")
    assert store["/seen"] == {
        "id": "00000000-0000-0000-0000-000000000000",
        "now": 1.5,
        "date": "1970-01-01T00:00:01.500000+00:00",
    }
    assert datetime.fromisoformat(store["/seen/date"]).tzinfo is not None


def test_dataclasses_are_objects(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> None:
        state["/row"] = Row(UUID(int=1), date(2024, 2, 29), [Part("a")])

    store = Store(loop, kumiki.reducer(reduce), {"row": None})
    store.send("go")
    assert store["/row"] == {
        "id": str(UUID(int=1)),
        "due": "2024-02-29",
        "parts": [{"name": "a"}],
    }


@pytest.fixture
def encoders(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets a test set encoders, which are removed afterwards."""
    monkeypatch.setattr(_encoding, "_encoders", dict(_encoding._encoders))
    monkeypatch.setattr(_encoding, "_is_native_encoded", False)
    yield
    monkeypatch.undo()
    _encoding.forget_compiled_encoders()


def test_a_type_of_the_program_is_written_as_it_says(loop: Loop, encoders: None) -> None:
    kumiki.json_encoder(Color, lambda color: {"red": color.red})
    made: Any = [Color(1), Paint(2)]
    assert Store(loop, kumiki.empty(), made).state == [{"red": 1}, {"red": 2}]


class Size(enum.IntEnum):
    SMALL = 1


class Word(str):
    pass


class Point(NamedTuple):
    x: int
    size: Size


class Bag(dict[str, int]):
    pass


def test_types_that_json_knows_are_written_as_the_program_says(loop: Loop, encoders: None) -> None:
    made: Any = [Size.SMALL, Word("a"), Point(1, Size.SMALL), Bag(a=1), UserList([Size.SMALL]), True]
    whole: Any = {"few": Size.SMALL, "many": made, "point": made[2], "row": Row(UUID(int=1), None, made)}
    plain = [1, "a", [1, 1], {"a": 1}, [1], True]
    row = {"id": str(UUID(int=1)), "due": None, "parts": plain}
    assert Store(loop, kumiki.empty(), whole).state == {
        "few": 1, "many": plain, "point": [1, 1], "row": row
    }
    kumiki.json_encoder(Size, lambda size: size.name)
    kumiki.json_encoder(Word, lambda word: {"word": str(word)})
    kumiki.json_encoder(Point, lambda point: {"x": point.x, "size": point.size})
    kumiki.json_encoder(Bag, lambda bag: sorted(bag))
    point = {"x": 1, "size": "SMALL"}
    said = ["SMALL", {"word": "a"}, point, ["a"], ["SMALL"], True]
    assert Store(loop, kumiki.empty(), whole).state == {
        "few": "SMALL", "many": said, "point": point, "row": {**row, "parts": said}
    }


def test_a_value_that_contains_itself_is_refused(loop: Loop) -> None:
    circle: dict[str, Any] = {"rows": []}
    circle["rows"].append(Row(UUID(int=1), None, [circle]))  # type: ignore[list-item]
    with pytest.raises(KumikiError) as raised:
        Store(loop, kumiki.empty(), circle)
    assert (raised.value.status, raised.value.message) == (Status.JSON, "Circular reference detected")


def test_what_is_no_json_says_what_to_do(loop: Loop) -> None:
    wrong: Any = {"rows": [Row(UUID(int=1), None, [Color(1)])]}  # type: ignore[list-item]
    with pytest.raises(KumikiError) as raised:
        Store(loop, kumiki.empty(), wrong)
    assert raised.value.path == "/rows/0/parts/0"
    assert "of type Color is not JSON" in raised.value.message
    assert "kumiki.json_encoder(Color, function)" in raised.value.message
