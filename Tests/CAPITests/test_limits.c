/* Extreme numbers: counts, sizes, ids, times and timeouts, function by function as in the table of docs/limits.md
 * (M16, M17). */
#include "support.h"

#include <limits.h>

#include <kumiki_test.h>

/* ------------------------------------------------------------------- counted arrays */

static void assert_mistake(const kit *k, kmk_reducer *reducer, const char *message) {
  kmk_error error;
  json_t *state = json_object();
  assert_null(kmk_store_new(k->loop, reducer, state, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, message);
  json_decref(state);
}

TEST(M17_a_NULL_array_with_any_count_is_a_mistake) {
  const size_t counts[] = {1, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX};
  for (size_t i = 0; i < COUNT_OF(counts); i++) {
    assert_mistake(k, kmk_combine(counts[i], NULL), "kmk_combine: reducers is NULL");
    assert_mistake(k, kmk_cases(counter(), counts[i], NULL), "kmk_cases: cases is NULL");
  }
}

TEST(M17_a_count_that_no_array_can_have_is_a_mistake) {
  kmk_reducer *const none[] = {NULL};
  const kmk_case one[] = {{"inc", NULL}};
  const char *expected[] = {"kmk_combine: reducers cannot be 18446744073709551615 long",
                            "kmk_cases: cases cannot be 18446744073709551615 long"};
  assert_mistake(k, kmk_combine(SIZE_MAX, none), expected[0]);
  assert_mistake(k, kmk_cases(counter(), SIZE_MAX, one), expected[1]);
}

/* Returns an effect that was created with invalid arguments. */
typedef kmk_effect *make_effect(size_t count, kmk_effect *const *effects);
static make_effect *making;
static size_t wrong_count;
static kmk_effect *const *wrong_array;

static kmk_effect *answer_wrongly(const json_t *action) {
  (void)action;
  return making(wrong_count, wrong_array);
}

TEST(M17_effects_of_a_wrong_array_are_invalid) {
  make_effect *const makers[] = {kmk_effect_merge, kmk_effect_concatenate};
  kmk_effect *const none[] = {NULL};
  const size_t counts[] = {1, SIZE_MAX / 2, SIZE_MAX};
  k->store = open_store(k->loop, answering(answer_wrongly), "{}");
  for (size_t m = 0; m < COUNT_OF(makers); m++) {
    making = makers[m];
    wrong_array = NULL;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
      wrong_count = counts[i];
      send_ok(k->store, "'go'");
      assert_issues(k, "['invalid-effect']");
    }
    wrong_array = none;
    send_ok(k->store, "'go'");
    assert_issues(k, "['invalid-effect']");
    kmk_effect_free(making(0, NULL));
    kmk_effect_free(making(1, none));
  }
}

/* --------------------------------------------------------------- lengths and sizes */

TEST(M16_a_length_that_no_text_can_have_is_refused) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_error error;
  const size_t lengths[] = {SIZE_MAX / 2 + 1, SIZE_MAX};
  for (size_t i = 0; i < COUNT_OF(lengths); i++) {
    assert_int_equal(kmk_store_send_textn(k->store, "\"inc\"", lengths[i], &error),
                     KMK_ERR_INVALID_ARGUMENT);
    assert_int_equal(kmk_store_send_textn(k->store, NULL, lengths[i], &error),
                     KMK_ERR_INVALID_ARGUMENT);
  }
  assert_int_equal(kmk_store_send_textn(k->store, "\"inc\"", 0, &error), KMK_ERR_JSON);
  assert_int_equal(kmk_store_send_textn(k->store, "\"inc\"", 5, NULL), KMK_OK);
  assert_state_text(k->store, "{'count': 1}");
}

TEST(M16_a_struct_that_says_to_be_larger_is_taken_and_a_smaller_one_is_not) {
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  kmk_presentation_callbacks callbacks = {SIZE_MAX, NULL, NULL, NULL};
  options.size = SIZE_MAX;
  kit_open(k, kmk_presentation(counter(), "/a", "a", &options, counter()), "{'a': {}}");
  kmk_subscription *subscription =
      kmk_store_observe_presentation(k->store, "/a", &callbacks, NULL, NULL, NULL);
  assert_non_null(subscription);
  kmk_subscription_free(subscription);
  const size_t small[] = {0, sizeof(size_t)};
  for (size_t i = 0; i < COUNT_OF(small); i++) {
    options.size = small[i];
    assert_mistake(k, kmk_presentation(counter(), "/a", "a", &options, counter()),
                   "kmk_presentation: options.size is smaller than kmk_slot_options; use "
                   "KMK_SLOT_OPTIONS_INIT");
    callbacks.size = small[i];
    assert_null(kmk_store_observe_presentation(k->store, "/a", &callbacks, NULL, NULL, NULL));
  }
  options = (kmk_slot_options)KMK_SLOT_OPTIONS_INIT;
  options.kind = (kmk_state_kind)INT_MAX;
  assert_mistake(k, kmk_presentation(counter(), "/a", "a", &options, counter()),
                 "kmk_presentation: options.kind is not a kmk_state_kind");
}

