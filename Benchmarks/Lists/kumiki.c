/* kmk_list: the rows are a part of the state, and a change is an action. */
#include "lists.h"

#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>

static kmk_loop *loop;
static kmk_store *store;
static kmk_list *list;

static void check(const void *made, const kmk_error *error) {
  if (made)
    return;
  fprintf(stderr, "%s\n", error->message);
  exit(1);
}

static kmk_effect *row(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/progress", kmk_action_payload(action, "progress"));
  return NULL;
}

static kmk_effect *page(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *key = kmk_action_payload(action, "sort");
  if (key)
    kmk_state_set(state, "/sort", key);
  return NULL;
}

static bool is_shown(const json_t *row, const json_t *const *parameters, void *data) {
  (void)parameters, (void)data;
  return json_integer_value(json_object_get(row, "kind")) != 0;
}

static void count_told(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count, (void)data;
  lists_told++;
}

static void make(const struct lists_row *rows, size_t count) {
  kmk_error error;
  json_t *all = json_array();
  for (size_t index = 0; index < count; index++) {
    const struct lists_row *from = &rows[index];
    json_array_append_new(all, json_pack("{s:I, s:I, s:I, s:I}", "id", from->id, "kind", from->kind,
                                         "progress", from->progress, "bytes", from->bytes));
  }
  json_t *state = json_pack("{s:s, s:o}", "sort", "/progress", "rows", all);
  loop = kmk_loop_new(&error);
  check(loop, &error);
  kmk_reducer *rows_reducer = kmk_reducer_new(row, NULL, NULL);
  kmk_reducer *whole =
      kmk_for_each(kmk_reducer_new(page, NULL, NULL), "/rows", "rows", NULL, rows_reducer);
  store = kmk_store_new(loop, whole, state, &error);
  check(store, &error);
  json_decref(state);
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort_place = "/sort";
  options.filter = is_shown;
  list = kmk_list_new(store, "/rows", &options, NULL, NULL, &error);
  check(list, &error);
  check(kmk_list_observe(list, count_told, NULL, NULL, &error), &error);
}

static void send(json_t *action) {
  kmk_error error;
  if (kmk_store_send(store, action, &error) != KMK_OK)
    check(NULL, &error);
  json_decref(action);
}

static void change(size_t row, int64_t progress) {
  send(json_pack("{s:{s:{s:I, s:{s:I}}}}", "rows", "element", "id", (json_int_t)row, "action",
                 "progress", (json_int_t)progress));
}

static void sort(enum lists_key key) {
  send(json_pack("{s:s}", "sort", key == LISTS_PROGRESS ? "/progress" : "/bytes"));
}

static size_t count(void) { return kmk_list_count(list); }

static int64_t id(size_t index) {
  json_t *id = kmk_list_id(list, index, NULL);
  int64_t value = json_integer_value(id);
  json_decref(id);
  return value;
}

int main(int argc, char **argv) {
  int status = lists_main(argc, argv, &(struct lists_library){make, change, sort, count, id});
  kmk_store_free(store);
  kmk_list_free(list);
  kmk_loop_free(loop);
  return status;
}
