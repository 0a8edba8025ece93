/* Reducers that contain themselves, as far as the scenarios (Tests/Scenarios/recursion) do not cover them: mistakes,
 * depth, values that are not copied. */
#include "support.h"

#include <pthread.h>

typedef kmk_reducer *attach(kmk_reducer *parent, const char *state_path, const char *action_case,
                            const kmk_slot_options *options, kmk_reducer *child);

/* {"count": n, "child": null or the same again}. */
static kmk_reducer *around(kmk_reducer *self, void *data) {
  return (*(attach **)data)(counter(), "/child", "child", NULL, self);
}

static kmk_reducer *tree(attach *how) { return kmk_recurse(around, &how, NULL); }

static char *tower_text(int levels, const char *top) {
  return wrapped(levels, "{\"count\":0,\"child\":", top, "}");
}

/* -------------------------------------------------------------------------- L8, L9 */

/* {"id": id, "rows": [the same again, ...]}; {"add": id} adds a row. */
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

TEST(L9_a_row_added_at_level_2_leaves_the_other_rows) {
  kit_open(k, kmk_recurse(rows_around, NULL, NULL),
           "{'id': 0, 'rows': [{'id': 'x', 'rows': [" LEAF("'a'") ", " LEAF(
               "'b'") "]}, "
                      "{'id': 'y', 'rows': [" LEAF("'a'") "]}]}");
  json_t *other = kmk_store_get(k->store, "/rows/1", NULL);
  send_ok(k->store, IN_ROW("'x'", IN_ROW("'a'", "{'add': 'new'}")));
  assert_state_text(k->store,
                    "{'id': 0, 'rows': [{'id': 'x', 'rows': [{'id': 'a', 'rows': [" LEAF(
                        "'new'") "]}, " LEAF("'b'") "]}, {'id': 'y', 'rows': [" LEAF("'a'") "]}]}");
  /* The other row was not even copied. */
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

TEST(L1_a_recursion_that_never_goes_down_is_a_mistake) {
  const kmk_recurse_fn mistakes[] = {nothing, only_itself, beside_itself};
  for (size_t i = 0; i < COUNT_OF(mistakes); i++)
    assert_no_store(k, kmk_recurse(mistakes[i], NULL, NULL), "{'count': 0}",
                    KMK_ERR_INVALID_ARGUMENT, NULL, NULL);
}

/* ------------------------------------------------------------------------------- L3 */

#define LEVELS (SANITIZED ? 200 : 1000)

typedef struct climb {
  attach *attach;
  const char *before, *after; /* the parts of an action around the action of the next level */
  kmk_status made, sent, started;
  size_t effects;
  bool is_correct;
} climb;

/* A recursion of a thousand levels: sends to the innermost level, starts an effect there, and receives its action. */
static void *run_climb(void *result) {
  climb *c = result;
  char *initial_text = tower_text(LEVELS, "{\"count\":0}");
  char *inc = wrapped(LEVELS, c->before, "\"inc\"", c->after);
  char *start = wrapped(LEVELS, c->before, "{\"incAfter\":1}", c->after);
  char *pointer = wrapped(LEVELS, "/child", "/count", "");
  kmk_error error = {0};
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_loads(initial_text, 0, NULL);
  kmk_store *store = kmk_store_new(loop, tree(c->attach), initial, &error);
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

TEST(L3_a_thousand_levels_of_recursion_work_on_the_main_thread) {
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

TEST(L3_a_thousand_levels_of_recursion_on_a_small_stack_work_or_are_refused) {
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

/* Recurses through the actions "a" and "b" on the same state, with a slot at each level. */
static kmk_reducer *by_actions(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *members[] = {counter(), kmk_scope("", "a", kmk_reducer_retain(self)),
                            kmk_scope("", "b", self)};
  return kmk_presentation(kmk_combine(COUNT_OF(members), members), "/sheet", "sheet", NULL,
                          counter());
}

TEST(L10_a_recursion_goes_on_by_its_actions_alone) {
  int freed = 0;
  kmk_reducer *reducer = kmk_recurse(by_actions, &freed, count_free);
  assert_int_equal(freed, 1);
  kit_open(k, reducer, "{'count': 0, 'sheet': {'count': 0}}");
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
