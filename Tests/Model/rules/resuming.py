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

    def saved(self):
        """The request in the snapshot's text, which does not contain a secret question."""
        if not self.ask.get("secret"):
            return self
        way = self.ask.get("restart", "again")
        ask = {**self.ask, "restart": "fail" if way == "again" else way}
        return replace(self, value=None, ask=ask, last_part=None)

    def is_at(self, place):
        return self.place.name == place.name and len(self.place.owner) == len(place.owner)


class Resuming:
    """The requests of a snapshot that is being restored, and those of the effects that have ended because of that."""

    def __init__(self):
        self.kept, self.ended, self.leaving = [], None, []

    def begin(self, kept=()):
        self.kept, self.ended = list(kept), []

    def end(self):
        """The other requests are cancelled."""
        self.leaving, self.kept, self.ended = self.ended, [], None
        for asking in self.leaving:
            asking.over("cancelled")
        self.leaving = []

    def keep(self, asking):
        """Whether an effect that ends may continue as another one."""
        if self.ended is None:
            return False
        self.ended.append(asking)
        return True

    def take(self, place):
        """B320: the requests of a feature that its state does not ask again."""
        found = [kept for kept in self.kept if not kept.is_followed and kept.is_at(place)]
        self.kept = [kept for kept in self.kept if kept not in found]
        return [(["resume", kept], place) for kept in found]

    def followed(self, asking):
        """B322: the request that a state-driven effect asks again."""
        for kept in self.kept if asking.is_followed else ():
            if (kept.is_followed and kept.is_at(asking.running.place) and kept.name == asking.name
                    and same(kept.value, asking.value)):
                self.kept.remove(kept)
                return kept
        return None

    def former(self, asking):
        """B321, B322: the ended effect of the same request, by the id in the snapshot, or by question and feature."""
        for former in self.ended or ():
            is_same = (former.name == asking.name and same(former.value, asking.value)
                       and former.scope == asking.scope)
            if former.id == asking.kept.id if asking.kept is not None else is_same:
                self.ended.remove(former)
                return former
        return None
