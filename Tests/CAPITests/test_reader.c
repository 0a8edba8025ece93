/* Reducers that are chosen for each action (A18-A22, A40, A41). */
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

static void A18_it_is_asked_once_with_the_state_as_it_is_then(void **state) {
  kit *k = *state;
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

static void A18_its_user_data_is_freed_with_the_last_reducer(void **state) {
  (void)state;
  int freed = 0;
  kmk_reducer *reader = kmk_reader(choose_counting, &freed, count_free);
  kmk_reducer *again = kmk_reducer_retain(reader);
  kmk_reducer_free(reader);
  assert_int_equal(freed, 0);
  kmk_reducer_free(again);
  assert_int_equal(freed, 1);
}

/* The session: {"loggedOut": Counter} or {"loggedIn": Counter}. */
static kmk_reducer *choose_session(const json_t *state, const json_t *action, void *data) {
  (void)action, (void)data;
  const char *name = json_object_get(state, "loggedOut") != NULL ? "loggedOut" : "loggedIn";
  return kmk_scope_case(name, name, counter());
}

static void A19_an_action_for_another_case_is_ignored_without_an_issue(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reader(choose_session, NULL, NULL), "{'loggedOut': {'count': 0}}");
  send_ok(k->store, "{'loggedIn': 'inc'}");
  assert_issues(k, "[]");
  send_ok(k->store, "{'loggedOut': 'inc'}");
  assert_state_text(k->store, "{'loggedOut': {'count': 1}}");
  kmk_store_free(k->store);
  kmk_reducer *plain[] = {kmk_scope_case("loggedOut", "loggedOut", counter()),
                          kmk_scope_case("loggedIn", "loggedIn", counter())};
  kit_open(k, kmk_combine(2, plain), "{'loggedOut': {'count': 0}}");
  send_ok(k->store, "{'loggedIn': 'inc'}");
  assert_issues(k, "['wrong-case']");
}

static kmk_reducer *choose_admin(const json_t *state, const json_t *action, void *data) {
  (void)action, (void)data;
  return json_is_true(json_object_get(state, "isAdmin")) ? counter() : NULL;
}

static void A20_nothing_chosen_does_nothing(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reader(choose_admin, NULL, NULL), "{'isAdmin': false, 'count': 0}");
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'isAdmin': false, 'count': 0}");
  kmk_store_free(k->store);
  kit_open(k, kmk_reader(choose_admin, NULL, NULL), "{'isAdmin': true, 'count': 0}");
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'isAdmin': true, 'count': 1}");
}

/* Writes the name of the api, and ends the onboarding with "finish". */
REDUCER(write_api) {
  if (kmk_action_is(action, "finish")) {
    kmk_state_set_new(state, "/onboarding", json_false());
  }
  kmk_state_set(state, "/api", kmk_env_dependency(env, "api"));
  return NULL;
}

static kmk_reducer *choose_api(const json_t *state, const json_t *action, void *data) {
  (void)action, (void)data;
  bool is_onboarding = json_is_true(json_object_get(state, "onboarding"));
  json_t *api = json_string(is_onboarding ? "stub" : "live");
  kmk_reducer *chosen = kmk_dependency(kmk_reducer_new(write_api, NULL, NULL), "api", api);
  json_decref(api);
  return chosen;
}

static void A21_what_it_attaches_follows_the_state(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reader(choose_api, NULL, NULL), "{'onboarding': true, 'api': null}");
  send_ok(k->store, "'finish'");
  assert_state_text(k->store, "{'onboarding': false, 'api': 'stub'}");
  send_ok(k->store, "'again'");
  assert_state_text(k->store, "{'onboarding': false, 'api': 'live'}");
}

static kmk_reducer *choose_writer(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return kmk_reducer_new(write_api, NULL, NULL);
}

static void A22_what_is_in_force_around_the_reader_reaches_what_it_chose(void **state) {
  kit *k = *state;
  json_t *api = json_string("ambient");
  kit_open(k, kmk_dependency(kmk_reader(choose_writer, NULL, NULL), "api", api), "{'api': null}");
  json_decref(api);
  send_ok(k->store, "'go'");
  assert_state_text(k->store, "{'api': 'ambient'}");
}

REDUCER(answer_later) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_cancellable(after(SECOND, "'done'"), "later", false);
  }
  if (kmk_action_is(action, "done")) {
    kmk_state_set_new(state, "/isDone", json_true());
  }
  return NULL;
}

