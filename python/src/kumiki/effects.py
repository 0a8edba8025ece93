"""Effects: work that a reducer asks for, whose results return as actions.

An `Effect` is a description. Each time a reducer returns it, the library starts a new effect from
it, so you may keep a description, use it twice, or drop it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from typing import Any, Concatenate, ParamSpec

from kumiki._calls import callback, keep, kept, release
from kumiki._errors import KumikiError, Status, number
from kumiki._failures import failure_of
from kumiki._handles import Value
from kumiki._json import JSON, from_json, lent
from kumiki._library import NULL, ffi, is_text, lib, utf8
from kumiki._options import Options
from kumiki._work import Blocking, Coroutine, Started, Work, delayed, run_blocking, start, stop
from kumiki.action import Action, AnyAction, new_action
from kumiki.sender import Sender

P = ParamSpec("P")
Duration = float | timedelta
"""A time in seconds."""


def nanoseconds(time: Duration) -> int:
    """A duration in nanoseconds, as the library takes it."""
    if isinstance(time, timedelta):
        count = (time.days * 86_400 + time.seconds) * 1_000_000_000 + time.microseconds * 1000
    elif time != time or time in (float("inf"), float("-inf")):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{time} is not a time")
    else:
        # A float that is too large would become infinite in nanoseconds.
        cut = max(-1, min(time, 1 << 64))
        count = cut * 1_000_000_000 if isinstance(cut, int) else round(cut * 1e9)
    if not 0 <= count < 1 << 64:
        raise KumikiError(Status.INVALID_ARGUMENT, f"{time} is not a time from 0 to 584 years")
    return count


def date_number(date: datetime | int) -> int:
    """A date in nanoseconds since 1970, as the library takes it."""
    if isinstance(date, datetime):
        passed = date - datetime(1970, 1, 1, tzinfo=UTC)
        date = (passed.days * 86_400 + passed.seconds) * 10**9 + passed.microseconds * 1000
    return max(-(1 << 63), min(date, (1 << 63) - 1))


def milliseconds(timeout: float) -> float:
    """A timeout in milliseconds. A deadline that has passed is 0; the longest wait is 24 days."""
    return max(0, min(timeout * 1000, (1 << 31) - 1))


class Effect(Value):
    """Work that a reducer returns. Static methods make effects; methods change how an effect runs."""

    __slots__ = ("_build",)

    def __init__(self, build: Callable[[object], object]) -> None:
        # Makes a kmk_effect * from the environment of the reducer that returns it. Cannot fail: the
        # arguments were checked when the description was made.
        self._build = build

    # ------------------------------------------------------------------- what to do

    @staticmethod
    def send(action: AnyAction) -> Effect:
        """Sends an action in the same burst, before the current send returns."""
        json = Action(action)._json
        return Effect(lambda env: lib.kmk_effect_send(json))

    @staticmethod
    def run(
        work: Callable[Concatenate[Sender, P], Awaitable[None]],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Effect:
        """Runs a coroutine on asyncio: `Effect.run(load, 3)` for `async def load(send, number)`.

        The coroutine is an asyncio task, which is cancelled with the effect. If the coroutine raises,
        the effect fails; see `catch`. On a virtual loop asyncio uses the loop's clock, so
        `asyncio.sleep` waits for `advance`.
        """
        return _work(lambda: Coroutine(lambda send: work(send, *args, **kwargs)))

    @staticmethod
    def stream(
        work: Callable[P, AsyncGenerator[AnyAction, None]], /, *args: P.args, **kwargs: P.kwargs
    ) -> Effect:
        """Sends each action that an asynchronous generator yields. Runs on asyncio, like `run`."""

        async def forward(send: Sender) -> None:
            async with aclosing(work(*args, **kwargs)) as actions:
                async for action in actions:
                    send(action)

        return _work(lambda: Coroutine(forward))

    @staticmethod
    def blocking(
        work: Callable[Concatenate[Sender, P], object], /, *args: P.args, **kwargs: P.kwargs
    ) -> Effect:
        """Runs a function that waits, for a file or a query, on a worker thread of the library.

        The function should check `send.cancelled` regularly: nothing can stop it from outside, and
        the process waits for it at exit. At that time `send.cancelled` is true. The effect ends when
        the function returns.
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
        """Starts work that continues on its own, such as a callback registered elsewhere.

        `work` keeps the sender, uses it from any thread, and finally calls its `finish`. `cancel` is
        called when the effect is cancelled; from then on a send raises. After `cancel` returns, the
        sender is finished.
        """
        return _work(lambda: Started(work, cancel))

    @staticmethod
    def after(time: Duration, action: AnyAction) -> Effect:
        """Sends an action once, after a time on the loop's clock."""
        length, made = nanoseconds(time), Action(action)
        return Effect(lambda env: lib.kmk_effect_after_new(length, new_action(made)))

    @staticmethod
    def at(date: datetime | int, action: AnyAction) -> Effect:
        """Sends an action once, at a date: a `datetime` with a time zone, or nanoseconds since 1970."""
        at, made = max(0, date_number(date)), Action(action)
        return Effect(lambda env: lib.kmk_effect_at_new(at, new_action(made)))

    @staticmethod
    def daily(hour: int, minute: int, action: AnyAction) -> Effect:
        """Sends an action every day at a local time, across changes to and from summer time."""
        if not (0 <= hour < 24 and 0 <= minute < 60):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{hour}:{minute} is not a time of day")
        made = Action(action)
        return Effect(lambda env: lib.kmk_effect_daily_new(hour, minute, new_action(made)))

    @staticmethod
    def woken(action: AnyAction) -> Effect:
        """Sends an action each time that the machine has woken from a suspend, until cancelled."""
        made = Action(action)
        return Effect(lambda env: lib.kmk_effect_woken_new(new_action(made)))

    @staticmethod
    def clock_set(action: AnyAction) -> Effect:
        """Sends an action each time that the machine's clock was set, until cancelled."""
        made = Action(action)
        return Effect(lambda env: lib.kmk_effect_clock_set_new(new_action(made)))

    @staticmethod
    def every(time: Duration, action: AnyAction) -> Effect:
        """Sends an action at each interval until cancelled, the first time after one interval."""
        length = nanoseconds(time)
        if length == 0:
            raise KumikiError(Status.INVALID_ARGUMENT, "an interval is longer than 0")
        return every_nanoseconds(length, action)

    @staticmethod
    def request(
        name: str,
        question: JSON = None,
        *,
        answer: str | None = None,
        part: str | None = None,
        failure: str | None = None,
        secret: bool = False,
        restart: str = "again",
    ) -> Effect:
        """Asks a question, which the server of the name answers: see `Loop.serve` and `Store.serve`.

            Effect.request("file.read", "notes.txt", answer="loaded", failure="failed")

        `answer`, `part` and `failure` are case paths of the feature that returns the effect: the reply becomes
        the action {"loaded": reply}. With "", the reply is itself an action. Without `answer`, the request
        is a notice, which ends when its server has it. Without `part`, parts are refused. Without `failure`,
        a failure goes to `catch`, as an EffectError. Logs and traces leave out the question of a `secret` one.

        If a store continues from a snapshot with this request in flight, `restart="again"` asks again, "fail"
        gives the failure "interrupted", and "drop" does neither.
        """
        ask = Options(
            "kmk_ask",
            answer=answer,
            part=part,
            failure=failure,
            is_secret=bool(secret),
            restart=restart,
        )
        of, asked = _name(name), lent(question)
        return Effect(
            lambda env: lib.kmk_effect_request_new(of, lib.kmk_json_retain(asked), ask.pointer)
        )

    @staticmethod
    def dismiss() -> Effect:
        """Asks the parent to dismiss the feature that returns this effect."""
        return Effect(lib.kmk_effect_dismiss)

    @staticmethod
    def cancel(id: str) -> Effect:
        """Cancels the running effects with an id in the feature that returns this effect, and below it."""
        name = _name(id)
        return Effect(lambda env: lib.kmk_effect_cancel(name))

    @staticmethod
    def merge(*effects: Effect | None) -> Effect:
        """Runs effects concurrently, started in order. None arguments are skipped."""
        return _several(lib.kmk_effect_merge, effects)

    @staticmethod
    def concatenate(*effects: Effect | None) -> Effect:
        """Runs effects one after another. None arguments are skipped."""
        return _several(lib.kmk_effect_concatenate, effects)

    # ------------------------------------------------------------- how an effect runs

    def cancellable(self, id: str, *, cancel_in_flight: bool = False) -> Effect:
        """Gives the effect an id for `cancel`. With `cancel_in_flight`, first cancels the effects with that id."""
        name, cancels = _name(id), bool(cancel_in_flight)
        return Effect(lambda env: lib.kmk_effect_cancellable(self._build(env), name, cancels))

    def serial(self, id: str, *, latest: bool = False) -> Effect:
        """Runs the effects with an id one at a time: each starts after the previous one has really ended.

        With `latest`, only the newest waiting effect is kept.
        """
        name, is_latest = _name(id), bool(latest)
        return Effect(lambda env: lib.kmk_effect_serial(self._build(env), name, is_latest))

    def awaited(self) -> Effect:
        """Makes `Loop.finish` wait until the effect has ended: for a save or an upload.

        An effect of `start` ends when its sender is finished, and a coroutine when it returns.
        """
        return Effect(lambda env: lib.kmk_effect_awaited(self._build(env)))

    def limited(self, id: str, most: int) -> Effect:
        """Runs at most `most` effects with an id in the store at once; the others wait, in order.

        All features of the store share the id, including the rows of a list. With 0 no effect starts.
        A limit set by `limit` replaces `most`.
        """
        name, count = _name(id), number(most, "a limit")
        return Effect(lambda env: lib.kmk_effect_limited(self._build(env), name, count))

    @staticmethod
    def limit(id: str, most: int) -> Effect:
        """Sets the limit of the `limited` effects with an id. It replaces the limit in each effect."""
        name, count = _name(id), number(most, "a limit")
        return Effect(lambda env: lib.kmk_effect_limit(name, count))

    def delay(self, time: Duration) -> Effect:
        """Starts the effect after a time."""
        length = nanoseconds(time)
        return Effect(lambda env: lib.kmk_effect_delay(delayed(self._build, env), length))

    def counting_sleep(self) -> Effect:
        """Makes the timers inside count the time while the machine is suspended.

        The loop's clock, which they follow otherwise, stops during a suspend.
        """
        return Effect(lambda env: lib.kmk_effect_counting_sleep(self._build(env)))

    def debounce(self, id: str, time: Duration) -> Effect:
        """Starts the effect once no other effect with that id was requested for a time."""
        name, length = _name(id), nanoseconds(time)
        return Effect(lambda env: lib.kmk_effect_debounce(delayed(self._build, env), name, length))

    def throttle(self, id: str, time: Duration, *, latest: bool = True) -> Effect:
        """Starts at most one effect with that id in each window of time.

        The first one starts immediately and opens the window. One of the later ones starts at the end
        of the window: the last one with `latest`, otherwise the first one.
        """
        name, length, is_latest = _name(id), nanoseconds(time), bool(latest)
        return Effect(
            lambda env: lib.kmk_effect_throttle(
                delayed(self._build, env), name, length, is_latest
            )
        )

    def timeout(self, time: Duration, action: AnyAction) -> Effect:
        """Cancels the effect if it has not ended after a time, and sends an action.

        Inside `retry` each try has its own time, and only the last one sends the action.
        """
        length, made = nanoseconds(time), Action(action)
        return Effect(
            lambda env: lib.kmk_effect_timeout_new(self._build(env), length, new_action(made))
        )

    def retry(
        self,
        times: int,
        *,
        wait: Duration = 1,
        greatest_wait: Duration = 60,
        factor: float = 2,
        jitter: float = 0,
        only: Iterable[str] | None = None,
    ) -> Effect:
        """Starts the effect again if it fails, up to `times` times.

        It waits before each try, `factor` times as long each time, at most `greatest_wait` (0: no bound). The part
        `jitter` of each wait, from 0 to 1, is random. `only` names the failures that are tried again: a string, a
        dict by its single key, an exception by the name of its type.

        A request keeps its id, and only the last failure reaches its case or `catch`.
        """
        if not (factor >= 1 and 0 <= jitter <= 1):
            raise KumikiError(
                Status.INVALID_ARGUMENT, "factor is at least 1, and jitter is from 0 to 1"
            )
        options = Options(
            "kmk_retry_options",
            wait=nanoseconds(wait),
            greatest_wait=nanoseconds(greatest_wait),
            factor=factor,
            jitter=jitter,
            only=only,
        )
        count = number(times, "the number of tries")
        return Effect(
            lambda env: lib.kmk_effect_retry(self._build(env), count, options.pointer)
        )

    def catch(self, make_action: Callable[[BaseException], AnyAction | None]) -> Effect:
        """Turns the effect's failure into an action. Without `catch`, a failure is the issue "effect-threw".

        `make_action` receives the exception that was raised, or an `EffectError` for an effect written
        in another language. If it returns None, no action is sent, but the failure counts as handled.
        """
        if not callable(make_action):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{make_action!r} is not a function")
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
        raise KumikiError(Status.INVALID_ARGUMENT, f"{id!r} is not the id or the name of an effect")
    return utf8(id)


def _several(function: Any, effects: tuple[Effect | None, ...]) -> Effect:
    members = [effect for effect in effects if effect is not None]
    for each in members:
        if not isinstance(each, Effect):
            raise KumikiError(Status.INVALID_ARGUMENT, f"{each!r:.100} is not an Effect")
    return Effect(
        lambda env: function(
            len(members), ffi.new("kmk_effect *[]", [each._build(env) for each in members])
        )
    )


@callback("kmk_catch_fn", NULL)  # type: ignore[untyped-decorator]
def _catch(error: Any, user_data: Any) -> Any:
    action = kept(user_data)(failure_of(from_json(error)))
    return NULL if action is None else new_action(action)
