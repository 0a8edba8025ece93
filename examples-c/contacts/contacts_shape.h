/* The types of contacts.shape, written by kumiki generate: change that file, and not this one.
 *
 * Names begin with contacts_. T is a type, m and n are members, c is a case.
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
#ifndef CONTACTS_SHAPE_H
#define CONTACTS_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define CONTACTS_HASH "1d9525e419d79654"
#define CONTACTS_SHAPE                                                                             \
  "Contact = only {id: text, name: text, phone: text = '', favourite: boolean = false}; "          \
  "Draft = only {id: text, name: text = '', phone: text = '', favourite: boolean = false, "        \
  "problem: text? = null}; "                                                                       \
  "only {contacts: [Contact] = [], query: text = '', hits: [text]? = null, "                       \
  "detail: only {id: text}? = null, sheet: (edit: Draft | alert: only {id: text, "                 \
  "title: text})? = null, isReady: boolean = true, problem: text? = null, "                        \
  "history: only {undo: unsigned, redo: unsigned}?}"

/* Declares the states and the actions of a reducer, which it consumes. */
static inline kmk_reducer *contacts_declare(kmk_reducer *base) {
  static const kmk_case cases[] = {
      {"load", NULL},
      {"undo", NULL},
      {"redo", NULL},
      {"add", NULL},
      {"binding", "only {path: text, value: any}"},
      {"open", "text"},
      {"edit", "text"},
      {"delete", "text"},
      {"contacts", "(element: {id: text, action: (star)})"},
      {"detail", "(dismiss)"},
      {"sheet", "(presented: (edit: (binding: only {path: text, value: any} | done) | "
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

/* A value that is there: NULL for null. */
static inline const json_t *contacts_some(const json_t *value) {
  return json_is_null(value) ? NULL : value;
}

/* The payload of an enum in a case, as written; NULL for another case and for null. */
static inline const json_t *contacts_payload(const json_t *value, const char *name) {
  const json_t *found = kmk_action_is(value, name) ? json_object_get(value, name) : NULL;
  return contacts_some(found);
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

/* Writes into the row with an id, which it takes over as it does the value. */
static inline kmk_status contacts_set_row(kmk_state *state, const char *rows, json_t *id,
                                          const char *place, json_t *value) {
  kmk_status status = kmk_state_set_row_new(state, rows, id, place, value);
  json_decref(id);
  return status;
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

typedef struct {
  const json_t *json;
} contacts_contact_json;
static inline contacts_contact_json contacts_contact_json_of(const json_t *json) {
  contacts_contact_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_contact_made;
static inline contacts_contact_made contacts_contact_made_of(json_t *json) {
  contacts_contact_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} contacts_contact_ref;
static inline contacts_contact_ref contacts_contact_ref_of(kmk_state *state) {
  contacts_contact_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_draft_json;
static inline contacts_draft_json contacts_draft_json_of(const json_t *json) {
  contacts_draft_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_draft_made;
static inline contacts_draft_made contacts_draft_made_of(json_t *json) {
  contacts_draft_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} contacts_draft_ref;
static inline contacts_draft_ref contacts_draft_ref_of(kmk_state *state) {
  contacts_draft_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_binding_json;
static inline contacts_binding_json contacts_binding_json_of(const json_t *json) {
  contacts_binding_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_binding_made;
static inline contacts_binding_made contacts_binding_made_of(json_t *json) {
  contacts_binding_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_form_action_json;
static inline contacts_form_action_json contacts_form_action_json_of(const json_t *json) {
  contacts_form_action_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_form_action_made;
static inline contacts_form_action_made contacts_form_action_made_of(json_t *json) {
  contacts_form_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_state_json;
static inline contacts_state_json contacts_state_json_of(const json_t *json) {
  contacts_state_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_state_made;
static inline contacts_state_made contacts_state_made_of(json_t *json) {
  contacts_state_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} contacts_state_ref;
static inline contacts_state_ref contacts_state_ref_of(kmk_state *state) {
  contacts_state_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_detail_json;
static inline contacts_detail_json contacts_detail_json_of(const json_t *json) {
  contacts_detail_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_detail_made;
static inline contacts_detail_made contacts_detail_made_of(json_t *json) {
  contacts_detail_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} contacts_detail_ref;
static inline contacts_detail_ref contacts_detail_ref_of(kmk_state *state) {
  contacts_detail_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_sheet_json;
static inline contacts_sheet_json contacts_sheet_json_of(const json_t *json) {
  contacts_sheet_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_sheet_made;
static inline contacts_sheet_made contacts_sheet_made_of(json_t *json) {
  contacts_sheet_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_sheet_alert_json;
static inline contacts_sheet_alert_json contacts_sheet_alert_json_of(const json_t *json) {
  contacts_sheet_alert_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_sheet_alert_made;
static inline contacts_sheet_alert_made contacts_sheet_alert_made_of(json_t *json) {
  contacts_sheet_alert_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} contacts_sheet_alert_ref;
static inline contacts_sheet_alert_ref contacts_sheet_alert_ref_of(kmk_state *state) {
  contacts_sheet_alert_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_history_json;
static inline contacts_history_json contacts_history_json_of(const json_t *json) {
  contacts_history_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_history_made;
static inline contacts_history_made contacts_history_made_of(json_t *json) {
  contacts_history_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} contacts_history_ref;
static inline contacts_history_ref contacts_history_ref_of(kmk_state *state) {
  contacts_history_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_action_json;
static inline contacts_action_json contacts_action_json_of(const json_t *json) {
  contacts_action_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_action_made;
static inline contacts_action_made contacts_action_made_of(json_t *json) {
  contacts_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_action_contacts_json;
static inline contacts_action_contacts_json contacts_action_contacts_json_of(const json_t *json) {
  contacts_action_contacts_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_action_contacts_made;
static inline contacts_action_contacts_made contacts_action_contacts_made_of(json_t *json) {
  contacts_action_contacts_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_action_contacts_element_json;
static inline contacts_action_contacts_element_json
contacts_action_contacts_element_json_of(const json_t *json) {
  contacts_action_contacts_element_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_action_detail_json;
static inline contacts_action_detail_json contacts_action_detail_json_of(const json_t *json) {
  contacts_action_detail_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_action_sheet_json;
static inline contacts_action_sheet_json contacts_action_sheet_json_of(const json_t *json) {
  contacts_action_sheet_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_action_sheet_made;
static inline contacts_action_sheet_made contacts_action_sheet_made_of(json_t *json) {
  contacts_action_sheet_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_action_sheet_presented_json;
static inline contacts_action_sheet_presented_json
contacts_action_sheet_presented_json_of(const json_t *json) {
  contacts_action_sheet_presented_json it = {contacts_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} contacts_action_sheet_presented_made;
static inline contacts_action_sheet_presented_made
contacts_action_sheet_presented_made_of(json_t *json) {
  contacts_action_sheet_presented_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} contacts_action_sheet_presented_alert_json;
static inline contacts_action_sheet_presented_alert_json
contacts_action_sheet_presented_alert_json_of(const json_t *json) {
  contacts_action_sheet_presented_alert_json it = {contacts_some(json)};
  return it;
}

/* ---------------------------------------------------------------------------------- FormAction */

typedef enum contacts_form_action_case {
  CONTACTS_FORM_ACTION_NO_CASE, /* null, or no case of the shape */
  CONTACTS_FORM_ACTION_BINDING,
  CONTACTS_FORM_ACTION_DONE
} contacts_form_action_case;

static inline contacts_form_action_case
contacts_form_action_which(contacts_form_action_json value) {
  if (kmk_action_is(value.json, "binding"))
    return CONTACTS_FORM_ACTION_BINDING;
  if (kmk_action_is(value.json, "done"))
    return CONTACTS_FORM_ACTION_DONE;
  return CONTACTS_FORM_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------- State.sheet */

typedef enum contacts_sheet_case {
  CONTACTS_SHEET_NO_CASE, /* null, or no case of the shape */
  CONTACTS_SHEET_EDIT,
  CONTACTS_SHEET_ALERT
} contacts_sheet_case;

static inline contacts_sheet_case contacts_sheet_which(contacts_sheet_json value) {
  if (kmk_action_is(value.json, "edit"))
    return CONTACTS_SHEET_EDIT;
  if (kmk_action_is(value.json, "alert"))
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

static inline contacts_action_case contacts_action_which(contacts_action_json value) {
  if (kmk_action_is(value.json, "load"))
    return CONTACTS_ACTION_LOAD;
  if (kmk_action_is(value.json, "undo"))
    return CONTACTS_ACTION_UNDO;
  if (kmk_action_is(value.json, "redo"))
    return CONTACTS_ACTION_REDO;
  if (kmk_action_is(value.json, "add"))
    return CONTACTS_ACTION_ADD;
  if (kmk_action_is(value.json, "binding"))
    return CONTACTS_ACTION_BINDING;
  if (kmk_action_is(value.json, "open"))
    return CONTACTS_ACTION_OPEN;
  if (kmk_action_is(value.json, "edit"))
    return CONTACTS_ACTION_EDIT;
  if (kmk_action_is(value.json, "delete"))
    return CONTACTS_ACTION_DELETE;
  if (kmk_action_is(value.json, "contacts"))
    return CONTACTS_ACTION_CONTACTS;
  if (kmk_action_is(value.json, "detail"))
    return CONTACTS_ACTION_DETAIL;
  if (kmk_action_is(value.json, "sheet"))
    return CONTACTS_ACTION_SHEET;
  if (kmk_action_is(value.json, "loaded"))
    return CONTACTS_ACTION_LOADED;
  if (kmk_action_is(value.json, "found"))
    return CONTACTS_ACTION_FOUND;
  if (kmk_action_is(value.json, "saved"))
    return CONTACTS_ACTION_SAVED;
  if (kmk_action_is(value.json, "failed"))
    return CONTACTS_ACTION_FAILED;
  return CONTACTS_ACTION_NO_CASE;
}

/* ----------------------------------------------------------------------------- Action.contacts */

typedef enum contacts_action_contacts_case {
  CONTACTS_ACTION_CONTACTS_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_CONTACTS_ELEMENT
} contacts_action_contacts_case;

static inline contacts_action_contacts_case
contacts_action_contacts_which(contacts_action_contacts_json value) {
  if (kmk_action_is(value.json, "element"))
    return CONTACTS_ACTION_CONTACTS_ELEMENT;
  return CONTACTS_ACTION_CONTACTS_NO_CASE;
}

/* --------------------------------------------------------------------- Action.contacts.element */

typedef enum contacts_action_contacts_element_case {
  CONTACTS_ACTION_CONTACTS_ELEMENT_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_CONTACTS_ELEMENT_STAR
} contacts_action_contacts_element_case;

static inline contacts_action_contacts_element_case
contacts_action_contacts_element_which(contacts_action_contacts_element_json value) {
  if (kmk_action_is(value.json, "star"))
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

static inline contacts_action_detail_case
contacts_action_detail_which(contacts_action_detail_json value) {
  if (kmk_action_is(value.json, "dismiss"))
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

static inline contacts_action_sheet_case
contacts_action_sheet_which(contacts_action_sheet_json value) {
  if (kmk_action_is(value.json, "presented"))
    return CONTACTS_ACTION_SHEET_PRESENTED;
  if (kmk_action_is(value.json, "dismiss"))
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
contacts_action_sheet_presented_which(contacts_action_sheet_presented_json value) {
  if (kmk_action_is(value.json, "edit"))
    return CONTACTS_ACTION_SHEET_PRESENTED_EDIT;
  if (kmk_action_is(value.json, "alert"))
    return CONTACTS_ACTION_SHEET_PRESENTED_ALERT;
  return CONTACTS_ACTION_SHEET_PRESENTED_NO_CASE;
}

/* ---------------------------------------------------------------- Action.sheet.presented.alert */

typedef enum contacts_action_sheet_presented_alert_case {
  CONTACTS_ACTION_SHEET_PRESENTED_ALERT_NO_CASE, /* null, or no case of the shape */
  CONTACTS_ACTION_SHEET_PRESENTED_ALERT_DELETE
} contacts_action_sheet_presented_alert_case;

static inline contacts_action_sheet_presented_alert_case
contacts_action_sheet_presented_alert_which(contacts_action_sheet_presented_alert_json value) {
  if (kmk_action_is(value.json, "delete"))
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
static inline contacts_contact_made contacts_contact_new(const char *id, const char *name) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "name", json_string(name));
  return contacts_contact_made_of(contacts_built(made, wrong));
}

static inline const char *contacts_contact_id(contacts_contact_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int contacts_contact_put_id(contacts_contact_made made, const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

static inline const char *contacts_contact_name(contacts_contact_json value) {
  const char *text = json_string_value(json_object_get(value.json, "name"));
  return text ? text : "";
}

static inline int contacts_contact_put_name(contacts_contact_made made, const char *value) {
  return json_object_set_new(made.json, "name", json_string(value));
}

static inline const char *contacts_contact_phone(contacts_contact_json value) {
  const char *text = json_string_value(json_object_get(value.json, "phone"));
  return text ? text : "";
}

static inline int contacts_contact_put_phone(contacts_contact_made made, const char *value) {
  return json_object_set_new(made.json, "phone", json_string(value));
}

static inline bool contacts_contact_favourite(contacts_contact_json value) {
  return json_is_true(json_object_get(value.json, "favourite"));
}

static inline int contacts_contact_put_favourite(contacts_contact_made made, bool value) {
  return json_object_set_new(made.json, "favourite", json_boolean(value));
}

/* --------------------------------------------------------------------------------------- Draft */

/* A contact that is being edited, and what is wrong with it. */
static inline contacts_draft_made contacts_draft_new(const char *id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  return contacts_draft_made_of(contacts_built(made, wrong));
}

static inline const char *contacts_draft_id(contacts_draft_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int contacts_draft_put_id(contacts_draft_made made, const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

static inline const char *contacts_draft_name(contacts_draft_json value) {
  const char *text = json_string_value(json_object_get(value.json, "name"));
  return text ? text : "";
}

static inline int contacts_draft_put_name(contacts_draft_made made, const char *value) {
  return json_object_set_new(made.json, "name", json_string(value));
}

static inline const char *contacts_draft_phone(contacts_draft_json value) {
  const char *text = json_string_value(json_object_get(value.json, "phone"));
  return text ? text : "";
}

static inline int contacts_draft_put_phone(contacts_draft_made made, const char *value) {
  return json_object_set_new(made.json, "phone", json_string(value));
}

static inline bool contacts_draft_favourite(contacts_draft_json value) {
  return json_is_true(json_object_get(value.json, "favourite"));
}

static inline int contacts_draft_put_favourite(contacts_draft_made made, bool value) {
  return json_object_set_new(made.json, "favourite", json_boolean(value));
}

static inline bool contacts_draft_has_problem(contacts_draft_json value) {
  return contacts_some(json_object_get(value.json, "problem")) != NULL;
}

static inline const char *contacts_draft_problem(contacts_draft_json value) {
  return json_string_value(json_object_get(value.json, "problem"));
}

static inline int contacts_draft_put_problem(contacts_draft_made made, const char *value) {
  return json_object_set_new(made.json, "problem", value ? json_string(value) : json_null());
}

/* ------------------------------------------------------------------------------------- Binding */

/* A view's write of a field. */
static inline contacts_binding_made contacts_binding_new(const char *path) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "path", json_string(path));
  return contacts_binding_made_of(contacts_built(made, wrong));
}

static inline const char *contacts_binding_path(contacts_binding_json value) {
  const char *text = json_string_value(json_object_get(value.json, "path"));
  return text ? text : "";
}

static inline int contacts_binding_put_path(contacts_binding_made made, const char *value) {
  return json_object_set_new(made.json, "path", json_string(value));
}

static inline bool contacts_binding_has_value(contacts_binding_json value) {
  return contacts_some(json_object_get(value.json, "value")) != NULL;
}

static inline const json_t *contacts_binding_value(contacts_binding_json value) {
  return contacts_some(json_object_get(value.json, "value"));
}

static inline int contacts_binding_put_value(contacts_binding_made made, json_t *value) {
  return json_object_set_new(made.json, "value", value);
}

/* ---------------------------------------------------------------------- payloads of FormAction */

static inline contacts_binding_json
contacts_form_action_as_binding(contacts_form_action_json value) {
  return contacts_binding_json_of(contacts_payload(value.json, "binding"));
}

static inline contacts_form_action_made
contacts_form_action_of_binding(contacts_binding_made payload) {
  return contacts_form_action_made_of(contacts_with("binding", payload.json));
}

static inline contacts_form_action_made contacts_form_action_of_done(void) {
  return contacts_form_action_made_of(json_string("done"));
}

/* --------------------------------------------------------------------------------------- State */

static inline contacts_state_made contacts_state_new(void) {
  return contacts_state_made_of(json_object());
}

/* contacts: in the order of their names */
static inline const json_t *contacts_state_contacts(contacts_state_json value) {
  return contacts_some(json_object_get(value.json, "contacts"));
}

static inline int contacts_state_put_contacts(contacts_state_made made, json_t *value) {
  return json_object_set_new(made.json, "contacts", value);
}

static inline const char *contacts_state_query(contacts_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "query"));
  return text ? text : "";
}

static inline int contacts_state_put_query(contacts_state_made made, const char *value) {
  return json_object_set_new(made.json, "query", json_string(value));
}

/* hits: while something is searched for: the ids that were found */
static inline bool contacts_state_has_hits(contacts_state_json value) {
  return contacts_some(json_object_get(value.json, "hits")) != NULL;
}

static inline const json_t *contacts_state_hits(contacts_state_json value) {
  return contacts_some(json_object_get(value.json, "hits"));
}

static inline int contacts_state_put_hits(contacts_state_made made, json_t *value) {
  return json_object_set_new(made.json, "hits", value);
}

/* detail: a contact is open */
static inline bool contacts_state_has_detail(contacts_state_json value) {
  return contacts_some(json_object_get(value.json, "detail")) != NULL;
}

static inline contacts_detail_json contacts_state_detail(contacts_state_json value) {
  return contacts_detail_json_of(json_object_get(value.json, "detail"));
}

static inline int contacts_state_put_detail(contacts_state_made made, contacts_detail_made value) {
  return json_object_set_new(made.json, "detail", value.json);
}

static inline bool contacts_state_has_sheet(contacts_state_json value) {
  return contacts_some(json_object_get(value.json, "sheet")) != NULL;
}

static inline contacts_sheet_json contacts_state_sheet(contacts_state_json value) {
  return contacts_sheet_json_of(json_object_get(value.json, "sheet"));
}

static inline int contacts_state_put_sheet(contacts_state_made made, contacts_sheet_made value) {
  return json_object_set_new(made.json, "sheet", value.json);
}

/* isReady: the file has been read: from then on changes are saved */
static inline bool contacts_state_is_ready(contacts_state_json value) {
  return json_is_true(json_object_get(value.json, "isReady"));
}

static inline int contacts_state_put_is_ready(contacts_state_made made, bool value) {
  return json_object_set_new(made.json, "isReady", json_boolean(value));
}

/* problem: what went wrong, for people */
static inline bool contacts_state_has_problem(contacts_state_json value) {
  return contacts_some(json_object_get(value.json, "problem")) != NULL;
}

static inline const char *contacts_state_problem(contacts_state_json value) {
  return json_string_value(json_object_get(value.json, "problem"));
}

static inline int contacts_state_put_problem(contacts_state_made made, const char *value) {
  return json_object_set_new(made.json, "problem", value ? json_string(value) : json_null());
}

static inline bool contacts_state_has_history(contacts_state_json value) {
  return contacts_some(json_object_get(value.json, "history")) != NULL;
}

static inline contacts_history_json contacts_state_history(contacts_state_json value) {
  return contacts_history_json_of(json_object_get(value.json, "history"));
}

static inline int contacts_state_put_history(contacts_state_made made,
                                             contacts_history_made value) {
  return json_object_set_new(made.json, "history", value.json);
}

/* -------------------------------------------------------------------------------- State.detail */

static inline contacts_detail_made contacts_detail_new(const char *id) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  return contacts_detail_made_of(contacts_built(made, wrong));
}

static inline const char *contacts_detail_id(contacts_detail_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int contacts_detail_put_id(contacts_detail_made made, const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

/* --------------------------------------------------------------------- payloads of State.sheet */

static inline contacts_draft_json contacts_sheet_as_edit(contacts_sheet_json value) {
  return contacts_draft_json_of(contacts_payload(value.json, "edit"));
}

static inline contacts_sheet_made contacts_sheet_of_edit(contacts_draft_made payload) {
  return contacts_sheet_made_of(contacts_with("edit", payload.json));
}

static inline contacts_sheet_alert_json contacts_sheet_as_alert(contacts_sheet_json value) {
  return contacts_sheet_alert_json_of(contacts_payload(value.json, "alert"));
}

static inline contacts_sheet_made contacts_sheet_of_alert(contacts_sheet_alert_made payload) {
  return contacts_sheet_made_of(contacts_with("alert", payload.json));
}

/* --------------------------------------------------------------------------- State.sheet.alert */

static inline contacts_sheet_alert_made contacts_sheet_alert_new(const char *id,
                                                                 const char *title) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "id", json_string(id));
  wrong |= json_object_set_new(made, "title", json_string(title));
  return contacts_sheet_alert_made_of(contacts_built(made, wrong));
}

static inline const char *contacts_sheet_alert_id(contacts_sheet_alert_json value) {
  const char *text = json_string_value(json_object_get(value.json, "id"));
  return text ? text : "";
}

static inline int contacts_sheet_alert_put_id(contacts_sheet_alert_made made, const char *value) {
  return json_object_set_new(made.json, "id", json_string(value));
}

static inline const char *contacts_sheet_alert_title(contacts_sheet_alert_json value) {
  const char *text = json_string_value(json_object_get(value.json, "title"));
  return text ? text : "";
}

static inline int contacts_sheet_alert_put_title(contacts_sheet_alert_made made,
                                                 const char *value) {
  return json_object_set_new(made.json, "title", json_string(value));
}

/* ------------------------------------------------------------------------------- State.history */

static inline contacts_history_made contacts_history_new(json_int_t undo, json_int_t redo) {
  json_t *made = json_object();
  int wrong = json_object_set_new(made, "undo", json_integer(undo));
  wrong |= json_object_set_new(made, "redo", json_integer(redo));
  return contacts_history_made_of(contacts_built(made, wrong));
}

static inline json_int_t contacts_history_undo(contacts_history_json value) {
  return json_integer_value(json_object_get(value.json, "undo"));
}

static inline int contacts_history_put_undo(contacts_history_made made, json_int_t value) {
  return json_object_set_new(made.json, "undo", json_integer(value));
}

static inline json_int_t contacts_history_redo(contacts_history_json value) {
  return json_integer_value(json_object_get(value.json, "redo"));
}

static inline int contacts_history_put_redo(contacts_history_made made, json_int_t value) {
  return json_object_set_new(made.json, "redo", json_integer(value));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline contacts_binding_json contacts_action_as_binding(contacts_action_json value) {
  return contacts_binding_json_of(contacts_payload(value.json, "binding"));
}

static inline const char *contacts_action_as_open(contacts_action_json value) {
  const char *text = json_string_value(contacts_payload(value.json, "open"));
  return text ? text : "";
}

static inline const char *contacts_action_as_edit(contacts_action_json value) {
  const char *text = json_string_value(contacts_payload(value.json, "edit"));
  return text ? text : "";
}

static inline const char *contacts_action_as_delete(contacts_action_json value) {
  const char *text = json_string_value(contacts_payload(value.json, "delete"));
  return text ? text : "";
}

static inline contacts_action_contacts_json
contacts_action_as_contacts(contacts_action_json value) {
  return contacts_action_contacts_json_of(contacts_payload(value.json, "contacts"));
}

static inline contacts_action_detail_case contacts_action_as_detail(contacts_action_json value) {
  return contacts_action_detail_which(
      contacts_action_detail_json_of(contacts_payload(value.json, "detail")));
}

static inline contacts_action_sheet_json contacts_action_as_sheet(contacts_action_json value) {
  return contacts_action_sheet_json_of(contacts_payload(value.json, "sheet"));
}

static inline bool contacts_action_has_loaded(contacts_action_json value) {
  return contacts_payload(value.json, "loaded") != NULL;
}

static inline const json_t *contacts_action_as_loaded(contacts_action_json value) {
  return contacts_some(contacts_payload(value.json, "loaded"));
}

static inline const json_t *contacts_action_as_found(contacts_action_json value) {
  return contacts_some(contacts_payload(value.json, "found"));
}

static inline const char *contacts_action_as_failed(contacts_action_json value) {
  const char *text = json_string_value(contacts_payload(value.json, "failed"));
  return text ? text : "";
}

/* ----------------------------------------------------------------- payloads of Action.contacts */

static inline const json_t *
contacts_action_contacts_as_element(contacts_action_contacts_json value) {
  return contacts_some(contacts_payload(value.json, "element"));
}

/* -------------------------------------------------------------------- payloads of Action.sheet */

static inline contacts_action_sheet_presented_json
contacts_action_sheet_as_presented(contacts_action_sheet_json value) {
  return contacts_action_sheet_presented_json_of(contacts_payload(value.json, "presented"));
}

/* ---------------------------------------------------------- payloads of Action.sheet.presented */

static inline contacts_form_action_json
contacts_action_sheet_presented_as_edit(contacts_action_sheet_presented_json value) {
  return contacts_form_action_json_of(contacts_payload(value.json, "edit"));
}

static inline contacts_action_sheet_presented_alert_case
contacts_action_sheet_presented_as_alert(contacts_action_sheet_presented_json value) {
  return contacts_action_sheet_presented_alert_which(
      contacts_action_sheet_presented_alert_json_of(contacts_payload(value.json, "alert")));
}

/* ----------------------------------------------------------------------------- Contact in hand */

static inline contacts_contact_json contacts_contact_get(contacts_contact_ref in) {
  return contacts_contact_json_of(kmk_state_json(in.state));
}

static inline const char *contacts_contact_get_id(contacts_contact_ref in) {
  return contacts_contact_id(contacts_contact_get(in));
}

static inline const char *contacts_contact_get_name(contacts_contact_ref in) {
  return contacts_contact_name(contacts_contact_get(in));
}

static inline const char *contacts_contact_get_phone(contacts_contact_ref in) {
  return contacts_contact_phone(contacts_contact_get(in));
}

static inline bool contacts_contact_get_favourite(contacts_contact_ref in) {
  return contacts_contact_favourite(contacts_contact_get(in));
}

static inline kmk_status contacts_contact_set_id(contacts_contact_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/id", json_string(value));
}

static inline kmk_status contacts_contact_set_name(contacts_contact_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/name", json_string(value));
}

static inline kmk_status contacts_contact_set_phone(contacts_contact_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/phone", json_string(value));
}

static inline kmk_status contacts_contact_set_favourite(contacts_contact_ref in, bool value) {
  return kmk_state_set_new(in.state, "/favourite", json_boolean(value));
}

/* ------------------------------------------------------------------------------- Draft in hand */

static inline contacts_draft_json contacts_draft_get(contacts_draft_ref in) {
  return contacts_draft_json_of(kmk_state_json(in.state));
}

static inline const char *contacts_draft_get_id(contacts_draft_ref in) {
  return contacts_draft_id(contacts_draft_get(in));
}

static inline const char *contacts_draft_get_name(contacts_draft_ref in) {
  return contacts_draft_name(contacts_draft_get(in));
}

static inline const char *contacts_draft_get_phone(contacts_draft_ref in) {
  return contacts_draft_phone(contacts_draft_get(in));
}

static inline bool contacts_draft_get_favourite(contacts_draft_ref in) {
  return contacts_draft_favourite(contacts_draft_get(in));
}

static inline const char *contacts_draft_get_problem(contacts_draft_ref in) {
  return contacts_draft_problem(contacts_draft_get(in));
}

static inline kmk_status contacts_draft_set_id(contacts_draft_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/id", json_string(value));
}

static inline kmk_status contacts_draft_set_name(contacts_draft_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/name", json_string(value));
}

static inline kmk_status contacts_draft_set_phone(contacts_draft_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/phone", json_string(value));
}

static inline kmk_status contacts_draft_set_favourite(contacts_draft_ref in, bool value) {
  return kmk_state_set_new(in.state, "/favourite", json_boolean(value));
}

static inline kmk_status contacts_draft_set_problem(contacts_draft_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/problem", value ? json_string(value) : json_null());
}

static inline kmk_status contacts_draft_clear_problem(contacts_draft_ref in) {
  return kmk_state_set_new(in.state, "/problem", json_null());
}

/* ------------------------------------------------------------------------------- State in hand */

static inline contacts_state_json contacts_state_get(contacts_state_ref in) {
  return contacts_state_json_of(kmk_state_json(in.state));
}

static inline const json_t *contacts_state_get_contacts(contacts_state_ref in) {
  return contacts_state_contacts(contacts_state_get(in));
}

static inline const char *contacts_state_get_query(contacts_state_ref in) {
  return contacts_state_query(contacts_state_get(in));
}

static inline const json_t *contacts_state_get_hits(contacts_state_ref in) {
  return contacts_state_hits(contacts_state_get(in));
}

static inline contacts_detail_json contacts_state_get_detail(contacts_state_ref in) {
  return contacts_state_detail(contacts_state_get(in));
}

static inline contacts_sheet_json contacts_state_get_sheet(contacts_state_ref in) {
  return contacts_state_sheet(contacts_state_get(in));
}

static inline bool contacts_state_get_is_ready(contacts_state_ref in) {
  return contacts_state_is_ready(contacts_state_get(in));
}

static inline const char *contacts_state_get_problem(contacts_state_ref in) {
  return contacts_state_problem(contacts_state_get(in));
}

static inline contacts_history_json contacts_state_get_history(contacts_state_ref in) {
  return contacts_state_history(contacts_state_get(in));
}

static inline kmk_status contacts_state_set_contacts(contacts_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/contacts", value);
}

static inline kmk_status contacts_state_set_contacts_new(contacts_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/contacts", value);
}

static inline contacts_contact_json contacts_state_find_contacts(contacts_state_ref in,
                                                                 const char *id) {
  json_t *row = json_string(id);
  const json_t *found = kmk_state_row(in.state, "/contacts", row);
  json_decref(row);
  return contacts_contact_json_of(found);
}

static inline kmk_status contacts_state_append_contacts(contacts_state_ref in,
                                                        contacts_contact_made value) {
  return kmk_state_insert_new(in.state, "/contacts/-", value.json);
}

static inline kmk_status contacts_state_remove_contacts(contacts_state_ref in, const char *id) {
  json_t *row = json_string(id);
  kmk_status status = kmk_state_remove_row(in.state, "/contacts", row);
  json_decref(row);
  return status;
}

static inline kmk_status contacts_state_set_contacts_name(contacts_state_ref in, const char *id,
                                                          const char *value) {
  return contacts_set_row(in.state, "/contacts", json_string(id), "/name", json_string(value));
}

static inline kmk_status contacts_state_set_contacts_phone(contacts_state_ref in, const char *id,
                                                           const char *value) {
  return contacts_set_row(in.state, "/contacts", json_string(id), "/phone", json_string(value));
}

static inline kmk_status contacts_state_set_contacts_favourite(contacts_state_ref in,
                                                               const char *id, bool value) {
  return contacts_set_row(in.state, "/contacts", json_string(id), "/favourite",
                          json_boolean(value));
}

static inline kmk_status contacts_state_set_query(contacts_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/query", json_string(value));
}

static inline kmk_status contacts_state_set_hits(contacts_state_ref in, const json_t *value) {
  return kmk_state_set(in.state, "/hits", value ? value : json_null());
}

static inline kmk_status contacts_state_set_hits_new(contacts_state_ref in, json_t *value) {
  return kmk_state_set_new(in.state, "/hits", value);
}

static inline kmk_status contacts_state_clear_hits(contacts_state_ref in) {
  return kmk_state_set_new(in.state, "/hits", json_null());
}

static inline kmk_status contacts_state_set_detail(contacts_state_ref in,
                                                   contacts_detail_json value) {
  return kmk_state_set(in.state, "/detail", value.json ? value.json : json_null());
}

static inline kmk_status contacts_state_set_detail_new(contacts_state_ref in,
                                                       contacts_detail_made value) {
  return kmk_state_set_new(in.state, "/detail", value.json);
}

static inline kmk_status contacts_state_clear_detail(contacts_state_ref in) {
  return kmk_state_set_new(in.state, "/detail", json_null());
}

static inline kmk_status contacts_state_set_detail_id(contacts_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/detail/id", json_string(value));
}

static inline kmk_status contacts_state_set_sheet(contacts_state_ref in,
                                                  contacts_sheet_json value) {
  return kmk_state_set(in.state, "/sheet", value.json ? value.json : json_null());
}

static inline kmk_status contacts_state_set_sheet_new(contacts_state_ref in,
                                                      contacts_sheet_made value) {
  return kmk_state_set_new(in.state, "/sheet", value.json);
}

static inline kmk_status contacts_state_clear_sheet(contacts_state_ref in) {
  return kmk_state_set_new(in.state, "/sheet", json_null());
}

static inline kmk_status contacts_state_set_sheet_edit(contacts_state_ref in,
                                                       contacts_draft_json value) {
  return kmk_state_set(in.state, "/sheet/edit", value.json);
}

static inline kmk_status contacts_state_set_sheet_edit_new(contacts_state_ref in,
                                                           contacts_draft_made value) {
  return kmk_state_set_new(in.state, "/sheet/edit", value.json);
}

static inline kmk_status contacts_state_set_sheet_edit_id(contacts_state_ref in,
                                                          const char *value) {
  return kmk_state_set_new(in.state, "/sheet/edit/id", json_string(value));
}

static inline kmk_status contacts_state_set_sheet_edit_name(contacts_state_ref in,
                                                            const char *value) {
  return kmk_state_set_new(in.state, "/sheet/edit/name", json_string(value));
}

static inline kmk_status contacts_state_set_sheet_edit_phone(contacts_state_ref in,
                                                             const char *value) {
  return kmk_state_set_new(in.state, "/sheet/edit/phone", json_string(value));
}

static inline kmk_status contacts_state_set_sheet_edit_favourite(contacts_state_ref in,
                                                                 bool value) {
  return kmk_state_set_new(in.state, "/sheet/edit/favourite", json_boolean(value));
}

static inline kmk_status contacts_state_set_sheet_edit_problem(contacts_state_ref in,
                                                               const char *value) {
  return kmk_state_set_new(in.state, "/sheet/edit/problem",
                           value ? json_string(value) : json_null());
}

static inline kmk_status contacts_state_clear_sheet_edit_problem(contacts_state_ref in) {
  return kmk_state_set_new(in.state, "/sheet/edit/problem", json_null());
}

static inline kmk_status contacts_state_set_sheet_alert(contacts_state_ref in,
                                                        contacts_sheet_alert_json value) {
  return kmk_state_set(in.state, "/sheet/alert", value.json);
}

static inline kmk_status contacts_state_set_sheet_alert_new(contacts_state_ref in,
                                                            contacts_sheet_alert_made value) {
  return kmk_state_set_new(in.state, "/sheet/alert", value.json);
}

static inline kmk_status contacts_state_set_sheet_alert_id(contacts_state_ref in,
                                                           const char *value) {
  return kmk_state_set_new(in.state, "/sheet/alert/id", json_string(value));
}

static inline kmk_status contacts_state_set_sheet_alert_title(contacts_state_ref in,
                                                              const char *value) {
  return kmk_state_set_new(in.state, "/sheet/alert/title", json_string(value));
}

static inline kmk_status contacts_state_set_is_ready(contacts_state_ref in, bool value) {
  return kmk_state_set_new(in.state, "/isReady", json_boolean(value));
}

static inline kmk_status contacts_state_set_problem(contacts_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/problem", value ? json_string(value) : json_null());
}

static inline kmk_status contacts_state_clear_problem(contacts_state_ref in) {
  return kmk_state_set_new(in.state, "/problem", json_null());
}

static inline kmk_status contacts_state_set_history(contacts_state_ref in,
                                                    contacts_history_json value) {
  return kmk_state_set(in.state, "/history", value.json ? value.json : json_null());
}

static inline kmk_status contacts_state_set_history_new(contacts_state_ref in,
                                                        contacts_history_made value) {
  return kmk_state_set_new(in.state, "/history", value.json);
}

static inline kmk_status contacts_state_clear_history(contacts_state_ref in) {
  return kmk_state_set_new(in.state, "/history", json_null());
}

static inline kmk_status contacts_state_set_history_undo(contacts_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/history/undo", json_integer(value));
}

static inline kmk_status contacts_state_set_history_redo(contacts_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/history/redo", json_integer(value));
}

/* ------------------------------------------------------------------------ State.detail in hand */

static inline contacts_detail_json contacts_detail_get(contacts_detail_ref in) {
  return contacts_detail_json_of(kmk_state_json(in.state));
}

static inline const char *contacts_detail_get_id(contacts_detail_ref in) {
  return contacts_detail_id(contacts_detail_get(in));
}

static inline kmk_status contacts_detail_set_id(contacts_detail_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/id", json_string(value));
}

/* ------------------------------------------------------------------- State.sheet.alert in hand */

static inline contacts_sheet_alert_json contacts_sheet_alert_get(contacts_sheet_alert_ref in) {
  return contacts_sheet_alert_json_of(kmk_state_json(in.state));
}

static inline const char *contacts_sheet_alert_get_id(contacts_sheet_alert_ref in) {
  return contacts_sheet_alert_id(contacts_sheet_alert_get(in));
}

static inline const char *contacts_sheet_alert_get_title(contacts_sheet_alert_ref in) {
  return contacts_sheet_alert_title(contacts_sheet_alert_get(in));
}

static inline kmk_status contacts_sheet_alert_set_id(contacts_sheet_alert_ref in,
                                                     const char *value) {
  return kmk_state_set_new(in.state, "/id", json_string(value));
}

static inline kmk_status contacts_sheet_alert_set_title(contacts_sheet_alert_ref in,
                                                        const char *value) {
  return kmk_state_set_new(in.state, "/title", json_string(value));
}

/* ----------------------------------------------------------------------- State.history in hand */

static inline contacts_history_json contacts_history_get(contacts_history_ref in) {
  return contacts_history_json_of(kmk_state_json(in.state));
}

static inline json_int_t contacts_history_get_undo(contacts_history_ref in) {
  return contacts_history_undo(contacts_history_get(in));
}

static inline json_int_t contacts_history_get_redo(contacts_history_ref in) {
  return contacts_history_redo(contacts_history_get(in));
}

static inline kmk_status contacts_history_set_undo(contacts_history_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/undo", json_integer(value));
}

static inline kmk_status contacts_history_set_redo(contacts_history_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/redo", json_integer(value));
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
