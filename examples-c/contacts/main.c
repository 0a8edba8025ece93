/* contacts: contacts in the terminal. Its main loop is ../terminal/terminal.c.
 *
 * Run:     contacts [FILE]
 * Needs:   ncursesw */
#include "../terminal/terminal.h"
#include "contacts.h"
#include "files.h"
#include "screen.h"
#include "shown.h"

#include <locale.h>
#include <stdio.h>

#define LONGEST_SAVE 10000 /* milliseconds, at the end */

static kmk_store *open_store(kmk_loop *loop, saved_file *file, const char *path) {
  kmk_error error;
  json_t *initial = contacts_initial();
  kmk_store *store = saved_file_serve(file, loop, path, &error)
                         ? kmk_store_new(loop, contacts_reducer(), initial, &error)
                         : NULL;
  json_decref(initial);
  if (!store)
    fprintf(stderr, "contacts: %s: %s\n", error.path, error.message);
  return store;
}

/* Saves the last edits before the program ends. */
static int finish(kmk_loop *loop, kmk_store *store, const char *problem) {
  kmk_error error;
  if (kmk_loop_finish(loop, LONGEST_SAVE, &error) != KMK_OK)
    problem = error.message;
  json_t *told = kmk_store_get(store, CONTACTS_AT_PROBLEM, NULL);
  if (json_is_string(told))
    fprintf(stderr, "contacts: %s\n", json_string_value(told));
  const char *issue = terminal_issue();
  bool is_good = !problem && !issue && !json_is_string(told);
  if (problem)
    fprintf(stderr, "contacts: %s\n", problem);
  if (issue)
    fprintf(stderr, "contacts: %s\n", issue);
  json_decref(told);
  return is_good ? 0 : 1;
}

int main(int argc, char **argv) {
  setlocale(LC_ALL, "");
  terminal_watch_signals();
  saved_file file;
  kmk_loop *loop = kmk_loop_new_with(NULL, NULL, NULL, NULL); /* its end waits for workers */
  terminal_keep_issue(loop);
  kmk_store *store = open_store(loop, &file, argc > 1 ? argv[1] : "contacts.json");
  if (!store)
    return 1;
  seen_open(store);
  terminal_open();
  kmk_store_send_at(store, CONTACTS_CASE_LOAD, NULL, NULL);
  const terminal_face face = {screen_draw, screen_read_keys, seen_is_loaded};
  const char *problem = terminal_serve(loop, &face);
  terminal_close();
  seen_close();
  int status = finish(loop, store, problem);
  kmk_store_free(store);
  kmk_loop_free(loop);
  saved_file_close(&file);
  return status;
}
