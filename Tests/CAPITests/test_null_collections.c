/* M11: NULL as any pointer argument of the functions for rows, paths, choices and timing. */
#define KMK_NO_DEPRECATED /* kmk_bindings is tested here too */
#include "support.h"

#define INVALID KMK_ERR_INVALID_ARGUMENT

static kmk_reducer *for_each(kmk_reducer *parent, const char *path, const char *action_case,
                             kmk_reducer *element) {
  return kmk_for_each(parent, path, action_case, "id", element);
}

static kmk_reducer *if_case_let(kmk_reducer *parent, const char *path, const char *action_case,
                                kmk_reducer *element) {
  return kmk_if_case_let(parent, path, action_case, NULL, element);
}

TEST(M11_what_attaches_elements) {
  kmk_reducer *(*const attach[])(kmk_reducer *, const char *, const char *, kmk_reducer *) = {
      for_each, kmk_stack, kmk_navigation_destination, if_case_let};
  for (size_t i = 0; i < COUNT_OF(attach); i++) {
    const char *place = attach[i] == if_case_let ? "rows" : "/rows";
    assert_invalid_reducer(k, attach[i](NULL, place, "rows", counter()), NULL);
    assert_invalid_reducer(k, attach[i](counter(), NULL, "rows", counter()), NULL);
    assert_invalid_reducer(k, attach[i](counter(), place, NULL, counter()), NULL);
    assert_invalid_reducer(k, attach[i](counter(), place, "rows", NULL), NULL);
    kmk_reducer_free(attach[i](NULL, NULL, NULL, NULL));
    kmk_store_free(
        open_store(k->loop, attach[i](counter(), place, "rows", counter()), "{'rows': []}"));
  }
  kmk_reducer *without_key = kmk_for_each(counter(), "/rows", "rows", NULL, counter());
  kmk_store_free(open_store(k->loop, without_key, "{'rows': []}"));
}

static kmk_reducer *answers_null(kmk_reducer *self, void *user_data) {
  (void)user_data;
  kmk_reducer_free(self);
  return NULL;
}

TEST(M11_what_wraps_and_chooses) {
  int freed = 0;
  assert_invalid_reducer(k, kmk_reader(NULL, &freed, count_free), NULL);
  assert_invalid_reducer(k, kmk_reader_env(NULL, &freed, count_free), NULL);
  assert_invalid_reducer(k, kmk_recurse(NULL, &freed, count_free), NULL);
  assert_invalid_reducer(k, kmk_recurse(answers_null, &freed, count_free), NULL);
  assert_invalid_reducer(k, kmk_bindings(NULL), NULL);
  assert_invalid_reducer(k, kmk_binding_fields(NULL, 0, NULL), NULL);
  assert_invalid_reducer(k, kmk_binding_fields("binding", 1, NULL), NULL);
  assert_invalid_reducer(k, kmk_on_change(NULL, "/count", no_answer_to_change, &freed, count_free),
                         NULL);
  assert_invalid_reducer(k, kmk_on_change(counter(), NULL, no_answer_to_change, &freed, count_free),
                         NULL);
  assert_invalid_reducer(k, kmk_on_change(counter(), "/count", NULL, &freed, count_free), NULL);
  assert_int_equal(freed, 7);
  assert_invalid_reducer(k, kmk_print_changes(NULL, "label"), NULL);
  kmk_store_free(open_store(k->loop, kmk_print_changes(counter(), NULL), "{'rows': []}"));
}

/* --------------------------------------------------------------- inside a reducer */

