/* A screen that presents itself, nested 100 and 1,000 deep. */
#include "support.h"

#include <stdlib.h>

/* Called once, with a reference to its own result. */
static kmk_reducer *screen(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_presentation(counter_reducer(), "/screen", "screen", NULL, self);
}

static kmk_reducer *screens(void) { return kmk_recurse(screen, NULL, NULL); }

static json_t *state_of(int depth) {
  json_t *state = json_pack("{s:i, s:n}", "count", 0, "screen");
  while (depth-- > 0)
    state = json_pack("{s:i, s:o}", "count", 0, "screen", state);
  return state;
}

static json_t *deepest(int depth) {
  json_t *action = json_string("increment");
  while (depth-- > 0)
    action = json_pack("{s:{s:o}}", "screen", "presented", action);
  return value_of("o", action);
}

static kmk_store *hundred, *thousand;
static json_t *hundred_deep, *thousand_deep;

static void set_up_hundred(void) {
  hundred = store_of(screens(), state_of(100));
  hundred_deep = deepest(100);
}

static void set_up_thousand(void) {
  thousand = store_of(screens(), state_of(1000));
  thousand_deep = deepest(1000);
}

static void send_hundred_deep(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(hundred, hundred_deep, NULL));
}

static void send_thousand_deep(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(thousand, thousand_deep, NULL));
}

/* A new store each time; its first action goes all the way down. */
static kmk_store **fresh;
static size_t fresh_count;
static json_t *first_action;

static void free_fresh(void) {
  while (fresh_count > 0)
    kmk_store_free(fresh[--fresh_count]);
  free(fresh);
  fresh = NULL;
}

static void set_up_first(void) { first_action = deepest(1000); }

static void make_fresh(size_t times) {
  kmk_error error = {0};
  free_fresh();
  check_made(fresh = malloc(times * sizeof *fresh), NULL);
  while (fresh_count < times) {
    json_t *state = state_of(1000);
    kmk_store *store = kmk_store_new(loop, screens(), state, &error);
    json_decref(state);
    check_made(store, &error);
    fresh[fresh_count++] = store;
  }
}

static void send_first(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(fresh[index], first_action, NULL));
}

static const struct bench_row rows[] = {
    {"c.nested-100", send_hundred_deep, set_up_hundred, NULL},
    {"c.nested-1000", send_thousand_deep, set_up_thousand, NULL},
    {"c.nested-1000-first", send_first, set_up_first, make_fresh},
};
const struct theme deep_rows = THEME(rows);
