"""Requests that continue in another store, state or reducer (B320 to B322)."""

from dataclasses import dataclass, replace

from .values import same

INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class KeptRequest:
    """A request in a snapshot. `ids`: the ids around it, outermost first."""

    id: str
    name: str
    value: object
    ask: dict
    place: object
    attempts: int
    last_part: object
    ids: tuple
    is_followed: bool
    turn: object = None  # the number of its chain, and its link

    def saved(self):
        """The request in the snapshot's text, which does not contain a secret question."""
        if not self.ask.get("secret"):
            return self
        way = self.ask.get("restart", "again")
        ask = {**self.ask, "restart": "fail" if way == "again" else way}
        return replace(self, value=None, ask=ask, last_part=None)

    def at(self, place, ids):
        return replace(self, place=place, ids=ids)

    def in_turn(self, chain, link):
        return replace(self, turn=(chain, link))

    def is_at(self, place):
        return self.place.name == place.name and len(self.place.owner) == len(place.owner)


def in_turns(found):
    """B330: the effects that ask requests again, in the order of their chains."""
    effects, seen = [], set()
    for kept in found:
        if kept.turn is None:
            effects.append(["resume", kept])
        elif kept.turn[0] not in seen:
            seen.add(kept.turn[0])
            alike = [one for one in found if one.turn is not None and one.turn[0] == kept.turn[0]]
            links = sorted({one.turn[1] for one in alike})
            effects.append(["chain", [["merge", [["resume", one] for one in alike if one.turn[1] == link]]
                                      for link in links]])
    return effects


class Unasked:
    """B322: the requests that state-driven effects ask again, perhaps later."""

    def __init__(self, kept):
        self.kept = kept

    def at(self, place):
        return [kept for kept in self.kept if kept.is_followed and kept.is_at(place)]

    def followed(self, asking):
        for kept in self.at(asking.running.place):
            if kept.name == asking.name and same(kept.value, asking.value):
                self.kept.remove(kept)
                return kept
        return None


NONE = Unasked([])


class Resuming:
    """While a snapshot is restored: its requests, and the requests of the effects that have ended."""

    def __init__(self):
        self.kept, self.ended, self.leaving, self.unasked = [], None, [], NONE

    def begin(self, kept=()):
        self.kept, self.ended = list(kept), []
        self.unasked = Unasked(self.kept)

    def end(self):
        """The other requests are cancelled."""
        self.leaving, self.kept, self.ended, self.unasked = self.ended, [], None, NONE
        for asking in self.leaving:
            asking.over("cancelled")
        self.leaving = []

    def keep(self, asking):
        """Whether an effect that ends may continue as another one."""
        if self.ended is None:
            return False
        self.ended.append(asking)
        return True

    def take(self, place, declarations):
        """B320: the requests of a feature that its state does not ask again. B319: its declarations, the outermost first."""
        place = replace(place, requests=tuple(reversed(declarations)))
        found = [kept for kept in self.kept if not kept.is_followed and kept.is_at(place)]
        for kept in found:
            self.kept.remove(kept)
        return [(effect, place) for effect in in_turns(found)]

    def former(self, asking):
        """B321, B322: the ended effect of the same request, by the id in the snapshot, or by question and feature."""
        for former in self.ended or ():
            is_same = (former.name == asking.name and same(former.value, asking.value)
                       and former.is_answered == asking.is_answered and former.scope == asking.scope)
            if former.id == asking.kept.id if asking.kept is not None else is_same:
                self.ended.remove(former)
                return former
        return None
