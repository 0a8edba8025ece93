"""Lists (J40 to J51): the shown rows and their order, their totals, and who is notified."""

import json
import math
from functools import cmp_to_key

from .conditions import holds, is_valid, places
from .features import LISTS
from .naming import ROW
from .observing import CHANGED, OPEN, UNTOUCHED, Observer
from .statuses import BUSY, CLOSED, INVALID, NOT_FOUND, OK
from .values import MISSING, child, clone, is_absent, parse, resolve, same

# The options that name places: in the state, or in a row.
PLACES = {"sort_place": str, "group": str, "filter": str, "nested": str, "parent": str, "numbers": list, "parameters": list}


# ----------------------------------------------------------------------------- the order


def rank(value):
    """J41: missing, null, false, true, numbers, strings, arrays, objects."""
    if is_absent(value):
        return 0 if value is MISSING else 1
    if isinstance(value, bool):
        return 3 if value else 2
    return 4 if isinstance(value, (int, float)) else {str: 5, list: 6}.get(type(value), 7)


def order(one, other):
    """Negative if the first value comes first."""
    here, there = rank(one), rank(other)
    if here != there:
        return here - there
    if here == 5:
        one, other = one.encode(), other.encode()
    return (one > other) - (one < other) if here in (4, 5) else 0


def order_of_groups(one, other):
    """J47: arrays and objects by their JSON text, with sorted keys. L12: a missing value and null are one group."""
    if is_absent(one) and is_absent(other):
        return 0
    here = order(one, other)
    if here != 0 or rank(one) < 6:
        return here
    one, other = written(one), written(other)
    return (one > other) - (one < other)


