"""Types for states and actions: dataclasses, literals and pydantic models, read from JSON.

`kumiki generate --language python` writes a module of such types from a feature's shape, with a
`Types` object that makes typed reducers and stores. Types written by hand work too. See
docs/types.md.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import sys
import typing
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic

from kumiki._cases import Case as Case
from kumiki._errors import KumikiError, Status
from kumiki._forms import Read, inside
from kumiki._hints import hints_of, members_of
from kumiki._containers import ARRAYS
from kumiki._reading import reader
from kumiki._shapes import cases_of, shape_of

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from kumiki.action import Action
    from kumiki.effects import Effect
    from kumiki.reducer import Reducer
    from kumiki.request import RequestKind
    from kumiki.state import Env, State

    S = TypeVar("S", default=Any)
    A = TypeVar("A", default=Any)
    V = TypeVar("V", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")
    A = TypeVar("A")
    V = TypeVar("V")

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, eq=False)
class Place(Generic[T]):
    """A JSON Pointer and the type of the value there: `state[Place("/count", int)]` is an int.

    The type may be a string, which is evaluated in a module.
    """

    pointer: str
    type: Any = Any
    module: str = ""

    def __str__(self) -> str:
        return self.pointer

    def read(self, value: Any) -> T:
        """Converts a JSON value to the type. Raises KumikiError DECODE with the path of the mismatch."""
        try:
            made: T = self._read(value)
            return made
        except KumikiError as error:
            raise inside(error, self.pointer) from None

    def read_row(self, value: Any) -> Any:
        """Converts one row of the list at this place to the type of its rows."""
        try:
            return self._read_row(value)
        except KumikiError as error:
            raise inside(error, self.pointer + "/-") from None


    @functools.cached_property
    def _read(self) -> Read:
        return _reader_of(f"place {self.pointer}", _resolved(self.type, self.module))

    @functools.cached_property
    def _read_row(self) -> Read:
        row = _row_type(_resolved(self.type, self.module))
        return _reader_of(f"rows at {self.pointer}", row)

    def __reduce__(self) -> tuple[object, ...]:
        return Place, (self.pointer, self.type, self.module)  # without the compiled readers


Pointer = str | Place[Any]
"""The type of parameters that accept a pointer: a string, or a `Place` with a type."""


def as_typed(pointer: Pointer, value: Any) -> Any:
    """The value read at a pointer, converted to the place's type."""
    return pointer.read(value) if isinstance(pointer, Place) else value


@dataclasses.dataclass(frozen=True)
class Passed:
    """The case paths of operators around a typed function inside a feature.

    The case paths are relative to the function, whose actions are below `prefix` in the feature's.
    """

    prefix: str
    case_paths: set[str]

    def add(self, case_path: str) -> None:
        """Adds the case path of an operator, relative to the feature."""
        if case_path.startswith(self.prefix):
            self.case_paths.add(case_path.removeprefix(self.prefix))

    def below(self, case_path: str) -> Passed:
        """The same record for a parent that has the feature's actions under a case path."""
        return Passed(f"{case_path}.{self.prefix}", self.case_paths)


