"""Stores: a state, its reducer, and its running effects."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast, overload

from kumiki._calls import Calling, called
from kumiki._errors import KumikiError, Status, check, new_error, required
from kumiki._handles import Handle, Shared
from kumiki._json import JSON, from_new_json, lent
from kumiki._library import NULL, lib, new_text, utf8
from kumiki._pointers import place_of
from kumiki._serving import Ended, Serve, serve, unserve
from kumiki.action import Action, AnyAction, lent_action, new_action
from kumiki.loop import Loop
from kumiki.observing import Observing, Subscription
from kumiki.reducer import Reducer, expect_reducer
from kumiki.request import Request
from kumiki.snapshot import Snapshot, expect_snapshot
from kumiki.task import Task
from kumiki.typed import A, Place, Pointer, S, T, Types, as_typed, row_types, state_types
from kumiki.view import view_of

S2 = TypeVar("S2")
A2 = TypeVar("A2")
_send_new, _get = lib.kmk_store_send_new, lib.kmk_store_get


class Store(Handle, Observing, Generic[S, A]):
    """A state with its reducer and effects, on one loop; or a scoped store, for a part of the state.

    A store ends with `close` or with its loop, not when the object is dropped. You may drop a scoped
    store; its subscriptions continue. The store of a typed reducer (`Types`) has the reducer's types.
    """

    _types: Types[S, A] | None = None
    _owner: object = None
    """The database of a store that was opened from a database."""

    def __init__(self, loop: Loop, reducer: Reducer[S, A], state: S) -> None:
        if not isinstance(reducer, Reducer):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{reducer!r:.100} is not a Reducer")
        initial = lent(state)
        self._types = reducer._types
        self._make(loop, lambda at, error: lib.kmk_store_new(at, reducer._new(), initial, error))

    def _make(self, loop: Loop, make: Callable[[Any, Any], Any]) -> None:
        error, at = new_error(), loop._at()
        try:
            with Calling(loop):
                pointer = make(at, error)
                if pointer != NULL:
                    self._begin(loop, pointer, self)
        except BaseException:
            # A state-driven effect of the initial state could not be made.
            self.close()
            raise
        required(pointer, error)
        loop._stores.add(self)

    def _begin(self, loop: Loop, pointer: Any, root: Store[Any, Any]) -> None:
        super().__init__(pointer)
        self.loop = loop
        self._root = root
        # The root store keeps the subscriptions of its scoped stores too.
        self._subscriptions: set[Handle] = set() if root is self else root._subscriptions

    def _view(self, pointer: Any, types: Types[Any, Any] | None) -> Store[Any, Any]:
        view: Store[Any, Any] = Store.__new__(Store)
        view._types = types
        view._begin(self.loop, pointer, self._root)
        return view

    @classmethod
    def open(cls, loop: Loop, feature: str, state: JSON = None) -> Store[Any, Any]:
        """Makes a store of a registered feature. None: with the initial state given to `register`."""
        name = utf8(feature)
        initial = NULL if state is None else lent(state)
        store: Store[Any, Any] = cls.__new__(cls)
        store._make(loop, lambda at, error: lib.kmk_store_open(at, name, initial, error))
        return store

    @classmethod
    def from_snapshot(
        cls, loop: Loop, reducer: Reducer[S2, A2], snapshot: Snapshot
    ) -> Store[S2, A2]:
        """Makes a store that continues from a snapshot."""
        expect_reducer(reducer)
        expect_snapshot(snapshot)
        store: Store[S2, A2] = Store.__new__(cls)  # type: ignore[arg-type]
        store._types = reducer._types
        moment = snapshot._handle
        store._make(
            loop, lambda at, error: lib.kmk_store_new_from(at, reducer._new(), moment, error)
        )
        return store

    # ------------------------------------------------------------------------- sending

    def send(self, action: A | Action) -> None:
        """Sends an action. The action is reduced before this returns, unless the store is busy.

        An exception in a reducer, an observer or an issue handler is raised here.
        """
        value: Any = action
        at, error, json = self._at(), self._error, new_action(value)
        status = called(self.loop, _send_new, at, json, error)
        if status != 0:
            check(status, error)

    def send_at(self, case_path: str, payload: JSON = None) -> None:
        """Sends the action that `Action.is_case` recognizes by the same case path."""
        error, name = new_error(), utf8(case_path)
        json = NULL if payload is None else lent(payload)
        with Calling(self.loop):
            status = lib.kmk_store_send_at(self._at(), name, json, error)
        check(status, error)

    def send_task(self, action: A | Action) -> Task:
        """Sends an action, and returns a task for everything that the action starts."""
        error, pointer = new_error(), self._at()
        json, made = new_action(cast(AnyAction, action)), NULL
        try:
            with Calling(self.loop):
                made = lib.kmk_store_send_task_new(pointer, json, error)
        except BaseException:
            lib.kmk_task_free(made)
            raise
        return Task(required(made, error), self.loop)

    def replace_reducer(self, reducer: Reducer[S, A]) -> None:
        """Replaces the reducer and keeps the state.

        The running effects of the old reducer end. If the state does not match the new reducer, this
        raises DECODE and changes nothing.
        """
        expect_reducer(reducer)
        error, pointer = new_error(), self._at()
        with Calling(self.loop):
            status = lib.kmk_store_replace_reducer(pointer, reducer._new(), error)
        check(status, error)

    def snapshot(self) -> Snapshot:
        """A snapshot of the store: the state, the ids, and the state-driven effects."""
        error = new_error()
        with Calling(self.loop):
            made = lib.kmk_store_snapshot(self._at(), error)
        return Snapshot._of(required(made, error))

    def restore(self, snapshot: Snapshot) -> None:
        """Restores a snapshot. All effects end, and the snapshot's state-driven effects start again.

        Raises DECODE if the state does not match, and BUSY in a reducer or an observer. After an error
        nothing has changed.
        """
        expect_snapshot(snapshot)
        error = new_error()
        with Calling(self.loop):
            status = lib.kmk_store_restore(self._at(), snapshot._handle, error)
        check(status, error)

    def mailbox(self) -> Mailbox[A]:
        """Makes a mailbox, for posting actions from any thread. A mailbox may outlive the store."""
        made = lib.kmk_store_mailbox(self._at())
        if made == NULL:
            raise KumikiError(Status.CLOSED, "the store has ended")
        return Mailbox(made)

    # ------------------------------------------------------------------------ requests

    def serve(
        self, name: str, function: Serve, *, ended: Ended | None = None, most: int = 0
    ) -> None:
        """Serves the requests of a name, for this store. See `Loop.serve`.

        This server goes before the loop's server of the name.
        """
        at = self._at()
        serve(
            self.loop,
            lambda of, server, error: lib.kmk_store_serve(at, of, server, error),
            name,
            function,
            ended,
            most,
        )

    def unserve(self, name: str) -> None:
        """Ends a server of this store. Its unanswered requests go to another server of the name, or wait for one.

        Raises NOT_FOUND without such a server, and BUSY inside one of its functions.
        """
        at = self._at()
        unserve(self.loop, lambda of, error: lib.kmk_store_unserve(at, of, error), name)

    def requests(self) -> list[dict[str, Any]]:
        """The requests in flight, the oldest first.

            [{"id": "7", "name": "net.fetch", "at": "/rows/2", "question": "http://example.org/",
              "phase": "served", "attempt": 1, "age": 250000000}]

        The phase is "unkept" (the database does not have it yet), "unserved", "turn" (the server has as many requests
        as it takes), "served" or "answered" (the answer waits for the loop). The age is in nanoseconds. The
        question of a secret request is missing.
        """
        return self._listed(lib.kmk_store_requests)

    def effects(self) -> list[dict[str, Any]]:
        """The effects in flight, the oldest first.

            [{"at": "/rows/2", "kind": "request", "ids": ["load"], "age": 250000000, "request": "7"}]

        The kind is "request", "timer", "waiting" (for a turn, a window or the next try) or "work". The age is in
        nanoseconds, and does not count from before the first call.
        """
        return self._listed(lib.kmk_store_effects)

    def undo_steps(self, history_path: Pointer) -> dict[str, list[dict[str, Any]]]:
        """The steps of the undo history that shows its counts at `history_path`.

            {"undo": [{"step": 7, "label": "Delete 3 Rows", "bytes": 120}], "redo": []}

        The first of each list is undone or redone first. Raises NOT_FOUND without such a history.
        """
        at, of, error = self._at(), utf8(history_path), new_error()
        with Calling(self.loop):
            found = lib.kmk_store_undo_steps(at, of, error)
        steps: dict[str, list[dict[str, Any]]] = from_new_json(required(found, error))
        return steps

    def _listed(self, function: Any) -> list[dict[str, Any]]:
        at = self._at()
        with Calling(self.loop):
            found = function(at)
        if found == NULL:
            raise KumikiError(Status.CLOSED, "the store has ended, or is a scoped store")
        made: list[dict[str, Any]] = from_new_json(found)
        return made

    def request(self, id: str) -> Request:
        """The request in flight with an id, to answer it without being its server. Raises NOT_FOUND without one."""
        at, of, error = self._at(), utf8(id), new_error()
        with Calling(self.loop):
            found = lib.kmk_store_request(at, of, error)
        return Request(required(found, error), self.loop)

    # ------------------------------------------------------------------- presentations

    def present(self, action_case: str, state: JSON = None) -> None:
        """Sends "present" with a state. None asks the parent to fill the slot."""
        error, name = new_error(), utf8(action_case)
        json = NULL if state is None else lent(state)
        with Calling(self.loop):
            status = lib.kmk_store_present(self._at(), name, json, error)
        check(status, error)

    def presented(self, action_case: str, action: AnyAction) -> None:
        """Sends an action to the presented feature."""
        error, name, json = new_error(), utf8(action_case), lent_action(action)
        with Calling(self.loop):
            status = lib.kmk_store_presented(self._at(), name, json, error)
        check(status, error)

    def dismiss(self, action_case: str, id: str | None = None) -> None:
        """Sends "dismiss". With an id, only if this presentation is still presented; otherwise raises NOT_FOUND."""
        error, name = new_error(), utf8(action_case)
        with Calling(self.loop):
            if id is None:
                status = lib.kmk_store_dismiss(self._at(), name, error)
            else:
                status = lib.kmk_store_dismiss_id(self._at(), name, utf8(id), error)
        check(status, error)

    def presentation_id(self, pointer: Pointer) -> str | None:
        """The presentation id in the slot at a pointer, or None if nothing is presented."""
        error, place = new_error(), place_of(pointer)
        with Calling(self.loop):
            made = lib.kmk_store_presentation_id(self._at(), place, error)
        if made == NULL and error.status == Status.NOT_FOUND:
            return None
        return new_text(required(made, error))

    # ------------------------------------------------------------------------- reading

    @property
    def state(self) -> S:
        """A copy of the whole state."""
        value: Any = from_new_json(self._found(""))
        return value if self._types is None else self._types.read_state(value)

    @overload
    def __getitem__(self, pointer: Place[T]) -> T: ...
    @overload
    def __getitem__(self, pointer: str) -> Any: ...

    def __getitem__(self, pointer: Pointer) -> Any:
        return as_typed(pointer, from_new_json(self._found(pointer)))

    @overload
    def get(self, pointer: Place[T], default: None = None) -> T | None: ...
    @overload
    def get(self, pointer: Place[T], default: T) -> T: ...
    @overload
    def get(self, pointer: str, default: Any = None) -> Any: ...

    def get(self, pointer: Pointer, default: Any = None) -> Any:
        """The value at a pointer, or `default` if there is no value."""
        found = self._found(pointer, is_needed=False)
        return default if found == NULL else as_typed(pointer, from_new_json(found))

    @overload
    def row(self, rows: Place[list[T]], id: JSON) -> T: ...
    @overload
    def row(self, rows: str, id: JSON) -> Any: ...

    def row(self, rows: Pointer, id: JSON) -> Any:
        """The row of `for_each`, or the element of a `stack`, with an id: found in O(1).

        Raises KumikiError NOT_FOUND if there is no such row.
        """
        at, error, place, key = self._at(), new_error(), place_of(rows), lent(id)
        with Calling(self.loop):
            found = lib.kmk_store_row(at, place, key, error)
        value = from_new_json(required(found, error))
        if not isinstance(rows, Place):
            return value
        try:
            return rows.read_row(value)
        except KumikiError:
            # The type of a stack's place describes entries; the value is the element of an entry.
            with contextlib.suppress(KumikiError):
                return rows.read_row({"id": id, "element": value})
            raise

    def view(self, pointer: Pointer = "") -> Any:
        """The value at a pointer without a copy: a `View` if it is an array or an object.

        You may keep a view; its value never changes. While a view exists, the first write inside its
        place copies the array or the object.
        """
        return view_of(self._found(pointer))

    def _found(self, pointer: Pointer, is_needed: bool = True) -> Any:
        """A new json_t *. NULL if there is no value and `is_needed` is false."""
        at, error, place = self._at(), self._error, place_of(pointer)
        found = called(self.loop, _get, at, place, error)
        if found == NULL and not is_needed and error.status == Status.NOT_FOUND:
            return NULL
        return required(found, error)

    @property
    def effect_count(self) -> int:
        """The number of effects that are running or waiting to start."""
        return int(lib.kmk_store_effect_count(self._at()))

    # ------------------------------------------------------------------- scoped stores

    @overload
    def scope(self, pointer: Pointer, action_case: str, types: Types[S2, A2]) -> Store[S2, A2]: ...
    @overload
    def scope(self, pointer: Place[T], action_case: str) -> Store[T, Any]: ...
    @overload
    def scope(self, pointer: str, action_case: str) -> Store[Any, Any]: ...

    def scope(
        self, pointer: Pointer, action_case: str, types: Types[Any, Any] | None = None
    ) -> Store[Any, Any]:
        """Makes a scoped store for the part at a pointer. Its actions are sent under a case path.

        Its state has the place's type, or the type in the child's `types`, which also give the type of
        its actions.
        """
        error, place, name = new_error(), place_of(pointer), utf8(action_case)
        types = types or (state_types(pointer) if isinstance(pointer, Place) else None)
        with Calling(self.loop):
            made = lib.kmk_store_scope(self._at(), place, name, error)
        return self._view(required(made, error), types)

    @overload
    def scope_element(
        self, pointer: Pointer, action_case: str, id: JSON, types: Types[S2, A2]
    ) -> Store[S2, A2]: ...
    @overload
    def scope_element(
        self, pointer: Place[list[T]], action_case: str, id: JSON
    ) -> Store[T, Any]: ...
    @overload
    def scope_element(self, pointer: str, action_case: str, id: JSON) -> Store[Any, Any]: ...

    def scope_element(
        self, pointer: Pointer, action_case: str, id: JSON, types: Types[Any, Any] | None = None
    ) -> Store[Any, Any]:
        """Makes a scoped store for one row, or one element of a navigation path, even if it moves.

        Types work as in `scope`.
        """
        error, place, name, json = new_error(), place_of(pointer), utf8(action_case), lent(id)
        types = types or (row_types(pointer) if isinstance(pointer, Place) else None)
        with Calling(self.loop):
            made = lib.kmk_store_scope_element(self._at(), place, name, json, error)
        return self._view(required(made, error), types)

    @property
    def is_valid(self) -> bool:
        """Whether the state of a scoped store exists. For any other store: whether it has not ended."""
        if self.closed:
            return False
        with Calling(self.loop):
            return bool(lib.kmk_store_is_valid(self._at()))

    @overload
    def write_binding(self, pointer: Place[T], value: T, binding_case: str = "binding") -> None: ...
    @overload
    def write_binding(self, pointer: str, value: JSON, binding_case: str = "binding") -> None: ...

    def write_binding(self, pointer: Pointer, value: Any, binding_case: str = "binding") -> None:
        """Writes a field, as the binding of a view does."""
        error, place, name, json = new_error(), place_of(pointer), utf8(binding_case), lent(value)
        with Calling(self.loop):
            status = lib.kmk_store_write_binding(self._at(), name, place, json, error)
        check(status, error)

    def write_path(self, state_path: Pointer, action_case: str, path: JSON) -> None:
        """Writes a navigation path, as a view's stack does: an array of entries or of elements."""
        error, place, name, json = new_error(), place_of(state_path), utf8(action_case), lent(path)
        with Calling(self.loop):
            status = lib.kmk_store_write_path(self._at(), place, name, json, error)
        check(status, error)

    # ----------------------------------------------------------------------------- end

    def _free(self, pointer: Any) -> None:
        with Calling(self.loop):
            if self._root is self:
                self.loop._stores.discard(self)
                for subscription in list(self._subscriptions):
                    subscription.close()
            lib.kmk_store_free(pointer)


