/* The types of kinds.shape, written by kumiki generate: change that file, and not this one.
 *
 *   kinds_T_m(json)               the member m of a T; of NULL what nothing is
 *   kinds_T_get_m(state)          the same of the state in hand, where that is a T
 *   kinds_T_set_m(state, value)   writes it there; _new takes a json_t * over
 *   kinds_T_put_m(json, value)    puts it into a T that is being built
 *   kinds_T_new(...)              a T with the members that have no default, new
 *   kinds_T_which(json)           the case of an enum, for a switch
 *   kinds_T_as_c(json)            the payload of its case c; NULL of another case
 *   kinds_T_of_c(payload)         an enum in the case c, new
 *   kinds_action_c(...)           an action, new
 *
 * A json_t * parameter is taken over where the result is new, and by _new and put; a const one
 * is borrowed. What is read is borrowed from what it is read from. Where a value that must be there is
 * NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL. */
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

/* --------------------------------------------------------------------------------------- Level */

typedef enum kinds_level_case {
  KINDS_LEVEL_NO_CASE, /* null, or no case of the shape */
  KINDS_LEVEL_LOW,
  KINDS_LEVEL_MIDDLE,
  KINDS_LEVEL_HIGH
} kinds_level_case;

static inline kinds_level_case kinds_level_which(const json_t *value) {
  if (kmk_action_is(value, "low"))
    return KINDS_LEVEL_LOW;
  if (kmk_action_is(value, "middle"))
    return KINDS_LEVEL_MIDDLE;
  if (kmk_action_is(value, "high"))
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

static inline kinds_child_action_case kinds_child_action_which(const json_t *value) {
  if (kmk_action_is(value, "reset"))
    return KINDS_CHILD_ACTION_RESET;
  if (kmk_action_is(value, "rename"))
    return KINDS_CHILD_ACTION_RENAME;
  if (kmk_action_is(value, "move"))
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

static inline kinds_phase_case kinds_phase_which(const json_t *value) {
  if (kmk_action_is(value, "idle"))
    return KINDS_PHASE_IDLE;
  if (kmk_action_is(value, "failed"))
    return KINDS_PHASE_FAILED;
  if (kmk_action_is(value, "loading"))
    return KINDS_PHASE_LOADING;
  if (kmk_action_is(value, "retry"))
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

static inline kinds_sheet_case kinds_sheet_which(const json_t *value) {
  if (kmk_action_is(value, "row"))
    return KINDS_SHEET_ROW;
  if (kmk_action_is(value, "alert"))
    return KINDS_SHEET_ALERT;
  if (kmk_action_is(value, "nested"))
    return KINDS_SHEET_NESTED;
  return KINDS_SHEET_NO_CASE;
}

/* -------------------------------------------------------------------------- State.sheet.nested */

typedef enum kinds_sheet_nested_case {
  KINDS_SHEET_NESTED_NO_CASE, /* null, or no case of the shape */
  KINDS_SHEET_NESTED_ONE,
  KINDS_SHEET_NESTED_TWO
} kinds_sheet_nested_case;

static inline kinds_sheet_nested_case kinds_sheet_nested_which(const json_t *value) {
  if (kmk_action_is(value, "one"))
    return KINDS_SHEET_NESTED_ONE;
  if (kmk_action_is(value, "two"))
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

static inline kinds_action_case kinds_action_which(const json_t *value) {
  if (kmk_action_is(value, "increment"))
    return KINDS_ACTION_INCREMENT;
  if (kmk_action_is(value, "setCount"))
    return KINDS_ACTION_SET_COUNT;
  if (kmk_action_is(value, "setLimit"))
    return KINDS_ACTION_SET_LIMIT;
  if (kmk_action_is(value, "setLevel"))
    return KINDS_ACTION_SET_LEVEL;
  if (kmk_action_is(value, "found"))
    return KINDS_ACTION_FOUND;
  if (kmk_action_is(value, "put"))
    return KINDS_ACTION_PUT;
  if (kmk_action_is(value, "kinds"))
    return KINDS_ACTION_KINDS;
  if (kmk_action_is(value, "child"))
    return KINDS_ACTION_CHILD;
  if (kmk_action_is(value, "rows"))
    return KINDS_ACTION_ROWS;
  if (kmk_action_is(value, "sheet"))
    return KINDS_ACTION_SHEET;
  if (kmk_action_is(value, "resize"))
    return KINDS_ACTION_RESIZE;
  return KINDS_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.rows */

typedef enum kinds_action_rows_case {
  KINDS_ACTION_ROWS_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_ROWS_ELEMENT
} kinds_action_rows_case;

static inline kinds_action_rows_case kinds_action_rows_which(const json_t *value) {
  if (kmk_action_is(value, "element"))
    return KINDS_ACTION_ROWS_ELEMENT;
  return KINDS_ACTION_ROWS_NO_CASE;
}

/* ------------------------------------------------------------------------- Action.rows.element */

typedef enum kinds_action_rows_element_case {
  KINDS_ACTION_ROWS_ELEMENT_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_ROWS_ELEMENT_TOGGLE,
  KINDS_ACTION_ROWS_ELEMENT_RENAME
} kinds_action_rows_element_case;

static inline kinds_action_rows_element_case kinds_action_rows_element_which(const json_t *value) {
  if (kmk_action_is(value, "toggle"))
    return KINDS_ACTION_ROWS_ELEMENT_TOGGLE;
  if (kmk_action_is(value, "rename"))
    return KINDS_ACTION_ROWS_ELEMENT_RENAME;
  return KINDS_ACTION_ROWS_ELEMENT_NO_CASE;
}

/* -------------------------------------------------------------------------------- Action.sheet */

typedef enum kinds_action_sheet_case {
  KINDS_ACTION_SHEET_NO_CASE, /* null, or no case of the shape */
  KINDS_ACTION_SHEET_PRESENTED,
  KINDS_ACTION_SHEET_DISMISS
} kinds_action_sheet_case;

static inline kinds_action_sheet_case kinds_action_sheet_which(const json_t *value) {
  if (kmk_action_is(value, "presented"))
    return KINDS_ACTION_SHEET_PRESENTED;
  if (kmk_action_is(value, "dismiss"))
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
kinds_action_sheet_presented_which(const json_t *value) {
  if (kmk_action_is(value, "row"))
    return KINDS_ACTION_SHEET_PRESENTED_ROW;
  if (kmk_action_is(value, "alert"))
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
kinds_action_sheet_presented_alert_which(const json_t *value) {
  if (kmk_action_is(value, "delete"))
    return KINDS_ACTION_SHEET_PRESENTED_ALERT_DELETE;
  if (kmk_action_is(value, "cancel"))
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
static inline json_t *kinds_row_new(json_int_t id, const char *name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_integer(id));
  wrong |= json_object_set_new(made, "name", json_string(name));
  return kinds_built(made, wrong);
}

static inline json_int_t kinds_row_id(const json_t *value) {
  return json_integer_value(json_object_get(value, "id"));
}

static inline int kinds_row_put_id(json_t *json, json_int_t value) {
  return json_object_set_new(json, "id", json_integer(value));
}

static inline json_int_t kinds_row_get_id(const kmk_state *state) {
  return kinds_row_id(kmk_state_json(state));
}

static inline kmk_status kinds_row_set_id(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/id", json_integer(value));
}

static inline const char *kinds_row_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "name"));
  return text ? text : "";
}

static inline int kinds_row_put_name(json_t *json, const char *value) {
  return json_object_set_new(json, "name", json_string(value));
}

static inline const char *kinds_row_get_name(const kmk_state *state) {
  return kinds_row_name(kmk_state_json(state));
}

static inline kmk_status kinds_row_set_name(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/name", json_string(value));
}

static inline const char *kinds_row_note(const json_t *value) {
  return json_string_value(json_object_get(value, "note"));
}

static inline bool kinds_row_has_note(const json_t *value) {
  const json_t *found = json_object_get(value, "note");
  return found && !json_is_null(found);
}

static inline int kinds_row_put_note(json_t *json, const char *value) {
  return json_object_set_new(json, "note", value ? json_string(value) : json_null());
}

static inline const char *kinds_row_get_note(const kmk_state *state) {
  return kinds_row_note(kmk_state_json(state));
}

static inline kmk_status kinds_row_set_note(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/note", value ? json_string(value) : json_null());
}

static inline kmk_status kinds_row_clear_note(kmk_state *state) {
  return kmk_state_set_new(state, "/note", json_null());
}

static inline double kinds_row_weight(const json_t *value) {
  return json_number_value(json_object_get(value, "weight"));
}

static inline int kinds_row_put_weight(json_t *json, double value) {
  return json_object_set_new(json, "weight", json_real(value));
}

static inline double kinds_row_get_weight(const kmk_state *state) {
  return kinds_row_weight(kmk_state_json(state));
}

static inline kmk_status kinds_row_set_weight(kmk_state *state, double value) {
  return kmk_state_set_new(state, "/weight", json_real(value));
}

static inline const json_t *kinds_row_tags(const json_t *value) {
  return json_object_get(value, "tags");
}

static inline int kinds_row_put_tags(json_t *json, json_t *value) {
  return json_object_set_new(json, "tags", value);
}

static inline const json_t *kinds_row_get_tags(const kmk_state *state) {
  return kinds_row_tags(kmk_state_json(state));
}

static inline kmk_status kinds_row_set_tags(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/tags", value);
}

static inline kmk_status kinds_row_set_tags_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/tags", value);
}

/* ---------------------------------------------------------------------------------------- Tree */

static inline json_t *kinds_tree_new(const char *label) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "label", json_string(label));
  return kinds_built(made, wrong);
}

static inline const char *kinds_tree_label(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "label"));
  return text ? text : "";
}

