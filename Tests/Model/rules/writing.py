"""A view's writes (G6 to G11, C17), and the calls to running effects."""

from .actions import misfit
from .features import LISTS, is_entry
from .private import refusal
from .statuses import BUSY, CLOSED, DECODE, INVALID, NOT_ALLOWED, NOT_FOUND, OK
from .values import MISSING, case_path, clone, parse, resolve, same, wrap


class Writing:
    """The commands for bindings and senders; mixed into the others."""


    # -------------------------------------------------------------------------- bindings

    def do_write_binding(self, index, case, pointer, value):
        """G6, C17."""
        view = self.view(index)
        if view is MISSING:
            return None
        if self.store.has_ended:
            return CLOSED
        if parse(pointer) is None:
            return INVALID
        if view is not None and not self.store.is_reducing and view.address() is None:
            return OK
        store, before = self.store, self.store.bindings_read
        status = self.send_through(index, wrap(case, {"path": pointer, "value": clone(value)}))
        whole = case_path(self.embedded(view, wrap(case, None)))

        def look():
            if not store.has_ended and store.bindings_read == before:
                store.say("issue", "binding-unhandled", pointer, whole)

        if status == OK:
            # If an effect is running, the write may only be buffered.
            self.loop.soon(look) if self.store.is_busy else look()
        return status

    def do_write_path(self, index, pointer, case, path):
        """G9."""
        view = self.view(index)
        if view is MISSING:
            return None
        if self.store.has_ended:
            return CLOSED
        keys = parse(pointer)
        if keys is None:
            return INVALID
        if self.is_reducing():
            return BUSY
        if not isinstance(path, list):
            return INVALID
        base = () if view is None else view.address()
        if base is None:
            return OK
        self.note_typed_list(base + keys)
        now = resolve(self.store.state, base + keys)
        if not isinstance(now, list):
            return NOT_FOUND
        kinds = [spot.part.op for spot in self.store.spots()
                 if spot.keys == base + keys and spot.part.op in LISTS]
        pops = self.embedded(view, wrap(case, {"popFrom": {"id": 0}}))
        if "navigation_destination" in kinds or (
                not kinds and misfit(self.store.feature, pops) is not None):
            return self.send_through(index, wrap(case, {"setPath": clone(path)}))
        if len(path) == len(now):
            whole = self.embedded(view, wrap(case, None))
            self.store.say("issue", "path-not-handled", pointer, case_path(whole))
            return OK
        return self.write_other(index, case, now, path, pointer)

    def write_other(self, index, case, now, path, pointer):
        view = self.view(index)
        if len(path) > len(now):
            last = path[-1]
            push = {"id": self.store.next_element(),
                    "state": last["element"] if is_entry(last) else last}
            return self.send_through(index, wrap(case, {"push": push}))
        gone = first_missing(now, path)
        if gone is None:
            whole = self.embedded(view, wrap(case, None))
            self.store.say("issue", "path-not-handled", pointer, case_path(whole))
            return OK
        return self.send_through(index, wrap(case, {"popFrom": {"id": gone}}))


    # --------------------------------------------------------------------------- senders

    def new_sender(self, running):
        self.senders.append(running)
        return len(self.senders) - 1

    def sender(self, index):
        if isinstance(index, int) and 0 <= index < len(self.senders):
            return self.senders[index]
        return None

    def forget_sender(self, index):
        running, self.senders[index] = self.senders[index], None
        return running

    def is_over(self, running):
        return running not in self.store.effects.running

    def do_sender_send(self, index, action):
        running = self.sender(index)
        if running is None:
            return None
        if self.is_over(running):
            return CLOSED
        # B150: the call fails if the action is reduced at once; otherwise the effect's catch is called.
        action, is_direct = running.place.embed(action), not self.store.is_busy
        wrong = misfit(self.store.feature, action) if is_direct else None
        private = refusal(self.store.feature, action, running.place.depth) if is_direct else None
        self.store.deliver(action, running.around.tasks, sender=None if is_direct else running,
                           depth=running.place.depth)
        return DECODE if wrong is not None else OK if private is None else NOT_ALLOWED

    def do_sender_finish(self, index):
        running = self.sender(index)
        if running is not None:
            self.forget_sender(index)
            with self.ending():
                self.store.effects.finish(running)
                self.let_go(running)
            return OK
        return None

    def do_sender_fail(self, index, error):
        running = self.sender(index)
        if running is not None:
            self.forget_sender(index)
            with self.ending():
                self.store.effects.fail(running, error)
                self.let_go(running)
            return OK
        return None

    def let_go(self, running):
        """W6: it has really ended."""
        for turn in reversed(running.around.turns):
            turn.leave()

    def do_sender_dismiss(self, index):
        """D74: the effect is cancelled with it."""
        running = self.sender(index)
        if running is None:
            return None
        if self.is_over(running):
            return CLOSED
        self.store.dismiss(running.place, running.around.tasks)
        if running.place.presented not in (None, (None, None)):
            self.store.effects.cancel_one(running)
        return OK

    def do_sender_cancelled(self, index):
        running = self.sender(index)
        return None if running is None else (OK, self.is_over(running))

    def finish_senders(self):
        for index in range(len(self.senders)):
            self.do_sender_finish(index)



def first_missing(now, path):
    """The id of the first element that is not on the new path; its index if ids are not reported."""
    if all(is_entry(row) for row in path):
        gone = [row for row in now if is_entry(row) and not any(
            is_entry(row) and same(row["id"], kept["id"]) for kept in path)]
        row = gone[0] if gone else None
    else:
        row = now[len(path)]
    return row["id"] if is_entry(row) else None
