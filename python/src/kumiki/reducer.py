"""Reducers: how a state answers actions, composed from small ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from kumiki import _callbacks
from kumiki._calls import keep, release
from kumiki._errors import WORD, KumikiError, Status, new_error, number, required
from kumiki._handles import Value
from kumiki._json import JSON, from_new_json, lent
from kumiki._library import NULL, ffi, lib, new_text, utf8
from kumiki._options import Options
from kumiki.action import Action
from kumiki.effects import Duration, Effect, nanoseconds
from kumiki.state import Env, State
from kumiki.typed import A, Passed, Pointer, S, Types

S2 = TypeVar("S2")
A2 = TypeVar("A2")

Reduce = Callable[[State, Action, Env], Effect | None]
Change = Callable[[State, Any, Any, Action, Env], Effect | None]
Write = Callable[[State, list[str], Action, Env], Effect | None]
Run = Callable[[Any, Env], Effect | None]
Read = Callable[[Any, Action, Env], "Reducer | None"]


class Reducer(Value, Generic[S, A]):
    """A description of how a state answers actions. Immutable; it may be used in several places.

    Made of a function that changes the state in hand and returns the effect to run, or None:

        @kumiki.reducer
        def counter(state, action, env): ...

    The methods attach what stands around or below it. A mistake in a composition, such as a
    malformed pointer, is told when a store is made of it.

    An exception in the function comes out of the send that ran it. What the function had written
    before stays, as after any action; its effect does not begin.
    """

    __slots__ = ("_answered", "_handle", "_passed", "_types", "__weakref__")

    # Case paths that operators in this answer, and the lists of the typed functions in it that learn of
    # them: a case that such a function's type does not have passes it over where an operator answers.
    _answered: frozenset[str]
    _passed: tuple[Passed, ...]

    def __init__(self, reduce: Reduce) -> None:
        if not callable(reduce):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{reduce!r:.100} is no function")
        self._types: Types[S, A] | None = None
        self._answered, self._passed = frozenset(), ()
        self._handle: Any = ffi.gc(
            lib.kmk_reducer_new(_callbacks.reduce, keep(reduce), release), lib.kmk_reducer_free
        )

    @classmethod
    def _of(
        cls, pointer: Any, *cases: str, parts: Sequence[Reducer[Any, Any]] = ()
    ) -> Reducer[S, A]:
        """A reducer of a pointer of ours, made of parts, and answering actions of case paths itself."""
        made = cls.__new__(cls)
        made._types = None
        made._answered = frozenset(cases).union(*(part._answered for part in parts))
        made._passed = tuple(each for part in parts for each in part._passed)
        made._tell_passed(made._answered)
        made._handle = ffi.gc(pointer, lib.kmk_reducer_free)
        return made

    def _around(self, pointer: Any, *cases: str) -> Reducer[S, A]:
        """The same around this one, of its types."""
        made: Reducer[S, A] = Reducer._of(pointer, *cases, parts=[self])
        made._types = self._types
        return made

    def _tell_passed(self, case_paths: Iterable[str]) -> None:
        """Has the typed functions in this learn of operators beside or around them."""
        for passed in self._passed:
            for each in case_paths:
                passed.add(each)

    def _with_child(self, child: Reducer[Any, Any], case_path: str) -> Reducer[S, A]:
        """The same, where the actions of a child stand under a case path."""
        self._passed += tuple(each.below(case_path) for each in child._passed)
        return self

    def typed(self, types: Types[S2, A2]) -> Reducer[S2, A2]:
        """The same reducer, whose stores read their states as these types."""
        made: Reducer[S2, A2] = Reducer._of(self._new(), parts=[self])
        made._types = types
        return made

    def _new(self) -> Any:
        """A reference for a function that consumes it."""
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
        """Attaches a plain optional child: null, or a value. It runs first, then this one."""
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
        """Attaches a child to one case of a state that is an enum."""
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
        """Attaches a slot: null, or the state of what is presented, which has an identity.

        Its actions are {"presented": ACTION} and "dismiss". When what is presented goes, the
        effects of all that it held are cancelled.

        `kind` is "auto", "struct" or "enum"; `id_key` a member whose change is a new identity;
        `ephemeral_cases` are alerts and dialogs, which any action of theirs dismisses.
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
        """Attaches a slot that can also be filled by an action: {"present": {"id", "state"}}."""
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
        """Runs a feature for each row of an array of objects that have an id."""
        expect_reducer(element)
        where, name, key = utf8(state_path), utf8(action_case), utf8(id_key)
        return self._around(lib.kmk_for_each(self._new(), where, name, key, element._new()), action_case)

    def stack(self, state_path: Pointer, action_case: str, element: Reducer) -> Reducer[S, A]:
        """Runs a feature for each element of a path of screens, with "push" and "popFrom"."""
        expect_reducer(element)
        where, name = utf8(state_path), utf8(action_case)
        return self._around(lib.kmk_stack(self._new(), where, name, element._new()), action_case)

    def navigation_destination(
        self, state_path: Pointer, action_case: str, element: Reducer
    ) -> Reducer[S, A]:
        """Runs a feature for each element of a path that the view writes as a whole."""
        expect_reducer(element)
        where, name = utf8(state_path), utf8(action_case)
        made = lib.kmk_navigation_destination(self._new(), where, name, element._new())
        return self._around(made, action_case)

    # ------------------------------------------------------------------ what is around

    def dependency(self, key: str, value: JSON) -> Reducer[S, A]:
        """Gives a named JSON value to this and to all inside it, read by `Env.dependency`.

        "date", "uuid" and "isPresented" also set what `Env` itself answers.
        """
        return self._around(lib.kmk_dependency(self._new(), utf8(key), lent(value)))

    def service(self, key: str, service: object) -> Reducer[S, A]:
        """Gives a named object to this and to all inside it, read by `Env.service`.

        The nearest one wins. Give a program's own where its store is made, `Store(loop,
        app.service("db", db), ...)`, so that a test of `app` can give another.
        """
        name = utf8(key)
        return self._around(lib.kmk_dependency_pointer(self._new(), name, keep(service), release))

    def cases(self, /, **cases: str | None) -> Reducer[S, A]:
        """Declares which actions are known; any other is refused before anything runs.

        A value says what the payload is, None that there is none:

            feature.cases(increment=None, rename="text", move="from: integer, to: integer?")
        """
        texts = [
            (
                ffi.new("char[]", utf8(name)),
                NULL if payload is None else ffi.new("char[]", utf8(payload)),
            )
            for name, payload in cases.items()
        ]
        return self._around(lib.kmk_cases(self._new(), len(texts), ffi.new("kmk_case[]", texts)))

    def shape(self, shape: str) -> Reducer[S, A]:
        """Declares what the state may be: what does not fit is refused, defaults are filled in.

        feature.shape("{rows: [{id: text, done: boolean = false}], filter: (all | done) = 'all'}")
        """
        return self._around(lib.kmk_shape(self._new(), utf8(shape)))

    def expect_shape(self, hashes: str) -> Reducer[S, A]:
        """Refuses a feature of another shape than a program's types were made from, by `hash`.

        One of the hashes, which have spaces between them, must be that of this reducer, or of what
        its outermost `shape` and `cases` declare by themselves.
        """
        return self._around(lib.kmk_expect_shape(self._new(), utf8(hashes)))

    def hash(self) -> str:
        """A hash of what `describe` answers, which saved snapshots bear."""
        error = new_error()
        return new_text(required(lib.kmk_reducer_hash(self._handle, error), error))

    def describe(self) -> Any:
        """What is declared of states and actions, as JSON Schema. Raises a mistake in this."""
        error = new_error()
        return from_new_json(required(lib.kmk_reducer_describe(self._handle, error), error))

    def restore_state(self, state: JSON) -> Any:
        """A state of an older program: without the members that `only` objects do not have any more, and
        completed. Raises where it does not fit."""
        error, saved = new_error(), lent(state)
        made = lib.kmk_reducer_restore_state(self._handle, saved, error)
        return from_new_json(required(made, error))

    def complete_state(self, state: JSON) -> Any:
        """A saved state, with what has a default filled in. Raises where it does not fit."""
        error, saved = new_error(), lent(state)
        made = lib.kmk_reducer_complete_state(self._handle, saved, error)
        return from_new_json(required(made, error))

    def on_change(self, state_path: Pointer, change: Change) -> Reducer[S, A]:
        """Runs `change(state, old, new, action, env)` when what is at a pointer was changed.

        Both values are converted to Python for each change. Of a large one use `on_write`, which
        converts the written places only.
        """
        where = utf8(state_path)
        return self._around(
            lib.kmk_on_change(self._new(), where, _callbacks.change, keep(change), release)
        )

    def on_write(self, state_path: Pointer, write: Write) -> Reducer[S, A]:
        """Runs `write(state, places, action, env)` when this has written at or below a pointer."""
        where = utf8(state_path)
        return self._around(
            lib.kmk_on_write(self._new(), where, _callbacks.write, keep(write), release)
        )

    def indexed(
        self, rows: Pointer, group: Pointer | None = None, *, numbers: Sequence[Pointer] = ()
    ) -> Reducer[S, A]:
        """Counts the rows of an array for this, by a value in them: see `State.count` and `State.totals`.

        Rows with equal values at `group` are counted together; without it all are. Of `numbers`,
        pointers in a row, the sums are kept.
        """
        where, by = utf8(rows), NULL if group is None else utf8(group)
        texts = [ffi.new("char[]", utf8(each)) for each in numbers]
        summed = ffi.new("const char *[]", [*texts, NULL])
        return self._around(lib.kmk_indexed(self._new(), where, by, summed))

    def running(self, place: Pointer, run: Run, *, id: str = "", time: str = "restart") -> Reducer[S, A]:
        """Keeps the effect of `run(value, env)` in flight while a place holds a value.

        The place is a pointer, or the name of a case. Null, False and a missing value are none.
        Another value ends the effect of the one before and begins another. `id` tells two effects
        at one place apart. `time` says how their timers count in a restored store: "restart",
        "remaining" or "deadline". Choices of a reader that differ in their functions alone need an
        `id` each.
        """
        options = Options("kmk_running_options", time=time, id=utf8(id))
        where = utf8(place)
        return self._around(
            lib.kmk_running(
                self._new(), where, options.pointer, _callbacks.run, keep(run), release
            )
        )

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
    ) -> Reducer[S, A]:
        """Makes steps undoable, by the actions "undo", "redo" and "clearHistory".

        An undo takes back what its step wrote at `state_path`; what others wrote there stays.
        `history_path` becomes {"undo": N, "redo": M}. `actions` are the case paths of those that
        are steps (None: all), `ignored` of those that are none. Steps within `group` seconds of
        each other are one.
        """
        nanoseconds_of_group = nanoseconds(group)
        if number(limit, "limit", WORD) < 1 or isinstance(actions, str) or isinstance(ignored, str):
            raise KumikiError(
                Status.INVALID_ARGUMENT,
                "limit is at least 1, actions and ignored are lists of names",
            )
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
        )
        made = lib.kmk_undoable(self._new(), options.pointer)
        return self._around(made, undo_case, redo_case, clear_case)

    def print_changes(self, label: str = "") -> Reducer[S, A]:
        """Writes each action, and what it changed, to standard error."""
        return self._around(lib.kmk_print_changes(self._new(), utf8(label)))


def reducer(reduce: Reduce) -> Reducer[Any, Any]:
    """Makes a reducer of a function; as a decorator."""
    return Reducer(reduce)


def expect_reducer(value: Any) -> None:
    if not isinstance(value, Reducer):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{value!r:.100} is no Reducer")
