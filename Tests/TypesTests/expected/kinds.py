"""The types of kinds.shape, written by kumiki generate: change that file, and not this one."""

from __future__ import annotations

from dataclasses import dataclass, field as _field
from typing import Any, Literal

from kumiki.typed import Case, Place, Types


@dataclass(kw_only=True)
class Row:
    """A row with an id."""

    id: int
    name: str
    note: str | None = None
    weight: float = 0.5
    tags: list[str] = _field(default_factory=lambda: [])

    class at:
        """Places, for a feature whose state this is."""

        id: Place[int] = Place("/id", "int", __name__)
        name: Place[str] = Place("/name", "str", __name__)
        note: Place[str | None] = Place("/note", "str | None", __name__)
        weight: Place[float] = Place("/weight", "float", __name__)
        tags: Place[list[str]] = Place("/tags", "list[str]", __name__)


@dataclass(kw_only=True)
class Tree:
    """Tree."""

    label: str
    branches: list[Tree] = _field(default_factory=lambda: [])

    class at:
        """Places, for a feature whose state this is."""

        label: Place[str] = Place("/label", "str", __name__)
        branches: Place[list[Tree]] = Place("/branches", "list[Tree]", __name__)


Level = Literal["low", "middle", "high"]
"""Level."""


@dataclass(frozen=True)
class ChildActionReset(Case, name="reset"):
    """ChildAction.reset."""


@dataclass(frozen=True)
class ChildActionRename(Case, name="rename"):
    """ChildAction.rename."""

    value: str


@dataclass(frozen=True)
class ChildActionMove(Case, name="move"):
    """ChildAction.move."""

    from_: int = _field(metadata={"json": "from"})
    to: int | None = None


ChildAction = ChildActionReset | ChildActionRename | ChildActionMove
"""What a child of the feature is told."""


@dataclass(kw_only=True)
class State:
    """State."""

    rows: list[Row] = _field(default_factory=lambda: [])
    by_name: dict[str, Row] = _field(default_factory=lambda: {}, metadata={"json": "byName"})
    """any names"""
    count: int = 3
    limit: int | None = None
    ratio: float | None = None
    is_on: bool = _field(default=True, metadata={"json": "isOn"})
    may_be: bool | None = _field(default=None, metadata={"json": "mayBe"})
    level: Level = "low"
    chosen: Level | None = None
    anything: Any = None
    a_b_c: str = _field(default="it's", metadata={"json": "a/b ~c"})
    only: Only = _field(default_factory=lambda: Only(class_="", is_new=False))
    tree: Tree = _field(
        default_factory=lambda: Tree(label="root", branches=[Tree(label="left", branches=[])])
    )
    ids: Ids = _field(default_factory=lambda: [1, 2])
    points: list[PointsItem] = _field(default_factory=lambda: [PointsItem(x=1, y=2.5)])
    phase: Phase = _field(default_factory=lambda: PhaseIdle())
    sheet: Sheet | None = None


@dataclass(kw_only=True)
class Only:
    """State.only."""

    class_: str = _field(default="", metadata={"json": "class"})
    is_new: bool = _field(default=False, metadata={"json": "is-new"})


@dataclass(kw_only=True)
class PointsItem:
    """State.points.item."""

    x: float
    y: float


@dataclass(frozen=True)
class PhaseIdle(Case, name="idle"):
    """State.phase.idle."""


@dataclass(frozen=True)
class PhaseFailed(Case, name="failed"):
    """State.phase.failed."""

    value: str


@dataclass(frozen=True)
class PhaseLoading(Case, name="loading"):
    """State.phase.loading."""

    done: int
    total: int | None = None


@dataclass(frozen=True)
class PhaseRetry(Case, name="retry"):
    """State.phase.retry."""

    value: int | None


Phase = PhaseIdle | PhaseFailed | PhaseLoading | PhaseRetry
"""State.phase."""


@dataclass(frozen=True)
class SheetRow(Case, name="row"):
    """State.sheet.row."""

    value: Row


@dataclass(frozen=True)
class SheetAlert(Case, name="alert"):
    """State.sheet.alert."""

    title: str
    level: Level


