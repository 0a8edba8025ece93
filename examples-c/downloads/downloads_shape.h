/* The types of downloads.shape, written by kumiki generate: change that file, and not this one.
 *
 *   downloads_T_m(json)               the member m of a T; of NULL what nothing is
 *   downloads_T_get_m(state)          the same of the state in hand, where that is a T
 *   downloads_T_set_m(state, value)   writes it there; _new takes a json_t * over
 *   downloads_T_put_m(json, value)    puts it into a T that is being built
 *   downloads_T_new(...)              a T with the members that have no default, new
 *   downloads_T_which(json)           the case of an enum, for a switch
 *   downloads_T_as_c(json)            the payload of its case c; NULL of another case
 *   downloads_T_of_c(payload)         an enum in the case c, new
 *   downloads_action_c(...)           an action, new
 *
 * A json_t * parameter is taken over where the result is new, and by _new and put; a const one
 * is borrowed. What is read is borrowed from what it is read from. Where a value that must be there is
 * NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL. */
#ifndef DOWNLOADS_SHAPE_H
#define DOWNLOADS_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define DOWNLOADS_HASH "221479890c25eb4e"
#define DOWNLOADS_SHAPE                                                                            \
  "Job = {url: text, file: text}; "                                                                \
  "Row = {id: text, url: text, name: text, size: unsigned = 0, done: unsigned = 0, "               \
  "phase: (waiting | running | paused | finished | failed) = 'waiting', problem: text? = null, "   \
  "job: Job? = null}; "                                                                            \
  "Form = {url: text = '', name: text = '', size: unsigned? = null, "                              \
  "isChecking: boolean = false, problem: text? = null}; "                                          \
  "Settings = {folder: text = '.', limit: unsigned = 2, sort: text? = null, "                      \
  "hidesFinished: boolean = false}; "                                                              \
  "{rows: [Row] = [], query: text = '', settings: Settings = {'folder': '.', 'limit': 2, "         \
  "'sort': null, 'hidesFinished': false}, path: [{id: unsigned, element: (row: {id: text} | "      \
  "settings)}] = [], sheet: (add: Form | alert: {title: text})? = null, "                          \
  "history: {undo: unsigned, redo: unsigned}?}"

/* Declares the states and the actions of a reducer, which it consumes. */
static inline kmk_reducer *downloads_declare(kmk_reducer *base) {
  static const kmk_case cases[] = {
      {"begin", NULL},
      {"add", NULL},
      {"openSettings", NULL},
      {"undo", NULL},
      {"redo", NULL},
      {"clear", NULL},
      {"binding", "{path: text, value: any}"},
      {"open", "text"},
      {"remove", "text"},
      {"rows", "(element: {id: text, action: (pause | resume | began: unsigned | "
               "progressed: unsigned | finished | failed: text)})"},
      {"path", "(popFrom: {id: unsigned})"},
      {"sheet", "(presented: (add: (binding: {path: text, value: any} | checked: {name: text, "
                "size: unsigned} | refused: text | done) | alert: (clear)) | dismiss)"},
  };
  return kmk_shape(kmk_cases(base, sizeof cases / sizeof *cases, cases), DOWNLOADS_SHAPE);
}

/* Makes a feature of another library a mistake of the composition, which kmk_store_new reports,
 * if it was declared with another shape than this one. */
