"""The types of todos.shape, written by kumiki generate: change that file, and not this one."""

from __future__ import annotations

from dataclasses import dataclass, field as _field
from typing import Literal

from kumiki.typed import Case, Place, Types


@dataclass(kw_only=True)
class Todo:
    """One of them."""

    id: int
    title: str
    is_done: bool = _field(default=False, metadata={"json": "isDone"})

    class at:
        """Places, for a feature whose state this is."""

        id: Place[int] = Place("/id", "int", __name__)
        title: Place[str] = Place("/title", "str", __name__)
        is_done: Place[bool] = Place("/isDone", "bool", __name__)


Filter = Literal["all", "open", "done"]
"""Which of them are shown."""


@dataclass(kw_only=True)
class State:
    """State."""

    todos: list[Todo] = _field(default_factory=lambda: [])
    filter: Filter = "all"
    next: int = 1
    """the id of the next one"""
    alert: Alert | None = None


@dataclass(kw_only=True)
class Alert:
    """State.alert."""

    title: str


@dataclass(frozen=True)
class ActionAdd(Case, name="add"):
    """Action.add."""

    value: str


@dataclass(frozen=True)
class ActionShow(Case, name="show"):
    """Action.show."""

    value: Filter


@dataclass(frozen=True)
class ActionClear(Case, name="clear"):
    """Action.clear."""


@dataclass(frozen=True)
class ActionTodos(Case, name="todos"):
    """Action.todos."""

    value: ActionTodosValue


@dataclass(frozen=True)
class ActionAlert(Case, name="alert"):
    """Action.alert."""

    value: ActionAlertValue


Action = ActionAdd | ActionShow | ActionClear | ActionTodos | ActionAlert
"""Action."""


@dataclass(frozen=True)
class ActionTodosElement(Case, name="element"):
    """Action.todos.element."""

    id: int
    action: ActionTodosElementValue


ActionTodosValue = ActionTodosElement
"""Action.todos."""


@dataclass(frozen=True)
class ActionTodosElementToggle(Case, name="toggle"):
    """Action.todos.element.toggle."""


@dataclass(frozen=True)
class ActionTodosElementRename(Case, name="rename"):
    """Action.todos.element.rename."""

    value: str


ActionTodosElementValue = ActionTodosElementToggle | ActionTodosElementRename
"""Action.todos.element."""


@dataclass(frozen=True)
class ActionAlertPresented(Case, name="presented"):
    """Action.alert.presented."""

    value: ActionAlertPresentedValue


@dataclass(frozen=True)
class ActionAlertDismiss(Case, name="dismiss"):
    """Action.alert.dismiss."""


ActionAlertValue = ActionAlertPresented | ActionAlertDismiss
"""Action.alert."""


ActionAlertPresentedValue = Literal["confirm"]
"""Action.alert.presented."""


class at:
    """Places of the state, each with the type of what is there."""

    todos: Place[list[Todo]] = Place("/todos", "list[Todo]", __name__)
    filter: Place[Filter] = Place("/filter", "Filter", __name__)
    next: Place[int] = Place("/next", "int", __name__)
    alert: Place[Alert | None] = Place("/alert", "Alert | None", __name__)
    alert_title: Place[str | None] = Place("/alert/title", "str | None", __name__)


class Cases:
    """Case paths of the actions."""

    add = "add"
    show = "show"
    clear = "clear"
    todos = "todos"
    todos_element = "todos.element"
    alert = "alert"
    alert_presented = "alert.presented"
    alert_presented_confirm = "alert.presented.confirm"
    alert_dismiss = "alert.dismiss"


class Actions:
    """Makes whole actions, for views and effects."""

    @staticmethod
    def add(value: str) -> Action:
        return ActionAdd(value)

    @staticmethod
    def show(value: Filter) -> Action:
        return ActionShow(value)

    @staticmethod
    def clear() -> Action:
        return ActionClear()

    @staticmethod
    def todos_element_toggle(id: int) -> Action:
        return ActionTodos(ActionTodosElement(id, ActionTodosElementToggle()))

    @staticmethod
    def todos_element_rename(id: int, value: str) -> Action:
        return ActionTodos(ActionTodosElement(id, ActionTodosElementRename(value)))

    @staticmethod
    def alert_presented_confirm() -> Action:
        return ActionAlert(ActionAlertPresented("confirm"))

    @staticmethod
    def alert_dismiss() -> Action:
        return ActionAlert(ActionAlertDismiss())


types: Types[State, Action] = Types(
    State,
    Action,
    shape=(
        "Todo = only {id: unsigned, title: text, isDone: boolean = false}; "
        "Filter = (all | open | done); "
        "only {todos: [Todo] = [], filter: Filter = 'all', next: unsigned = 1, "
        "alert: only {title: text}? = null}"
    ),
    cases={
        "add": "text",
        "show": "(all | open | done)",
        "clear": None,
        "todos": "(element: {id: unsigned, action: (toggle | rename: text)})",
        "alert": "(presented: (confirm) | dismiss)",
    },
    hash="1bbd8f1704d9eab8",
)
"""Makes typed reducers and stores."""
