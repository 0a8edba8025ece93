/* The types of optional.shape, written by kumiki generate: change that file, and not this one.
 *
 *   optional_T_m(json)               the member m of a T; of NULL what nothing is
 *   optional_T_get_m(state)          the same of the state in hand, where that is a T
 *   optional_T_set_m(state, value)   writes it there; _new takes a json_t * over
 *   optional_T_put_m(json, value)    puts it into a T that is being built
 *   optional_T_new(...)              a T with the members that have no default, new
 *   optional_T_which(json)           the case of an enum, for a switch
 *   optional_T_as_c(json)            the payload of its case c; NULL of another case
 *   optional_T_of_c(payload)         an enum in the case c, new
 *   optional_action_c(...)           an action, new
 *
 * A json_t * parameter is taken over where the result is new, and by _new and put; a const one
 * is borrowed. What is read is borrowed from what it is read from. Where a value that must be there is
 * NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL. */
#ifndef OPTIONAL_SHAPE_H
#define OPTIONAL_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define OPTIONAL_HASH "347e608087968504"
#define OPTIONAL_SHAPE                                                                             \
  "Note = text?; "                                                                                 \
  "Filter = {query: text = '', least: integer = 3}; "                                              \
  "String = {init: integer, self: text = ''}; "                                                    \
  "Decoder = (init | self: integer | none); "                                                      \
  "{note: Note, nothing: only {} = {}, empty: {}? = {}, words: [text]? = [], "                     \
  "text: text? = 'x', filter: Filter? = {'query': '', 'least': 3}, mode: (dark | "                 \
  "none)? = 'none', modes: [(dark | none)?] = ['none', null], sheet: (edit: Filter | some | "      \
  "none: text)? = {'none': 'n'}, inner: {a: integer = 1, b: text?}? = {'a': 1}, "                  \
  "hull: (open: {x: integer}? | closed) = 'open', weights: [text: number?]? = {'k': 1}, "          \
  "numbers: [number?] = [1], large: number = 9223372036854775807, "                                \
  "unseen: text = 'del\177, turned \342\200\256', init: integer = 1, self: text = 'own', "         \
  "values: integer = 0, decoder: Decoder = 'init', string: String = {'init': 2, 'self': ''}}"

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

/* Places inside Filter. */
#define OPTIONAL_FILTER_AT_QUERY "/query"
#define OPTIONAL_FILTER_AT_LEAST "/least"

/* Places inside String. */
#define OPTIONAL_STRING_AT_INIT "/init"
#define OPTIONAL_STRING_AT_SELF "/self"

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

/* ------------------------------------------------------------------------------------- Decoder */

typedef enum optional_decoder_case {
  OPTIONAL_DECODER_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_DECODER_INIT,
  OPTIONAL_DECODER_SELF,
  OPTIONAL_DECODER_NONE
} optional_decoder_case;

static inline optional_decoder_case optional_decoder_which(const json_t *value) {
  if (kmk_action_is(value, "init"))
    return OPTIONAL_DECODER_INIT;
  if (kmk_action_is(value, "self"))
    return OPTIONAL_DECODER_SELF;
  if (kmk_action_is(value, "none"))
    return OPTIONAL_DECODER_NONE;
  return OPTIONAL_DECODER_NO_CASE;
}

/* ---------------------------------------------------------------------------------- State.mode */

typedef enum optional_mode_case {
  OPTIONAL_MODE_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_MODE_DARK,
  OPTIONAL_MODE_NONE
} optional_mode_case;

