"""Lists: rows that are filtered, sorted, grouped and summed, and updated from the writes to the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, overload

from kumiki._calls import Calling, callback, keep, kept, release
from kumiki._errors import WORD, KumikiError, Status, check, new_error, number, required
from kumiki._handles import Handle, Uncopied
from kumiki._json import JSON, from_json, from_new_json, lent
from kumiki._library import NULL, ffi, lib, utf8
from kumiki._pointers import place_of
from kumiki.condition import Where, condition_of
from kumiki.observing import Subscription, subscribed
from kumiki.store import Store
from kumiki.typed import Place, Pointer, V, as_typed

Change = Literal["reset", "insert", "remove", "move", "change"]
_CHANGES: list[Change] = ["reset", "insert", "remove", "move", "change"]


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a list. Apply the edits in order.

    A "move" takes the row out at `origin` and inserts it at `index`. A "reset" replaces the whole
    list, and `index` is the new number of rows.
    """

    change: Change
    index: int
    origin: int
    id: Any


class List(Uncopied, Sequence[V], Generic[V]):
    """A view of rows in a store with its own order. After each burst, only written rows are updated.

        shown = List(store, "/rows", sort=["-/progress"], numbers=["/bytes"])
        shown[0]["name"], shown.totals["numbers"]["/bytes"]["sum"]

    `sort` contains pointers into a row, the most important first; a leading "-" sorts descending.
    `sort_place` is a place of the store that contains the sort pointers instead. `group` is a pointer
    into a row: rows with equal values there are adjacent and form a group. `filter(row, *values)`
    selects rows by the row and the values at the places of `parameters`, and may depend on nothing
    else. `where` selects rows by a `Condition`, or its dict, without a call for each row: a row must
    satisfy both. `compare(left, right)` compares two sort values. The list shows `limit` rows from `first` on,
    or all rows if `limit` is None. If `pointer` is a `Place`, rows have its type, including the rows
    that `filter` receives; parameters have the types of their places.

    With `nested`, a pointer from an element to an array in it, the list has the rows of all these
    arrays, and a row's id is `[parent's id, id]`. `parent` is a pointer into a row where its parent is
    read. `joins` has places of ids in a row, with the rows that are read in their place:

        List(store, "/feeds", nested="/articles", parent="/feed", sort=["-/date", "/feed/title"])
        List(store, "/articles", joins={"/feed": "/feeds"}, sort=["/feed/title"])

    Rows with `nested` or `joins` are plain values, even if `pointer` is a `Place`.

    A list and its subscriptions end with `close`, or with the store. Until then the list keeps
    `filter` and `compare` alive. So if `filter` is a method of the object that holds the list,
    neither is garbage collected.
    """

    _instead = "list(rows) has the shown rows"

    @overload
    def __init__(
        self,
        store: Store[Any, Any],
        pointer: Place[list[V]] | str,
        *,
        sort: Sequence[Pointer] = (),
        sort_place: Pointer | None = None,
        group: Pointer | None = None,
        numbers: Sequence[Pointer] = (),
        filter: Callable[[V], bool] | None = None,
        where: Where | None = None,
        compare: Callable[[Any, Any], int] | None = None,
        first: int = 0,
        limit: int | None = None,
        nested: Pointer | None = None,
        parent: Pointer | None = None,
        joins: Mapping[str, Pointer] | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        store: Store[Any, Any],
        pointer: Place[list[V]] | str,
        *,
        parameters: Sequence[Pointer],
        filter: Callable[..., bool] | None = None,
        where: Where | None = None,
        sort: Sequence[Pointer] = (),
        sort_place: Pointer | None = None,
        group: Pointer | None = None,
        numbers: Sequence[Pointer] = (),
        compare: Callable[[Any, Any], int] | None = None,
        first: int = 0,
        limit: int | None = None,
        nested: Pointer | None = None,
        parent: Pointer | None = None,
        joins: Mapping[str, Pointer] | None = None,
    ) -> None: ...

    def __init__(
        self,
        store: Store[Any, Any],
        pointer: Place[list[V]] | str,
        *,
        sort: Sequence[Pointer] = (),
        sort_place: Pointer | None = None,
        group: Pointer | None = None,
        numbers: Sequence[Pointer] = (),
        filter: Callable[..., bool] | None = None,
        where: Where | None = None,
        parameters: Sequence[Pointer] = (),
        compare: Callable[[Any, Any], int] | None = None,
        first: int = 0,
        limit: int | None = None,
        nested: Pointer | None = None,
        parent: Pointer | None = None,
        joins: Mapping[str, Pointer] | None = None,
    ) -> None:
        if any(isinstance(each, str) for each in (sort, numbers, parameters)):
            message = "sort, numbers and parameters are lists of pointers"
            raise KumikiError(Status.INVALID_ARGUMENT, message)
        begin, count = _part(first, limit)
        pairs = [each for pair in (joins or {}).items() for each in pair]
        texts = [_texts(sort, "-"), _texts(numbers), _texts(parameters), _texts(pairs)]
        given = (sort_place, group, nested, parent)
        places = [NULL if it is None else ffi.new("char[]", place_of(it)) for it in given]
        condition = None if where is None else condition_of(where)
        options = ffi.new(
            "kmk_list_options *",
            {
                "size": ffi.sizeof("kmk_list_options"),
                "sort": texts[0][0],
                "sort_place": places[0],
                "group": places[1],
                "numbers": texts[1][0],
                "filter": NULL if filter is None else _filter,
                "parameters": texts[2][0],
                "compare": NULL if compare is None else _compare,
                "first": begin,
                "limit": count,
                "where": NULL if condition is None else condition._handle,
                "nested": places[2],
                "parent": places[3],
                "joins": texts[3][0],
            },
        )
        error, at, place = new_error(), store._at(), place_of(pointer)
        is_typed = isinstance(pointer, Place) and nested is None and not joins
        self._read_row = pointer.read_row if isinstance(pointer, Place) and is_typed else _as_it_is
        data = keep(_Functions(filter, compare, self._read_row, tuple(parameters), str(pointer)))
        self._store = store
        self._handle = _Handle(
            store, lambda: lib.kmk_list_new(at, place, options, data, release, error), error
        )

    def __len__(self) -> int:
        with Calling(self._store.loop):
            return int(lib.kmk_list_count(self._handle._at()))

    @overload
    def __getitem__(self, index: int) -> V: ...
    @overload
    def __getitem__(self, index: slice) -> list[V]: ...
    def __getitem__(self, index: int | slice) -> Any:
        """The shown row at an index. Each call converts the row to Python again."""
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        return self._read_row(self._read(lib.kmk_list_get, self._checked(index)))

    def id(self, index: int) -> Any:
        """The id of the shown row at an index."""
        return self._read(lib.kmk_list_id, self._checked(index))

    def find(self, id: JSON) -> int | None:
        """The index of the shown row with an id. None if the row is not shown."""
        with Calling(self._store.loop):
            index = int(lib.kmk_list_index(self._handle._at(), lent(id)))
        return None if index == _NOWHERE else index

    def show(self, first: int, limit: int | None = None) -> None:
        """Shows `limit` rows from `first` on: all of them with None, none with 0.

        Observers receive the rows that appear and disappear as edits.
        """
        begin, count = _part(first, limit)
        error, at = new_error(), self._handle._at()
        with Calling(self._store.loop):
            status = lib.kmk_list_show(at, begin, count, error)
        check(status, error)

    @property
    def totals(self) -> dict[str, Any]:
        """Totals of all rows of the list: "count", and "numbers" with "count", "sum", "min" and "max"
        of each number."""
        totals: dict[str, Any] = self._read(lib.kmk_list_totals)
        return totals

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The groups in order. Each has its totals, its value as "group", and the index of its first
        row as "first"."""
        groups: list[dict[str, Any]] = self._read(lib.kmk_list_groups)
        return groups

    def observe(self, function: Callable[[list[Edit]], object]) -> Subscription:
        """Calls a function with a list of edits: immediately with a reset, and after each burst that
        changed the shown rows."""
        store, error, at = self._store, new_error(), self._handle._at()
        return subscribed(
            store.loop,
            store._subscriptions,
            lambda: lib.kmk_list_observe(at, _told, keep(function), release, error),
            error,
        )

    def close(self) -> None:
        """Frees the list. A second call does nothing."""
        self._handle.close()

    def _checked(self, index: int) -> int:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"the list shows {count} rows")
        return index % count

    def _read(self, read: Any, *arguments: int) -> Any:
        error, at = new_error(), self._handle._at()
        with Calling(self._store.loop):
            found = read(at, *arguments, error)
        return from_new_json(required(found, error))


_NOWHERE = int(ffi.cast("size_t", -1))


class _Handle(Handle):
    _noun = "List"

    def __init__(self, store: Store, make: Callable[[], Any], error: Any) -> None:
        self._loop = store.loop
        made = NULL
        try:
            with Calling(store.loop):
                made = make()
        except BaseException:
            lib.kmk_list_free(made)
            raise
        super().__init__(required(made, error))

    def _free(self, pointer: Any) -> None:
        with Calling(self._loop):
            lib.kmk_list_free(pointer)


def _part(first: int, limit: int | None) -> tuple[int, int]:
    """The shown part for C, where limit 0 means all rows. No rows: one row far beyond the end of any list."""
    begin = number(first, "first", WORD)
    count = 0 if limit is None else number(limit, "limit", WORD)
    return (begin, count) if count or limit is None else (WORD, 1)


@dataclass(frozen=True, slots=True)
class _Functions:
    """The functions of a list, and the types of their arguments."""

    filter: Callable[..., bool] | None
    compare: Callable[[Any, Any], int] | None
    read_row: Callable[[Any], Any]
    parameters: tuple[Pointer, ...]
    place: str

    def calls(self, row: Any, values: Any) -> bool:
        """Calls the filter. An exception gets a note that names the list and the row."""
        value = from_json(row)
        try:
            assert self.filter is not None
            given = [as_typed(each, from_json(values[at])) for at, each in enumerate(self.parameters)]
            return bool(self.filter(self.read_row(value), *given))
        except Exception as error:
            error.add_note(f"in the filter of the List at {self.place}, of the row {value!r:.100}")
            raise

    def compares(self, left: Any, right: Any) -> int:
        """Calls the comparison. An exception gets a note that names the list and the values."""
        values = from_json(left), from_json(right)
        try:
            assert self.compare is not None
            return int(self.compare(*values))
        except Exception as error:
            error.add_note(f"in compare of the List at {self.place}, of {values!r:.100}")
            raise


def _as_it_is(value: Any) -> Any:
    return value


def _texts(texts: Sequence[Pointer], sign: str = "") -> tuple[Any, list[Any]]:
    """A NULL-terminated array of pointers for C, and the strings, which must be kept with the array."""
    for each in texts:
        place_of(each.removeprefix(sign) if isinstance(each, str) else each)
    kept_texts = [ffi.new("char[]", utf8(text)) for text in texts]
    return ffi.new("const char *[]", [*kept_texts, NULL]), kept_texts


@callback("bool(*)(const json_t *, const json_t *const *, void *)", False, is_for_rows=True)  # type: ignore[untyped-decorator]
def _filter(row: Any, values: Any, user_data: Any) -> bool:
    functions: _Functions = kept(user_data)
    return functions.calls(row, values)


@callback("int(*)(const json_t *, const json_t *, void *)", 0, is_for_rows=True)  # type: ignore[untyped-decorator]
def _compare(left: Any, right: Any, user_data: Any) -> int:
    functions: _Functions = kept(user_data)
    return functions.compares(left, right)


@callback("kmk_list_fn")  # type: ignore[untyped-decorator]
def _told(edits: Any, count: int, user_data: Any) -> None:
    kept(user_data)(
        [
            Edit(_CHANGES[edit.change], edit.index, getattr(edit, "from"), from_json(edit.id))
            for edit in (edits[index] for index in range(count))
        ]
    )
