/* Writes into a declared state, with the messages of refused writes (Tests/Scenarios/shapes covers the rest). */
#include "shape_support.h"

/* ---------------------------------------------------------------- writes of a reducer */

TEST(S3_a_write_that_does_not_fit_is_an_issue_and_changes_nothing) {
  k->store = open_store(k->loop, shaped(CONTACTS),
                        "{'contacts': [{'id': 1, 'name': 'Ann', 'phone': 'x'}], 'destination': "
                        "{'edit': {'id': 1, 'name': 'Ann'}}}");
  static const char *const refused[][3] = {
      {"{'set': ['/query', 1]}", "/query", "expected text, found 1; nothing was written"},
      {"{'set': ['/query', null]}", "/query", "expected text, found null"},
      {"{'set': ['/contacts/0/id', -1]}", "/contacts/0/id", "expected an integer from 0"},
      {"{'set': ['/contacts/0', {'id': 1}]}", "/contacts/0/name", "expected text, found nothing"},
      {"{'insert': ['/contacts/0', {'id': 2}]}", "/contacts/0/name", "expected text"},
      {"{'insert': ['/contacts/-', 5]}", "/contacts/-", "expected an object, found 5"},
      {"{'set': ['/contacts', {}]}", "/contacts", "expected an array, found an empty object"},
      {"{'remove': '/contacts'}", "/contacts", "expected an array, found nothing"},
      {"{'remove': '/contacts/0/name'}", "/contacts/0/name", "expected text, found nothing"},
      {"{'remove': '/query'}", "/query", "expected text, found nothing"},
      {"{'remove': '/destination/edit'}", "/destination", "found an empty object"},
      {"{'move': ['/query', '/contacts/-']}", "/contacts/-", "expected an object"},
      {"{'move': ['/contacts/0/name', '/contacts/0/x']}", "/contacts/0/name", "expected text"},
      {"{'set': ['/destination/detail', 1]}", "/destination", "expected the case that is up, edit"},
      {"{'set': ['/destination/edit/name', {}]}", "/destination/edit/name", "expected text"},
      {"{'set': ['/destination', 'no']}", "/destination", "found no; expected one of detail, edit"},
      {"{'set': ['', {}]}", "/contacts", "expected an array, found nothing"},
      {"{'set': ['', 5]}", "", "expected an object, found 5"},
  };
  for (size_t i = 0; i < COUNT_OF(refused); i++) {
    shape_written = KMK_OK;
    assert_refused_write(k, refused[i][0], refused[i][1], refused[i][2]);
    assert_int_equal(shape_written, KMK_ERR_INVALID_ARGUMENT);
  }
}

TEST(S3_a_name_that_is_written_again_and_again_is_looked_at_each_time) {
  k->store = open_store(k->loop, shaped("{n: unsigned, on: (yes | no), in: {m: integer}}"),
                        "{'n': 1, 'on': 'yes', 'in': {'m': 1}}");
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "{'set': ['/n', 2]}");
    send_ok(k->store, "{'set': ['/in/m', -2]}");
    send_ok(k->store, "{'set': ['/on', 'no']}");
    assert_refused_write(k, "{'set': ['/n', -2]}", "/n", "expected an integer from 0, found -2");
    assert_refused_write(k, "{'set': ['/in/m', 'x']}", "/in/m", "expected an integer");
    assert_refused_write(k, "{'set': ['/on', 'maybe']}", "/on", "found maybe");
  }
}

TEST(S12_a_write_looks_at_its_place_alone) {
  json_t *rows = json_array();
  for (int i = 0; i < 20000; i++)
    json_array_append_new(rows, json_pack("{s:i, s:s}", "id", i, "name", "x"));
  json_t *initial = json_pack("{s:o}", "contacts", rows);
  k->store = kmk_store_new(k->loop, shaped(CONTACTS), initial, NULL);
  json_decref(initial);
  assert_non_null(k->store);
  /* Ten thousand writes, each checked against the shape of one row: checking all rows would take minutes. */
  for (int i = 0; i < 10000; i++)
    send_ok(k->store, i % 2 ? "{'set': ['/contacts/7/name', 'y']}" : "{'set': ['/query', 'z']}");
  assert_refused_write(k, "{'set': ['/contacts/19999/name', 5]}", "/contacts/19999/name", "text");
}

/* ------------------------------------------------------------------------- children */

#define ITEM "{id: integer, count: integer = 0}"

static kmk_reducer *item(void) { return shaped(ITEM); }

/* A parent whose shape demands more of its members than their own reducers do. */
static kmk_reducer *family(void) {
  kmk_reducer *screens[] = {kmk_scope_case("item", "item", item()),
                            kmk_scope_case("note", "note", shaped("text"))};
  kmk_reducer *parent =
      kmk_presentation_destination(shape_writer(), "/slot", "slot", NULL, kmk_combine(2, screens));
  parent = kmk_for_each(parent, "/rows", "rows", NULL, item());
  parent = kmk_if_let(parent, "/child", "child", NULL, item());
  parent = kmk_stack(parent, "/path", "path", item());
  return kmk_shape(parent, "{title: text = 'family', rows: [any] = [], child: any}");
}

