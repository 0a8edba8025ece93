"""Exhaustive tests of a feature, under pytest or any other framework.

    def test_loads():
        with TestStore(search, {"hits": [], "loading": False}) as test:
            test.send("search", {"loading": True})
            test.advance(0.3)
            test.receive({"found": ["kumiki"]}, {"hits": ["kumiki"], "loading": False})

A test store runs a feature on a virtual clock. The test must account for everything that the
feature does: each change of the state, each action of an effect, each effect that still runs at
the end. Any difference raises an AssertionError at the test's own line.

The argument `changes` states the changes of an action. None: no change. A dict sets members, and
nested dicts set members of objects inside. A list is a JSON Patch (RFC 6902).
"""

from __future__ import annotations

import json
import threading
import warnings
from collections.abc import Callable, Mapping
from os import PathLike
from types import TracebackType
from typing import Any, Generic

from kumiki._calls import Calling, keep, release
from kumiki._errors import WORD, KumikiError, Status, new_error, number, required
from kumiki._handles import Handle
from kumiki._json import JSON, from_new_json, lent, new_json, text_of
from kumiki._library import NULL, lib, utf8
from kumiki._reports import Reports, failed, matches_action, noted, test_line
from kumiki.action import Action, new_action
from kumiki.effects import Duration, milliseconds, nanoseconds
from kumiki.loop import LentLoop
from kumiki.reducer import Reducer
from kumiki.shared import Shared
from kumiki.snapshot import Migrate
from kumiki.store import LentStore, Store
from kumiki.task import Task
from kumiki.trace import Replay
from kumiki.typed import A, Pointer, S, Types


