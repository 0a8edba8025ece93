"""Requests (B300 to B319): effects that are questions, and the replies to them."""

from .actions import is_action, misfit
from .declared import fits_form
from .statuses import CLOSED, DECODE, INVALID, OK
from .values import clone, text, wrap

# The member of the asking effect, and of a declaration, that allows a reply.
WORDS = ("answer", "failure", "part")
LAST = ("answer", "failure")


class Reply:
    def __init__(self, word, value, key=None):
        self.word, self.value, self.key = word, clone(value), key
        self.is_last, self.is_received = word in LAST, False


class Request:
    """What a server holds. A request that changes its server is another object, under the same id."""

    def __init__(self, asking):
        self.asking, self.question, self.id = asking, asking, asking.id
        self.feature = asking.store.feature  # another reducer cancels the request
        self.attempt, self.last_part = asking.attempts + 1, asking.last_part
        self.is_answered = self.is_closed = self.is_posted = False
        self.waiting = []

    def reply(self, reply):
        """B302, B303, B308. The status, and the place of a mismatch."""
        status, place = self.question.check(reply, self.feature)
        if status != OK:
            return status, place
        if self.is_closed or self.is_answered:
            return CLOSED, ""
        alike = [one for one in self.waiting if reply.key is not None and one.key == reply.key]
        if alike:
            self.waiting[self.waiting.index(alike[-1])] = reply
        else:
            self.waiting.append(reply)
        self.is_answered |= reply.is_last
        was_posted, self.is_posted = self.is_posted, True
        world = self.question.store.world
        if not world.is_active():
            self.deliver()
            return OK if reply.is_received else CLOSED, ""
        if not was_posted:
            world.loop.soon(self.deliver)
        return OK, ""

    def deliver(self):
        while self.waiting:
            reply = self.waiting.pop(0)
            reply.is_received = True
            self.asking.receive(reply)
        self.is_posted = False

    def close(self):
        self.asking, self.is_closed, self.waiting = None, True, []


class Asking:
    """The effect that asks. It ends once for each server that had it: taken, cancelled or unserved (B304)."""

    def __init__(self, store, running, name, value, ask):
        self.store, self.running = store, running
        self.name, self.value, self.ask = name, value, ask
        self.is_answered = ask.get("answer") is not None
        self.request = self.server = self.last_part = self.id = None
        self.attempts = self.asked_at = self.order = 0
        self.is_served = self.is_taking = self.is_reported = False

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

    def check(self, reply, feature):
        """B303, B319: whether the feature takes a reply, and the place of a mismatch."""
        kind, _ = self.declared()
        if kind is not None:
            form = kind.get(reply.word)
            if form is None and reply.word != "failure":
                return INVALID, ""
            if form is not None and not fits_form(form, reply.value):
                return DECODE, ""
        case = self.ask.get(reply.word)
        if case is None:
            return (OK if reply.word == "failure" else INVALID), ""
        action = reply.value if case == "" else wrap(case, reply.value)
        if not is_action(action):
            return DECODE, ""
        wrong = misfit(feature, self.running.place.embed(action))
        return (OK, "") if wrong is None else (DECODE, wrong)

    # ----------------------------------------------------------------------- in flight

    def is_over(self):
        return self.running not in self.store.effects.running

    def begin(self):
        """B300: in the loop's next iteration."""
        if self.is_excluded():
            self.store.effects.issue("request-misfit", self.running.place)
            return self.store.effects.finish(self.running)
        self.id, self.asked_at = self.store.next_request(), self.store.loop.now
        self.order = self.store.world.next_turn()
        self.renew()
        self.store.offer(self)

    def renew(self):
        self.request = Request(self)

    def withdraw(self):
        """B312: its server leaves."""
        server, self.server = self.server, None
        was_served, self.is_served = self.is_served, False
        former = self.request
        if was_served and former is not None:
            former.close()
            self.renew()
            server.tell(former, "unserved")

    def receive(self, reply):
        """B300, B309: an action of the feature, or an error of the effect."""
        effects, running = self.store.effects, self.running
        self.is_taking = reply.is_last
        case = self.ask.get(reply.word)
        if case is None:
            effects.fail(running, clone(reply.value))
        else:
            action = reply.value if case == "" else wrap(case, reply.value)
            self.store.deliver(running.place.embed(clone(action)), running.around.tasks)
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
        if not self.is_answered and not self.is_over():
            self.store.effects.finish(self.running)

    def stop(self):
        """B307. An effect that its own answer cancels has received it."""
        if not self.is_taking:
            self.over("cancelled")

    def over(self, end):
        request, self.request = self.request, None
        if request is None:
            return
        request.close()
        server, self.server = self.server, None
        was_served, self.is_served = self.is_served, False
        if server is not None:
            server.left(self)
        elif self in self.store.world.unserved:
            self.store.world.unserved.remove(self)
        if was_served:
            server.tell(request, end)

    # ------------------------------------------------------------------------ from outside

    def phase(self):
        if self.request.is_answered:
            return "answered"
        return "served" if self.is_served else "unserved" if self.server is None else "turn"

    def listed(self):
        """B313, B316."""
        question = {} if self.ask.get("secret") else {"question": clone(self.value)}
        return {"id": self.id, "name": self.name, "at": text(self.store.keys_named(self.running.place.name)),
                **question, "phase": self.phase(), "attempt": self.attempts,
                "age": self.store.loop.now - self.asked_at}
