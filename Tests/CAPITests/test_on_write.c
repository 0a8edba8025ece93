/* What answers what was written (U3). */
#include "rows_support.h"
#include "writer_support.h"

/* Notes the places, and adds to "/writes" beside the part. */
static kmk_effect *note_places(kmk_state *state, const json_t *places, const json_t *action,
                               kmk_env *env, void *notes) {
  (void)action, (void)env;
  json_array_append_new(notes, json_deep_copy(places));
  if (kmk_state_get(state, "/writes") != NULL) {
    state_add(state, "/writes", 1);
  }
  return NULL;
}

static void open_noting(kit *k, const char *part, json_t *notes, const char *state) {
  kit_open(k, kmk_on_write(writer(), part, note_places, notes, NULL), state);
}

#define assert_notes(notes, expected)                                                              \
  do {                                                                                             \
    assert_json_text((notes), (expected));                                                         \
    json_array_clear(notes);                                                                       \
  } while (0)

static void U3_the_places_are_told_from_the_part_on(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_noting(k, "/p", notes, "{'p': {'a': 1, 'b': {'c': 1}}, 'q': 0}");
  send_ok(k->store, "{'set': ['/p/a', 2]}");
  assert_notes(notes, "[['/a']]");
  send_ok(k->store, "{'all': [{'set': ['/p/b/c', 2]}, {'set': ['/p/a', 3]}, {'set': ['/q', 1]}]}");
  assert_notes(notes, "[['/a', '/b/c']]");
  send_ok(k->store, "{'set': ['/p/b', {'c': 4}]}");
  send_ok(k->store, "{'set': ['/p', {'b': 1}]}");
  send_ok(k->store, "{'set': ['', {'p': {'b': {}, '~/': 1}}]}");
  assert_notes(notes, "[['/b'], [''], ['']]");
  send_ok(k->store, "{'set': ['/p/~0~1', 2]}");
  assert_notes(notes, "[['/~0~1']]");
  json_decref(notes);
}

static void U3_nothing_is_told_where_nothing_was_written(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_noting(k, "/p", notes, "{'p': {'a': 1, 'l': []}, 'q': 0}");
  send_ok(k->store, "'noop'");
  send_ok(k->store, "{'set': ['/q', 1]}");
  send_ok(k->store, "{'all': [{'set': ['/p/a', 2]}, {'set': ['/p/a', 1]}]}");
  send_ok(k->store, "{'all': [{'set': ['/p/x', 2]}, {'remove': '/p/x'}]}");
  send_ok(k->store, "{'all': [{'set': ['/p/a', 2]}, {'set': ['/p/a', 1]}]}");
  assert_notes(notes, "[]");
  send_ok(k->store, "{'remove': '/p'}");
  send_ok(k->store, "{'set': ['/q', 2]}");
  assert_notes(notes, "[['']]");
  json_decref(notes);
}

static void U3_of_what_went_the_container_is_told_and_of_an_array_what_came(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_noting(k, "/p", notes, "{'p': {'a': 1, 'b': 2, 'l': [{'n': 0}, {'n': 1}]}}");
  send_ok(k->store, "{'all': [{'remove': '/p/a'}, {'remove': '/p/b'}]}");
  assert_notes(notes, "[['']]");
  send_ok(k->store, "{'all': [{'set': ['/p/l/1/n', 5]}, {'insert': ['/p/l/0', {}]}]}");
  assert_notes(notes, "[['/l', '/l/0', '/l/2/n']]");
  send_ok(k->store, "{'remove': '/p/l/0'}");
  send_ok(k->store, "{'move': ['/p/l/0', '/p/l/1']}");
  assert_notes(notes, "[['/l'], ['/l']]");
  json_decref(notes);
}

static void U3_a_part_by_its_index_may_be_another_element(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_noting(k, "/l/1", notes, "{'l': [{'n': 0}, {'n': 1}]}");
  send_ok(k->store, "{'set': ['/l/0/n', 5]}");
  assert_notes(notes, "[]");
  send_ok(k->store, "{'set': ['/l/1/n', 5]}");
  assert_notes(notes, "[['/n']]");
  send_ok(k->store, "{'insert': ['/l/0', 1]}");
  assert_notes(notes, "[['']]");
  json_decref(notes);
}

static void U3_what_the_answer_writes_is_not_told_again_but_further_out(void **state) {
  kit *k = *state;
  json_t *inner = json_array(), *outer = json_array();
  kmk_reducer *once = kmk_on_write(writer(), "", note_places, inner, NULL);
  kit_open(k, kmk_on_write(once, "", note_places, outer, NULL), "{'a': 1, 'writes': 0}");
  send_ok(k->store, "{'set': ['/a', 2]}");
  assert_json_text(inner, "[['/a']]");
  assert_json_text(outer, "[['/a', '/writes']]");
  assert_state_text(k->store, "{'a': 2, 'writes': 2}");
  json_decref(inner);
  json_decref(outer);
}

static void U3_each_row_is_told_of_its_own_writes(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  kmk_reducer *noting = kmk_on_write(row(), "", note_places, notes, NULL);
  kit_open(k, kmk_for_each(writer(), "/rows", "rows", NULL, noting), TWO);
  send_ok(k->store, IN_ROW("'b'", "'inc'"));
  send_ok(k->store, "{'set': ['/rows/0/count', 7]}");
  assert_json_text(notes, "[['/count']]");
  json_decref(notes);
}

static void U3_its_user_data_is_freed_and_NULL_is_a_mistake(void **state) {
  kit *k = *state;
  int freed = 0;
  kmk_error error;
  kmk_reducer_free(kmk_on_write(counter(), "/count", note_places, &freed, count_free));
  assert_int_equal(freed, 1);
  json_t *empty = json_object();
  assert_null(kmk_store_new(k->loop, kmk_on_write(counter(), NULL, note_places, &freed, count_free),
                            empty, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(
      kmk_store_new(k->loop, kmk_on_write(counter(), "", NULL, &freed, count_free), empty, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_new(k->loop, kmk_on_write(NULL, "", note_places, &freed, count_free), empty,
                            &error));
  assert_int_equal(freed, 4);
  json_decref(empty);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(U3_the_places_are_told_from_the_part_on),
      KIT_TEST(U3_nothing_is_told_where_nothing_was_written),
      KIT_TEST(U3_of_what_went_the_container_is_told_and_of_an_array_what_came),
      KIT_TEST(U3_a_part_by_its_index_may_be_another_element),
      KIT_TEST(U3_what_the_answer_writes_is_not_told_again_but_further_out),
      KIT_TEST(U3_each_row_is_told_of_its_own_writes),
      KIT_TEST(U3_its_user_data_is_freed_and_NULL_is_a_mistake),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
