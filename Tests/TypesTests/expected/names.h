/* The types of names.shape, written by kumiki generate: change that file, and not this one.
 *
 * Names begin with names_. T is a type, m and n are members, c is a case.
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
#ifndef NAMES_SHAPE_H
#define NAMES_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define NAMES_HASH "d0d144e2b2786312"
#define NAMES_SHAPE                                                                                \
  "Std = {a: integer}; "                                                                           \
  "Kumiki = {a: integer}; "                                                                        \
  "CaseName = {case_name: text}; "                                                                 \
  "Errno = (std: {n: integer} | kumiki | unix: text); "                                            \
  "{errno: integer = 0, unix: boolean = false, linux: text?, a*/b: {c: integer, "                  \
  "d: (e: text)?}?, assert: integer = 1, field: text?, list: [text] = ['a'], std: Std?, "          \
  "kumiki: Kumiki?, caseName: CaseName = {'case_name': 'own'}, "                                   \
  "kind: Errno = {'std': {'n': 1}}, what: text = 'what?\?/n', "                                    \
  "control: text = \"\\u0001\\\\u0001\", nul: text = \"a\\u0000b\", none: {true: integer = 1, "    \
  "false: text?}?, any: any = ['x)json', '?\?!'], least: integer = -9223372036854775808, "         \
  "most: [integer] = [9223372036854775807, -9223372036854775808], tree: {value: integer = 0, "     \
  "note: text?, children: [text] = [], any: any, last: (x | y: integer)?} = {'value': 2, "         \
  "'children': []}}"

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

/* A value that is there: NULL for null. */
static inline const json_t *names_some(const json_t *value) {
  return json_is_null(value) ? NULL : value;
}

