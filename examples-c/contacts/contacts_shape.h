/* The types of contacts.shape, written by kumiki generate: change that file, and not this one.
 *
 *   contacts_T_m(json)               the member m of a T; of NULL what nothing is
 *   contacts_T_get_m(state)          the same of the state in hand, where that is a T
 *   contacts_T_set_m(state, value)   writes it there; _new takes a json_t * over
 *   contacts_T_put_m(json, value)    puts it into a T that is being built
 *   contacts_T_new(...)              a T with the members that have no default, new
 *   contacts_T_which(json)           the case of an enum, for a switch
 *   contacts_T_as_c(json)            the payload of its case c; NULL of another case
 *   contacts_T_of_c(payload)         an enum in the case c, new
 *   contacts_action_c(...)           an action, new
 *
 * A json_t * parameter is taken over where the result is new, and by _new and put; a const one
 * is borrowed. What is read is borrowed from what it is read from. Where a value that must be there is
 * NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL. */
#ifndef CONTACTS_SHAPE_H
#define CONTACTS_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define CONTACTS_HASH "8aabddb4438d9724"
#define CONTACTS_SHAPE                                                                             \
  "Contact = {id: text, name: text, phone: text = '', favourite: boolean = false}; "               \
  "Draft = {id: text, name: text = '', phone: text = '', favourite: boolean = false, "             \
  "problem: text? = null}; "                                                                       \
  "{contacts: [Contact] = [], query: text = '', hits: [text]? = null, "                            \
  "detail: {id: text}? = null, sheet: (edit: Draft | alert: {id: text, title: text})? = null, "    \
  "isReady: boolean = true, problem: text? = null, history: {undo: unsigned, redo: unsigned}?}"

/* Declares the states and the actions of a reducer, which it consumes. */
static inline kmk_reducer *contacts_declare(kmk_reducer *base) {
  static const kmk_case cases[] = {
      {"load", NULL},
      {"undo", NULL},
      {"redo", NULL},
      {"add", NULL},
      {"binding", "{path: text, value: any}"},
      {"open", "text"},
      {"edit", "text"},
      {"delete", "text"},
      {"contacts", "(element: {id: text, action: (star)})"},
      {"detail", "(dismiss)"},
      {"sheet", "(presented: (edit: (binding: {path: text, value: any} | done) | "
                "alert: (delete)) | dismiss)"},
      {"loaded", "any"},
      {"found", "[text]"},
      {"saved", NULL},
      {"failed", "text"},
  };
  return kmk_shape(kmk_cases(base, sizeof cases / sizeof *cases, cases), CONTACTS_SHAPE);
}

/* Makes a feature of another library a mistake of the composition, which kmk_store_new reports,
 * if it was declared with another shape than this one. */
static inline kmk_reducer *contacts_expect(kmk_reducer *feature) {
  return kmk_expect_shape(feature, CONTACTS_HASH);
}

/* An enum in a case that must have a payload; NULL without one. */
static inline json_t *contacts_with(const char *case_path, json_t *payload) {
  return payload ? kmk_action_at_new(case_path, payload) : NULL;
}

/* An object, or NULL where something could not be put into it. */
static inline json_t *contacts_built(json_t *made, int wrong) {
  if (!wrong)
    return made;
  json_decref(made);
  return NULL;
}

/* Places of the state. */
#define CONTACTS_AT_CONTACTS "/contacts"
#define CONTACTS_AT_QUERY "/query"
#define CONTACTS_AT_HITS "/hits"
#define CONTACTS_AT_DETAIL "/detail"
#define CONTACTS_AT_DETAIL_ID "/detail/id"
#define CONTACTS_AT_SHEET "/sheet"
#define CONTACTS_AT_SHEET_EDIT "/sheet/edit"
#define CONTACTS_AT_SHEET_EDIT_ID "/sheet/edit/id"
#define CONTACTS_AT_SHEET_EDIT_NAME "/sheet/edit/name"
#define CONTACTS_AT_SHEET_EDIT_PHONE "/sheet/edit/phone"
#define CONTACTS_AT_SHEET_EDIT_FAVOURITE "/sheet/edit/favourite"
#define CONTACTS_AT_SHEET_EDIT_PROBLEM "/sheet/edit/problem"
#define CONTACTS_AT_SHEET_ALERT "/sheet/alert"
#define CONTACTS_AT_SHEET_ALERT_ID "/sheet/alert/id"
#define CONTACTS_AT_SHEET_ALERT_TITLE "/sheet/alert/title"
#define CONTACTS_AT_IS_READY "/isReady"
#define CONTACTS_AT_PROBLEM "/problem"
#define CONTACTS_AT_HISTORY "/history"
#define CONTACTS_AT_HISTORY_UNDO "/history/undo"
#define CONTACTS_AT_HISTORY_REDO "/history/redo"

