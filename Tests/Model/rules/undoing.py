"""The behaviour of `undoable` (U4 to U28)."""

from .history import (Moved, Steps, by_depth, command_of, is_along, is_equal, is_row, option, part_keys, undoables, without_counts,
                      word_of)
from .ledger import follow
from .steps import Step
from .transient import is_transient, lasting, leave_out
from .values import MISSING, clone, descend, parse, resolve, text
from .writes import Refused, Writer


class Undoing(Step):
    def undoable(self, reducer, at, action, dependencies):
        store = self.store
        if not any((one.node is reducer.node and name == at.name)
                   for one, _, name in undoables(store.feature, store.state, held=store.held)):
            store.loop.unclear = "a history that a reader chooses"
        history = store.history(reducer, at.name)
        found = word_of(reducer, action)
        if history.is_in_step:
            # The same operator on the same state, which is already active further out.
            if found is not None:
                return []
            return self.run(reducer.at("base"), at, action, dependencies)
        if found is None:
            return self.record(reducer, history, at, action, dependencies)
        word = found[0]
        store.met("undo:" + word)
        self.choose_places(reducer, history, at)
        if word == "clear":
            history.forget()
            self.show(reducer, history, at)
            return []
        is_back = self.jump(reducer, history, at, word, command_of(word, found[2]) or {})
        self.show(reducer, history, at)
        if not is_back:
            return []
        store.met(f"undo:{word} done")
        return self.run_beside(reducer, history, at, action, dependencies)

    def choose_places(self, reducer, history, at):
        history.included, history.excluded = (
            [parse(one) for one in option(reducer, name) or ()] for name in ("included", "excluded"))
        for name in ("included", "excluded"):
            if option(reducer, name):
                self.store.met("undo:" + name)
        history.at = at.keys + part_keys(reducer)

    def jump(self, reducer, history, at, word, payload):
        """U40: several steps, or to the step with a number."""
        left, most = 0, payload.get("steps", 1)
        if "to" in payload:
            steps, most = payload["to"] - history.dropped - len(history.undo), None
            word = "undo" if steps < 0 else "redo"
            left = max(0, len(history.stack(word)) - abs(steps))
            self.store.met("undo:jump")
        count = 0
        while most is None or count < most:
            if not self.go_back(reducer, history, at, word, left):
                break
            count += 1
        return count > 0

    def run_beside(self, reducer, history, at, action, dependencies):
        """Its own writes are not a step."""
        history.is_in_step = True
        result = self.run(reducer.at("base"), at, action, dependencies)
        history.is_in_step = False
        self.show(reducer, history, at)
        return result

    def counts(self, reducer, action):
        """U8."""
        if any(descend(action, path) is not MISSING for path in option(reducer, "ignored") or ()):
            return False
        counted = option(reducer, "actions")
        return counted is None or any(descend(action, path) is not MISSING for path in counted)

    def record(self, reducer, history, at, action, dependencies):
        """An action of the reducer's own, U6 to U10."""
        store = self.store
        if not self.counts(reducer, action):
            store.met("undo:ignored")
            return self.run_beside(reducer, history, at, action, dependencies)
        self.choose_places(reducer, history, at)
        said = next((said for path, said in option(reducer, "describe") or () if descend(action, path) is not MISSING),
                    {})
        time = option(reducer, "group") or 0
        moment = store.loop.now if time > 0 else None
        joins = history.joins(said, moment, time)
        step = history.undo[-1] if joins else Steps()
        keys = at.keys + part_keys(reducer)
        before = without_counts(store, keys, resolve(store.state, keys))
        known = store.rows.snapshot(keys)
        history.is_in_step, history.step = True, step
        result = self.run(reducer.at("base"), at, action, dependencies)
        history.is_in_step, history.step = False, None
        if leave_out(store.feature, step, keys):
            store.met("undo:transient")
        if joins:
            store.met("undo:joined")
            store.met("undo:group" if history.group else "undo:key" if history.key else "undo:joined")
            if step.label is None:
                step.label = said.get("label")
            if step.has_returned:
                store.loop.unclear = "a row that has left and returned in a joined step"
        elif not step.is_empty() and not is_equal(*(
                data_of(history, value if is_transient(store.feature, keys) else lasting(store.feature, value, keys))
                for value in (before, without_counts(store, keys, resolve(store.state, keys))))):
            # Each step has more than one byte.
            limit = 1 if option(reducer, "bytes") == 1 else option(reducer, "limit") or 100
            if history.group is not None and not history.group.has_step:
                history.group.before, history.group.known = data_of(history, before), known
            history.push(step, said, moment, limit)
            store.met("undo:step")
        elif not step.is_empty():
            # It was not a step: the earlier elements are present.
            if any(one is not history and (one.undo or one.redo) for one in store.histories.values()) and any(
                    item.name is None for _, _, places in known for _, item, _, _ in places or ()):
                store.loop.unclear = "elements that are those of before for one history, and others for another"
            store.rows.restore(keys, known, resolve(store.state, keys))
        group = history.end_group() if said.get("group") == "end" else None
        if group is not None:
            self.drop_group(history, group, keys)
        self.show(reducer, history, at)
        return result

    def drop_group(self, history, group, keys):
        """U170."""
        store = self.store
        now = resolve(store.state, keys)
        if group.has_others:
            store.loop.unclear = "a group beside the writes of others"
        if not is_equal(group.before, data_of(history, without_counts(store, keys, now))):
            return
        store.met("undo:group of nothing")
        history.undo.pop()
        store.rows.restore(keys, group.known, now)

    # ------------------------------------------------------------------------- back

    def go_back(self, reducer, history, at, word, left=0):
        """U20 to U24: whether something was written."""
        store, stack = self.store, history.stack(word)
        history.separate()
        while len(stack) > left:
            step, back = stack.pop(), Steps()
            back.label = step.label
            history.is_in_step, history.step = True, back
            store.rows.stepping = back
            left_out = self.take_back(history, step, at)
            history.is_in_step, history.step = False, None
            leave_out(store.feature, back, at.keys + part_keys(reducer))
            if not back.is_empty():
                history.stack("redo" if word == "undo" else "undo").append(back)
                return True
            if left_out is not None:
                store.met("undo:left out")
                stack.append(step)
                place, is_said = left_out
                if not is_said:
                    store.issue("write-failed", place)
                return False
            store.met("undo:passed over")
        return False

    def take_back(self, history, step, at):
        """Undoes the writes of a step; returns the first place that was left out, and whether that was reported, or
        None."""
        left_out = None
        stay = []  # rows that the step removed, and that are present again
        for kind, path, entry in by_depth(step):
            if kind == "removed" and self.store.rows.keys_of(entry.path) is not None:
                stay.append(entry.path)
            if any(path[: len(row)] == row for row in stay):
                continue
            try:
                getattr(self, "back_" + kind)(path, entry, at, history)
            except Refused as why:
                # The write itself has reported it.
                is_said = why.code != "write-failed"
                if is_said:
                    self.store.issue(why.code, text(why.keys))
                left_out = left_out or (self.place_of(path), is_said)
        return left_out

    def place_of(self, path):
        """The place as a string, as far as it leads."""
        ledger, keys, outer = self.store.rows, ledger_keys(self.store.rows, path), ()
        if keys is not None:
            return text(keys)
        for size in range(len(path), -1, -1):
            outer = ledger.keys_of(path[:size])
            if outer is not None:
                return text(outer + tuple(key for key in path[size:] if not is_row(key)))
        return text(outer)

    def back_write(self, path, old, at, history):
        """A place gets its value, with the structure inside it."""
        store, (value, node) = self.store, old
        value = self.keep_excluded(value, path, history, at)
        if store.rows.has_left(path):
            return
        keys = store.rows.keys_of(path)
        if keys is None and value is MISSING:
            return  # missing before and after
        if keys is None:
            raise Refused("")
        now = resolve(store.state, keys)
        if is_equal(without_counts(store, keys, now), without_counts(store, keys, value)):
            self.know_again(path, keys, node, now, history)
            return
        writer = Writer(store, at.keys)
        writer.reach(keys)
        if value is MISSING:
            writer.remove(text(keys[len(at.keys):]))
            return
        self.put_back(None, node, lambda: writer.set(text(keys[len(at.keys):]), clone(value)))

    def keep_excluded(self, value, path, history, at):
        """U38: an excluded place keeps its present value where an undo writes the object around it."""
        keys = self.store.rows.keys_of(path)
        if not history.excluded or value is MISSING or keys is None:
            return value
        inside, value = keys[len(history.at):], clone(value)
        now = resolve(self.store.state, keys)
        for one in history.excluded:
            if len(one) > len(inside) and is_along(inside, one[: len(inside)]):
                rest = one[len(inside):]
                old, new = resolve(value, rest[:-1]), resolve(now, rest[:-1])
                if isinstance(old, dict) and isinstance(new, dict):
                    old.pop(rest[-1], None)
                    if rest[-1] in new:
                        old[rest[-1]] = clone(new[rest[-1]])
        return value

    def know_again(self, path, keys, node, now, history):
        """A value that is already present: nothing is written, and its elements are the earlier ones."""
        rows = self.store.rows
        if not has_places(node):
            return
        self.check_others(None, node)
        if not history.step.covers(path):
            history.step.written[path] = clone(now), rows.node(keys)
            history.step.silent.add(path)
        rows.install(keys, node)
        follow(node, now)

    def back_inserted(self, array, one, at, history):
        del array, history
        keys = self.store.rows.keys_of(one.path)
        if keys is not None:
            Writer(self.store, at.keys).remove(text(keys[len(at.keys):]))

    def back_removed(self, array, one, at, history):
        """An element comes back into its gap; if an element with its id is present, that one stays."""
        index = self.index_of_gap(array, one)
        if self.store.rows.keys_of(one.path) is not None and one.item.name is None:
            self.store.loop.unclear = "an element that another history has brought back"
        if index is None and one.item.name is not None:
            self.store.loop.unclear = "rows that were not there for a while"
        if index is None or self.store.rows.keys_of(one.path) is not None:
            return
        keys = self.store.rows.keys_of(array) + (str(index),)
        writer = Writer(self.store, at.keys)
        self.put_back(one.gap, one.node, lambda: writer.insert(
            text(keys[len(at.keys):]), clone(one.value)))

    def back_moved(self, array, one, at, history):
        index, keys = self.index_of_gap(array, one), self.store.rows.keys_of(one.path)
        if index is None or keys is None:
            return
        here = int(keys[-1])
        if here < index:
            index -= 1
        if here == index:
            # It is already at this position: the targets of other moves are still counted from its gap. In another
            # order of these moves it would have left and come back.
            self.store.touch(keys, "equal", self.store.state)
            left = self.store.rows.settle(array, one.gap)
            if left is not None:
                history.step.moved.append(Moved(array, one.item, left, is_silent=True))
            return
        around = keys[len(at.keys):-1]
        writer = Writer(self.store, at.keys)
        self.put_back(one.gap, None, lambda: writer.move(
            text(around + (str(here),)), text(around + (str(index),))))

    def index_of_gap(self, array, one):
        """The number of elements before a gap; None if the array is another one."""
        node = self.store.rows.node_at(array)
        if node is None or node.places is None or one.gap not in node.places:
            return None
        before = node.places[: node.places.index(one.gap)]
        return len([place for place in before if not place.is_gap])

    def put_back(self, gap, node, write):
        """A write after which the earlier elements are present again, and a write that fills its gap."""
        rows = self.store.rows
        self.check_others(gap, node)
        rows.gap, rows.node_of_before = gap, node
        try:
            write()
        finally:
            rows.gap = rows.node_of_before = None

    def check_others(self, gap, node):
        """For the other histories, a value that one history brings back is not the earlier element."""
        rows = self.store.rows
        others = [one for one in self.store.histories.values()
                  if one.step is not rows.stepping and (one.undo or one.redo or one.step)]
        if others and (gap is not None and gap.item.name is None or has_elements(node)):
            self.store.loop.unclear = "an element that one history brings back, and another knows"

    # ------------------------------------------------------------------------- shown

    def show(self, reducer, history, at):
        self.store.show_history(reducer, history, at.keys)


def data_of(history, value):
    """The parts of a value that a step may consist of."""
    value = clone(value)
    for one in history.excluded:
        around = resolve(value, one[:-1])
        if isinstance(around, dict):
            around.pop(one[-1], None)
    if not history.included:
        return value
    return [[] if found is MISSING else [found] for found in (resolve(value, one) for one in history.included)]


def has_places(node):
    """Whether the structure of a value contains an array with elements, or gaps, to identify again."""
    if node is None:
        return False
    return bool(node.places) or any(has_places(inner) for inner in (node.members or {}).values())


def has_elements(node):
    """Whether the structure of a value contains elements of plain arrays."""
    if node is None:
        return False
    return any(place.item.name is None for place in node.places or ()) or any(
        has_elements(inner) for inner in [*(node.members or {}).values(), *(
            place.node for place in node.places or ())])


def ledger_keys(ledger, path):
    return None if ledger.has_left(path) else ledger.keys_of(path)
