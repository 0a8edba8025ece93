"""Effects (B): a step's effects, accepted by the store, and the effects in flight."""

from contextlib import contextmanager
from dataclasses import replace

from effects import NAMES, limited, throttle
from effects import effect as one_around

from .keeping import promised
from .leaving import DEADLINE, Slot
from .requests import Asking
from .running import Around, Beginning, Chain, Running, features_of, is_nothing, starts_with
from .values import text

SECOND = 1_000_000_000
DAY = 24 * 60 * 60 * SECOND

# As the player in C reports it: without the current value.
MISFIT = "an action does not fit"
PRIVATE = "an action is not allowed"


class Timers:
    """The timer of a daily effect, and its listener to a clock that is set."""

    def cancel(self):
        self.timer.cancel()
        self.listener.cancel()


class Effects:
    """The table of running effects (B42), and how the effects of a step are handled (B11)."""

    def __init__(self, store):
        self.store = store
        self.running = []
        self.ended = set()
        self.beginning = []
        self.windows = {}
        self.groups = 0
        self.cancelled = set()
        self.sending = []  # the ids around the action that is being sent synchronously
        self.stopping = set()  # those of them that the current cancellation has not reached yet
        self.queues = {}
        self.resumed = {}  # the requests that they may ask again, by their owners
        self.followed = {}  # the values for which the state-driven effects were started, by their owners
        self.slots = {}  # the rest of the effects whose time continues, and how
        self.names = {}  # their names in their snapshots
        self.throttled = {}  # the ids of their throttles
        self.restoring = []  # the queues in which restored effects have requested turns
        self.is_in_step = False
        self.held = None  # the queues in which a turn has ended since the current step ended something
        self.refused = set()  # those with a part beyond the limit
        self.described = None  # the effect without parts that is being accepted

    def accept(self, effect, place, around, done=lambda: None):
        """Accepts an effect; `done` is called once it has finished, failed or been cancelled by its own id."""
        if around.part is not None and effect:
            part = around.part.begin(effect)
            around, done = replace(around, part=part), part.ending(done)
        if not effect or self.is_over(around):
            return done()
        name, *arguments = effect
        if name in NAMES:
            return one_around(name).take(self, place, around, done, *arguments)
        take = getattr(self, "take_" + name, None)
        if take is None:
            return done()
        self.described = effect
        take(place, around, done, *arguments)

    def begin(self, effect, place, around, done):
        """Accepts an effect that had to wait. It may end itself on the way: then no further part of it starts."""
        beginning = Beginning(place, around)
        self.beginning.append(beginning)
        self.accept(effect, place, replace(around, inside=around.inside + (beginning,)), done)
        self.beginning.remove(beginning)

    def is_over(self, around):
        """B9, B39: something around this was cancelled while it was being accepted."""
        return (any(one.is_cancelled for one in around.inside)
                or any(group in self.cancelled for _, _, group in around.ids)
                or any(task.is_cancelled for task in around.tasks))

    # ------------------------------------------------------------- ends in this burst

    def take_send(self, place, around, done, action):
        """B2."""
        self.have_sent(around)
        self.sending.append(around.ids)
        self.store.deliver(place.embed(action), around.tasks, depth=place.depth)
        self.sending.pop()
        done()

    def take_cancel(self, place, around, done, identifier):
        """B19, B21: an id in the feature that returned the effect and in all features below."""
        # B73: also the effects around it, whatever else is in flight.
        self.cancelled |= {group for namespace, name, group in around.ids
                           if name == identifier and starts_with(namespace, place.namespace)}
        self.cancel_id(place, identifier)
        done()

    def take_limit(self, place, around, done, identifier, most):
        """W15."""
        del place, around
        limited.change(self, identifier, most)
        done()

    def take_dismiss(self, place, around, done):
        """D70 to D76: dismiss goes to the nearest presentation, once, while that is presented."""
        self.store.dismiss(place, around.tasks)
        done()

    # ---------------------------------------------------------------- made of others

    def take_merge(self, place, around, done, members):
        """B5, B6: the effects start in the list's order; all of them have to finish."""
        members = [member for member in members if not is_nothing(member)]
        left = [len(members)]
        if not members:
            return done()

        def one():
            left[0] -= 1
            if left[0] == 0:
                done()

        slots = self.parts(around, members)
        for member, slot in zip(members, slots):
            self.accept(member, place, replace(around, part=slot), one)

    def take_chain(self, place, around, done, members):
        """B7."""
        members = [member for member in members if not is_nothing(member)]
        if around.part is None:
            members = [promised(self.store, member) for member in members]
        chain = Chain(around.ids, members=members, place=place, around=around)
        inside = replace(around, chains=around.chains + (chain,))
        slots = self.parts(around, members)

        def link(index):
            if self.store.has_ended:
                return
            # An effect that is cancelled as a whole has ended, for a chain around it that continues.
            if chain.is_over or index == len(members):
                return done()
            if around.part is not None:
                around.part.link = index
            chain.next = index + 1
            self.begin(members[index], place, replace(inside, part=slots[index]), lambda: link(index + 1))

        link(0)

    def parts(self, around, members):
        """The remaining members of a merge or a chain."""
        if around.part is None:
            return [None] * len(members)
        around.part.members = [Slot(member) for member in members]
        return around.part.members

    def have_sent(self, around):
        """R62: nothing of it remains, whatever the action starts."""
        if around.part is not None:
            around.part.is_over = True

    def is_due(self, around, due):
        if around.part is not None:
            around.part.due = due

    def owners(self):
        """The owners of something that ends with them: an effect, a state-driven effect even if it has finished, the
        window of a throttle, a waiting dismissal, or the
        function for a feature's end."""
        return ([one.place.owner for one in self.running + self.beginning] + list(self.followed)
                + [window["owner"] for window in self.windows.values()] + self.store.dismissed
                + [end.owner for end in self.store.ends.waiting.values()])

    def hold(self, running):
        """It runs from now on, until it is released."""
        for turn in running.around.turns:
            turn.enter()

    def cancel_one(self, running):
        if self.leave(running):
            self.stop(running)
            running.done()

    # ---------------------------------------------------------------------- in time

    def take_after(self, place, around, done, wait, action):
        self.take_after_at(place, around, done, self.now(around) + wait, action)

    def take_after_at(self, place, around, done, due, action):
        running = self.add(place, around, done)
        if self.is_refused(running):
            return
        self.is_due(around, due)

        def over():
            self.have_sent(around)
            self.store.deliver(place.embed(action), around.tasks, sender=running, depth=place.depth)
            self.finish(running)

        running.timer = self.store.loop.at(due, over, self.clock(around))

    def clock(self, around):
        """B415: the clock of the timers in an effect."""
        if around.follows and self.slots[around.follows][1] == DEADLINE:
            return "date"
        return "sleep" if around.counts_sleep else "own"

    def now(self, around):
        return self.store.loop.time(self.clock(around))

    def take_at(self, place, around, done, date, action):
        """B412."""
        running = self.add(place, around, done)
        if self.is_refused(running):
            return

        def over():
            self.have_sent(around)
            self.store.deliver(place.embed(action), around.tasks, sender=running, depth=place.depth)
            self.finish(running)

        running.timer = self.store.loop.at(date, over, "date")

    def take_daily(self, place, around, done, hour, minute, action):
        """B414: at a time of each day. The players' clocks show UTC."""
        if not (0 <= hour < 24 and 0 <= minute < 60):
            self.issue("invalid-effect", place)
            return done()
        running = self.add(place, around, done)
        if self.is_refused(running):
            return

        loop, timers = self.store.loop, Timers()

        def next_date():
            now = loop.time("date")
            due = now // DAY * DAY + (hour * 60 + minute) * 60 * SECOND
            return due if due > now else due + DAY

        def arm():
            timers.due = next_date()
            timers.timer = loop.at(timers.due, tick, "date")

        def tick():
            arm()
            self.store.deliver(place.embed(action), around.tasks, sender=running, depth=place.depth)

        def set_back():
            """B419."""
            if next_date() < timers.due:
                timers.timer.cancel()
                arm()

        arm()
        timers.listener = loop.listen("clock_set", set_back)
        running.timer = timers

    def take_woken(self, place, around, done, action):
        """B417."""
        self.take_event(place, around, done, "woken", action)

    def take_clock_set(self, place, around, done, action):
        """B418."""
        self.take_event(place, around, done, "clock_set", action)

    def take_event(self, place, around, done, event, action):
        running = self.add(place, around, done)
        if self.is_refused(running):
            return
        running.timer = self.store.loop.listen(event, lambda: self.store.deliver(
            place.embed(action), around.tasks, sender=running, depth=place.depth))

    def take_every(self, place, around, done, interval, action):
        """B35. Without an interval it is invalid: an issue, and nothing else."""
        if interval <= 0:
            self.issue("invalid-effect", place)
            return done()
        self.take_every_at(place, around, done, self.now(around) + interval, interval, action)

    def take_every_at(self, place, around, done, first, interval, action):
        running = self.add(place, around, done)
        if self.is_refused(running):
            return

        def arm(due):
            self.is_due(around, due)
            running.timer = self.store.loop.at(due, lambda: tick(due), self.clock(around))

        def tick(due):
            """R47: missed ticks are made up for by one tick."""
            arm(due + interval * max(1, (self.now(around) - due) // interval + 1))
            self.store.deliver(place.embed(action), around.tasks, sender=running, depth=place.depth)

        arm(first)

    def take_delay_at(self, place, around, done, due, effect):
        one_around("delay").take_at(self, place, around, done, due, effect)

    # -------------------------------------------------------------- driven by the host

    def take_start(self, place, around, done, name, commands, finishes=False):
        """B3: starts at the loop's next iteration."""
        running = self.add(place, around, done)
        running.data["again"] = self.described
        if self.is_refused(running):
            return
        running.finishes = finishes

        def begin():
            running.is_starting = True
            running.sender = self.store.world.new_sender(running)
            self.hold(running)
            self.store.say("started", running.sender, name)
            self.store.world.perform_for(running.sender, commands)
            running.is_starting = False
            if running.is_cancelled:
                self.tell_cancelled(running)

        running.timer = self.store.loop.soon(begin)

    def take_fail(self, place, around, done, error):
        running = self.add(place, around, done)
        running.data["again"] = self.described
        if self.is_refused(running):
            return
        running.data["is_fail"] = True

        def begin():
            self.hold(running)
            with self.store.world.ending():
                self.fail(running, error)
                self.store.world.let_go(running)

        running.timer = self.store.loop.soon(begin)

    def take_ask(self, place, around, done, name=None, question=None, ask=None):
        """B300: a question, which a server answers."""
        if not isinstance(name, str):
            return done()
        running = self.add(place, around, done)
        running.data["again"] = self.described
        if self.is_refused(running):
            return
        self.begin_asking(Asking(self.store, running, name, question, ask or {}))

    def take_promised(self, place, around, done, number, name, question=None, ask=None):
        """B330: it has its id since it waited."""
        running = self.add(place, around, done)
        running.data["again"] = self.described
        if not self.is_refused(running):
            self.begin_asking(Asking(self.store, running, name, question, ask or {}, number=number))

    def take_resume(self, place, around, done, kept):
        """B320: a request of a snapshot, with its ids and nothing else around it."""
        for identifier in kept.ids:
            around = self.named(around, place.namespace, identifier)
        running = self.add(place, around, done)
        if not self.is_refused(running):
            self.begin_asking(Asking(self.store, running, kept.name, kept.value, kept.ask, kept))

    def take_again(self, place, around, done, former):
        """B403: a request that has failed."""
        running = self.add(place, around, done)
        if self.is_refused(running):
            return
        running.data["again"] = self.described
        asking = Asking(self.store, running, former.name, former.value, former.ask, number=former.id)
        asking.attempts, asking.last_part, asking.is_again = former.attempts, former.last_part, True
        self.begin_asking(asking)

    def begin_asking(self, asking):
        asking.running.asking = asking
        asking.accepted()
        asking.running.timer = self.store.loop.soon(asking.begin)

    def take_blocking(self, place, around, done, actions, error):
        """A worker: its actions arrive in iterations of the loop, after it has started."""
        running = self.add(place, around, done)
        running.data["again"] = self.described
        if self.is_refused(running):
            return
        self.store.loop.has_worker = True

        def send(action):
            if running in self.running:
                self.store.deliver(place.embed(action), around.tasks, sender=running, depth=place.depth)

        def over():
            with self.store.world.ending():
                if running in self.running:
                    self.finish(running) if error is None else self.fail(running, error)
                self.store.world.let_go(running)

        def begin():
            self.store.loop.worker_began(running)
            self.hold(running)
            for action in actions:
                self.store.loop.soon(lambda action=action: send(action), by_worker=True)
            self.store.loop.soon(over, by_worker=True)

        running.timer = self.store.loop.soon(begin)

    # ------------------------------------------------------------------- the table

    def add(self, place, around, done):
        running = Running(place, around, done)
        self.running.append(running)
        return running

    def is_refused(self, running, is_delay=False):
        """N17, N87: an effect beyond the limit fails at the next iteration. Refused effects no longer count. N90: an
        effect that was to wait never starts, nor does the rest of the chains around it."""
        loop = self.store.loop
        if loop.effect_limit is None:
            return False
        if sum(not one.is_refused for one in self.running) <= loop.effect_limit:
            return False
        running.is_refused = True
        self.refused.add(running.place.owner)
        if self.slots.get(running.around.follows, (None, 0))[1]:
            loop.unclear = "an effect that follows the state and is one too many"

        def end():
            for chain in running.around.chains if is_delay else ():
                chain.is_over = True
            self.fail(
                running, f"{loop.effect_limit} effects of the store are in flight, and its loop allows no more")

        running.timer = loop.soon(end)
        return True

    def leave(self, running):
        """Removed from the table, B42; whether it was present."""
        if running not in self.running:
            return False
        self.running.remove(running)
        window = running.data.get("window")
        if window is not None and window["held"] is running:
            window["held"] = None
        if "queue" in running.data:
            running.data["queue"].waiting.remove(running)
        return True

    def finish(self, running):
        if self.leave(running):
            running.data["has_finished"] = True
            running.done()
            if running.asking is not None:
                running.asking.over("taken")

    def refuse(self, running, why=MISFIT):
        """B150: an effect's action does not match, so its catch is called. The effect continues, or has finished since."""
        if running in self.running or running.data.get("has_finished"):
            self.ask(running, why)

    def ask(self, running, error):
        """Calls the nearest catch, if one exists; whether it does."""
        catch = next((one for one in reversed(running.around.catches) if isinstance(one, tuple)), None)
        if catch is None:
            return False
        self.store.say("caught", error)
        answer = catch[0]
        if answer is not None:
            self.store.deliver(running.place.embed(answer), running.around.tasks, depth=running.place.depth)
        return True

    def fail(self, running, error):
        """B23, B25, B26, B60: the nearest catch handles the error, otherwise it is an issue."""
        if running not in self.running:
            return
        if not self.try_again(running) and not self.ask(running, error):
            self.issue("effect-threw", running.place)
        self.finish(running)

    def try_again(self, running, beyond_catches=False):
        """B402: whether a retry takes the failure. A catch inside it goes first, if the failure is an error."""
        if running.is_refused and not beyond_catches:
            return False
        for one in reversed(running.around.catches):
            if isinstance(one, tuple):
                if not beyond_catches:
                    return False
            elif one.takes(self, running):
                return True
        return False

    def issue(self, code, place):
        """N89: the issue names the current place of the effect's feature."""
        self.store.call_issue(code, text(self.store.keys_named(place.name)))

    def named(self, around, namespace, identifier):
        """The effect under its own id. Each use of an id is distinguished from the others by a number."""
        self.groups += 1
        return replace(around, ids=around.ids + ((namespace, identifier, self.groups),))

    def cancel_id(self, place, identifier, but=frozenset()):
        # An id is present while an effect under it is in flight (B11, B16), sends synchronously (B74), or starts after
        # a wait.
        there = [one.around.ids for one in self.running] + self.sending
        found = {group for ids in there for namespace, name, group in ids if group not in but
                 and name == identifier and starts_with(namespace, place.namespace)}
        self.cancelled |= found
        if found & self.stopping:
            self.store.loop.unclear = "a chain that cancels the rest of what has just been cancelled"
        self.stopping |= found
        self.cancel(lambda ids, owner, tasks: any(group in found for _, _, group in ids))
        self.stopping -= found

    @contextmanager
    def in_step(self):
        """W62: the effects that the step ends have ended before the next turns start."""
        self.is_in_step = True
        yield
        self.is_in_step = False
        held, self.held = self.held or [], None
        for queue in held:
            self.advance(queue)

    def hold_turns(self, owner):
        if self.is_in_step and self.held is None and any(starts_with(one, owner) for one in self.owners()):
            self.held = []

    def advance(self, queue):
        queue.advance(self) if self.held is None else self.held.append(queue)

    def end(self, owner):
        """D60, D80: ends every effect of a removed child, and of all children below it."""
        self.hold_turns(owner)
        self.ended.add(owner)
        self.store.forget_dismissals(owner)
        for one in [one for one in self.followed if starts_with(one, owner)]:
            self.forget(one)
        self.cancel(lambda ids, own, tasks: starts_with(own, owner))
        # W60: a row that returns under its id waits. The rules leave it open for other children that return.
        for key, queue in self.queues.items() if not owner or owner[-1][0] != "row" else ():
            # A limit belongs to the store: a running effect keeps its place until it has ended.
            if key[0] is not None:
                queue.is_left |= queue.is_at_work() and starts_with(key[0], features_of(owner))
        for key in [key for key in self.windows if starts_with(key[0], features_of(owner))]:
            del self.windows[key]

    def follow(self, owner, value, effect, place, time, name, kept):
        """Z1, Z13: the effect belongs to its feature, and to no send."""
        self.forget(owner)
        self.followed[owner] = value
        self.resumed[owner] = self.store.resuming.unasked
        self.names[owner], self.throttled[owner] = name, set()
        slot = Slot(effect)
        self.slots[owner] = slot, time
        for identifier, age, length in kept.windows if kept is not None else ():
            self.store.met("moment:window")
            throttle.reopen(self, place, owner, identifier, age + kept.between, length)
        anew = kept.place if kept is not None and not time else None
        is_in_window = kept is not None and kept.is_in_window
        self.accept(effect, replace(place, owner=owner),
                    Around(part=slot, anew=anew, is_in_window=is_in_window, follows=owner))

    def take_waited(self, place, around, done, where, effect):
        """R75, R76."""
        if where:
            self.store.met(f"moment:waited for {'a window' if effect[0] == 'throttle' else 'a turn'}")
        self.accept(effect, place, replace(around, waited=where), done)

    def end_restoring(self):
        """R75: effects that have requested a turn get it now, in the order of the snapshot."""
        for queue in self.restoring:
            queue.end_restoring(self)
        self.restoring = []

    def unfollow(self, owner):
        """Z2, Z3: ends a state-driven effect. The ids in it are its feature's."""
        self.hold_turns(owner)
        self.forget(owner)
        self.cancel(lambda ids, own, tasks: starts_with(own, owner))

    def forget(self, owner):
        self.followed.pop(owner, None)
        self.resumed.pop(owner, None)
        self.names.pop(owner, None)
        self.throttled.pop(owner, None)
        self.refused.discard(owner)

    def cancel(self, matches):
        """B8, B9: a chain around an effect continues, unless it is cancelled itself."""
        found = [one for one in self.running
                 if matches(one.around.ids, one.place.owner, one.around.tasks)]
        for one in self.beginning:
            if matches(one.around.ids, one.place.owner, one.around.tasks):
                one.is_cancelled = True
        for one in found + self.beginning:
            for chain in one.around.chains:
                if matches(chain.ids, one.place.owner, one.around.tasks):
                    chain.is_over = True
        waiting = [one for one in found if "queue" in one.data]
        if len(waiting) < len(found) and any(
                not chain.is_over for one in waiting for chain in one.around.chains):
            self.store.loop.unclear = "whether a chain goes on before others that end together hear of it"
        # Waiting effects leave before any of them ends; otherwise they would get its turn.
        for one in [one for one in waiting if self.leave(one)]:
            self.stop(one)
            one.done()
        for one in found:
            self.cancel_one(one)

    def stop(self, running):
        """B17: it delivers nothing more; if it never started, it never will."""
        if running.timer is not None:
            running.timer.cancel()
        if running.asking is not None:
            running.asking.stop()
        if running.sender is not None:
            running.is_cancelled = True
            if not running.is_starting:
                self.tell_cancelled(running)

    def tell_cancelled(self, running):
        """effect.h: not while it starts, and not after its sender was finished."""
        if self.store.world.sender(running.sender) is running:
            self.store.say("cancelled", running.sender)
            if running.finishes:
                self.store.world.forget_sender(running.sender)
                self.store.world.let_go(running)
