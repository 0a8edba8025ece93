/* The types of downloads.shape, written by kumiki generate: change that file, and not this one.
 *
 * Names begin with downloads_. T is a type, m and n are members, c is a case.
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
#ifndef DOWNLOADS_SHAPE_H
#define DOWNLOADS_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define DOWNLOADS_HASH "6e02b030909c5fd2"
#define DOWNLOADS_SHAPE                                                                            \
  "Job = only {url: text, file: text}; "                                                           \
  "Row = only {id: text, url: text, name: text, size: unsigned = 0, done: unsigned = 0, "          \
  "phase: (waiting | running | paused | finished | failed) = 'waiting', problem: text? = null, "   \
  "job: Job? = null}; "                                                                            \
  "Form = only {url: text = '', name: text = '', size: unsigned? = null, "                         \
  "isChecking: boolean = false, problem: text? = null}; "                                          \
  "Settings = only {folder: text = '.', limit: unsigned = 2, sort: text? = null, "                 \
  "hidesFinished: boolean = false}; "                                                              \
  "only {rows: [Row] = [], query: text = '', settings: Settings = {'folder': '.', 'limit': 2, "    \
  "'sort': null, 'hidesFinished': false}, path: [only {id: unsigned, "                             \
  "element: (row: only {id: text} | settings)}] = [], sheet: (add: Form | "                        \
  "alert: only {title: text})? = null, history: only {undo: unsigned, redo: unsigned}?}"

/* Declares the states and the actions of a reducer, which it consumes. */
static inline kmk_reducer *downloads_declare(kmk_reducer *base) {
  static const kmk_case cases[] = {
      {"begin", NULL},
      {"add", NULL},
      {"openSettings", NULL},
      {"undo", NULL},
      {"redo", NULL},
      {"clear", NULL},
      {"binding", "only {path: text, value: any}"},
      {"open", "text"},
      {"remove", "text"},
      {"rows", "(element: {id: text, action: (pause | resume | began: unsigned | "
               "progressed: unsigned | finished | failed: text)})"},
      {"path", "(popFrom: {id: unsigned})"},
      {"sheet", "(presented: (add: (binding: only {path: text, value: any} | "
                "checked: only {name: text, size: unsigned} | refused: text | done) | "
                "alert: (clear)) | dismiss)"},
  };
  return kmk_shape(kmk_cases(base, sizeof cases / sizeof *cases, cases), DOWNLOADS_SHAPE);
}

/* Makes a feature of another library a mistake of the composition, which kmk_store_new reports,
 * if it was declared with another shape than this one. */
static inline kmk_reducer *downloads_expect(kmk_reducer *feature) {
  return kmk_expect_shape(feature, DOWNLOADS_HASH);
}

/* A value that is there: NULL for null. */
static inline const json_t *downloads_some(const json_t *value) {
  return json_is_null(value) ? NULL : value;
}

/* The payload of an enum in a case, as written; NULL for another case and for null. */
static inline const json_t *downloads_payload(const json_t *value, const char *name) {
  const json_t *found = kmk_action_is(value, name) ? json_object_get(value, name) : NULL;
  return downloads_some(found);
}

/* An enum in a case that must have a payload; NULL without one. */
static inline json_t *downloads_with(const char *case_path, json_t *payload) {
  return payload ? kmk_action_at_new(case_path, payload) : NULL;
}

/* An object, or NULL where something could not be put into it. */
static inline json_t *downloads_built(json_t *made, int wrong) {
  if (!wrong)
    return made;
  json_decref(made);
  return NULL;
}

/* Writes into the row with an id, which it takes over as it does the value. */
static inline kmk_status downloads_set_row(kmk_state *state, const char *rows, json_t *id,
                                           const char *place, json_t *value) {
  kmk_status status = kmk_state_set_row_new(state, rows, id, place, value);
  json_decref(id);
  return status;
}

/* Places of the state. */
#define DOWNLOADS_AT_ROWS "/rows"
#define DOWNLOADS_AT_QUERY "/query"
#define DOWNLOADS_AT_SETTINGS "/settings"
#define DOWNLOADS_AT_SETTINGS_FOLDER "/settings/folder"
#define DOWNLOADS_AT_SETTINGS_LIMIT "/settings/limit"
#define DOWNLOADS_AT_SETTINGS_SORT "/settings/sort"
#define DOWNLOADS_AT_SETTINGS_HIDES_FINISHED "/settings/hidesFinished"
#define DOWNLOADS_AT_PATH "/path"
#define DOWNLOADS_AT_SHEET "/sheet"
#define DOWNLOADS_AT_SHEET_ADD "/sheet/add"
#define DOWNLOADS_AT_SHEET_ADD_URL "/sheet/add/url"
#define DOWNLOADS_AT_SHEET_ADD_NAME "/sheet/add/name"
#define DOWNLOADS_AT_SHEET_ADD_SIZE "/sheet/add/size"
#define DOWNLOADS_AT_SHEET_ADD_IS_CHECKING "/sheet/add/isChecking"
#define DOWNLOADS_AT_SHEET_ADD_PROBLEM "/sheet/add/problem"
#define DOWNLOADS_AT_SHEET_ALERT "/sheet/alert"
#define DOWNLOADS_AT_SHEET_ALERT_TITLE "/sheet/alert/title"
#define DOWNLOADS_AT_HISTORY "/history"
#define DOWNLOADS_AT_HISTORY_UNDO "/history/undo"
#define DOWNLOADS_AT_HISTORY_REDO "/history/redo"

/* Places inside Job. */
#define DOWNLOADS_JOB_AT_URL "/url"
#define DOWNLOADS_JOB_AT_FILE "/file"

/* Places inside Row. */
#define DOWNLOADS_ROW_AT_ID "/id"
#define DOWNLOADS_ROW_AT_URL "/url"
#define DOWNLOADS_ROW_AT_NAME "/name"
#define DOWNLOADS_ROW_AT_SIZE "/size"
#define DOWNLOADS_ROW_AT_DONE "/done"
#define DOWNLOADS_ROW_AT_PHASE "/phase"
#define DOWNLOADS_ROW_AT_PROBLEM "/problem"
#define DOWNLOADS_ROW_AT_JOB "/job"

/* Places inside Form. */
#define DOWNLOADS_FORM_AT_URL "/url"
#define DOWNLOADS_FORM_AT_NAME "/name"
#define DOWNLOADS_FORM_AT_SIZE "/size"
#define DOWNLOADS_FORM_AT_IS_CHECKING "/isChecking"
#define DOWNLOADS_FORM_AT_PROBLEM "/problem"

/* Places inside Settings. */
#define DOWNLOADS_SETTINGS_AT_FOLDER "/folder"
#define DOWNLOADS_SETTINGS_AT_LIMIT "/limit"
#define DOWNLOADS_SETTINGS_AT_SORT "/sort"
#define DOWNLOADS_SETTINGS_AT_HIDES_FINISHED "/hidesFinished"

/* Places inside State.path.item. */
#define DOWNLOADS_PATH_ITEM_AT_ID "/id"
#define DOWNLOADS_PATH_ITEM_AT_ELEMENT "/element"

/* Places inside State.path.item.element.row. */
#define DOWNLOADS_PATH_ITEM_ELEMENT_ROW_AT_ID "/id"

/* Places inside State.sheet.alert. */
#define DOWNLOADS_SHEET_ALERT_AT_TITLE "/title"

/* Places inside State.history. */
#define DOWNLOADS_HISTORY_AT_UNDO "/undo"
#define DOWNLOADS_HISTORY_AT_REDO "/redo"

/* Case paths of the actions, for kmk_action_is and kmk_action_payload. */
#define DOWNLOADS_CASE_BEGIN "begin"
#define DOWNLOADS_CASE_ADD "add"
#define DOWNLOADS_CASE_OPEN_SETTINGS "openSettings"
#define DOWNLOADS_CASE_UNDO "undo"
#define DOWNLOADS_CASE_REDO "redo"
#define DOWNLOADS_CASE_CLEAR "clear"
#define DOWNLOADS_CASE_BINDING "binding"
#define DOWNLOADS_CASE_OPEN "open"
#define DOWNLOADS_CASE_REMOVE "remove"
#define DOWNLOADS_CASE_ROWS "rows"
#define DOWNLOADS_CASE_ROWS_ELEMENT "rows.element"
#define DOWNLOADS_CASE_PATH "path"
#define DOWNLOADS_CASE_PATH_POP_FROM "path.popFrom"
#define DOWNLOADS_CASE_SHEET "sheet"
#define DOWNLOADS_CASE_SHEET_PRESENTED "sheet.presented"
#define DOWNLOADS_CASE_SHEET_PRESENTED_ADD "sheet.presented.add"
#define DOWNLOADS_CASE_SHEET_PRESENTED_ADD_BINDING "sheet.presented.add.binding"
#define DOWNLOADS_CASE_SHEET_PRESENTED_ADD_CHECKED "sheet.presented.add.checked"
#define DOWNLOADS_CASE_SHEET_PRESENTED_ADD_REFUSED "sheet.presented.add.refused"
#define DOWNLOADS_CASE_SHEET_PRESENTED_ADD_DONE "sheet.presented.add.done"
#define DOWNLOADS_CASE_SHEET_PRESENTED_ALERT "sheet.presented.alert"
#define DOWNLOADS_CASE_SHEET_PRESENTED_ALERT_CLEAR "sheet.presented.alert.clear"
#define DOWNLOADS_CASE_SHEET_DISMISS "sheet.dismiss"

