/* downloads: the download manager with windows. The program logic, the network and the database are the same as in the
 * terminal.
 *
 * Run:     downloads_main [FOLDER [BYTES A SECOND]]
 * Needs:   gtk4 sqlite3 */
#include "../downloads/net.h"
#include "downloads_windows.h"
#include "parts.h"

#include <kumiki_sqlite.h>
#include <stdlib.h>

static int told(const char *what, const kmk_error *error) {
  g_printerr("downloads: %s: %s\n", what, error->message);
  return 1;
}

int main(int argc, char **argv) {
  kmk_error error;
  const net net = {argc > 1 ? argv[1] : ".", argc > 2 ? atol(argv[2]) : 0};
  gtk_init();
  char *file = g_build_filename(net.folder, "downloads.db", NULL);
  kmk_sqlite *database = kmk_sqlite_open(file, NULL, &error);
  if (!database)
    return told(file, &error);
  kmk_loop *loop = kmk_loop_new_with(NULL, NULL, NULL, NULL); /* its end waits for workers */
  json_t *initial = downloads_state_new().json;
  kmk_store *store = NULL;
  if (net_serve(&net, loop, &error))
    store = kmk_sqlite_store(database, "downloads", loop, downloads_reducer(), initial, &error);
  json_decref(initial);
  GtkWidget *window = store ? downloads_window(store, &error) : NULL;
  if (!window)
    return told(file, &error);
  kmk_store_send_at(store, DOWNLOADS_CASE_BEGIN, NULL, NULL);
  /* However many actions arrive, the window is drawn after this time. */
  kmk_loop_set_turn_budget(loop, 0, KMK_MILLISECONDS(5));
  parts_run(loop, window);
  /* Running downloads are abandoned: they continue at the next start. */
  uint32_t policy = KMK_FINISH_DROP_DELAYED | KMK_FINISH_CANCEL_WORK;
  int status = 0;
  if (kmk_loop_finish_with(loop, -1, policy, &error) != KMK_OK)
    status = told("the end", &error);
  kmk_store_free(store);
  kmk_sqlite_free(database);
  kmk_loop_free(loop);
  g_free(file);
  return status;
}
