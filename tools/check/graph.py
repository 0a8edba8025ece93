"""The navigation of a feature as a graph: its screens, and the cases that lead from one to another."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from .engine import CheckError

_MOST = 6  # names on an arrow


def dot(report: dict[str, Any]) -> str:
    """The graph in the language of Graphviz."""
    arrows: dict[tuple[str, str], list[str]] = {}
    screens = ["root"]
    for start, case, end in report["screens"]:
        screens += [screen for screen in (start, end) if screen not in screens]
        if start != end:
            names = arrows.setdefault((start, end), [])
            if case not in names:
                names.append(case)
    lines = ["digraph screens {", "  rankdir=LR;", '  node [shape=box, style=rounded, fontname="sans-serif"];',
             '  edge [fontname="sans-serif", fontsize=10];']  # fmt: skip
    lines += [f"  {json.dumps(screen, ensure_ascii=False)};" for screen in screens]
    for (start, end), names in arrows.items():
        label = "\\n".join(sorted(names)[:_MOST]) + ("\\n…" if len(names) > _MOST else "")
        lines.append(
            f"  {json.dumps(start, ensure_ascii=False)} -> {json.dumps(end, ensure_ascii=False)} "
            f'[label="{label}"];'
        )
    return "\n".join([*lines, "}", ""])


def svg(text: str) -> str:
    """A graph drawn by Graphviz."""
    try:
        drawn = subprocess.run(["dot", "-Tsvg"], input=text, text=True, capture_output=True, check=False)
    except FileNotFoundError:
        raise CheckError("an SVG is drawn by Graphviz, whose command `dot` is not installed; or name a .dot file") from None
    if drawn.returncode != 0:
        raise CheckError(f"dot: {drawn.stderr.strip()}")
    return drawn.stdout
