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
    """Sends the actions of a running effect to its feature: `send("loaded")`. For any thread.

    `Sender[Action]` is one that sends actions of a type.

    It ends the effect when it is finished, and when nothing refers to it any more.
    """

    def __init__(self, pointer: Any) -> None:
        self._loop = loop_in_hand()
        super().__init__(pointer)

    def __call__(self, action: A | Action) -> None:
        """Sends an action: reduced at once on the loop's thread, from others at its next turn.

        Raises KumikiError CLOSED once the effect was cancelled, or its store has ended. What a
        reducer raises meanwhile is not raised here: it comes out of the call that runs the effect,
        and under asyncio its exception handler is told.
        """
        self._send(action, lib.kmk_sender_send_new)

    def latest(self, key: str, action: A | Action) -> None:
        """Sends an action in place of the one under that key that still waits: progress, sizes.

        From another thread than the loop's one of each key waits at most, however fast they come.
        Raises as a send does.
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
        """Asks for the feature to be dismissed, which cancels this effect too."""
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
        """Whether the effect was cancelled or has ended, so that its work may stop."""
        pointer = self._enter()
        if pointer is None:
            return True
        try:
            return bool(lib.kmk_sender_is_cancelled(pointer))
        finally:
            self._leave()

    def finish(self) -> None:
        """Ends the effect. Nothing happens the second time."""
        with Sending(loop_in_hand() or self._loop):
            self._end_with(lib.kmk_sender_finish)

    def fail(self, error: BaseException) -> None:
        """Ends the effect with an error: the nearest `Effect.catch` makes an action of it."""
        self._fail(error)

    def _fail(self, error: BaseException) -> bool:
        """The same; false where the effect was cancelled or has ended, and nobody was told."""
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