TEST(M16_a_loops_options_may_be_larger_and_their_workers_many) {
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  const size_t small[] = {0, sizeof(size_t)};
  options.size = SIZE_MAX;
  options.worker_count = UINT32_MAX;
  kmk_loop *loop = kmk_loop_new_with(&options, NULL, NULL, NULL);
  assert_non_null(loop);
  kmk_loop_free(loop);
  options.worker_count = 0;
  assert_null(kmk_loop_new_with(&options, NULL, NULL, NULL));
  for (size_t i = 0; i < COUNT_OF(small); i++) {
    options = (kmk_loop_options)KMK_LOOP_OPTIONS_INIT;
    options.size = small[i];
    assert_null(kmk_loop_new_with(&options, NULL, NULL, NULL));
  }
}

TEST(M16_any_flags_print_a_text_or_answer_NULL) {
  kit_open(k, counter(), "{'count': 0, 'rows': [1.5, 'x', {}]}");
  const size_t flags[] = {0, JSON_COMPACT, SIZE_MAX, SIZE_MAX / 2, (size_t)1 << 63};
  for (size_t i = 0; i < COUNT_OF(flags); i++)
    kmk_text_free(kmk_store_state_text(k->store, flags[i]));
  assert_string_equal(kmk_status_name((kmk_status)INT_MAX), "unknown");
  assert_string_equal(kmk_status_name((kmk_status)INT_MIN), "unknown");
}

/* ------------------------------------------------------------------------------ ids */

typedef kmk_status pop(kmk_state *state, const char *pointer, uint64_t id);
static pop *popping;
static uint64_t popped;

REDUCER(pop_one) {
  if (kmk_action_is(action, "pop"))
    *(kmk_status *)data = popping(state, "/path", popped);
  else if (kmk_action_is(action, "push"))
    *(kmk_status *)data = kmk_state_push_new(state, "/path", json_object(), NULL);
  return NULL;
}

#define TWO_ENTRIES "{'path': [{'id': 0, 'element': {}}, {'id': 1, 'element': {}}]}"

TEST(M16_an_id_beyond_those_of_JSON_is_of_no_element) {
  pop *const pops[] = {kmk_state_pop_from, kmk_state_pop_to};
  const uint64_t ids[] = {(uint64_t)INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
  kmk_status answered;
  kit_open(k, kmk_stack(kmk_reducer_new(pop_one, &answered, NULL), "/path", "path", counter()),
           TWO_ENTRIES);
  for (size_t p = 0; p < COUNT_OF(pops); p++) {
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
      answered = KMK_ERR_BUSY;
      popping = pops[p];
      popped = ids[i];
      send_ok(k->store, "'pop'");
      assert_int_equal(answered, KMK_OK);
      assert_state_text(k->store, TWO_ENTRIES);
    }
  }
  popping = kmk_state_pop_from;
  popped = 0;
  send_ok(k->store, "'pop'");
  assert_state_text(k->store, "{'path': []}");
}

TEST(M16_the_greatest_id_of_JSON_leaves_room_for_the_next) {
  kmk_status answered = KMK_ERR_BUSY;
  kit_open(k, kmk_stack(kmk_reducer_new(pop_one, &answered, NULL), "/path", "path", counter()),
           "{'path': [{'id': 9223372036854775807, 'element': {}}]}");
  send_ok(k->store, "'push'");
  assert_int_equal(answered, KMK_OK);
  send_ok(k->store, "{'path': {'push': {'id': 9223372036854775806, 'state': {}}}}");
  assert_issues(k, "['push-generation']");
  send_ok(k->store, "'push'");
  assert_int_equal(answered, KMK_OK);
  json_t *path = kmk_store_get(k->store, "/path", NULL);
  assert_int_equal(json_array_size(path), 4);
  json_decref(path);
  popping = kmk_state_pop_from;
  popped = UINT64_MAX;
  send_ok(k->store, "'pop'");
  path = kmk_store_get(k->store, "/path", NULL);
  assert_int_equal(json_array_size(path), 4);
  json_decref(path);
  send_ok(k->store, "{'path': {'popFrom': {'id': 9223372036854775807}}}");
  assert_state_text(k->store, "{'path': []}");
}

/* ---------------------------------------------------------------------------- times */

static uint64_t nanoseconds;

static kmk_effect *timed(const json_t *action) {
  if (kmk_action_is(action, "after"))
    return kmk_effect_after_new(nanoseconds, json_string("done"));
  if (kmk_action_is(action, "every"))
    return kmk_effect_every_new(nanoseconds, json_string("done"));
  if (kmk_action_is(action, "delay"))
    return kmk_effect_delay(sends("'done'"), nanoseconds);
  if (kmk_action_is(action, "debounce"))
    return kmk_effect_debounce(sends("'done'"), "id", nanoseconds);
  if (kmk_action_is(action, "throttle"))
    return kmk_effect_throttle(sends("'done'"), "id", nanoseconds, true);
  return NULL;
}

