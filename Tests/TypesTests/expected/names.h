/* The types of names.shape, written by kumiki generate: change that file, and not this one.
 *
 *   names_T_m(json)               the member m of a T; of NULL what nothing is
 *   names_T_get_m(state)          the same of the state in hand, where that is a T
 *   names_T_set_m(state, value)   writes it there; _new takes a json_t * over
 *   names_T_put_m(json, value)    puts it into a T that is being built
 *   names_T_new(...)              a T with the members that have no default, new
 *   names_T_which(json)           the case of an enum, for a switch
 *   names_T_as_c(json)            the payload of its case c; NULL of another case
 *   names_T_of_c(payload)         an enum in the case c, new
 *   names_action_c(...)           an action, new
 *
 * A json_t * parameter is taken over where the result is new, and by _new and put; a const one
 * is borrowed. What is read is borrowed from what it is read from. Where a value that must be there is
 * NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL. */
#ifndef NAMES_SHAPE_H
#define NAMES_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define NAMES_HASH "267cacd57a829c29"
#define NAMES_SHAPE                                                                                \
  "Std = {a: integer}; "                                                                           \
  "Kumiki = {a: integer}; "                                                                        \
  "CaseName = {case_name: text}; "                                                                 \
  "Errno = (std: {n: integer} | kumiki | unix: text); "                                            \
  "{errno: integer = 0, unix: boolean = false, linux: text?, a*/b: {c: integer, "                  \
  "d: (e: text)?}?, assert: integer = 1, field: text?, list: [text] = ['a'], std: Std?, "          \
  "kumiki: Kumiki?, caseName: CaseName = {'case_name': 'own'}, "                                   \
  "kind: Errno = {'std': {'n': 1}}, what: text = 'what?\?/n', "                                    \
  "control: text = \"\\u0001\\\\u0001\", any: any = ['x)json', '?\?!'], "                          \
  "least: integer = -9223372036854775808, most: [integer] = [9223372036854775807, "                \
  "-9223372036854775808], tree: {value: integer = 0, note: text?, children: [text] = [], "         \
  "any: any, last: (x | y: integer)?} = {'value': 2, 'children': []}}"

/* Declares the states and the actions of a reducer, which it consumes. */
static inline kmk_reducer *names_declare(kmk_reducer *base) {
  static const kmk_case cases[] = {
      {"errno", "text"},
      {"std", "{case_name: text}"},
      {"kumiki", "{value: integer}"},
      {"case_name", "{value: integer?, case_name: text?, field: text}"},
      {"value", "{value: integer, errno: integer}"},
      {"linux", "{errno: integer, unix: text}"},
      {"json_pack", "{jsonObject: text}"},
      {"rows", "(element: {id: text, action: (rename: {id: text, action: text} | "
               "inner: {inner1: integer, made: text} | both: {id: text, row_id: integer} | "
               "rows: (element: {id: integer, action: (go: {id: text, id2: text} | stop)}))})"},
  };
  return kmk_shape(kmk_cases(base, sizeof cases / sizeof *cases, cases), NAMES_SHAPE);
}

/* Makes a feature of another library a mistake of the composition, which kmk_store_new reports,
 * if it was declared with another shape than this one. */
static inline kmk_reducer *names_expect(kmk_reducer *feature) {
  return kmk_expect_shape(feature, NAMES_HASH);
}

/* An enum in a case that must have a payload; NULL without one. */
static inline json_t *names_with(const char *case_path, json_t *payload) {
  return payload ? kmk_action_at_new(case_path, payload) : NULL;
}

/* An object, or NULL where something could not be put into it. */
static inline json_t *names_built(json_t *made, int wrong) {
  if (!wrong)
    return made;
  json_decref(made);
  return NULL;
}

/* Places of the state. */
#define NAMES_AT_ERRNO "/errno"
#define NAMES_AT_UNIX "/unix"
#define NAMES_AT_LINUX "/linux"
#define NAMES_AT_A_B "/a*~1b"
#define NAMES_AT_A_B_C "/a*~1b/c"
#define NAMES_AT_A_B_D "/a*~1b/d"
#define NAMES_AT_A_B_D_E "/a*~1b/d/e"
#define NAMES_AT_ASSERT "/assert"
#define NAMES_AT_FIELD "/field"
#define NAMES_AT_LIST "/list"
#define NAMES_AT_STD "/std"
#define NAMES_AT_STD_A "/std/a"
#define NAMES_AT_KUMIKI "/kumiki"
#define NAMES_AT_KUMIKI_A "/kumiki/a"
#define NAMES_AT_CASE_NAME "/caseName"
#define NAMES_AT_CASE_NAME_CASE_NAME "/caseName/case_name"
#define NAMES_AT_KIND "/kind"
#define NAMES_AT_KIND_STD "/kind/std"
#define NAMES_AT_KIND_STD_N "/kind/std/n"
#define NAMES_AT_KIND_UNIX "/kind/unix"
#define NAMES_AT_WHAT "/what"
#define NAMES_AT_CONTROL "/control"
#define NAMES_AT_ANY "/any"
#define NAMES_AT_LEAST "/least"
#define NAMES_AT_MOST "/most"
#define NAMES_AT_TREE "/tree"
#define NAMES_AT_TREE_VALUE "/tree/value"
#define NAMES_AT_TREE_NOTE "/tree/note"
#define NAMES_AT_TREE_CHILDREN "/tree/children"
#define NAMES_AT_TREE_ANY "/tree/any"
#define NAMES_AT_TREE_LAST "/tree/last"
#define NAMES_AT_TREE_LAST_Y "/tree/last/y"

