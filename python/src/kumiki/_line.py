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
        # Since the loop came to rest: the steps, whether one may have changed what is beside the state, and whether
        # one has no patch.
        self._held: list[Item] = []
        self._is_changed = self._is_restored = False

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
            self._trace = store._trace(_traced, self, inverse=False, settled=_settled)
            self._first = store.snapshot()
        except BaseException:
            store.close()
            raise
        if moment is None:
            self._hand_first()

    def _hand_first(self) -> None:
        self._hold_first()
        self._hand()

    def _hold_first(self) -> None:
        if self._first is not None:
            first, self._first = self._first, None
            self._held.append(Whole(self._target, self._base, first, self._version))

    def _hand(self) -> None:
        held, self._held = self._held, []
        self._is_changed = self._is_restored = False
        if held:
            self._writer.hand(*held)

    def traced(self, step: Any) -> None:
        """Takes a json_t * that is lent. It may be large, so it becomes no value of Python.

        It waits until the loop comes to rest: a kill must not leave it without what it changed beside the state.
        """
        self._hold_first()
        number = self._base + jansson.json_integer_value(jansson.json_object_get(step, b"step"))
        # Where there was no memory to tell a step, the whole state stands in for it, as after a restore.
        is_missing = number != self._step + 1 or _has(step, b"missing")
        self._step = number
        if is_missing or _has(step, b"snapshot"):
            self._is_restored = True
            return
        self._is_changed = self._is_changed or _is_beside(step)
        # Last: a step without a record is made up for by the whole state.
        self._is_restored, was_restored = True, self._is_restored
        self._held.append(Step(self._target, number, text_of(step)))
        self._is_restored = was_restored

    def write(self, with_effects: bool) -> None:
        """Hands over what there is, with the moment that it has led to where that is due."""
        if self._held or self._is_restored:
            self._write_steps(with_effects)
        elif with_effects:
            self.note_effects()

    def _write_steps(self, is_noted: bool) -> None:
        number = self._step
        if self._is_restored or self._is_whole_due(number):
            self._held.append(Whole(self._target, number, self.store.snapshot(), self._version))
            self._whole_at = number
            self._note(number)
        elif is_noted or self._is_changed or self._is_note_due(number):
            moment = self.store._snapshot_beside()
            self._held.append(Beside(self._target, number, moment, self._version))
            self._note(number)
        self._hand()

    def note_effects(self) -> None:
        """Notes which effects that follow the state have ended since the last step, and how much of
        the time of the others has passed.

        What the file has of an older program stays as it is until the first step, and so does that of
        another program that writes the store.
        """
        with contextlib.suppress(KumikiError):  # inside of a reducer, or without memory
            moment = self.store._snapshot_beside()
            if self._first is not None:
                beside = moment.bounded(0)._beside(self._version)
                if self._saved_as != _form(beside):
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

    def _is_note_due(self, number: int) -> bool:
        """Now and then, for the ages of effects."""
        return (
            number - self._noted_step >= self._database._batch_steps
            or time.monotonic() - self._noted_at >= self._database._batch_seconds
        )


def _form(saved: Any) -> tuple[Any, Any]:
    """The program's version of a saved snapshot, and the hash of its reducer."""
    return member(saved, "version") or 0, member(saved, "shape")


_BESIDE = (b"given", b"began", b"ended", b"history")
_MAY_HAVE_IDS = (OBJECT, ARRAY, NOTHING)


def _is_beside(step: Any) -> bool:
    """Whether a step may have changed what is beside the state."""
    patch = jansson.json_object_get(step, b"patch")
    return any(_has(step, key) for key in _BESIDE) or _moves_ids(patch)


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


@callback("kmk_settled_fn")  # type: ignore[untyped-decorator]
def _settled(effects_changed: bool, user_data: Any) -> None:
    kept(user_data).write(effects_changed)