/* Places inside Contact. */
#define CONTACTS_CONTACT_AT_ID "/id"
#define CONTACTS_CONTACT_AT_NAME "/name"
#define CONTACTS_CONTACT_AT_PHONE "/phone"
#define CONTACTS_CONTACT_AT_FAVOURITE "/favourite"

/* Places inside Draft. */
#define CONTACTS_DRAFT_AT_ID "/id"
#define CONTACTS_DRAFT_AT_NAME "/name"
#define CONTACTS_DRAFT_AT_PHONE "/phone"
#define CONTACTS_DRAFT_AT_FAVOURITE "/favourite"
#define CONTACTS_DRAFT_AT_PROBLEM "/problem"

/* Places inside State.detail. */
#define CONTACTS_DETAIL_AT_ID "/id"

/* Places inside State.sheet.alert. */
#define CONTACTS_SHEET_ALERT_AT_ID "/id"
#define CONTACTS_SHEET_ALERT_AT_TITLE "/title"

/* Places inside State.history. */
#define CONTACTS_HISTORY_AT_UNDO "/undo"
#define CONTACTS_HISTORY_AT_REDO "/redo"

/* Case paths of the actions, for kmk_action_is and kmk_action_payload. */
#define CONTACTS_CASE_LOAD "load"
#define CONTACTS_CASE_UNDO "undo"
#define CONTACTS_CASE_REDO "redo"
#define CONTACTS_CASE_ADD "add"
#define CONTACTS_CASE_BINDING "binding"
#define CONTACTS_CASE_OPEN "open"
#define CONTACTS_CASE_EDIT "edit"
#define CONTACTS_CASE_DELETE "delete"
#define CONTACTS_CASE_CONTACTS "contacts"
#define CONTACTS_CASE_CONTACTS_ELEMENT "contacts.element"
#define CONTACTS_CASE_DETAIL "detail"
#define CONTACTS_CASE_DETAIL_DISMISS "detail.dismiss"
#define CONTACTS_CASE_SHEET "sheet"
#define CONTACTS_CASE_SHEET_PRESENTED "sheet.presented"
#define CONTACTS_CASE_SHEET_PRESENTED_EDIT "sheet.presented.edit"
#define CONTACTS_CASE_SHEET_PRESENTED_EDIT_BINDING "sheet.presented.edit.binding"
#define CONTACTS_CASE_SHEET_PRESENTED_EDIT_DONE "sheet.presented.edit.done"
#define CONTACTS_CASE_SHEET_PRESENTED_ALERT "sheet.presented.alert"
#define CONTACTS_CASE_SHEET_PRESENTED_ALERT_DELETE "sheet.presented.alert.delete"
#define CONTACTS_CASE_SHEET_DISMISS "sheet.dismiss"
#define CONTACTS_CASE_LOADED "loaded"
#define CONTACTS_CASE_FOUND "found"
#define CONTACTS_CASE_SAVED "saved"
#define CONTACTS_CASE_FAILED "failed"

/* ---------------------------------------------------------------------------------- FormAction */

typedef enum contacts_form_action_case {
  CONTACTS_FORM_ACTION_NO_CASE, /* null, or no case of the shape */
  CONTACTS_FORM_ACTION_BINDING,
  CONTACTS_FORM_ACTION_DONE
} contacts_form_action_case;