static inline optional_mode_case optional_mode_which(const json_t *value) {
  if (kmk_action_is(value, "dark"))
    return OPTIONAL_MODE_DARK;
  if (kmk_action_is(value, "none"))
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

static inline optional_modes_item_case optional_modes_item_which(const json_t *value) {
  if (kmk_action_is(value, "dark"))
    return OPTIONAL_MODES_ITEM_DARK;
  if (kmk_action_is(value, "none"))
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

static inline optional_sheet_case optional_sheet_which(const json_t *value) {
  if (kmk_action_is(value, "edit"))
    return OPTIONAL_SHEET_EDIT;
  if (kmk_action_is(value, "some"))
    return OPTIONAL_SHEET_SOME;
  if (kmk_action_is(value, "none"))
    return OPTIONAL_SHEET_NONE;
  return OPTIONAL_SHEET_NO_CASE;
}

/* ---------------------------------------------------------------------------------- State.hull */

typedef enum optional_hull_case {
  OPTIONAL_HULL_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_HULL_OPEN,
  OPTIONAL_HULL_CLOSED
} optional_hull_case;

static inline optional_hull_case optional_hull_which(const json_t *value) {
  if (kmk_action_is(value, "open"))
    return OPTIONAL_HULL_OPEN;
  if (kmk_action_is(value, "closed"))
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

static inline optional_action_case optional_action_which(const json_t *value) {
  if (kmk_action_is(value, "open"))
    return OPTIONAL_ACTION_OPEN;
  if (kmk_action_is(value, "close"))
    return OPTIONAL_ACTION_CLOSE;
  if (kmk_action_is(value, "maybe"))
    return OPTIONAL_ACTION_MAYBE;
  if (kmk_action_is(value, "search"))
    return OPTIONAL_ACTION_SEARCH;
  if (kmk_action_is(value, "number"))
    return OPTIONAL_ACTION_NUMBER;
  if (kmk_action_is(value, "point"))
    return OPTIONAL_ACTION_POINT;
  if (kmk_action_is(value, "tags"))
    return OPTIONAL_ACTION_TAGS;
  if (kmk_action_is(value, "some"))
    return OPTIONAL_ACTION_SOME;
  if (kmk_action_is(value, "any"))
    return OPTIONAL_ACTION_ANY;
  if (kmk_action_is(value, "pick"))
    return OPTIONAL_ACTION_PICK;
  if (kmk_action_is(value, "noted"))
    return OPTIONAL_ACTION_NOTED;
  if (kmk_action_is(value, "rows"))
    return OPTIONAL_ACTION_ROWS;
  return OPTIONAL_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.rows */

typedef enum optional_action_rows_case {
  OPTIONAL_ACTION_ROWS_NO_CASE, /* null, or no case of the shape */
  OPTIONAL_ACTION_ROWS_ELEMENT
} optional_action_rows_case;

static inline optional_action_rows_case optional_action_rows_which(const json_t *value) {
  if (kmk_action_is(value, "element"))
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
optional_action_rows_element_which(const json_t *value) {
  if (kmk_action_is(value, "rename"))
    return OPTIONAL_ACTION_ROWS_ELEMENT_RENAME;
  if (kmk_action_is(value, "describe"))
    return OPTIONAL_ACTION_ROWS_ELEMENT_DESCRIBE;
  return OPTIONAL_ACTION_ROWS_ELEMENT_NO_CASE;
}

/* -------------------------------------------------------------------------------------- Filter */

static inline json_t *optional_filter_new(void) { return json_object(); }

static inline const char *optional_filter_query(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "query"));
  return text ? text : "";
}

static inline int optional_filter_put_query(json_t *json, const char *value) {
  return json_object_set_new(json, "query", json_string(value));
}

static inline const char *optional_filter_get_query(const kmk_state *state) {
  return optional_filter_query(kmk_state_json(state));
}

static inline kmk_status optional_filter_set_query(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/query", json_string(value));
}

static inline json_int_t optional_filter_least(const json_t *value) {
  return json_integer_value(json_object_get(value, "least"));
}

static inline int optional_filter_put_least(json_t *json, json_int_t value) {
  return json_object_set_new(json, "least", json_integer(value));
}

static inline json_int_t optional_filter_get_least(const kmk_state *state) {
  return optional_filter_least(kmk_state_json(state));
}

static inline kmk_status optional_filter_set_least(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/least", json_integer(value));
}

/* -------------------------------------------------------------------------------------- String */

static inline json_t *optional_string_new(json_int_t init) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "init", json_integer(init));
  return optional_built(made, wrong);
}

static inline json_int_t optional_string_init(const json_t *value) {
  return json_integer_value(json_object_get(value, "init"));
}

static inline int optional_string_put_init(json_t *json, json_int_t value) {
  return json_object_set_new(json, "init", json_integer(value));
}

static inline json_int_t optional_string_get_init(const kmk_state *state) {
  return optional_string_init(kmk_state_json(state));
}

static inline kmk_status optional_string_set_init(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/init", json_integer(value));
}

static inline const char *optional_string_self(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "self"));
  return text ? text : "";
}