@dataclass(frozen=True)
class SheetNested(Case, name="nested"):
    """State.sheet.nested."""

    value: SheetNestedValue


Sheet = SheetRow | SheetAlert | SheetNested
"""State.sheet."""


@dataclass(frozen=True)
class SheetNestedOne(Case, name="one"):
    """State.sheet.nested.one."""


@dataclass(frozen=True)
class SheetNestedTwo(Case, name="two"):
    """State.sheet.nested.two."""

    value: int


SheetNestedValue = SheetNestedOne | SheetNestedTwo
"""State.sheet.nested."""


@dataclass(frozen=True)
class ActionIncrement(Case, name="increment"):
    """Action.increment."""


@dataclass(frozen=True)
class ActionSetCount(Case, name="setCount"):
    """Action.setCount."""

    value: int


@dataclass(frozen=True)
class ActionSetLimit(Case, name="setLimit"):
    """Action.setLimit."""

    value: int | None


@dataclass(frozen=True)
class ActionSetLevel(Case, name="setLevel"):
    """Action.setLevel."""

    value: Level


@dataclass(frozen=True)
class ActionFound(Case, name="found"):
    """Action.found."""

    value: list[Row]


@dataclass(frozen=True)
class ActionPut(Case, name="put"):
    """Action.put."""

    value: Any


@dataclass(frozen=True)
class ActionKinds(Case, name="kinds"):
    """Action.kinds."""

    value: int


@dataclass(frozen=True)
class ActionChild(Case, name="child"):
    """Action.child."""

    value: ChildAction


@dataclass(frozen=True)
class ActionRows(Case, name="rows"):
    """Action.rows."""

    value: ActionRowsValue


@dataclass(frozen=True)
class ActionSheet(Case, name="sheet"):
    """Action.sheet."""

    value: ActionSheetValue


@dataclass(frozen=True)
class ActionResize(Case, name="resize"):
    """Action.resize."""

    width: float
    height: float
    label: str | None = None


Action = (
    ActionIncrement
    | ActionSetCount
    | ActionSetLimit
    | ActionSetLevel
    | ActionFound
    | ActionPut
    | ActionKinds
    | ActionChild
    | ActionRows
    | ActionSheet
    | ActionResize
)
"""Action."""


@dataclass(frozen=True)
class ActionRowsElement(Case, name="element"):
    """Action.rows.element."""

    id: int
    action: ActionRowsElementValue


ActionRowsValue = ActionRowsElement
"""Action.rows."""


@dataclass(frozen=True)
class ActionRowsElementToggle(Case, name="toggle"):
    """Action.rows.element.toggle."""


@dataclass(frozen=True)
class ActionRowsElementRename(Case, name="rename"):
    """Action.rows.element.rename."""

    value: str


ActionRowsElementValue = ActionRowsElementToggle | ActionRowsElementRename
"""Action.rows.element."""


@dataclass(frozen=True)
class ActionSheetPresented(Case, name="presented"):
    """Action.sheet.presented."""

    value: ActionSheetPresentedValue


@dataclass(frozen=True)
class ActionSheetDismiss(Case, name="dismiss"):
    """Action.sheet.dismiss."""


ActionSheetValue = ActionSheetPresented | ActionSheetDismiss
"""Action.sheet."""


@dataclass(frozen=True)
class ActionSheetPresentedRow(Case, name="row"):
    """Action.sheet.presented.row."""

    value: ChildAction


@dataclass(frozen=True)
class ActionSheetPresentedAlert(Case, name="alert"):
    """Action.sheet.presented.alert."""

    value: ActionSheetPresentedAlertValue


ActionSheetPresentedValue = ActionSheetPresentedRow | ActionSheetPresentedAlert
"""Action.sheet.presented."""


ActionSheetPresentedAlertValue = Literal["delete", "cancel"]
"""Action.sheet.presented.alert."""


Ids = list[int]


