/* Depth: a thousand nested presentations, and a write far below them, with little stack (L3). */
#include "support.h"

/* ----------------------------------------------------------- a thousand presentations */

#define LEVELS (SANITIZED ? 200 : 1000)

typedef struct tower_result {
  kmk_status made, sent;
  int told;        /* calls of the innermost counter's observer, including the first call */
  bool is_correct; /* from the state as text, after the send */
} tower_result;

static void count_told(const json_t *value, void *user_data) {
  tower_result *r = user_data;
  r->told += value != NULL;
}

static void *run_tower(void *result) {
  tower_result *r = result;
  char *before = wrapped(LEVELS, "{\"count\":0,\"child\":", "{\"count\":0}", "}");
  char *expected = wrapped(LEVELS, "{\"count\":0,\"child\":", "{\"count\":1}", "}");
  char *action = wrapped(LEVELS, "{\"child\":{\"presented\":", "\"inc\"", "}}");
  char *pointer = wrapped(LEVELS, "/child", "/count", "");
  kmk_reducer *reducer = counter();
  for (int i = 0; i < LEVELS; i++) {
    reducer = kmk_presentation(counter(), "/child", "child", NULL, reducer);
  }
  kmk_error error = {0};
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_loads(before, 0, NULL);
  kmk_store *store = kmk_store_new(loop, reducer, initial, &error);
  r->made = error.status;
  kmk_json_release(initial);
  if (store != NULL) {
    kmk_subscription *subscription = kmk_store_observe(store, pointer, count_told, r, NULL, NULL);
    r->sent = kmk_store_send_text(store, action, NULL);
    char *text = kmk_store_state_text(store, JSON_COMPACT);
    r->is_correct = text == NULL || strcmp(text, r->sent == KMK_OK ? expected : before) == 0;
    kmk_text_free(text);
    kmk_subscription_free(subscription);
    kmk_store_free(store);
  }
  kmk_loop_free(loop);
  free(before);
  free(expected);
  free(action);
  free(pointer);
  return NULL;
}

TEST(L3_a_thousand_presentations_work_on_the_main_thread) {
  tower_result r = {KMK_OK, KMK_ERR_BUSY, 0, false};
  run_tower(&r);
  assert_int_equal(r.made, KMK_OK);
  assert_int_equal(r.sent, KMK_OK);
  assert_int_equal(r.told, 2);
  assert_true(r.is_correct);
}

/* Writes at the end of a pointer with many steps, and removes the value again. */
REDUCER(write_far_below) {
  kmk_status *statuses = data;
  char *pointer = wrapped(LEVELS, "/child", "/count", "");
  statuses[0] = kmk_state_set_new(state, pointer, json_integer(2));
  statuses[1] = kmk_state_get(state, pointer) != NULL ? KMK_OK : KMK_ERR_NOT_FOUND;
  statuses[2] = kmk_state_remove(state, pointer);
  free(pointer);
  return NULL;
}

static void *write_far_below_once(void *statuses) {
  char *before = wrapped(LEVELS, "{\"child\":", "{\"count\":0}", "}");
  json_t *initial = json_loads(before, 0, NULL);
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store =
      kmk_store_new(loop, kmk_reducer_new(write_far_below, statuses, NULL), initial, NULL);
  kmk_store_send_text(store, "\"go\"", NULL);
  kmk_json_release(initial);
  kmk_store_free(store);
  kmk_loop_free(loop);
  free(before);
  return NULL;
}

TEST(L3_a_thousand_presentations_on_512_KiB_work_or_are_refused) {
  tower_result r = {KMK_OK, KMK_OK, 0, true};
  run_in_little_stack(run_tower, &r);
  assert_true(r.made == KMK_OK || r.made == KMK_ERR_TOO_DEEP);
  assert_true(r.sent == KMK_OK || r.sent == KMK_ERR_TOO_DEEP);
  assert_true(r.is_correct);
}

TEST(L3_a_write_far_below_works_or_is_refused_on_512_KiB) {
  kmk_status on_main[3] = {KMK_ERR_BUSY, KMK_ERR_BUSY, KMK_ERR_BUSY};
  kmk_status in_little[3] = {KMK_ERR_BUSY, KMK_ERR_BUSY, KMK_ERR_BUSY};
  write_far_below_once(on_main);
  run_in_little_stack(write_far_below_once, in_little);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(on_main[i], KMK_OK);
    assert_true(in_little[i] == KMK_OK || (i != 1 && in_little[i] == KMK_ERR_TOO_DEEP));
  }
}
