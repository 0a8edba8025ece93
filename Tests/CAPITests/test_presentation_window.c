/* Observers of presentations: the values they hold, and how long they hold them. */

#include "presentation_support.h"
#include "view_support.h"

#define COUNTER "{'counter': {'count': 0}}"

SHEET_TEST(J7_a_snapshot_does_not_change_when_the_state_does) {
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  send_presented(s, "{'counter': 'inc'}");
  assert_told(&v, "[['present', '0', 'counter', {'count': 0}], ['update', '0', {'count': 1}]]");
  view_close(&v);
}

SHEET_TEST(C23_the_end_of_the_store_tells_nothing_and_releases_the_view) {
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

SHEET_TEST(any_of_the_functions_may_be_null) {
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

SHEET_TEST(a_larger_size_is_accepted) {
  view v = {.told = json_array()};
  struct {
    kmk_presentation_callbacks known;
    void (*later)(void);
  } newer = {view_callbacks, NULL};
  newer.known.size = sizeof newer;
  sheet_open(s, NULL, COUNTER);
  kmk_subscription *subscription = kmk_store_observe_presentation(
      s->store, "/destination", (kmk_presentation_callbacks *)&newer, &v, NULL, NULL);
  assert_non_null(subscription);
  assert_json_text(v.told, "[['present', '0', 'counter', {'count': 0}]]");
  kmk_subscription_free(subscription);
  json_decref(v.told);
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

SHEET_TEST(M11_a_mistake_is_refused_and_the_user_data_released_once) {
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