static inline kmk_reducer *downloads_expect(kmk_reducer *feature) {
  return kmk_expect_shape(feature, DOWNLOADS_HASH);
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

/* ----------------------------------------------------------------------------------- Row.phase */

typedef enum downloads_row_phase_case {
  DOWNLOADS_ROW_PHASE_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ROW_PHASE_WAITING,
  DOWNLOADS_ROW_PHASE_RUNNING,
  DOWNLOADS_ROW_PHASE_PAUSED,
  DOWNLOADS_ROW_PHASE_FINISHED,
  DOWNLOADS_ROW_PHASE_FAILED
} downloads_row_phase_case;

static inline downloads_row_phase_case downloads_row_phase_which(const json_t *value) {
  if (kmk_action_is(value, "waiting"))
    return DOWNLOADS_ROW_PHASE_WAITING;
  if (kmk_action_is(value, "running"))
    return DOWNLOADS_ROW_PHASE_RUNNING;
  if (kmk_action_is(value, "paused"))
    return DOWNLOADS_ROW_PHASE_PAUSED;
  if (kmk_action_is(value, "finished"))
    return DOWNLOADS_ROW_PHASE_FINISHED;
  if (kmk_action_is(value, "failed"))
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

static inline downloads_form_action_case downloads_form_action_which(const json_t *value) {
  if (kmk_action_is(value, "binding"))
    return DOWNLOADS_FORM_ACTION_BINDING;
  if (kmk_action_is(value, "checked"))
    return DOWNLOADS_FORM_ACTION_CHECKED;
  if (kmk_action_is(value, "refused"))
    return DOWNLOADS_FORM_ACTION_REFUSED;
  if (kmk_action_is(value, "done"))
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

static inline downloads_row_action_case downloads_row_action_which(const json_t *value) {
  if (kmk_action_is(value, "pause"))
    return DOWNLOADS_ROW_ACTION_PAUSE;
  if (kmk_action_is(value, "resume"))
    return DOWNLOADS_ROW_ACTION_RESUME;
  if (kmk_action_is(value, "began"))
    return DOWNLOADS_ROW_ACTION_BEGAN;
  if (kmk_action_is(value, "progressed"))
    return DOWNLOADS_ROW_ACTION_PROGRESSED;
  if (kmk_action_is(value, "finished"))
    return DOWNLOADS_ROW_ACTION_FINISHED;
  if (kmk_action_is(value, "failed"))
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
downloads_path_item_element_which(const json_t *value) {
  if (kmk_action_is(value, "row"))
    return DOWNLOADS_PATH_ITEM_ELEMENT_ROW;
  if (kmk_action_is(value, "settings"))
    return DOWNLOADS_PATH_ITEM_ELEMENT_SETTINGS;
  return DOWNLOADS_PATH_ITEM_ELEMENT_NO_CASE;
}

/* --------------------------------------------------------------------------------- State.sheet */

typedef enum downloads_sheet_case {
  DOWNLOADS_SHEET_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_SHEET_ADD,
  DOWNLOADS_SHEET_ALERT
} downloads_sheet_case;

static inline downloads_sheet_case downloads_sheet_which(const json_t *value) {
  if (kmk_action_is(value, "add"))
    return DOWNLOADS_SHEET_ADD;
  if (kmk_action_is(value, "alert"))
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

static inline downloads_action_case downloads_action_which(const json_t *value) {
  if (kmk_action_is(value, "begin"))
    return DOWNLOADS_ACTION_BEGIN;
  if (kmk_action_is(value, "add"))
    return DOWNLOADS_ACTION_ADD;
  if (kmk_action_is(value, "openSettings"))
    return DOWNLOADS_ACTION_OPEN_SETTINGS;
  if (kmk_action_is(value, "undo"))
    return DOWNLOADS_ACTION_UNDO;
  if (kmk_action_is(value, "redo"))
    return DOWNLOADS_ACTION_REDO;
  if (kmk_action_is(value, "clear"))
    return DOWNLOADS_ACTION_CLEAR;
  if (kmk_action_is(value, "binding"))
    return DOWNLOADS_ACTION_BINDING;
  if (kmk_action_is(value, "open"))
    return DOWNLOADS_ACTION_OPEN;
  if (kmk_action_is(value, "remove"))
    return DOWNLOADS_ACTION_REMOVE;
  if (kmk_action_is(value, "rows"))
    return DOWNLOADS_ACTION_ROWS;
  if (kmk_action_is(value, "path"))
    return DOWNLOADS_ACTION_PATH;
  if (kmk_action_is(value, "sheet"))
    return DOWNLOADS_ACTION_SHEET;
  return DOWNLOADS_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.rows */

typedef enum downloads_action_rows_case {
  DOWNLOADS_ACTION_ROWS_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_ROWS_ELEMENT
} downloads_action_rows_case;

static inline downloads_action_rows_case downloads_action_rows_which(const json_t *value) {
  if (kmk_action_is(value, "element"))
    return DOWNLOADS_ACTION_ROWS_ELEMENT;
  return DOWNLOADS_ACTION_ROWS_NO_CASE;
}

/* --------------------------------------------------------------------------------- Action.path */

typedef enum downloads_action_path_case {
  DOWNLOADS_ACTION_PATH_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_PATH_POP_FROM
} downloads_action_path_case;

static inline downloads_action_path_case downloads_action_path_which(const json_t *value) {
  if (kmk_action_is(value, "popFrom"))
    return DOWNLOADS_ACTION_PATH_POP_FROM;
  return DOWNLOADS_ACTION_PATH_NO_CASE;
}

/* -------------------------------------------------------------------------------- Action.sheet */

typedef enum downloads_action_sheet_case {
  DOWNLOADS_ACTION_SHEET_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_SHEET_PRESENTED,
  DOWNLOADS_ACTION_SHEET_DISMISS
} downloads_action_sheet_case;

static inline downloads_action_sheet_case downloads_action_sheet_which(const json_t *value) {
  if (kmk_action_is(value, "presented"))
    return DOWNLOADS_ACTION_SHEET_PRESENTED;
  if (kmk_action_is(value, "dismiss"))
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
downloads_action_sheet_presented_which(const json_t *value) {
  if (kmk_action_is(value, "add"))
    return DOWNLOADS_ACTION_SHEET_PRESENTED_ADD;
  if (kmk_action_is(value, "alert"))
    return DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT;
  return DOWNLOADS_ACTION_SHEET_PRESENTED_NO_CASE;
}

/* ---------------------------------------------------------------- Action.sheet.presented.alert */

typedef enum downloads_action_sheet_presented_alert_case {
  DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE, /* null, or no case of the shape */
  DOWNLOADS_ACTION_SHEET_PRESENTED_ALERT_CLEAR
} downloads_action_sheet_presented_alert_case;

static inline downloads_action_sheet_presented_alert_case
downloads_action_sheet_presented_alert_which(const json_t *value) {
  if (kmk_action_is(value, "clear"))
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
static inline json_t *downloads_job_new(const char *url, const char *file) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "url", json_string(url));
  wrong |= json_object_set_new(made, "file", json_string(file));
  return downloads_built(made, wrong);
}

static inline const char *downloads_job_url(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "url"));
  return text ? text : "";
}

static inline int downloads_job_put_url(json_t *json, const char *value) {
  return json_object_set_new(json, "url", json_string(value));
}

static inline const char *downloads_job_get_url(const kmk_state *state) {
  return downloads_job_url(kmk_state_json(state));
}

static inline kmk_status downloads_job_set_url(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/url", json_string(value));
}

static inline const char *downloads_job_file(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "file"));
  return text ? text : "";
}

static inline int downloads_job_put_file(json_t *json, const char *value) {
  return json_object_set_new(json, "file", json_string(value));
}

static inline const char *downloads_job_get_file(const kmk_state *state) {
  return downloads_job_file(kmk_state_json(state));
}

static inline kmk_status downloads_job_set_file(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/file", json_string(value));
}

/* ----------------------------------------------------------------------------------------- Row */

/* A line of the list. */
static inline json_t *downloads_row_new(const char *id, const char *url, const char *name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "url", json_string(url));
  wrong |= json_object_set_new(made, "name", json_string(name));
  return downloads_built(made, wrong);
}

static inline const char *downloads_row_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int downloads_row_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline const char *downloads_row_get_id(const kmk_state *state) {
  return downloads_row_id(kmk_state_json(state));
}

static inline kmk_status downloads_row_set_id(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/id", json_string(value));
}

static inline const char *downloads_row_url(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "url"));
  return text ? text : "";
}

