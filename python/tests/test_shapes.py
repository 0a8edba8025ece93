"""The shape of a state and the cases of its actions, from their classes."""

from __future__ import annotations

import enum
import importlib
import itertools
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, NotRequired, TypedDict, TypeVar
from uuid import UUID, uuid4

import kumiki
import pytest
from kumiki import Case, Database, Effect, Env, KumikiError, Loop, Sender, State, Status, Store, Types
from kumiki._reading import decoders, forget_compiled
from kumiki._shapes import cases_of, shape_of
from kumiki.testing import TestStore

T = TypeVar("T")


def generated(name: str) -> Any:
    """A module of `kumiki generate`, which scripts/test-python puts there."""
    folder = Path(__file__).parents[2] / "build/types"
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return importlib.import_module(name)



class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1


class Old(enum.Enum):
    NEW = "new"

    @classmethod
    def _missing_(cls, value: object) -> Old:
        return cls.NEW


class Right(enum.Flag):
    READ = 1


class Point(NamedTuple):
    x: int
    y: int


class Pair(NamedTuple):
    name: str
    size: int


class Table(TypedDict):
    id: int
    note: NotRequired[str]


Key = NewType("Key", str)


@dataclass
class Task:
    id: int
    title: str = ""
    subtasks: list[Task] = field(default_factory=list)


@dataclass(frozen=True)
class Edit(Case, name="edit"):
    value: Task


@dataclass(frozen=True)
class Move(Case, name="move"):
    start: int
    to: int | None = None


@dataclass(frozen=True)
class Idle(Case, name="idle"):
    pass


@dataclass(frozen=True)
class Loaded(Case, name="loaded", private=True):
    value: list[str]


@dataclass
class Box(Generic[T]):
    value: T


# Each type with its kind in a shape.
KINDS: list[tuple[Any, str]] = [
    (int, "integer"),
    (bool, "boolean"),
    (float, "number"),
    (str, "text"),
    (Any, "any"),
    (int | None, "integer?"),
    (int | float, "number"),
    (int | str, "any"),
    (Annotated[Key, "a note"] | None, "text?"),
    (UUID, "text"),
    (datetime, "text"),
    (Decimal, "text"),
    (timedelta, "number"),
    (Literal["on", "off"], "(on | off)"),
    (Literal["on", None], "(on)?"),
    (Literal["a b", "c"], '("a b" | c)'),
    (Literal["", "a"], "text"),
    (Literal[1, 2], "integer"),
    (Literal[1, "a"], "any"),
    (Color, "(red | blue)"),
    (Color | Literal["none"], "(red | blue | none)"),
    (Level, "integer"),
    (Old, "text"),
    (Right, "integer"),
    (list[list[int]], "[[integer]]"),
    (Sequence[str], "[text]"),
    (set[Color], "[(red | blue)]"),
    (tuple[int, ...], "[integer]"),
    (tuple[int, int], "[integer]"),
    (tuple[int, str], "[any]"),
    (Point, "[integer]"),
    (Pair, "[any]"),
    (dict[str, int | None], "[text: integer?]"),
    (dict[UUID, list[str]], "[text: [text]]"),
    (list, "[any]"),
    (dict, "[text: any]"),
    (Table, "Table = only {id: integer, note: text?}; Table"),
    (
        Task,
        'Task = only {id: integer, title: text = "", subtasks: [Task] = []}; Task',
    ),
    (Move | Idle, "(move: only {start: integer, to: integer? = null} | idle)"),
    (Box[int], "Box = only {value: integer}; Box"),
    (Box[Box[str]], "Box = only {value: Box_2}; Box_2 = only {value: text}; Box"),
]


@pytest.mark.parametrize("type, kind", KINDS)
def test_a_type_has_its_kind(type: Any, kind: str) -> None:
    written = shape_of(Box[type])
    assert shape_of(type) == kind.removesuffix("?")
    # The library reads what is written, and takes the values that the type writes.
    assert kumiki.empty().shape(written).hash()


def test_an_optional_enum_with_payloads_is_one() -> None:
    whole = "Box = only {value: (edit: Task | none)?}; "
    assert shape_of(Box[Edit | Literal["none"] | None]).startswith(whole)


@dataclass
class Defaults:
    needed: int
    text: str = "it's \N{SNOWMAN}"
    color: Color = Color.BLUE
    none: int | None = None
    rows: list[Task] = field(default_factory=lambda: [Task(1, "a")])
    point: Point = Point(1, 2)
    took: timedelta = timedelta(seconds=1.5)
    key: UUID = field(default_factory=uuid4)
    number: int = field(default_factory=itertools.count().__next__)
    later: int = field(init=False)
    wrong: int = None  # type: ignore[assignment]
    name: str = field(default="x", metadata={"json": "from"})
    odd: str = field(default="x", metadata={"json": "a b"})


