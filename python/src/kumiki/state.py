"""What a reducer has in hand besides the action: the state it may change, and its environment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from kumiki._calls import kept, loop_in_hand
from kumiki._errors import KumikiError, Status, error_of, new_error
from kumiki._issues import Issue
from kumiki._json import JSON, from_json, lent, new_json
from kumiki._library import NULL, ffi, lib, text, utf8

_EPOCH = datetime.fromtimestamp(0, UTC)


class _Lent:
    """Something that the library lends for one call."""

    __slots__ = ("_pointer",)

    def __init__(self, pointer: Any) -> None:
        self._pointer: Any = pointer

    def _at(self) -> Any:
        if self._pointer is None:
            name = type(self).__name__.lower()
            raise KumikiError(
                Status.CLOSED, f"the {name} was lent for one call, which has returned"
            )
        return self._pointer

    def _end(self) -> None:
        self._pointer = None


class State(_Lent):
    """The state in hand, by JSON Pointer: `state["/rows/0/done"] = True`.

    Valid inside the reducer's call alone. Pointers start at the reducer's own part of the state.
    What is read is a copy. A write that cannot be done raises and changes nothing.
    """

    __slots__ = ()

    @property
    def value(self) -> Any:
        """The whole state in hand."""
        return from_json(lib.kmk_state_json(self._at()))

    def get(self, pointer: str, default: Any = None) -> Any:
        """The value at a pointer, `default` where there is nothing."""
        found = lib.kmk_state_get(self._at(), utf8(pointer))
        return default if found == NULL else from_json(found)

    def __getitem__(self, pointer: str) -> Any:
        found = lib.kmk_state_get(self._at(), utf8(pointer))
        if found == NULL:
            raise KumikiError(Status.NOT_FOUND, "there is nothing in the state", pointer)
        return from_json(found)

    def __contains__(self, pointer: str) -> bool:
        return bool(lib.kmk_state_get(self._at(), utf8(pointer)) != NULL)

    def __setitem__(self, pointer: str, value: JSON) -> None:
        place, made = utf8(pointer), new_json(value)
        self._write(lambda at: lib.kmk_state_set_new(at, place, made))

    def __delitem__(self, pointer: str) -> None:
        place = utf8(pointer)
        self._write(lambda at: lib.kmk_state_remove(at, place))

    def insert(self, pointer: str, value: JSON) -> None:
        """Inserts a value into an array before an index, "/rows/-" at its end."""
        place, made = utf8(pointer), new_json(value)
        self._write(lambda at: lib.kmk_state_insert_new(at, place, made))

    def move(self, source: str, target: str) -> None:
        """Takes the value at one pointer out and inserts it at another."""
        self._write(lambda at: lib.kmk_state_move(at, utf8(source), utf8(target)))

    # ------------------------------------------------------------ rows and paths

    def find(self, rows: str, id: JSON) -> int | None:
        """The index of the row with an id, by the index of the operator that is attached there."""
        index = ffi.new("size_t *")
        status = lib.kmk_state_find(self._at(), utf8(rows), lent(id), index)
        if status == Status.NOT_FOUND:
            return None
        if status != 0:
            raise KumikiError(status, "no pointer to rows", rows)
        return int(index[0])

    def row(self, rows: str, id: JSON) -> Any:
        """The row with an id, None where there is none."""
        return from_json(lib.kmk_state_row(self._at(), utf8(rows), lent(id)))

    def set_row(self, rows: str, id: JSON, pointer: str, value: JSON) -> None:
        """Writes into the row with an id; the pointer "" replaces the row."""
        place, inner, identity = utf8(rows), utf8(pointer), lent(id)
        made = new_json(value)
        self._write(lambda at: lib.kmk_state_set_row_new(at, place, identity, inner, made))

    def remove_row(self, rows: str, id: JSON) -> None:
        """Removes the row with an id."""
        identity = lent(id)
        self._write(lambda at: lib.kmk_state_remove_row(at, utf8(rows), identity))

    def push(self, path: str, element: JSON) -> int:
        """Puts an element on top of a path, and answers its id."""
        place, id, made = utf8(path), ffi.new("uint64_t *"), new_json(element)
        self._write(lambda at: lib.kmk_state_push_new(at, place, made, id))
        return int(id[0])

    def pop_from(self, path: str, id: int) -> None:
        """Removes an element of a path and all above it. An unknown id removes nothing."""
        self._write(lambda at: lib.kmk_state_pop_from(at, utf8(path), id))

    def pop_to(self, path: str, id: int) -> None:
        """Removes all elements above one. An unknown id removes nothing."""
        self._write(lambda at: lib.kmk_state_pop_to(at, utf8(path), id))

    def _write(self, write: Callable[[Any], int]) -> None:
        """Carries out a write. The issue that says why it was refused becomes the exception."""
        loop, state = loop_in_hand(), NULL if self._pointer is None else self._pointer
        said: list[Issue] = []
        if loop is None:
            status = write(state)
        else:
            with loop._issues.held(said):
                status = write(state)
            if status != 0 and said:
                said.pop()
            for each in said:
                loop._issues.tell(each)
        self._at()
        if status != 0:
            error = new_error()
            lib.kmk_state_error(state, status, error)
            raise error_of(error)


class Env(_Lent):
    """The dependencies in hand, valid inside the call that it is lent for."""

    __slots__ = ()

    def dependency(self, key: str) -> Any:
        """The JSON value that the nearest `Reducer.dependency` gives for a key, or None."""
        return from_json(lib.kmk_env_dependency(self._at(), utf8(key)))

    def service(self, key: str) -> Any:
        """The object that the nearest `Reducer.service` gives for a key.

        A key for which nobody gives one is None and the issue "missing-dependency"; what is
        optional is given as None."""
        found = lib.kmk_env_pointer(self._at(), utf8(key))
        return None if found == NULL else kept(found)

    @property
    def now(self) -> timedelta:
        """The loop's clock. It never goes back; a virtual one starts at 0."""
        return timedelta(microseconds=self.now_ns / 1000)

    @property
    def now_ns(self) -> int:
        return int(lib.kmk_env_now(self._at()))

    @property
    def date(self) -> datetime:
        """The wall clock, in UTC; of a virtual loop its clock, since 1970."""
        return _EPOCH + timedelta(microseconds=self.date_ns // 1000)

    @property
    def date_ns(self) -> int:
        return int(lib.kmk_env_date(self._at()))

    def uuid(self) -> UUID:
        """A fresh UUID. On a virtual loop they count up from 0."""
        out = ffi.new("char[37]")
        lib.kmk_env_uuid(self._at(), out)
        return UUID(text(out))

    @property
    def is_presented(self) -> bool:
        """Whether the feature is inside a presentation: where `Effect.dismiss` has an addressee."""
        return bool(lib.kmk_env_is_presented(self._at()))
