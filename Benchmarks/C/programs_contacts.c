/* The contacts of examples-c. After each action, reads the few lines that its screen would show. */
#include "../../examples-c/contacts/contacts.h"
#include "../../examples-c/contacts/shown.h"
#include "support.h"

#include <stdio.h>

enum { FEW = 10, MANY = 10000, LINES = 20 };

/* ----------------------------------------------------------------- fake files */

static json_t *file;

static void load(kmk_request *request, void *data) {
  (void)data;
  kmk_request_answer_new(request, kmk_json_retain(file), NULL);
}

static void save(kmk_request *request, void *data) {
  (void)data;
  kmk_request_answer_new(request, json_null(), NULL);
}

static void serve(const char *name, kmk_serve_fn function) {
  kmk_server server = KMK_SERVER_INIT;
  server.serve = function;
  check(kmk_loop_serve(loop, name, &server, NULL));
}

static int count;
static kmk_store *store;

static json_t *contacts_of(int count) {
  json_t *contacts = json_array();
  for (int id = 0; id < count; id++)
    json_array_append_new(contacts,
                          json_pack("{s:o, s:o, s:s, s:b}", "id", json_sprintf("%d", id), "name",
                                    json_sprintf("Ada %05d", id), "phone", "1815", "favourite", 0));
  return json_pack("{s:o}", "contacts", contacts);
}

static void set_up(int wanted) {
  count = wanted;
  file = value_of("o", contacts_of(count));
  json_t *initial = contacts_initial();
  store = store_of(contacts_reducer(), initial);
  serve("contacts.load", load);
  serve("contacts.save", save);
  seen_open(store);
  check(kmk_store_send_at(store, CONTACTS_CASE_LOAD, NULL, NULL));
  while (!seen_is_loaded())
    kmk_loop_dispatch(loop, -1);
}

static void set_up_few(void) { set_up(FEW); }

static void set_up_many(void) { set_up(MANY); }

/* ---------------------------------------------------------------- a user's work */

static size_t letters;

static void draw(void) {
  seen_scroll(LINES);
  letters += seen_count();
  for (size_t i = 0; i < seen.row_count; i++)
    letters += *seen_text(seen.rows[i].contact.value, "name") != 0;
}

static void act(json_t *action) {
  check(kmk_store_send_new(store, action, NULL));
  draw();
}

static void edit_name(const char *id, const char *name) {
  act(contacts_action_edit(id));
  act(contacts_action_sheet_presented_edit_binding(CONTACTS_DRAFT_AT_NAME, json_string(name)));
  act(contacts_action_sheet_presented_edit_binding(CONTACTS_DRAFT_AT_PHONE, json_string("1843")));
  act(contacts_action_sheet_presented_edit_done());
}

/* Stars, opens, edits and undoes; the last state is saved. */
static void work(size_t times) {
  char id[24], name[32];
  for (size_t i = 0; i < times; i++) {
    size_t index = i * 7919 % (size_t)count;
    snprintf(id, sizeof id, "%zu", index);
    snprintf(name, sizeof name, "Ada %05zu", index);
    act(contacts_action_contacts_element_star(id));
    act(contacts_action_open(id));
    act(contacts_action_contacts_element_star(id));
    act(contacts_action_detail_dismiss());
    edit_name(id, name);
    act(contacts_action_undo());
    act(contacts_action_redo());
    kmk_loop_advance(loop, KMK_MILLISECONDS(500), NULL);
    kmk_loop_run_until_idle(loop, -1, NULL);
  }
}

static const struct bench_row rows[] = {
    {"contacts-10", work, set_up_few, NULL},
    {"contacts-10000", work, set_up_many, NULL},
};
const struct theme contacts_rows = THEME(rows);
