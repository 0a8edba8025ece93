"""The types of optional.shape, written by kumiki generate: change that file, and not this one."""

from __future__ import annotations

from dataclasses import dataclass, field as _field
from typing import Any, Literal

from kumiki.typed import Case, Place, Types


@dataclass(kw_only=True)
class Filter:
    """Filter."""

    query: str = ""
    least: int = 3

    class at:
        """Places, for a feature whose state this is."""

        query: Place[str] = Place("/query", "str", __name__)
        least: Place[int] = Place("/least", "int", __name__)


@dataclass(kw_only=True)
class String:
    """String."""

    init: int
    self_: str = _field(default="", metadata={"json": "self"})

    class at:
        """Places, for a feature whose state this is."""

        init: Place[int] = Place("/init", "int", __name__)
        self_: Place[str] = Place("/self", "str", __name__)


@dataclass(frozen=True)
class DecoderInit(Case, name="init"):
    """Decoder.init."""


@dataclass(frozen=True)
class DecoderSelf(Case, name="self"):
    """Decoder.self."""

    value: int


@dataclass(frozen=True)
class DecoderNone(Case, name="none"):
    """Decoder.none."""


Decoder = DecoderInit | DecoderSelf | DecoderNone
"""Decoder."""


@dataclass(kw_only=True)
class Tree:
    """Tree."""

    label: str
    branches: list[Tree] | None = None

    class at:
        """Places, for a feature whose state this is."""

        label: Place[str] = Place("/label", "str", __name__)
        branches: Place[list[Tree] | None] = Place("/branches", "list[Tree] | None", __name__)


@dataclass(kw_only=True)
class State:
    """State."""

    note: Note = None
    """null fits by the name alone"""
    nothing: Nothing = _field(default_factory=lambda: Nothing())
    empty: Empty | None = _field(default_factory=lambda: Empty())
    words: list[str] | None = _field(default_factory=lambda: list[str]([]))
    text: str | None = "x"
    filter: Filter | None = _field(default_factory=lambda: Filter(query="", least=3))
    mode: Mode | None = "none"
    modes: list[ModesItem | None] = _field(default_factory=lambda: ["none", None])
    sheet: Sheet | None = _field(default_factory=lambda: SheetNone("n"))
    inner: Inner | None = _field(default_factory=lambda: Inner(a=1))
    hull: Hull = _field(default_factory=lambda: HullOpen(None))
    weights: dict[str, float | None] | None = _field(
        default_factory=lambda: dict[str, float | None]({"k": 1})
    )
    numbers: list[float | None] = _field(default_factory=lambda: [1])
    large: float = 9223372036854775807
    unseen: str = "del\u007f, turned \u202e"
    init: int = 1
    self_: str = _field(default="own", metadata={"json": "self"})
    values: int = 0
    decoder: Decoder = _field(default_factory=lambda: DecoderInit())
    string: String = _field(default_factory=lambda: String(init=2, self_=""))
    count: int | None = None
    """one of each kind that may be null"""
    ratio: float | None = None
    flag: bool | None = None
    tree: Tree | None = None
    list_: list[Tree] | None = _field(default=None, metadata={"json": "list"})
    twice: Note = None
    anything: Any = None
    some: dict[str, str] | None = None


@dataclass(kw_only=True)
class Nothing:
    """State.nothing."""


@dataclass(kw_only=True)
class Empty:
    """State.empty."""


Mode = Literal["dark", "none"]
"""State.mode."""


ModesItem = Literal["dark", "none"]
"""State.modes.item."""


@dataclass(frozen=True)
class SheetEdit(Case, name="edit"):
    """State.sheet.edit."""

    value: Filter


@dataclass(frozen=True)
class SheetSome(Case, name="some"):
    """State.sheet.some."""


@dataclass(frozen=True)
class SheetNone(Case, name="none"):
    """State.sheet.none."""

    value: str


Sheet = SheetEdit | SheetSome | SheetNone
"""State.sheet."""


@dataclass(kw_only=True)
class Inner:
    """State.inner."""

    a: int = 1
    b: str | None = None


@dataclass(frozen=True)
class HullOpen(Case, name="open"):
    """State.hull.open."""

    value: HullOpenValue | None


@dataclass(frozen=True)
class HullClosed(Case, name="closed"):
    """State.hull.closed."""


Hull = HullOpen | HullClosed
"""State.hull."""


@dataclass(kw_only=True)
class HullOpenValue:
    """State.hull.open."""

    x: int


@dataclass(frozen=True)
class ActionOpen(Case, name="open"):
    """Action.open."""

    value: ActionOpenValue | None