static inline int downloads_row_put_url(json_t *json, const char *value) {
  return json_object_set_new(json, "url", json_string(value));
}

static inline const char *downloads_row_get_url(const kmk_state *state) {
  return downloads_row_url(kmk_state_json(state));
}

static inline kmk_status downloads_row_set_url(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/url", json_string(value));
}

static inline const char *downloads_row_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "name"));
  return text ? text : "";
}

static inline int downloads_row_put_name(json_t *json, const char *value) {
  return json_object_set_new(json, "name", json_string(value));
}

static inline const char *downloads_row_get_name(const kmk_state *state) {
  return downloads_row_name(kmk_state_json(state));
}

static inline kmk_status downloads_row_set_name(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/name", json_string(value));
}

/* size: in bytes */
static inline json_int_t downloads_row_size(const json_t *value) {
  return json_integer_value(json_object_get(value, "size"));
}

static inline int downloads_row_put_size(json_t *json, json_int_t value) {
  return json_object_set_new(json, "size", json_integer(value));
}

static inline json_int_t downloads_row_get_size(const kmk_state *state) {
  return downloads_row_size(kmk_state_json(state));
}

static inline kmk_status downloads_row_set_size(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/size", json_integer(value));
}

static inline json_int_t downloads_row_done(const json_t *value) {
  return json_integer_value(json_object_get(value, "done"));
}

