/* The types of optional.shape, written by kumiki generate: change that file, and not this one.
 *
 * Names begin with optional_. T is a type, m and n are members, c is a case.
 *
 *   T_json, T_ref, T_made     a T that is read; in hand, in a reducer; and one that is built
 *   T_json_of(json), ...      says of JSON, or of a state, that it is a T
 *   T_m(T_json)               the member m; NULL, or a T_json with NULL, where it is null or missing
 *   T_has_m(T_json)           whether an optional member is there
 *   T_get(T_ref), T_get_m     the T in hand, and its member m
 *   T_set_m(T_ref, value)     writes it, and T_set_m_n a member of m; _new takes over, T_clear_m writes null
 *   T_find_m(T_ref, id)       the row of m with an id; T_set_m_n, T_remove_m and T_append_m write rows
 *   T_new(...), T_put_m       builds a T: its required members, then others
 *   T_which(T_json)           the case of an enum, for a switch
 *   T_as_c, T_has_c(T_json)   what its case c carries, NULL of another; whether there is such a thing
 *   T_of_c, T_of_c_none       an enum in the case c, new; without its payload
 *   action_c(...)             an action, new
 *
 * A json_t * and a T_made are taken over where the result is new, and by _new and put; a const json_t *
 * and a T_json are borrowed. What is read is borrowed from what it is read from. Where a value that must
 * be there is NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL. */
#ifndef OPTIONAL_SHAPE_H
#define OPTIONAL_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define OPTIONAL_HASH "0f6df6171a11f921"
#define OPTIONAL_SHAPE                                                                             \
  "Note = text?; "                                                                                 \
  "Filter = {query: text = '', least: integer = 3}; "                                              \
  "String = {init: integer, self: text = ''}; "                                                    \
  "Decoder = (init | self: integer | none); "                                                      \
  "Tree = {label: text, branches: [Tree]?}; "                                                      \
  "{note: Note, nothing: only {} = {}, empty: {}? = {}, words: [text]? = [], "                     \
  "text: text? = 'x', filter: Filter? = {'query': '', 'least': 3}, mode: (dark | "                 \
  "none)? = 'none', modes: [(dark | none)?] = ['none', null], sheet: (edit: Filter | some | "      \
  "none: text)? = {'none': 'n'}, inner: {a: integer = 1, b: text?}? = {'a': 1}, "                  \
  "hull: (open: {x: integer}? | closed) = 'open', weights: [text: number?]? = {'k': 1}, "          \
  "numbers: [number?] = [1], large: number = 9223372036854775807, "                                \
  "unseen: text = 'del\177, turned \342\200\256', init: integer = 1, self: text = 'own', "         \
  "values: integer = 0, decoder: Decoder = 'init', string: String = {'init': 2, 'self': ''}, "     \
  "count: integer?, ratio: number?, flag: boolean?, tree: Tree?, list: [Tree]?, twice: Note?, "    \
  "anything: any, some: [text: text]?}"

/* Declares the states and the actions of a reducer, which it consumes. */
static inline kmk_reducer *optional_declare(kmk_reducer *base) {
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
  return kmk_shape(kmk_cases(base, sizeof cases / sizeof *cases, cases), OPTIONAL_SHAPE);
}

/* Makes a feature of another library a mistake of the composition, which kmk_store_new reports,
 * if it was declared with another shape than this one. */
static inline kmk_reducer *optional_expect(kmk_reducer *feature) {
  return kmk_expect_shape(feature, OPTIONAL_HASH);
}

/* A value that is there: NULL for null. */
static inline const json_t *optional_some(const json_t *value) {
  return json_is_null(value) ? NULL : value;
}

/* The payload of an enum in a case, as written; NULL for another case and for null. */
static inline const json_t *optional_payload(const json_t *value, const char *name) {
  const json_t *found = kmk_action_is(value, name) ? json_object_get(value, name) : NULL;
  return optional_some(found);
}

/* An enum in a case that must have a payload; NULL without one. */
static inline json_t *optional_with(const char *case_path, json_t *payload) {
  return payload ? kmk_action_at_new(case_path, payload) : NULL;
}

/* An object, or NULL where something could not be put into it. */
static inline json_t *optional_built(json_t *made, int wrong) {
  if (!wrong)
    return made;
  json_decref(made);
  return NULL;
}

/* Writes into the row with an id, which it takes over as it does the value. */
static inline kmk_status optional_set_row(kmk_state *state, const char *rows, json_t *id,
                                          const char *place, json_t *value) {
  kmk_status status = kmk_state_set_row_new(state, rows, id, place, value);
  json_decref(id);
  return status;
}

/* Places of the state. */
#define OPTIONAL_AT_NOTE "/note"
#define OPTIONAL_AT_NOTHING "/nothing"
#define OPTIONAL_AT_EMPTY "/empty"
#define OPTIONAL_AT_WORDS "/words"
#define OPTIONAL_AT_TEXT "/text"
#define OPTIONAL_AT_FILTER "/filter"
#define OPTIONAL_AT_FILTER_QUERY "/filter/query"
#define OPTIONAL_AT_FILTER_LEAST "/filter/least"
#define OPTIONAL_AT_MODE "/mode"
#define OPTIONAL_AT_MODES "/modes"
#define OPTIONAL_AT_SHEET "/sheet"
#define OPTIONAL_AT_SHEET_EDIT "/sheet/edit"
#define OPTIONAL_AT_SHEET_EDIT_QUERY "/sheet/edit/query"
#define OPTIONAL_AT_SHEET_EDIT_LEAST "/sheet/edit/least"
#define OPTIONAL_AT_SHEET_NONE "/sheet/none"
#define OPTIONAL_AT_INNER "/inner"
#define OPTIONAL_AT_INNER_A "/inner/a"
#define OPTIONAL_AT_INNER_B "/inner/b"
#define OPTIONAL_AT_HULL "/hull"
#define OPTIONAL_AT_HULL_OPEN "/hull/open"
#define OPTIONAL_AT_HULL_OPEN_X "/hull/open/x"
#define OPTIONAL_AT_WEIGHTS "/weights"
#define OPTIONAL_AT_NUMBERS "/numbers"
#define OPTIONAL_AT_LARGE "/large"
#define OPTIONAL_AT_UNSEEN "/unseen"
#define OPTIONAL_AT_INIT "/init"
#define OPTIONAL_AT_SELF "/self"
#define OPTIONAL_AT_VALUES "/values"
#define OPTIONAL_AT_DECODER "/decoder"
#define OPTIONAL_AT_DECODER_SELF "/decoder/self"
#define OPTIONAL_AT_STRING "/string"
#define OPTIONAL_AT_STRING_INIT "/string/init"
#define OPTIONAL_AT_STRING_SELF "/string/self"
#define OPTIONAL_AT_COUNT "/count"
#define OPTIONAL_AT_RATIO "/ratio"
#define OPTIONAL_AT_FLAG "/flag"
#define OPTIONAL_AT_TREE "/tree"
#define OPTIONAL_AT_TREE_LABEL "/tree/label"
#define OPTIONAL_AT_TREE_BRANCHES "/tree/branches"
#define OPTIONAL_AT_LIST "/list"
#define OPTIONAL_AT_TWICE "/twice"
#define OPTIONAL_AT_ANYTHING "/anything"
#define OPTIONAL_AT_SOME "/some"

/* Places inside Filter. */
#define OPTIONAL_FILTER_AT_QUERY "/query"
#define OPTIONAL_FILTER_AT_LEAST "/least"

/* Places inside String. */
#define OPTIONAL_STRING_AT_INIT "/init"
#define OPTIONAL_STRING_AT_SELF "/self"

/* Places inside Tree. */
#define OPTIONAL_TREE_AT_LABEL "/label"
#define OPTIONAL_TREE_AT_BRANCHES "/branches"

/* Places inside State.inner. */
#define OPTIONAL_INNER_AT_A "/a"
#define OPTIONAL_INNER_AT_B "/b"

