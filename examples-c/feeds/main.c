/* feeds: a reader of feeds in the terminal. Its main loop is ../terminal/terminal.c, which does not know the network: transfers
 * run beside it. The database and the files of the feeds are in a folder. However the program ends, the next run continues from
 * there, also with the feeds that were being fetched.
 *
 * Run:     feeds [FOLDER]
 * Needs:   ncursesw sqlite3 libcurl libxml-2.0 */
#include "../terminal/terminal.h"
#include "feeds.h"

#include <kumiki_curl.h>
#include <kumiki_sqlite.h>
#include <locale.h>

static kmk_store *open_store(kmk_sqlite *database, kmk_loop *loop, kmk_error *error) {
  if (!database || feeds_serve_parser(loop, error) != KMK_OK ||
      kmk_curl_serve(loop, FEEDS_NAME_NET_FETCH, NULL, error) != KMK_OK)
    return NULL;
  json_t *initial = feeds_state_new().json;
  kmk_store *store = kmk_sqlite_store(database, "feeds", loop, feeds_reducer(), initial, error);
  json_decref(initial);
  return store;
}

int main(int argc, char **argv) {
  static const terminal_face face = {screen_draw, screen_read_keys, NULL};
  setlocale(LC_ALL, "");
  terminal_watch_signals();
  kmk_error error;
  if (argc > 1 && chdir(argv[1]) != 0) {
    perror(argv[1]);
    return 1;
  }
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_sqlite *database = kmk_sqlite_open("feeds.db", NULL, &error);
  kmk_store *store = open_store(database, loop, &error);
  if (!store || !screen_open(store, &error)) {
    fprintf(stderr, "feeds: %s\n", error.message);
    return 1;
  }
  terminal_keep_issue(loop);
  terminal_open();
  const char *problem = terminal_serve(loop, &face);
  terminal_close();
  screen_close();
  if (kmk_sqlite_flush(database, &error) != KMK_OK)
    problem = error.message;
  kmk_store_free(store); /* its transfers begin again at the next start */
  kmk_sqlite_free(database);
  kmk_loop_free(loop);
  problem = problem ? problem : terminal_issue();
  if (problem)
    fprintf(stderr, "feeds: %s\n", problem);
  return problem ? 1 : 0;
}
