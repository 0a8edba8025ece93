/* downloads: a download manager in the terminal. Its main loop is ../terminal/terminal.c. It fetches local files:
 * net.c. However the program ends, the next run continues from there, because its steps are in a database.
 *
 * Run:     downloads [FOLDER [BYTES A SECOND]]
 * Needs:   ncursesw sqlite3 */
#include "../terminal/terminal.h"
#include "net.h"
#include "screen.h"

#include <kumiki_sqlite.h>
#include <locale.h>

static int told(const char *what, const kmk_error *error) {
  fprintf(stderr, "downloads: %s: %s\n", what, error->message);
  return 1;
}

/* Rows that have a job continue to be fetched. */
static kmk_store *open_store(kmk_sqlite *database, kmk_loop *loop, kmk_error *error) {
  json_t *initial = downloads_state_new().json;
  kmk_store *store =
      kmk_sqlite_store(database, "downloads", loop, downloads_reducer(), initial, error);
  json_decref(initial);
  if (store)
    kmk_store_send_at(store, DOWNLOADS_CASE_BEGIN, NULL, NULL);
  return store;
}

static const char *serve(kmk_loop *loop) {
  static const terminal_face face = {screen_draw, screen_read_keys, NULL};
  /* However many actions arrive, keys are read and the screen is drawn after 10 ms. */
  kmk_loop_set_turn_budget(loop, 0, KMK_MILLISECONDS(10));
  terminal_keep_issue(loop);
  terminal_open();
  const char *problem = terminal_serve(loop, &face);
  terminal_close();
  return problem;
}

int main(int argc, char **argv) {
  setlocale(LC_ALL, "");
  terminal_watch_signals();
  const net net = {argc > 1 ? argv[1] : ".", argc > 2 ? atol(argv[2]) : 0};
  kmk_error error;
  char file[4096];
  snprintf(file, sizeof file, "%s/downloads.db", net.folder);
  kmk_sqlite *database = kmk_sqlite_open(file, NULL, &error);
  if (!database)
    return told(file, &error);
  kmk_loop *loop = kmk_loop_new_with(NULL, NULL, NULL, NULL); /* its end waits for workers */
  kmk_store *store = net_serve(&net, loop, &error) ? open_store(database, loop, &error) : NULL;
  if (!store || !screen_open(store, &error))
    return told(file, &error);
  const char *problem = serve(loop);
  screen_close();
  /* Running downloads are abandoned: they continue at the next start. */
  uint32_t policy = KMK_FINISH_DROP_DELAYED | KMK_FINISH_CANCEL_WORK;
  if (kmk_loop_finish_with(loop, -1, policy, &error) != KMK_OK)
    problem = error.message;
  kmk_store_free(store);
  kmk_sqlite_free(database);
  kmk_loop_free(loop);
  problem = problem ? problem : terminal_issue();
  if (problem)
    fprintf(stderr, "downloads: %s\n", problem);
  return problem ? 1 : 0;
}
