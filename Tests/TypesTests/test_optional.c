/* The header that is generated for optional.shape: what it makes is taken by a store, and what cannot be JSON
 * is not made. */
#include "expected/optional.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures, checks;

#define CHECK(holds) check((holds), #holds, __LINE__)

static void check(bool holds, const char *what, int line) {
  checks++;
  if (!holds) {
    failures++;
    fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, line, what);
  }
}

static bool is(json_t *made, const char *expected) {
  char *text = kmk_json_text(made, JSON_COMPACT);
  const bool is_same = text && strcmp(text, expected) == 0;
  kmk_text_free(text);
  json_decref(made);
  return is_same;
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  optional_state_set_empty(state, action);
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
  CHECK(!optional_action_open_new("\xff"));
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
  CHECK(is(optional_action_open(NULL), "\"open\""));
}

static void S52_a_feature_of_the_text_of_the_file_has_its_hash(void) {
  static const char text[] =
      "Note = text?; Filter = {query: text = '', least: integer = 3};"
      "String = {init: integer, self: text = ''}; Decoder = (init | self: integer | none);"
      "{note: Note, nothing: only {} = {}, empty: {}? = {}, words: [text]? = [], text: text? = 'x',"
      " filter: Filter? = {}, mode: (dark | none)? = 'none',"
      " modes: [(dark | none)?] = ['none', null],"
      " sheet: (edit: Filter | some | none: text)? = {'none': 'n'},"
      " inner: {a: integer = 1, b: text?}? = {}, hull: (open: {x: integer}? | closed) = 'open',"
      " weights: [text: number?]? = {'k': 1}, numbers: [number?] = [1],"
      " large: number = 9223372036854775807, unseen: text = \"del\\u007f, turned \\u202e\","
      " init: integer = 1, self: text = 'own', values: integer = 0, decoder: Decoder = 'init',"
      " string: String = {'init': 2}}";
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
  S52_a_feature_of_the_text_of_the_file_has_its_hash();
  S54_what_cannot_be_seen_is_written_by_numbers();
  printf("%d checks, %d failures\n", checks, failures);
  return failures > 0;
}
