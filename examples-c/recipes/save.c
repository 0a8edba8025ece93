/* save: the state is saved when the program ends, and restored when it starts.
 *
 * Teaches: the state is one JSON value; defaults for files of older versions; a file that cannot be
 *          read is never overwritten.
 * Run:     cc save.c $(pkg-config --cflags --libs kumiki) -o save && ./save
 * Prints:  expected/save.txt */
#define _GNU_SOURCE /* mkdtemp */
#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

KMK_REDUCE_FN(notes) {
  const json_t *note = kmk_action_payload(action, "add");
  if (note)
    kmk_state_insert_new(state, "/notes/-", kmk_json_retain(note));
  return NULL;
}

/* Members that an older file lacks get their defaults. */
static kmk_reducer *feature(void) {
  return kmk_shape(kmk_reducer_new(notes, NULL, NULL),
                   "only {notes: [text] = [], isSorted: boolean = false}");
}

/* Returns NULL, and prints why, if the file exists and cannot be used. */
static kmk_store *restore(kmk_loop *loop, const char *path) {
  json_error_t unread;
  kmk_error error;
  bool is_new = access(path, F_OK) != 0;
  json_t *saved = is_new ? json_object() : json_load_file(path, 0, &unread);
  if (saved == NULL) {
    printf("  cannot read the file: %s\n", unread.text);
    return NULL;
  }
  kmk_store *store = kmk_store_new(loop, feature(), saved, &error);
  json_decref(saved);
  if (store == NULL)
    printf("  cannot use the file: at %s: %s\n", error.path, error.message);
  return store;
}

/* Writes to a temporary file first, so that a crash leaves the old file intact. */
static bool save(kmk_store *store, const char *path, const char *temporary) {
  json_t *state = kmk_store_state(store);
  bool is_saved =
      json_dump_file(state, temporary, JSON_COMPACT) == 0 && rename(temporary, path) == 0;
  json_decref(state);
  return is_saved;
}

static void run(const char *path, const char *temporary) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = restore(loop, path);
  if (store) {
    kmk_store_sendf(store, NULL, "{s:s}", "add", "milk");
    char *text = kmk_store_state_text(store, JSON_COMPACT);
    printf("  %s\n", text);
    kmk_text_free(text);
    if (!save(store, path, temporary))
      perror("save");
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (file == NULL || fputs(text, file) == EOF || fclose(file) == EOF)
    perror(path);
}

int main(void) {
  char folder[] = "/tmp/kumiki-save-XXXXXX", path[64], temporary[64];
  if (mkdtemp(folder) == NULL) {
    perror("save");
    return 1;
  }
  snprintf(path, sizeof path, "%s/notes.json", folder);
  snprintf(temporary, sizeof temporary, "%s/notes.new", folder);
  puts("the first run");
  run(path, temporary);
  puts("the second run");
  run(path, temporary);
  puts("a file of an older version");
  write_file(path, "{\"notes\": [\"eggs\"]}");
  run(path, temporary);
  puts("a file that does not match");
  write_file(path, "{\"notes\": 3}");
  run(path, temporary);
  remove(path);
  rmdir(folder);
  return 0;
}
