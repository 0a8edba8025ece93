/* Rows that leave while very many rows have effects (F19). Tests/Scenarios/rows shows that an effect ends with its
   row. */
#include "rows_support.h"

#include <stdio.h>

static const int one_of = 100;

/* "trim" removes all but every hundredth row, one after the other; {"drop": id} removes one row. */
REDUCER(trimming) {
  if (kmk_action_is(action, "trim")) {
    for (json_int_t i = (json_int_t)json_array_size(kmk_state_get(state, "/rows")) - 1; i >= 0;
         i--) {
      char pointer[40];
      snprintf(pointer, sizeof pointer, "/rows/%lld", (long long)i);
      if (i % one_of != 0)
        kmk_state_remove(state, pointer);
    }
  } else if (kmk_action_is(action, "drop")) {
    kmk_state_remove_row(state, "/rows", kmk_action_payload(action, "drop"));
  }
  return NULL;
}

static void open_running(kit *k, int count) {
  json_t *array = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(array, json_pack("{s:i, s:i}", "id", i, "count", 0));
  json_t *initial = json_pack("{s:o}", "rows", array);
  kmk_reducer *parent = kmk_reducer_new(trimming, NULL, NULL);
  k->store =
      kmk_store_new(k->loop, kmk_for_each(parent, "/rows", "rows", NULL, row()), initial, NULL);
  json_decref(initial);
  assert_non_null(k->store);
  for (int i = 0; i < count; i++) {
    json_t *action =
        json_pack("{s:{s:{s:i, s:s}}}", "rows", "element", "id", i, "action", "startTimer");
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_int_equal(kmk_store_effect_count(k->store), count);
}

/* If each leaving row were compared with all others, this test would exceed the runner's time limit. */
TEST(F19_a_row_that_leaves_is_not_looked_for_among_all_that_have_effects) {
  const int count = is_watched() ? 2000 : 30000;
  open_running(k, count);
  for (int i = 0; i < count; i += 2)
    assert_int_equal(kmk_store_send_new(k->store, json_pack("{s:i}", "drop", i), NULL), KMK_OK);
  assert_int_equal(kmk_store_effect_count(k->store), count / 2);
}

/* More rows leave in one step than the engine's log of departed rows can hold. */
TEST(F19_all_that_leave_in_one_step_lose_their_effects) {
  open_running(k, 1000);
  send_ok(k->store, "'trim'");
  assert_int_equal(kmk_store_effect_count(k->store), 1000 / one_of);
  advance(k->loop, SECOND);
  json_t *left = kmk_store_get(k->store, "/rows", NULL), *row;
  size_t index;
  assert_int_equal(json_array_size(left), 1000 / one_of);
  json_array_foreach(left, index, row) {
    assert_int_equal(json_integer_value(json_object_get(row, "id")), index * one_of);
    assert_int_equal(json_integer_value(json_object_get(row, "count")), 1);
  }
  json_decref(left);
}