static inline int downloads_row_put_done(json_t *json, json_int_t value) {
  return json_object_set_new(json, "done", json_integer(value));
}

static inline json_int_t downloads_row_get_done(const kmk_state *state) {
  return downloads_row_done(kmk_state_json(state));
}

static inline kmk_status downloads_row_set_done(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/done", json_integer(value));
}

static inline downloads_row_phase_case downloads_row_phase(const json_t *value) {
  return downloads_row_phase_which(json_object_get(value, "phase"));
}

static inline int downloads_row_put_phase(json_t *json, downloads_row_phase_case value) {
  return json_object_set_new(json, "phase", downloads_row_phase_new(value));
}

static inline downloads_row_phase_case downloads_row_get_phase(const kmk_state *state) {
  return downloads_row_phase(kmk_state_json(state));
}

static inline kmk_status downloads_row_set_phase(kmk_state *state, downloads_row_phase_case value) {
  return kmk_state_set_new(state, "/phase", downloads_row_phase_new(value));
}

static inline const char *downloads_row_problem(const json_t *value) {
  return json_string_value(json_object_get(value, "problem"));
}

static inline bool downloads_row_has_problem(const json_t *value) {
  const json_t *found = json_object_get(value, "problem");
  return found && !json_is_null(found);
}

static inline int downloads_row_put_problem(json_t *json, const char *value) {
  return json_object_set_new(json, "problem", value ? json_string(value) : json_null());
}

static inline const char *downloads_row_get_problem(const kmk_state *state) {
  return downloads_row_problem(kmk_state_json(state));
}

static inline kmk_status downloads_row_set_problem(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/problem", value ? json_string(value) : json_null());
}

static inline kmk_status downloads_row_clear_problem(kmk_state *state) {
  return kmk_state_set_new(state, "/problem", json_null());
}

static inline const json_t *downloads_row_job(const json_t *value) {
  return json_object_get(value, "job");
}

static inline int downloads_row_put_job(json_t *json, json_t *value) {
  return json_object_set_new(json, "job", value);
}

static inline const json_t *downloads_row_get_job(const kmk_state *state) {
  return downloads_row_job(kmk_state_json(state));
}

static inline kmk_status downloads_row_set_job(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/job", value);
}

static inline kmk_status downloads_row_set_job_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/job", value);
}

static inline kmk_status downloads_row_clear_job(kmk_state *state) {
  return kmk_state_set_new(state, "/job", json_null());
}

/* ---------------------------------------------------------------------------------------- Form */

/* A download that is being added. */
static inline json_t *downloads_form_new(void) { return json_object(); }

static inline const char *downloads_form_url(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "url"));
  return text ? text : "";
}

static inline int downloads_form_put_url(json_t *json, const char *value) {
  return json_object_set_new(json, "url", json_string(value));
}

static inline const char *downloads_form_get_url(const kmk_state *state) {
  return downloads_form_url(kmk_state_json(state));
}

static inline kmk_status downloads_form_set_url(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/url", json_string(value));
}

static inline const char *downloads_form_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "name"));
  return text ? text : "";
}

static inline int downloads_form_put_name(json_t *json, const char *value) {
  return json_object_set_new(json, "name", json_string(value));
}

static inline const char *downloads_form_get_name(const kmk_state *state) {
  return downloads_form_name(kmk_state_json(state));
}

static inline kmk_status downloads_form_set_name(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/name", json_string(value));
}

static inline json_int_t downloads_form_size(const json_t *value) {
  return json_integer_value(json_object_get(value, "size"));
}

static inline bool downloads_form_has_size(const json_t *value) {
  const json_t *found = json_object_get(value, "size");
  return found && !json_is_null(found);
}

static inline int downloads_form_put_size(json_t *json, json_int_t value) {
  return json_object_set_new(json, "size", json_integer(value));
}

static inline json_int_t downloads_form_get_size(const kmk_state *state) {
  return downloads_form_size(kmk_state_json(state));
}

static inline kmk_status downloads_form_set_size(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/size", json_integer(value));
}

static inline kmk_status downloads_form_clear_size(kmk_state *state) {
  return kmk_state_set_new(state, "/size", json_null());
}

