"""`python -m kumiki generate` and `check`: the commands `kumiki generate` and `check`, for users of the wheel."""

from __future__ import annotations

import sys


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["check"]:
        from kumiki._check.__main__ import main as check

        return int(check(arguments[1:]))
    if arguments[:1] != ["generate"]:
        usage = "python -m kumiki generate --language LANGUAGE FILE, or python -m kumiki check MODULE"
        print(f"usage: {usage}", file=sys.stderr)
        return 2
    from kumiki._generate.__main__ import main as generate

    return int(generate(arguments[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