/* Places inside Std. */
#define NAMES_STD_AT_A "/a"

/* Places inside Kumiki. */
#define NAMES_KUMIKI_AT_A "/a"

/* Places inside CaseName. */
#define NAMES_CASE_NAME_AT_CASE_NAME "/case_name"

/* Places inside Errno.std. */
#define NAMES_ERRNO_STD_AT_N "/n"

/* Places inside State.a* /b. */
#define NAMES_A_B_AT_C "/c"
#define NAMES_A_B_AT_D "/d"

/* Places inside State.tree. */
#define NAMES_TREE_AT_VALUE "/value"
#define NAMES_TREE_AT_NOTE "/note"
#define NAMES_TREE_AT_CHILDREN "/children"
#define NAMES_TREE_AT_ANY "/any"
#define NAMES_TREE_AT_LAST "/last"

/* Case paths of the actions, for kmk_action_is and kmk_action_payload. */
#define NAMES_CASE_ERRNO "errno"
#define NAMES_CASE_STD "std"
#define NAMES_CASE_KUMIKI "kumiki"
#define NAMES_CASE_CASE_NAME "case_name"
#define NAMES_CASE_VALUE "value"
#define NAMES_CASE_LINUX "linux"
#define NAMES_CASE_JSON_PACK "json_pack"
#define NAMES_CASE_ROWS "rows"
#define NAMES_CASE_ROWS_ELEMENT "rows.element"

/* --------------------------------------------------------------------------------------- Errno */

typedef enum names_errno_case {
  NAMES_ERRNO_NO_CASE, /* null, or no case of the shape */
  NAMES_ERRNO_STD,
  NAMES_ERRNO_KUMIKI,
  NAMES_ERRNO_UNIX
} names_errno_case;

static inline names_errno_case names_errno_which(const json_t *value) {
  if (kmk_action_is(value, "std"))
    return NAMES_ERRNO_STD;
  if (kmk_action_is(value, "kumiki"))
    return NAMES_ERRNO_KUMIKI;
  if (kmk_action_is(value, "unix"))
    return NAMES_ERRNO_UNIX;
  return NAMES_ERRNO_NO_CASE;
}

/* ------------------------------------------------------------------------------- State.a* /b.d */

typedef enum names_a_b_d_case {
  NAMES_A_B_D_NO_CASE, /* null, or no case of the shape */
  NAMES_A_B_D_E
} names_a_b_d_case;

static inline names_a_b_d_case names_a_b_d_which(const json_t *value) {
  if (kmk_action_is(value, "e"))
    return NAMES_A_B_D_E;
  return NAMES_A_B_D_NO_CASE;
}

/* ----------------------------------------------------------------------------- State.tree.last */

typedef enum names_tree_last_case {
  NAMES_TREE_LAST_NO_CASE, /* null, or no case of the shape */
  NAMES_TREE_LAST_X,
  NAMES_TREE_LAST_Y
} names_tree_last_case;

static inline names_tree_last_case names_tree_last_which(const json_t *value) {
  if (kmk_action_is(value, "x"))
    return NAMES_TREE_LAST_X;
  if (kmk_action_is(value, "y"))
    return NAMES_TREE_LAST_Y;
  return NAMES_TREE_LAST_NO_CASE;
}

/* -------------------------------------------------------------------------------------- Action */

typedef enum names_action_case {
  NAMES_ACTION_NO_CASE, /* null, or no case of the shape */
  NAMES_ACTION_ERRNO,
  NAMES_ACTION_STD,
  NAMES_ACTION_KUMIKI,
  NAMES_ACTION_CASE_NAME,
  NAMES_ACTION_VALUE,
  NAMES_ACTION_LINUX,
  NAMES_ACTION_JSON_PACK,
  NAMES_ACTION_ROWS
} names_action_case;

