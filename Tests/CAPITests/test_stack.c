/* Paths of screens: their ids, their actions, and what ends with an element (E1-E6, E8, E10, E11,
 * E20-E24, E30-E34, E40-E42, E50). */
#include "support.h"

#include <stdio.h>

#define IN_ELEMENT(id, action) "{'path': {'element': {'id': " id ", 'action': " action "}}}"
#define PUSH(count) "{'path': {'push': {'state': {'count': " count "}}}}"
#define ENTRY(id, count) "{'id': " id ", 'element': {'count': " count "}}"

/* ---------------------------------------------------------------- the Stack feature */

/* What the parent's step saw and what its writes answered. */
typedef struct seen {
  json_t *ids; /* of the path, in each step */
  kmk_status status;
  uint64_t id;
} seen;

static json_t *path_ids(const kmk_state *state) {
  json_t *ids = json_array();
  size_t index;
  json_t *entry;
  json_array_foreach(kmk_state_get(state, "/path"), index, entry) {
    json_array_append(ids, json_object_get(entry, "id"));
  }
  return ids;
}

REDUCER(stack_parent) {
  seen *s = data;
  json_array_append_new(s->ids, path_ids(state));
  const json_t *payload;
  char pointer[40];
  if (kmk_action_is(action, "add")) {
    s->status = kmk_state_push_new(state, "/path", json_pack("{s:i}", "count", 0), &s->id);
  } else if ((payload = kmk_action_payload(action, "removeAt")) != NULL) {
    snprintf(pointer, sizeof pointer, "/path/%d", (int)json_integer_value(payload));
    s->status = kmk_state_remove(state, pointer);
  } else if (kmk_action_is(action, "removeAll")) {
    s->status = kmk_state_set_new(state, "/path", json_array());
  } else if ((payload = kmk_action_payload(action, "assign")) != NULL) {
    s->status = kmk_state_set(state, "/path", payload);
  } else if ((payload = kmk_action_payload(action, "document")) != NULL) {
    s->status = kmk_state_set(state, "", payload);
  } else if ((payload = kmk_action_payload(action, "put")) != NULL) {
    s->status = kmk_state_set(state, "/path/1", payload);
  } else if ((payload = kmk_action_payload(action, "putElement")) != NULL) {
    s->status = kmk_state_set(state, "/path/0/element", payload);
  } else if ((payload = kmk_action_payload(action, "insert")) != NULL) {
    s->status = kmk_state_insert_new(state, "/path/-", json_deep_copy(payload));
  } else if ((payload = kmk_action_payload(action, "popFrom")) != NULL) {
    s->status = kmk_state_pop_from(state, "/path", (uint64_t)json_integer_value(payload));
  } else if ((payload = kmk_action_payload(action, "popTo")) != NULL) {
    s->status = kmk_state_pop_to(state, "/path", (uint64_t)json_integer_value(payload));
  } else if (kmk_action_is(action, "reverse")) {
    for (size_t i = 1; i < json_array_size(kmk_state_get(state, "/path")); i++) {
      snprintf(pointer, sizeof pointer, "/path/%zu", i);
      s->status = kmk_state_move(state, pointer, "/path/0");
    }
  } else if ((payload = kmk_action_payload(action, "cancel")) != NULL) {
    return kmk_effect_cancel(json_string_value(payload));
  }
  return NULL;
}

static kmk_reducer *stack_of(seen *s, kmk_reducer *element) {
  s->ids = json_array();
  return kmk_stack(kmk_reducer_new(stack_parent, s, NULL), "/path", "path", element);
}

static void open_stack(kit *k, seen *s, const char *initial) {
  kit_open(k, stack_of(s, counter()), initial);
}

static void close_stack(kit *k, seen *s) {
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  json_decref(s->ids);
}

/* The ids that the parent's last step saw. */
static const json_t *last_ids(const seen *s) {
  return json_array_get(s->ids, json_array_size(s->ids) - 1);
}