static inline bool downloads_form_is_checking(const json_t *value) {
  return json_is_true(json_object_get(value, "isChecking"));
}

static inline int downloads_form_put_is_checking(json_t *json, bool value) {
  return json_object_set_new(json, "isChecking", json_boolean(value));
}

static inline bool downloads_form_get_is_checking(const kmk_state *state) {
  return downloads_form_is_checking(kmk_state_json(state));
}

static inline kmk_status downloads_form_set_is_checking(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/isChecking", json_boolean(value));
}

static inline const char *downloads_form_problem(const json_t *value) {
  return json_string_value(json_object_get(value, "problem"));
}

static inline bool downloads_form_has_problem(const json_t *value) {
  const json_t *found = json_object_get(value, "problem");
  return found && !json_is_null(found);
}

static inline int downloads_form_put_problem(json_t *json, const char *value) {
  return json_object_set_new(json, "problem", value ? json_string(value) : json_null());
}

static inline const char *downloads_form_get_problem(const kmk_state *state) {
  return downloads_form_problem(kmk_state_json(state));
}

static inline kmk_status downloads_form_set_problem(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/problem", value ? json_string(value) : json_null());
}

static inline kmk_status downloads_form_clear_problem(kmk_state *state) {
  return kmk_state_set_new(state, "/problem", json_null());
}

/* ------------------------------------------------------------------------------------ Settings */

static inline json_t *downloads_settings_new(void) { return json_object(); }

static inline const char *downloads_settings_folder(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "folder"));
  return text ? text : "";
}

static inline int downloads_settings_put_folder(json_t *json, const char *value) {
  return json_object_set_new(json, "folder", json_string(value));
}

static inline const char *downloads_settings_get_folder(const kmk_state *state) {
  return downloads_settings_folder(kmk_state_json(state));
}

static inline kmk_status downloads_settings_set_folder(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/folder", json_string(value));
}

static inline json_int_t downloads_settings_limit(const json_t *value) {
  return json_integer_value(json_object_get(value, "limit"));
}

static inline int downloads_settings_put_limit(json_t *json, json_int_t value) {
  return json_object_set_new(json, "limit", json_integer(value));
}

static inline json_int_t downloads_settings_get_limit(const kmk_state *state) {
  return downloads_settings_limit(kmk_state_json(state));
}

static inline kmk_status downloads_settings_set_limit(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/limit", json_integer(value));
}

static inline const char *downloads_settings_sort(const json_t *value) {
  return json_string_value(json_object_get(value, "sort"));
}

static inline bool downloads_settings_has_sort(const json_t *value) {
  const json_t *found = json_object_get(value, "sort");
  return found && !json_is_null(found);
}

static inline int downloads_settings_put_sort(json_t *json, const char *value) {
  return json_object_set_new(json, "sort", value ? json_string(value) : json_null());
}

static inline const char *downloads_settings_get_sort(const kmk_state *state) {
  return downloads_settings_sort(kmk_state_json(state));
}

static inline kmk_status downloads_settings_set_sort(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/sort", value ? json_string(value) : json_null());
}

static inline kmk_status downloads_settings_clear_sort(kmk_state *state) {
  return kmk_state_set_new(state, "/sort", json_null());
}

static inline bool downloads_settings_hides_finished(const json_t *value) {
  return json_is_true(json_object_get(value, "hidesFinished"));
}

static inline int downloads_settings_put_hides_finished(json_t *json, bool value) {
  return json_object_set_new(json, "hidesFinished", json_boolean(value));
}

static inline bool downloads_settings_get_hides_finished(const kmk_state *state) {
  return downloads_settings_hides_finished(kmk_state_json(state));
}

static inline kmk_status downloads_settings_set_hides_finished(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/hidesFinished", json_boolean(value));
}

/* ------------------------------------------------------------------------------------- Binding */

/* A view's write of a field. */
static inline json_t *downloads_binding_new(const char *path) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "path", json_string(path));
  return downloads_built(made, wrong);
}

static inline const char *downloads_binding_path(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "path"));
  return text ? text : "";
}

static inline int downloads_binding_put_path(json_t *json, const char *value) {
  return json_object_set_new(json, "path", json_string(value));
}

static inline const json_t *downloads_binding_value(const json_t *value) {
  return json_object_get(value, "value");
}