typedef struct {
  const json_t *json;
} downloads_job_json;
static inline downloads_job_json downloads_job_json_of(const json_t *json) {
  downloads_job_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_job_made;
static inline downloads_job_made downloads_job_made_of(json_t *json) {
  downloads_job_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_job_ref;
static inline downloads_job_ref downloads_job_ref_of(kmk_state *state) {
  downloads_job_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_row_json;
static inline downloads_row_json downloads_row_json_of(const json_t *json) {
  downloads_row_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_row_made;
static inline downloads_row_made downloads_row_made_of(json_t *json) {
  downloads_row_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_row_ref;
static inline downloads_row_ref downloads_row_ref_of(kmk_state *state) {
  downloads_row_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_row_phase_json;
static inline downloads_row_phase_json downloads_row_phase_json_of(const json_t *json) {
  downloads_row_phase_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_form_json;
static inline downloads_form_json downloads_form_json_of(const json_t *json) {
  downloads_form_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_form_made;
static inline downloads_form_made downloads_form_made_of(json_t *json) {
  downloads_form_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_form_ref;
static inline downloads_form_ref downloads_form_ref_of(kmk_state *state) {
  downloads_form_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_settings_json;
static inline downloads_settings_json downloads_settings_json_of(const json_t *json) {
  downloads_settings_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_settings_made;
static inline downloads_settings_made downloads_settings_made_of(json_t *json) {
  downloads_settings_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_settings_ref;
static inline downloads_settings_ref downloads_settings_ref_of(kmk_state *state) {
  downloads_settings_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_binding_json;
static inline downloads_binding_json downloads_binding_json_of(const json_t *json) {
  downloads_binding_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_binding_made;
static inline downloads_binding_made downloads_binding_made_of(json_t *json) {
  downloads_binding_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_form_action_json;
static inline downloads_form_action_json downloads_form_action_json_of(const json_t *json) {
  downloads_form_action_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_form_action_made;
static inline downloads_form_action_made downloads_form_action_made_of(json_t *json) {
  downloads_form_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_form_action_checked_json;
static inline downloads_form_action_checked_json
downloads_form_action_checked_json_of(const json_t *json) {
  downloads_form_action_checked_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_form_action_checked_made;
static inline downloads_form_action_checked_made
downloads_form_action_checked_made_of(json_t *json) {
  downloads_form_action_checked_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_row_action_json;
static inline downloads_row_action_json downloads_row_action_json_of(const json_t *json) {
  downloads_row_action_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_row_action_made;
static inline downloads_row_action_made downloads_row_action_made_of(json_t *json) {
  downloads_row_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_state_json;
static inline downloads_state_json downloads_state_json_of(const json_t *json) {
  downloads_state_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_state_made;
static inline downloads_state_made downloads_state_made_of(json_t *json) {
  downloads_state_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_state_ref;
static inline downloads_state_ref downloads_state_ref_of(kmk_state *state) {
  downloads_state_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_path_item_json;
static inline downloads_path_item_json downloads_path_item_json_of(const json_t *json) {
  downloads_path_item_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_path_item_made;
static inline downloads_path_item_made downloads_path_item_made_of(json_t *json) {
  downloads_path_item_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_path_item_ref;
static inline downloads_path_item_ref downloads_path_item_ref_of(kmk_state *state) {
  downloads_path_item_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_path_item_element_json;
static inline downloads_path_item_element_json
downloads_path_item_element_json_of(const json_t *json) {
  downloads_path_item_element_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_path_item_element_made;
static inline downloads_path_item_element_made downloads_path_item_element_made_of(json_t *json) {
  downloads_path_item_element_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_path_item_element_row_json;
static inline downloads_path_item_element_row_json
downloads_path_item_element_row_json_of(const json_t *json) {
  downloads_path_item_element_row_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_path_item_element_row_made;
static inline downloads_path_item_element_row_made
downloads_path_item_element_row_made_of(json_t *json) {
  downloads_path_item_element_row_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_path_item_element_row_ref;
static inline downloads_path_item_element_row_ref
downloads_path_item_element_row_ref_of(kmk_state *state) {
  downloads_path_item_element_row_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_sheet_json;
static inline downloads_sheet_json downloads_sheet_json_of(const json_t *json) {
  downloads_sheet_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_sheet_made;
static inline downloads_sheet_made downloads_sheet_made_of(json_t *json) {
  downloads_sheet_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_sheet_alert_json;
static inline downloads_sheet_alert_json downloads_sheet_alert_json_of(const json_t *json) {
  downloads_sheet_alert_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_sheet_alert_made;
static inline downloads_sheet_alert_made downloads_sheet_alert_made_of(json_t *json) {
  downloads_sheet_alert_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_sheet_alert_ref;
static inline downloads_sheet_alert_ref downloads_sheet_alert_ref_of(kmk_state *state) {
  downloads_sheet_alert_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_history_json;
static inline downloads_history_json downloads_history_json_of(const json_t *json) {
  downloads_history_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_history_made;
static inline downloads_history_made downloads_history_made_of(json_t *json) {
  downloads_history_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} downloads_history_ref;
static inline downloads_history_ref downloads_history_ref_of(kmk_state *state) {
  downloads_history_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_action_json;
static inline downloads_action_json downloads_action_json_of(const json_t *json) {
  downloads_action_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_action_made;
static inline downloads_action_made downloads_action_made_of(json_t *json) {
  downloads_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_action_rows_json;
static inline downloads_action_rows_json downloads_action_rows_json_of(const json_t *json) {
  downloads_action_rows_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_action_rows_made;
static inline downloads_action_rows_made downloads_action_rows_made_of(json_t *json) {
  downloads_action_rows_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_action_path_json;
static inline downloads_action_path_json downloads_action_path_json_of(const json_t *json) {
  downloads_action_path_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_action_path_made;
static inline downloads_action_path_made downloads_action_path_made_of(json_t *json) {
  downloads_action_path_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_action_path_pop_from_json;
static inline downloads_action_path_pop_from_json
downloads_action_path_pop_from_json_of(const json_t *json) {
  downloads_action_path_pop_from_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_action_path_pop_from_made;
static inline downloads_action_path_pop_from_made
downloads_action_path_pop_from_made_of(json_t *json) {
  downloads_action_path_pop_from_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_action_sheet_json;
static inline downloads_action_sheet_json downloads_action_sheet_json_of(const json_t *json) {
  downloads_action_sheet_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_action_sheet_made;
static inline downloads_action_sheet_made downloads_action_sheet_made_of(json_t *json) {
  downloads_action_sheet_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_action_sheet_presented_json;
static inline downloads_action_sheet_presented_json
downloads_action_sheet_presented_json_of(const json_t *json) {
  downloads_action_sheet_presented_json it = {downloads_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} downloads_action_sheet_presented_made;
static inline downloads_action_sheet_presented_made
downloads_action_sheet_presented_made_of(json_t *json) {
  downloads_action_sheet_presented_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} downloads_action_sheet_presented_alert_json;
static inline downloads_action_sheet_presented_alert_json
downloads_action_sheet_presented_alert_json_of(const json_t *json) {
  downloads_action_sheet_presented_alert_json it = {downloads_some(json)};
  return it;
}

/* ----------------------------------------------------------------------------------- Row.phase */

typedef enum downloads_row_phase_case {
  DOWNLOADS_ROW_PHASE_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ROW_PHASE_WAITING,
  DOWNLOADS_ROW_PHASE_RUNNING,
  DOWNLOADS_ROW_PHASE_PAUSED,
  DOWNLOADS_ROW_PHASE_FINISHED,
  DOWNLOADS_ROW_PHASE_FAILED
} downloads_row_phase_case;

static inline downloads_row_phase_case downloads_row_phase_which(downloads_row_phase_json value) {
  if (kmk_action_is(value.json, "waiting"))
    return DOWNLOADS_ROW_PHASE_WAITING;
  if (kmk_action_is(value.json, "running"))
    return DOWNLOADS_ROW_PHASE_RUNNING;
  if (kmk_action_is(value.json, "paused"))
    return DOWNLOADS_ROW_PHASE_PAUSED;
  if (kmk_action_is(value.json, "finished"))
    return DOWNLOADS_ROW_PHASE_FINISHED;
  if (kmk_action_is(value.json, "failed"))
    return DOWNLOADS_ROW_PHASE_FAILED;
  return DOWNLOADS_ROW_PHASE_NO_CASE;
}

static inline json_t *downloads_row_phase_new(downloads_row_phase_case value) {
  switch (value) {
  case DOWNLOADS_ROW_PHASE_WAITING:
    return json_string("waiting");
  case DOWNLOADS_ROW_PHASE_RUNNING:
    return json_string("running");
  case DOWNLOADS_ROW_PHASE_PAUSED:
    return json_string("paused");
  case DOWNLOADS_ROW_PHASE_FINISHED:
    return json_string("finished");
  case DOWNLOADS_ROW_PHASE_FAILED:
    return json_string("failed");
  case DOWNLOADS_ROW_PHASE_NO_CASE:
    break;
  }
  return json_null();
}

/* ---------------------------------------------------------------------------------- FormAction */

typedef enum downloads_form_action_case {
  DOWNLOADS_FORM_ACTION_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_FORM_ACTION_BINDING,
  DOWNLOADS_FORM_ACTION_CHECKED,
  DOWNLOADS_FORM_ACTION_REFUSED,
  DOWNLOADS_FORM_ACTION_DONE
} downloads_form_action_case;

static inline downloads_form_action_case
downloads_form_action_which(downloads_form_action_json value) {
  if (kmk_action_is(value.json, "binding"))
    return DOWNLOADS_FORM_ACTION_BINDING;
  if (kmk_action_is(value.json, "checked"))
    return DOWNLOADS_FORM_ACTION_CHECKED;
  if (kmk_action_is(value.json, "refused"))
    return DOWNLOADS_FORM_ACTION_REFUSED;
  if (kmk_action_is(value.json, "done"))
    return DOWNLOADS_FORM_ACTION_DONE;
  return DOWNLOADS_FORM_ACTION_NO_CASE;
}

/* ----------------------------------------------------------------------------------- RowAction */

typedef enum downloads_row_action_case {
  DOWNLOADS_ROW_ACTION_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ROW_ACTION_PAUSE,
  DOWNLOADS_ROW_ACTION_RESUME,
  DOWNLOADS_ROW_ACTION_BEGAN,
  DOWNLOADS_ROW_ACTION_PROGRESSED,
  DOWNLOADS_ROW_ACTION_FINISHED,
  DOWNLOADS_ROW_ACTION_FAILED
} downloads_row_action_case;

static inline downloads_row_action_case
downloads_row_action_which(downloads_row_action_json value) {
  if (kmk_action_is(value.json, "pause"))
    return DOWNLOADS_ROW_ACTION_PAUSE;
  if (kmk_action_is(value.json, "resume"))
    return DOWNLOADS_ROW_ACTION_RESUME;
  if (kmk_action_is(value.json, "began"))
    return DOWNLOADS_ROW_ACTION_BEGAN;
  if (kmk_action_is(value.json, "progressed"))
    return DOWNLOADS_ROW_ACTION_PROGRESSED;
  if (kmk_action_is(value.json, "finished"))
    return DOWNLOADS_ROW_ACTION_FINISHED;
  if (kmk_action_is(value.json, "failed"))
    return DOWNLOADS_ROW_ACTION_FAILED;
  return DOWNLOADS_ROW_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------- State.path.item.element */

typedef enum downloads_path_item_element_case {
  DOWNLOADS_PATH_ITEM_ELEMENT_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_PATH_ITEM_ELEMENT_ROW,
  DOWNLOADS_PATH_ITEM_ELEMENT_SETTINGS
} downloads_path_item_element_case;

static inline downloads_path_item_element_case
downloads_path_item_element_which(downloads_path_item_element_json value) {
  if (kmk_action_is(value.json, "row"))
    return DOWNLOADS_PATH_ITEM_ELEMENT_ROW;
  if (kmk_action_is(value.json, "settings"))
    return DOWNLOADS_PATH_ITEM_ELEMENT_SETTINGS;
  return DOWNLOADS_PATH_ITEM_ELEMENT_NO_CASE;
}

/* --------------------------------------------------------------------------------- State.sheet */

typedef enum downloads_sheet_case {
  DOWNLOADS_SHEET_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_SHEET_ADD,
  DOWNLOADS_SHEET_ALERT
} downloads_sheet_case;

static inline downloads_sheet_case downloads_sheet_which(downloads_sheet_json value) {
  if (kmk_action_is(value.json, "add"))
    return DOWNLOADS_SHEET_ADD;
  if (kmk_action_is(value.json, "alert"))
    return DOWNLOADS_SHEET_ALERT;
  return DOWNLOADS_SHEET_NO_CASE;
}

/* -------------------------------------------------------------------------------------- Action */

typedef enum downloads_action_case {
  DOWNLOADS_ACTION_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_BEGIN,
  DOWNLOADS_ACTION_ADD,
  DOWNLOADS_ACTION_OPEN_SETTINGS,
  DOWNLOADS_ACTION_UNDO,
  DOWNLOADS_ACTION_REDO,
  DOWNLOADS_ACTION_CLEAR,
  DOWNLOADS_ACTION_BINDING,
  DOWNLOADS_ACTION_OPEN,
  DOWNLOADS_ACTION_REMOVE,
  DOWNLOADS_ACTION_ROWS,
  DOWNLOADS_ACTION_PATH,
  DOWNLOADS_ACTION_SHEET
} downloads_action_case;

static inline downloads_action_case downloads_action_which(downloads_action_json value) {
  if (kmk_action_is(value.json, "begin"))
    return DOWNLOADS_ACTION_BEGIN;
  if (kmk_action_is(value.json, "add"))
    return DOWNLOADS_ACTION_ADD;
  if (kmk_action_is(value.json, "openSettings"))
    return DOWNLOADS_ACTION_OPEN_SETTINGS;
  if (kmk_action_is(value.json, "undo"))
    return DOWNLOADS_ACTION_UNDO;
  if (kmk_action_is(value.json, "redo"))
    return DOWNLOADS_ACTION_REDO;
  if (kmk_action_is(value.json, "clear"))
    return DOWNLOADS_ACTION_CLEAR;
  if (kmk_action_is(value.json, "binding"))
    return DOWNLOADS_ACTION_BINDING;
  if (kmk_action_is(value.json, "open"))
    return DOWNLOADS_ACTION_OPEN;
  if (kmk_action_is(value.json, "remove"))
    return DOWNLOADS_ACTION_REMOVE;
  if (kmk_action_is(value.json, "rows"))
    return DOWNLOADS_ACTION_ROWS;
  if (kmk_action_is(value.json, "path"))
    return DOWNLOADS_ACTION_PATH;
  if (kmk_action_is(value.json, "sheet"))
    return DOWNLOADS_ACTION_SHEET;
  return DOWNLOADS_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.rows */

typedef enum downloads_action_rows_case {
  DOWNLOADS_ACTION_ROWS_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_ROWS_ELEMENT
} downloads_action_rows_case;

static inline downloads_action_rows_case
downloads_action_rows_which(downloads_action_rows_json value) {
  if (kmk_action_is(value.json, "element"))
    return DOWNLOADS_ACTION_ROWS_ELEMENT;
  return DOWNLOADS_ACTION_ROWS_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.path */

typedef enum downloads_action_path_case {
  DOWNLOADS_ACTION_PATH_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_PATH_POP_FROM
} downloads_action_path_case;

static inline downloads_action_path_case
downloads_action_path_which(downloads_action_path_json value) {
  if (kmk_action_is(value.json, "popFrom"))
    return DOWNLOADS_ACTION_PATH_POP_FROM;
  return DOWNLOADS_ACTION_PATH_NO_CASE;
}

/* -------------------------------------------------------------------------------- Action.sheet */

typedef enum downloads_action_sheet_case {
  DOWNLOADS_ACTION_SHEET_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_SHEET_PRESENTED,
  DOWNLOADS_ACTION_SHEET_DISMISS
} downloads_action_sheet_case;

static inline downloads_action_sheet_case
downloads_action_sheet_which(downloads_action_sheet_json value) {
  if (kmk_action_is(value.json, "presented"))
    return DOWNLOADS_ACTION_SHEET_PRESENTED;
  if (kmk_action_is(value.json, "dismiss"))
    return DOWNLOADS_ACTION_SHEET_DISMISS;
  return DOWNLOADS_ACTION_SHEET_NO_CASE;
}

/* ---------------------------------------------------------------------- Action.sheet.presented */

typedef enum downloads_action_sheet_presented_case {
  DOWNLOADS_ACTION_SHEET_PRESENTED_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_SHEET_PRESENTED_ADD,
  DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT
} downloads_action_sheet_presented_case;

static inline downloads_action_sheet_presented_case
downloads_action_sheet_presented_which(downloads_action_sheet_presented_json value) {
  if (kmk_action_is(value.json, "add"))
    return DOWNLOADS_ACTION_SHEET_PRESENTED_ADD;
  if (kmk_action_is(value.json, "alert"))
    return DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT;
  return DOWNLOADS_ACTION_SHEET_PRESENTED_NO_CASE;
}

/* ---------------------------------------------------------------- Action.sheet.presented.alert */

typedef enum downloads_action_sheet_presented_alert_case {
  DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT_CLEAR
} downloads_action_sheet_presented_alert_case;

static inline downloads_action_sheet_presented_alert_case
downloads_action_sheet_presented_alert_which(downloads_action_sheet_presented_alert_json value) {
  if (kmk_action_is(value.json, "clear"))
    return DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT_CLEAR;
  return DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE;
}

static inline json_t *
downloads_action_sheet_presented_alert_new(downloads_action_sheet_presented_alert_case value) {
  switch (value) {
  case DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT_CLEAR:
    return json_string("clear");
  case DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE:
    break;
  }
  return json_null();
}

/* ----------------------------------------------------------------------------------------- Job */

/* Which file is fetched, while it is: a row that has a job has an effect at work, or waiting for its turn. */
static inline downloads_job_made downloads_job_new(const char *url, const char *file) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "url", json_string(url));
  wrong |= json_object_set_new(made, "file", json_string(file));
  return downloads_job_made_of(downloads_built(made, wrong));
}

static inline const char *downloads_job_url(downloads_job_json value) {
  const char *text = json_string_value(json_object_get(value.json, "url"));
  return text ? text : "";
}

static inline int downloads_job_put_url(downloads_job_made made, const char *value) {
  return json_object_set_new(made.json, "url", json_string(value));
}

static inline const char *downloads_job_file(downloads_job_json value) {
  const char *text = json_string_value(json_object_get(value.json, "file"));
  return text ? text : "";
}

static inline int downloads_job_put_file(downloads_job_made made, const char *value) {
  return json_object_set_new(made.json, "file", json_string(value));
}

/* ----------------------------------------------------------------------------------------- Row */

/* A line of the list. */
static inline downloads_row_made downloads_row_new(const char *id, const char *url,
                                                   const char *name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "url", json_string(url));
  wrong |= json_object_set_new(made, "name", json_string(name));
  return downloads_row_made_of(downloads_built(made, wrong));
}

static inline const char *downloads_row_id(downloads_row_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int downloads_row_put_id(downloads_row_made made, const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

static inline const char *downloads_row_url(downloads_row_json value) {
  const char *text = json_string_value(json_object_get(value.json, "url"));
  return text ? text : "";
}

static inline int downloads_row_put_url(downloads_row_made made, const char *value) {
  return json_object_set_new(made.json, "url", json_string(value));
}

static inline const char *downloads_row_name(downloads_row_json value) {
  const char *text = json_string_value(json_object_get(value.json, "name"));
  return text ? text : "";
}

static inline int downloads_row_put_name(downloads_row_made made, const char *value) {
  return json_object_set_new(made.json, "name", json_string(value));
}

/* size: in bytes */
static inline json_int_t downloads_row_size(downloads_row_json value) {
  return json_integer_value(json_object_get(value.json, "size"));
}

static inline int downloads_row_put_size(downloads_row_made made, json_int_t value) {
  return json_object_set_new(made.json, "size", json_integer(value));
}

static inline json_int_t downloads_row_done(downloads_row_json value) {
  return json_integer_value(json_object_get(value.json, "done"));
}

static inline int downloads_row_put_done(downloads_row_made made, json_int_t value) {
  return json_object_set_new(made.json, "done", json_integer(value));
}

static inline downloads_row_phase_case downloads_row_phase(downloads_row_json value) {
  return downloads_row_phase_which(
      downloads_row_phase_json_of(json_object_get(value.json, "phase")));
}

static inline int downloads_row_put_phase(downloads_row_made made, downloads_row_phase_case value) {
  return json_object_set_new(made.json, "phase", downloads_row_phase_new(value));
}

static inline bool downloads_row_has_problem(downloads_row_json value) {
  return downloads_some(json_object_get(value.json, "problem")) != NULL;
}

static inline const char *downloads_row_problem(downloads_row_json value) {
  return json_string_value(json_object_get(value.json, "problem"));
}

static inline int downloads_row_put_problem(downloads_row_made made, const char *value) {
  return json_object_set_new(made.json, "problem", value ? json_string(value) : json_null());
}

static inline bool downloads_row_has_job(downloads_row_json value) {
  return downloads_some(json_object_get(value.json, "job")) != NULL;
}

static inline downloads_job_json downloads_row_job(downloads_row_json value) {
  return downloads_job_json_of(json_object_get(value.json, "job"));
}

static inline int downloads_row_put_job(downloads_row_made made, downloads_job_made value) {
  return json_object_set_new(made.json, "job", value.json);
}

/* ---------------------------------------------------------------------------------------- Form */

/* A download that is being added. */
static inline downloads_form_made downloads_form_new(void) {
  return downloads_form_made_of(json_object());
}

static inline const char *downloads_form_url(downloads_form_json value) {
  const char *text = json_string_value(json_object_get(value.json, "url"));
  return text ? text : "";
}

static inline int downloads_form_put_url(downloads_form_made made, const char *value) {
  return json_object_set_new(made.json, "url", json_string(value));
}

static inline const char *downloads_form_name(downloads_form_json value) {
  const char *text = json_string_value(json_object_get(value.json, "name"));
  return text ? text : "";
}

static inline int downloads_form_put_name(downloads_form_made made, const char *value) {
  return json_object_set_new(made.json, "name", json_string(value));
}

static inline bool downloads_form_has_size(downloads_form_json value) {
  return downloads_some(json_object_get(value.json, "size")) != NULL;
}

static inline json_int_t downloads_form_size(downloads_form_json value) {
  return json_integer_value(json_object_get(value.json, "size"));
}

static inline int downloads_form_put_size(downloads_form_made made, json_int_t value) {
  return json_object_set_new(made.json, "size", json_integer(value));
}

static inline bool downloads_form_is_checking(downloads_form_json value) {
  return json_is_true(json_object_get(value.json, "isChecking"));
}

static inline int downloads_form_put_is_checking(downloads_form_made made, bool value) {
  return json_object_set_new(made.json, "isChecking", json_boolean(value));
}

static inline bool downloads_form_has_problem(downloads_form_json value) {
  return downloads_some(json_object_get(value.json, "problem")) != NULL;
}

static inline const char *downloads_form_problem(downloads_form_json value) {
  return json_string_value(json_object_get(value.json, "problem"));
}

static inline int downloads_form_put_problem(downloads_form_made made, const char *value) {
  return json_object_set_new(made.json, "problem", value ? json_string(value) : json_null());
}

/* ------------------------------------------------------------------------------------ Settings */

static inline downloads_settings_made downloads_settings_new(void) {
  return downloads_settings_made_of(json_object());
}

static inline const char *downloads_settings_folder(downloads_settings_json value) {
  const char *text = json_string_value(json_object_get(value.json, "folder"));
  return text ? text : "";
}

static inline int downloads_settings_put_folder(downloads_settings_made made, const char *value) {
  return json_object_set_new(made.json, "folder", json_string(value));
}

static inline json_int_t downloads_settings_limit(downloads_settings_json value) {
  return json_integer_value(json_object_get(value.json, "limit"));
}

static inline int downloads_settings_put_limit(downloads_settings_made made, json_int_t value) {
  return json_object_set_new(made.json, "limit", json_integer(value));
}

static inline bool downloads_settings_has_sort(downloads_settings_json value) {
  return downloads_some(json_object_get(value.json, "sort")) != NULL;
}

static inline const char *downloads_settings_sort(downloads_settings_json value) {
  return json_string_value(json_object_get(value.json, "sort"));
}

static inline int downloads_settings_put_sort(downloads_settings_made made, const char *value) {
  return json_object_set_new(made.json, "sort", value ? json_string(value) : json_null());
}

static inline bool downloads_settings_hides_finished(downloads_settings_json value) {
  return json_is_true(json_object_get(value.json, "hidesFinished"));
}

static inline int downloads_settings_put_hides_finished(downloads_settings_made made, bool value) {
  return json_object_set_new(made.json, "hidesFinished", json_boolean(value));
}

/* ------------------------------------------------------------------------------------- Binding */

/* A view's write of a field. */
static inline downloads_binding_made downloads_binding_new(const char *path) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "path", json_string(path));
  return downloads_binding_made_of(downloads_built(made, wrong));
}

static inline const char *downloads_binding_path(downloads_binding_json value) {
  const char *text = json_string_value(json_object_get(value.json, "path"));
  return text ? text : "";
}

static inline int downloads_binding_put_path(downloads_binding_made made, const char *value) {
  return json_object_set_new(made.json, "path", json_string(value));
}

static inline bool downloads_binding_has_value(downloads_binding_json value) {
  return downloads_some(json_object_get(value.json, "value")) != NULL;
}

static inline const json_t *downloads_binding_value(downloads_binding_json value) {
  return downloads_some(json_object_get(value.json, "value"));
}

static inline int downloads_binding_put_value(downloads_binding_made made, json_t *value) {
  return json_object_set_new(made.json, "value", value);
}

/* ---------------------------------------------------------------------- payloads of FormAction */

static inline downloads_binding_json
downloads_form_action_as_binding(downloads_form_action_json value) {
  return downloads_binding_json_of(downloads_payload(value.json, "binding"));
}

static inline downloads_form_action_made
downloads_form_action_of_binding(downloads_binding_made payload) {
  return downloads_form_action_made_of(downloads_with("binding", payload.json));
}

static inline downloads_form_action_checked_json
downloads_form_action_as_checked(downloads_form_action_json value) {
  return downloads_form_action_checked_json_of(downloads_payload(value.json, "checked"));
}

static inline downloads_form_action_made
downloads_form_action_of_checked(downloads_form_action_checked_made payload) {
  return downloads_form_action_made_of(downloads_with("checked", payload.json));
}

static inline const char *downloads_form_action_as_refused(downloads_form_action_json value) {
  const char *text = json_string_value(downloads_payload(value.json, "refused"));
  return text ? text : "";
}

static inline downloads_form_action_made downloads_form_action_of_refused(const char *payload) {
  return downloads_form_action_made_of(downloads_with("refused", json_string(payload)));
}

static inline downloads_form_action_made downloads_form_action_of_done(void) {
  return downloads_form_action_made_of(json_string("done"));
}

/* -------------------------------------------------------------------------- FormAction.checked */

static inline downloads_form_action_checked_made
downloads_form_action_checked_new(const char *name, json_int_t size) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "name", json_string(name));
  wrong |= json_object_set_new(made, "size", json_integer(size));
  return downloads_form_action_checked_made_of(downloads_built(made, wrong));
}

static inline const char *
downloads_form_action_checked_name(downloads_form_action_checked_json value) {
  const char *text = json_string_value(json_object_get(value.json, "name"));
  return text ? text : "";
}

static inline int downloads_form_action_checked_put_name(downloads_form_action_checked_made made,
                                                         const char *value) {
  return json_object_set_new(made.json, "name", json_string(value));
}

static inline json_int_t
downloads_form_action_checked_size(downloads_form_action_checked_json value) {
  return json_integer_value(json_object_get(value.json, "size"));
}

static inline int downloads_form_action_checked_put_size(downloads_form_action_checked_made made,
                                                         json_int_t value) {
  return json_object_set_new(made.json, "size", json_integer(value));
}

/* ----------------------------------------------------------------------- payloads of RowAction */

static inline downloads_row_action_made downloads_row_action_of_pause(void) {
  return downloads_row_action_made_of(json_string("pause"));
}

static inline downloads_row_action_made downloads_row_action_of_resume(void) {
  return downloads_row_action_made_of(json_string("resume"));
}

static inline json_int_t downloads_row_action_as_began(downloads_row_action_json value) {
  return json_integer_value(downloads_payload(value.json, "began"));
}

static inline downloads_row_action_made downloads_row_action_of_began(json_int_t payload) {
  return downloads_row_action_made_of(downloads_with("began", json_integer(payload)));
}

static inline json_int_t downloads_row_action_as_progressed(downloads_row_action_json value) {
  return json_integer_value(downloads_payload(value.json, "progressed"));
}

static inline downloads_row_action_made downloads_row_action_of_progressed(json_int_t payload) {
  return downloads_row_action_made_of(downloads_with("progressed", json_integer(payload)));
}

static inline downloads_row_action_made downloads_row_action_of_finished(void) {
  return downloads_row_action_made_of(json_string("finished"));
}

static inline const char *downloads_row_action_as_failed(downloads_row_action_json value) {
  const char *text = json_string_value(downloads_payload(value.json, "failed"));
  return text ? text : "";
}

static inline downloads_row_action_made downloads_row_action_of_failed(const char *payload) {
  return downloads_row_action_made_of(downloads_with("failed", json_string(payload)));
}

/* --------------------------------------------------------------------------------------- State */

static inline downloads_state_made downloads_state_new(void) {
  return downloads_state_made_of(json_object());
}

static inline const json_t *downloads_state_rows(downloads_state_json value) {
  return downloads_some(json_object_get(value.json, "rows"));
}

static inline int downloads_state_put_rows(downloads_state_made made, json_t *value) {
  return json_object_set_new(made.json, "rows", value);
}

static inline const char *downloads_state_query(downloads_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "query"));
  return text ? text : "";
}

static inline int downloads_state_put_query(downloads_state_made made, const char *value) {
  return json_object_set_new(made.json, "query", json_string(value));
}

static inline downloads_settings_json downloads_state_settings(downloads_state_json value) {
  return downloads_settings_json_of(json_object_get(value.json, "settings"));
}

static inline int downloads_state_put_settings(downloads_state_made made,
                                               downloads_settings_made value) {
  return json_object_set_new(made.json, "settings", value.json);
}

/* path: screens over the list */
static inline const json_t *downloads_state_path(downloads_state_json value) {
  return downloads_some(json_object_get(value.json, "path"));
}

static inline int downloads_state_put_path(downloads_state_made made, json_t *value) {
  return json_object_set_new(made.json, "path", value);
}

static inline bool downloads_state_has_sheet(downloads_state_json value) {
  return downloads_some(json_object_get(value.json, "sheet")) != NULL;
}

static inline downloads_sheet_json downloads_state_sheet(downloads_state_json value) {
  return downloads_sheet_json_of(json_object_get(value.json, "sheet"));
}

static inline int downloads_state_put_sheet(downloads_state_made made, downloads_sheet_made value) {
  return json_object_set_new(made.json, "sheet", value.json);
}

static inline bool downloads_state_has_history(downloads_state_json value) {
  return downloads_some(json_object_get(value.json, "history")) != NULL;
}

static inline downloads_history_json downloads_state_history(downloads_state_json value) {
  return downloads_history_json_of(json_object_get(value.json, "history"));
}

static inline int downloads_state_put_history(downloads_state_made made,
                                              downloads_history_made value) {
  return json_object_set_new(made.json, "history", value.json);
}

/* ----------------------------------------------------------------------------- State.path.item */

static inline downloads_path_item_made
downloads_path_item_new(json_int_t id, downloads_path_item_element_made element) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_integer(id));
  wrong |= json_object_set_new(made, "element", element.json);
  return downloads_path_item_made_of(downloads_built(made, wrong));
}

static inline json_int_t downloads_path_item_id(downloads_path_item_json value) {
  return json_integer_value(json_object_get(value.json, "id"));
}

static inline int downloads_path_item_put_id(downloads_path_item_made made, json_int_t value) {
  return json_object_set_new(made.json, "id", json_integer(value));
}

static inline downloads_path_item_element_json
downloads_path_item_element(downloads_path_item_json value) {
  return downloads_path_item_element_json_of(json_object_get(value.json, "element"));
}

static inline int downloads_path_item_put_element(downloads_path_item_made made,
                                                  downloads_path_item_element_made value) {
  return json_object_set_new(made.json, "element", value.json);
}

/* --------------------------------------------------------- payloads of State.path.item.element */

static inline downloads_path_item_element_row_json
downloads_path_item_element_as_row(downloads_path_item_element_json value) {
  return downloads_path_item_element_row_json_of(downloads_payload(value.json, "row"));
}

static inline downloads_path_item_element_made
downloads_path_item_element_of_row(downloads_path_item_element_row_made payload) {
  return downloads_path_item_element_made_of(downloads_with("row", payload.json));
}

static inline downloads_path_item_element_made downloads_path_item_element_of_settings(void) {
  return downloads_path_item_element_made_of(json_string("settings"));
}

/* ----------------------------------------------------------------- State.path.item.element.row */

static inline downloads_path_item_element_row_made
downloads_path_item_element_row_new(const char *id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  return downloads_path_item_element_row_made_of(downloads_built(made, wrong));
}

static inline const char *
downloads_path_item_element_row_id(downloads_path_item_element_row_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int downloads_path_item_element_row_put_id(downloads_path_item_element_row_made made,
                                                         const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

/* --------------------------------------------------------------------- payloads of State.sheet */

static inline downloads_form_json downloads_sheet_as_add(downloads_sheet_json value) {
  return downloads_form_json_of(downloads_payload(value.json, "add"));
}

static inline downloads_sheet_made downloads_sheet_of_add(downloads_form_made payload) {
  return downloads_sheet_made_of(downloads_with("add", payload.json));
}

static inline downloads_sheet_alert_json downloads_sheet_as_alert(downloads_sheet_json value) {
  return downloads_sheet_alert_json_of(downloads_payload(value.json, "alert"));
}

static inline downloads_sheet_made downloads_sheet_of_alert(downloads_sheet_alert_made payload) {
  return downloads_sheet_made_of(downloads_with("alert", payload.json));
}

/* --------------------------------------------------------------------------- State.sheet.alert */

static inline downloads_sheet_alert_made downloads_sheet_alert_new(const char *title) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "title", json_string(title));
  return downloads_sheet_alert_made_of(downloads_built(made, wrong));
}

static inline const char *downloads_sheet_alert_title(downloads_sheet_alert_json value) {
  const char *text = json_string_value(json_object_get(value.json, "title"));
  return text ? text : "";
}

static inline int downloads_sheet_alert_put_title(downloads_sheet_alert_made made,
                                                  const char *value) {
  return json_object_set_new(made.json, "title", json_string(value));
}

/* ------------------------------------------------------------------------------- State.history */

static inline downloads_history_made downloads_history_new(json_int_t undo, json_int_t redo) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "undo", json_integer(undo));
  wrong |= json_object_set_new(made, "redo", json_integer(redo));
  return downloads_history_made_of(downloads_built(made, wrong));
}

static inline json_int_t downloads_history_undo(downloads_history_json value) {
  return json_integer_value(json_object_get(value.json, "undo"));
}

static inline int downloads_history_put_undo(downloads_history_made made, json_int_t value) {
  return json_object_set_new(made.json, "undo", json_integer(value));
}

static inline json_int_t downloads_history_redo(downloads_history_json value) {
  return json_integer_value(json_object_get(value.json, "redo"));
}

static inline int downloads_history_put_redo(downloads_history_made made, json_int_t value) {
  return json_object_set_new(made.json, "redo", json_integer(value));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline downloads_binding_json downloads_action_as_binding(downloads_action_json value) {
  return downloads_binding_json_of(downloads_payload(value.json, "binding"));
}

static inline const char *downloads_action_as_open(downloads_action_json value) {
  const char *text = json_string_value(downloads_payload(value.json, "open"));
  return text ? text : "";
}

static inline const char *downloads_action_as_remove(downloads_action_json value) {
  const char *text = json_string_value(downloads_payload(value.json, "remove"));
  return text ? text : "";
}

static inline downloads_action_rows_json downloads_action_as_rows(downloads_action_json value) {
  return downloads_action_rows_json_of(downloads_payload(value.json, "rows"));
}

static inline downloads_action_path_json downloads_action_as_path(downloads_action_json value) {
  return downloads_action_path_json_of(downloads_payload(value.json, "path"));
}

static inline downloads_action_sheet_json downloads_action_as_sheet(downloads_action_json value) {
  return downloads_action_sheet_json_of(downloads_payload(value.json, "sheet"));
}

/* --------------------------------------------------------------------- payloads of Action.rows */

static inline const json_t *downloads_action_rows_as_element(downloads_action_rows_json value) {
  return downloads_some(downloads_payload(value.json, "element"));
}

/* --------------------------------------------------------------------- payloads of Action.path */

static inline downloads_action_path_pop_from_json
downloads_action_path_as_pop_from(downloads_action_path_json value) {
  return downloads_action_path_pop_from_json_of(downloads_payload(value.json, "popFrom"));
}

/* ------------------------------------------------------------------------- Action.path.popFrom */

static inline downloads_action_path_pop_from_made
downloads_action_path_pop_from_new(json_int_t id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_integer(id));
  return downloads_action_path_pop_from_made_of(downloads_built(made, wrong));
}

static inline json_int_t
downloads_action_path_pop_from_id(downloads_action_path_pop_from_json value) {
  return json_integer_value(json_object_get(value.json, "id"));
}

static inline int downloads_action_path_pop_from_put_id(downloads_action_path_pop_from_made made,
                                                        json_int_t value) {
  return json_object_set_new(made.json, "id", json_integer(value));
}

/* -------------------------------------------------------------------- payloads of Action.sheet */

static inline downloads_action_sheet_presented_json
downloads_action_sheet_as_presented(downloads_action_sheet_json value) {
  return downloads_action_sheet_presented_json_of(downloads_payload(value.json, "presented"));
}

/* ---------------------------------------------------------- payloads of Action.sheet.presented */

static inline downloads_form_action_json
downloads_action_sheet_presented_as_add(downloads_action_sheet_presented_json value) {
  return downloads_form_action_json_of(downloads_payload(value.json, "add"));
}

static inline downloads_action_sheet_presented_alert_case
downloads_action_sheet_presented_as_alert(downloads_action_sheet_presented_json value) {
  return downloads_action_sheet_presented_alert_which(
      downloads_action_sheet_presented_alert_json_of(downloads_payload(value.json, "alert")));
}

/* --------------------------------------------------------------------------------- Job in hand */

static inline downloads_job_json downloads_job_get(downloads_job_ref in) {
  return downloads_job_json_of(kmk_state_json(in.state));
}

static inline const char *downloads_job_get_url(downloads_job_ref in) {
  return downloads_job_url(downloads_job_get(in));
}

static inline const char *downloads_job_get_file(downloads_job_ref in) {
  return downloads_job_file(downloads_job_get(in));
}

static inline kmk_status downloads_job_set_url(downloads_job_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/url", json_string(value));
}

static inline kmk_status downloads_job_set_file(downloads_job_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/file", json_string(value));
}

/* --------------------------------------------------------------------------------- Row in hand */

static inline downloads_row_json downloads_row_get(downloads_row_ref in) {
  return downloads_row_json_of(kmk_state_json(in.state));
}

static inline const char *downloads_row_get_id(downloads_row_ref in) {
  return downloads_row_id(downloads_row_get(in));
}

static inline const char *downloads_row_get_url(downloads_row_ref in) {
  return downloads_row_url(downloads_row_get(in));
}

static inline const char *downloads_row_get_name(downloads_row_ref in) {
  return downloads_row_name(downloads_row_get(in));
}

static inline json_int_t downloads_row_get_size(downloads_row_ref in) {
  return downloads_row_size(downloads_row_get(in));
}

static inline json_int_t downloads_row_get_done(downloads_row_ref in) {
  return downloads_row_done(downloads_row_get(in));
}

static inline downloads_row_phase_case downloads_row_get_phase(downloads_row_ref in) {
  return downloads_row_phase(downloads_row_get(in));
}

static inline const char *downloads_row_get_problem(downloads_row_ref in) {
  return downloads_row_problem(downloads_row_get(in));
}

static inline downloads_job_json downloads_row_get_job(downloads_row_ref in) {
  return downloads_row_job(downloads_row_get(in));
}

static inline kmk_status downloads_row_set_id(downloads_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/id", json_string(value));
}

static inline kmk_status downloads_row_set_url(downloads_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/url", json_string(value));
}

static inline kmk_status downloads_row_set_name(downloads_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/name", json_string(value));
}

static inline kmk_status downloads_row_set_size(downloads_row_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/size", json_integer(value));
}

static inline kmk_status downloads_row_set_done(downloads_row_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/done", json_integer(value));
}

static inline kmk_status downloads_row_set_phase(downloads_row_ref in,
                                                 downloads_row_phase_case value) {
  return kmk_state_set_new(in.state, "/phase", downloads_row_phase_new(value));
}

static inline kmk_status downloads_row_set_problem(downloads_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/problem", value ? json_string(value) : json_null());
}

static inline kmk_status downloads_row_clear_problem(downloads_row_ref in) {
  return kmk_state_set_new(in.state, "/problem", json_null());
}

static inline kmk_status downloads_row_set_job(downloads_row_ref in, downloads_job_json value) {
  return kmk_state_set(in.state, "/job", value.json ? value.json : json_null());
}

static inline kmk_status downloads_row_set_job_new(downloads_row_ref in, downloads_job_made value) {
  return kmk_state_set_new(in.state, "/job", value.json);
}

static inline kmk_status downloads_row_clear_job(downloads_row_ref in) {
  return kmk_state_set_new(in.state, "/job", json_null());
}

static inline kmk_status downloads_row_set_job_url(downloads_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/job/url", json_string(value));
}

static inline kmk_status downloads_row_set_job_file(downloads_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/job/file", json_string(value));
}

/* -------------------------------------------------------------------------------- Form in hand */

static inline downloads_form_json downloads_form_get(downloads_form_ref in) {
  return downloads_form_json_of(kmk_state_json(in.state));
}

static inline const char *downloads_form_get_url(downloads_form_ref in) {
  return downloads_form_url(downloads_form_get(in));
}

static inline const char *downloads_form_get_name(downloads_form_ref in) {
  return downloads_form_name(downloads_form_get(in));
}

static inline json_int_t downloads_form_get_size(downloads_form_ref in) {
  return downloads_form_size(downloads_form_get(in));
}

static inline bool downloads_form_get_is_checking(downloads_form_ref in) {
  return downloads_form_is_checking(downloads_form_get(in));
}

static inline const char *downloads_form_get_problem(downloads_form_ref in) {
  return downloads_form_problem(downloads_form_get(in));
}

static inline kmk_status downloads_form_set_url(downloads_form_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/url", json_string(value));
}

static inline kmk_status downloads_form_set_name(downloads_form_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/name", json_string(value));
}

static inline kmk_status downloads_form_set_size(downloads_form_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/size", json_integer(value));
}

static inline kmk_status downloads_form_clear_size(downloads_form_ref in) {
  return kmk_state_set_new(in.state, "/size", json_null());
}

static inline kmk_status downloads_form_set_is_checking(downloads_form_ref in, bool value) {
  return kmk_state_set_new(in.state, "/isChecking", json_boolean(value));
}

static inline kmk_status downloads_form_set_problem(downloads_form_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/problem", value ? json_string(value) : json_null());
}

static inline kmk_status downloads_form_clear_problem(downloads_form_ref in) {
  return kmk_state_set_new(in.state, "/problem", json_null());
}

/* ---------------------------------------------------------------------------- Settings in hand */

static inline downloads_settings_json downloads_settings_get(downloads_settings_ref in) {
  return downloads_settings_json_of(kmk_state_json(in.state));
}

static inline const char *downloads_settings_get_folder(downloads_settings_ref in) {
  return downloads_settings_folder(downloads_settings_get(in));
}

static inline json_int_t downloads_settings_get_limit(downloads_settings_ref in) {
  return downloads_settings_limit(downloads_settings_get(in));
}

static inline const char *downloads_settings_get_sort(downloads_settings_ref in) {
  return downloads_settings_sort(downloads_settings_get(in));
}

static inline bool downloads_settings_get_hides_finished(downloads_settings_ref in) {
  return downloads_settings_hides_finished(downloads_settings_get(in));
}

static inline kmk_status downloads_settings_set_folder(downloads_settings_ref in,
                                                       const char *value) {
  return kmk_state_set_new(in.state, "/folder", json_string(value));
}

static inline kmk_status downloads_settings_set_limit(downloads_settings_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/limit", json_integer(value));
}

static inline kmk_status downloads_settings_set_sort(downloads_settings_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/sort", value ? json_string(value) : json_null());
}

static inline kmk_status downloads_settings_clear_sort(downloads_settings_ref in) {
  return kmk_state_set_new(in.state, "/sort", json_null());
}

static inline kmk_status downloads_settings_set_hides_finished(downloads_settings_ref in,
                                                               bool value) {
  return kmk_state_set_new(in.state, "/hidesFinished", json_boolean(value));
}

/* ------------------------------------------------------------------------------- State in hand */

static inline downloads_state_json downloads_state_get(downloads_state_ref in) {
  return downloads_state_json_of(kmk_state_json(in.state));
}

static inline const json_t *downloads_state_get_rows(downloads_state_ref in) {
  return downloads_state_rows(downloads_state_get(in));
}

static inline const char *downloads_state_get_query(downloads_state_ref in) {
  return downloads_state_query(downloads_state_get(in));
}

static inline downloads_settings_json downloads_state_get_settings(downloads_state_ref in) {
  return downloads_state_settings(downloads_state_get(in));
}

static inline const json_t *downloads_state_get_path(downloads_state_ref in) {
  return downloads_state_path(downloads_state_get(in));
}

static inline downloads_sheet_json downloads_state_get_sheet(downloads_state_ref in) {
  return downloads_state_sheet(downloads_state_get(in));
}

static inline downloads_history_json downloads_state_get_history(downloads_state_ref in) {
  return downloads_state_history(downloads_state_get(in));
}

static inline kmk_status downloads_state_set_rows(downloads_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/rows", value);
}

static inline kmk_status downloads_state_set_rows_new(downloads_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/rows", value);
}

static inline downloads_row_json downloads_state_find_rows(downloads_state_ref in, const char *id) {
  json_t *row = json_string(id);
  const json_t *found = kmk_state_row(in.state, "/rows", row);
  json_decref(row);
  return downloads_row_json_of(found);
}

static inline kmk_status downloads_state_append_rows(downloads_state_ref in,
                                                     downloads_row_made value) {
  return kmk_state_insert_new(in.state, "/rows/-", value.json);
}

static inline kmk_status downloads_state_remove_rows(downloads_state_ref in, const char *id) {
  json_t *row = json_string(id);
  kmk_status status = kmk_state_remove_row(in.state, "/rows", row);
  json_decref(row);
  return status;
}

static inline kmk_status downloads_state_set_rows_url(downloads_state_ref in, const char *id,
                                                      const char *value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/url", json_string(value));
}

static inline kmk_status downloads_state_set_rows_name(downloads_state_ref in, const char *id,
                                                       const char *value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/name", json_string(value));
}

static inline kmk_status downloads_state_set_rows_size(downloads_state_ref in, const char *id,
                                                       json_int_t value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/size", json_integer(value));
}

static inline kmk_status downloads_state_set_rows_done(downloads_state_ref in, const char *id,
                                                       json_int_t value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/done", json_integer(value));
}

static inline kmk_status downloads_state_set_rows_phase(downloads_state_ref in, const char *id,
                                                        downloads_row_phase_case value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/phase",
                           downloads_row_phase_new(value));
}

static inline kmk_status downloads_state_set_rows_problem(downloads_state_ref in, const char *id,
                                                          const char *value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/problem",
                           value ? json_string(value) : json_null());
}

static inline kmk_status downloads_state_clear_rows_problem(downloads_state_ref in,
                                                            const char *id) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/problem", json_null());
}

static inline kmk_status downloads_state_set_rows_job_new(downloads_state_ref in, const char *id,
                                                          downloads_job_made value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/job", value.json);
}

static inline kmk_status downloads_state_clear_rows_job(downloads_state_ref in, const char *id) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/job", json_null());
}

static inline kmk_status downloads_state_set_rows_job_url(downloads_state_ref in, const char *id,
                                                          const char *value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/job/url", json_string(value));
}

static inline kmk_status downloads_state_set_rows_job_file(downloads_state_ref in, const char *id,
                                                           const char *value) {
  return downloads_set_row(in.state, "/rows", json_string(id), "/job/file", json_string(value));
}

static inline kmk_status downloads_state_set_query(downloads_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/query", json_string(value));
}

static inline kmk_status downloads_state_set_settings(downloads_state_ref in,
                                                      downloads_settings_json value) {
  return kmk_state_set(in.state, "/settings", value.json);
}

static inline kmk_status downloads_state_set_settings_new(downloads_state_ref in,
                                                          downloads_settings_made value) {
  return kmk_state_set_new(in.state, "/settings", value.json);
}

static inline kmk_status downloads_state_set_settings_folder(downloads_state_ref in,
                                                             const char *value) {
  return kmk_state_set_new(in.state, "/settings/folder", json_string(value));
}

static inline kmk_status downloads_state_set_settings_limit(downloads_state_ref in,
                                                            json_int_t value) {
  return kmk_state_set_new(in.state, "/settings/limit", json_integer(value));
}

static inline kmk_status downloads_state_set_settings_sort(downloads_state_ref in,
                                                           const char *value) {
  return kmk_state_set_new(in.state, "/settings/sort", value ? json_string(value) : json_null());
}

static inline kmk_status downloads_state_clear_settings_sort(downloads_state_ref in) {
  return kmk_state_set_new(in.state, "/settings/sort", json_null());
}

static inline kmk_status downloads_state_set_settings_hides_finished(downloads_state_ref in,
                                                                     bool value) {
  return kmk_state_set_new(in.state, "/settings/hidesFinished", json_boolean(value));
}

static inline kmk_status downloads_state_set_path(downloads_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/path", value);
}

static inline kmk_status downloads_state_set_path_new(downloads_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/path", value);
}

static inline downloads_path_item_json downloads_state_find_path(downloads_state_ref in,
                                                                 json_int_t id) {
  json_t *row = json_integer(id);
  const json_t *found = kmk_state_row(in.state, "/path", row);
  json_decref(row);
  return downloads_path_item_json_of(found);
}

static inline kmk_status downloads_state_append_path(downloads_state_ref in,
                                                     downloads_path_item_made value) {
  return kmk_state_insert_new(in.state, "/path/-", value.json);
}

static inline kmk_status downloads_state_remove_path(downloads_state_ref in, json_int_t id) {
  json_t *row = json_integer(id);
  kmk_status status = kmk_state_remove_row(in.state, "/path", row);
  json_decref(row);
  return status;
}

static inline kmk_status
downloads_state_set_path_element_new(downloads_state_ref in, json_int_t id,
                                     downloads_path_item_element_made value) {
  return downloads_set_row(in.state, "/path", json_integer(id), "/element", value.json);
}

static inline kmk_status
downloads_state_set_path_element_row_new(downloads_state_ref in, json_int_t id,
                                         downloads_path_item_element_row_made value) {
  return downloads_set_row(in.state, "/path", json_integer(id), "/element/row", value.json);
}

static inline kmk_status downloads_state_set_path_element_row_id(downloads_state_ref in,
                                                                 json_int_t id, const char *value) {
  return downloads_set_row(in.state, "/path", json_integer(id), "/element/row/id",
                           json_string(value));
}

static inline kmk_status downloads_state_set_sheet(downloads_state_ref in,
                                                   downloads_sheet_json value) {
  return kmk_state_set(in.state, "/sheet", value.json ? value.json : json_null());
}

static inline kmk_status downloads_state_set_sheet_new(downloads_state_ref in,
                                                       downloads_sheet_made value) {
  return kmk_state_set_new(in.state, "/sheet", value.json);
}

static inline kmk_status downloads_state_clear_sheet(downloads_state_ref in) {
  return kmk_state_set_new(in.state, "/sheet", json_null());
}

static inline kmk_status downloads_state_set_sheet_add(downloads_state_ref in,
                                                       downloads_form_json value) {
  return kmk_state_set(in.state, "/sheet/add", value.json);
}

static inline kmk_status downloads_state_set_sheet_add_new(downloads_state_ref in,
                                                           downloads_form_made value) {
  return kmk_state_set_new(in.state, "/sheet/add", value.json);
}

static inline kmk_status downloads_state_set_sheet_add_url(downloads_state_ref in,
                                                           const char *value) {
  return kmk_state_set_new(in.state, "/sheet/add/url", json_string(value));
}

static inline kmk_status downloads_state_set_sheet_add_name(downloads_state_ref in,
                                                            const char *value) {
  return kmk_state_set_new(in.state, "/sheet/add/name", json_string(value));
}

static inline kmk_status downloads_state_set_sheet_add_size(downloads_state_ref in,
                                                            json_int_t value) {
  return kmk_state_set_new(in.state, "/sheet/add/size", json_integer(value));
}

static inline kmk_status downloads_state_clear_sheet_add_size(downloads_state_ref in) {
  return kmk_state_set_new(in.state, "/sheet/add/size", json_null());
}

static inline kmk_status downloads_state_set_sheet_add_is_checking(downloads_state_ref in,
                                                                   bool value) {
  return kmk_state_set_new(in.state, "/sheet/add/isChecking", json_boolean(value));
}

static inline kmk_status downloads_state_set_sheet_add_problem(downloads_state_ref in,
                                                               const char *value) {
  return kmk_state_set_new(in.state, "/sheet/add/problem",
                           value ? json_string(value) : json_null());
}

static inline kmk_status downloads_state_clear_sheet_add_problem(downloads_state_ref in) {
  return kmk_state_set_new(in.state, "/sheet/add/problem", json_null());
}

static inline kmk_status downloads_state_set_sheet_alert(downloads_state_ref in,
                                                         downloads_sheet_alert_json value) {
  return kmk_state_set(in.state, "/sheet/alert", value.json);
}

static inline kmk_status downloads_state_set_sheet_alert_new(downloads_state_ref in,
                                                             downloads_sheet_alert_made value) {
  return kmk_state_set_new(in.state, "/sheet/alert", value.json);
}

static inline kmk_status downloads_state_set_sheet_alert_title(downloads_state_ref in,
                                                               const char *value) {
  return kmk_state_set_new(in.state, "/sheet/alert/title", json_string(value));
}

static inline kmk_status downloads_state_set_history(downloads_state_ref in,
                                                     downloads_history_json value) {
  return kmk_state_set(in.state, "/history", value.json ? value.json : json_null());
}

static inline kmk_status downloads_state_set_history_new(downloads_state_ref in,
                                                         downloads_history_made value) {
  return kmk_state_set_new(in.state, "/history", value.json);
}

static inline kmk_status downloads_state_clear_history(downloads_state_ref in) {
  return kmk_state_set_new(in.state, "/history", json_null());
}

static inline kmk_status downloads_state_set_history_undo(downloads_state_ref in,
                                                          json_int_t value) {
  return kmk_state_set_new(in.state, "/history/undo", json_integer(value));
}

static inline kmk_status downloads_state_set_history_redo(downloads_state_ref in,
                                                          json_int_t value) {
  return kmk_state_set_new(in.state, "/history/redo", json_integer(value));
}

/* --------------------------------------------------------------------- State.path.item in hand */

static inline downloads_path_item_json downloads_path_item_get(downloads_path_item_ref in) {
  return downloads_path_item_json_of(kmk_state_json(in.state));
}

static inline json_int_t downloads_path_item_get_id(downloads_path_item_ref in) {
  return downloads_path_item_id(downloads_path_item_get(in));
}

static inline downloads_path_item_element_json
downloads_path_item_get_element(downloads_path_item_ref in) {
  return downloads_path_item_element(downloads_path_item_get(in));
}

static inline kmk_status downloads_path_item_set_id(downloads_path_item_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/id", json_integer(value));
}

static inline kmk_status downloads_path_item_set_element(downloads_path_item_ref in,
                                                         downloads_path_item_element_json value) {
  return kmk_state_set(in.state, "/element", value.json);
}

static inline kmk_status
downloads_path_item_set_element_new(downloads_path_item_ref in,
                                    downloads_path_item_element_made value) {
  return kmk_state_set_new(in.state, "/element", value.json);
}

static inline kmk_status
downloads_path_item_set_element_row(downloads_path_item_ref in,
                                    downloads_path_item_element_row_json value) {
  return kmk_state_set(in.state, "/element/row", value.json);
}

static inline kmk_status
downloads_path_item_set_element_row_new(downloads_path_item_ref in,
                                        downloads_path_item_element_row_made value) {
  return kmk_state_set_new(in.state, "/element/row", value.json);
}

static inline kmk_status downloads_path_item_set_element_row_id(downloads_path_item_ref in,
                                                                const char *value) {
  return kmk_state_set_new(in.state, "/element/row/id", json_string(value));
}

/* --------------------------------------------------------- State.path.item.element.row in hand */

static inline downloads_path_item_element_row_json
downloads_path_item_element_row_get(downloads_path_item_element_row_ref in) {
  return downloads_path_item_element_row_json_of(kmk_state_json(in.state));
}

static inline const char *
downloads_path_item_element_row_get_id(downloads_path_item_element_row_ref in) {
  return downloads_path_item_element_row_id(downloads_path_item_element_row_get(in));
}

static inline kmk_status
downloads_path_item_element_row_set_id(downloads_path_item_element_row_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/id", json_string(value));
}

/* ------------------------------------------------------------------- State.sheet.alert in hand */

static inline downloads_sheet_alert_json downloads_sheet_alert_get(downloads_sheet_alert_ref in) {
  return downloads_sheet_alert_json_of(kmk_state_json(in.state));
}

static inline const char *downloads_sheet_alert_get_title(downloads_sheet_alert_ref in) {
  return downloads_sheet_alert_title(downloads_sheet_alert_get(in));
}

static inline kmk_status downloads_sheet_alert_set_title(downloads_sheet_alert_ref in,
                                                         const char *value) {
  return kmk_state_set_new(in.state, "/title", json_string(value));
}

/* ----------------------------------------------------------------------- State.history in hand */

static inline downloads_history_json downloads_history_get(downloads_history_ref in) {
  return downloads_history_json_of(kmk_state_json(in.state));
}

static inline json_int_t downloads_history_get_undo(downloads_history_ref in) {
  return downloads_history_undo(downloads_history_get(in));
}

static inline json_int_t downloads_history_get_redo(downloads_history_ref in) {
  return downloads_history_redo(downloads_history_get(in));
}

static inline kmk_status downloads_history_set_undo(downloads_history_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/undo", json_integer(value));
}

static inline kmk_status downloads_history_set_redo(downloads_history_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/redo", json_integer(value));
}

/* ------------------------------------------------------------------------------------- Actions */

static inline json_t *downloads_action_begin(void) { return kmk_action_at_new("begin", NULL); }
static inline json_t *downloads_action_add(void) { return kmk_action_at_new("add", NULL); }

static inline json_t *downloads_action_open_settings(void) {
  return kmk_action_at_new("openSettings", NULL);
}

static inline json_t *downloads_action_undo(void) { return kmk_action_at_new("undo", NULL); }
static inline json_t *downloads_action_redo(void) { return kmk_action_at_new("redo", NULL); }
static inline json_t *downloads_action_clear(void) { return kmk_action_at_new("clear", NULL); }

static inline json_t *downloads_action_binding(const char *path, json_t *value) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "path", json_string(path));
  wrong |= value && json_object_set_new(made, "value", value);
  return downloads_with("binding", downloads_built(made, wrong));
}

static inline json_t *downloads_action_open(const char *payload) {
  return downloads_with("open", json_string(payload));
}

static inline json_t *downloads_action_remove(const char *payload) {
  return downloads_with("remove", json_string(payload));
}

static inline json_t *downloads_action_rows_element_pause(const char *id) {
  json_t *action = kmk_action_at_new("pause", NULL);
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *downloads_action_rows_element_resume(const char *id) {
  json_t *action = kmk_action_at_new("resume", NULL);
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *downloads_action_rows_element_began(const char *id, json_int_t payload) {
  json_t *action = downloads_with("began", json_integer(payload));
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *downloads_action_rows_element_progressed(const char *id, json_int_t payload) {
  json_t *action = downloads_with("progressed", json_integer(payload));
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *downloads_action_rows_element_finished(const char *id) {
  json_t *action = kmk_action_at_new("finished", NULL);
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *downloads_action_rows_element_failed(const char *id, const char *payload) {
  json_t *action = downloads_with("failed", json_string(payload));
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("rows", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *downloads_action_path_pop_from(json_int_t id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_integer(id));
  return downloads_with("path.popFrom", downloads_built(made, wrong));
}

static inline json_t *downloads_action_sheet_presented_add_binding(const char *path,
                                                                   json_t *value) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "path", json_string(path));
  wrong |= value && json_object_set_new(made, "value", value);
  return downloads_with("sheet.presented.add.binding", downloads_built(made, wrong));
}

static inline json_t *downloads_action_sheet_presented_add_checked(const char *name,
                                                                   json_int_t size) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "name", json_string(name));
  wrong |= json_object_set_new(made, "size", json_integer(size));
  return downloads_with("sheet.presented.add.checked", downloads_built(made, wrong));
}

static inline json_t *downloads_action_sheet_presented_add_refused(const char *payload) {
  return downloads_with("sheet.presented.add.refused", json_string(payload));
}

static inline json_t *downloads_action_sheet_presented_add_done(void) {
  return kmk_action_at_new("sheet.presented.add.done", NULL);
}

static inline json_t *downloads_action_sheet_presented_alert_clear(void) {
  return kmk_action_at_new("sheet.presented.alert.clear", NULL);
}

static inline json_t *downloads_action_sheet_dismiss(void) {
  return kmk_action_at_new("sheet.dismiss", NULL);
}

#endif