static void start_timers(kit *k, int count) {
  for (int id = 0; id < count; id++) {
    json_t *action = json_pack("{s:{s:{s:i, s:s}}}", "path", "element", "id", id, "action",
                               "startTimer");
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_int_equal(kmk_store_effect_count(k->store), count);
}

#define EMPTY "{'path': []}"
#define THREE "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "0") ", " ENTRY("2", "0") "]}"
#define PLAIN_THREE "{'path': [{'count': 0}, {'count': 0}, {'count': 0}]}"

/* ------------------------------------------------------------------------- the path */

static void E1_appended_elements_stand_in_order_with_their_ids(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  for (uint64_t id = 0; id < 3; id++) {
    send_ok(k->store, "'add'");
    assert_int_equal(s.status, KMK_OK);
    assert_int_equal(s.id, id);
  }
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

static void E2_an_id_is_never_used_again(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  send_ok(k->store, "'add'");
  send_ok(k->store, "'add'");
  send_ok(k->store, "{'popFrom': 1}");
  send_ok(k->store, "{'popFrom': 0}");
  assert_state_text(k->store, EMPTY);
  send_ok(k->store, "'add'");
  assert_state_text(k->store, "{'path': [" ENTRY("2", "0") "]}");
  close_stack(k, &s);
}

static void E2_ids_of_the_first_state_are_not_given_out_again(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [" ENTRY("0", "5") ", " ENTRY("1", "5") "]}");
  send_ok(k->store, PUSH("0"));
  assert_issues(k, "[]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "5") ", " ENTRY("1", "5") ", "
                              ENTRY("2", "0") "]}");
  send_ok(k->store, "{'popFrom': 1}");
  send_ok(k->store, "'add'");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "5") ", " ENTRY("3", "0") "]}");
  close_stack(k, &s);
}

static void E2_every_store_counts_for_itself(void **state) {
  kit *k = *state;
  seen first = {0}, second = {0};
  open_stack(k, &first, EMPTY);
  kmk_store *other = open_store(k->loop, stack_of(&second, counter()), EMPTY);
  send_ok(k->store, "'add'");
  send_ok(other, "'add'");
  assert_int_equal(first.id, 0);
  assert_int_equal(second.id, 0);
  kmk_store_free(other);
  json_decref(second.ids);
  close_stack(k, &first);
}

static void E3_a_plain_path_in_the_old_ones_place_has_new_ids(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, PLAIN_THREE);
  assert_state_text(k->store, THREE);
  start_timers(k, 3);
  send_ok(k->store, "{'assign': [{'count': 0}, {'count': 0}]}");
  assert_int_equal(s.status, KMK_OK);
  assert_state_text(k->store, "{'path': [" ENTRY("3", "0") ", " ENTRY("4", "0") "]}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  send_ok(k->store, IN_ELEMENT("4", "'inc'"));
  send_ok(k->store, "{'document': {'path': [{'count': 7}]}}");
  assert_state_text(k->store, "{'path': [" ENTRY("5", "7") "]}");
  close_stack(k, &s);
}

static void E3_a_plain_element_that_is_written_has_a_new_id(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "{'put': {'count': 4}}");
  send_ok(k->store, "{'insert': {'count': 5}}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("3", "4") ", "
                              ENTRY("2", "0") ", " ENTRY("4", "5") "]}");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  send_ok(k->store, IN_ELEMENT("3", "'inc'"));
  send_ok(k->store, IN_ELEMENT("4", "'inc'"));
  send_ok(k->store, "{'popFrom': 0}");
  close_stack(k, &s);
}

static void E4_moving_elements_keeps_their_ids_and_effects(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "'reverse'");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [" ENTRY("2", "1") ", " ENTRY("1", "1") ", "
                              ENTRY("0", "1") "]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

static void E5_removing_one_leaves_those_above(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  send_ok(k->store, "{'removeAt': 1}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("2", "0") "]}");
  send_ok(k->store, "{'put': " ENTRY("2", "8") "}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("2", "8") "]}");
  close_stack(k, &s);
}

