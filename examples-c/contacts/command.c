/* contacts: the same program logic in a command-line tool. It has no main loop: the loop runs until all is done.
 *
 *   command FILE list
 *   command FILE find TEXT
 *   command FILE add NAME PHONE
 *   command FILE star NAME
 *   command FILE delete NAME */
#include "contacts.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 10000 /* milliseconds */

static kmk_loop *loop;
static kmk_store *store;

static void die(const char *what) {
  fprintf(stderr, "contacts: %s\n", what);
  exit(EXIT_FAILURE);
}

/* Completes all work now, including work that waits for time to pass. */
static void finish(void) {
  kmk_error error;
  if (kmk_loop_finish(loop, LONGEST, &error) != KMK_OK)
    die(error.message);
  json_t *problem = kmk_store_get(store, CONTACTS_AT_PROBLEM, NULL);
  if (json_is_string(problem))
    die(json_string_value(problem));
  json_decref(problem);
}

static void send(const char *case_path, const json_t *payload) {
  kmk_error error;
  if (kmk_store_send_at(store, case_path, payload, &error) != KMK_OK)
    die(error.message);
}

static void write_text(const char *bindings, const char *pointer, const char *text) {
  json_t *value = json_string(text);
  if (kmk_store_write_binding(store, bindings, pointer, value, NULL) != KMK_OK)
    die("a text is expected");
  json_decref(value);
}

/* Returns the id of the contact with a name, new. */
static json_t *id_of(const char *name) {
  json_t *contacts = kmk_store_get(store, CONTACTS_AT_CONTACTS, NULL), *each, *id = NULL;
  size_t index;
  json_array_foreach(contacts, index, each) {
    if (strcmp(contacts_contact_name(contacts_contact_json_of(each)), name) == 0)
      id = json_incref(json_object_get(each, "id"));
  }
  json_decref(contacts);
  if (!id)
    die("there is nobody of that name");
  return id;
}

static void print_contact(const json_t *id) {
  kmk_store *view =
      kmk_store_scope_element(store, CONTACTS_AT_CONTACTS, CONTACTS_CASE_CONTACTS, id, NULL);
  json_t *shown = kmk_store_state(view);
  const contacts_contact_json contact = contacts_contact_json_of(shown);
  printf("%c %s, %s\n", contacts_contact_favourite(contact) ? '*' : ' ',
         contacts_contact_name(contact), contacts_contact_phone(contact));
  json_decref(shown);
  kmk_store_free(view);
}

static void print_each(const json_t *ids, void *data) {
  (void)data;
  size_t index;
  json_t *id;
  json_array_foreach(ids, index, id) print_contact(id);
}

/* ------------------------------------------------------------------- commands */

static void list(char **arguments) {
  (void)arguments;
  kmk_subscription_free(kmk_store_observe_ids(store, CONTACTS_AT_CONTACTS, print_each, NULL, NULL,
                                              NULL)); /* called once */
}

static void find(char **arguments) {
  write_text(CONTACTS_CASE_BINDING, CONTACTS_AT_QUERY, arguments[0]);
  finish();
  json_t *hits = kmk_store_get(store, CONTACTS_AT_HITS, NULL);
  print_each(hits, NULL);
  json_decref(hits);
  write_text(CONTACTS_CASE_BINDING, CONTACTS_AT_QUERY, "");
}

static void add(char **arguments) {
  send(CONTACTS_CASE_ADD, NULL);
  write_text(CONTACTS_CASE_SHEET_PRESENTED_EDIT_BINDING, CONTACTS_DRAFT_AT_NAME, arguments[0]);
  write_text(CONTACTS_CASE_SHEET_PRESENTED_EDIT_BINDING, CONTACTS_DRAFT_AT_PHONE, arguments[1]);
  send(CONTACTS_CASE_SHEET_PRESENTED_EDIT_DONE, NULL);
}

static void star(char **arguments) {
  json_t *id = id_of(arguments[0]);
  json_t *action = contacts_action_contacts_element_star(json_string_value(id));
  kmk_store_send_new(store, action, NULL);
  json_decref(id);
}

static void delete (char **arguments) {
  json_t *id = id_of(arguments[0]);
  send(CONTACTS_CASE_DELETE, id);
  send(CONTACTS_CASE_SHEET_PRESENTED_ALERT_DELETE, NULL);
  json_decref(id);
}

static const struct command {
  const char *name;
  int count; /* number of its arguments */
  void (*run)(char **arguments);
} commands[] = {
    {"add", 2, add}, {"delete", 1, delete}, {"find", 1, find}, {"list", 0, list}, {"star", 1, star},
};

static const struct command *command_for(int argc, char **argv) {
  for (size_t i = 0; i < KMK_COUNT(commands); i++) {
    if (argc == 3 + commands[i].count && strcmp(argv[2], commands[i].name) == 0)
      return &commands[i];
  }
  return NULL;
}

int main(int argc, char **argv) {
  const struct command *command = command_for(argc, argv);
  if (!command) {
    fputs("usage: command FILE list|find TEXT|add NAME PHONE|star NAME|delete NAME\n", stderr);
    return 2;
  }
  kmk_error error;
  saved_file file;
  loop = kmk_loop_new_with(NULL, NULL, NULL, NULL); /* its end waits for workers */
  json_t *initial = contacts_initial();
  if (saved_file_serve(&file, loop, argv[1], &error))
    store = kmk_store_new(loop, contacts_reducer(), initial, &error);
  json_decref(initial);
  if (!store)
    die(error.message);
  send(CONTACTS_CASE_LOAD, NULL);
  finish();
  command->run(argv + 3);
  finish();
  kmk_store_free(store);
  kmk_loop_free(loop);
  saved_file_close(&file);
  return 0;
}
