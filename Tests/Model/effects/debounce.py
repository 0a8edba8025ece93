"""["debounce", ID, NS, EFFECT]"""

WEIGHT = 1.5
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("id", "time")
HOLDS_WORKERS = False


def take(table, place, around, done, identifier, wait, effect):
    """B29, B30: a request drops the waiting request and stops the started one."""
    table.accept(["cancellable", identifier, True, ["delay", wait, effect]], place, around, done)
