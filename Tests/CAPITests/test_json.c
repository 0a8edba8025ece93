/* JSON at the boundary of the library: order, numbers, text that is refused, and round trips (M1-M7, M9, M15). */
#include "support.h"

#include <stdio.h>

/* {"put": VALUE} writes a value to "/value"; anything else counts at "/others". */
REDUCER(put) {
  if (kmk_action_is(action, "put")) {
    kmk_state_set(state, "/value", kmk_action_payload(action, "put"));
  } else {
    state_add(state, "/others", 1);
  }
  return NULL;
}

static kmk_store *open_put(kit *k) {
  return kit_open(k, kmk_reducer_new(put, NULL, NULL), "{'others': 0}");
}

/* Sends text and asserts that it fails at a position, and that nothing else happens. */
static void assert_not_json(kit *k, const char *text, size_t length, size_t first, size_t last) {
  kmk_error error = {0};
  json_t *told = json_array();
  char *before = kmk_store_state_text(k->store, JSON_COMPACT);
  kmk_subscription *subscription = observe_into(k->store, "", told);
  assert_int_equal(kmk_store_send_textn(k->store, text, length, &error), KMK_ERR_JSON);
  assert_int_equal(error.status, KMK_ERR_JSON);
  assert_in_range(error.position, first, last);
  char *after = kmk_store_state_text(k->store, JSON_COMPACT);
  assert_string_equal(after, before);
  assert_int_equal(json_array_size(told), 1);
  kmk_subscription_free(subscription);
  json_decref(told);
  kmk_text_free(before);
  kmk_text_free(after);
}

/* ------------------------------------------------------------------- equality, order */

#define COMPOSED "\xc3\xa9"
#define DECOMPOSED "e\xcc\x81"

TEST(M1_names_and_texts_are_compared_scalar_by_scalar) {
  kit_open(k, kmk_reducer_new(put, NULL, NULL), "{'others': 0}");
  json_t *action = json_of("'" COMPOSED "'");
  assert_true(kmk_action_is(action, COMPOSED));
  assert_false(kmk_action_is(action, DECOMPOSED));
  json_decref(action);
  send_ok(k->store, "{'put': {'" COMPOSED "': 1, '" DECOMPOSED "': 2}}");
  assert_state_text(k->store, "{'others': 0, 'value': {'" COMPOSED "': 1, '" DECOMPOSED "': 2}}");
  json_t *composed = kmk_store_get(k->store, "/value/" COMPOSED, NULL);
  json_t *decomposed = kmk_store_get(k->store, "/value/" DECOMPOSED, NULL);
  assert_int_equal(json_integer_value(composed), 1);
  assert_int_equal(json_integer_value(decomposed), 2);
  json_decref(composed);
  json_decref(decomposed);
}

REDUCER(assign_child) {
  if (kmk_action_is(action, "assign")) {
    kmk_state_set(state, "/child", kmk_action_payload(action, "assign"));
  }
  return NULL;
}

/* How many effects of a child remain after its id has changed from one value to another. */
static size_t effects_after(kit *k, const char *first, const char *second) {
  kmk_slot_options by_id = KMK_SLOT_OPTIONS_INIT;
  by_id.id_key = "id";
  kmk_store *store = open_store(
      k->loop,
      kmk_if_let(kmk_reducer_new(assign_child, NULL, NULL), "/child", "child", &by_id, counter()),
      "{'child': null}");
  json_t *ids[2] = {json_of(first), json_of(second)};
  kmk_store_sendf(store, NULL, "{s:{s:o}}", "assign", "id", ids[0]);
  send_ok(store, "{'child': 'startTimer'}");
  kmk_store_sendf(store, NULL, "{s:{s:o}}", "assign", "id", ids[1]);
  size_t count = kmk_store_effect_count(store);
  kmk_store_free(store);
  return count;
}