class Types(Generic[S, A]):
    """The types of a feature's state and actions. Makes typed reducers and stores.

        @types.reducer
        def app(state: kumiki.State[Contacts], action: Action, env: kumiki.Env) -> Effect | None: ...

        with kumiki.Loop() as loop:
            store = kumiki.Store(loop, types.declare(app), Contacts())
            store.send(Open("a"))
            store.state.query

    `kumiki generate` writes `shape`, `cases`, `requests` and `hash`. Without them, the shape and the cases
    are made from the classes.
    """

    def __init__(
        self,
        state: Any,
        action: Any,
        *,
        shape: str = "",
        cases: Mapping[str, str | None] | None = None,
        requests: Mapping[str, RequestKind] | None = None,
        hash: str = "",
    ) -> None:
        self._is_generated = bool(shape or hash)
        self._shape, self._cases = shape, cases
        self.requests = dict(requests or {})
        self.hash = hash
        self._state, self._action = state, action
        # A name that the program defines later is looked up when the type is first used.
        with contextlib.suppress(NameError):
            _ = self.read_state, self.read_action

    @functools.cached_property
    def shape(self) -> str:
        """The shape of the state, for `Reducer.shape`. "any" if its type has none."""
        return self._shape if self._is_generated else shape_of(self._state)

    @functools.cached_property
    def cases(self) -> dict[str, str | None]:
        """The cases of the actions, for `Reducer.cases`. Empty if their type is not an enum."""
        made = self._cases if self._is_generated else cases_of(self._action)
        return dict(made or {})

    @functools.cached_property
    def read_state(self) -> Callable[[Any], S]:
        """Makes a state from JSON. Raises KumikiError DECODE with the path of the mismatch."""
        return _reader_of("state", self._state)

    @functools.cached_property
    def read_action(self) -> Callable[[Any], A]:
        """Makes an action from JSON. Raises KumikiError DECODE with the path of the mismatch."""
        return _reader_of("action", self._action)

    def place(self, path: Callable[[S], T]) -> Place[T]:
        """A place of the state: `types.place(lambda board: board.tasks[0].title)`. See `kumiki.place`."""
        from kumiki.places import place

        found: Place[T] = place(self._state, path)
        return found

    def reducer(self, reduce: Callable[[State[S], A, Env], Effect | None]) -> Reducer[S, A]:
        """Makes a reducer from a function that receives actions as values of their type.

        The type may omit the actions that operators around and beside the function handle: an undo, a
        row's action, a dismissal. The function receives such an action only if its type has the cases,
        at every depth. Any other action that the type cannot read raises KumikiError DECODE.
        """
        from kumiki.reducer import Reducer

        read, passed = self.read_action, set[str]()

        def receive(state: State[S], action: Action, env: Env) -> Effect | None:
            state._types = self
            try:
                typed = read(action.value)
            except KumikiError as error:
                if error._is_unknown_case and any(map(action.is_case, passed)):
                    return None
                raise
            return reduce(state, typed, env)

        made: Reducer[S, A] = Reducer(receive)
        made._passed = (Passed("", passed),)
        return made.typed(self)

    def declare(self, reducer: Reducer[Any, Any]) -> Reducer[S, A]:
        """Declares the shape, the cases and the requests around a feature, including all its operators.

        A type written by hand may omit the actions of operators; the operators check the actions below
        their cases. It contains the actions of operators that a `reader` chooses. docs/python.md says how
        types become a shape.
        """
        if self.requests:
            reducer = reducer.requests(self.requests)
        cases = dict(self.cases)
        if cases and not self._is_generated:
            for each in reducer._answered:
                name = each.partition(".")[0]
                cases[f"private {name}" if f"private {name}" in cases else name] = "any?"
        if cases:
            reducer = reducer.cases(**cases)
        if self.shape != "any":
            reducer = reducer.shape(self.shape)
        return reducer.typed(self)

    def expect(self, reducer: Reducer[Any, Any]) -> Reducer[S, A]:
        """Gives these types to a feature made elsewhere. If its shape differs, no store can be made of it.

        Only for types that `kumiki generate` wrote, because only these have a hash.
        """
        if not self._is_generated:
            raise KumikiError(
                Status.INVALID_ARGUMENT,
                "Types.expect: expected types that `kumiki generate` made from a shape, found types "
                "written by hand, which have no hash: make the feature typed by Reducer.typed(types), or "
                "declare its shape by Types.declare",
            )
        return reducer.expect_shape(self.hash).typed(self)


def reader_in(what: str, type: Any, module: str) -> Callable[[Any], Any]:
    """A function that reads values of a type, which may be a string that is evaluated in a module."""
    return _reader_of(what, _resolved(type, module))


def _reader_of(what: str, type: Any) -> Read:
    try:
        return reader(type)
    except TypeError as reason:
        raise TypeError(f"the type of the {what}: {reason}") from None


def state_types(place: Place[T]) -> Types[T, Any]:
    """The types of a scoped store for the value at a place."""
    return Types(_resolved(place.type, place.module), Any)


def row_types(place: Place[Any]) -> Types[Any, Any] | None:
    """The types of a scoped store for one row of the list at a place. For an entry of a path: its element's."""
    row = _row_type(_resolved(place.type, place.module))
    hints = hints_of(row) if dataclasses.is_dataclass(row) or typing.is_typeddict(row) else {}
    return Types(hints["element"] if hints.keys() == {"id", "element"} else row, Any)


def _row_type(type: Any) -> Any:
    """The type of the rows of a list."""
    lists = [each for each in members_of(type) if typing.get_origin(each) in ARRAYS]
    return typing.get_args(lists[0])[0] if lists else Any


def _resolved(type: Any, module: str) -> Any:
    return eval(type, vars(sys.modules[module])) if isinstance(type, str) else type
