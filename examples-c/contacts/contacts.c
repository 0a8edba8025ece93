/* The core: what the state is, and how it answers actions. It knows no front and no file. */
#define _GNU_SOURCE /* strcasestr */
#include "contacts.h"

#include <string.h>

static const char shape[] =
    "Contact = {id: text, name: text, phone: text = '', favourite: boolean = false};"
    "Draft = {id: text, name: text = '', phone: text = '', favourite: boolean = false,"
    "         problem: text? = null};"
    "{contacts: [Contact] = [], query: text = '', hits: [text]? = null, detail: {id: text}? = null,"
    " sheet: (edit: Draft | alert: {id: text, title: text})? = null, isReady: boolean = true,"
    " problem: text? = null}";

/* ------------------------------------------------------------------- searching */

static const char *text(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

/* On a worker's thread, with contacts as they were when the search was asked for. */
static void find(kmk_sender *sender, const json_t *input, void *data) {
  (void)data;
  const char *query = text(input, "query");
  json_t *found = json_array(), *contact;
  size_t index;
  json_array_foreach(json_object_get(input, "contacts"), index, contact) {
    if (strcasestr(text(contact, "name"), query) || strcasestr(text(contact, "phone"), query))
      json_array_append(found, json_object_get(contact, "id"));
  }
  kmk_sender_send_new(sender, kmk_action_at_new("found", found));
}

/* The contacts or the query have been written. */
static kmk_effect *search(kmk_state *state, const json_t *places, const json_t *action,
                          kmk_env *env, void *data) {
  (void)places, (void)action, (void)env, (void)data;
  const json_t *query = kmk_state_get(state, "/query");
  if (json_string_length(query) == 0) {
    kmk_state_set_new(state, "/hits", json_null());
    return kmk_effect_cancel("search");
  }
  json_t *input =
      json_pack("{s:O, s:O}", "query", query, "contacts", kmk_state_get(state, "/contacts"));
  return kmk_effect_debounce(kmk_effect_work_new(input, find, NULL, NULL), "search",
                             KMK_MILLISECONDS(150));
}

/* -------------------------------------------------------------- loading, saving */

static json_t *failed(const json_t *error, void *data) {
  (void)data;
  return kmk_action_at("failed", error);
}

static kmk_effect *load(kmk_env *env) {
  const contacts_files *files = kmk_env_pointer(env, "files");
  kmk_effect *loading = kmk_effect_blocking(files->load, files->data, NULL);
  return kmk_effect_catch(loading, failed, NULL, NULL);
}

/* Something of what is kept has been written. It is saved half a second after the last time; of saves
 * that wait for the one at work the latest stays. Before the file has been read, or where it cannot
 * be, nothing is written over it. */
static kmk_effect *save(kmk_state *state, const json_t *places, const json_t *action, kmk_env *env,
                        void *data) {
  (void)places, (void)data;
  if (kmk_action_is(action, "loaded") || !json_is_true(kmk_state_get(state, "/isReady")))
    return NULL;
  const contacts_files *files = kmk_env_pointer(env, "files");
  json_t *whole = kmk_json_retain(kmk_state_json(state));
  kmk_effect *saving = kmk_effect_work_new(whole, files->save, files->data, NULL);
  saving = kmk_effect_serial(kmk_effect_catch(saving, failed, NULL, NULL), "save", true);
  return kmk_effect_debounce(saving, "save", KMK_MILLISECONDS(500));
}

/* ----------------------------------------------------------- what a user asks for */

static kmk_effect *star(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)payload, (void)env, (void)data;
  bool was_favourite = json_is_true(kmk_state_get(state, "/favourite"));
  kmk_state_set_new(state, "/favourite", json_boolean(!was_favourite));
  return NULL;
}

static kmk_effect *check_draft(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  bool is_named = json_string_length(kmk_state_get(state, "/name")) > 0;
  bool is_refused = kmk_action_is(action, "done") && !is_named;
  kmk_state_set_new(state, "/problem", is_refused ? json_string("A name is needed") : json_null());
  return NULL;
}

static void edit(kmk_state *state, const json_t *id) {
  const json_t *contact = kmk_state_row(state, "/contacts", id);
  if (contact)
    kmk_state_set_new(state, "/sheet", json_pack("{s:O}", "edit", contact));
}

static void add(kmk_state *state, kmk_env *env) {
  char id[37];
  kmk_env_uuid(env, id);
  kmk_state_set_new(state, "/sheet", json_pack("{s:{s:s}}", "edit", "id", id));
}

/* Before the first contact whose name comes later. */
static size_t place_of(const kmk_state *state, const char *name) {
  size_t place;
  json_t *contact;
  json_array_foreach(kmk_state_get(state, "/contacts"), place, contact) {
    if (strcasecmp(text(contact, "name"), name) > 0)
      break;
  }
  return place;
}

