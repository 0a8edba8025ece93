"""Views: arrays and objects of a state that are read without a copy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

from kumiki._json import from_json, json_encoder
from kumiki._library import NULL, ffi, is_text, jansson, lib, utf8
from kumiki._values import ARRAY, OBJECT, makers


class View:
    """A JSON array or object that is read without a copy. It costs one reference.

    Only the parts that you read are converted: strings, numbers and so on to Python's own types, an
    array or an object to another view. A view never changes. Any thread may read it, even after the
    store has ended. `copy` makes lists and dicts of it, and so do `copy.copy`, `copy.deepcopy` and
    `pickle`. A view equals a list or a dict with the same content.
    """

    __slots__ = ("_json", "_owner")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, json: Any, owner: Any) -> None:
        self._json: Any = json
        self._owner: Any = owner  # a reference to the json_t that contains this one

    def copy(self) -> Any:
        """The value as lists and dicts."""
        return from_json(self._json)

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Any:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _same, (self.copy(),)

    def _part(self, json: Any) -> Any:
        make = _VIEWS.get(json.type)
        return from_json(json) if make is None else make(json, self._owner)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, View):
            return self._json == other._json or bool(self.copy() == other.copy())
        return bool(self.copy() == other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.copy()!r})"


class ArrayView(View, Sequence[Any]):
    """A JSON array as a Sequence. A slice is a list."""

    __slots__ = ()

    def __len__(self) -> int:
        return int(jansson.json_array_size(self._json))

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        at = index if index >= 0 else index + len(self)
        found = jansson.json_array_get(self._json, at) if at >= 0 else NULL
        if found == NULL:
            raise IndexError(f"no element {index} of {len(self)}")
        return self._part(found)


class ObjectView(View, Mapping[str, Any]):
    """A JSON object as a Mapping, in the order of its members."""

    __slots__ = ()

    def __len__(self) -> int:
        return int(jansson.json_object_size(self._json))

    def __getitem__(self, key: str) -> Any:
        found = jansson.json_object_get(self._json, utf8(key)) if is_text(key) else NULL
        if found == NULL:
            raise KeyError(key)
        return self._part(found)

    def __iter__(self) -> Iterator[str]:
        at = jansson.json_object_iter(self._json)
        while at != NULL:
            yield str(ffi.string(jansson.json_object_iter_key(at)), "utf-8")
            at = jansson.json_object_iter_next(self._json, at)


def _same(value: Any) -> Any:
    return value


_VIEWS = {OBJECT: ObjectView, ARRAY: ArrayView}


def view_of(json: Any) -> Any:
    """A view that takes over a json_t *. A value without parts is converted."""
    owner = ffi.gc(json, lib.kmk_json_release)
    return View._part(View(json, owner), json)


def _retained(view: View) -> Any:
    return lib.kmk_json_retain(view._json)


# Writing a view writes its value without a copy; inside another value the view is copied.
makers[ArrayView] = makers[ObjectView] = _retained
json_encoder(View, View.copy)
