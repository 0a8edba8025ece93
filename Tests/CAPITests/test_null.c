/* M11: NULL as any pointer argument of any function gives a defined result, and never crashes. */
#include "support.h"

#define INVALID KMK_ERR_INVALID_ARGUMENT

/* Asserts that the function reports an invalid argument, fills its error, and accepts NULL for the error.
 * __VA_ARGS__ are the arguments before the error. */
#define ASSERT_INVALID(function, ...)                                                              \
  do {                                                                                             \
    kmk_error error = {0};                                                                         \
    assert_int_equal(function(__VA_ARGS__, NULL), INVALID);                                        \
    assert_int_equal(function(__VA_ARGS__, &error), INVALID);                                      \
    assert_int_equal(error.status, INVALID);                                                       \
    assert_string_not_equal(error.message, "");                                                    \
  } while (0)

#define ASSERT_INVALID_NULL(function, ...)                                                         \
  do {                                                                                             \
    kmk_error error = {0};                                                                         \
    assert_null(function(__VA_ARGS__, NULL));                                                      \
    assert_null(function(__VA_ARGS__, &error));                                                    \
    assert_int_equal(error.status, INVALID);                                                       \
    assert_string_not_equal(error.message, "");                                                    \
  } while (0)

static void ignore_value(const json_t *value, void *user_data) { (void)value, (void)user_data; }

static void ignore_issue(const kmk_diagnostic *diagnostic, void *user_data) {
  (void)diagnostic, (void)user_data;
}

TEST(M11_every_free_function_accepts_NULL) {
  kmk_text_free(NULL);
  kmk_json_release(NULL);
  kmk_loop_free(NULL);
  kmk_reducer_free(NULL);
  kmk_effect_free(NULL);
  kmk_store_free(NULL);
  kmk_mailbox_free(NULL);
  kmk_task_free(NULL);
  kmk_subscription_free(NULL);
  kmk_sender_finish(NULL);
  kmk_sender_fail(NULL, NULL);
  kmk_sender_fail(NULL, "message");
  kmk_sender_fail_new(NULL, NULL);
  kmk_sender_fail_new(NULL, json_true());
  assert_null(kmk_json_retain(NULL));
}

TEST(M11_loop_functions) {
  int freed = 0;
  assert_int_equal(kmk_loop_fd(NULL), -1);
  assert_int_equal(kmk_loop_dispatch(NULL, 0), INVALID);
  ASSERT_INVALID(kmk_loop_run_until_idle, NULL, 0);
  ASSERT_INVALID(kmk_loop_advance, NULL, 0);
  ASSERT_INVALID(kmk_loop_suspend, NULL, 0);
  ASSERT_INVALID(kmk_loop_set_date, NULL, 0);
  assert_int_equal(kmk_loop_wakeup(NULL), INVALID);
  kmk_loop_set_diagnostics(NULL, NULL, NULL, NULL);
  kmk_loop_set_diagnostics(NULL, ignore_issue, &freed, count_free);
  assert_int_equal(freed, 1);
  kmk_loop_set_diagnostics(k->loop, NULL, NULL, NULL);
  kmk_loop_set_diagnostics(k->loop, NULL, &freed, count_free);
  kmk_loop_set_diagnostics(k->loop, ignore_issue, NULL, NULL);
  assert_int_equal(freed, 2);
  kmk_loop *without_error = kmk_loop_new(NULL);
  assert_non_null(without_error);
  kmk_loop_free(without_error);
}

TEST(M11_action_functions) {
  json_t *action = json_string("inc");
  assert_false(kmk_action_is(NULL, "inc"));
  assert_false(kmk_action_is(action, NULL));
  assert_null(kmk_action_payload(NULL, "inc"));
  assert_null(kmk_action_payload(action, NULL));
  json_decref(action);
}

/* ----------------------------------------------------------------------- reducers */

