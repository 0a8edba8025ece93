/* Handles that outlive their store hold nothing of its state (J60). */
#include "support.h"

static void ignore_value(const json_t *value, void *user_data) { (void)value, (void)user_data; }

static void ignore_case(const char *name, const json_t *payload, void *user_data) {
  (void)name, (void)payload, (void)user_data;
}

static void ignore_slot(const char *id, const char *name, const json_t *value, void *user_data) {
  (void)id, (void)name, (void)value, (void)user_data;
}

static void ignore_changes(const json_t *patch, const json_t *inverse, void *user_data) {
  (void)patch, (void)inverse, (void)user_data;
}

static kmk_store *whole_store, *a_view;

/* A subscription of each kind. */
static kmk_subscription *subscribe(int kind, kmk_free_fn free_fn, void *data) {
  kmk_presentation_callbacks slot = {sizeof slot, ignore_slot, NULL, NULL};
  kmk_store *s = whole_store;
  switch (kind) {
  case 0:
    return kmk_store_observe(s, "/value", ignore_value, data, free_fn, NULL);
  case 1:
    return kmk_store_observe(s, "", ignore_value, data, free_fn, NULL);
  case 2:
    return kmk_store_observe_case(s, "/value", ignore_case, data, free_fn, NULL);
  case 3:
    return kmk_store_observe_ids(s, "/rows", ignore_value, data, free_fn, NULL);
  case 4:
    return kmk_store_observe_id_changes(s, "/rows", ignore_value, data, free_fn, NULL);
  case 5:
    return kmk_store_observe_patches(s, "/value", ignore_value, data, free_fn, NULL);
  case 6:
    return kmk_store_observe_changes(s, "", ignore_changes, data, free_fn, NULL);
  case 7:
    return kmk_store_observe(a_view, "", ignore_value, data, free_fn, NULL);
  default:
    return kmk_store_observe_presentation(s, "/sheet", &slot, data, free_fn, NULL);
  }
}

enum { KINDS = 9 };

/* Frees the store, or its loop. The subscriptions stay open, and so does a scoped store if keeps_view is true. */
static void leave_subscriptions(bool frees_loop, bool keeps_view) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *value = json_of("{'large': {}}"), *rows = json_of("[{'id': 1}]"), *sheet = json_object();
  json_t *state = json_pack("{s:O, s:O, s:O}", "value", value, "rows", rows, "sheet", sheet);
  kmk_reducer *reducer = kmk_for_each(kmk_empty(), "/rows", "rows", NULL, kmk_empty());
  reducer = kmk_presentation(reducer, "/sheet", "sheet", NULL, counter());
  whole_store = kmk_store_new(loop, reducer, state, NULL);
  json_decref(state);
  a_view = kmk_store_scope(whole_store, "/value", "value", NULL);
  kmk_subscription *subscriptions[KINDS];
  int freed = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    subscriptions[kind] = subscribe(kind, count_free, &freed);
    assert_non_null(subscriptions[kind]);
  }
  if (!keeps_view) {
    kmk_store_free(a_view);
  }
  size_t before = kmk_live_objects();
  if (frees_loop) {
    kmk_loop_free(loop);
  } else {
    kmk_store_free(whole_store);
  }
  assert_int_equal(freed, KINDS);
  assert_int_equal(value->refcount, 1);
  assert_int_equal(rows->refcount, 1);
  assert_int_equal(sheet->refcount, 1);
  assert_true(kmk_live_objects() < before);
  for (int kind = 0; kind < KINDS; kind++) {
    kmk_subscription_free(subscriptions[kind]);
  }
  if (keeps_view) {
    kmk_store_free(a_view);
  }
  if (frees_loop) {
    kmk_store_free(whole_store);
  } else {
    kmk_loop_free(loop);
  }
  json_decref(value);
  json_decref(rows);
  json_decref(sheet);
}

TEST(J60_a_subscription_that_outlives_its_store_holds_nothing_of_it) {
  leave_subscriptions(false, false);
}

TEST(J60_a_subscription_that_outlives_its_loop_holds_nothing_of_its_store) {
  leave_subscriptions(true, false);
}

TEST(J60_a_view_that_outlives_its_store_holds_nothing_of_it) {
  leave_subscriptions(false, true);
  leave_subscriptions(true, true);
}
