/* kmk_store_row, which finds a row by its id; and kmk_payload_element in a handler. */
#include "support.h"

static void open_keyed(kit *k) {
  kmk_reducer *whole = kmk_for_each(counter(), "/rows", "rows", "key", counter());
  whole = kmk_stack(whole, "/path", "path", counter());
  kit_open(k, whole,
           "{'rows': [{'key': 'a', 'count': 1}, {'key': 2, 'count': 2}],"
           " 'path': [{'id': 4, 'element': {'count': 3}}], 'plain': [{'id': 1}]}");
}

static void assert_row(kmk_store *store, const char *rows, json_t *id, const char *expected) {
  kmk_error error;
  json_t *row = kmk_store_row(store, rows, id, &error);
  assert_json_text(row, expected);
  json_decref(row);
  json_decref(id);
}

TEST(F17_a_row_is_found_by_its_id) {
  open_keyed(k);
  assert_row(k->store, "/rows", json_string("a"), "{'key': 'a', 'count': 1}");
  assert_row(k->store, "/rows", json_integer(2), "{'key': 2, 'count': 2}");
  assert_row(k->store, "/path", json_integer(4), "{'count': 3}");
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  assert_row(k->store, "/rows", json_integer(2), "{'key': 2, 'count': 3}");
}

TEST(F17_a_row_is_found_by_its_id_through_a_view) {
  kmk_reducer *rows = kmk_for_each(counter(), "/rows", "rows", NULL, counter());
  kit_open(k, KMK_COMBINE(kmk_scope("/child", "child", rows), counter()),
           "{'child': {'rows': [{'id': 1, 'count': 5}]}}");
  kmk_store *view = kmk_store_scope(k->store, "/child", "child", NULL);
  assert_row(view, "/rows", json_integer(1), "{'id': 1, 'count': 5}");
  kmk_store_free(view);
}

TEST(J140_a_row_of_a_part_that_is_gone_is_found_by_its_id) {
  kmk_reducer *rows = kmk_for_each(counter(), "/rows", "rows", NULL, counter());
  kit_open(k, kmk_presentation(counter(), "/sheet", "sheet", NULL, rows),
           "{'sheet': {'rows': [{'id': 1, 'count': 5}]}}");
  kmk_store *view = kmk_store_scope(k->store, "/sheet", "sheet.presented", NULL);
  send_ok(k->store, "{'sheet': 'dismiss'}");
  assert_row(view, "/rows", json_integer(1), "{'id': 1, 'count': 5}");
  kmk_store_free(view);
}

static void assert_no_row(kmk_store *store, const char *rows, json_t *id, kmk_status status,
                          const char *message) {
  kmk_error error;
  assert_null(kmk_store_row(store, rows, id, &error));
  assert_int_equal(error.status, status);
  assert_string_equal(error.message, message);
  json_decref(id);
}

TEST(F17_the_error_says_why_a_row_is_not_found) {
  open_keyed(k);
  assert_no_row(k->store, "/rows", json_string("b"), KMK_ERR_NOT_FOUND, "no row has the id \"b\"");
  assert_no_row(k->store, "/rows", json_real(2.5), KMK_ERR_NOT_FOUND, "no row has the id 2.5");
  assert_no_row(k->store, "/path", json_integer(5), KMK_ERR_NOT_FOUND, "no row has the id 5");
  assert_no_row(k->store, "/rows/0", json_integer(5), KMK_ERR_NOT_FOUND,
                "no kmk_for_each or kmk_stack is attached there");
  assert_no_row(k->store, NULL, json_integer(5), KMK_ERR_INVALID_ARGUMENT, "rows_pointer is NULL");
  assert_no_row(k->store, "/rows", NULL, KMK_ERR_INVALID_ARGUMENT, "id is NULL");
  assert_no_row(NULL, "/rows", json_integer(5), KMK_ERR_INVALID_ARGUMENT, "store is NULL");
  end_loop(k);
  assert_null(kmk_store_row(k->store, "/rows", NULL, NULL));
}

/* ------------------------------------------------------------------------- handlers */

static json_t *seen;

static kmk_effect *rows_handled(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  const json_t *id = NULL, *action = kmk_payload_element(payload, &id);
  json_array_append_new(seen, action != NULL ? json_pack("[O, O]", id, action) : json_null());
  return NULL;
}

TEST(F18_a_handler_reads_the_rows_action_and_its_id) {
  seen = json_array();
  kmk_reducer *parent = KMK_HANDLERS({"rows", "any", rows_handled});
  kit_open(k, kmk_for_each(parent, "/rows", "rows", NULL, counter()),
           "{'rows': [{'id': 1, 'count': 0}]}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': {'set': 5}}}}");
  assert_json_text(seen, "[[1, {'set': 5}]]");
  json_decref(seen);
}

TEST(F18_of_what_is_no_such_payload_there_is_none) {
  json_t *payload = json_of("{'element': {'id': 1}}");
  const json_t *id = payload;
  assert_null(kmk_payload_element(payload, &id));
  assert_null(kmk_payload_element(NULL, &id));
  assert_null(kmk_payload_element(payload, NULL));
  json_decref(payload);
}
