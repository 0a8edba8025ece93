/* Replacing the reducer of an open store: effects that continue, effects that end, and reducers that are refused (R1
 * to R9). Tests/Scenarios/replacing covers the rest. */
#include "presentation_support.h"
#include "writer_support.h"

/* Like the counter, but counts in tens. */
REDUCER(tens) {
  if (kmk_action_is(action, "inc")) {
    state_add(state, "/count", 10);
    return NULL;
  }
  return counter_reduce(state, action, env, data);
}

static kmk_reducer *counter_in_tens(void) { return kmk_reducer_new(tens, NULL, NULL); }

#define replace_ok(store, reducer)                                                                 \
  assert_int_equal(kmk_store_replace_reducer((store), (reducer), NULL), KMK_OK)

static probe probes[5];

static int setup(void **state) {
  memset(probes, 0, sizeof probes);
  return kit_setup(state);
}
#define PROBE_TEST(name) FRAMED_TEST(kit, k, setup, kit_teardown, name)

static json_t *failed(__attribute__((unused)) const json_t *error, void *data) {
  return json_incref(data);
}

static void let_go(void *data) { json_decref(data); }

/* "go" starts one effect, a chain whose second member waits, an effect inside a catch, a timer, and two effects in
   one throttle. */
REDUCER(starts) {
  if (kmk_action_is(action, "count")) {
    state_add(state, "/count", 1);
    return NULL;
  }
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect *links[] = {probe_effect(&probes[1]), probe_effect(&probes[2])};
  kmk_effect *all[] = {
      probe_effect(&probes[0]),
      kmk_effect_concatenate(2, links),
      kmk_effect_catch(probe_effect(&probes[3]), failed, json_object(), let_go),
      kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("count")), "timer", true),
      kmk_effect_throttle(sends("'count'"), "window", SECOND, true),
      kmk_effect_throttle(sends("'count'"), "window", SECOND, true)};
  return kmk_effect_merge(COUNT_OF(all), all);
}

/* ------------------------------------------------------------------- what continues */

PROBE_TEST(R1_what_an_action_may_be_is_the_new_ones) {
  k->store = open_store(k->loop, kmk_scope("/a", "a", counter()), "{'a': {'count': 0}, 'b': 1}");
  /* Repeatedly, so that the engine caches the text and its action. */
  for (int i = 0; i < 3; i++) {
    assert_int_equal(kmk_store_send_text(k->store, "{\"a\": \"inc\"}", NULL), KMK_OK);
  }
  const kmk_case other[] = {{"other", "any"}};
  replace_ok(k->store, kmk_cases(kmk_scope("/a", "other", counter()), 1, other));
  assert_int_equal(kmk_store_send_text(k->store, "{\"a\": \"inc\"}", NULL), KMK_ERR_DECODE);
  assert_state_text(k->store, "{'a': {'count': 3}, 'b': 1}");
  send_ok(k->store, "{'other': 'inc'}");
  assert_state_text(k->store, "{'a': {'count': 4}, 'b': 1}");
}

/* The model does not define what happens to the places of a dynamic reducer. */
static void dismissed(__attribute__((unused)) const char *id, void *told) {
  json_array_append_new(told, json_string("dismissed"));
}

static kmk_reducer *read_sheets(__attribute__((unused)) const json_t *state,
                                __attribute__((unused)) const json_t *action,
                                __attribute__((unused)) void *data) {
  return kmk_presentation(kmk_for_each(kmk_combine(0, NULL), "/rows", "rows", "id", counter()),
                          "/sheet", "sheet", NULL, counter());
}

static kmk_reducer *reader(void) { return kmk_reader(read_sheets, NULL, NULL); }

#define READ "{'sheet': {'count': 0}, 'rows': [{'id': 'a', 'count': 0}]}"

