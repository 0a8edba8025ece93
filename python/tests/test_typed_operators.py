"""Typed reducers and the operators around them: which actions the function receives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import kumiki
import pytest
from kumiki import Case, Effect, Env, KumikiError, Loop, Reducer, State, Status, Store, Types


@dataclass(frozen=True)
class Inc(Case, name="inc"):
    pass


@dataclass(frozen=True)
class Undo(Case, name="undo"):
    pass


@dataclass(frozen=True)
class Part(Case, name="part"):
    value: Inc


@dataclass
class Row:
    id: int
    done: bool = False


@dataclass
class Whole:
    n: int = 0
    rows: list[Row] = field(default_factory=lambda: [Row(1)])
    sheet: dict[str, Any] | None = field(default_factory=lambda: {"x": 1})
    path: list[Any] = field(default_factory=list)
    name: str = ""


told: list[Any] = []


@pytest.fixture(autouse=True)
def nothing_told() -> Iterator[None]:
    told.clear()
    yield


def feature(action: Any) -> Reducer[Whole, Any]:
    types: Types[Whole, Any] = Types(Whole, action)

    @types.reducer
    def reduce(state: State[Whole], action: Any, env: Env) -> Effect | None:
        told.append(action)
        if action == Inc():
            state["/n"] += 1
        return None

    return reduce


@kumiki.reducer
def row(state: State, action: kumiki.Action, env: Env) -> Effect | None:
    state["/done"] = True
    return None


def around(base: Reducer[Whole, Any]) -> Reducer[Whole, Any]:
    rows = base.for_each("/rows", "rows", row).stack("/path", "path", row)
    return rows.presentation("/sheet", "sheet", kumiki.empty()).undoable(state_path="/n")


def test_actions_that_operators_answer_are_passed_over(loop: Loop) -> None:
    store = Store(loop, around(feature(Inc)), Whole())
    store.send(Inc())
    store.send("undo")
    store.send({"rows": {"element": {"id": 1, "action": "x"}}})
    store.dismiss("sheet")
    store.scope_element("/rows", "rows", 1).send("x")
    assert store.state == Whole(0, [Row(1, True)], None)
    assert told == [Inc()]


def test_what_nobody_knows_is_refused(loop: Loop) -> None:
    store = Store(loop, around(feature(Inc)), Whole())
    unknown: list[Any] = ["nope", {"nope": 1}, {"inc": 1}]
    for action in unknown:
        with pytest.raises(KumikiError) as refused:
            store.send(action)
        assert refused.value.status == Status.DECODE
    # Operators around another reducer do not affect this one.
    with pytest.raises(KumikiError, match="expected one of inc"):
        Store(loop, feature(Inc), Whole()).send("undo")


def test_a_case_that_the_type_has_is_told(loop: Loop) -> None:
    store = Store(loop, around(feature(Inc | Undo)), Whole())
    store.send(Inc())
    store.send(Undo())
    assert told == [Inc(), Undo()]
    assert store.state.n == 0


def test_operators_beside_a_typed_reducer_answer_too(loop: Loop) -> None:
    whole: Reducer[Whole, Any] = kumiki.combine(
        kumiki.scope("/rows/0", "row", row),
        kumiki.binding_fields({"/name": "text"}),
        feature(Inc),
    ).typed(Types(Whole, Inc))
    store = Store(loop, whole, Whole())
    store.send({"row": "x"})
    store.write_binding("/name", "Ann")
    assert (store.state.rows, store.state.name, told) == ([Row(1, True)], "Ann", [])


def test_a_case_path_is_passed_over_where_the_type_ends(loop: Loop) -> None:
    base = feature(Inc | Part).for_each("/rows", "part.rows", row)
    store = Store(loop, base, Whole())
    store.send({"part": {"rows": {"element": {"id": 1, "action": "x"}}}})
    store.send(Part(Inc()))
    assert (store.state.rows, told) == ([Row(1, True)], [Part(Inc())])
    with pytest.raises(KumikiError) as refused:
        store.send({"part": "nope"})
    assert refused.value.path == "/part"


# ------------------------------------------------------------------ at every depth


@dataclass(frozen=True)
class Rename(Case, name="rename"):
    value: str


@dataclass(frozen=True)
class Presented(Case, name="presented"):
    value: Rename


@dataclass(frozen=True)
class Sheet(Case, name="sheet"):
    value: Presented


@dataclass(frozen=True)
class Child(Case, name="child"):
    value: Inc | Sheet


def test_M193_what_a_nested_type_leaves_out_is_passed_over(loop: Loop) -> None:
    app = feature(Inc | Sheet).presentation("/sheet", "sheet", kumiki.empty())
    store = Store(loop, app, Whole())
    store.send(Sheet(Presented(Rename("a"))))
    store.presented("sheet", "save")
    store.presented("sheet", {"edit": {"deep": 1}})
    store.dismiss("sheet")
    assert (store.state.sheet, told) == (None, [Sheet(Presented(Rename("a")))])


def test_M193_a_payload_that_does_not_fit_a_known_case_is_refused_at_every_depth(loop: Loop) -> None:
    app = feature(Inc | Sheet).presentation("/sheet", "sheet", kumiki.empty())
    store = Store(loop, app, Whole())
    with pytest.raises(KumikiError) as refused:
        store.presented("sheet", {"rename": 3})
    assert refused.value.path == "/sheet/presented/rename" and told == []


def test_M193_a_child_passes_over_what_operators_around_its_parent_answer(loop: Loop) -> None:
    types: Types[dict[str, Any], Inc] = Types(dict[str, Any], Inc)

    @types.reducer
    def child(state: State[dict[str, Any]], action: Inc, env: Env) -> None:
        told.append(("child", action))

    whole = kumiki.combine(kumiki.scope("", "child", child), feature(Child))
    app = whole.presentation("/sheet", "child.sheet", kumiki.empty())
    first: Any = {"sheet": {}, "rows": []}
    store = Store(loop, app, first)
    store.send({"child": "inc"})
    store.dismiss("child.sheet")
    assert store["/sheet"] is None
    assert told == [("child", Inc()), Child(Inc())]
    with pytest.raises(KumikiError):
        store.send({"child": "nope"})


def test_M193_so_do_what_a_reader_chooses_and_what_contains_itself(loop: Loop) -> None:
    typed = feature(Inc)
    chosen = kumiki.reader(lambda state, action, env: typed)
    itself = kumiki.recurse(lambda itself: feature(Inc).for_each("/rows", "rows", itself))
    for each in (chosen, itself):
        app = each.presentation("/sheet", "sheet", kumiki.empty()).undoable(state_path="/n")
        store = Store(loop, app, Whole())
        store.send("inc")
        store.send("undo")
        store.dismiss("sheet")
        assert store["/sheet"] is None and store["/n"] == 0 and told.pop() == Inc() and not told
        store.close()
