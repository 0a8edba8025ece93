/* Values that a Swift feature shares in memory and in a file: C gets the same values by their keys. */
#define _POSIX_C_SOURCE 200809L

#include "kiln_support.h"

#define FIRING "{'id': 1, 'name': 'vases', 'hours': 2, 'heats': []}"

static kmk_shared *burnt_hours(void) { return kiln_share(kmk_shared_memory, "burnt-hours", "0"); }

static kmk_shared *firings(void) { return kiln_share(kmk_shared_file, "firings.json", "[]"); }

static void record(const json_t *value, void *data) {
  json_array_append_new(data, value ? kmk_json_retain(value) : json_null());
}

static void assert_told(const json_t *told, const char *expected) {
  json_t *wanted = mixed_json(expected);
  assert_true(json_equal(told, wanted));
  json_decref(wanted);
}

static void K15_c_reads_writes_and_observes_what_the_feature_shares(void **state) {
  const mixed *m = *state;
  kmk_shared *hours = burnt_hours(), *all = firings();
  json_t *told = json_array();
  assert_int_equal(kmk_shared_set_new(hours, "", json_integer(0), NULL), KMK_OK);
  kmk_subscription *subscription = kmk_shared_observe(hours, m->loop, "", record, told, NULL, NULL);
  kmk_store *burn = kiln_light(m);
  kiln_assert_shared(all, "", "[" FIRING "]");
  mixed_advance(m, 3600);
  assert_told(told, "[0, 1]");
  kiln_assert_shared(all, "/0/heats", "[1001]");
  assert_int_equal(kmk_shared_set_new(hours, "", json_integer(40), NULL), KMK_OK);
  assert_int_equal(kmk_shared_set_new(all, "/0/name", json_string("bowls"), NULL), KMK_OK);
  kiln_assert(burn, "/firing/name", "'bowls'");
  mixed_assert(m, "/burntHours", "40");
  mixed_advance(m, 3600);
  assert_told(told, "[0, 1, 40, 41]");
  kmk_subscription_free(subscription);
  json_decref(told);
  kmk_store_free(burn);
  kmk_shared_free(hours);
  kmk_shared_free(all);
  assert_string_equal(m->issues, "");
}

static void K2_the_file_is_there_for_the_next_program(void **state) {
  const mixed *m = *state;
  kiln_add(m, "vases", 2);
  json_t *kept = json_load_file("firings.json", 0, NULL), *wanted = mixed_json("[" FIRING "]");
  assert_true(json_equal(kept, wanted));
  json_decref(kept);
  json_decref(wanted);
}

static json_t *not_firings(const json_t *value, void *data) {
  (void)value, (void)data;
  return json_string("no list");
}

static void K8_what_c_writes_and_does_not_fit_is_an_issue_of_the_feature(void **state) {
  mixed *m = *state;
  kmk_shared *all = firings();
  kiln_add(m, "vases", 2);
  assert_int_equal(kmk_shared_update(all, not_firings, NULL, NULL), KMK_OK);
  assert_string_equal(m->issues, "shared-unreadable ");
  mixed_assert(m, "/firings", "[" FIRING "]");
  m->issues[0] = '\0';
  kiln_add(m, "bowls", 3);
  kiln_assert_shared(all, "/1/name", "'bowls'");
  assert_string_equal(m->issues, "");
  kmk_shared_free(all);
}

/* ----------------------------------------------------------------------- reading JSON back */

static void K18_a_saved_state_shares_what_the_feature_shares(void **state) {
  mixed *m = *state;
  kmk_shared *hours = burnt_hours();
  assert_int_equal(kmk_shared_set_new(hours, "", json_integer(5), NULL), KMK_OK);
  kiln_add(m, "vases", 2);
  json_t *saved = kmk_store_get(m->store, "", NULL);
  kmk_store *again = kmk_store_open(m->loop, "Kiln", saved, NULL);
  assert_non_null(again);
  kiln_add(m, "bowls", 3);
  kiln_assert(again, "/firings/1/name", "'bowls'");
  assert_int_equal(kmk_shared_set_new(hours, "", json_integer(6), NULL), KMK_OK);
  kiln_assert(again, "/burntHours", "6");
  json_decref(saved);
  kmk_store_free(again);
  kmk_shared_free(hours);
}

static kmk_effect *overwrite(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "overwrite"))
    kmk_state_set_new(state, "/kiln/destination", json_null());
  return NULL;
}

/* A reducer tree in C that contains the feature. */
static kmk_store *open_tree(const mixed *m) {
  kmk_reducer *tree[] = {kmk_reducer_new(overwrite, NULL, NULL),
                         kmk_scope("/kiln", "kiln", kmk_feature("Kiln"))};
  json_t *own = kmk_store_get(m->store, "", NULL), *initial = json_pack("{s:o}", "kiln", own);
  kmk_store *store = kmk_store_new(m->loop, kmk_combine(2, tree), initial, NULL);
  assert_non_null(store);
  json_decref(initial);
  return store;
}

static void K18_inside_a_tree_in_c_it_goes_on_sharing(void **state) {
  const mixed *m = *state;
  kmk_shared *hours = burnt_hours(), *all = firings();
  assert_int_equal(kmk_shared_set_new(hours, "", json_integer(2), NULL), KMK_OK);
  kmk_store *tree = open_tree(m);
  const mixed in_tree = {.loop = m->loop, .store = tree};
  mixed_send(&in_tree, "{'kiln': 'addTapped'}");
  mixed_send(&in_tree, "{'kiln': 'saveTapped'}");
  kiln_assert_shared(all, "/0/id", "1");
  mixed_send(&in_tree, "{'kiln': {'show': {'id': 1}}}");
  mixed_send(&in_tree, "{'kiln': 'addTapped'}");
  mixed_send(&in_tree, "'overwrite'");
  assert_int_equal(kmk_shared_set_new(hours, "", json_integer(9), NULL), KMK_OK);
  mixed_send(&in_tree,
             "{'kiln': {'path': {'element': {'id': 0, 'action': {'detail': {'rename': 'pot'}}}}}}");
  kiln_assert_shared(all, "/0/name", "'pot'");
  kiln_assert(tree, "/kiln/burntHours", "9");
  kmk_store_free(tree);
  kmk_shared_free(hours);
  kmk_shared_free(all);
  assert_string_equal(m->issues, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KILN_TEST(K15_c_reads_writes_and_observes_what_the_feature_shares),
      KILN_TEST(K2_the_file_is_there_for_the_next_program),
      KILN_TEST(K8_what_c_writes_and_does_not_fit_is_an_issue_of_the_feature),
      KILN_TEST(K18_a_saved_state_shares_what_the_feature_shares),
      KILN_TEST(K18_inside_a_tree_in_c_it_goes_on_sharing),
  };
  return cmocka_run_group_tests(tests, kiln_group_setup, NULL);
}