class TestStore(Handle, Generic[S, A]):
    """A feature under test, on its own virtual loop.

    The end of the `with` block ends the test. Actions that were not received and effects that still
    run fail the test there, unless the test has failed already.
    """

    __test__ = False  # tells pytest that this class is not a test

    _types: Types[S, A] | None = None

    def __init__(self, feature: Reducer[S, A], state: S) -> None:
        if not isinstance(feature, Reducer):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{feature!r:.100} is not a Reducer")
        self._types = feature._types
        initial = lent(state)
        self._make(lambda error: lib.kmk_test_store_new(feature._new(), initial, error))

    @classmethod
    def open(cls, feature: str, state: JSON = None) -> TestStore[Any, Any]:
        """Makes a test store of a registered feature."""
        test: TestStore[Any, Any] = cls.__new__(cls)
        name = utf8(feature)
        initial = NULL if state is None else lent(state)
        test._make(lambda error: lib.kmk_test_store_open(name, initial, error))
        return test

    def _make(self, make: Callable[[Any], Any]) -> None:
        error = new_error()
        try:
            with Calling(None):
                pointer = make(error)
                if pointer != NULL:
                    self._begin(pointer)
        except BaseException:
            # A state-driven effect of the initial state could not be made.
            super().close()
            raise
        required(pointer, error)

    def _begin(self, pointer: Any) -> None:
        super().__init__(pointer)
        self._reports = Reports()
        self._kept = keep(self._reports)
        lib.kmk_test_store_on_failure(pointer, failed, self._kept)
        lib.kmk_test_store_on_note(pointer, noted, self._kept)
        store = lib.kmk_test_store_store(pointer)
        self._loop = LentLoop(lib.kmk_store_loop(store))
        self.store: Store[S, A] = LentStore(self._loop, store, self._types)
        """The store under test, to observe and to read. The test must receive actions sent to this store."""

    # -------------------------------------------------------------------- the account

    def send(self, action: A | Action, changes: JSON = None) -> None:
        """Sends an action, and checks what it changes immediately."""
        __tracebackhide__ = True
        self._check(
            lambda at, file, line: lib.kmk_test_send_at(at, *_made(action, changes), file, line)
        )

    def send_task(self, action: A | Action, changes: JSON = None) -> Task:
        """Sends an action, and returns a task for everything that the action has started."""
        __tracebackhide__ = True
        made: list[Any] = []
        try:
            self._check(
                lambda at, file, line: made.append(
                    lib.kmk_test_send_task_at(at, *_made(action, changes), file, line)
                )
            )
        except BaseException:
            lib.kmk_task_free(made[0] if made else NULL)
            raise
        return Task(made[0], self._loop)

    def receive(self, action: A | Action, changes: JSON = None) -> None:
        """Receives the next action that an effect has sent, which must be the given action."""
        __tracebackhide__ = True
        self._check(
            lambda at, file, line: lib.kmk_test_receive_at(at, *_made(action, changes), file, line)
        )

    def receive_case(self, case_path: str, changes: JSON = None, *, payload: JSON = None) -> None:
        """Receives the next action, which must be of a case and, if given, have this payload."""
        __tracebackhide__ = True
        path = utf8(case_path)
        if payload is None:
            self._check(
                lambda at, file, line: lib.kmk_test_receive_case_at(
                    at, path, _changes(changes), file, line
                )
            )
        else:
            self._check(
                lambda at, file, line: lib.kmk_test_receive_payload_at(
                    at, path, *_made(payload, changes), file, line
                )
            )

    def receive_if(self, matches: Callable[[Action], object], changes: JSON = None) -> None:
        """Receives the next action, which a function must accept."""
        __tracebackhide__ = True
        handle = keep(matches)
        try:
            self._check(
                lambda at, file, line: lib.kmk_test_receive_if_at(
                    at, matches_action, handle, _changes(changes), file, line
                )
            )
        finally:
            release(handle)

    def expect_request(self, name: str, question: JSON = None) -> None:
        """Expects that the oldest request in flight that the test has not expected yet asks this question.

        None: any question. A test store needs no servers: its requests wait for the test.
        """
        __tracebackhide__ = True
        of = utf8(name)
        asked = NULL if question is None else utf8(text_of(lent(question)))
        self._check(
            lambda at, file, line: lib.kmk_test_expect_request_at(at, of, asked, file, line)
        )

    def answer(self, value: JSON, changes: JSON = None) -> None:
        """Gives the answer to the last request that the test has expected, and receives the action that it becomes."""
        __tracebackhide__ = True
        given, changed = _texts(value, changes)
        self._check(
            lambda at, file, line: lib.kmk_test_answer_at(at, given, changed, file, line)
        )

    def fail_request(self, value: JSON, changes: JSON = None) -> None:
        """Lets the last request that the test has expected fail, and receives the action.

        If the request has no case for failures, the effect fails (`Effect.catch`), and no action is received here.
        """
        __tracebackhide__ = True
        given, changed = _texts(value, changes)
        self._check(
            lambda at, file, line: lib.kmk_test_fail_request_at(at, given, changed, file, line)
        )

    def part(self, value: JSON, changes: JSON = None) -> None:
        """Sends a part of the last request that the test has expected, and receives the action."""
        __tracebackhide__ = True
        given, changed = _texts(value, changes)
        self._check(lambda at, file, line: lib.kmk_test_part_at(at, given, changed, file, line))

    def advance(self, duration: Duration) -> None:
        """Moves the clock forward, and runs the work that becomes due on the way."""
        __tracebackhide__ = True
        length = nanoseconds(duration)
        self._check(lambda at, file, line: lib.kmk_test_advance_at(at, length, file, line))

    def receive_count(
        self, count: int, case_path: str, changes: JSON = None, *, after: Duration = 0
    ) -> None:
        """Receives the next `count` actions, all of one case, and checks what they changed together.

        With `after`, the clock moves first: this receives a minute of ticks in one line.
        """
        __tracebackhide__ = True
        path, length, times = utf8(case_path), nanoseconds(after), number(count, "count", WORD)
        self._check(
            lambda at, file, line: lib.kmk_test_advance_receiving_at(
                at, length, times, path, _changes(changes), file, line
            )
        )

    def expect_row(self, rows: Pointer, id: JSON, changes: JSON) -> None:
        """States what the next action changes in the row with an id, in addition to its `changes`."""
        __tracebackhide__ = True
        place, text = utf8(rows), utf8(text_of(lent(changes)))
        self._check(
            lambda at, file, line: lib.kmk_test_expect_row_at(
                at, place, new_json(id), text, file, line
            )
        )

    def expect(self, changes: JSON) -> None:
        """Checks the state without an action. Applied to the state, `changes` must change nothing."""
        __tracebackhide__ = True
        self._check(
            lambda at, file, line: lib.kmk_test_assert_at(at, new_json(changes), file, line)
        )

    def expect_shared(self, shared: Shared, value: JSON) -> None:
        """States the current value of a shared value that the feature has written."""
        __tracebackhide__ = True
        self._check(
            lambda at, file, line: shared._call(
                lambda handle: lib.kmk_test_shared_at(at, handle, new_json(value), file, line)
            )
        )

    def skip_received(self, *, strict: bool = True) -> None:
        """Drops the actions that were not received. With `strict`, fails if no action is dropped."""
        __tracebackhide__ = True
        self._check(lambda at, file, line: lib.kmk_test_skip_received_at(at, strict, file, line))

    def skip_in_flight(self, *, strict: bool = True) -> None:
        """Excludes the running effects from the account. With `strict`, fails if no effect is running."""
        __tracebackhide__ = True
        self._check(lambda at, file, line: lib.kmk_test_skip_in_flight_at(at, strict, file, line))

    def finish(self, task: Task | None = None) -> None:
        """Fails if an action was not received or an effect still runs. With a task, checks only its effects."""
        __tracebackhide__ = True
        if task is None:
            self._check(lambda at, file, line: lib.kmk_test_finish_at(at, file, line))
        else:
            started = task._at()
            self._check(lambda at, file, line: lib.kmk_test_finish_task_at(at, started, file, line))

    # ----------------------------------------------------------------------- settings

    @property
    def state(self) -> S:
        """The state as asserted so far."""
        value: Any = from_new_json(lib.kmk_test_store_state(self._at()))
        return value if self._types is None else self._types.read_state(value)

    @property
    def notes(self) -> list[str]:
        """The notes on changes and actions that a non-exhaustive test has skipped."""
        return self._reports.notes

    def set_exhaustive(self, exhaustive: bool, *, show_skipped: bool = False) -> None:
        """Sets whether the test must account for everything, from the next call on. The default is True.

        With `show_skipped`, a non-exhaustive test lists everything that it skips in `notes`.
        """
        lib.kmk_test_store_set_exhaustive(self._at(), exhaustive, show_skipped)

    def set_timeout(self, seconds: float) -> None:
        """Sets the longest time to wait for running blocking effects. The default is 1 second."""
        lib.kmk_test_store_set_timeout(self._at(), round(milliseconds(seconds)))

    def set_dependency(self, key: str, value: JSON) -> None:
        """Sets the value that `Env.dependency` returns for a key. A value that the feature gives itself
        takes precedence: so give it where the program makes its store, and test the feature without."""
        __tracebackhide__ = True
        name = utf8(key)
        self._check(
            lambda at, file, line: lib.kmk_test_set_dependency_at(
                at, name, new_json(value), file, line
            )
        )

    def set_shared(self, shared: Shared, value: JSON) -> None:
        """Sets a shared value for this test. Other tests and files do not see it."""
        __tracebackhide__ = True
        self._check(
            lambda at, file, line: shared._call(
                lambda handle: lib.kmk_test_set_shared_at(at, handle, new_json(value), file, line)
            )
        )

    def set_service(self, key: str, service: object) -> None:
        """Sets the object that `Env.service` returns for a key. The rules of `set_dependency` apply."""
        __tracebackhide__ = True
        name = utf8(key)
        self._check(
            lambda at, file, line: lib.kmk_test_set_dependency_pointer_at(
                at, name, keep(service), release, file, line
            )
        )

    # ---------------------------------------------------------------------------- end

    def _check(self, call: Callable[[Any, bytes, int], object]) -> None:
        """Makes a call with the test's own line, and raises the failures that it reports."""
        __tracebackhide__ = True
        pointer = self._at()
        try:
            with Calling(self._loop):
                call(pointer, *test_line())
        except BaseException as error:
            self._explain(error)
            raise
        self._raise_failures()

    def _explain(self, error: BaseException) -> None:
        """Adds the reported failures, which may explain why the feature raised."""
        for failure in self._reports.failures:
            error.add_note(failure)

    def _raise_failures(self) -> None:
        __tracebackhide__ = True
        failures = self._reports.failures
        if failures:
            message, cause = "\n".join(failures), self._reports.cause
            failures.clear()
            self._reports.cause = None
            raise AssertionError(message) from cause

    def _free(self, pointer: Any) -> None:
        try:
            with Calling(self._loop):
                lib.kmk_test_store_free(pointer)
        finally:
            self._loop.close()
            release(self._kept)

    def __del__(self) -> None:
        if getattr(self, "_pointer", None) is None or self._thread != threading.get_ident():
            return
        super().close()
        warnings.warn(f"{self!r} was not closed", ResourceWarning, stacklevel=2, source=self)

    def close(self) -> None:
        """Ends the test. Raises an AssertionError for everything that the test did not account for."""
        __tracebackhide__ = True
        try:
            super().close()
        except BaseException as error:
            self._explain(error)
            raise
        self._raise_failures()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        __tracebackhide__ = True
        if kind is None:
            self.close()
        else:
            super().close()