class LentStore(Store[S, A]):
    """The store inside a test store or a replay, which frees it."""

    _noun = "Store"

    def __init__(self, loop: Loop, pointer: Any, types: Types[S, A] | None) -> None:
        self._types = types
        self._begin(loop, pointer, self)
        loop._stores.add(self)

    def _free(self, pointer: Any) -> None:
        self.loop._stores.discard(self)
        for subscription in list(self._subscriptions):
            subscription.close()


class Mailbox(Shared, Generic[A]):
    """Posts actions to a store from any thread. A mailbox may outlive the store."""

    def post(self, action: A | Action) -> None:
        """Posts an action for the loop's next iteration. Raises CLOSED after the store has ended."""
        self._post(action, lib.kmk_mailbox_post_new)

    def post_latest(self, key: str, action: A | Action) -> None:
        """Posts an action, and replaces a waiting action with the same key. Raises CLOSED like `post`."""
        name = utf8(key)
        self._post(action, lambda pointer, json: lib.kmk_mailbox_post_latest_new(pointer, name, json))

    def _post(self, action: Any, post: Callable[[Any, Any], int]) -> None:
        json = new_action(action)
        pointer = self._enter()
        if pointer is None:
            lib.kmk_json_release(json)
            raise KumikiError(Status.CLOSED, "this Mailbox was closed")
        try:
            status = post(pointer, json)
        finally:
            self._leave()
        if status != 0:
            raise KumikiError(status, "the action was not posted")

    def request(self, id: str) -> Request:
        """The request in flight with an id, on any thread. Raises NOT_FOUND without one."""
        of, error, pointer = utf8(id), new_error(), self._enter()
        if pointer is None:
            raise KumikiError(Status.CLOSED, "this Mailbox was closed")
        try:
            found = lib.kmk_mailbox_request(pointer, of, error)
        finally:
            self._leave()
        return Request(required(found, error), None)

    def close(self) -> None:
        """Frees the mailbox. Actions that were posted are still reduced."""
        self._end_with(lib.kmk_mailbox_free)

    def __del__(self) -> None:
        self.close()
