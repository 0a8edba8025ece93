"""Writes the plan of a test in C, with kumiki_test.h."""

from __future__ import annotations

import json
import re
from typing import Any

from .errors import USAGE, CommandError
from .plan import Plan
from .replies import REPLIES, expectations
from .values import NOTHING

CALLS = {"send": "kmk_test_send_text", "receive": "kmk_test_receive_text", "answer": "kmk_test_answer", "part": "kmk_test_part",
         "fail": "kmk_test_fail_request"}
WIDTH = 100
_LONGEST = 4000
"""Bytes of a string that every compiler accepts, with room for an end."""


def write(plan: Plan, reducer: str) -> str:
    """The source of a program that runs the test."""
    if not re.fullmatch(r"[A-Za-z_]\w*", reducer, re.A):
        raise CommandError(f"--reducer {reducer}: expected the name of a C function", USAGE)
    texts = [_state(plan.state)]
    lines = [f"  kmk_test_advance(test, {plan.start});"] if plan.start else []
    for item, wait, expected in zip(plan.items, plan.waits(), expectations(plan.items)):
        lines += ["", f"  /* {item.title} */"]
        for key, value in item.given.items():
            made = f"json_string({literal(value)})" if isinstance(value, str) else f"json_integer({json.dumps(value)})"
            lines.append(f'  kmk_test_set_dependency(test, "{key}", {made});')
        if wait:
            lines.append(f"  kmk_test_advance(test, {wait});")
        for request in expected:
            question = "NULL" if request.question is NOTHING else _text(request.question)
            lines += _call("kmk_test_expect_request", literal(request.name), question)
        changes = item.patch if item.members is None else item.members
        texts += [_text(item.value if item.mode in REPLIES else item.action), _text(changes) if changes else "NULL"]
        lines += _call(CALLS[item.mode], *texts[-2:])
    lines.append("")
    if plan.skips_received:
        lines.append("  kmk_test_skip_received(test, false); /* actions after the last step */")
    if plan.skips_in_flight:
        lines.append("  kmk_test_skip_in_flight(test, false); /* effects that continue after the last step */")
    pragma = '#pragma GCC diagnostic ignored "-Woverlength-strings"\n\n' if any(len(each) > _LONGEST for each in texts) else ""
    body = "\n".join(lines)
    return f"""/* {plan.title.replace("*/", "* /")}, written by kumiki cut. */
#include <kumiki_test.h>
#include <stdio.h>
#include <stdlib.h>

{pragma}/* The feature under test. */
kmk_reducer *{reducer}(void);

/* The state before step {plan.first}. */
static const char state[] =
{texts[0]};

static void {plan.name}(void) {{
  json_t *initial = kmk_json_parse(state, sizeof state - 1, NULL);
  kmk_test_store *test = kmk_test_store_new({reducer}(), initial, NULL);
  json_decref(initial);
  if (test == NULL)
    abort(); /* the reason is on standard error */
{body}
  kmk_test_store_free(test);
}}

int main(void) {{
  {plan.name}();
  printf("1 test passed\\n");
  return 0;
}}
"""


def literal(text: str) -> str:
    """A C string literal. A digit after an escape ends it; two question marks would begin a trigraph."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    made = "".join(escapes.get(each) or (each if each >= " " and each != "\x7f" else f"\\{ord(each):03o}") for each in text)
    return '"' + made.replace("??", "?\\?") + '"'


def _text(value: Any) -> str:
    """A value for kmk_test_send_text: with single quotes, if no string contains a quote or an escape."""
    made = json.dumps(value, ensure_ascii=False)
    plain = made.replace('"', "'") if "'" not in made and "\\" not in made else made
    return literal(plain)


def _state(value: Any) -> str:
    """The state as a literal in lines."""
    lines = json.dumps(value, ensure_ascii=False, indent=2).splitlines(keepends=True)
    return "\n".join(f"    {literal(line)}" for line in lines)


def _call(name: str, action: str, changes: str) -> list[str]:
    whole = f"  {name}(test, {action}, {changes});"
    if len(whole) <= WIDTH:
        return [whole]
    return [f"  {name}(test, {action},", " " * (len(name) + 3) + f"{changes});"]