static inline contacts_form_action_case contacts_form_action_which(const json_t *value) {
  if (kmk_action_is(value, "binding"))
    return CONTACTS_FORM_ACTION_BINDING;
  if (kmk_action_is(value, "done"))
    return CONTACTS_FORM_ACTION_DONE;
  return CONTACTS_FORM_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- State.sheet */

typedef enum contacts_sheet_case {
  CONTACTS_SHEET_NO_CASE, /* null, or no case of the shape */
  CONTACTS_SHEET_EDIT,
  CONTACTS_SHEET_ALERT
} contacts_sheet_case;

static inline contacts_sheet_case contacts_sheet_which(const json_t *value) {
  if (kmk_action_is(value, "edit"))
    return CONTACTS_SHEET_EDIT;
  if (kmk_action_is(value, "alert"))
    return CONTACTS_SHEET_ALERT;
  return CONTACTS_SHEET_NO_CASE;
}

/* -------------------------------------------------------------------------------------- Action */

typedef enum contacts_action_case {
  CONTACTS_ACTION_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_LOAD,
  CONTACTS_ACTION_UNDO,
  CONTACTS_ACTION_REDO,
  CONTACTS_ACTION_ADD,
  CONTACTS_ACTION_BINDING,
  CONTACTS_ACTION_OPEN,
  CONTACTS_ACTION_EDIT,
  CONTACTS_ACTION_DELETE,
  CONTACTS_ACTION_CONTACTS,
  CONTACTS_ACTION_DETAIL,
  CONTACTS_ACTION_SHEET,
  CONTACTS_ACTION_LOADED,
  CONTACTS_ACTION_FOUND,
  CONTACTS_ACTION_SAVED,
  CONTACTS_ACTION_FAILED
} contacts_action_case;

static inline contacts_action_case contacts_action_which(const json_t *value) {
  if (kmk_action_is(value, "load"))
    return CONTACTS_ACTION_LOAD;
  if (kmk_action_is(value, "undo"))
    return CONTACTS_ACTION_UNDO;
  if (kmk_action_is(value, "redo"))
    return CONTACTS_ACTION_REDO;
  if (kmk_action_is(value, "add"))
    return CONTACTS_ACTION_ADD;
  if (kmk_action_is(value, "binding"))
    return CONTACTS_ACTION_BINDING;
  if (kmk_action_is(value, "open"))
    return CONTACTS_ACTION_OPEN;
  if (kmk_action_is(value, "edit"))
    return CONTACTS_ACTION_EDIT;
  if (kmk_action_is(value, "delete"))
    return CONTACTS_ACTION_DELETE;
  if (kmk_action_is(value, "contacts"))
    return CONTACTS_ACTION_CONTACTS;
  if (kmk_action_is(value, "detail"))
    return CONTACTS_ACTION_DETAIL;
  if (kmk_action_is(value, "sheet"))
    return CONTACTS_ACTION_SHEET;
  if (kmk_action_is(value, "loaded"))
    return CONTACTS_ACTION_LOADED;
  if (kmk_action_is(value, "found"))
    return CONTACTS_ACTION_FOUND;
  if (kmk_action_is(value, "saved"))
    return CONTACTS_ACTION_SAVED;
  if (kmk_action_is(value, "failed"))
    return CONTACTS_ACTION_FAILED;
  return CONTACTS_ACTION_NO_CASE;
}

/* ----------------------------------------------------------------------------- Action.contacts */

typedef enum contacts_action_contacts_case {
  CONTACTS_ACTION_CONTACTS_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_CONTACTS_ELEMENT
} contacts_action_contacts_case;

static inline contacts_action_contacts_case contacts_action_contacts_which(const json_t *value) {
  if (kmk_action_is(value, "element"))
    return CONTACTS_ACTION_CONTACTS_ELEMENT;
  return CONTACTS_ACTION_CONTACTS_NO_CASE;
}

/* --------------------------------------------------------------------- Action.contacts.element */

typedef enum contacts_action_contacts_element_case {
  CONTACTS_ACTION_CONTACTS_ELEMENT_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_CONTACTS_ELEMENT_STAR
} contacts_action_contacts_element_case;

static inline contacts_action_contacts_element_case
contacts_action_contacts_element_which(const json_t *value) {
  if (kmk_action_is(value, "star"))
    return CONTACTS_ACTION_CONTACTS_ELEMENT_STAR;
  return CONTACTS_ACTION_CONTACTS_ELEMENT_NO_CASE;
}

static inline json_t *
contacts_action_contacts_element_new(contacts_action_contacts_element_case value) {
  switch (value) {
  case CONTACTS_ACTION_CONTACTS_ELEMENT_STAR:
    return json_string("star");
  case CONTACTS_ACTION_CONTACTS_ELEMENT_NO_CASE:
    break;
  }
  return json_null();
}

/* ------------------------------------------------------------------------------- Action.detail */

typedef enum contacts_action_detail_case {
  CONTACTS_ACTION_DETAIL_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_DETAIL_DISMISS
} contacts_action_detail_case;

static inline contacts_action_detail_case contacts_action_detail_which(const json_t *value) {
  if (kmk_action_is(value, "dismiss"))
    return CONTACTS_ACTION_DETAIL_DISMISS;
  return CONTACTS_ACTION_DETAIL_NO_CASE;
}

static inline json_t *contacts_action_detail_new(contacts_action_detail_case value) {
  switch (value) {
  case CONTACTS_ACTION_DETAIL_DISMISS:
    return json_string("dismiss");
  case CONTACTS_ACTION_DETAIL_NO_CASE:
    break;
  }
  return json_null();
}

/* -------------------------------------------------------------------------------- Action.sheet */

typedef enum contacts_action_sheet_case {
  CONTACTS_ACTION_SHEET_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_SHEET_PRESENTED,
  CONTACTS_ACTION_SHEET_DISMISS
} contacts_action_sheet_case;

static inline contacts_action_sheet_case contacts_action_sheet_which(const json_t *value) {
  if (kmk_action_is(value, "presented"))
    return CONTACTS_ACTION_SHEET_PRESENTED;
  if (kmk_action_is(value, "dismiss"))
    return CONTACTS_ACTION_SHEET_DISMISS;
  return CONTACTS_ACTION_SHEET_NO_CASE;
}

/* ---------------------------------------------------------------------- Action.sheet.presented */

typedef enum contacts_action_sheet_presented_case {
  CONTACTS_ACTION_SHEET_PRESENTED_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_SHEET_PRESENTED_EDIT,
  CONTACTS_ACTION_SHEET_PRESENTED_ALERT
} contacts_action_sheet_presented_case;

static inline contacts_action_sheet_presented_case
contacts_action_sheet_presented_which(const json_t *value) {
  if (kmk_action_is(value, "edit"))
    return CONTACTS_ACTION_SHEET_PRESENTED_EDIT;
  if (kmk_action_is(value, "alert"))
    return CONTACTS_ACTION_SHEET_PRESENTED_ALERT;
  return CONTACTS_ACTION_SHEET_PRESENTED_NO_CASE;
}

/* ---------------------------------------------------------------- Action.sheet.presented.alert */

typedef enum contacts_action_sheet_presented_alert_case {
  CONTACTS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_SHEET_PRESENTED_ALERT_DELETE
} contacts_action_sheet_presented_alert_case;

static inline contacts_action_sheet_presented_alert_case
contacts_action_sheet_presented_alert_which(const json_t *value) {
  if (kmk_action_is(value, "delete"))
    return CONTACTS_ACTION_SHEET_PRESENTED_ALERT_DELETE;
  return CONTACTS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE;
}

static inline json_t *
contacts_action_sheet_presented_alert_new(contacts_action_sheet_presented_alert_case value) {
  switch (value) {
  case CONTACTS_ACTION_SHEET_PRESENTED_ALERT_DELETE:
    return json_string("delete");
  case CONTACTS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE:
    break;
  }
  return json_null();
}

/* ------------------------------------------------------------------------------------- Contact */

/* A person in the list. */
static inline json_t *contacts_contact_new(const char *id, const char *name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "name", json_string(name));
  return contacts_built(made, wrong);
}

