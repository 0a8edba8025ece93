"""The position of a reducer (A, C): its state, and the owner of its effects."""

from dataclasses import replace as changed

from .features import Spot
from .running import Place
from .values import MISSING, case_of, resolve, wrap


class Around:
    """The position of a reducer: the keys and the name of its state, the owner of its effects."""

    def __init__(self, keys=(), name=(), place=Place()):
        self.keys, self.name, self.place = keys, name, place

    def spot(self, part, state):
        keys = self.keys + part.keys
        own = resolve(state, self.keys)
        value = MISSING
        if "state_case" in part.node:
            found = case_of(own)
            if found is not None and found[0] == part["state_case"]:
                value = found[1]
        else:
            value = resolve(state, keys)
        return Spot(part, keys, self.name + part.keys, value)

    def inside(self, part, spot, segment, presented=None, embed=None, element=None):
        """The position of an operator's child."""
        outer = self.place
        path = part["case"]
        form = embed or (lambda action: action)
        place = Place(outer.owner + (segment,), lambda action: outer.embed(wrap(path, form(action))),
                      outer.presented, outer=outer, depth=outer.depth + 1)
        if presented is not None:
            dismissal = outer.embed(wrap(path, presented))
            place = changed(place, presented=(place.owner, dismissal))
        keys, name = element or ((), ())
        place = changed(place, name=spot.name + name)
        return Around(spot.keys + keys, spot.name + name, place)
