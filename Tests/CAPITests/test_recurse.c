/* Reducers that contain themselves (D81, L1, L2, L3, L5, L6, L7, L8, L9, L10). */
#define KMK_NO_DEPRECATED /* kmk_bindings is tried here too */
#include "support.h"

#include <pthread.h>

/* {"count": n, "child": null or the same}. The node counts its runs in the int that is user data. */
REDUCER(node) {
  if (data != NULL) {
    ++*(int *)data;
  }
  const json_t *child = kmk_action_payload(action, "push");
  if (child != NULL) {
    kmk_state_set(state, "/child", child);
    return NULL;
  }
  return counter_reduce(state, action, env, NULL);
}

typedef kmk_reducer *attach(kmk_reducer *parent, const char *state_path, const char *action_case,
                            const kmk_slot_options *options, kmk_reducer *child);

typedef struct making {
  attach *attach;
  int *runs;
} making;

static kmk_reducer *around(kmk_reducer *self, void *data) {
  const making *m = data;
  return m->attach(kmk_reducer_new(node, m->runs, NULL), "/child", "child", NULL, self);
}

static kmk_reducer *tree(attach *how, int *runs) {
  making m = {how, runs};
  return kmk_recurse(around, &m, NULL);
}

static char *tower_text(int levels, const char *top) {
  return wrapped(levels, "{\"count\":0,\"child\":", top, "}");
}

/* ---------------------------------------------------------------------- L1, L2, L5 */

static void L1_a_reducer_contains_itself(void **state) {
  kit *k = *state;
  kit_open(k, tree(kmk_if_let, NULL), "{'count': 0, 'child': {'count': 0, 'child': null}}");
  send_ok(k->store, "{'child': 'inc'}");
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'count': 1, 'child': {'count': 1, 'child': null}}");
}

/* A holds an optional B, which holds an optional A. */
static kmk_reducer *a_around_b(kmk_reducer *a, void *data) {
  (void)data;
  kmk_reducer *b = kmk_if_let(counter(), "/a", "a", NULL, a);
  return kmk_if_let(counter(), "/b", "b", NULL, b);
}

static void L1_two_reducers_contain_each_other(void **state) {
  kit *k = *state;
  int freed = 0;
  kmk_reducer *cycle = kmk_recurse(a_around_b, &freed, count_free);
  assert_int_equal(freed, 1);
  kit_open(k, cycle, "{'count': 0, 'b': {'count': 0, 'a': {'count': 0, 'b': null}}}");
  send_ok(k->store, "{'b': {'a': 'inc'}}");
  send_ok(k->store, "{'b': 'dec'}");
  assert_state_text(k->store, "{'count': 0, 'b': {'count': -1, 'a': {'count': 1, 'b': null}}}");
}

static kmk_reducer *twice(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *left = kmk_if_let(counter(), "/left", "left", NULL, kmk_reducer_retain(self));
  return kmk_if_let(left, "/right", "right", NULL, self);
}

static void L1_a_reducer_contains_itself_in_two_places(void **state) {
  kit *k = *state;
  kit_open(k, kmk_recurse(twice, NULL, NULL),
           "{'count': 0, 'left': {'count': 0, 'right': "
           "{'count': 0}}, 'right': {'count': 0}}");
  send_ok(k->store, "{'left': {'right': 'inc'}}");
  send_ok(k->store, "{'right': 'dec'}");
  assert_state_text(k->store, "{'count': 0, 'left': {'count': 0, 'right': {'count': 1}}, "
                              "'right': {'count': -1}}");
}

static void L2_work_goes_as_deep_as_the_action_and_not_as_the_state(void **state) {
  kit *k = *state;
  int runs = 0;
  kmk_reducer *reducer = tree(kmk_if_let, &runs);
  /* As deep as JSON goes. */
  char *text = tower_text(SANITIZED ? 200 : KMK_MAX_DEPTH - 2, "{\"count\":0,\"child\":null}");
  kit_open(k, reducer, text);
  free(text);
  send_ok(k->store, "'inc'");
  assert_int_equal(runs, 1);
  send_ok(k->store, "{'child': {'child': 'inc'}}");
  assert_int_equal(runs, 4);
}

static void L5_an_action_for_a_level_that_is_null_is_one_issue(void **state) {
  kit *k = *state;
  const char *initial = "{'count': 1, 'child': {'count': 2, 'child': null}}";
  kit_open(k, tree(kmk_if_let, NULL), initial);
  send_ok(k->store, "{'child': {'child': {'child': 'inc'}}}");
  assert_issues(k, "['absent-child']");
  assert_state_text(k->store, initial);
}

/* ------------------------------------------------------------------------- L6, L7 */