static inline int downloads_binding_put_value(json_t *json, json_t *value) {
  return json_object_set_new(json, "value", value);
}

/* ---------------------------------------------------------------------- payloads of FormAction */

static inline const json_t *downloads_form_action_as_binding(const json_t *value) {
  return kmk_action_payload(value, "binding");
}

static inline json_t *downloads_form_action_of_binding(json_t *payload) {
  return downloads_with("binding", payload);
}

static inline const json_t *downloads_form_action_as_checked(const json_t *value) {
  return kmk_action_payload(value, "checked");
}

static inline json_t *downloads_form_action_of_checked(json_t *payload) {
  return downloads_with("checked", payload);
}

static inline const char *downloads_form_action_as_refused(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "refused"));
  return text ? text : "";
}

static inline json_t *downloads_form_action_of_refused(const char *payload) {
  return downloads_with("refused", json_string(payload));
}

static inline json_t *downloads_form_action_of_done(void) { return json_string("done"); }

/* -------------------------------------------------------------------------- FormAction.checked */

static inline json_t *downloads_form_action_checked_new(const char *name, json_int_t size) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "name", json_string(name));
  wrong |= json_object_set_new(made, "size", json_integer(size));
  return downloads_built(made, wrong);
}

static inline const char *downloads_form_action_checked_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "name"));
  return text ? text : "";
}

static inline int downloads_form_action_checked_put_name(json_t *json, const char *value) {
  return json_object_set_new(json, "name", json_string(value));
}

static inline json_int_t downloads_form_action_checked_size(const json_t *value) {
  return json_integer_value(json_object_get(value, "size"));
}

static inline int downloads_form_action_checked_put_size(json_t *json, json_int_t value) {
  return json_object_set_new(json, "size", json_integer(value));
}

/* ----------------------------------------------------------------------- payloads of RowAction */

static inline json_t *downloads_row_action_of_pause(void) { return json_string("pause"); }
static inline json_t *downloads_row_action_of_resume(void) { return json_string("resume"); }

static inline json_int_t downloads_row_action_as_began(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "began"));
}

static inline json_t *downloads_row_action_of_began(json_int_t payload) {
  return downloads_with("began", json_integer(payload));
}

static inline json_int_t downloads_row_action_as_progressed(const json_t *value) {
  return json_integer_value(kmk_action_payload(value, "progressed"));
}

static inline json_t *downloads_row_action_of_progressed(json_int_t payload) {
  return downloads_with("progressed", json_integer(payload));
}

static inline json_t *downloads_row_action_of_finished(void) { return json_string("finished"); }

static inline const char *downloads_row_action_as_failed(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "failed"));
  return text ? text : "";
}

static inline json_t *downloads_row_action_of_failed(const char *payload) {
  return downloads_with("failed", json_string(payload));
}

/* --------------------------------------------------------------------------------------- State */

static inline json_t *downloads_state_new(void) { return json_object(); }

static inline const json_t *downloads_state_rows(const json_t *value) {
  return json_object_get(value, "rows");
}

static inline int downloads_state_put_rows(json_t *json, json_t *value) {
  return json_object_set_new(json, "rows", value);
}

static inline const json_t *downloads_state_get_rows(const kmk_state *state) {
  return downloads_state_rows(kmk_state_json(state));
}

static inline kmk_status downloads_state_set_rows(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/rows", value);
}

static inline kmk_status downloads_state_set_rows_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/rows", value);
}

static inline const char *downloads_state_query(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "query"));
  return text ? text : "";
}

static inline int downloads_state_put_query(json_t *json, const char *value) {
  return json_object_set_new(json, "query", json_string(value));
}

static inline const char *downloads_state_get_query(const kmk_state *state) {
  return downloads_state_query(kmk_state_json(state));
}

static inline kmk_status downloads_state_set_query(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/query", json_string(value));
}

static inline const json_t *downloads_state_settings(const json_t *value) {
  return json_object_get(value, "settings");
}

static inline int downloads_state_put_settings(json_t *json, json_t *value) {
  return json_object_set_new(json, "settings", value);
}

static inline const json_t *downloads_state_get_settings(const kmk_state *state) {
  return downloads_state_settings(kmk_state_json(state));
}

static inline kmk_status downloads_state_set_settings(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/settings", value);
}

static inline kmk_status downloads_state_set_settings_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/settings", value);
}

