/* Two spellings of a name, with one letter as one scalar or as two, are two different names: for files, settings,
 * shared values, keys, dependencies, features, places, presentation ids and effect ids (M132). */
#define _DEFAULT_SOURCE /* setenv */

#include "shared_support.h"
#include "snapshot_support.h"

#include <stdio.h>

#define COMPOSED "\xc3\xa9"
#define DECOMPOSED "e\xcc\x81"
static const char *const spellings[] = {COMPOSED, DECOMPOSED};

/* Writes through two handles opened under the two names, and asserts that each keeps its own value. */
static void assert_apart(kmk_shared *const both[2]) {
  for (int i = 0; i < 2; i++)
    assert_int_equal(kmk_shared_set_new(both[i], "", json_integer(i + 1), NULL), KMK_OK);
  for (int i = 0; i < 2; i++) {
    json_t *value = kmk_shared_get(both[i], "", NULL);
    assert_int_equal(json_integer_value(value), i + 1);
    json_decref(value);
    kmk_shared_free(both[i]);
  }
}

FILE_TEST(M132_shared_values_files_and_settings) {
  (void)k;
  kmk_shared *memory[2], *files[2], *settings[2];
  json_t *zero = json_integer(0);
  setenv("XDG_CONFIG_HOME", folder, 1);
  for (int i = 0; i < 2; i++) {
    char name[32];
    snprintf(name, sizeof name, "%s.json", spellings[i]);
    memory[i] = kmk_shared_memory(spellings[i], zero, NULL);
    files[i] = kmk_shared_file(in_folder(name), zero, NULL);
    settings[i] = kmk_shared_setting(spellings[i], zero, NULL);
  }
  json_decref(zero);
  assert_apart(memory);
  assert_apart(files);
  assert_apart(settings);
  assert_file(in_folder(COMPOSED ".json"), "1\n");
  assert_file(in_folder(DECOMPOSED ".json"), "2\n");
}

REDUCER(notes_dependencies) {
  (void)action;
  for (int i = 0; i < 2; i++) {
    char place[8];
    snprintf(place, sizeof place, "/%d", i);
    const json_t *value = kmk_env_dependency(env, spellings[i]);
    kmk_state_set_new(state, place, value ? kmk_json_retain(value) : json_null());
  }
  return NULL;
}

TEST(M132_dependencies) {
  json_t *values[] = {json_integer(1), json_integer(2)};
  kmk_reducer *inner = kmk_reducer_new(notes_dependencies, NULL, NULL);
  for (int i = 0; i < 2; i++) {
    inner = kmk_dependency(inner, spellings[i], values[i]);
    json_decref(values[i]);
  }
  kit_open(k, inner, "[0, 0]");
  send_ok(k->store, "'note'");
  assert_state_text(k->store, "[1,2]");
}

TEST(M132_keys_of_the_latest_action) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  for (int i = 0; i < 4; i++)
    kmk_mailbox_post_latest_new(mailbox, spellings[i % 2], json_string("inc"));
  kmk_mailbox_free(mailbox);
  run_due(k->loop);
  assert_state_text(k->store, "{\"count\":2}");
}

TEST(M132_features) {
  for (int i = 0; i < 2; i++)
    assert_int_equal(kmk_feature_register(spellings[i], counter(), NULL, NULL), KMK_OK);
  assert_int_equal(kmk_feature_unregister(spellings[0]), KMK_OK);
  assert_int_equal(kmk_feature_unregister(spellings[0]), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_feature_unregister(spellings[1]), KMK_OK);
}

static void note_present(const char *id, const char *name, const json_t *state, void *told) {
  (void)name, (void)state;
  json_array_append_new(told, json_pack("[s, s]", "present", id));
}
static void note_dismiss(const char *id, void *told) {
  json_array_append_new(told, json_pack("[s, s]", "dismiss", id));
}

