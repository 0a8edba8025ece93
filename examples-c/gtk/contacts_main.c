/* contacts: contacts with windows. The program logic and the file are the same as in the terminal.
 *
 * Run:     contacts_main [FILE]
 * Needs:   gtk4 */
#include "../contacts/contacts.h"
#include "../contacts/files.h"
#include "contacts_windows.h"
#include "parts.h"

#define LONGEST_SAVE 10000 /* milliseconds, at the end */

int main(int argc, char **argv) {
  kmk_error error;
  saved_file file;
  gtk_init();
  kmk_loop *loop = kmk_loop_new_with(NULL, NULL, NULL, NULL); /* its end waits for workers */
  json_t *initial = contacts_initial();
  kmk_store *store = NULL;
  if (saved_file_serve(&file, loop, argc > 1 ? argv[1] : "contacts.json", &error))
    store = kmk_store_new(loop, contacts_reducer(), initial, &error);
  json_decref(initial);
  bool is_good = store;
  if (store) {
    GtkWidget *window = contacts_window(store);
    kmk_store_send_at(store, "load", NULL, NULL);
    parts_run(loop, window);
    is_good = kmk_loop_finish(loop, LONGEST_SAVE, &error) == KMK_OK; /* saves what is unsaved */
  }
  if (!is_good)
    g_printerr("contacts: %s\n", error.message);
  kmk_store_free(store);
  kmk_loop_free(loop);
  saved_file_close(&file);
  return is_good ? 0 : 1;
}
