"""The way from a store to its database: each step, and from time to time the moment."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

from kumiki._calls import callback, kept
from kumiki._errors import KumikiError
from kumiki._json import member, text_of
from kumiki._library import ffi, jansson
from kumiki._tables import Moment
from kumiki._values import ARRAY, NOTHING, OBJECT
from kumiki._writer import Beside, Item, Step, Target, Whole, Writer
from kumiki.observing import Subscription
from kumiki.snapshot import Snapshot
from kumiki.store import Store

if TYPE_CHECKING:
    from kumiki.database import Database


class Line:
    """What a store hands to the writer, on the loop's thread."""

    store: Store
    _saved_as: tuple[Any, Any] | None
    """What form the file had when the store was opened."""

    def __init__(self, database: Database, writer: Writer, name: str, version: int) -> None:
        self._database = database  # a store that is open keeps it
        self._writer = writer
        self._name, self._version = name, version
        self._base = self._step = self._whole_at = self._noted_step = 0
        self._noted_at = time.monotonic()
        self._trace: Subscription | None = None
        self._first: Snapshot | None = None

    @property
    def is_begun(self) -> bool:
        return self._trace is not None

    @property
    def is_over(self) -> bool:
        return self._trace is not None and self._trace.closed

    def begin(self, store: Store, moment: Moment | None) -> None:
        """Listens to a store from now on. What the file has is replaced with the first step."""
        self.store = store
        self._target = Target(self._name, None if moment is None else moment.step)
        self._saved_as = None if moment is None else _form(moment.json)
        self._base = self._step = self._whole_at = self._noted_step = self._target.last or 0
        try:
            self._trace = store._trace(_traced, self, inverse=False)
            self._first = store.snapshot()
        except BaseException:
            store.close()
            raise
        if moment is None:
            self._hand_first()

    def _hand_first(self) -> None:
        if self._first is not None:
            first, self._first = self._first, None
            self._writer.hand(Whole(self._target, self._base, first, self._version))

    def traced(self, step: Any) -> None:
        """Takes a json_t * that is lent. It may be large, so it becomes no value of Python."""
        self._hand_first()
        number = self._base + jansson.json_integer_value(jansson.json_object_get(step, b"step"))
        # Where there was no memory to tell a step, the whole state stands in for it, as after a restore.
        is_missing = number != self._step + 1 or _has(step, b"missing")
        is_restore = is_missing or _has(step, b"snapshot")
        items: list[Item] = [] if is_restore else [Step(self._target, number, text_of(step))]
        if is_restore or self._is_whole_due(number):
            items.append(Whole(self._target, number, self.store.snapshot(), self._version))
            self._whole_at = number
            self._note(number)
        elif self._is_note_due(step, number):
            moment = self.store._snapshot_beside()
            items.append(Beside(self._target, number, moment, self._version))
            self._note(number)
        self._writer.hand(*items)
        # Last, so that a step whose moment could not be taken is missing for the next one.
        self._step = number

    def note_effects(self) -> None:
        """Notes which effects that follow the state have ended since the last step, and how much of
        the time of the others has passed.

        What the file has of an older program stays as it is until the first step, and so does that of
        another program that writes the store.
        """
        with contextlib.suppress(KumikiError):  # inside of a reducer, or without memory
            moment = self.store._snapshot_beside()
            beside = moment.bounded(0)._beside(self._version)
            if not member(beside, "running"):
                return
            if self._first is not None and self._saved_as != _form(beside):
                return
            note = Beside(self._target, self._step, moment, self._version, gives_way=True)
            self._writer.hand(note)
            self._note(self._step)

    def _note(self, number: int) -> None:
        self._noted_step, self._noted_at = number, time.monotonic()

    def _is_whole_due(self, number: int) -> bool:
        """After many steps, or many bytes of steps. A writer that is behind speaks of the whole state
        before the last one."""
        is_large = self._target.large == self._whole_at
        return is_large or number - self._whole_at >= self._database._compact_steps

    def _is_note_due(self, step: Any, number: int) -> bool:
        """After a step that may have changed what is beside the state, and now and then for the
        ages of effects."""
        return (
            number - self._noted_step >= self._database._batch_steps
            or time.monotonic() - self._noted_at >= self._database._batch_seconds
            or any(_has(step, key) for key in _BESIDE)
            or _moves_ids(jansson.json_object_get(step, b"patch"))
        )


def _form(saved: Any) -> tuple[Any, Any]:
    """The program's version of a saved snapshot, and the hash of its reducer."""
    return member(saved, "version") or 0, member(saved, "shape")


_BESIDE = (b"given", b"began", b"ended", b"history")
_MAY_HAVE_IDS = (OBJECT, ARRAY, NOTHING)


def _has(step: Any, key: bytes) -> bool:
    return bool(jansson.json_object_get(step, key))


def _moves_ids(patch: Any) -> bool:
    """Whether a container comes, goes or moves: it may hold what has an id."""
    for index in range(jansson.json_array_size(patch)):
        operation = jansson.json_array_get(patch, index)
        name = jansson.json_string_value(jansson.json_object_get(operation, b"op"))
        value = jansson.json_object_get(operation, b"value")
        if ffi.string(name) != b"replace" or not value or value.type in _MAY_HAVE_IDS:
            return True
    return False


@callback("kmk_trace_fn")  # type: ignore[untyped-decorator]
def _traced(step: Any, user_data: Any) -> None:
    kept(user_data).traced(step)