static kmk_reducer *folder(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_shape(kmk_for_each(shape_writer(), "/in", "in", NULL, self),
                   "{id: integer, name: text = 'new', in: [any] = []}");
}

TEST(S6_a_childs_shape_holds_for_a_first_state) {
  assert_refused_state(k, family(), "{'rows': [{'id': 1}, {'id': 'x'}]}", "/rows/1/id",
                       "expected an integer, found text \"x\"");
  assert_refused_state(k, family(), "{'child': {}}", "/child/id",
                       "expected an integer, found nothing");
  assert_refused_state(k, family(), "{'slot': {'item': {}}}", "/slot/item/id",
                       "expected an integer, found nothing");
  assert_refused_state(k, family(), "{'slot': 'note'}", "/slot/note", "expected text, found null");
  assert_refused_state(k, family(), "{'path': [{'id': 0, 'element': {}}]}", "/path/0/element/id",
                       "expected an integer, found nothing");
  assert_refused_state(k, family(), "{'path': [5]}", "/path/0", "expected an object, found 5");
  assert_refused_state(k, kmk_recurse(folder, NULL, NULL), "{'id': 1, 'in': [{'id': 2, 'in': 5}]}",
                       "/in/0/in", "expected an array, found 5");
}

TEST(S6_an_action_that_brings_what_a_child_cannot_be_is_refused) {
  k->store = open_store(k->loop, family(), "{'path': []}");
  static const char *const refused[][2] = {
      {"{'slot': {'present': {'state': {'item': {}}}}}", "/slot/present/state/item/id"},
      {"{'path': {'push': {'state': {}}}}", "/path/push/state/id"},
  };
  for (size_t i = 0; i < COUNT_OF(refused); i++) {
    kmk_error error = {0};
    json_t *action = json_of(refused[i][0]);
    assert_int_equal(kmk_store_send(k->store, action, &error), KMK_ERR_DECODE);
    json_decref(action);
    assert_string_equal(error.path, refused[i][1]);
    assert_string_equal(error.message, "expected an integer, found nothing");
  }
}

/* --------------------------------------------------------------- null and missing payloads */

/* The model does not cover the effect of a case alone on a child's shape. */
TEST(S20_a_dependency_by_pointer_leaves_a_shape_on) {
  static int service;
  kmk_reducer *inner = kmk_dependency_pointer(shaped("{n: integer}"), "key", &service, NULL);
  k->store = open_store(k->loop, kmk_scope("/in", "in", inner), "{'in': {'n': 1}}");
  assert_refused_write(k, "{'in': {'set': ['/n', 'x']}}", "/in/n", "an integer");
}

/* ------------------------------------------------------- bindings, payloads, fields */

TEST(S10_a_field_is_what_the_shape_says) {
  static const kmk_field fields[] = {{"/name", "shape"}, {"/nick", "shape"}, {"/free", "shape"}};
  kmk_reducer *both[] = {shape_writer(), kmk_binding_fields("binding", 3, fields)};
  k->store = open_store(k->loop, kmk_shape(kmk_combine(2, both), "{name: text, nick: text?}"),
                        "{'name': 'a', 'free': 1}");
  send_ok(k->store, "{'binding': {'path': '/name', 'value': 'b'}}");
  send_ok(k->store, "{'binding': {'path': '/nick', 'value': 'n'}}");
  assert_state_is(k->store, "{'free': 1, 'name': 'b', 'nick': 'n'}");
  assert_issues(k, "[]");
  send_ok(k->store, "{'binding': {'path': '/name', 'value': null}}");
  send_ok(k->store, "{'binding': {'path': '/free', 'value': 2}}");
  assert_issues(k, "['binding-failed', 'binding-failed']");
  assert_state_is(k->store, "{'free': 1, 'name': 'b', 'nick': 'n'}");
}

TEST(S13_a_payload_and_a_field_may_have_parts) {
  static const kmk_case cases[] = {
      {"load", "[{id: unsigned, name: text}]"},
      {"sort", "by: (name | id), rows: [integer]?"},
      {"binding", "any"},
  };
  static const kmk_field fields[] = {{"/tags", "[text]"}};
  kmk_reducer *bindings = kmk_binding_fields("binding", 1, fields);
  k->store = open_store(k->loop, kmk_cases(bindings, COUNT_OF(cases), cases), "{'tags': []}");
  send_ok(k->store, "{'load': [{'id': 1, 'name': 'x'}]}");
  send_ok(k->store, "{'sort': {'by': 'name'}}");
  send_ok(k->store, "{'binding': {'path': '/tags', 'value': ['a']}}");
  assert_state_is(k->store, "{'tags': ['a']}");
  kmk_error error = {0};
  assert_int_equal(kmk_store_send_text(k->store, "{\"load\": [{\"id\": 1}]}", &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/load/0/name");
  assert_int_equal(kmk_store_send_text(k->store, "{\"sort\": {\"by\": \"age\"}}", &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/sort/by");
  send_ok(k->store, "{'binding': {'path': '/tags', 'value': [1]}}");
  assert_issues(k, "['binding-failed']");
}