static inline const char *contacts_contact_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int contacts_contact_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline const char *contacts_contact_get_id(const kmk_state *state) {
  return contacts_contact_id(kmk_state_json(state));
}

static inline kmk_status contacts_contact_set_id(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/id", json_string(value));
}

static inline const char *contacts_contact_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "name"));
  return text ? text : "";
}

static inline int contacts_contact_put_name(json_t *json, const char *value) {
  return json_object_set_new(json, "name", json_string(value));
}

static inline const char *contacts_contact_get_name(const kmk_state *state) {
  return contacts_contact_name(kmk_state_json(state));
}

static inline kmk_status contacts_contact_set_name(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/name", json_string(value));
}

static inline const char *contacts_contact_phone(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "phone"));
  return text ? text : "";
}

static inline int contacts_contact_put_phone(json_t *json, const char *value) {
  return json_object_set_new(json, "phone", json_string(value));
}

static inline const char *contacts_contact_get_phone(const kmk_state *state) {
  return contacts_contact_phone(kmk_state_json(state));
}

static inline kmk_status contacts_contact_set_phone(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/phone", json_string(value));
}

static inline bool contacts_contact_favourite(const json_t *value) {
  return json_is_true(json_object_get(value, "favourite"));
}

static inline int contacts_contact_put_favourite(json_t *json, bool value) {
  return json_object_set_new(json, "favourite", json_boolean(value));
}

