"""The types of names.shape, written by kumiki generate: change that file, and not this one."""

from __future__ import annotations

from dataclasses import dataclass, field as _field
from typing import Any

from kumiki.typed import Case, Place, Types


@dataclass(kw_only=True)
class Std:
    """A note with */ and /* and \"\"\" and a \\ at its end: \"Std\""""

    a: int

    class at:
        """Places, for a feature whose state this is."""

        a: Place[int] = Place("/a", "int", __name__)


@dataclass(kw_only=True)
class Kumiki:
    """Kumiki."""

    a: int

    class at:
        """Places, for a feature whose state this is."""

        a: Place[int] = Place("/a", "int", __name__)


@dataclass(kw_only=True)
class CaseName:
    """CaseName."""

    case_name: str

    class at:
        """Places, for a feature whose state this is."""

        case_name: Place[str] = Place("/case_name", "str", __name__)


@dataclass(frozen=True)
class ErrnoStd(Case, name="std"):
    """Errno.std."""

    n: int


@dataclass(frozen=True)
class ErrnoKumiki(Case, name="kumiki"):
    """Errno.kumiki."""


@dataclass(frozen=True)
class ErrnoUnix(Case, name="unix"):
    """Errno.unix."""

    value: str


Errno = ErrnoStd | ErrnoKumiki | ErrnoUnix
"""Errno."""


@dataclass(kw_only=True)
class State:
    """State."""

    errno: int = 0
    unix: bool = False
    linux: str | None = None
    """a */ note of \"\"\" \\x \"own\""""
    a_b: AB | None = _field(default=None, metadata={"json": "a*/b"})
    assert_: int = _field(default=1, metadata={"json": "assert"})
    field: str | None = None
    """hides nothing that the defaults after it need"""
    list_: list[str] = _field(default_factory=lambda: ["a"], metadata={"json": "list"})
    std: Std | None = None
    kumiki: Kumiki | None = None
    case_name: CaseName = _field(
        default_factory=lambda: CaseName(case_name="own"), metadata={"json": "caseName"}
    )
    kind: Errno = _field(default_factory=lambda: ErrnoStd(n=1))
    what: str = "what??/n"
    control: str = "\u0001\\u0001"
    nul: str = "a\u0000b"
    """a default with a NUL in it"""
    none: None_ | None = None
    any: Any = _field(default_factory=lambda: ['x)json', '??!'])
    least: int = -9223372036854775808
    most: list[int] = _field(default_factory=lambda: [9223372036854775807, -9223372036854775808])
    tree: Tree = _field(default_factory=lambda: Tree(value=2, children=[]))


@dataclass(kw_only=True)
class AB:
    """State.a*/b."""

    c: int
    d: ABD | None = None


@dataclass(frozen=True)
class ABDE(Case, name="e"):
    """State.a*/b.d.e."""

    value: str


ABD = ABDE
"""State.a*/b.d."""


@dataclass(kw_only=True)
class None_:
    """State.none."""

    true: int = 1
    false: str | None = None


@dataclass(kw_only=True)
class Tree:
    """State.tree."""

    value: int = 0
    note: str | None = None
    children: list[str] = _field(default_factory=lambda: [])
    any: Any = None
    last: TreeLast | None = None


@dataclass(frozen=True)
class TreeLastX(Case, name="x"):
    """State.tree.last.x."""


@dataclass(frozen=True)
class TreeLastY(Case, name="y"):
    """State.tree.last.y."""

    value: int


TreeLast = TreeLastX | TreeLastY
"""State.tree.last."""


@dataclass(frozen=True)
class ActionErrno(Case, name="errno"):
    """Action.errno."""

    value: str


@dataclass(frozen=True)
class ActionStd(Case, name="std"):
    """Action.std."""

    case_name_: str = _field(metadata={"json": "case_name"})


@dataclass(frozen=True)
class ActionKumiki(Case, name="kumiki"):
    """Action.kumiki."""

    value_: int = _field(metadata={"json": "value"})


@dataclass(frozen=True)
class ActionCaseName(Case, name="case_name"):
    """Action.case_name."""

    field: str
    value_: int | None = _field(default=None, metadata={"json": "value"})
    case_name_: str = _field(default="x", metadata={"json": "case_name"})


@dataclass(frozen=True)
class ActionValue(Case, name="value"):
    """Action.value."""

    value_: int = _field(metadata={"json": "value"})
    errno: int


@dataclass(frozen=True)
class ActionLinux(Case, name="linux"):
    """Action.linux."""

    errno: int
    unix: str


@dataclass(frozen=True)
class ActionJsonPack(Case, name="json_pack"):
    """Action.json_pack."""

    json_object: str = _field(metadata={"json": "jsonObject"})


