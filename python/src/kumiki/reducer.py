"""Reducers: functions that change a state for an action, composed from small ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from kumiki import _callbacks
from kumiki._calls import keep, release
from kumiki._errors import WORD, KumikiError, Status, new_error, number, required
from kumiki._handles import Value
from kumiki._json import JSON, from_new_json, lent
from kumiki._library import NULL, ffi, lib, new_text, utf8
from kumiki._options import Options
from kumiki.action import Action, AnyAction, new_action
from kumiki.effects import Duration, Effect, nanoseconds
from kumiki.request import RequestKind, kinds_of
from kumiki.state import Env, State
from kumiki.typed import A, Passed, Pointer, S, Types

S2 = TypeVar("S2")
A2 = TypeVar("A2")

Reduce = Callable[[State, Action, Env], Effect | None]
Change = Callable[[State, Any, Any, Action, Env], Effect | None]
Write = Callable[[State, list[str], Action, Env], Effect | None]
Run = Callable[[Any, Env], Effect | None]
Describe = Callable[[Any, Action], "Mapping[str, Any] | None"]
Read = Callable[[Any, Action, Env], "Reducer | None"]


class Reducer(Value, Generic[S, A]):
    """A function that changes a state for each action, with operators. Immutable; reuse it freely.

    The function changes the state it receives, and returns the effect to run, or None:

        @kumiki.reducer
        def counter(state, action, env): ...

    The methods return reducers with an operator around, or with a child attached. A configuration
    error, such as a malformed pointer, is raised when a store is made from the reducer.

    If the function raises, the send that ran the function raises the exception. Writes made before
    the exception stay, as after any action; no effect starts.
    """

    __slots__ = ("_answered", "_handle", "_passed", "_types", "__weakref__")

    # The case paths that operators in this reducer handle, and the records of its typed functions that
    # learn of these case paths. A typed function is not called for a case that its type lacks if an
    # operator handles the case.
    _answered: frozenset[str]
    _passed: tuple[Passed, ...]

    def __init__(self, reduce: Reduce) -> None:
        if not callable(reduce):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{reduce!r:.100} is not a function")
        self._types: Types[S, A] | None = None
        self._answered, self._passed = frozenset(), ()
        self._handle: Any = ffi.gc(
            lib.kmk_reducer_new(_callbacks.reduce, keep(reduce), release), lib.kmk_reducer_free
        )

    @classmethod
    def _of(
        cls, pointer: Any, *cases: str, parts: Sequence[Reducer[Any, Any]] = ()
    ) -> Reducer[S, A]:
        """A reducer that takes over a pointer. It contains `parts`, and handles the case paths itself."""
        made = cls.__new__(cls)
        made._types = None
        made._answered = frozenset(cases).union(*(part._answered for part in parts))
        made._passed = tuple(each for part in parts for each in part._passed)
        made._tell_passed(made._answered)
        made._handle = ffi.gc(pointer, lib.kmk_reducer_free)
        return made

    def _around(self, pointer: Any, *cases: str) -> Reducer[S, A]:
        """A reducer like `_of` around this one, with the same types."""
        made: Reducer[S, A] = Reducer._of(pointer, *cases, parts=[self])
        made._types = self._types
        return made

    def _tell_passed(self, case_paths: Iterable[str]) -> None:
        """Records case paths of operators beside or around the typed functions in this reducer."""
        for passed in self._passed:
            for each in case_paths:
                passed.add(each)

    def _with_child(self, child: Reducer[Any, Any], case_path: str) -> Reducer[S, A]:
        """This reducer, after it recorded a child whose actions are under a case path."""
        self._passed += tuple(each.below(case_path) for each in child._passed)
        return self

    def typed(self, types: Types[S2, A2]) -> Reducer[S2, A2]:
        """The same reducer, with stores that read their states as these types."""
        made: Reducer[S2, A2] = Reducer._of(self._new(), parts=[self])
        made._types = types
        return made

    def _new(self) -> Any:
        """A new reference, for a function that consumes it."""
        return lib.kmk_reducer_retain(self._handle)

    # ------------------------------------------------------ children that come and go

    def if_let(
        self,
        state_path: Pointer,
        action_case: str,
        child: Reducer,
        *,
        kind: str = "auto",
        id_key: str | None = None,
        ephemeral_cases: Sequence[str] = (),
        ephemeral: bool = False,
    ) -> Reducer[S, A]:
        """Attaches a plain optional child: null, or a value. The child runs first, then this reducer."""
        return self._slot(
            lib.kmk_if_let,
            state_path,
            action_case,
            child,
            kind=kind,
            id_key=id_key,
            ephemeral_cases=ephemeral_cases,
            ephemeral=ephemeral,
        )

    def if_case_let(
        self, state_case: str, action_case: str, child: Reducer, *, id_key: str | None = None
    ) -> Reducer[S, A]:
        """Attaches a child to one case of a state enum."""
        return self._slot(lib.kmk_if_case_let, state_case, action_case, child, id_key=id_key)

    def presentation(
        self,
        state_path: Pointer,
        action_case: str,
        destination: Reducer,
        *,
        kind: str = "auto",
        id_key: str | None = None,
        ephemeral_cases: Sequence[str] = (),
        ephemeral: bool = False,
    ) -> Reducer[S, A]:
        """Attaches a presentation slot: null, or the state of a presented feature, with an id.

        The slot's actions are {"presented": ACTION} and "dismiss". When the presentation ends, the
        effects of the feature and of everything inside it are cancelled.

        `kind` is "auto", "struct" or "enum". `id_key` names a member: if its value changes, the feature
        counts as presented again, with a new id. `ephemeral_cases` are alerts and dialogs: any of their
        actions dismisses them. `ephemeral` declares this for the whole slot.
        """
        return self._slot(
            lib.kmk_presentation,
            state_path,
            action_case,
            destination,
            kind=kind,
            id_key=id_key,
            ephemeral_cases=ephemeral_cases,
            ephemeral=ephemeral,
        )

    def presentation_destination(
        self,
        state_path: Pointer,
        action_case: str,
        destination: Reducer,
        *,
        kind: str = "auto",
        id_key: str | None = None,
        ephemeral_cases: Sequence[str] = (),
        ephemeral: bool = False,
    ) -> Reducer[S, A]:
        """Attaches a slot like `presentation`. An action can also fill it: {"present": {"id", "state"}}."""
        return self._slot(
            lib.kmk_presentation_destination,
            state_path,
            action_case,
            destination,
            kind=kind,
            id_key=id_key,
            ephemeral_cases=ephemeral_cases,
            ephemeral=ephemeral,
        )

    def _slot(
        self, function: Any, place: Pointer, case: str, child: Reducer, **options: object
    ) -> Reducer[S, A]:
        slot = Options("kmk_slot_options", **options)
        expect_reducer(child)
        where, name = utf8(place), utf8(case)
        made = self._around(function(self._new(), where, name, slot.pointer, child._new()), case)
        is_optional = function in (lib.kmk_if_let, lib.kmk_if_case_let)
        return made._with_child(child, case if is_optional else f"{case}.presented")

    # ------------------------------------------------------------------- collections

    def for_each(
        self, state_path: Pointer, action_case: str, element: Reducer, *, id_key: str = "id"
    ) -> Reducer[S, A]:
        """Runs a feature for each row of an array of objects with unique ids."""
        expect_reducer(element)
        where, name, key = utf8(state_path), utf8(action_case), utf8(id_key)
        return self._around(lib.kmk_for_each(self._new(), where, name, key, element._new()), action_case)

    def stack(self, state_path: Pointer, action_case: str, element: Reducer) -> Reducer[S, A]:
        """Runs a feature for each element of a navigation path, with the actions "push" and "popFrom"."""
        expect_reducer(element)
        where, name = utf8(state_path), utf8(action_case)
        return self._around(lib.kmk_stack(self._new(), where, name, element._new()), action_case)

    def navigation_destination(
        self, state_path: Pointer, action_case: str, element: Reducer
    ) -> Reducer[S, A]:
        """Runs a feature for each element of a navigation path that the view writes as a whole."""
        expect_reducer(element)
        where, name = utf8(state_path), utf8(action_case)
        made = lib.kmk_navigation_destination(self._new(), where, name, element._new())
        return self._around(made, action_case)

    # --------------------------------------------------------- operators around a reducer

    def dependency(self, key: str, value: JSON) -> Reducer[S, A]:
        """Gives a named JSON value to this reducer and everything inside it. `Env.dependency` reads it.

        "date", "uuid" and "isPresented" also set the values that `Env` itself returns.
        """
        return self._around(lib.kmk_dependency(self._new(), utf8(key), lent(value)))

    def service(self, key: str, service: object) -> Reducer[S, A]:
        """Gives a named object to this reducer and everything inside it. `Env.service` reads it.

        The nearest one wins. Pass the program's own objects when you make its store, `Store(loop,
        app.service("db", db), ...)`, so that a test of `app` can pass another one.
        """
        name = utf8(key)
        return self._around(lib.kmk_dependency_pointer(self._new(), name, keep(service), release))

    def cases(self, /, **cases: str | None) -> Reducer[S, A]:
        """Declares all actions; any other action is refused before anything runs.

        Each value describes the payload; None means no payload:

            feature.cases(increment=None, rename="text", move="from: integer, to: integer?")

        A case with "private" before its name is sent by effects of the feature only:

            feature.cases(load=None, **{"private loaded": "text"})
        """
        texts = [
            (
                ffi.new("char[]", utf8(name)),
                NULL if payload is None else ffi.new("char[]", utf8(payload)),
            )
            for name, payload in cases.items()
        ]
        return self._around(lib.kmk_cases(self._new(), len(texts), ffi.new("kmk_case[]", texts)))

    def requests(self, kinds: Mapping[str, RequestKind]) -> Reducer[S, A]:
        """Declares the requests of this reducer and of everything inside it, by name.

            feature.requests({"file.read": {"question": "text", "answer": "text", "failure": "text"}})

        A request of another name, or whose question does not match, raises the issue "request-misfit" and
        asks nothing. A reply that does not match is refused with DECODE.
        """
        rows = kinds_of(kinds)
        array = ffi.new("kmk_request_kind[]", rows)
        return self._around(lib.kmk_requests(self._new(), len(rows), array))

    def shape(self, shape: str) -> Reducer[S, A]:
        """Declares the shape of the state. States and writes that do not match are refused. Defaults are filled in.

            feature.shape("{rows: [{id: text, done: boolean = false}], filter: (all | done) = 'all'}")
        """
        return self._around(lib.kmk_shape(self._new(), utf8(shape)))

    def expect_shape(self, hashes: str) -> Reducer[S, A]:
        """Refuses a feature whose shape differs from the shape that a program's types were made from.

        `hashes` are separated by spaces. One of them must be the `hash` of this reducer, or the hash of
        its outermost `shape` and `cases` alone.
        """
        return self._around(lib.kmk_expect_shape(self._new(), utf8(hashes)))

    def hash(self) -> str:
        """A hash of the result of `describe`. Saved snapshots contain this hash."""
        error = new_error()
        return new_text(required(lib.kmk_reducer_hash(self._handle, error), error))

    def describe(self) -> Any:
        """The declared states and actions, as JSON Schema. Raises a configuration error in this reducer."""
        error = new_error()
        return from_new_json(required(lib.kmk_reducer_describe(self._handle, error), error))

    def restore_state(self, state: JSON) -> Any:
        """Adapts a state saved by an older program: removes members that `only` objects no longer declare, and
        fills in defaults. Raises an error if the state does not match the shape."""
        error, saved = new_error(), lent(state)
        made = lib.kmk_reducer_restore_state(self._handle, saved, error)
        return from_new_json(required(made, error))

    def complete_state(self, state: JSON) -> Any:
        """A saved state with all defaults filled in. Raises an error if it does not match the shape."""
        error, saved = new_error(), lent(state)
        made = lib.kmk_reducer_complete_state(self._handle, saved, error)
        return from_new_json(required(made, error))

    def on_change(self, state_path: Pointer, change: Change) -> Reducer[S, A]:
        """Runs `change(state, old, new, action, env)` after the value at a pointer changed.

        Each change converts both values to Python. For a large value use `on_write`, which converts
        only the written places.
        """
        where = utf8(state_path)
        return self._around(
            lib.kmk_on_change(self._new(), where, _callbacks.change, keep(change), release)
        )

    def on_write(self, state_path: Pointer, write: Write) -> Reducer[S, A]:
        """Runs `write(state, places, action, env)` after this reducer wrote at or below a pointer."""
        where = utf8(state_path)
        return self._around(
            lib.kmk_on_write(self._new(), where, _callbacks.write, keep(write), release)
        )

    def indexed(
        self, rows: Pointer, group: Pointer | None = None, *, numbers: Sequence[Pointer] = ()
    ) -> Reducer[S, A]:
        """Indexes the rows of an array by a value in each row, for `State.count` and `State.totals`.

        Rows with equal values at `group` are counted together; without `group`, all rows are. `numbers`
        are pointers into a row: the index also keeps the sums of these numbers.
        """
        where, by = utf8(rows), NULL if group is None else utf8(group)
        texts = [ffi.new("char[]", utf8(each)) for each in numbers]
        summed = ffi.new("const char *[]", [*texts, NULL])
        return self._around(lib.kmk_indexed(self._new(), where, by, summed))

    def running(
        self, place: Pointer, run: Run, *, id: str = "", time: str = "restart", ended: AnyAction | None = None
    ) -> Reducer[S, A]:
        """Keeps the effect of `run(value, env)` running while a place has a value: a state-driven effect.

        The place is a pointer, or the name of a case. Null, False and a missing value count as no value.
        If the value changes, the running effect is cancelled and a new one starts. `id` distinguishes
        two effects at one place. `time` says how the effect's timers count in a restored store:
        "restart", "remaining" or "deadline". `ended` is an action that is sent when the effect has ended
        without sending one. If the reducers that a `reader` chooses differ only in
        their functions, give each of them its own `id`.
        """
        made = None if ended is None else ffi.gc(new_action(Action(ended)), lib.kmk_json_release)
        options = Options("kmk_running_options", time=time, id=utf8(id), ended=made)
        where = utf8(place)
        return self._around(
            lib.kmk_running(
                self._new(), where, options.pointer, _callbacks.run, keep(run), release
            )
        )

    def limit_by(self, id: str, place: Pointer) -> Reducer[S, A]:
        """Sets the limit of the `Effect.limited` effects with an id from a number in the state."""
        return self._around(lib.kmk_limit_by(self._new(), utf8(id), utf8(place)))

    def on_end(self, run: Run) -> Reducer[S, A]:
        """Calls `run(last, env)` once, with the feature's last state, when the feature has left.

        The feature leaves when it is dismissed, removed or replaced, or when an undo, a restored
        snapshot or another reducer takes it away. The effect belongs to the nearest feature that
        remains and sends the actions of that feature; `finish` waits for it.
        """
        return self._around(lib.kmk_on_end(self._new(), _callbacks.end, keep(run), release))

    def on_end_or_close(self, run: Run) -> Reducer[S, A]:
        """Like `on_end`, and also called when the store is closed. The effect then runs to its end."""
        return self._around(lib.kmk_on_end_or_close(self._new(), _callbacks.end, keep(run), release))

    def undoable(
        self,
        *,
        state_path: Pointer = "",
        history_path: Pointer | None = None,
        limit: int = 100,
        group: Duration = 0,
        actions: Sequence[str] | None = None,
        ignored: Sequence[str] = (),
        undo_case: str = "undo",
        redo_case: str = "redo",
        clear_case: str = "clearHistory",
        limit_bytes: int = 0,
        included: Sequence[str] = (),
        excluded: Sequence[str] = (),
        describe: Describe | None = None,
    ) -> Reducer[S, A]:
        """Makes steps undoable, by the actions "undo", "redo" and "clearHistory".

        An undo takes back what its step wrote at `state_path`; what other actions wrote there stays.
        `history_path` is set to {"undo": N, "redo": M}, the numbers of steps. `actions` are the case
        paths of the actions that count as steps (None: all); actions in `ignored` do not.
        Steps within `group` seconds of each other form one step. At most `limit` steps are kept, and not more
        than `limit_bytes` (0: any number).

        Steps consist of the places in `included` (none: the whole part), and never of places in `excluded`: pointers
        relative to `state_path`. `describe(state, action)` is called before each step, and returns None or a dict with
        "label", "key" and "group" ("begin", "end" or "join"), each optional. `history_path` then has "undoLabel" and
        "redoLabel" too. {"undo": {"steps": 3}} undoes three steps, and {"undo": {"to": 7}} jumps to step 7 of
        `Store.undo_steps`.
        """
        nanoseconds_of_group = nanoseconds(group)
        lists = (actions, ignored, included, excluded)
        if number(limit, "limit", WORD) < 1 or any(isinstance(each, str) for each in lists):
            raise KumikiError(
                Status.INVALID_ARGUMENT,
                "limit is at least 1; actions, ignored, included and excluded are lists of names",
            )
        described: dict[str, Any] = {}
        most = number(limit_bytes, "limit_bytes", WORD)
        if describe is not None:
            described = {
                "describe": _callbacks.describe,
                "describe_data": keep(describe),
                "describe_free": release,
            }
        options = Options(
            "kmk_undo_options",
            limit=limit,
            state_path=state_path,
            history_path=history_path,
            undo_case=undo_case,
            redo_case=redo_case,
            clear_case=clear_case,
            actions=actions,
            ignored=ignored,
            group_nanoseconds=nanoseconds_of_group,
            limit_bytes=most,
            included=included,
            excluded=excluded,
            **described,
        )
        made = lib.kmk_undoable(self._new(), options.pointer)
        return self._around(made, undo_case, redo_case, clear_case)

    def print_changes(self, label: str = "") -> Reducer[S, A]:
        """Prints each action and its changes to standard error."""
        return self._around(lib.kmk_print_changes(self._new(), utf8(label)))


def reducer(reduce: Reduce) -> Reducer[Any, Any]:
    """Makes a reducer from a function. Use it as a decorator."""
    return Reducer(reduce)


def expect_reducer(value: Any) -> None:
    if not isinstance(value, Reducer):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{value!r:.100} is not a Reducer")
