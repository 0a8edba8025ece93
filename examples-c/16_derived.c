/* 16_derived: a cart with a total and a line of text that are not in the state.
 *
 * Teaches: kmk_derived computes a value from the places it reads, at the first request and again only
 *          after a write there. You can observe it like a place, and derive other values from it.
 * Run:     cc 16_derived.c $(pkg-config --cflags --libs kumiki) -o 16_derived
 * Prints:  each computation and each shown value: expected/16_derived.txt */
#include <kumiki.h>
#include <stdio.h>

/* {"set": [POINTER, VALUE]}: a view with many fields would send this through bindings. */
static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *set = kmk_action_payload(action, "set");
  kmk_state_set(state, json_string_value(json_array_get(set, 0)), json_array_get(set, 1));
  return NULL;
}

static json_t *total_cents(kmk_store *store, void *data) {
  (void)data;
  printf("   (adds up the rows)\n");
  json_t *rows = kmk_store_get(store, "/rows", NULL); /* recorded: the total depends on the rows */
  json_int_t total = 0;
  size_t index;
  const json_t *row;
  json_array_foreach(rows, index, row) {
    total += json_integer_value(json_object_get(row, "cents")) *
             json_integer_value(json_object_get(row, "count"));
  }
  json_decref(rows);
  return json_integer(total);
}

/* Derived from the total, so it does not run again if the new total is equal. */
static json_t *line(kmk_store *store, void *total) {
  printf("   (writes the line)\n");
  json_t *cents = kmk_derived_get(total, NULL);
  json_t *currency = kmk_store_get(store, "/currency", NULL);
  json_t *text = json_sprintf("%d.%02d %s", (int)(json_integer_value(cents) / 100),
                              (int)(json_integer_value(cents) % 100), json_string_value(currency));
  json_decref(cents);
  json_decref(currency);
  return text;
}

static void show(const json_t *value, void *data) {
  (void)data;
  printf("shown: %s\n", json_string_value(value));
}

static void set(kmk_store *store, const char *pointer, json_t *value) {
  json_t *action = json_pack("{s:[s, o]}", "set", pointer, value);
  printf("write %s\n", pointer);
  kmk_store_send_new(store, action, NULL);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:s, s:s, s:[{s:i, s:i}, {s:i, s:i}]}", "name", "", "currency",
                              "EUR", "rows", "cents", 250, "count", 2, "cents", 1000, "count", 1);
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(reduce, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "16_derived: %s\n", error.message);
    return 1;
  }

  kmk_derived *total = kmk_derived_new(store, NULL, total_cents, NULL, NULL, &error);
  kmk_derived *text = kmk_derived_new(store, NULL, line, total, NULL, &error);
  kmk_subscription *label = kmk_derived_observe(text, show, NULL, NULL, &error);

  set(store, "/name", json_string("Ada"));         /* neither value reads this */
  set(store, "/rows/0/count", json_integer(3));    /* another total, another line */
  set(store, "/rows/0/label", json_string("tea")); /* the same total: no line is written */
  set(store, "/currency", json_string("USD"));     /* the same total, another line */

  json_t *now = kmk_derived_get(total, NULL); /* nothing is computed */
  printf("asked: %d\n", (int)json_integer_value(now));
  json_decref(now);

  kmk_subscription_free(label);
  kmk_derived_free(text);
  kmk_derived_free(total);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
