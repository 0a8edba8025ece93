/* Stores: creating, sending in every form, reading, and ending (C23, M12, M13). */
#include "support.h"

static probe probes[3];

static void forget_probes(void) { memset(probes, 0, sizeof probes); }

/* ------------------------------------------------------------------------ making */

TEST(a_store_knows_its_loop) {
  kit_open(k, counter(), "{'count': 0}");
  assert_ptr_equal(kmk_store_loop(k->store), k->loop);
}

TEST(the_initial_state_is_borrowed_and_never_written_to) {
  json_t *initial = json_of("{'count': 0}");
  kmk_store *store = kmk_store_new(k->loop, counter(), initial, NULL);
  send_ok(store, "'inc'");
  assert_json_text(initial, "{'count': 0}");
  kmk_store_free(store);
  run_due(k->loop);
  assert_int_equal(initial->refcount, 1);
  json_decref(initial);
}

/* ----------------------------------------------------------------------- sending */

TEST(an_action_is_borrowed_or_taken_over_as_the_name_says) {
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  json_t *action = json_of("{'set': 3}");
  assert_int_equal(kmk_store_send(k->store, action, NULL), KMK_OK);
  assert_int_equal(action->refcount, 1);
  assert_int_equal(kmk_store_send_new(k->store, json_incref(action), NULL), KMK_OK);
  assert_int_equal(action->refcount, 1);
  kmk_task_free(kmk_store_send_task_new(k->store, json_incref(action), NULL));
  assert_int_equal(action->refcount, 1);
  assert_int_equal(kmk_store_send_new(NULL, json_incref(action), NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_send_task_new(NULL, json_incref(action), NULL));
  assert_int_equal(action->refcount, 1);
  json_decref(action);
}

TEST(M13_the_buffer_of_a_text_may_be_overwritten_at_once) {
  kit_open(k, counter(), "{'count': 0}");
  char text[] = "{\"set\": \"kept\"}";
  assert_int_equal(kmk_store_send_text(k->store, text, NULL), KMK_OK);
  memset(text, 'x', sizeof text - 1);
  assert_state_text(k->store, "{'count': 'kept'}");
  assert_json_text(k->log, "[{'set': 'kept'}]");
}

TEST(a_text_with_a_length_needs_no_end) {
  kit_open(k, counter(), "{'count': 0}");
  const char text[] = {'"', 'i', 'n', 'c', '"', '!', '!'};
  assert_int_equal(kmk_store_send_textn(k->store, text, 5, NULL), KMK_OK);
  assert_int_equal(kmk_store_send_textn(k->store, text, 6, NULL), KMK_ERR_JSON);
  assert_int_equal(kmk_store_send_textn(k->store, text, 0, NULL), KMK_ERR_JSON);
  assert_state_text(k->store, "{'count': 1}");
}

TEST(sendf_builds_an_action_in_place) {
  kmk_error error = {0};
  kit_open(k, counter(), "{'count': 0}");
  assert_int_equal(kmk_store_sendf(k->store, NULL, "{s:i}", "set", 3), KMK_OK);
  assert_int_equal(kmk_store_sendf(k->store, NULL, "s", "inc"), KMK_OK);
  assert_state_text(k->store, "{'count': 4}");
  assert_int_equal(kmk_store_sendf(k->store, &error, "{s:", "set"), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  json_t *value = json_of("[1]");
  assert_int_equal(kmk_store_sendf(k->store, NULL, "{s:O}", "ignored", value), KMK_OK);
  json_array_clear(k->log);
  assert_int_equal(value->refcount, 1);
  json_decref(value);
}

/* ----------------------------------------------------------------------- reading */

TEST(get_answers_a_value_or_says_why_not) {
  kmk_error error = {0};
  kit_open(k, counter(), "{'destination': {'counter': {'count': 1}}, 'rows': [1, 2]}");
  const char *found[][2] = {{"/destination/counter/count", "1"},
                            {"/rows/1", "2"},
                            {"/destination", "{'counter': {'count': 1}}"}};
  for (size_t i = 0; i < COUNT_OF(found); i++) {
    json_t *value = kmk_store_get(k->store, found[i][0], &error);
    assert_json_text(value, found[i][1]);
    json_decref(value);
  }
  assert_int_equal(error.status, KMK_OK);
  assert_null(kmk_store_get(k->store, "/rows/2", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_store_get(k->store, "rows", &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

TEST(a_snapshot_outlives_later_sends_and_the_store) {
  kit_open(k, kmk_scope("/in", "in", counter()), "{'in': {'count': 1}}");
  json_t *whole = kmk_store_state(k->store);
  json_t *part = kmk_store_get(k->store, "/in", NULL);
  send_ok(k->store, "{'in': 'inc'}");
  end_store(k);
  assert_json_text(whole, "{'in': {'count': 1}}");
  assert_json_text(part, "{'count': 1}");
  json_decref(whole);
  json_decref(part);
}

TEST(state_text_takes_janssons_flags_and_any_value) {
  kmk_store *object = open_store(k->loop, counter(), "{'b': 1, 'a': [2]}");
  kmk_store *scalar = open_store(k->loop, counter(), "5");
  struct {
    kmk_store *store;
    size_t flags;
    const char *text;
  } cases[] = {{object, JSON_COMPACT, "{\"b\":1,\"a\":[2]}"},
               {object, JSON_COMPACT | JSON_SORT_KEYS, "{\"a\":[2],\"b\":1}"},
               {object, JSON_INDENT(2), "{\n  \"b\": 1,\n  \"a\": [\n    2\n  ]\n}"},
               {scalar, 0, "5"}};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    char *text = kmk_store_state_text(cases[i].store, cases[i].flags);
    assert_string_equal(text, cases[i].text);
    kmk_text_free(text);
  }
  kmk_store_free(object);
  kmk_store_free(scalar);
}

/* ------------------------------------------------------------------------ ending */

static kmk_effect *answer_with_three_probes(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_merge(3, (kmk_effect *[]){probe_effect(&probes[0]), probe_effect(&probes[1]),
                                                probe_effect(&probes[2])});
  }
  return NULL;
}

TEST(C23_ending_a_store_cancels_its_effects_and_no_callback_follows) {
  json_t *told = json_array();
  forget_probes();
  kit_open(k, answering(answer_with_three_probes), "{}");
  kmk_subscription *subscription = observe_into(k->store, "", told);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  end_store(k);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(probes[i].cancelled, 1);
    assert_int_equal(probes[i].freed, 1);
  }
  size_t calls = json_array_size(told);
  advance(k->loop, 5 * SECOND);
  assert_int_equal(json_array_size(told), calls);
  assert_json_text(k->log, "['go']");
  kmk_subscription_free(subscription);
  json_decref(told);
}

static char released[64];

static void note_release(void *label) { strcat(released, label); }
static void see(const json_t *value, void *data) { (void)value, (void)data; }
static json_t *derive_nothing(kmk_store *store, void *data) {
  (void)store, (void)data;
  return json_null();
}

TEST(C34_what_a_store_has_is_released_in_the_order_in_which_it_was_made) {
  kit_open(k, kmk_for_each(kmk_empty(), "/rows", "rows", "id", kmk_empty()),
           "{'rows': [{'id': 0}, {'id': 1}, {'id': 2}, {'id': 3}]}");
  kmk_derived *derived[4];
  kmk_subscription *observers[4];
  static char *const labels[] = {"0", "1", "2", "3", "a", "b", "c", "d"};
  for (int i = 0; i < 4; i++) {
    json_t *id = json_integer(i);
    kmk_store *row = kmk_store_scope_element(k->store, "/rows", "rows", id, NULL);
    observers[i] = kmk_store_observe(row, "/n", see, labels[i], note_release, NULL);
    derived[i] = kmk_derived_new(k->store, NULL, derive_nothing, labels[4 + i], note_release, NULL);
    kmk_store_free(row);
    json_decref(id);
  }
  released[0] = 0;
  end_store(k);
  assert_string_equal(released, "0123abcd");
  for (int i = 0; i < 4; i++) {
    kmk_subscription_free(observers[i]);
    kmk_derived_free(derived[i]);
  }
}

TEST(the_handles_of_an_ended_store_answer_closed) {
  json_t *told = json_array();
  kit_open(k, counter(), "{'count': 0}");
  kmk_subscription *subscription = observe_into(k->store, "/count", told);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("{'incAfter': 1}"), NULL);
  end_store(k);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_string("inc")), KMK_ERR_CLOSED);
  assert_true(kmk_task_is_finished(task));
  assert_int_equal(kmk_task_finish(task, 0, NULL), KMK_ERR_CLOSED);
  kmk_task_cancel(task);
  kmk_task_free(task);
  kmk_mailbox_free(mailbox);
  kmk_subscription_free(subscription);
  json_decref(told);
}