static void E6_pop_from_and_pop_to_remove_what_is_above(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  for (int i = 0; i < 4; i++) {
    send_ok(k->store, "'add'");
  }
  send_ok(k->store, "{'popFrom': 2}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "0") "]}");
  send_ok(k->store, "{'popTo': 0}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") "]}");
  s.status = KMK_ERR_BUSY;
  send_ok(k->store, "{'popFrom': 77}");
  assert_int_equal(s.status, KMK_OK);
  s.status = KMK_ERR_BUSY;
  send_ok(k->store, "{'popTo': 77}");
  assert_int_equal(s.status, KMK_OK);
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") "]}");
  close_stack(k, &s);
}

static void E8_a_plain_path_is_given_ids_and_a_long_one_keeps_its_own(void **state) {
  kit *k = *state;
  const struct {
    const char *written, *read;
  } forms[] = {
      {"{'path': [{'count': 7}, {'count': 8}]}",
       "{'path': [" ENTRY("0", "7") ", " ENTRY("1", "8") "]}"},
      {"{'path': [" ENTRY("4", "7") ", " ENTRY("2", "8") "]}",
       "{'path': [" ENTRY("4", "7") ", " ENTRY("2", "8") "]}"},
      {"{'path': [" ENTRY("'x'", "7") "]}",
       "{'path': [{'id': 0, 'element': " ENTRY("'x'", "7") "}]}"},
      {"{'path': [{'id': 3, 'element': {}, 'more': 1}]}",
       "{'path': [{'id': 0, 'element': {'id': 3, 'element': {}, 'more': 1}}]}"},
  };
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    seen s = {0};
    open_stack(k, &s, forms[i].written);
    assert_state_text(k->store, forms[i].read);
    close_stack(k, &s);
    kmk_store_free(k->store);
    k->store = NULL;
  }
}

