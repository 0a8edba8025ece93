/* A window and its presentation: who closes whom, and what a subscription may do and must not. */

#include "presentation_support.h"
#include "view_support.h"

#define COUNTER "{'counter': {'count': 0}}"
#define ANIMATIONS "{'animations': {'color': 'white'}}"
#define DISMISS "{'destination': 'dismiss'}"

static kmk_status close_window(sheet *s, const char *id) {
  return kmk_store_dismiss_id(s->store, "destination", id, NULL);
}

/* ---------------------------------------------------------------- closing from the view */

static void J9_closing_a_window_sends_dismiss_once(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  send_presented(s, "{'counter': 'startTimer'}");
  assert_int_equal(close_window(s, v.id), KMK_OK);
  assert_told(&v, "[['present', '0', 'counter', {'count': 0}], ['dismiss', '0']]");
  assert_quiet(s);
  kmk_error error = {0};
  assert_int_equal(kmk_store_dismiss_id(s->store, "destination", "0", &error), KMK_ERR_NOT_FOUND);
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_store_log(s, "[{'destination': {'presented': {'counter': 'startTimer'}}}, " DISMISS "]");
  view_close(&v);
}

/* A window that closes because it was told so, and says so to the store. */
static void echo(view *v, const char *id) {
  kmk_status status = kmk_store_dismiss_id(v->store, "destination", id, NULL);
  json_array_append_new(v->told, json_string(kmk_status_name(status)));
}

static void J9_a_dismissal_by_the_reducer_is_not_echoed(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  v.on_dismiss = echo;
  view_forget(&v);
  send_ok(s->store, "'clear'");
  assert_told(&v, "[['dismiss', '0'], 'KMK_ERR_NOT_FOUND']");
  assert_store_log(s, "['clear']");

  send_ok(s->store, "{'assign': " COUNTER "}");
  json_array_clear(s->kit->log);
  view_forget(&v);
  send_ok(s->store, "'swap'");
  assert_told(&v, "[['dismiss', '1'], 'KMK_ERR_NOT_FOUND',"
                  " ['present', '2', 'animations', {'color': 'white'}]]");
  assert_store_log(s, "['swap']");
  assert_issues(s->kit, "[]");
  view_close(&v);
}

static void J9_the_window_of_a_presentation_that_has_gone_closes_no_other(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  slot_id first = id_of(s);
  send_ok(s->store, "'swap'");
  assert_int_equal(close_window(s, first.text), KMK_ERR_NOT_FOUND);
  assert_slot(s, ANIMATIONS);

  send_ok(s->store, "'swap'");
  assert_slot(s, COUNTER);
  assert_int_equal(close_window(s, first.text), KMK_ERR_NOT_FOUND);
  assert_slot(s, COUNTER);
  assert_store_log(s, "['swap', 'swap']");
  assert_int_equal(close_window(s, id_of(s).text), KMK_OK);
  assert_slot(s, "null");
}

static void close_at_once(view *v) {
  kmk_status status = kmk_store_dismiss_id(v->store, "destination", v->id, NULL);
  json_array_append_new(v->told, json_string(kmk_status_name(status)));
}

static void J9_a_window_may_close_while_it_opens(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, "null");
  view_open(&v, s->store, "/destination");
  v.on_present = close_at_once;
  send_ok(s->store, "{'assign': " COUNTER "}");
  assert_told(&v, "[['present', '0', 'counter', {'count': 0}], 'KMK_OK', ['dismiss', '0']]");
  assert_slot(s, "null");
  view_close(&v);
}

static void G8_closing_names_the_slot_and_the_presentation(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  assert_int_equal(kmk_store_dismiss_id(s->store, "elsewhere", "0", NULL), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(s->store, "destination.presented", "0", NULL),
                   KMK_ERR_NOT_FOUND);
  assert_int_equal(close_window(s, "1"), KMK_ERR_NOT_FOUND);
  assert_int_equal(close_window(s, ""), KMK_ERR_NOT_FOUND);
  assert_store_log(s, "[]");
  assert_slot(s, COUNTER);
}

