"""Requests (B300 to B322): effects that are questions, and the replies to them."""

from .actions import is_action, misfit
from .declared import fits_form
from .statuses import CLOSED, DECODE, INVALID, OK
from .resuming import INTERRUPTED, NONE, KeptRequest
from .values import clone, text, wrap

# The member of the asking effect, and of a declaration, that allows a reply.
WORDS = ("answer", "failure", "part")
LAST = ("answer", "failure")


class Reply:
    def __init__(self, word, value, key=None):
        self.word, self.value, self.key = word, clone(value), key
        self.is_last = word in LAST


class Request:
    """A request that a server holds. Under another server it is another object with the same id."""

    def __init__(self, asking):
        self.asking, self.id, self.ask = asking, asking.id, asking.ask
        self.name, self.value = asking.name, asking.value
        self.feature = asking.store.feature
        self.attempt, self.last_part = asking.attempts + 1, asking.last_part
        self.is_answered = self.is_closed = self.is_posted = False
        self.waiting = []

    def reply(self, reply):
        """B302, B303, B308. The status, and the place of a mismatch."""
        if self.is_closed or self.is_answered:
            return CLOSED, ""
        status, place = self.asking.check(reply, self)
        if status != OK:
            return status, place
        world = self.asking.store.world
        if world.is_active():
            self.wait(reply, world.loop)
            return OK, ""
        self.deliver()
        if self.is_closed or self.is_answered:
            return CLOSED, ""
        self.is_answered = reply.is_last
        self.asking.receive(reply, self)
        return OK, ""

    def wait(self, reply, loop):
        alike = [one for one in self.waiting if reply.key is not None and one.key == reply.key]
        if alike:
            self.waiting[self.waiting.index(alike[-1])] = reply
        else:
            self.waiting.append(reply)
        self.is_answered |= reply.is_last
        if not self.is_posted:
            loop.soon(self.deliver)
        self.is_posted = True

    def deliver(self):
        while self.waiting:
            self.asking.receive(self.waiting.pop(0), self)
        self.is_posted = False

    def action(self, reply):
        """None: a failure without a case."""
        case = self.ask.get(reply.word)
        return None if case is None else reply.value if case == "" else wrap(case, reply.value)

    def close(self):
        self.asking, self.is_closed, self.waiting = None, True, []


