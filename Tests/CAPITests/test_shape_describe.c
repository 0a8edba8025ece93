/* Reducers as JSON Schema, and checking states without a store (S7, S8, S9). */
#include "shape_support.h"

#include <stdio.h>

/* One definition of a description. */
static void assert_described(kmk_reducer *reducer, const char *definition, const char *expected) {
  kmk_error error = {0};
  json_t *schema = kmk_reducer_describe(reducer, &error);
  if (schema == NULL)
    fail_msg("%s", error.message);
  kmk_reducer_free(reducer);
  assert_string_equal(json_string_value(json_object_get(schema, "$schema")),
                      "https://json-schema.org/draft/2020-12/schema");
  assert_value_is(json_object_get(json_object_get(schema, "$defs"), definition), expected);
  json_decref(schema);
}

TEST(S7_a_declared_state_is_described) {
  static const char *const described[][2] = {
      {"any", "true"},
      {"integer?", "{'type': ['integer', 'null']}"},
      {"[unsigned]", "{'items': {'minimum': 0, 'type': 'integer'}, 'type': 'array'}"},
      {"[text: boolean]", "{'additionalProperties': {'type': 'boolean'}, 'type': 'object'}"},
      {"only {a: number, b: text = 'x', c: any, d: text?}",
       "{'additionalProperties': false, 'properties': {'a': {'type': 'number'}, 'b': {'default': "
       "'x', 'type': 'string'}, 'c': true, 'd': {'type': ['string', 'null']}}, 'required': ['a'], "
       "'type': 'object'}"},
      {"(on | off: text)?",
       "{'anyOf': [{'enum': ['on']}, {'additionalProperties': false, 'maxProperties': 1, "
       "'minProperties': 1, 'properties': {'off': {'type': 'string'}, 'on': {'maxProperties': 0, "
       "'type': ['null', 'object']}}, 'type': 'object'}, {'type': 'null'}]}"},
  };
  for (size_t i = 0; i < COUNT_OF(described); i++)
    assert_described(shaped(described[i][0]), "state", described[i][1]);
}

TEST(S7_actions_are_described_as_their_operators_read_them) {
  static const kmk_case cases[] = {{"inc", NULL}, {"add", "integer"}, {"child", "any"}};
  kmk_reducer *child = kmk_cases(shape_writer(), 1, cases);
  kmk_reducer *parent = kmk_presentation(shape_writer(), "/child", "child", NULL, child);
#define NOTHING "{'maxProperties': 0, 'type': ['null', 'object']}"
#define STEPS                                                                                      \
  "{'anyOf': [{'type': 'null'}, {'additionalProperties': false, 'properties': {'steps': "          \
  "{'minimum': 1, 'type': 'integer'}}, 'type': 'object'}, {'additionalProperties': false, "        \
  "'properties': {'to': {'minimum': 0, 'type': 'integer'}}, 'required': ['to'], 'type': "          \
  "'object'}]}"
#define ONE(properties)                                                                            \
  "{'additionalProperties': false, 'maxProperties': 1, 'minProperties': 1, 'properties': "         \
  "{" properties "}, 'type': 'object'}"
#define CHILD "{'anyOf': [{'enum': ['inc']}, " ONE("'inc': " NOTHING) "]}"
  assert_described(
      kmk_cases(parent, 3, cases), "action",
      "{'anyOf': [{'enum': ['inc']}, " ONE(
          "'add': {'type': 'integer'}, 'child': {'anyOf': [{'enum': ['dismiss']}, " ONE(
              "'dismiss': " NOTHING
              ", 'presented': " CHILD) "], 'x-slot': '/child'}, 'inc': " NOTHING) "]"
                                                                                  "}");
}