TEST(M11_reducer_functions) {
  int freed = 0;
  json_t *value = json_true();
  kmk_reducer *nobody[] = {NULL, NULL};
  assert_null(kmk_reducer_retain(NULL));
  assert_invalid_reducer(k, kmk_reducer_new(NULL, NULL, NULL), NULL);
  assert_invalid_reducer(k, kmk_reducer_new(NULL, &freed, count_free), NULL);
  assert_int_equal(freed, 1);
  assert_invalid_reducer(k, kmk_combine(1, NULL), NULL);
  kmk_reducer_free(kmk_combine(0, NULL));
  kmk_reducer_free(kmk_combine(2, nobody));
  assert_invalid_reducer(k, kmk_scope(NULL, "child", counter()), NULL);
  assert_invalid_reducer(k, kmk_scope("/child", NULL, counter()), NULL);
  assert_invalid_reducer(k, kmk_scope("/child", "child", NULL), NULL);
  assert_invalid_reducer(k, kmk_scope_case(NULL, "child", counter()), NULL);
  assert_invalid_reducer(k, kmk_scope_case("child", NULL, counter()), NULL);
  assert_invalid_reducer(k, kmk_scope_case("child", "child", NULL), NULL);
  kmk_reducer *(*const attach[])(kmk_reducer *, const char *, const char *,
                                 const kmk_slot_options *, kmk_reducer *) = {
      kmk_if_let, kmk_presentation, kmk_presentation_destination};
  for (size_t i = 0; i < COUNT_OF(attach); i++) {
    assert_invalid_reducer(k, attach[i](NULL, "/child", "child", NULL, counter()), NULL);
    assert_invalid_reducer(k, attach[i](counter(), NULL, "child", NULL, counter()), NULL);
    assert_invalid_reducer(k, attach[i](counter(), "/child", NULL, NULL, counter()), NULL);
    assert_invalid_reducer(k, attach[i](counter(), "/child", "child", NULL, NULL), NULL);
    kmk_reducer_free(attach[i](NULL, NULL, NULL, NULL, NULL));
    kmk_slot_options options = KMK_SLOT_OPTIONS_INIT; /* with NULL members */
    kmk_store *store = open_store(
        k->loop, attach[i](counter(), "/child", "child", &options, counter()), "{'child': null}");
    kmk_store_free(store);
  }
  assert_invalid_reducer(k, kmk_dependency(NULL, "key", value), NULL);
  assert_invalid_reducer(k, kmk_dependency(counter(), NULL, value), NULL);
  assert_invalid_reducer(k, kmk_dependency(counter(), "key", NULL), NULL);
  assert_invalid_reducer(k, kmk_dependency_pointer(NULL, "key", &freed, count_free), NULL);
  assert_invalid_reducer(k, kmk_dependency_pointer(counter(), NULL, &freed, count_free), NULL);
  assert_int_equal(freed, 3);
  kmk_reducer_free(kmk_dependency_pointer(counter(), "key", NULL, NULL));
  assert_invalid_reducer(k, kmk_feature(NULL), NULL);
  ASSERT_INVALID(kmk_feature_register, NULL, counter(), value);
  ASSERT_INVALID(kmk_feature_register, "null test", NULL, value);
}

/* ----------------------------------------------------------------------- effects */

static void start_nothing(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_finish(sender);
}

static kmk_effect *an_effect;

static kmk_effect *answer_once(const json_t *action) {
  (void)action;
  kmk_effect *effect = an_effect;
  an_effect = NULL;
  return effect;
}

