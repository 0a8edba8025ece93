/* What has just appeared, whoever made it appear: rows, paths and slots in it are at hand at once (D84,
 * D85, E51, F14), and a query changes nothing (C33). */
#include "appearing_support.h"

#include <stdio.h>

#define SHELF(path, rows) "{'id': 'own', 'path': " path ", 'rows': " rows ", 'sheet': null}"
#define ENTRY(id, count) "{'id': " id ", 'element': {'count': " count "}}"
#define A_AND_B "[{'id': 'a', 'count': 0}, {'id': 'b', 'count': 0}]"

/* Calls a test for each way in which a shelf appears. */
static void each_way(kit *k, const char *shelf, void (*test)(scene *s)) {
  for (size_t i = 0; i < way_count; i++) {
    scene s;
    scene_open(&s, k, &ways[i], shelf);
    test(&s);
    scene_close(&s);
  }
}

/* ----------------------------------------------------------------------------- a path */

static void pushes_and_pops(scene *s) {
  scene_send(s, "{'push': {'count': 9}}");
  assert_answers(s, "KMK_OK ");
  json_t *path = kmk_store_get(s->kit->store, part_pointer(s, "/path"), NULL);
  assert_int_equal(json_array_size(path), 2);
  json_t *ids[] = {json_object_get(json_array_get(path, 0), "id"),
                   json_object_get(json_array_get(path, 1), "id")};
  assert_true(json_is_integer(ids[0]) && json_is_integer(ids[1]));
  assert_false(json_equal(ids[0], ids[1]));
  char action[64];
  snprintf(action, sizeof action, "{'popFrom': %d}", (int)json_integer_value(ids[1]));
  json_decref(path);
  scene_send(s, action);
  assert_answers(s, "KMK_OK ");
  path = kmk_store_get(s->kit->store, part_pointer(s, "/path"), NULL);
  assert_int_equal(json_array_size(path), 1);
  json_decref(path);
}

TEST(E51_a_path_that_has_just_appeared_is_pushed_to_and_popped_from) {
  each_way(k, SHELF("[{'count': 1}]", "[]"), pushes_and_pops);
  each_way(k, SHELF("[" ENTRY("7", "1") "]", "[]"), pushes_and_pops);
}

static void has_ids(scene *s) {
  json_t *path = kmk_store_get(s->kit->store, part_pointer(s, "/path"), NULL);
  if (!json_is_integer(json_object_get(json_array_get(path, 0), "id"))) {
    fail_msg("%s: no id", s->way->name);
  }
  json_decref(path);
  scene_send(s, "{'writePath': [" ENTRY("30", "1") "]}");
  assert_answers(s, "KMK_OK ");
  scene_send(s, "{'writePath': [{'count': 5}]}");
  assert_answers(s, "KMK_OK ");
  assert_part(s, "/path/0/element/count", "5");
}

TEST(E51_a_plain_path_in_it_has_its_elements_ids) {
  each_way(k, SHELF("[{'count': 1}]", "[]"), has_ids);
}

static void refuses_duplicates_on_the_path(scene *s) {
  scene_send(s, "{'writePath': [" ENTRY("3", "0") ", " ENTRY("3", "1") "]}");
  assert_answers(s, "KMK_ERR_INVALID_ARGUMENT ");
  assert_part(s, "/path", "[" ENTRY("7", "1") "]");
  assert_issues(s->kit, "['duplicate-element-id']");
}

TEST(E51_a_path_in_it_refuses_an_id_twice) {
  each_way(k, SHELF("[" ENTRY("7", "1") "]", "[]"), refuses_duplicates_on_the_path);
}

/* ------------------------------------------------------------------------------- rows */

static void finds(scene *s) {
  scene_send(s, "{'find': 'b'}");
  scene_send(s, "{'find': 'c'}");
  assert_answers(s, "KMK_OK KMK_ERR_NOT_FOUND ");
}

TEST(F14_rows_that_have_just_appeared_are_found_by_their_ids) {
  each_way(k, SHELF("[]", A_AND_B), finds);
}

static void refuses_duplicate_rows(scene *s) {
  scene_send(s, "{'append': {'id': 'a', 'count': 5}}");
  scene_send(s, "{'rename': 'b'}");
  scene_send(s, "{'writeRows': [{'id': 'c', 'count': 0}, {'id': 'c', 'count': 1}]}");
  assert_answers(s, "KMK_ERR_INVALID_ARGUMENT KMK_ERR_INVALID_ARGUMENT KMK_ERR_INVALID_ARGUMENT ");
  assert_part(s, "/rows", A_AND_B);
  assert_issues(s->kit, "['duplicate-element-id', 'duplicate-element-id', 'duplicate-element-id']");
}

TEST(F14_rows_in_it_refuse_an_id_twice) {
  each_way(k, SHELF("[]", A_AND_B), refuses_duplicate_rows);
}