static inline names_action_case names_action_which(const json_t *value) {
  if (kmk_action_is(value, "errno"))
    return NAMES_ACTION_ERRNO;
  if (kmk_action_is(value, "std"))
    return NAMES_ACTION_STD;
  if (kmk_action_is(value, "kumiki"))
    return NAMES_ACTION_KUMIKI;
  if (kmk_action_is(value, "case_name"))
    return NAMES_ACTION_CASE_NAME;
  if (kmk_action_is(value, "value"))
    return NAMES_ACTION_VALUE;
  if (kmk_action_is(value, "linux"))
    return NAMES_ACTION_LINUX;
  if (kmk_action_is(value, "json_pack"))
    return NAMES_ACTION_JSON_PACK;
  if (kmk_action_is(value, "rows"))
    return NAMES_ACTION_ROWS;
  return NAMES_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.rows */

typedef enum names_action_rows_case {
  NAMES_ACTION_ROWS_NO_CASE, /* null, or no case of the shape */
  NAMES_ACTION_ROWS_ELEMENT
} names_action_rows_case;

static inline names_action_rows_case names_action_rows_which(const json_t *value) {
  if (kmk_action_is(value, "element"))
    return NAMES_ACTION_ROWS_ELEMENT;
  return NAMES_ACTION_ROWS_NO_CASE;
}

/* ------------------------------------------------------------------------- Action.rows.element */

typedef enum names_action_rows_element_case {
  NAMES_ACTION_ROWS_ELEMENT_NO_CASE, /* null, or no case of the shape */
  NAMES_ACTION_ROWS_ELEMENT_RENAME,
  NAMES_ACTION_ROWS_ELEMENT_INNER,
  NAMES_ACTION_ROWS_ELEMENT_BOTH,
  NAMES_ACTION_ROWS_ELEMENT_ROWS
} names_action_rows_element_case;

static inline names_action_rows_element_case names_action_rows_element_which(const json_t *value) {
  if (kmk_action_is(value, "rename"))
    return NAMES_ACTION_ROWS_ELEMENT_RENAME;
  if (kmk_action_is(value, "inner"))
    return NAMES_ACTION_ROWS_ELEMENT_INNER;
  if (kmk_action_is(value, "both"))
    return NAMES_ACTION_ROWS_ELEMENT_BOTH;
  if (kmk_action_is(value, "rows"))
    return NAMES_ACTION_ROWS_ELEMENT_ROWS;
  return NAMES_ACTION_ROWS_ELEMENT_NO_CASE;
}

/* -------------------------------------------------------------------- Action.rows.element.rows */

typedef enum names_action_rows_element_rows_case {
  NAMES_ACTION_ROWS_ELEMENT_ROWS_NO_CASE, /* null, or no case of the shape */
  NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT
} names_action_rows_element_rows_case;

static inline names_action_rows_element_rows_case
names_action_rows_element_rows_which(const json_t *value) {
  if (kmk_action_is(value, "element"))
    return NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT;
  return NAMES_ACTION_ROWS_ELEMENT_ROWS_NO_CASE;
}

/* ------------------------------------------------------------ Action.rows.element.rows.element */

typedef enum names_action_rows_element_rows_element_case {
  NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_NO_CASE, /* null, or no case of the shape */
  NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_GO,
  NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_STOP
} names_action_rows_element_rows_element_case;

static inline names_action_rows_element_rows_element_case
names_action_rows_element_rows_element_which(const json_t *value) {
  if (kmk_action_is(value, "go"))
    return NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_GO;
  if (kmk_action_is(value, "stop"))
    return NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_STOP;
  return NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_NO_CASE;
}

/* ----------------------------------------------------------------------------------------- Std */

/* A note with * / and / * and """ and a \ at its end: "Std" */
static inline json_t *names_std_new(json_int_t a) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "a", json_integer(a));
  return names_built(made, wrong);
}

static inline json_int_t names_std_a(const json_t *value) {
  return json_integer_value(json_object_get(value, "a"));
}

static inline int names_std_put_a(json_t *json, json_int_t value) {
  return json_object_set_new(json, "a", json_integer(value));
}

static inline json_int_t names_std_get_a(const kmk_state *state) {
  return names_std_a(kmk_state_json(state));
}

static inline kmk_status names_std_set_a(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/a", json_integer(value));
}

/* -------------------------------------------------------------------------------------- Kumiki */

static inline json_t *names_kumiki_new(json_int_t a) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "a", json_integer(a));
  return names_built(made, wrong);
}

static inline json_int_t names_kumiki_a(const json_t *value) {
  return json_integer_value(json_object_get(value, "a"));
}

static inline int names_kumiki_put_a(json_t *json, json_int_t value) {
  return json_object_set_new(json, "a", json_integer(value));
}

static inline json_int_t names_kumiki_get_a(const kmk_state *state) {
  return names_kumiki_a(kmk_state_json(state));
}

static inline kmk_status names_kumiki_set_a(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/a", json_integer(value));
}

/* ------------------------------------------------------------------------------------ CaseName */

static inline json_t *names_case_name_new(const char *case_name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "case_name", json_string(case_name));
  return names_built(made, wrong);
}

static inline const char *names_case_name_case_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "case_name"));
  return text ? text : "";
}

static inline int names_case_name_put_case_name(json_t *json, const char *value) {
  return json_object_set_new(json, "case_name", json_string(value));
}

static inline const char *names_case_name_get_case_name(const kmk_state *state) {
  return names_case_name_case_name(kmk_state_json(state));
}

static inline kmk_status names_case_name_set_case_name(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/case_name", json_string(value));
}

/* --------------------------------------------------------------------------- payloads of Errno */

static inline const json_t *names_errno_as_std(const json_t *value) {
  return kmk_action_payload(value, "std");
}

static inline json_t *names_errno_of_std(json_t *payload) { return names_with("std", payload); }
static inline json_t *names_errno_of_kumiki(void) { return json_string("kumiki"); }

static inline const char *names_errno_as_unix(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "unix"));
  return text ? text : "";
}

static inline json_t *names_errno_of_unix(const char *payload) {
  return names_with("unix", json_string(payload));
}

/* ----------------------------------------------------------------------------------- Errno.std */

static inline json_t *names_errno_std_new(json_int_t n) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "n", json_integer(n));
  return names_built(made, wrong);
}