static void E10_a_path_with_an_id_twice_is_refused(void **state) {
  kit *k = *state;
  seen s = {0};
  kmk_error error = {0};
  json_t *twice = json_of("{'path': [" ENTRY("3", "1") ", " ENTRY("3", "2") "]}");
  assert_null(kmk_store_new(k->loop, stack_of(&s, counter()), twice, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/path");
  json_decref(twice);
  json_decref(s.ids);
  open_stack(k, &s, THREE);
  send_ok(k->store, "{'assign': [" ENTRY("3", "1") ", " ENTRY("3", "2") "]}");
  assert_int_equal(s.status, KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, "['duplicate-element-id']");
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

/* Elements that are enums: {"counter": {...}} or {"other": {}}. */
static void E11_an_element_replaced_in_place_keeps_its_id_and_effects(void **state) {
  kit *k = *state;
  seen s = {0};
  kit_open(k, stack_of(&s, kmk_scope_case("counter", "counter", counter())),
           "{'path': [{'counter': {'count': 0}}]}");
  send_ok(k->store, IN_ELEMENT("0", "{'counter': 'startTimer'}"));
  send_ok(k->store, "{'putElement': {'other': {}}}");
  assert_int_equal(s.status, KMK_OK);
  advance(k->loop, SECOND);
  assert_issues(k, "['wrong-case']");
  advance(k->loop, SECOND);
  assert_issues(k, "['wrong-case']");
  assert_state_text(k->store, "{'path': [{'id': 0, 'element': {'other': {}}}]}");
  send_ok(k->store, "{'putElement': {'counter': {'count': 0}}}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [{'id': 0, 'element': {'counter': {'count': 1}}}]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

/* -------------------------------------------------------------------------- actions */

REDUCER(copy_count) {
  const json_t *id = NULL;
  if (kmk_action_element(action, "path", &id) != NULL) {
    const json_t *count = kmk_state_get(state, "/path/0/element/count");
    kmk_state_set(state, "/seen", count);
  }
  return NULL;
}

static void E20_the_element_runs_before_its_parent(void **state) {
  kit *k = *state;
  kit_open(k, kmk_stack(kmk_reducer_new(copy_count, NULL, NULL), "/path", "path", counter()),
           "{'path': [{'count': 0}], 'seen': null}");
  send_ok(k->store, IN_ELEMENT("0", "'inc'"));
  assert_state_text(k->store, "{'path': [" ENTRY("0", "1") "], 'seen': 1}");
  send_ok(k->store, "{'path': {'element': {'id': 0, 'action': {'set': 6}}}}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "6") "], 'seen': 6}");
}

static void E20_an_id_that_is_not_there_is_an_issue_and_the_parent_runs(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  send_ok(k->store, IN_ELEMENT("9", "'inc'"));
  assert_issues(k, "['missing-stack-element']");
  assert_json_text(s.ids, "[[0, 1, 2]]");
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

static void E20_what_is_no_path_action_is_refused_at_once(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  const char *misfits[] = {"{'path': {'element': {}}}",
                           "{'path': {'element': {'id': 'x', 'action': 'inc'}}}",
                           "{'path': {'element': {'id': -1, 'action': 'inc'}}}",
                           "{'path': 'popFrom'}",
                           "{'path': {'popFrom': 1}}",
                           "{'path': {'popFrom': {'id': 1.5}}}",
                           "{'path': {'popFrom': {'id': 1}, 'push': {'state': {}}}}",
                           "{'path': {'push': {'id': 3}}}",
                           "{'path': {'push': {'id': 'x', 'state': {}}}}",
                           "{'path': {'dismiss': {'id': 0}}}",
                           "{'path': {'setPath': []}}"};
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    if (send_status(k->store, misfits[i]) != KMK_ERR_DECODE) {
      fail_msg("%s was taken", misfits[i]);
    }
  }
  assert_json_text(s.ids, "[]");
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

static void E21_what_is_pushed_is_there_before_the_parent_runs(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'count': 4}}}}");
  assert_json_text(last_ids(&s), "[0]");
  send_ok(k->store, PUSH("5"));
  assert_json_text(last_ids(&s), "[0, 1]");
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'count': 6}}}}");
  assert_issues(k, "['push-duplicate']");
  assert_json_text(last_ids(&s), "[0, 1]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "4") ", " ENTRY("1", "5") "]}");
  send_ok(k->store, IN_ELEMENT("1", "'inc'"));
  assert_state_text(k->store, "{'path': [" ENTRY("0", "4") ", " ENTRY("1", "6") "]}");
  close_stack(k, &s);
}

static void E22_an_id_beyond_the_next_one_is_pushed_with_an_issue(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  send_ok(k->store, "{'path': {'push': {'id': 1, 'state': {'count': 0}}}}");
  assert_issues(k, "['push-generation']");
  assert_json_text(last_ids(&s), "[1]");
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'count': 0}}}}");
  assert_issues(k, "[]");
  send_ok(k->store, "{'popFrom': 0}");
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'count': 0}}}}");
  assert_issues(k, "[]");
  assert_state_text(k->store, "{'path': [" ENTRY("1", "0") ", " ENTRY("0", "0") "]}");
  send_ok(k->store, PUSH("0"));
  assert_issues(k, "[]");
  assert_state_text(k->store, "{'path': [" ENTRY("1", "0") ", " ENTRY("0", "0") ", "
                              ENTRY("2", "0") "]}");
  close_stack(k, &s);
}

static void E23_pop_from_removes_after_the_parent_has_run(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_json_text(last_ids(&s), "[0, 1, 2]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") "]}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  size_t steps = json_array_size(s.ids);
  send_ok(k->store, "{'path': {'popFrom': {'id': 999}}}");
  assert_issues(k, "['pop-missing']");
  assert_int_equal(json_array_size(s.ids), steps + 1);
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

/* Removes the element itself when it is popped by action. */
REDUCER(pop_itself) {
  if (kmk_action_is(action, "path.popFrom")) {
    kmk_state_remove(state, "/path/1");
  }
  return NULL;
}

static void E24_what_the_parent_has_removed_itself_is_no_issue(void **state) {
  kit *k = *state;
  kit_open(k, kmk_stack(kmk_reducer_new(pop_itself, NULL, NULL), "/path", "path", counter()),
           THREE);
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_issues(k, "[]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("2", "0") "]}");
}