def written(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def whole(value):
    """The integer in a value; 0 for any other value."""
    return value if type(value) is int else 0


def inside(row, pointer):
    """The value at a pointer of a row; MISSING for an invalid pointer."""
    keys = parse(pointer)
    return MISSING if keys is None else resolve(row, keys)


def sort_of(text):
    """A place in a row and whether the largest come first; None for a string that is not a sort key."""
    if not isinstance(text, str):
        return None
    keys = parse(text.removeprefix("-"))
    return None if keys is None else (keys, text.startswith("-"))


def sorts_of(value):
    """J43: the sort keys that a place specifies; None if it specifies nothing."""
    texts = [value] if isinstance(value, str) else value
    sorts = [sort_of(one) for one in texts] if isinstance(texts, list) else [None]
    return None if None in sorts else sorts


def total(values):
    """J48: exact for integers, a real number if one is among them or 64 bits are not enough; null beyond the largest."""
    numbers = [one for one in values if rank(one) == 4]
    integers = sum(one for one in numbers if isinstance(one, int))
    reals = 0.0
    for one in numbers:
        reals += one if isinstance(one, float) else 0
    is_exact = all(isinstance(one, int) for one in numbers) and -(1 << 63) <= integers < 1 << 63
    added = integers if is_exact else reals + float(integers)
    made = {"count": len(numbers), "sum": added if math.isfinite(added) else None}
    if numbers:
        least = greatest = numbers[0]
        for one in numbers[1:]:
            least, greatest = one if one < least else least, one if one >= greatest else greatest
        made |= {"min": least, "max": greatest}
    return made


def named_places(keys, options):
    """S171: the places of a store that a list is made with."""
    element = keys + (ROW,)
    nested = parse(options["nested"]) if "nested" in options else None
    parent = parse(options["parent"]) if "parent" in options else None
    joins = [(parse(place), parse(rows) + (ROW,)) for place, rows in options.get("joins", [])]
    # An object may have a member "0" where the rows inside would be.
    row = element if nested is None else element + nested + ("0",)
    yield element
    if nested is not None:
        yield row
    inside = [sort_of(text)[0] for text in options.get("sort", [])]
    inside += [parse(text) for text in options.get("numbers", [])]
    inside += [parse(options["group"])] if "group" in options else []
    inside += list(places(options.get("where", {"and": []}), True)) + [place for place, _ in joins]
    for one in inside:
        # J432: a place below an id is in the row that the id names.
        around = [(place, rows) for place, rows in joins if len(one) > len(place) and one[: len(place)] == place]
        if around:
            place, rows = around[-1]
            yield rows + one[len(place) :]
        elif parent is not None and one[: len(parent)] == parent:
            if one != parent:
                yield element + one[len(parent) :]
        else:
            yield row + one
    for text in options.get("parameters", []) + [options[name] for name in ("sort_place",) if name in options]:
        yield parse(text)
    yield from places(options.get("where", {"and": []}), False)
    for _, rows in joins:
        yield rows


def putting(value, keys, other):
    """A copy of a value with another value at a place, or without the member there; itself if no way leads there."""
    if not keys:
        return other
    if not isinstance(value, (dict, list)):
        return value
    now = child(value, keys[0])
    if len(keys) > 1 or other is MISSING or isinstance(value, list):
        if now is MISSING:
            return value
    if len(keys) == 1 and other is MISSING:
        return {key: each for key, each in value.items() if key != keys[0]} if isinstance(value, dict) else value
    made = putting(now, keys[1:], other)
    if isinstance(value, dict):
        return {**value, keys[0]: made}
    index = int(keys[0])
    return [*value[:index], made, *value[index + 1 :]]


class Row:
    """A row in the state, with its parent if it is nested, and as the list reads it."""

    def __init__(self, row, parent, read):
        self.row, self.parent, self.read = row, parent, read


# ------------------------------------------------------------------------------- a list


class RowsList:
    """A list, computed again for every read."""

    def __init__(self, world, view, keys, options):
        self.world, self.view, self.keys, self.options = world, view, keys, options
        self.first, self.limit = options.get("first", 0), options.get("limit", 0)
        self.parameters = [parse(one) for one in options.get("parameters", [])]
        self.sort_place = parse(options["sort_place"]) if "sort_place" in options else None
        read = list(places(options.get("where", {"and": []}), False))
        followed = [keys, *self.parameters, *read] + ([] if self.sort_place is None else [self.sort_place])
        self.places = [Observer(world, -1, view, "value", one, []) for one in followed]
        self.joins = [(parse(place), Observer(world, -1, view, "value", parse(rows), []))
                      for place, rows in options.get("joins", [])]
        self.is_wide = bool(self.joins) or "nested" in options
        self.turn, self.shows = (world.next_turn(),), 0
        self.id_key, self.is_known = self.id_key_of_now()
        self.observers, self.is_freed = [], False
        self.is_telling = self.is_due_again = False  # during their notification, and in a burst that they cause
        self.is_renamed = False  # another reducer uses other ids for the rows
        self.known, self.status, self.was_gone = self.look(), UNTOUCHED, False

    def id_key_of_now(self):
        """The id members: of an element, of a nested row, and of the rows of each join; and whether operators know it."""
        own, is_known = self.id_key_at(self.places[0].address())
        inside = "id"
        if "nested" in self.options:
            rows = self.places[0].address()
            nested = () if rows is None else parse(self.options["nested"])
            found = {self.id_key_at(rows + (str(index), *nested))
                     for index in range(len(self.array()))} if rows is not None else set()
            if len(found) > 1:
                self.world.loop.unclear = "nested rows whose operators are different"
            inside = min(found)[0] if found else None
        return (own, inside, tuple(self.id_key_at(place.address())[0] for _, place in self.joins)), is_known

    def id_key_at(self, address):
        for spot in self.world.store.spots():
            if spot.part.op in LISTS and spot.keys == address:
                return spot.part.id_key, True
        return "id", False

    def is_gone(self):
        """J140: whether this is the list of a view whose state is gone, which keeps the rows of the last value."""
        return self.view is not None and self.view.address() is None

    def at(self, place):
        if self.is_gone():
            return resolve(self.view.last, place.keys)
        return resolve(self.world.store.state, place.address())

    def everything(self):
        """The state that the list's places are in."""
        if self.is_gone():
            return self.view.last
        return resolve(self.world.store.state, () if self.view is None else self.view.address())

    # ------------------------------------------------------------------- which rows, in which order

    def array(self):
        rows = self.at(self.places[0])
        return rows if isinstance(rows, list) else []

    def elements(self):
        """All rows, in the order of the array."""
        if "nested" not in self.options:
            return [Row(row, None, self.read(row)) for row in self.array()]
        keys, found = parse(self.options["nested"]), []
        for parent in self.array():
            rows = resolve(parent, keys)
            for row in rows if isinstance(rows, list) else []:
                read = row
                if "parent" in self.options:
                    read = putting(read, parse(self.options["parent"]), putting(parent, keys, MISSING))
                found.append(Row(row, parent, self.read(read)))
        return found

    def read(self, row):
        """J432: a row with other rows in place of their ids."""
        for keys, place in self.joins:
            identifier, rows = resolve(row, keys), self.at(place)
            key = self.id_key[2][self.joins.index((keys, place))]
            if is_absent(identifier) or not isinstance(rows, list):
                continue
            for one in rows:
                if same(child(one, key), identifier):
                    row = putting(row, keys, one)
                    break
        return row

    def all(self):
        """J40, J42, J47: the rows of the whole list."""
        rows, values = self.elements(), [self.at(place) for place in self.places[1:]]
        if "filter" in self.options:
            least = whole(values[0]) if self.parameters else 0
            rows = [row for row in rows if whole(inside(row.read, self.options["filter"])) >= least]
        if "where" in self.options:
            everything = self.everything()
            rows = [row for row in rows if holds(self.options["where"], row.read, everything)]
        sorts = None if self.sort_place is None else sorts_of(values[-1])
        if sorts is None:
            sorts = [sort_of(one) for one in self.options.get("sort", [])]
        return sorted(rows, key=cmp_to_key(lambda one, other: self.compare(sorts, one.read, other.read)))

    def compare(self, sorts, one, other):
        found = order_of_groups(self.group_of(one), self.group_of(other))
        for keys, is_descending in sorts:
            if found != 0:
                break
            pair = resolve(one, keys), resolve(other, keys)
            # J46: the program's own comparison puts the largest integer first.
            found = whole(pair[1]) - whole(pair[0]) if self.options.get("compare") else order(*pair)
            found = -found if is_descending else found
        return found

    def group_of(self, row):
        return inside(row, self.options["group"]) if "group" in self.options else MISSING

    def shown(self, rows):
        """J45."""
        end = len(rows) if self.limit == 0 else self.first + self.limit
        return rows[self.first : end]

    def id_of(self, row):
        """J431: the id of a nested row is its parent's id and its own."""
        if "nested" not in self.options:
            found = child(row.row, self.id_key[0])
            return None if found is MISSING else clone(found)
        pair = [child(row.parent, self.id_key[0]), child(row.row, self.id_key[1])]
        return None if any(map(is_absent, pair)) else clone(pair)

    # ------------------------------------------------------------------------------- answers

    def answer(self):
        self.note_other_operators()
        rows = self.all()
        shown = self.shown(rows)
        return {"rows": [clone(row.read) for row in shown], "ids": [self.id_of(row) for row in shown],
                "index": [self.index(shown, self.id_of(row)) for row in shown],
                "totals": self.totals(rows), "groups": self.groups(rows)}

    def index(self, shown, identifier):
        """The index of a row with an id; if several rows have it, the first in the array."""
        if identifier is None:
            return None
        found = next(row for row in self.elements() if same(self.id_of(row), identifier))
        return next((index for index, row in enumerate(shown) if row.row is found.row), None)

    def totals(self, rows):
        numbers = {one: total([inside(row.read, one) for row in rows])
                   for one in self.options.get("numbers", [])}
        return {"count": len(rows), "numbers": numbers}

    def groups(self, rows):
        starts = [index for index, row in enumerate(rows)
                  if index == 0 or order_of_groups(self.group_of(rows[index - 1].read), self.group_of(row.read)) != 0]
        made = []
        for start, end in zip(starts, [*starts[1:], len(rows)]):
            group = self.group_of(rows[start].read)
            made.append({"group": None if group is MISSING else clone(group), "first": start,
                         **self.totals(rows[start:end])})
        return made

    # --------------------------------------------------------------------------- who is told

    def note_other_operators(self):
        if self.is_gone():
            return
        if (self.id_key, self.is_known) != self.id_key_of_now() and not is_absent(self.at(self.places[0])):
            self.world.loop.unclear = "a list of rows whose operator has come or gone"

    def take_operators(self):
        """L20: if another reducer uses other ids for the shown rows, the list is reset."""
        if self.is_gone():
            if self.shown(self.all()):
                self.world.loop.unclear = "how another reducer calls the rows of a view whose state has gone"
            return
        before, (self.id_key, self.is_known) = self.id_key, self.id_key_of_now()
        if before != self.id_key:
            self.is_renamed = self.is_renamed or bool(self.shown(self.all()))
            self.status = max(self.status, OPEN)

    def look(self):
        rows = self.all()
        start = min(self.first, len(rows))
        values = [clone(self.at(place)) for place in self.places]
        shown = self.shown(rows)
        return values[1:], [clone(row.read) for row in shown], start, values[0], [self.name_of(row) for row in shown]

    def name_of(self, row):
        """The identity of a row among rows with equal values: its id, or otherwise its index."""
        identifier, array = self.id_of(row), self.elements()
        is_only = identifier is not None and sum(same(self.id_of(one), identifier) for one in array) == 1
        return identifier, None if is_only else next(index for index, one in enumerate(array) if one.row is row.row)

    def note(self, touched):
        """A write in a hidden row notifies no observer, nor does another equal value of a parameter."""
        array = self.places[0]
        keys = array.address()
        if self.is_wide:
            self.status = max(self.status, OPEN)  # a write beside the rows may be told
            return
        if keys is None:
            if not self.was_gone and self.may_have_been_written(touched):
                self.status = max(self.status, OPEN)
            return
        if array.view is not None and array.view.goes_through_row():
            here, which = self.world.store.name_of(keys), 1
        else:
            here, which = keys, 0
        inside = [one for one in touched
                  if not one[2] and len(one[which]) > len(here) and one[which][: len(here)] == here]
        rest = [one for one in touched if one not in inside]
        shown = self.shown(self.all())
        rows = [keys + (str(index),) for index, row in enumerate(self.array()) if any(row is one.row for one in shown)]
        for place, writes in [(keys, rest)] + [(row, inside) for row in rows]:
            self.status = max(self.status, array.touch(place, writes))

    def may_have_been_written(self, touched):
        """Whether rows were written before they were removed in the same burst: then observers receive a reset."""
        around = self.view.place()
        if around is None:
            return True
        here = around + self.places[0].keys
        inside = any(one[2] or one[0][: len(here)] == here for one in touched)
        # Each write is recorded twice; the last record around them removed them.
        return inside or sum(one[0] == here[: len(one[0])] for one in touched) > 2

    def restored(self):
        """A restore writes an array that has changed as a whole."""
        if not same(self.at(self.places[0]), self.known[3]):
            self.status = max(self.status, OPEN)

    def hear(self, touched):
        del touched
        self.tell()

    def tell(self, is_other=False):
        """J44: after a burst, and before and after another part is shown."""
        if self.is_freed or self.is_telling:
            self.is_due_again = True
            return
        old, self.known = self.known, self.look()
        status, self.status, self.was_gone = self.status, UNTOUCHED, self.is_gone()
        values, shown, start, array, names = self.known
        values_before, shown_before, start_before, array_before, names_before = old
        if not shown and not shown_before:
            return  # L15
        differs = not all(map(same, values, values_before)) or not same(shown, shown_before)
        differs = differs or is_other and start != start_before or self.is_renamed
        self.is_renamed = False
        is_list = isinstance(array, list) and isinstance(array_before, list)
        is_open = status != UNTOUCHED or names != names_before
        if not differs and not is_open and (is_list or same(array, array_before)):
            return
        self.note_other_operators()
        self.is_telling = True
        for observer in list(self.observers):
            if self.is_due_again:
                self.world.loop.unclear = "what an observer of a list reads that is told of an earlier one"
            if not observer.is_freed and not self.world.store.has_ended:
                (observer.tell if differs else observer.may_tell)("list", clone(shown))
        self.is_telling = False
        if self.is_due_again:
            self.is_due_again = False
            self.tell()


class ListObserver(Observer):
    """An observer of a list, called in the list's turn."""

    def __init__(self, world, index, rows, commands):
        super().__init__(world, index, None, "list", (), commands)
        self.rows = rows

    def address(self):
        return None

    def subscribe(self):
        self.tell_first("list", [clone(row.read) for row in self.rows.shown(self.rows.all())])

    def hear(self, touched):
        """The list itself is notified."""


# ------------------------------------------------------------------------------- commands


def options_of(given):
    """The complete options; None if a place among them is malformed."""
    made = {name: given[name] for name, kind in PLACES.items() if isinstance(given.get(name), kind)}
    for name in ("numbers", "parameters"):
        if name in made:
            made[name] = [one for one in made[name] if isinstance(one, str)]
    if isinstance(given.get("sort"), list):
        made["sort"] = [one for one in given["sort"] if isinstance(one, str)]
    for name in ("first", "limit"):
        made[name] = max(0, whole(given.get(name)))
    made["compare"] = given.get("compare") is True
    if "where" in given:
        made["where"] = given["where"]
    places = [made[name] for name in ("sort_place", "group") if name in made]
    places += made.get("numbers", []) + made.get("parameters", [])
    places += [made[name] for name in ("nested", "parent") if name in made]
    joins = given.get("joins", [])
    if not all(isinstance(one, list) and len(one) == 2 and all(isinstance(text, str) for text in one) for one in joins):
        return None
    made["joins"] = joins
    places += [text for one in joins for text in one]
    if "parent" in made and ("nested" not in made or made["parent"] == "") or any(one[0] == "" for one in joins):
        return None
    is_right = all(parse(one) is not None for one in places)
    is_right = is_right and all(sort_of(one) is not None for one in made.get("sort", []))
    is_right = is_right and is_valid(given.get("where", {"and": []}))
    return made if is_right else None


class Listing:
    """The commands for lists; mixed into the others."""

    def list_at(self, number):
        known = isinstance(number, int) and 0 <= number < len(self.lists)
        return self.lists[number] if known else None

    def do_list_rows(self, index, pointer, options):
        view = self.view(index)
        if view is MISSING or not isinstance(pointer, str) or not isinstance(options, dict):
            return None
        number = len(self.lists)
        self.lists.append(None)
        keys, options = parse(pointer), options_of(options)
        if keys is None or options is None:
            return INVALID
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        if view is not None and view.address() is None:
            return NOT_FOUND
        if self.cannot_be_there(view, *named_places(keys, options)):
            return INVALID
        self.lists[number] = RowsList(self, view, keys, options)
        self.note_typed_list(self.lists[number].places[0].address())
        return OK

    def do_list_get(self, number):
        rows = self.list_at(number)
        if rows is None:
            return None
        if self.store.has_ended:
            return CLOSED, None
        if self.is_reducing():
            return BUSY, None
        return OK, rows.answer()

    def do_list_show(self, number, first, limit):
        rows = self.list_at(number)
        if rows is None or whole(first) < 0 or whole(limit) < 0:
            return None
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing() or rows.is_telling:
            return BUSY
        rows.tell()
        rows.first, rows.limit = whole(first), whole(limit)
        rows.shows += 1
        if not self.store.has_ended:
            self.store.telling(lambda: rows.tell(is_other=True))
        return OK

    def do_observe_list(self, number, commands):
        rows = self.list_at(number)
        if rows is None:
            return None
        place = len(self.observers)
        self.observers.append(None)
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        rows.tell()
        if rows.is_freed or self.store.has_ended:
            self.loop.unclear = "an observer of a list that ends while it subscribes"
        observer = ListObserver(self, place, rows, commands)
        rows.observers.append(observer)
        self.join(place, observer)
        return OK

    def do_list_free(self, number):
        rows = self.list_at(number)
        if rows is not None:
            self.end_list(number)

    def end_list(self, number):
        """J51: its observers are no longer notified."""
        rows, self.lists[number] = self.lists[number], None
        if rows is not None:
            rows.is_freed = True
            for observer in rows.observers:
                observer.is_freed = True
