"""Views (C12 to C18): addresses of a part of the state."""

from .features import LISTS, row_name
from .values import MISSING, canon, child, clone, is_absent, resolve, wrap


class View:
    """A part of a store: at a pointer, or a row by its id. It keeps its last value."""

    def __init__(self, world, outer, keys, case, identifier=MISSING):
        self.world, self.outer, self.keys, self.case, self.id = world, outer, keys, case, identifier
        self.last = clone(self.value())
        self.turn = self.turn_among(world)

    def turn_among(self, world):
        """The position of its observers among those of a typed store: its own turn. Two views of one place are the same
        view there (C14)."""
        held = world.stores[1:] + [observer.view for observer in world.observers if observer]
        for other in held:
            if other and other.place_and_cases() == self.place_and_cases():
                return other.turn
        return (self.outer.turn if self.outer else ()) + (world.next_turn(),)

    def place_and_cases(self):
        outer = self.outer.place_and_cases() if self.outer else ()
        return outer + ((self.keys, self.case, None if self.id is MISSING else canon(self.id)),)

    @property
    def is_row(self):
        return self.id is not MISSING

    def address(self):
        """The present keys; None if the part is missing."""
        outer = () if self.outer is None else self.outer.address()
        if outer is None:
            return None
        keys = outer + self.keys
        state = self.world.store.state
        if self.id is MISSING:
            # The whole of a state is always present, whatever its value.
            return None if keys and is_absent(resolve(state, keys)) else keys
        for spot in self.world.store.spots():
            if spot.part.op in LISTS and spot.keys == keys and isinstance(spot.value, list):
                for index, row in enumerate(spot.value):
                    held = self.world.store.held.get(keys + (str(index),))
                    if (held or row_name(child(row, spot.part.id_key))) == row_name(self.id):
                        inner = () if spot.part.op == "for_each" else ("element",)
                        here = keys + (str(index),) + inner
                        return None if is_absent(resolve(state, here)) else here
                return None
        return None

    def place(self):
        """The same, whether the value is present or not; None if a row on the way is missing."""
        if self.id is not MISSING:
            return self.address()
        outer = () if self.outer is None else self.outer.place()
        return None if outer is None else outer + self.keys

    def value(self):
        keys = self.address()
        return MISSING if keys is None else resolve(self.world.store.state, keys)

    def keep(self):
        value = self.value()
        if value is not MISSING:
            self.last = clone(value)

    def embed(self, action):
        if self.id is not MISSING:
            action = {"element": {"id": clone(self.id), "action": action}}
        action = wrap(self.case, action)
        return action if self.outer is None else self.outer.embed(action)

    def goes_through_row(self):
        return self.id is not MISSING or (self.outer is not None and self.outer.goes_through_row())