TEST(M132_ids_of_presentations) {
  kmk_presentation_callbacks callbacks = {
      .size = sizeof callbacks, .present = note_present, .dismiss = note_dismiss};
  json_t *told = json_array();
  kit_open(k,
           kmk_presentation_destination(kmk_combine(0, NULL), "/sheet", "sheet", NULL, counter()),
           "{'sheet': null}");
  kmk_subscription *shown =
      kmk_store_observe_presentation(k->store, "/sheet", &callbacks, told, NULL, NULL);
  for (int i = 0; i < 2; i++)
    kmk_store_sendf(k->store, NULL, "{s: {s: {s: s, s: {s: i}}}}", "sheet", "present", "id",
                    spellings[i], "state", "count", 0);
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet", COMPOSED, NULL), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet", DECOMPOSED, NULL), KMK_OK);
  assert_json_text(told, "[['present', '" COMPOSED "'], ['dismiss', '" COMPOSED
                         "'], ['present', '" DECOMPOSED "'], ['dismiss', '" DECOMPOSED "']]");
  kmk_subscription_free(shown);
  json_decref(told);
}

static kmk_effect *tick(const json_t *value, kmk_env *env, void *seconds) {
  (void)value, (void)env;
  return kmk_effect_after_new((uintptr_t)seconds * SECOND, json_string("inc"));
}

static kmk_reducer *with_two_timers(void) {
  kmk_reducer *reducer = counter();
  for (uintptr_t i = 0; i < 2; i++) {
    kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
    options.id = spellings[i];
    options.time = KMK_TIME_REMAINING;
    reducer = kmk_running(reducer, "/on", &options, tick, (void *)(i + 1), NULL);
  }
  return reducer;
}

TEST(M132_ids_of_effects_that_follow_the_state) {
  kit_open(k, with_two_timers(), "{'count': 0, 'on': true}");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND + SECOND / 2);
  assert_state_text(k->store, "{\"count\":1,\"on\":true}");
  /* In the next store the first effect is over, and the second has half a second left. */
  char *saved = saved_text(k->store);
  kmk_snapshot *snapshot = snapshot_read(saved);
  kmk_store *next = kmk_store_new_from(k->loop, with_two_timers(), snapshot, NULL);
  advance(k->loop, SECOND / 2);
  assert_state_text(next, "{\"count\":2,\"on\":true}");
  advance(k->loop, 2 * SECOND);
  assert_state_text(next, "{\"count\":2,\"on\":true}");
  kmk_store_free(next);
  kmk_snapshot_free(snapshot);
  free(saved);
}

TEST(M132_places_and_the_cases_of_their_actions) {
  kmk_reducer *both = kmk_combine(0, NULL);
  for (int i = 0; i < 2; i++) {
    char place[8];
    snprintf(place, sizeof place, "/%s", spellings[i]);
    both = kmk_presentation_destination(both, place, spellings[i], NULL, counter());
  }
  kit_open(k, both, "{'" COMPOSED "': null, '" DECOMPOSED "': null}");
  json_t *state = json_pack("{s: i}", "count", 7);
  assert_int_equal(kmk_store_present(k->store, DECOMPOSED, state, NULL), KMK_OK);
  json_decref(state);
  char *saved = saved_text(k->store);
  kmk_snapshot *snapshot = snapshot_read(saved);
  assert_string_equal(id_at(k->store, "/" DECOMPOSED).text, "0");
  assert_null(kmk_store_presentation_id(k->store, "/" COMPOSED, NULL));
  restore_ok(k->store, snapshot);
  assert_string_equal(id_at(k->store, "/" DECOMPOSED).text, "0");
  assert_null(kmk_store_presentation_id(k->store, "/" COMPOSED, NULL));
  kmk_snapshot_free(snapshot);
  free(saved);
}

TEST(M132_a_name_in_the_other_spelling_is_a_typo) {
  kmk_error error = {0};
  kit_open(k, KMK_CASES(counter(), {"caf" COMPOSED "s", NULL}), "{'count': 0}");
  json_t *action = json_string("caf" DECOMPOSED "s");
  assert_int_equal(kmk_store_send_new(k->store, action, &error), KMK_ERR_DECODE);
  assert_non_null(strstr(error.message, "did you mean caf" COMPOSED "s?"));
}