static void L6_an_effect_comes_back_through_every_level(void **state) {
  kit *k = *state;
  char *initial = tower_text(50, "{\"count\":0}"), *expected = tower_text(50, "{\"count\":1}");
  char *start = wrapped(50, "{\"child\":", "{\"incAfter\":1}", "}");
  char *come_back = wrapped(50, "{\"child\":", "\"inc\"", "}");
  kit_open(k, tree(kmk_if_let, NULL), initial);
  send_ok(k->store, start);
  json_array_clear(k->log);
  advance(k->loop, SECOND);
  char *logged = text_of(json_array_get(k->log, 0));
  assert_string_equal(logged, come_back);
  free(logged);
  assert_state_text(k->store, expected);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  free(initial);
  free(expected);
  free(start);
  free(come_back);
}

#define IN_1(action) "{'child': {'presented': " action "}}"
#define IN_2(action) IN_1(IN_1(action))
#define IN_3(action) IN_1(IN_2(action))
#define NEW_CHILD "{'push': {'count': 0, 'child': null}}"

static void L7_going_back_a_level_leaves_the_others_untouched(void **state) {
  kit *k = *state;
  kit_open(k, tree(kmk_presentation, NULL), "{'count': 0, 'child': null}");
  send_ok(k->store, NEW_CHILD);
  send_ok(k->store, IN_1(NEW_CHILD));
  send_ok(k->store, IN_2(NEW_CHILD));
  send_ok(k->store, IN_3("{'set': 3}"));
  send_ok(k->store, IN_2("{'set': 2}"));
  send_ok(k->store, IN_1("{'set': 1}"));
  send_ok(k->store, IN_3("'close'"));
  assert_state_text(k->store, "{'count': 0, 'child': {'count': 1, 'child': {'count': 2, 'child': "
                              "null}}}");
  send_ok(k->store, IN_1("{'child': 'dismiss'}"));
  assert_state_text(k->store, "{'count': 0, 'child': {'count': 1, 'child': null}}");
  send_ok(k->store, "{'child': 'dismiss'}");
  assert_state_text(k->store, "{'count': 0, 'child': null}");
}

