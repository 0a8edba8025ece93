/* The saved form of a snapshot: reading, errors with their places, migrations, the hash, and NULL (R52 to R54,
 * M11). */
#include "snapshot_support.h"

TEST(R53_json_that_is_no_snapshot_is_refused_with_its_place) {
  assert_unreadable("1", "");
  assert_unreadable("[]", "");
  assert_unreadable("{}", "/kumiki");
  assert_unreadable("{'kumiki': '1', 'state': {}}", "/kumiki");
  assert_unreadable("{'kumiki': 2, 'state': {}}", "/kumiki");
  assert_unreadable("{'kumiki': 0, 'state': {}}", "/kumiki");
  assert_unreadable("{'kumiki': 1}", "/state");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'version': -1}", "/version");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'version': 1.5}", "/version");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'version': 4294967296}", "/version");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'shape': 5}", "/shape");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'presentations': []}", "/presentations");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'presentations': {'/a': 1}}", "/presentations/~1a");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'presentations': {'a': 'b'}}", "/presentations/a");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'presentations': {'/~2': 'b'}}",
                    "/presentations/~1~02");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'next': 5}", "/next");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'next': {'uuid': '0'}}", "/next/uuid");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'next': {'element': -1}}", "/next/element");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'next': {'element': []}}", "/next/element");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'next': {'element': [0, 'x']}}", "/next/element/1");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'next': {'element': [0, [1]]}}", "/next/element/1");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'next': {'element': [0, [5, 4]]}}",
                    "/next/element/1/1");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': {}}", "/running");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [1]}", "/running/0");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{}]}", "/running/0/at");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': 'x'}]}", "/running/0/at");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'id': 1}]}", "/running/0/id");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'done': 1}]}",
                    "/running/0/done");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'age': '1'}]}",
                    "/running/0/age");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'histories': [{'at': '', 'cases': ['u', 'r', 'c'],"
                    " 'undo': [], 'redo': [], 'age': -1}]}",
                    "/histories/0/age");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'since': 0.5}]}",
                    "/running/0/since");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'of': 1, 'parts': [],"
                    " 'kinds': -1}]}",
                    "/running/0/kinds");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'of': 1, 'parts': 1}]}",
                    "/running/0/parts");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'parts': []}]}",
                    "/running/0/of");
  assert_unreadable(
      "{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'of': 1, 'parts': [{'part': 1}]}]}",
      "/running/0/parts/0/part");
  assert_unreadable("{'kumiki': 1, 'state': 1,"
                    " 'running': [{'at': '', 'of': 1, 'parts': [{'part': 0, 'due': '1'}]}]}",
                    "/running/0/parts/0/due");
  assert_unreadable("{'kumiki': 1, 'state': 1,"
                    " 'running': [{'at': '', 'of': 1, 'parts': [{'part': 0, 'over': 1}]}]}",
                    "/running/0/parts/0/over");
  assert_unreadable("{'kumiki': 1, 'state': 1,"
                    " 'running': [{'at': '', 'of': 1, 'parts': [{'part': 0, 'turn': 0}]}]}",
                    "/running/0/parts/0/turn");
  assert_unreadable("{'kumiki': 1, 'state': 1,"
                    " 'running': [{'at': '', 'of': 1, 'parts': [{'part': 0, 'turn': 1,"
                    " 'inside': -1}]}]}",
                    "/running/0/parts/0/inside");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'windows': {}}]}",
                    "/running/0/windows");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'windows': [{'age': 1,"
                    " 'length': 2}]}]}",
                    "/running/0/windows/0/id");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'windows': [{'id': 's',"
                    " 'length': 2}]}]}",
                    "/running/0/windows/0/age");
  assert_unreadable("{'kumiki': 1, 'state': 1, 'running': [{'at': '', 'windows': [{'id': 's',"
                    " 'age': 1, 'length': -2}]}]}",
                    "/running/0/windows/0/length");
}

TEST(R53_what_may_be_missing_and_what_is_not_known) {
  kmk_snapshot *snapshot = snapshot_read("{'kumiki': 1, 'state': {'count': 3}, 'later': true}");
  assert_snapshot_state(snapshot, "{'count': 3}");
  json_t *json = kmk_snapshot_json(snapshot, 7, NULL);
  assert_value_is(json, "{'kumiki': 1, 'version': 7, 'state': {'count': 3},"
                        " 'next': {'presentation': 0, 'element': 0, 'uuid': 0}}");
  json_decref(json);
  k->store = kmk_store_new_from(k->loop, counter(), snapshot, NULL);
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'count': 4}");
  kmk_snapshot_free(snapshot);
}

