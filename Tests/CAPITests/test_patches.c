/* Patches: the messages that a mirror of the state receives (J1). */
#include "mirror_support.h"
#include "rows_support.h"

#include <stdio.h>

/* ------------------------------------------------------- a state with arbitrary writes */

/* An action {"do": [write, ...]} is one step, {"then": [[write, ...], ...]} one burst of steps. A write
 * is ["set", path, value], ["insert", path, value], ["remove", path] or ["move", from, to]. */
static void write_all(kmk_state *state, const json_t *writes) {
  size_t index;
  json_t *write;
  json_array_foreach(writes, index, write) {
    const char *what = json_string_value(json_array_get(write, 0));
    const char *path = json_string_value(json_array_get(write, 1));
    json_t *value = json_array_get(write, 2);
    if (strcmp(what, "set") == 0) {
      kmk_state_set(state, path, value);
    } else if (strcmp(what, "insert") == 0) {
      kmk_state_insert_new(state, path, json_incref(value));
    } else if (strcmp(what, "remove") == 0) {
      kmk_state_remove(state, path);
    } else {
      kmk_state_move(state, path, json_string_value(value));
    }
  }
}

REDUCER(write_reduce) {
  const json_t *steps = kmk_action_payload(action, "then");
  write_all(state, kmk_action_payload(action, "do"));
  if (steps != NULL && json_array_size(steps) > 0) {
    write_all(state, json_array_get(steps, 0));
    json_t *rest = json_deep_copy(steps);
    json_array_remove(rest, 0);
    return kmk_effect_send_new(json_pack("{s: o}", "then", rest));
  }
  return NULL;
}

static kmk_reducer *writer(void) { return kmk_reducer_new(write_reduce, NULL, NULL); }

/* -------------------------------------------------------------------------- promises */

TEST(J1_a_write_is_an_operation_and_nothing_is_told_at_once) {
  mirror m;
  kit_open(k, counter(), "{'count': 0}");
  mirror_open(&m, k->store, "");
  assert_patches(&m, "[]");
  send_ok(k->store, "'inc'");
  assert_patches(&m, "[[{'op': 'replace', 'path': '/count', 'value': 1}]]");
  send_ok(k->store, "{'set': 1}");
  send_ok(k->store, "'unknown'");
  assert_patches(&m, "[]");
  mirror_close(&m);
}

/* More members than the engine searches one by one. */
TEST(J1_many_members_of_an_object_are_each_told_once) {
  mirror m;
  json_t *writes = json_array(), *told = json_array();
  for (int i = 0; i < 24; i++) {
    json_t *path = json_sprintf("/m%d", i % 12);
    json_array_append_new(writes, json_pack("[s, O, i]", "set", path, i));
    if (i >= 12) {
      json_array_append_new(told,
                            json_pack("{s:s, s:O, s:i}", "op", "add", "path", path, "value", i));
    }
    json_decref(path);
  }
  json_t *action = json_pack("{s:o}", "do", writes), *all = json_pack("[o]", told);
  char *text = json_dumps(all, 0);
  kit_open(k, writer(), "{}");
  mirror_open(&m, k->store, "");
  assert_int_equal(kmk_store_send(k->store, action, NULL), KMK_OK);
  assert_patches(&m, text);
  free(text);
  json_decref(all);
  json_decref(action);
  mirror_close(&m);
}

/* Creating a store is not a burst. Writes during creation, such as the ids of a path that was given without ids, do
 * not hide the first burst from any observer. */
TEST(C32_a_mirror_is_right_from_the_first_burst_on) {
  const char *states[] = {"{'n': 0, 'inner': {'path': [{'count': 1}]}}",
                          "{'n': 0, 'inner': {'path': [{'id': 0, 'element': {'count': 1}}]}}"};
  for (size_t i = 0; i < COUNT_OF(states); i++) {
    mirror whole, part;
    json_t *told = json_array();
    kmk_store *store =
        open_store(k->loop, kmk_stack(writer(), "/inner/path", "path", counter()), states[i]);
    mirror_open(&whole, store, "");
    mirror_open(&part, store, "/inner");
    kmk_subscription *watch = observe_into(store, "/inner", told);
    send_ok(store, "{'do': [['set', '/inner/m', 1]]}");
    assert_patches(&whole, "[[{'op': 'add', 'path': '/inner/m', 'value': 1}]]");
    assert_patches(&part, "[[{'op': 'add', 'path': '/m', 'value': 1}]]");
    assert_int_equal(json_array_size(told), 2);
    kmk_subscription_free(watch);
    mirror_close(&whole);
    mirror_close(&part);
    kmk_store_free(store);
    json_decref(told);
  }
}