static inline int optional_string_put_self(json_t *json, const char *value) {
  return json_object_set_new(json, "self", json_string(value));
}

static inline const char *optional_string_get_self(const kmk_state *state) {
  return optional_string_self(kmk_state_json(state));
}

static inline kmk_status optional_string_set_self(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/self", json_string(value));
}

/* ------------------------------------------------------------------------- payloads of Decoder */

static inline json_t *optional_decoder_of_init(void) { return json_string("init"); }

static inline json_int_t optional_decoder_as_self(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "self"));
}

static inline json_t *optional_decoder_of_self(json_int_t payload) {
  return optional_with("self", json_integer(payload));
}

static inline json_t *optional_decoder_of_none(void) { return json_string("none"); }

/* --------------------------------------------------------------------------------------- State */

static inline json_t *optional_state_new(void) { return json_object(); }

/* note: null fits by the name alone */
static inline const char *optional_state_note(const json_t *value) {
  return json_string_value(json_object_get(value, "note"));
}

static inline bool optional_state_has_note(const json_t *value) {
  const json_t *found = json_object_get(value, "note");
  return found && !json_is_null(found);
}

static inline int optional_state_put_note(json_t *json, const char *value) {
  return json_object_set_new(json, "note", value ? json_string(value) : json_null());
}

static inline const char *optional_state_get_note(const kmk_state *state) {
  return optional_state_note(kmk_state_json(state));
}

static inline kmk_status optional_state_set_note(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/note", value ? json_string(value) : json_null());
}

static inline kmk_status optional_state_clear_note(kmk_state *state) {
  return kmk_state_set_new(state, "/note", json_null());
}

static inline const json_t *optional_state_nothing(const json_t *value) {
  return json_object_get(value, "nothing");
}

static inline int optional_state_put_nothing(json_t *json, json_t *value) {
  return json_object_set_new(json, "nothing", value);
}

static inline const json_t *optional_state_get_nothing(const kmk_state *state) {
  return optional_state_nothing(kmk_state_json(state));
}

static inline kmk_status optional_state_set_nothing(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/nothing", value);
}

static inline kmk_status optional_state_set_nothing_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/nothing", value);
}

static inline const json_t *optional_state_empty(const json_t *value) {
  return json_object_get(value, "empty");
}

static inline int optional_state_put_empty(json_t *json, json_t *value) {
  return json_object_set_new(json, "empty", value);
}

static inline const json_t *optional_state_get_empty(const kmk_state *state) {
  return optional_state_empty(kmk_state_json(state));
}

static inline kmk_status optional_state_set_empty(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/empty", value);
}

static inline kmk_status optional_state_set_empty_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/empty", value);
}

static inline kmk_status optional_state_clear_empty(kmk_state *state) {
  return kmk_state_set_new(state, "/empty", json_null());
}

static inline const json_t *optional_state_words(const json_t *value) {
  return json_object_get(value, "words");
}

static inline int optional_state_put_words(json_t *json, json_t *value) {
  return json_object_set_new(json, "words", value);
}

static inline const json_t *optional_state_get_words(const kmk_state *state) {
  return optional_state_words(kmk_state_json(state));
}

static inline kmk_status optional_state_set_words(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/words", value);
}

static inline kmk_status optional_state_set_words_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/words", value);
}

static inline kmk_status optional_state_clear_words(kmk_state *state) {
  return kmk_state_set_new(state, "/words", json_null());
}