TEST(S7_A60_the_cases_of_reducers_beside_each_other_are_described_as_one) {
  static const kmk_case first[] = {{"inc", NULL}, {"add", "integer"}};
  static const kmk_case second[] = {{"add", "unsigned"}, {"dec", NULL}};
  kmk_reducer *undoable = kmk_undoable(kmk_cases(shape_writer(), 2, second), NULL);
  assert_described(
      KMK_COMBINE(kmk_cases(shape_writer(), 2, first), shape_writer(), undoable), "action",
      "{'anyOf': [{'enum': ['inc', 'dec', 'undo', 'redo', 'clearHistory']}, " ONE(
          "'add': {'allOf': [{'type': 'integer'}, {'minimum': 0, 'type': 'integer'}]}, "
          "'clearHistory': " NOTHING ", 'dec': " NOTHING ", 'inc': " NOTHING ", 'redo': " STEPS
          ", 'undo': " STEPS) "]}");
}

TEST(S7_a_childs_state_stands_at_its_place) {
  kmk_reducer *scope = kmk_scope("/in/it", "it", shaped("text"));
  assert_described(
      kmk_shape(scope, "{in: any}"), "state",
      "{'properties': {'in': {'properties': {'it': {'type': 'string'}}}}, 'type': 'object'}");
  kmk_reducer *both[] = {kmk_scope_case("a", "a", shaped("{n: integer}")),
                         kmk_scope_case("b", "b", shape_writer())};
  kmk_reducer *parent =
      kmk_presentation(shape_writer(), "/slot", "slot", NULL, kmk_combine(2, both));
  parent = kmk_for_each(parent, "/rows", "rows", "key", shaped("{n: integer}"));
  assert_described(
      kmk_shape(parent, "{slot: any, rows: any}"), "state",
      "{'properties': {'rows': {'items': {'properties': {'n': {'type': 'integer'}}, 'required': "
      "['key', 'n'], 'type': 'object'}, 'type': ['array', 'null']}, 'slot': {'anyOf': [{'enum': "
      "['b']}, " ONE("'a': {'properties': {'n': {'type': 'integer'}}, 'required': ['n'], 'type': "
                     "'object'}, 'b': true") ", {'type': 'null'}]}}, 'type': 'object'}");
}

static kmk_reducer *folder(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_shape(kmk_if_let(shape_writer(), "/in", "in", NULL, self), "{name: text, in: any}");
}

TEST(S8_a_recursion_and_a_name_are_referred_to) {
  assert_described(kmk_recurse(folder, NULL, NULL), "state", "{'$ref': '#/$defs/states'}");
  assert_described(kmk_recurse(folder, NULL, NULL), "states",
                   "{'properties': {'in': {'anyOf': [{'$ref': '#/$defs/states'}, {'type': "
                   "'null'}]}, 'name': {'type': 'string'}}, 'required': ['name'], 'type': "
                   "'object'}");
  assert_described(kmk_recurse(folder, NULL, NULL), "actions",
                   "{'dependentSchemas': {'in': {'maxProperties': 1}}, "
                   "'properties': {'in': {'$ref': '#/$defs/actions', 'x-child': '/in'}}}");
  assert_described(shaped("Tree = {in: [Tree]}; Tree"), "state", "{'$ref': '#/$defs/Tree'}");
  assert_described(shaped("Tree = {in: [Tree]}; Tree"), "Tree",
                   "{'properties': {'in': {'items': {'$ref': '#/$defs/Tree'}, 'type': 'array'}}, "
                   "'required': ['in'], 'type': 'object'}");
}

TEST(S40_a_schema_and_a_store_say_the_same) {
  /* If the child of a case requires members, the case cannot be written as its name alone. */
  assert_described(kmk_scope_case("x", "x", shaped("{n: integer}")), "state",
                   "{'not': {'enum': ['x']}, 'properties': {'x': {'properties': {'n': {'type': "
                   "'integer'}}, 'required': ['n'], 'type': 'object'}}}");
  /* A path of entries is recognised as such, whatever its elements look like. */
  assert_described(
      kmk_stack(shape_writer(), "/path", "path", shaped("{n: integer = 0}")), "state",
      "{'properties': {'path': {'anyOf': [{'type': 'array', 'if': {'items': {'type': "
      "'object', 'properties': {'id': {'type': 'integer', 'minimum': 0}, 'element': true}, "
      "'required': ['id', 'element'], 'additionalProperties': false}}, "
      "'then': {'items': {'properties': {'element': {'properties': {'n': {'default': 0, "
      "'type': 'integer'}}, 'type': 'object'}}}}, "
      "'else': {'items': {'properties': {'n': {'default': 0, 'type': 'integer'}}, "
      "'type': 'object'}}}, {'type': 'null'}]}}}");
}

