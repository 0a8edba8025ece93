"""What is left of an effect that follows the state (R47, R48, R61 to R64): the effect that goes on after a restore."""

from effects import NAMES

RESTART, REMAINING, DEADLINE = range(3)

# Effects with a moment in place of a time: ["after_at", NS, ACTION], ["every_at", NS, NS, ACTION], ["delay_at", NS, EFFECT].
AT = {"after": "after_at", "every": "every_at", "delay": "delay_at"}


class Slot:
    """Where a part of an effect comes to be."""

    def __init__(self, effect):
        self.effect, self.inner = effect, None

    def begin(self, effect):
        self.inner = Part(effect)
        return self.inner

    def left(self):
        """The effect that is left; None if nothing is."""
        return self.effect if self.inner is None else self.inner.left()


class Part(Slot):
    """One that has begun. `due` is when its timer is due, `members` are those of a merge or a chain, `link` the
    number of the present one."""

    def __init__(self, effect):
        super().__init__(effect)
        self.is_over, self.due, self.members, self.link = False, None, [], 0

    def ending(self, done):
        def end():
            self.is_over = True
            done()

        return end

    def left(self):
        if self.is_over:
            return None
        name = self.effect[0]
        if name == "merge":
            return some("merge", [member.left() for member in self.members])
        if name == "chain":
            return some("chain", [member.left() for member in self.members[self.link:]])
        if self.inner is not None:
            inner = self.inner.left()
            is_expanded = name in ("debounce", "delay", "delay_at")
            return inner if inner is None or is_expanded else [*self.effect[:-1], inner]
        if self.due is None:
            return self.effect
        rest = self.effect[1:] if self.effect[0] == "every" else self.effect[2:]
        return [AT.get(name, name), self.due, *rest]


def some(name, members):
    members = [member for member in members if member is not None]
    return [name, members] if members else None


def moved(effect, by):
    """The same, with all moments moved."""
    if not isinstance(effect, list):
        return effect
    if effect and effect[0] in AT.values():
        effect = [effect[0], effect[1] + by, *effect[2:]]
    return [moved(part, by) for part in effect]


def has_moment(effect, condition):
    """Whether a timer's moment fulfils a condition; that of one which has not begun is None."""
    if not isinstance(effect, list):
        return False
    name = effect[0] if effect and isinstance(effect[0], str) else None
    if name in AT.values() and condition(effect[1]):
        return True
    if name in (*AT, "debounce") and condition(None):
        return True
    return any(has_moment(part, condition) for part in effect)


def is_counted_from_before(effect, now):
    """Whether something in a chain has to begin as if it had begun before now."""
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
