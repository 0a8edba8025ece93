"""A test in C for each fault: cmocka, kumiki_test.h."""

from __future__ import annotations

import json
from typing import Any

from . import history

_HEAD = """/* Histories that `kumiki check` has found. Each test fails as long as its fault exists.
 * Build:  cc {name} FEATURE.c $(pkg-config --cflags --libs kumiki cmocka{packages}) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <kumiki_test.h>{includes}
#include <stdlib.h>
#include <string.h>

{functions}
/* An issue is a failure too. */
static void failed(const char *file, int line, const char *message, void *data) {{
  (void)data;
  print_error("%s:%d: %s\\n", file, line, message);
  fail();
}}

static kmk_test_store *begun(void) {{
  kmk_error error;
  json_t *first = {state};
  kmk_test_store *test = kmk_test_store_new({reducer}(), first, &error);
  json_decref(first);
  if (test == NULL)
    fail_msg("%s: %s", error.path, error.message);
  kmk_test_store_on_failure(test, failed, NULL);
  kmk_test_store_set_exhaustive(test, false, false);
  return test;
}}

static json_t *settled(kmk_test_store *test) {{
  kmk_test_advance(test, 0);
  kmk_test_skip_received(test, false);
  return kmk_store_state(kmk_test_store_store(test));
}}
"""

_REPLY = """
/* Replies to the request in flight with a name, counted from 0. */
static void reply(kmk_test_store *test, const char *name, size_t turn, const char *kind, const char *text) {
  kmk_store *store = kmk_test_store_store(test);
  json_t *requests, *each, *value = kmk_json_parse(text, SIZE_MAX, NULL);
  size_t index;
  kmk_request *request = NULL;
  kmk_status status = KMK_ERR_NOT_FOUND;
  kmk_test_advance(test, 0);
  requests = kmk_store_requests(store);
  json_array_foreach (requests, index, each)
    if (strcmp(json_string_value(json_object_get(each, "name")), name) == 0 &&
        strcmp(json_string_value(json_object_get(each, "phase")), "waiting") != 0 && turn-- == 0)
      request = kmk_store_request(store, json_string_value(json_object_get(each, "id")), NULL);
  json_decref(requests);
  assert_non_null(request);
  if (strcmp(kind, "answer") == 0)
    status = kmk_request_answer_new(request, value, NULL);
  else if (strcmp(kind, "part") == 0)
    status = kmk_request_part_new(request, NULL, value, NULL);
  else
    status = kmk_request_fail_new(request, value, NULL);
  kmk_request_free(request);
  assert_int_equal(status, KMK_OK);
  kmk_test_advance(test, 0);
}
"""

_HOLDS = """
static bool holds(const char *text, const json_t *state) {
  kmk_error error;
  json_t *description = kmk_json_parse(text, SIZE_MAX, NULL);
  kmk_condition *condition = kmk_condition_new(description, &error);
  json_decref(description);
  if (condition == NULL)
    fail_msg("%s: %s", error.path, error.message);
  bool is_held = kmk_condition_holds(condition, state, state);
  kmk_condition_free(condition);
  return is_held;
}
"""

_CHANGES = """
/* Whether an event changes the state. */
static bool changes(kmk_test_store *test, const char *action) {
  kmk_store *store = kmk_test_store_store(test);
  json_t *before = kmk_store_state(store), *after;
  kmk_store_send_text(store, action, NULL);
  after = settled(test);
  bool is_other = !json_equal(before, after) || kmk_store_effect_count(store) > 0;
  json_decref(before);
  json_decref(after);
  return is_other;
}
"""

_LEADS = """
static kmk_reducer *reducer_of(void *data) {
  (void)data;
  return REDUCER();
}

/* Whether a way leads from a state to one where a condition holds. */
static bool leads(const json_t *state, const char *condition) {
  kmk_error error;
  kmk_check_feature feature = KMK_CHECK_FEATURE_INIT;
  feature.reducer = reducer_of;
  json_t *options = kmk_json_parse("{\\"jobs\\": 1}", SIZE_MAX, NULL), *fault;
  json_object_set(options, "state", (json_t *)(uintptr_t)state);
  json_object_set_new(options, "home", json_pack("{s:o}", "home", kmk_json_parse(condition, SIZE_MAX, NULL)));
  json_t *report = kmk_check_run(&feature, options, &error);
  json_decref(options);
  if (report == NULL)
    fail_msg("%s: %s", error.path, error.message);
  bool is_led = true;
  size_t index;
  json_array_foreach (json_object_get(report, "faults"), index, fault)
    is_led = is_led && strcmp(json_string_value(json_object_get(fault, "kind")), "home") != 0;
  json_decref(report);
  return is_led;
}
"""

_SAVED = """
/* The saved snapshot of a test's store. */
static json_t *saved(kmk_store *store) {
  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  json_t *json = kmk_snapshot_json(snapshot, 0, NULL);
  kmk_snapshot_free(snapshot);
  return json;
}
"""


