"""Effects: work that a reducer asks for, and that answers with further actions.

An `Effect` is a description. It is made into an effect of the library each time that a reducer
returns it, so it may be kept, used twice, or dropped.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from datetime import timedelta
from typing import Any, Concatenate, ParamSpec

from kumiki._calls import callback, keep, kept, release
from kumiki._errors import KumikiError, Status, number
from kumiki._failures import failure_of
from kumiki._handles import Value
from kumiki._json import from_json
from kumiki._library import NULL, ffi, is_text, lib, utf8
from kumiki._work import Blocking, Coroutine, Started, Work, delayed, run_blocking, start, stop
from kumiki.action import Action, AnyAction, new_action
from kumiki.sender import Sender

P = ParamSpec("P")
Duration = float | timedelta
"""A time in seconds."""


def nanoseconds(time: Duration) -> int:
    """A time as the library takes it."""
    if isinstance(time, timedelta):
        count = (time.days * 86_400 + time.seconds) * 1_000_000_000 + time.microseconds * 1000
    elif time != time or time in (float("inf"), float("-inf")):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{time} is no time")
    else:
        # What is too long in any case may be infinite in nanoseconds.
        cut = max(-1, min(time, 1 << 64))
        count = cut * 1_000_000_000 if isinstance(cut, int) else round(cut * 1e9)
    if not 0 <= count < 1 << 64:
        raise KumikiError(Status.INVALID_ARGUMENT, f"{time} is no time from 0 to 584 years")
    return count


def milliseconds(timeout: float) -> float:
    """How long a call waits. A deadline that has passed is 0; the longest wait is 24 days."""
    return max(0, min(timeout * 1000, (1 << 31) - 1))


class Effect(Value):
    """Work that a reducer returns. The functions make effects, the methods change how one runs."""

    __slots__ = ("_build",)

    def __init__(self, build: Callable[[Any], Any]) -> None:
        # Makes a kmk_effect *, given the environment of the reducer that returns it. Cannot fail:
        # what may be wrong is found out when the description is made.
        self._build = build

    # ------------------------------------------------------------------- what to do

    @staticmethod
    def send(action: AnyAction) -> Effect:
        """Sends an action in the same burst, before the send under way returns."""
        json = Action(action)._json
        return Effect(lambda env: lib.kmk_effect_send(json))

    @staticmethod
    def run(
        work: Callable[Concatenate[Sender, P], Awaitable[None]],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Effect:
        """Runs a coroutine on asyncio: `Effect.run(load, 3)` of `async def load(send, number)`.

        It is a task of asyncio, and cancelled when the effect is. An exception of it is the
        effect's failure, see `catch`. On a virtual loop asyncio's time is the loop's, so that
        `asyncio.sleep` waits for `advance`.
        """
        return _work(lambda: Coroutine(lambda send: work(send, *args, **kwargs)))

    @staticmethod
    def stream(
        work: Callable[P, AsyncGenerator[AnyAction, None]], /, *args: P.args, **kwargs: P.kwargs
    ) -> Effect:
        """Sends each action that an asynchronous generator yields, on asyncio as `run` does."""

        async def forward(send: Sender) -> None:
            async with aclosing(work(*args, **kwargs)) as actions:
                async for action in actions:
                    send(action)

        return _work(lambda: Coroutine(forward))

    @staticmethod
    def blocking(
        work: Callable[Concatenate[Sender, P], object], /, *args: P.args, **kwargs: P.kwargs
    ) -> Effect:
        """Runs a function that waits, on a thread of the library's: a file, a query.

        It should ask `send.cancelled` now and then: nothing can stop it from outside, and the
        process waits for it at its end. Then `send.cancelled` is true. The effect is over when it
        returns.
        """
        return Effect(
            lambda env: lib.kmk_effect_blocking(
                run_blocking, keep(Blocking(lambda send: work(send, *args, **kwargs))), release
            )
        )

    @staticmethod
    def start(
        work: Callable[[Sender], object], cancel: Callable[[], object] | None = None
    ) -> Effect:
        """Begins something that goes on by itself, such as a callback registered somewhere.

        `work` keeps the sender, uses it from any thread, and calls its `finish` in the end.
        `cancel` is told when the effect is cancelled; what is sent from then on raises. After it the
        sender is finished.
        """
        return _work(lambda: Started(work, cancel))

    @staticmethod
    def after(time: Duration, action: AnyAction) -> Effect:
        """Sends an action once, after a time on the loop's clock."""
        length, made = nanoseconds(time), Action(action)
        return Effect(lambda env: lib.kmk_effect_after_new(length, new_action(made)))

    @staticmethod
    def every(time: Duration, action: AnyAction) -> Effect:
        """Sends an action again and again, first after one interval, until it is cancelled."""
        length = nanoseconds(time)
        if length == 0:
            raise KumikiError(Status.INVALID_ARGUMENT, "an interval is longer than 0")
        return every_nanoseconds(length, action)

    @staticmethod
    def dismiss() -> Effect:
        """Asks for the feature that returns it to be dismissed."""
        return Effect(lib.kmk_effect_dismiss)

    @staticmethod
    def cancel(id: str) -> Effect:
        """Cancels the running effects with an id, in the feature that returns it and below it."""
        name = _name(id)
        return Effect(lambda env: lib.kmk_effect_cancel(name))

    @staticmethod
    def merge(*effects: Effect | None) -> Effect:
        """Runs effects beside each other, started in their order. None is left out."""
        return _several(lib.kmk_effect_merge, effects)

    @staticmethod
    def concatenate(*effects: Effect | None) -> Effect:
        """Runs effects one after another. None is left out."""
        return _several(lib.kmk_effect_concatenate, effects)

    # ---------------------------------------------------------------------- and how

    def cancellable(self, id: str, *, cancel_in_flight: bool = False) -> Effect:
        """Gives the effect a name by which `cancel` finds it; first cancels those that have it."""
        name, cancels = _name(id), bool(cancel_in_flight)
        return Effect(lambda env: lib.kmk_effect_cancellable(self._build(env), name, cancels))

    def serial(self, id: str, *, latest: bool = False) -> Effect:
        """Never two at once: begins when the one with that id before it has really ended.

        With `latest`, of those that wait only the last stays.
        """
        name, is_latest = _name(id), bool(latest)
        return Effect(lambda env: lib.kmk_effect_serial(self._build(env), name, is_latest))

    def awaited(self) -> Effect:
        """Lets `Loop.finish` wait for it, until it has ended: a save or an upload.

        A started effect has ended when its sender has, and a coroutine when it has returned.
        """
        return Effect(lambda env: lib.kmk_effect_awaited(self._build(env)))

    def limited(self, id: str, most: int) -> Effect:
        """At most so many of that id are at work in the store; the others wait, in order.

        The id is shared by all features of the store, the rows of a list too. With 0 none begins.
        The number is the limit unless `limit` has set another.
        """
        name, count = _name(id), number(most, "a limit")
        return Effect(lambda env: lib.kmk_effect_limited(self._build(env), name, count))

    @staticmethod
    def limit(id: str, most: int) -> Effect:
        """Sets the limit of the effects under an id of `limited`, whatever they say themselves."""
        name, count = _name(id), number(most, "a limit")
        return Effect(lambda env: lib.kmk_effect_limit(name, count))

    def delay(self, time: Duration) -> Effect:
        """Begins the effect after a time."""
        length = nanoseconds(time)
        return Effect(lambda env: lib.kmk_effect_delay(delayed(self._build, env), length))

    def debounce(self, id: str, time: Duration) -> Effect:
        """Begins the effect once a time has passed without another request with that id."""
        name, length = _name(id), nanoseconds(time)
        return Effect(lambda env: lib.kmk_effect_debounce(delayed(self._build, env), name, length))

    def throttle(self, id: str, time: Duration, *, latest: bool = True) -> Effect:
        """Begins at most one effect with that id in each window of time."""
        name, length, is_latest = _name(id), nanoseconds(time), bool(latest)
        return Effect(
            lambda env: lib.kmk_effect_throttle(
                delayed(self._build, env), name, length, is_latest
            )
        )

    def catch(self, make_action: Callable[[BaseException], AnyAction | None]) -> Effect:
        """Makes actions of the effect's errors, which otherwise are the issue "effect-threw".

        It is told of the exception that was raised; for an effect in another language of an
        `EffectError`. None sends nothing, and the error is dealt with all the same.
        """
        if not callable(make_action):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{make_action!r} is no function")
        return Effect(
            lambda env: lib.kmk_effect_catch(self._build(env), _catch, keep(make_action), release)
        )


def every_nanoseconds(length: int, action: AnyAction) -> Effect:
    """`Effect.every`, to the nanosecond."""
    made = Action(action)
    return Effect(lambda env: lib.kmk_effect_every_new(length, new_action(made)))


def _work(make: Callable[[], Work]) -> Effect:
    return Effect(lambda env: lib.kmk_effect_start(start, stop, keep(make()), release))


def _name(id: str) -> bytes:
    if not is_text(id):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{id!r} is no id of an effect")
    return utf8(id)


def _several(function: Any, effects: tuple[Effect | None, ...]) -> Effect:
    members = [effect for effect in effects if effect is not None]
    for each in members:
        if not isinstance(each, Effect):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{each!r:.100} is no Effect")
    return Effect(
        lambda env: function(
            len(members), ffi.new("kmk_effect *[]", [each._build(env) for each in members])
        )
    )


@callback("kmk_catch_fn", NULL)  # type: ignore[untyped-decorator]
def _catch(error: Any, user_data: Any) -> Any:
    action = kept(user_data)(failure_of(from_json(error)))
    return NULL if action is None else new_action(action)
