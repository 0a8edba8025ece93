"""What a program calls: each command, and its answer."""

from .actions import is_action, is_binding, misfit
from .features import LISTS, SLOTS, is_entry, parts
from .observing import Observer, View
from .store import name_of
from .values import MISSING, case_path, clone, is_absent, parse, resolve, same, text, wrap

OK = "KMK_OK"
INVALID = "KMK_ERR_INVALID_ARGUMENT"
NOT_FOUND = "KMK_ERR_NOT_FOUND"
DECODE = "KMK_ERR_DECODE"
BUSY = "KMK_ERR_BUSY"
CLOSED = "KMK_ERR_CLOSED"


class Task:
    """What one send has started (C8, C19)."""

    is_cancelled = False


class Commands:
    def perform(self, command):
        if not command:
            return
        run = getattr(self, "do_" + command[0], None)
        if run is None:
            return
        self.met["command:" + command[0]] += 1
        status = run(*command[1:])
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
        """A store that may be asked: None for the store itself; MISSING for what is not there."""
        if index == 0 and self.store.is_freed:
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
            return DECODE
        self.store.send(whole, tasks)
        return OK

    def is_swallowed(self, view, whole):
        """C17: what a view's binding writes, where nothing is there to write to."""
        if view is None or self.store.is_reducing or view.address() is not None:
            return False
        return is_binding(self.store.feature, whole)

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
        """C10: at the next turn, as a burst of its own."""
        if self.store.is_freed:
            return None
        self.loop.soon(lambda: self.store.deliver(action, frozenset()))
        return OK

    def do_send_task(self, action):
        """C8: the task of a send to a busy store is finished."""
        if self.store.is_freed:
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
        return OK if self.is_finished(task) else "KMK_ERR_TIMEOUT"

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

    # ----------------------------------------------------------------------------- reads

    def do_get(self, index, pointer):
        view = self.view(index)
        if view is MISSING:
            return None
        if self.store.has_ended:
            return CLOSED, None
        keys = parse(pointer)
        if keys is None and view is None:
            return INVALID, None
        if self.is_reducing():
            return BUSY, None
        if keys is None:
            return INVALID, None
        state = self.store.state if view is None else view.last
        value = resolve(state, keys)
        return (NOT_FOUND, None) if value is MISSING else (OK, clone(value))

    def do_valid(self, index):
        view = self.view(index)
        if view is MISSING:
            return None
        if self.store.has_ended or self.is_reducing():
            return OK, False
        return OK, view is None or view.address() is not None

    def shown(self, view):
        if view is None:
            return None
        if self.store.has_ended:
            return [False, None]
        return [view.address() is not None, clone(view.last)]

    def presentation_id(self, pointer, base=()):
        self.store.slots.settle_all()
        for spot in self.store.spots():
            if spot.part.op in SLOTS and spot.keys == base + (parse(pointer) or ()):
                return self.store.slots.table[spot.name].id
        return None

    def do_save_id(self, index, pointer):
        view = self.view(index)
        if view is MISSING:
            return None
        self.saved.append(None)
        if self.store.has_ended:
            return CLOSED, None
        if parse(pointer) is None:
            return INVALID, None
        if self.is_reducing():
            return BUSY, None
        self.note_own_place(view, pointer)
        base = () if view is None else view.address()
        found = None if base is None else self.presentation_id(pointer, base)
        self.saved[-1] = found
        return (NOT_FOUND, None) if found is None else (OK, found)

    def do_dismiss_id(self, index, case, saved):
        """J9: only while that presentation is up."""
        view = self.view(index)
        known = isinstance(saved, int) and 0 <= saved < len(self.saved)
        if view is MISSING or not known or self.saved[saved] is None:
            return None
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        base = () if view is None else view.address()
        if base is None:
            return NOT_FOUND
        reducer, state, keys = self.store.feature, self.store.state, ()
        whole = case if view is None else ".".join(self.cases_of(view)) + "." + case
        found = slot_keys(reducer, state, whole, keys)
        if found is None or self.presentation_id(text(found)) != self.saved[saved]:
            return NOT_FOUND
        return self.send_through(index, wrap(case, "dismiss"))

    def cases_of(self, view):
        return ([] if view.outer is None else self.cases_of(view.outer)) + [view.case]

    def do_snapshot(self):
        if self.view(0) is MISSING or self.is_reducing():
            return
        self.snapshots.append(clone(self.store.state))

    # ----------------------------------------------------------------------------- views

    def do_scope(self, index, pointer, case):
        return self.new_view(index, pointer, case, MISSING)

    def do_scope_element(self, index, pointer, case, identifier):
        return self.new_view(index, pointer, case, identifier)

    def new_view(self, index, pointer, case, identifier):
        outer = self.view(index)
        if outer is MISSING:
            return None
        self.stores.append(None)
        place = len(self.stores) - 1
        if self.store.has_ended:
            return CLOSED
        keys = parse(pointer)
        if keys is None or not isinstance(case, str) or not all(case.split(".")):
            return INVALID
        if self.is_reducing():
            return BUSY
        view = View(self, outer, keys, case, identifier)
        if identifier is not MISSING:
            self.note_typed_list((() if outer is None else outer.address() or ()) + keys)
        if view.address() is None:
            return NOT_FOUND
        self.stores[place] = view
        return OK

    def do_free_view(self, index):
        if self.view(index) is not MISSING and index > 0:
            self.stores[index] = None

    # ------------------------------------------------------------------------- observers

    def do_observe(self, index, kind, pointer, commands):
        view = self.view(index)
        if view is MISSING:
            return None
        self.observers.append(None)
        place = len(self.observers) - 1
        keys = parse(pointer)
        if keys is None:
            return INVALID
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        observer = Observer(self, place, view, kind, keys, commands)
        if kind in ("ids", "presentation"):
            self.note_own_place(view, pointer)
            if self.manner.is_typed and observer.address() is None:
                self.loop.unclear = "the slots and lists of what a view keeps"
        if kind == "ids":
            address = observer.address()
            self.note_typed_list(address)
            if self.manner.is_typed and not any(
                    spot.part.op in LISTS and spot.keys == address for spot in self.store.spots()):
                self.loop.unclear = "ids in a plain array"
            value = None if address is None else observer.value(address)
            if not is_absent(value) and not isinstance(value, list):
                return NOT_FOUND
        observer.subscribe()
        self.observers[place] = observer
        return OK

    def note_typed_list(self, keys):
        """The rows and paths of a typed feature are not known as such to a tree over JSON around it."""
        if not self.manner.is_typed and any(
                spot.part.op in LISTS and spot.part["is_typed"] and spot.keys == keys
                for spot in self.store.spots()):
            self.loop.unclear = "a list of a typed feature, asked for from outside"

    def note_own_place(self, view, pointer):
        """A typed view shows what a slot presents, and has no slot itself."""
        if self.manner.is_typed and view is not None and not parse(pointer):
            self.loop.unclear = "the slot or the list that a view itself is of"

    def do_unobserve(self, index):
        if isinstance(index, int) and 0 <= index < len(self.observers) and self.observers[index]:
            self.observers[index].is_freed = True
            self.observers[index] = None

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
        before = self.store.bindings_read
        status = self.send_through(index, wrap(case, {"path": pointer, "value": clone(value)}))
        whole = case_path(self.embedded(view, wrap(case, None)))

        def look():
            if not self.store.has_ended and self.store.bindings_read == before:
                self.store.say("issue", "binding-unhandled", pointer, whole)

        if status == OK:
            # Where something is at work the write may only be buffered.
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
        if keys is None or not isinstance(path, list):
            return INVALID
        if self.is_reducing():
            return BUSY
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
        self.senders[index] = None

    def is_over(self, running):
        return running not in self.store.effects.running

    def do_sender_send(self, index, action):
        running = self.sender(index)
        if running is None:
            return None
        if self.is_over(running):
            return CLOSED
        self.store.deliver(running.place.embed(action), running.around.tasks)
        return OK

    def do_sender_finish(self, index):
        running = self.sender(index)
        if running is not None:
            self.forget_sender(index)
            self.store.effects.finish(running)
            return OK
        return None

    def do_sender_fail(self, index, error):
        running = self.sender(index)
        if running is not None:
            self.forget_sender(index)
            self.store.effects.fail(running, error)
            return OK
        return None

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

    # ---------------------------------------------------------------------------- ends

    def do_report_reentrant(self, enabled):
        self.store.reports_reentrant = bool(enabled)

    def do_free_store(self):
        if not self.store.is_freed:
            self.store.is_freed = True
            self.store.free()


def first_missing(now, path):
    """The id of the first element that is not on the new path; by its place where ids are not told."""
    if all(is_entry(row) for row in path):
        gone = [row for row in now if is_entry(row) and not any(
            is_entry(row) and same(row["id"], kept["id"]) for kept in path)]
        row = gone[0] if gone else None
    else:
        row = now[len(path)]
    return row["id"] if is_entry(row) else None


def slot_keys(reducer, state, cases, keys):
    """The place of the slot whose actions stand under a case path; None where there is none."""
    for part in parts(reducer, state):
        if part.op in LISTS or part.op == "bindings" or not (cases + ".").startswith(
                part["case"] + "."):
            continue
        rest = cases[len(part["case"]) + 1:]
        inside = resolve(state, part.keys)
        if part.op in SLOTS:
            if rest == "":
                return keys + part.keys
            if not (rest + ".").startswith("presented."):
                continue
            rest = rest[len("presented."):]
        found = slot_keys(part.at("child"), inside, rest, keys + part.keys)
        if found is not None:
            return found
    return None


__all__ = ["Commands", "is_absent", "name_of"]
