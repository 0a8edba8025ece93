"""Types for states and actions: dataclasses, literals and pydantic models, read from JSON.

`kumiki generate --language python` writes a module of such types from a feature's shape, with a
`Types` that makes typed reducers and stores. Types written by hand do as well. docs/types.md
tells the rest.
"""

from __future__ import annotations

import dataclasses
import functools
import sys
import types as kinds
import typing
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Union

from kumiki._cases import Case as Case
from kumiki._errors import KumikiError
from kumiki._reading import Read, inside, reader

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from kumiki.action import Action
    from kumiki.effects import Effect
    from kumiki.reducer import Reducer
    from kumiki.state import Env, State

    S = TypeVar("S", default=Any)
    A = TypeVar("A", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")
    A = TypeVar("A")

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, eq=False)
class Place(Generic[T]):
    """A JSON Pointer and the type of what is there: `state[Place("/count", int)]` is an int.

    The type may be a text, which is looked up in a module.
    """

    pointer: str
    type: Any = Any
    module: str = ""

    def __str__(self) -> str:
        return self.pointer

    def read(self, value: Any) -> T:
        """The value of JSON as the type. Raises KumikiError DECODE with the place."""
        try:
            made: T = _reader_of_place(self.type, self.module)(value)
            return made
        except KumikiError as error:
            raise inside(error, self.pointer) from None

    def read_row(self, value: Any) -> Any:
        """A row of the list that is there, as its type."""
        try:
            return _reader_of_row(self.type, self.module)(value)
        except KumikiError as error:
            raise inside(error, self.pointer + "/-") from None


Pointer = str | Place[Any]
"""What is taken where a pointer is: a text, or a place with a type."""


def as_typed(pointer: Pointer, value: Any) -> Any:
    """What was read at a pointer, as its type."""
    return pointer.read(value) if isinstance(pointer, Place) else value


class Types(Generic[S, A]):
    """The types of a feature: of its state, and of its actions. Makes typed reducers and stores.

        @types.reducer
        def app(state: kumiki.State[Contacts], action: Action, env: kumiki.Env) -> Effect | None: ...

        with kumiki.Loop() as loop:
            store = kumiki.Store(loop, types.declare(app), Contacts())
            store.send(Open("a"))
            store.state.query

    `shape`, `cases` and `hash` are those that `kumiki generate` writes.
    """

    def __init__(
        self,
        state: Any,
        action: Any,
        *,
        shape: str = "",
        cases: Mapping[str, str | None] | None = None,
        hash: str = "",
    ) -> None:
        self.shape = shape
        self.cases = dict(cases or {})
        self.hash = hash
        self._state, self._action = state, action

    @functools.cached_property
    def read_state(self) -> Callable[[Any], S]:
        """Makes a state of JSON. Raises KumikiError DECODE with the place."""
        return reader(self._state)

    @functools.cached_property
    def read_action(self) -> Callable[[Any], A]:
        """Makes an action of JSON. Raises KumikiError DECODE with the place."""
        return reader(self._action)

    def reducer(self, reduce: Callable[[State[S], A, Env], Effect | None]) -> Reducer[S, A]:
        """Makes a reducer of a function that is told actions as values of their type.

        An action that an operator beside or around it answers, an undo, a row's or a dismissal,
        is told to the function if its type has that case, and else passed over. Any other that the
        type does not read is a KumikiError DECODE.
        """
        from kumiki.reducer import Reducer

        read, passed = self.read_action, set[str]()

        def told(state: State[S], action: Action, env: Env) -> Effect | None:
            state._types = self
            try:
                typed = read(action.value)
            except KumikiError as error:
                if any(_ends_above(error.path, case, action) for case in passed):
                    return None
                raise
            return reduce(state, typed, env)

        made: Reducer[S, A] = Reducer(told)
        made._passed = (passed,)
        return made.typed(self)

    def declare(self, reducer: Reducer[Any, Any]) -> Reducer[S, A]:
        """Declares the shape and the cases, around a feature and all that is attached to it."""
        return reducer.cases(**self.cases).shape(self.shape).typed(self)

    def expect(self, reducer: Reducer[Any, Any]) -> Reducer[S, A]:
        """A feature made elsewhere. Of another shape than these types it makes no store."""
        return reducer.expect_shape(self.hash).typed(self)


def _ends_above(path: str, case_path: str, action: Action) -> bool:
    """Whether an action is of a case that its type, which was read down to a path, does not have."""
    return path.count("/") <= case_path.count(".") and action.is_case(case_path)


@functools.cache
def _reader_of_place(type: Any, module: str) -> Read:
    return reader(_resolved(type, module))


@functools.cache
def _reader_of_row(type: Any, module: str) -> Read:
    lists = [each for each in _members(_resolved(type, module)) if typing.get_origin(each) is list]
    return reader(typing.get_args(lists[0])[0] if lists else Any)


def _resolved(type: Any, module: str) -> Any:
    return eval(type, vars(sys.modules[module])) if isinstance(type, str) else type


def _members(type: Any) -> tuple[Any, ...]:
    """The members of a union, or the type."""
    is_union = typing.get_origin(type) in (Union, kinds.UnionType)
    return typing.get_args(type) if is_union else (type,)
