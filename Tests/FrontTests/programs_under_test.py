"""What run has built, for the tests beside it."""

COMMANDS: dict[str, list[str]] = {}  # by the name of the file with main
STILL = 60  # looks, one a second, at which a program may wait for nothing
