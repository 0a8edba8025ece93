/* The program logic: the reducers of the state. It does not know the user interface or the file. */
#define _GNU_SOURCE /* strcasestr */
#include "contacts.h"

#include <string.h>

/* Runs on a worker thread, with the contacts at the time of the request. */
KMK_WORK_FN(find) {
  const contacts_state_json asked = contacts_state_json_of(input);
  const char *query = contacts_state_query(asked);
  json_t *found = json_array(), *each;
  size_t index;
  json_array_foreach(contacts_state_contacts(asked), index, each) {
    const contacts_contact_json contact = contacts_contact_json_of(each);
    if (strcasestr(contacts_contact_name(contact), query) ||
        strcasestr(contacts_contact_phone(contact), query))
      json_array_append_new(found, json_string(contacts_contact_id(contact)));
  }
  kmk_sender_send_new(sender, contacts_effect_found(found));
}

/* Runs after a write to the contacts or the query. */
KMK_WRITE_FN(search) {
  const contacts_state_ref all = contacts_state_ref_of(state);
  const char *query = contacts_state_get_query(all);
  if (!*query) {
    contacts_state_clear_hits(all);
    return kmk_effect_cancel("search");
  }
  const contacts_state_made input = contacts_state_new();
  contacts_state_put_query(input, query);
  contacts_state_put_contacts(input, kmk_json_retain(contacts_state_get_contacts(all)));
  return kmk_effect_debounce(kmk_effect_work_new(input.json, find, NULL, NULL), "search",
                             KMK_MILLISECONDS(150));
}

static kmk_effect *ask_file(const char *name, json_t *question, const char *answer) {
  const kmk_ask ask = {sizeof ask, .answer = answer, .failure = CONTACTS_CASE_FAILED};
  return kmk_effect_request_new(name, question, &ask);
}

/* Runs after a write to saved data: half a second after the last write, the state is saved. Until the file has been
 * read, and if it cannot be read, the file is not overwritten. */
KMK_WRITE_FN(save_soon) {
  if (kmk_action_is(action, CONTACTS_CASE_LOADED) ||
      !contacts_state_get_is_ready(contacts_state_ref_of(state)))
    return NULL;
  return kmk_effect_debounce(kmk_effect_send_new(contacts_action_save()), "save",
                             KMK_MILLISECONDS(500));
}

/* One save at a time; of the saves that wait, only the latest is kept. */
static kmk_effect *save(kmk_state *state) {
  json_t *whole = kmk_json_retain(kmk_state_json(state));
  return kmk_effect_serial(ask_file("contacts.save", whole, CONTACTS_CASE_SAVED), "saving", true);
}

KMK_HANDLE_FN(star) {
  const contacts_contact_ref contact = contacts_contact_ref_of(state);
  contacts_contact_set_favourite(contact, !contacts_contact_get_favourite(contact));
  return NULL;
}

KMK_REDUCE_FN(check_draft) {
  const contacts_draft_ref draft = contacts_draft_ref_of(state);
  const contacts_form_action_json sent = contacts_form_action_json_of(action);
  bool is_done = contacts_form_action_which(sent) == CONTACTS_FORM_ACTION_DONE;
  bool is_named = *contacts_draft_get_name(draft);
  contacts_draft_set_problem(draft, is_done && !is_named ? "A name is needed" : NULL);
  return NULL;
}

static void edit(contacts_state_ref state, const char *id) {
  const contacts_contact_json contact = contacts_state_find_contacts(state, id);
  if (!contact.json)
    return;
  /* A draft contains all members of a contact. */
  const contacts_draft_made draft = contacts_draft_made_of(kmk_json_retain(contact.json));
  contacts_state_set_sheet_new(state, contacts_sheet_of_edit(draft));
}

/* Inserts before the first contact with a later name. */
static size_t place_of(contacts_state_ref state, const char *name) {
  size_t place;
  json_t *each;
  json_array_foreach(contacts_state_get_contacts(state), place, each) {
    if (strcasecmp(contacts_contact_name(contacts_contact_json_of(each)), name) > 0)
      break;
  }
  return place;
}

