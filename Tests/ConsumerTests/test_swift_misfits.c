/* States that a Swift feature inside a C tree cannot read, and states that it reads in another form. */
#include "mixed_support.h"

/* {"set": [pointer, value]} writes without the feature. */
static kmk_effect *writer(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)env, (void)user_data;
  const json_t *set = kmk_action_payload(action, "set");
  if (set != NULL)
    kmk_state_set(state, json_string_value(json_array_get(set, 0)), json_array_get(set, 1));
  return NULL;
}

static kmk_reducer *tree(void) {
  return kmk_combine(2, (kmk_reducer *[]){kmk_scope("/search", "search", kmk_feature("Search")),
                                          kmk_reducer_new(writer, NULL, NULL)});
}

#define SEARCH(query, path)                                                                        \
  "{'search': {'query': " query ", 'limit': 10, 'found': [], 'path': " path "}}"

static void open_tree(mixed *m, const char *initial) {
  kmk_error error = {0};
  json_t *state = mixed_json(initial);
  m->store = kmk_store_new(m->loop, tree(), state, &error);
  json_decref(state);
  if (m->store == NULL)
    fail_msg("%s %s", error.path, error.message);
}

static void assert_refused(mixed *m, kmk_reducer *reducer, const char *initial, const char *path) {
  kmk_error error = {0};
  json_t *state = mixed_json(initial);
  assert_null(kmk_store_new(m->loop, reducer, state, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, path);
  json_decref(state);
}

static void R72_what_had_finished_does_not_begin_again_after_a_misfit(void **state) {
  mixed *m = *state;
  open_tree(m, SEARCH("'q'", "[]"));
  mixed_advance(m, 1);
  mixed_assert(m, "/search/found", "['q']");
  mixed_send(m, "{'set': ['/search/limit', 'many']}");
  mixed_advance(m, 1);
  mixed_send(m, "{'set': ['/search/limit', 5]}");
  mixed_advance(m, 2);
  mixed_assert(m, "/search/found", "['q']");
  mixed_send(m, "{'search': {'search': 'r'}}");
  mixed_advance(m, 1);
  mixed_assert(m, "/search/found", "['q', 'r']");
  assert_string_equal(m->issues, "");
}

static void R72_what_is_at_work_goes_on_and_ends_where_the_state_goes(void **state) {
  mixed *m = *state;
  open_tree(m, SEARCH("'q'", "[]"));
  mixed_advance(m, 0.5);
  mixed_send(m, "{'set': ['/search/limit', 'many']}");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  mixed_send(m, "{'set': ['/search/limit', 5]}");
  mixed_advance(m, 0.5);
  mixed_assert(m, "/search/found", "['q']");
  mixed_send(m, "{'search': {'search': 'r'}}");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  mixed_send(m, "{'set': ['/search', null]}");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
}

static void R73_a_first_state_that_is_null_is_refused(void **state) {
  mixed *m = *state;
  assert_refused(m, tree(), "{'search': null}", "/search");
  kmk_error error = {0};
  json_t *none = mixed_json("{'search': null}");
  m->store = kmk_store_new(m->loop, kmk_reducer_new(writer, NULL, NULL), none, NULL);
  json_decref(none);
  assert_int_equal(kmk_store_replace_reducer(m->store, tree(), &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/search");
}

static void R73_a_feature_that_need_not_be_there_may_be_null(void **state) {
  mixed *m = *state;
  json_t *none = mixed_json("{'search': null}");
  kmk_reducer *(*const optional[])(kmk_reducer *, const char *, const char *,
                                   const kmk_slot_options *,
                                   kmk_reducer *) = {kmk_presentation, kmk_if_let};
  for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
    m->store = kmk_store_new(
        m->loop, optional[i](kmk_empty(), "/search", "search", NULL, kmk_feature("Search")), none,
        NULL);
    assert_non_null(m->store);
    kmk_store_free(m->store);
  }
  m->store = NULL;
  json_decref(none);
}

static void R74_elements_without_ids_have_them_at_once(void **state) {
  mixed *m = *state;
  open_tree(m, SEARCH("null", "[{'id': '', 'text': 'a', 'stars': 0},"
                              " {'id': '', 'text': 'b', 'stars': 0}]"));
  mixed_assert(m, "/search/path",
               "[{'id': 0, 'element': {'id': '', 'text': 'a', 'stars': 0}},"
               " {'id': 1, 'element': {'id': '', 'text': 'b', 'stars': 0}}]");
  mixed_send(m, "{'search': {'path': {'element': {'id': 1, 'action': 'star'}}}}");
  mixed_assert(m, "/search/path/1/element/stars", "1");
  mixed_assert(m, "/search/path/1/id", "1");
  assert_string_equal(m->issues, "");
}

int main(void) {
#define MIXED_TEST(name) cmocka_unit_test_setup_teardown(name, mixed_setup, mixed_teardown)
  const struct CMUnitTest tests[] = {
      MIXED_TEST(R72_what_had_finished_does_not_begin_again_after_a_misfit),
      MIXED_TEST(R72_what_is_at_work_goes_on_and_ends_where_the_state_goes),
      MIXED_TEST(R73_a_first_state_that_is_null_is_refused),
      MIXED_TEST(R73_a_feature_that_need_not_be_there_may_be_null),
      MIXED_TEST(R74_elements_without_ids_have_them_at_once),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
