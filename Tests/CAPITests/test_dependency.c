/* Dependencies: which value holds where, and the engine's own by their names (H1, H2, H7-H11). */
#include "support.h"

REDUCER(note_api) {
  const json_t *api = kmk_env_dependency(env, "api");
  state_note(state, "/seen", api == NULL ? "(none)" : json_string_value(api));
  return NULL;
}

static kmk_reducer *noter(void) { return kmk_reducer_new(note_api, NULL, NULL); }

static kmk_reducer *with(kmk_reducer *base, const char *key, const char *value) {
  json_t *json = json_of(value);
  kmk_reducer *reducer = kmk_dependency(base, key, json);
  json_decref(json);
  return reducer;
}

static void open_noting(kit *k, kmk_reducer *reducer) {
  end_store(k);
  k->store = open_store(k->loop, reducer, "{'seen': []}");
  send_ok(k->store, "'go'");
}

TEST(H1_the_innermost_override_wins_then_the_outer_then_the_default) {
  open_noting(k, with(with(noter(), "api", "'inner'"), "api", "'store'"));
  assert_state_text(k->store, "{'seen': ['inner']}");
  open_noting(k, with(noter(), "api", "'store'"));
  assert_state_text(k->store, "{'seen': ['store']}");
  open_noting(k, noter());
  assert_state_text(k->store, "{'seen': ['(none)']}");
}

TEST(H2_it_holds_for_the_reducer_and_all_inside_it_and_for_nothing_beside) {
  kmk_reducer *inside[] = {noter(), with(noter(), "api", "'2'")};
  kmk_reducer *members[] = {noter(), with(kmk_combine(2, inside), "api", "'1'"), noter()};
  open_noting(k, kmk_combine(3, members));
  assert_state_text(k->store, "{'seen': ['(none)', '1', '2', '(none)']}");
}

TEST(H2_of_two_on_one_reducer_the_one_attached_first_wins) {
  open_noting(k, with(with(noter(), "api", "'42'"), "api", "'1729'"));
  assert_state_text(k->store, "{'seen': ['42']}");
}

/* -------------------------------------------------------------- the engine's own */

REDUCER(note_uuid) {
  char uuid[37];
  kmk_env_uuid(env, uuid);
  state_note(state, "/seen", uuid);
  return NULL;
}

#define ZEROES "00000000-0000-0000-0000-00000000000"

TEST(H7_uuids_count_or_are_constant_as_the_key_uuid_says) {
  const char *constant = "01234567-89ab-cdef-fedc-ba9876543210";
  kmk_reducer *members[] = {kmk_reducer_new(note_uuid, NULL, NULL),
                            with(kmk_reducer_new(note_uuid, NULL, NULL), "uuid",
                                 "'01234567-89ab-cdef-fedc-ba9876543210'"),
                            with(kmk_reducer_new(note_uuid, NULL, NULL), "uuid", "'incrementing'")};
  open_noting(k, kmk_combine(3, members));
  send_ok(k->store, "'go'");
  const char *expected[] = {ZEROES "0", constant, ZEROES "0", ZEROES "1", constant, ZEROES "1"};
  json_t *seen = kmk_store_get(k->store, "/seen", NULL);
  assert_int_equal(json_array_size(seen), COUNT_OF(expected));
  for (size_t i = 0; i < COUNT_OF(expected); i++) {
    assert_string_equal(json_string_value(json_array_get(seen, i)), expected[i]);
  }
  json_decref(seen);
}

REDUCER(write_date) {
  kmk_state_set_new(state, data, json_integer(kmk_env_date(env)));
  return NULL;
}

TEST(H8_the_date_is_the_loops_clock_or_what_the_key_date_says) {
  kmk_reducer *members[] = {kmk_reducer_new(write_date, "/clock", NULL),
                            with(kmk_reducer_new(write_date, "/constant", NULL), "date", "42"),
                            with(kmk_reducer_new(write_date, "/text", NULL), "date", "'today'")};
  k->store = open_store(k->loop, kmk_combine(3, members), "{}");
  advance(k->loop, 7);
  send_ok(k->store, "'go'");
  assert_state_text(k->store, "{'clock': 7, 'constant': 42, 'text': 7}");
}

REDUCER(copy_date) {
  kmk_state_set(state, "/date", kmk_env_dependency(env, "date"));
  return NULL;
}

TEST(a_key_of_the_engine_is_read_by_its_name_too) {
  k->store = open_store(k->loop, with(kmk_reducer_new(copy_date, NULL, NULL), "date", "42"), "{}");
  send_ok(k->store, "'go'");
  assert_state_text(k->store, "{'date': 42}");
}

TEST(H10_isPresented_is_what_the_key_says) {
  kit_open(k, with(counter(), "isPresented", "true"), "{'count': 0}");
  send_ok(k->store, "'whoami'");
  assert_state_text(k->store, "{'count': 0, 'isPresented': true}");
}

TEST(H11_ids_count_from_0_in_every_store) {
  for (int i = 0; i < 2; i++) {
    open_noting(k, kmk_reducer_new(note_uuid, NULL, NULL));
    assert_state_text(k->store, "{'seen': ['" ZEROES "0']}");
    end_store(k);
    k->store = open_store(
        k->loop,
        kmk_stack(kmk_presentation(kmk_combine(0, NULL), "/sheet", "sheet", NULL, counter()),
                  "/path", "path", counter()),
        "{'sheet': {'count': 0}, 'path': [{'count': 0}]}");
    assert_state_text(k->store,
                      "{'sheet': {'count': 0}, 'path': [{'id': 0, 'element': {'count': 0}}]}");
    char *id = kmk_store_presentation_id(k->store, "/sheet", NULL);
    assert_string_equal(id, "0");
    kmk_text_free(id);
  }
}

/* -------------------------------------------------------------------------- time */

/* "first" waits a second, then another; "second" waits one and a half. */
REDUCER(sleepers) {
  if (kmk_action_is(action, "go")) {
    kmk_effect *effects[] = {after(SECOND, "'first'"), after(3 * SECOND / 2, "'second'")};
    return kmk_effect_merge(2, effects);
  }
  if (kmk_action_is(action, "first")) {
    return after(SECOND, "'third'");
  }
  return NULL;
}

TEST(H9_advance_wakes_sleepers_in_the_order_of_their_time) {
  kit_open(k, kmk_reducer_new(sleepers, NULL, NULL), "{}");
  send_ok(k->store, "'go'");
  advance(k->loop, 2 * SECOND);
  assert_json_text(k->log, "['go', 'first', 'second', 'third']");
}

TEST(H9_nothing_wakes_before_its_time) {
  kit_open(k, kmk_reducer_new(sleepers, NULL, NULL), "{}");
  send_ok(k->store, "'go'");
  advance(k->loop, SECOND - 1);
  assert_json_text(k->log, "['go']");
  advance(k->loop, 1);
  assert_json_text(k->log, "['go', 'first']");
}
