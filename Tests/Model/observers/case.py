"""["told", OBSERVER, "case", NAME or null, VALUE or null]"""

from play.shapes import Enum, Optional
from rules.observing import Observer
from rules.values import case_of, clone, is_absent

WEIGHT = 2
ORDER = 1
PLAYED_BY = ("c", "mixed")
TOLD = ("case",)


def draw(maker, number, store):
    return maker.place_of((Optional, Enum), number, store)


class Kind(Observer):
    def begin(self, keys):
        self.tell_first("case", *case(self.known))

    def hear_at(self, keys, touched):
        new = clone(self.value(keys))
        old, self.known = self.known, new
        before, after = case(old), case(new)
        if before[0] != after[0] or is_absent(old) != is_absent(new):
            self.tell("case", *after)


def case(value):
    if is_absent(value):
        return None, None
    found = case_of(value)
    if found is None:
        return None, clone(value)
    return found[0], None if found[1] == {} and isinstance(value, str) else clone(found[1])