static inline const char *optional_state_text(const json_t *value) {
  return json_string_value(json_object_get(value, "text"));
}

static inline bool optional_state_has_text(const json_t *value) {
  const json_t *found = json_object_get(value, "text");
  return found && !json_is_null(found);
}

static inline int optional_state_put_text(json_t *json, const char *value) {
  return json_object_set_new(json, "text", value ? json_string(value) : json_null());
}

static inline const char *optional_state_get_text(const kmk_state *state) {
  return optional_state_text(kmk_state_json(state));
}

static inline kmk_status optional_state_set_text(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/text", value ? json_string(value) : json_null());
}

static inline kmk_status optional_state_clear_text(kmk_state *state) {
  return kmk_state_set_new(state, "/text", json_null());
}

static inline const json_t *optional_state_filter(const json_t *value) {
  return json_object_get(value, "filter");
}

static inline int optional_state_put_filter(json_t *json, json_t *value) {
  return json_object_set_new(json, "filter", value);
}

static inline const json_t *optional_state_get_filter(const kmk_state *state) {
  return optional_state_filter(kmk_state_json(state));
}

static inline kmk_status optional_state_set_filter(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/filter", value);
}

static inline kmk_status optional_state_set_filter_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/filter", value);
}

static inline kmk_status optional_state_clear_filter(kmk_state *state) {
  return kmk_state_set_new(state, "/filter", json_null());
}

static inline optional_mode_case optional_state_mode(const json_t *value) {
  return optional_mode_which(json_object_get(value, "mode"));
}

static inline bool optional_state_has_mode(const json_t *value) {
  const json_t *found = json_object_get(value, "mode");
  return found && !json_is_null(found);
}

static inline int optional_state_put_mode(json_t *json, optional_mode_case value) {
  return json_object_set_new(json, "mode", optional_mode_new(value));
}

static inline optional_mode_case optional_state_get_mode(const kmk_state *state) {
  return optional_state_mode(kmk_state_json(state));
}

static inline kmk_status optional_state_set_mode(kmk_state *state, optional_mode_case value) {
  return kmk_state_set_new(state, "/mode", optional_mode_new(value));
}

static inline kmk_status optional_state_clear_mode(kmk_state *state) {
  return kmk_state_set_new(state, "/mode", json_null());
}

static inline const json_t *optional_state_modes(const json_t *value) {
  return json_object_get(value, "modes");
}

static inline int optional_state_put_modes(json_t *json, json_t *value) {
  return json_object_set_new(json, "modes", value);
}

static inline const json_t *optional_state_get_modes(const kmk_state *state) {
  return optional_state_modes(kmk_state_json(state));
}

static inline kmk_status optional_state_set_modes(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/modes", value);
}

static inline kmk_status optional_state_set_modes_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/modes", value);
}

static inline const json_t *optional_state_sheet(const json_t *value) {
  return json_object_get(value, "sheet");
}

static inline int optional_state_put_sheet(json_t *json, json_t *value) {
  return json_object_set_new(json, "sheet", value);
}

static inline const json_t *optional_state_get_sheet(const kmk_state *state) {
  return optional_state_sheet(kmk_state_json(state));
}

static inline kmk_status optional_state_set_sheet(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/sheet", value);
}

static inline kmk_status optional_state_set_sheet_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/sheet", value);
}

static inline kmk_status optional_state_clear_sheet(kmk_state *state) {
  return kmk_state_set_new(state, "/sheet", json_null());
}

static inline const json_t *optional_state_inner(const json_t *value) {
  return json_object_get(value, "inner");
}

static inline int optional_state_put_inner(json_t *json, json_t *value) {
  return json_object_set_new(json, "inner", value);
}

static inline const json_t *optional_state_get_inner(const kmk_state *state) {
  return optional_state_inner(kmk_state_json(state));
}

static inline kmk_status optional_state_set_inner(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/inner", value);
}

static inline kmk_status optional_state_set_inner_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/inner", value);
}

static inline kmk_status optional_state_clear_inner(kmk_state *state) {
  return kmk_state_set_new(state, "/inner", json_null());
}

