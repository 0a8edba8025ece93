"""The way from a store to its database: each step, and from time to time the moment."""

from __future__ import annotations

import contextlib
import time
import weakref
from typing import TYPE_CHECKING, Any

from kumiki._calls import callback, kept
from kumiki._errors import KumikiError
from kumiki._json import member
from kumiki._library import ffi, jansson, lib
from kumiki._saver import Saver
from kumiki._tables import Moment
from kumiki._values import ARRAY, NOTHING, OBJECT
from kumiki._writer import Beside, Item, Left, Step, Target, Whole, Writer
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

    def __init__(
        self, database: Database, writer: Writer, name: str, version: int, saver: Saver
    ) -> None:
        self._database = database  # a store that is open keeps it
        self._writer = writer
        self._name, self._version, self._saver = name, version, saver
        self._base = self._step = self._whole_at = self._noted_step = 0
        self._told: int | None = None  # the number of the last step of the trace
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
        last = None if moment is None else moment.step
        self._target = Target(self._name, last, self._saver)
        self._saved_as = None if moment is None else _form(moment.json)
        self._base = self._step = self._whole_at = self._noted_step = self._target.last or 0
        try:
            listener = _Listener(self)
            # C lets go of it when the trace ends.
            weakref.finalize(listener, self._writer.hand, Left(self._target)).atexit = False
            self._trace = store._trace(_traced, listener, inverse=False, settled=_settled)
            del listener
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
            self._held.append(Whole(self._target, self._base, first))

    def _hand(self) -> None:
        held, self._held = self._held, []
        self._is_changed = self._is_restored = False
        if held:
            self._writer.hand(*held)

    def traced(self, step: Any) -> None:
        """Takes a json_t * that is lent. It may be large, so it becomes no value of Python.

        It waits until the loop comes to rest: after a kill, the file must not have the step without its changes beside
        the state. A step that wrote nothing is left out, unless the file keeps actions.
        """
        number = jansson.json_integer_value(jansson.json_object_get(step, b"step"))
        # Where there was no memory to tell a step, the whole state stands in for it, as after a restore.
        is_missing = self._told not in (None, number - 1) or _has(step, b"missing")
        self._told = number
        is_restored = is_missing or _has(step, b"snapshot")
        # Until it is held: a step without a record is made up for by the whole state.
        was_restored, self._is_restored = self._is_restored, True
        self._is_changed = self._is_changed or (not is_restored and _is_beside(step))
        is_empty = not is_restored and not self._database._keeps_actions and _wrote_nothing(step)
        if not is_empty:
            self._hold_first()
            self._step += 1
        if not is_empty and not is_restored:
            kept_step = ffi.gc(lib.kmk_json_retain(step), lib.kmk_json_release)
            self._held.append(Step(self._target, self._step, kept_step))
        self._is_restored = was_restored or is_restored

    def write(self, with_effects: bool) -> None:
        """Hands over what there is, with the moment that it has led to where that is due."""
        if self._held or self._is_restored or self._is_changed:
            self._write_steps(with_effects)
        elif with_effects:
            self.note_effects()

    def _write_steps(self, is_noted: bool) -> None:
        number = self._step
        if self._is_restored or self._is_whole_due(number):
            self._hold_first()
            self._held.append(Whole(self._target, number, self.store.snapshot()))
            self._whole_at = number
            self._note(number)
        elif is_noted or self._is_changed or self._is_note_due(number):
            self._hold_first()
            self._held.append(Beside(self._target, number, self.store._snapshot_beside()))
            self._note(number)
        self._hand()

    def note_effects(self) -> None:
        """Notes which effects that follow the state have ended since the last step, and how much of
        the time of the others has passed.

        A moment that an older program wrote stays in the file until the first step. Otherwise this program's first
        moment is written as a whole, once.
        """
        with contextlib.suppress(KumikiError):  # inside of a reducer, or without memory
            number = self._step
            if self._first is None and not self._is_whole_due(number):
                self._writer.hand(Beside(self._target, number, self.store._snapshot_beside()))
            else:
                moment = self.store.snapshot()
                if self._first is not None and not self._goes_on(moment):
                    return
                self._first = None
                self._writer.hand(Whole(self._target, number, moment))
                self._whole_at = number
            self._note(number)

    def _goes_on(self, moment: Snapshot) -> bool:
        """Whether a moment has effects that follow the state, and the file has the store in this program's
        form."""
        beside = moment.bounded(0)._beside(self._version)
        return self._saved_as == _form(beside) and bool(member(beside, "running"))

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


class _Listener:
    """The object that C keeps for a line while the store is traced."""

    def __init__(self, line: Line) -> None:
        self.line = line


def _wrote_nothing(step: Any) -> bool:
    return bool(jansson.json_array_size(jansson.json_object_get(step, b"patch")) == 0)


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
    kept(user_data).line.traced(step)


@callback("kmk_settled_fn")  # type: ignore[untyped-decorator]
def _settled(effects_changed: bool, user_data: Any) -> None:
    kept(user_data).line.write(effects_changed)
