/* What ends, or begins anew, by a write around it: a parent takes a container away, an id changes in place,
 * a path comes in its plain form. */
#include "writer_support.h"

static kmk_reducer *sheet_at(const char *pointer) {
  return kmk_presentation(writer(), pointer, "sheet", NULL, counter());
}

static void told_present(const char *id, const char *name, const json_t *state, void *told) {
  (void)id, (void)name, (void)state;
  json_array_append_new(told, json_string("present"));
}

static void told_dismiss(const char *id, void *told) {
  (void)id;
  json_array_append_new(told, json_string("dismiss"));
}

/* Takes what is around the sheet away in answer to the sheet's own action. */
REDUCER(takes_away) {
  (void)env, (void)data;
  if (kmk_action_is(action, "sheet.presented.startTimer")) {
    kmk_state_set_new(state, "/around", json_string("gone"));
  }
  return NULL;
}

static void D60_a_parent_that_takes_the_container_away_ends_what_was_presented_in_it(void **state) {
  kit *k = *state;
  kmk_reducer *parent = kmk_reducer_new(takes_away, NULL, NULL);
  kit_open(k, kmk_presentation(parent, "/around/sheet", "sheet", NULL, counter()),
           "{'around': {'sheet': {'count': 0}}}");
  send_ok(k->store, "{'sheet': {'presented': 'startTimer'}}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 3 * SECOND);
  assert_issues(k, "[]");
}

static void
D9_a_slot_inside_of_one_whose_id_changes_in_place_presents_anew_and_tells(void **state) {
  kit *k = *state;
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.id_key = "key";
  kmk_reducer *outer = kmk_presentation(writer(), "/outer", "outer", &options, sheet_at("/sheet"));
  kit_open(k, outer, "{'outer': {'key': 1, 'sheet': {'count': 0}}}");
  char *before = kmk_store_presentation_id(k->store, "/outer/sheet", NULL);
  json_t *told = json_array();
  kmk_presentation_callbacks calls = {sizeof calls, told_present, NULL, told_dismiss};
  kmk_subscription *subscription =
      kmk_store_observe_presentation(k->store, "/outer/sheet", &calls, told, NULL, NULL);
  send_ok(k->store, "{'set': ['/outer/key', 2]}");
  char *after = kmk_store_presentation_id(k->store, "/outer/sheet", NULL);
  assert_string_not_equal(before, after);
  assert_json_text(told, "['present', 'dismiss', 'present']");
  kmk_subscription_free(subscription);
  json_decref(told);
  kmk_text_free(before);
  kmk_text_free(after);
}

static void D85_an_id_that_stands_in_a_path_of_the_plain_form_keeps_nothing(void **state) {
  kit *k = *state;
  kit_open(k, kmk_stack(writer(), "/path", "path", sheet_at("/sheet")),
           "{'path': [{'id': 1, 'element': {'sheet': {'count': 0}}}]}");
  char *before = kmk_store_presentation_id(k->store, "/path/0/element/sheet", NULL);
  assert_non_null(before);
  /* Two elements: one looks like an entry, and gets an id of its own as the other does. */
  send_ok(k->store, "{'set': ['/path', [{'id': 1, 'element': {}}, {}]]}");
  send_ok(k->store, "{'set': ['/path', [{'id': 1, 'element': {'sheet': {'count': 0}}}]]}");
  char *after = kmk_store_presentation_id(k->store, "/path/0/element/sheet", NULL);
  assert_string_not_equal(before, after);
  kmk_text_free(before);
  kmk_text_free(after);
}

static void E2_an_id_that_is_written_to_an_entry_is_not_given_again(void **state) {
  kit *k = *state;
  kit_open(k, kmk_stack(writer(), "/path", "path", counter()),
           "{'path': [{'id': 0, 'element': {}}]}");
  send_ok(k->store, "{'set': ['/path/0/id', 1]}");
  send_ok(k->store, "{'push': ['/path', {}]}");
  send_ok(k->store, "{'push': ['/path', {}]}");
  json_t *path = kmk_store_get(k->store, "/path", NULL);
  assert_json_text(
      path, "[{'id': 1, 'element': {}}, {'id': 2, 'element': {}}, {'id': 3, 'element': {}}]");
  json_decref(path);
}

/* ------------------------------------------------------------------------------ effects */

static kmk_effect *held(void) {
  kmk_effect *own = kmk_effect_cancellable(after(20 * SECOND, "'late'"), "id", true);
  return kmk_effect_throttle(own, "id", SECOND, true);
}

REDUCER(throttles) {
  (void)state, (void)env, (void)data;
  return kmk_action_is(action, "go") ? kmk_effect_merge(2, (kmk_effect *[]){held(), held()}) : NULL;
}

static void B42_a_throttle_whose_effect_cancels_what_held_it_leaves_nothing(void **state) {
  kit *k = *state;
  size_t before = kmk_live_objects();
  kmk_store *store = open_store(
      k->loop, kmk_scope("/a", "a", kmk_reducer_new(throttles, NULL, NULL)), "{'a': {}}");
  send_ok(store, "{'a': 'go'}");
  advance(k->loop, 2 * SECOND);
  assert_int_equal(kmk_store_effect_count(store), 1);
  kmk_store_free(store);
  assert_int_equal(kmk_live_objects(), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(D60_a_parent_that_takes_the_container_away_ends_what_was_presented_in_it),
      KIT_TEST(D9_a_slot_inside_of_one_whose_id_changes_in_place_presents_anew_and_tells),
      KIT_TEST(D85_an_id_that_stands_in_a_path_of_the_plain_form_keeps_nothing),
      KIT_TEST(E2_an_id_that_is_written_to_an_entry_is_not_given_again),
      KIT_TEST(B42_a_throttle_whose_effect_cancels_what_held_it_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