@dataclass(frozen=True)
class ActionRows(Case, name="rows"):
    """Action.rows."""

    value: ActionRowsValue


Action = (
    ActionErrno
    | ActionStd
    | ActionKumiki
    | ActionCaseName
    | ActionValue
    | ActionLinux
    | ActionJsonPack
    | ActionRows
)
"""Action."""


@dataclass(frozen=True)
class ActionRowsElement(Case, name="element"):
    """Action.rows.element."""

    id: str
    action: ActionRowsElementValue


ActionRowsValue = ActionRowsElement
"""Action.rows."""


@dataclass(frozen=True)
class ActionRowsElementRename(Case, name="rename"):
    """Action.rows.element.rename."""

    id: str
    action: str


@dataclass(frozen=True)
class ActionRowsElementInner(Case, name="inner"):
    """Action.rows.element.inner."""

    inner1: int
    made: str


@dataclass(frozen=True)
class ActionRowsElementBoth(Case, name="both"):
    """Action.rows.element.both."""

    id: str
    row_id: int


@dataclass(frozen=True)
class ActionRowsElementRows(Case, name="rows"):
    """Action.rows.element.rows."""

    value: ActionRowsElementRowsValue


ActionRowsElementValue = (
    ActionRowsElementRename
    | ActionRowsElementInner
    | ActionRowsElementBoth
    | ActionRowsElementRows
)
"""Action.rows.element."""


@dataclass(frozen=True)
class ActionRowsElementRowsElement(Case, name="element"):
    """Action.rows.element.rows.element."""

    id: int
    action: ActionRowsElementRowsElementValue


ActionRowsElementRowsValue = ActionRowsElementRowsElement
"""Action.rows.element.rows."""


@dataclass(frozen=True)
class ActionRowsElementRowsElementGo(Case, name="go"):
    """Action.rows.element.rows.element.go."""

    id: str
    id2: str


@dataclass(frozen=True)
class ActionRowsElementRowsElementStop(Case, name="stop"):
    """Action.rows.element.rows.element.stop."""


ActionRowsElementRowsElementValue = (
    ActionRowsElementRowsElementGo
    | ActionRowsElementRowsElementStop
)
"""Action.rows.element.rows.element."""


class at:
    """Places of the state, each with the type of what is there."""

    errno: Place[int] = Place("/errno", "int", __name__)
    unix: Place[bool] = Place("/unix", "bool", __name__)
    linux: Place[str | None] = Place("/linux", "str | None", __name__)
    a_b: Place[AB | None] = Place("/a*~1b", "AB | None", __name__)
    a_b_c: Place[int | None] = Place("/a*~1b/c", "int | None", __name__)
    a_b_d: Place[ABD | None] = Place("/a*~1b/d", "ABD | None", __name__)
    a_b_d_e: Place[str | None] = Place("/a*~1b/d/e", "str | None", __name__)
    assert_: Place[int] = Place("/assert", "int", __name__)
    field: Place[str | None] = Place("/field", "str | None", __name__)
    list_: Place[list[str]] = Place("/list", "list[str]", __name__)
    std: Place[Std | None] = Place("/std", "Std | None", __name__)
    std_a: Place[int | None] = Place("/std/a", "int | None", __name__)
    kumiki: Place[Kumiki | None] = Place("/kumiki", "Kumiki | None", __name__)
    kumiki_a: Place[int | None] = Place("/kumiki/a", "int | None", __name__)
    case_name: Place[CaseName] = Place("/caseName", "CaseName", __name__)
    case_name_case_name: Place[str] = Place("/caseName/case_name", "str", __name__)
    kind: Place[Errno] = Place("/kind", "Errno", __name__)
    kind_std_n: Place[int | None] = Place("/kind/std/n", "int | None", __name__)
    kind_unix: Place[str | None] = Place("/kind/unix", "str | None", __name__)
    what: Place[str] = Place("/what", "str", __name__)
    control: Place[str] = Place("/control", "str", __name__)
    nul: Place[str] = Place("/nul", "str", __name__)
    none: Place[None_ | None] = Place("/none", "None_ | None", __name__)
    none_true: Place[int | None] = Place("/none/true", "int | None", __name__)
    none_false: Place[str | None] = Place("/none/false", "str | None", __name__)
    any: Place[Any] = Place("/any", "Any", __name__)
    least: Place[int] = Place("/least", "int", __name__)
    most: Place[list[int]] = Place("/most", "list[int]", __name__)
    tree: Place[Tree] = Place("/tree", "Tree", __name__)
    tree_value: Place[int] = Place("/tree/value", "int", __name__)
    tree_note: Place[str | None] = Place("/tree/note", "str | None", __name__)
    tree_children: Place[list[str]] = Place("/tree/children", "list[str]", __name__)
    tree_any: Place[Any] = Place("/tree/any", "Any", __name__)
    tree_last: Place[TreeLast | None] = Place("/tree/last", "TreeLast | None", __name__)
    tree_last_y: Place[int | None] = Place("/tree/last/y", "int | None", __name__)


