"""The requests of a snapshot: the requests in flight, and later requests (B320, B330)."""

from dataclasses import dataclass

from effects import NAMES, members

from .requests import listed
from .resuming import NONE, KeptRequest
from .running import is_nothing


class Held:
    """An effect that waits, and its surroundings."""

    def __init__(self, effect, place, around):
        self.effect, self.place, self.around = effect, place, around


def promised(store, effect):
    """B330: an effect that waits, whose requests have their ids."""
    if is_nothing(effect):
        return effect
    name = effect[0]
    if name in ("merge", "chain"):
        return [name, [promised(store, member) for member in effect[1]]]
    if name in NAMES:
        return [*effect[:-1], promised(store, effect[-1])]
    if name == "ask" and len(effect) > 1 and isinstance(effect[1], str):
        store.met("request:promised")
        return ["promised", store.next_request(), *effect[1:]]
    return effect


def anew(effect):
    """The description of an effect whose requests were promised: each acceptance has ids of its own."""
    if is_nothing(effect):
        return effect
    name = effect[0]
    if name in ("merge", "chain"):
        return [name, [anew(member) for member in effect[1]]]
    if name in NAMES:
        return [*effect[:-1], anew(effect[-1])]
    return ["ask", *effect[2:]] if name == "promised" else effect


@dataclass
class Found:
    """A request, and its turn: in the outermost chain around it, or in an effect that waits."""

    kept: KeptRequest
    group: object
    link: int
    first: int = 0  # the first effect in flight in the chain that it is a later member of


class Keeping:
    """Finds the requests of a store, for a snapshot or a list."""

    def __init__(self, store, is_list=False):
        self.store, self.is_list, self.found, self.unasked = store, is_list, [], []
        self.chains = {}  # those around the effects in flight, with their outer chains, depths and groups
        self.ends = {}  # the link after those of each chain so far
        for self.first, running in enumerate(store.effects.running):
            self.add(running)
        self.found += self.later_members()

    def add(self, running):
        asking, chains = running.asking, running.around.chains
        group, end = id(chains[0]) if chains else None, 1
        if asking is not None and asking.is_accepted:
            self.found.append(Found(asking.listed() if self.is_list else asking.kept_now(), group, 0))
        if running.around.follows:
            resumed = self.store.effects.resumed.get(running.around.follows, NONE)
            self.unasked += [kept for kept in resumed.at(running.place) if kept not in self.unasked]
            return
        if running.held is not None:
            group = group or id(running)
            end = self.look(running.held.effect, running.held, (), 0, group, self.found)
        for depth in range(len(chains), 0, -1):
            chain = chains[depth - 1]
            self.chains.setdefault(id(chain), (chain, chains[depth - 2] if depth > 1 else None, depth, group, self.first))
            self.note(chain, end if depth == len(chains) else 0)

    def note(self, chain, end):
        self.ends[id(chain)] = max(end, self.ends.get(id(chain), 0))

    def later_members(self):
        """Inner chains come first, because an outer chain waits for them."""
        found = []
        for chain, outer, _, group, self.first in sorted(self.chains.values(), key=lambda one: -one[2]):
            link = self.ends[id(chain)]
            for index in range(chain.next, 0 if chain.is_over else len(chain.members)):
                link = self.look(chain.members[index], chain, (), link, group, found)
            if outer is not None:
                self.note(outer, link)
        order = list(dict.fromkeys(group for *_, group, _ in self.chains.values()))
        return sorted(found, key=lambda one: (order.index(one.group), one.link, one.first))

    def look(self, effect, holder, ids, link, group, found):
        """The next free link."""
        if is_nothing(effect):
            return link
        name = effect[0]
        if name in ("merge", "chain"):
            inner, end = link, link
            for member in effect[1]:
                end = max(end, self.look(member, holder, ids, inner, group, found))
                inner = end if name == "chain" else inner
            return end
        if name in NAMES:
            link += name in ("delay", "debounce")
            is_id = "id" in members(name) and name != "throttle"
            return self.look(effect[-1], holder, ids + (effect[1],) if is_id else ids, link, group, found)
        if effect[0] in ("promised", "resume", "again"):
            found.append(self.kept(effect, holder, ids, group, link))
            found[-1].first = self.first
        return link + 1

    @staticmethod
    def kept(effect, holder, ids, group, link):
        names = tuple(name for _, name, _ in holder.around.ids) + ids
        if effect[0] == "resume":
            return Found(effect[1].at(holder.place, names + effect[1].ids), group, link)
        if effect[0] == "again":
            asking = effect[1]
            return Found(KeptRequest(asking.id, asking.name, asking.value, asking.ask, holder.place, asking.attempts,
                                     asking.last_part, names, False), group, link)
        _, number, name, question, ask = [*effect, None, None][:5]
        return Found(KeptRequest(number, name, question, ask or {}, holder.place, 0, None, names, False), group, link)

    def listed(self):
        """B313, B330."""
        return [one.kept if isinstance(one.kept, dict) else listed(self.store, one.kept) for one in self.found]

    def requests(self):
        """In turns where a chain has several."""
        links, numbers, result = {}, {}, []
        for one in self.found:
            links.setdefault(one.group, set()).add(one.link)
        for one in self.found:
            kept = one.kept
            if one.group is not None and len(links[one.group]) > 1:
                number = numbers.setdefault(one.group, len(numbers))
                self.store.met("request:in turn")
                kept = kept.in_turn(number, sum(link < one.link for link in links[one.group]))
            result.append(kept)
        return result + self.unasked