static inline bool contacts_contact_get_favourite(const kmk_state *state) {
  return contacts_contact_favourite(kmk_state_json(state));
}

static inline kmk_status contacts_contact_set_favourite(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/favourite", json_boolean(value));
}

/* --------------------------------------------------------------------------------------- Draft */

/* A contact that is being edited, and what is wrong with it. */
static inline json_t *contacts_draft_new(const char *id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  return contacts_built(made, wrong);
}

static inline const char *contacts_draft_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int contacts_draft_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline const char *contacts_draft_get_id(const kmk_state *state) {
  return contacts_draft_id(kmk_state_json(state));
}

static inline kmk_status contacts_draft_set_id(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/id", json_string(value));
}

static inline const char *contacts_draft_name(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "name"));
  return text ? text : "";
}

static inline int contacts_draft_put_name(json_t *json, const char *value) {
  return json_object_set_new(json, "name", json_string(value));
}

static inline const char *contacts_draft_get_name(const kmk_state *state) {
  return contacts_draft_name(kmk_state_json(state));
}

static inline kmk_status contacts_draft_set_name(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/name", json_string(value));
}

static inline const char *contacts_draft_phone(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "phone"));
  return text ? text : "";
}

static inline int contacts_draft_put_phone(json_t *json, const char *value) {
  return json_object_set_new(json, "phone", json_string(value));
}

static inline const char *contacts_draft_get_phone(const kmk_state *state) {
  return contacts_draft_phone(kmk_state_json(state));
}

static inline kmk_status contacts_draft_set_phone(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/phone", json_string(value));
}

static inline bool contacts_draft_favourite(const json_t *value) {
  return json_is_true(json_object_get(value, "favourite"));
}

static inline int contacts_draft_put_favourite(json_t *json, bool value) {
  return json_object_set_new(json, "favourite", json_boolean(value));
}

static inline bool contacts_draft_get_favourite(const kmk_state *state) {
  return contacts_draft_favourite(kmk_state_json(state));
}

static inline kmk_status contacts_draft_set_favourite(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/favourite", json_boolean(value));
}

static inline const char *contacts_draft_problem(const json_t *value) {
  return json_string_value(json_object_get(value, "problem"));
}

static inline bool contacts_draft_has_problem(const json_t *value) {
  const json_t *found = json_object_get(value, "problem");
  return found && !json_is_null(found);
}

static inline int contacts_draft_put_problem(json_t *json, const char *value) {
  return json_object_set_new(json, "problem", value ? json_string(value) : json_null());
}

static inline const char *contacts_draft_get_problem(const kmk_state *state) {
  return contacts_draft_problem(kmk_state_json(state));
}

static inline kmk_status contacts_draft_set_problem(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/problem", value ? json_string(value) : json_null());
}

static inline kmk_status contacts_draft_clear_problem(kmk_state *state) {
  return kmk_state_set_new(state, "/problem", json_null());
}

/* ------------------------------------------------------------------------------------- Binding */

/* A view's write of a field. */
static inline json_t *contacts_binding_new(const char *path) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "path", json_string(path));
  return contacts_built(made, wrong);
}

static inline const char *contacts_binding_path(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "path"));
  return text ? text : "";
}

static inline int contacts_binding_put_path(json_t *json, const char *value) {
  return json_object_set_new(json, "path", json_string(value));
}

static inline const json_t *contacts_binding_value(const json_t *value) {
  return json_object_get(value, "value");
}

static inline int contacts_binding_put_value(json_t *json, json_t *value) {
  return json_object_set_new(json, "value", value);
}

/* ---------------------------------------------------------------------- payloads of FormAction */

static inline const json_t *contacts_form_action_as_binding(const json_t *value) {
  return kmk_action_payload(value, "binding");
}

static inline json_t *contacts_form_action_of_binding(json_t *payload) {
  return contacts_with("binding", payload);
}

static inline json_t *contacts_form_action_of_done(void) { return json_string("done"); }

/* --------------------------------------------------------------------------------------- State */

static inline json_t *contacts_state_new(void) { return json_object(); }

/* contacts: in the order of their names */
static inline const json_t *contacts_state_contacts(const json_t *value) {
  return json_object_get(value, "contacts");
}

static inline int contacts_state_put_contacts(json_t *json, json_t *value) {
  return json_object_set_new(json, "contacts", value);
}