TEST(J1_a_burst_is_one_patch_with_where_it_ended) {
  mirror m;
  kit_open(k, writer(), "{'a': 1, 'b': {'c': 2}, 'gone': 0}");
  mirror_open(&m, k->store, "");
  send_ok(k->store, "{'then': [[['set', '/a', 5], ['set', '/b/c', 3]], [['set', '/a', 6], "
                    "['remove', '/gone']], [['set', '/b/c', 2], ['set', '/new', {}]], "
                    "[['set', '/new/x', 1]]]}");
  assert_patches(&m, "[[{'op': 'replace', 'path': '/a', 'value': 6}, {'op': 'remove', 'path': "
                     "'/gone'}, {'op': 'add', 'path': '/new', 'value': {'x': 1}}]]");
  send_ok(k->store, "{'do': [['set', '/tmp', 1], ['remove', '/tmp']]}");
  assert_patches(&m, "[]");
  mirror_close(&m);
}

TEST(J1_keys_are_escaped) {
  mirror m;
  kit_open(k, writer(), "{'a/b': {'~x': 0}, '': 0}");
  mirror_open(&m, k->store, "");
  send_ok(k->store, "{'do': [['set', '/a~1b/~0x', 1], ['set', '/', 2]]}");
  assert_patches(&m, "[[{'op': 'replace', 'path': '/', 'value': 2}, {'op': 'replace', 'path': "
                     "'/a~1b/~0x', 'value': 1}]]");
  mirror_close(&m);
}

TEST(J1_elements_come_go_and_move) {
  mirror m;
  kit_open(k, writer(), "{'l': [{'n': 0}, {'n': 1}, {'n': 2}]}");
  mirror_open(&m, k->store, "");
  send_ok(k->store, "{'do': [['set', '/l/1/n', 9]]}");
  assert_patches(&m, "[[{'op': 'replace', 'path': '/l/1/n', 'value': 9}]]");
  send_ok(k->store, "{'do': [['insert', '/l/0', {'n': 7}], ['set', '/l/0/n', 8]]}");
  assert_patches(&m, "[[{'op': 'add', 'path': '/l/0', 'value': {'n': 8}}]]");
  send_ok(k->store, "{'do': [['move', '/l/3', '/l/0']]}");
  assert_patches(&m, "[[{'op': 'move', 'from': '/l/3', 'path': '/l/0'}]]");
  send_ok(k->store, "{'do': [['set', '/l/2/n', 5], ['remove', '/l/0']]}");
  assert_patches(&m, "[[{'op': 'remove', 'path': '/l/0'}, {'op': 'replace', 'path': '/l/1/n', "
                     "'value': 5}]]");
  send_ok(k->store, "{'do': [['insert', '/l/-', 1], ['remove', '/l/3']]}");
  mirror_check(&m);
  mirror_close(&m);
}

TEST(J1_what_is_written_over_is_replaced_as_a_whole) {
  mirror m;
  kit_open(k, writer(), "{'a': {'b': [1, 2]}}");
  mirror_open(&m, k->store, "");
  send_ok(k->store, "{'do': [['set', '/a/b/0', 5], ['set', '/a', {'b': 3}], ['set', '/a/b', 4]]}");
  assert_patches(&m, "[[{'op': 'replace', 'path': '/a', 'value': {'b': 4}}]]");
  send_ok(k->store, "{'do': [['set', '', [1]]]}");
  assert_patches(&m, "[[{'op': 'replace', 'path': '', 'value': [1]}]]");
  mirror_close(&m);
}

TEST(J1_paths_begin_at_the_pointer) {
  mirror m, scalar;
  kit_open(k, writer(), "{'a': {'b': {'c': 1}}, 'x': 0}");
  mirror_open(&m, k->store, "/a/b");
  mirror_open(&scalar, k->store, "/a/b/c");
  send_ok(k->store, "{'do': [['set', '/x', 1]]}");
  assert_patches(&m, "[]");
  send_ok(k->store, "{'do': [['set', '/a/b/c', 2]]}");
  assert_patches(&m, "[[{'op': 'replace', 'path': '/c', 'value': 2}]]");
  assert_patches(&scalar, "[[{'op': 'replace', 'path': '', 'value': 2}]]");
  send_ok(k->store, "{'do': [['set', '/a', {'b': {'c': 2}}]]}");
  assert_patches(&m, "[[{'op': 'replace', 'path': '', 'value': {'c': 2}}]]");
  assert_patches(&scalar, "[]");
  send_ok(k->store, "{'do': [['remove', '/a/b']]}");
  assert_patches(&m, "[[{'op': 'remove', 'path': ''}]]");
  send_ok(k->store, "{'do': [['set', '/a/b', {'c': 3}]]}");
  assert_patches(&m, "[[{'op': 'add', 'path': '', 'value': {'c': 3}}]]");
  assert_patches(&scalar, "[[{'op': 'remove', 'path': ''}], "
                          "[{'op': 'add', 'path': '', 'value': 3}]]");
  mirror_close(&scalar);
  mirror_close(&m);
}

