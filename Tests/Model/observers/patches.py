"""["told", OBSERVER, "patches", VALUE]: the mirror that the player keeps, after the patch; null if the patch could not
be applied"""

from rules.observing import UNTOUCHED, Observer, shown
from rules.values import clone, is_container, same

WEIGHT = 2
ORDER = 4
PLAYED_BY = ("c", "mixed")
TOLD = ("patches",)
draw = None


class Kind(Observer):
    def hear_at(self, keys, touched):
        new = clone(self.value(keys))
        old, self.known = self.known, new
        if not same(old, new):
            self.tell("patches", shown(new))
        elif is_container(new) and self.touch(keys, touched) != UNTOUCHED:
            self.may_tell("patches", shown(new))
