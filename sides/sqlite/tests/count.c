/* The program of sides/sqlite/README.md: counts its own runs. */
#include <kumiki_sqlite.h>

KMK_REDUCE_FN(count) {
  kmk_state_set_new(state, "/runs",
                    json_integer(json_integer_value(kmk_state_get(state, "/runs")) + 1));
  return NULL;
}

int main(int arguments, char **words) {
  kmk_error error;
  const char *path = arguments > 1 ? words[1] : "count.db";
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:i}", "runs", 0);
  kmk_sqlite *database = kmk_sqlite_open(path, NULL, &error);
  kmk_store *store =
      kmk_sqlite_store(database, "main", loop, kmk_reducer_new(count, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL || kmk_store_send_text(store, "\"start\"", &error) != KMK_OK ||
      kmk_sqlite_flush(database, &error) != KMK_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  json_t *runs = kmk_store_get(store, "/runs", NULL);
  printf("runs: %" JSON_INTEGER_FORMAT "\n", json_integer_value(runs));
  json_decref(runs);
  kmk_store_free(store);
  kmk_sqlite_free(database);
  kmk_loop_free(loop);
  return 0;
}