@dataclass(frozen=True)
class ActionClose(Case, name="close"):
    """Action.close."""


@dataclass(frozen=True)
class ActionMaybe(Case, name="maybe"):
    """Action.maybe."""

    value: str | None


@dataclass(frozen=True)
class ActionSearch(Case, name="search"):
    """Action.search."""

    value: str


@dataclass(frozen=True)
class ActionNumber(Case, name="number"):
    """Action.number."""

    value: float


@dataclass(frozen=True)
class ActionPoint(Case, name="point"):
    """Action.point."""

    x: float
    label: str


@dataclass(frozen=True)
class ActionTags(Case, name="tags"):
    """Action.tags."""

    value: dict[str, str]


@dataclass(frozen=True)
class ActionSome(Case, name="some"):
    """Action.some."""

    value: dict[str, str] | None


@dataclass(frozen=True)
class ActionAny(Case, name="any"):
    """Action.any."""

    value: Any


@dataclass(frozen=True)
class ActionPick(Case, name="pick"):
    """Action.pick."""

    value: Filter | None


@dataclass(frozen=True)
class ActionNoted(Case, name="noted"):
    """Action.noted."""

    value: Note


@dataclass(frozen=True)
class ActionRows(Case, name="rows"):
    """Action.rows."""

    value: ActionRowsValue


Action = (
    ActionOpen
    | ActionClose
    | ActionMaybe
    | ActionSearch
    | ActionNumber
    | ActionPoint
    | ActionTags
    | ActionSome
    | ActionAny
    | ActionPick
    | ActionNoted
    | ActionRows
)
"""Action."""


@dataclass(kw_only=True)
class ActionOpenValue:
    """Action.open."""

    id: str


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

    value: str


@dataclass(frozen=True)
class ActionRowsElementDescribe(Case, name="describe"):
    """Action.rows.element.describe."""

    summary: str
    description: str


ActionRowsElementValue = ActionRowsElementRename | ActionRowsElementDescribe
"""Action.rows.element."""


Note = str | None


class at:
    """Places of the state, each with the type of what is there."""

    note: Place[Note] = Place("/note", "Note", __name__)
    nothing: Place[Nothing] = Place("/nothing", "Nothing", __name__)
    empty: Place[Empty | None] = Place("/empty", "Empty | None", __name__)
    words: Place[list[str] | None] = Place("/words", "list[str] | None", __name__)
    text: Place[str | None] = Place("/text", "str | None", __name__)
    filter: Place[Filter | None] = Place("/filter", "Filter | None", __name__)
    filter_query: Place[str | None] = Place("/filter/query", "str | None", __name__)
    filter_least: Place[int | None] = Place("/filter/least", "int | None", __name__)
    mode: Place[Mode | None] = Place("/mode", "Mode | None", __name__)
    modes: Place[list[ModesItem | None]] = Place("/modes", "list[ModesItem | None]", __name__)
    sheet: Place[Sheet | None] = Place("/sheet", "Sheet | None", __name__)
    sheet_edit: Place[Filter | None] = Place("/sheet/edit", "Filter | None", __name__)
    sheet_edit_query: Place[str | None] = Place("/sheet/edit/query", "str | None", __name__)
    sheet_edit_least: Place[int | None] = Place("/sheet/edit/least", "int | None", __name__)
    sheet_none: Place[str | None] = Place("/sheet/none", "str | None", __name__)
    inner: Place[Inner | None] = Place("/inner", "Inner | None", __name__)
    inner_a: Place[int | None] = Place("/inner/a", "int | None", __name__)
    inner_b: Place[str | None] = Place("/inner/b", "str | None", __name__)
    hull: Place[Hull] = Place("/hull", "Hull", __name__)
    hull_open: Place[HullOpenValue | None] = Place("/hull/open", "HullOpenValue | None", __name__)
    hull_open_x: Place[int | None] = Place("/hull/open/x", "int | None", __name__)
    weights: Place[dict[str, float | None] | None] = Place(
        "/weights", "dict[str, float | None] | None", __name__
    )
    numbers: Place[list[float | None]] = Place("/numbers", "list[float | None]", __name__)
    large: Place[float] = Place("/large", "float", __name__)
    unseen: Place[str] = Place("/unseen", "str", __name__)
    init: Place[int] = Place("/init", "int", __name__)
    self_: Place[str] = Place("/self", "str", __name__)
    values: Place[int] = Place("/values", "int", __name__)
    decoder: Place[Decoder] = Place("/decoder", "Decoder", __name__)
    decoder_self: Place[int | None] = Place("/decoder/self", "int | None", __name__)
    string: Place[String] = Place("/string", "String", __name__)
    string_init: Place[int] = Place("/string/init", "int", __name__)
    string_self: Place[str] = Place("/string/self", "str", __name__)
    count: Place[int | None] = Place("/count", "int | None", __name__)
    ratio: Place[float | None] = Place("/ratio", "float | None", __name__)
    flag: Place[bool | None] = Place("/flag", "bool | None", __name__)
    tree: Place[Tree | None] = Place("/tree", "Tree | None", __name__)
    tree_label: Place[str | None] = Place("/tree/label", "str | None", __name__)
    tree_branches: Place[list[Tree] | None] = Place("/tree/branches", "list[Tree] | None", __name__)
    list_: Place[list[Tree] | None] = Place("/list", "list[Tree] | None", __name__)
    twice: Place[Note] = Place("/twice", "Note", __name__)
    anything: Place[Any] = Place("/anything", "Any", __name__)
    some: Place[dict[str, str] | None] = Place("/some", "dict[str, str] | None", __name__)


