"""["told", OBSERVER, "value", VALUE or null]"""

from rules.observing import CHANGED, OPEN, Observer, shown
from rules.values import clone

WEIGHT = 3
ORDER = 0
PLAYED_BY = ("c", "mixed", "swift")
TOLD = ("value",)
draw = None


class Kind(Observer):
    def begin(self, keys):
        self.tell_first("value", shown(self.known))

    def hear_at(self, keys, touched):
        new = clone(self.value(keys))
        old, self.known = self.known, new
        change = self.has_changed(keys, touched, old, new)
        if change == CHANGED:
            self.tell("value", shown(new))
        elif change == OPEN:
            self.may_tell("value", shown(new))