/* -------------------------------------------------------------------------- effects */

static void E30_an_effect_finds_its_element_by_id(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  send_ok(k->store, IN_ELEMENT("0", "{'incAfter': 1}"));
  send_ok(k->store, IN_ELEMENT("1", "{'incAfter': 1}"));
  send_ok(k->store, "{'removeAt': 0}");
  json_array_clear(k->log);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[" IN_ELEMENT("1", "'inc'") "]");
  assert_state_text(k->store, "{'path': [" ENTRY("1", "1") ", " ENTRY("2", "0") "]}");
  close_stack(k, &s);
}

static void E31_an_element_that_goes_takes_its_own_effects_with_it(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "{'removeAt': 1}");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [" ENTRY("0", "1") ", " ENTRY("2", "1") "]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

#define IN_SHEET(id, action) IN_ELEMENT(id, "{'sheet': {'presented': " action "}}")

static void E31_what_is_presented_inside_an_element_goes_with_it(void **state) {
  kit *k = *state;
  seen s = {0};
  kit_open(k, stack_of(&s, kmk_presentation(counter(), "/sheet", "sheet", NULL, counter())),
           "{'path': [{'count': 0, 'sheet': {'count': 0}}, {'count': 0, 'sheet': {'count': 0}}]}");
  send_ok(k->store, IN_SHEET("0", "'startTimer'"));
  send_ok(k->store, IN_SHEET("1", "'startTimer'"));
  json_array_clear(k->log);
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_json_text(k->log, "[{'path': {'popFrom': {'id': 1}}}]");
  send_ok(k->store, "'reverse'");
  advance(k->loop, SECOND);
  assert_state_text(k->store,
                    "{'path': [{'id': 0, 'element': {'count': 0, 'sheet': {'count': 1}}}]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

static void E32_what_is_presented_inside_moves_with_its_element(void **state) {
  kit *k = *state;
  seen s = {0};
  kit_open(k, stack_of(&s, kmk_presentation(counter(), "/sheet", "sheet", NULL, counter())),
           "{'path': [{'count': 0, 'sheet': {'count': 0}}, {'count': 0, 'sheet': {'count': 0}}]}");
  send_ok(k->store, IN_SHEET("0", "'startTimer'"));
  send_ok(k->store, IN_SHEET("1", "'startTimer'"));
  send_ok(k->store, "'reverse'");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [{'id': 1, 'element': {'count': 0, 'sheet': {'count': 1}}},"
                              " {'id': 0, 'element': {'count': 0, 'sheet': {'count': 1}}}]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

REDUCER(remover) {
  if (kmk_action_is(action, "outside")) {
    kmk_state_set_new(state, "/path", json_array());
  }
  return NULL;
}

static void E33_removal_from_outside_is_noticed_with_the_next_action(void **state) {
  kit *k = *state;
  for (int first = 0; first <= 1; first++) {
    seen s = {0};
    kmk_reducer *outside = kmk_reducer_new(remover, NULL, NULL);
    kmk_reducer *stack = stack_of(&s, counter());
    kmk_reducer *members[] = {first ? outside : stack, first ? stack : outside};
    kit_open(k, kmk_combine(2, members), THREE);
    start_timers(k, 3);
    send_ok(k->store, "'outside'");
    send_ok(k->store, "'noop'");
    json_array_clear(k->log);
    advance(k->loop, 2 * SECOND);
    assert_json_text(k->log, "[]");
    close_stack(k, &s);
    kmk_store_free(k->store);
    k->store = NULL;
  }
}

static void E34_elements_cannot_cancel_each_other_and_the_parent_cancels_all(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [{'count': 0}, {'count': 0}]}");
  start_timers(k, 2);
  send_ok(k->store, IN_ELEMENT("0", "'stopTimer'"));
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "1") "]}");
  send_ok(k->store, IN_ELEMENT("0", "'startTimer'"));
  send_ok(k->store, "{'cancel': 'timer'}");
  close_stack(k, &s);
}

/* ------------------------------------------------------------------------ dismissal */

static void E40_dismiss_in_an_element_pops_it_and_all_above(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "'add'");
  }
  start_timers(k, 3);
  json_array_clear(k->log);
  send_ok(k->store, IN_ELEMENT("1", "'close'"));
  assert_json_text(k->log, "[" IN_ELEMENT("1", "'close'") ", {'path': {'popFrom': {'id': 1}}}]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") "]}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