static void L7_a_dismissal_ends_all_that_is_deeper(void **state) {
  kit *k = *state;
  kit_open(k, tree(kmk_presentation, NULL),
           "{'count': 0, 'child': {'count': 0, 'child': {'count': 0, 'child': {'count': 0}}}}");
  send_ok(k->store, "'startTimer'");
  send_ok(k->store, IN_1("'startTimer'"));
  send_ok(k->store, IN_2("'startTimer'"));
  send_ok(k->store, IN_3("'startTimer'"));
  send_ok(k->store, IN_2("'close'"));
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  send_ok(k->store, "{'child': 'dismiss'}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "'stopTimer'");
  assert_state_text(k->store, "{'count': 0, 'child': null}");
}

static void D81_a_sheet_that_presents_itself_is_dismissed_level_by_level(void **state) {
  kit *k = *state;
  kit_open(k, tree(kmk_presentation, NULL),
           "{'count': 0, 'child': {'count': 1, 'child': {'count': 2, 'child': {'count': 3}}}}");
  send_ok(k->store, IN_3("'close'"));
  assert_json_text(k->log, "[" IN_3("'close'") ", " IN_2("{'child': 'dismiss'}") "]");
  assert_state_text(k->store, "{'count': 0, 'child': {'count': 1, 'child': {'count': 2, 'child': "
                              "null}}}");
  send_ok(k->store, IN_2("'close'"));
  assert_state_text(k->store, "{'count': 0, 'child': {'count': 1, 'child': null}}");
  send_ok(k->store, IN_1("'close'"));
  assert_state_text(k->store, "{'count': 0, 'child': null}");
  assert_issues(k, "[]");
}

/* -------------------------------------------------------------------------- L8, L9 */

/* {"name": text, "child": null or the same}, whose name is bound. */
static kmk_reducer *bound_around(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_presentation(kmk_bindings("binding"), "/child", "child", NULL, self);
}

static void L8_a_binding_at_depth_3_writes_there_alone(void **state) {
  kit *k = *state;
  kit_open(k, kmk_recurse(bound_around, NULL, NULL),
           "{'name': 0, 'child': {'name': 1, 'child': {'name': 2, 'child': {'name': 3}}}}");
  send_ok(k->store, IN_3("{'binding': {'path': '/name', 'value': 'x'}}"));
  assert_state_text(k->store, "{'name': 0, 'child': {'name': 1, 'child': {'name': 2, 'child': "
                              "{'name': 'x'}}}}");
  send_ok(k->store, IN_1("{'binding': {'path': '/name', 'value': 'y'}}"));
  assert_state_text(k->store, "{'name': 0, 'child': {'name': 'y', 'child': {'name': 2, 'child': "
                              "{'name': 'x'}}}}");
  assert_issues(k, "[]");
}

/* {"id": id, "rows": [the same, ...]}; {"add": id} adds a row. */
REDUCER(add_row) {
  const json_t *id = kmk_action_payload(action, "add");
  if (id != NULL) {
    kmk_state_insert_new(state, "/rows/-", json_pack("{s:O, s:[]}", "id", id, "rows"));
  }
  return NULL;
}

static kmk_reducer *rows_around(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_for_each(kmk_reducer_new(add_row, NULL, NULL), "/rows", "rows", NULL, self);
}

#define IN_ROW(id, action) "{'rows': {'element': {'id': " id ", 'action': " action "}}}"
#define LEAF(id) "{'id': " id ", 'rows': []}"

static void L9_a_row_added_at_level_2_leaves_the_other_rows(void **state) {
  kit *k = *state;
  kit_open(k, kmk_recurse(rows_around, NULL, NULL),
           "{'id': 0, 'rows': [{'id': 'x', 'rows': [" LEAF("'a'") ", " LEAF(
               "'b'") "]}, "
                      "{'id': 'y', 'rows': [" LEAF("'a'") "]}]}");
  json_t *other = kmk_store_get(k->store, "/rows/1", NULL);
  send_ok(k->store, IN_ROW("'x'", IN_ROW("'a'", "{'add': 'new'}")));
  assert_state_text(k->store,
                    "{'id': 0, 'rows': [{'id': 'x', 'rows': [{'id': 'a', 'rows': [" LEAF(
                        "'new'") "]}, " LEAF("'b'") "]}, {'id': 'y', 'rows': [" LEAF("'a'") "]}]}");
  /* Not even a copy of the other row was made. */
  json_t *again = kmk_store_get(k->store, "/rows/1", NULL);
  assert_ptr_equal(other, again);
  json_decref(other);
  json_decref(again);
  send_ok(k->store, IN_ROW("'y'", IN_ROW("'b'", "{'add': 'new'}")));
  assert_issues(k, "['missing-element']");
}

/* ------------------------------------------------------------------------- mistakes */

static kmk_reducer *nothing(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer_free(self);
  return NULL;
}

static kmk_reducer *only_itself(kmk_reducer *self, void *data) {
  (void)data;
  return self;
}

static kmk_reducer *beside_itself(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *members[] = {counter(), self};
  return kmk_combine(2, members);
}

static void L1_a_recursion_that_never_goes_down_is_a_mistake(void **state) {
  kit *k = *state;
  const kmk_recurse_fn mistakes[] = {nothing, only_itself, beside_itself};
  for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
    kmk_error error = {0};
    json_t *initial = json_of("{'count': 0}");
    assert_null(kmk_store_new(k->loop, kmk_recurse(mistakes[i], NULL, NULL), initial, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    json_decref(initial);
  }
}

/* ------------------------------------------------------------------------------- L3 */

#define LEVELS (SANITIZED ? 200 : 1000)

typedef struct climb {
  attach *attach;
  const char *before, *after; /* around an action, for one level down */
  kmk_status made, sent, started;
  size_t effects;
  bool is_correct;
} climb;

/* A recursion of a thousand levels: sends to the innermost, starts an effect there, hears it. */
static void *run_climb(void *result) {
  climb *c = result;
  char *initial_text = tower_text(LEVELS, "{\"count\":0}");
  char *inc = wrapped(LEVELS, c->before, "\"inc\"", c->after);
  char *start = wrapped(LEVELS, c->before, "{\"incAfter\":1}", c->after);
  char *pointer = wrapped(LEVELS, "/child", "/count", "");
  kmk_error error = {0};
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_loads(initial_text, 0, NULL);
  kmk_store *store = kmk_store_new(loop, tree(c->attach, NULL), initial, &error);
  c->made = error.status;
  kmk_json_release(initial);
  c->is_correct = store == NULL || c->made == KMK_OK;
  if (store != NULL) {
    c->sent = kmk_store_send_text(store, inc, NULL);
    c->started = kmk_store_send_text(store, start, NULL);
    kmk_loop_advance(loop, SECOND, NULL);
    c->effects = kmk_store_effect_count(store);
    json_int_t expected = (c->sent == KMK_OK) + (c->started == KMK_OK);
    json_t *count = kmk_store_get(store, pointer, NULL);
    c->is_correct = count != NULL && json_integer_value(count) == expected;
    json_decref(count);
    kmk_store_free(store);
  }
  kmk_loop_free(loop);
  free(initial_text);
  free(inc);
  free(start);
  free(pointer);
  return NULL;
}

static const climb climbs[] = {
    {.attach = kmk_if_let, .before = "{\"child\":", .after = "}"},
    {.attach = kmk_presentation, .before = "{\"child\":{\"presented\":", .after = "}}"},
};

static void L3_a_thousand_levels_of_recursion_work_on_the_main_thread(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(climbs); i++) {
    climb c = climbs[i];
    run_climb(&c);
    assert_int_equal(c.made, KMK_OK);
    assert_int_equal(c.sent, KMK_OK);
    assert_int_equal(c.started, KMK_OK);
    assert_int_equal(c.effects, 0);
    assert_true(c.is_correct);
  }
}

static void L3_on_little_stack_they_work_or_are_refused(void **state) {
  (void)state;
  for (size_t size = 128; size <= 4096; size *= 2) {
    for (size_t i = 0; i < COUNT_OF(climbs); i++) {
      climb c = climbs[i];
      pthread_t thread;
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setstacksize(&attributes, size * 1024);
      assert_int_equal(pthread_create(&thread, &attributes, run_climb, &c), 0);
      pthread_join(thread, NULL);
      pthread_attr_destroy(&attributes);
      assert_true(c.made == KMK_OK || c.made == KMK_ERR_TOO_DEEP);
      assert_true(c.sent == KMK_OK || c.sent == KMK_ERR_TOO_DEEP);
      assert_true(c.started == KMK_OK || c.started == KMK_ERR_TOO_DEEP);
      assert_true(c.is_correct);
    }
  }
}

/* ------------------------------------------------------------------------------ L10 */

/* Goes on by the actions "a" and "b", on the same state; at each level a slot. */
static kmk_reducer *by_actions(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *members[] = {counter(), kmk_scope("", "a", kmk_reducer_retain(self)),
                            kmk_scope("", "b", self)};
  return kmk_presentation(kmk_combine(COUNT_OF(members), members), "/sheet", "sheet", NULL,
                          counter());
}

static void L10_a_recursion_goes_on_by_its_actions_alone(void **state) {
  kit *k = *state;
  kit_open(k, kmk_recurse(by_actions, NULL, NULL), "{'count': 0, 'sheet': {'count': 0}}");
  send_ok(k->store, "'inc'");
  send_ok(k->store, "{'a': {'b': {'a': 'inc'}}}");
  send_ok(k->store, "{'b': {'sheet': {'presented': 'inc'}}}");
  assert_state_text(k->store, "{'count': 2, 'sheet': {'count': 1}}");
  char *id = kmk_store_presentation_id(k->store, "/sheet", NULL);
  assert_non_null(id);
  assert_null(kmk_store_presentation_id(k->store, "/sheet/other", NULL));
  assert_int_equal(kmk_store_dismiss_id(k->store, "a.b.sheet", id, NULL), KMK_OK);
  kmk_text_free(id);
  assert_state_text(k->store, "{'count': 2, 'sheet': null}");
  assert_issues(k, "[]");
}

static kmk_reducer *by_action_in_child(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *again = kmk_scope("", "again", kmk_reducer_retain(self));
  kmk_reducer *members[] = {counter(), again};
  return kmk_if_let(kmk_combine(2, members), "/child", "child", NULL, self);
}

static void L10_by_its_actions_and_by_its_state(void **state) {
  kit *k = *state;
  kit_open(k, kmk_recurse(by_action_in_child, NULL, NULL),
           "{'count': 0, 'child': {'count': 0, 'child': null}}");
  send_ok(k->store, "{'again': {'child': {'again': 'inc'}}}");
  assert_state_text(k->store, "{'count': 0, 'child': {'count': 1, 'child': null}}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(L1_a_reducer_contains_itself),
      KIT_TEST(L1_two_reducers_contain_each_other),
      KIT_TEST(L1_a_reducer_contains_itself_in_two_places),
      KIT_TEST(L1_a_recursion_that_never_goes_down_is_a_mistake),
      KIT_TEST(L2_work_goes_as_deep_as_the_action_and_not_as_the_state),
      KIT_TEST(L3_a_thousand_levels_of_recursion_work_on_the_main_thread),
      KIT_TEST(L3_on_little_stack_they_work_or_are_refused),
      KIT_TEST(L5_an_action_for_a_level_that_is_null_is_one_issue),
      KIT_TEST(L6_an_effect_comes_back_through_every_level),
      KIT_TEST(L7_going_back_a_level_leaves_the_others_untouched),
      KIT_TEST(L7_a_dismissal_ends_all_that_is_deeper),
      KIT_TEST(D81_a_sheet_that_presents_itself_is_dismissed_level_by_level),
      KIT_TEST(L8_a_binding_at_depth_3_writes_there_alone),
      KIT_TEST(L9_a_row_added_at_level_2_leaves_the_other_rows),
      KIT_TEST(L10_a_recursion_goes_on_by_its_actions_alone),
      KIT_TEST(L10_by_its_actions_and_by_its_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
