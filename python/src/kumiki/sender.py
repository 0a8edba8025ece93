"""Senders: how a running effect sends actions to its feature."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Generic

from kumiki._calls import Sending, loop_in_hand
from kumiki._errors import KumikiError, Status, check_status
from kumiki._failures import new_failure
from kumiki._handles import Shared
from kumiki._library import lib, utf8
from kumiki.action import Action, new_action
from kumiki.typed import A


class Sender(Shared, Generic[A]):
    """Sends the actions of a running effect to its feature: `send("loaded")`. For use on any thread.

    `Sender[Action]` sends actions of the type `Action`.

    The effect ends when the sender is finished, or when nothing refers to the sender any more.
    """

    def __init__(self, pointer: Any) -> None:
        self._loop = loop_in_hand()
        super().__init__(pointer)

    def __call__(self, action: A | Action) -> None:
        """Sends an action. On the loop's thread it is reduced immediately; from any other thread, in the
        loop's next iteration.

        Raises KumikiError CLOSED after the effect was cancelled or its store has ended. An exception in
        a reducer is not raised here: the call that runs the effect raises it, and under asyncio the
        event loop's exception handler receives it.
        """
        self._send(action, lib.kmk_sender_send_new)

    def latest(self, key: str, action: A | Action) -> None:
        """Sends an action, and replaces a waiting action with the same key: for progress or sizes.

        Sent from a thread other than the loop's, at most one action of each key waits, however fast
        they arrive. Raises the errors of a send.
        """
        name = utf8(key)
        self._send(action, lambda pointer, made: lib.kmk_sender_send_latest_new(pointer, name, made))

    def _send(self, action: Any, send: Callable[[Any, Any], int]) -> None:
        made = new_action(action)
        pointer = self._enter()
        if pointer is None:
            lib.kmk_json_release(made)
            raise KumikiError(Status.CLOSED, "the effect has ended")
        try:
            with Sending(loop_in_hand() or self._loop):
                status = send(pointer, made)
        finally:
            self._leave()
        check_status(status, "the send of an effect")

    def dismiss(self) -> None:
        """Asks the parent to dismiss the feature, which also cancels this effect."""
        pointer = self._enter()
        if pointer is None:
            raise KumikiError(Status.CLOSED, "the effect has ended")
        try:
            with Sending(loop_in_hand() or self._loop):
                status = lib.kmk_sender_dismiss(pointer)
        finally:
            self._leave()
        check_status(status, "the dismissal by an effect")

    @property
    def cancelled(self) -> bool:
        """Whether the effect was cancelled or has ended. If so, its work may stop."""
        pointer = self._enter()
        if pointer is None:
            return True
        try:
            return bool(lib.kmk_sender_is_cancelled(pointer))
        finally:
            self._leave()

    def finish(self) -> None:
        """Ends the effect. A second call does nothing."""
        with Sending(loop_in_hand() or self._loop):
            self._end_with(lib.kmk_sender_finish)

    def fail(self, error: BaseException) -> None:
        """Ends the effect with an error, which the nearest `Effect.catch` turns into an action."""
        self._fail(error)

    def _fail(self, error: BaseException) -> bool:
        """The same. Returns False if the effect was cancelled or had ended, and the error was not reported."""
        if self.cancelled:
            self.finish()
            return False
        made = new_failure(error)
        with Sending(loop_in_hand() or self._loop):
            if not self._end_with(lambda pointer: lib.kmk_sender_fail_new(pointer, made)):
                lib.kmk_json_release(made)
                return False
        return True

    def __del__(self) -> None:
        if not sys.is_finalizing():
            self.finish()
