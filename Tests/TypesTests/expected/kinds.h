/* The types of kinds.shape, written by kumiki generate: change that file, and not this one.
 *
 * Names begin with kinds_. T is a type, m and n are members, c is a case.
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
#ifndef KINDS_SHAPE_H
#define KINDS_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define KINDS_HASH "de44aa8bef68e5df"
#define KINDS_SHAPE                                                                                \
  "Row = {id: unsigned, name: text, note: text?, weight: number = 0.5, tags: [text] = []}; "       \
  "Tree = {label: text, branches: [Tree] = []}; "                                                  \
  "Level = (low | middle | high); "                                                                \
  "Ids = [unsigned]; "                                                                             \
  "{rows: [Row] = [], byName: [text: Row] = {}, count: integer = 3, limit: unsigned?, "            \
  "ratio: number?, isOn: boolean = true, mayBe: boolean?, level: Level = 'low', "                  \
  "chosen: Level?, anything: any, \"a/b ~c\": text = \"it's\", only: only {class: text = '', "     \
  "is-new: boolean = false} = {'class': '', 'is-new': false}, tree: Tree = {'label': 'root', "     \
  "'branches': [{'label': 'left', 'branches': []}]}, ids: Ids = [1, 2], points: [{x: number, "     \
  "y: number}] = [{'x': 1, 'y': 2.5}], phase: (idle | failed: text | loading: {done: unsigned, "   \
  "total: unsigned?} | retry: unsigned?) = 'idle', sheet: (row: Row | alert: {title: text, "       \
  "level: Level} | nested: (one | two: integer))? = null}"

/* Declares the states and the actions of a reducer, which it consumes. */
static inline kmk_reducer *kinds_declare(kmk_reducer *base) {
  static const kmk_case cases[] = {
      {"increment", NULL},
      {"setCount", "integer"},
      {"setLimit", "unsigned?"},
      {"setLevel", "(low | middle | high)"},
      {"found", "[{id: unsigned, name: text, note: text?, weight: number?, tags: [text]?}]"},
      {"put", "any"},
      {"kinds", "integer"},
      {"child", "(reset | rename: text | move: {from: integer, to: integer?})"},
      {"rows", "(element: {id: unsigned, action: (toggle | rename: text)})"},
      {"sheet", "(presented: (row: (reset | rename: text | move: {from: integer, "
                "to: integer?}) | alert: (delete | cancel)) | dismiss)"},
      {"resize", "{width: number, height: number, label: text?}"},
  };
  return kmk_shape(kmk_cases(base, sizeof cases / sizeof *cases, cases), KINDS_SHAPE);
}

/* Makes a feature of another library a mistake of the composition, which kmk_store_new reports,
 * if it was declared with another shape than this one. */
static inline kmk_reducer *kinds_expect(kmk_reducer *feature) {
  return kmk_expect_shape(feature, KINDS_HASH);
}

/* A value that is there: NULL for null. */
static inline const json_t *kinds_some(const json_t *value) {
  return json_is_null(value) ? NULL : value;
}

/* The payload of an enum in a case, as written; NULL for another case and for null. */
static inline const json_t *kinds_payload(const json_t *value, const char *name) {
  const json_t *found = kmk_action_is(value, name) ? json_object_get(value, name) : NULL;
  return kinds_some(found);
}

/* An enum in a case that must have a payload; NULL without one. */
static inline json_t *kinds_with(const char *case_path, json_t *payload) {
  return payload ? kmk_action_at_new(case_path, payload) : NULL;
}

/* An object, or NULL where something could not be put into it. */
static inline json_t *kinds_built(json_t *made, int wrong) {
  if (!wrong)
    return made;
  json_decref(made);
  return NULL;
}

/* Writes into the row with an id, which it takes over as it does the value. */
static inline kmk_status kinds_set_row(kmk_state *state, const char *rows, json_t *id,
                                       const char *place, json_t *value) {
  kmk_status status = kmk_state_set_row_new(state, rows, id, place, value);
  json_decref(id);
  return status;
}

/* Places of the state. */
#define KINDS_AT_ROWS "/rows"
#define KINDS_AT_BY_NAME "/byName"
#define KINDS_AT_COUNT "/count"
#define KINDS_AT_LIMIT "/limit"
#define KINDS_AT_RATIO "/ratio"
#define KINDS_AT_IS_ON "/isOn"
#define KINDS_AT_MAY_BE "/mayBe"
#define KINDS_AT_LEVEL "/level"
#define KINDS_AT_CHOSEN "/chosen"
#define KINDS_AT_ANYTHING "/anything"
#define KINDS_AT_A_B_C "/a~1b ~0c"
#define KINDS_AT_ONLY "/only"
#define KINDS_AT_ONLY_CLASS "/only/class"
#define KINDS_AT_ONLY_IS_NEW "/only/is-new"
#define KINDS_AT_TREE "/tree"
#define KINDS_AT_TREE_LABEL "/tree/label"
#define KINDS_AT_TREE_BRANCHES "/tree/branches"
#define KINDS_AT_IDS "/ids"
#define KINDS_AT_POINTS "/points"
#define KINDS_AT_PHASE "/phase"
#define KINDS_AT_PHASE_FAILED "/phase/failed"
#define KINDS_AT_PHASE_LOADING "/phase/loading"
#define KINDS_AT_PHASE_LOADING_DONE "/phase/loading/done"
#define KINDS_AT_PHASE_LOADING_TOTAL "/phase/loading/total"
#define KINDS_AT_PHASE_RETRY "/phase/retry"
#define KINDS_AT_SHEET "/sheet"
#define KINDS_AT_SHEET_ROW "/sheet/row"
#define KINDS_AT_SHEET_ROW_ID "/sheet/row/id"
#define KINDS_AT_SHEET_ROW_NAME "/sheet/row/name"
#define KINDS_AT_SHEET_ROW_NOTE "/sheet/row/note"
#define KINDS_AT_SHEET_ROW_WEIGHT "/sheet/row/weight"
#define KINDS_AT_SHEET_ROW_TAGS "/sheet/row/tags"
#define KINDS_AT_SHEET_ALERT "/sheet/alert"
#define KINDS_AT_SHEET_ALERT_TITLE "/sheet/alert/title"
#define KINDS_AT_SHEET_ALERT_LEVEL "/sheet/alert/level"
#define KINDS_AT_SHEET_NESTED "/sheet/nested"
#define KINDS_AT_SHEET_NESTED_TWO "/sheet/nested/two"

/* Places inside Row. */
#define KINDS_ROW_AT_ID "/id"
#define KINDS_ROW_AT_NAME "/name"
#define KINDS_ROW_AT_NOTE "/note"
#define KINDS_ROW_AT_WEIGHT "/weight"
#define KINDS_ROW_AT_TAGS "/tags"

/* Places inside Tree. */
#define KINDS_TREE_AT_LABEL "/label"
#define KINDS_TREE_AT_BRANCHES "/branches"

/* Places inside State.only. */
#define KINDS_ONLY_AT_CLASS "/class"
#define KINDS_ONLY_AT_IS_NEW "/is-new"

/* Places inside State.points.item. */
#define KINDS_POINTS_ITEM_AT_X "/x"
#define KINDS_POINTS_ITEM_AT_Y "/y"

/* Places inside State.phase.loading. */
#define KINDS_PHASE_LOADING_AT_DONE "/done"
#define KINDS_PHASE_LOADING_AT_TOTAL "/total"

/* Places inside State.sheet.alert. */
#define KINDS_SHEET_ALERT_AT_TITLE "/title"
#define KINDS_SHEET_ALERT_AT_LEVEL "/level"

/* Case paths of the actions, for kmk_action_is and kmk_action_payload. */
#define KINDS_CASE_INCREMENT "increment"
#define KINDS_CASE_SET_COUNT "setCount"
#define KINDS_CASE_SET_LIMIT "setLimit"
#define KINDS_CASE_SET_LEVEL "setLevel"
#define KINDS_CASE_FOUND "found"
#define KINDS_CASE_PUT "put"
#define KINDS_CASE_KINDS "kinds"
#define KINDS_CASE_CHILD "child"
#define KINDS_CASE_CHILD_RESET "child.reset"
#define KINDS_CASE_CHILD_RENAME "child.rename"
#define KINDS_CASE_CHILD_MOVE "child.move"
#define KINDS_CASE_ROWS "rows"
#define KINDS_CASE_ROWS_ELEMENT "rows.element"
#define KINDS_CASE_SHEET "sheet"
#define KINDS_CASE_SHEET_PRESENTED "sheet.presented"
#define KINDS_CASE_SHEET_PRESENTED_ROW "sheet.presented.row"
#define KINDS_CASE_SHEET_PRESENTED_ROW_RESET "sheet.presented.row.reset"
#define KINDS_CASE_SHEET_PRESENTED_ROW_RENAME "sheet.presented.row.rename"
#define KINDS_CASE_SHEET_PRESENTED_ROW_MOVE "sheet.presented.row.move"
#define KINDS_CASE_SHEET_PRESENTED_ALERT "sheet.presented.alert"
#define KINDS_CASE_SHEET_PRESENTED_ALERT_DELETE "sheet.presented.alert.delete"
#define KINDS_CASE_SHEET_PRESENTED_ALERT_CANCEL "sheet.presented.alert.cancel"
#define KINDS_CASE_SHEET_DISMISS "sheet.dismiss"
#define KINDS_CASE_RESIZE "resize"