static inline const json_t *optional_state_hull(const json_t *value) {
  return json_object_get(value, "hull");
}

static inline int optional_state_put_hull(json_t *json, json_t *value) {
  return json_object_set_new(json, "hull", value);
}

static inline const json_t *optional_state_get_hull(const kmk_state *state) {
  return optional_state_hull(kmk_state_json(state));
}

static inline kmk_status optional_state_set_hull(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/hull", value);
}

static inline kmk_status optional_state_set_hull_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/hull", value);
}

static inline const json_t *optional_state_weights(const json_t *value) {
  return json_object_get(value, "weights");
}

static inline int optional_state_put_weights(json_t *json, json_t *value) {
  return json_object_set_new(json, "weights", value);
}

static inline const json_t *optional_state_get_weights(const kmk_state *state) {
  return optional_state_weights(kmk_state_json(state));
}

static inline kmk_status optional_state_set_weights(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/weights", value);
}

static inline kmk_status optional_state_set_weights_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/weights", value);
}

static inline kmk_status optional_state_clear_weights(kmk_state *state) {
  return kmk_state_set_new(state, "/weights", json_null());
}

static inline const json_t *optional_state_numbers(const json_t *value) {
  return json_object_get(value, "numbers");
}

static inline int optional_state_put_numbers(json_t *json, json_t *value) {
  return json_object_set_new(json, "numbers", value);
}

static inline const json_t *optional_state_get_numbers(const kmk_state *state) {
  return optional_state_numbers(kmk_state_json(state));
}

static inline kmk_status optional_state_set_numbers(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/numbers", value);
}

static inline kmk_status optional_state_set_numbers_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/numbers", value);
}

static inline double optional_state_large(const json_t *value) {
  return json_number_value(json_object_get(value, "large"));
}

static inline int optional_state_put_large(json_t *json, double value) {
  return json_object_set_new(json, "large", json_real(value));
}

static inline double optional_state_get_large(const kmk_state *state) {
  return optional_state_large(kmk_state_json(state));
}

static inline kmk_status optional_state_set_large(kmk_state *state, double value) {
  return kmk_state_set_new(state, "/large", json_real(value));
}

static inline const char *optional_state_unseen(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "unseen"));
  return text ? text : "";
}

static inline int optional_state_put_unseen(json_t *json, const char *value) {
  return json_object_set_new(json, "unseen", json_string(value));
}

static inline const char *optional_state_get_unseen(const kmk_state *state) {
  return optional_state_unseen(kmk_state_json(state));
}

static inline kmk_status optional_state_set_unseen(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/unseen", json_string(value));
}

static inline json_int_t optional_state_init(const json_t *value) {
  return json_integer_value(json_object_get(value, "init"));
}

static inline int optional_state_put_init(json_t *json, json_int_t value) {
  return json_object_set_new(json, "init", json_integer(value));
}

static inline json_int_t optional_state_get_init(const kmk_state *state) {
  return optional_state_init(kmk_state_json(state));
}

static inline kmk_status optional_state_set_init(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/init", json_integer(value));
}

static inline const char *optional_state_self(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "self"));
  return text ? text : "";
}

static inline int optional_state_put_self(json_t *json, const char *value) {
  return json_object_set_new(json, "self", json_string(value));
}

static inline const char *optional_state_get_self(const kmk_state *state) {
  return optional_state_self(kmk_state_json(state));
}

static inline kmk_status optional_state_set_self(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/self", json_string(value));
}

static inline json_int_t optional_state_values(const json_t *value) {
  return json_integer_value(json_object_get(value, "values"));
}

static inline int optional_state_put_values(json_t *json, json_int_t value) {
  return json_object_set_new(json, "values", json_integer(value));
}

static inline json_int_t optional_state_get_values(const kmk_state *state) {
  return optional_state_values(kmk_state_json(state));
}

static inline kmk_status optional_state_set_values(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/values", json_integer(value));
}

