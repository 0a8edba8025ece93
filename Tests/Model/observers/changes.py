"""["told", OBSERVER, "changes", VALUE, BACK]: the mirror as for patches, and the result of the inverse patch on a copy
of it"""

from rules.observing import UNTOUCHED, Observer, shown
from rules.values import clone, is_container, same

WEIGHT = 6
ORDER = 5
PLAYED_BY = ("c", "mixed")
TOLD = ("changes",)
draw = None


class Kind(Observer):
    def begin(self, keys):
        if keys is None:
            self.world.loop.unclear = "the way back to what a view showed before it was observed"

    def hear_at(self, keys, touched):
        """U1: the value, and the result of the inverse patch: the last reported value, or one that a view has shown
        since."""
        new = clone(self.value(keys))
        old, self.known = self.known, new
        if not same(old, new):
            self.tell("changes", shown(new), shown(old))
        elif is_container(new) and self.touch(keys, touched) != UNTOUCHED:
            self.may_tell("changes", shown(new), shown(old))