TEST(M1_objects_are_equal_whatever_their_order_and_arrays_are_not) {
  assert_int_equal(effects_after(k, "{'a': 1, 'b': [2]}", "{'b': [2], 'a': 1}"), 1);
  assert_int_equal(effects_after(k, "[1, 2]", "[2, 1]"), 0);
  assert_int_equal(effects_after(k, "'" COMPOSED "'", "'" COMPOSED "'"), 1);
  assert_int_equal(effects_after(k, "'" COMPOSED "'", "'" DECOMPOSED "'"), 0);
}

TEST(M3_an_integer_and_a_real_are_different_values) {
  assert_int_equal(effects_after(k, "1", "1"), 1);
  assert_int_equal(effects_after(k, "1", "1.0"), 0);
}

REDUCER(change_one_member) {
  kmk_state_set_new(state, "/b", json_integer(20));
  kmk_state_set_new(state, "/z", json_integer(26));
  return NULL;
}

TEST(M2_members_keep_their_order_and_new_ones_go_last) {
  kit_open(k, kmk_reducer_new(change_one_member, NULL, NULL), "{'c': 3, 'b': 2, 'a': 1}");
  send_ok(k->store, "'go'");
  assert_state_text(k->store, "{'c': 3, 'b': 20, 'a': 1, 'z': 26}");
}

/* --------------------------------------------------------------------------- numbers */

TEST(M3_extreme_numbers_survive_an_unrelated_action) {
  open_put(k);
  send_ok(k->store, "{'put': [9223372036854775807, -9223372036854775808, 0.1, 1, 1.0]}");
  send_ok(k->store, "'unrelated'");
  char *text = kmk_store_state_text(k->store, JSON_COMPACT | JSON_REAL_PRECISION(17));
  assert_string_equal(text, "{\"others\":1,\"value\":[9223372036854775807,-9223372036854775808,"
                            "0.10000000000000001,1,1.0]}");
  kmk_text_free(text);
}

TEST(M3_an_integer_that_is_too_large_is_refused_with_its_position) {
  open_put(k);
  send_ok(k->store, "{'put': 'kept'}");
  const char large[] = "{\"put\": 9223372036854775808}";
  const char small[] = "{\"put\": -9223372036854775809}";
  assert_not_json(k, large, strlen(large), 8, strlen(large) - 1);
  assert_not_json(k, small, strlen(small), 8, strlen(small) - 1);
  assert_state_text(k->store, "{'others': 0, 'value': 'kept'}");
}

/* -------------------------------------------------------------------- text refused */

typedef struct refusal {
  const char *text;
  size_t length;
  size_t first, last; /* the reported range of the mistake */
} refusal;

/* A text with its length, and the range of bytes that contains the mistake. */
#define REFUSED(text, first, last)                                                                 \
  { text, sizeof(text) - 1, first, last }

static void assert_all_refused(kit *k, const refusal *refusals, size_t count) {
  open_put(k);
  for (size_t i = 0; i < count; i++) {
    assert_not_json(k, refusals[i].text, refusals[i].length, refusals[i].first, refusals[i].last);
  }
  assert_json_text(k->log, "[]");
}

TEST(M4_tokens_that_are_not_json_are_refused) {
  const refusal refusals[] = {
      REFUSED("{\"put\": NaN}", 8, 11),
      REFUSED("{\"put\": Infinity}", 8, 16),
      REFUSED("{\"put\": -Infinity}", 8, 17),
      REFUSED("{\"put\": nan}", 8, 11),
      REFUSED("{\"put\": undefined}", 8, 17),
      REFUSED("{\"put\": 'x'}", 8, 11),
      REFUSED("{\"put\": 01}", 8, 10),
      REFUSED("{\"put\": 1.}", 8, 10),
      REFUSED("{\"put\": 1e999}", 8, 13),
      REFUSED("{\"put\": [1,]}", 8, 12),
      REFUSED("\"put\" x", 6, 7),
      REFUSED("", 0, 0),
      REFUSED("{\"put\": 1", 8, 9),
      REFUSED("{put: 1}", 1, 4),
      REFUSED("\"a\" /* comment */", 4, 17),
  };
  assert_all_refused(k, refusals, COUNT_OF(refusals));
}