TEST(R53_a_snapshot_that_is_too_deep_or_in_itself_is_refused) {
  kmk_error error = {0};
  char *text = wrapped(3000, "[", "1", "]");
  json_t *deep = json_loads(text, JSON_DECODE_ANY, NULL);
  free(text);
  if (deep == NULL) {
    deep = json_integer(1);
    for (int i = 0; i < 3000; i++)
      deep = json_pack("[o]", deep);
  }
  json_t *json = json_pack("{s: i, s: o}", "kumiki", 1, "state", deep);
  assert_null(kmk_snapshot_new(json, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_TOO_DEEP);
  json_decref(json);
}

/* Ids beyond the counters of the saved form, written by hand or by a migration. */
TEST(R43_an_id_that_the_form_does_not_count_is_not_given_again) {
  kmk_snapshot *snapshot = snapshot_read(
      "{'kumiki': 1, 'state': {'ticks': 0, 'sheet': {'count': 0}, 'shown': {}, 'rows': [],"
      " 'path': [{'id': 0, 'element': {'count': 0}}]}, 'presentations': {'/sheet': '1'},"
      " 'next': {'presentation': 1}}");
  k->store = kmk_store_new_from(k->loop, app(), snapshot, NULL);
  for (int i = 0; i < 2; i++) {
    assert_string_equal(id_at(k->store, "/sheet").text, "1");
    send_ok(k->store, "{'path': {'push': {'state': {'count': 1}}}}");
    assert_part(k->store, "/path",
                "[{'id': 0, 'element': {'count': 0}}, {'id': 1, 'element': {'count': 1}}]");
    send_ok(k->store, "{'sheet': 'dismiss'}");
    send_ok(k->store, PRESENT("1"));
    assert_string_equal(id_at(k->store, "/sheet").text, "2");
    restore_ok(k->store, snapshot);
  }
  kmk_snapshot_free(snapshot);
}

/* The saved form of an older version lists each number. */
TEST(E130_numbers_that_are_taken_are_saved_as_few_ranges) {
  char numbers[4096] = "0";
  for (int i = 1; i <= 40; i++)
    sprintf(numbers + strlen(numbers), ", %d", i < 20 ? 3 * i : i);
  char text[8192];
  snprintf(text, sizeof text,
           "{'kumiki': 1, 'state': " APP ", 'next': {'presentation': 0, 'element': [%s,"
           " 9223372036854775807], 'uuid': 0}}",
           numbers);
  kmk_snapshot *snapshot = snapshot_read(text);
  k->store = kmk_store_new_from(k->loop, app(), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  char *saved = saved_text(k->store);
  assert_non_null(strstr(saved, "\"element\":[0,[3,12],15,18,[20,40],42,45,48,51,54,57,"
                                "9223372036854775807]"));
  free(saved);
}

TEST(R42_what_is_new_in_a_state_gets_an_id_of_its_own) {
  kmk_snapshot *snapshot = snapshot_read(
      "{'kumiki': 1, 'state': {'ticks': 0, 'sheet': {'count': 0}, 'shown': {}, 'path': [], 'rows':"
      " [{'id': 'a', 'note': {'count': 0}}, {'id': 'b', 'note': {'count': 0}}]},"
      " 'presentations': {'/rows/0/note': '0', '/gone': '7', '/rows/5/note': '8'},"
      " 'next': {'presentation': 1}}");
  k->store = kmk_store_new_from(k->loop, app(), snapshot, NULL);
  for (int i = 0; i < 2; i++) {
    assert_string_equal(id_at(k->store, "/rows/0/note").text, "0");
    slot_id sheet = id_at(k->store, "/sheet"), note = id_at(k->store, "/rows/1/note");
    assert_other_id(sheet, note);
    assert_string_not_equal(sheet.text, "0");
    assert_string_not_equal(note.text, "0");
    send_ok(k->store, "{'sheet': 'dismiss'}");
    send_ok(k->store, PRESENT("1"));
    assert_other_id(id_at(k->store, "/sheet"), sheet);
    assert_other_id(id_at(k->store, "/sheet"), note);
    restore_ok(k->store, snapshot);
  }
  kmk_snapshot_free(snapshot);
}

TEST(R69_what_has_no_id_in_a_snapshot_gets_the_same_id_in_a_store_that_lives_and_in_a_new_one) {
  kmk_snapshot *snapshot =
      snapshot_read("{'kumiki': 1, 'state': {'ticks': 0, 'sheet': {'count': 0}, 'shown': {},"
                    " 'path': [], 'rows': [{'id': 'a', 'note': {'count': 0}}, {'id': 'b', 'note':"
                    " {'count': 0}}]}, 'presentations': {'/rows/1/note': '1'}}");
  k->store = kmk_store_new_from(k->loop, app(), snapshot, NULL);
  char *text = saved_text(k->store);
  assert_other_id(id_at(k->store, "/sheet"), id_at(k->store, "/rows/0/note"));
  end_store(k);
  k->store = open_store(k->loop, app(), APP);
  for (int i = 0; i < 3; i++) {
    restore_ok(k->store, snapshot);
    char *other = saved_text(k->store);
    assert_string_equal(other, text);
    free(other);
    send_ok(k->store, "{'sheet': 'dismiss'}");
    send_ok(k->store, PRESENT("1"));
    assert_other_id(id_at(k->store, "/sheet"), id_at(k->store, "/rows/1/note"));
  }
  free(text);
  kmk_snapshot_free(snapshot);
}

/* ------------------------------------------------------------------------ migrations */

static json_t *rename_n(const json_t *state, void *calls) {
  ++*(int *)calls;
  json_t *n = json_object_get(state, "n");
  return n == NULL ? NULL : json_pack("{s: O}", "number", n);
}

static json_t *double_number(const json_t *state, void *calls) {
  ++*(int *)calls;
  json_int_t number = json_integer_value(json_object_get(state, "number"));
  return json_pack("{s: I}", "count", 2 * number);
}

static json_t *never_ending(__attribute__((unused)) const json_t *state,
                            __attribute__((unused)) void *data) {
  json_t *deep = json_integer(1);
  for (int i = 0; i < 3000; i++)
    deep = json_pack("[o]", deep);
  return deep;
}

TEST(R52_a_state_goes_through_each_step_to_the_programs_version) {
  int calls = 0;
  const kmk_migration steps[] = {{2, double_number, &calls}, {1, rename_n, &calls}};
  const kmk_migrations migrations = {sizeof migrations, 3, 2, steps};
  const char *saved[] = {"{'kumiki': 1, 'version': 1, 'state': {'n': 4}}",
                         "{'kumiki': 1, 'version': 2, 'state': {'number': 4}}",
                         "{'kumiki': 1, 'version': 3, 'state': {'count': 8}}"};
  for (int i = 0; i < 3; i++) {
    calls = 0;
    json_t *json = json_of(saved[i]);
    kmk_snapshot *snapshot = kmk_snapshot_new(json, &migrations, NULL);
    assert_snapshot_state(snapshot, "{'count': 8}");
    assert_int_equal(calls, 2 - i);
    kmk_snapshot_free(snapshot);
    json_decref(json);
  }
  (void)k;
}

TEST(R52_a_version_that_cannot_be_read_is_refused) {
  int calls = 0;
  kmk_error error = {0};
  const kmk_migration steps[] = {{1, rename_n, &calls}, {3, never_ending, NULL}};
  const kmk_migrations migrations = {sizeof migrations, 2, 1, steps};
  const kmk_migrations gap = {sizeof migrations, 4, 2, steps};
  const kmk_migrations deep = {sizeof migrations, 4, 1, &steps[1]};
  const struct {
    const char *saved, *path, *message;
    const kmk_migrations *migrations;
    kmk_status status;
  } cases[] = {
      {"{'kumiki': 1, 'version': 3, 'state': {}}", "/version", "newer program", &migrations,
       KMK_ERR_DECODE},
      {"{'kumiki': 1, 'version': 0, 'state': {}}", "/version", "no migration from 0", &migrations,
       KMK_ERR_DECODE},
      {"{'kumiki': 1, 'version': 1, 'state': {'n': 1}}", "/version", "no migration from 2", &gap,
       KMK_ERR_DECODE},
      {"{'kumiki': 1, 'version': 1, 'state': {}}", "/state", "version 1 cannot read it",
       &migrations, KMK_ERR_DECODE},
      {"{'kumiki': 1, 'version': 3, 'state': {}}", "/state", "", &deep, KMK_ERR_TOO_DEEP},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    json_t *json = json_of(cases[i].saved);
    assert_null(kmk_snapshot_new(json, cases[i].migrations, &error));
    assert_int_equal(error.status, cases[i].status);
    assert_string_equal(error.path, cases[i].path);
    assert_non_null(strstr(error.message, cases[i].message));
    json_decref(json);
  }
}

TEST(R52_migrations_are_checked) {
  int calls = 0;
  kmk_error error = {0};
  const kmk_migration twice[] = {{1, rename_n, &calls}, {1, double_number, &calls}};
  const kmk_migration none[] = {{1, NULL, NULL}};
  const kmk_migrations wrong[] = {{sizeof *wrong, 2, 2, twice},
                                  {sizeof *wrong, 2, 1, none},
                                  {sizeof *wrong, 2, 1, NULL},
                                  {1, 2, 0, NULL},
                                  {0, 2, 0, NULL}};
  json_t *json = json_of("{'kumiki': 1, 'version': 1, 'state': {'n': 1}}");
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    assert_null(kmk_snapshot_new(json, &wrong[i], &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  }
  assert_int_equal(calls, 0);
  const kmk_migrations empty = {sizeof empty, 1, 0, NULL};
  kmk_snapshot *snapshot = kmk_snapshot_new(json, &empty, NULL);
  assert_non_null(snapshot);
  kmk_snapshot_free(snapshot);
  json_decref(json);
}

TEST(R52_what_has_a_default_is_added) {
  k->store = open_store(k->loop, kmk_shape(counter(), "{count: integer, step: integer = 2}"),
                        "{'count': 1}");
  kmk_snapshot *old = snapshot_read("{'kumiki': 1, 'state': {'count': 5}}");
  restore_ok(k->store, old);
  assert_state_is(k->store, "{'count': 5, 'step': 2}");
  kmk_store *again = kmk_store_new_from(
      k->loop, kmk_shape(counter(), "{count: integer, step: integer = 2}"), old, NULL);
  assert_state_is(again, "{'count': 5, 'step': 2}");
  kmk_snapshot *wrong = snapshot_read("{'kumiki': 1, 'state': {'count': 'x'}}");
  kmk_error error = {0};
  assert_int_equal(kmk_store_restore(k->store, wrong, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/count");
  assert_state_is(k->store, "{'count': 5, 'step': 2}");
  kmk_store_free(again);
  kmk_snapshot_free(old);
  kmk_snapshot_free(wrong);
}

/* ------------------------------------------------------------------------- the hash */

static char *hash_of(kmk_reducer *reducer) {
  char *hash = kmk_reducer_hash(reducer, NULL);
  kmk_reducer_free(reducer);
  return hash;
}

TEST(R54_the_hash_is_of_what_is_described) {
  char *one = hash_of(kmk_shape(counter(), "{count: integer, step: integer = 2}"));
  char *same = hash_of(kmk_shape(counter(), "{ count: integer ,  step: integer = 2 }"));
  char *other = hash_of(kmk_shape(counter(), "{count: integer, step: integer = 3}"));
  assert_int_equal(strlen(one), 16);
  assert_string_equal(one, same);
  assert_string_not_equal(one, other);
  k->store = open_store(k->loop, kmk_shape(counter(), "{count: integer, step: integer = 2}"),
                        "{'count': 1}");
  kmk_snapshot *snapshot = snapshot_of(k->store);
  json_t *json = kmk_snapshot_json(snapshot, 1, NULL);
  assert_string_equal(json_string_value(json_object_get(json, "shape")), one);
  kmk_text_free(one);
  kmk_text_free(same);
  kmk_text_free(other);
  json_decref(json);
  kmk_snapshot_free(snapshot);
}

/* ------------------------------------------------------------------------------ NULL */

#define INVALID KMK_ERR_INVALID_ARGUMENT
#define ASSERT_INVALID_NULL(call)                                                                  \
  do {                                                                                             \
    kmk_error error = {0};                                                                         \
    assert_null(call);                                                                             \
    assert_int_equal(error.status, INVALID);                                                       \
  } while (0)

TEST(R46_a_snapshot_without_its_state_is_the_saved_form_without_that_member) {
  k->store = open_store(k->loop, app(), APP);
  send_ok(k->store, PRESENT("1"));
  kmk_snapshot *snapshot = snapshot_of(k->store);
  json_t *whole = kmk_snapshot_json(snapshot, 7, NULL);
  json_t *beside = kmk_snapshot_json_without_state(snapshot, 7, NULL);
  assert_non_null(json_object_get(beside, "presentations"));
  assert_int_equal(json_object_del(whole, "state"), 0);
  assert_true(json_equal(whole, beside));
  json_decref(beside);
  kmk_snapshot *stateless = kmk_store_snapshot_beside(k->store, NULL);
  beside = kmk_snapshot_beside(stateless, 7, NULL);
  assert_true(json_equal(whole, beside));
  kmk_snapshot_free(stateless);
  json_decref(whole);
  json_decref(beside);
  kmk_snapshot_free(snapshot);
}

TEST(M11_snapshot_functions) {
  k->store = open_store(k->loop, counter(), "{'count': 1}");
  kmk_snapshot *snapshot = snapshot_of(k->store);
  kmk_snapshot_free(NULL);
  assert_null(kmk_snapshot_state(NULL));
  assert_null(kmk_store_snapshot(NULL, NULL));
  ASSERT_INVALID_NULL(kmk_store_snapshot(NULL, &error));
  ASSERT_INVALID_NULL(kmk_snapshot_json(NULL, 1, &error));
  ASSERT_INVALID_NULL(kmk_snapshot_json_without_state(NULL, 1, &error));
  ASSERT_INVALID_NULL(kmk_snapshot_new(NULL, NULL, &error));
  ASSERT_INVALID_NULL(kmk_reducer_hash(NULL, &error));
  ASSERT_INVALID_NULL(kmk_store_new_from(NULL, counter(), snapshot, &error));
  ASSERT_INVALID_NULL(kmk_store_new_from(k->loop, NULL, snapshot, &error));
  ASSERT_INVALID_NULL(kmk_store_new_from(k->loop, counter(), NULL, &error));
  assert_int_equal(kmk_store_restore(NULL, snapshot, NULL), INVALID);
  assert_int_equal(kmk_store_restore(k->store, NULL, NULL), INVALID);
  kmk_reducer *invalid = kmk_scope("no pointer", "x", counter());
  ASSERT_INVALID_NULL(kmk_reducer_hash(invalid, &error));
  ASSERT_INVALID_NULL(kmk_store_new_from(k->loop, invalid, snapshot, &error));
  assert_state_text(k->store, "{'count': 1}");
  kmk_snapshot_free(snapshot);
}