/* path: screens over the list */
static inline const json_t *downloads_state_path(const json_t *value) {
  return json_object_get(value, "path");
}

static inline int downloads_state_put_path(json_t *json, json_t *value) {
  return json_object_set_new(json, "path", value);
}

static inline const json_t *downloads_state_get_path(const kmk_state *state) {
  return downloads_state_path(kmk_state_json(state));
}

static inline kmk_status downloads_state_set_path(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/path", value);
}

static inline kmk_status downloads_state_set_path_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/path", value);
}

static inline const json_t *downloads_state_sheet(const json_t *value) {
  return json_object_get(value, "sheet");
}

static inline int downloads_state_put_sheet(json_t *json, json_t *value) {
  return json_object_set_new(json, "sheet", value);
}

static inline const json_t *downloads_state_get_sheet(const kmk_state *state) {
  return downloads_state_sheet(kmk_state_json(state));
}

static inline kmk_status downloads_state_set_sheet(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/sheet", value);
}

static inline kmk_status downloads_state_set_sheet_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/sheet", value);
}

static inline kmk_status downloads_state_clear_sheet(kmk_state *state) {
  return kmk_state_set_new(state, "/sheet", json_null());
}

static inline const json_t *downloads_state_history(const json_t *value) {
  return json_object_get(value, "history");
}

static inline int downloads_state_put_history(json_t *json, json_t *value) {
  return json_object_set_new(json, "history", value);
}

static inline const json_t *downloads_state_get_history(const kmk_state *state) {
  return downloads_state_history(kmk_state_json(state));
}

static inline kmk_status downloads_state_set_history(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/history", value);
}

static inline kmk_status downloads_state_set_history_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/history", value);
}

static inline kmk_status downloads_state_clear_history(kmk_state *state) {
  return kmk_state_set_new(state, "/history", json_null());
}

/* ----------------------------------------------------------------------------- State.path.item */

static inline json_t *downloads_path_item_new(json_int_t id, json_t *element) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_integer(id));
  wrong |= json_object_set_new(made, "element", element);
  return downloads_built(made, wrong);
}

static inline json_int_t downloads_path_item_id(const json_t *value) {
  return json_integer_value(json_object_get(value, "id"));
}

static inline int downloads_path_item_put_id(json_t *json, json_int_t value) {
  return json_object_set_new(json, "id", json_integer(value));
}

static inline json_int_t downloads_path_item_get_id(const kmk_state *state) {
  return downloads_path_item_id(kmk_state_json(state));
}

static inline kmk_status downloads_path_item_set_id(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/id", json_integer(value));
}

static inline const json_t *downloads_path_item_element(const json_t *value) {
  return json_object_get(value, "element");
}

static inline int downloads_path_item_put_element(json_t *json, json_t *value) {
  return json_object_set_new(json, "element", value);
}

static inline const json_t *downloads_path_item_get_element(const kmk_state *state) {
  return downloads_path_item_element(kmk_state_json(state));
}

static inline kmk_status downloads_path_item_set_element(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/element", value);
}

static inline kmk_status downloads_path_item_set_element_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/element", value);
}

/* --------------------------------------------------------- payloads of State.path.item.element */

static inline const json_t *downloads_path_item_element_as_row(const json_t *value) {
  return kmk_action_payload(value, "row");
}

static inline json_t *downloads_path_item_element_of_row(json_t *payload) {
  return downloads_with("row", payload);
}

static inline json_t *downloads_path_item_element_of_settings(void) {
  return json_string("settings");
}

/* ----------------------------------------------------------------- State.path.item.element.row */

static inline json_t *downloads_path_item_element_row_new(const char *id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  return downloads_built(made, wrong);
}

static inline const char *downloads_path_item_element_row_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int downloads_path_item_element_row_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline const char *downloads_path_item_element_row_get_id(const kmk_state *state) {
  return downloads_path_item_element_row_id(kmk_state_json(state));
}

static inline kmk_status downloads_path_item_element_row_set_id(kmk_state *state,
                                                                const char *value) {
  return kmk_state_set_new(state, "/id", json_string(value));
}

/* --------------------------------------------------------------------- payloads of State.sheet */

static inline const json_t *downloads_sheet_as_add(const json_t *value) {
  return kmk_action_payload(value, "add");
}

static inline json_t *downloads_sheet_of_add(json_t *payload) {
  return downloads_with("add", payload);
}