static inline int kinds_tree_put_label(json_t *json, const char *value) {
  return json_object_set_new(json, "label", json_string(value));
}

static inline const char *kinds_tree_get_label(const kmk_state *state) {
  return kinds_tree_label(kmk_state_json(state));
}

static inline kmk_status kinds_tree_set_label(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/label", json_string(value));
}

static inline const json_t *kinds_tree_branches(const json_t *value) {
  return json_object_get(value, "branches");
}

static inline int kinds_tree_put_branches(json_t *json, json_t *value) {
  return json_object_set_new(json, "branches", value);
}

static inline const json_t *kinds_tree_get_branches(const kmk_state *state) {
  return kinds_tree_branches(kmk_state_json(state));
}

static inline kmk_status kinds_tree_set_branches(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/branches", value);
}

static inline kmk_status kinds_tree_set_branches_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/branches", value);
}

/* --------------------------------------------------------------------- payloads of ChildAction */

static inline json_t *kinds_child_action_of_reset(void) { return json_string("reset"); }

static inline const char *kinds_child_action_as_rename(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "rename"));
  return text ? text : "";
}

static inline json_t *kinds_child_action_of_rename(const char *payload) {
  return kinds_with("rename", json_string(payload));
}

static inline const json_t *kinds_child_action_as_move(const json_t *value) {
  return kmk_action_payload(value, "move");
}

