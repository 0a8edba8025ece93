/* Dynamic reducers, which are chosen for each action (A18-A22, A40). */
#include "support.h"

typedef struct chooser {
  int calls;
  json_int_t seen;
  int runs;
} chooser;

REDUCER(set_n) {
  kmk_state_set_new(state, "/n", json_integer(1));
  return NULL;
}

REDUCER(count_run) {
  ((chooser *)data)->runs++;
  return NULL;
}

static kmk_reducer *choose_counting(const json_t *state, const json_t *action, void *data) {
  (void)action;
  chooser *c = data;
  c->calls++;
  c->seen = json_integer_value(json_object_get(state, "n"));
  return kmk_reducer_new(count_run, c, NULL);
}

TEST(A18_a_reader_is_called_once_with_the_current_state) {
  chooser c = {0};
  kmk_reducer *members[] = {kmk_reducer_new(set_n, NULL, NULL),
                            kmk_reader(choose_counting, &c, NULL)};
  kit_open(k, kmk_combine(2, members), "{'n': 0}");
  send_ok(k->store, "'go'");
  assert_int_equal(c.calls, 1);
  assert_int_equal(c.runs, 1);
  assert_int_equal(c.seen, 1);
  send_ok(k->store, "'go'");
  assert_int_equal(c.calls, 2);
  assert_int_equal(c.runs, 2);
}

TEST(A18_its_user_data_is_freed_with_the_last_reducer) {
  int freed = 0;
  kmk_reducer *reader = kmk_reader(choose_counting, &freed, count_free);
  kmk_reducer *again = kmk_reducer_retain(reader);
  kmk_reducer_free(reader);
  assert_int_equal(freed, 0);
  kmk_reducer_free(again);
  assert_int_equal(freed, 1);
}

static kmk_reducer *choose_misfit(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action;
  return *(bool *)data ? kmk_scope(NULL, NULL, NULL)
                       : kmk_presentation(counter(), "/sheet", "sheet", NULL, counter());
}

TEST(M9_what_does_not_fit_what_was_chosen_is_an_issue) {
  bool is_invalid = false;
  kit_open(k, kmk_reader(choose_misfit, &is_invalid, NULL), "{'count': 0, 'sheet': null}");
  send_ok(k->store, "{'sheet': 'dismis'}");
  assert_issues(k, "['action-misfit']");
  is_invalid = true;
  send_ok(k->store, "'inc'");
  assert_issues(k, "['action-misfit']");
  assert_state_text(k->store, "{'count': 0, 'sheet': null}");
}

/* ------------------------------------------------------------------------------ A40 */

/* Returns the reducer in the user data. That reducer contains this dynamic reducer. */
static kmk_reducer *choose_itself(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action;
  return kmk_reducer_retain(*(kmk_reducer **)data);
}

static kmk_reducer *choose_another(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action;
  return kmk_reader(choose_another, data, NULL);
}

TEST(A40_a_reader_that_answers_itself_is_one_issue) {
  kmk_reducer *self = NULL;
  self = kmk_reader(choose_itself, &self, NULL);
  k->store = open_store(k->loop, kmk_reducer_retain(self), "{'count': 0, 'sheet': {}}");
  send_ok(k->store, "'go'");
  assert_issues(k, "['action-misfit']");
  assert_null(kmk_store_presentation_id(k->store, "/sheet", NULL));
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet", "0", NULL), KMK_ERR_NOT_FOUND);
  kmk_reducer_free(self);
}

TEST(A40_a_reader_that_answers_another_each_time_is_one_issue) {
  k->store = open_store(k->loop, kmk_reader(choose_another, NULL, NULL), "{'sheet': {}}");
  send_ok(k->store, "'go'");
  assert_issues(k, "['action-misfit']");
  assert_null(kmk_store_presentation_id(k->store, "/sheet", NULL));
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet", "0", NULL), KMK_ERR_NOT_FOUND);
}

static kmk_reducer *choose_by_flag(const json_t *state, const json_t *action, kmk_env *env,
                                   void *data) {
  (void)state, (void)action;
  *(bool *)data = kmk_env_is_presented(env);
  return json_is_true(kmk_env_dependency(env, "counts")) ? counter() : NULL;
}

static kmk_reducer *under_flag(bool counts, bool *presented) {
  json_t *flag = json_boolean(counts);
  kmk_reducer *reader = kmk_reader_env(choose_by_flag, presented, NULL);
  kmk_reducer *result = kmk_dependency(reader, "counts", flag);
  json_decref(flag);
  return result;
}

TEST(A22_a_reader_may_choose_by_its_dependencies) {
  bool presented = true;
  kmk_reducer *members[] = {kmk_scope("/on", "on", under_flag(true, &presented)),
                            kmk_scope("/off", "off", under_flag(false, &presented))};
  kit_open(k, kmk_combine(2, members), "{'on': {'count': 0}, 'off': {'count': 0}}");
  send_ok(k->store, "{'on': 'inc'}");
  send_ok(k->store, "{'off': 'inc'}");
  assert_state_text(k->store, "{'on': {'count': 1}, 'off': {'count': 0}}");
  assert_false(presented);
  end_store(k);
  kit_open(k, kmk_presentation(kmk_combine(0, NULL), "/d", "d", NULL, under_flag(true, &presented)),
           "{'d': {'count': 0}}");
  send_ok(k->store, "{'d': {'presented': 'inc'}}");
  assert_true(presented);
  assert_state_text(k->store, "{'d': {'count': 1}}");
}

TEST(A22_what_goes_with_such_a_reader_is_freed_once) {
  int freed = 0;
  kmk_reducer_free(kmk_reader_env(choose_by_flag, &freed, count_free));
  kmk_reducer_free(kmk_reader_env(NULL, &freed, count_free));
  assert_int_equal(freed, 2);
}