PROBE_TEST(R5_R7_a_readers_slots_and_rows_are_kept) {
  json_t *told = json_array();
  k->store = open_store(k->loop, reader(), READ);
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  const kmk_presentation_callbacks callbacks = {sizeof callbacks, NULL, NULL, dismissed};
  kmk_subscription *subscription =
      kmk_store_observe_presentation(k->store, "/sheet", &callbacks, told, NULL, NULL);
  slot_id id = id_at(k->store, "/sheet");
  replace_ok(k->store, reader());
  assert_json_text(told, "[]");
  assert_same_id(id_at(k->store, "/sheet"), id);
  send_ok(k->store, "{'rows': {'element': {'id': 'a', 'action': 'inc'}}}");
  assert_state_text(k->store, "{'sheet': {'count': 1}, 'rows': [{'id': 'a', 'count': 1}]}");
  replace_ok(k->store, counter());
  assert_json_text(told, "['dismissed']");
  assert_string_equal(id_at(k->store, "/sheet").text, "");
  kmk_subscription_free(subscription);
  json_decref(told);
}

#define NEXT_SHAPE                                                                                 \
  "{name: text, rows: [{id: any, done: boolean = false}], extra: [integer] = [1, 2]}"
#define OLD_STATE "{'name': 'a', 'rows': [{'id': 1}]}"
#define NEXT_STATE "{'name': 'a', 'rows': [{'id': 1, 'done': false}], 'extra': [1, 2]}"

static kmk_reducer *with_next_shape(void) { return kmk_shape(writer(), NEXT_SHAPE); }

PROBE_TEST(R11_what_a_new_shape_gives_a_default_is_filled_in_by_a_write_or_a_restore) {
  for (int by_restore = 0; by_restore < 2; by_restore++) {
    kmk_reducer *next = with_next_shape();
    k->store = open_store(k->loop, writer(), OLD_STATE);
    replace_ok(k->store, kmk_reducer_retain(next));
    assert_state_is(k->store, OLD_STATE);
    send_ok(k->store, "{'set': ['/name', 'a']}");
    assert_state_is(k->store, OLD_STATE);
    json_t *state = kmk_store_state(k->store);
    json_t *whole = kmk_reducer_complete_state(next, state, NULL);
    assert_value_is(whole, NEXT_STATE);
    json_decref(state);
    if (by_restore) {
      kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
      assert_int_equal(kmk_store_restore(k->store, snapshot, NULL), KMK_OK);
      kmk_snapshot_free(snapshot);
    } else {
      json_t *action = json_pack("{s: [s, O]}", "set", "", whole);
      assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
    }
    assert_state_is(k->store, NEXT_STATE);
    json_decref(whole);
    kmk_reducer_free(next);
    end_store(k);
  }
}

/* -------------------------------------------------------------------------- what ends */

PROBE_TEST(R2_R8_what_waits_for_its_turn_never_begins_and_is_let_go_of_at_once) {
  int freed = 0;
  kmk_reducer *reducer = kmk_reducer_new(starts, &freed, count_free);
  k->store = open_store(k->loop, reducer, "{'count': 0}");
  send_ok(k->store, "'go'");
  replace_ok(k->store, counter());
  assert_int_equal(freed, 1);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(probes[i].freed, 1);
  }
  run_due(k->loop);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(probes[i].started, 0);
  }
}

PROBE_TEST(R8_a_reducer_that_the_program_holds_is_the_programs) {
  int freed = 0;
  kmk_reducer *reducer = kmk_reducer_new(tens, &freed, count_free);
  k->store = open_store(k->loop, kmk_reducer_retain(reducer), "{'count': 0}");
  replace_ok(k->store, counter());
  assert_int_equal(freed, 0);
  replace_ok(k->store, reducer);
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'count': 10}");
  replace_ok(k->store, counter());
  assert_int_equal(freed, 1);
}

/* ---------------------------------------------------------------------- where and when */

PROBE_TEST(R4_a_view_has_no_reducer_of_its_own) {
  kmk_error error = {0};
  k->store = open_store(k->loop, kmk_scope("/a", "a", counter()), "{'a': {'count': 0}}");
  kmk_store *view = kmk_store_scope(k->store, "/a", "a", NULL);
  assert_int_equal(kmk_store_replace_reducer(view, counter(), &error), KMK_ERR_INVALID_ARGUMENT);
  replace_ok(k->store, kmk_scope("/a", "a", counter_in_tens()));
  send_ok(view, "'inc'");
  assert_state_text(view, "{'count': 10}");
  kmk_store_free(view);
}

static void say_inc(void *data) { kmk_store_send_text(data, "\"inc\"", NULL); }