static void keep_draft(contacts_state_ref state) {
  const contacts_draft_json draft = contacts_sheet_as_edit(contacts_state_get_sheet(state));
  const contacts_contact_made made =
      contacts_contact_new(contacts_draft_id(draft), contacts_draft_name(draft));
  contacts_contact_put_phone(made, contacts_draft_phone(draft));
  contacts_contact_put_favourite(made, contacts_draft_favourite(draft));
  contacts_state_clear_sheet(state);
  const contacts_contact_json contact = contacts_contact_json_of(made.json);
  const char *id = contacts_contact_id(contact);
  if (contacts_state_find_contacts(state, id).json)
    contacts_state_remove_contacts(state, id);
  size_t place = place_of(state, contacts_contact_name(contact));
  kmk_state_insertf_new(state.state, made.json, CONTACTS_AT_CONTACTS "/%zu", place);
}

static void ask_to_delete(contacts_state_ref state, const char *id) {
  const contacts_contact_json contact = contacts_state_find_contacts(state, id);
  if (!contact.json)
    return;
  json_t *title = json_sprintf("Delete %s?", contacts_contact_name(contact));
  const contacts_sheet_alert_made alert = contacts_sheet_alert_new(id, json_string_value(title));
  contacts_state_set_sheet_new(state, contacts_sheet_of_alert(alert));
  json_decref(title);
}

KMK_REDUCE_FN(list) {
  const contacts_state_ref all = contacts_state_ref_of(state);
  const contacts_action_json sent = contacts_action_json_of(action);
  char id[37];
  switch (contacts_action_which(sent)) {
  case CONTACTS_ACTION_LOAD:
    return ask_file("contacts.load", json_null(), CONTACTS_CASE_LOADED);
  case CONTACTS_ACTION_SAVE:
    return save(state);
  case CONTACTS_ACTION_LOADED:
    kmk_state_set(state, "", contacts_action_as_loaded(sent));
    break;
  case CONTACTS_ACTION_FOUND:
    contacts_state_set_hits(all, contacts_action_as_found(sent));
    break;
  case CONTACTS_ACTION_SAVED:
    contacts_state_clear_problem(all);
    break;
  case CONTACTS_ACTION_FAILED:
    contacts_state_set_problem(all, contacts_action_as_failed(sent));
    break;
  case CONTACTS_ACTION_OPEN:
    contacts_state_set_detail_new(all, contacts_detail_new(contacts_action_as_open(sent)));
    break;
  case CONTACTS_ACTION_EDIT:
    edit(all, contacts_action_as_edit(sent));
    break;
  case CONTACTS_ACTION_ADD:
    kmk_env_uuid(env, id);
    contacts_state_set_sheet_new(all, contacts_sheet_of_edit(contacts_draft_new(id)));
    break;
  case CONTACTS_ACTION_DELETE:
    ask_to_delete(all, contacts_action_as_delete(sent));
    break;
  case CONTACTS_ACTION_SHEET:
    if (kmk_action_is(action, CONTACTS_CASE_SHEET_PRESENTED_EDIT_DONE) &&
        !contacts_draft_has_problem(contacts_sheet_as_edit(contacts_state_get_sheet(all))))
      keep_draft(all);
    else if (kmk_action_is(action, CONTACTS_CASE_SHEET_PRESENTED_ALERT_DELETE))
      kmk_state_remove_row(state, CONTACTS_AT_CONTACTS,
                           kmk_state_get(state, CONTACTS_AT_SHEET_ALERT_ID));
    break;
  default:
    break; /* other reducers handle it */
  }
  const contacts_detail_json open = contacts_state_get_detail(all);
  if (open.json && !contacts_state_find_contacts(all, contacts_detail_id(open)).json)
    contacts_state_clear_detail(all); /* it was deleted, or its creation undone */
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
    whole = kmk_on_write(whole, kept[i], save_soon, NULL, NULL);
  return contacts_declare(whole);
}

json_t *contacts_initial(void) {
  const contacts_state_made state = contacts_state_new();
  contacts_state_put_is_ready(state, false);
  return state.json;
}