class Cases:
    """Case paths of the actions."""

    errno = "errno"
    std = "std"
    kumiki = "kumiki"
    case_name = "case_name"
    value = "value"
    linux = "linux"
    json_pack = "json_pack"
    rows = "rows"
    rows_element = "rows.element"


class Actions:
    """Makes whole actions, for views and effects."""

    @staticmethod
    def errno(value: str) -> Action:
        return ActionErrno(value)

    @staticmethod
    def std(case_name_: str) -> Action:
        return ActionStd(case_name_)

    @staticmethod
    def kumiki(value_: int) -> Action:
        return ActionKumiki(value_)

    @staticmethod
    def case_name(field: str, value_: int | None = None, case_name_: str = "x") -> Action:
        return ActionCaseName(field, value_, case_name_)

    @staticmethod
    def value(value_: int, errno: int) -> Action:
        return ActionValue(value_, errno)

    @staticmethod
    def linux(errno: int, unix: str) -> Action:
        return ActionLinux(errno, unix)

    @staticmethod
    def json_pack(json_object: str) -> Action:
        return ActionJsonPack(json_object)

    @staticmethod
    def rows_element_rename(row_id: str, id: str, action: str) -> Action:
        return ActionRows(ActionRowsElement(row_id, ActionRowsElementRename(id, action)))

    @staticmethod
    def rows_element_inner(id: str, inner1: int, made: str) -> Action:
        return ActionRows(ActionRowsElement(id, ActionRowsElementInner(inner1, made)))

    @staticmethod
    def rows_element_both(row_row_id: str, id: str, row_id: int) -> Action:
        return ActionRows(ActionRowsElement(row_row_id, ActionRowsElementBoth(id, row_id)))

    @staticmethod
    def rows_element_rows_element_go(row_id: str, row_id2: int, id: str, id2: str) -> Action:
        return ActionRows(
            ActionRowsElement(
                row_id,
                ActionRowsElementRows(
                    ActionRowsElementRowsElement(row_id2, ActionRowsElementRowsElementGo(id, id2))
                ),
            ),
        )

    @staticmethod
    def rows_element_rows_element_stop(id: str, id2: int) -> Action:
        return ActionRows(
            ActionRowsElement(
                id,
                ActionRowsElementRows(
                    ActionRowsElementRowsElement(id2, ActionRowsElementRowsElementStop())
                ),
            ),
        )


types: Types[State, Action] = Types(
    State,
    Action,
    shape=(
        "Std = {a: integer}; "
        "Kumiki = {a: integer}; "
        "CaseName = {case_name: text}; "
        "Errno = (std: {n: integer} | kumiki | unix: text); "
        "{errno: integer = 0, unix: boolean = false, linux: text?, a*/b: {c: integer, "
        "d: (e: text)?}?, assert: integer = 1, field: text?, list: [text] = ['a'], std: Std?, "
        "kumiki: Kumiki?, caseName: CaseName = {'case_name': 'own'}, "
        "kind: Errno = {'std': {'n': 1}}, what: text = 'what??/n', control: text = \"\\u0001\\\\u0001\", "
        "nul: text = \"a\\u0000b\", none: {true: integer = 1, false: text?}?, any: any = ['x)json', "
        "'??!'], least: integer = -9223372036854775808, most: [integer] = [9223372036854775807, "
        "-9223372036854775808], tree: {value: integer = 0, note: text?, children: [text] = [], "
        "any: any, last: (x | y: integer)?} = {'value': 2, 'children': []}}"
    ),
    cases={
        "errno": "text",
        "std": "{case_name: text}",
        "kumiki": "{value: integer}",
        "case_name": "{value: integer?, case_name: text?, field: text}",
        "value": "{value: integer, errno: integer}",
        "linux": "{errno: integer, unix: text}",
        "json_pack": "{jsonObject: text}",
        "rows": (
            "(element: {id: text, action: (rename: {id: text, action: text} | "
            "inner: {inner1: integer, made: text} | both: {id: text, row_id: integer} | "
            "rows: (element: {id: integer, action: (go: {id: text, id2: text} | stop)}))})"
        ),
    },
    hash="d0d144e2b2786312",
)
"""Makes typed reducers and stores."""