static inline const json_t *optional_state_decoder(const json_t *value) {
  return json_object_get(value, "decoder");
}

static inline int optional_state_put_decoder(json_t *json, json_t *value) {
  return json_object_set_new(json, "decoder", value);
}

static inline const json_t *optional_state_get_decoder(const kmk_state *state) {
  return optional_state_decoder(kmk_state_json(state));
}

static inline kmk_status optional_state_set_decoder(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/decoder", value);
}

static inline kmk_status optional_state_set_decoder_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/decoder", value);
}

static inline const json_t *optional_state_string(const json_t *value) {
  return json_object_get(value, "string");
}

static inline int optional_state_put_string(json_t *json, json_t *value) {
  return json_object_set_new(json, "string", value);
}

static inline const json_t *optional_state_get_string(const kmk_state *state) {
  return optional_state_string(kmk_state_json(state));
}

static inline kmk_status optional_state_set_string(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/string", value);
}

static inline kmk_status optional_state_set_string_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/string", value);
}

/* ------------------------------------------------------------------------------- State.nothing */

static inline json_t *optional_nothing_new(void) { return json_object(); }

/* --------------------------------------------------------------------------------- State.empty */

static inline json_t *optional_empty_new(void) { return json_object(); }

/* --------------------------------------------------------------------- payloads of State.sheet */

static inline const json_t *optional_sheet_as_edit(const json_t *value) {
  return kmk_action_payload(value, "edit");
}

static inline json_t *optional_sheet_of_edit(json_t *payload) {
  return optional_with("edit", payload);
}

static inline json_t *optional_sheet_of_some(void) { return json_string("some"); }

static inline const char *optional_sheet_as_none(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "none"));
  return text ? text : "";
}

static inline json_t *optional_sheet_of_none(const char *payload) {
  return optional_with("none", json_string(payload));
}

/* --------------------------------------------------------------------------------- State.inner */

static inline json_t *optional_inner_new(void) { return json_object(); }

static inline json_int_t optional_inner_a(const json_t *value) {
  return json_integer_value(json_object_get(value, "a"));
}

static inline int optional_inner_put_a(json_t *json, json_int_t value) {
  return json_object_set_new(json, "a", json_integer(value));
}

static inline json_int_t optional_inner_get_a(const kmk_state *state) {
  return optional_inner_a(kmk_state_json(state));
}

static inline kmk_status optional_inner_set_a(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/a", json_integer(value));
}

static inline const char *optional_inner_b(const json_t *value) {
  return json_string_value(json_object_get(value, "b"));
}

static inline bool optional_inner_has_b(const json_t *value) {
  const json_t *found = json_object_get(value, "b");
  return found && !json_is_null(found);
}

static inline int optional_inner_put_b(json_t *json, const char *value) {
  return json_object_set_new(json, "b", value ? json_string(value) : json_null());
}

static inline const char *optional_inner_get_b(const kmk_state *state) {
  return optional_inner_b(kmk_state_json(state));
}

static inline kmk_status optional_inner_set_b(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/b", value ? json_string(value) : json_null());
}

static inline kmk_status optional_inner_clear_b(kmk_state *state) {
  return kmk_state_set_new(state, "/b", json_null());
}

/* ---------------------------------------------------------------------- payloads of State.hull */

static inline const json_t *optional_hull_as_open(const json_t *value) {
  return kmk_action_payload(value, "open");
}

static inline json_t *optional_hull_of_open(json_t *payload) {
  return kmk_action_at_new("open", payload);
}

static inline json_t *optional_hull_of_closed(void) { return json_string("closed"); }

/* ----------------------------------------------------------------------------- State.hull.open */

static inline json_t *optional_hull_open_new(json_int_t x) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "x", json_integer(x));
  return optional_built(made, wrong);
}

static inline json_int_t optional_hull_open_x(const json_t *value) {
  return json_integer_value(json_object_get(value, "x"));
}

static inline int optional_hull_open_put_x(json_t *json, json_int_t value) {
  return json_object_set_new(json, "x", json_integer(value));
}