REDUCER(starts_what_says_inc) {
  if (kmk_action_is(action, "inc")) {
    state_add(state, "/count", 1);
    return NULL;
  }
  return kmk_effect_every_new(SECOND, json_string("inc"));
}

PROBE_TEST(R9_what_the_end_of_the_old_one_sends_is_the_new_ones) {
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  replace_ok(k->store, kmk_reducer_new(starts_what_says_inc, k->store, say_inc));
  send_ok(k->store, "'inc'");
  replace_ok(k->store, counter_in_tens());
  assert_state_text(k->store, "{'count': 11}");
}

static void end_the_store(void *data) { kmk_store_free(*(kmk_store **)data); }

PROBE_TEST(R9_the_end_of_the_old_one_may_end_the_store) {
  static kmk_store *store;
  store = open_store(k->loop, kmk_reducer_new(tens, &store, end_the_store), "{'count': 0}");
  kmk_mailbox *mailbox = kmk_store_mailbox(store);
  replace_ok(store, counter());
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_string("inc")), KMK_ERR_CLOSED);
  kmk_mailbox_free(mailbox);
}

/* ------------------------------------------------------------------- what is refused */

/* A reducer that is consumed even if it is refused. */
static kmk_reducer *counted(int *freed) { return kmk_reducer_new(tens, freed, count_free); }

static void assert_refused(kit *k, kmk_reducer *reducer, kmk_status status, const char *path) {
  kmk_error error = {0};
  assert_int_equal(kmk_store_replace_reducer(k->store, reducer, &error), status);
  assert_int_equal(error.status, status);
  assert_string_equal(error.path, path);
  assert_true(error.message[0] != '\0');
}

PROBE_TEST(R3_what_does_not_fit_is_told_with_its_place_and_nothing_changes) {
  int freed = 0, kept = 0;
  k->store = open_store(k->loop, kmk_reducer_new(starts, &kept, count_free),
                        "{'count': 0, 'rows': [{'id': 1}, {'id': 1}], 'none': 3, 'lists': [{'id': "
                        "'a', 'list': []}, {'id': 'b', 'list': 3}],"
                        " 'sheet': {'edit': {'count': 0}}}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_refused(k, kmk_for_each(counted(&freed), "/rows", "rows", "id", counter()), KMK_ERR_DECODE,
                 "/rows");
  assert_refused(k, kmk_for_each(counted(&freed), "/rows", "rows", "name", counter()),
                 KMK_ERR_DECODE, "/rows/0/name");
  assert_refused(k, kmk_stack(counted(&freed), "/none", "none", counter()), KMK_ERR_DECODE,
                 "/none");
  kmk_reducer *lists = kmk_for_each(counter(), "/list", "list", "id", counter());
  assert_refused(k, kmk_for_each(counted(&freed), "/lists", "lists", "id", lists), KMK_ERR_DECODE,
                 "/lists/1/list");
  kmk_reducer *cases = kmk_scope_case("detail", "detail", counter());
  assert_refused(k, kmk_presentation(counted(&freed), "/sheet", "sheet", NULL, cases),
                 KMK_ERR_DECODE, "/sheet");
  assert_refused(k, kmk_scope("no pointer", "a", counted(&freed)), KMK_ERR_INVALID_ARGUMENT, "");
  assert_refused(k, kmk_feature("Nobody"), KMK_ERR_UNKNOWN_FEATURE, "");
  assert_refused(k, NULL, KMK_ERR_INVALID_ARGUMENT, "");
  assert_int_equal(freed, 6);
  assert_int_equal(kept, 0);
  assert_int_equal(kmk_store_effect_count(k->store), 5);
  assert_int_equal(probes[0].cancelled, 0);
  send_ok(k->store, "'count'");
  json_t *count = kmk_store_get(k->store, "/count", NULL);
  assert_int_equal(json_integer_value(count), 2);
  json_decref(count);
  replace_ok(k->store, counter());
  assert_int_equal(kept, 1);
}

PROBE_TEST(R4_an_ended_store_and_none_are_refused) {
  int freed = 0;
  assert_int_equal(kmk_store_replace_reducer(NULL, counted(&freed), NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  end_loop(k);
  assert_int_equal(kmk_store_replace_reducer(k->store, counted(&freed), NULL), KMK_ERR_CLOSED);
  assert_int_equal(freed, 2);
  end_store(k);
}
