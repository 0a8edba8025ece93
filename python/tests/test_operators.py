"""The operators, composed in Python."""

from __future__ import annotations

from typing import Any

import kumiki
import pytest
from features import counter, idle
from kumiki import Action, Effect, Env, KumikiError, Loop, Reducer, State, Status, Store
from kumiki._library import lib


def test_scope_and_combine(loop: Loop) -> None:
    both = kumiki.combine(kumiki.scope("/a", "a", counter()), kumiki.scope("/b", "b", counter()))
    store = Store(loop, both, {"a": {"count": 0}, "b": {"count": 0}})
    store.send({"a": "increment"})
    store.send_at("b.add", 4)
    assert store.state == {"a": {"count": 1}, "b": {"count": 4}}
    view = store.scope("/b", "b")
    view.send("increment")
    assert view.state == {"count": 5}
    assert view.is_valid
    view.close()


def test_one_reducer_in_two_places(loop: Loop) -> None:
    one = counter()
    assert Store(loop, kumiki.combine(one, one), {"count": 0}).state == {"count": 0}
    store = Store(loop, kumiki.combine(one, one), {"count": 0})
    store.send("increment")
    assert store.state == {"count": 2}


def sheets() -> Reducer:
    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case {"open": number}:
                state["/sheet"] = {"detail": {"count": number}}
            case "ask":
                state["/sheet"] = {"alert": {"title": "Sure?"}}
            case {"sheet": {"presented": {"alert": "confirm"}}}:
                state["/confirmed"] = True
        return None

    return kumiki.reducer(reduce).presentation(
        "/sheet",
        "sheet",
        kumiki.combine(
            kumiki.scope_case("detail", "detail", counter()),
            kumiki.alert("alert", "confirm", "cancel"),
        ),
        ephemeral_cases=["alert"],
    )


def test_presentation(loop: Loop) -> None:
    store = Store(loop, sheets(), {"sheet": None})
    log: list[Any] = []
    store.observe_presentation(
        "/sheet",
        present=lambda id, case, state: log.append(("present", id, case, state)),
        update=lambda id, state: log.append(("update", id, state)),
        dismiss=lambda id: log.append(("dismiss", id)),
    )
    store.send({"open": 3})
    store.presented("sheet", {"detail": "increment"})
    store.presented("sheet", {"detail": "tick"})
    assert store.effect_count == 1
    assert store.presentation_id("/sheet") == "0"
    store.dismiss("sheet")
    assert store.effect_count == 0, "what is dismissed has no effects any more"
    store.send("ask")
    store.presented("sheet", {"alert": "confirm"})
    assert store.state == {"sheet": None, "confirmed": True}
    assert log == [
        ("present", "0", "detail", {"count": 3}),
        ("update", "0", {"count": 4}),
        ("dismiss", "0"),
        ("present", "1", "alert", {"title": "Sure?"}),
        ("dismiss", "1"),
    ]
    assert store.presentation_id("/sheet") is None
    with pytest.raises(KumikiError) as raised:
        store.dismiss("sheet", "0")
    assert raised.value.status == Status.NOT_FOUND


def test_a_child_dismisses_itself(loop: Loop) -> None:
    store = Store(loop, sheets(), {"sheet": {"detail": {"count": 0}}})
    store.presented("sheet", {"detail": "close"})
    assert store["/sheet"] is None


def test_presentation_destination(loop: Loop) -> None:
    feature = idle().presentation_destination("/child", "child", counter())
    store = Store(loop, feature, {"child": None})
    store.present("child", {"count": 4})
    store.presented("child", "increment")
    assert store.state == {"child": {"count": 5}}


def test_if_let(loop: Loop) -> None:
    store = Store(loop, idle().if_let("/child", "child", counter()), {"child": {"count": 0}})
    store.send({"child": "increment"})
    assert store["/child/count"] == 1


def test_if_case_let(loop: Loop) -> None:
    store = Store(loop, idle().if_case_let("on", "on", counter()), {"on": {"count": 0}})
    store.send({"on": "increment"})
    assert store.state == {"on": {"count": 1}}


