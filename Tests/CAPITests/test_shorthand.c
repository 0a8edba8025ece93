/* Shorthand for C programs: macros, JSON from text, a loop's state (P6, P9, P10). */
#include "support.h"

/* ------------------------------------------------------------------------ macros */

REDUCER(effects_of_macros) {
  if (kmk_action_is(action, "merge"))
    return KMK_MERGE(after(KMK_MILLISECONDS(2), "'inc'"), NULL, after(KMK_SECONDS(1), "'inc'"));
  if (kmk_action_is(action, "chain"))
    return KMK_CONCATENATE(after(SECOND, "'inc'"), KMK_MERGE(after(SECOND, "'inc'")));
  return NULL;
}

TEST(P6_counted_arrays_are_counted_where_they_are_written) {
  kit_open(k, KMK_COMBINE(KMK_COMBINE(counter(), NULL), kmk_reducer_new(effects_of_macros, 0, 0)),
           "{'count': 0}");
  send_ok(k->store, "'merge'");
  advance(k->loop, 2 * MILLISECOND);
  assert_state_text(k->store, "{'count':1}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'count':2}");
  send_ok(k->store, "'chain'");
  advance(k->loop, KMK_SECONDS(1));
  assert_state_text(k->store, "{'count':3}");
  advance(k->loop, KMK_SECONDS(1));
  assert_state_text(k->store, "{'count':4}");
}

TEST(P6_the_fields_of_a_binding_are_counted_too) {
  kit_open(k, KMK_BINDING_FIELDS("binding", {"/count", "integer"}, {"/name", "text"}),
           "{'count': 0, 'name': ''}");
  send_ok(k->store, "{'binding': {'path': '/name', 'value': 'x'}}");
  assert_state_text(k->store, "{'count':0,'name':'x'}");
}

static kmk_reducer *made_reducer(int *made) {
  ++*made;
  return counter();
}

TEST(P6_a_member_of_a_macro_is_made_once) {
  int made = 0;
  kmk_reducer_free(KMK_COMBINE(made_reducer(&made), KMK_COMBINE(made_reducer(&made))));
  assert_int_equal(made, 2);
  assert_int_equal(KMK_SECONDS(UINT32_MAX), UINT32_MAX * SECOND);
}

/* ---------------------------------------------------------------- JSON from text */

TEST(P9_json_comes_from_text_and_goes_to_text) {
  static const char *const texts[] = {"{\"a\":[1,null,\"x\"]}", "\"inc\"", "3", "null", "[]"};
  for (size_t i = 0; i < KMK_COUNT(texts); i++) {
    kmk_error error;
    json_t *value = kmk_json_parse(texts[i], SIZE_MAX, &error);
    char *text = kmk_json_text(value, JSON_COMPACT);
    assert_string_equal(text, texts[i]);
    kmk_text_free(text);
    kmk_json_release(value);
  }
  json_t *first = kmk_json_parse("12", 1, NULL);
  assert_json_text(first, "1");
  kmk_json_release(first);
}

TEST(P9_text_that_is_no_json_is_refused_with_its_place) {
  kmk_error error;
  assert_null(kmk_json_parse("[1, x]", SIZE_MAX, &error));
  assert_int_equal(error.status, KMK_ERR_JSON);
  assert_int_equal(error.position, 5);
  assert_null(kmk_json_parse("", 0, &error));
  assert_int_equal(error.status, KMK_ERR_JSON);
  assert_null(kmk_json_parse("1", SIZE_MAX - 1, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_json_parse(NULL, 0, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_json_text(NULL, 0));
}

/* ---------------------------------------------------------------- a loop's state */

TEST(P10_a_loop_says_whether_it_is_idle_and_how_long_to_wait) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, counter(), "{'count': 0}");
  assert_true(kmk_loop_is_idle(loop));
  assert_int_equal(kmk_loop_timeout_ms(loop), -1);
  kmk_store_post_new(store, json_of("{'incAfter': 3600}"));
  assert_false(kmk_loop_is_idle(loop));
  assert_int_equal(kmk_loop_timeout_ms(loop), 0);
  run_due(loop);
  assert_true(kmk_loop_is_idle(loop));
  assert_in_range(kmk_loop_timeout_ms(loop), 3000000, 3600000);
  kmk_loop_wakeup(loop);
  assert_int_equal(kmk_loop_timeout_ms(loop), 0);
  kmk_loop_free(loop);
  kmk_store_free(store);
}

TEST(P10_a_virtual_loop_waits_for_nothing_but_its_clock) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_store_post_new(k->store, json_of("{'incAfter': 1}"));
  assert_false(kmk_loop_is_idle(k->loop));
  assert_int_equal(kmk_loop_timeout_ms(k->loop), 0);
  run_due(k->loop);
  assert_true(kmk_loop_is_idle(k->loop));
  assert_int_equal(kmk_loop_timeout_ms(k->loop), -1);
  assert_true(kmk_loop_is_idle(NULL));
  assert_int_equal(kmk_loop_timeout_ms(NULL), -1);
}

static void *ask_elsewhere(void *loop) {
  assert_false(kmk_loop_is_idle(loop));
  assert_int_equal(kmk_loop_timeout_ms(loop), -1);
  return NULL;
}

TEST(P10_another_thread_is_told_nothing) { run_in_little_stack(ask_elsewhere, k->loop); }