static inline json_t *kinds_child_action_of_move(json_t *payload) {
  return kinds_with("move", payload);
}

/* ---------------------------------------------------------------------------- ChildAction.move */

static inline json_t *kinds_child_action_move_new(json_int_t from) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "from", json_integer(from));
  return kinds_built(made, wrong);
}

static inline json_int_t kinds_child_action_move_from(const json_t *value) {
  return json_integer_value(json_object_get(value, "from"));
}

static inline int kinds_child_action_move_put_from(json_t *json, json_int_t value) {
  return json_object_set_new(json, "from", json_integer(value));
}

static inline json_int_t kinds_child_action_move_to(const json_t *value) {
  return json_integer_value(json_object_get(value, "to"));
}

static inline bool kinds_child_action_move_has_to(const json_t *value) {
  const json_t *found = json_object_get(value, "to");
  return found && !json_is_null(found);
}

static inline int kinds_child_action_move_put_to(json_t *json, json_int_t value) {
  return json_object_set_new(json, "to", json_integer(value));
}

/* --------------------------------------------------------------------------------------- State */

static inline json_t *kinds_state_new(void) { return json_object(); }

static inline const json_t *kinds_state_rows(const json_t *value) {
  return json_object_get(value, "rows");
}

static inline int kinds_state_put_rows(json_t *json, json_t *value) {
  return json_object_set_new(json, "rows", value);
}

