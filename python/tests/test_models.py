"""Models of pydantic as states, as actions and as parts of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

pytest.importorskip("pydantic")
from pydantic import BaseModel, Field, RootModel, field_serializer  # noqa: E402

from kumiki import Action, Case, Env, KumikiError, Loop, State, Store, Types, in_case, place  # noqa: E402
from kumiki._shapes import cases_of, shape_of  # noqa: E402
from kumiki.testing import TestStore  # noqa: E402


class Row(BaseModel):
    id: int
    took: timedelta = timedelta(days=1)
    children: list[Row] = []


class Extra(BaseModel, extra="allow"):
    a: int = 1


class Names(RootModel[list[str]]):
    pass


class Exact(BaseModel, ser_json_timedelta="float"):
    took: timedelta = timedelta(seconds=2)


@dataclass
class Plain:
    took: timedelta = timedelta(0)


class Failed(Case, BaseModel, name="failed", frozen=True):
    why: str = Field(alias="reason")
    code: int = 0


class Add(Case, BaseModel, name="add", frozen=True):
    value: Row


class Clear(Case, BaseModel, name="clear", frozen=True):
    pass


@dataclass(frozen=True)
class Rename(Case, name="rename"):
    value: str


class Board(BaseModel):
    rows: list[Row] = Field(default_factory=list)
    is_ready: bool = Field(default=False, alias="isReady")
    best: Row | None = None
    extra: Extra = Extra()
    names: Names = Names([])
    status: Failed | None = None
    hidden: str = Field(default="", exclude=True)


class Odd(BaseModel):
    own: Decimal = Decimal(1)
    wrong: int = None  # type: ignore[assignment]

    @field_serializer("own")
    def write_own(self, value: Decimal) -> dict[str, str]:
        return {"own": str(value)}


types: Types[Board, Add | Clear | Failed | Rename] = Types(Board, Add | Clear | Failed | Rename)
rows = types.place(lambda board: board.rows)
ready = types.place(lambda board: board.is_ready)
names = types.place(lambda board: board.names)


@types.reducer
def feature(state: State[Board], action: Add | Clear | Failed | Rename, env: Env) -> None:
    match action:
        case Add(value=row):
            state.append(rows, row)
        case Clear():
            state[rows] = []
        case Failed(why=why):
            state[names] = Names([*state[names].root, why])
            state[ready] = True
        case Rename(name):
            state[names] = Names([name])


def test_a_model_has_a_shape() -> None:
    assert shape_of(Board) == (
        'Board = only {rows: [Row] = [], isReady: boolean = false, best: Row? = null, '
        'extra: Extra = {"a":1}, names: [text] = [], '
        "status: (failed: only {reason: text, code: integer = 0})? = null}; "
        'Row = only {id: integer, took: text = "P1D", children: [Row] = []}; '
        "Extra = {a: integer = 1}; Board"
    )
    assert shape_of(Exact) == "Exact = only {took: number = 2.0}; Exact"
    assert shape_of(Odd) == "Odd = only {own: any?, wrong: integer?}; Odd"


def test_models_are_cases() -> None:
    assert cases_of(Add | Clear | Failed) == {
        "add": "only {id: integer, took: text?, children: [any]?}",
        "clear": None,
        "failed": "only {reason: text, code: integer?}",
    }
    with TestStore(types.declare(feature), Board()) as test:
        row = Row(id=1)
        test.send(Add(value=row), {"rows": [row]})
        test.send(Failed(reason="x"), {"names": ["x"], "isReady": True})
        test.send(Rename("y"), {"names": ["y"]})
        test.send(Clear(), {"rows": []})
        assert test.store[names] == Names(["y"]) and test.state.is_ready


@pytest.mark.parametrize(
    "action, told",
    [
        ({"add": {"id": "a"}}, "at /add/id: "),
        ({"add": {"id": 1, "tok": 3}}, "did you mean took?"),
        ({"failed": {"why": "x"}}, "at /failed"),
        ({"claer": {}}, "did you mean clear?"),
    ],
)
def test_an_action_that_no_model_reads_is_refused(action: Any, told: str, loop: Loop) -> None:
    store = Store(loop, types.declare(feature), Board())
    with pytest.raises(KumikiError, match="DECODE") as refused:
        store.send(Action(action))
    assert told in str(refused.value) and store.state == Board()


def test_without_a_shape_the_model_refuses_the_action(loop: Loop) -> None:
    store = Store(loop, feature, Board())
    for action, place in (({"add": {"id": "a"}}, "/add/id"), ({"failed": {}}, "/failed/reason")):
        with pytest.raises(KumikiError, match=f"DECODE at {place}"):
            store.send(Action(action))


def test_members_beside_an_open_model_stay(loop: Loop) -> None:
    store = Store(loop, types.declare(feature), Board(extra=Extra.model_validate({"b": 2})))
    store.send(Clear())
    assert store["/extra"] == {"a": 1, "b": 2}
    with pytest.raises(KumikiError, match="did you mean isReady?"):
        store.observe("/is_ready", print)


def test_a_dataclass_in_a_model_is_written_by_the_model() -> None:
    class Holder(BaseModel):
        plain: Plain = Plain()

    assert shape_of(Holder) == 'Holder = only {plain: any = {"took":"PT0S"}}; Holder' or (
        shape_of(Holder) == "Holder = only {plain: any?}; Holder"
    )


def test_places_lead_into_models() -> None:
    assert ready.pointer == "/isReady" and names.pointer == "/names"
    assert types.place(lambda board: board.names.root[0]).pointer == "/names/0"
    status = place(Board, lambda board: in_case(board.status, Failed).why)
    assert (status.pointer, status.type) == ("/status/failed/reason", str)
