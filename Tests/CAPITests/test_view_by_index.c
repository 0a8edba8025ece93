/* Views that go by an index, and views of what goes while the step still runs (C16, C18, C50). */
#include "writer_support.h"

static kmk_reducer *path_of_writers(void) { return kmk_stack(writer(), "/path", "path", writer()); }

#define ENTRY(id, element) "{'id': " id ", 'element': " element "}"
#define TWO "{'path': [" ENTRY("0", "{'n': 1}") ", " ENTRY("1", "{'n': 2}") "]}"

static kmk_store *view_of(kmk_store *store, const char *pointer) {
  kmk_error error = {0};
  kmk_store *view = kmk_store_scope(store, pointer, "part", &error);
  if (view == NULL) {
    fail_msg("%s: %s", pointer, error.message);
  }
  return view;
}

/* What a view at a pointer says after an action: whether it is valid, and its value. */
typedef struct change {
  const char *pointer, *action;
  bool valid;
  const char *shown;
} change;

static void assert_changes(kit *k, const char *initial, const change *changes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    kmk_store *store = open_store(k->loop, path_of_writers(), initial);
    kmk_store *view = view_of(store, changes[i].pointer);
    send_ok(store, changes[i].action);
    if (kmk_store_is_valid(view) != changes[i].valid) {
      fail_msg("%s: it is not as valid as it should be", changes[i].action);
    }
    assert_state_text(view, changes[i].shown);
    kmk_store_free(view);
    kmk_store_free(store);
  }
}

static void C16_a_view_by_index_keeps_its_value_when_what_comes_before_it_has_none(void **state) {
  static const change changes[] = {
      /* At its index is then the element that came, or the one that was before it. */
      {"/path/1/element/n", "{'insert': ['/path/1', {}]}", false, "2"},
      {"/path/1/element/n", "{'insert': ['/path/0', {}]}", true, "1"},
      {"/path/0/element/n", "{'insert': ['/path/0', {}]}", false, "1"},
      {"/path/0/element/n", "{'insert': ['/path/0', {'n': null}]}", false, "1"},
      {"/path/0/element/n", "{'insert': ['/path/0', {'n': 7}]}", true, "7"},
      {"/path/1/element/n",
       "{'all': [{'set': ['/path/0/element', {}]}, {'insert': ['/path/0', {}]}]}", false, "2"},
      {"/path/1/element/n", "{'insert': ['/path/-', {}]}", true, "2"},
  };
  assert_changes(*state, TWO, changes, COUNT_OF(changes));
}

static void C16_a_view_by_index_keeps_its_value_when_another_element_moves_there(void **state) {
  static const change changes[] = {
      {"/path/0/element/n", "{'remove': '/path/0'}", false, "1"},
      {"/path/2/element/n", "{'remove': '/path/1'}", false, "3"},
      {"/path/2/element/n", "{'remove': '/path/0'}", false, "3"},
      {"/path/2/element/n", "{'pop': ['/path', 1]}", false, "3"},
  };
  assert_changes(*state, "{'path': [{'n': 1}, {}, {'n': 3}]}", changes, COUNT_OF(changes));
}

static void C16_a_view_by_index_in_a_plain_array_keeps_its_value_too(void **state) {
  static const change changes[] = {
      {"/list/0/n", "{'insert': ['/list/0', {}]}", false, "1"},
      {"/list/1/n", "{'insert': ['/list/0', {}]}", true, "1"},
      {"/list/1/n", "{'insert': ['/list/1', {}]}", false, "2"},
      {"/list/1/n", "{'remove': '/list/1'}", false, "2"},
  };
  assert_changes(*state, "{'path': [], 'list': [{'n': 1}, {'n': 2}]}", changes, COUNT_OF(changes));
}

/* Filled again it is valid again, with what is there now. */
static void C18_a_view_by_index_is_valid_again_when_its_part_is_there_again(void **state) {
  kit *k = *state;
  kit_open(k, path_of_writers(), TWO);
  kmk_store *view = view_of(k->store, "/path/1/element/n");
  send_ok(k->store, "{'insert': ['/path/1', {}]}");
  assert_false(kmk_store_is_valid(view));
  send_ok(k->store, "{'insert': ['/path/1', {'n': 5}]}");
  assert_true(kmk_store_is_valid(view));
  assert_state_text(view, "5");
  kmk_store_free(view);
}

/* ------------------------------------------------------- freed in the step that takes its part */

typedef struct holder {
  kmk_store *view;
  const char *action; /* what it does besides, before the view is freed or after */
  bool frees_first;
} holder;

REDUCER(free_the_view) {
  holder *h = data;
  kmk_effect *effect = NULL;
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  if (h->frees_first) {
    kmk_store_free(h->view);
    h->view = NULL;
  }
  json_t *other = json_of(h->action);
  effect = write_down(state, other, env, NULL);
  json_decref(other);
  kmk_store_free(h->view);
  h->view = NULL;
  return effect;
}

static void C16_a_view_may_be_freed_by_the_step_that_takes_its_part_away(void **state) {
  static const char *const actions[] = {
      "{'pop': ['/path', 0]}",
      "{'pop': ['/path', 1]}",
      "{'remove': '/path/1'}",
      "{'set': ['/path', []]}",
      "{'set': ['', {'path': []}]}",
      "{'all': [{'pop': ['/path', 1]}, {'push': ['/path', {'n': 9}]}]}"};
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(actions); i++) {
    for (int order = 0; order < 2; order++) {
      holder h = {NULL, actions[i], order == 0};
      json_t *id = json_integer(1);
      kmk_store *store = open_store(
          k->loop, kmk_stack(kmk_reducer_new(free_the_view, &h, NULL), "/path", "path", writer()),
          TWO);
      kmk_store *element = kmk_store_scope_element(store, "/path", "path", id, NULL);
      h.view = kmk_store_scope(element, "/n", "n", NULL);
      kmk_store_free(element);
      assert_non_null(h.view);
      send_ok(store, "'go'");
      assert_null(h.view);
      send_ok(store, "'noop'");
      kmk_store_free(store);
      json_decref(id);
    }
  }
}

/* -------------------------------------------------------------------------------- the whole */

static void C50_the_whole_of_a_state_is_there_even_when_it_is_null(void **state) {
  kit *k = *state;
  kit_open(k, writer(), "null");
  kmk_store *view = view_of(k->store, "");
  assert_true(kmk_store_is_valid(view));
  assert_state_text(view, "null");
  send_ok(k->store, "{'set': ['', {'n': 1}]}");
  assert_state_text(view, "{'n': 1}");
  send_ok(k->store, "{'set': ['', null]}");
  assert_true(kmk_store_is_valid(view));
  assert_state_text(view, "null");
  kmk_store_free(view);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(C16_a_view_by_index_keeps_its_value_when_what_comes_before_it_has_none),
      KIT_TEST(C16_a_view_by_index_keeps_its_value_when_another_element_moves_there),
      KIT_TEST(C16_a_view_by_index_in_a_plain_array_keeps_its_value_too),
      KIT_TEST(C18_a_view_by_index_is_valid_again_when_its_part_is_there_again),
      KIT_TEST(C16_a_view_may_be_freed_by_the_step_that_takes_its_part_away),
      KIT_TEST(C50_the_whole_of_a_state_is_there_even_when_it_is_null),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
