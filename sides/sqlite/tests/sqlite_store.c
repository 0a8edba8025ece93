/* A program with one store in a database, for the tests of the Python package:
 *
 *     sqlite_store FILE NAME COMPACT_STEPS ACTION...
 *
 * It continues from the store in the file, sends the actions, and prints the state, the id of the sheet and the
 * number of effects as a line of JSON. */
#include <stdio.h>
#include <stdlib.h>

#include <kumiki_sqlite.h>

#include "sqlite_feature.h"

static void run(kmk_store *store, int count, char **actions) {
  for (int i = 0; i < count; i++)
    if (kmk_store_send_new(store, json_string(actions[i]), NULL) != KMK_OK)
      exit(3);
  char *id = kmk_store_presentation_id(store, "/sheet", NULL);
  json_t *told = json_pack("{s:o, s:s?, s:I}", "state", kmk_store_state(store), "sheet", id,
                           "effects", (json_int_t)kmk_store_effect_count(store));
  json_dumpf(told, stdout, JSON_COMPACT);
  kmk_text_free(id);
  json_decref(told);
}

int main(int count, char **words) {
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  if (count < 4)
    return 1;
  options.compact_steps = (unsigned)atoi(words[3]);
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = first_state();
  kmk_sqlite *database = kmk_sqlite_open(words[1], &options, &error);
  kmk_store *store = database == NULL
                         ? NULL
                         : kmk_sqlite_store(database, words[2], loop, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "%s\n", error.message);
    return 2;
  }
  run(store, count - 4, words + 4);
  bool is_written = kmk_sqlite_flush(database, NULL) == KMK_OK;
  kmk_store_free(store);
  kmk_sqlite_free(database);
  kmk_loop_free(loop);
  return is_written ? 0 : 4;
}