TEST(J17_a_copy_of_a_part_is_null_while_the_part_is_gone) {
  mirror m;
  kit_open(k, writer(), "{}");
  mirror_open_changes(&m, k->store, "/part");
  send_ok(k->store, "{'do': [['set', '/part', {'a': 1}]]}");
  assert_json_text(m.patched, "{'a': 1}");
  send_ok(k->store, "{'do': [['remove', '/part']]}");
  assert_patches(
      &m, "[[{'op': 'add', 'path': '', 'value': {'a': 1}}], [{'op': 'remove', 'path': ''}]]");
  assert_json_text(m.patched, "null");
  send_ok(k->store, "{'do': [['set', '/part', null]]}");
  send_ok(k->store, "{'do': [['set', '/part', 2]]}");
  assert_json_text(m.patched, "2");
  mirror_close(&m);
}

TEST(J17_a_value_that_is_removed_as_a_whole_is_null) {
  const char *cases[][2] = {
      {"[{'op': 'remove', 'path': ''}]", "null"},
      {"[{'op': 'remove', 'path': ''}, {'op': 'add', 'path': '', 'value': [1]}]", "[1]"},
      {"[{'op': 'remove', 'path': ''}, {'op': 'remove', 'path': ''}]", "null"},
  };
  json_t *value = json_of("{'a': {'b': 1}}");
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    json_t *patch = json_of(cases[i][0]);
    json_t *after = kmk_json_patched(value, patch, NULL);
    assert_json_text(after, cases[i][1]);
    json_decref(after);
    json_decref(patch);
  }
  json_t *patch =
      json_of("[{'op': 'remove', 'path': ''}, {'op': 'add', 'path': '/a', 'value': 1}]");
  kmk_error error;
  assert_null(kmk_json_patched(value, patch, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_string_equal(error.path, "/1");
  json_decref(patch);
  json_decref(value);
}

TEST(J1_a_pointer_with_an_index_follows_the_index_and_a_view_the_row) {
  mirror index, row;
  json_t *id = json_string("a");
  kit_open(k, rows(), TWO);
  kmk_store *a = kmk_store_scope_element(k->store, "/rows", "rows", id, NULL);
  mirror_open(&index, k->store, "/rows/0");
  mirror_open(&row, a, "");
  send_ok(a, "'inc'");
  assert_patches(&index, "[[{'op': 'replace', 'path': '/count', 'value': 1}]]");
  assert_patches(&row, "[[{'op': 'replace', 'path': '/count', 'value': 1}]]");
  send_ok(k->store, "'reverse'");
  assert_patches(&index, "[[{'op': 'replace', 'path': '', 'value': {'id': 'b', 'count': 0}}]]");
  assert_patches(&row, "[]");
  send_ok(a, "'inc'");
  assert_patches(&index, "[]");
  assert_patches(&row, "[[{'op': 'replace', 'path': '/count', 'value': 2}]]");
  mirror_close(&index);
  mirror_close(&row);
  kmk_store_free(a);
  json_decref(id);
}

TEST(J1_a_patch_that_was_kept_stays_as_it_was) {
  json_t *kept = json_array();
  kit_open(k, writer(), "{'a': 0}");
  kmk_subscription *subscription =
      kmk_store_observe_patches(k->store, "", record_value, kept, NULL, NULL);
  send_ok(k->store, "{'do': [['set', '/a', {'b': 1}]]}");
  send_ok(k->store, "{'do': [['set', '/a/b', 2]]}");
  assert_json_text(kept, "[[{'op': 'replace', 'path': '/a', 'value': {'b': 1}}], "
                         "[{'op': 'replace', 'path': '/a/b', 'value': 2}]]");
  kmk_subscription_free(subscription);
  json_decref(kept);
}

/* A deep state: nested lists, as deep as JSON text allows. */
TEST(L3_patches_of_the_deepest_state) {
  mirror m;
  char *pointer = calloc(1, 2 * KMK_MAX_DEPTH), *text = NULL;
  json_t *deep = json_integer(0);
  for (int i = 0; i < KMK_MAX_DEPTH - 2; i++) {
    deep = json_pack("{s: o}", "a", deep);
    strcat(pointer, "/a");
  }
  kmk_store *store = kmk_store_new(k->loop, writer(), deep, NULL);
  assert_non_null(store);
  mirror_open(&m, store, "");
  assert_int_equal(
      kmk_store_send_new(store, json_pack("{s: [[s, s, i]]}", "do", "set", pointer, 1), NULL),
      KMK_OK);
  text = text_of(json_array_get(m.patches, 0));
  assert_non_null(strstr(text, "\"replace\""));
  free(text);
  mirror_close(&m);
  kmk_store_free(store);
  kmk_json_release(deep);
  free(pointer);
}
