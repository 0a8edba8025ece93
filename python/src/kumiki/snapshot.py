"""Snapshots: a store at one point in time, to restore later or to continue from in another process."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

from kumiki._calls import Calling, callback, keep, kept, release
from kumiki._errors import WORD, KumikiError, Status, new_error, number, required
from kumiki._handles import Value
from kumiki._json import JSON, from_json, from_new_json, lent, new_json
from kumiki._library import NULL, ffi, lib

Migrate = Callable[[Any], JSON]


@callback("kmk_migrate_fn", NULL)  # type: ignore[untyped-decorator]
def _migrate(state: Any, user_data: Any) -> Any:
    start, step, where, is_action = kept(user_data)
    given = from_json(state)
    try:
        made = step(given)
        if made is None and given is not None and not is_action:
            # A function that changes its argument and forgets to return it would turn a state into null.
            raise KumikiError(
                Status.DECODE,
                f"the migration from version {start} returned None: it must return the state of "
                f"version {start + 1}, even if it has changed its argument",
            )
    except KumikiError as reason:
        if not where:
            raise
        message = f"{where}: {reason.message}"
        raise KumikiError(reason.status, message, reason.path, reason.position) from reason
    return new_json(made)


class Migrations:
    """A kmk_migrations *, `given`, that is valid until `release`; NULL without a version.

    `where` is put before a step's error. Steps for actions may return None, which leaves an action out.
    """

    def __init__(
        self,
        version: int | None,
        steps: Mapping[int, Migrate] | None,
        where: str = "",
        *,
        are_actions: bool = False,
    ) -> None:
        if version is None and steps:
            raise KumikiError(Status.INVALID_ARGUMENT, "migrations need the program's version")
        self.given = NULL
        if version is None:
            self._steps: list[tuple[int, Any]] = []
            return
        own = number(version, "version")
        numbers = [(number(start, "a version"), step) for start, step in (steps or {}).items()]
        self._steps = [(at, keep((at, step, where, are_actions))) for at, step in numbers]
        self._rows = ffi.new("kmk_migration[]", [(at, _migrate, step) for at, step in self._steps])
        size = ffi.sizeof("kmk_migrations")
        self.given = ffi.new("kmk_migrations *", (size, own, len(self._steps), self._rows))

    def release(self) -> None:
        for _, step in self._steps:
            release(step)
        self._steps = []


@contextlib.contextmanager
def migrating(
    version: int | None, migrations: Mapping[int, Migrate] | None, where: str = ""
) -> Iterator[Any]:
    """The kmk_migrations * for a call."""
    made = Migrations(version, migrations, where)
    try:
        yield made.given
    finally:
        made.release()


class Snapshot(Value):
    """A store at one point in time: made by `Store.snapshot`, or read from saved JSON.

        saved = store.snapshot().json(version=2)
        ...
        snapshot = Snapshot(saved, version=2, migrations={1: from_first})
        store = Store.from_snapshot(loop, feature, snapshot)

    Immutable; any thread may use it. `version` is the program's own version of its states. A state of
    an older version passes through one migration for each version in between: `migrations` maps a
    version to a function that takes a state of this version and returns the state of the next version,
    not None. Without `version` the state is taken as it is.

    Raises DECODE for JSON that is not a snapshot, for a snapshot that a newer program saved, for a
    version without a migration, and for a migration that returns None.
    """

    __slots__ = ("_handle", "__weakref__")

    def __init__(
        self,
        saved: JSON,
        version: int | None = None,
        migrations: Mapping[int, Migrate] | None = None,
    ) -> None:
        error, json = new_error(), lent(saved)
        with migrating(version, migrations) as given, Calling(None):
            made = lib.kmk_snapshot_new(json, given, error)
        self._hold(required(made, error))

    def _hold(self, pointer: Any) -> None:
        self._handle: Any = ffi.gc(pointer, lib.kmk_snapshot_free)

    @classmethod
    def _of(cls, pointer: Any) -> Self:
        made = cls.__new__(cls)
        made._hold(pointer)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Snapshot, (self.json(),)

    @property
    def state(self) -> Any:
        """A copy of the snapshot's state."""
        return from_new_json(lib.kmk_snapshot_state(self._handle))

    @property
    def is_state_only(self) -> bool:
        """Whether it contains no effects, requests and undo steps."""
        return bool(lib.kmk_snapshot_is_state_only(self._handle))

    def json(self, version: int = 0) -> Any:
        """The snapshot as JSON, to save. `version` is the program's own version of its states."""
        error = new_error()
        made = lib.kmk_snapshot_json(self._handle, number(version, "version"), error)
        return from_new_json(required(made, error))

    def bounded(self, history_bytes: int) -> Snapshot:
        """The same snapshot with at most `history_bytes` bytes of undo histories, measured as `json` text.

        The steps that are undone and redone first are kept.
        """
        bound, error = number(history_bytes, "history_bytes", WORD), new_error()
        made = lib.kmk_snapshot_bounded(self._handle, bound, error)
        return Snapshot._of(required(made, error))


def expect_snapshot(snapshot: Snapshot) -> None:
    if not isinstance(snapshot, Snapshot):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{snapshot!r:.100} is not a Snapshot")