class Asking:
    """The effect that asks. It ends once for each server that had it: taken, cancelled or unserved (B304)."""

    def __init__(self, store, running, name, value, ask, kept=None, number=None):
        self.store, self.running, self.kept = store, running, kept
        self.scope = store.ends.ids(running.place.owner)
        self.name, self.value, self.ask = name, value, ask
        self.is_answered = ask.get("answer") is not None
        self.request = self.server = self.last_part = None
        self.id = number
        self.attempts = self.asked_at = self.kept_at = 0
        self.is_served = self.is_taking = self.is_reported = self.is_awaited = self.has_moved = self.is_accepted = False
        self.is_again = False

    # ------------------------------------------------------------------- declarations

    def declared(self):
        """B319: the innermost declarations that know the name, or else the innermost ones."""
        around = self.running.place.requests
        kinds = [kinds for kinds in around if any(kind["name"] == self.name for kind in kinds)] or list(around)
        if not kinds:
            return None, False
        found = [kind for kind in kinds[0] if kind["name"] == self.name]
        return (found[0] if found else None), True

    def is_excluded(self):
        kind, is_declared = self.declared()
        if not is_declared:
            return False
        return (kind is None or (kind.get("answer") is not None) != self.is_answered
                or not fits_form(kind["question"], self.value))

    def check(self, reply, request):
        """B303, B319: whether the feature takes a reply, and the place of a mismatch."""
        kind, _ = self.declared()
        if kind is not None:
            form = kind.get(reply.word)
            if form is None and reply.word != "failure":
                return INVALID, ""
            if form is not None and not fits_form(form, reply.value):
                return DECODE, ""
        case = request.ask.get(reply.word)
        if case is None:
            return (OK if reply.word == "failure" else INVALID), ""
        action = request.action(reply)
        if not is_action(action):
            return DECODE, ""
        wrong = misfit(request.feature, self.running.place.embed(action))
        return (OK, "") if wrong is None else (DECODE, wrong)

    # ----------------------------------------------------------------------- in flight

    def is_over(self):
        return self.running not in self.store.effects.running

    @property
    def is_followed(self):
        return bool(self.running.around.follows)

    def accepted(self):
        """B321, B322: the effect continues a request of a snapshot, or of an effect that has ended."""
        if not self.is_again:
            self.kept = self.kept or self.store.effects.resumed.get(self.running.around.follows, NONE).followed(self)
        if self.kept is not None:
            self.id, self.attempts, self.last_part = self.kept.id, self.kept.attempts, self.kept.last_part
        former = self.store.resuming.former(self)
        if former is not None:
            self.replace(former)
        elif self.store.hold is not None and not self.is_again:
            self.kept_at = self.store.hold.next()
        if self.id is None:
            self.id = self.store.next_request()
        self.is_accepted = True

    def replace(self, former):
        self.request, former.request, former.has_moved = former.request, None, True
        self.request.asking, self.request.feature, self.request.ask = self, self.store.feature, self.ask
        self.id, self.asked_at, self.attempts = former.id, former.asked_at, former.attempts
        self.last_part, self.is_reported, self.kept_at = former.last_part, former.is_reported, former.kept_at
        self.server, self.is_served, self.is_awaited = former.server, former.is_served, former.is_awaited
        former.server, former.is_served, former.is_awaited = None, False, False
        if self.server is not None:
            self.server.replace(former, self)
            return
        unserved, held = self.store.world.unserved, self.store.hold.waiting if self.store.hold else []
        held[:] = [self if one is former else one for one in held]
        if former not in unserved and self not in held:
            self.store.loop.unclear = "a request that changes its server while its store is restored"
        self.store.world.unserved = [self if one is former else one for one in unserved]

    def begin(self):
        """B300: in the loop's next iteration."""
        if self.request is not None or self.is_over():
            return  # it has gone on, and may have been answered since
        if self.is_excluded():
            self.store.effects.issue("request-misfit", self.running.place)
            return self.store.effects.finish(self.running)
        self.asked_at = self.store.loop.now
        self.renew()
        way = "again" if self.kept is None or self.is_followed else self.ask.get("restart", "again")
        self.store.met("request:" + ("asked" if self.kept is None else way))
        if way == "fail":
            self.interrupt()
        elif way == "drop":
            self.store.effects.finish(self.running)
        else:
            self.store.offer(self)

    def interrupt(self):
        """B320."""
        reply = Reply("failure", INTERRUPTED)
        if self.ask.get("failure") is not None and self.misfit(reply, self.request) is not None:
            self.store.loop.unclear = "a feature that does not take the failure of a request that a restore ends"
        self.receive(reply, self.request)

    def renew(self):
        self.request = Request(self)

    def withdraw(self):
        """B312: its server leaves."""
        server, self.server = self.server, None
        was_served, self.is_served, self.is_awaited = self.is_served, False, False
        former = self.request
        if was_served and former is not None:
            former.close()
            self.renew()
            server.tell(former, "unserved")

    def misfit(self, reply, request):
        action = request.action(reply)
        return misfit(self.store.feature, self.running.place.embed(action)) if is_action(action) else ""

    def receive(self, reply, request):
        """B300, B309: an action of the feature, or an error of the effect."""
        effects, running = self.store.effects, self.running
        action = request.action(reply)
        if action is not None and self.misfit(reply, request) is not None:
            # Another reducer came while it waited.
            request.is_answered = False
            return
        self.is_taking = reply.is_last
        if action is None:
            effects.fail(running, clone(reply.value))
        elif reply.word != "failure" or not effects.try_again(running, beyond_catches=True):
            self.store.deliver(running.place.embed(clone(action)), running.around.tasks, depth=running.place.depth)
        self.is_taking = False
        if not reply.is_last:
            self.last_part = reply.value
            return
        was_over = self.is_over()
        effects.finish(running)
        if was_over:
            self.over("taken")

    def received(self):
        """B310: a notice."""
        if self.has_moved:
            self.store.loop.unclear = "a notice whose server restores the store while it receives it"
        if not self.is_over():
            self.store.effects.finish(self.running)

    def stop(self):
        """B307. An effect that its own answer cancels has received it."""
        if self.is_taking:
            return
        if self.request is None or not self.store.resuming.keep(self):
            self.over("cancelled")

    def over(self, end):
        request, self.request = self.request, None
        if request is None:
            return
        request.close()
        server, self.server = self.server, None
        was_served, self.is_served, self.is_awaited = self.is_served, False, False
        if server is not None:
            server.left(self)
        elif self in self.store.world.unserved:
            self.store.world.unserved.remove(self)
        hold = self.store.hold
        if hold is not None and self in hold.waiting:
            hold.waiting.remove(self)
        if was_served and end == "taken" and hold is not None:
            hold.taken(request, server)
        elif was_served:
            server.tell(request, end)

    # ------------------------------------------------------------------------ from outside

    def kept_now(self):
        """The request in a snapshot."""
        return KeptRequest(
            self.id, self.name, self.value, self.ask, self.running.place, self.attempts, self.last_part,
            tuple(name for _, name, _ in self.running.around.ids), self.is_followed)

    def phase(self):
        if self.request is None:
            return "waiting"
        if self.request.is_answered:
            return "answered"
        if self.is_served or self.server is not None:
            return "served" if self.is_served else "turn"
        hold = self.store.hold
        return "unkept" if hold is not None and self.kept_at > hold.kept else "unserved"

    def listed(self):
        """B313, B316."""
        kept = self.kept_now()
        age = 0 if self.request is None else self.store.loop.now - self.asked_at
        return listed(self.store, kept, self.phase(), age)


def listed(store, kept, phase="waiting", age=0):
    question = {} if kept.ask.get("secret") else {"question": clone(kept.value)}
    return {**({} if kept.id is None else {"id": kept.id}), "name": kept.name,
            "at": text(store.keys_named(kept.place.name)), **question, "phase": phase, "attempt": kept.attempts, "age": age}
