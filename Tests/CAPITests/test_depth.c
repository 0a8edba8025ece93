/* Depth: which values are accepted, and which are refused (M8, M18). */
#include "support.h"

/* Nested arrays, this number of levels deep; the innermost is empty. */
static json_t *nested(int levels) {
  json_t *value = json_array();
  for (int i = 1; i < levels; i++) {
    json_t *outer = json_array();
    json_array_append_new(outer, value);
    value = outer;
  }
  return value;
}

static json_t *put_nested(int levels) { return json_pack("{s:o}", "put", nested(levels - 1)); }

/* {"put": X} writes X at "/value", and stores the write's status in the user data. */
REDUCER(put) {
  const json_t *value = kmk_action_payload(action, "put");
  if (value != NULL) {
    *(kmk_status *)data = kmk_state_set(state, "/value", value);
  }
  return NULL;
}

static void open_put(kit *k, kmk_status *written) {
  k->store = open_store(k->loop, kmk_reducer_new(put, written, NULL), "{'value': 'before'}");
}

static char *nested_text(size_t levels) {
  const char head[] = "{\"put\":";
  size_t length = strlen(head), arrays = levels - 1;
  char *text = malloc(length + 2 * arrays + 2);
  memcpy(text, head, length);
  memset(text + length, '[', arrays);
  memset(text + length + arrays, ']', arrays);
  memcpy(text + length + 2 * arrays, "}", 2);
  return text;
}

/* --------------------------------------------------------------------------- text */

TEST(M8_a_text_of_2048_levels_is_taken_and_printed) {
  kmk_status written = KMK_ERR_BUSY;
  open_put(k, &written);
  char *text = nested_text(KMK_MAX_DEPTH);
  assert_int_equal(kmk_store_send_text(k->store, text, NULL), KMK_OK);
  assert_int_equal(written, KMK_OK);
  char *printed = kmk_store_state_text(k->store, JSON_COMPACT);
  assert_non_null(printed);
  assert_string_equal(strchr(printed, '['), strchr(text, '['));
  kmk_text_free(printed);
  free(text);
}

TEST(M8_a_deeper_text_is_refused) {
  kmk_status written = KMK_OK;
  open_put(k, &written);
  const size_t depths[] = {KMK_MAX_DEPTH + 1, 1000000};
  for (size_t i = 0; i < COUNT_OF(depths); i++) {
    kmk_error error = {0};
    char *text = nested_text(depths[i]);
    assert_int_equal(kmk_store_send_text(k->store, text, &error), KMK_ERR_TOO_DEEP);
    assert_int_equal(error.status, KMK_ERR_TOO_DEEP);
    assert_int_equal(kmk_store_send_textn(k->store, text, strlen(text), NULL), KMK_ERR_TOO_DEEP);
    free(text);
  }
  assert_state_text(k->store, "{'value': 'before'}");
}

/* ------------------------------------------------------------- values built in code */

TEST(M8_a_value_of_2048_levels_is_taken) {
  kmk_status written = KMK_ERR_BUSY;
  open_put(k, &written);
  assert_int_equal(kmk_store_send_new(k->store, put_nested(KMK_MAX_DEPTH), NULL), KMK_OK);
  assert_int_equal(written, KMK_OK);
  json_t *value = kmk_store_get(k->store, "/value", NULL);
  json_t *expected = nested(KMK_MAX_DEPTH - 1);
  assert_true(json_equal(value, expected));
  json_decref(value);
  json_decref(expected);
}

/* Passes one value to every function that takes JSON. All refuse it, and the caller keeps it. */
static void assert_refused_everywhere(kit *k, json_t *deep) {
  kmk_error error = {0};
  const kmk_status too_deep = KMK_ERR_TOO_DEEP;
  assert_int_equal(kmk_store_send(k->store, deep, &error), too_deep);
  assert_int_equal(error.status, too_deep);
  assert_int_equal(kmk_store_send_new(k->store, json_incref(deep), NULL), too_deep);
  assert_null(kmk_store_send_task_new(k->store, json_incref(deep), &error));
  assert_int_equal(error.status, too_deep);
  assert_int_equal(kmk_store_post_new(k->store, json_incref(deep)), too_deep);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_incref(deep)), too_deep);
  kmk_mailbox_free(mailbox);
  assert_issues(k, "['action-misfit', 'action-misfit']"); /* raised by the two posts */
  assert_int_equal(kmk_store_present(k->store, "sheet", deep, NULL), too_deep);
  assert_int_equal(kmk_store_presented(k->store, "sheet", deep, NULL), too_deep);
  error.status = KMK_OK;
  assert_null(kmk_store_new(k->loop, counter(), deep, &error));
  assert_int_equal(error.status, too_deep);
  assert_int_equal(kmk_feature_register("deep", counter(), deep, NULL), too_deep);
  kmk_reducer *dependent = kmk_dependency(counter(), "key", deep);
  json_t *initial = json_object();
  assert_null(kmk_store_new(k->loop, dependent, initial, &error));
  assert_int_equal(error.status, too_deep);
  json_decref(initial);
  assert_int_equal(deep->refcount, 1);
}

