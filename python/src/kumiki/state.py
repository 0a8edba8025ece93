"""The arguments of a reducer besides the action: the state it may change, and its environment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Generic, overload
from uuid import UUID

from kumiki._calls import kept, loop_in_hand
from kumiki._errors import KumikiError, Status, error_of, new_error
from kumiki._handles import Uncopied
from kumiki._issues import Issues
from kumiki._json import JSON, from_json, from_new_json, lent, new_json
from kumiki._library import NULL, ffi, lib, text, utf8
from kumiki._pointers import place_of
from kumiki.condition import Where, condition_of
from kumiki.typed import Place, Pointer, S, T, Types, as_typed
from kumiki.view import View, view_of

_EPOCH = datetime.fromtimestamp(0, UTC)
_ALL: Any = object()  # stands for any value
_get, _set_new = lib.kmk_state_get, lib.kmk_state_set_new
_UNHEARD = Issues()  # of a call that no loop in Python made; the library gives it no issue


def _group(group: Pointer | None, value: Any) -> tuple[Any, Any]:
    """The pointer that rows are counted by, and the value of the counted rows there, for C."""
    if group is None and value is not _ALL:
        raise KumikiError(Status.INVALID_ARGUMENT, "a value needs a group: name the group")
    return NULL if group is None else place_of(group), NULL if value is _ALL else lent(value)


class _Lent(Uncopied):
    """An object that is borrowed from the library for one call."""

    __slots__ = ("_pointer",)
    _instead = "it is lent for one call; copy its content, such as state.value"

    def __init__(self, pointer: Any) -> None:
        self._pointer: Any = pointer

    def _at(self) -> Any:
        if self._pointer is None:
            name = type(self).__name__.lower()
            raise KumikiError(
                Status.CLOSED, f"the {name} was lent for one call, which has returned"
            )
        return self._pointer


class State(_Lent, Generic[S]):
    """The state that a reducer may change, by JSON Pointer: `state["/rows/0/done"] = True`.

    Valid only during the reducer's call. Pointers are relative to the reducer's part of the state. A
    read returns a copy, of the place's type if the pointer is a `Place`. `view` converts only the
    parts that you read from it. A write that is not possible raises an error and changes nothing.
    """

    __slots__ = ("_types",)
    _types: Types[S, Any] | None

    @property
    def value(self) -> S:
        """A copy of the reducer's whole state."""
        value: Any = from_json(lib.kmk_state_json(self._at()))
        return value if self._types is None else self._types.read_state(value)

    @overload
    def get(self, pointer: Place[T], default: None = None) -> T | None: ...
    @overload
    def get(self, pointer: Place[T], default: T) -> T: ...
    @overload
    def get(self, pointer: str, default: Any = None) -> Any: ...

    def get(self, pointer: Pointer, default: Any = None) -> Any:
        """The value at a pointer, or `default` if there is no value."""
        found = lib.kmk_state_get(self._at(), place_of(pointer))
        return default if found == NULL else as_typed(pointer, from_json(found))

    @overload
    def __getitem__(self, pointer: Place[T]) -> T: ...
    @overload
    def __getitem__(self, pointer: str) -> Any: ...

    def __getitem__(self, pointer: Pointer) -> Any:
        found = _get(self._pointer or self._at(), place_of(pointer))
        value = from_json(found or self._found(pointer))
        return pointer.read(value) if isinstance(pointer, Place) else value

    def _found(self, pointer: Pointer) -> Any:
        found = lib.kmk_state_get(self._at(), place_of(pointer))
        if not found:
            raise KumikiError(Status.NOT_FOUND, "there is nothing in the state", str(pointer))
        return found

    def view(self, pointer: Pointer = "") -> Any:
        """The value at a pointer without a copy: a `View` if it is an array or an object.

        You may keep a view; its value never changes. While a view exists, the first write inside its
        place copies the array or the object, so drop a view of a large value before you write there.
        """
        return view_of(lib.kmk_json_retain(self._found(pointer)))

    def __contains__(self, pointer: Pointer) -> bool:
        return bool(lib.kmk_state_get(self._at(), place_of(pointer)) != NULL)

    @overload
    def __setitem__(self, pointer: Place[T], value: T | View) -> None: ...
    @overload
    def __setitem__(self, pointer: str, value: JSON) -> None: ...

    def __setitem__(self, pointer: Pointer, value: Any) -> None:
        place, made = place_of(pointer), new_json(value)
        self._write(_set_new, place, made)

    def __delitem__(self, pointer: Pointer) -> None:
        self._write(lib.kmk_state_remove, place_of(pointer))

    @overload
    def insert(self, pointer: Place[T], value: T) -> None: ...
    @overload
    def insert(self, pointer: str, value: JSON) -> None: ...

    def insert(self, pointer: Pointer, value: Any) -> None:
        """Inserts a value into an array before an index; "/rows/-" appends."""
        place, made = place_of(pointer), new_json(value)
        self._write(lib.kmk_state_insert_new, place, made)

    @overload
    def append(self, rows: Place[list[T]], value: T) -> None: ...
    @overload
    def append(self, rows: str, value: JSON) -> None: ...

    def append(self, rows: Pointer, value: Any) -> None:
        """Appends a value to an array."""
        self.insert(f"{rows}/-", value)

    def move(self, source: Pointer, target: Pointer) -> None:
        """Removes the value at one pointer and inserts it at another."""
        self._write(lib.kmk_state_move, place_of(source), place_of(target))

    # ------------------------------------------------------------ rows and paths

    def count(self, rows: Pointer, group: Pointer | None = None, value: Any = _ALL) -> int:
        """Counts the indexed rows whose value at `group` is `value`. None also counts rows without a value.

        Without `value`, all rows are counted. If no `Reducer.indexed` counts the rows, this raises the
        issue "missing-index" and returns 0.
        """
        by, of = _group(group, value)
        return int(lib.kmk_state_count(self._at(), place_of(rows), by, of))

    def totals(self, rows: Pointer, group: Pointer | None = None, value: Any = _ALL) -> Any:
        """The totals of these rows: `{"count": 2, "numbers": {"/bytes": {"sum": 30, ...}}}`.

        None if the rows are not indexed.
        """
        by, of = _group(group, value)
        found = lib.kmk_state_totals(self._at(), place_of(rows), by, of)
        return None if found == NULL else from_new_json(found)

    def find(self, rows: Pointer, id: JSON) -> int | None:
        """The index of the row with an id, found without a search by the operator attached there.

        None if there is no such row, or if no operator is attached there."""
        index = ffi.new("size_t *")
        status = lib.kmk_state_find(self._at(), place_of(rows), lent(id), index)
        if status == Status.NOT_FOUND:
            return None
        if status != 0:
            raise KumikiError(status, "no pointer to rows", str(rows))
        return int(index[0])

    @overload
    def row(self, rows: Place[list[T]], id: JSON) -> T | None: ...
    @overload
    def row(self, rows: str, id: JSON) -> Any: ...

    def row(self, rows: Pointer, id: JSON) -> Any:
        """The row with an id, or None if there is no such row."""
        found = lib.kmk_state_row(self._at(), place_of(rows), lent(id))
        if found == NULL:
            return None
        return rows.read_row(from_json(found)) if isinstance(rows, Place) else from_json(found)

    @overload
    def set_row(self, rows: Pointer, id: JSON, pointer: Place[T], value: T | View) -> None: ...
    @overload
    def set_row(self, rows: Pointer, id: JSON, pointer: str, value: JSON) -> None: ...

    def set_row(self, rows: Pointer, id: JSON, pointer: Pointer, value: Any) -> None:
        """Writes into the row with an id. The pointer "" replaces the whole row."""
        place, inner, identity = place_of(rows), place_of(pointer), lent(id)
        made = new_json(value)
        self._write(lib.kmk_state_set_row_new, place, identity, inner, made)

    def remove_row(self, rows: Pointer, id: JSON) -> None:
        """Removes the row with an id."""
        place, identity = place_of(rows), lent(id)
        self._write(lib.kmk_state_remove_row, place, identity)

    def set_rows(self, rows: Pointer, pointer: Pointer, value: JSON, where: Where) -> None:
        """Writes a value into each row that satisfies a `Condition`, or its dict: much faster than a loop.

        If a row refuses the value, no row changes. `pointer` is relative to a row. The condition's "place"
        reads the reducer's state."""
        place, inner, made, condition = place_of(rows), place_of(pointer), lent(value), condition_of(where)
        self._write(lib.kmk_state_set_rows, place, inner, made, condition._handle)

    def remove_rows(self, rows: Pointer, where: Where) -> None:
        """Removes each row that satisfies a `Condition`, or its dict."""
        self._write(lib.kmk_state_remove_rows, place_of(rows), condition_of(where)._handle)

    def push(self, path: Pointer, element: JSON) -> int:
        """Pushes an element onto a navigation path, and returns the element's id."""
        place, id, made = place_of(path), ffi.new("uint64_t *"), new_json(element)
        self._write(lib.kmk_state_push_new, place, made, id)
        return int(id[0])

    def pop_from(self, path: Pointer, id: int) -> None:
        """Removes an element of a navigation path and all elements above it. An unknown id removes nothing."""
        self._write(lib.kmk_state_pop_from, place_of(path), id)

    def pop_to(self, path: Pointer, id: int) -> None:
        """Removes all elements above the element with an id. An unknown id removes nothing."""
        self._write(lib.kmk_state_pop_to, place_of(path), id)

    def _write(self, write: Any, *arguments: Any) -> None:
        """Makes a write. If the write is refused, the issue with the reason becomes the exception."""
        loop, state = loop_in_hand(), self._pointer or NULL
        issues = _UNHEARD if loop is None else loop._issues
        issues.is_holding = True
        try:
            status = write(state, *arguments)
        finally:
            issues.is_holding = False
        if issues.held:
            issues.release(status != 0)
        if status != 0:
            self._at()
            error = new_error()
            lib.kmk_state_error(state, status, error)
            raise error_of(error)


