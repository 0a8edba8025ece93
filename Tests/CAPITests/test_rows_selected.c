/* Conditions of lists, writes to the rows that satisfy a condition, and scalars of a store. Tests/Scenarios has more. */
#include "list_support.h"

#include <stdio.h>

#define ROWS "{'least': 2, 'rows': [{'id': 'a', 'n': 1}, {'id': 'b', 'n': 2}, {'id': 'c', 'n': 3}]}"

static kmk_condition *condition_of(const char *text) {
  json_t *description = json_of(text);
  kmk_condition *condition = kmk_condition_new(description, NULL);
  assert_non_null(condition);
  json_decref(description);
  return condition;
}

/* The write of the next "go". */
static struct {
  const char *rows, *pointer;
  json_t *value;
  kmk_condition *condition;
  bool removes;
  kmk_status status;
} order;

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *pair = kmk_action_payload(action, "set");
  (void)env, (void)data;
  if (kmk_action_is(action, "go"))
    order.status = order.removes ? kmk_state_remove_rows(state, order.rows, order.condition)
                                 : kmk_state_set_rows(state, order.rows, order.pointer, order.value,
                                                      order.condition);
  if (pair != NULL)
    kmk_state_set(state, json_string_value(json_array_get(pair, 0)), json_array_get(pair, 1));
  return NULL;
}

static kmk_reducer *ordered(void) { return kmk_reducer_new(reduce, NULL, NULL); }

/* Consumes the condition and the value. */
static kmk_status set_rows(kit *k, const char *rows, const char *pointer, json_t *value,
                           kmk_condition *condition) {
  order.rows = rows, order.pointer = pointer, order.value = value, order.condition = condition;
  order.removes = false;
  send_ok(k->store, "'go'");
  json_decref(value);
  kmk_condition_free(condition);
  return order.status;
}

static kmk_status remove_rows(kit *k, const char *rows, kmk_condition *condition) {
  order.rows = rows, order.condition = condition, order.removes = true;
  send_ok(k->store, "'go'");
  kmk_condition_free(condition);
  return order.status;
}

TEST(J424_a_list_keeps_its_condition_and_follows_its_places) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  kmk_condition *condition = condition_of("{'at': '/n', 'from': {'place': '/least'}}");
  s.options.where = condition;
  kit_open(k, ordered(), ROWS);
  s.list = kmk_list_new(k->store, "/rows", &s.options, NULL, NULL, NULL);
  kmk_condition_free(condition);
  assert_int_equal(kmk_list_count(s.list), 2);
  send_ok(k->store, "{'set': ['/least', 3]}");
  assert_int_equal(kmk_list_count(s.list), 1);
  send_ok(k->store, "{'set': ['/rows/0/n', 7]}");
  assert_int_equal(kmk_list_count(s.list), 2);
  kmk_list_free(s.list);
}

TEST(J424_a_place_of_a_condition_that_cannot_be_there_is_refused) {
  kmk_error error;
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  kit_open(k, kmk_shape(ordered(), "only {rows: [only {id: text, n: integer}], least: integer}"),
           ROWS);
  const char *wrong[] = {"{'at': '/m', 'from': 2}", "{'at': '/n', 'from': {'place': '/last'}}"};
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    kmk_condition *condition = condition_of(wrong[i]);
    options.where = condition;
    assert_null(kmk_list_new(k->store, "/rows", &options, NULL, NULL, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "options.where"));
    kmk_condition_free(condition);
  }
}