class at:
    """Places of the state, each with the type of what is there."""

    rows: Place[list[Row]] = Place("/rows", "list[Row]", __name__)
    by_name: Place[dict[str, Row]] = Place("/byName", "dict[str, Row]", __name__)
    count: Place[int] = Place("/count", "int", __name__)
    limit: Place[int | None] = Place("/limit", "int | None", __name__)
    ratio: Place[float | None] = Place("/ratio", "float | None", __name__)
    is_on: Place[bool] = Place("/isOn", "bool", __name__)
    may_be: Place[bool | None] = Place("/mayBe", "bool | None", __name__)
    level: Place[Level] = Place("/level", "Level", __name__)
    chosen: Place[Level | None] = Place("/chosen", "Level | None", __name__)
    anything: Place[Any] = Place("/anything", "Any", __name__)
    a_b_c: Place[str] = Place("/a~1b ~0c", "str", __name__)
    only: Place[Only] = Place("/only", "Only", __name__)
    only_class: Place[str] = Place("/only/class", "str", __name__)
    only_is_new: Place[bool] = Place("/only/is-new", "bool", __name__)
    tree: Place[Tree] = Place("/tree", "Tree", __name__)
    tree_label: Place[str] = Place("/tree/label", "str", __name__)
    tree_branches: Place[list[Tree]] = Place("/tree/branches", "list[Tree]", __name__)
    ids: Place[Ids] = Place("/ids", "Ids", __name__)
    points: Place[list[PointsItem]] = Place("/points", "list[PointsItem]", __name__)
    phase: Place[Phase] = Place("/phase", "Phase", __name__)
    phase_failed: Place[str | None] = Place("/phase/failed", "str | None", __name__)
    phase_loading_done: Place[int | None] = Place("/phase/loading/done", "int | None", __name__)
    phase_loading_total: Place[int | None] = Place("/phase/loading/total", "int | None", __name__)
    phase_retry: Place[int | None] = Place("/phase/retry", "int | None", __name__)
    sheet: Place[Sheet | None] = Place("/sheet", "Sheet | None", __name__)
    sheet_row: Place[Row | None] = Place("/sheet/row", "Row | None", __name__)
    sheet_row_id: Place[int | None] = Place("/sheet/row/id", "int | None", __name__)
    sheet_row_name: Place[str | None] = Place("/sheet/row/name", "str | None", __name__)
    sheet_row_note: Place[str | None] = Place("/sheet/row/note", "str | None", __name__)
    sheet_row_weight: Place[float | None] = Place("/sheet/row/weight", "float | None", __name__)
    sheet_row_tags: Place[list[str] | None] = Place("/sheet/row/tags", "list[str] | None", __name__)
    sheet_alert_title: Place[str | None] = Place("/sheet/alert/title", "str | None", __name__)
    sheet_alert_level: Place[Level | None] = Place("/sheet/alert/level", "Level | None", __name__)
    sheet_nested: Place[SheetNestedValue | None] = Place(
        "/sheet/nested", "SheetNestedValue | None", __name__
    )
    sheet_nested_two: Place[int | None] = Place("/sheet/nested/two", "int | None", __name__)


class Cases:
    """Case paths of the actions."""

    increment = "increment"
    set_count = "setCount"
    set_limit = "setLimit"
    set_level = "setLevel"
    found = "found"
    put = "put"
    kinds = "kinds"
    child = "child"
    child_reset = "child.reset"
    child_rename = "child.rename"
    child_move = "child.move"
    rows = "rows"
    rows_element = "rows.element"
    sheet = "sheet"
    sheet_presented = "sheet.presented"
    sheet_presented_row = "sheet.presented.row"
    sheet_presented_row_reset = "sheet.presented.row.reset"
    sheet_presented_row_rename = "sheet.presented.row.rename"
    sheet_presented_row_move = "sheet.presented.row.move"
    sheet_presented_alert = "sheet.presented.alert"
    sheet_presented_alert_delete = "sheet.presented.alert.delete"
    sheet_presented_alert_cancel = "sheet.presented.alert.cancel"
    sheet_dismiss = "sheet.dismiss"
    resize = "resize"