static kmk_reducer *choose_later(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return kmk_reducer_new(answer_later, NULL, NULL);
}

static void A18_effects_of_what_was_chosen_come_back_through_the_reader(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reader(choose_later, NULL, NULL), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'isDone': true}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static kmk_reducer *choose_misfit(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action;
  return *(bool *)data ? kmk_scope(NULL, NULL, NULL)
                       : kmk_presentation(counter(), "/sheet", "sheet", NULL, counter());
}

static void M9_what_does_not_fit_what_was_chosen_is_an_issue(void **state) {
  kit *k = *state;
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

/* Answers the reducer that is user data, which holds this reader. */
static kmk_reducer *choose_itself(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action;
  return kmk_reducer_retain(*(kmk_reducer **)data);
}

static kmk_reducer *choose_another(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action;
  return kmk_reader(choose_another, data, NULL);
}

static void A40_a_reader_that_answers_itself_is_one_issue(void **state) {
  kit *k = *state;
  kmk_reducer *self = NULL;
  self = kmk_reader(choose_itself, &self, NULL);
  k->store = open_store(k->loop, kmk_reducer_retain(self), "{'count': 0, 'sheet': {}}");
  send_ok(k->store, "'go'");
  assert_issues(k, "['action-misfit']");
  assert_null(kmk_store_presentation_id(k->store, "/sheet", NULL));
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet", "0", NULL), KMK_ERR_NOT_FOUND);
  kmk_reducer_free(self);
}

static void A40_a_reader_that_answers_another_each_time_is_one_issue(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, kmk_reader(choose_another, NULL, NULL), "{'sheet': {}}");
  send_ok(k->store, "'go'");
  assert_issues(k, "['action-misfit']");
  assert_null(kmk_store_presentation_id(k->store, "/sheet", NULL));
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet", "0", NULL), KMK_ERR_NOT_FOUND);
}

/* ------------------------------------------------------------------------------ A41 */

/* {"open": S} and "shut" write "/sheet"; {"push": S} goes on "/path". */
REDUCER(house) {
  const json_t *value = kmk_action_payload(action, "open");
  if (value != NULL) {
    kmk_state_set(state, "/sheet", value);
  } else if (kmk_action_is(action, "shut")) {
    kmk_state_set_new(state, "/sheet", json_null());
  } else if ((value = kmk_action_payload(action, "push")) != NULL) {
    *(kmk_status *)data = kmk_state_push_new(state, "/path", kmk_json_retain(value), NULL);
  }
  return NULL;
}

static kmk_status pushed;

static kmk_reducer *choose_house(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  kmk_reducer *parent = kmk_reducer_new(house, &pushed, NULL);
  kmk_reducer *row = kmk_presentation(counter(), "/sheet", "sheet", NULL, counter());
  return kmk_stack(kmk_for_each(kmk_presentation(parent, "/sheet", "sheet", NULL, counter()),
                                "/rows", "rows", NULL, row),
                   "/path", "path", counter());
}

static void note_present(const char *id, const char *name, const json_t *state, void *record) {
  (void)name, (void)state;
  json_array_append_new(record, json_sprintf("present %s", id));
}

static void note_dismiss(const char *id, void *record) {
  json_array_append_new(record, json_sprintf("dismiss %s", id));
}

static const kmk_presentation_callbacks noting = {sizeof noting, note_present, NULL, note_dismiss};

static kmk_subscription *observe_sheet(kmk_store *store, const char *pointer, json_t *record) {
  return kmk_store_observe_presentation(store, pointer, &noting, record, NULL, NULL);
}

#define HOUSE                                                                                      \
  "{'sheet': {'count': 0}, 'rows': [{'id': 'a', 'sheet': {'count': 0}}], 'path': [{'count': 0}]}"

static void A41_what_is_presented_at_the_start_inside_a_reader_is_told(void **state) {
  kit *k = *state;
  json_t *record = json_array();
  k->store = open_store(k->loop, kmk_reader(choose_house, NULL, NULL), HOUSE);
  kmk_subscription *subscription = observe_sheet(k->store, "/sheet", record);
  assert_json_text(record, "['present 0']");
  send_ok(k->store, "'shut'");
  send_ok(k->store, "{'open': {'count': 1}}");
  assert_json_text(record, "['present 0', 'dismiss 0', 'present 1']");
  kmk_subscription_free(subscription);
  json_decref(record);
}