static inline const json_t *kinds_state_get_rows(const kmk_state *state) {
  return kinds_state_rows(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_rows(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/rows", value);
}

static inline kmk_status kinds_state_set_rows_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/rows", value);
}

/* byName: any names */
static inline const json_t *kinds_state_by_name(const json_t *value) {
  return json_object_get(value, "byName");
}

static inline int kinds_state_put_by_name(json_t *json, json_t *value) {
  return json_object_set_new(json, "byName", value);
}

static inline const json_t *kinds_state_get_by_name(const kmk_state *state) {
  return kinds_state_by_name(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_by_name(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/byName", value);
}

static inline kmk_status kinds_state_set_by_name_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/byName", value);
}

static inline json_int_t kinds_state_count(const json_t *value) {
  return json_integer_value(json_object_get(value, "count"));
}

static inline int kinds_state_put_count(json_t *json, json_int_t value) {
  return json_object_set_new(json, "count", json_integer(value));
}

static inline json_int_t kinds_state_get_count(const kmk_state *state) {
  return kinds_state_count(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_count(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/count", json_integer(value));
}

static inline json_int_t kinds_state_limit(const json_t *value) {
  return json_integer_value(json_object_get(value, "limit"));
}

static inline bool kinds_state_has_limit(const json_t *value) {
  const json_t *found = json_object_get(value, "limit");
  return found && !json_is_null(found);
}

static inline int kinds_state_put_limit(json_t *json, json_int_t value) {
  return json_object_set_new(json, "limit", json_integer(value));
}

static inline json_int_t kinds_state_get_limit(const kmk_state *state) {
  return kinds_state_limit(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_limit(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/limit", json_integer(value));
}

static inline kmk_status kinds_state_clear_limit(kmk_state *state) {
  return kmk_state_set_new(state, "/limit", json_null());
}

static inline double kinds_state_ratio(const json_t *value) {
  return json_number_value(json_object_get(value, "ratio"));
}

static inline bool kinds_state_has_ratio(const json_t *value) {
  const json_t *found = json_object_get(value, "ratio");
  return found && !json_is_null(found);
}

static inline int kinds_state_put_ratio(json_t *json, double value) {
  return json_object_set_new(json, "ratio", json_real(value));
}

static inline double kinds_state_get_ratio(const kmk_state *state) {
  return kinds_state_ratio(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_ratio(kmk_state *state, double value) {
  return kmk_state_set_new(state, "/ratio", json_real(value));
}

static inline kmk_status kinds_state_clear_ratio(kmk_state *state) {
  return kmk_state_set_new(state, "/ratio", json_null());
}

static inline bool kinds_state_is_on(const json_t *value) {
  return json_is_true(json_object_get(value, "isOn"));
}

static inline int kinds_state_put_is_on(json_t *json, bool value) {
  return json_object_set_new(json, "isOn", json_boolean(value));
}

static inline bool kinds_state_get_is_on(const kmk_state *state) {
  return kinds_state_is_on(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_is_on(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/isOn", json_boolean(value));
}

static inline bool kinds_state_may_be(const json_t *value) {
  return json_is_true(json_object_get(value, "mayBe"));
}

static inline bool kinds_state_has_may_be(const json_t *value) {
  const json_t *found = json_object_get(value, "mayBe");
  return found && !json_is_null(found);
}

static inline int kinds_state_put_may_be(json_t *json, bool value) {
  return json_object_set_new(json, "mayBe", json_boolean(value));
}

static inline bool kinds_state_get_may_be(const kmk_state *state) {
  return kinds_state_may_be(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_may_be(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/mayBe", json_boolean(value));
}

static inline kmk_status kinds_state_clear_may_be(kmk_state *state) {
  return kmk_state_set_new(state, "/mayBe", json_null());
}

static inline kinds_level_case kinds_state_level(const json_t *value) {
  return kinds_level_which(json_object_get(value, "level"));
}

static inline int kinds_state_put_level(json_t *json, kinds_level_case value) {
  return json_object_set_new(json, "level", kinds_level_new(value));
}

static inline kinds_level_case kinds_state_get_level(const kmk_state *state) {
  return kinds_state_level(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_level(kmk_state *state, kinds_level_case value) {
  return kmk_state_set_new(state, "/level", kinds_level_new(value));
}

static inline kinds_level_case kinds_state_chosen(const json_t *value) {
  return kinds_level_which(json_object_get(value, "chosen"));
}

static inline bool kinds_state_has_chosen(const json_t *value) {
  const json_t *found = json_object_get(value, "chosen");
  return found && !json_is_null(found);
}

static inline int kinds_state_put_chosen(json_t *json, kinds_level_case value) {
  return json_object_set_new(json, "chosen", kinds_level_new(value));
}

static inline kinds_level_case kinds_state_get_chosen(const kmk_state *state) {
  return kinds_state_chosen(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_chosen(kmk_state *state, kinds_level_case value) {
  return kmk_state_set_new(state, "/chosen", kinds_level_new(value));
}

static inline kmk_status kinds_state_clear_chosen(kmk_state *state) {
  return kmk_state_set_new(state, "/chosen", json_null());
}

static inline const json_t *kinds_state_anything(const json_t *value) {
  return json_object_get(value, "anything");
}

static inline int kinds_state_put_anything(json_t *json, json_t *value) {
  return json_object_set_new(json, "anything", value);
}

static inline const json_t *kinds_state_get_anything(const kmk_state *state) {
  return kinds_state_anything(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_anything(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/anything", value);
}

static inline kmk_status kinds_state_set_anything_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/anything", value);
}

static inline const char *kinds_state_a_b_c(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "a/b ~c"));
  return text ? text : "";
}

static inline int kinds_state_put_a_b_c(json_t *json, const char *value) {
  return json_object_set_new(json, "a/b ~c", json_string(value));
}

static inline const char *kinds_state_get_a_b_c(const kmk_state *state) {
  return kinds_state_a_b_c(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_a_b_c(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/a~1b ~0c", json_string(value));
}

static inline const json_t *kinds_state_only(const json_t *value) {
  return json_object_get(value, "only");
}

static inline int kinds_state_put_only(json_t *json, json_t *value) {
  return json_object_set_new(json, "only", value);
}

static inline const json_t *kinds_state_get_only(const kmk_state *state) {
  return kinds_state_only(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_only(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/only", value);
}

static inline kmk_status kinds_state_set_only_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/only", value);
}

static inline const json_t *kinds_state_tree(const json_t *value) {
  return json_object_get(value, "tree");
}

static inline int kinds_state_put_tree(json_t *json, json_t *value) {
  return json_object_set_new(json, "tree", value);
}

static inline const json_t *kinds_state_get_tree(const kmk_state *state) {
  return kinds_state_tree(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_tree(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/tree", value);
}

static inline kmk_status kinds_state_set_tree_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/tree", value);
}

static inline const json_t *kinds_state_ids(const json_t *value) {
  return json_object_get(value, "ids");
}

static inline int kinds_state_put_ids(json_t *json, json_t *value) {
  return json_object_set_new(json, "ids", value);
}

static inline const json_t *kinds_state_get_ids(const kmk_state *state) {
  return kinds_state_ids(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_ids(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/ids", value);
}

static inline kmk_status kinds_state_set_ids_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/ids", value);
}

static inline const json_t *kinds_state_points(const json_t *value) {
  return json_object_get(value, "points");
}

static inline int kinds_state_put_points(json_t *json, json_t *value) {
  return json_object_set_new(json, "points", value);
}

static inline const json_t *kinds_state_get_points(const kmk_state *state) {
  return kinds_state_points(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_points(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/points", value);
}

static inline kmk_status kinds_state_set_points_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/points", value);
}

static inline const json_t *kinds_state_phase(const json_t *value) {
  return json_object_get(value, "phase");
}

static inline int kinds_state_put_phase(json_t *json, json_t *value) {
  return json_object_set_new(json, "phase", value);
}

static inline const json_t *kinds_state_get_phase(const kmk_state *state) {
  return kinds_state_phase(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_phase(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/phase", value);
}

static inline kmk_status kinds_state_set_phase_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/phase", value);
}

static inline const json_t *kinds_state_sheet(const json_t *value) {
  return json_object_get(value, "sheet");
}

static inline int kinds_state_put_sheet(json_t *json, json_t *value) {
  return json_object_set_new(json, "sheet", value);
}

static inline const json_t *kinds_state_get_sheet(const kmk_state *state) {
  return kinds_state_sheet(kmk_state_json(state));
}

static inline kmk_status kinds_state_set_sheet(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/sheet", value);
}

static inline kmk_status kinds_state_set_sheet_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/sheet", value);
}

static inline kmk_status kinds_state_clear_sheet(kmk_state *state) {
  return kmk_state_set_new(state, "/sheet", json_null());
}

/* ---------------------------------------------------------------------------------- State.only */

static inline json_t *kinds_only_new(void) { return json_object(); }

static inline const char *kinds_only_class(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "class"));
  return text ? text : "";
}

static inline int kinds_only_put_class(json_t *json, const char *value) {
  return json_object_set_new(json, "class", json_string(value));
}

static inline const char *kinds_only_get_class(const kmk_state *state) {
  return kinds_only_class(kmk_state_json(state));
}

static inline kmk_status kinds_only_set_class(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/class", json_string(value));
}

static inline bool kinds_only_is_new(const json_t *value) {
  return json_is_true(json_object_get(value, "is-new"));
}

static inline int kinds_only_put_is_new(json_t *json, bool value) {
  return json_object_set_new(json, "is-new", json_boolean(value));
}

static inline bool kinds_only_get_is_new(const kmk_state *state) {
  return kinds_only_is_new(kmk_state_json(state));
}

static inline kmk_status kinds_only_set_is_new(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/is-new", json_boolean(value));
}

/* --------------------------------------------------------------------------- State.points.item */

static inline json_t *kinds_points_item_new(double x, double y) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "x", json_real(x));
  wrong |= json_object_set_new(made, "y", json_real(y));
  return kinds_built(made, wrong);
}

static inline double kinds_points_item_x(const json_t *value) {
  return json_number_value(json_object_get(value, "x"));
}

static inline int kinds_points_item_put_x(json_t *json, double value) {
  return json_object_set_new(json, "x", json_real(value));
}

static inline double kinds_points_item_get_x(const kmk_state *state) {
  return kinds_points_item_x(kmk_state_json(state));
}

static inline kmk_status kinds_points_item_set_x(kmk_state *state, double value) {
  return kmk_state_set_new(state, "/x", json_real(value));
}

static inline double kinds_points_item_y(const json_t *value) {
  return json_number_value(json_object_get(value, "y"));
}

static inline int kinds_points_item_put_y(json_t *json, double value) {
  return json_object_set_new(json, "y", json_real(value));
}

static inline double kinds_points_item_get_y(const kmk_state *state) {
  return kinds_points_item_y(kmk_state_json(state));
}

static inline kmk_status kinds_points_item_set_y(kmk_state *state, double value) {
  return kmk_state_set_new(state, "/y", json_real(value));
}

/* --------------------------------------------------------------------- payloads of State.phase */

static inline json_t *kinds_phase_of_idle(void) { return json_string("idle"); }

static inline const char *kinds_phase_as_failed(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "failed"));
  return text ? text : "";
}

static inline json_t *kinds_phase_of_failed(const char *payload) {
  return kinds_with("failed", json_string(payload));
}

static inline const json_t *kinds_phase_as_loading(const json_t *value) {
  return kmk_action_payload(value, "loading");
}

static inline json_t *kinds_phase_of_loading(json_t *payload) {
  return kinds_with("loading", payload);
}

static inline bool kinds_phase_has_retry(const json_t *value) {
  const json_t *found = kmk_action_payload(value, "retry");
  return found && !json_is_null(found);
}

static inline json_int_t kinds_phase_as_retry(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "retry"));
}

static inline json_t *kinds_phase_of_retry(json_int_t payload) {
  return kinds_with("retry", json_integer(payload));
}

/* ------------------------------------------------------------------------- State.phase.loading */

static inline json_t *kinds_phase_loading_new(json_int_t done) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "done", json_integer(done));
  return kinds_built(made, wrong);
}

static inline json_int_t kinds_phase_loading_done(const json_t *value) {
  return json_integer_value(json_object_get(value, "done"));
}

static inline int kinds_phase_loading_put_done(json_t *json, json_int_t value) {
  return json_object_set_new(json, "done", json_integer(value));
}

static inline json_int_t kinds_phase_loading_get_done(const kmk_state *state) {
  return kinds_phase_loading_done(kmk_state_json(state));
}

static inline kmk_status kinds_phase_loading_set_done(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/done", json_integer(value));
}

static inline json_int_t kinds_phase_loading_total(const json_t *value) {
  return json_integer_value(json_object_get(value, "total"));
}

static inline bool kinds_phase_loading_has_total(const json_t *value) {
  const json_t *found = json_object_get(value, "total");
  return found && !json_is_null(found);
}

static inline int kinds_phase_loading_put_total(json_t *json, json_int_t value) {
  return json_object_set_new(json, "total", json_integer(value));
}

static inline json_int_t kinds_phase_loading_get_total(const kmk_state *state) {
  return kinds_phase_loading_total(kmk_state_json(state));
}

static inline kmk_status kinds_phase_loading_set_total(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/total", json_integer(value));
}

static inline kmk_status kinds_phase_loading_clear_total(kmk_state *state) {
  return kmk_state_set_new(state, "/total", json_null());
}

/* --------------------------------------------------------------------- payloads of State.sheet */

static inline const json_t *kinds_sheet_as_row(const json_t *value) {
  return kmk_action_payload(value, "row");
}

static inline json_t *kinds_sheet_of_row(json_t *payload) { return kinds_with("row", payload); }

static inline const json_t *kinds_sheet_as_alert(const json_t *value) {
  return kmk_action_payload(value, "alert");
}

static inline json_t *kinds_sheet_of_alert(json_t *payload) { return kinds_with("alert", payload); }

static inline const json_t *kinds_sheet_as_nested(const json_t *value) {
  return kmk_action_payload(value, "nested");
}

static inline json_t *kinds_sheet_of_nested(json_t *payload) {
  return kinds_with("nested", payload);
}

/* --------------------------------------------------------------------------- State.sheet.alert */

static inline json_t *kinds_sheet_alert_new(const char *title, kinds_level_case level) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "title", json_string(title));
  wrong |= json_object_set_new(made, "level", kinds_level_new(level));
  return kinds_built(made, wrong);
}

static inline const char *kinds_sheet_alert_title(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "title"));
  return text ? text : "";
}

static inline int kinds_sheet_alert_put_title(json_t *json, const char *value) {
  return json_object_set_new(json, "title", json_string(value));
}

static inline const char *kinds_sheet_alert_get_title(const kmk_state *state) {
  return kinds_sheet_alert_title(kmk_state_json(state));
}

static inline kmk_status kinds_sheet_alert_set_title(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/title", json_string(value));
}

static inline kinds_level_case kinds_sheet_alert_level(const json_t *value) {
  return kinds_level_which(json_object_get(value, "level"));
}

static inline int kinds_sheet_alert_put_level(json_t *json, kinds_level_case value) {
  return json_object_set_new(json, "level", kinds_level_new(value));
}

static inline kinds_level_case kinds_sheet_alert_get_level(const kmk_state *state) {
  return kinds_sheet_alert_level(kmk_state_json(state));
}

static inline kmk_status kinds_sheet_alert_set_level(kmk_state *state, kinds_level_case value) {
  return kmk_state_set_new(state, "/level", kinds_level_new(value));
}

/* -------------------------------------------------------------- payloads of State.sheet.nested */

static inline json_t *kinds_sheet_nested_of_one(void) { return json_string("one"); }

static inline json_int_t kinds_sheet_nested_as_two(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "two"));
}

static inline json_t *kinds_sheet_nested_of_two(json_int_t payload) {
  return kinds_with("two", json_integer(payload));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline json_int_t kinds_action_as_set_count(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "setCount"));
}

static inline bool kinds_action_has_set_limit(const json_t *value) {
  const json_t *found = kmk_action_payload(value, "setLimit");
  return found && !json_is_null(found);
}

static inline json_int_t kinds_action_as_set_limit(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "setLimit"));
}

static inline kinds_level_case kinds_action_as_set_level(const json_t *value) {
  return kinds_level_which(kmk_action_payload(value, "setLevel"));
}

static inline const json_t *kinds_action_as_found(const json_t *value) {
  return kmk_action_payload(value, "found");
}

static inline const json_t *kinds_action_as_put(const json_t *value) {
  return kmk_action_payload(value, "put");
}

static inline json_int_t kinds_action_as_kinds(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "kinds"));
}