TEST(S40_a_dismissal_has_no_payload) {
  kmk_error error;
  kit_open(k, kmk_presentation(counter(), "/d", "d", NULL, counter()), "{'d': {'count': 1}}");
  json_t *action = json_of("{'d': {'dismiss': 0}}");
  assert_int_equal(kmk_store_send(k->store, action, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/d/dismiss");
  assert_string_equal(error.message, "expected no payload, null or {}, found 0");
  json_decref(action);
  assert_state_text(k->store, "{'d':{'count':1}}");
  send_ok(k->store, "{'d': {'dismiss': {}}}");
  assert_state_text(k->store, "{'d':null}");
}

TEST(S7_what_was_not_said_may_be_anything) {
  assert_described(shape_writer(), "state", "true");
  assert_described(shape_writer(), "action",
                   "{'anyOf': [{'type': 'string'}, {'maxProperties': 1, 'minProperties': 1, "
                   "'type': 'object'}]}");
}

TEST(S7_an_invalid_reducer_is_not_described) {
  kmk_error error = {0};
  assert_null(kmk_reducer_describe(NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_reducer *wrong = shaped("nothing");
  assert_null(kmk_reducer_describe(wrong, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_reducer_free(wrong);
  kmk_reducer *deep = shaped("integer");
  for (int i = 0; i < 1500; i++)
    deep = kmk_scope("/in", "in", deep);
  assert_null(kmk_reducer_describe(deep, &error));
  assert_int_equal(error.status, KMK_ERR_TOO_DEEP);
  kmk_reducer_free(deep);
}

TEST(S7_many_ways_to_one_reducer_are_described_once) {
  kmk_reducer *reducer = shaped("integer");
  for (int i = 0; i < 60; i++) {
    kmk_reducer *both[] = {kmk_scope("", "a", kmk_reducer_retain(reducer)),
                           kmk_scope("", "b", reducer)};
    reducer = kmk_combine(2, both);
  }
  kmk_error error = {0};
  json_t *schema = kmk_reducer_describe(reducer, &error);
  if (schema == NULL)
    assert_int_equal(error.status, KMK_ERR_TOO_DEEP);
  json_decref(schema);
  kmk_reducer_free(reducer);
}

/* ------------------------------------------------------------ states without a store */

TEST(S9_a_saved_state_is_completed) {
  kmk_reducer *reducer = shaped(CONTACTS);
  json_t *saved = json_of("{'contacts': [{'id': 1, 'name': 'Ann'}], 'version': 1}");
  json_t *whole = kmk_reducer_complete_state(reducer, saved, NULL);
  assert_value_is(whole, "{'contacts': [{'favourite': false, 'id': 1, 'name': 'Ann'}], "
                         "'isLoading': false, 'query': '', 'version': 1}");
  json_t *again = kmk_reducer_complete_state(reducer, whole, NULL);
  assert_true(json_equal(whole, again));
  json_decref(again);
  json_decref(whole);
  json_decref(saved);
  kmk_reducer_free(reducer);
}

TEST(S9_a_saved_state_that_does_not_fit_is_refused_with_its_place) {
  kmk_reducer *reducer = kmk_for_each(shaped(CONTACTS), "/contacts", "contact", NULL, counter());
  kmk_error error = {0};
  json_t *saved = json_of("{'contacts': [{'id': 1, 'name': 2}]}");
  assert_null(kmk_reducer_complete_state(reducer, saved, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/contacts/0/name");
  assert_string_equal(error.message, "expected text, found 2");
  json_decref(saved);
  saved = json_of("{'contacts': [{'id': 1, 'name': ''}, {'id': 1, 'name': ''}]}");
  assert_null(kmk_reducer_complete_state(reducer, saved, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_null(kmk_reducer_complete_state(reducer, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_reducer_complete_state(NULL, saved, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  json_decref(saved);
  kmk_reducer_free(reducer);
  reducer = shaped("nothing");
  saved = json_object();
  assert_null(kmk_reducer_complete_state(reducer, saved, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  json_decref(saved);
  kmk_reducer_free(reducer);
}

/* ------------------------------------------------------- states of an older program */

#define NOTES                                                                                      \
  "Note = only {id: unsigned, text: text = ''};"                                                   \
  "only {notes: [Note] = [], by: [text: Note] = {}, mode: (all | one: only {id: unsigned}) = "     \
  "'all',"                                                                                         \
  " last: Note?, open: {a: text = 'x'} = {}}"
/* `gone` occurs in each object that the shape closes, and in the object that the shape leaves open. */
#define OLD_NOTES                                                                                  \
  "{'gone': 1, 'notes': [{'id': 1, 'gone': {'a': 1}}], 'by': {'x': {'id': 2, 'gone': 2}},"         \
  " 'mode': {'one': {'id': 1, 'gone': 3}}, 'last': {'id': 3, 'gone': []}, 'open': {'gone': 4}}"
#define NOW_NOTES                                                                                  \
  "{'by': {'x': {'id': 2, 'text': ''}}, 'last': {'id': 3, 'text': ''}, 'mode': {'one': {'id': "    \
  "1}},"                                                                                           \
  " 'notes': [{'id': 1, 'text': ''}], 'open': {'a': 'x', 'gone': 4}}"

TEST(S213_a_saved_state_loses_what_closed_objects_do_not_have) {
  kmk_reducer *reducer = shaped(NOTES);
  kmk_error error = {0};
  json_t *saved = json_of(OLD_NOTES), *kept = json_deep_copy(saved);
  json_t *whole = kmk_reducer_restore_state(reducer, saved, &error);
  assert_value_is(whole, NOW_NOTES);
  assert_true(json_equal(saved, kept)); /* the borrowed value has not changed */
  json_t *again = kmk_reducer_restore_state(reducer, whole, NULL);
  assert_true(json_equal(whole, again));
  assert_null(kmk_reducer_complete_state(reducer, saved, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_null(kmk_store_new(k->loop, kmk_reducer_retain(reducer), saved, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  json_t *wrong = json_of("{'notes': [{'id': 'a', 'gone': 1}]}");
  assert_null(kmk_reducer_restore_state(reducer, wrong, &error));
  assert_string_equal(error.path, "/notes/0/id");
  assert_null(kmk_reducer_restore_state(reducer, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_reducer_restore_state(NULL, saved, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  json_decref(wrong);
  json_decref(again);
  json_decref(kept);
  json_decref(whole);
  json_decref(saved);
  kmk_reducer_free(reducer);
}

TEST(S213_shapes_of_children_and_recursive_shapes_lose_unknown_members_too) {
  kmk_reducer *row = shaped("only {id: unsigned, name: text = ''}");
  kmk_reducer *reducer = kmk_for_each(shape_writer(), "/rows", "rows", NULL, row);
  reducer = kmk_shape(reducer, "Tree = only {inside: [Tree] = []}; {rows: [any], tree: Tree?}");
  json_t *saved = json_of("{'rows': [{'id': 1, 'gone': 1}], 'other': 1,"
                          " 'tree': {'gone': 1, 'inside': [{'gone': 2}]}}");
  json_t *whole = kmk_reducer_restore_state(reducer, saved, NULL);
  assert_value_is(whole, "{'other': 1, 'rows': [{'id': 1, 'name': ''}],"
                         " 'tree': {'inside': [{'inside': []}]}}");
  json_decref(whole);
  json_decref(saved);
  kmk_reducer_free(reducer);
}

TEST(S213_a_snapshot_is_restored_so) {
  kmk_error error = {0};
  json_t *older = json_of(OLD_NOTES), *now = json_of("{}");
  kmk_store *old = kmk_store_new(k->loop, shape_writer(), older, &error);
  kmk_snapshot *snapshot = kmk_store_snapshot(old, &error);
  kmk_store *made = kmk_store_new_from(k->loop, shaped(NOTES), snapshot, &error);
  assert_non_null(made);
  json_t *state = kmk_store_state(made);
  assert_value_is(state, NOW_NOTES);
  json_decref(state);
  kmk_store_free(made);
  made = kmk_store_new(k->loop, shaped(NOTES), now, &error);
  assert_non_null(made);
  assert_int_equal(kmk_store_restore(made, snapshot, &error), KMK_OK);
  state = kmk_store_state(made);
  assert_value_is(state, NOW_NOTES);
  json_decref(state);
  kmk_store_free(made);
  kmk_snapshot_free(snapshot);
  kmk_store_free(old);
  json_decref(now);
  json_decref(older);
}

/* ------------------------------------------------------------------ generated types */

#define SHAPE "{count: integer, step: integer = 2}"

static kmk_reducer *declared(const char *shape) {
  return kmk_shape(KMK_CASES(counter(), {"increment", NULL}, {"add", "integer"}), shape);
}

static char *hash_of(kmk_reducer *reducer) {
  char *hash = kmk_reducer_hash(reducer, NULL);
  kmk_reducer_free(reducer);
  return hash;
}

/* The message when a store refuses the reducer; "" if the store accepts it. */
static const char *mistake_of(kit *k, kmk_reducer *reducer) {
  static kmk_error error;
  error = (kmk_error){0};
  json_t *state = json_pack("{s:i}", "count", 1);
  kmk_store *store = kmk_store_new(k->loop, reducer, state, &error);
  json_decref(state);
  assert_int_equal(error.status, store ? KMK_OK : KMK_ERR_INVALID_ARGUMENT);
  kmk_store_free(store);
  return error.message;
}

TEST(S50_a_feature_of_the_shape_that_types_were_made_from_is_taken) {
  char *own = hash_of(declared(SHAPE));
  kmk_undo_options undo = {sizeof undo, .history_path = "/history"};
  kmk_reducer *larger = kmk_undoable(declared(SHAPE), &undo);
  char *whole = hash_of(kmk_reducer_retain(larger));
  assert_string_not_equal(own, whole);
  assert_string_equal(mistake_of(k, kmk_expect_shape(declared(SHAPE), own)), "");
  /* Cases of operators around and below the reducer are not part of its declaration. */
  assert_string_equal(mistake_of(k, kmk_expect_shape(kmk_reducer_retain(larger), own)), "");
  assert_string_equal(mistake_of(k, kmk_expect_shape(kmk_reducer_retain(larger), whole)), "");
  char both[64];
  snprintf(both, sizeof both, "0000000000000000 %s", own);
  assert_string_equal(mistake_of(k, kmk_expect_shape(larger, both)), "");
  kmk_text_free(own);
  kmk_text_free(whole);
}

TEST(S50_a_feature_of_another_shape_is_refused_with_both_hashes) {
  char *old = hash_of(declared(SHAPE)),
       *now = hash_of(declared("{count: integer, step: text = ''}"));
  char expected[512];
  snprintf(
      expected, sizeof expected,
      "kmk_expect_shape: expected a feature of the shape %s, found one of the shape %s; generate "
      "the types from the feature's present shape",
      old, now);
  kmk_reducer *changed = kmk_expect_shape(declared("{count: integer, step: text = ''}"), old);
  assert_string_equal(mistake_of(k, changed), expected);
  const char *none = mistake_of(k, kmk_expect_shape(counter(), old));
  assert_non_null(strstr(none, old));
  assert_non_null(strstr(mistake_of(k, kmk_expect_shape(declared(SHAPE), "")), "kmk_expect_shape"));
  /* An earlier mistake is reported first. */
  kmk_reducer *wrong = kmk_expect_shape(kmk_shape(counter(), "wrong"), old);
  assert_non_null(strstr(mistake_of(k, wrong), "kmk_shape"));
  assert_non_null(strstr(mistake_of(k, kmk_expect_shape(declared(SHAPE), NULL)), "NULL"));
  assert_non_null(strstr(mistake_of(k, kmk_expect_shape(NULL, old)), "NULL"));
  kmk_text_free(old);
  kmk_text_free(now);
}