static void E41_an_element_of_the_first_state_can_dismiss_itself(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [{'count': 0}]}");
  send_ok(k->store, IN_ELEMENT("0", "'close'"));
  assert_state_text(k->store, EMPTY);
  close_stack(k, &s);
}

static void E42_an_element_is_presented(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [{'count': 0}]}");
  send_ok(k->store, IN_ELEMENT("0", "'whoami'"));
  assert_state_text(k->store,
                    "{'path': [{'id': 0, 'element': {'count': 0, 'isPresented': true}}]}");
  close_stack(k, &s);
}

static void E50_pop_to_the_root_ends_all(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "'removeAll'");
  assert_state_text(k->store, EMPTY);
  close_stack(k, &s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(E1_appended_elements_stand_in_order_with_their_ids),
      KIT_TEST(E2_an_id_is_never_used_again),
      KIT_TEST(E2_ids_of_the_first_state_are_not_given_out_again),
      KIT_TEST(E2_every_store_counts_for_itself),
      KIT_TEST(E3_a_plain_path_in_the_old_ones_place_has_new_ids),
      KIT_TEST(E3_a_plain_element_that_is_written_has_a_new_id),
      KIT_TEST(E4_moving_elements_keeps_their_ids_and_effects),
      KIT_TEST(E5_removing_one_leaves_those_above),
      KIT_TEST(E6_pop_from_and_pop_to_remove_what_is_above),
      KIT_TEST(E8_a_plain_path_is_given_ids_and_a_long_one_keeps_its_own),
      KIT_TEST(E10_a_path_with_an_id_twice_is_refused),
      KIT_TEST(E11_an_element_replaced_in_place_keeps_its_id_and_effects),
      KIT_TEST(E20_the_element_runs_before_its_parent),
      KIT_TEST(E20_an_id_that_is_not_there_is_an_issue_and_the_parent_runs),
      KIT_TEST(E20_what_is_no_path_action_is_refused_at_once),
      KIT_TEST(E21_what_is_pushed_is_there_before_the_parent_runs),
      KIT_TEST(E22_an_id_beyond_the_next_one_is_pushed_with_an_issue),
      KIT_TEST(E23_pop_from_removes_after_the_parent_has_run),
      KIT_TEST(E24_what_the_parent_has_removed_itself_is_no_issue),
      KIT_TEST(E30_an_effect_finds_its_element_by_id),
      KIT_TEST(E31_an_element_that_goes_takes_its_own_effects_with_it),
      KIT_TEST(E31_what_is_presented_inside_an_element_goes_with_it),
      KIT_TEST(E32_what_is_presented_inside_moves_with_its_element),
      KIT_TEST(E33_removal_from_outside_is_noticed_with_the_next_action),
      KIT_TEST(E34_elements_cannot_cancel_each_other_and_the_parent_cancels_all),
      KIT_TEST(E40_dismiss_in_an_element_pops_it_and_all_above),
      KIT_TEST(E41_an_element_of_the_first_state_can_dismiss_itself),
      KIT_TEST(E42_an_element_is_presented),
      KIT_TEST(E50_pop_to_the_root_ends_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
