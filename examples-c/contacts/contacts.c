/* The core: what the state is, and how it answers actions. It knows no front and no file. */
#define _GNU_SOURCE /* strcasestr */
#include "contacts.h"

#include <string.h>

/* On a worker's thread, with contacts as they were when the search was asked for. */
KMK_WORK_FN(find) {
  const char *query = contacts_state_query(input);
  json_t *found = json_array(), *contact;
  size_t index;
  json_array_foreach(contacts_state_contacts(input), index, contact) {
    if (strcasestr(contacts_contact_name(contact), query) ||
        strcasestr(contacts_contact_phone(contact), query))
      json_array_append_new(found, json_string(contacts_contact_id(contact)));
  }
  kmk_sender_send_new(sender, contacts_action_found(found));
}

/* The contacts or the query have been written. */
KMK_WRITE_FN(search) {
  const char *query = contacts_state_get_query(state);
  if (!*query) {
    contacts_state_clear_hits(state);
    return kmk_effect_cancel("search");
  }
  json_t *input = contacts_state_new();
  contacts_state_put_query(input, query);
  contacts_state_put_contacts(input, kmk_json_retain(contacts_state_get_contacts(state)));
  return kmk_effect_debounce(kmk_effect_work_new(input, find, NULL, NULL), "search",
                             KMK_MILLISECONDS(150));
}

KMK_CATCH_FN(failed) { return contacts_action_failed(json_string_value(error)); }

static kmk_effect *load(kmk_env *env) {
  const contacts_files *files = kmk_env_pointer(env, "files");
  kmk_effect *loading = kmk_effect_blocking(files->load, files->data, NULL);
  return kmk_effect_catch(loading, failed, NULL, NULL);
}

/* Something of what is kept has been written. It is saved half a second after the last time; of saves
 * that wait for the one at work the latest stays. Before the file has been read, or where it cannot
 * be, nothing is written over it. */
KMK_WRITE_FN(save) {
  if (kmk_action_is(action, CONTACTS_CASE_LOADED) || !contacts_state_get_is_ready(state))
    return NULL;
  const contacts_files *files = kmk_env_pointer(env, "files");
  json_t *whole = kmk_json_retain(kmk_state_json(state));
  kmk_effect *saving = kmk_effect_work_new(whole, files->save, files->data, NULL);
  saving = kmk_effect_serial(kmk_effect_catch(saving, failed, NULL, NULL), "save", true);
  return kmk_effect_debounce(saving, "save", KMK_MILLISECONDS(500));
}

KMK_HANDLE_FN(star) {
  contacts_contact_set_favourite(state, !contacts_contact_get_favourite(state));
  return NULL;
}

KMK_REDUCE_FN(check_draft) {
  bool is_done = contacts_form_action_which(action) == CONTACTS_FORM_ACTION_DONE;
  bool is_named = *contacts_draft_get_name(state);
  contacts_draft_set_problem(state, is_done && !is_named ? "A name is needed" : NULL);
  return NULL;
}

static const json_t *row(const kmk_state *state, const json_t *id) {
  return kmk_state_row(state, CONTACTS_AT_CONTACTS, id);
}

static void edit(kmk_state *state, const json_t *id) {
  const json_t *contact = row(state, id);
  if (contact)
    contacts_state_set_sheet_new(state, contacts_sheet_of_edit(kmk_json_retain(contact)));
}

/* Before the first contact whose name comes later. */
static size_t place_of(const kmk_state *state, const char *name) {
  size_t place;
  json_t *contact;
  json_array_foreach(contacts_state_get_contacts(state), place, contact) {
    if (strcasecmp(contacts_contact_name(contact), name) > 0)
      break;
  }
  return place;
}

static void keep_draft(kmk_state *state) {
  const json_t *draft = kmk_state_get(state, CONTACTS_AT_SHEET_EDIT);
  json_t *contact = contacts_contact_new(contacts_draft_id(draft), contacts_draft_name(draft));
  contacts_contact_put_phone(contact, contacts_draft_phone(draft));
  contacts_contact_put_favourite(contact, contacts_draft_favourite(draft));
  const json_t *id = json_object_get(contact, "id");
  contacts_state_clear_sheet(state);
  if (row(state, id))
    kmk_state_remove_row(state, CONTACTS_AT_CONTACTS, id);
  size_t place = place_of(state, contacts_contact_name(contact));
  kmk_state_insertf_new(state, contact, CONTACTS_AT_CONTACTS "/%zu", place);
}

static void ask_to_delete(kmk_state *state, const json_t *id) {
  const json_t *contact = row(state, id);
  if (!contact)
    return;
  json_t *title = json_sprintf("Delete %s?", contacts_contact_name(contact));
  json_t *alert = contacts_sheet_alert_new(json_string_value(id), json_string_value(title));
  contacts_state_set_sheet_new(state, contacts_sheet_of_alert(alert));
  json_decref(title);
}