static size_t count_done(const kit *k) {
  size_t index, found = 0;
  json_t *action;
  json_array_foreach(k->log, index, action) found += kmk_action_is(action, "done");
  return found;
}

TEST(M16_the_longest_times_never_come_and_the_shortest_do) {
  const char *kinds[] = {"'after'", "'every'", "'delay'", "'debounce'"};
  const uint64_t longest[] = {UINT64_MAX, UINT64_MAX - 1, (uint64_t)INT64_MAX + 1};
  kit_open(k, answering(timed), "{}");
  advance(k->loop, SECOND);
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    for (size_t t = 0; t < COUNT_OF(longest); t++) {
      nanoseconds = longest[t];
      send_ok(k->store, kinds[i]);
    }
  }
  advance(k->loop, SECOND);
  assert_int_equal(count_done(k), 0);
  nanoseconds = 0;
  send_ok(k->store, "'after'");
  send_ok(k->store, "'delay'");
  send_ok(k->store, "'debounce'");
  advance(k->loop, 0);
  assert_int_equal(count_done(k), 3);
  send_ok(k->store, "'every'");
  assert_issues(k, "['invalid-effect']");
}

TEST(M16_a_throttle_of_any_window_passes_the_first) {
  kit_open(k, answering(timed), "{}");
  nanoseconds = UINT64_MAX;
  send_ok(k->store, "'throttle'");
  send_ok(k->store, "'throttle'");
  advance(k->loop, SECOND);
  assert_int_equal(count_done(k), 1);
  nanoseconds = 0;
  end_store(k);
  json_array_clear(k->log);
  kit_open(k, answering(timed), "{}");
  send_ok(k->store, "'throttle'");
  send_ok(k->store, "'throttle'");
  advance(k->loop, 0);
  assert_int_equal(count_done(k), 2);
}

TEST(M16_the_clock_ends_at_INT64_MAX) {
  assert_int_equal(kmk_loop_advance(k->loop, UINT64_MAX, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_advance(k->loop, (uint64_t)INT64_MAX + 1, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_advance(k->loop, 0, NULL), KMK_OK);
  assert_int_equal(kmk_loop_advance(k->loop, INT64_MAX, NULL), KMK_OK);
  assert_int_equal(kmk_loop_advance(k->loop, 0, NULL), KMK_OK);
  assert_int_equal(kmk_loop_advance(k->loop, 1, NULL), KMK_ERR_INVALID_ARGUMENT);
}

TEST(M16_timeouts_are_minus_1_or_from_0_on) {
  const int wrong[] = {-2, INT_MIN};
  kit_open(k, counter(), "{'count': 0}");
  kmk_task *task = kmk_store_send_task_new(k->store, json_string("inc"), NULL);
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    assert_int_equal(kmk_loop_dispatch(k->loop, wrong[i]), KMK_ERR_INVALID_ARGUMENT);
    assert_int_equal(kmk_loop_run_until_idle(k->loop, wrong[i], NULL), KMK_ERR_INVALID_ARGUMENT);
    assert_int_equal(kmk_loop_finish(k->loop, wrong[i], NULL), KMK_ERR_INVALID_ARGUMENT);
    assert_int_equal(kmk_task_finish(task, wrong[i], NULL), KMK_ERR_INVALID_ARGUMENT);
  }
  const int right[] = {-1, 0, INT_MAX};
  for (size_t i = 0; i < COUNT_OF(right); i++) {
    kmk_loop_wakeup(k->loop);
    assert_int_equal(kmk_loop_dispatch(k->loop, right[i]), 0);
    assert_int_equal(kmk_loop_run_until_idle(k->loop, right[i], NULL), KMK_OK);
    assert_int_equal(kmk_loop_finish(k->loop, right[i], NULL), KMK_OK);
    assert_int_equal(kmk_task_finish(task, right[i], NULL), KMK_OK);
  }
  kmk_task_free(task);
}

static void count_failure(const char *file, int line, const char *message, void *data) {
  (void)file, (void)line, (void)message;
  ++*(int *)data;
}

TEST(M16_a_test_stores_clock_and_timeout_take_any_number) {
  json_t *initial = json_of("{'count': 0}");
  int failures = 0;
  kmk_test_store *test = kmk_test_store_new(counter(), initial, NULL);
  json_decref(initial);
  kmk_test_store_on_failure(test, count_failure, &failures);
  kmk_test_store_set_timeout(test, INT_MIN);
  kmk_test_store_set_timeout(test, INT_MAX);
  kmk_test_store_set_timeout(test, 100);
  kmk_test_advance(test, UINT64_MAX);
  assert_int_equal(failures, 1);
  kmk_test_advance(test, INT64_MAX);
  assert_int_equal(failures, 1);
  kmk_test_advance(test, 1);
  assert_int_equal(failures, 2);
  kmk_test_store_free(test);
}
