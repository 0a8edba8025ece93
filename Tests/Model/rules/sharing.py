"""Shared values in memory (K1, K3 to K5, K63, K64): readers, writers and observers."""

from .statuses import BUSY, INVALID, NOT_FOUND, OK
from .values import MISSING, clone, parse, resolve, same


class SharedValue:
    """One value and its observers."""

    def __init__(self, value):
        self.value = clone(value)
        self.observers = []
        self.updates = 0  # running updates, nested

    def write(self, value):
        self.value = clone(value)
        for observer in self.observers:
            observer.wake()


class SharedObserver:
    """An observer of a shared value, notified at an iteration of the loop, once for all writes until then."""

    view = None

    is_joining = False  # its sends in its first call are reduced immediately

    def __init__(self, world, index, shared, keys, commands):
        self.world, self.index, self.shared = world, index, shared
        self.keys, self.commands = keys, commands
        self.turn = (world.next_turn(),)
        self.is_freed = self.is_woken = False

    def part(self):
        return clone(resolve(self.shared.value, self.keys))

    def subscribe(self):
        self.known = self.part()
        self.say()
        self.shared.observers.append(self)

    def say(self):
        self.world.met["observer:shared"] += 1
        self.world.say("told", self.index, "value", None if self.known is MISSING else self.known)

    def wake(self):
        if self.is_woken or self.is_freed:
            return
        self.is_woken = True
        self.world.loop.soon(self.look)

    def look(self):
        self.is_woken = False
        if self.is_freed:
            return
        old, self.known = self.known, self.part()
        if not same(old, self.known):
            self.say()
            commands, self.commands = self.commands, []
            outer, self.world.is_telling_shared = self.world.is_telling_shared, True
            self.world.perform_calls(commands)
            self.world.is_telling_shared = outer

    def hear(self, touched):
        """A burst of the store does not concern it."""


class Sharing:
    """The commands for shared values; mixed into the others."""

    def share(self, values):
        """The shared values of the case exist before its store."""
        self.shared = {name: SharedValue(value) for name, value in (values or {}).items()}
        self.begin()

    def do_shared_get(self, name, pointer):
        shared, keys = self.shared.get(name), parse(pointer)
        if shared is None:
            return None
        if keys is None:
            return INVALID, None
        value = resolve(shared.value, keys)
        return (NOT_FOUND, None) if value is MISSING else (OK, clone(value))

    def do_shared_set(self, name, pointer, value):
        shared, keys = self.shared.get(name), parse(pointer)
        if shared is None:
            return None
        if keys is None:
            return INVALID
        whole = put(shared.value, keys, value)
        if shared.updates:
            if not self.manner.is_typed:
                return BUSY
            self.lost_inside()
        elif whole is not MISSING:
            shared.write(whole)
        return NOT_FOUND if whole is MISSING else OK

    def do_shared_update(self, name, answer, commands):
        """The function reports its argument, performs its commands, and returns the result."""
        shared = self.shared.get(name)
        if shared is None:
            return None
        if shared.updates and not self.manner.is_typed:
            return BUSY
        is_inside = shared.updates > 0
        if is_inside:
            self.lost_inside()
        shared.updates += 1
        self.say("updating", name, clone(shared.value))
        self.perform_calls(commands)
        shared.updates -= 1
        if answer is not None and not is_inside:
            shared.write(answered(answer, shared.value))
        return OK

    def lost_inside(self):
        """K64: for calls without errors it is an issue, and the write is lost."""
        if self.store.is_reducing:
            self.store.issue("shared-write-inside", "")
        else:
            self.store.call_issue("shared-write-inside", "")

    def do_shared_observe(self, name, pointer, commands):
        shared, keys = self.shared.get(name), parse(pointer)
        if shared is None:
            return None
        place = len(self.observers)
        self.observers.append(None)
        if keys is None:
            return INVALID
        observer = SharedObserver(self, place, shared, keys, commands)
        observer.subscribe()
        self.observers[place] = observer
        return OK


def answered(answer, value):
    """The result of an update for a value."""
    if "add" in answer:
        return (value if type(value) is int else 0) + answer["add"]
    return answer["set"]


def put(value, keys, new):
    """The value with a replacement at a place: a member, or a present element; or MISSING."""
    if not keys:
        return new
    key, rest = keys[0], keys[1:]
    if isinstance(value, dict) and (not rest or key in value):
        made = put(value.get(key), rest, new)
        return made if made is MISSING else {**value, key: made}
    if isinstance(value, list) and resolve(value, (key,)) is not MISSING:
        index = int(key)
        made = put(value[index], rest, new)
        return made if made is MISSING else [*value[:index], made, *value[index + 1:]]
    return MISSING