TEST(M8_a_deeper_value_is_refused_by_every_function) {
  kmk_status written = KMK_OK;
  open_put(k, &written);
  const int depths[] = {KMK_MAX_DEPTH + 1, 1000000};
  for (size_t i = 0; i < COUNT_OF(depths); i++) {
    json_t *deep = put_nested(depths[i]);
    assert_refused_everywhere(k, deep);
    kmk_json_release(deep);
  }
  assert_state_text(k->store, "{'value': 'before'}");
}

TEST(M8_a_value_that_contains_itself_is_refused) {
  kmk_status written = KMK_OK;
  open_put(k, &written);
  json_t *outer = json_array(), *inner = json_array();
  json_array_append(outer, inner);
  json_array_append(inner, outer);
  json_t *action = json_pack("{s:O}", "put", outer);
  assert_refused_everywhere(k, action);
  json_decref(action);
  json_array_clear(inner);
  json_decref(inner);
  json_decref(outer);
  assert_state_text(k->store, "{'value': 'before'}");
}

/* An array that holds one array twice, which in turn holds one array twice, and so on. */
static json_t *shared(int levels) {
  json_t *value = json_array();
  for (int i = 1; i < levels; i++) {
    json_t *outer = json_array();
    json_array_append(outer, value);
    json_array_append_new(outer, value);
    value = outer;
  }
  return value;
}

TEST(M8_a_value_that_would_be_too_large_written_out_is_refused) {
  kmk_status written = KMK_OK;
  open_put(k, &written);
  json_t *action = json_pack("{s:o}", "put", shared(60));
  assert_int_equal(kmk_store_send(k->store, action, NULL), KMK_ERR_TOO_DEEP);
  assert_int_equal(kmk_store_post_new(k->store, action), KMK_ERR_TOO_DEEP);
  assert_issues(k, "['action-misfit']");
  assert_int_equal(kmk_store_send_new(k->store, json_pack("{s:o}", "put", shared(16)), NULL),
                   KMK_OK);
  assert_int_equal(written, KMK_OK);
}

/* ------------------------------------------------------------------- inside a step */

typedef struct deep_writes {
  json_t *fits, *too_deep; /* one below a member of the state */
  kmk_status statuses[6];
} deep_writes;

REDUCER(write_deep) {
  deep_writes *w = data;
  if (kmk_action_is(action, "write")) {
    w->statuses[0] = kmk_state_set(state, "/value", w->fits);
    w->statuses[1] = kmk_state_set(state, "/value", w->too_deep);
    w->statuses[2] = kmk_state_set_new(state, "/other", json_incref(w->too_deep));
    w->statuses[3] = kmk_state_insert_new(state, "/other", json_incref(w->too_deep));
    w->statuses[4] = kmk_state_set(state, "", w->too_deep);
    w->statuses[5] = kmk_state_move(state, "/value", "/in/value");
  } else if (kmk_action_is(action, "send")) {
    return kmk_effect_send(w->too_deep);
  }
  return NULL;
}

TEST(M8_a_write_that_would_make_the_state_too_deep_is_refused) {
  deep_writes w = {nested(KMK_MAX_DEPTH - 1), nested(KMK_MAX_DEPTH), {0}};
  k->store = open_store(k->loop, kmk_reducer_new(write_deep, &w, NULL), "{'value': 0, 'in': {}}");
  send_ok(k->store, "'write'");
  const kmk_status expected[] = {KMK_OK,           KMK_ERR_TOO_DEEP, KMK_ERR_TOO_DEEP,
                                 KMK_ERR_TOO_DEEP, KMK_OK,           KMK_ERR_NOT_FOUND};
  for (size_t i = 0; i < COUNT_OF(expected); i++) {
    assert_int_equal(w.statuses[i], expected[i]);
  }
  assert_failed_writes(k, 4);
  json_decref(w.fits);
  json_decref(w.too_deep);
}

