/* The total of 1,000 rows as a derived value: read between two bursts, and after bursts. */
#include "support.h"

#include <stdio.h>

enum { ROWS = 1000 };

static kmk_store *plain, *derived, *observed;
static kmk_derived *total, *beside;
static json_t *elsewhere, *inside;

/* "elsewhere" counts outside the rows, "inside" in one of them. */
static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const char *pointer = kmk_action_is(action, "inside") ? "/rows/500/n" : "/count";
  json_int_t count = json_integer_value(kmk_state_get(state, pointer));
  kmk_state_set_new(state, pointer, json_integer(count + 1));
  return NULL;
}

static kmk_store *with_rows(void) {
  json_t *rows = json_array();
  for (int id = 0; id < ROWS; id++)
    json_array_append_new(rows, json_pack("{s:i, s:i}", "id", id, "n", id));
  elsewhere = elsewhere ? elsewhere : value_of("s", "elsewhere");
  inside = inside ? inside : value_of("s", "inside");
  return store_of(kmk_reducer_new(reduce, NULL, NULL),
                  json_pack("{s:i, s:o}", "count", 0, "rows", rows));
}

static json_t *add_up(kmk_store *store, void *data) {
  (void)data;
  json_int_t sum = 0;
  size_t index;
  const json_t *row;
  json_t *rows = kmk_store_get(store, "/rows", NULL);
  json_array_foreach(rows, index, row) sum += json_integer_value(json_object_get(row, "n"));
  json_decref(rows);
  return json_integer(sum);
}

static kmk_derived *total_of(kmk_store *store) {
  kmk_error error;
  kmk_derived *made = kmk_derived_new(store, NULL, add_up, NULL, NULL, &error);
  check_made(made, &error);
  return made;
}

static void ignore(const json_t *value, void *data) { (void)value, (void)data; }

static void set_up_plain(void) { plain = with_rows(); }
static void set_up_derived(void) { total = total_of(derived = with_rows()); }
static void set_up_observed(void) {
  kmk_error error;
  beside = total_of(observed = with_rows());
  check_made(kmk_derived_observe(beside, ignore, NULL, NULL, &error), &error);
}

static void get(void) { json_decref(kmk_derived_get(total, NULL)); }

static void asked(size_t times) {
  while (times-- > 0)
    get();
}

static void asked_after_another(size_t times) {
  while (times-- > 0) {
    check(kmk_store_send(derived, elsewhere, NULL));
    get();
  }
}

static void asked_after_a_row(size_t times) {
  while (times-- > 0) {
    check(kmk_store_send(derived, inside, NULL));
    get();
  }
}

static void sent_alone(size_t times) {
  while (times-- > 0)
    check(kmk_store_send(plain, elsewhere, NULL));
}

static void sent_beside(size_t times) {
  while (times-- > 0)
    check(kmk_store_send(observed, elsewhere, NULL));
}

static const struct bench_row rows[] = {
    {"c.derived-alone", sent_alone, set_up_plain, NULL},
    {"c.derived-beside", sent_beside, set_up_observed, NULL},
    {"c.derived-asked", asked, set_up_derived, NULL},
    {"c.derived-elsewhere", asked_after_another, set_up_derived, NULL},
    {"c.derived-row", asked_after_a_row, set_up_derived, NULL},
};
const struct theme derived_rows = THEME(rows);