REDUCER(call_with_null) {
  json_t *statuses = data;
  json_t *id = json_integer(0);
  size_t index = 7;
  uint64_t pushed = 7;
  const kmk_status answers[] = {
      kmk_state_find(NULL, "/rows", id, &index),
      kmk_state_find(state, NULL, id, &index),
      kmk_state_find(state, "/rows", NULL, &index),
      kmk_state_find(state, "/rows", id, NULL),
      kmk_state_find(state, "rows", id, &index),
      kmk_state_push_new(NULL, "/path", json_object(), &pushed),
      kmk_state_push_new(state, NULL, json_object(), &pushed),
      kmk_state_push_new(state, "/path", NULL, &pushed),
      kmk_state_push_new(state, "/rows", json_object(), &pushed),
      kmk_state_pop_from(NULL, "/path", 0),
      kmk_state_pop_from(state, NULL, 0),
      kmk_state_pop_to(NULL, "/path", 0),
      kmk_state_pop_to(state, NULL, 0),
  };
  for (size_t i = 0; i < COUNT_OF(answers); i++) {
    json_array_append_new(statuses, json_integer(answers[i]));
  }
  const kmk_status nothing_there[] = {
      kmk_state_find(state, "/rows", id, &index),
      kmk_state_find(state, "/none", id, &index),
      kmk_state_push_new(state, "/none", json_object(), &pushed),
      kmk_state_pop_from(state, "/none", 0),
      kmk_state_pop_to(state, "/none", 0),
  };
  for (size_t i = 0; i < COUNT_OF(nothing_there); i++) {
    json_array_append_new(statuses, json_integer(nothing_there[i] == KMK_ERR_NOT_FOUND));
  }
  json_array_append_new(statuses, json_boolean(index == 7 && pushed == 7));
  kmk_state_push_new(state, "/path", json_object(), NULL);
  json_decref(id);
  return NULL;
}

TEST(M11_what_reads_and_writes_elements) {
  json_t *statuses = json_array();
  kmk_reducer *parent = kmk_reducer_new(call_with_null, statuses, NULL);
  kmk_reducer *rows = kmk_for_each(parent, "/rows", "rows", NULL, counter());
  kit_open(k, kmk_stack(rows, "/path", "path", counter()), "{'rows': [], 'path': []}");
  send_ok(k->store, "'go'");
  for (size_t i = 0; i < 13; i++) {
    assert_int_equal(json_integer_value(json_array_get(statuses, i)), INVALID);
  }
  for (size_t i = 13; i < 18; i++) {
    assert_int_equal(json_integer_value(json_array_get(statuses, i)), 1);
  }
  assert_true(json_is_true(json_array_get(statuses, 18)));
  assert_failed_writes(k, 8);
  assert_state_text(k->store, "{'rows': [], 'path': [{'id': 0, 'element': {}}]}");
  json_decref(statuses);
}

TEST(M11_what_takes_an_element_action_apart) {
  json_t *action = json_of("{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  const json_t *id = NULL;
  assert_null(kmk_action_element(NULL, "rows", &id));
  assert_null(kmk_action_element(action, NULL, &id));
  assert_null(kmk_action_element(action, "path", &id));
  assert_null(id);
  assert_json_text(kmk_action_element(action, "rows", NULL), "'inc'");
  assert_json_text(kmk_action_element(action, "rows", &id), "'inc'");
  assert_json_text(id, "1");
  json_decref(action);
  assert_issues(k, "[]");
}

/* ------------------------------------------------------------------------- effects */

static kmk_effect *answer_invalid(const json_t *action) {
  if (kmk_action_is(action, "debounce")) {
    return kmk_effect_debounce(sends("'x'"), NULL, SECOND);
  }
  return kmk_action_is(action, "throttle") ? kmk_effect_throttle(sends("'x'"), NULL, SECOND, true)
                                           : NULL;
}

static kmk_effect *answer_nothing(const json_t *action) {
  (void)action;
  kmk_effect *effects[] = {kmk_effect_delay(NULL, SECOND), kmk_effect_debounce(NULL, "x", SECOND),
                           kmk_effect_counting_sleep(NULL),
                           kmk_effect_throttle(NULL, "x", SECOND, false)};
  return kmk_effect_merge(COUNT_OF(effects), effects);
}

TEST(M11_what_times_effects) {
  kit_open(k, answering(answer_invalid), "{}");
  send_ok(k->store, "'debounce'");
  assert_issues(k, "['invalid-effect']");
  send_ok(k->store, "'throttle'");
  assert_issues(k, "['invalid-effect']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  end_store(k);
  kit_open(k, answering(answer_nothing), "{}");
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("'go'"), NULL);
  assert_true(kmk_task_is_finished(task));
  kmk_task_free(task);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}