REDUCER(ask_while_reducing) {
  sheet *s = data;
  if (kmk_action_is(action, "ask")) {
    kmk_error error = {0};
    char *id = kmk_store_presentation_id(s->store, "/destination", &error);
    kmk_status closing = close_window(s, "0");
    kmk_error watching = {0};
    kmk_subscription *subscription = kmk_store_observe_presentation(
        s->store, "/destination", &view_callbacks, NULL, NULL, &watching);
    json_array_append_new(s->seen, json_boolean(id == NULL && subscription == NULL));
    json_array_append_new(s->seen, json_string(kmk_status_name(error.status)));
    json_array_append_new(s->seen, json_string(kmk_status_name(closing)));
    json_array_append_new(s->seen, json_string(kmk_status_name(watching.status)));
  }
  return NULL;
}

static void C9_inside_a_reducer_every_query_is_refused(void **state) {
  sheet *s = *state;
  sheet_open(s, ask_while_reducing, COUNTER);
  send_ok(s->store, "'ask'");
  assert_seen(s, "[true, 'KMK_ERR_BUSY', 'KMK_ERR_BUSY', 'KMK_ERR_BUSY']");
  assert_issues(s->kit, "['read-while-reducing', 'read-while-reducing', 'read-while-reducing']");
  assert_slot(s, COUNTER);
}

/* -------------------------------------------------------------- what the view shows last */

static void note_what_is_shown(view *v, const char *id) {
  (void)id;
  json_array_append(v->told, v->shown);
}

static void J7_the_last_state_stays_readable_while_the_window_closes(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, "{'counter': {'count': 7, 'list': [1]}}");
  view_open(&v, s->store, "/destination");
  v.on_dismiss = note_what_is_shown;
  send_presented(s, "{'counter': 'inc'}");
  view_forget(&v);
  assert_int_equal(close_window(s, v.id), KMK_OK);
  assert_told(&v, "[['dismiss', '0'], {'count': 8, 'list': [1]}]");
  view_close(&v);
}

static void J7_a_snapshot_does_not_change_when_the_state_does(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  json_t *first = json_incref(v.shown);
  send_presented(s, "{'counter': 'inc'}");
  assert_json_text(first, "{'count': 0}");
  assert_json_text(v.shown, "{'count': 1}");
  json_decref(first);
  view_close(&v);
}

/* ---------------------------------------------------------------------- subscriptions */

static void a_freed_subscription_is_told_nothing_more(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  view_forget(&v);
  kmk_subscription_free(v.subscription);
  v.subscription = NULL;
  assert_int_equal(v.freed, 1);
  send_ok(s->store, "'swap'");
  assert_told(&v, "[]");
  view_close(&v);
}

static void unsubscribe(view *v, const char *id) {
  (void)id;
  kmk_subscription_free(v->subscription);
  v->subscription = NULL;
}

static void a_subscription_freed_in_its_dismiss_is_not_told_of_the_present_after_it(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  view_forget(&v);
  v.on_dismiss = unsubscribe;
  send_ok(s->store, "'swap'");
  assert_told(&v, "[['dismiss', '0']]");
  assert_int_equal(v.freed, 1);
  view_close(&v);
}

static void a_subscription_that_another_observer_frees_is_told_nothing(void **state) {
  sheet *s = *state;
  view first, second;
  sheet_open(s, NULL, COUNTER);
  view_open(&first, s->store, "/destination");
  view_open(&second, s->store, "/destination");
  view_forget(&second);
  /* The first one's dismiss frees the second one's subscription before that is told. */
  kmk_subscription *own = first.subscription;
  first.subscription = second.subscription;
  second.subscription = NULL;
  first.on_dismiss = unsubscribe;
  send_ok(s->store, "'clear'");
  assert_told(&second, "[]");
  assert_int_equal(second.freed, 1);
  first.subscription = own;
  view_close(&first);
  view_close(&second);
}

static void C23_the_end_of_the_store_tells_nothing_and_releases_the_view(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  view_forget(&v);
  kmk_store_free(s->store);
  s->kit->store = NULL;
  assert_told(&v, "[]");
  assert_int_equal(v.freed, 1);
  view_close(&v);
}

static void free_the_store(view *v) {
  kmk_store_free(v->store);
  v->store = NULL;
}

