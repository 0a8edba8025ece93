"""Writes measured tables into pages, between the marks <!-- name --> and <!-- /name -->."""

import re
import sys

from measure import tools


def write(page, parts):
    """Writes the lines of each part in its place."""
    text = page.read_text()
    for name, lines in parts.items():
        mark, body = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.S), "\n".join(lines)
        text, count = mark.subn(lambda found: f"{found[1]}{body}\n{found[2]}", text)
        if count != 1:
            sys.exit(f"run: {tools.relative(page)} has {count} places for {name}")
    page.write_text(text)


def table(heads, lines):
    """A Markdown table. All columns but the first are numbers."""
    return [f"| {' | '.join(heads)} |", "|---" + "|--:" * (len(heads) - 1) + "|",
            *(f"| {' | '.join(line)} |" for line in lines)]