static void assert_invalid_effect(kit *k, kmk_effect *effect) {
  assert_non_null(effect);
  an_effect = effect;
  send_ok(k->store, "'go'");
  assert_issues(k, "['invalid-effect']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void assert_no_effect(kit *k, kmk_effect *effect) {
  assert_non_null(effect);
  an_effect = effect;
  send_ok(k->store, "'go'");
  assert_issues(k, "[]");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

TEST(M11_effect_functions) {
  int freed = 0;
  kmk_effect *nobody[] = {NULL, NULL};
  kit_open(k, answering(answer_once), "{}");
  assert_invalid_effect(k, kmk_effect_send(NULL));
  assert_invalid_effect(k, kmk_effect_send_new(NULL));
  assert_invalid_effect(k, kmk_effect_start(NULL, NULL, NULL, NULL));
  assert_invalid_effect(k, kmk_effect_start(NULL, NULL, &freed, count_free));
  assert_invalid_effect(k, kmk_effect_blocking(NULL, NULL, NULL));
  assert_invalid_effect(k, kmk_effect_blocking(NULL, &freed, count_free));
  assert_int_equal(freed, 2);
  kmk_effect_free(kmk_effect_start(start_nothing, NULL, NULL, NULL));
  assert_invalid_effect(k, kmk_effect_after_new(1, NULL));
  assert_invalid_effect(k, kmk_effect_woken_new(NULL));
  assert_invalid_effect(k, kmk_effect_clock_set_new(NULL));
  assert_invalid_effect(k, kmk_effect_every_new(1, NULL));
  assert_invalid_effect(k, kmk_effect_dismiss(NULL));
  assert_invalid_effect(k, kmk_effect_merge(2, NULL));
  assert_invalid_effect(k, kmk_effect_concatenate(2, NULL));
  assert_invalid_effect(k, kmk_effect_cancellable(sends("'x'"), NULL, false));
  assert_invalid_effect(k, kmk_effect_cancel(NULL));
  assert_no_effect(k, kmk_effect_merge(2, nobody));
  assert_no_effect(k, kmk_effect_concatenate(2, nobody));
  assert_no_effect(k, kmk_effect_cancellable(NULL, "x", true));
}

TEST(M11_sender_functions) {
  assert_int_equal(kmk_sender_send_new(NULL, json_string("inc")), INVALID);
  assert_int_equal(kmk_sender_send_new(NULL, NULL), INVALID);
  assert_int_equal(kmk_sender_dismiss(NULL), INVALID);
  assert_false(kmk_sender_is_cancelled(NULL));
  assert_null(kmk_sender_loop(NULL));
}

static void send_null_and_fail(kmk_sender *sender, void *user_data) {
  *(kmk_status *)user_data = kmk_sender_send_new(sender, NULL);
  kmk_sender_fail(sender, NULL);
}

REDUCER(start_null_sender) {
  return kmk_action_is(action, "go") ? kmk_effect_start(send_null_and_fail, NULL, data, NULL)
                                     : NULL;
}

TEST(M11_a_living_sender) {
  kmk_status sent = KMK_OK;
  kit_open(k, kmk_reducer_new(start_null_sender, &sent, NULL), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(sent, INVALID);
  assert_issues(k, "['action-misfit', 'effect-threw']");
  assert_json_text(k->log, "['go']");
}

/* -------------------------------------------- state and environment in a reducer */

REDUCER(call_with_null) {
  int *wrong = data;
  json_t *value = json_true();
  char uuid[37] = "unwritten";
#define EXPECT(condition) (*wrong += !(condition))
  EXPECT(kmk_state_json(NULL) == NULL);
  EXPECT(kmk_state_get(NULL, "") == NULL);
  EXPECT(kmk_state_get(state, NULL) == NULL);
  EXPECT(kmk_state_set(NULL, "/a", value) == INVALID);
  EXPECT(kmk_state_set(state, NULL, value) == INVALID);
  EXPECT(kmk_state_set(state, "/a", NULL) == INVALID);
  EXPECT(kmk_state_set_new(NULL, "/a", value) == INVALID);
  EXPECT(kmk_state_set_new(state, NULL, value) == INVALID);
  EXPECT(kmk_state_set_new(state, "/a", NULL) == INVALID);
  EXPECT(kmk_state_insert_new(NULL, "/a", value) == INVALID);
  EXPECT(kmk_state_insert_new(state, NULL, value) == INVALID);
  EXPECT(kmk_state_insert_new(state, "/a", NULL) == INVALID);
  EXPECT(kmk_state_move(NULL, "/a", "/b") == INVALID);
  EXPECT(kmk_state_move(state, NULL, "/b") == INVALID);
  EXPECT(kmk_state_move(state, "/a", NULL) == INVALID);
  EXPECT(kmk_state_remove(NULL, "/a") == INVALID);
  EXPECT(kmk_state_remove(state, NULL) == INVALID);
  EXPECT(kmk_env_dependency(NULL, "key") == NULL);
  EXPECT(kmk_env_dependency(env, NULL) == NULL);
  EXPECT(kmk_env_pointer(NULL, "key") == NULL);
  EXPECT(kmk_env_pointer(env, NULL) == NULL);
  EXPECT(kmk_env_now(NULL) == 0);
  EXPECT(kmk_env_date(NULL) == 0);
  EXPECT(!kmk_env_is_presented(NULL));
  kmk_env_uuid(env, NULL);
  kmk_env_uuid(NULL, NULL);
  EXPECT(strcmp(uuid, "unwritten") == 0);
  kmk_env_uuid(NULL, uuid);
  EXPECT(strcmp(uuid, "") == 0);
  return NULL;
}

TEST(M11_state_and_environment_functions) {
  int wrong = 0;
  kit_open(k, kmk_reducer_new(call_with_null, &wrong, NULL), "{'a': 1}");
  send_ok(k->store, "'go'");
  assert_int_equal(wrong, 0);
  assert_failed_writes(k, 9);
  assert_state_text(k->store, "{'a': 1}");
}

/* ------------------------------------------------------------------------ stores */

TEST(M11_store_functions) {
  json_t *value = json_true();
  kit_open(k, kmk_presentation_destination(counter(), "/sheet", "sheet", NULL, counter()),
           "{'count': 0, 'sheet': null}");
  kmk_store *store = k->store;
  ASSERT_INVALID_NULL(kmk_store_new, NULL, counter(), value);
  ASSERT_INVALID_NULL(kmk_store_new, k->loop, NULL, value);
  ASSERT_INVALID_NULL(kmk_store_new, k->loop, counter(), NULL);
  ASSERT_INVALID_NULL(kmk_store_open, NULL, "name", value);
  ASSERT_INVALID_NULL(kmk_store_open, k->loop, NULL, value);
  ASSERT_INVALID(kmk_store_replace_reducer, NULL, counter());
  ASSERT_INVALID(kmk_store_replace_reducer, store, NULL);
  assert_null(kmk_store_loop(NULL));
  assert_int_equal(kmk_store_effect_count(NULL), 0);
  ASSERT_INVALID(kmk_store_send, NULL, value);
  ASSERT_INVALID(kmk_store_send, store, NULL);
  ASSERT_INVALID(kmk_store_send_new, NULL, value);
  ASSERT_INVALID(kmk_store_send_new, store, NULL);
  ASSERT_INVALID(kmk_store_send_text, NULL, "\"inc\"");
  ASSERT_INVALID(kmk_store_send_text, store, NULL);
  ASSERT_INVALID(kmk_store_send_textn, NULL, "\"inc\"", 5);
  ASSERT_INVALID(kmk_store_send_textn, store, NULL, 5);
  ASSERT_INVALID(kmk_store_send_textn, store, NULL, 0);
  assert_int_equal(kmk_store_sendf(NULL, NULL, "s", "inc"), INVALID);
  assert_int_equal(kmk_store_sendf(store, NULL, NULL), INVALID);
  ASSERT_INVALID_NULL(kmk_store_send_task_new, NULL, value);
  ASSERT_INVALID_NULL(kmk_store_send_task_new, store, NULL);
  assert_null(kmk_store_mailbox(NULL));
  assert_int_equal(kmk_store_post_new(NULL, value), INVALID);
  assert_int_equal(kmk_store_post_new(store, NULL), INVALID);
  assert_int_equal(kmk_mailbox_post_new(NULL, value), INVALID);
  kmk_mailbox *mailbox = kmk_store_mailbox(store);
  assert_int_equal(kmk_mailbox_post_new(mailbox, NULL), INVALID);
  kmk_mailbox_free(mailbox);
  ASSERT_INVALID(kmk_store_present, NULL, "sheet", value);
  ASSERT_INVALID(kmk_store_present, store, NULL, value);
  ASSERT_INVALID(kmk_store_dismiss, NULL, "sheet");
  ASSERT_INVALID(kmk_store_dismiss, store, NULL);
  ASSERT_INVALID(kmk_store_dismiss_id, NULL, "sheet", "0");
  ASSERT_INVALID(kmk_store_dismiss_id, store, NULL, "0");
  ASSERT_INVALID(kmk_store_dismiss_id, store, "sheet", NULL);
  ASSERT_INVALID(kmk_store_presented, NULL, "sheet", value);
  ASSERT_INVALID(kmk_store_presented, store, NULL, value);
  ASSERT_INVALID(kmk_store_presented, store, "sheet", NULL);
  assert_null(kmk_store_state(NULL));
  ASSERT_INVALID_NULL(kmk_store_get, NULL, "");
  ASSERT_INVALID_NULL(kmk_store_get, store, NULL);
  assert_null(kmk_store_state_text(NULL, 0));
  ASSERT_INVALID_NULL(kmk_store_presentation_id, NULL, "/sheet");
  ASSERT_INVALID_NULL(kmk_store_presentation_id, store, NULL);
  assert_false(kmk_task_is_finished(NULL));
  kmk_task_cancel(NULL);
  ASSERT_INVALID(kmk_task_finish, NULL, 0);
  run_due(k->loop);
  assert_json_text(k->log, "[]");
  assert_issues(k, "['action-misfit', 'action-misfit']");
  assert_state_text(store, "{'count': 0, 'sheet': null}");
}

TEST(M11_observers) {
  int freed = 0;
  const kmk_presentation_callbacks none = {sizeof none, NULL, NULL, NULL};
  kit_open(k, kmk_presentation(counter(), "/sheet", "sheet", NULL, counter()),
           "{'sheet': {'count': 0}}");
  ASSERT_INVALID_NULL(kmk_store_observe, NULL, "", ignore_value, &freed, count_free);
  ASSERT_INVALID_NULL(kmk_store_observe, k->store, NULL, ignore_value, &freed, count_free);
  ASSERT_INVALID_NULL(kmk_store_observe, k->store, "", NULL, &freed, count_free);
  ASSERT_INVALID_NULL(kmk_store_observe_presentation, NULL, "/sheet", &none, &freed, count_free);
  ASSERT_INVALID_NULL(kmk_store_observe_presentation, k->store, NULL, &none, &freed, count_free);
  ASSERT_INVALID_NULL(kmk_store_observe_presentation, k->store, "/sheet", NULL, &freed, count_free);
  assert_int_equal(freed, 12);
  kmk_subscription *value = kmk_store_observe(k->store, "", ignore_value, NULL, NULL, NULL);
  kmk_subscription *view =
      kmk_store_observe_presentation(k->store, "/sheet", &none, NULL, NULL, NULL);
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  send_ok(k->store, "{'sheet': 'dismiss'}");
  assert_state_text(k->store, "{'sheet': null}");
  kmk_subscription_free(value);
  kmk_subscription_free(view);
}