static inline json_int_t names_errno_std_n(const json_t *value) {
  return json_integer_value(json_object_get(value, "n"));
}

static inline int names_errno_std_put_n(json_t *json, json_int_t value) {
  return json_object_set_new(json, "n", json_integer(value));
}

static inline json_int_t names_errno_std_get_n(const kmk_state *state) {
  return names_errno_std_n(kmk_state_json(state));
}

static inline kmk_status names_errno_std_set_n(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/n", json_integer(value));
}

/* --------------------------------------------------------------------------------------- State */

static inline json_t *names_state_new(void) { return json_object(); }

static inline json_int_t names_state_errno(const json_t *value) {
  return json_integer_value(json_object_get(value, "errno"));
}

static inline int names_state_put_errno(json_t *json, json_int_t value) {
  return json_object_set_new(json, "errno", json_integer(value));
}

static inline json_int_t names_state_get_errno(const kmk_state *state) {
  return names_state_errno(kmk_state_json(state));
}

static inline kmk_status names_state_set_errno(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/errno", json_integer(value));
}

static inline bool names_state_unix(const json_t *value) {
  return json_is_true(json_object_get(value, "unix"));
}

static inline int names_state_put_unix(json_t *json, bool value) {
  return json_object_set_new(json, "unix", json_boolean(value));
}

static inline bool names_state_get_unix(const kmk_state *state) {
  return names_state_unix(kmk_state_json(state));
}

static inline kmk_status names_state_set_unix(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/unix", json_boolean(value));
}

/* linux: a * / note of """ \x "own" */
static inline const char *names_state_linux(const json_t *value) {
  return json_string_value(json_object_get(value, "linux"));
}

static inline bool names_state_has_linux(const json_t *value) {
  const json_t *found = json_object_get(value, "linux");
  return found && !json_is_null(found);
}

static inline int names_state_put_linux(json_t *json, const char *value) {
  return json_object_set_new(json, "linux", value ? json_string(value) : json_null());
}

static inline const char *names_state_get_linux(const kmk_state *state) {
  return names_state_linux(kmk_state_json(state));
}

static inline kmk_status names_state_set_linux(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/linux", value ? json_string(value) : json_null());
}

static inline kmk_status names_state_clear_linux(kmk_state *state) {
  return kmk_state_set_new(state, "/linux", json_null());
}

static inline const json_t *names_state_a_b(const json_t *value) {
  return json_object_get(value, "a*/b");
}

static inline int names_state_put_a_b(json_t *json, json_t *value) {
  return json_object_set_new(json, "a*/b", value);
}

static inline const json_t *names_state_get_a_b(const kmk_state *state) {
  return names_state_a_b(kmk_state_json(state));
}

static inline kmk_status names_state_set_a_b(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/a*~1b", value);
}

static inline kmk_status names_state_set_a_b_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/a*~1b", value);
}

static inline kmk_status names_state_clear_a_b(kmk_state *state) {
  return kmk_state_set_new(state, "/a*~1b", json_null());
}

static inline json_int_t names_state_assert(const json_t *value) {
  return json_integer_value(json_object_get(value, "assert"));
}

static inline int names_state_put_assert(json_t *json, json_int_t value) {
  return json_object_set_new(json, "assert", json_integer(value));
}

static inline json_int_t names_state_get_assert(const kmk_state *state) {
  return names_state_assert(kmk_state_json(state));
}

static inline kmk_status names_state_set_assert(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/assert", json_integer(value));
}

/* field: hides nothing that the defaults after it need */
static inline const char *names_state_field(const json_t *value) {
  return json_string_value(json_object_get(value, "field"));
}

static inline bool names_state_has_field(const json_t *value) {
  const json_t *found = json_object_get(value, "field");
  return found && !json_is_null(found);
}

static inline int names_state_put_field(json_t *json, const char *value) {
  return json_object_set_new(json, "field", value ? json_string(value) : json_null());
}

static inline const char *names_state_get_field(const kmk_state *state) {
  return names_state_field(kmk_state_json(state));
}

static inline kmk_status names_state_set_field(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/field", value ? json_string(value) : json_null());
}

static inline kmk_status names_state_clear_field(kmk_state *state) {
  return kmk_state_set_new(state, "/field", json_null());
}

static inline const json_t *names_state_list(const json_t *value) {
  return json_object_get(value, "list");
}

static inline int names_state_put_list(json_t *json, json_t *value) {
  return json_object_set_new(json, "list", value);
}

static inline const json_t *names_state_get_list(const kmk_state *state) {
  return names_state_list(kmk_state_json(state));
}

static inline kmk_status names_state_set_list(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/list", value);
}

static inline kmk_status names_state_set_list_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/list", value);
}

static inline const json_t *names_state_std(const json_t *value) {
  return json_object_get(value, "std");
}

static inline int names_state_put_std(json_t *json, json_t *value) {
  return json_object_set_new(json, "std", value);
}

static inline const json_t *names_state_get_std(const kmk_state *state) {
  return names_state_std(kmk_state_json(state));
}

static inline kmk_status names_state_set_std(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/std", value);
}

static inline kmk_status names_state_set_std_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/std", value);
}

