#include "sqlite_support.h"

#include <unistd.h>

char folder[64], path[96];
kmk_loop *loop;

static int begin_on(kmk_loop *made) {
  loop = made;
  strcpy(folder, "/tmp/kumiki-XXXXXX");
  if (loop == NULL || mkdtemp(folder) == NULL)
    return -1;
  snprintf(path, sizeof path, "%s/app.db", folder);
  return 0;
}

int file_begin(void **state) {
  (void)state;
  return begin_on(kmk_loop_new(NULL));
}

int file_begin_virtual(void **state) {
  (void)state;
  return begin_on(kmk_loop_new_virtual(NULL));
}

int file_end(void **state) {
  (void)state;
  char command[128];
  kmk_loop_free(loop);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 && kmk_live_objects() == 0 ? 0 : -1;
}

kmk_sqlite *database(kmk_error *told) {
  kmk_error error = {0};
  kmk_sqlite *made = kmk_sqlite_open(path, NULL, &error);
  if (told != NULL)
    *told = error;
  else if (made == NULL)
    print_error("%s\n", error.message);
  return made;
}

kmk_store *opened(kmk_sqlite *from, const char *name, kmk_loop *on, kmk_error *told) {
  kmk_error error = {0};
  json_t *initial = first_state();
  kmk_store *store = kmk_sqlite_store(from, name, on, feature(), initial, &error);
  json_decref(initial);
  if (told != NULL)
    *told = error;
  else if (store == NULL)
    print_error("%s: %s\n", error.path, error.message);
  return store;
}

void remove_file(void) {
  static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char name[sizeof path + 8];
    snprintf(name, sizeof name, "%s%s", path, ends[i]);
    remove(name);
  }
}

json_int_t number(kmk_store *store) {
  json_t *value = kmk_store_get(store, "/n", NULL);
  json_int_t result = json_integer_value(value);
  json_decref(value);
  return result;
}

void send(kmk_store *store, const char *name) {
  json_t *action = json_string(name);
  assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
}

json_t *kept(void) {
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  assert_non_null(store);
  json_t *state = kmk_store_state(store);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  return state;
}

void assert_kept(const json_t *state, long number) {
  json_t *found = kept();
  if (!json_equal(found, state))
    fail_msg("request %ld: the file has %s", number, json_dumps(found, 0));
  json_decref(found);
}