KMK_REDUCE_FN(list) {
  char id[37];
  switch (contacts_action_which(action)) {
  case CONTACTS_ACTION_LOAD:
    return load(env);
  case CONTACTS_ACTION_LOADED:
    kmk_state_set(state, "", contacts_action_as_loaded(action));
    break;
  case CONTACTS_ACTION_FOUND:
    contacts_state_set_hits(state, contacts_action_as_found(action));
    break;
  case CONTACTS_ACTION_SAVED:
    contacts_state_clear_problem(state);
    break;
  case CONTACTS_ACTION_FAILED:
    contacts_state_set_problem(state, contacts_action_as_failed(action));
    break;
  case CONTACTS_ACTION_OPEN:
    contacts_state_set_detail_new(state, contacts_detail_new(contacts_action_as_open(action)));
    break;
  case CONTACTS_ACTION_EDIT:
    edit(state, kmk_action_payload(action, CONTACTS_CASE_EDIT));
    break;
  case CONTACTS_ACTION_ADD:
    kmk_env_uuid(env, id);
    contacts_state_set_sheet_new(state, contacts_sheet_of_edit(contacts_draft_new(id)));
    break;
  case CONTACTS_ACTION_DELETE:
    ask_to_delete(state, kmk_action_payload(action, CONTACTS_CASE_DELETE));
    break;
  case CONTACTS_ACTION_SHEET:
    if (kmk_action_is(action, CONTACTS_CASE_SHEET_PRESENTED_EDIT_DONE) &&
        json_is_null(kmk_state_get(state, CONTACTS_AT_SHEET_EDIT_PROBLEM)))
      keep_draft(state);
    else if (kmk_action_is(action, CONTACTS_CASE_SHEET_PRESENTED_ALERT_DELETE))
      kmk_state_remove_row(state, CONTACTS_AT_CONTACTS,
                           kmk_state_get(state, CONTACTS_AT_SHEET_ALERT_ID));
    break;
  default:
    break; /* other reducers answer it */
  }
  const json_t *open = kmk_state_get(state, CONTACTS_AT_DETAIL_ID);
  if (open && !row(state, open))
    contacts_state_clear_detail(state); /* it was deleted, or its making undone */
  return NULL;
}

kmk_reducer *contacts_reducer(void) {
  static const char *const kept[] = {CONTACTS_AT_CONTACTS, CONTACTS_AT_QUERY, CONTACTS_AT_DETAIL,
                                     CONTACTS_AT_SHEET};
  const kmk_undo_options undo = {sizeof undo, .state_path = CONTACTS_AT_CONTACTS,
                                 .history_path = CONTACTS_AT_HISTORY,
                                 .ignored = (const char *const[]){CONTACTS_CASE_LOADED, NULL}};

  kmk_reducer *form = KMK_COMBINE(KMK_BINDING_FIELDS("binding", {CONTACTS_DRAFT_AT_NAME, "shape"},
                                                     {CONTACTS_DRAFT_AT_PHONE, "shape"}),
                                  kmk_reducer_new(check_draft, NULL, NULL));
  kmk_reducer *sheets =
      KMK_COMBINE(kmk_scope_case("edit", "edit", form), KMK_ALERT("alert", "delete"));
  kmk_reducer *whole = kmk_reducer_new(list, NULL, NULL);
  whole = kmk_for_each(whole, CONTACTS_AT_CONTACTS, CONTACTS_CASE_CONTACTS, NULL,
                       KMK_HANDLERS({"star", NULL, star}));
  whole = kmk_presentation(whole, CONTACTS_AT_DETAIL, CONTACTS_CASE_DETAIL, NULL, kmk_empty());
  whole = kmk_presentation(whole, CONTACTS_AT_SHEET, CONTACTS_CASE_SHEET, NULL, sheets);
  whole = KMK_COMBINE(KMK_BINDING_FIELDS("binding", {CONTACTS_AT_QUERY, "shape"}),
                      kmk_undoable(whole, &undo));
  whole = kmk_on_write(whole, CONTACTS_AT_CONTACTS, search, NULL, NULL);
  whole = kmk_on_write(whole, CONTACTS_AT_QUERY, search, NULL, NULL);
  for (size_t i = 0; i < KMK_COUNT(kept); i++)
    whole = kmk_on_write(whole, kept[i], save, NULL, NULL);
  return contacts_declare(whole);
}

json_t *contacts_initial(void) {
  json_t *state = contacts_state_new();
  contacts_state_put_is_ready(state, false);
  return state;
}
