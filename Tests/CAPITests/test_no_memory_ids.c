/* If a refused request for memory kept an observer of ids from receiving some changes, its next call reports all ids
 * again (M85). Refuses each request of a call in turn. */
#include "allocator_support.h"
#include "support.h"

KMK_REDUCE_FN(reduce_rows) {
  const json_t *payload;
  if ((payload = kmk_action_payload(action, "add")) != NULL)
    kmk_state_insert_new(state, "/rows/-", kmk_json_retain(payload));
  if ((payload = kmk_action_payload(action, "first")) != NULL)
    kmk_state_insert_new(state, "/rows/0", kmk_json_retain(payload));
  if ((payload = kmk_action_payload(action, "remove")) != NULL)
    kmk_state_remove_row(state, "/rows", payload);
  if (kmk_action_is(action, "move"))
    kmk_state_move(state, "/rows/0", "/rows/-");
  return NULL;
}

static kmk_reducer *rows(void) {
  return kmk_for_each(kmk_reducer_new(reduce_rows, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
}

/* The ids that an observer has received: integers, so that storing them needs no memory. */
typedef struct known {
  json_int_t ids[40];
  size_t count;
} known;

static void know_all(const json_t *ids, void *data) {
  known *k = data;
  k->count = json_array_size(ids);
  for (size_t i = 0; i < k->count; i++)
    k->ids[i] = json_integer_value(json_array_get(ids, i));
}

static void know_changes(const json_t *changes, void *data) {
  known *k = data;
  size_t i;
  json_t *change;
  json_array_foreach(changes, i, change) {
    json_t *inserted = json_object_get(change, "inserted");
    size_t index = (size_t)json_integer_value(json_object_get(change, "index"));
    size_t removed = (size_t)json_integer_value(json_object_get(change, "removed"));
    size_t added = json_array_size(inserted), rest = k->count - index - removed;
    assert_true(index + removed <= k->count);
    memmove(k->ids + index + added, k->ids + index + removed, rest * sizeof *k->ids);
    for (size_t j = 0; j < added; j++)
      k->ids[index + j] = json_integer_value(json_array_get(inserted, j));
    k->count = index + added + rest;
  }
}

static void assert_known(const known *k, kmk_store *store, const char *name, long number) {
  json_t *array = kmk_store_get(store, "/rows", NULL), *row;
  size_t i;
  bool is_right = json_array_size(array) == k->count;
  json_array_foreach(array, i, row) {
    is_right = is_right && k->ids[i] == json_integer_value(json_object_get(row, "id"));
  }
  if (!is_right)
    fail_msg("%s, request %ld: the ids that were told are not those of the rows", name, number);
  json_decref(array);
}

static void try_ids(const char *name, bool has_changes, const char *text, int count) {
  for (long number = 1; number == 1 || has_refused; number = following(number)) {
    kmk_loop *loop = kmk_loop_new_virtual(NULL);
    json_t *state = json_pack("{s:[]}", "rows");
    for (int i = 0; i < count; i++)
      json_array_append_new(json_object_get(state, "rows"), json_pack("{s:i}", "id", i));
    kmk_store *store = kmk_store_new(loop, rows(), state, NULL);
    json_decref(state);
    known k = {.count = 0};
    kmk_subscription *told =
        has_changes ? kmk_store_observe_id_changes(store, "/rows", know_changes, &k, NULL, NULL)
                    : kmk_store_observe_ids(store, "/rows", know_all, &k, NULL, NULL);
    assert_known(&k, store, name, 0);
    json_t *action = json_of(text);
    refuse(number);
    kmk_store_send(store, action, NULL);
    refuse_no_more();
    json_decref(action);
    static const char *const later[] = {"{'remove': 2}", "'move'", "{'add': {'id': 99}}"};
    for (size_t i = 0; i < COUNT_OF(later); i++) {
      send_ok(store, later[i]);
      assert_known(&k, store, name, number);
    }
    kmk_subscription_free(told);
    kmk_store_free(store);
    kmk_loop_free(loop);
  }
}

TEST(M85_ids_that_could_not_be_told_are_in_the_next_telling) {
  static const char *const sent[] = {"{'add': {'id': 50}}", "{'first': {'id': 50}}", "'move'",
                                     "{'remove': 1}"};
  /* The array of ids is enlarged at the 9th and the 17th id. */
  static const int counts[] = {3, 8, 16};
  for (size_t i = 0; i < COUNT_OF(sent); i++) {
    for (size_t j = 0; j < COUNT_OF(counts); j++) {
      try_ids("ids", false, sent[i], counts[j]);
      try_ids("changes of ids", true, sent[i], counts[j]);
    }
  }
}

TEST(M85_an_observer_whose_first_ids_cannot_be_told_is_refused) {
  for (int has_changes = 0; has_changes < 2; has_changes++) {
    for (long number = 1; number == 1 || has_refused; number++) {
      kmk_error error = {.status = KMK_OK};
      kmk_loop *loop = kmk_loop_new_virtual(NULL);
      kmk_store *store = open_store(loop, rows(), "{'rows': [{'id': 1}, {'id': 2}, {'id': 3}]}");
      known ids = {.count = 0};
      refuse(number);
      kmk_subscription *told =
          has_changes
              ? kmk_store_observe_id_changes(store, "/rows", know_changes, &ids, NULL, &error)
              : kmk_store_observe_ids(store, "/rows", know_all, &ids, NULL, &error);
      refuse_no_more();
      if (told == NULL)
        assert_int_equal(error.status, KMK_ERR_NO_MEMORY);
      if (told != NULL || ids.count != 0)
        assert_known(&ids, store, "first", number);
      kmk_subscription_free(told);
      kmk_store_free(store);
      kmk_loop_free(loop);
    }
  }
}