/* Places inside State.hull.open. */
#define OPTIONAL_HULL_OPEN_AT_X "/x"

/* Case paths of the actions, for kmk_action_is and kmk_action_payload. */
#define OPTIONAL_CASE_OPEN "open"
#define OPTIONAL_CASE_CLOSE "close"
#define OPTIONAL_CASE_MAYBE "maybe"
#define OPTIONAL_CASE_SEARCH "search"
#define OPTIONAL_CASE_NUMBER "number"
#define OPTIONAL_CASE_POINT "point"
#define OPTIONAL_CASE_TAGS "tags"
#define OPTIONAL_CASE_SOME "some"
#define OPTIONAL_CASE_ANY "any"
#define OPTIONAL_CASE_PICK "pick"
#define OPTIONAL_CASE_NOTED "noted"
#define OPTIONAL_CASE_ROWS "rows"
#define OPTIONAL_CASE_ROWS_ELEMENT "rows.element"

typedef struct {
  const json_t *json;
} optional_filter_json;
static inline optional_filter_json optional_filter_json_of(const json_t *json) {
  optional_filter_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_filter_made;
static inline optional_filter_made optional_filter_made_of(json_t *json) {
  optional_filter_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} optional_filter_ref;
static inline optional_filter_ref optional_filter_ref_of(kmk_state *state) {
  optional_filter_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} optional_string_json;
static inline optional_string_json optional_string_json_of(const json_t *json) {
  optional_string_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_string_made;
static inline optional_string_made optional_string_made_of(json_t *json) {
  optional_string_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} optional_string_ref;
static inline optional_string_ref optional_string_ref_of(kmk_state *state) {
  optional_string_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} optional_decoder_json;
static inline optional_decoder_json optional_decoder_json_of(const json_t *json) {
  optional_decoder_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_decoder_made;
static inline optional_decoder_made optional_decoder_made_of(json_t *json) {
  optional_decoder_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} optional_tree_json;
static inline optional_tree_json optional_tree_json_of(const json_t *json) {
  optional_tree_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_tree_made;
static inline optional_tree_made optional_tree_made_of(json_t *json) {
  optional_tree_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} optional_tree_ref;
static inline optional_tree_ref optional_tree_ref_of(kmk_state *state) {
  optional_tree_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} optional_state_json;
static inline optional_state_json optional_state_json_of(const json_t *json) {
  optional_state_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_state_made;
static inline optional_state_made optional_state_made_of(json_t *json) {
  optional_state_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} optional_state_ref;
static inline optional_state_ref optional_state_ref_of(kmk_state *state) {
  optional_state_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} optional_nothing_json;
static inline optional_nothing_json optional_nothing_json_of(const json_t *json) {
  optional_nothing_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_nothing_made;
static inline optional_nothing_made optional_nothing_made_of(json_t *json) {
  optional_nothing_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} optional_nothing_ref;
static inline optional_nothing_ref optional_nothing_ref_of(kmk_state *state) {
  optional_nothing_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} optional_empty_json;
static inline optional_empty_json optional_empty_json_of(const json_t *json) {
  optional_empty_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_empty_made;
static inline optional_empty_made optional_empty_made_of(json_t *json) {
  optional_empty_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} optional_empty_ref;
static inline optional_empty_ref optional_empty_ref_of(kmk_state *state) {
  optional_empty_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} optional_mode_json;
static inline optional_mode_json optional_mode_json_of(const json_t *json) {
  optional_mode_json it = {optional_some(json)};
  return it;
}

typedef struct {
  const json_t *json;
} optional_modes_item_json;
static inline optional_modes_item_json optional_modes_item_json_of(const json_t *json) {
  optional_modes_item_json it = {optional_some(json)};
  return it;
}

typedef struct {
  const json_t *json;
} optional_sheet_json;
static inline optional_sheet_json optional_sheet_json_of(const json_t *json) {
  optional_sheet_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_sheet_made;
static inline optional_sheet_made optional_sheet_made_of(json_t *json) {
  optional_sheet_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} optional_inner_json;
static inline optional_inner_json optional_inner_json_of(const json_t *json) {
  optional_inner_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_inner_made;
static inline optional_inner_made optional_inner_made_of(json_t *json) {
  optional_inner_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} optional_inner_ref;
static inline optional_inner_ref optional_inner_ref_of(kmk_state *state) {
  optional_inner_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} optional_hull_json;
static inline optional_hull_json optional_hull_json_of(const json_t *json) {
  optional_hull_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_hull_made;
static inline optional_hull_made optional_hull_made_of(json_t *json) {
  optional_hull_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} optional_hull_open_json;
static inline optional_hull_open_json optional_hull_open_json_of(const json_t *json) {
  optional_hull_open_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_hull_open_made;
static inline optional_hull_open_made optional_hull_open_made_of(json_t *json) {
  optional_hull_open_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} optional_hull_open_ref;
static inline optional_hull_open_ref optional_hull_open_ref_of(kmk_state *state) {
  optional_hull_open_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} optional_action_json;
static inline optional_action_json optional_action_json_of(const json_t *json) {
  optional_action_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_action_made;
static inline optional_action_made optional_action_made_of(json_t *json) {
  optional_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} optional_action_open_json;
static inline optional_action_open_json optional_action_open_json_of(const json_t *json) {
  optional_action_open_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_action_open_made;
static inline optional_action_open_made optional_action_open_made_of(json_t *json) {
  optional_action_open_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} optional_action_point_json;
static inline optional_action_point_json optional_action_point_json_of(const json_t *json) {
  optional_action_point_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_action_point_made;
static inline optional_action_point_made optional_action_point_made_of(json_t *json) {
  optional_action_point_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} optional_action_rows_json;
static inline optional_action_rows_json optional_action_rows_json_of(const json_t *json) {
  optional_action_rows_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_action_rows_made;
static inline optional_action_rows_made optional_action_rows_made_of(json_t *json) {
  optional_action_rows_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} optional_action_rows_element_json;
static inline optional_action_rows_element_json
optional_action_rows_element_json_of(const json_t *json) {
  optional_action_rows_element_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_action_rows_element_made;
static inline optional_action_rows_element_made optional_action_rows_element_made_of(json_t *json) {
  optional_action_rows_element_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} optional_action_rows_element_describe_json;
static inline optional_action_rows_element_describe_json
optional_action_rows_element_describe_json_of(const json_t *json) {
  optional_action_rows_element_describe_json it = {optional_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} optional_action_rows_element_describe_made;
static inline optional_action_rows_element_describe_made
optional_action_rows_element_describe_made_of(json_t *json) {
  optional_action_rows_element_describe_made it = {json};
  return it;
}

/* ------------------------------------------------------------------------------------- Decoder */

typedef enum optional_decoder_case {
  OPTIONAL_DECODER_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_DECODER_INIT,
  OPTIONAL_DECODER_SELF,
  OPTIONAL_DECODER_NONE
} optional_decoder_case;

static inline optional_decoder_case optional_decoder_which(optional_decoder_json value) {
  if (kmk_action_is(value.json, "init"))
    return OPTIONAL_DECODER_INIT;
  if (kmk_action_is(value.json, "self"))
    return OPTIONAL_DECODER_SELF;
  if (kmk_action_is(value.json, "none"))
    return OPTIONAL_DECODER_NONE;
  return OPTIONAL_DECODER_NO_CASE;
}

/* ---------------------------------------------------------------------------------- State.mode */

typedef enum optional_mode_case {
  OPTIONAL_MODE_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_MODE_DARK,
  OPTIONAL_MODE_NONE
} optional_mode_case;

static inline optional_mode_case optional_mode_which(optional_mode_json value) {
  if (kmk_action_is(value.json, "dark"))
    return OPTIONAL_MODE_DARK;
  if (kmk_action_is(value.json, "none"))
    return OPTIONAL_MODE_NONE;
  return OPTIONAL_MODE_NO_CASE;
}

static inline json_t *optional_mode_new(optional_mode_case value) {
  switch (value) {
  case OPTIONAL_MODE_DARK:
    return json_string("dark");
  case OPTIONAL_MODE_NONE:
    return json_string("none");
  case OPTIONAL_MODE_NO_CASE:
    break;
  }
  return json_null();
}

/* ---------------------------------------------------------------------------- State.modes.item */

typedef enum optional_modes_item_case {
  OPTIONAL_MODES_ITEM_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_MODES_ITEM_DARK,
  OPTIONAL_MODES_ITEM_NONE
} optional_modes_item_case;

static inline optional_modes_item_case optional_modes_item_which(optional_modes_item_json value) {
  if (kmk_action_is(value.json, "dark"))
    return OPTIONAL_MODES_ITEM_DARK;
  if (kmk_action_is(value.json, "none"))
    return OPTIONAL_MODES_ITEM_NONE;
  return OPTIONAL_MODES_ITEM_NO_CASE;
}

static inline json_t *optional_modes_item_new(optional_modes_item_case value) {
  switch (value) {
  case OPTIONAL_MODES_ITEM_DARK:
    return json_string("dark");
  case OPTIONAL_MODES_ITEM_NONE:
    return json_string("none");
  case OPTIONAL_MODES_ITEM_NO_CASE:
    break;
  }
  return json_null();
}

/* --------------------------------------------------------------------------------- State.sheet */

typedef enum optional_sheet_case {
  OPTIONAL_SHEET_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_SHEET_EDIT,
  OPTIONAL_SHEET_SOME,
  OPTIONAL_SHEET_NONE
} optional_sheet_case;

static inline optional_sheet_case optional_sheet_which(optional_sheet_json value) {
  if (kmk_action_is(value.json, "edit"))
    return OPTIONAL_SHEET_EDIT;
  if (kmk_action_is(value.json, "some"))
    return OPTIONAL_SHEET_SOME;
  if (kmk_action_is(value.json, "none"))
    return OPTIONAL_SHEET_NONE;
  return OPTIONAL_SHEET_NO_CASE;
}

/* ---------------------------------------------------------------------------------- State.hull */

typedef enum optional_hull_case {
  OPTIONAL_HULL_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_HULL_OPEN,
  OPTIONAL_HULL_CLOSED
} optional_hull_case;

static inline optional_hull_case optional_hull_which(optional_hull_json value) {
  if (kmk_action_is(value.json, "open"))
    return OPTIONAL_HULL_OPEN;
  if (kmk_action_is(value.json, "closed"))
    return OPTIONAL_HULL_CLOSED;
  return OPTIONAL_HULL_NO_CASE;
}

/* -------------------------------------------------------------------------------------- Action */

typedef enum optional_action_case {
  OPTIONAL_ACTION_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_ACTION_OPEN,
  OPTIONAL_ACTION_CLOSE,
  OPTIONAL_ACTION_MAYBE,
  OPTIONAL_ACTION_SEARCH,
  OPTIONAL_ACTION_NUMBER,
  OPTIONAL_ACTION_POINT,
  OPTIONAL_ACTION_TAGS,
  OPTIONAL_ACTION_SOME,
  OPTIONAL_ACTION_ANY,
  OPTIONAL_ACTION_PICK,
  OPTIONAL_ACTION_NOTED,
  OPTIONAL_ACTION_ROWS
} optional_action_case;

static inline optional_action_case optional_action_which(optional_action_json value) {
  if (kmk_action_is(value.json, "open"))
    return OPTIONAL_ACTION_OPEN;
  if (kmk_action_is(value.json, "close"))
    return OPTIONAL_ACTION_CLOSE;
  if (kmk_action_is(value.json, "maybe"))
    return OPTIONAL_ACTION_MAYBE;
  if (kmk_action_is(value.json, "search"))
    return OPTIONAL_ACTION_SEARCH;
  if (kmk_action_is(value.json, "number"))
    return OPTIONAL_ACTION_NUMBER;
  if (kmk_action_is(value.json, "point"))
    return OPTIONAL_ACTION_POINT;
  if (kmk_action_is(value.json, "tags"))
    return OPTIONAL_ACTION_TAGS;
  if (kmk_action_is(value.json, "some"))
    return OPTIONAL_ACTION_SOME;
  if (kmk_action_is(value.json, "any"))
    return OPTIONAL_ACTION_ANY;
  if (kmk_action_is(value.json, "pick"))
    return OPTIONAL_ACTION_PICK;
  if (kmk_action_is(value.json, "noted"))
    return OPTIONAL_ACTION_NOTED;
  if (kmk_action_is(value.json, "rows"))
    return OPTIONAL_ACTION_ROWS;
  return OPTIONAL_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.rows */

typedef enum optional_action_rows_case {
  OPTIONAL_ACTION_ROWS_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_ACTION_ROWS_ELEMENT
} optional_action_rows_case;

static inline optional_action_rows_case
optional_action_rows_which(optional_action_rows_json value) {
  if (kmk_action_is(value.json, "element"))
    return OPTIONAL_ACTION_ROWS_ELEMENT;
  return OPTIONAL_ACTION_ROWS_NO_CASE;
}

/* ------------------------------------------------------------------------- Action.rows.element */

typedef enum optional_action_rows_element_case {
  OPTIONAL_ACTION_ROWS_ELEMENT_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_ACTION_ROWS_ELEMENT_RENAME,
  OPTIONAL_ACTION_ROWS_ELEMENT_DESCRIBE
} optional_action_rows_element_case;

static inline optional_action_rows_element_case
optional_action_rows_element_which(optional_action_rows_element_json value) {
  if (kmk_action_is(value.json, "rename"))
    return OPTIONAL_ACTION_ROWS_ELEMENT_RENAME;
  if (kmk_action_is(value.json, "describe"))
    return OPTIONAL_ACTION_ROWS_ELEMENT_DESCRIBE;
  return OPTIONAL_ACTION_ROWS_ELEMENT_NO_CASE;
}

/* -------------------------------------------------------------------------------------- Filter */

static inline optional_filter_made optional_filter_new(void) {
  return optional_filter_made_of(json_object());
}

static inline const char *optional_filter_query(optional_filter_json value) {
  const char *text = json_string_value(json_object_get(value.json, "query"));
  return text ? text : "";
}

static inline int optional_filter_put_query(optional_filter_made made, const char *value) {
  return json_object_set_new(made.json, "query", json_string(value));
}

static inline json_int_t optional_filter_least(optional_filter_json value) {
  return json_integer_value(json_object_get(value.json, "least"));
}

static inline int optional_filter_put_least(optional_filter_made made, json_int_t value) {
  return json_object_set_new(made.json, "least", json_integer(value));
}

/* -------------------------------------------------------------------------------------- String */

static inline optional_string_made optional_string_new(json_int_t init) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "init", json_integer(init));
  return optional_string_made_of(optional_built(made, wrong));
}

static inline json_int_t optional_string_init(optional_string_json value) {
  return json_integer_value(json_object_get(value.json, "init"));
}

static inline int optional_string_put_init(optional_string_made made, json_int_t value) {
  return json_object_set_new(made.json, "init", json_integer(value));
}

static inline const char *optional_string_self(optional_string_json value) {
  const char *text = json_string_value(json_object_get(value.json, "self"));
  return text ? text : "";
}

static inline int optional_string_put_self(optional_string_made made, const char *value) {
  return json_object_set_new(made.json, "self", json_string(value));
}

/* ------------------------------------------------------------------------- payloads of Decoder */

static inline optional_decoder_made optional_decoder_of_init(void) {
  return optional_decoder_made_of(json_string("init"));
}

static inline json_int_t optional_decoder_as_self(optional_decoder_json value) {
  return json_integer_value(optional_payload(value.json, "self"));
}

static inline optional_decoder_made optional_decoder_of_self(json_int_t payload) {
  return optional_decoder_made_of(optional_with("self", json_integer(payload)));
}

static inline optional_decoder_made optional_decoder_of_none(void) {
  return optional_decoder_made_of(json_string("none"));
}

/* ---------------------------------------------------------------------------------------- Tree */

static inline optional_tree_made optional_tree_new(const char *label) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "label", json_string(label));
  return optional_tree_made_of(optional_built(made, wrong));
}

static inline const char *optional_tree_label(optional_tree_json value) {
  const char *text = json_string_value(json_object_get(value.json, "label"));
  return text ? text : "";
}

static inline int optional_tree_put_label(optional_tree_made made, const char *value) {
  return json_object_set_new(made.json, "label", json_string(value));
}

static inline bool optional_tree_has_branches(optional_tree_json value) {
  return optional_some(json_object_get(value.json, "branches")) != NULL;
}

static inline const json_t *optional_tree_branches(optional_tree_json value) {
  return optional_some(json_object_get(value.json, "branches"));
}

static inline int optional_tree_put_branches(optional_tree_made made, json_t *value) {
  return json_object_set_new(made.json, "branches", value);
}

/* --------------------------------------------------------------------------------------- State */

static inline optional_state_made optional_state_new(void) {
  return optional_state_made_of(json_object());
}

/* note: null fits by the name alone */
static inline bool optional_state_has_note(optional_state_json value) {
  return optional_some(json_object_get(value.json, "note")) != NULL;
}

static inline const char *optional_state_note(optional_state_json value) {
  return json_string_value(json_object_get(value.json, "note"));
}

static inline int optional_state_put_note(optional_state_made made, const char *value) {
  return json_object_set_new(made.json, "note", value ? json_string(value) : json_null());
}

static inline optional_nothing_json optional_state_nothing(optional_state_json value) {
  return optional_nothing_json_of(json_object_get(value.json, "nothing"));
}

static inline int optional_state_put_nothing(optional_state_made made,
                                             optional_nothing_made value) {
  return json_object_set_new(made.json, "nothing", value.json);
}

static inline bool optional_state_has_empty(optional_state_json value) {
  return optional_some(json_object_get(value.json, "empty")) != NULL;
}

static inline optional_empty_json optional_state_empty(optional_state_json value) {
  return optional_empty_json_of(json_object_get(value.json, "empty"));
}

static inline int optional_state_put_empty(optional_state_made made, optional_empty_made value) {
  return json_object_set_new(made.json, "empty", value.json);
}

static inline bool optional_state_has_words(optional_state_json value) {
  return optional_some(json_object_get(value.json, "words")) != NULL;
}

static inline const json_t *optional_state_words(optional_state_json value) {
  return optional_some(json_object_get(value.json, "words"));
}

static inline int optional_state_put_words(optional_state_made made, json_t *value) {
  return json_object_set_new(made.json, "words", value);
}

static inline bool optional_state_has_text(optional_state_json value) {
  return optional_some(json_object_get(value.json, "text")) != NULL;
}

static inline const char *optional_state_text(optional_state_json value) {
  return json_string_value(json_object_get(value.json, "text"));
}

static inline int optional_state_put_text(optional_state_made made, const char *value) {
  return json_object_set_new(made.json, "text", value ? json_string(value) : json_null());
}

static inline bool optional_state_has_filter(optional_state_json value) {
  return optional_some(json_object_get(value.json, "filter")) != NULL;
}

static inline optional_filter_json optional_state_filter(optional_state_json value) {
  return optional_filter_json_of(json_object_get(value.json, "filter"));
}

static inline int optional_state_put_filter(optional_state_made made, optional_filter_made value) {
  return json_object_set_new(made.json, "filter", value.json);
}

static inline bool optional_state_has_mode(optional_state_json value) {
  return optional_some(json_object_get(value.json, "mode")) != NULL;
}

static inline optional_mode_case optional_state_mode(optional_state_json value) {
  return optional_mode_which(optional_mode_json_of(json_object_get(value.json, "mode")));
}

static inline int optional_state_put_mode(optional_state_made made, optional_mode_case value) {
  return json_object_set_new(made.json, "mode", optional_mode_new(value));
}

static inline const json_t *optional_state_modes(optional_state_json value) {
  return optional_some(json_object_get(value.json, "modes"));
}

static inline int optional_state_put_modes(optional_state_made made, json_t *value) {
  return json_object_set_new(made.json, "modes", value);
}

static inline bool optional_state_has_sheet(optional_state_json value) {
  return optional_some(json_object_get(value.json, "sheet")) != NULL;
}

static inline optional_sheet_json optional_state_sheet(optional_state_json value) {
  return optional_sheet_json_of(json_object_get(value.json, "sheet"));
}

static inline int optional_state_put_sheet(optional_state_made made, optional_sheet_made value) {
  return json_object_set_new(made.json, "sheet", value.json);
}

static inline bool optional_state_has_inner(optional_state_json value) {
  return optional_some(json_object_get(value.json, "inner")) != NULL;
}

static inline optional_inner_json optional_state_inner(optional_state_json value) {
  return optional_inner_json_of(json_object_get(value.json, "inner"));
}

static inline int optional_state_put_inner(optional_state_made made, optional_inner_made value) {
  return json_object_set_new(made.json, "inner", value.json);
}

static inline optional_hull_json optional_state_hull(optional_state_json value) {
  return optional_hull_json_of(json_object_get(value.json, "hull"));
}

static inline int optional_state_put_hull(optional_state_made made, optional_hull_made value) {
  return json_object_set_new(made.json, "hull", value.json);
}

static inline bool optional_state_has_weights(optional_state_json value) {
  return optional_some(json_object_get(value.json, "weights")) != NULL;
}

static inline const json_t *optional_state_weights(optional_state_json value) {
  return optional_some(json_object_get(value.json, "weights"));
}

static inline int optional_state_put_weights(optional_state_made made, json_t *value) {
  return json_object_set_new(made.json, "weights", value);
}

static inline const json_t *optional_state_numbers(optional_state_json value) {
  return optional_some(json_object_get(value.json, "numbers"));
}

static inline int optional_state_put_numbers(optional_state_made made, json_t *value) {
  return json_object_set_new(made.json, "numbers", value);
}

static inline double optional_state_large(optional_state_json value) {
  return json_number_value(json_object_get(value.json, "large"));
}

static inline int optional_state_put_large(optional_state_made made, double value) {
  return json_object_set_new(made.json, "large", json_real(value));
}

static inline const char *optional_state_unseen(optional_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "unseen"));
  return text ? text : "";
}

static inline int optional_state_put_unseen(optional_state_made made, const char *value) {
  return json_object_set_new(made.json, "unseen", json_string(value));
}

static inline json_int_t optional_state_init(optional_state_json value) {
  return json_integer_value(json_object_get(value.json, "init"));
}

static inline int optional_state_put_init(optional_state_made made, json_int_t value) {
  return json_object_set_new(made.json, "init", json_integer(value));
}

static inline const char *optional_state_self(optional_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "self"));
  return text ? text : "";
}

static inline int optional_state_put_self(optional_state_made made, const char *value) {
  return json_object_set_new(made.json, "self", json_string(value));
}

static inline json_int_t optional_state_values(optional_state_json value) {
  return json_integer_value(json_object_get(value.json, "values"));
}

static inline int optional_state_put_values(optional_state_made made, json_int_t value) {
  return json_object_set_new(made.json, "values", json_integer(value));
}

static inline optional_decoder_json optional_state_decoder(optional_state_json value) {
  return optional_decoder_json_of(json_object_get(value.json, "decoder"));
}

static inline int optional_state_put_decoder(optional_state_made made,
                                             optional_decoder_made value) {
  return json_object_set_new(made.json, "decoder", value.json);
}

static inline optional_string_json optional_state_string(optional_state_json value) {
  return optional_string_json_of(json_object_get(value.json, "string"));
}

static inline int optional_state_put_string(optional_state_made made, optional_string_made value) {
  return json_object_set_new(made.json, "string", value.json);
}

/* count: one of each kind that may be null */
static inline bool optional_state_has_count(optional_state_json value) {
  return optional_some(json_object_get(value.json, "count")) != NULL;
}

static inline json_int_t optional_state_count(optional_state_json value) {
  return json_integer_value(json_object_get(value.json, "count"));
}

static inline int optional_state_put_count(optional_state_made made, json_int_t value) {
  return json_object_set_new(made.json, "count", json_integer(value));
}

static inline bool optional_state_has_ratio(optional_state_json value) {
  return optional_some(json_object_get(value.json, "ratio")) != NULL;
}

static inline double optional_state_ratio(optional_state_json value) {
  return json_number_value(json_object_get(value.json, "ratio"));
}

static inline int optional_state_put_ratio(optional_state_made made, double value) {
  return json_object_set_new(made.json, "ratio", json_real(value));
}

static inline bool optional_state_has_flag(optional_state_json value) {
  return optional_some(json_object_get(value.json, "flag")) != NULL;
}

static inline bool optional_state_flag(optional_state_json value) {
  return json_is_true(json_object_get(value.json, "flag"));
}

static inline int optional_state_put_flag(optional_state_made made, bool value) {
  return json_object_set_new(made.json, "flag", json_boolean(value));
}

static inline bool optional_state_has_tree(optional_state_json value) {
  return optional_some(json_object_get(value.json, "tree")) != NULL;
}

static inline optional_tree_json optional_state_tree(optional_state_json value) {
  return optional_tree_json_of(json_object_get(value.json, "tree"));
}

static inline int optional_state_put_tree(optional_state_made made, optional_tree_made value) {
  return json_object_set_new(made.json, "tree", value.json);
}

static inline bool optional_state_has_list(optional_state_json value) {
  return optional_some(json_object_get(value.json, "list")) != NULL;
}

static inline const json_t *optional_state_list(optional_state_json value) {
  return optional_some(json_object_get(value.json, "list"));
}

static inline int optional_state_put_list(optional_state_made made, json_t *value) {
  return json_object_set_new(made.json, "list", value);
}

static inline bool optional_state_has_twice(optional_state_json value) {
  return optional_some(json_object_get(value.json, "twice")) != NULL;
}

static inline const char *optional_state_twice(optional_state_json value) {
  return json_string_value(json_object_get(value.json, "twice"));
}

static inline int optional_state_put_twice(optional_state_made made, const char *value) {
  return json_object_set_new(made.json, "twice", value ? json_string(value) : json_null());
}

static inline bool optional_state_has_anything(optional_state_json value) {
  return optional_some(json_object_get(value.json, "anything")) != NULL;
}

static inline const json_t *optional_state_anything(optional_state_json value) {
  return optional_some(json_object_get(value.json, "anything"));
}

static inline int optional_state_put_anything(optional_state_made made, json_t *value) {
  return json_object_set_new(made.json, "anything", value);
}

static inline bool optional_state_has_some(optional_state_json value) {
  return optional_some(json_object_get(value.json, "some")) != NULL;
}

static inline const json_t *optional_state_some(optional_state_json value) {
  return optional_some(json_object_get(value.json, "some"));
}

static inline int optional_state_put_some(optional_state_made made, json_t *value) {
  return json_object_set_new(made.json, "some", value);
}

/* ------------------------------------------------------------------------------- State.nothing */

static inline optional_nothing_made optional_nothing_new(void) {
  return optional_nothing_made_of(json_object());
}

/* --------------------------------------------------------------------------------- State.empty */

static inline optional_empty_made optional_empty_new(void) {
  return optional_empty_made_of(json_object());
}

/* --------------------------------------------------------------------- payloads of State.sheet */

static inline optional_filter_json optional_sheet_as_edit(optional_sheet_json value) {
  return optional_filter_json_of(optional_payload(value.json, "edit"));
}

static inline optional_sheet_made optional_sheet_of_edit(optional_filter_made payload) {
  return optional_sheet_made_of(optional_with("edit", payload.json));
}

static inline optional_sheet_made optional_sheet_of_some(void) {
  return optional_sheet_made_of(json_string("some"));
}

static inline const char *optional_sheet_as_none(optional_sheet_json value) {
  const char *text = json_string_value(optional_payload(value.json, "none"));
  return text ? text : "";
}

static inline optional_sheet_made optional_sheet_of_none(const char *payload) {
  return optional_sheet_made_of(optional_with("none", json_string(payload)));
}

/* --------------------------------------------------------------------------------- State.inner */

static inline optional_inner_made optional_inner_new(void) {
  return optional_inner_made_of(json_object());
}

static inline json_int_t optional_inner_a(optional_inner_json value) {
  return json_integer_value(json_object_get(value.json, "a"));
}

static inline int optional_inner_put_a(optional_inner_made made, json_int_t value) {
  return json_object_set_new(made.json, "a", json_integer(value));
}

static inline bool optional_inner_has_b(optional_inner_json value) {
  return optional_some(json_object_get(value.json, "b")) != NULL;
}

static inline const char *optional_inner_b(optional_inner_json value) {
  return json_string_value(json_object_get(value.json, "b"));
}

static inline int optional_inner_put_b(optional_inner_made made, const char *value) {
  return json_object_set_new(made.json, "b", value ? json_string(value) : json_null());
}

/* ---------------------------------------------------------------------- payloads of State.hull */

static inline bool optional_hull_has_open(optional_hull_json value) {
  return optional_payload(value.json, "open") != NULL;
}

static inline optional_hull_open_json optional_hull_as_open(optional_hull_json value) {
  return optional_hull_open_json_of(optional_payload(value.json, "open"));
}

static inline optional_hull_made optional_hull_of_open(optional_hull_open_made payload) {
  return optional_hull_made_of(kmk_action_at_new("open", payload.json));
}

static inline optional_hull_made optional_hull_of_open_none(void) {
  return optional_hull_made_of(json_string("open"));
}

static inline optional_hull_made optional_hull_of_closed(void) {
  return optional_hull_made_of(json_string("closed"));
}

/* ----------------------------------------------------------------------------- State.hull.open */

static inline optional_hull_open_made optional_hull_open_new(json_int_t x) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "x", json_integer(x));
  return optional_hull_open_made_of(optional_built(made, wrong));
}

static inline json_int_t optional_hull_open_x(optional_hull_open_json value) {
  return json_integer_value(json_object_get(value.json, "x"));
}

static inline int optional_hull_open_put_x(optional_hull_open_made made, json_int_t value) {
  return json_object_set_new(made.json, "x", json_integer(value));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline bool optional_action_has_open(optional_action_json value) {
  return optional_payload(value.json, "open") != NULL;
}

static inline optional_action_open_json optional_action_as_open(optional_action_json value) {
  return optional_action_open_json_of(optional_payload(value.json, "open"));
}

static inline bool optional_action_has_maybe(optional_action_json value) {
  return optional_payload(value.json, "maybe") != NULL;
}

static inline const char *optional_action_as_maybe(optional_action_json value) {
  return json_string_value(optional_payload(value.json, "maybe"));
}

static inline const char *optional_action_as_search(optional_action_json value) {
  const char *text = json_string_value(optional_payload(value.json, "search"));
  return text ? text : "";
}

static inline double optional_action_as_number(optional_action_json value) {
  return json_number_value(optional_payload(value.json, "number"));
}

static inline optional_action_point_json optional_action_as_point(optional_action_json value) {
  return optional_action_point_json_of(optional_payload(value.json, "point"));
}

static inline const json_t *optional_action_as_tags(optional_action_json value) {
  return optional_some(optional_payload(value.json, "tags"));
}

static inline bool optional_action_has_some(optional_action_json value) {
  return optional_payload(value.json, "some") != NULL;
}

static inline const json_t *optional_action_as_some(optional_action_json value) {
  return optional_some(optional_payload(value.json, "some"));
}

static inline bool optional_action_has_any(optional_action_json value) {
  return optional_payload(value.json, "any") != NULL;
}

static inline const json_t *optional_action_as_any(optional_action_json value) {
  return optional_some(optional_payload(value.json, "any"));
}

static inline bool optional_action_has_pick(optional_action_json value) {
  return optional_payload(value.json, "pick") != NULL;
}

static inline optional_filter_json optional_action_as_pick(optional_action_json value) {
  return optional_filter_json_of(optional_payload(value.json, "pick"));
}

static inline bool optional_action_has_noted(optional_action_json value) {
  return optional_payload(value.json, "noted") != NULL;
}

static inline const char *optional_action_as_noted(optional_action_json value) {
  return json_string_value(optional_payload(value.json, "noted"));
}

static inline optional_action_rows_json optional_action_as_rows(optional_action_json value) {
  return optional_action_rows_json_of(optional_payload(value.json, "rows"));
}

/* --------------------------------------------------------------------------------- Action.open */

static inline optional_action_open_made optional_action_open_new(const char *id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  return optional_action_open_made_of(optional_built(made, wrong));
}

static inline const char *optional_action_open_id(optional_action_open_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int optional_action_open_put_id(optional_action_open_made made, const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

/* -------------------------------------------------------------------------------- Action.point */

static inline optional_action_point_made optional_action_point_new(double x, const char *label) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "x", json_real(x));
  wrong |= json_object_set_new(made, "label", json_string(label));
  return optional_action_point_made_of(optional_built(made, wrong));
}

static inline double optional_action_point_x(optional_action_point_json value) {
  return json_number_value(json_object_get(value.json, "x"));
}

static inline int optional_action_point_put_x(optional_action_point_made made, double value) {
  return json_object_set_new(made.json, "x", json_real(value));
}

static inline const char *optional_action_point_label(optional_action_point_json value) {
  const char *text = json_string_value(json_object_get(value.json, "label"));
  return text ? text : "";
}

static inline int optional_action_point_put_label(optional_action_point_made made,
                                                  const char *value) {
  return json_object_set_new(made.json, "label", json_string(value));
}

/* --------------------------------------------------------------------- payloads of Action.rows */

static inline const json_t *optional_action_rows_as_element(optional_action_rows_json value) {
  return optional_some(optional_payload(value.json, "element"));
}

/* ------------------------------------------------------------- payloads of Action.rows.element */

static inline const char *
optional_action_rows_element_as_rename(optional_action_rows_element_json value) {
  const char *text = json_string_value(optional_payload(value.json, "rename"));
  return text ? text : "";
}

static inline optional_action_rows_element_describe_json
optional_action_rows_element_as_describe(optional_action_rows_element_json value) {
  return optional_action_rows_element_describe_json_of(optional_payload(value.json, "describe"));
}

/* ---------------------------------------------------------------- Action.rows.element.describe */

static inline optional_action_rows_element_describe_made
optional_action_rows_element_describe_new(const char *summary, const char *description) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "summary", json_string(summary));
  wrong |= json_object_set_new(made, "description", json_string(description));
  return optional_action_rows_element_describe_made_of(optional_built(made, wrong));
}

static inline const char *
optional_action_rows_element_describe_summary(optional_action_rows_element_describe_json value) {
  const char *text = json_string_value(json_object_get(value.json, "summary"));
  return text ? text : "";
}

static inline int
optional_action_rows_element_describe_put_summary(optional_action_rows_element_describe_made made,
                                                  const char *value) {
  return json_object_set_new(made.json, "summary", json_string(value));
}

static inline const char *optional_action_rows_element_describe_description(
    optional_action_rows_element_describe_json value) {
  const char *text = json_string_value(json_object_get(value.json, "description"));
  return text ? text : "";
}

static inline int optional_action_rows_element_describe_put_description(
    optional_action_rows_element_describe_made made, const char *value) {
  return json_object_set_new(made.json, "description", json_string(value));
}

/* ------------------------------------------------------------------------------ Filter in hand */

static inline optional_filter_json optional_filter_get(optional_filter_ref in) {
  return optional_filter_json_of(kmk_state_json(in.state));
}

static inline const char *optional_filter_get_query(optional_filter_ref in) {
  return optional_filter_query(optional_filter_get(in));
}

static inline json_int_t optional_filter_get_least(optional_filter_ref in) {
  return optional_filter_least(optional_filter_get(in));
}

static inline kmk_status optional_filter_set_query(optional_filter_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/query", json_string(value));
}

static inline kmk_status optional_filter_set_least(optional_filter_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/least", json_integer(value));
}

/* ------------------------------------------------------------------------------ String in hand */

static inline optional_string_json optional_string_get(optional_string_ref in) {
  return optional_string_json_of(kmk_state_json(in.state));
}

static inline json_int_t optional_string_get_init(optional_string_ref in) {
  return optional_string_init(optional_string_get(in));
}

static inline const char *optional_string_get_self(optional_string_ref in) {
  return optional_string_self(optional_string_get(in));
}

static inline kmk_status optional_string_set_init(optional_string_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/init", json_integer(value));
}

static inline kmk_status optional_string_set_self(optional_string_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/self", json_string(value));
}

/* -------------------------------------------------------------------------------- Tree in hand */

static inline optional_tree_json optional_tree_get(optional_tree_ref in) {
  return optional_tree_json_of(kmk_state_json(in.state));
}

static inline const char *optional_tree_get_label(optional_tree_ref in) {
  return optional_tree_label(optional_tree_get(in));
}

static inline const json_t *optional_tree_get_branches(optional_tree_ref in) {
  return optional_tree_branches(optional_tree_get(in));
}

static inline kmk_status optional_tree_set_label(optional_tree_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/label", json_string(value));
}

static inline kmk_status optional_tree_set_branches(optional_tree_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/branches", value ? value : json_null());
}

static inline kmk_status optional_tree_set_branches_new(optional_tree_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/branches", value);
}

static inline kmk_status optional_tree_clear_branches(optional_tree_ref in) {
  return kmk_state_set_new(in.state, "/branches", json_null());
}

/* ------------------------------------------------------------------------------- State in hand */

static inline optional_state_json optional_state_get(optional_state_ref in) {
  return optional_state_json_of(kmk_state_json(in.state));
}

static inline const char *optional_state_get_note(optional_state_ref in) {
  return optional_state_note(optional_state_get(in));
}

static inline optional_nothing_json optional_state_get_nothing(optional_state_ref in) {
  return optional_state_nothing(optional_state_get(in));
}

static inline optional_empty_json optional_state_get_empty(optional_state_ref in) {
  return optional_state_empty(optional_state_get(in));
}

static inline const json_t *optional_state_get_words(optional_state_ref in) {
  return optional_state_words(optional_state_get(in));
}

static inline const char *optional_state_get_text(optional_state_ref in) {
  return optional_state_text(optional_state_get(in));
}

static inline optional_filter_json optional_state_get_filter(optional_state_ref in) {
  return optional_state_filter(optional_state_get(in));
}

static inline optional_mode_case optional_state_get_mode(optional_state_ref in) {
  return optional_state_mode(optional_state_get(in));
}

static inline const json_t *optional_state_get_modes(optional_state_ref in) {
  return optional_state_modes(optional_state_get(in));
}

static inline optional_sheet_json optional_state_get_sheet(optional_state_ref in) {
  return optional_state_sheet(optional_state_get(in));
}

static inline optional_inner_json optional_state_get_inner(optional_state_ref in) {
  return optional_state_inner(optional_state_get(in));
}

static inline optional_hull_json optional_state_get_hull(optional_state_ref in) {
  return optional_state_hull(optional_state_get(in));
}

static inline const json_t *optional_state_get_weights(optional_state_ref in) {
  return optional_state_weights(optional_state_get(in));
}

static inline const json_t *optional_state_get_numbers(optional_state_ref in) {
  return optional_state_numbers(optional_state_get(in));
}

static inline double optional_state_get_large(optional_state_ref in) {
  return optional_state_large(optional_state_get(in));
}

static inline const char *optional_state_get_unseen(optional_state_ref in) {
  return optional_state_unseen(optional_state_get(in));
}

static inline json_int_t optional_state_get_init(optional_state_ref in) {
  return optional_state_init(optional_state_get(in));
}

static inline const char *optional_state_get_self(optional_state_ref in) {
  return optional_state_self(optional_state_get(in));
}

static inline json_int_t optional_state_get_values(optional_state_ref in) {
  return optional_state_values(optional_state_get(in));
}

static inline optional_decoder_json optional_state_get_decoder(optional_state_ref in) {
  return optional_state_decoder(optional_state_get(in));
}

static inline optional_string_json optional_state_get_string(optional_state_ref in) {
  return optional_state_string(optional_state_get(in));
}

static inline json_int_t optional_state_get_count(optional_state_ref in) {
  return optional_state_count(optional_state_get(in));
}

static inline double optional_state_get_ratio(optional_state_ref in) {
  return optional_state_ratio(optional_state_get(in));
}

static inline bool optional_state_get_flag(optional_state_ref in) {
  return optional_state_flag(optional_state_get(in));
}

static inline optional_tree_json optional_state_get_tree(optional_state_ref in) {
  return optional_state_tree(optional_state_get(in));
}

static inline const json_t *optional_state_get_list(optional_state_ref in) {
  return optional_state_list(optional_state_get(in));
}

static inline const char *optional_state_get_twice(optional_state_ref in) {
  return optional_state_twice(optional_state_get(in));
}

static inline const json_t *optional_state_get_anything(optional_state_ref in) {
  return optional_state_anything(optional_state_get(in));
}

static inline const json_t *optional_state_get_some(optional_state_ref in) {
  return optional_state_some(optional_state_get(in));
}

static inline kmk_status optional_state_set_note(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/note", value ? json_string(value) : json_null());
}

static inline kmk_status optional_state_clear_note(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/note", json_null());
}

static inline kmk_status optional_state_set_nothing(optional_state_ref in,
                                                    optional_nothing_json value) {
  return kmk_state_set(in.state, "/nothing", value.json);
}

static inline kmk_status optional_state_set_nothing_new(optional_state_ref in,
                                                        optional_nothing_made value) {
  return kmk_state_set_new(in.state, "/nothing", value.json);
}

static inline kmk_status optional_state_set_empty(optional_state_ref in,
                                                  optional_empty_json value) {
  return kmk_state_set(in.state, "/empty", value.json ? value.json : json_null());
}

static inline kmk_status optional_state_set_empty_new(optional_state_ref in,
                                                      optional_empty_made value) {
  return kmk_state_set_new(in.state, "/empty", value.json);
}

static inline kmk_status optional_state_clear_empty(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/empty", json_null());
}

static inline kmk_status optional_state_set_words(optional_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/words", value ? value : json_null());
}

static inline kmk_status optional_state_set_words_new(optional_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/words", value);
}

static inline kmk_status optional_state_clear_words(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/words", json_null());
}

static inline kmk_status optional_state_set_text(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/text", value ? json_string(value) : json_null());
}

static inline kmk_status optional_state_clear_text(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/text", json_null());
}

static inline kmk_status optional_state_set_filter(optional_state_ref in,
                                                   optional_filter_json value) {
  return kmk_state_set(in.state, "/filter", value.json ? value.json : json_null());
}

static inline kmk_status optional_state_set_filter_new(optional_state_ref in,
                                                       optional_filter_made value) {
  return kmk_state_set_new(in.state, "/filter", value.json);
}

static inline kmk_status optional_state_clear_filter(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/filter", json_null());
}

static inline kmk_status optional_state_set_filter_query(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/filter/query", json_string(value));
}

static inline kmk_status optional_state_set_filter_least(optional_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/filter/least", json_integer(value));
}

static inline kmk_status optional_state_set_mode(optional_state_ref in, optional_mode_case value) {
  return kmk_state_set_new(in.state, "/mode", optional_mode_new(value));
}

static inline kmk_status optional_state_clear_mode(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/mode", json_null());
}

static inline kmk_status optional_state_set_modes(optional_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/modes", value);
}

static inline kmk_status optional_state_set_modes_new(optional_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/modes", value);
}

static inline kmk_status optional_state_set_sheet(optional_state_ref in,
                                                  optional_sheet_json value) {
  return kmk_state_set(in.state, "/sheet", value.json ? value.json : json_null());
}

static inline kmk_status optional_state_set_sheet_new(optional_state_ref in,
                                                      optional_sheet_made value) {
  return kmk_state_set_new(in.state, "/sheet", value.json);
}

static inline kmk_status optional_state_clear_sheet(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/sheet", json_null());
}

static inline kmk_status optional_state_set_sheet_edit(optional_state_ref in,
                                                       optional_filter_json value) {
  return kmk_state_set(in.state, "/sheet/edit", value.json);
}

static inline kmk_status optional_state_set_sheet_edit_new(optional_state_ref in,
                                                           optional_filter_made value) {
  return kmk_state_set_new(in.state, "/sheet/edit", value.json);
}

static inline kmk_status optional_state_set_sheet_edit_query(optional_state_ref in,
                                                             const char *value) {
  return kmk_state_set_new(in.state, "/sheet/edit/query", json_string(value));
}

static inline kmk_status optional_state_set_sheet_edit_least(optional_state_ref in,
                                                             json_int_t value) {
  return kmk_state_set_new(in.state, "/sheet/edit/least", json_integer(value));
}

static inline kmk_status optional_state_set_sheet_none(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/sheet/none", json_string(value));
}

static inline kmk_status optional_state_set_inner(optional_state_ref in,
                                                  optional_inner_json value) {
  return kmk_state_set(in.state, "/inner", value.json ? value.json : json_null());
}

static inline kmk_status optional_state_set_inner_new(optional_state_ref in,
                                                      optional_inner_made value) {
  return kmk_state_set_new(in.state, "/inner", value.json);
}

static inline kmk_status optional_state_clear_inner(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/inner", json_null());
}

static inline kmk_status optional_state_set_inner_a(optional_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/inner/a", json_integer(value));
}

static inline kmk_status optional_state_set_inner_b(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/inner/b", value ? json_string(value) : json_null());
}

static inline kmk_status optional_state_clear_inner_b(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/inner/b", json_null());
}

static inline kmk_status optional_state_set_hull(optional_state_ref in, optional_hull_json value) {
  return kmk_state_set(in.state, "/hull", value.json);
}

static inline kmk_status optional_state_set_hull_new(optional_state_ref in,
                                                     optional_hull_made value) {
  return kmk_state_set_new(in.state, "/hull", value.json);
}

static inline kmk_status optional_state_set_hull_open(optional_state_ref in,
                                                      optional_hull_open_json value) {
  return kmk_state_set(in.state, "/hull/open", value.json ? value.json : json_null());
}

static inline kmk_status optional_state_set_hull_open_new(optional_state_ref in,
                                                          optional_hull_open_made value) {
  return kmk_state_set_new(in.state, "/hull/open", value.json);
}

static inline kmk_status optional_state_clear_hull_open(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/hull/open", json_null());
}

static inline kmk_status optional_state_set_hull_open_x(optional_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/hull/open/x", json_integer(value));
}

static inline kmk_status optional_state_set_weights(optional_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/weights", value ? value : json_null());
}

static inline kmk_status optional_state_set_weights_new(optional_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/weights", value);
}

static inline kmk_status optional_state_clear_weights(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/weights", json_null());
}

static inline kmk_status optional_state_set_numbers(optional_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/numbers", value);
}

static inline kmk_status optional_state_set_numbers_new(optional_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/numbers", value);
}

static inline kmk_status optional_state_set_large(optional_state_ref in, double value) {
  return kmk_state_set_new(in.state, "/large", json_real(value));
}

static inline kmk_status optional_state_set_unseen(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/unseen", json_string(value));
}

static inline kmk_status optional_state_set_init(optional_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/init", json_integer(value));
}

static inline kmk_status optional_state_set_self(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/self", json_string(value));
}

static inline kmk_status optional_state_set_values(optional_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/values", json_integer(value));
}

static inline kmk_status optional_state_set_decoder(optional_state_ref in,
                                                    optional_decoder_json value) {
  return kmk_state_set(in.state, "/decoder", value.json);
}

static inline kmk_status optional_state_set_decoder_new(optional_state_ref in,
                                                        optional_decoder_made value) {
  return kmk_state_set_new(in.state, "/decoder", value.json);
}

static inline kmk_status optional_state_set_decoder_self(optional_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/decoder/self", json_integer(value));
}

static inline kmk_status optional_state_set_string(optional_state_ref in,
                                                   optional_string_json value) {
  return kmk_state_set(in.state, "/string", value.json);
}

static inline kmk_status optional_state_set_string_new(optional_state_ref in,
                                                       optional_string_made value) {
  return kmk_state_set_new(in.state, "/string", value.json);
}

static inline kmk_status optional_state_set_string_init(optional_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/string/init", json_integer(value));
}

static inline kmk_status optional_state_set_string_self(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/string/self", json_string(value));
}

static inline kmk_status optional_state_set_count(optional_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/count", json_integer(value));
}

static inline kmk_status optional_state_clear_count(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/count", json_null());
}

static inline kmk_status optional_state_set_ratio(optional_state_ref in, double value) {
  return kmk_state_set_new(in.state, "/ratio", json_real(value));
}

static inline kmk_status optional_state_clear_ratio(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/ratio", json_null());
}

static inline kmk_status optional_state_set_flag(optional_state_ref in, bool value) {
  return kmk_state_set_new(in.state, "/flag", json_boolean(value));
}

static inline kmk_status optional_state_clear_flag(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/flag", json_null());
}

static inline kmk_status optional_state_set_tree(optional_state_ref in, optional_tree_json value) {
  return kmk_state_set(in.state, "/tree", value.json ? value.json : json_null());
}

static inline kmk_status optional_state_set_tree_new(optional_state_ref in,
                                                     optional_tree_made value) {
  return kmk_state_set_new(in.state, "/tree", value.json);
}

static inline kmk_status optional_state_clear_tree(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/tree", json_null());
}

static inline kmk_status optional_state_set_tree_label(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/tree/label", json_string(value));
}

static inline kmk_status optional_state_set_tree_branches(optional_state_ref in,
                                                          const json_t *value) {
  return kmk_state_set(in.state, "/tree/branches", value ? value : json_null());
}

static inline kmk_status optional_state_set_tree_branches_new(optional_state_ref in,
                                                              json_t *value) {
  return kmk_state_set_new(in.state, "/tree/branches", value);
}

static inline kmk_status optional_state_clear_tree_branches(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/tree/branches", json_null());
}

static inline kmk_status optional_state_set_list(optional_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/list", value ? value : json_null());
}

static inline kmk_status optional_state_set_list_new(optional_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/list", value);
}

static inline kmk_status optional_state_clear_list(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/list", json_null());
}

static inline kmk_status optional_state_set_twice(optional_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/twice", value ? json_string(value) : json_null());
}

static inline kmk_status optional_state_clear_twice(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/twice", json_null());
}

static inline kmk_status optional_state_set_anything(optional_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/anything", value ? value : json_null());
}

static inline kmk_status optional_state_set_anything_new(optional_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/anything", value);
}

static inline kmk_status optional_state_clear_anything(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/anything", json_null());
}

static inline kmk_status optional_state_set_some(optional_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/some", value ? value : json_null());
}

static inline kmk_status optional_state_set_some_new(optional_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/some", value);
}

static inline kmk_status optional_state_clear_some(optional_state_ref in) {
  return kmk_state_set_new(in.state, "/some", json_null());
}

/* ----------------------------------------------------------------------- State.nothing in hand */

static inline optional_nothing_json optional_nothing_get(optional_nothing_ref in) {
  return optional_nothing_json_of(kmk_state_json(in.state));
}

/* ------------------------------------------------------------------------- State.empty in hand */

static inline optional_empty_json optional_empty_get(optional_empty_ref in) {
  return optional_empty_json_of(kmk_state_json(in.state));
}

/* ------------------------------------------------------------------------- State.inner in hand */

static inline optional_inner_json optional_inner_get(optional_inner_ref in) {
  return optional_inner_json_of(kmk_state_json(in.state));
}

static inline json_int_t optional_inner_get_a(optional_inner_ref in) {
  return optional_inner_a(optional_inner_get(in));
}

static inline const char *optional_inner_get_b(optional_inner_ref in) {
  return optional_inner_b(optional_inner_get(in));
}

static inline kmk_status optional_inner_set_a(optional_inner_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/a", json_integer(value));
}

static inline kmk_status optional_inner_set_b(optional_inner_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/b", value ? json_string(value) : json_null());
}

static inline kmk_status optional_inner_clear_b(optional_inner_ref in) {
  return kmk_state_set_new(in.state, "/b", json_null());
}

/* --------------------------------------------------------------------- State.hull.open in hand */

static inline optional_hull_open_json optional_hull_open_get(optional_hull_open_ref in) {
  return optional_hull_open_json_of(kmk_state_json(in.state));
}

static inline json_int_t optional_hull_open_get_x(optional_hull_open_ref in) {
  return optional_hull_open_x(optional_hull_open_get(in));
}

static inline kmk_status optional_hull_open_set_x(optional_hull_open_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/x", json_integer(value));
}

/* ------------------------------------------------------------------------------------- Actions */

static inline json_t *optional_action_open(optional_action_open_made payload) {
  return kmk_action_at_new("open", payload.json);
}

static inline json_t *optional_action_open_none(void) { return kmk_action_at_new("open", NULL); }
static inline json_t *optional_action_close(void) { return kmk_action_at_new("close", NULL); }

static inline json_t *optional_action_maybe(const char *payload) {
  return optional_with("maybe", payload ? json_string(payload) : json_null());
}

static inline json_t *optional_action_search(const char *payload) {
  return optional_with("search", json_string(payload));
}

static inline json_t *optional_action_number(double payload) {
  return optional_with("number", json_real(payload));
}

static inline json_t *optional_action_point(double x, const char *label) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "x", json_real(x));
  wrong |= json_object_set_new(made, "label", json_string(label));
  return optional_with("point", optional_built(made, wrong));
}

static inline json_t *optional_action_tags(json_t *payload) {
  return optional_with("tags", payload);
}

static inline json_t *optional_action_some(json_t *payload) {
  return kmk_action_at_new("some", payload);
}

static inline json_t *optional_action_any(json_t *payload) {
  return kmk_action_at_new("any", payload);
}

static inline json_t *optional_action_pick(optional_filter_made payload) {
  return kmk_action_at_new("pick", payload.json);
}

static inline json_t *optional_action_pick_none(void) { return kmk_action_at_new("pick", NULL); }

static inline json_t *optional_action_noted(const char *payload) {
  return optional_with("noted", payload ? json_string(payload) : json_null());
}

static inline json_t *optional_action_rows_element_rename(const char *id, const char *payload) {
  json_t *action = optional_with("rename", json_string(payload));
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *optional_action_rows_element_describe(const char *id, const char *summary,
                                                            const char *description) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "summary", json_string(summary));
  wrong |= json_object_set_new(made, "description", json_string(description));
  json_t *action = optional_with("describe", optional_built(made, wrong));
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

#endif
