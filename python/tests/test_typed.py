"""Types of states and actions: written by `kumiki generate` for kinds.shape, and by hand."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

import pytest

import kumiki
from kumiki import Case, Effect, Env, KumikiError, Loop, Place, State, Store, Types
from kumiki.testing import TestStore
from kumiki._reading import reader

# scripts/test-python puts the generated modules there.
GENERATED = Path(__file__).parents[2] / "build/types"
sys.path.insert(0, str(GENERATED))
import kinds  # noqa: E402
import names  # noqa: E402


@kinds.types.reducer
def feature(state: State[kinds.State], action: kinds.Action, env: Env) -> Effect | None:
    match action:
        case kinds.ActionIncrement():
            state[kinds.at.count] += 1
        case kinds.ActionSetLevel(level):
            state[kinds.at.level] = level
        case kinds.ActionFound(rows):
            state[kinds.at.rows] = rows
        case kinds.ActionChild(kinds.ChildActionMove(from_=start, to=end)):
            state[kinds.at.phase] = kinds.PhaseLoading(start, end)
        case kinds.ActionResize(label=None):
            state[kinds.at.phase] = kinds.PhaseIdle()
        case kinds.ActionRows(kinds.ActionRowsElement(id, kinds.ActionRowsElementRename(name))):
            row = state.row(kinds.at.rows, id)
            assert row is not None
            state.set_row(kinds.at.rows, id, kinds.Row.at.name, name)
            state[kinds.at.sheet] = kinds.SheetRow(row)
        case kinds.ActionSheet(kinds.ActionSheetPresented(kinds.ActionSheetPresentedAlert("delete"))):
            state[kinds.at.rows] = []
        case _:
            return Effect.send(kinds.Actions.increment())
    return None


app = kinds.types.declare(feature.for_each(kinds.at.rows, kinds.Cases.rows, kumiki.empty()))


def test_members_may_have_any_name() -> None:
    sent: list[Any] = []

    @names.types.reducer
    def note(state: State[names.State], action: names.Action, env: Env) -> Effect | None:
        sent.append(action)
        return None

    with Loop() as loop:
        store = Store(loop, names.types.declare(note), names.State())
        assert store.state == names.State() and store.state.list_ == ["a"]
        actions: list[names.Action] = [
            names.ActionStd("a"),
            names.ActionKumiki(value_=3),
            names.ActionCaseName(case_name_="a", value_=None, field="b"),
            names.Actions.value(3, 4),
            # A row with an id, and a member that is named "id".
            names.Actions.rows_element_rename("a", "b", "c"),
            names.Actions.rows_element_rows_element_go("a", 1, "b", "c"),
        ]
        for action in actions:
            store.send(action)
        assert sent == actions


def test_a_store_is_read_as_its_types() -> None:
    with Loop() as loop:
        store = Store(loop, app, kinds.State())
        assert store.state == kinds.State() and store.state.tree.branches[0].label == "left"
        store.send(kinds.ActionIncrement())
        store.send(kinds.Actions.set_level("high"))
        row = kinds.Row(id=7, name="Ada", tags=["x"])
        store.send(kinds.ActionFound([row]))
        store.send(kinds.Actions.child_move(3))
        assert store.state.count == 4 and store.state.level == "high"
        assert store.state.rows == [row] and store[kinds.at.rows][0].tags == ["x"]
        assert store.state.phase == kinds.PhaseLoading(3)
        assert store["/phase"] == {"loading": {"done": 3, "total": None}}
        store.send(kinds.Actions.rows_element_rename(7, "Grace"))
        assert store.state.sheet == kinds.SheetRow(row)
        assert store.get(kinds.at.sheet_row_name) == "Ada" and store[kinds.at.rows][0].name == "Grace"
        told: list[kinds.Phase] = []
        store.observe(kinds.at.phase, told.append)
        store.send(kinds.Actions.resize(1.5, 2))
        assert told == [kinds.PhaseLoading(3), kinds.PhaseIdle()]
        store.send(kinds.Actions.sheet_presented_alert_delete())
        assert store.state.rows == []


def test_typed_values_are_taken_by_test_stores_too() -> None:
    with TestStore(app, kinds.State()) as test:
        test.send(kinds.Actions.sheet_dismiss())
        test.receive(kinds.ActionIncrement(), {"count": 4})


def test_what_does_not_fit_is_refused_with_its_place() -> None:
    place: Place[list[kinds.Row]] = Place("/rows", "list[Row]", "kinds")
    with pytest.raises(KumikiError) as told:
        place.read([{"id": 1, "name": "x"}, {"id": 2, "name": 3}])
    assert told.value.path == "/rows/1/name" and told.value.message == "found 3, expected a text"
    with pytest.raises(KumikiError) as told:
        kinds.types.read_action({"rows": {"element": {"id": 1, "action": {"rename": None}}}})
    assert told.value.path == "/rows/element/action/rename"
    with pytest.raises(KumikiError) as told:
        kinds.types.read_action("incremnt")
    assert told.value.message.startswith("found 'incremnt', expected one of increment, setCount")
    with pytest.raises(KumikiError, match="NOT_FOUND|found nothing"):
        reader(kinds.Row)({"name": "x"})


def test_a_feature_of_another_shape_makes_no_store() -> None:
    with Loop() as loop:
        Store(loop, kinds.types.expect(app), kinds.State())
        with pytest.raises(KumikiError, match=kinds.types.hash):
            Store(loop, kinds.types.expect(feature.shape("{a: text?}")), kinds.State())


# ------------------------------------------------------------------------ by hand


@dataclass(frozen=True)
class Add(Case, name="add"):
    value: int


@dataclass(frozen=True)
class Move(Case, name="move"):
    start: int = field(metadata={"json": "from"})
    to: int = 0


@dataclass(frozen=True)
class Reset(Case, name="reset"):
    pass


Action = Add | Move | Reset


@dataclass
class Node:
    name: str
    children: list[Node] = field(default_factory=list)
    kind: Literal["leaf", "branch"] = "leaf"
    more: dict[str, int] | None = None


types: Types[Node, Action] = Types(Node, Action)


@pytest.mark.parametrize(
    ("action", "json"),
    [
        (Add(3), {"add": 3}),
        (Move(1, 2), {"move": {"from": 1, "to": 2}}),
        (Reset(), "reset"),
    ],
)
def test_cases_are_json_and_back(action: Action, json: Any) -> None:
    assert kumiki.Action(action).value == json
    assert types.read_action(json) == action


def test_other_spellings_of_a_case_without_payload() -> None:
    spellings: list[Any] = ["reset", {"reset": None}, {"reset": {}}]
    for spelling in spellings:
        assert types.read_action(spelling) == Reset()
    assert reader(Literal["on", "off"])({"on": None}) == "on"
    assert types.read_action({"move": {"from": 1}}) == Move(1)


def test_types_may_be_in_themselves() -> None:
    node = Node("a", [Node("b", [Node("c")], "branch", {"x": 1})])
    assert types.read_state({"name": "a", "children": [
        {"name": "b", "children": [{"name": "c"}], "kind": "branch", "more": {"x": 1}}
    ]}) == node
    with pytest.raises(KumikiError) as told:
        types.read_state({"name": "a", "children": [{"name": "b", "kind": "trunk"}]})
    assert told.value.path == "/children/0/kind"
    assert told.value.message == "found 'trunk', expected one of leaf, branch"


def test_numbers_and_booleans_are_apart() -> None:
    assert reader(float)(1) == 1 and reader(int | None)(None) is None
    for wrong, value in [(int, True), (int, 1.0), (bool, 1), (str, None), (float, "1")]:
        with pytest.raises(KumikiError, match="DECODE"):
            reader(wrong)(value)
    with pytest.raises(TypeError, match="not a type that JSON can be read as"):
        reader(complex)


def test_models_of_pydantic_are_taken_and_read() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Point(pydantic.BaseModel):  # type: ignore[name-defined, misc]
        x: int
        y: int = 0

    place: Place[Any] = Place("/at", Point)

    @kumiki.reducer
    def move(state: State, action: kumiki.Action, env: Env) -> None:
        state[place] = Point(x=state[place].x + 1)

    with Loop() as loop:
        store = Store(loop, move, {"at": Point(x=1, y=2)})
        store.send("move")
        assert store["/at"] == {"x": 2, "y": 0} and store[place] == Point(x=2)
    with pytest.raises(KumikiError) as told:
        place.read({"x": "one"})
    assert told.value.path == "/at/x"


@dataclass(frozen=True)
class Order:
    price: int
    count: int
    total: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.price * self.count)


def test_a_field_that_its_class_sets_is_read_as_it_was_written() -> None:
    order = Order(3, 4)
    assert reader(Order)(kumiki.Action({"order": order}).value["order"]) == order
    assert reader(Order)({"price": 3, "count": 4}) == order
    assert reader(Order)({"price": 3, "count": 4, "total": 9}).total == 9, "as it is in the state"


@dataclass
class Meeting:
    id: UUID
    begins: datetime
    day: date
    until: time
    lasts: timedelta
    ends: datetime | None = None


def test_dates_and_ids_are_read_as_they_are_written() -> None:
    meeting = Meeting(
        UUID(int=7),
        datetime(2024, 2, 29, 12, tzinfo=timezone.utc),
        date(2024, 2, 29),
        time(13, 30),
        timedelta(hours=1.5),
    )
    json = kumiki.Action({"meeting": meeting}).value["meeting"]
    assert reader(Meeting)(json) == meeting
    for name, wrong in [("id", "7"), ("begins", "today"), ("day", 3), ("until", ""), ("lasts", "1")]:
        with pytest.raises(KumikiError, match="DECODE") as told:
            reader(Meeting)({**json, name: wrong})
        assert told.value.path == f"/{name}"


def test_a_literal_is_of_its_kind_and_a_case_has_no_payload() -> None:
    number, case = reader(Literal[1, 2]), reader(Literal["on", "off"])
    assert number(2) == 2 and case("off") == "off"
    for read, wrong in [(number, True), (number, 1.0), (reader(Literal[True]), 1)]:
        with pytest.raises(KumikiError, match="DECODE"):
            read(wrong)
    payloads: list[Any] = [0, False, "", []]
    for payload in payloads:
        with pytest.raises(KumikiError, match="DECODE"):
            case({"on": payload})
        with pytest.raises(KumikiError, match="expected no payload"):
            types.read_action({"reset": payload})


@dataclass(frozen=True)
class Nameless(Case):
    value: int


def test_a_case_without_a_name_says_what_to_write() -> None:
    for use in (lambda: kumiki.Action(Nameless(1)), lambda: reader(Nameless | Reset)):
        with pytest.raises((KumikiError, TypeError), match=r'class Nameless\(Case, name="..."\)'):
            use()


@dataclass
class Unreadable:
    rows: list[dict[str, list[complex]]]


def test_a_type_that_no_json_is_read_as_is_told_with_its_place() -> None:
    unreadable = r"the state: /rows/-/\*/-: <class 'complex'> is not a type that JSON can be read as"
    with pytest.raises(TypeError, match=unreadable):
        Types(Unreadable, Reset)


def test_a_strict_model_of_pydantic_is_read_as_it_was_written() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Strict(pydantic.BaseModel, strict=True):  # type: ignore[name-defined, misc, call-arg]
        when: datetime
        tags: tuple[int, ...] = ()

    model = Strict(when=datetime(2024, 2, 29), tags=(1, 2))
    read = reader(Strict)
    assert read(kumiki.Action({"at": model}).value["at"]) == model
    with pytest.raises(KumikiError) as told:
        read({"when": "2024-02-29T00:00:00", "tags": [1, "2"]})
    assert told.value.path == "/tags/1"


# ------------------------------------------------------------------------- checkers

REFUSED = Path(__file__).with_name("refused_types.py")
EXAMPLES = Path(__file__).parents[2] / "examples-python"


def lines_told(checker: str, file: Path, folder: Path, *options: str) -> set[int]:
    """The lines of a file that a type checker reports in its strictest mode, with more options for mypy."""
    pytest.importorskip(checker)
    command = ["mypy", "--strict", "--no-incremental", *options, str(file)]
    places = [str(GENERATED), str(EXAMPLES)]
    if checker == "basedpyright":
        config = {"typeCheckingMode": "strict", "include": [str(file)], "extraPaths": places}
        (folder / "pyrightconfig.json").write_text(json.dumps(config))
        command = [checker, "--pythonpath", sys.executable, "--project", str(folder)]
    done = subprocess.run(
        [sys.executable, "-m", *command],
        text=True,
        capture_output=True,
        env={**os.environ, "MYPYPATH": ":".join(places)},
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    place = rf"{re.escape(file.name)}:(\d+):.*error"
    return {int(number) for number in re.findall(place, done.stdout)}


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_what_is_not_in_the_shape_is_no_program(checker: str, tmp_path: Path) -> None:
    lines = enumerate(REFUSED.read_text().splitlines(), 1)
    wanted = {number for number, line in lines if line.endswith("# refused")}
    assert lines_told(checker, REFUSED, tmp_path) == wanted


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_what_is_generated_has_types_throughout(checker: str, tmp_path: Path) -> None:
    for name in ("errands.py", "kinds.py"):
        assert lines_told(checker, GENERATED / name, tmp_path) == set()


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
@pytest.mark.parametrize("name", ["board.py", "05_board.py", "test_board.py"])
def test_the_board_has_no_any(name: str, checker: str, tmp_path: Path) -> None:
    assert lines_told(checker, EXAMPLES / name, tmp_path, "--disallow-any-expr") == set()