TEST(F425_rows_are_written_or_none_is) {
  kit_open(k, kmk_for_each(ordered(), "/rows", "rows", NULL, kmk_combine(0, NULL)), ROWS);
  assert_int_equal(set_rows(k, "/rows", "/r", json_array(), condition_of("{'at': '/n', 'to': 2}")),
                   KMK_OK);
  assert_state_text(k->store,
                    "{'least': 2, 'rows': [{'id': 'a', 'n': 1, 'r': []}, {'id': 'b', 'n': 2, "
                    "'r': []}, {'id': 'c', 'n': 3}]}");
  assert_int_equal(set_rows(k, "/rows", "/id", json_string("z"), condition_of("{'and': []}")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, "['duplicate-element-id']");
  assert_state_text(k->store,
                    "{'least': 2, 'rows': [{'id': 'a', 'n': 1, 'r': []}, {'id': 'b', 'n': 2, "
                    "'r': []}, {'id': 'c', 'n': 3}]}");
  assert_int_equal(set_rows(k, "/least", "/n", json_true(), condition_of("{'and': []}")),
                   KMK_ERR_NOT_FOUND);
  assert_int_equal(set_rows(k, "/rows", "/x/y", json_true(), condition_of("{'and': []}")),
                   KMK_ERR_NOT_FOUND);
  assert_int_equal(set_rows(k, "/rows", "n", json_true(), condition_of("{'and': []}")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(set_rows(k, "/rows", NULL, json_true(), condition_of("{'and': []}")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(set_rows(k, NULL, "/n", json_true(), condition_of("{'and': []}")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(set_rows(k, "/rows", "/n", NULL, condition_of("{'and': []}")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(set_rows(k, "/rows", "/n", json_true(), NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(remove_rows(k, "/rows", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_failed_writes(k, 8);
  assert_int_equal(kmk_state_set_rows(NULL, "/rows", "/n", json_true(), NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_state_remove_rows(NULL, "/rows", NULL), KMK_ERR_INVALID_ARGUMENT);
}

TEST(F425_a_shape_refuses_a_value_in_all_rows) {
  kit_open(k, kmk_shape(ordered(), "{rows: [{id: text, n: integer, r: text?}], least: integer}"),
           ROWS);
  assert_int_equal(set_rows(k, "/rows", "/n", json_string("x"), condition_of("{'and': []}")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, "['state-misfit']");
  assert_int_equal(set_rows(k, "/rows", "/n", json_integer(5), condition_of("{'and': []}")),
                   KMK_OK);
  assert_int_equal(
      set_rows(k, "/rows", "/r", json_string("x"), condition_of("{'at': '/id', 'equals': 'b'}")),
      KMK_OK);
  assert_state_text(k->store,
                    "{'least': 2, 'rows': [{'id': 'a', 'n': 5}, {'id': 'b', 'n': 5, 'r': 'x'}, "
                    "{'id': 'c', 'n': 5}]}");
  /* The shape is still in force. */
  send_ok(k->store, "{'set': ['/rows/0/n', 'x']}");
  assert_issues(k, "['state-misfit']");
}

static const char *const by_number[] = {"-/n", NULL};

/* A list whose edits are followed, of 200 rows in an undo history. */
static void open_many(kit *k, shown *s) {
  json_t *state = json_pack("{s:[]}", "rows");
  for (int i = 0; i < 200; i++)
    json_array_append_new(json_object_get(state, "rows"),
                          json_pack("{s:s++, s:i}", "id", "r", i < 100 ? "0" : "1",
                                    (char[]){(char)('0' + i / 10 % 10), (char)('0' + i % 10), '\0'},
                                    "n", i));
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  char *text = json_dumps(state, JSON_COMPACT);
  kit_open(k, kmk_undoable(ordered(), &options), text);
  free(text);
  json_decref(state);
  s->options = (kmk_list_options)KMK_LIST_OPTIONS_INIT;
  s->options.sort = by_number;
  shown_open(s, k->store);
}

TEST(F425_many_rows_are_one_step_and_other_rows_keep_their_writes) {
  shown s;
  memset(&s, 0, sizeof s);
  open_many(k, &s);
  json_t *before = kmk_store_get(k->store, "/rows", NULL);
  assert_int_equal(
      set_rows(k, "/rows", "/n", json_integer(-1), condition_of("{'at': '/n', 'from': 50}")),
      KMK_OK);
  shown_check(&s);
  assert_int_equal(kmk_store_integer(k->store, "/rows/199/n"), -1);
  send_ok(k->store, "'undo'");
  shown_check(&s);
  json_t *after = kmk_store_get(k->store, "/rows", NULL);
  assert_true(json_equal(before, after));
  json_decref(after);
  json_decref(before);
  shown_close(&s);
}

TEST(F426_few_and_many_rows_are_removed_in_one_step) {
  const char *conditions[] = {"{'at': '/n', 'in': [0, 3, 199]}", "{'at': '/n', 'from': 50}"};
  const int left[] = {197, 50};
  for (size_t i = 0; i < COUNT_OF(conditions); i++) {
    shown s;
    memset(&s, 0, sizeof s);
    open_many(k, &s);
    json_t *before = kmk_store_get(k->store, "/rows", NULL);
    assert_int_equal(remove_rows(k, "/rows", condition_of(conditions[i])), KMK_OK);
    shown_check(&s);
    assert_int_equal(kmk_list_count(s.list), left[i]);
    send_ok(k->store, "'undo'");
    shown_check(&s);
    json_t *after = kmk_store_get(k->store, "/rows", NULL);
    assert_true(json_equal(before, after));
    json_decref(after);
    json_decref(before);
    shown_close(&s);
    end_store(k);
  }
}

TEST(C427_scalars_are_read_without_a_reference) {
  kit_open(k, ordered(), "{'n': 7, 'r': 2.5, 'b': true, 't': 'text', 'o': {}, 'z': null}");
  assert_int_equal(kmk_store_integer(k->store, "/n"), 7);
  assert_int_equal(kmk_store_integer(k->store, "/r"), 0);
  assert_true(kmk_store_real(k->store, "/r") == 2.5 && kmk_store_real(k->store, "/n") == 7);
  assert_true(kmk_store_bool(k->store, "/b"));
  assert_false(kmk_store_bool(k->store, "/n"));
  const char *text = kmk_store_text(k->store, "/t");
  assert_int_equal(kmk_store_integer(k->store, "/o"), 0);
  assert_string_equal(text, "text");
  assert_null(kmk_store_text(k->store, "/o"));
  assert_null(kmk_store_text(k->store, "/z"));
  assert_null(kmk_store_text(k->store, "/nothing"));
  assert_null(kmk_store_text(k->store, "malformed"));
  assert_null(kmk_store_text(k->store, NULL));
  assert_null(kmk_store_text(NULL, "/t"));
  assert_int_equal(kmk_store_integer(NULL, "/n"), 0);
  assert_true(kmk_store_real(NULL, "/n") == 0);
  assert_false(kmk_store_bool(NULL, "/b"));
  send_ok(k->store, "{'set': ['/t', 'another']}");
  assert_string_equal(kmk_store_text(k->store, "/t"), "another");
}