static inline kmk_status names_state_clear_std(kmk_state *state) {
  return kmk_state_set_new(state, "/std", json_null());
}

static inline const json_t *names_state_kumiki(const json_t *value) {
  return json_object_get(value, "kumiki");
}

static inline int names_state_put_kumiki(json_t *json, json_t *value) {
  return json_object_set_new(json, "kumiki", value);
}

static inline const json_t *names_state_get_kumiki(const kmk_state *state) {
  return names_state_kumiki(kmk_state_json(state));
}

static inline kmk_status names_state_set_kumiki(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/kumiki", value);
}

static inline kmk_status names_state_set_kumiki_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/kumiki", value);
}

static inline kmk_status names_state_clear_kumiki(kmk_state *state) {
  return kmk_state_set_new(state, "/kumiki", json_null());
}

static inline const json_t *names_state_case_name(const json_t *value) {
  return json_object_get(value, "caseName");
}

static inline int names_state_put_case_name(json_t *json, json_t *value) {
  return json_object_set_new(json, "caseName", value);
}

static inline const json_t *names_state_get_case_name(const kmk_state *state) {
  return names_state_case_name(kmk_state_json(state));
}

static inline kmk_status names_state_set_case_name(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/caseName", value);
}

static inline kmk_status names_state_set_case_name_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/caseName", value);
}

static inline const json_t *names_state_kind(const json_t *value) {
  return json_object_get(value, "kind");
}

static inline int names_state_put_kind(json_t *json, json_t *value) {
  return json_object_set_new(json, "kind", value);
}

static inline const json_t *names_state_get_kind(const kmk_state *state) {
  return names_state_kind(kmk_state_json(state));
}

static inline kmk_status names_state_set_kind(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/kind", value);
}

static inline kmk_status names_state_set_kind_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/kind", value);
}

static inline const char *names_state_what(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "what"));
  return text ? text : "";
}

static inline int names_state_put_what(json_t *json, const char *value) {
  return json_object_set_new(json, "what", json_string(value));
}

static inline const char *names_state_get_what(const kmk_state *state) {
  return names_state_what(kmk_state_json(state));
}

static inline kmk_status names_state_set_what(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/what", json_string(value));
}

static inline const char *names_state_control(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "control"));
  return text ? text : "";
}

static inline int names_state_put_control(json_t *json, const char *value) {
  return json_object_set_new(json, "control", json_string(value));
}

static inline const char *names_state_get_control(const kmk_state *state) {
  return names_state_control(kmk_state_json(state));
}

static inline kmk_status names_state_set_control(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/control", json_string(value));
}

static inline const json_t *names_state_any(const json_t *value) {
  return json_object_get(value, "any");
}

static inline int names_state_put_any(json_t *json, json_t *value) {
  return json_object_set_new(json, "any", value);
}

static inline const json_t *names_state_get_any(const kmk_state *state) {
  return names_state_any(kmk_state_json(state));
}

static inline kmk_status names_state_set_any(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/any", value);
}

static inline kmk_status names_state_set_any_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/any", value);
}

static inline json_int_t names_state_least(const json_t *value) {
  return json_integer_value(json_object_get(value, "least"));
}

static inline int names_state_put_least(json_t *json, json_int_t value) {
  return json_object_set_new(json, "least", json_integer(value));
}

static inline json_int_t names_state_get_least(const kmk_state *state) {
  return names_state_least(kmk_state_json(state));
}

static inline kmk_status names_state_set_least(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/least", json_integer(value));
}

static inline const json_t *names_state_most(const json_t *value) {
  return json_object_get(value, "most");
}

static inline int names_state_put_most(json_t *json, json_t *value) {
  return json_object_set_new(json, "most", value);
}

static inline const json_t *names_state_get_most(const kmk_state *state) {
  return names_state_most(kmk_state_json(state));
}

static inline kmk_status names_state_set_most(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/most", value);
}

static inline kmk_status names_state_set_most_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/most", value);
}

static inline const json_t *names_state_tree(const json_t *value) {
  return json_object_get(value, "tree");
}

static inline int names_state_put_tree(json_t *json, json_t *value) {
  return json_object_set_new(json, "tree", value);
}

static inline const json_t *names_state_get_tree(const kmk_state *state) {
  return names_state_tree(kmk_state_json(state));
}

static inline kmk_status names_state_set_tree(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/tree", value);
}

static inline kmk_status names_state_set_tree_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/tree", value);
}

/* --------------------------------------------------------------------------------- State.a* /b */

static inline json_t *names_a_b_new(json_int_t c) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "c", json_integer(c));
  return names_built(made, wrong);
}

static inline json_int_t names_a_b_c(const json_t *value) {
  return json_integer_value(json_object_get(value, "c"));
}

static inline int names_a_b_put_c(json_t *json, json_int_t value) {
  return json_object_set_new(json, "c", json_integer(value));
}

static inline json_int_t names_a_b_get_c(const kmk_state *state) {
  return names_a_b_c(kmk_state_json(state));
}

static inline kmk_status names_a_b_set_c(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/c", json_integer(value));
}

static inline const json_t *names_a_b_d(const json_t *value) { return json_object_get(value, "d"); }

static inline int names_a_b_put_d(json_t *json, json_t *value) {
  return json_object_set_new(json, "d", value);
}