static inline const json_t *contacts_state_get_contacts(const kmk_state *state) {
  return contacts_state_contacts(kmk_state_json(state));
}

static inline kmk_status contacts_state_set_contacts(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/contacts", value);
}

static inline kmk_status contacts_state_set_contacts_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/contacts", value);
}

static inline const char *contacts_state_query(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "query"));
  return text ? text : "";
}

static inline int contacts_state_put_query(json_t *json, const char *value) {
  return json_object_set_new(json, "query", json_string(value));
}

static inline const char *contacts_state_get_query(const kmk_state *state) {
  return contacts_state_query(kmk_state_json(state));
}

static inline kmk_status contacts_state_set_query(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/query", json_string(value));
}

/* hits: while something is searched for: the ids that were found */
static inline const json_t *contacts_state_hits(const json_t *value) {
  return json_object_get(value, "hits");
}

static inline int contacts_state_put_hits(json_t *json, json_t *value) {
  return json_object_set_new(json, "hits", value);
}

static inline const json_t *contacts_state_get_hits(const kmk_state *state) {
  return contacts_state_hits(kmk_state_json(state));
}

static inline kmk_status contacts_state_set_hits(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/hits", value);
}

static inline kmk_status contacts_state_set_hits_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/hits", value);
}

static inline kmk_status contacts_state_clear_hits(kmk_state *state) {
  return kmk_state_set_new(state, "/hits", json_null());
}

/* detail: a contact is open */
static inline const json_t *contacts_state_detail(const json_t *value) {
  return json_object_get(value, "detail");
}

static inline int contacts_state_put_detail(json_t *json, json_t *value) {
  return json_object_set_new(json, "detail", value);
}

static inline const json_t *contacts_state_get_detail(const kmk_state *state) {
  return contacts_state_detail(kmk_state_json(state));
}

static inline kmk_status contacts_state_set_detail(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/detail", value);
}

static inline kmk_status contacts_state_set_detail_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/detail", value);
}

static inline kmk_status contacts_state_clear_detail(kmk_state *state) {
  return kmk_state_set_new(state, "/detail", json_null());
}

static inline const json_t *contacts_state_sheet(const json_t *value) {
  return json_object_get(value, "sheet");
}

static inline int contacts_state_put_sheet(json_t *json, json_t *value) {
  return json_object_set_new(json, "sheet", value);
}

static inline const json_t *contacts_state_get_sheet(const kmk_state *state) {
  return contacts_state_sheet(kmk_state_json(state));
}

static inline kmk_status contacts_state_set_sheet(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/sheet", value);
}

static inline kmk_status contacts_state_set_sheet_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/sheet", value);
}

static inline kmk_status contacts_state_clear_sheet(kmk_state *state) {
  return kmk_state_set_new(state, "/sheet", json_null());
}

/* isReady: the file has been read: from then on changes are saved */
static inline bool contacts_state_is_ready(const json_t *value) {
  return json_is_true(json_object_get(value, "isReady"));
}

static inline int contacts_state_put_is_ready(json_t *json, bool value) {
  return json_object_set_new(json, "isReady", json_boolean(value));
}

static inline bool contacts_state_get_is_ready(const kmk_state *state) {
  return contacts_state_is_ready(kmk_state_json(state));
}

static inline kmk_status contacts_state_set_is_ready(kmk_state *state, bool value) {
  return kmk_state_set_new(state, "/isReady", json_boolean(value));
}

/* problem: what went wrong, for people */
static inline const char *contacts_state_problem(const json_t *value) {
  return json_string_value(json_object_get(value, "problem"));
}

static inline bool contacts_state_has_problem(const json_t *value) {
  const json_t *found = json_object_get(value, "problem");
  return found && !json_is_null(found);
}

static inline int contacts_state_put_problem(json_t *json, const char *value) {
  return json_object_set_new(json, "problem", value ? json_string(value) : json_null());
}

static inline const char *contacts_state_get_problem(const kmk_state *state) {
  return contacts_state_problem(kmk_state_json(state));
}

static inline kmk_status contacts_state_set_problem(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/problem", value ? json_string(value) : json_null());
}

static inline kmk_status contacts_state_clear_problem(kmk_state *state) {
  return kmk_state_set_new(state, "/problem", json_null());
}

static inline const json_t *contacts_state_history(const json_t *value) {
  return json_object_get(value, "history");
}

