"""["ended", ACTION, EFFECT]: the option of a state-driven effect, and not an effect"""

from dataclasses import replace

from rules.running import Chain, is_nothing

WEIGHT = 0
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("action",)
HOLDS_WORKERS = True


def take(table, place, around, done, action, effect):
    """B413: as a chain, whose second member sends the action if the first one has sent nothing."""
    if is_nothing(effect):
        return done()
    sent = []

    def noting(inner):
        sent.append(inner)
        return place.embed(inner)

    chain = Chain(around.ids, members=[effect, ["send", action]], place=place, around=around)
    inside = replace(around, chains=around.chains + (chain,))

    def last():
        if table.store.has_ended:
            return
        if chain.is_over:
            return done()
        chain.next = 2
        if sent:
            return done()
        table.store.met("effect:ended")
        table.begin(["send", action], place, inside, done)

    chain.next = 1
    table.begin(effect, replace(place, embed=noting), inside, last)