static inline json_int_t optional_hull_open_get_x(const kmk_state *state) {
  return optional_hull_open_x(kmk_state_json(state));
}

static inline kmk_status optional_hull_open_set_x(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/x", json_integer(value));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline const json_t *optional_action_as_open(const json_t *value) {
  return kmk_action_payload(value, "open");
}

static inline const char *optional_action_as_maybe(const json_t *value) {
  return json_string_value(kmk_action_payload(value, "maybe"));
}

static inline const char *optional_action_as_search(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "search"));
  return text ? text : "";
}

static inline double optional_action_as_number(const json_t *value) {
  return json_number_value(kmk_action_payload(value, "number"));
}

static inline const json_t *optional_action_as_point(const json_t *value) {
  return kmk_action_payload(value, "point");
}

static inline const json_t *optional_action_as_tags(const json_t *value) {
  return kmk_action_payload(value, "tags");
}

static inline const json_t *optional_action_as_some(const json_t *value) {
  return kmk_action_payload(value, "some");
}

static inline const json_t *optional_action_as_any(const json_t *value) {
  return kmk_action_payload(value, "any");
}

static inline const json_t *optional_action_as_pick(const json_t *value) {
  return kmk_action_payload(value, "pick");
}

static inline const char *optional_action_as_noted(const json_t *value) {
  return json_string_value(kmk_action_payload(value, "noted"));
}

static inline const json_t *optional_action_as_rows(const json_t *value) {
  return kmk_action_payload(value, "rows");
}

/* --------------------------------------------------------------------------------- Action.open */

static inline json_t *optional_action_open_new(const char *id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  return optional_built(made, wrong);
}

static inline const char *optional_action_open_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int optional_action_open_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

/* -------------------------------------------------------------------------------- Action.point */

static inline json_t *optional_action_point_new(double x, const char *label) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "x", json_real(x));
  wrong |= json_object_set_new(made, "label", json_string(label));
  return optional_built(made, wrong);
}

static inline double optional_action_point_x(const json_t *value) {
  return json_number_value(json_object_get(value, "x"));
}

static inline int optional_action_point_put_x(json_t *json, double value) {
  return json_object_set_new(json, "x", json_real(value));
}

static inline const char *optional_action_point_label(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "label"));
  return text ? text : "";
}

static inline int optional_action_point_put_label(json_t *json, const char *value) {
  return json_object_set_new(json, "label", json_string(value));
}

/* --------------------------------------------------------------------- payloads of Action.rows */

static inline const json_t *optional_action_rows_as_element(const json_t *value) {
  return kmk_action_payload(value, "element");
}

/* ------------------------------------------------------------- payloads of Action.rows.element */

static inline const char *optional_action_rows_element_as_rename(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "rename"));
  return text ? text : "";
}

static inline const json_t *optional_action_rows_element_as_describe(const json_t *value) {
  return kmk_action_payload(value, "describe");
}

/* ---------------------------------------------------------------- Action.rows.element.describe */

static inline json_t *optional_action_rows_element_describe_new(const char *summary,
                                                                const char *description) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "summary", json_string(summary));
  wrong |= json_object_set_new(made, "description", json_string(description));
  return optional_built(made, wrong);
}

static inline const char *optional_action_rows_element_describe_summary(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "summary"));
  return text ? text : "";
}

static inline int optional_action_rows_element_describe_put_summary(json_t *json,
                                                                    const char *value) {
  return json_object_set_new(json, "summary", json_string(value));
}

static inline const char *optional_action_rows_element_describe_description(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "description"));
  return text ? text : "";
}

static inline int optional_action_rows_element_describe_put_description(json_t *json,
                                                                        const char *value) {
  return json_object_set_new(json, "description", json_string(value));
}

/* ------------------------------------------------------------------------------------- Actions */

static inline json_t *optional_action_open(json_t *payload) {
  return kmk_action_at_new("open", payload);
}

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

static inline json_t *optional_action_pick(json_t *payload) {
  return kmk_action_at_new("pick", payload);
}

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