static inline int contacts_state_put_history(json_t *json, json_t *value) {
  return json_object_set_new(json, "history", value);
}

static inline const json_t *contacts_state_get_history(const kmk_state *state) {
  return contacts_state_history(kmk_state_json(state));
}

static inline kmk_status contacts_state_set_history(kmk_state *state, const json_t *value) {
  return kmk_state_set(state, "/history", value);
}

static inline kmk_status contacts_state_set_history_new(kmk_state *state, json_t *value) {
  return kmk_state_set_new(state, "/history", value);
}

static inline kmk_status contacts_state_clear_history(kmk_state *state) {
  return kmk_state_set_new(state, "/history", json_null());
}

/* -------------------------------------------------------------------------------- State.detail */

static inline json_t *contacts_detail_new(const char *id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  return contacts_built(made, wrong);
}

static inline const char *contacts_detail_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int contacts_detail_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline const char *contacts_detail_get_id(const kmk_state *state) {
  return contacts_detail_id(kmk_state_json(state));
}

static inline kmk_status contacts_detail_set_id(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/id", json_string(value));
}

/* --------------------------------------------------------------------- payloads of State.sheet */

static inline const json_t *contacts_sheet_as_edit(const json_t *value) {
  return kmk_action_payload(value, "edit");
}

static inline json_t *contacts_sheet_of_edit(json_t *payload) {
  return contacts_with("edit", payload);
}

static inline const json_t *contacts_sheet_as_alert(const json_t *value) {
  return kmk_action_payload(value, "alert");
}

static inline json_t *contacts_sheet_of_alert(json_t *payload) {
  return contacts_with("alert", payload);
}

/* --------------------------------------------------------------------------- State.sheet.alert */

static inline json_t *contacts_sheet_alert_new(const char *id, const char *title) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "title", json_string(title));
  return contacts_built(made, wrong);
}

static inline const char *contacts_sheet_alert_id(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "id"));
  return text ? text : "";
}

static inline int contacts_sheet_alert_put_id(json_t *json, const char *value) {
  return json_object_set_new(json, "id", json_string(value));
}

static inline const char *contacts_sheet_alert_get_id(const kmk_state *state) {
  return contacts_sheet_alert_id(kmk_state_json(state));
}

static inline kmk_status contacts_sheet_alert_set_id(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/id", json_string(value));
}

static inline const char *contacts_sheet_alert_title(const json_t *value) {
  const char *text = json_string_value(json_object_get(value, "title"));
  return text ? text : "";
}

static inline int contacts_sheet_alert_put_title(json_t *json, const char *value) {
  return json_object_set_new(json, "title", json_string(value));
}

static inline const char *contacts_sheet_alert_get_title(const kmk_state *state) {
  return contacts_sheet_alert_title(kmk_state_json(state));
}

static inline kmk_status contacts_sheet_alert_set_title(kmk_state *state, const char *value) {
  return kmk_state_set_new(state, "/title", json_string(value));
}

/* ------------------------------------------------------------------------------- State.history */

static inline json_t *contacts_history_new(json_int_t undo, json_int_t redo) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "undo", json_integer(undo));
  wrong |= json_object_set_new(made, "redo", json_integer(redo));
  return contacts_built(made, wrong);
}

static inline json_int_t contacts_history_undo(const json_t *value) {
  return json_integer_value(json_object_get(value, "undo"));
}

static inline int contacts_history_put_undo(json_t *json, json_int_t value) {
  return json_object_set_new(json, "undo", json_integer(value));
}

static inline json_int_t contacts_history_get_undo(const kmk_state *state) {
  return contacts_history_undo(kmk_state_json(state));
}

static inline kmk_status contacts_history_set_undo(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/undo", json_integer(value));
}

static inline json_int_t contacts_history_redo(const json_t *value) {
  return json_integer_value(json_object_get(value, "redo"));
}

static inline int contacts_history_put_redo(json_t *json, json_int_t value) {
  return json_object_set_new(json, "redo", json_integer(value));
}

static inline json_int_t contacts_history_get_redo(const kmk_state *state) {
  return contacts_history_redo(kmk_state_json(state));
}

static inline kmk_status contacts_history_set_redo(kmk_state *state, json_int_t value) {
  return kmk_state_set_new(state, "/redo", json_integer(value));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline const json_t *contacts_action_as_binding(const json_t *value) {
  return kmk_action_payload(value, "binding");
}

static inline const char *contacts_action_as_open(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "open"));
  return text ? text : "";
}

