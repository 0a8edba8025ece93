/* The header generated for optional.shape: a store accepts the values that it makes, and values that cannot be
 * JSON are not made. */
#include "optional.h"

#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is(json_t *made, const char *expected) {
  char *text = kmk_json_text(made, JSON_COMPACT);
  const bool is_same = text && strcmp(text, expected) == 0;
  kmk_text_free(text);
  json_decref(made);
  return is_same;
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  optional_state_set_empty(optional_state_ref_of(state), optional_empty_json_of(action));
  return NULL;
}

static void S53_what_cannot_be_json_is_not_made(void) {
  CHECK(is(optional_action_maybe("a"), "{\"maybe\":\"a\"}"));
  CHECK(is(optional_action_maybe(NULL), "{\"maybe\":null}"));
  CHECK(!optional_action_maybe("\xff"));
  CHECK(!optional_action_noted("\xff"));
  CHECK(is(optional_action_search("a"), "{\"search\":\"a\"}"));
  CHECK(!optional_action_search("\xff"));
  CHECK(!optional_action_search(NULL));
  CHECK(is(optional_action_number(1.5), "{\"number\":1.5}"));
  CHECK(!optional_action_number(NAN));
  CHECK(is(optional_action_point(1, "a"), "{\"point\":{\"x\":1.0,\"label\":\"a\"}}"));
  CHECK(!optional_action_point(1, "\xff"));
  CHECK(!optional_action_point(INFINITY, "a"));
  CHECK(!optional_action_open_new("\xff").json);
  CHECK(is(optional_action_rows_element_rename("a", "b"),
           "{\"rows\":{\"element\":{\"id\":\"a\",\"action\":{\"rename\":\"b\"}}}}"));
  CHECK(!optional_action_rows_element_rename("\xff", "b"));
  CHECK(!optional_action_rows_element_rename("a", "\xff"));
}

static void S51_S53_null_is_a_value_only_where_null_fits(void) {
  CHECK(is(optional_action_tags(json_object()), "{\"tags\":{}}"));
  CHECK(!optional_action_tags(NULL));
  CHECK(is(optional_action_some(NULL), "\"some\""));
  CHECK(is(optional_action_any(NULL), "\"any\""));
  CHECK(is(optional_action_open(optional_action_open_made_of(NULL)), "\"open\""));
  CHECK(is(optional_action_open_none(), "\"open\""));
  CHECK(is(optional_hull_of_open_none().json, "\"open\""));
}

/* Checks that has_ of each optional member returns `expected`, for JSON read from a text. */
static void check_all(const char *text, bool expected) {
  json_t *json = json_loads(text, 0, NULL);
  const optional_state_json state = optional_state_json_of(json);
  CHECK(optional_state_has_note(state) == expected);
  CHECK(optional_state_has_empty(state) == expected);
  CHECK(optional_state_has_words(state) == expected);
  CHECK(optional_state_has_text(state) == expected);
  CHECK(optional_state_has_filter(state) == expected);
  CHECK(optional_state_has_mode(state) == expected);
  CHECK(optional_state_has_sheet(state) == expected);
  CHECK(optional_state_has_inner(state) == expected);
  CHECK(optional_state_has_weights(state) == expected);
  CHECK(optional_state_has_count(state) == expected);
  CHECK(optional_state_has_ratio(state) == expected);
  CHECK(optional_state_has_flag(state) == expected);
  CHECK(optional_state_has_tree(state) == expected);
  CHECK(optional_state_has_list(state) == expected);
  CHECK(optional_state_has_twice(state) == expected);
  CHECK(optional_state_has_anything(state) == expected);
  CHECK(optional_state_has_some(state) == expected);
  /* The value is NULL if its type can be NULL. */
  CHECK((optional_state_note(state) != NULL) == expected);
  CHECK((optional_state_empty(state).json != NULL) == expected);
  CHECK((optional_state_words(state) != NULL) == expected);
  CHECK((optional_state_filter(state).json != NULL) == expected);
  CHECK((optional_state_mode(state) != OPTIONAL_MODE_NO_CASE) == expected);
  CHECK((optional_state_sheet(state).json != NULL) == expected);
  CHECK((optional_state_tree(state).json != NULL) == expected);
  CHECK((optional_state_list(state) != NULL) == expected);
  CHECK((optional_state_anything(state) != NULL) == expected);
  CHECK((optional_state_some(state) != NULL) == expected);
  json_decref(json);
}