/* The payload of an enum in a case, as written; NULL for another case and for null. */
static inline const json_t *names_payload(const json_t *value, const char *name) {
  const json_t *found = kmk_action_is(value, name) ? json_object_get(value, name) : NULL;
  return names_some(found);
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

/* Writes into the row with an id, which it takes over as it does the value. */
static inline kmk_status names_set_row(kmk_state *state, const char *rows, json_t *id,
                                       const char *place, json_t *value) {
  kmk_status status = kmk_state_set_row_new(state, rows, id, place, value);
  json_decref(id);
  return status;
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
#define NAMES_AT_NUL "/nul"
#define NAMES_AT_NONE "/none"
#define NAMES_AT_NONE_TRUE "/none/true"
#define NAMES_AT_NONE_FALSE "/none/false"
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

/* Places inside State.none. */
#define NAMES_NONE_AT_TRUE "/true"
#define NAMES_NONE_AT_FALSE "/false"

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

typedef struct {
  const json_t *json;
} names_std_json;
static inline names_std_json names_std_json_of(const json_t *json) {
  names_std_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_std_made;
static inline names_std_made names_std_made_of(json_t *json) {
  names_std_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} names_std_ref;
static inline names_std_ref names_std_ref_of(kmk_state *state) {
  names_std_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} names_kumiki_json;
static inline names_kumiki_json names_kumiki_json_of(const json_t *json) {
  names_kumiki_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_kumiki_made;
static inline names_kumiki_made names_kumiki_made_of(json_t *json) {
  names_kumiki_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} names_kumiki_ref;
static inline names_kumiki_ref names_kumiki_ref_of(kmk_state *state) {
  names_kumiki_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} names_case_name_json;
static inline names_case_name_json names_case_name_json_of(const json_t *json) {
  names_case_name_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_case_name_made;
static inline names_case_name_made names_case_name_made_of(json_t *json) {
  names_case_name_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} names_case_name_ref;
static inline names_case_name_ref names_case_name_ref_of(kmk_state *state) {
  names_case_name_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} names_errno_json;
static inline names_errno_json names_errno_json_of(const json_t *json) {
  names_errno_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_errno_made;
static inline names_errno_made names_errno_made_of(json_t *json) {
  names_errno_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_errno_std_json;
static inline names_errno_std_json names_errno_std_json_of(const json_t *json) {
  names_errno_std_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_errno_std_made;
static inline names_errno_std_made names_errno_std_made_of(json_t *json) {
  names_errno_std_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} names_errno_std_ref;
static inline names_errno_std_ref names_errno_std_ref_of(kmk_state *state) {
  names_errno_std_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} names_state_json;
static inline names_state_json names_state_json_of(const json_t *json) {
  names_state_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_state_made;
static inline names_state_made names_state_made_of(json_t *json) {
  names_state_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} names_state_ref;
static inline names_state_ref names_state_ref_of(kmk_state *state) {
  names_state_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} names_a_b_json;
static inline names_a_b_json names_a_b_json_of(const json_t *json) {
  names_a_b_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_a_b_made;
static inline names_a_b_made names_a_b_made_of(json_t *json) {
  names_a_b_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} names_a_b_ref;
static inline names_a_b_ref names_a_b_ref_of(kmk_state *state) {
  names_a_b_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} names_a_b_d_json;
static inline names_a_b_d_json names_a_b_d_json_of(const json_t *json) {
  names_a_b_d_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_a_b_d_made;
static inline names_a_b_d_made names_a_b_d_made_of(json_t *json) {
  names_a_b_d_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_none_json;
static inline names_none_json names_none_json_of(const json_t *json) {
  names_none_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_none_made;
static inline names_none_made names_none_made_of(json_t *json) {
  names_none_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} names_none_ref;
static inline names_none_ref names_none_ref_of(kmk_state *state) {
  names_none_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} names_tree_json;
static inline names_tree_json names_tree_json_of(const json_t *json) {
  names_tree_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_tree_made;
static inline names_tree_made names_tree_made_of(json_t *json) {
  names_tree_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} names_tree_ref;
static inline names_tree_ref names_tree_ref_of(kmk_state *state) {
  names_tree_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} names_tree_last_json;
static inline names_tree_last_json names_tree_last_json_of(const json_t *json) {
  names_tree_last_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_tree_last_made;
static inline names_tree_last_made names_tree_last_made_of(json_t *json) {
  names_tree_last_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_json;
static inline names_action_json names_action_json_of(const json_t *json) {
  names_action_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_made;
static inline names_action_made names_action_made_of(json_t *json) {
  names_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_std_json;
static inline names_action_std_json names_action_std_json_of(const json_t *json) {
  names_action_std_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_std_made;
static inline names_action_std_made names_action_std_made_of(json_t *json) {
  names_action_std_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_kumiki_json;
static inline names_action_kumiki_json names_action_kumiki_json_of(const json_t *json) {
  names_action_kumiki_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_kumiki_made;
static inline names_action_kumiki_made names_action_kumiki_made_of(json_t *json) {
  names_action_kumiki_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_case_name_json;
static inline names_action_case_name_json names_action_case_name_json_of(const json_t *json) {
  names_action_case_name_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_case_name_made;
static inline names_action_case_name_made names_action_case_name_made_of(json_t *json) {
  names_action_case_name_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_value_json;
static inline names_action_value_json names_action_value_json_of(const json_t *json) {
  names_action_value_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_value_made;
static inline names_action_value_made names_action_value_made_of(json_t *json) {
  names_action_value_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_linux_json;
static inline names_action_linux_json names_action_linux_json_of(const json_t *json) {
  names_action_linux_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_linux_made;
static inline names_action_linux_made names_action_linux_made_of(json_t *json) {
  names_action_linux_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_json_pack_json;
static inline names_action_json_pack_json names_action_json_pack_json_of(const json_t *json) {
  names_action_json_pack_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_json_pack_made;
static inline names_action_json_pack_made names_action_json_pack_made_of(json_t *json) {
  names_action_json_pack_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_rows_json;
static inline names_action_rows_json names_action_rows_json_of(const json_t *json) {
  names_action_rows_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_rows_made;
static inline names_action_rows_made names_action_rows_made_of(json_t *json) {
  names_action_rows_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_rows_element_json;
static inline names_action_rows_element_json names_action_rows_element_json_of(const json_t *json) {
  names_action_rows_element_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_rows_element_made;
static inline names_action_rows_element_made names_action_rows_element_made_of(json_t *json) {
  names_action_rows_element_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_rows_element_rename_json;
static inline names_action_rows_element_rename_json
names_action_rows_element_rename_json_of(const json_t *json) {
  names_action_rows_element_rename_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_rows_element_rename_made;
static inline names_action_rows_element_rename_made
names_action_rows_element_rename_made_of(json_t *json) {
  names_action_rows_element_rename_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_rows_element_inner_json;
static inline names_action_rows_element_inner_json
names_action_rows_element_inner_json_of(const json_t *json) {
  names_action_rows_element_inner_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_rows_element_inner_made;
static inline names_action_rows_element_inner_made
names_action_rows_element_inner_made_of(json_t *json) {
  names_action_rows_element_inner_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_rows_element_both_json;
static inline names_action_rows_element_both_json
names_action_rows_element_both_json_of(const json_t *json) {
  names_action_rows_element_both_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_rows_element_both_made;
static inline names_action_rows_element_both_made
names_action_rows_element_both_made_of(json_t *json) {
  names_action_rows_element_both_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_rows_element_rows_json;
static inline names_action_rows_element_rows_json
names_action_rows_element_rows_json_of(const json_t *json) {
  names_action_rows_element_rows_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_rows_element_rows_made;
static inline names_action_rows_element_rows_made
names_action_rows_element_rows_made_of(json_t *json) {
  names_action_rows_element_rows_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_rows_element_rows_element_json;
static inline names_action_rows_element_rows_element_json
names_action_rows_element_rows_element_json_of(const json_t *json) {
  names_action_rows_element_rows_element_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_rows_element_rows_element_made;
static inline names_action_rows_element_rows_element_made
names_action_rows_element_rows_element_made_of(json_t *json) {
  names_action_rows_element_rows_element_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} names_action_rows_element_rows_element_go_json;
static inline names_action_rows_element_rows_element_go_json
names_action_rows_element_rows_element_go_json_of(const json_t *json) {
  names_action_rows_element_rows_element_go_json it = {names_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} names_action_rows_element_rows_element_go_made;
static inline names_action_rows_element_rows_element_go_made
names_action_rows_element_rows_element_go_made_of(json_t *json) {
  names_action_rows_element_rows_element_go_made it = {json};
  return it;
}

/* --------------------------------------------------------------------------------------- Errno */

typedef enum names_errno_case {
  NAMES_ERRNO_NO_CASE, /* null, or no case of the shape */
  NAMES_ERRNO_STD,
  NAMES_ERRNO_KUMIKI,
  NAMES_ERRNO_UNIX
} names_errno_case;

static inline names_errno_case names_errno_which(names_errno_json value) {
  if (kmk_action_is(value.json, "std"))
    return NAMES_ERRNO_STD;
  if (kmk_action_is(value.json, "kumiki"))
    return NAMES_ERRNO_KUMIKI;
  if (kmk_action_is(value.json, "unix"))
    return NAMES_ERRNO_UNIX;
  return NAMES_ERRNO_NO_CASE;
}

/* ------------------------------------------------------------------------------- State.a* /b.d */

typedef enum names_a_b_d_case {
  NAMES_A_B_D_NO_CASE, /* null, or no case of the shape */
  NAMES_A_B_D_E
} names_a_b_d_case;

static inline names_a_b_d_case names_a_b_d_which(names_a_b_d_json value) {
  if (kmk_action_is(value.json, "e"))
    return NAMES_A_B_D_E;
  return NAMES_A_B_D_NO_CASE;
}

/* ----------------------------------------------------------------------------- State.tree.last */

typedef enum names_tree_last_case {
  NAMES_TREE_LAST_NO_CASE, /* null, or no case of the shape */
  NAMES_TREE_LAST_X,
  NAMES_TREE_LAST_Y
} names_tree_last_case;

static inline names_tree_last_case names_tree_last_which(names_tree_last_json value) {
  if (kmk_action_is(value.json, "x"))
    return NAMES_TREE_LAST_X;
  if (kmk_action_is(value.json, "y"))
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

static inline names_action_case names_action_which(names_action_json value) {
  if (kmk_action_is(value.json, "errno"))
    return NAMES_ACTION_ERRNO;
  if (kmk_action_is(value.json, "std"))
    return NAMES_ACTION_STD;
  if (kmk_action_is(value.json, "kumiki"))
    return NAMES_ACTION_KUMIKI;
  if (kmk_action_is(value.json, "case_name"))
    return NAMES_ACTION_CASE_NAME;
  if (kmk_action_is(value.json, "value"))
    return NAMES_ACTION_VALUE;
  if (kmk_action_is(value.json, "linux"))
    return NAMES_ACTION_LINUX;
  if (kmk_action_is(value.json, "json_pack"))
    return NAMES_ACTION_JSON_PACK;
  if (kmk_action_is(value.json, "rows"))
    return NAMES_ACTION_ROWS;
  return NAMES_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.rows */

typedef enum names_action_rows_case {
  NAMES_ACTION_ROWS_NO_CASE, /* null, or no case of the shape */
  NAMES_ACTION_ROWS_ELEMENT
} names_action_rows_case;

static inline names_action_rows_case names_action_rows_which(names_action_rows_json value) {
  if (kmk_action_is(value.json, "element"))
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

static inline names_action_rows_element_case
names_action_rows_element_which(names_action_rows_element_json value) {
  if (kmk_action_is(value.json, "rename"))
    return NAMES_ACTION_ROWS_ELEMENT_RENAME;
  if (kmk_action_is(value.json, "inner"))
    return NAMES_ACTION_ROWS_ELEMENT_INNER;
  if (kmk_action_is(value.json, "both"))
    return NAMES_ACTION_ROWS_ELEMENT_BOTH;
  if (kmk_action_is(value.json, "rows"))
    return NAMES_ACTION_ROWS_ELEMENT_ROWS;
  return NAMES_ACTION_ROWS_ELEMENT_NO_CASE;
}

/* -------------------------------------------------------------------- Action.rows.element.rows */

typedef enum names_action_rows_element_rows_case {
  NAMES_ACTION_ROWS_ELEMENT_ROWS_NO_CASE, /* null, or no case of the shape */
  NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT
} names_action_rows_element_rows_case;

static inline names_action_rows_element_rows_case
names_action_rows_element_rows_which(names_action_rows_element_rows_json value) {
  if (kmk_action_is(value.json, "element"))
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
names_action_rows_element_rows_element_which(names_action_rows_element_rows_element_json value) {
  if (kmk_action_is(value.json, "go"))
    return NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_GO;
  if (kmk_action_is(value.json, "stop"))
    return NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_STOP;
  return NAMES_ACTION_ROWS_ELEMENT_ROWS_ELEMENT_NO_CASE;
}

/* ----------------------------------------------------------------------------------------- Std */

/* A note with * / and / * and """ and a \ at its end: "Std" */
static inline names_std_made names_std_new(json_int_t a) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "a", json_integer(a));
  return names_std_made_of(names_built(made, wrong));
}

static inline json_int_t names_std_a(names_std_json value) {
  return json_integer_value(json_object_get(value.json, "a"));
}

static inline int names_std_put_a(names_std_made made, json_int_t value) {
  return json_object_set_new(made.json, "a", json_integer(value));
}

/* -------------------------------------------------------------------------------------- Kumiki */

static inline names_kumiki_made names_kumiki_new(json_int_t a) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "a", json_integer(a));
  return names_kumiki_made_of(names_built(made, wrong));
}

static inline json_int_t names_kumiki_a(names_kumiki_json value) {
  return json_integer_value(json_object_get(value.json, "a"));
}

static inline int names_kumiki_put_a(names_kumiki_made made, json_int_t value) {
  return json_object_set_new(made.json, "a", json_integer(value));
}

/* ------------------------------------------------------------------------------------ CaseName */

static inline names_case_name_made names_case_name_new(const char *case_name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "case_name", json_string(case_name));
  return names_case_name_made_of(names_built(made, wrong));
}

static inline const char *names_case_name_case_name(names_case_name_json value) {
  const char *text = json_string_value(json_object_get(value.json, "case_name"));
  return text ? text : "";
}

static inline int names_case_name_put_case_name(names_case_name_made made, const char *value) {
  return json_object_set_new(made.json, "case_name", json_string(value));
}

/* --------------------------------------------------------------------------- payloads of Errno */

static inline names_errno_std_json names_errno_as_std(names_errno_json value) {
  return names_errno_std_json_of(names_payload(value.json, "std"));
}

static inline names_errno_made names_errno_of_std(names_errno_std_made payload) {
  return names_errno_made_of(names_with("std", payload.json));
}

static inline names_errno_made names_errno_of_kumiki(void) {
  return names_errno_made_of(json_string("kumiki"));
}

static inline const char *names_errno_as_unix(names_errno_json value) {
  const char *text = json_string_value(names_payload(value.json, "unix"));
  return text ? text : "";
}

static inline names_errno_made names_errno_of_unix(const char *payload) {
  return names_errno_made_of(names_with("unix", json_string(payload)));
}

/* ----------------------------------------------------------------------------------- Errno.std */

static inline names_errno_std_made names_errno_std_new(json_int_t n) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "n", json_integer(n));
  return names_errno_std_made_of(names_built(made, wrong));
}

static inline json_int_t names_errno_std_n(names_errno_std_json value) {
  return json_integer_value(json_object_get(value.json, "n"));
}

static inline int names_errno_std_put_n(names_errno_std_made made, json_int_t value) {
  return json_object_set_new(made.json, "n", json_integer(value));
}

/* --------------------------------------------------------------------------------------- State */

static inline names_state_made names_state_new(void) { return names_state_made_of(json_object()); }

static inline json_int_t names_state_errno(names_state_json value) {
  return json_integer_value(json_object_get(value.json, "errno"));
}

static inline int names_state_put_errno(names_state_made made, json_int_t value) {
  return json_object_set_new(made.json, "errno", json_integer(value));
}

static inline bool names_state_unix(names_state_json value) {
  return json_is_true(json_object_get(value.json, "unix"));
}

static inline int names_state_put_unix(names_state_made made, bool value) {
  return json_object_set_new(made.json, "unix", json_boolean(value));
}

/* linux: a * / note of """ \x "own" */
static inline bool names_state_has_linux(names_state_json value) {
  return names_some(json_object_get(value.json, "linux")) != NULL;
}

static inline const char *names_state_linux(names_state_json value) {
  return json_string_value(json_object_get(value.json, "linux"));
}

static inline int names_state_put_linux(names_state_made made, const char *value) {
  return json_object_set_new(made.json, "linux", value ? json_string(value) : json_null());
}

static inline bool names_state_has_a_b(names_state_json value) {
  return names_some(json_object_get(value.json, "a*/b")) != NULL;
}

static inline names_a_b_json names_state_a_b(names_state_json value) {
  return names_a_b_json_of(json_object_get(value.json, "a*/b"));
}

static inline int names_state_put_a_b(names_state_made made, names_a_b_made value) {
  return json_object_set_new(made.json, "a*/b", value.json);
}

static inline json_int_t names_state_assert(names_state_json value) {
  return json_integer_value(json_object_get(value.json, "assert"));
}

static inline int names_state_put_assert(names_state_made made, json_int_t value) {
  return json_object_set_new(made.json, "assert", json_integer(value));
}

/* field: hides nothing that the defaults after it need */
static inline bool names_state_has_field(names_state_json value) {
  return names_some(json_object_get(value.json, "field")) != NULL;
}

static inline const char *names_state_field(names_state_json value) {
  return json_string_value(json_object_get(value.json, "field"));
}

static inline int names_state_put_field(names_state_made made, const char *value) {
  return json_object_set_new(made.json, "field", value ? json_string(value) : json_null());
}

static inline const json_t *names_state_list(names_state_json value) {
  return names_some(json_object_get(value.json, "list"));
}

static inline int names_state_put_list(names_state_made made, json_t *value) {
  return json_object_set_new(made.json, "list", value);
}

static inline bool names_state_has_std(names_state_json value) {
  return names_some(json_object_get(value.json, "std")) != NULL;
}

static inline names_std_json names_state_std(names_state_json value) {
  return names_std_json_of(json_object_get(value.json, "std"));
}

static inline int names_state_put_std(names_state_made made, names_std_made value) {
  return json_object_set_new(made.json, "std", value.json);
}

static inline bool names_state_has_kumiki(names_state_json value) {
  return names_some(json_object_get(value.json, "kumiki")) != NULL;
}

static inline names_kumiki_json names_state_kumiki(names_state_json value) {
  return names_kumiki_json_of(json_object_get(value.json, "kumiki"));
}

static inline int names_state_put_kumiki(names_state_made made, names_kumiki_made value) {
  return json_object_set_new(made.json, "kumiki", value.json);
}

static inline names_case_name_json names_state_case_name(names_state_json value) {
  return names_case_name_json_of(json_object_get(value.json, "caseName"));
}

static inline int names_state_put_case_name(names_state_made made, names_case_name_made value) {
  return json_object_set_new(made.json, "caseName", value.json);
}

static inline names_errno_json names_state_kind(names_state_json value) {
  return names_errno_json_of(json_object_get(value.json, "kind"));
}

static inline int names_state_put_kind(names_state_made made, names_errno_made value) {
  return json_object_set_new(made.json, "kind", value.json);
}

static inline const char *names_state_what(names_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "what"));
  return text ? text : "";
}

static inline int names_state_put_what(names_state_made made, const char *value) {
  return json_object_set_new(made.json, "what", json_string(value));
}

static inline const char *names_state_control(names_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "control"));
  return text ? text : "";
}

static inline int names_state_put_control(names_state_made made, const char *value) {
  return json_object_set_new(made.json, "control", json_string(value));
}

/* nul: a default with a NUL in it */
static inline const char *names_state_nul(names_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "nul"));
  return text ? text : "";
}

static inline int names_state_put_nul(names_state_made made, const char *value) {
  return json_object_set_new(made.json, "nul", json_string(value));
}

static inline bool names_state_has_none(names_state_json value) {
  return names_some(json_object_get(value.json, "none")) != NULL;
}

static inline names_none_json names_state_none(names_state_json value) {
  return names_none_json_of(json_object_get(value.json, "none"));
}

static inline int names_state_put_none(names_state_made made, names_none_made value) {
  return json_object_set_new(made.json, "none", value.json);
}

static inline bool names_state_has_any(names_state_json value) {
  return names_some(json_object_get(value.json, "any")) != NULL;
}

static inline const json_t *names_state_any(names_state_json value) {
  return names_some(json_object_get(value.json, "any"));
}

static inline int names_state_put_any(names_state_made made, json_t *value) {
  return json_object_set_new(made.json, "any", value);
}

static inline json_int_t names_state_least(names_state_json value) {
  return json_integer_value(json_object_get(value.json, "least"));
}

static inline int names_state_put_least(names_state_made made, json_int_t value) {
  return json_object_set_new(made.json, "least", json_integer(value));
}

static inline const json_t *names_state_most(names_state_json value) {
  return names_some(json_object_get(value.json, "most"));
}

static inline int names_state_put_most(names_state_made made, json_t *value) {
  return json_object_set_new(made.json, "most", value);
}

static inline names_tree_json names_state_tree(names_state_json value) {
  return names_tree_json_of(json_object_get(value.json, "tree"));
}

static inline int names_state_put_tree(names_state_made made, names_tree_made value) {
  return json_object_set_new(made.json, "tree", value.json);
}

/* --------------------------------------------------------------------------------- State.a* /b */

static inline names_a_b_made names_a_b_new(json_int_t c) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "c", json_integer(c));
  return names_a_b_made_of(names_built(made, wrong));
}

static inline json_int_t names_a_b_c(names_a_b_json value) {
  return json_integer_value(json_object_get(value.json, "c"));
}

static inline int names_a_b_put_c(names_a_b_made made, json_int_t value) {
  return json_object_set_new(made.json, "c", json_integer(value));
}

static inline bool names_a_b_has_d(names_a_b_json value) {
  return names_some(json_object_get(value.json, "d")) != NULL;
}

static inline names_a_b_d_json names_a_b_d(names_a_b_json value) {
  return names_a_b_d_json_of(json_object_get(value.json, "d"));
}

static inline int names_a_b_put_d(names_a_b_made made, names_a_b_d_made value) {
  return json_object_set_new(made.json, "d", value.json);
}

/* ------------------------------------------------------------------- payloads of State.a* /b.d */

static inline const char *names_a_b_d_as_e(names_a_b_d_json value) {
  const char *text = json_string_value(names_payload(value.json, "e"));
  return text ? text : "";
}

static inline names_a_b_d_made names_a_b_d_of_e(const char *payload) {
  return names_a_b_d_made_of(names_with("e", json_string(payload)));
}

/* ---------------------------------------------------------------------------------- State.none */

static inline names_none_made names_none_new(void) { return names_none_made_of(json_object()); }

static inline json_int_t names_none_true(names_none_json value) {
  return json_integer_value(json_object_get(value.json, "true"));
}

static inline int names_none_put_true(names_none_made made, json_int_t value) {
  return json_object_set_new(made.json, "true", json_integer(value));
}

static inline bool names_none_has_false(names_none_json value) {
  return names_some(json_object_get(value.json, "false")) != NULL;
}

static inline const char *names_none_false(names_none_json value) {
  return json_string_value(json_object_get(value.json, "false"));
}

static inline int names_none_put_false(names_none_made made, const char *value) {
  return json_object_set_new(made.json, "false", value ? json_string(value) : json_null());
}

/* ---------------------------------------------------------------------------------- State.tree */

static inline names_tree_made names_tree_new(void) { return names_tree_made_of(json_object()); }

static inline json_int_t names_tree_value(names_tree_json value) {
  return json_integer_value(json_object_get(value.json, "value"));
}

static inline int names_tree_put_value(names_tree_made made, json_int_t value) {
  return json_object_set_new(made.json, "value", json_integer(value));
}

static inline bool names_tree_has_note(names_tree_json value) {
  return names_some(json_object_get(value.json, "note")) != NULL;
}

static inline const char *names_tree_note(names_tree_json value) {
  return json_string_value(json_object_get(value.json, "note"));
}

static inline int names_tree_put_note(names_tree_made made, const char *value) {
  return json_object_set_new(made.json, "note", value ? json_string(value) : json_null());
}

static inline const json_t *names_tree_children(names_tree_json value) {
  return names_some(json_object_get(value.json, "children"));
}

static inline int names_tree_put_children(names_tree_made made, json_t *value) {
  return json_object_set_new(made.json, "children", value);
}

static inline bool names_tree_has_any(names_tree_json value) {
  return names_some(json_object_get(value.json, "any")) != NULL;
}

static inline const json_t *names_tree_any(names_tree_json value) {
  return names_some(json_object_get(value.json, "any"));
}

static inline int names_tree_put_any(names_tree_made made, json_t *value) {
  return json_object_set_new(made.json, "any", value);
}

static inline bool names_tree_has_last(names_tree_json value) {
  return names_some(json_object_get(value.json, "last")) != NULL;
}

static inline names_tree_last_json names_tree_last(names_tree_json value) {
  return names_tree_last_json_of(json_object_get(value.json, "last"));
}

static inline int names_tree_put_last(names_tree_made made, names_tree_last_made value) {
  return json_object_set_new(made.json, "last", value.json);
}

/* ----------------------------------------------------------------- payloads of State.tree.last */

static inline names_tree_last_made names_tree_last_of_x(void) {
  return names_tree_last_made_of(json_string("x"));
}

static inline json_int_t names_tree_last_as_y(names_tree_last_json value) {
  return json_integer_value(names_payload(value.json, "y"));
}

static inline names_tree_last_made names_tree_last_of_y(json_int_t payload) {
  return names_tree_last_made_of(names_with("y", json_integer(payload)));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline const char *names_action_as_errno(names_action_json value) {
  const char *text = json_string_value(names_payload(value.json, "errno"));
  return text ? text : "";
}

static inline names_action_std_json names_action_as_std(names_action_json value) {
  return names_action_std_json_of(names_payload(value.json, "std"));
}

static inline names_action_kumiki_json names_action_as_kumiki(names_action_json value) {
  return names_action_kumiki_json_of(names_payload(value.json, "kumiki"));
}

static inline names_action_case_name_json names_action_as_case_name(names_action_json value) {
  return names_action_case_name_json_of(names_payload(value.json, "case_name"));
}

static inline names_action_value_json names_action_as_value(names_action_json value) {
  return names_action_value_json_of(names_payload(value.json, "value"));
}

static inline names_action_linux_json names_action_as_linux(names_action_json value) {
  return names_action_linux_json_of(names_payload(value.json, "linux"));
}

static inline names_action_json_pack_json names_action_as_json_pack(names_action_json value) {
  return names_action_json_pack_json_of(names_payload(value.json, "json_pack"));
}

static inline names_action_rows_json names_action_as_rows(names_action_json value) {
  return names_action_rows_json_of(names_payload(value.json, "rows"));
}

/* ---------------------------------------------------------------------------------- Action.std */

static inline names_action_std_made names_action_std_new(const char *case_name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "case_name", json_string(case_name));
  return names_action_std_made_of(names_built(made, wrong));
}

static inline const char *names_action_std_case_name(names_action_std_json value) {
  const char *text = json_string_value(json_object_get(value.json, "case_name"));
  return text ? text : "";
}

static inline int names_action_std_put_case_name(names_action_std_made made, const char *value) {
  return json_object_set_new(made.json, "case_name", json_string(value));
}

/* ------------------------------------------------------------------------------- Action.kumiki */

static inline names_action_kumiki_made names_action_kumiki_new(json_int_t value) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "value", json_integer(value));
  return names_action_kumiki_made_of(names_built(made, wrong));
}

static inline json_int_t names_action_kumiki_value(names_action_kumiki_json value) {
  return json_integer_value(json_object_get(value.json, "value"));
}

static inline int names_action_kumiki_put_value(names_action_kumiki_made made, json_int_t value) {
  return json_object_set_new(made.json, "value", json_integer(value));
}

/* ---------------------------------------------------------------------------- Action.case_name */

static inline names_action_case_name_made names_action_case_name_new(const char *field) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "field", json_string(field));
  return names_action_case_name_made_of(names_built(made, wrong));
}

static inline bool names_action_case_name_has_value(names_action_case_name_json value) {
  return names_some(json_object_get(value.json, "value")) != NULL;
}

static inline json_int_t names_action_case_name_value(names_action_case_name_json value) {
  return json_integer_value(json_object_get(value.json, "value"));
}

static inline int names_action_case_name_put_value(names_action_case_name_made made,
                                                   json_int_t value) {
  return json_object_set_new(made.json, "value", json_integer(value));
}

static inline const char *names_action_case_name_case_name(names_action_case_name_json value) {
  const char *text = json_string_value(json_object_get(value.json, "case_name"));
  return text ? text : "";
}

static inline int names_action_case_name_put_case_name(names_action_case_name_made made,
                                                       const char *value) {
  return json_object_set_new(made.json, "case_name", json_string(value));
}

static inline const char *names_action_case_name_field(names_action_case_name_json value) {
  const char *text = json_string_value(json_object_get(value.json, "field"));
  return text ? text : "";
}

static inline int names_action_case_name_put_field(names_action_case_name_made made,
                                                   const char *value) {
  return json_object_set_new(made.json, "field", json_string(value));
}

/* -------------------------------------------------------------------------------- Action.value */

static inline names_action_value_made names_action_value_new(json_int_t value, json_int_t errno_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "value", json_integer(value));
  wrong |= json_object_set_new(made, "errno", json_integer(errno_));
  return names_action_value_made_of(names_built(made, wrong));
}

static inline json_int_t names_action_value_value(names_action_value_json value) {
  return json_integer_value(json_object_get(value.json, "value"));
}

static inline int names_action_value_put_value(names_action_value_made made, json_int_t value) {
  return json_object_set_new(made.json, "value", json_integer(value));
}

static inline json_int_t names_action_value_errno(names_action_value_json value) {
  return json_integer_value(json_object_get(value.json, "errno"));
}

static inline int names_action_value_put_errno(names_action_value_made made, json_int_t value) {
  return json_object_set_new(made.json, "errno", json_integer(value));
}

/* -------------------------------------------------------------------------------- Action.linux */

static inline names_action_linux_made names_action_linux_new(json_int_t errno_, const char *unix_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "errno", json_integer(errno_));
  wrong |= json_object_set_new(made, "unix", json_string(unix_));
  return names_action_linux_made_of(names_built(made, wrong));
}

static inline json_int_t names_action_linux_errno(names_action_linux_json value) {
  return json_integer_value(json_object_get(value.json, "errno"));
}

static inline int names_action_linux_put_errno(names_action_linux_made made, json_int_t value) {
  return json_object_set_new(made.json, "errno", json_integer(value));
}

static inline const char *names_action_linux_unix(names_action_linux_json value) {
  const char *text = json_string_value(json_object_get(value.json, "unix"));
  return text ? text : "";
}

static inline int names_action_linux_put_unix(names_action_linux_made made, const char *value) {
  return json_object_set_new(made.json, "unix", json_string(value));
}

/* ---------------------------------------------------------------------------- Action.json_pack */

static inline names_action_json_pack_made names_action_json_pack_new(const char *json_object_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "jsonObject", json_string(json_object_));
  return names_action_json_pack_made_of(names_built(made, wrong));
}

static inline const char *names_action_json_pack_json_object(names_action_json_pack_json value) {
  const char *text = json_string_value(json_object_get(value.json, "jsonObject"));
  return text ? text : "";
}

static inline int names_action_json_pack_put_json_object(names_action_json_pack_made made,
                                                         const char *value) {
  return json_object_set_new(made.json, "jsonObject", json_string(value));
}

/* --------------------------------------------------------------------- payloads of Action.rows */

static inline const json_t *names_action_rows_as_element(names_action_rows_json value) {
  return names_some(names_payload(value.json, "element"));
}

/* ------------------------------------------------------------- payloads of Action.rows.element */

static inline names_action_rows_element_rename_json
names_action_rows_element_as_rename(names_action_rows_element_json value) {
  return names_action_rows_element_rename_json_of(names_payload(value.json, "rename"));
}

static inline names_action_rows_element_inner_json
names_action_rows_element_as_inner(names_action_rows_element_json value) {
  return names_action_rows_element_inner_json_of(names_payload(value.json, "inner"));
}

static inline names_action_rows_element_both_json
names_action_rows_element_as_both(names_action_rows_element_json value) {
  return names_action_rows_element_both_json_of(names_payload(value.json, "both"));
}

static inline names_action_rows_element_rows_json
names_action_rows_element_as_rows(names_action_rows_element_json value) {
  return names_action_rows_element_rows_json_of(names_payload(value.json, "rows"));
}

/* ------------------------------------------------------------------ Action.rows.element.rename */

static inline names_action_rows_element_rename_made
names_action_rows_element_rename_new(const char *id, const char *action_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "action", json_string(action_));
  return names_action_rows_element_rename_made_of(names_built(made, wrong));
}

static inline const char *
names_action_rows_element_rename_id(names_action_rows_element_rename_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int
names_action_rows_element_rename_put_id(names_action_rows_element_rename_made made,
                                        const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

static inline const char *
names_action_rows_element_rename_action(names_action_rows_element_rename_json value) {
  const char *text = json_string_value(json_object_get(value.json, "action"));
  return text ? text : "";
}

static inline int
names_action_rows_element_rename_put_action(names_action_rows_element_rename_made made,
                                            const char *value) {
  return json_object_set_new(made.json, "action", json_string(value));
}

/* ------------------------------------------------------------------- Action.rows.element.inner */

static inline names_action_rows_element_inner_made
names_action_rows_element_inner_new(json_int_t inner1, const char *made_) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "inner1", json_integer(inner1));
  wrong |= json_object_set_new(made, "made", json_string(made_));
  return names_action_rows_element_inner_made_of(names_built(made, wrong));
}

static inline json_int_t
names_action_rows_element_inner_inner1(names_action_rows_element_inner_json value) {
  return json_integer_value(json_object_get(value.json, "inner1"));
}

static inline int
names_action_rows_element_inner_put_inner1(names_action_rows_element_inner_made made,
                                           json_int_t value) {
  return json_object_set_new(made.json, "inner1", json_integer(value));
}

static inline const char *
names_action_rows_element_inner_made_(names_action_rows_element_inner_json value) {
  const char *text = json_string_value(json_object_get(value.json, "made"));
  return text ? text : "";
}

static inline int
names_action_rows_element_inner_put_made_(names_action_rows_element_inner_made made,
                                          const char *value) {
  return json_object_set_new(made.json, "made", json_string(value));
}

/* -------------------------------------------------------------------- Action.rows.element.both */

static inline names_action_rows_element_both_made
names_action_rows_element_both_new(const char *id, json_int_t row_id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "row_id", json_integer(row_id));
  return names_action_rows_element_both_made_of(names_built(made, wrong));
}

static inline const char *
names_action_rows_element_both_id(names_action_rows_element_both_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int names_action_rows_element_both_put_id(names_action_rows_element_both_made made,
                                                        const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

static inline json_int_t
names_action_rows_element_both_row_id(names_action_rows_element_both_json value) {
  return json_integer_value(json_object_get(value.json, "row_id"));
}

static inline int
names_action_rows_element_both_put_row_id(names_action_rows_element_both_made made,
                                          json_int_t value) {
  return json_object_set_new(made.json, "row_id", json_integer(value));
}

/* -------------------------------------------------------- payloads of Action.rows.element.rows */

static inline const json_t *
names_action_rows_element_rows_as_element(names_action_rows_element_rows_json value) {
  return names_some(names_payload(value.json, "element"));
}

/* ------------------------------------------------ payloads of Action.rows.element.rows.element */

static inline names_action_rows_element_rows_element_go_json
names_action_rows_element_rows_element_as_go(names_action_rows_element_rows_element_json value) {
  return names_action_rows_element_rows_element_go_json_of(names_payload(value.json, "go"));
}

/* --------------------------------------------------------- Action.rows.element.rows.element.go */

static inline names_action_rows_element_rows_element_go_made
names_action_rows_element_rows_element_go_new(const char *id, const char *id2) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "id2", json_string(id2));
  return names_action_rows_element_rows_element_go_made_of(names_built(made, wrong));
}

static inline const char *
names_action_rows_element_rows_element_go_id(names_action_rows_element_rows_element_go_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int names_action_rows_element_rows_element_go_put_id(
    names_action_rows_element_rows_element_go_made made, const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

static inline const char *names_action_rows_element_rows_element_go_id2(
    names_action_rows_element_rows_element_go_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id2"));
  return text ? text : "";
}

static inline int names_action_rows_element_rows_element_go_put_id2(
    names_action_rows_element_rows_element_go_made made, const char *value) {
  return json_object_set_new(made.json, "id2", json_string(value));
}

/* --------------------------------------------------------------------------------- Std in hand */

static inline names_std_json names_std_get(names_std_ref in) {
  return names_std_json_of(kmk_state_json(in.state));
}

static inline json_int_t names_std_get_a(names_std_ref in) {
  return names_std_a(names_std_get(in));
}

static inline kmk_status names_std_set_a(names_std_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/a", json_integer(value));
}

/* ------------------------------------------------------------------------------ Kumiki in hand */

static inline names_kumiki_json names_kumiki_get(names_kumiki_ref in) {
  return names_kumiki_json_of(kmk_state_json(in.state));
}

static inline json_int_t names_kumiki_get_a(names_kumiki_ref in) {
  return names_kumiki_a(names_kumiki_get(in));
}

static inline kmk_status names_kumiki_set_a(names_kumiki_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/a", json_integer(value));
}

/* ---------------------------------------------------------------------------- CaseName in hand */

static inline names_case_name_json names_case_name_get(names_case_name_ref in) {
  return names_case_name_json_of(kmk_state_json(in.state));
}

static inline const char *names_case_name_get_case_name(names_case_name_ref in) {
  return names_case_name_case_name(names_case_name_get(in));
}

static inline kmk_status names_case_name_set_case_name(names_case_name_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/case_name", json_string(value));
}

/* --------------------------------------------------------------------------- Errno.std in hand */

static inline names_errno_std_json names_errno_std_get(names_errno_std_ref in) {
  return names_errno_std_json_of(kmk_state_json(in.state));
}

static inline json_int_t names_errno_std_get_n(names_errno_std_ref in) {
  return names_errno_std_n(names_errno_std_get(in));
}

static inline kmk_status names_errno_std_set_n(names_errno_std_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/n", json_integer(value));
}

/* ------------------------------------------------------------------------------- State in hand */

static inline names_state_json names_state_get(names_state_ref in) {
  return names_state_json_of(kmk_state_json(in.state));
}

static inline json_int_t names_state_get_errno(names_state_ref in) {
  return names_state_errno(names_state_get(in));
}

static inline bool names_state_get_unix(names_state_ref in) {
  return names_state_unix(names_state_get(in));
}

static inline const char *names_state_get_linux(names_state_ref in) {
  return names_state_linux(names_state_get(in));
}

static inline names_a_b_json names_state_get_a_b(names_state_ref in) {
  return names_state_a_b(names_state_get(in));
}

static inline json_int_t names_state_get_assert(names_state_ref in) {
  return names_state_assert(names_state_get(in));
}

static inline const char *names_state_get_field(names_state_ref in) {
  return names_state_field(names_state_get(in));
}

static inline const json_t *names_state_get_list(names_state_ref in) {
  return names_state_list(names_state_get(in));
}

static inline names_std_json names_state_get_std(names_state_ref in) {
  return names_state_std(names_state_get(in));
}

static inline names_kumiki_json names_state_get_kumiki(names_state_ref in) {
  return names_state_kumiki(names_state_get(in));
}

static inline names_case_name_json names_state_get_case_name(names_state_ref in) {
  return names_state_case_name(names_state_get(in));
}

static inline names_errno_json names_state_get_kind(names_state_ref in) {
  return names_state_kind(names_state_get(in));
}

static inline const char *names_state_get_what(names_state_ref in) {
  return names_state_what(names_state_get(in));
}

static inline const char *names_state_get_control(names_state_ref in) {
  return names_state_control(names_state_get(in));
}

static inline const char *names_state_get_nul(names_state_ref in) {
  return names_state_nul(names_state_get(in));
}

static inline names_none_json names_state_get_none(names_state_ref in) {
  return names_state_none(names_state_get(in));
}

static inline const json_t *names_state_get_any(names_state_ref in) {
  return names_state_any(names_state_get(in));
}

static inline json_int_t names_state_get_least(names_state_ref in) {
  return names_state_least(names_state_get(in));
}

static inline const json_t *names_state_get_most(names_state_ref in) {
  return names_state_most(names_state_get(in));
}

static inline names_tree_json names_state_get_tree(names_state_ref in) {
  return names_state_tree(names_state_get(in));
}

static inline kmk_status names_state_set_errno(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/errno", json_integer(value));
}

static inline kmk_status names_state_set_unix(names_state_ref in, bool value) {
  return kmk_state_set_new(in.state, "/unix", json_boolean(value));
}

static inline kmk_status names_state_set_linux(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/linux", value ? json_string(value) : json_null());
}

static inline kmk_status names_state_clear_linux(names_state_ref in) {
  return kmk_state_set_new(in.state, "/linux", json_null());
}

static inline kmk_status names_state_set_a_b(names_state_ref in, names_a_b_json value) {
  return kmk_state_set(in.state, "/a*~1b", value.json ? value.json : json_null());
}

static inline kmk_status names_state_set_a_b_new(names_state_ref in, names_a_b_made value) {
  return kmk_state_set_new(in.state, "/a*~1b", value.json);
}

static inline kmk_status names_state_clear_a_b(names_state_ref in) {
  return kmk_state_set_new(in.state, "/a*~1b", json_null());
}

static inline kmk_status names_state_set_a_b_c(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/a*~1b/c", json_integer(value));
}

static inline kmk_status names_state_set_a_b_d(names_state_ref in, names_a_b_d_json value) {
  return kmk_state_set(in.state, "/a*~1b/d", value.json ? value.json : json_null());
}

static inline kmk_status names_state_set_a_b_d_new(names_state_ref in, names_a_b_d_made value) {
  return kmk_state_set_new(in.state, "/a*~1b/d", value.json);
}

static inline kmk_status names_state_clear_a_b_d(names_state_ref in) {
  return kmk_state_set_new(in.state, "/a*~1b/d", json_null());
}

static inline kmk_status names_state_set_a_b_d_e(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/a*~1b/d/e", json_string(value));
}

static inline kmk_status names_state_set_assert(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/assert", json_integer(value));
}

static inline kmk_status names_state_set_field(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/field", value ? json_string(value) : json_null());
}

static inline kmk_status names_state_clear_field(names_state_ref in) {
  return kmk_state_set_new(in.state, "/field", json_null());
}

static inline kmk_status names_state_set_list(names_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/list", value);
}

static inline kmk_status names_state_set_list_new(names_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/list", value);
}

static inline kmk_status names_state_set_std(names_state_ref in, names_std_json value) {
  return kmk_state_set(in.state, "/std", value.json ? value.json : json_null());
}

static inline kmk_status names_state_set_std_new(names_state_ref in, names_std_made value) {
  return kmk_state_set_new(in.state, "/std", value.json);
}

static inline kmk_status names_state_clear_std(names_state_ref in) {
  return kmk_state_set_new(in.state, "/std", json_null());
}

static inline kmk_status names_state_set_std_a(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/std/a", json_integer(value));
}

static inline kmk_status names_state_set_kumiki(names_state_ref in, names_kumiki_json value) {
  return kmk_state_set(in.state, "/kumiki", value.json ? value.json : json_null());
}

static inline kmk_status names_state_set_kumiki_new(names_state_ref in, names_kumiki_made value) {
  return kmk_state_set_new(in.state, "/kumiki", value.json);
}

static inline kmk_status names_state_clear_kumiki(names_state_ref in) {
  return kmk_state_set_new(in.state, "/kumiki", json_null());
}

static inline kmk_status names_state_set_kumiki_a(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/kumiki/a", json_integer(value));
}

static inline kmk_status names_state_set_case_name(names_state_ref in, names_case_name_json value) {
  return kmk_state_set(in.state, "/caseName", value.json);
}

static inline kmk_status names_state_set_case_name_new(names_state_ref in,
                                                       names_case_name_made value) {
  return kmk_state_set_new(in.state, "/caseName", value.json);
}

static inline kmk_status names_state_set_case_name_case_name(names_state_ref in,
                                                             const char *value) {
  return kmk_state_set_new(in.state, "/caseName/case_name", json_string(value));
}

static inline kmk_status names_state_set_kind(names_state_ref in, names_errno_json value) {
  return kmk_state_set(in.state, "/kind", value.json);
}

static inline kmk_status names_state_set_kind_new(names_state_ref in, names_errno_made value) {
  return kmk_state_set_new(in.state, "/kind", value.json);
}

static inline kmk_status names_state_set_kind_std(names_state_ref in, names_errno_std_json value) {
  return kmk_state_set(in.state, "/kind/std", value.json);
}

static inline kmk_status names_state_set_kind_std_new(names_state_ref in,
                                                      names_errno_std_made value) {
  return kmk_state_set_new(in.state, "/kind/std", value.json);
}

static inline kmk_status names_state_set_kind_std_n(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/kind/std/n", json_integer(value));
}

static inline kmk_status names_state_set_kind_unix(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/kind/unix", json_string(value));
}

static inline kmk_status names_state_set_what(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/what", json_string(value));
}

static inline kmk_status names_state_set_control(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/control", json_string(value));
}

static inline kmk_status names_state_set_nul(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/nul", json_string(value));
}

static inline kmk_status names_state_set_none(names_state_ref in, names_none_json value) {
  return kmk_state_set(in.state, "/none", value.json ? value.json : json_null());
}

static inline kmk_status names_state_set_none_new(names_state_ref in, names_none_made value) {
  return kmk_state_set_new(in.state, "/none", value.json);
}

static inline kmk_status names_state_clear_none(names_state_ref in) {
  return kmk_state_set_new(in.state, "/none", json_null());
}

static inline kmk_status names_state_set_none_true(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/none/true", json_integer(value));
}

static inline kmk_status names_state_set_none_false(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/none/false", value ? json_string(value) : json_null());
}

static inline kmk_status names_state_clear_none_false(names_state_ref in) {
  return kmk_state_set_new(in.state, "/none/false", json_null());
}

static inline kmk_status names_state_set_any(names_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/any", value ? value : json_null());
}

static inline kmk_status names_state_set_any_new(names_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/any", value);
}

static inline kmk_status names_state_clear_any(names_state_ref in) {
  return kmk_state_set_new(in.state, "/any", json_null());
}

static inline kmk_status names_state_set_least(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/least", json_integer(value));
}

static inline kmk_status names_state_set_most(names_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/most", value);
}

static inline kmk_status names_state_set_most_new(names_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/most", value);
}

static inline kmk_status names_state_set_tree(names_state_ref in, names_tree_json value) {
  return kmk_state_set(in.state, "/tree", value.json);
}

static inline kmk_status names_state_set_tree_new(names_state_ref in, names_tree_made value) {
  return kmk_state_set_new(in.state, "/tree", value.json);
}

static inline kmk_status names_state_set_tree_value(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/tree/value", json_integer(value));
}

static inline kmk_status names_state_set_tree_note(names_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/tree/note", value ? json_string(value) : json_null());
}

static inline kmk_status names_state_clear_tree_note(names_state_ref in) {
  return kmk_state_set_new(in.state, "/tree/note", json_null());
}

static inline kmk_status names_state_set_tree_children(names_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/tree/children", value);
}

static inline kmk_status names_state_set_tree_children_new(names_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/tree/children", value);
}

static inline kmk_status names_state_set_tree_any(names_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/tree/any", value ? value : json_null());
}

static inline kmk_status names_state_set_tree_any_new(names_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/tree/any", value);
}

static inline kmk_status names_state_clear_tree_any(names_state_ref in) {
  return kmk_state_set_new(in.state, "/tree/any", json_null());
}

static inline kmk_status names_state_set_tree_last(names_state_ref in, names_tree_last_json value) {
  return kmk_state_set(in.state, "/tree/last", value.json ? value.json : json_null());
}

static inline kmk_status names_state_set_tree_last_new(names_state_ref in,
                                                       names_tree_last_made value) {
  return kmk_state_set_new(in.state, "/tree/last", value.json);
}

static inline kmk_status names_state_clear_tree_last(names_state_ref in) {
  return kmk_state_set_new(in.state, "/tree/last", json_null());
}

static inline kmk_status names_state_set_tree_last_y(names_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/tree/last/y", json_integer(value));
}

/* ------------------------------------------------------------------------- State.a* /b in hand */

static inline names_a_b_json names_a_b_get(names_a_b_ref in) {
  return names_a_b_json_of(kmk_state_json(in.state));
}

static inline json_int_t names_a_b_get_c(names_a_b_ref in) {
  return names_a_b_c(names_a_b_get(in));
}

static inline names_a_b_d_json names_a_b_get_d(names_a_b_ref in) {
  return names_a_b_d(names_a_b_get(in));
}

static inline kmk_status names_a_b_set_c(names_a_b_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/c", json_integer(value));
}

static inline kmk_status names_a_b_set_d(names_a_b_ref in, names_a_b_d_json value) {
  return kmk_state_set(in.state, "/d", value.json ? value.json : json_null());
}

static inline kmk_status names_a_b_set_d_new(names_a_b_ref in, names_a_b_d_made value) {
  return kmk_state_set_new(in.state, "/d", value.json);
}

static inline kmk_status names_a_b_clear_d(names_a_b_ref in) {
  return kmk_state_set_new(in.state, "/d", json_null());
}

static inline kmk_status names_a_b_set_d_e(names_a_b_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/d/e", json_string(value));
}

/* -------------------------------------------------------------------------- State.none in hand */

static inline names_none_json names_none_get(names_none_ref in) {
  return names_none_json_of(kmk_state_json(in.state));
}

static inline json_int_t names_none_get_true(names_none_ref in) {
  return names_none_true(names_none_get(in));
}

static inline const char *names_none_get_false(names_none_ref in) {
  return names_none_false(names_none_get(in));
}

static inline kmk_status names_none_set_true(names_none_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/true", json_integer(value));
}

static inline kmk_status names_none_set_false(names_none_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/false", value ? json_string(value) : json_null());
}

static inline kmk_status names_none_clear_false(names_none_ref in) {
  return kmk_state_set_new(in.state, "/false", json_null());
}

/* -------------------------------------------------------------------------- State.tree in hand */

static inline names_tree_json names_tree_get(names_tree_ref in) {
  return names_tree_json_of(kmk_state_json(in.state));
}

static inline json_int_t names_tree_get_value(names_tree_ref in) {
  return names_tree_value(names_tree_get(in));
}

static inline const char *names_tree_get_note(names_tree_ref in) {
  return names_tree_note(names_tree_get(in));
}

static inline const json_t *names_tree_get_children(names_tree_ref in) {
  return names_tree_children(names_tree_get(in));
}

static inline const json_t *names_tree_get_any(names_tree_ref in) {
  return names_tree_any(names_tree_get(in));
}

static inline names_tree_last_json names_tree_get_last(names_tree_ref in) {
  return names_tree_last(names_tree_get(in));
}

static inline kmk_status names_tree_set_value(names_tree_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/value", json_integer(value));
}

static inline kmk_status names_tree_set_note(names_tree_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/note", value ? json_string(value) : json_null());
}

static inline kmk_status names_tree_clear_note(names_tree_ref in) {
  return kmk_state_set_new(in.state, "/note", json_null());
}

static inline kmk_status names_tree_set_children(names_tree_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/children", value);
}

static inline kmk_status names_tree_set_children_new(names_tree_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/children", value);
}

static inline kmk_status names_tree_set_any(names_tree_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/any", value ? value : json_null());
}

static inline kmk_status names_tree_set_any_new(names_tree_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/any", value);
}

static inline kmk_status names_tree_clear_any(names_tree_ref in) {
  return kmk_state_set_new(in.state, "/any", json_null());
}

static inline kmk_status names_tree_set_last(names_tree_ref in, names_tree_last_json value) {
  return kmk_state_set(in.state, "/last", value.json ? value.json : json_null());
}

static inline kmk_status names_tree_set_last_new(names_tree_ref in, names_tree_last_made value) {
  return kmk_state_set_new(in.state, "/last", value.json);
}

static inline kmk_status names_tree_clear_last(names_tree_ref in) {
  return kmk_state_set_new(in.state, "/last", json_null());
}

static inline kmk_status names_tree_set_last_y(names_tree_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/last/y", json_integer(value));
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

static inline json_t *names_action_case_name(names_action_case_name_made payload) {
  return names_with("case_name", payload.json);
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