static inline const char *contacts_action_as_edit(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "edit"));
  return text ? text : "";
}

static inline const char *contacts_action_as_delete(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "delete"));
  return text ? text : "";
}

static inline const json_t *contacts_action_as_contacts(const json_t *value) {
  return kmk_action_payload(value, "contacts");
}

static inline contacts_action_detail_case contacts_action_as_detail(const json_t *value) {
  return contacts_action_detail_which(kmk_action_payload(value, "detail"));
}

static inline const json_t *contacts_action_as_sheet(const json_t *value) {
  return kmk_action_payload(value, "sheet");
}

static inline const json_t *contacts_action_as_loaded(const json_t *value) {
  return kmk_action_payload(value, "loaded");
}

static inline const json_t *contacts_action_as_found(const json_t *value) {
  return kmk_action_payload(value, "found");
}

static inline const char *contacts_action_as_failed(const json_t *value) {
  const char *text = json_string_value(kmk_action_payload(value, "failed"));
  return text ? text : "";
}

/* ----------------------------------------------------------------- payloads of Action.contacts */

static inline const json_t *contacts_action_contacts_as_element(const json_t *value) {
  return kmk_action_payload(value, "element");
}

/* -------------------------------------------------------------------- payloads of Action.sheet */

static inline const json_t *contacts_action_sheet_as_presented(const json_t *value) {
  return kmk_action_payload(value, "presented");
}

/* ---------------------------------------------------------- payloads of Action.sheet.presented */

static inline const json_t *contacts_action_sheet_presented_as_edit(const json_t *value) {
  return kmk_action_payload(value, "edit");
}

static inline contacts_action_sheet_presented_alert_case
contacts_action_sheet_presented_as_alert(const json_t *value) {
  return contacts_action_sheet_presented_alert_which(kmk_action_payload(value, "alert"));
}

/* ------------------------------------------------------------------------------------- Actions */

static inline json_t *contacts_action_load(void) { return kmk_action_at_new("load", NULL); }
static inline json_t *contacts_action_undo(void) { return kmk_action_at_new("undo", NULL); }
static inline json_t *contacts_action_redo(void) { return kmk_action_at_new("redo", NULL); }
static inline json_t *contacts_action_add(void) { return kmk_action_at_new("add", NULL); }

static inline json_t *contacts_action_binding(const char *path, json_t *value) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "path", json_string(path));
  wrong |= value && json_object_set_new(made, "value", value);
  return contacts_with("binding", contacts_built(made, wrong));
}

static inline json_t *contacts_action_open(const char *payload) {
  return contacts_with("open", json_string(payload));
}

static inline json_t *contacts_action_edit(const char *payload) {
  return contacts_with("edit", json_string(payload));
}

static inline json_t *contacts_action_delete(const char *payload) {
  return contacts_with("delete", json_string(payload));
}

static inline json_t *contacts_action_contacts_element_star(const char *id) {
  json_t *action = kmk_action_at_new("star", NULL);
  json_t *json_id = json_string(id);
  action = kmk_action_element_at_new("contacts", json_id, action);
  json_decref(json_id);
  return action;
}

static inline json_t *contacts_action_detail_dismiss(void) {
  return kmk_action_at_new("detail.dismiss", NULL);
}

static inline json_t *contacts_action_sheet_presented_edit_binding(const char *path,
                                                                   json_t *value) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "path", json_string(path));
  wrong |= value && json_object_set_new(made, "value", value);
  return contacts_with("sheet.presented.edit.binding", contacts_built(made, wrong));
}

static inline json_t *contacts_action_sheet_presented_edit_done(void) {
  return kmk_action_at_new("sheet.presented.edit.done", NULL);
}

static inline json_t *contacts_action_sheet_presented_alert_delete(void) {
  return kmk_action_at_new("sheet.presented.alert.delete", NULL);
}

static inline json_t *contacts_action_sheet_dismiss(void) {
  return kmk_action_at_new("sheet.dismiss", NULL);
}

static inline json_t *contacts_action_loaded(json_t *payload) {
  return kmk_action_at_new("loaded", payload);
}

static inline json_t *contacts_action_found(json_t *payload) {
  return contacts_with("found", payload);
}

static inline json_t *contacts_action_saved(void) { return kmk_action_at_new("saved", NULL); }

static inline json_t *contacts_action_failed(const char *payload) {
  return contacts_with("failed", json_string(payload));
}

#endif
