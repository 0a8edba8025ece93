"""`python -m kumiki generate`: the `kumiki generate` command, for users of the wheel."""

from __future__ import annotations

import sys


def main(arguments: list[str]) -> int:
    if arguments[:1] != ["generate"]:
        print("usage: python -m kumiki generate --language LANGUAGE FILE", file=sys.stderr)
        return 2
    from kumiki._generate.__main__ import main as generate

    return int(generate(arguments[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