TEST(M5_duplicate_keys_are_refused) {
  const refusal refusals[] = {
      REFUSED("{\"a\":1,\"a\":2}", 7, 12),
      REFUSED("{\"put\":{\"a\":1,\"a\":2}}", 14, 19),
      REFUSED("{\"put\":[{\"a\":{\"b\":1,\"b\":1}}]}", 20, 25),
      REFUSED("{\"put\":{\"a\":1,\"\\u0061\":2}}", 14, 24),
  };
  assert_all_refused(k, refusals, COUNT_OF(refusals));
}

TEST(M6_bytes_that_are_no_text_are_refused_where_they_are) {
  const refusal refusals[] = {
      REFUSED("{\"put\": \"\\ud800\"}", 8, 16),        /* a high surrogate alone */
      REFUSED("{\"put\": \"\\udc00\"}", 8, 16),        /* a low surrogate alone */
      REFUSED("{\"put\": \"\\ud800\\u0041\"}", 8, 22), /* a high one, and no low one after it */
      REFUSED("{\"put\": \"a\xff\"}", 8, 11),
      REFUSED("{\"put\": \"a\xc3\"}", 8, 11),        /* half a character */
      REFUSED("{\"put\": \"\xc0\x80\"}", 8, 11),     /* an overlong encoding */
      REFUSED("{\"put\": \"\xed\xa0\x80\"}", 8, 12), /* a surrogate in UTF-8 */
      REFUSED("{\"put\": \"a\x01z\"}", 8, 12),
      REFUSED("{\"put\": \"a\nz\"}", 8, 12),
      REFUSED("{\"put\": {\"a\\u0000b\": 1}}", 9, 20), /* jansson's keys end at a NUL */
      REFUSED("\"put\0\"", 4, 5),
  };
  assert_all_refused(k, refusals, COUNT_OF(refusals));
}

TEST(M6_a_nul_in_a_value_survives) {
  open_put(k);
  assert_int_equal(kmk_store_send_text(k->store, "{\"put\": \"a\\u0000b\"}", NULL), KMK_OK);
  json_t *value = kmk_store_get(k->store, "/value", NULL);
  assert_int_equal(json_string_length(value), 3);
  assert_memory_equal(json_string_value(value), "a\0b", 3);
  json_decref(value);
  char *text = kmk_store_state_text(k->store, JSON_COMPACT);
  assert_string_equal(text, "{\"others\":0,\"value\":\"a\\u0000b\"}");
  kmk_text_free(text);
}

TEST(M7_no_key_has_a_special_meaning) {
  char *key = malloc(100001), *pointer = malloc(100009);
  memset(key, 'k', 100000);
  key[100000] = '\0';
  sprintf(pointer, "/value/%s", key);
  open_put(k);
  kmk_store_sendf(k->store, NULL, "{s:{s:i, s:i, s:i, s:i, s:i, s:i}}", "put", "", 1, "__proto__",
                  2, "$id", 3, "id", 4, "presented", 5, key, 6);
  const char *pointers[] = {"/value/",   "/value/__proto__", "/value/$id",
                            "/value/id", "/value/presented", pointer};
  for (size_t i = 0; i < COUNT_OF(pointers); i++) {
    json_t *value = kmk_store_get(k->store, pointers[i], NULL);
    assert_int_equal(json_integer_value(value), i + 1);
    json_decref(value);
  }
  free(key);
  free(pointer);
}

/* ----------------------------------------------------------------- malformed actions */