TEST(M8_a_move_that_would_make_the_state_too_deep_is_refused) {
  deep_writes w = {nested(KMK_MAX_DEPTH - 1), nested(KMK_MAX_DEPTH + 1), {0}};
  k->store = open_store(k->loop, kmk_reducer_new(write_deep, &w, NULL), "{'value': 0, 'in': {}}");
  send_ok(k->store, "'write'");
  assert_int_equal(w.statuses[4], KMK_ERR_TOO_DEEP);
  assert_int_equal(w.statuses[5], KMK_ERR_TOO_DEEP);
  json_t *value = kmk_store_get(k->store, "/value", NULL);
  assert_true(json_equal(value, w.fits));
  json_decref(value);
  assert_failed_writes(k, 5);
  send_ok(k->store, "'send'");
  assert_issues(k, "['invalid-effect']");
  json_decref(w.fits);
  json_decref(w.too_deep);
}

/* -------------------------------------------------------------- doubled by sharing */

/* Doubles the value at "/value" by holding it twice. */
REDUCER(twice) {
  const json_t *value = kmk_state_get(state, "/value");
  json_t *pair = json_pack("[o, o]", kmk_json_retain(value), kmk_json_retain(value));
  *(kmk_status *)data = kmk_state_set_new(state, "/value", pair);
  return NULL;
}

/* Appends the same value to "/rows" again. */
REDUCER(one_more) {
  const json_t *row = kmk_action_payload(action, "add");
  *(kmk_status *)data = kmk_state_insert_new(state, "/rows/-", kmk_json_retain(row));
  return NULL;
}

/* How often an action can be sent before its write is refused. */
static int times_taken(kit *k, json_t *action, const kmk_status *written) {
  int taken = 0;
  do {
    assert_int_equal(kmk_store_send(k->store, action, NULL), KMK_OK);
    taken += *written == KMK_OK;
  } while (*written == KMK_OK && taken < 1000);
  json_decref(action);
  assert_failed_writes(k, 1);
  return taken;
}

/* Asserts that a store can be created from the current state. */
static void assert_fits_a_store(kit *k) {
  json_t *state = kmk_store_state(k->store);
  kmk_store *other = kmk_store_new(k->loop, kmk_combine(0, NULL), state, NULL);
  assert_non_null(other);
  kmk_store_free(other);
  json_decref(state);
}

TEST(M18_a_state_that_doubles_itself_is_refused_at_10_million_values) {
  kmk_status written = KMK_OK;
  k->store = open_store(k->loop, kmk_reducer_new(twice, &written, NULL), "{'value': 0}");
  /* 2^22 leaves in 2^23 - 1 values; doubling once more would give 16 million values. */
  assert_int_equal(times_taken(k, json_string("go"), &written), 22);
  assert_int_equal(written, KMK_ERR_TOO_DEEP);
  assert_fits_a_store(k);
}

TEST(M18_the_limit_is_that_of_the_whole_state) {
  kmk_status written = KMK_OK;
  k->store = open_store(k->loop, kmk_reducer_new(one_more, &written, NULL), "{'rows': []}");
  /* Each row has 2^21 - 1 values. */
  json_t *action = json_pack("{s:o}", "add", shared(21));
  assert_int_equal(times_taken(k, action, &written), 4);
  assert_int_equal(written, KMK_ERR_TOO_DEEP);
  assert_fits_a_store(k);
}

TEST(M18_what_was_written_over_counts_no_more) {
  kmk_status written = KMK_OK;
  open_put(k, &written);
  for (int i = 0; i < 20; i++) {
    assert_int_equal(kmk_store_send_new(k->store, json_pack("{s:o}", "put", shared(22)), NULL),
                     KMK_OK);
    assert_int_equal(written, KMK_OK);
  }
}

TEST(M18_what_present_brings_counts_too) {
  kmk_reducer *slots = kmk_presentation_destination(
      kmk_presentation_destination(counter(), "/a", "a", NULL, counter()), "/b", "b", NULL,
      counter());
  k->store = open_store(k->loop, slots, "{'a': null, 'b': null}");
  json_t *large = shared(23);
  assert_int_equal(kmk_store_present(k->store, "a", large, NULL), KMK_OK);
  assert_issues(k, "[]");
  assert_int_equal(kmk_store_present(k->store, "b", large, NULL), KMK_OK);
  assert_issues(k, "['action-misfit']");
  json_t *b = kmk_store_get(k->store, "/b", NULL);
  assert_true(json_is_null(b));
  json_decref(b);
  json_decref(large);
  assert_fits_a_store(k);
}
