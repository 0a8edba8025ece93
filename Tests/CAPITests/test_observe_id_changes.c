/* The notifications for a list widget: which rows come and go, and at which index (J16). */
#include "rows_support.h"
#include "stack_support.h"

#include <stdlib.h>

static kmk_subscription *changes_into(kmk_store *store, const char *pointer, json_t *record) {
  kmk_subscription *made =
      kmk_store_observe_id_changes(store, pointer, record_value, record, NULL, NULL);
  assert_non_null(made);
  return made;
}

#define CHANGE(index, removed, inserted)                                                           \
  "{'index': " #index ", 'removed': " #removed ", 'inserted': " inserted "}"

TEST(J16_a_list_is_told_which_rows_come_and_go_and_where) {
  json_t *told = json_array();
  kit_open(k, rows(), TWO);
  kmk_subscription *subscription = changes_into(k->store, "/rows", told);
  assert_recorded(told, "[[" CHANGE(0, 0, "['a', 'b']") "]]");
  send_ok(k->store, "{'append': {'id': 'c', 'count': 0}}");
  assert_recorded(told, "[[" CHANGE(2, 0, "['c']") "]]");
  send_ok(k->store, "{'remove': 'a'}");
  assert_recorded(told, "[[" CHANGE(0, 1, "[]") "]]");
  send_ok(k->store, "{'renameFirst': 'd'}");
  assert_recorded(told, "[[" CHANGE(0, 1, "['d']") "]]");
  send_ok(k->store, "{'assign': [{'id': 'd', 'count': 0}, {'id': 'e', 'count': 0}]}");
  assert_recorded(told, "[[" CHANGE(1, 1, "['e']") "]]");
  send_ok(k->store, "{'assign': []}");
  assert_recorded(told, "[[" CHANGE(0, 2, "[]") "]]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

TEST(J16_what_is_as_it_was_is_not_told) {
  json_t *told = json_array();
  kit_open(k, rows(), TWO);
  kmk_subscription *subscription = changes_into(k->store, "/rows", told);
  json_array_clear(told);
  send_ok(k->store, IN_ROW("'a'", "'inc'"));
  send_ok(k->store, "{'replace': {'id': 'b', 'count': 7}}");
  send_ok(k->store, "{'assign': [{'id': 'a', 'count': 1}, {'id': 'b', 'count': 1}]}");
  assert_recorded(told, "[]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

TEST(J16_a_place_without_rows_has_no_ids) {
  kmk_error error = {0};
  json_t *told = json_array();
  kit_open(k, rows(), "{'rows': [], 'text': 'x'}");
  kmk_subscription *none = changes_into(k->store, "/rows", told);
  kmk_subscription *nothing = changes_into(k->store, "/nothing", told);
  assert_recorded(told, "[[], []]");
  assert_null(kmk_store_observe_id_changes(k->store, "/text", record_value, told, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_string_equal(error.path, "/text");
  kmk_subscription_free(none);
  kmk_subscription_free(nothing);
  json_decref(told);
}

TEST(J16_a_path_is_told_which_elements_come_and_go) {
  seen s = {0};
  json_t *told = json_array();
  open_stack(k, &s, "{'path': [" ENTRY("0", "0") "]}");
  kmk_subscription *subscription = changes_into(k->store, "/path", told);
  send_ok(k->store, PUSH("5"));
  send_ok(k->store, PUSH("6"));
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_recorded(told, "[[" CHANGE(0, 0, "[0]") "], [" CHANGE(1, 0, "[1]") "], [" CHANGE(
                            2, 0, "[2]") "], [" CHANGE(1, 2, "[]") "]]");
  kmk_subscription_free(subscription);
  close_stack(k, &s);
  json_decref(told);
}

/* --------------------------------------------------------------- random bursts */

static unsigned drawn;

static size_t draw(size_t below) {
  drawn = drawn * 1103515245u + 12345u;
  return below == 0 ? 0 : (drawn >> 8) % below;
}

/* Makes one random write at a random place. */
static void write_somewhere(kmk_state *state, int *next) {
  json_t *row = json_pack("{s:i, s:i}", "id", (*next)++, "count", 0);
  size_t count = json_array_size(kmk_state_get(state, "/rows"));
  char at[40], to[40];
  size_t index = draw(count);
  snprintf(at, sizeof at, "/rows/%zu", index);
  snprintf(to, sizeof to, "/rows/%zu", draw(count));
  switch (count == 0 ? 1 : draw(8)) {
  case 0:
    kmk_state_insert_new(state, at, json_incref(row));
    break;
  case 1:
    kmk_state_insert_new(state, "/rows/-", json_incref(row));
    break;
  case 2:
    kmk_state_remove(state, at);
    break;
  case 3:
    kmk_state_move(state, at, to);
    break;
  case 4:
    kmk_state_set(state, at, row);
    break;
  case 5:
    kmk_state_setf_new(state, json_integer((*next)++), "/rows/%zu/id", index);
    break;
  case 6:
    kmk_state_setf_new(state, json_integer(*next), "/rows/%zu/count", index);
    break;
  default:
    if (draw(20) == 0) { /* the array as a whole */
      json_t *all = json_copy((json_t *)(uintptr_t)kmk_state_get(state, "/rows"));
      json_array_insert(all, draw(count), row);
      kmk_state_set_new(state, "/rows", all);
    }
  }
  json_decref(row);
}

/* {"some": N} makes N writes. */
REDUCER(write_some) {
  const json_t *number = kmk_action_payload(action, "some");
  for (json_int_t i = 0; i < json_integer_value(number); i++)
    write_somewhere(state, data);
  return NULL;
}

/* Applies the changes, as a list widget does. */
static void carry_out(const json_t *changes, void *mirror) {
  size_t at, offset, end = 0;
  const json_t *change, *id;
  json_array_foreach(changes, at, change) {
    size_t index = (size_t)json_integer_value(json_object_get(change, "index"));
    json_int_t removed = json_integer_value(json_object_get(change, "removed"));
    const json_t *inserted = json_object_get(change, "inserted");
    const json_t *first = json_array_get(inserted, 0);
    assert_true(at == 0 || index > end); /* in order, and not adjacent */
    assert_true(removed > 0 || json_array_size(inserted) > 0);
    assert_false(removed > 0 && first && json_equal(json_array_get(mirror, index), first));
    while (removed-- > 0)
      assert_int_equal(json_array_remove(mirror, index), 0);
    json_array_foreach(inserted, offset, id)
        assert_int_equal(json_array_insert(mirror, index + offset, (json_t *)(uintptr_t)id), 0);
    end = index + json_array_size(inserted);
  }
}

static void take_over(const json_t *ids, void *told) {
  json_decref(*(json_t **)told);
  *(json_t **)told = kmk_json_retain(ids);
}

static void assert_ids(const json_t *found, kmk_store *store) {
  json_t *rows = kmk_store_get(store, "/rows", NULL);
  const json_t *row;
  size_t index;
  assert_int_equal(json_array_size(found), json_array_size(rows));
  json_array_foreach(rows, index, row)
      assert_true(json_equal(json_array_get(found, index), json_object_get(row, "id")));
  json_decref(rows);
}

TEST(J16_changes_carried_out_give_the_rows_whatever_was_written) {
  kmk_undo_options undo = KMK_UNDO_OPTIONS_INIT;
  int next = 100;
  json_t *mirror = json_array(), *whole = NULL;
  undo.state_path = "/rows";
  drawn = 1;
  kmk_reducer *core =
      kmk_for_each(kmk_reducer_new(write_some, &next, NULL), "/rows", "rows", NULL, kmk_empty());
  kit_open(k, kmk_undoable(core, &undo), "{'rows': [{'id': 1, 'count': 0}]}");
  kmk_subscription *changes =
      kmk_store_observe_id_changes(k->store, "/rows", carry_out, mirror, NULL, NULL);
  kmk_subscription *all = kmk_store_observe_ids(k->store, "/rows", take_over, &whole, NULL, NULL);
  for (int burst = 0; burst < ROUNDS_OF(3000); burst++) {
    json_t *snapshot = json_incref(whole), *before = json_deep_copy(whole);
    size_t writes = burst % 100 == 0 ? 400 : draw(8); /* sometimes at very many places */
    if (draw(6) == 0)
      send_ok(k->store, draw(2) == 0 ? "'undo'" : "'redo'");
    else
      kmk_store_sendf(k->store, NULL, "{s:i}", "some", (int)writes);
    assert_ids(mirror, k->store);
    assert_ids(whole, k->store);
    assert_true(json_equal(snapshot, before)); /* a kept array is never written */
    json_decref(snapshot);
    json_decref(before);
  }
  assert_true(json_array_size(mirror) > 20);
  kmk_subscription_free(changes);
  kmk_subscription_free(all);
  json_decref(mirror);
  json_decref(whole);
}

/* ------------------------------------------------------------------------ mistakes */

TEST(M11_an_observer_that_fails_releases_its_user_data) {
  int freed = 0;
  kmk_error error = {0};
  kit_open(k, rows(), TWO);
  assert_null(
      kmk_store_observe_id_changes(NULL, "/rows", record_value, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(
      kmk_store_observe_id_changes(k->store, NULL, record_value, &freed, count_free, &error));
  assert_null(kmk_store_observe_id_changes(k->store, "/rows", NULL, &freed, count_free, &error));
  assert_null(
      kmk_store_observe_id_changes(k->store, "rows", record_value, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 4);
}