static void A41_a_slot_inside_a_reader_is_dismissed_by_its_id(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, kmk_reader(choose_house, NULL, NULL), HOUSE);
  char *id = kmk_store_presentation_id(k->store, "/sheet", NULL);
  assert_non_null(id);
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet", "other", NULL), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet", id, NULL), KMK_OK);
  kmk_text_free(id);
  json_t *sheet = kmk_store_get(k->store, "/sheet", NULL);
  assert_true(json_is_null(sheet));
  json_decref(sheet);
}

static void A41_rows_inside_a_reader_have_views_and_slots(void **state) {
  kit *k = *state;
  json_t *record = json_array(), *id = json_string("a");
  k->store = open_store(k->loop, kmk_reader(choose_house, NULL, NULL), HOUSE);
  kmk_store *row = kmk_store_scope_element(k->store, "/rows", "rows", id, NULL);
  assert_non_null(row);
  kmk_subscription *subscription = observe_sheet(row, "/sheet", record);
  assert_json_text(record, "['present 0']");
  assert_int_equal(kmk_store_dismiss_id(row, "sheet", "0", NULL), KMK_OK);
  assert_json_text(record, "['present 0', 'dismiss 0']");
  kmk_subscription_free(subscription);
  kmk_store_free(row);
  json_decref(record);
  json_decref(id);
}

static void A41_a_path_inside_a_reader_takes_a_push_in_the_first_step(void **state) {
  kit *k = *state;
  pushed = KMK_ERR_BUSY;
  k->store = open_store(k->loop, kmk_reader(choose_house, NULL, NULL), HOUSE);
  send_ok(k->store, "{'push': {'count': 7}}");
  assert_int_equal(pushed, KMK_OK);
  json_t *path = kmk_store_get(k->store, "/path", NULL);
  assert_json_text(path,
                   "[{'id': 0, 'element': {'count': 0}}, {'id': 1, 'element': {'count': 7}}]");
  json_decref(path);
}

static kmk_reducer *choose_binding(const json_t *state, const json_t *action, void *data) {
  static const kmk_field fields[] = {{"/name", "text"}};
  (void)state, (void)action, (void)data;
  return kmk_if_let(kmk_combine(0, NULL), "/child", "child", NULL,
                    kmk_binding_fields("binding", 1, fields));
}

REDUCER(drop_child) {
  if (kmk_action_is(action, "drop")) {
    kmk_state_set_new(state, "/child", json_null());
  }
  return NULL;
}

static void A41_a_binding_inside_a_reader_is_not_sent_through_an_invalid_view(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {kmk_reducer_new(drop_child, NULL, NULL),
                            kmk_reader(choose_binding, NULL, NULL)};
  kit_open(k, kmk_combine(2, members), "{'child': {'name': 'a'}}");
  json_t *name = json_string("b");
  kmk_store *view = kmk_store_scope(k->store, "/child", "child", NULL);
  assert_int_equal(kmk_store_write_binding(view, "binding", "/name", name, NULL), KMK_OK);
  assert_state_text(k->store, "{'child': {'name': 'b'}}");
  send_ok(k->store, "'drop'");
  json_array_clear(k->log);
  assert_int_equal(
      kmk_store_sendf(view, NULL, "{s:{s:s, s:s}}", "binding", "path", "/name", "value", "c"),
      KMK_OK);
  assert_json_text(k->log, "[]");
  assert_issues(k, "[]");
  kmk_store_free(view);
  json_decref(name);
}

/* {"sheet": the same or null}: each level is chosen by a reader. */
static kmk_reducer *choose_level(const json_t *state, const json_t *action, void *self) {
  (void)state, (void)action;
  return kmk_presentation(kmk_reducer_new(house, &pushed, NULL), "/sheet", "sheet", NULL,
                          kmk_reducer_retain(self));
}

static void free_reducer(void *reducer) { kmk_reducer_free(reducer); }

static kmk_reducer *level_around(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_reader(choose_level, self, free_reducer);
}

static void A41_readers_inside_a_recursion_are_known_at_every_level(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, kmk_recurse(level_around, NULL, NULL),
                        "{'sheet': {'sheet': {'sheet': null}}}");
  char *id = kmk_store_presentation_id(k->store, "/sheet/sheet", NULL);
  assert_non_null(id);
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet.presented.sheet", id, NULL), KMK_OK);
  kmk_text_free(id);
  assert_state_text(k->store, "{'sheet': {'sheet': null}}");
}