def quoted(value: Any) -> str:
    """A C string with JSON text."""
    text = json.dumps(value, ensure_ascii=True)
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("??", '?" "?') + '"'


def _step(event: history.Event) -> str:
    if "send" in event:
        return f"  kmk_test_send_text(test, {quoted(event['send'])}, NULL);"
    if "advance" in event:
        return f"  kmk_test_advance(test, {event['advance']}u);"
    kind = next(kind for kind in ("answer", "part", "fail") if kind in event)
    return f'  reply(test, {quoted(event["request"])[1:-1].replace(chr(92), "")}, {event["turn"]}, "{kind}", {quoted(event[kind])});'


def _end(report: dict[str, Any], fault: history.Fault, names: Any) -> list[str]:
    kind = fault["kind"]
    state = ["  json_t *state = settled(test);"]
    over = ["  json_decref(state);"]
    count = "kmk_store_effect_count(kmk_test_store_store(test))"
    if kind == "always":
        return [*state, f"  assert_true(holds({quoted(history.condition(report, fault))}, state));", *over]
    if kind == "waits":
        holds = f"holds({quoted(history.condition(report, fault))}, state)"
        return [*state, f"  assert_true(!{holds} || {count} > 0);", *over]
    if kind == "quiet":
        holds = f"holds({quoted(history.condition(report, fault))}, state)"
        return [*state, f"  assert_true(!{holds} || {count} == 0);", *over]
    if kind == "home":
        return [*state, f"  assert_true(leads(state, {quoted(history.condition(report, fault))}));", *over]
    if kind == "judge":
        return [*state, f"  char *wrong = {names.judge}(state, NULL);", "  assert_string_equal(wrong ? wrong : \"\", \"\");",
                "  free(wrong);", *over]
    if kind == "stuck":
        tries = " ||\n              ".join(f"changes(test, {quoted(event['send'])})" for event in fault["tried"] if "send" in event)
        return ["  json_decref(settled(test));", f"  assert_true({tries or 'false'});"]
    if kind == "refused":
        return [f"  assert_int_equal(kmk_store_send_text(kmk_test_store_store(test), {quoted(event['send'])}, NULL), KMK_OK);"
                for event in fault["tried"][:1]]
    if kind == "restore":
        return [
            "  json_decref(settled(test));",
            "  kmk_store *store = kmk_test_store_store(test);",
            "  json_t *before = saved(store), *after;",
            "  kmk_snapshot *snapshot = kmk_snapshot_new(before, NULL, NULL);",
            "  assert_int_equal(kmk_store_restore(store, snapshot, NULL), KMK_OK);",
            "  after = saved(store);",
            "  assert_true(json_equal(before, after));",
            "  kmk_snapshot_free(snapshot);",
            "  json_decref(before);",
            "  json_decref(after);",
        ]
    return ["  json_decref(settled(test));"]


def _events(fault: history.Fault) -> list[history.Event]:
    return [step["event"] for step in fault["history"]]


def write(report: dict[str, Any], name: str, names: Any) -> str:
    """The file of tests. `names` has the names of the feature's functions: reducer, state, judge."""
    faults = [fault for fault in report["faults"] if fault["kind"] != "unreached"]
    kinds = {fault["kind"] for fault in faults}
    state = report["options"].get("state")
    functions = f"kmk_reducer *{names.reducer}(void);\n"
    if state is None:
        functions += f"json_t *{names.state}(void);\n"
    if "judge" in kinds:
        functions += f"char *{names.judge}(const json_t *state, void *user_data);\n"
    text = _HEAD.format(
        name=name,
        packages=" kumiki-check" if "home" in kinds else "",
        includes="\n#include <kumiki_check.h>" if "home" in kinds else "",
        functions=functions,
        reducer=names.reducer,
        state=f"{names.state}()" if state is None else f"kmk_json_parse({quoted(state)}, SIZE_MAX, NULL)",
    )
    if any("request" in event for fault in faults for event in _events(fault)):
        text += _REPLY
    if kinds & {"always", "waits", "quiet"}:
        text += _HOLDS
    if "stuck" in kinds:
        text += _CHANGES
    if "home" in kinds:
        text += _LEADS.replace("REDUCER", names.reducer)
    if "restore" in kinds:
        text += _SAVED
    tests: list[str] = []
    for fault in faults:
        test = history.identifier(fault, tests)
        message = fault["message"].replace("*/", "* /")
        steps = [_step(event) for event in _events(fault)]
        body = "\n".join(["  kmk_test_store *test = begun();", *steps, *_end(report, fault, names)])
        text += f"\n/* {message} */\nstatic void {test}(void **unused) {{\n  (void)unused;\n{body}\n"
        text += "  kmk_test_store_free(test);\n}\n"
    units = ",\n      ".join(f"cmocka_unit_test({test})" for test in tests)
    text += f"\nint main(void) {{\n  const struct CMUnitTest tests[] = {{\n      {units},\n  }};\n"
    return text + "  return cmocka_run_group_tests(tests, NULL, NULL);\n}\n"