/* What has two rows of one id does not appear. */
TEST(F14_a_state_with_an_id_twice_does_not_appear) {
  const char *duplicates[] = {
      SHELF("[]", "[{'id': 'a', 'count': 0}, {'id': 'a', 'count': 1}]"),
      SHELF("[" ENTRY("3", "0") ", " ENTRY("3", "1") "]", "[]"),
  };
  for (size_t i = 0; i < way_count; i++) {
    for (size_t j = 0; j < COUNT_OF(duplicates); j++) {
      scene s = {k, &ways[i], json_array()};
      kit_open(k, ways[i].reducer(s.statuses), ways[i].initial);
      json_t *before = kmk_store_state(k->store);
      char action[512];
      const char *gap = strstr(ways[i].appear, "%s");
      snprintf(action, sizeof action, "%.*s%s%s", (int)(gap - ways[i].appear), ways[i].appear,
               duplicates[j], gap + 2);
      send_status(k->store, action);
      json_t *after = kmk_store_state(k->store);
      json_object_del(before, "store"), json_object_del(after, "store");
      if (!json_equal(before, after)) {
        fail_msg("%s: it has appeared", ways[i].name);
      }
      json_decref(before), json_decref(after);
      json_array_clear(k->issues);
      scene_close(&s);
    }
  }
}

/* ------------------------------------------------------------------------------ slots */

static void has_an_identity(scene *s) {
  scene_send(s, "{'writeSheet': {'count': 0}}");
  json_array_clear(s->statuses);
  kmk_error error = {0};
  char *id = kmk_store_presentation_id(s->kit->store, part_pointer(s, "/sheet"), &error);
  if (id == NULL) {
    fail_msg("%s: no identity (%s)", s->way->name, error.message);
  }
  kmk_text_free(id);
}

TEST(D84_a_slot_that_has_just_appeared_is_written_as_one) {
  each_way(k, SHELF("[]", "[]"), has_an_identity);
}

#define WITH_SHEET "{'id': 'own', 'path': [], 'rows': [], 'sheet': {'count': 0}}"

/* A shelf in a shelf: the slots were empty, and a write fills both. */
TEST(D84_what_is_presented_inside_has_its_identity_before_anybody_asks) {
  const char *pointers[] = {"/x/sheet", "/x/inner/sheet"};
  char *ids[2][2];
  for (size_t first = 0; first < 2; first++) {
    scene s;
    scene_open(&s, k, &ways[way_count - 2], SHELF("[]", "[]"));
    send_ok(s.kit->store,
            "{'put': {'path': [], 'rows': [], 'sheet': {'count': 0}, 'inner': " WITH_SHEET "}}");
    for (size_t i = 0; i < 2; i++) {
      size_t which = (first + i) % 2;
      ids[first][which] = kmk_store_presentation_id(s.kit->store, pointers[which], NULL);
      assert_non_null(ids[first][which]);
    }
    scene_close(&s);
  }
  for (size_t which = 0; which < 2; which++) {
    assert_string_equal(ids[0][which], ids[1][which]);
    kmk_text_free(ids[0][which]);
    kmk_text_free(ids[1][which]);
  }
}

TEST(D85_put_back_it_is_presented_anew) {
  for (size_t i = 0; i < way_count; i++) {
    if (ways[i].vanish == NULL) {
      continue;
    }
    scene s;
    scene_open(&s, k, &ways[i], WITH_SHEET);
    char *before = kmk_store_presentation_id(s.kit->store, part_pointer(&s, "/sheet"), NULL);
    scene_vanish(&s);
    scene_appear(&s, WITH_SHEET);
    char *after = kmk_store_presentation_id(s.kit->store, part_pointer(&s, "/sheet"), NULL);
    assert_non_null(after);
    if (strcmp(before, after) == 0) {
      fail_msg("%s: it is the same presentation", s.way->name);
    }
    kmk_text_free(before);
    kmk_text_free(after);
    scene_close(&s);
  }
}

/* ---------------------------------------------------------------------------- queries */

static void asks(scene *s) {
  json_t *told = json_array(), *ids = json_array();
  kmk_store *store = s->kit->store;
  json_t *before = kmk_store_state(store);
  kmk_subscription *watch = observe_into(store, "", told);
  const char *pointers[] = {"/path", "/rows"};
  for (size_t i = 0; i < COUNT_OF(pointers); i++) {
    kmk_subscription *list =
        kmk_store_observe_ids(store, part_pointer(s, pointers[i]), record_value, ids, NULL, NULL);
    if (list == NULL) {
      fail_msg("%s: no rows at %s", s->way->name, pointers[i]);
    }
    kmk_subscription_free(list);
  }
  kmk_text_free(kmk_store_presentation_id(store, part_pointer(s, "/sheet"), NULL));
  json_t *after = kmk_store_state(store);
  assert_ptr_equal(before, after);
  assert_int_equal(json_array_size(told), 1);
  assert_int_equal(json_array_size(json_array_get(ids, 0)), 1);
  kmk_subscription_free(watch);
  json_decref(before), json_decref(after);
  json_decref(told), json_decref(ids);
}

TEST(C33_a_query_changes_nothing) { each_way(k, SHELF("[{'count': 1}]", A_AND_B), asks); }