static void C24_a_store_freed_by_one_view_is_still_told_to_the_others(void **state) {
  sheet *s = *state;
  view first, second;
  sheet_open(s, NULL, "null");
  view_open(&first, s->store, "/destination");
  view_open(&second, s->store, "/destination");
  first.on_present = free_the_store;
  s->kit->store = NULL;
  send_ok(s->store, "{'assign': " COUNTER "}");
  assert_told(&first, "[['present', '0', 'counter', {'count': 0}]]");
  assert_told(&second, "[['present', '0', 'counter', {'count': 0}]]");
  assert_int_equal(second.freed, 1);
  view_close(&first);
  view_close(&second);
}

static void any_of_the_functions_may_be_null(void **state) {
  sheet *s = *state;
  int freed = 0;
  kmk_presentation_callbacks none = {sizeof none, NULL, NULL, NULL};
  sheet_open(s, NULL, COUNTER);
  kmk_subscription *subscription =
      kmk_store_observe_presentation(s->store, "/destination", &none, &freed, count_free, NULL);
  assert_non_null(subscription);
  send_presented(s, "{'counter': 'inc'}");
  send_ok(s->store, "'swap'");
  send_ok(s->store, "'clear'");
  kmk_subscription_free(subscription);
  assert_int_equal(freed, 1);
}

static void a_larger_size_is_accepted(void **state) {
  sheet *s = *state;
  view v;
  struct {
    kmk_presentation_callbacks known;
    void (*later)(void);
  } newer = {view_callbacks, NULL};
  newer.known.size = sizeof newer;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  kmk_subscription *subscription = kmk_store_observe_presentation(
      s->store, "/destination", (kmk_presentation_callbacks *)&newer, &v, NULL, NULL);
  assert_non_null(subscription);
  assert_told(&v, "[['present', '0', 'counter', {'count': 0}],"
                  " ['present', '0', 'counter', {'count': 0}]]");
  kmk_subscription_free(subscription);
  view_close(&v);
}

static void check_refused(kmk_store *store, const char *pointer,
                          const kmk_presentation_callbacks *callbacks) {
  int freed = 0;
  kmk_error error = {0};
  assert_null(
      kmk_store_observe_presentation(store, pointer, callbacks, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 1);
}

static void M11_a_mistake_is_refused_and_the_user_data_released_once(void **state) {
  sheet *s = *state;
  kmk_presentation_callbacks smaller = view_callbacks;
  smaller.size -= sizeof(void *);
  sheet_open(s, NULL, COUNTER);
  check_refused(NULL, "/destination", &view_callbacks);
  check_refused(s->store, NULL, &view_callbacks);
  check_refused(s->store, "/destination", NULL);
  check_refused(s->store, "destination", &view_callbacks);
  check_refused(s->store, "/~2", &view_callbacks);
  check_refused(s->store, "/destination", &smaller);
  kmk_subscription_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(J9_closing_a_window_sends_dismiss_once),
      IN_BOTH_DIALECTS(J9_a_dismissal_by_the_reducer_is_not_echoed),
      IN_BOTH_DIALECTS(J9_the_window_of_a_presentation_that_has_gone_closes_no_other),
      IN_BOTH_DIALECTS(J9_a_window_may_close_while_it_opens),
      IN_BOTH_DIALECTS(G8_closing_names_the_slot_and_the_presentation),
      IN_BOTH_DIALECTS(C9_inside_a_reducer_every_query_is_refused),
      IN_BOTH_DIALECTS(J7_the_last_state_stays_readable_while_the_window_closes),
      IN_BOTH_DIALECTS(J7_a_snapshot_does_not_change_when_the_state_does),
      IN_BOTH_DIALECTS(a_freed_subscription_is_told_nothing_more),
      IN_BOTH_DIALECTS(a_subscription_freed_in_its_dismiss_is_not_told_of_the_present_after_it),
      IN_BOTH_DIALECTS(a_subscription_that_another_observer_frees_is_told_nothing),
      IN_BOTH_DIALECTS(C23_the_end_of_the_store_tells_nothing_and_releases_the_view),
      IN_BOTH_DIALECTS(C24_a_store_freed_by_one_view_is_still_told_to_the_others),
      IN_BOTH_DIALECTS(any_of_the_functions_may_be_null),
      IN_BOTH_DIALECTS(a_larger_size_is_accepted),
      IN_BOTH_DIALECTS(M11_a_mistake_is_refused_and_the_user_data_released_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