class Cases:
    """Case paths of the actions."""

    open = "open"
    close = "close"
    maybe = "maybe"
    search = "search"
    number = "number"
    point = "point"
    tags = "tags"
    some = "some"
    any = "any"
    pick = "pick"
    noted = "noted"
    rows = "rows"
    rows_element = "rows.element"


class Actions:
    """Makes whole actions, for views and effects."""

    @staticmethod
    def open(value: ActionOpenValue | None) -> Action:
        return ActionOpen(value)

    @staticmethod
    def close() -> Action:
        return ActionClose()

    @staticmethod
    def maybe(value: str | None) -> Action:
        return ActionMaybe(value)

    @staticmethod
    def search(value: str) -> Action:
        return ActionSearch(value)

    @staticmethod
    def number(value: float) -> Action:
        return ActionNumber(value)

    @staticmethod
    def point(x: float, label: str) -> Action:
        return ActionPoint(x, label)

    @staticmethod
    def tags(value: dict[str, str]) -> Action:
        return ActionTags(value)

    @staticmethod
    def some(value: dict[str, str] | None) -> Action:
        return ActionSome(value)

    @staticmethod
    def any(value: Any) -> Action:
        return ActionAny(value)

    @staticmethod
    def pick(value: Filter | None) -> Action:
        return ActionPick(value)

    @staticmethod
    def noted(value: Note) -> Action:
        return ActionNoted(value)

    @staticmethod
    def rows_element_rename(id: str, value: str) -> Action:
        return ActionRows(ActionRowsElement(id, ActionRowsElementRename(value)))

    @staticmethod
    def rows_element_describe(id: str, summary: str, description: str) -> Action:
        return ActionRows(ActionRowsElement(id, ActionRowsElementDescribe(summary, description)))


types: Types[State, Action] = Types(
    State,
    Action,
    shape=(
        "Note = text?; "
        "Filter = {query: text = '', least: integer = 3}; "
        "String = {init: integer, self: text = ''}; "
        "Decoder = (init | self: integer | none); "
        "Tree = {label: text, branches: [Tree]?}; "
        "{note: Note, nothing: only {} = {}, empty: {}? = {}, words: [text]? = [], "
        "text: text? = 'x', filter: Filter? = {'query': '', 'least': 3}, mode: (dark | "
        "none)? = 'none', modes: [(dark | none)?] = ['none', null], sheet: (edit: Filter | some | "
        "none: text)? = {'none': 'n'}, inner: {a: integer = 1, b: text?}? = {'a': 1}, "
        "hull: (open: {x: integer}? | closed) = 'open', weights: [text: number?]? = {'k': 1}, "
        "numbers: [number?] = [1], large: number = 9223372036854775807, "
        "unseen: text = 'del\u007f, turned \u202e', init: integer = 1, self: text = 'own', "
        "values: integer = 0, decoder: Decoder = 'init', string: String = {'init': 2, 'self': ''}, "
        "count: integer?, ratio: number?, flag: boolean?, tree: Tree?, list: [Tree]?, twice: Note?, "
        "anything: any, some: [text: text]?}"
    ),
    cases={
        "open": "{id: text}?",
        "close": None,
        "maybe": "text?",
        "search": "text",
        "number": "number",
        "point": "{x: number, label: text}",
        "tags": "[text: text]",
        "some": "[text: text]?",
        "any": "any",
        "pick": "{query: text?, least: integer?}?",
        "noted": "text?",
        "rows": (
            "(element: {id: text, action: (rename: text | describe: {summary: text, "
            "description: text})})"
        ),
    },
    hash="0f6df6171a11f921",
)
"""Makes typed reducers and stores."""