def test_defaults_are_written_and_fill_missing_members(loop: Loop) -> None:
    shape = shape_of(Defaults)
    for part in (
        "needed: integer,",
        'color: (red | blue) = "blue"',
        "none: integer? = null",
        'rows: [Task] = [{"id":1,"title":"a","subtasks":[]}]',
        "point: [integer] = [1,2]",
        "took: number = 1.5",
        'from: text = "x"',
        '"a b": text = "x"',
        # Without a constant default of their type, they may be missing.
        "key: text?,",
        "number: integer?",
        "later: integer?",
        "wrong: integer?",
    ):
        assert part in shape
    types: Types[Defaults, Idle] = Types(Defaults, Idle)
    app = types.declare(kumiki.empty())
    completed = app.complete_state({"needed": 3})
    assert completed["text"] == "it's \N{SNOWMAN}" and completed["rows"][0]["id"] == 1
    with pytest.raises(KumikiError, match="needed"):
        app.complete_state({})


def test_a_private_default_factory_is_called_only_for_the_shape() -> None:
    calls: list[int] = []

    def rows() -> list[int]:
        calls.append(1)
        return []

    made = type("Made", (), {"__annotations__": {"rows": list[int]}, "rows": field(default_factory=rows)})
    types: Types[Any, Any] = Types(dataclass(made), Any)
    assert not calls
    assert types.shape == "Made = only {rows: [integer] = []}; Made" and len(calls) == 2


def test_an_object_with_a_member_that_cannot_be_named_is_open() -> None:
    @dataclass
    class Odd:
        count: int
        odd: int = field(default=0, metadata={"json": ""})

    assert shape_of(Odd) == "Odd = {count: integer}; Odd"


def test_names_of_the_notation_are_no_names_of_types() -> None:
    text: Any = dataclass(type("text", (), {"__annotations__": {"a": int}}))
    assert shape_of(text) == "_text = only {a: integer}; _text"


def test_a_type_that_the_program_writes_or_reads_is_any(monkeypatch: pytest.MonkeyPatch) -> None:
    from kumiki import _encoding

    monkeypatch.setattr(_encoding, "_encoders", dict(_encoding._encoders))
    monkeypatch.setattr(_encoding, "_is_native_encoded", False)
    assert shape_of(Box[Point]) == "Box = only {value: [integer]}; Box"
    kumiki.json_encoder(Point, lambda point: {"x": point.x}, lambda json: Point(json["x"], 0))
    try:
        assert shape_of(Box[Point]) == "Box = only {value: any}; Box"
    finally:
        del decoders[Point]
        _encoding.forget_compiled_encoders()
        forget_compiled()


def test_cases_have_their_payloads() -> None:
    assert cases_of(Edit | Move | Idle | Loaded | Literal["clear"]) == {
        "edit": "only {id: integer, title: text?, subtasks: [any]?}",
        "move": "only {start: integer, to: integer?}",
        "idle": None,
        "private loaded": "[text]",
        "clear": None,
    }
    assert cases_of(Color) == {"red": None, "blue": None}
    assert cases_of(Edit | dict[str, int]) is None and cases_of(Any) is None
    assert Types(Any, Any).shape == "any"


# -------------------------------------------------------------------------- declared


@dataclass
class Board:
    tasks: list[Task] = field(default_factory=list)
    status: Edit | Idle | None = None
    color: Color = Color.RED


@dataclass(frozen=True)
class Write(Case, name="write"):
    place: str
    value: Any


@dataclass(frozen=True)
class Rename(Case, name="rename"):
    value: str


types: Types[Board, Write | Loaded | Idle] = Types(Board, Write | Loaded | Idle)
task_types: Types[Task, Rename] = Types(Task, Rename)


async def load(send: Sender[Loaded]) -> None:
    send(Loaded(["a"]))


@types.reducer
def board(state: State[Board], action: Write | Loaded | Idle, env: Env) -> Effect | None:
    match action:
        case Write(place, value):
            state[place] = value
        case Loaded(titles):
            for title in titles:
                state.append("/tasks", Task(1, title))
        case Idle():
            return Effect.run(load)
    return None


@task_types.reducer
def task(state: State[Task], action: Rename, env: Env) -> None:
    state["/title"] = action.value


app = types.declare(board.for_each("/tasks", "tasks", task_types.declare(task)).undoable())