static void keep_draft(kmk_state *state) {
  json_t *contact = json_deep_copy(kmk_state_get(state, "/sheet/edit"));
  const json_t *id = json_object_get(contact, "id");
  json_object_del(contact, "problem");
  kmk_state_set_new(state, "/sheet", json_null());
  if (kmk_state_row(state, "/contacts", id))
    kmk_state_remove_row(state, "/contacts", id);
  size_t place = place_of(state, text(contact, "name"));
  kmk_state_insertf_new(state, contact, "/contacts/%zu", place);
}

static void ask_to_delete(kmk_state *state, const json_t *id) {
  const json_t *contact = kmk_state_row(state, "/contacts", id);
  if (!contact)
    return;
  json_t *title = json_sprintf("Delete %s?", text(contact, "name"));
  kmk_state_set_new(state, "/sheet",
                    json_pack("{s:{s:O, s:o}}", "alert", "id", id, "title", title));
}

static kmk_effect *list(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  const json_t *payload;
  if (kmk_action_is(action, "load"))
    return load(env);
  if ((payload = kmk_action_payload(action, "loaded")))
    kmk_state_set(state, "", payload);
  else if ((payload = kmk_action_payload(action, "found")))
    kmk_state_set(state, "/hits", payload);
  else if (kmk_action_is(action, "saved"))
    kmk_state_set_new(state, "/problem", json_null());
  else if ((payload = kmk_action_payload(action, "failed")))
    kmk_state_set(state, "/problem", payload);
  else if ((payload = kmk_action_payload(action, "open")))
    kmk_state_set_new(state, "/detail", json_pack("{s:O}", "id", payload));
  else if ((payload = kmk_action_payload(action, "edit")))
    edit(state, payload);
  else if (kmk_action_is(action, "add"))
    add(state, env);
  else if (kmk_action_is(action, "sheet.presented.edit.done") &&
           json_is_null(kmk_state_get(state, "/sheet/edit/problem")))
    keep_draft(state);
  else if ((payload = kmk_action_payload(action, "delete")))
    ask_to_delete(state, payload);
  else if (kmk_action_is(action, "sheet.presented.alert.delete"))
    kmk_state_remove_row(state, "/contacts", kmk_state_get(state, "/sheet/alert/id"));
  const json_t *open = kmk_state_get(state, "/detail/id");
  if (open && !kmk_state_row(state, "/contacts", open))
    kmk_state_set_new(state, "/detail", json_null()); /* it was deleted, or its making undone */
  return NULL;
}

/* ----------------------------------------------------------------- the whole of it */

kmk_reducer *contacts_reducer(void) {
  static const char *const kept[] = {"/contacts", "/query", "/detail", "/sheet"};
  const kmk_undo_options undo = {sizeof undo, .state_path = "/contacts", .history_path = "/history",
                                 .ignored = (const char *const[]){"loaded", NULL}};

  kmk_reducer *form =
      KMK_COMBINE(KMK_BINDING_FIELDS("binding", {"/name", "shape"}, {"/phone", "shape"}),
                  kmk_reducer_new(check_draft, NULL, NULL));
  form = KMK_CASES(form, {"binding", "any"}, {"done", NULL});
  kmk_reducer *sheets =
      KMK_COMBINE(kmk_scope_case("edit", "edit", form), KMK_ALERT("alert", "delete"));
  kmk_reducer *whole = kmk_reducer_new(list, NULL, NULL);
  whole = kmk_for_each(whole, "/contacts", "contacts", NULL, KMK_HANDLERS({"star", NULL, star}));
  whole = kmk_presentation(whole, "/detail", "detail", NULL, kmk_empty());
  whole = kmk_presentation(whole, "/sheet", "sheet", NULL, sheets);
  whole =
      KMK_COMBINE(KMK_BINDING_FIELDS("binding", {"/query", "shape"}), kmk_undoable(whole, &undo));
  whole = kmk_on_write(whole, "/contacts", search, NULL, NULL);
  whole = kmk_on_write(whole, "/query", search, NULL, NULL);
  for (size_t i = 0; i < KMK_COUNT(kept); i++)
    whole = kmk_on_write(whole, kept[i], save, NULL, NULL);
  whole = KMK_CASES(whole, {"add", NULL}, {"binding", "any"}, {"contacts", "any"},
                    {"delete", "text"}, {"detail", "any"}, {"edit", "text"}, {"failed", "text"},
                    {"found", "any"}, {"load", NULL}, {"loaded", "any"}, {"open", "text"},
                    {"redo", NULL}, {"saved", NULL}, {"sheet", "any"}, {"undo", NULL});
  return kmk_shape(whole, shape);
}

json_t *contacts_initial(void) { return json_pack("{s:b}", "isReady", 0); }