static inline const json_t *kinds_action_as_child(const json_t *value) {
  return kmk_action_payload(value, "child");
}

static inline const json_t *kinds_action_as_rows(const json_t *value) {
  return kmk_action_payload(value, "rows");
}

static inline const json_t *kinds_action_as_sheet(const json_t *value) {
  return kmk_action_payload(value, "sheet");
}

static inline const json_t *kinds_action_as_resize(const json_t *value) {
  return kmk_action_payload(value, "resize");
}

/* --------------------------------------------------------------------- payloads of Action.rows */

static inline const json_t *kinds_action_rows_as_element(const json_t *value) {
  return kmk_action_payload(value, "element");
}

/* ------------------------------------------------------------- payloads of Action.rows.element */

static inline const char *kinds_action_rows_element_as_rename(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "rename"));
  return text ? text : "";
}

/* -------------------------------------------------------------------- payloads of Action.sheet */

static inline const json_t *kinds_action_sheet_as_presented(const json_t *value) {
  return kmk_action_payload(value, "presented");
}

/* ---------------------------------------------------------- payloads of Action.sheet.presented */

static inline const json_t *kinds_action_sheet_presented_as_row(const json_t *value) {
  return kmk_action_payload(value, "row");
}

static inline kinds_action_sheet_presented_alert_case
kinds_action_sheet_presented_as_alert(const json_t *value) {
  return kinds_action_sheet_presented_alert_which(kmk_action_payload(value, "alert"));
}

