#include "support.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_STORES = 64, MAX_VALUES = 8192 };

kmk_loop *loop;
static kmk_store *stores[MAX_STORES];
static json_t *values[MAX_VALUES];
static size_t store_count, value_count, told;
static kmk_subscription **subscriptions;
static size_t subscription_count;

kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "increment")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer(count + 1));
  }
  return NULL;
}

kmk_reducer *counter_reducer(void) { return kmk_reducer_new(counter, NULL, NULL); }

void check(kmk_status status) {
  if (status == KMK_OK)
    return;
  fprintf(stderr, "a call answered %s\n", kmk_status_name(status));
  exit(1);
}

void check_made(const void *made, const kmk_error *error) {
  if (made)
    return;
  fprintf(stderr, "%s\n", error ? error->message : "a value could not be made");
  exit(1);
}

kmk_store *kept_store(kmk_store *store, const kmk_error *error) {
  check_made(store, error);
  check_made(store_count < MAX_STORES ? store : NULL, NULL);
  return stores[store_count++] = store;
}

kmk_store *store_of(kmk_reducer *reducer, json_t *state) {
  kmk_error error = {0};
  kmk_store *store = kmk_store_new(loop, reducer, state, &error);
  json_decref(state);
  return kept_store(store, &error);
}

kmk_store *newest_store(void) {
  check_made(store_count ? stores : NULL, NULL);
  return stores[store_count - 1];
}

json_t *value_of(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  json_t *value = json_vpack_ex(NULL, 0, format, arguments);
  va_end(arguments);
  check_made(value_count < MAX_VALUES ? value : NULL, NULL);
  return values[value_count++] = value;
}

static void count_told(const json_t *value, void *data) {
  (void)value;
  ++*(size_t *)data;
}

void observe(kmk_store *store, const char *pointer) {
  kmk_error error = {0};
  subscriptions = realloc(subscriptions, (subscription_count + 1) * sizeof *subscriptions);
  check_made(subscriptions, NULL);
  kmk_subscription *made = kmk_store_observe(store, pointer, count_told, &told, NULL, &error);
  check_made(made, &error);
  subscriptions[subscription_count++] = made;
}

void free_all(void) {
  while (subscription_count > 0)
    kmk_subscription_free(subscriptions[--subscription_count]);
  free(subscriptions);
  while (value_count > 0)
    json_decref(values[--value_count]);
  while (store_count > 0)
    kmk_store_free(stores[--store_count]);
}

int themes_main(int argc, char **argv, const struct theme *themes, size_t count) {
  static struct bench_row rows[BENCH_MOST_ROWS];
  size_t found = 0;

  loop = kmk_loop_new(NULL);
  check_made(loop, NULL);
  for (size_t theme = 0; theme < count; theme++)
    for (size_t row = 0; row < themes[theme].count; row++, found++)
      if (found < BENCH_MOST_ROWS)
        rows[found] = themes[theme].rows[row];
  int status = bench_main(argc, argv, rows, found);
  free_all();
  kmk_loop_free(loop);
  return status;
}