static inline const json_t *names_a_b_get_d(const kmk_state *state) {
  return names_a_b_d(kmk_state_json(state));
}

static inline kmk_status names_a_b_set_d(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/d", value);
}

static inline kmk_status names_a_b_set_d_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/d", value);
}

static inline kmk_status names_a_b_clear_d(kmk_state *state) {
  return kmk_state_set_new(state, "/d", json_null());
}

/* ------------------------------------------------------------------- payloads of State.a* /b.d */

static inline const char *names_a_b_d_as_e(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "e"));
  return text ? text : "";
}

static inline json_t *names_a_b_d_of_e(const char *payload) {
  return names_with("e", json_string(payload));
}

/* ---------------------------------------------------------------------------------- State.tree */

static inline json_t *names_tree_new(void) { return json_object(); }

static inline json_int_t names_tree_value(const json_t *value) {
  return json_integer_value(json_object_get(value, "value"));
}

static inline int names_tree_put_value(json_t *json, json_int_t value) {
  return json_object_set_new(json, "value", json_integer(value));
}

static inline json_int_t names_tree_get_value(const kmk_state *state) {
  return names_tree_value(kmk_state_json(state));
}

static inline kmk_status names_tree_set_value(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/value", json_integer(value));
}

static inline const char *names_tree_note(const json_t *value) {
  return json_string_value(json_object_get(value, "note"));
}

static inline bool names_tree_has_note(const json_t *value) {
  const json_t *found = json_object_get(value, "note");
  return found && !json_is_null(found);
}

static inline int names_tree_put_note(json_t *json, const char *value) {
  return json_object_set_new(json, "note", value ? json_string(value) : json_null());
}

static inline const char *names_tree_get_note(const kmk_state *state) {
  return names_tree_note(kmk_state_json(state));
}

static inline kmk_status names_tree_set_note(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/note", value ? json_string(value) : json_null());
}

static inline kmk_status names_tree_clear_note(kmk_state *state) {
  return kmk_state_set_new(state, "/note", json_null());
}

static inline const json_t *names_tree_children(const json_t *value) {
  return json_object_get(value, "children");
}

static inline int names_tree_put_children(json_t *json, json_t *value) {
  return json_object_set_new(json, "children", value);
}

static inline const json_t *names_tree_get_children(const kmk_state *state) {
  return names_tree_children(kmk_state_json(state));
}

static inline kmk_status names_tree_set_children(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/children", value);
}

static inline kmk_status names_tree_set_children_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/children", value);
}

static inline const json_t *names_tree_any(const json_t *value) {
  return json_object_get(value, "any");
}

static inline int names_tree_put_any(json_t *json, json_t *value) {
  return json_object_set_new(json, "any", value);
}

static inline const json_t *names_tree_get_any(const kmk_state *state) {
  return names_tree_any(kmk_state_json(state));
}

static inline kmk_status names_tree_set_any(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/any", value);
}

static inline kmk_status names_tree_set_any_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/any", value);
}

static inline const json_t *names_tree_last(const json_t *value) {
  return json_object_get(value, "last");
}

static inline int names_tree_put_last(json_t *json, json_t *value) {
  return json_object_set_new(json, "last", value);
}

static inline const json_t *names_tree_get_last(const kmk_state *state) {
  return names_tree_last(kmk_state_json(state));
}

static inline kmk_status names_tree_set_last(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/last", value);
}

static inline kmk_status names_tree_set_last_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/last", value);
}

static inline kmk_status names_tree_clear_last(kmk_state *state) {
  return kmk_state_set_new(state, "/last", json_null());
}

/* ----------------------------------------------------------------- payloads of State.tree.last */

static inline json_t *names_tree_last_of_x(void) { return json_string("x"); }

static inline json_int_t names_tree_last_as_y(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "y"));
}

static inline json_t *names_tree_last_of_y(json_int_t payload) {
  return names_with("y", json_integer(payload));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline const char *names_action_as_errno(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "errno"));
  return text ? text : "";
}

static inline const json_t *names_action_as_std(const json_t *value) {
  return kmk_action_payload(value, "std");
}

static inline const json_t *names_action_as_kumiki(const json_t *value) {
  return kmk_action_payload(value, "kumiki");
}

static inline const json_t *names_action_as_case_name(const json_t *value) {
  return kmk_action_payload(value, "case_name");
}

static inline const json_t *names_action_as_value(const json_t *value) {
  return kmk_action_payload(value, "value");
}

static inline const json_t *names_action_as_linux(const json_t *value) {
  return kmk_action_payload(value, "linux");
}

static inline const json_t *names_action_as_json_pack(const json_t *value) {
  return kmk_action_payload(value, "json_pack");
}

static inline const json_t *names_action_as_rows(const json_t *value) {
  return kmk_action_payload(value, "rows");
}

/* ---------------------------------------------------------------------------------- Action.std */

static inline json_t *names_action_std_new(const char *case_name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "case_name", json_string(case_name));
  return names_built(made, wrong);
}

static inline const char *names_action_std_case_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "case_name"));
  return text ? text : "";
}

static inline int names_action_std_put_case_name(json_t *json, const char *value) {
  return json_object_set_new(json, "case_name", json_string(value));
}