/* What a reader attaches depends on the state; asked before any action, it is asked with null. */
static kmk_reducer *choose_by_state(const json_t *state, const json_t *action, void *asked) {
  if (json_is_null(action)) {
    ++*(int *)asked;
  }
  return json_is_true(json_object_get(state, "hasSheet"))
             ? kmk_presentation(counter(), "/sheet", "sheet", NULL, counter())
             : NULL;
}

static void A41_it_is_asked_for_the_state_as_it_is_and_with_the_action_null(void **state) {
  kit *k = *state;
  int asked = 0;
  k->store = open_store(k->loop, kmk_reader(choose_by_state, &asked, NULL),
                        "{'hasSheet': false, 'sheet': {'count': 0}}");
  assert_int_equal(asked, 0);
  assert_null(kmk_store_presentation_id(k->store, "/sheet", NULL));
  assert_true(asked > 0);
  kmk_store_free(k->store);
  k->store = open_store(k->loop, kmk_reader(choose_by_state, &asked, NULL),
                        "{'hasSheet': true, 'sheet': {'count': 0}}");
  char *id = kmk_store_presentation_id(k->store, "/sheet", NULL);
  assert_non_null(id);
  kmk_text_free(id);
}

/* Chooses by a dependency, and writes down what it was told of the presentation. */
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

static void A22_a_reader_may_choose_by_its_dependencies(void **state) {
  kit *k = *state;
  bool presented = true;
  kmk_reducer *members[] = {kmk_scope("/on", "on", under_flag(true, &presented)),
                            kmk_scope("/off", "off", under_flag(false, &presented))};
  kit_open(k, kmk_combine(2, members), "{'on': {'count': 0}, 'off': {'count': 0}}");
  send_ok(k->store, "{'on': 'inc'}");
  send_ok(k->store, "{'off': 'inc'}");
  assert_state_text(k->store, "{'on': {'count': 1}, 'off': {'count': 0}}");
  assert_false(presented);
  kmk_store_free(k->store);
  kit_open(k, kmk_presentation(kmk_combine(0, NULL), "/d", "d", NULL, under_flag(true, &presented)),
           "{'d': {'count': 0}}");
  send_ok(k->store, "{'d': {'presented': 'inc'}}");
  assert_true(presented);
  assert_state_text(k->store, "{'d': {'count': 1}}");
}

static void A22_what_goes_with_such_a_reader_is_freed_once(void **state) {
  (void)state;
  int freed = 0;
  kmk_reducer_free(kmk_reader_env(choose_by_flag, &freed, count_free));
  kmk_reducer_free(kmk_reader_env(NULL, &freed, count_free));
  assert_int_equal(freed, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(A18_it_is_asked_once_with_the_state_as_it_is_then),
      KIT_TEST(A18_its_user_data_is_freed_with_the_last_reducer),
      KIT_TEST(A18_effects_of_what_was_chosen_come_back_through_the_reader),
      KIT_TEST(A19_an_action_for_another_case_is_ignored_without_an_issue),
      KIT_TEST(A20_nothing_chosen_does_nothing),
      KIT_TEST(A21_what_it_attaches_follows_the_state),
      KIT_TEST(A22_what_is_in_force_around_the_reader_reaches_what_it_chose),
      KIT_TEST(A22_a_reader_may_choose_by_its_dependencies),
      KIT_TEST(A22_what_goes_with_such_a_reader_is_freed_once),
      KIT_TEST(M9_what_does_not_fit_what_was_chosen_is_an_issue),
      KIT_TEST(A40_a_reader_that_answers_itself_is_one_issue),
      KIT_TEST(A40_a_reader_that_answers_another_each_time_is_one_issue),
      KIT_TEST(A41_what_is_presented_at_the_start_inside_a_reader_is_told),
      KIT_TEST(A41_a_slot_inside_a_reader_is_dismissed_by_its_id),
      KIT_TEST(A41_rows_inside_a_reader_have_views_and_slots),
      KIT_TEST(A41_a_path_inside_a_reader_takes_a_push_in_the_first_step),
      KIT_TEST(A41_a_binding_inside_a_reader_is_not_sent_through_an_invalid_view),
      KIT_TEST(A41_readers_inside_a_recursion_are_known_at_every_level),
      KIT_TEST(A41_it_is_asked_for_the_state_as_it_is_and_with_the_action_null),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