TEST(a_store_of_a_freed_loop_answers_closed_and_may_be_freed) {
  kmk_error error = {0};
  kit_open(k, counter(), "{'count': 0}");
  end_loop(k);
  assert_int_equal(kmk_store_send_text(k->store, "\"inc\"", &error), KMK_ERR_CLOSED);
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  assert_null(kmk_store_get(k->store, "", &error));
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  assert_null(kmk_store_state(k->store));
  assert_null(kmk_store_loop(k->store));
  assert_null(kmk_store_mailbox(k->store));
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(kmk_store_post_new(k->store, json_string("inc")), KMK_ERR_CLOSED);
}

/* ------------------------------------------------- everything at once in a reducer */

typedef struct busy {
  kmk_store **own, *other;
  json_t *told;
  kmk_subscription *subscription;
  bool refused;
  kmk_status statuses[5];
} busy;

static void ignore_value(const json_t *value, void *user_data) { (void)value, (void)user_data; }

REDUCER(do_everything) {
  busy *b = data;
  if (kmk_action_is(action, "go")) {
    kmk_error error = {0};
    b->statuses[0] = kmk_store_send_new(*b->own, json_string("sent"), NULL);
    b->statuses[1] = kmk_store_post_new(*b->own, json_string("posted"));
    b->refused = kmk_store_observe(*b->own, "", ignore_value, NULL, NULL, &error) == NULL;
    b->statuses[4] = error.status;
    b->subscription = observe_into(b->other, "/count", b->told);
    b->statuses[2] = kmk_store_send_new(b->other, json_string("inc"), NULL);
    b->statuses[3] = kmk_state_set(state, "/n/o", json_null());
    kmk_store_free(b->other);
    kmk_state_set_new(state, "/done", json_true());
  }
  return NULL;
}

TEST(M12_a_reducer_may_send_post_subscribe_and_free) {
  busy b = {&k->store, open_store(k->loop, counter(), "{'count': 0}"), json_array(), NULL, false,
            {0}};
  kit_open(k, kmk_reducer_new(do_everything, &b, NULL), "{'n': 1}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(b.statuses[0], KMK_OK);
  assert_int_equal(b.statuses[1], KMK_OK);
  assert_int_equal(b.statuses[2], KMK_OK);
  assert_int_equal(b.statuses[3], KMK_ERR_NOT_FOUND);
  assert_true(b.refused);
  assert_int_equal(b.statuses[4], KMK_ERR_BUSY);
  assert_non_null(b.subscription);
  assert_json_text(b.told, "[0, 1]");
  assert_issues(k, "['read-while-reducing', 'write-failed']");
  assert_json_text(k->log, "['go', 'sent', 'posted']");
  assert_state_text(k->store, "{'n': 1, 'done': true}");
  kmk_subscription_free(b.subscription);
  json_decref(b.told);
}
