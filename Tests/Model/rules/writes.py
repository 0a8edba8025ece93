"""The writes of a reducer (state.h, collection.h): A50, E3 to E6, E9, E10, F9, F10, F15, M61."""

from .conditions import holds, is_valid
from .features import OPTIONALS, PATHS, SLOTS, is_entry, is_enum, is_long
from .forms import complete_all
from .misfits import Misfit, misfits
from .statuses import INVALID, NOT_FOUND, OK
from .values import MISSING, case_of, child, clone, index_of, parse, put, resolve, same, text


class Refused(Exception):
    """A write that is refused: its status, and the issue that reports it."""

    def __init__(self, status, code="write-failed", keys=None):
        super().__init__(status, code)
        self.status, self.code, self.keys = status, code, keys


class Writer:
    """Writes to the state of one reducer: pointers start at its own part."""

    def __init__(self, store, base):
        self.store, self.base = store, base

    def perform(self, write):
        """The status of a write as scripts report it; a refused write is one issue too (A50)."""
        name, *arguments = write
        try:
            getattr(self, name)(*arguments)
            return OK
        except Refused as refused:
            keys = refused.keys
            if keys is None:
                path = text(self.base + (parse(arguments[0]) or ()))
            else:
                path = text(keys)
            self.store.issue(refused.code, path)
            return refused.status

    def keys(self, pointer):
        keys = parse(pointer)
        if keys is None:
            raise Refused(INVALID)
        return self.base + keys

    # ------------------------------------------------------------------ the writes

    def set(self, pointer, value):
        keys = self.reach(self.keys(pointer))
        around = resolve(self.store.state, keys[:-1]) if len(keys) > len(self.base) else None
        if isinstance(around, list) and index_of(keys[-1], around) is None:
            raise Refused(NOT_FOUND)
        self.replace(keys, value)

    def insert(self, pointer, value):
        keys = self.reach(self.keys(pointer))
        around = resolve(self.store.state, keys[:-1]) if len(keys) > len(self.base) else None
        if not isinstance(around, list):
            return self.replace(keys, value)
        index = len(around) if keys[-1] == "-" else index_of(keys[-1], around + [None])
        if index is None:
            raise Refused(NOT_FOUND)

        def edit(state):
            array = resolve(state, keys[:-1])
            array.insert(index, self.entry(keys[:-1], value))
            return state

        self.commit_new(edit, keys[:-1] + (str(index),), keys)

    def remove(self, pointer):
        keys = self.reach(self.keys(pointer))
        if resolve(self.store.state, keys) is MISSING:
            raise Refused(NOT_FOUND)
        if len(keys) == len(self.base):
            raise Refused(INVALID)

        def edit(state):
            around = resolve(state, keys[:-1])
            if isinstance(around, list):
                del around[int(keys[-1])]
            else:
                del around[keys[-1]]
            return state

        shifts = isinstance(resolve(self.store.state, keys[:-1]), list)
        self.commit(edit, keys, shifts=shifts, changes=[("drop", keys)])

    def move(self, from_pointer, to_pointer):
        source, target = self.keys(from_pointer), self.keys(to_pointer)
        value = resolve(self.store.state, source)
        if value is MISSING:
            raise Refused(NOT_FOUND)
        if source == target:
            return
        if len(source) == len(self.base) or target[: len(source)] == source:
            raise Refused(INVALID)
        self.reach(source)

        inside = source[:-1] == target[:-1] and isinstance(
            resolve(self.store.state, source[:-1]), list)
        changes = []
        if not inside and source[:-1] == target[:-1]:
            self.check_removal(source, target, value)
        elif isinstance(resolve(self.store.state, target[:-1]), dict):
            self.check_cases(target)  # D14

        def edit(state):
            around = resolve(state, source[:-1])
            moved = around.pop(int(source[-1]) if isinstance(around, list) else source[-1])
            into = resolve(state, target[:-1]) if len(target) > len(self.base) else MISSING
            if isinstance(into, list):
                index = len(into) if target[-1] == "-" else index_of(target[-1], into + [None])
                if index is None:
                    raise Refused(NOT_FOUND, keys=target)
                into.insert(index, self.entry(target[:-1], moved) if target[:-1] != source[:-1]
                            else moved)
                changes.append(("shift", target[:-1], int(source[-1]), index) if inside
                               else ("insert", target[:-1] + (str(index),)))
                return state
            if len(target) > len(self.base) and not isinstance(into, dict):
                raise Refused(NOT_FOUND, keys=target)
            changes.append(("replace", target))
            return put(state, target, moved)

        self.commit(edit, target, shifts=True, source=source, takes_out=not inside, changes=changes)

    def set_rows(self, pointer, inside, value, condition):
        """F425: all of these rows are written, or none."""
        if not is_valid(condition) or parse(inside) is None:
            raise Refused(INVALID)
        done = []
        for index in self.chosen(pointer, condition, lambda row: not same(resolve(row, parse(inside)), value)):
            place = f"{pointer}/{index}{inside}"
            old = clone(resolve(self.store.state, self.keys(place)))
            try:
                self.set(place, value)
            except Refused:
                for before, former in reversed(done):
                    self.remove(before) if former is MISSING else self.set(before, former)
                raise
            done.append((place, old))

    def remove_rows(self, pointer, condition):
        """F426."""
        if not is_valid(condition):
            raise Refused(INVALID)
        for index in reversed(self.chosen(pointer, condition)):
            self.remove(f"{pointer}/{index}")

    def chosen(self, pointer, condition, is_other=lambda row: True):
        """The indices of the rows that satisfy a condition, before the first write."""
        array = resolve(self.store.state, self.keys(pointer))
        if not isinstance(array, list):
            raise Refused(NOT_FOUND)
        whole = resolve(self.store.state, self.base)
        return [index for index, row in enumerate(array) if holds(condition, row, whole) and is_other(row)]

    def push(self, pointer, element):
        keys, array = self.path_at(pointer)

        def edit(state):
            # A present element keeps its id: the new one takes the next id.
            resolve(state, keys).append({"id": self.store.next_element(), "element": clone(element)})
            return state

        self.commit_new(edit, keys + (str(len(array)),), keys + ("-",))

    def pop(self, pointer, identifier):
        self.cut(pointer, identifier, 0)

    def pop_to(self, pointer, identifier):
        self.cut(pointer, identifier, 1)

    def cut(self, pointer, identifier, kept):
        keys, array = self.path_at(pointer, null_is_empty=True)
        for index, entry in enumerate(array):
            if same(entry["id"], identifier):
                self.truncate(keys, index + kept)
                return

    def truncate(self, keys, count):
        def edit(state):
            del resolve(state, keys)[count:]
            return state

        size = len(resolve(self.store.state, keys))
        if count < size:
            self.commit(edit, keys + (str(count),), shifts=True, changes=[
                ("drop", keys + (str(index),)) for index in reversed(range(count, size))])

    # ------------------------------------------------------------------- the steps

    def commit_new(self, edit, keys, written):
        """A new element. A mistake in it is reported with the place as it was written."""
        try:
            self.commit(edit, keys, shifts=True, changes=[("insert", keys)])
        except Refused as refused:
            if refused.keys is not None and len(refused.keys) >= len(keys):
                refused.keys = written + refused.keys[len(keys):]
            raise

    def path_at(self, pointer, null_is_empty=False):
        """collection.h: a path is attached at the place, and the place has a value."""
        keys = self.keys(pointer)
        array = resolve(self.store.state, keys)
        if array is MISSING:
            raise Refused(NOT_FOUND)
        known = [spot for spot in self.store.spots()
                 if spot.keys == keys and spot.part.op in PATHS]
        if known and known[0].part["is_typed"] and not self.store.is_typed:
            self.store.loop.unclear = "a path that a typed feature has, written from outside"
        if known and not self.store.is_sure(known[0]):
            self.store.loop.unclear = "a path that a reader chooses"
        if known and array is None:
            if null_is_empty:
                return keys, []
            raise Refused(NOT_FOUND)
        if self.store.is_typed and not any(spot.part["is_typed"] for spot in known):
            self.store.loop.unclear = "a path that no type of the Swift feature has"
        if not known or not isinstance(array, list):
            raise Refused(INVALID)
        return keys, array

    def replace(self, keys, value):
        self.commit(lambda state: put(state, keys, self.entry(keys[:-1], value)), keys)

    def entry(self, array, value):
        """E3: an element that is put on a path as a value gets an id."""
        value = clone(value)
        for spot in self.store.spots():
            if spot.keys == array and spot.part.op in PATHS and not is_entry(value):
                if spot.part["is_typed"] and not self.store.is_typed:
                    self.store.loop.unclear = "an element that a tree in C puts on a Swift feature's path"
                if not self.store.is_sure(spot):
                    self.store.loop.unclear = "a path that a reader chooses"
                return {"id": self.store.next_element(), "element": value}
        return value

    def reach(self, keys):
        """The keys of a place whose container is present; D14 and E9 if a case is not present."""
        state = self.store.state
        for spot in self.store.spots():
            size = len(spot.keys)
            if spot.part.op in PATHS and keys[:size] == spot.keys and keys[size + 1:-1][:1] == ("id",):
                self.store.loop.unclear = "a write into the id of an entry"
        self.check_cases(keys)
        if len(keys) > len(self.base) and not isinstance(resolve(state, keys[:-1]), (dict, list)):
            raise Refused(NOT_FOUND)
        return keys

    def check_cases(self, keys):
        """D14, E9: a case of a presented feature, of an optional child, or of a path's element, that is not present."""
        for spot in self.store.spots():
            for enum, value in self.enums(spot):
                inside = keys[len(enum):]
                if keys[: len(enum)] != enum or not inside or len(enum) < len(self.base):
                    continue
                found = case_of(value)
                if found is not None and found[0] != inside[0]:
                    if spot.part["is_typed"] and not self.store.is_typed:
                        self.store.loop.unclear = "a case of a type, which the tree around it does not know"
                    if not self.store.is_sure(spot):
                        self.store.loop.unclear = "a case that a reader chooses"
                    raise Refused(INVALID, "write-wrong-case", keys)

    def enums(self, spot):
        if spot.part.op in SLOTS + OPTIONALS and is_enum(spot.part):
            yield spot.keys, spot.value
        if spot.part.op in PATHS and isinstance(spot.value, list) and is_enum(spot.part):
            for index, entry in enumerate(spot.value):
                yield spot.keys + (str(index), "element"), child(entry, "element")

    def commit(self, edit, keys, shifts=False, source=None, takes_out=False, changes=None):
        """Tries the write on a copy, checks whether all operators can use the result, and only then keeps it."""
        store = self.store
        numbers = store.element_numbers()
        try:
            state = edit(clone(store.state))
        except Refused:
            store.restore_element_numbers(numbers)
            raise
        if store.has_shapes:
            complete_all(store.feature, state, keys)
        found = self.entry_misfits(state, keys, source)
        found += misfits(store.feature, self.with_source(state, source, found), store.held)
        if any(misfit.in_reader for misfit in found):
            store.loop.unclear = "what a reader needs of a place"
        if any(misfit.is_typed for misfit in found) and not store.is_typed:
            store.loop.unclear = "what a Swift feature needs of a place"
        if len(set(found)) > 1:
            # The rules do not say which place a move names: the removed value's, or the mismatching insertion's.
            store.loop.unclear = "a value with two mistakes"
        if found and store.has_shapes and self.is_in_plain_path(state, found[0].keys):
            store.loop.unclear = "the place of a mistake in a plain path, which a shape makes long"
        for misfit in found[:1]:
            store.restore_element_numbers(numbers)
            # The containers around an array may refuse what is inserted into it or removed from it.
            into_list = shifts and isinstance(resolve(store.state, keys[:-1]), list)
            place = keys[:-1] if into_list or changes == [("drop", keys)] else keys
            if source and place[: len(misfit.keys)] != misfit.keys:
                place = source[:-1]
            inside = misfit.code == "duplicate-element-id" and len(place) > len(misfit.keys)
            raise Refused(INVALID, misfit.code, place if inside else misfit.keys)
        if store.is_typed and len(keys) > 1 and self.renames_row(state):
            store.loop.unclear = "a row's id written from outside of the row"
        if takes_out:
            # The value at the source ends before it is moved elsewhere.
            if self.covers(keys, source):
                store.ends.written(store.state, keys)
                self.end_slots(source)
            else:
                self.take_out(source)
        store.commit(state, keys, shifts, source, keys == self.base, changes)

    def renames_row(self, state):
        """Whether a row of a Swift feature that stays in place, and is not in its own step, has another id."""
        for spot in self.store.spots():
            rows = resolve(state, spot.keys)
            if spot.part.op != "for_each" or not spot.part["is_typed"] or not isinstance(spot.value, list) \
                    or not isinstance(rows, list) or len(rows) != len(spot.value):
                continue
            key = spot.part.id_key
            for index, (old, new) in enumerate(zip(spot.value, rows)):
                is_own = spot.keys + (str(index),) in self.store.held
                if not is_own and not same(child(old, key), child(new, key)):
                    return True
        return False

    def take_out(self, source):
        state = clone(self.store.state)
        around = resolve(state, source[:-1])
        del around[int(source[-1]) if isinstance(around, list) else source[-1]]
        self.store.commit(state, source, isinstance(around, list), changes=[("drop", source)])

    def check_removal(self, source, target, value):
        """M61: a move of which only the removal is refused, although the insertion would repair it: a case under
        another name."""
        if any(self.is_in_entry(spot, source) for spot in self.store.spots()):
            return  # E52 reports its mistake
        state = clone(self.store.state)
        del resolve(state, source[:-1])[source[-1]]
        found = misfits(self.store.feature, state, self.store.held)
        if any(misfit.in_reader for misfit in found) or found and self.store.has_shapes:
            self.store.loop.unclear = "a case that is moved to another name"
        if found and set(misfits(self.store.feature, put(state, target, value), self.store.held)) - set(found):
            self.store.loop.unclear = "a move with two mistakes"
        if found:
            raise Refused(INVALID, found[0].code, found[0].keys)

    def end_slots(self, source):
        for spot in self.store.slots.spots():
            if spot.keys[: len(source)] == source and spot.name in self.store.slots.table:
                self.store.slots.end(spot.name)

    def entry_misfits(self, state, keys, source=None):
        """E52: an entry of a path keeps its id and its element, even if one of them is moved away."""
        found = []
        for spot in self.store.spots():
            size, array = len(spot.keys), resolve(state, spot.keys)
            if spot.part.op not in PATHS or not isinstance(spot.value, list) or not isinstance(array, list):
                continue
            for place in [keys, source] if source and not self.covers(keys, source) else [keys]:
                if not self.is_in_entry(spot, place):
                    continue
                if spot.part["is_typed"] and not self.store.is_typed:
                    self.store.loop.unclear = "an entry of a path in Swift, written from outside"
                if place is source or not is_entry(child(array, place[size])):
                    found.append(Misfit(place))
        return found

    def with_source(self, state, source, found):
        """A state with the removed part of an entry left in place, since its removal is already a mistake: otherwise an
        array of entries would be taken for a plain path, whose elements have unknown content."""
        if source is None or Misfit(source) not in found:
            return state
        whole = clone(state)
        resolve(whole, source[:-1])[source[-1]] = clone(resolve(self.store.state, source))
        return whole

    def is_in_entry(self, spot, keys):
        """Whether keys lead to a member of an entry of a path, its id or its element."""
        size = len(spot.keys)
        return spot.part.op in PATHS and len(keys) == size + 2 and keys[:size] == spot.keys

    def is_in_plain_path(self, state, keys):
        for spot in self.store.spots():
            array = resolve(state, spot.keys)
            if spot.part.op in PATHS and keys[: len(spot.keys)] == spot.keys and isinstance(array, list) \
                    and not is_long(array):
                return True
        return False

    def covers(self, target, source):
        """Whether the moved value replaces its own container, or a container around that."""
        around = resolve(self.store.state, target[:-1]) if len(target) > len(self.base) else None
        return source[: len(target)] == target and not isinstance(around, list)