/* ------------------------------------------------------------------------------- Action.resize */

static inline json_t *kinds_action_resize_new(double width, double height) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "width", json_real(width));
  wrong |= json_object_set_new(made, "height", json_real(height));
  return kinds_built(made, wrong);
}

static inline double kinds_action_resize_width(const json_t *value) {
  return json_number_value(json_object_get(value, "width"));
}

static inline int kinds_action_resize_put_width(json_t *json, double value) {
  return json_object_set_new(json, "width", json_real(value));
}

static inline double kinds_action_resize_height(const json_t *value) {
  return json_number_value(json_object_get(value, "height"));
}

static inline int kinds_action_resize_put_height(json_t *json, double value) {
  return json_object_set_new(json, "height", json_real(value));
}

static inline const char *kinds_action_resize_label(const json_t *value) {
  return json_string_value(json_object_get(value, "label"));
}

static inline bool kinds_action_resize_has_label(const json_t *value) {
  const json_t *found = json_object_get(value, "label");
  return found && !json_is_null(found);
}

static inline int kinds_action_resize_put_label(json_t *json, const char *value) {
  return json_object_set_new(json, "label", value ? json_string(value) : json_null());
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

static inline json_t *kinds_action_child_move(json_t *payload) {
  return kinds_with("child.move", payload);
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

static inline json_t *kinds_action_sheet_presented_row_move(json_t *payload) {
  return kinds_with("sheet.presented.row.move", payload);
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

static inline json_t *kinds_action_resize(json_t *payload) { return kinds_with("resize", payload); }

#endif