@pytest.mark.parametrize(
    "place, value, told",
    [
        ("/colour", "red", "at /colour: found colour; did you mean color?"),
        ("/color", "rde", "at /color: found rde; did you mean red?"),
        ("/tasks", [{"id": "a"}], "at /tasks/0/id: expected an integer"),
        ("/tasks", [{"title": "a"}], "at /tasks/0"),
        ("/status", {"edit": {"id": 1, "tilte": ""}}, "did you mean title?"),
        ("/status", Rename("a"), "found rename"),
    ],
)
def test_a_write_beside_the_shape_is_refused(place: str, value: Any, told: str) -> None:
    with Loop(virtual=True) as loop:
        store = Store(loop, app, Board())
        with pytest.raises(KumikiError, match="nothing was written") as refused:
            store.send(Write(place, value))
        assert told in str(refused.value) and store.state == Board()


def test_actions_places_and_operators_are_checked(loop: Loop) -> None:
    store = Store(loop, app, Board([Task(1, "a")]))
    store.send(Write("/color", Color.BLUE))
    unknown: list[tuple[Any, str]] = [
        ("idel", "did you mean idle?"),
        ({"write": {"place": "/color", "valeu": 3}}, "did you mean value?"),
        ({"tasks": {"element": {"id": 1, "action": {"renam": "b"}}}}, "did you mean rename?"),
        ({"tasks": {"element": {"id": 1, "action": {"rename": 3}}}}, "expected text"),
    ]
    for action, told in unknown:
        with pytest.raises(KumikiError, match="DECODE") as refused:
            store.send(kumiki.Action(action))
        assert told in str(refused.value)
    # The action type omits the rows' actions and the undo.
    store.scope_element("/tasks", "tasks", 1, task_types).send(Rename("b"))
    assert store.state.tasks == [Task(1, "b")]
    store.send(kumiki.Action("undo"))
    assert store.state.tasks == [Task(1, "a")]
    for use in (lambda: store.observe("/taks", print), lambda: kumiki.List(store, "/taks")):
        with pytest.raises(KumikiError, match="did you mean tasks?"):
            use()
    wrong = types.declare(board.for_each("/taks", "tasks", task))
    with pytest.raises(KumikiError, match="the shape has no member taks; did you mean tasks?"):
        Store(loop, wrong, Board())


def test_only_effects_send_a_private_case() -> None:
    with TestStore(types.declare(board), Board()) as test:
        test.send(Idle())
        test.advance(0)
        test.receive(Loaded(["a"]), {"tasks": [Task(1, "a")]})
    with Loop() as loop:
        store = Store(loop, types.declare(board), Board())
        with pytest.raises(KumikiError) as refused:
            store.send(Loaded(["a"]))
        assert refused.value.status is Status.NOT_ALLOWED


@dataclass(frozen=True)
class Undo(Case, name="undo", private=True):
    pass


def test_a_case_of_an_operator_may_be_private(loop: Loop) -> None:
    private: Types[Board, Write | Undo] = Types(Board, Write | Undo)

    @private.reducer
    def write(state: State[Board], action: Write | Undo, env: Env) -> Effect | None:
        if isinstance(action, Undo):
            return None
        state[action.place] = action.value
        return Effect.after(1, Undo())

    store = Store(loop, private.declare(write.undoable()), Board())
    store.send(Write("/color", Color.BLUE))
    with pytest.raises(KumikiError, match="NOT_ALLOWED"):
        store.send(Undo())
    loop.advance(1)
    assert store.state == Board()


def test_a_database_fills_in_and_drops_members(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        older = {"tasks": [{"id": 1, "subtasks": []}], "was": 3}
        store = database.open(loop, kumiki.reducer(lambda state, *_: state.__setitem__("/n", 1)), older)
        store.send("write")
        store.close()
        opened = database.open(loop, app, Board())
        assert opened.state == Board([Task(1)])
        assert opened["/color"] == "red" and opened["/tasks/0/title"] == ""


@pytest.mark.parametrize("name", ["errands", "kinds", "names", "optional"])
def test_generated_classes_give_a_shape_for_the_same_states(name: str, loop: Loop) -> None:
    module = generated(name)
    by_hand: Types[Any, Any] = Types(module.State, module.Action)
    store = Store(loop, by_hand.declare(kumiki.empty()), module.State())
    assert store.state == module.State()
    assert by_hand.cases.keys() == module.types.cases.keys()
    declared = module.types.declare(kumiki.empty())
    assert by_hand.declare(kumiki.empty()).complete_state({}).keys() >= declared.complete_state({}).keys()


def test_types_without_a_shape_declare_nothing(loop: Loop) -> None:
    plain: Types[Any, Any] = Types(Any, Any)
    store = Store(loop, plain.declare(kumiki.empty()), {"a": 1})
    store.send("whatever")
    assert store.state == {"a": 1}