def test_rows(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case {"remove": id}:
                state.remove_row("/rows", id)
            case {"rename": {"id": id, "name": name}}:
                assert state.find("/rows", "nobody") is None
                assert state.find("/rows", id) == 1
                state.set_row("/rows", id, "/name", name)
                assert state.row("/rows", id)["name"] == name
            case "reverse":
                state.move("/rows/0", "/rows/-")
        if (id := action.element("rows", "increment")) is not None:
            state["/last"] = id
        return None

    rows = [{"id": "a", "count": 0}, {"id": "b", "count": 0}]
    store = Store(loop, kumiki.reducer(reduce).for_each("/rows", "rows", counter()), {"rows": rows})
    ids: list[Any] = []
    changes: list[Any] = []
    patches: list[Any] = []
    store.observe_ids("/rows", ids.append)
    store.observe_id_changes("/rows", changes.append)
    store.observe_patches("/rows", patches.append)
    store.send(kumiki.action_at("rows", "increment", id="b"))
    store.send({"rename": {"id": "b", "name": "Bea"}})
    row = store.scope_element("/rows", "rows", "b")
    row.send({"add": 5})
    store.send("reverse")
    assert row.state == {"id": "b", "count": 6, "name": "Bea"}
    store.send({"remove": "a"})
    row.close()
    assert store.state == {"rows": [{"id": "b", "count": 6, "name": "Bea"}], "last": "b"}
    assert ids == [["a", "b"], ["b", "a"], ["b"]]
    assert changes[0] == [{"index": 0, "removed": 0, "inserted": ["a", "b"]}]
    assert changes[2] == [{"index": 1, "removed": 1, "inserted": []}]
    assert patches[0] == [{"op": "replace", "path": "/1/count", "value": 1}]


def test_paths(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case {"push": number}:
                state["/top"] = state.push("/path", {"count": number})
            case {"popTo": id}:
                state.pop_to("/path", id)
            case {"popFrom": id}:
                state.pop_from("/path", id)
        return None

    store = Store(loop, kumiki.reducer(reduce).stack("/path", "path", counter()), {"path": []})
    for number in (10, 20, 30):
        store.send({"push": number})
    store.send(kumiki.action_at("path", "increment", id=1))
    assert store["/path/1/element/count"] == 21
    assert store["/top"] == 2
    store.send({"popTo": 1})
    assert len(store["/path"]) == 2
    store.send({"popFrom": 0})
    assert store["/path"] == []
    store.write_path("/path", "path", [{"count": 1}])
    assert store["/path"][0]["element"] == {"count": 1}


def test_navigation_destination(loop: Loop) -> None:
    feature = idle().navigation_destination("/path", "path", counter())
    store = Store(loop, feature, {"path": []})
    store.write_path("/path", "path", [{"count": 1}, {"count": 2}])
    assert [each["element"]["count"] for each in store["/path"]] == [1, 2]


def test_bindings(loop: Loop) -> None:
    fields = kumiki.binding_fields({"/name": "text", "/nickname": "text?"})
    store = Store(loop, kumiki.combine(fields, idle()), {"name": ""})
    store.write_binding("/name", "Ann")
    store.write_binding("/nickname", None)
    assert store.state == {"name": "Ann", "nickname": None}
    with pytest.raises(AssertionError, match="binding-failed"):
        store.write_binding("/name", 3)


def test_on_change(loop: Loop) -> None:
    def changed(state: State, old: Any, new: Any, action: Action, env: Env) -> Effect | None:
        state["/log"] = [old, new, action.value]
        return Effect.send("increment") if new < 3 else None

    store = Store(loop, counter().on_change("/count", changed), {"count": 0})
    store.send({"add": 2})
    assert store.state == {"count": 3, "log": [2, 3, "increment"]}


def test_reader_chooses_by_state_and_dependency(loop: Loop) -> None:
    double = kumiki.reducer(
        lambda state, action, env: state.__setitem__("/count", state["/count"] * 2)
    )
    single = counter()

    def choose(state: Any, action: Action, env: Env) -> Reducer | None:
        return double if state["count"] >= env.dependency("limit") else single

    store = Store(loop, kumiki.reader(choose).dependency("limit", 2), {"count": 0})
    for _ in range(4):
        store.send("increment")
    assert store["/count"] == 8


def test_recursion(loop: Loop) -> None:
    tree = kumiki.recurse(lambda itself: counter().for_each("/children", "children", itself))
    state = {"count": 0, "children": [{"id": 1, "count": 0, "children": []}]}
    store = Store(loop, tree, state)
    store.send(kumiki.action_at("children", "increment", id=1))
    assert store["/children/0/count"] == 1
    with pytest.raises(ZeroDivisionError):
        kumiki.recurse(lambda itself: 1 / 0)  # type: ignore[arg-type, return-value]


def test_each_kind_of_observer_has_a_method(loop: Loop) -> None:
    kinds = {name.removeprefix("kmk_store_") for name in dir(lib) if "_store_observe" in name}
    assert kinds == {name for name in dir(Store) if name.startswith("observe")}
    store = Store(loop, idle(), {"rows": []})
    for kind in sorted(kinds - {"observe_presentation"}):
        told: list[Any] = []
        getattr(store, kind)("/rows", lambda *what, told=told: told.append(what)).close()
        assert len(told) == (kind not in ("observe_patches", "observe_changes")), kind


def test_cases_of_states_are_observed(loop: Loop) -> None:
    store = Store(loop, sheets(), {"sheet": None})
    told: list[Any] = []
    store.observe_case("/sheet", lambda case, payload: told.append((case, payload)))
    store.send({"open": 1})
    store.presented("sheet", {"detail": "increment"})
    store.dismiss("sheet")
    assert told == [(None, None), ("detail", {"count": 1}), (None, None)]


wrong: Any = 3


@pytest.mark.parametrize(
    "compose",
    [
        lambda: kumiki.combine(counter(), wrong),
        lambda: kumiki.scope("/a", "a", wrong),
        lambda: counter().for_each("/a", "a", wrong),
        lambda: counter().presentation("/a", "a", wrong),
        lambda: counter().if_let("/a", "a", counter(), kind="union"),
        lambda: kumiki.reducer(wrong),
        lambda: counter().if_let("/a", "a", counter(), ephemeral_cases="alert"),
    ],
)
def test_what_is_no_part_of_a_composition_is_refused_at_once(compose: Any) -> None:
    with pytest.raises(KumikiError) as raised:
        compose()
    assert raised.value.status == Status.INVALID_ARGUMENT


def test_S213_a_saved_state_loses_what_closed_objects_do_not_have() -> None:
    feature = counter().shape("only {count: integer = 3, open: {} = {}}")
    saved = {"gone": 1, "open": {"kept": 2}}
    assert feature.restore_state(saved) == {"count": 3, "open": {"kept": 2}}
    with pytest.raises(KumikiError):
        feature.complete_state(saved)
    with pytest.raises(KumikiError) as raised:
        feature.restore_state({"count": "x"})
    assert raised.value.path == "/count"


def test_shape(loop: Loop) -> None:
    feature = (
        counter().shape("{count: integer = 3, name: text?}").cases(increment=None, add="integer")
    )
    store = Store(loop, feature, {})
    store.send("increment")
    assert store.state == {"count": 4}
    assert feature.complete_state({"name": "Ann"}) == {"name": "Ann", "count": 3}
    with pytest.raises(KumikiError) as raised:
        feature.complete_state({"count": "x"})
    assert raised.value.status == Status.DECODE
    assert raised.value.path == "/count"
    schema = feature.describe()
    assert {"state", "action"} <= set(schema["$defs"])
    with pytest.raises(KumikiError, match="INVALID_ARGUMENT"):
        counter().shape("{count: nonsense").describe()


def test_on_write(loop: Loop) -> None:
    def written(state: State, places: list[str], action: Action, env: Env) -> Effect | None:
        state["/log"] = places
        return None

    rows = counter().for_each("/rows", "rows", counter()).on_write("/rows", written)
    store = Store(loop, rows, {"rows": [{"id": 1, "count": 0}]})
    store.send(kumiki.action_at("rows", "increment", id=1))
    assert store["/log"] == ["/0/count"]


def searching(*, id: str = "", time: str = "restart") -> Reducer:
    """A feature with the state {"query": str or None, "found": str or None}, and a search effect while query is set."""

    def reduce(state: State, action: Action, env: Env) -> None:
        for name in ("query", "found"):
            if action.is_case(name):
                state["/" + name] = action.payload(name)

    def find(query: Any, env: Env) -> Effect | None:
        return None if query == "nothing" else Effect.after(1, {"found": query})

    return kumiki.reducer(reduce).running("/query", find, id=id, time=time)


def test_running(loop: Loop) -> None:
    store = Store(loop, searching(), {"query": "first", "found": None})
    loop.advance(1)
    assert store["/found"] == "first"
    store.send({"query": "a"})
    store.send({"query": "b"})
    assert store.effect_count == 1
    loop.advance(1)
    assert store["/found"] == "b"
    store.send({"query": "nothing"})
    assert store.effect_count == 0
    store.send({"query": "c"})
    store.send({"query": None})
    assert store.effect_count == 0


def test_two_running_at_one_place(loop: Loop) -> None:
    def tick(value: Any, env: Env) -> Effect:
        return Effect.every(1, "tick")

    both = searching().running("/query", tick, id="ticks", time="deadline")
    assert Store(loop, both, {"query": "a", "found": None}).effect_count == 2
    with pytest.raises(KumikiError, match="two effects follow this place"):
        Store(loop, searching().running("/query", tick), {"query": None})
    with pytest.raises(KumikiError, match="time is one of"):
        searching(time="never")


def test_what_running_raises(loop: Loop) -> None:
    def broken(value: Any, env: Env) -> Effect:
        raise ZeroDivisionError

    def look(state: State, action: Action, env: Env) -> None:
        state["/query"] = action.value

    feature = kumiki.reducer(look).running("/query", broken)
    with pytest.raises(ZeroDivisionError):
        Store(loop, feature, {"query": "a"})
    store = Store(loop, feature, {"query": None})
    with pytest.raises(ZeroDivisionError):
        store.send("b")
    assert store["/query"] == "b"


def test_undo(loop: Loop) -> None:
    feature = counter().undoable(history_path="/history", ignored=["tick"], group=1)
    store = Store(loop, feature, {"count": 0})
    changes: list[Any] = []
    store.observe_changes("/count", lambda patch, inverse: changes.append((patch, inverse)))
    store.send("increment")
    store.send("increment")
    loop.advance(2)
    store.send({"add": 10})
    assert store.state == {"count": 12, "history": {"undo": 2, "redo": 0}}
    store.send("undo")
    assert store.state == {"count": 2, "history": {"undo": 1, "redo": 1}}
    store.send("undo")
    store.send("redo")
    assert store["/count"] == 2
    assert changes[0] == (
        [{"op": "replace", "path": "", "value": 1}],
        [{"op": "replace", "path": "", "value": 0}],
    )
    for wrong in ({"limit": 0}, {"ignored": "tick"}, {"included": "/a"}, {"limit_bytes": -1}):
        with pytest.raises(KumikiError):
            counter().undoable(**wrong)


def test_labels_and_groups_of_steps(loop: Loop) -> None:
    def describe(state: Any, action: kumiki.Action) -> dict[str, Any] | None:
        if action.is_case("increment"):
            return {"label": f"Count {state['count']}", "key": "count"}
        return None

    feature = counter().undoable(
        history_path="/history", excluded=["/seen"], limit_bytes=1000, describe=describe
    )
    store = Store(loop, feature, {"count": 0})
    store.send("increment")
    store.send("increment")
    store.send({"add": 10})
    assert store["/history"] == {"undo": 2, "redo": 0, "undoLabel": None, "redoLabel": None}
    steps = store.undo_steps("/history")["undo"]
    assert [(each["step"], each["label"]) for each in steps] == [(2, None), (1, "Count 0")]
    store.send({"undo": {"to": 0}})
    assert store["/count"] == 0
    with pytest.raises(KumikiError, match="NOT_FOUND"):
        store.undo_steps("/count")


def test_empty(loop: Loop) -> None:
    store = Store(loop, kumiki.scope("/a", "a", kumiki.empty()), {"a": {}})
    store.send({"a": "x"})
    assert store.state == {"a": {}}


def test_a_reducer_is_replaced(loop: Loop) -> None:
    store = Store(loop, counter(), {"count": 1})
    store.send("tick")
    double = kumiki.reducer(
        lambda state, action, env: state.__setitem__("/count", state["/count"] * 2)
    )
    store.replace_reducer(double)
    assert store.effect_count == 0
    store.send("increment")
    assert store.state == {"count": 2}
    with pytest.raises(KumikiError, match="DECODE"):
        store.replace_reducer(counter().for_each("/count", "rows", counter()))
    store.send("increment")
    assert store.state == {"count": 4}


def test_print_changes(loop: Loop, capfd: pytest.CaptureFixture[str]) -> None:
    Store(loop, counter().print_changes("shown"), {"count": 0}).send("increment")
    assert "shown" in capfd.readouterr().err