typedef struct {
  const json_t *json;
} kinds_row_json;
static inline kinds_row_json kinds_row_json_of(const json_t *json) {
  kinds_row_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_row_made;
static inline kinds_row_made kinds_row_made_of(json_t *json) {
  kinds_row_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} kinds_row_ref;
static inline kinds_row_ref kinds_row_ref_of(kmk_state *state) {
  kinds_row_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_tree_json;
static inline kinds_tree_json kinds_tree_json_of(const json_t *json) {
  kinds_tree_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_tree_made;
static inline kinds_tree_made kinds_tree_made_of(json_t *json) {
  kinds_tree_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} kinds_tree_ref;
static inline kinds_tree_ref kinds_tree_ref_of(kmk_state *state) {
  kinds_tree_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_level_json;
static inline kinds_level_json kinds_level_json_of(const json_t *json) {
  kinds_level_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_child_action_json;
static inline kinds_child_action_json kinds_child_action_json_of(const json_t *json) {
  kinds_child_action_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_child_action_made;
static inline kinds_child_action_made kinds_child_action_made_of(json_t *json) {
  kinds_child_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_child_action_move_json;
static inline kinds_child_action_move_json kinds_child_action_move_json_of(const json_t *json) {
  kinds_child_action_move_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_child_action_move_made;
static inline kinds_child_action_move_made kinds_child_action_move_made_of(json_t *json) {
  kinds_child_action_move_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_state_json;
static inline kinds_state_json kinds_state_json_of(const json_t *json) {
  kinds_state_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_state_made;
static inline kinds_state_made kinds_state_made_of(json_t *json) {
  kinds_state_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} kinds_state_ref;
static inline kinds_state_ref kinds_state_ref_of(kmk_state *state) {
  kinds_state_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_only_json;
static inline kinds_only_json kinds_only_json_of(const json_t *json) {
  kinds_only_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_only_made;
static inline kinds_only_made kinds_only_made_of(json_t *json) {
  kinds_only_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} kinds_only_ref;
static inline kinds_only_ref kinds_only_ref_of(kmk_state *state) {
  kinds_only_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_points_item_json;
static inline kinds_points_item_json kinds_points_item_json_of(const json_t *json) {
  kinds_points_item_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_points_item_made;
static inline kinds_points_item_made kinds_points_item_made_of(json_t *json) {
  kinds_points_item_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} kinds_points_item_ref;
static inline kinds_points_item_ref kinds_points_item_ref_of(kmk_state *state) {
  kinds_points_item_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_phase_json;
static inline kinds_phase_json kinds_phase_json_of(const json_t *json) {
  kinds_phase_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_phase_made;
static inline kinds_phase_made kinds_phase_made_of(json_t *json) {
  kinds_phase_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_phase_loading_json;
static inline kinds_phase_loading_json kinds_phase_loading_json_of(const json_t *json) {
  kinds_phase_loading_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_phase_loading_made;
static inline kinds_phase_loading_made kinds_phase_loading_made_of(json_t *json) {
  kinds_phase_loading_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} kinds_phase_loading_ref;
static inline kinds_phase_loading_ref kinds_phase_loading_ref_of(kmk_state *state) {
  kinds_phase_loading_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_sheet_json;
static inline kinds_sheet_json kinds_sheet_json_of(const json_t *json) {
  kinds_sheet_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_sheet_made;
static inline kinds_sheet_made kinds_sheet_made_of(json_t *json) {
  kinds_sheet_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_sheet_alert_json;
static inline kinds_sheet_alert_json kinds_sheet_alert_json_of(const json_t *json) {
  kinds_sheet_alert_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_sheet_alert_made;
static inline kinds_sheet_alert_made kinds_sheet_alert_made_of(json_t *json) {
  kinds_sheet_alert_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} kinds_sheet_alert_ref;
static inline kinds_sheet_alert_ref kinds_sheet_alert_ref_of(kmk_state *state) {
  kinds_sheet_alert_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_sheet_nested_json;
static inline kinds_sheet_nested_json kinds_sheet_nested_json_of(const json_t *json) {
  kinds_sheet_nested_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_sheet_nested_made;
static inline kinds_sheet_nested_made kinds_sheet_nested_made_of(json_t *json) {
  kinds_sheet_nested_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_action_json;
static inline kinds_action_json kinds_action_json_of(const json_t *json) {
  kinds_action_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_action_made;
static inline kinds_action_made kinds_action_made_of(json_t *json) {
  kinds_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_action_rows_json;
static inline kinds_action_rows_json kinds_action_rows_json_of(const json_t *json) {
  kinds_action_rows_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_action_rows_made;
static inline kinds_action_rows_made kinds_action_rows_made_of(json_t *json) {
  kinds_action_rows_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_action_rows_element_json;
static inline kinds_action_rows_element_json kinds_action_rows_element_json_of(const json_t *json) {
  kinds_action_rows_element_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_action_rows_element_made;
static inline kinds_action_rows_element_made kinds_action_rows_element_made_of(json_t *json) {
  kinds_action_rows_element_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_action_sheet_json;
static inline kinds_action_sheet_json kinds_action_sheet_json_of(const json_t *json) {
  kinds_action_sheet_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_action_sheet_made;
static inline kinds_action_sheet_made kinds_action_sheet_made_of(json_t *json) {
  kinds_action_sheet_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_action_sheet_presented_json;
static inline kinds_action_sheet_presented_json
kinds_action_sheet_presented_json_of(const json_t *json) {
  kinds_action_sheet_presented_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_action_sheet_presented_made;
static inline kinds_action_sheet_presented_made kinds_action_sheet_presented_made_of(json_t *json) {
  kinds_action_sheet_presented_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_action_sheet_presented_alert_json;
static inline kinds_action_sheet_presented_alert_json
kinds_action_sheet_presented_alert_json_of(const json_t *json) {
  kinds_action_sheet_presented_alert_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  const json_t *json;
} kinds_action_resize_json;
static inline kinds_action_resize_json kinds_action_resize_json_of(const json_t *json) {
  kinds_action_resize_json it = {kinds_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} kinds_action_resize_made;
static inline kinds_action_resize_made kinds_action_resize_made_of(json_t *json) {
  kinds_action_resize_made it = {json};
  return it;
}

/* --------------------------------------------------------------------------------------- Level */

typedef enum kinds_level_case {
  KINDS_LEVEL_NO_CASE, /* null, or no case of the shape */
  KINDS_LEVEL_LOW,
  KINDS_LEVEL_MIDDLE,
  KINDS_LEVEL_HIGH
} kinds_level_case;

static inline kinds_level_case kinds_level_which(kinds_level_json value) {
  if (kmk_action_is(value.json, "low"))
    return KINDS_LEVEL_LOW;
  if (kmk_action_is(value.json, "middle"))
    return KINDS_LEVEL_MIDDLE;
  if (kmk_action_is(value.json, "high"))
    return KINDS_LEVEL_HIGH;
  return KINDS_LEVEL_NO_CASE;
}

static inline json_t *kinds_level_new(kinds_level_case value) {
  switch (value) {
  case KINDS_LEVEL_LOW:
    return json_string("low");
  case KINDS_LEVEL_MIDDLE:
    return json_string("middle");
  case KINDS_LEVEL_HIGH:
    return json_string("high");
  case KINDS_LEVEL_NO_CASE:
    break;
  }
  return json_null();
}

/* --------------------------------------------------------------------------------- ChildAction */

typedef enum kinds_child_action_case {
  KINDS_CHILD_ACTION_NO_CASE, /* null, or no case of the shape */
  KINDS_CHILD_ACTION_RESET,
  KINDS_CHILD_ACTION_RENAME,
  KINDS_CHILD_ACTION_MOVE
} kinds_child_action_case;

static inline kinds_child_action_case kinds_child_action_which(kinds_child_action_json value) {
  if (kmk_action_is(value.json, "reset"))
    return KINDS_CHILD_ACTION_RESET;
  if (kmk_action_is(value.json, "rename"))
    return KINDS_CHILD_ACTION_RENAME;
  if (kmk_action_is(value.json, "move"))
    return KINDS_CHILD_ACTION_MOVE;
  return KINDS_CHILD_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- State.phase */

typedef enum kinds_phase_case {
  KINDS_PHASE_NO_CASE, /* null, or no case of the shape */
  KINDS_PHASE_IDLE,
  KINDS_PHASE_FAILED,
  KINDS_PHASE_LOADING,
  KINDS_PHASE_RETRY
} kinds_phase_case;

static inline kinds_phase_case kinds_phase_which(kinds_phase_json value) {
  if (kmk_action_is(value.json, "idle"))
    return KINDS_PHASE_IDLE;
  if (kmk_action_is(value.json, "failed"))
    return KINDS_PHASE_FAILED;
  if (kmk_action_is(value.json, "loading"))
    return KINDS_PHASE_LOADING;
  if (kmk_action_is(value.json, "retry"))
    return KINDS_PHASE_RETRY;
  return KINDS_PHASE_NO_CASE;
}

/* --------------------------------------------------------------------------------- State.sheet */

typedef enum kinds_sheet_case {
  KINDS_SHEET_NO_CASE, /* null, or no case of the shape */
  KINDS_SHEET_ROW,
  KINDS_SHEET_ALERT,
  KINDS_SHEET_NESTED
} kinds_sheet_case;

static inline kinds_sheet_case kinds_sheet_which(kinds_sheet_json value) {
  if (kmk_action_is(value.json, "row"))
    return KINDS_SHEET_ROW;
  if (kmk_action_is(value.json, "alert"))
    return KINDS_SHEET_ALERT;
  if (kmk_action_is(value.json, "nested"))
    return KINDS_SHEET_NESTED;
  return KINDS_SHEET_NO_CASE;
}

/* -------------------------------------------------------------------------- State.sheet.nested */

typedef enum kinds_sheet_nested_case {
  KINDS_SHEET_NESTED_NO_CASE, /* null, or no case of the shape */
  KINDS_SHEET_NESTED_ONE,
  KINDS_SHEET_NESTED_TWO
} kinds_sheet_nested_case;

static inline kinds_sheet_nested_case kinds_sheet_nested_which(kinds_sheet_nested_json value) {
  if (kmk_action_is(value.json, "one"))
    return KINDS_SHEET_NESTED_ONE;
  if (kmk_action_is(value.json, "two"))
    return KINDS_SHEET_NESTED_TWO;
  return KINDS_SHEET_NESTED_NO_CASE;
}

/* -------------------------------------------------------------------------------------- Action */

typedef enum kinds_action_case {
  KINDS_ACTION_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_INCREMENT,
  KINDS_ACTION_SET_COUNT,
  KINDS_ACTION_SET_LIMIT,
  KINDS_ACTION_SET_LEVEL,
  KINDS_ACTION_FOUND,
  KINDS_ACTION_PUT,
  KINDS_ACTION_KINDS,
  KINDS_ACTION_CHILD,
  KINDS_ACTION_ROWS,
  KINDS_ACTION_SHEET,
  KINDS_ACTION_RESIZE
} kinds_action_case;

static inline kinds_action_case kinds_action_which(kinds_action_json value) {
  if (kmk_action_is(value.json, "increment"))
    return KINDS_ACTION_INCREMENT;
  if (kmk_action_is(value.json, "setCount"))
    return KINDS_ACTION_SET_COUNT;
  if (kmk_action_is(value.json, "setLimit"))
    return KINDS_ACTION_SET_LIMIT;
  if (kmk_action_is(value.json, "setLevel"))
    return KINDS_ACTION_SET_LEVEL;
  if (kmk_action_is(value.json, "found"))
    return KINDS_ACTION_FOUND;
  if (kmk_action_is(value.json, "put"))
    return KINDS_ACTION_PUT;
  if (kmk_action_is(value.json, "kinds"))
    return KINDS_ACTION_KINDS;
  if (kmk_action_is(value.json, "child"))
    return KINDS_ACTION_CHILD;
  if (kmk_action_is(value.json, "rows"))
    return KINDS_ACTION_ROWS;
  if (kmk_action_is(value.json, "sheet"))
    return KINDS_ACTION_SHEET;
  if (kmk_action_is(value.json, "resize"))
    return KINDS_ACTION_RESIZE;
  return KINDS_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.rows */

typedef enum kinds_action_rows_case {
  KINDS_ACTION_ROWS_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_ROWS_ELEMENT
} kinds_action_rows_case;

static inline kinds_action_rows_case kinds_action_rows_which(kinds_action_rows_json value) {
  if (kmk_action_is(value.json, "element"))
    return KINDS_ACTION_ROWS_ELEMENT;
  return KINDS_ACTION_ROWS_NO_CASE;
}

/* ------------------------------------------------------------------------- Action.rows.element */

typedef enum kinds_action_rows_element_case {
  KINDS_ACTION_ROWS_ELEMENT_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_ROWS_ELEMENT_TOGGLE,
  KINDS_ACTION_ROWS_ELEMENT_RENAME
} kinds_action_rows_element_case;

static inline kinds_action_rows_element_case
kinds_action_rows_element_which(kinds_action_rows_element_json value) {
  if (kmk_action_is(value.json, "toggle"))
    return KINDS_ACTION_ROWS_ELEMENT_TOGGLE;
  if (kmk_action_is(value.json, "rename"))
    return KINDS_ACTION_ROWS_ELEMENT_RENAME;
  return KINDS_ACTION_ROWS_ELEMENT_NO_CASE;
}

/* -------------------------------------------------------------------------------- Action.sheet */

typedef enum kinds_action_sheet_case {
  KINDS_ACTION_SHEET_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_SHEET_PRESENTED,
  KINDS_ACTION_SHEET_DISMISS
} kinds_action_sheet_case;

static inline kinds_action_sheet_case kinds_action_sheet_which(kinds_action_sheet_json value) {
  if (kmk_action_is(value.json, "presented"))
    return KINDS_ACTION_SHEET_PRESENTED;
  if (kmk_action_is(value.json, "dismiss"))
    return KINDS_ACTION_SHEET_DISMISS;
  return KINDS_ACTION_SHEET_NO_CASE;
}

/* ---------------------------------------------------------------------- Action.sheet.presented */

typedef enum kinds_action_sheet_presented_case {
  KINDS_ACTION_SHEET_PRESENTED_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_SHEET_PRESENTED_ROW,
  KINDS_ACTION_SHEET_PRESENTED_ALERT
} kinds_action_sheet_presented_case;

static inline kinds_action_sheet_presented_case
kinds_action_sheet_presented_which(kinds_action_sheet_presented_json value) {
  if (kmk_action_is(value.json, "row"))
    return KINDS_ACTION_SHEET_PRESENTED_ROW;
  if (kmk_action_is(value.json, "alert"))
    return KINDS_ACTION_SHEET_PRESENTED_ALERT;
  return KINDS_ACTION_SHEET_PRESENTED_NO_CASE;
}

/* ---------------------------------------------------------------- Action.sheet.presented.alert */

typedef enum kinds_action_sheet_presented_alert_case {
  KINDS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_SHEET_PRESENTED_ALERT_DELETE,
  KINDS_ACTION_SHEET_PRESENTED_ALERT_CANCEL
} kinds_action_sheet_presented_alert_case;

static inline kinds_action_sheet_presented_alert_case
kinds_action_sheet_presented_alert_which(kinds_action_sheet_presented_alert_json value) {
  if (kmk_action_is(value.json, "delete"))
    return KINDS_ACTION_SHEET_PRESENTED_ALERT_DELETE;
  if (kmk_action_is(value.json, "cancel"))
    return KINDS_ACTION_SHEET_PRESENTED_ALERT_CANCEL;
  return KINDS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE;
}

static inline json_t *
kinds_action_sheet_presented_alert_new(kinds_action_sheet_presented_alert_case value) {
  switch (value) {
  case KINDS_ACTION_SHEET_PRESENTED_ALERT_DELETE:
    return json_string("delete");
  case KINDS_ACTION_SHEET_PRESENTED_ALERT_CANCEL:
    return json_string("cancel");
  case KINDS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE:
    break;
  }
  return json_null();
}

/* ----------------------------------------------------------------------------------------- Row */

/* A row with an id. */
static inline kinds_row_made kinds_row_new(json_int_t id, const char *name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_integer(id));
  wrong |= json_object_set_new(made, "name", json_string(name));
  return kinds_row_made_of(kinds_built(made, wrong));
}

static inline json_int_t kinds_row_id(kinds_row_json value) {
  return json_integer_value(json_object_get(value.json, "id"));
}

static inline int kinds_row_put_id(kinds_row_made made, json_int_t value) {
  return json_object_set_new(made.json, "id", json_integer(value));
}

static inline const char *kinds_row_name(kinds_row_json value) {
  const char *text = json_string_value(json_object_get(value.json, "name"));
  return text ? text : "";
}

static inline int kinds_row_put_name(kinds_row_made made, const char *value) {
  return json_object_set_new(made.json, "name", json_string(value));
}

static inline bool kinds_row_has_note(kinds_row_json value) {
  return kinds_some(json_object_get(value.json, "note")) != NULL;
}

static inline const char *kinds_row_note(kinds_row_json value) {
  return json_string_value(json_object_get(value.json, "note"));
}

static inline int kinds_row_put_note(kinds_row_made made, const char *value) {
  return json_object_set_new(made.json, "note", value ? json_string(value) : json_null());
}

static inline double kinds_row_weight(kinds_row_json value) {
  return json_number_value(json_object_get(value.json, "weight"));
}

static inline int kinds_row_put_weight(kinds_row_made made, double value) {
  return json_object_set_new(made.json, "weight", json_real(value));
}

static inline const json_t *kinds_row_tags(kinds_row_json value) {
  return kinds_some(json_object_get(value.json, "tags"));
}

static inline int kinds_row_put_tags(kinds_row_made made, json_t *value) {
  return json_object_set_new(made.json, "tags", value);
}

/* ---------------------------------------------------------------------------------------- Tree */

static inline kinds_tree_made kinds_tree_new(const char *label) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "label", json_string(label));
  return kinds_tree_made_of(kinds_built(made, wrong));
}

static inline const char *kinds_tree_label(kinds_tree_json value) {
  const char *text = json_string_value(json_object_get(value.json, "label"));
  return text ? text : "";
}

static inline int kinds_tree_put_label(kinds_tree_made made, const char *value) {
  return json_object_set_new(made.json, "label", json_string(value));
}

static inline const json_t *kinds_tree_branches(kinds_tree_json value) {
  return kinds_some(json_object_get(value.json, "branches"));
}

static inline int kinds_tree_put_branches(kinds_tree_made made, json_t *value) {
  return json_object_set_new(made.json, "branches", value);
}

/* --------------------------------------------------------------------- payloads of ChildAction */

static inline kinds_child_action_made kinds_child_action_of_reset(void) {
  return kinds_child_action_made_of(json_string("reset"));
}

static inline const char *kinds_child_action_as_rename(kinds_child_action_json value) {
  const char *text = json_string_value(kinds_payload(value.json, "rename"));
  return text ? text : "";
}

static inline kinds_child_action_made kinds_child_action_of_rename(const char *payload) {
  return kinds_child_action_made_of(kinds_with("rename", json_string(payload)));
}

static inline kinds_child_action_move_json
kinds_child_action_as_move(kinds_child_action_json value) {
  return kinds_child_action_move_json_of(kinds_payload(value.json, "move"));
}

static inline kinds_child_action_made
kinds_child_action_of_move(kinds_child_action_move_made payload) {
  return kinds_child_action_made_of(kinds_with("move", payload.json));
}

/* ---------------------------------------------------------------------------- ChildAction.move */

static inline kinds_child_action_move_made kinds_child_action_move_new(json_int_t from) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "from", json_integer(from));
  return kinds_child_action_move_made_of(kinds_built(made, wrong));
}

static inline json_int_t kinds_child_action_move_from(kinds_child_action_move_json value) {
  return json_integer_value(json_object_get(value.json, "from"));
}

static inline int kinds_child_action_move_put_from(kinds_child_action_move_made made,
                                                   json_int_t value) {
  return json_object_set_new(made.json, "from", json_integer(value));
}

static inline bool kinds_child_action_move_has_to(kinds_child_action_move_json value) {
  return kinds_some(json_object_get(value.json, "to")) != NULL;
}

static inline json_int_t kinds_child_action_move_to(kinds_child_action_move_json value) {
  return json_integer_value(json_object_get(value.json, "to"));
}

static inline int kinds_child_action_move_put_to(kinds_child_action_move_made made,
                                                 json_int_t value) {
  return json_object_set_new(made.json, "to", json_integer(value));
}

/* --------------------------------------------------------------------------------------- State */

static inline kinds_state_made kinds_state_new(void) { return kinds_state_made_of(json_object()); }

static inline const json_t *kinds_state_rows(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "rows"));
}

static inline int kinds_state_put_rows(kinds_state_made made, json_t *value) {
  return json_object_set_new(made.json, "rows", value);
}

/* byName: any names */
static inline const json_t *kinds_state_by_name(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "byName"));
}

static inline int kinds_state_put_by_name(kinds_state_made made, json_t *value) {
  return json_object_set_new(made.json, "byName", value);
}

static inline json_int_t kinds_state_count(kinds_state_json value) {
  return json_integer_value(json_object_get(value.json, "count"));
}

static inline int kinds_state_put_count(kinds_state_made made, json_int_t value) {
  return json_object_set_new(made.json, "count", json_integer(value));
}

static inline bool kinds_state_has_limit(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "limit")) != NULL;
}

static inline json_int_t kinds_state_limit(kinds_state_json value) {
  return json_integer_value(json_object_get(value.json, "limit"));
}

static inline int kinds_state_put_limit(kinds_state_made made, json_int_t value) {
  return json_object_set_new(made.json, "limit", json_integer(value));
}

static inline bool kinds_state_has_ratio(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "ratio")) != NULL;
}

static inline double kinds_state_ratio(kinds_state_json value) {
  return json_number_value(json_object_get(value.json, "ratio"));
}

static inline int kinds_state_put_ratio(kinds_state_made made, double value) {
  return json_object_set_new(made.json, "ratio", json_real(value));
}

static inline bool kinds_state_is_on(kinds_state_json value) {
  return json_is_true(json_object_get(value.json, "isOn"));
}

static inline int kinds_state_put_is_on(kinds_state_made made, bool value) {
  return json_object_set_new(made.json, "isOn", json_boolean(value));
}

static inline bool kinds_state_has_may_be(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "mayBe")) != NULL;
}

static inline bool kinds_state_may_be(kinds_state_json value) {
  return json_is_true(json_object_get(value.json, "mayBe"));
}

static inline int kinds_state_put_may_be(kinds_state_made made, bool value) {
  return json_object_set_new(made.json, "mayBe", json_boolean(value));
}

static inline kinds_level_case kinds_state_level(kinds_state_json value) {
  return kinds_level_which(kinds_level_json_of(json_object_get(value.json, "level")));
}

static inline int kinds_state_put_level(kinds_state_made made, kinds_level_case value) {
  return json_object_set_new(made.json, "level", kinds_level_new(value));
}

static inline bool kinds_state_has_chosen(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "chosen")) != NULL;
}

static inline kinds_level_case kinds_state_chosen(kinds_state_json value) {
  return kinds_level_which(kinds_level_json_of(json_object_get(value.json, "chosen")));
}

static inline int kinds_state_put_chosen(kinds_state_made made, kinds_level_case value) {
  return json_object_set_new(made.json, "chosen", kinds_level_new(value));
}

static inline bool kinds_state_has_anything(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "anything")) != NULL;
}

static inline const json_t *kinds_state_anything(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "anything"));
}

static inline int kinds_state_put_anything(kinds_state_made made, json_t *value) {
  return json_object_set_new(made.json, "anything", value);
}

static inline const char *kinds_state_a_b_c(kinds_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "a/b ~c"));
  return text ? text : "";
}

static inline int kinds_state_put_a_b_c(kinds_state_made made, const char *value) {
  return json_object_set_new(made.json, "a/b ~c", json_string(value));
}

static inline kinds_only_json kinds_state_only(kinds_state_json value) {
  return kinds_only_json_of(json_object_get(value.json, "only"));
}

static inline int kinds_state_put_only(kinds_state_made made, kinds_only_made value) {
  return json_object_set_new(made.json, "only", value.json);
}

static inline kinds_tree_json kinds_state_tree(kinds_state_json value) {
  return kinds_tree_json_of(json_object_get(value.json, "tree"));
}

static inline int kinds_state_put_tree(kinds_state_made made, kinds_tree_made value) {
  return json_object_set_new(made.json, "tree", value.json);
}

static inline const json_t *kinds_state_ids(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "ids"));
}

static inline int kinds_state_put_ids(kinds_state_made made, json_t *value) {
  return json_object_set_new(made.json, "ids", value);
}

static inline const json_t *kinds_state_points(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "points"));
}

static inline int kinds_state_put_points(kinds_state_made made, json_t *value) {
  return json_object_set_new(made.json, "points", value);
}

static inline kinds_phase_json kinds_state_phase(kinds_state_json value) {
  return kinds_phase_json_of(json_object_get(value.json, "phase"));
}

static inline int kinds_state_put_phase(kinds_state_made made, kinds_phase_made value) {
  return json_object_set_new(made.json, "phase", value.json);
}

static inline bool kinds_state_has_sheet(kinds_state_json value) {
  return kinds_some(json_object_get(value.json, "sheet")) != NULL;
}

static inline kinds_sheet_json kinds_state_sheet(kinds_state_json value) {
  return kinds_sheet_json_of(json_object_get(value.json, "sheet"));
}

static inline int kinds_state_put_sheet(kinds_state_made made, kinds_sheet_made value) {
  return json_object_set_new(made.json, "sheet", value.json);
}

/* ---------------------------------------------------------------------------------- State.only */

static inline kinds_only_made kinds_only_new(void) { return kinds_only_made_of(json_object()); }

static inline const char *kinds_only_class(kinds_only_json value) {
  const char *text = json_string_value(json_object_get(value.json, "class"));
  return text ? text : "";
}

static inline int kinds_only_put_class(kinds_only_made made, const char *value) {
  return json_object_set_new(made.json, "class", json_string(value));
}

static inline bool kinds_only_is_new(kinds_only_json value) {
  return json_is_true(json_object_get(value.json, "is-new"));
}

static inline int kinds_only_put_is_new(kinds_only_made made, bool value) {
  return json_object_set_new(made.json, "is-new", json_boolean(value));
}

/* --------------------------------------------------------------------------- State.points.item */

static inline kinds_points_item_made kinds_points_item_new(double x, double y) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "x", json_real(x));
  wrong |= json_object_set_new(made, "y", json_real(y));
  return kinds_points_item_made_of(kinds_built(made, wrong));
}

static inline double kinds_points_item_x(kinds_points_item_json value) {
  return json_number_value(json_object_get(value.json, "x"));
}

static inline int kinds_points_item_put_x(kinds_points_item_made made, double value) {
  return json_object_set_new(made.json, "x", json_real(value));
}

static inline double kinds_points_item_y(kinds_points_item_json value) {
  return json_number_value(json_object_get(value.json, "y"));
}

static inline int kinds_points_item_put_y(kinds_points_item_made made, double value) {
  return json_object_set_new(made.json, "y", json_real(value));
}

/* --------------------------------------------------------------------- payloads of State.phase */

static inline kinds_phase_made kinds_phase_of_idle(void) {
  return kinds_phase_made_of(json_string("idle"));
}

static inline const char *kinds_phase_as_failed(kinds_phase_json value) {
  const char *text = json_string_value(kinds_payload(value.json, "failed"));
  return text ? text : "";
}

static inline kinds_phase_made kinds_phase_of_failed(const char *payload) {
  return kinds_phase_made_of(kinds_with("failed", json_string(payload)));
}

static inline kinds_phase_loading_json kinds_phase_as_loading(kinds_phase_json value) {
  return kinds_phase_loading_json_of(kinds_payload(value.json, "loading"));
}

static inline kinds_phase_made kinds_phase_of_loading(kinds_phase_loading_made payload) {
  return kinds_phase_made_of(kinds_with("loading", payload.json));
}

static inline bool kinds_phase_has_retry(kinds_phase_json value) {
  return kinds_payload(value.json, "retry") != NULL;
}

static inline json_int_t kinds_phase_as_retry(kinds_phase_json value) {
  return json_integer_value(kinds_payload(value.json, "retry"));
}

static inline kinds_phase_made kinds_phase_of_retry(json_int_t payload) {
  return kinds_phase_made_of(kinds_with("retry", json_integer(payload)));
}

static inline kinds_phase_made kinds_phase_of_retry_none(void) {
  return kinds_phase_made_of(json_string("retry"));
}

/* ------------------------------------------------------------------------- State.phase.loading */

static inline kinds_phase_loading_made kinds_phase_loading_new(json_int_t done) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "done", json_integer(done));
  return kinds_phase_loading_made_of(kinds_built(made, wrong));
}

static inline json_int_t kinds_phase_loading_done(kinds_phase_loading_json value) {
  return json_integer_value(json_object_get(value.json, "done"));
}

static inline int kinds_phase_loading_put_done(kinds_phase_loading_made made, json_int_t value) {
  return json_object_set_new(made.json, "done", json_integer(value));
}

static inline bool kinds_phase_loading_has_total(kinds_phase_loading_json value) {
  return kinds_some(json_object_get(value.json, "total")) != NULL;
}

static inline json_int_t kinds_phase_loading_total(kinds_phase_loading_json value) {
  return json_integer_value(json_object_get(value.json, "total"));
}

static inline int kinds_phase_loading_put_total(kinds_phase_loading_made made, json_int_t value) {
  return json_object_set_new(made.json, "total", json_integer(value));
}

/* --------------------------------------------------------------------- payloads of State.sheet */

static inline kinds_row_json kinds_sheet_as_row(kinds_sheet_json value) {
  return kinds_row_json_of(kinds_payload(value.json, "row"));
}

static inline kinds_sheet_made kinds_sheet_of_row(kinds_row_made payload) {
  return kinds_sheet_made_of(kinds_with("row", payload.json));
}

static inline kinds_sheet_alert_json kinds_sheet_as_alert(kinds_sheet_json value) {
  return kinds_sheet_alert_json_of(kinds_payload(value.json, "alert"));
}

static inline kinds_sheet_made kinds_sheet_of_alert(kinds_sheet_alert_made payload) {
  return kinds_sheet_made_of(kinds_with("alert", payload.json));
}

static inline kinds_sheet_nested_json kinds_sheet_as_nested(kinds_sheet_json value) {
  return kinds_sheet_nested_json_of(kinds_payload(value.json, "nested"));
}

static inline kinds_sheet_made kinds_sheet_of_nested(kinds_sheet_nested_made payload) {
  return kinds_sheet_made_of(kinds_with("nested", payload.json));
}

/* --------------------------------------------------------------------------- State.sheet.alert */

static inline kinds_sheet_alert_made kinds_sheet_alert_new(const char *title,
                                                           kinds_level_case level) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "title", json_string(title));
  wrong |= json_object_set_new(made, "level", kinds_level_new(level));
  return kinds_sheet_alert_made_of(kinds_built(made, wrong));
}

static inline const char *kinds_sheet_alert_title(kinds_sheet_alert_json value) {
  const char *text = json_string_value(json_object_get(value.json, "title"));
  return text ? text : "";
}

static inline int kinds_sheet_alert_put_title(kinds_sheet_alert_made made, const char *value) {
  return json_object_set_new(made.json, "title", json_string(value));
}

static inline kinds_level_case kinds_sheet_alert_level(kinds_sheet_alert_json value) {
  return kinds_level_which(kinds_level_json_of(json_object_get(value.json, "level")));
}

static inline int kinds_sheet_alert_put_level(kinds_sheet_alert_made made, kinds_level_case value) {
  return json_object_set_new(made.json, "level", kinds_level_new(value));
}

/* -------------------------------------------------------------- payloads of State.sheet.nested */

static inline kinds_sheet_nested_made kinds_sheet_nested_of_one(void) {
  return kinds_sheet_nested_made_of(json_string("one"));
}

static inline json_int_t kinds_sheet_nested_as_two(kinds_sheet_nested_json value) {
  return json_integer_value(kinds_payload(value.json, "two"));
}

static inline kinds_sheet_nested_made kinds_sheet_nested_of_two(json_int_t payload) {
  return kinds_sheet_nested_made_of(kinds_with("two", json_integer(payload)));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline json_int_t kinds_action_as_set_count(kinds_action_json value) {
  return json_integer_value(kinds_payload(value.json, "setCount"));
}

static inline bool kinds_action_has_set_limit(kinds_action_json value) {
  return kinds_payload(value.json, "setLimit") != NULL;
}

static inline json_int_t kinds_action_as_set_limit(kinds_action_json value) {
  return json_integer_value(kinds_payload(value.json, "setLimit"));
}

static inline kinds_level_case kinds_action_as_set_level(kinds_action_json value) {
  return kinds_level_which(kinds_level_json_of(kinds_payload(value.json, "setLevel")));
}

static inline const json_t *kinds_action_as_found(kinds_action_json value) {
  return kinds_some(kinds_payload(value.json, "found"));
}

static inline bool kinds_action_has_put(kinds_action_json value) {
  return kinds_payload(value.json, "put") != NULL;
}

static inline const json_t *kinds_action_as_put(kinds_action_json value) {
  return kinds_some(kinds_payload(value.json, "put"));
}

static inline json_int_t kinds_action_as_kinds(kinds_action_json value) {
  return json_integer_value(kinds_payload(value.json, "kinds"));
}

static inline kinds_child_action_json kinds_action_as_child(kinds_action_json value) {
  return kinds_child_action_json_of(kinds_payload(value.json, "child"));
}

static inline kinds_action_rows_json kinds_action_as_rows(kinds_action_json value) {
  return kinds_action_rows_json_of(kinds_payload(value.json, "rows"));
}

static inline kinds_action_sheet_json kinds_action_as_sheet(kinds_action_json value) {
  return kinds_action_sheet_json_of(kinds_payload(value.json, "sheet"));
}

static inline kinds_action_resize_json kinds_action_as_resize(kinds_action_json value) {
  return kinds_action_resize_json_of(kinds_payload(value.json, "resize"));
}

/* --------------------------------------------------------------------- payloads of Action.rows */

static inline const json_t *kinds_action_rows_as_element(kinds_action_rows_json value) {
  return kinds_some(kinds_payload(value.json, "element"));
}

/* ------------------------------------------------------------- payloads of Action.rows.element */

static inline const char *
kinds_action_rows_element_as_rename(kinds_action_rows_element_json value) {
  const char *text = json_string_value(kinds_payload(value.json, "rename"));
  return text ? text : "";
}

/* -------------------------------------------------------------------- payloads of Action.sheet */

static inline kinds_action_sheet_presented_json
kinds_action_sheet_as_presented(kinds_action_sheet_json value) {
  return kinds_action_sheet_presented_json_of(kinds_payload(value.json, "presented"));
}

/* ---------------------------------------------------------- payloads of Action.sheet.presented */

static inline kinds_child_action_json
kinds_action_sheet_presented_as_row(kinds_action_sheet_presented_json value) {
  return kinds_child_action_json_of(kinds_payload(value.json, "row"));
}

static inline kinds_action_sheet_presented_alert_case
kinds_action_sheet_presented_as_alert(kinds_action_sheet_presented_json value) {
  return kinds_action_sheet_presented_alert_which(
      kinds_action_sheet_presented_alert_json_of(kinds_payload(value.json, "alert")));
}

/* ------------------------------------------------------------------------------- Action.resize */

static inline kinds_action_resize_made kinds_action_resize_new(double width, double height) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "width", json_real(width));
  wrong |= json_object_set_new(made, "height", json_real(height));
  return kinds_action_resize_made_of(kinds_built(made, wrong));
}

static inline double kinds_action_resize_width(kinds_action_resize_json value) {
  return json_number_value(json_object_get(value.json, "width"));
}

static inline int kinds_action_resize_put_width(kinds_action_resize_made made, double value) {
  return json_object_set_new(made.json, "width", json_real(value));
}

static inline double kinds_action_resize_height(kinds_action_resize_json value) {
  return json_number_value(json_object_get(value.json, "height"));
}

static inline int kinds_action_resize_put_height(kinds_action_resize_made made, double value) {
  return json_object_set_new(made.json, "height", json_real(value));
}

static inline bool kinds_action_resize_has_label(kinds_action_resize_json value) {
  return kinds_some(json_object_get(value.json, "label")) != NULL;
}

static inline const char *kinds_action_resize_label(kinds_action_resize_json value) {
  return json_string_value(json_object_get(value.json, "label"));
}

static inline int kinds_action_resize_put_label(kinds_action_resize_made made, const char *value) {
  return json_object_set_new(made.json, "label", value ? json_string(value) : json_null());
}

/* --------------------------------------------------------------------------------- Row in hand */

static inline kinds_row_json kinds_row_get(kinds_row_ref in) {
  return kinds_row_json_of(kmk_state_json(in.state));
}

static inline json_int_t kinds_row_get_id(kinds_row_ref in) {
  return kinds_row_id(kinds_row_get(in));
}

static inline const char *kinds_row_get_name(kinds_row_ref in) {
  return kinds_row_name(kinds_row_get(in));
}

static inline const char *kinds_row_get_note(kinds_row_ref in) {
  return kinds_row_note(kinds_row_get(in));
}

static inline double kinds_row_get_weight(kinds_row_ref in) {
  return kinds_row_weight(kinds_row_get(in));
}

static inline const json_t *kinds_row_get_tags(kinds_row_ref in) {
  return kinds_row_tags(kinds_row_get(in));
}

static inline kmk_status kinds_row_set_id(kinds_row_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/id", json_integer(value));
}

static inline kmk_status kinds_row_set_name(kinds_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/name", json_string(value));
}

static inline kmk_status kinds_row_set_note(kinds_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/note", value ? json_string(value) : json_null());
}

static inline kmk_status kinds_row_clear_note(kinds_row_ref in) {
  return kmk_state_set_new(in.state, "/note", json_null());
}

static inline kmk_status kinds_row_set_weight(kinds_row_ref in, double value) {
  return kmk_state_set_new(in.state, "/weight", json_real(value));
}

static inline kmk_status kinds_row_set_tags(kinds_row_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/tags", value);
}

static inline kmk_status kinds_row_set_tags_new(kinds_row_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/tags", value);
}

/* -------------------------------------------------------------------------------- Tree in hand */

static inline kinds_tree_json kinds_tree_get(kinds_tree_ref in) {
  return kinds_tree_json_of(kmk_state_json(in.state));
}

static inline const char *kinds_tree_get_label(kinds_tree_ref in) {
  return kinds_tree_label(kinds_tree_get(in));
}

static inline const json_t *kinds_tree_get_branches(kinds_tree_ref in) {
  return kinds_tree_branches(kinds_tree_get(in));
}

static inline kmk_status kinds_tree_set_label(kinds_tree_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/label", json_string(value));
}

static inline kmk_status kinds_tree_set_branches(kinds_tree_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/branches", value);
}

static inline kmk_status kinds_tree_set_branches_new(kinds_tree_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/branches", value);
}

/* ------------------------------------------------------------------------------- State in hand */

static inline kinds_state_json kinds_state_get(kinds_state_ref in) {
  return kinds_state_json_of(kmk_state_json(in.state));
}

static inline const json_t *kinds_state_get_rows(kinds_state_ref in) {
  return kinds_state_rows(kinds_state_get(in));
}

static inline const json_t *kinds_state_get_by_name(kinds_state_ref in) {
  return kinds_state_by_name(kinds_state_get(in));
}

static inline json_int_t kinds_state_get_count(kinds_state_ref in) {
  return kinds_state_count(kinds_state_get(in));
}

static inline json_int_t kinds_state_get_limit(kinds_state_ref in) {
  return kinds_state_limit(kinds_state_get(in));
}

static inline double kinds_state_get_ratio(kinds_state_ref in) {
  return kinds_state_ratio(kinds_state_get(in));
}

static inline bool kinds_state_get_is_on(kinds_state_ref in) {
  return kinds_state_is_on(kinds_state_get(in));
}

static inline bool kinds_state_get_may_be(kinds_state_ref in) {
  return kinds_state_may_be(kinds_state_get(in));
}

static inline kinds_level_case kinds_state_get_level(kinds_state_ref in) {
  return kinds_state_level(kinds_state_get(in));
}

static inline kinds_level_case kinds_state_get_chosen(kinds_state_ref in) {
  return kinds_state_chosen(kinds_state_get(in));
}

static inline const json_t *kinds_state_get_anything(kinds_state_ref in) {
  return kinds_state_anything(kinds_state_get(in));
}

static inline const char *kinds_state_get_a_b_c(kinds_state_ref in) {
  return kinds_state_a_b_c(kinds_state_get(in));
}

static inline kinds_only_json kinds_state_get_only(kinds_state_ref in) {
  return kinds_state_only(kinds_state_get(in));
}

static inline kinds_tree_json kinds_state_get_tree(kinds_state_ref in) {
  return kinds_state_tree(kinds_state_get(in));
}

static inline const json_t *kinds_state_get_ids(kinds_state_ref in) {
  return kinds_state_ids(kinds_state_get(in));
}

static inline const json_t *kinds_state_get_points(kinds_state_ref in) {
  return kinds_state_points(kinds_state_get(in));
}

static inline kinds_phase_json kinds_state_get_phase(kinds_state_ref in) {
  return kinds_state_phase(kinds_state_get(in));
}

static inline kinds_sheet_json kinds_state_get_sheet(kinds_state_ref in) {
  return kinds_state_sheet(kinds_state_get(in));
}

static inline kmk_status kinds_state_set_rows(kinds_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/rows", value);
}

static inline kmk_status kinds_state_set_rows_new(kinds_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/rows", value);
}

static inline kinds_row_json kinds_state_find_rows(kinds_state_ref in, json_int_t id) {
  json_t *row = json_integer(id);
  const json_t *found = kmk_state_row(in.state, "/rows", row);
  json_decref(row);
  return kinds_row_json_of(found);
}

static inline kmk_status kinds_state_append_rows(kinds_state_ref in, kinds_row_made value) {
  return kmk_state_insert_new(in.state, "/rows/-", value.json);
}

static inline kmk_status kinds_state_remove_rows(kinds_state_ref in, json_int_t id) {
  json_t *row = json_integer(id);
  kmk_status status = kmk_state_remove_row(in.state, "/rows", row);
  json_decref(row);
  return status;
}

static inline kmk_status kinds_state_set_rows_name(kinds_state_ref in, json_int_t id,
                                                   const char *value) {
  return kinds_set_row(in.state, "/rows", json_integer(id), "/name", json_string(value));
}

static inline kmk_status kinds_state_set_rows_note(kinds_state_ref in, json_int_t id,
                                                   const char *value) {
  return kinds_set_row(in.state, "/rows", json_integer(id), "/note",
                       value ? json_string(value) : json_null());
}

static inline kmk_status kinds_state_clear_rows_note(kinds_state_ref in, json_int_t id) {
  return kinds_set_row(in.state, "/rows", json_integer(id), "/note", json_null());
}

static inline kmk_status kinds_state_set_rows_weight(kinds_state_ref in, json_int_t id,
                                                     double value) {
  return kinds_set_row(in.state, "/rows", json_integer(id), "/weight", json_real(value));
}

static inline kmk_status kinds_state_set_rows_tags_new(kinds_state_ref in, json_int_t id,
                                                       json_t *value) {
  return kinds_set_row(in.state, "/rows", json_integer(id), "/tags", value);
}

static inline kmk_status kinds_state_set_by_name(kinds_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/byName", value);
}

static inline kmk_status kinds_state_set_by_name_new(kinds_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/byName", value);
}

static inline kmk_status kinds_state_set_count(kinds_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/count", json_integer(value));
}

static inline kmk_status kinds_state_set_limit(kinds_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/limit", json_integer(value));
}

static inline kmk_status kinds_state_clear_limit(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/limit", json_null());
}

static inline kmk_status kinds_state_set_ratio(kinds_state_ref in, double value) {
  return kmk_state_set_new(in.state, "/ratio", json_real(value));
}

static inline kmk_status kinds_state_clear_ratio(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/ratio", json_null());
}

static inline kmk_status kinds_state_set_is_on(kinds_state_ref in, bool value) {
  return kmk_state_set_new(in.state, "/isOn", json_boolean(value));
}

static inline kmk_status kinds_state_set_may_be(kinds_state_ref in, bool value) {
  return kmk_state_set_new(in.state, "/mayBe", json_boolean(value));
}

static inline kmk_status kinds_state_clear_may_be(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/mayBe", json_null());
}

static inline kmk_status kinds_state_set_level(kinds_state_ref in, kinds_level_case value) {
  return kmk_state_set_new(in.state, "/level", kinds_level_new(value));
}

static inline kmk_status kinds_state_set_chosen(kinds_state_ref in, kinds_level_case value) {
  return kmk_state_set_new(in.state, "/chosen", kinds_level_new(value));
}

static inline kmk_status kinds_state_clear_chosen(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/chosen", json_null());
}

static inline kmk_status kinds_state_set_anything(kinds_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/anything", value ? value : json_null());
}

static inline kmk_status kinds_state_set_anything_new(kinds_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/anything", value);
}

static inline kmk_status kinds_state_clear_anything(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/anything", json_null());
}

static inline kmk_status kinds_state_set_a_b_c(kinds_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/a~1b ~0c", json_string(value));
}

static inline kmk_status kinds_state_set_only(kinds_state_ref in, kinds_only_json value) {
  return kmk_state_set(in.state, "/only", value.json);
}

static inline kmk_status kinds_state_set_only_new(kinds_state_ref in, kinds_only_made value) {
  return kmk_state_set_new(in.state, "/only", value.json);
}

static inline kmk_status kinds_state_set_only_class(kinds_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/only/class", json_string(value));
}

static inline kmk_status kinds_state_set_only_is_new(kinds_state_ref in, bool value) {
  return kmk_state_set_new(in.state, "/only/is-new", json_boolean(value));
}

static inline kmk_status kinds_state_set_tree(kinds_state_ref in, kinds_tree_json value) {
  return kmk_state_set(in.state, "/tree", value.json);
}

static inline kmk_status kinds_state_set_tree_new(kinds_state_ref in, kinds_tree_made value) {
  return kmk_state_set_new(in.state, "/tree", value.json);
}

static inline kmk_status kinds_state_set_tree_label(kinds_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/tree/label", json_string(value));
}

static inline kmk_status kinds_state_set_tree_branches(kinds_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/tree/branches", value);
}

static inline kmk_status kinds_state_set_tree_branches_new(kinds_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/tree/branches", value);
}

static inline kmk_status kinds_state_set_ids(kinds_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/ids", value);
}

static inline kmk_status kinds_state_set_ids_new(kinds_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/ids", value);
}

static inline kmk_status kinds_state_set_points(kinds_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/points", value);
}

static inline kmk_status kinds_state_set_points_new(kinds_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/points", value);
}

static inline kmk_status kinds_state_set_phase(kinds_state_ref in, kinds_phase_json value) {
  return kmk_state_set(in.state, "/phase", value.json);
}

static inline kmk_status kinds_state_set_phase_new(kinds_state_ref in, kinds_phase_made value) {
  return kmk_state_set_new(in.state, "/phase", value.json);
}

static inline kmk_status kinds_state_set_phase_failed(kinds_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/phase/failed", json_string(value));
}

static inline kmk_status kinds_state_set_phase_loading(kinds_state_ref in,
                                                       kinds_phase_loading_json value) {
  return kmk_state_set(in.state, "/phase/loading", value.json);
}

static inline kmk_status kinds_state_set_phase_loading_new(kinds_state_ref in,
                                                           kinds_phase_loading_made value) {
  return kmk_state_set_new(in.state, "/phase/loading", value.json);
}

static inline kmk_status kinds_state_set_phase_loading_done(kinds_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/phase/loading/done", json_integer(value));
}

static inline kmk_status kinds_state_set_phase_loading_total(kinds_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/phase/loading/total", json_integer(value));
}

static inline kmk_status kinds_state_clear_phase_loading_total(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/phase/loading/total", json_null());
}

static inline kmk_status kinds_state_set_phase_retry(kinds_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/phase/retry", json_integer(value));
}

static inline kmk_status kinds_state_clear_phase_retry(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/phase/retry", json_null());
}

static inline kmk_status kinds_state_set_sheet(kinds_state_ref in, kinds_sheet_json value) {
  return kmk_state_set(in.state, "/sheet", value.json ? value.json : json_null());
}

static inline kmk_status kinds_state_set_sheet_new(kinds_state_ref in, kinds_sheet_made value) {
  return kmk_state_set_new(in.state, "/sheet", value.json);
}

static inline kmk_status kinds_state_clear_sheet(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/sheet", json_null());
}

static inline kmk_status kinds_state_set_sheet_row(kinds_state_ref in, kinds_row_json value) {
  return kmk_state_set(in.state, "/sheet/row", value.json);
}

static inline kmk_status kinds_state_set_sheet_row_new(kinds_state_ref in, kinds_row_made value) {
  return kmk_state_set_new(in.state, "/sheet/row", value.json);
}

static inline kmk_status kinds_state_set_sheet_row_id(kinds_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/sheet/row/id", json_integer(value));
}

static inline kmk_status kinds_state_set_sheet_row_name(kinds_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/sheet/row/name", json_string(value));
}

static inline kmk_status kinds_state_set_sheet_row_note(kinds_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/sheet/row/note", value ? json_string(value) : json_null());
}

static inline kmk_status kinds_state_clear_sheet_row_note(kinds_state_ref in) {
  return kmk_state_set_new(in.state, "/sheet/row/note", json_null());
}

static inline kmk_status kinds_state_set_sheet_row_weight(kinds_state_ref in, double value) {
  return kmk_state_set_new(in.state, "/sheet/row/weight", json_real(value));
}

static inline kmk_status kinds_state_set_sheet_row_tags(kinds_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/sheet/row/tags", value);
}

static inline kmk_status kinds_state_set_sheet_row_tags_new(kinds_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/sheet/row/tags", value);
}

static inline kmk_status kinds_state_set_sheet_alert(kinds_state_ref in,
                                                     kinds_sheet_alert_json value) {
  return kmk_state_set(in.state, "/sheet/alert", value.json);
}

static inline kmk_status kinds_state_set_sheet_alert_new(kinds_state_ref in,
                                                         kinds_sheet_alert_made value) {
  return kmk_state_set_new(in.state, "/sheet/alert", value.json);
}

static inline kmk_status kinds_state_set_sheet_alert_title(kinds_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/sheet/alert/title", json_string(value));
}

static inline kmk_status kinds_state_set_sheet_alert_level(kinds_state_ref in,
                                                           kinds_level_case value) {
  return kmk_state_set_new(in.state, "/sheet/alert/level", kinds_level_new(value));
}

static inline kmk_status kinds_state_set_sheet_nested(kinds_state_ref in,
                                                      kinds_sheet_nested_json value) {
  return kmk_state_set(in.state, "/sheet/nested", value.json);
}

static inline kmk_status kinds_state_set_sheet_nested_new(kinds_state_ref in,
                                                          kinds_sheet_nested_made value) {
  return kmk_state_set_new(in.state, "/sheet/nested", value.json);
}

static inline kmk_status kinds_state_set_sheet_nested_two(kinds_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/sheet/nested/two", json_integer(value));
}

/* -------------------------------------------------------------------------- State.only in hand */

static inline kinds_only_json kinds_only_get(kinds_only_ref in) {
  return kinds_only_json_of(kmk_state_json(in.state));
}

static inline const char *kinds_only_get_class(kinds_only_ref in) {
  return kinds_only_class(kinds_only_get(in));
}

static inline bool kinds_only_get_is_new(kinds_only_ref in) {
  return kinds_only_is_new(kinds_only_get(in));
}

static inline kmk_status kinds_only_set_class(kinds_only_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/class", json_string(value));
}

static inline kmk_status kinds_only_set_is_new(kinds_only_ref in, bool value) {
  return kmk_state_set_new(in.state, "/is-new", json_boolean(value));
}

/* ------------------------------------------------------------------- State.points.item in hand */

static inline kinds_points_item_json kinds_points_item_get(kinds_points_item_ref in) {
  return kinds_points_item_json_of(kmk_state_json(in.state));
}

static inline double kinds_points_item_get_x(kinds_points_item_ref in) {
  return kinds_points_item_x(kinds_points_item_get(in));
}

static inline double kinds_points_item_get_y(kinds_points_item_ref in) {
  return kinds_points_item_y(kinds_points_item_get(in));
}

static inline kmk_status kinds_points_item_set_x(kinds_points_item_ref in, double value) {
  return kmk_state_set_new(in.state, "/x", json_real(value));
}

static inline kmk_status kinds_points_item_set_y(kinds_points_item_ref in, double value) {
  return kmk_state_set_new(in.state, "/y", json_real(value));
}

/* ----------------------------------------------------------------- State.phase.loading in hand */

static inline kinds_phase_loading_json kinds_phase_loading_get(kinds_phase_loading_ref in) {
  return kinds_phase_loading_json_of(kmk_state_json(in.state));
}

static inline json_int_t kinds_phase_loading_get_done(kinds_phase_loading_ref in) {
  return kinds_phase_loading_done(kinds_phase_loading_get(in));
}

static inline json_int_t kinds_phase_loading_get_total(kinds_phase_loading_ref in) {
  return kinds_phase_loading_total(kinds_phase_loading_get(in));
}

static inline kmk_status kinds_phase_loading_set_done(kinds_phase_loading_ref in,
                                                      json_int_t value) {
  return kmk_state_set_new(in.state, "/done", json_integer(value));
}

static inline kmk_status kinds_phase_loading_set_total(kinds_phase_loading_ref in,
                                                       json_int_t value) {
  return kmk_state_set_new(in.state, "/total", json_integer(value));
}

static inline kmk_status kinds_phase_loading_clear_total(kinds_phase_loading_ref in) {
  return kmk_state_set_new(in.state, "/total", json_null());
}

/* ------------------------------------------------------------------- State.sheet.alert in hand */

static inline kinds_sheet_alert_json kinds_sheet_alert_get(kinds_sheet_alert_ref in) {
  return kinds_sheet_alert_json_of(kmk_state_json(in.state));
}

static inline const char *kinds_sheet_alert_get_title(kinds_sheet_alert_ref in) {
  return kinds_sheet_alert_title(kinds_sheet_alert_get(in));
}

static inline kinds_level_case kinds_sheet_alert_get_level(kinds_sheet_alert_ref in) {
  return kinds_sheet_alert_level(kinds_sheet_alert_get(in));
}

static inline kmk_status kinds_sheet_alert_set_title(kinds_sheet_alert_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/title", json_string(value));
}

static inline kmk_status kinds_sheet_alert_set_level(kinds_sheet_alert_ref in,
                                                     kinds_level_case value) {
  return kmk_state_set_new(in.state, "/level", kinds_level_new(value));
}

/* ------------------------------------------------------------------------------------- Actions */

static inline json_t *kinds_action_increment(void) { return kmk_action_at_new("increment", NULL); }

static inline json_t *kinds_action_set_count(json_int_t payload) {
  return kinds_with("setCount", json_integer(payload));
}

static inline json_t *kinds_action_set_limit(json_int_t payload) {
  return kinds_with("setLimit", json_integer(payload));
}

static inline json_t *kinds_action_set_limit_none(void) {
  return kmk_action_at_new("setLimit", NULL);
}

static inline json_t *kinds_action_set_level(kinds_level_case payload) {
  return kinds_with("setLevel", kinds_level_new(payload));
}

static inline json_t *kinds_action_found(json_t *payload) { return kinds_with("found", payload); }

static inline json_t *kinds_action_put(json_t *payload) {
  return kmk_action_at_new("put", payload);
}

static inline json_t *kinds_action_kinds(json_int_t payload) {
  return kinds_with("kinds", json_integer(payload));
}

static inline json_t *kinds_action_child_reset(void) {
  return kmk_action_at_new("child.reset", NULL);
}

static inline json_t *kinds_action_child_rename(const char *payload) {
  return kinds_with("child.rename", json_string(payload));
}

static inline json_t *kinds_action_child_move(kinds_child_action_move_made payload) {
  return kinds_with("child.move", payload.json);
}

static inline json_t *kinds_action_rows_element_toggle(json_int_t id) {
  json_t *action = kmk_action_at_new("toggle", NULL);
  json_t *json_id = json_integer(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *kinds_action_rows_element_rename(json_int_t id, const char *payload) {
  json_t *action = kinds_with("rename", json_string(payload));
  json_t *json_id = json_integer(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *kinds_action_sheet_presented_row_reset(void) {
  return kmk_action_at_new("sheet.presented.row.reset", NULL);
}

static inline json_t *kinds_action_sheet_presented_row_rename(const char *payload) {
  return kinds_with("sheet.presented.row.rename", json_string(payload));
}

static inline json_t *kinds_action_sheet_presented_row_move(kinds_child_action_move_made payload) {
  return kinds_with("sheet.presented.row.move", payload.json);
}

static inline json_t *kinds_action_sheet_presented_alert_delete(void) {
  return kmk_action_at_new("sheet.presented.alert.delete", NULL);
}

static inline json_t *kinds_action_sheet_presented_alert_cancel(void) {
  return kmk_action_at_new("sheet.presented.alert.cancel", NULL);
}

static inline json_t *kinds_action_sheet_dismiss(void) {
  return kmk_action_at_new("sheet.dismiss", NULL);
}

static inline json_t *kinds_action_resize(kinds_action_resize_made payload) {
  return kinds_with("resize", payload.json);
}

#endif
