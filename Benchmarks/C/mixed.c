/* Features written in Swift, seen from C. Linked with the library of Benchmarks/Mixed. */
#include "support.h"

/* In that library. Returns 0 on success. */
int mixed_register(void);

enum { ROWS = 100000, ROW = ROWS / 2 };

static kmk_store *form, *watched_form, *row, *watched_row;
static json_t *increment;

static kmk_store *opened(const char *feature) {
  static int registered;
  kmk_error error = {0};

  if (!registered) {
    check((kmk_status)mixed_register());
    registered = 1;
    increment = value_of("s", "increment");
  }
  return kept_store(kmk_store_open(loop, feature, NULL, &error), &error);
}

static void set_up_form(void) {
  if (!form)
    form = opened("Form");
}

static void set_up_watched_form(void) {
  watched_form = opened("Form");
  observe(watched_form, "/count");
}

/* A scoped store for one row among many. */
static kmk_store *row_of_many(void) {
  kmk_error error = {0};
  kmk_store *list = opened("List");
  check(kmk_store_sendf(list, NULL, "{s:i}", "fill", ROWS));
  json_t *id = value_of("i", ROW);
  return kept_store(kmk_store_scope_element(list, "/rows", "rows", id, &error), &error);
}

static void set_up_row(void) {
  if (!row)
    row = row_of_many();
}

static void set_up_watched_row(void) {
  watched_row = row_of_many();
  observe(watched_row, "");
}

/* ---------------------------------------------------------------- reading */

static void get(kmk_store *store, const char *pointer) {
  json_t *value = kmk_store_get(store, pointer, NULL);
  check_made(value, NULL);
  json_decref(value);
}

static void get_pointer(size_t times) {
  for (size_t index = 0; index < times; index++)
    get(form, "/count");
}

static void get_row(size_t times) {
  for (size_t index = 0; index < times; index++)
    get(row, "");
}

/* ------------------------------------------- sending, with and without reading the change */

static void send_form(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(form, increment, NULL));
}

static void send_form_and_get(size_t times) {
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(form, increment, NULL));
    get(form, "/count");
  }
}

static void send_watched_form(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(watched_form, increment, NULL));
}

static void send_row(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(row, increment, NULL));
}

static void send_watched_row(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(watched_row, increment, NULL));
}

static void send_row_and_get(size_t times) {
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(row, increment, NULL));
    get(row, "");
  }
}

static const struct bench_row rows[] = {
    {"form.get", get_pointer, set_up_form, NULL},
    {"form.send", send_form, set_up_form, NULL},
    {"form.send-get", send_form_and_get, set_up_form, NULL},
    {"form.observed", send_watched_form, set_up_watched_form, NULL},
    {"row.get", get_row, set_up_row, NULL},
    {"row.send", send_row, set_up_row, NULL},
    {"row.send-get", send_row_and_get, set_up_row, NULL},
    {"row.observed", send_watched_row, set_up_watched_row, NULL},
};

extern const struct theme floors;

int main(int argc, char **argv) {
  const struct theme themes[] = {floors, THEME(rows)};
  return themes_main(argc, argv, themes, sizeof themes / sizeof *themes);
}
