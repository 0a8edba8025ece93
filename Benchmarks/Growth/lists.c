/* A list that is sorted by the member that changes, with two sums and an observer. */
#include "growth.h"

#include <stdlib.h>

enum { ACTIONS = 1024 };

struct listed {
  kmk_store *store;
  kmk_list *list;
  kmk_subscription *subscription;
  json_t *writes[ACTIONS], *append, *remove_last;
  size_t next;
};

static unsigned next_random(void) {
  static unsigned seed = 1;
  return (seed = seed * 1664525u + 1013904223u) >> 8;
}

static json_t *row_of(size_t id) {
  return json_pack("{s:I, s:i}", "id", (json_int_t)id, "count", (int)(next_random() % 1000000));
}

static kmk_effect *row(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  growth_check(kmk_state_set(state, "/count", kmk_action_payload(action, "set")));
  return NULL;
}

static kmk_effect *rows(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *added = kmk_action_payload(action, "append");
  const json_t *removed = kmk_action_payload(action, "remove");
  if (added)
    growth_check(kmk_state_insert_new(state, "/rows/-", kmk_json_retain(added)));
  if (removed)
    growth_check(kmk_state_remove_row(state, "/rows", removed));
  return NULL;
}

static void told(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count, (void)data;
}

static void *make(size_t size) {
  struct listed *made = growth_new(sizeof *made);
  json_t *all = json_array();
  for (size_t id = 0; id < size; id++)
    json_array_append_new(all, row_of(id));
  made->store = growth_store(kmk_for_each(kmk_reducer_new(rows, NULL, NULL), "/rows", "rows", NULL,
                                          kmk_reducer_new(row, NULL, NULL)),
                             json_pack("{s:o}", "rows", all));
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = (const char *const[]){"/count", NULL};
  options.numbers = (const char *const[]){"/count", "/id", NULL};
  made->list = kmk_list_new(made->store, "/rows", &options, NULL, NULL, NULL);
  made->subscription = kmk_list_observe(made->list, told, NULL, NULL, NULL);
  /* Each row is written twice in a round, with different values, so that each write is a change. */
  for (size_t index = 0; index < ACTIONS; index++)
    made->writes[index] = growth_action("{s:{s:{s:I, s:{s:i}}}}", "rows", "element", "id",
                                        (json_int_t)(index % (ACTIONS / 2) * 7919 % size), "action",
                                        "set", (int)(next_random() % 1000000));
  made->append = growth_action("{s:o}", "append", row_of(size));
  made->remove_last = growth_action("{s:I}", "remove", (json_int_t)size);
  return made;
}

static void drop(void *world) {
  struct listed *made = world;
  for (size_t index = 0; index < ACTIONS; index++)
    json_decref(made->writes[index]);
  json_decref(made->append);
  json_decref(made->remove_last);
  kmk_subscription_free(made->subscription);
  kmk_list_free(made->list);
  kmk_store_free(made->store);
  free(made);
}

static void send(void *world, size_t times) {
  struct listed *made = world;
  for (size_t index = 0; index < times; index++)
    growth_send(made->store, made->writes[made->next++ % ACTIONS], 1);
}

static void append_and_remove(void *world, size_t times) {
  struct listed *made = world;
  for (size_t index = 0; index < times; index++) {
    growth_send(made->store, made->append, 1);
    growth_send(made->store, made->remove_last, 1);
  }
}

/* As many runs as there are places to write, so that each sample includes all of them. */
const struct growth_world lists_world = {
    10,   1000000, 10,
    make, drop,    {{"c.lists.send", send, ACTIONS}, {"c.lists.append", append_and_remove, 128}},
};