class Env(_Lent):
    """The dependencies of a reducer. Valid only during the call that receives the object."""

    __slots__ = ()

    def dependency(self, key: str) -> Any:
        """The JSON value that the nearest `Reducer.dependency` gives for a key, or None."""
        return from_json(lib.kmk_env_dependency(self._at(), utf8(key)))

    def service(self, key: str) -> Any:
        """The object that the nearest `Reducer.service` gives for a key.

        A missing service is None and raises the issue "missing-dependency". To make a service optional,
        give None for its key."""
        found = lib.kmk_env_pointer(self._at(), utf8(key))
        return None if found == NULL else kept(found)

    @property
    def now(self) -> timedelta:
        """The time of the loop's clock, which never goes back. A virtual clock starts at 0."""
        return timedelta(microseconds=self.now_ns / 1000)

    @property
    def now_ns(self) -> int:
        return int(lib.kmk_env_now(self._at()))

    @property
    def date(self) -> datetime:
        """The wall clock, in UTC. On a virtual loop: the loop's clock, counted from 1970."""
        return _EPOCH + timedelta(microseconds=self.date_ns // 1000)

    @property
    def date_ns(self) -> int:
        return int(lib.kmk_env_date(self._at()))

    def uuid(self) -> UUID:
        """A new UUID. On a virtual loop UUIDs count up from 0."""
        out = ffi.new("char[37]")
        lib.kmk_env_uuid(self._at(), out)
        return UUID(text(out))

    @property
    def is_presented(self) -> bool:
        """Whether the feature is inside a presentation, so that `Effect.dismiss` has something to dismiss."""
        return bool(lib.kmk_env_is_presented(self._at()))
