/* A store that ends inside a burst: whoever observes it is told of that burst, whatever began it (C24). */
#include "mirror_support.h"
#include "view_support.h"
#include "writer_support.h"

/* {"end": ACTION} frees its store after it has performed the action; {"start": ACTION} does the same
 * with an action that a timer, a delay or a started effect sends. */
typedef struct ending {
  kmk_store **store;
  kmk_effect *(*begin)(const json_t *action);
} ending;

REDUCER(end_itself) {
  ending *e = data;
  const json_t *start = kmk_action_payload(action, "start"), *last = NULL;
  if (start != NULL) {
    json_t *end = json_pack("{s:o}", "end", kmk_json_retain(start));
    kmk_effect *effect = e->begin(end);
    json_decref(end);
    return effect;
  }
  if ((last = kmk_action_payload(action, "end")) != NULL) {
    kmk_effect *effect = write_down(state, last, env, NULL);
    kmk_store_send_new(*e->store, json_string("never"), NULL);
    kmk_store_free(*e->store);
    *e->store = NULL;
    return effect;
  }
  return NULL;
}

static kmk_effect *by_timer(const json_t *action) {
  return kmk_effect_after_new(SECOND, kmk_json_retain(action));
}

static kmk_effect *by_clock(const json_t *action) {
  return kmk_effect_every_new(SECOND, kmk_json_retain(action));
}

static kmk_effect *by_delay(const json_t *action) {
  return kmk_effect_delay(kmk_effect_send(action), SECOND);
}

static void send_what_was_given(kmk_sender *sender, void *user_data) {
  kmk_sender_send_new(sender, json_incref(user_data));
  kmk_sender_send_new(sender, json_string("neverEither"));
  kmk_sender_finish(sender);
}

static void release_action(void *user_data) { json_decref(user_data); }

static kmk_effect *by_start(const json_t *action) {
  return kmk_effect_start(send_what_was_given, NULL, kmk_json_retain(action), release_action);
}

static kmk_effect *at_once(const json_t *action) { return kmk_effect_send(action); }

static kmk_effect *(*const begins[])(const json_t *action) = {by_timer, by_clock, by_delay,
                                                              by_start, at_once};

static kmk_reducer *house(ending *e) {
  kmk_reducer *path = kmk_stack(kmk_reducer_new(end_itself, e, NULL), "/path", "path", writer());
  return kmk_presentation(path, "/sheet", "sheet", NULL, writer());
}

static const char initial[] = "{'path': [{'n': 1}], 'sheet': {'n': 1}, 'case': {'one': 1}, 'n': 1}";

#define LAST                                                                                       \
  "{'all': [{'push': ['/path', {'n': 2}]}, {'set': ['/sheet', null]}, {'set': ['/n', 2]}, "        \
  "{'set': ['/case', {'two': 2}]}]}"

/* The observers of every kind. The store is gone when they have been told. */
typedef struct crowd {
  json_t *cases, *ids, *values, *within;
  view sheet;
  mirror whole;
  kmk_subscription *subscriptions[4];
} crowd;

static void crowd_open(crowd *c, kmk_store *store) {
  *c = (crowd){
      .cases = json_array(), .ids = json_array(), .values = json_array(), .within = json_array()};
  c->subscriptions[0] = kmk_store_observe_case(store, "/case", record_case, c->cases, NULL, NULL);
  c->subscriptions[1] = kmk_store_observe_ids(store, "/path", record_value, c->ids, NULL, NULL);
  view_open(&c->sheet, store, "/sheet");
  mirror_open(&c->whole, store, "");
  c->subscriptions[2] = observe_into(store, "/n", c->values);
  c->subscriptions[3] = observe_into(store, "/path/1/element/n", c->within);
}

static void crowd_close(crowd *c) {
  assert_json_text(c->cases, "[['one', 1], ['two', 2]]");
  assert_json_text(c->ids, "[[0], [0, 1]]");
  assert_json_text(c->values, "[1, 2]");
  assert_json_text(c->within, "[null, 2]");
  assert_told(&c->sheet, "[['present', '0', null, {'n': 1}], ['dismiss', '0']]");
  assert_false(c->whole.failed);
  assert_json_text(c->whole.copy, "{'path': [{'id': 0, 'element': {'n': 1}}, {'id': 1, 'element': "
                                  "{'n': 2}}], 'sheet': null, 'n': 2, 'case': {'two': 2}}");
  for (size_t i = 0; i < COUNT_OF(c->subscriptions); i++) {
    kmk_subscription_free(c->subscriptions[i]);
  }
  view_close(&c->sheet);
  kmk_subscription_free(c->whole.subscription);
  json_decref(c->whole.patches);
  json_decref(c->whole.copy);
  json_decref(c->cases);
  json_decref(c->ids);
  json_decref(c->values);
  json_decref(c->within);
}

static void C24_who_observes_a_store_that_its_effects_burst_ends_is_told(void **state) {
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(begins); i++) {
    ending e = {&k->store, begins[i]};
    crowd c;
    kit_open(k, house(&e), initial);
    json_array_clear(k->log);
    crowd_open(&c, k->store);
    send_ok(k->store, "{'start': " LAST "}");
    advance(k->loop, 2 * SECOND);
    assert_null(k->store);
    assert_json_text(k->log, "[{'start': " LAST "}, {'end': " LAST "}]");
    crowd_close(&c);
  }
}

/* The same where a view of the store is all that is left, and is freed when its turn comes. */
static void free_view(const json_t *value, void *user_data) {
  kmk_store **view = user_data;
  if (json_integer_value(value) == 2) {
    kmk_store_free(*view);
    *view = NULL;
  }
}

static void C24_a_view_may_be_freed_while_its_store_ends(void **state) {
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(begins); i++) {
    ending e = {&k->store, begins[i]};
    crowd c;
    kit_open(k, house(&e), initial);
    kmk_store *sheet = kmk_store_scope(k->store, "/sheet", "sheet.presented", NULL);
    kmk_subscription *freeing = kmk_store_observe(k->store, "/n", free_view, &sheet, NULL, NULL);
    crowd_open(&c, k->store);
    send_ok(k->store, "{'start': " LAST "}");
    advance(k->loop, 2 * SECOND);
    assert_null(sheet);
    crowd_close(&c);
    kmk_subscription_free(freeing);
  }
}

/* ----------------------------------------------------------------- what an end leaves */

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

/* Frees the store, or its loop. The subscriptions stay, and with keeps_view a view. */
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

static void J60_a_subscription_that_outlives_its_store_holds_nothing_of_it(void **state) {
  (void)state;
  leave_subscriptions(false, false);
}

static void J60_nor_does_one_that_outlives_its_loop_or_a_store_that_did(void **state) {
  (void)state;
  leave_subscriptions(true, false);
}

static void J60_nor_does_a_view_that_outlives_its_store(void **state) {
  (void)state;
  leave_subscriptions(false, true);
  leave_subscriptions(true, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(C24_who_observes_a_store_that_its_effects_burst_ends_is_told),
      KIT_TEST(C24_a_view_may_be_freed_while_its_store_ends),
      KIT_TEST(J60_a_subscription_that_outlives_its_store_holds_nothing_of_it),
      KIT_TEST(J60_nor_does_one_that_outlives_its_loop_or_a_store_that_did),
      KIT_TEST(J60_nor_does_a_view_that_outlives_its_store),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
