"""Snapshots: a moment of a store, to go back to or to go on from in another process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

from kumiki._calls import Calling, callback, keep, kept, release
from kumiki._errors import WORD, KumikiError, Status, new_error, number, required
from kumiki._handles import Value
from kumiki._json import JSON, from_json, from_new_json, lent, new_json
from kumiki._library import NULL, ffi, lib

Migrate = Callable[[Any], JSON]


@callback("kmk_migrate_fn", NULL)  # type: ignore[untyped-decorator]
def _migrate(state: Any, user_data: Any) -> Any:
    start, step = kept(user_data)
    given = from_json(state)
    made = step(given)
    if made is None and given is not None:
        # A function that changes what it is told, and forgets to return it, would make null of a state.
        raise KumikiError(
            Status.DECODE,
            f"the migration from version {start} returned None: it returns the state of version "
            f"{start + 1}, also where it has changed the one that it was given",
        )
    return new_json(made)


class Snapshot(Value):
    """A moment of a store: made by `Store.snapshot`, or read from the form that was saved.

        saved = store.snapshot().json(version=2)
        ...
        snapshot = Snapshot(saved, version=2, migrations={1: from_first})
        store = Store.from_snapshot(loop, feature, snapshot)

    Immutable; any thread may use it. With `version`, the program's own, a state goes through the
    step of each version between: `migrations` has a function by the version that it starts from,
    which takes a state and returns that of the next version, not None. Without it the state is taken as it is.

    What is no snapshot, what a newer program has saved, a version without a step, and a step that
    returns None is DECODE.
    """

    __slots__ = ("_handle", "__weakref__")

    def __init__(
        self,
        saved: JSON,
        version: int | None = None,
        migrations: Mapping[int, Migrate] | None = None,
    ) -> None:
        self._read(lent(saved), version, migrations)

    def _read(
        self, json: Any, version: int | None, migrations: Mapping[int, Migrate] | None
    ) -> None:
        """Makes it of a json_t * that is lent."""
        if version is None and migrations:
            raise KumikiError(Status.INVALID_ARGUMENT, "migrations need the program's version")
        error = new_error()
        kept_steps = [(start, keep((start, step))) for start, step in (migrations or {}).items()]
        rows = [(start, _migrate, step) for start, step in kept_steps]
        try:
            steps = ffi.new("kmk_migration[]", rows)
            given = NULL
            if version is not None:
                size = ffi.sizeof("kmk_migrations")
                own = number(version, "version")
                given = ffi.new("kmk_migrations *", (size, own, len(kept_steps), steps))
            with Calling(None):
                made = lib.kmk_snapshot_new(json, given, error)
        finally:
            for _, step in kept_steps:
                release(step)
        self._hold(required(made, error))

    def _hold(self, pointer: Any) -> None:
        self._handle: Any = ffi.gc(pointer, lib.kmk_snapshot_free)

    @classmethod
    def _read_from(
        cls, json: Any, version: int | None, migrations: Mapping[int, Migrate] | None
    ) -> Self:
        made = cls.__new__(cls)
        made._read(json, version, migrations)
        return made

    @classmethod
    def _of(cls, pointer: Any) -> Self:
        made = cls.__new__(cls)
        made._hold(pointer)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Snapshot, (self.json(),)

    @property
    def state(self) -> Any:
        """The state of the moment, copied."""
        return from_new_json(lib.kmk_snapshot_state(self._handle))

    def json(self, version: int = 0) -> Any:
        """The form that is saved, with the program's number for the form of its states."""
        return from_json(self._json(version))

    def bounded(self, history_bytes: int) -> Snapshot:
        """The same moment with at most so many bytes of undo histories, as `json` writes them.

        What is undone and redone first stays.
        """
        bound, error = number(history_bytes, "history_bytes", WORD), new_error()
        made = lib.kmk_snapshot_bounded(self._handle, bound, error)
        return Snapshot._of(required(made, error))

    def _json(self, version: int) -> Any:
        """The same as a json_t *, which is released when it is let go."""
        error = new_error()
        made = lib.kmk_snapshot_json(self._handle, number(version, "version"), error)
        return ffi.gc(required(made, error), lib.kmk_json_release)

    def _beside(self, version: int) -> Any:
        """The same without the state."""
        error = new_error()
        made = lib.kmk_snapshot_beside(self._handle, number(version, "version"), error)
        return ffi.gc(required(made, error), lib.kmk_json_release)


def expect_snapshot(snapshot: Snapshot) -> None:
    if not isinstance(snapshot, Snapshot):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{snapshot!r:.100} is no Snapshot")
