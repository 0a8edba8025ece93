/* kumiki_lines.h: the selected row and the scroll position of a list on a screen. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kumiki_lines.h>

typedef struct kit {
  kmk_loop *loop;
  kmk_store *store;
  kmk_list *list;
} kit;

/* {"sort": "-/id"}, {"put": ID}, {"remove": ID}, {"least": ID} */
static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *payload;
  (void)env, (void)data;
  if ((payload = kmk_action_payload(action, "sort")))
    kmk_state_set(state, "/sort", payload);
  if ((payload = kmk_action_payload(action, "least")))
    kmk_state_set(state, "/least", payload);
  if ((payload = kmk_action_payload(action, "put")))
    kmk_state_insert_new(state, "/rows/-", json_pack("{s:O}", "id", payload));
  if ((payload = kmk_action_payload(action, "remove")))
    kmk_state_remove_row(state, "/rows", payload);
  return NULL;
}

static kit open_kit(int count) {
  json_t *at_least = json_pack("{s:s, s:{s:s}}", "at", "/id", "from", "place", "/least");
  kit k = {kmk_loop_new_virtual(NULL), NULL, NULL};
  json_t *initial = json_pack("{s:[], s:s, s:i}", "rows", "sort", "/id", "least", 0);
  for (int i = 0; i < count; i++)
    json_array_append_new(json_object_get(initial, "rows"), json_pack("{s:i}", "id", 2 * i));
  k.store = kmk_store_new(
      k.loop, kmk_for_each(kmk_reducer_new(reduce, NULL, NULL), "/rows", "rows", NULL, kmk_empty()),
      initial, NULL);
  json_decref(initial);
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  kmk_condition *where = kmk_condition_new(at_least, NULL);
  assert_non_null(where);
  json_decref(at_least);
  options.sort_place = "/sort";
  options.where = where;
  k.list = kmk_list_new(k.store, "/rows", &options, NULL, NULL, NULL);
  kmk_condition_free(where);
  assert_non_null(k.list);
  return k;
}

static void close_kit(kit *k) {
  kmk_list_free(k->list);
  kmk_store_free(k->store);
  kmk_loop_free(k->loop);
}

static void send(const kit *k, const char *action) {
  assert_int_equal(kmk_store_send_text(k->store, action, NULL), KMK_OK);
}

/* The selected row's id and index, and the first row on the screen. */
static void assert_lines(kmk_lines *lines, int id, size_t selected, size_t first) {
  kmk_lines_fit(lines, 5);
  assert_int_equal(json_integer_value(lines->id), id);
  assert_int_equal(lines->selected, selected);
  assert_int_equal(lines->first, first);
}

static void J430_the_selected_row_stays_on_its_line(void **unused) {
  size_t live = kmk_live_objects();
  kit k = open_kit(20);
  kmk_lines lines = KMK_LINES_INIT(k.list);
  (void)unused;
  assert_lines(&lines, 0, 0, 0);
  kmk_lines_move(&lines, 7);
  assert_lines(&lines, 14, 7, 3);
  kmk_lines_move(&lines, -2);
  assert_lines(&lines, 10, 5, 3);
  send(&k, "{\"put\": 1}"); /* before it */
  assert_lines(&lines, 10, 6, 4);
  send(&k, "{\"put\": 39}"); /* after it */
  assert_lines(&lines, 10, 6, 4);
  send(&k, "{\"sort\": \"-/id\"}");
  assert_lines(&lines, 10, 15, 13);
  send(&k, "{\"sort\": \"/id\"}");
  assert_lines(&lines, 10, 6, 4);
  send(&k, "{\"least\": 8}"); /* only one row is left above it */
  assert_lines(&lines, 10, 1, 0);
  assert_int_equal(kmk_lines_count(&lines), 5);
  kmk_lines_end(&lines);
  close_kit(&k);
  assert_int_equal(kmk_live_objects(), live);
}

static void J430_where_the_selected_row_is_gone_its_neighbour_is_selected(void **unused) {
  size_t live = kmk_live_objects();
  kit k = open_kit(8);
  kmk_lines lines = KMK_LINES_INIT(k.list);
  json_t *id = json_integer(10), *unknown = json_integer(9);
  (void)unused;
  kmk_lines_fit(&lines, 5);
  assert_false(kmk_lines_select(&lines, unknown));
  assert_false(kmk_lines_select(&lines, NULL));
  assert_lines(&lines, 0, 0, 0);
  assert_true(kmk_lines_select(&lines, id));
  assert_lines(&lines, 10, 5, 1);
  send(&k, "{\"remove\": 10}");
  assert_lines(&lines, 12, 5, 1);
  kmk_lines_move(&lines, LONG_MAX);
  assert_lines(&lines, 14, 6, 2);
  send(&k, "{\"remove\": 14}");
  assert_lines(&lines, 12, 5, 1);
  kmk_lines_move(&lines, LONG_MIN);
  assert_lines(&lines, 0, 0, 0);
  send(&k, "{\"least\": 100}");
  kmk_lines_fit(&lines, 0);
  assert_null(lines.id);
  assert_int_equal(lines.selected + lines.first + kmk_lines_count(&lines), 0);
  kmk_lines_move(&lines, 1);
  assert_null(lines.id);
  send(&k, "{\"least\": 4}");
  assert_lines(&lines, 4, 0, 0);
  kmk_lines_end(&lines);
  assert_null(lines.id);
  json_decref(id);
  json_decref(unknown);
  close_kit(&k);
  assert_int_equal(kmk_live_objects(), live);
}

static void J430_null_and_an_ended_list_show_nothing(void **unused) {
  kit k = open_kit(3);
  kmk_lines lines = KMK_LINES_INIT(k.list), none = KMK_LINES_INIT(NULL);
  (void)unused;
  kmk_lines_fit(NULL, 5);
  kmk_lines_move(NULL, 1);
  assert_false(kmk_lines_select(NULL, NULL));
  assert_int_equal(kmk_lines_count(NULL), 0);
  kmk_lines_end(NULL);
  kmk_lines_move(&none, 2);
  assert_null(none.id);
  kmk_lines_move(&lines, 2);
  assert_int_equal(json_integer_value(lines.id), 4);
  kmk_store_free(k.store);
  k.store = NULL;
  kmk_lines_fit(&lines, 5);
  assert_null(lines.id);
  assert_int_equal(kmk_lines_count(&lines), 0);
  kmk_lines_end(&lines);
  close_kit(&k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(J430_the_selected_row_stays_on_its_line),
      cmocka_unit_test(J430_where_the_selected_row_is_gone_its_neighbour_is_selected),
      cmocka_unit_test(J430_null_and_an_ended_list_show_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
