/* The engine's own dependencies, by name (H10, H11; Tests/Scenarios/dependencies covers the rest). */
#include "support.h"

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

REDUCER(note_uuid) {
  char uuid[37];
  kmk_env_uuid(env, uuid);
  state_note(state, "/seen", uuid);
  return NULL;
}

#define ZEROES "00000000-0000-0000-0000-00000000000"

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
