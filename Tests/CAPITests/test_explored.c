/* The functions for a program that explores a feature: the next timer, the places of children, and whether a snapshot
 * has more than a state (P13, S26, R78). */
#include "support.h"

#include <stdio.h>
#include <string.h>

TEST(P13_a_loop_tells_the_time_until_its_next_timer) {
  kit_open(k, counter(), "{'count': 0}");
  assert_true(kmk_loop_until_timer(k->loop) == UINT64_MAX);
  send_ok(k->store, "{'incAfter': 3}");
  run_due(k->loop);
  send_ok(k->store, "{'incAfter': 2}");
  run_due(k->loop);
  assert_true(kmk_loop_until_timer(k->loop) == KMK_SECONDS(2));
  kmk_loop_advance(k->loop, KMK_SECONDS(2), NULL);
  assert_true(kmk_loop_until_timer(k->loop) == KMK_SECONDS(1));
  kmk_loop_advance(k->loop, kmk_loop_until_timer(k->loop), NULL);
  assert_state_text(k->store, "{'count': 2}");
  assert_true(kmk_loop_until_timer(k->loop) == UINT64_MAX);
  assert_true(kmk_loop_until_timer(NULL) == UINT64_MAX);
}

static void assert_says(kmk_reducer *reducer, const char *annotation, const char *place) {
  char expected[64];
  json_t *schema = kmk_reducer_describe(reducer, NULL);
  char *text = kmk_json_text(schema, JSON_COMPACT);
  snprintf(expected, sizeof expected, "\"%s\":\"%s\"", annotation, place);
  if (strstr(text, expected) == NULL)
    fail_msg("%s is not in %s", expected, text);
  kmk_text_free(text);
  json_decref(schema);
}

TEST(S26_a_description_tells_the_places_of_children) {
  kmk_reducer *reducer = kmk_presentation(kmk_empty(), "/sheet", "sheet", NULL, counter());
  reducer = kmk_for_each(reducer, "/list/rows", "rows", NULL, counter());
  reducer = kmk_stack(reducer, "/path", "path", counter());
  reducer = KMK_COMBINE(reducer, kmk_scope("/a~1b", "part", counter()));
  assert_says(reducer, "x-slot", "/sheet");
  assert_says(reducer, "x-rows", "/list/rows");
  assert_says(reducer, "x-path", "/path");
  assert_says(reducer, "x-child", "/a~1b");
  kmk_reducer_free(reducer);
  reducer = kmk_scope_case("on", "lamp", counter());
  assert_says(reducer, "x-case", "on");
  kmk_reducer_free(reducer);
}

TEST(S26_a_hash_does_not_depend_on_the_annotations) {
  /* Without a declared state, two places of one child's actions are described alike, but for the annotation. */
  kmk_reducer *one = kmk_scope("/a", "part", counter()),
              *other = kmk_scope("/b", "part", counter());
  char *first = kmk_reducer_hash(one, NULL), *second = kmk_reducer_hash(other, NULL);
  assert_says(one, "x-child", "/a");
  assert_says(other, "x-child", "/b");
  assert_string_equal(first, second);
  kmk_text_free(first);
  kmk_text_free(second);
  kmk_reducer_free(one);
  kmk_reducer_free(other);
}

static bool is_state_only(kmk_store *store) {
  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  bool is_alone = kmk_snapshot_is_state_only(snapshot);
  kmk_snapshot_free(snapshot);
  return is_alone;
}

TEST(R78_a_snapshot_tells_whether_it_has_more_than_a_state) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.limit = 3;
  kit_open(k, kmk_undoable(counter(), &options), "{'count': 0}");
  assert_true(is_state_only(k->store));
  send_ok(k->store, "'inc'");
  assert_false(is_state_only(k->store));
  assert_false(kmk_snapshot_is_state_only(NULL));
}