TEST(M9_an_action_that_does_not_fit_is_refused_before_any_reducer) {
  kmk_error error = {0};
  json_t *told = json_array();
  kmk_reducer *sheet = kmk_presentation(counter(), "/destination", "destination", NULL, counter());
  kit_open(k, kmk_scope("/child", "child", sheet), "{'child': {'destination': {'count': 1}}}");
  kmk_subscription *subscription = observe_into(k->store, "", told);
  const char *misfits[] = {
      "{'child': {'destination': 'dismis'}}",
      "{'child': {'destination': {}}}",
      "{'child': {'destination': 5}}",
      "{'child': {'destination': {'presented': 'inc', 'dismiss': null}}}",
      "{'child': {'destination': {'present': {'state': {'count': 2}}}}}",
  };
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    json_t *action = json_of(misfits[i]);
    assert_int_equal(kmk_store_send(k->store, action, &error), KMK_ERR_DECODE);
    json_decref(action);
    assert_int_equal(error.status, KMK_ERR_DECODE);
    assert_memory_equal(error.path, "/child/destination", strlen("/child/destination"));
    assert_non_null(strstr(error.message, "presented"));
    assert_non_null(strstr(error.message, "dismiss"));
  }
  assert_json_text(k->log, "[]");
  assert_int_equal(json_array_size(told), 1);
  assert_state_text(k->store, "{'child': {'destination': {'count': 1}}}");
  kmk_subscription_free(subscription);
  json_decref(told);
}

/* ------------------------------------------------------------------------ round trips */

static uint32_t next_random(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static json_t *random_text(uint32_t *seed) {
  static const char *const pieces[] = {
      "",     "a",  "\"",  "\\", "/", "\n", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
      "\x7f", "~1", "null"};
  char text[64] = "";
  for (uint32_t i = next_random(seed) % 5; i > 0; i--) {
    strcat(text, pieces[next_random(seed) % COUNT_OF(pieces)]);
  }
  return json_string(text);
}

static json_t *random_value(uint32_t *seed, int depth) {
  json_t *value = NULL;
  switch (next_random(seed) % (depth > 0 ? 8 : 6)) {
  case 0:
    return json_null();
  case 1:
    return json_boolean(next_random(seed) % 2);
  case 2:
    return json_integer((json_int_t)next_random(seed) - 8000000);
  case 3:
    return json_real(((double)next_random(seed) - 8000000) / 7.0);
  case 4:
    return random_text(seed);
  case 5:
    return json_integer(next_random(seed) % 2 ? INT64_MAX : INT64_MIN);
  case 6:
    value = json_array();
    for (uint32_t i = next_random(seed) % 5; i > 0; i--) {
      json_array_append_new(value, random_value(seed, depth - 1));
    }
    return value;
  default:
    value = json_object();
    for (uint32_t i = next_random(seed) % 5; i > 0; i--) {
      json_t *key = random_text(seed);
      json_object_set_new(value, json_string_value(key), random_value(seed, depth - 1));
      json_decref(key);
    }
    return value;
  }
}

TEST(M15_parse_print_parse_is_equal_and_print_is_deterministic) {
  uint32_t seed = 20240611;
  k->store = open_store(k->loop, kmk_reducer_new(put, NULL, NULL), "{'others': 0}");
  for (int i = 0; i < 500; i++) {
    json_t *document = json_pack("{s:[o]}", "put", random_value(&seed, 5));
    char *sent = json_dumps(document, JSON_ENCODE_ANY);
    assert_int_equal(kmk_store_send_text(k->store, sent, NULL), KMK_OK);
    char *first = kmk_store_state_text(k->store, JSON_COMPACT);
    char *second = kmk_store_state_text(k->store, JSON_COMPACT);
    json_t *parsed = json_loads(first, 0, NULL);
    assert_string_equal(first, second);
    assert_true(json_equal(json_object_get(parsed, "value"), json_object_get(document, "put")));
    json_decref(parsed);
    json_decref(document);
    kmk_text_free(first);
    kmk_text_free(second);
    free(sent);
  }
}