static void S210_an_optional_member_is_asked_for_in_one_way(void) {
  check_all("{}", false);
  check_all("{\"note\": null, \"empty\": null, \"words\": null, \"text\": null, \"filter\": null, "
            "\"mode\": null, \"sheet\": null, \"inner\": null, \"weights\": null, \"count\": null, "
            "\"ratio\": null, \"flag\": null, \"tree\": null, \"list\": null, \"twice\": null, "
            "\"anything\": null, \"some\": null}",
            false);
  check_all(
      "{\"note\": \"\", \"empty\": {}, \"words\": [], \"text\": \"\", \"filter\": {}, "
      "\"mode\": \"none\", \"sheet\": \"some\", \"inner\": {}, \"weights\": {}, \"count\": 0, "
      "\"ratio\": 0, \"flag\": false, \"tree\": {\"label\": \"\"}, \"list\": [], \"twice\": \"\", "
      "\"anything\": false, \"some\": {}}",
      true);
}

/* Whether a case has a payload, in any spelling. */
static bool carries(const char *text, bool (*has)(optional_action_json)) {
  json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
  const bool is_there = has(optional_action_json_of(json));
  json_decref(json);
  return is_there;
}

static void S210_so_is_what_a_case_may_carry(void) {
  CHECK(!carries("\"open\"", optional_action_has_open));
  CHECK(!carries("{\"open\": null}", optional_action_has_open));
  CHECK(carries("{\"open\": {\"id\": \"a\"}}", optional_action_has_open));
  CHECK(!carries("\"close\"", optional_action_has_open));
  CHECK(!carries("\"pick\"", optional_action_has_pick));
  CHECK(carries("{\"pick\": {}}", optional_action_has_pick));
  CHECK(!carries("{\"some\": null}", optional_action_has_some));
  CHECK(carries("{\"some\": {}}", optional_action_has_some));
  CHECK(carries("{\"maybe\": \"\"}", optional_action_has_maybe));
  CHECK(!carries("{\"any\": null}", optional_action_has_any));
  CHECK(carries("{\"any\": {}}", optional_action_has_any));
  json_t *json = json_loads("{\"tags\": {}}", 0, NULL); /* a required payload that is empty */
  CHECK(json_is_object(optional_action_as_tags(optional_action_json_of(json))));
  json_decref(json);
}

static void S52_a_feature_of_the_text_of_the_file_has_its_hash(void) {
  static const char text[] =
      "Note = text?; Filter = {query: text = '', least: integer = 3};"
      "String = {init: integer, self: text = ''}; Decoder = (init | self: integer | none);"
      "Tree = {label: text, branches: [Tree]?};"
      "{note: Note, nothing: only {} = {}, empty: {}? = {}, words: [text]? = [], text: text? = 'x',"
      " filter: Filter? = {}, mode: (dark | none)? = 'none',"
      " modes: [(dark | none)?] = ['none', null],"
      " sheet: (edit: Filter | some | none: text)? = {'none': 'n'},"
      " inner: {a: integer = 1, b: text?}? = {}, hull: (open: {x: integer}? | closed) = 'open',"
      " weights: [text: number?]? = {'k': 1}, numbers: [number?] = [1],"
      " large: number = 9223372036854775807, unseen: text = \"del\\u007f, turned \\u202e\","
      " init: integer = 1, self: text = 'own', values: integer = 0, decoder: Decoder = 'init',"
      " string: String = {'init': 2}, count: integer?, ratio: number?, flag: boolean?, tree: Tree?,"
      " list: [Tree]?, twice: Note?, anything: any, some: [text: text]?}";
  static const kmk_case cases[] = {
      {"open", "{id: text}?"},
      {"close", NULL},
      {"maybe", "text?"},
      {"search", "text"},
      {"number", "number"},
      {"point", "{x: number, label: text}"},
      {"tags", "[text: text]"},
      {"some", "[text: text]?"},
      {"any", "any"},
      {"pick", "{query: text?, least: integer?}?"},
      {"noted", "text?"},
      {"rows", "(element: {id: text, action: (rename: text | describe: {summary: text, "
               "description: text})})"},
  };
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *first = json_object();
  kmk_error error;
  kmk_reducer *feature = kmk_shape(
      kmk_cases(kmk_reducer_new(reduce, NULL, NULL), sizeof cases / sizeof *cases, cases), text);
  kmk_store *store = kmk_store_new(loop, optional_expect(feature), first, &error);
  CHECK(store != NULL);
  kmk_store_free(store);
  json_decref(first);
  kmk_loop_free(loop);
}

static void S54_what_cannot_be_seen_is_written_by_numbers(void) {
  const char *volatile shape = OPTIONAL_SHAPE;
  CHECK(strstr(shape, "del\177, turned \342\200\256") != NULL);
}

int main(void) {
  S53_what_cannot_be_json_is_not_made();
  S51_S53_null_is_a_value_only_where_null_fits();
  S210_an_optional_member_is_asked_for_in_one_way();
  S210_so_is_what_a_case_may_carry();
  S52_a_feature_of_the_text_of_the_file_has_its_hash();
  S54_what_cannot_be_seen_is_written_by_numbers();
  return ended();
}