static inline const json_t *downloads_sheet_as_alert(const json_t *value) {
  return kmk_action_payload(value, "alert");
}

static inline json_t *downloads_sheet_of_alert(json_t *payload) {
  return downloads_with("alert", payload);
}

/* --------------------------------------------------------------------------- State.sheet.alert */

static inline json_t *downloads_sheet_alert_new(const char *title) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "title", json_string(title));
  return downloads_built(made, wrong);
}

static inline const char *downloads_sheet_alert_title(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "title"));
  return text ? text : "";
}

static inline int downloads_sheet_alert_put_title(json_t *json, const char *value) {
  return json_object_set_new(json, "title", json_string(value));
}

static inline const char *downloads_sheet_alert_get_title(const kmk_state *state) {
  return downloads_sheet_alert_title(kmk_state_json(state));
}

static inline kmk_status downloads_sheet_alert_set_title(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/title", json_string(value));
}

/* ------------------------------------------------------------------------------- State.history */

static inline json_t *downloads_history_new(json_int_t undo, json_int_t redo) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "undo", json_integer(undo));
  wrong |= json_object_set_new(made, "redo", json_integer(redo));
  return downloads_built(made, wrong);
}

static inline json_int_t downloads_history_undo(const json_t *value) {
  return json_integer_value(json_object_get(value, "undo"));
}

static inline int downloads_history_put_undo(json_t *json, json_int_t value) {
  return json_object_set_new(json, "undo", json_integer(value));
}

static inline json_int_t downloads_history_get_undo(const kmk_state *state) {
  return downloads_history_undo(kmk_state_json(state));
}

static inline kmk_status downloads_history_set_undo(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/undo", json_integer(value));
}

static inline json_int_t downloads_history_redo(const json_t *value) {
  return json_integer_value(json_object_get(value, "redo"));
}

static inline int downloads_history_put_redo(json_t *json, json_int_t value) {
  return json_object_set_new(json, "redo", json_integer(value));
}

static inline json_int_t downloads_history_get_redo(const kmk_state *state) {
  return downloads_history_redo(kmk_state_json(state));
}

static inline kmk_status downloads_history_set_redo(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/redo", json_integer(value));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline const json_t *downloads_action_as_binding(const json_t *value) {
  return kmk_action_payload(value, "binding");
}

static inline const char *downloads_action_as_open(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "open"));
  return text ? text : "";
}

static inline const char *downloads_action_as_remove(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "remove"));
  return text ? text : "";
}

static inline const json_t *downloads_action_as_rows(const json_t *value) {
  return kmk_action_payload(value, "rows");
}

static inline const json_t *downloads_action_as_path(const json_t *value) {
  return kmk_action_payload(value, "path");
}

static inline const json_t *downloads_action_as_sheet(const json_t *value) {
  return kmk_action_payload(value, "sheet");
}

/* --------------------------------------------------------------------- payloads of Action.rows */

static inline const json_t *downloads_action_rows_as_element(const json_t *value) {
  return kmk_action_payload(value, "element");
}

/* --------------------------------------------------------------------- payloads of Action.path */

static inline const json_t *downloads_action_path_as_pop_from(const json_t *value) {
  return kmk_action_payload(value, "popFrom");
}

/* ------------------------------------------------------------------------- Action.path.popFrom */

static inline json_t *downloads_action_path_pop_from_new(json_int_t id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_integer(id));
  return downloads_built(made, wrong);
}

static inline json_int_t downloads_action_path_pop_from_id(const json_t *value) {
  return json_integer_value(json_object_get(value, "id"));
}

static inline int downloads_action_path_pop_from_put_id(json_t *json, json_int_t value) {
  return json_object_set_new(json, "id", json_integer(value));
}

/* -------------------------------------------------------------------- payloads of Action.sheet */

static inline const json_t *downloads_action_sheet_as_presented(const json_t *value) {
  return kmk_action_payload(value, "presented");
}

/* ---------------------------------------------------------- payloads of Action.sheet.presented */

static inline const json_t *downloads_action_sheet_presented_as_add(const json_t *value) {
  return kmk_action_payload(value, "add");
}

static inline downloads_action_sheet_presented_alert_case
downloads_action_sheet_presented_as_alert(const json_t *value) {
  return downloads_action_sheet_presented_alert_which(kmk_action_payload(value, "alert"));
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