/* ------------------------------------------------------------------------------- Action.kumiki */

static inline json_t *names_action_kumiki_new(json_int_t value) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "value", json_integer(value));
  return names_built(made, wrong);
}

static inline json_int_t names_action_kumiki_value(const json_t *value) {
  return json_integer_value(json_object_get(value, "value"));
}

static inline int names_action_kumiki_put_value(json_t *json, json_int_t value) {
  return json_object_set_new(json, "value", json_integer(value));
}

/* ---------------------------------------------------------------------------- Action.case_name */

static inline json_t *names_action_case_name_new(const char *field) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "field", json_string(field));
  return names_built(made, wrong);
}

static inline json_int_t names_action_case_name_value(const json_t *value) {
  return json_integer_value(json_object_get(value, "value"));
}

static inline bool names_action_case_name_has_value(const json_t *value) {
  const json_t *found = json_object_get(value, "value");
  return found && !json_is_null(found);
}

static inline int names_action_case_name_put_value(json_t *json, json_int_t value) {
  return json_object_set_new(json, "value", json_integer(value));
}

static inline const char *names_action_case_name_case_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "case_name"));
  return text ? text : "";
}

static inline int names_action_case_name_put_case_name(json_t *json, const char *value) {
  return json_object_set_new(json, "case_name", json_string(value));
}

static inline const char *names_action_case_name_field(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "field"));
  return text ? text : "";
}

static inline int names_action_case_name_put_field(json_t *json, const char *value) {
  return json_object_set_new(json, "field", json_string(value));
}

/* -------------------------------------------------------------------------------- Action.value */

static inline json_t *names_action_value_new(json_int_t value, json_int_t errno_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "value", json_integer(value));
  wrong |= json_object_set_new(made, "errno", json_integer(errno_));
  return names_built(made, wrong);
}

static inline json_int_t names_action_value_value(const json_t *value) {
  return json_integer_value(json_object_get(value, "value"));
}

static inline int names_action_value_put_value(json_t *json, json_int_t value) {
  return json_object_set_new(json, "value", json_integer(value));
}

static inline json_int_t names_action_value_errno(const json_t *value) {
  return json_integer_value(json_object_get(value, "errno"));
}

static inline int names_action_value_put_errno(json_t *json, json_int_t value) {
  return json_object_set_new(json, "errno", json_integer(value));
}

/* -------------------------------------------------------------------------------- Action.linux */

static inline json_t *names_action_linux_new(json_int_t errno_, const char *unix_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "errno", json_integer(errno_));
  wrong |= json_object_set_new(made, "unix", json_string(unix_));
  return names_built(made, wrong);
}

static inline json_int_t names_action_linux_errno(const json_t *value) {
  return json_integer_value(json_object_get(value, "errno"));
}

static inline int names_action_linux_put_errno(json_t *json, json_int_t value) {
  return json_object_set_new(json, "errno", json_integer(value));
}

static inline const char *names_action_linux_unix(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "unix"));
  return text ? text : "";
}

static inline int names_action_linux_put_unix(json_t *json, const char *value) {
  return json_object_set_new(json, "unix", json_string(value));
}

/* ---------------------------------------------------------------------------- Action.json_pack */

static inline json_t *names_action_json_pack_new(const char *json_object_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "jsonObject", json_string(json_object_));
  return names_built(made, wrong);
}

static inline const char *names_action_json_pack_json_object(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "jsonObject"));
  return text ? text : "";
}

static inline int names_action_json_pack_put_json_object(json_t *json, const char *value) {
  return json_object_set_new(json, "jsonObject", json_string(value));
}

/* --------------------------------------------------------------------- payloads of Action.rows */

static inline const json_t *names_action_rows_as_element(const json_t *value) {
  return kmk_action_payload(value, "element");
}

/* ------------------------------------------------------------- payloads of Action.rows.element */

static inline const json_t *names_action_rows_element_as_rename(const json_t *value) {
  return kmk_action_payload(value, "rename");
}

static inline const json_t *names_action_rows_element_as_inner(const json_t *value) {
  return kmk_action_payload(value, "inner");
}

static inline const json_t *names_action_rows_element_as_both(const json_t *value) {
  return kmk_action_payload(value, "both");
}

static inline const json_t *names_action_rows_element_as_rows(const json_t *value) {
  return kmk_action_payload(value, "rows");
}

/* ------------------------------------------------------------------ Action.rows.element.rename */

static inline json_t *names_action_rows_element_rename_new(const char *id, const char *action_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "action", json_string(action_));
  return names_built(made, wrong);
}

static inline const char *names_action_rows_element_rename_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int names_action_rows_element_rename_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline const char *names_action_rows_element_rename_action(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "action"));
  return text ? text : "";
}

static inline int names_action_rows_element_rename_put_action(json_t *json, const char *value) {
  return json_object_set_new(json, "action", json_string(value));
}

/* ------------------------------------------------------------------- Action.rows.element.inner */

static inline json_t *names_action_rows_element_inner_new(json_int_t inner1, const char *made_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "inner1", json_integer(inner1));
  wrong |= json_object_set_new(made, "made", json_string(made_));
  return names_built(made, wrong);
}

static inline json_int_t names_action_rows_element_inner_inner1(const json_t *value) {
  return json_integer_value(json_object_get(value, "inner1"));
}

