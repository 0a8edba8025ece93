"""The program's calls: each command, and its answer. Sends, and the loop."""

from .actions import is_action, is_binding, is_misfit_of_swift, misfit
from .deriving import Deriving
from .listing import Listing
from .looking import Looking
from .moments import Moment
from .serving import Serving
from .sharing import Sharing
from .private import PROGRAM, refusal
from .statuses import BUSY, CLOSED, DECODE, NOT_ALLOWED, OK, TIMEOUT
from .store import Store
from .values import MISSING, clone, wrap
from .writing import Writing


class Task:
    """The effects that one send has started (C8, C19)."""

    is_cancelled = False


class Commands(Deriving, Listing, Looking, Serving, Sharing, Writing):
    def perform(self, command):
        if not command:
            return
        run = getattr(self, "do_" + command[0], None)
        if run is None:
            return
        self.met["command:" + command[0]] += 1
        self.depth += 1
        status = run(*command[1:])
        self.depth -= 1
        if status is not None:
            more = status[1:] if isinstance(status, tuple) else ()
            self.say("answer", command[0], status[0] if isinstance(status, tuple) else status, *more)

    def perform_calls(self, commands):
        for command in commands:
            self.perform(command)

    def perform_for(self, sender, commands):
        """A sender's own commands name it "self"."""
        for command in commands:
            self.perform([sender if word == "self" else word for word in command])

    # -------------------------------------------------------------------------- stores

    def view(self, index):
        """A store that may be queried: None for the store itself; MISSING for an unknown one."""
        if index == 0 and (self.store.is_freed or self.is_making):
            return MISSING
        if self.manner.is_typed and self.store.is_freed:
            self.loop.unclear = "a view of a store that was freed"
        if not isinstance(index, int) or not 0 <= index < len(self.stores):
            return MISSING
        if index > 0 and self.stores[index] is None:
            return MISSING
        return self.stores[index]

    def is_reducing(self):
        """C9: no query inside a reducer."""
        if self.store.is_reducing:
            self.store.call_issue("read-while-reducing", "")
            return True
        return False

    def embedded(self, view, action):
        return action if view is None else view.embed(action)

    def send_through(self, index, action, tasks=frozenset()):
        view = self.view(index)
        if view is MISSING:
            return None
        if self.store.has_ended:
            return CLOSED
        if not is_action(action):
            return DECODE
        whole = self.embedded(view, action)
        if self.is_swallowed(view, whole):
            return OK
        if misfit(self.store.feature, whole) is not None:
            if is_misfit_of_swift(self.store.feature, whole):
                self.loop.unclear = "an action that a Swift feature does not read"
            return DECODE
        if refusal(self.store.feature, whole, PROGRAM) is not None:
            return NOT_ALLOWED
        self.store.send(whole, tasks)
        return OK

    def is_swallowed(self, view, whole):
        """C17: a view's binding write whose target is missing."""
        if view is None or self.store.is_reducing or view.address() is not None:
            return False
        return is_binding(self.store.feature, whole, self.store.state)

    def do_send(self, index, action):
        return self.send_through(index, action)

    def do_present(self, index, case, state):
        inner = "present" if state is None else {"present": {"state": clone(state)}}
        return self.send_through(index, wrap(case, inner))

    def do_dismiss(self, index, case):
        return self.send_through(index, wrap(case, "dismiss"))

    def do_presented(self, index, case, action):
        return self.send_through(index, wrap(case, {"presented": action}))

    def do_post(self, action):
        """C10: at the next iteration, as its own burst."""
        if self.store.is_freed or self.is_making:
            return None
        store = self.store
        self.loop.soon(lambda: store.deliver(action, frozenset()))
        return OK

    def do_send_task(self, action):
        """C8: the task of a send to a busy store is finished."""
        if self.store.is_freed or self.is_making:
            return None
        was_busy = self.store.is_busy
        task = Task()
        index = len(self.tasks)
        self.tasks.append(None)
        status = self.send_through(0, action, frozenset([task]))
        if status == OK:
            self.tasks[index] = False if was_busy else task
        return status

    def is_finished(self, task):
        if task is None:
            return None
        if task is False or self.store.has_ended:
            return True
        return not any(task in running.around.tasks for running in self.store.effects.running)

    def do_cancel_task(self, index):
        task = self.task(index)
        if isinstance(task, Task):
            task.is_cancelled = True
            with self.ending():
                self.store.effects.cancel(lambda ids, owner, tasks: task in tasks)

    def do_finish_task(self, index):
        task = self.task(index)
        if task is None:
            return None
        if self.store.has_ended:
            return CLOSED
        if self.is_inside():
            return BUSY
        self.run_loop(lambda: self.loop.run_due(lambda: self.is_finished(task)))
        return OK if self.is_finished(task) else TIMEOUT

    def task(self, index):
        return self.tasks[index] if isinstance(index, int) and 0 <= index < len(self.tasks) else None

    # ------------------------------------------------------------------------- the loop

    def is_inside(self):
        return self.store.is_busy or self.loop.is_running

    def run_loop(self, run):
        self.loop.is_running = True
        run()
        self.loop.is_running = False

    def do_idle(self):
        if self.is_inside():
            return BUSY
        self.loop.is_idling = True
        self.run_loop(self.loop.run_due)
        self.loop.is_idling = False
        self.loop.workers = []
        self.loop.has_worker = False
        return OK

    def do_dispatch(self):
        if self.is_inside():
            return BUSY
        self.run_loop(self.loop.turn)
        return OK

    def do_advance(self, nanoseconds):
        if self.is_inside():
            return BUSY
        self.run_loop(lambda: self.loop.advance(nanoseconds))
        return OK

    def do_suspend(self, nanoseconds):
        if self.is_inside():
            return BUSY
        self.run_loop(lambda: self.loop.suspend(nanoseconds))
        return OK

    def do_set_date(self, date):
        if self.is_inside():
            return BUSY
        self.run_loop(lambda: self.loop.set_date(date))
        return OK

    # ---------------------------------------------------------------------------- ends

    def do_replace_reducer(self, feature):
        """R1 to R7."""
        if self.store.is_freed or self.is_making:
            return None
        if self.store.has_ended:
            return CLOSED
        if self.store.is_busy:
            return BUSY
        status, reducer = self.reducer(feature, self.store.state)
        if status != OK:
            return status
        self.store.replace_reducer(reducer)
        self.open_derived()
        return OK

    def do_moment(self):
        """R41, R57."""
        if self.store.is_freed or self.is_making:
            return None
        self.moments.append(None)
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        self.moments[-1] = Moment(self.store)
        return OK

    def moment(self, index):
        found = isinstance(index, int) and 0 <= index < len(self.moments)
        return self.moments[index] if found and not self.store.is_freed and not self.is_making else None

    def do_restore(self, index, hops):
        """R42 to R51; also through a string (R46)."""
        moment = self.moment(index)
        if moment is None:
            return None
        if self.store.has_ended:
            return CLOSED
        if self.store.is_busy:
            return BUSY
        if not moment.fits(self.store):
            return DECODE
        self.store.restore_moment(moment, bool(hops))
        return OK

    def do_reopen(self, index):
        """A store that continues from a snapshot, in place of the other store and everything that belonged to it."""
        moment = self.moment(index)
        if moment is None or self.depth > 1 or self.store.has_ended or self.manner.is_typed:
            return None
        for observer in self.observers:
            if observer is not None:
                observer.is_freed = True
        self.derived = [None] * len(self.derived)
        for number in range(len(self.lists)):
            self.end_list(number)
        self.stores = [None] * len(self.stores)
        self.tasks = [None] * len(self.tasks)
        self.do_free_store()
        former, self.store = self.store, None
        self.open_from(moment, former.feature)
        self.store.reports_reentrant = former.reports_reentrant
        return OK

    def open_from(self, moment, feature):
        """R41 to R43: a store that continues from a snapshot."""
        self.store = Store(self, feature, moment.state, self.loop)
        if not moment.fits(self.store):
            self.loop.unclear = "a moment that its own reducer does not take"
        self.is_making = self.store.is_busy = True
        moment.put_into(self.store)
        self.store.resuming.begin(moment.kept_requests(True))
        self.store.follow_again(moment)
        self.store.resuming.end()
        self.store.burst()
        self.is_making = self.store.is_busy = False

    def do_report_reentrant(self, enabled):
        self.store.reports_reentrant = bool(enabled)

    def do_limit_effects(self, most):
        """N17."""
        if most >= 1:
            self.loop.effect_limit = most

    def do_free_store(self):
        if not self.store.is_freed and not self.is_making:
            self.store.is_freed = True
            self.store.free()