class Actions:
    """Makes whole actions, for views and effects."""

    @staticmethod
    def increment() -> Action:
        return ActionIncrement()

    @staticmethod
    def set_count(value: int) -> Action:
        return ActionSetCount(value)

    @staticmethod
    def set_limit(value: int | None) -> Action:
        return ActionSetLimit(value)

    @staticmethod
    def set_level(value: Level) -> Action:
        return ActionSetLevel(value)

    @staticmethod
    def found(value: list[Row]) -> Action:
        return ActionFound(value)

    @staticmethod
    def put(value: Any) -> Action:
        return ActionPut(value)

    @staticmethod
    def kinds(value: int) -> Action:
        return ActionKinds(value)

    @staticmethod
    def child_reset() -> Action:
        return ActionChild(ChildActionReset())

    @staticmethod
    def child_rename(value: str) -> Action:
        return ActionChild(ChildActionRename(value))

    @staticmethod
    def child_move(from_: int, to: int | None = None) -> Action:
        return ActionChild(ChildActionMove(from_, to))

    @staticmethod
    def rows_element_toggle(id: int) -> Action:
        return ActionRows(ActionRowsElement(id, ActionRowsElementToggle()))

    @staticmethod
    def rows_element_rename(id: int, value: str) -> Action:
        return ActionRows(ActionRowsElement(id, ActionRowsElementRename(value)))

    @staticmethod
    def sheet_presented_row_reset() -> Action:
        return ActionSheet(ActionSheetPresented(ActionSheetPresentedRow(ChildActionReset())))

    @staticmethod
    def sheet_presented_row_rename(value: str) -> Action:
        return ActionSheet(ActionSheetPresented(ActionSheetPresentedRow(ChildActionRename(value))))

    @staticmethod
    def sheet_presented_row_move(from_: int, to: int | None = None) -> Action:
        return ActionSheet(
            ActionSheetPresented(ActionSheetPresentedRow(ChildActionMove(from_, to)))
        )

    @staticmethod
    def sheet_presented_alert_delete() -> Action:
        return ActionSheet(ActionSheetPresented(ActionSheetPresentedAlert("delete")))

    @staticmethod
    def sheet_presented_alert_cancel() -> Action:
        return ActionSheet(ActionSheetPresented(ActionSheetPresentedAlert("cancel")))

    @staticmethod
    def sheet_dismiss() -> Action:
        return ActionSheet(ActionSheetDismiss())

    @staticmethod
    def resize(width: float, height: float, label: str | None = None) -> Action:
        return ActionResize(width, height, label)


types: Types[State, Action] = Types(
    State,
    Action,
    shape=(
        "Row = {id: unsigned, name: text, note: text?, weight: number = 0.5, tags: [text] = []}; "
        "Tree = {label: text, branches: [Tree] = []}; "
        "Level = (low | middle | high); "
        "Ids = [unsigned]; "
        "{rows: [Row] = [], byName: [text: Row] = {}, count: integer = 3, limit: unsigned?, "
        "ratio: number?, isOn: boolean = true, mayBe: boolean?, level: Level = 'low', "
        "chosen: Level?, anything: any, \"a/b ~c\": text = \"it's\", only: only {class: text = '', "
        "is-new: boolean = false} = {'class': '', 'is-new': false}, tree: Tree = {'label': 'root', "
        "'branches': [{'label': 'left', 'branches': []}]}, ids: Ids = [1, 2], points: [{x: number, "
        "y: number}] = [{'x': 1, 'y': 2.5}], phase: (idle | failed: text | loading: {done: unsigned, "
        "total: unsigned?} | retry: unsigned?) = 'idle', sheet: (row: Row | alert: {title: text, "
        "level: Level} | nested: (one | two: integer))? = null}"
    ),
    cases={
        "increment": None,
        "setCount": "integer",
        "setLimit": "unsigned?",
        "setLevel": "(low | middle | high)",
        "found": "[{id: unsigned, name: text, note: text?, weight: number?, tags: [text]?}]",
        "put": "any",
        "kinds": "integer",
        "child": "(reset | rename: text | move: {from: integer, to: integer?})",
        "rows": "(element: {id: unsigned, action: (toggle | rename: text)})",
        "sheet": (
            "(presented: (row: (reset | rename: text | move: {from: integer, to: integer?}) | "
            "alert: (delete | cancel)) | dismiss)"
        ),
        "resize": "{width: number, height: number, label: text?}",
    },
    hash="de44aa8bef68e5df",
)
"""Makes typed reducers and stores."""