static inline int names_action_rows_element_inner_put_inner1(json_t *json, json_int_t value) {
  return json_object_set_new(json, "inner1", json_integer(value));
}

static inline const char *names_action_rows_element_inner_made(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "made"));
  return text ? text : "";
}

static inline int names_action_rows_element_inner_put_made(json_t *json, const char *value) {
  return json_object_set_new(json, "made", json_string(value));
}

/* -------------------------------------------------------------------- Action.rows.element.both */

static inline json_t *names_action_rows_element_both_new(const char *id, json_int_t row_id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "row_id", json_integer(row_id));
  return names_built(made, wrong);
}

static inline const char *names_action_rows_element_both_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int names_action_rows_element_both_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline json_int_t names_action_rows_element_both_row_id(const json_t *value) {
  return json_integer_value(json_object_get(value, "row_id"));
}

static inline int names_action_rows_element_both_put_row_id(json_t *json, json_int_t value) {
  return json_object_set_new(json, "row_id", json_integer(value));
}

/* -------------------------------------------------------- payloads of Action.rows.element.rows */

static inline const json_t *names_action_rows_element_rows_as_element(const json_t *value) {
  return kmk_action_payload(value, "element");
}

/* ------------------------------------------------ payloads of Action.rows.element.rows.element */

static inline const json_t *names_action_rows_element_rows_element_as_go(const json_t *value) {
  return kmk_action_payload(value, "go");
}

/* --------------------------------------------------------- Action.rows.element.rows.element.go */

static inline json_t *names_action_rows_element_rows_element_go_new(const char *id,
                                                                    const char *id2) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "id2", json_string(id2));
  return names_built(made, wrong);
}

static inline const char *names_action_rows_element_rows_element_go_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int names_action_rows_element_rows_element_go_put_id(json_t *json,
                                                                   const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline const char *names_action_rows_element_rows_element_go_id2(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id2"));
  return text ? text : "";
}

static inline int names_action_rows_element_rows_element_go_put_id2(json_t *json,
                                                                    const char *value) {
  return json_object_set_new(json, "id2", json_string(value));
}

/* ------------------------------------------------------------------------------------- Actions */

static inline json_t *names_action_errno(const char *payload) {
  return names_with("errno", json_string(payload));
}

static inline json_t *names_action_std(const char *case_name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "case_name", json_string(case_name));
  return names_with("std", names_built(made, wrong));
}

static inline json_t *names_action_kumiki(json_int_t value) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "value", json_integer(value));
  return names_with("kumiki", names_built(made, wrong));
}

static inline json_t *names_action_case_name(json_t *payload) {
  return names_with("case_name", payload);
}

static inline json_t *names_action_value(json_int_t value, json_int_t errno_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "value", json_integer(value));
  wrong |= json_object_set_new(made, "errno", json_integer(errno_));
  return names_with("value", names_built(made, wrong));
}

static inline json_t *names_action_linux(json_int_t errno_, const char *unix_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "errno", json_integer(errno_));
  wrong |= json_object_set_new(made, "unix", json_string(unix_));
  return names_with("linux", names_built(made, wrong));
}

static inline json_t *names_action_json_pack(const char *json_object_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "jsonObject", json_string(json_object_));
  return names_with("json_pack", names_built(made, wrong));
}

static inline json_t *names_action_rows_element_rename(const char *row_id, const char *id,
                                                       const char *action_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "action", json_string(action_));
  json_t *action = names_with("rename", names_built(made, wrong));
  json_t *json_row_id = json_string(row_id);
  action = kmk_action_element_at_new("rows", json_row_id, action);
  json_decref(json_row_id);
  return action;
}

static inline json_t *names_action_rows_element_inner(const char *id, json_int_t inner1,
                                                      const char *made_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "inner1", json_integer(inner1));
  wrong |= json_object_set_new(made, "made", json_string(made_));
  json_t *action = names_with("inner", names_built(made, wrong));
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *names_action_rows_element_both(const char *row_row_id, const char *id,
                                                     json_int_t row_id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "row_id", json_integer(row_id));
  json_t *action = names_with("both", names_built(made, wrong));
  json_t *json_row_row_id = json_string(row_row_id);
  action = kmk_action_element_at_new("rows", json_row_row_id, action);
  json_decref(json_row_row_id);
  return action;
}

static inline json_t *names_action_rows_element_rows_element_go(const char *row_id,
                                                                json_int_t row_id2, const char *id,
                                                                const char *id2) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "id2", json_string(id2));
  json_t *action = names_with("go", names_built(made, wrong));
  json_t *json_row_id2 = json_integer(row_id2);
  action = kmk_action_element_at_new("rows", json_row_id2, action);
  json_decref(json_row_id2);
  json_t *json_row_id = json_string(row_id);
  action = kmk_action_element_at_new("rows", json_row_id, action);
  json_decref(json_row_id);
  return action;
}

static inline json_t *names_action_rows_element_rows_element_stop(const char *id, json_int_t id2) {
  json_t *action = kmk_action_at_new("stop", NULL);
  json_t *json_id2 = json_integer(id2);
  action = kmk_action_element_at_new("rows", json_id2, action);
  json_decref(json_id2);
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

#endif
