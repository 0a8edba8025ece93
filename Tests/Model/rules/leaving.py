"""The rest of a state-driven effect (R47, R48, R61 to R64, R75, R76): the effect that continues after a restore."""

from copy import copy

from effects import NAMES

from .running import features_of, starts_with
from .values import clone

RESTART, REMAINING, DEADLINE = range(3)

# Effects with a point in time in place of a duration: ["after_at", NS, ACTION], ["every_at", NS, NS, ACTION],
# ["delay_at", NS, EFFECT].
AT = {"after": "after_at", "every": "every_at", "delay": "delay_at"}

# ["waited", PLACE, EFFECT]: an effect inside another one that makes it wait, with its position among the waiting
# effects, from 1; 0 if it had been admitted.
WAITING = ("limited", "serial", "throttle")
AT_WORK, NEW = 0, float("inf")


class Kept:
    """The record of a state-driven effect in a snapshot."""

    def __init__(self, effects, owner):
        slot, self.time = effects.slots[owner]
        running = [one for one in effects.running if starts_with(one.place.owner, owner)]
        # R49: it has ended. R68: except an effect beyond the limit.
        self.is_done = owner not in effects.refused and not running
        self.left, self.place = None, AT_WORK
        self.is_in_window = any("window" in one.data for one in running)
        open_now = ((name, effects.windows.get((features_of(owner), name))) for name in effects.throttled[owner])
        now = effects.store.loop.time
        self.windows = [(name, max(0, now(window["clock"]) - window["opened"]), end_of(window) - window["opened"])
                        for name, window in open_now if window is not None
                        and (window["held"] is not None or now(window["clock"]) < window["end"])]
        self.between = 0  # how much time counts since then
        if self.time:
            self.left = None if slot is None else clone(slot.left())
            # R64: at an action of a member nothing may be in flight, although more members follow.
            self.is_done = self.left is None and owner not in effects.refused
        else:
            self.left = None if slot is None else clone(slot.anew())
            if all(is_waiting(one) for one in running):
                self.place = min((place_of_wait(effects, one) for one in running), default=AT_WORK)

    def after(self, by, loop):
        """The same effect later. Elapsed time counts if it goes by the date, otherwise all times are shifted.

        by: how far each clock has moved.
        """
        if self.time == DEADLINE and is_counted_from_before(self.left, loop.time("date")):
            loop.unclear = "a chain that goes on as if it had gone on before"
        if self.time == DEADLINE and loop.was_set_back:
            loop.unclear = "a date that was set back before a snapshot is restored"
        other = copy(self)
        if self.time == DEADLINE:
            other.between = by["date"]
        else:
            other.left = moved(self.left, by, "own")
        return other


def end_of(window):
    """An effect that waits for it may wait longer than it lasts."""
    return max(window["end"], window["due"]) if window["held"] is not None else window["end"]


def is_waiting(running):
    return "queue" in running.data or "window" in running.data


def place_of_wait(effects, running):
    """Its position among the waiting state-driven effects of its queue."""
    if running.data.get("had_begun"):
        return AT_WORK
    if "queue" not in running.data:
        return 1
    waiting = [one for one in running.data["queue"].waiting
               if any(starts_with(one.place.owner, owner) for owner in effects.followed)]
    return 1 + waiting.index(running)


class Slot:
    """The position of a sub-effect."""

    def __init__(self, effect):
        self.effect, self.inner = effect, None

    def begin(self, effect):
        self.inner = Part(effect)
        return self.inner

    def left(self):
        """The remaining effect; None if nothing remains."""
        return self.effect if self.inner is None else self.inner.left()

    def anew(self):
        """The whole effect, with the positions of its waiting parts."""
        return without_places(self.effect) if self.inner is None else self.inner.anew()


class Part(Slot):
    """An effect that has started. `due` is its timer's time, `members` are those of a merge or a chain, `link` the
    number of the current member."""

    def __init__(self, effect):
        super().__init__(effect)
        self.is_over, self.due, self.members, self.link, self.wait = False, None, [], 0, None

    def ending(self, done):
        def end():
            self.is_over = True
            done()

        return end

    def left(self):
        if self.is_over:
            return None
        name = self.effect[0]
        if name == "waited":
            return self.effect if self.inner is None else self.inner.left()
        if name in WAITING and self.wait is not None:
            effects, running = self.wait
            if running in effects.running:
                return ["waited", place_of_wait(effects, running), self.effect]
        if name == "merge":
            return some("merge", [member.left() for member in self.members])
        if name == "chain":
            return some("chain", [member.left() for member in self.members[self.link:]])
        if self.inner is not None:
            inner = self.inner.left()
            is_expanded = name in ("debounce", "delay", "delay_at")
            if inner is None or is_expanded:
                return inner
            left = [*self.effect[:-1], inner]
            if name == "cancellable":
                left[2] = False  # a continued effect cancels nothing
            return ["waited", AT_WORK, left] if name in WAITING else left
        if self.due is None:
            return self.effect
        rest = self.effect[1:] if self.effect[0] == "every" else self.effect[2:]
        return [AT.get(name, name), self.due, *rest]


    def anew(self):
        name = self.effect[0]
        if name == "waited":
            return self.inner.anew() if self.inner is not None else without_places(self.effect)
        if name in WAITING and self.wait is not None and self.wait[1] in self.wait[0].running:
            return ["waited", place_of_wait(*self.wait), without_places(self.effect)]
        if name in ("merge", "chain"):
            return [name, [member.anew() for member in self.members]]
        if self.inner is None or name in ("debounce", "delay"):
            return without_places(self.effect)
        return [*self.effect[:-1], self.inner.anew()]


def without_places(effect):
    if not isinstance(effect, list):
        return effect
    if effect and effect[0] == "waited":
        return without_places(effect[2])
    return [without_places(part) for part in effect]


def some(name, members):
    members = [member for member in members if member is not None]
    return [name, members] if members else None


def moved(effect, by, clock):
    """The same effect, with all times shifted."""
    if not isinstance(effect, list):
        return effect
    if effect and effect[0] in AT.values():
        effect = [effect[0], effect[1] + by[clock], *effect[2:]]
    inner = "sleep" if effect and effect[0] == "counting_sleep" else clock
    return [moved(part, by, inner) for part in effect]


def has_moment(effect, condition):
    """Whether a timer's time fulfils a condition; it is None for a timer that has not started."""
    if not isinstance(effect, list):
        return False
    name = effect[0] if effect and isinstance(effect[0], str) else None
    if name in AT.values() and condition(effect[1]):
        return True
    if name in (*AT, "debounce") and condition(None):
        return True
    return any(has_moment(part, condition) for part in effect)


def is_counted_from_before(effect, now):
    """Whether something in a chain has to start as if it had started earlier."""
    if not isinstance(effect, list):
        return False
    if effect and effect[0] == "delay_at":
        if effect[1] < now and has_moment(effect[2], lambda due: due is None):
            return True
    if effect and effect[0] == "chain" and len(effect[1]) > 1:
        is_late = has_moment(effect[1][0], lambda due: due is not None and due < now)
        if is_late and has_moment(effect[1][1:], lambda due: due is None):
            return True
    return any(is_counted_from_before(part, now) for part in effect)
