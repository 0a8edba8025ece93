"""Prints a case as a C program that shows what the engine does with it."""

from __future__ import annotations

from typing import Any

from play.c_features import Features
from play.c_frame import frame
from play.c_program import Program, elements, member, words
from play.c_scripts import Scripts
from play.c_text import Call, Expression, comment, json_of, literal, statement

INCLUDES = ["kumiki.h", "stdio.h", "stdlib.h", "string.h"]


def c_program(case: dict[str, Any], note: str) -> str:
    """A program that needs nothing but the library.

    `note` says what was expected, and what came.
    """
    program = Program()
    scripts = Scripts(program)
    features = Features(program, scripts)
    scripts.writer.reducer = features.reducer
    feature = _feature(features.reducer(case.get("feature")))
    steps = _steps(case, scripts)
    scripts.performer()
    roots = "\n\n".join([feature, *steps])
    functions = program.used(roots)
    if "base" in words("\n".join([roots, *functions])):
        functions = program.used(roots + " perform")
    main = _main(case, bool(steps), words("\n".join([roots, *functions])))
    code = "\n\n".join([*functions, roots, main])
    top = [comment(note)] if note else []
    includes = "\n".join(f"#include <{name}>" for name in INCLUDES)
    return "\n\n".join([*top, includes, frame(code), code]) + "\n"


def _feature(reducer: Expression) -> str:
    return "static kmk_reducer *feature(void) {\n" + statement(reducer, lead="return ") + "\n}"


def _steps(case: dict[str, Any], scripts: Scripts) -> list[str]:
    """A function with the steps as calls, each followed by what the store says then."""
    commands = [scripts.writer.command(member(s, "do")) for s in elements(case.get("steps"))]
    functions = [text for _, text in scripts.program.functions]
    used = words("\n".join(functions + sum(commands, [])))
    shows = " show_tasks();" * ("send_task" in used)
    shows += " show_views();" * bool({"scope", "scope_element"} & used)
    lines: list[str] = []
    for number, step in enumerate(elements(case.get("steps")), 1):
        lines += ["", *commands[number - 1], f"  after({number});{shows}"]
        lines += [
            f"  slot({literal(pointer)});"
            for pointer in elements(member(step, "ids"))
            if isinstance(pointer, str)
        ]
    return ["\n".join(["static void steps(void) {", *lines[1:], "}"])] if lines else []


def _main(case: dict[str, Any], has_steps: bool, used: set[str]) -> str:
    """Makes the store, performs the steps, and frees what there is."""
    state = json_of(case["state"]) if "state" in case else "NULL"
    lines = [
        "int main(void) {",
        "  kmk_error error = {.status = KMK_OK};",
        "  loop = kmk_loop_new_virtual(&error);",
        "  kmk_loop_set_diagnostics(loop, issue, NULL, NULL);",
        statement(state, lead="json_t *state = "),
        "  stores[0] = kmk_store_new(loop, feature(), state, &error);",
        "  json_decref(state);",
        '  const char *reason = stores[0] != NULL ? "" : error.message;',
        '  printf("made: %s %s\\n", kmk_status_name(error.status), reason);',
    ]
    # What is shared begins as the case says; the handles are left to the system.
    for name, value in (case.get("shared") or {}).items() if uses_shared(used) else ():
        shared = Call("shared", [literal(name)])
        lines.append(statement(Call("kmk_shared_set_new", [shared, '""', json_of(value), "NULL"])))
    if has_steps:
        lines.append("  if (stores[0] != NULL) steps();")
    lines += _ends(used)
    lines.append('  printf("live objects left: %zu\\n", kmk_live_objects());')
    main = "\n".join([*lines, "  return 0;", "}"])
    leave = ["static void leave(void) {", *_leaving(used), "}", "", ""] if "reopen" in used else []
    return "\n".join(leave) + main


def uses_shared(used: set[str]) -> bool:
    return any(name.startswith("shared_") for name in used)


def _leaving(used: set[str]) -> list[str]:
    """Frees what looks at the store, in the order of the model's players."""
    ends = []
    if any(name.startswith("observe_") or name == "shared_observe" for name in used):
        ends.append("  for (size_t i = 0; i < observer_count; i++) unobserve(i);")
    if "derive" in used:
        ends.append("  for (size_t i = 0; i < derived_count; i++) derived_free(i);")
    if "list_rows" in used:
        ends.append("  for (size_t i = 0; i < list_count; i++) list_free(i);")
    if "send_task" in used:
        ends.append("  for (size_t i = 0; i < task_count; i++) kmk_task_free(taken_task(i));")
    if {"scope", "scope_element"} & used:
        ends.append("  for (size_t i = 1; i < store_count; i++) kmk_store_free(taken_store(i));")
    return ends


def _ends(used: set[str]) -> list[str]:
    """Frees what is left."""
    ends = []
    if "started" in used:
        free = "kmk_sender_finish(taken_sender(i))"
        ends.append(f"  for (size_t i = 0; i < sender_count; i++) {free};")
    ends += ["  leave();"] if "reopen" in used else _leaving(used)
    ends += ["  kmk_store_free(taken_store(0));", "  kmk_loop_free(loop);"]
    if "moment" in used:
        ends.append("  for (size_t i = 0; i < moment_count; i++) kmk_snapshot_free(moments[i]);")
    if "snapshot" in used:
        ends.append("  check_snapshots();")
    if "save_id" in used:
        ends.append("  for (size_t i = 0; i < id_count; i++) kmk_text_free(ids[i]);")
    return ends