def assert_replays(
    path: str | PathLike[str],
    reducer: Reducer,
    *,
    version: int | None = None,
    migrations: Mapping[int, Migrate] | None = None,
    action_migrations: Mapping[int, Migrate] | None = None,
) -> None:
    """Replays a recorded log to its end: each step must have the recorded result.

        def test_issue_42():
            kumiki.testing.assert_replays("issue-42.log", feature)

    An AssertionError names the first step that differs: its action, the recorded patch and this run's
    patch, and the difference of the states. A file that is not a log raises an error, as in `Replay`.
    For a log of an earlier version, pass `version` and the migrations as to `Replay`.
    """
    replay = Replay(
        path,
        reducer,
        version=version,
        migrations=migrations,
        action_migrations=action_migrations,
    )
    with replay:
        try:
            replay.run()
        except KumikiError as error:
            found = replay.divergence
            if error.status is not Status.DECODE or found is None:
                raise
            lines = [f"step {found.pop('step')} came out differently"]
            lines += [f"  {name}: {json.dumps(value)}" for name, value in found.items()]
            raise AssertionError("\n".join(lines)) from None


def _changes(changes: JSON) -> Any:
    return NULL if changes is None else new_json(changes)


def _texts(value: JSON, changes: JSON) -> tuple[bytes, Any]:
    """A reply and its changes, for a function that takes them as text."""
    changed = NULL if changes is None else utf8(text_of(lent(changes)))
    return utf8(text_of(lent(value))), changed


def _made(action: Any, changes: JSON) -> tuple[Any, Any]:
    """An action and its changes, for a function that steals both."""
    json = new_action(action)
    try:
        return json, _changes(changes)
    except BaseException:
        lib.kmk_json_release(json)
        raise
