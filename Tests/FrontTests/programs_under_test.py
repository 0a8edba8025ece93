"""What run has built, for the tests beside it."""

COMMANDS: dict[str, list[str]] = {}  # by the name of the file with main
PATIENCE = 20.0  # seconds: how long to wait for what must come
