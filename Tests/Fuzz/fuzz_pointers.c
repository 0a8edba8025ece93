/* Two lines with pointers, and a line with a value: tries every function that takes a pointer. */
#include "fuzz.h"

static void observed(const json_t *value, void *data) { (void)value, (void)data; }
static void told_ids(const json_t *ids, void *data) { must(data == NULL && ids != data); }
static void told_case(const char *name, const json_t *payload, void *data) {
  (void)name, (void)payload, (void)data;
}

static const char *first, *second;

static json_t *derived(kmk_store *store, void *data) {
  (void)data;
  json_t *value = kmk_store_get(store, first, NULL);
  return value == NULL ? json_null() : value;
}

static void observe(kmk_store *store, const char *pointer) {
  kmk_error error;
  kmk_subscription *subscriptions[] = {
      kmk_store_observe(store, pointer, observed, NULL, NULL, &error),
      kmk_store_observe_ids(store, pointer, told_ids, NULL, NULL, &error),
      kmk_store_observe_id_changes(store, pointer, told_ids, NULL, NULL, &error),
      kmk_store_observe_case(store, pointer, told_case, NULL, NULL, &error),
      kmk_store_observe_patches(store, pointer, observed, NULL, NULL, &error)};
  must((subscriptions[0] == NULL) == (subscriptions[4] == NULL));
  kmk_text_free(kmk_store_presentation_id(store, pointer, &error));
  kmk_derived *value = kmk_derived_new(store, NULL, derived, NULL, NULL, &error);
  json_decref(kmk_derived_get(value, &error));
  json_t *action =
      json_pack("{s:[[s,s,s], [s,s,s], [s,s,i], [s,s], [s,s,i]]}", "do", "copy", first, second,
                "move", second, first, "insert", first, 1, "remove", second, "push", first, 1);
  if (action != NULL) /* NULL if a pointer is not valid UTF-8 */
    kmk_store_send_new(store, action, &error);
  json_decref(kmk_derived_get(value, &error));
  kmk_derived_free(value);
  for (size_t i = 0; i < KMK_COUNT(subscriptions); i++)
    kmk_subscription_free(subscriptions[i]);
}

FUZZ(text, length) {
  (void)length;
  app a = app_open(false);
  first = next_line(&text);
  second = next_line(&text);
  json_t *value = next_value(&text);
  kmk_error error;
  json_t *there = kmk_store_get(a.store, first, &error);
  if (there == NULL)
    check_error(&error, error.status);
  json_decref(there);
  observe(a.store, first);
  observe(a.store, second);
  kmk_store_write_binding(a.store, "binding", first, value, NULL);
  kmk_store_write_path(a.store, first, "path", value, NULL);
  const char *keys[] = {first, second, NULL};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = options.numbers = keys;
  options.group = second;
  kmk_list *list = kmk_list_new(a.store, "/rows", &options, NULL, NULL, &error);
  json_decref(kmk_list_totals(list, NULL));
  kmk_list_free(list);
  app_check(&a);
  app_close(&a);
  /* Uses the pointers as places of operators. */
  kmk_reducer *reducer =
      kmk_scope(first, "a", kmk_if_let(kmk_empty(), second, "b", NULL, kmk_empty()));
  reducer =
      kmk_for_each(reducer, second, "c", "id", kmk_stack(kmk_empty(), first, "d", kmk_empty()));
  kmk_loop *loop = app_loop();
  kmk_store_free(kmk_store_new(loop, reducer, value, &error));
  kmk_loop_free(loop);
  json_decref(value);
}
