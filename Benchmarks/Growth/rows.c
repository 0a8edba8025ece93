/* A list of rows with one observer on one of them. */
#include "growth.h"

#include <stdio.h>
#include <stdlib.h>

struct list {
  size_t size;
  kmk_store *store, *view;
  kmk_subscription *subscription;
  json_t *row, *tick, *append, *remove_last, *insert, *remove, *move;
};

/* ------------------------------------------------------------ the feature */

static json_t *row_of(size_t id) {
  return json_pack("{s:I, s:i}", "id", (json_int_t)id, "count", 0);
}

static void add_one(kmk_state *state, const char *pointer) {
  json_int_t count = json_integer_value(kmk_state_get(state, pointer));
  growth_check(kmk_state_set_new(state, pointer, json_integer(count + 1)));
}

static kmk_effect *row(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "increment"))
    add_one(state, "/count");
  return NULL;
}

/* Its data is the number of rows between two operations. */
static kmk_effect *list(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env;
  size_t size = *(size_t *)data;
  char here[40], last[40];
  if (kmk_action_is(action, "tick")) {
    add_one(state, "/ticks");
  } else if (kmk_action_is(action, "append")) {
    growth_check(kmk_state_insert_new(state, "/rows/-", row_of(size)));
  } else if (kmk_action_is(action, "removeLast")) {
    snprintf(last, sizeof last, "/rows/%zu", size);
    growth_check(kmk_state_remove(state, last));
  } else if (kmk_action_is(action, "insert")) {
    snprintf(here, sizeof here, "/rows/%zu", size / 2);
    growth_check(kmk_state_insert_new(state, here, row_of(size)));
  } else if (kmk_action_is(action, "remove")) {
    snprintf(here, sizeof here, "/rows/%zu", size / 2);
    growth_check(kmk_state_remove(state, here));
  } else if (kmk_action_is(action, "move")) {
    snprintf(last, sizeof last, "/rows/%zu", size - 1);
    growth_check(kmk_state_move(state, "/rows/0", last));
  }
  return NULL;
}

static void told(const json_t *value, void *data) { (void)value, (void)data; }

/* -------------------------------------------------------------- the world */

static void *make(size_t size) {
  struct list *made = growth_new(sizeof *made);
  made->size = size;
  json_t *rows = json_array();
  for (size_t id = 0; id < size; id++)
    json_array_append_new(rows, row_of(id));
  made->store = growth_store(kmk_for_each(kmk_reducer_new(list, &made->size, NULL), "/rows", "rows",
                                          NULL, kmk_reducer_new(row, NULL, NULL)),
                             json_pack("{s:i, s:o}", "ticks", 0, "rows", rows));
  json_t *id = json_integer((json_int_t)(size / 2));
  made->view = kmk_store_scope_element(made->store, "/rows", "rows", id, NULL);
  made->subscription = kmk_store_observe(made->view, "/count", told, NULL, NULL, NULL);
  made->row =
      growth_action("{s:{s:{s:O, s:s}}}", "rows", "element", "id", id, "action", "increment");
  json_decref(id);
  made->tick = json_string("tick");
  made->append = json_string("append");
  made->remove_last = json_string("removeLast");
  made->insert = json_string("insert");
  made->remove = json_string("remove");
  made->move = json_string("move");
  return made;
}

static void drop(void *world) {
  struct list *made = world;
  json_t *actions[] = {made->row,    made->tick,   made->append, made->remove_last,
                       made->insert, made->remove, made->move};
  for (size_t index = 0; index < sizeof actions / sizeof *actions; index++)
    json_decref(actions[index]);
  kmk_subscription_free(made->subscription);
  kmk_store_free(made->view);
  kmk_store_free(made->store);
  free(made);
}

static void send_row(void *world, size_t times) {
  struct list *made = world;
  growth_send(made->store, made->row, times);
}

static void send_parent(void *world, size_t times) {
  struct list *made = world;
  growth_send(made->store, made->tick, times);
}

static void append_and_remove(void *world, size_t times) {
  struct list *made = world;
  for (size_t index = 0; index < times; index++) {
    growth_send(made->store, made->append, 1);
    growth_send(made->store, made->remove_last, 1);
  }
}

static void insert_and_remove(void *world, size_t times) {
  struct list *made = world;
  for (size_t index = 0; index < times; index++) {
    growth_send(made->store, made->insert, 1);
    growth_send(made->store, made->remove, 1);
  }
}

static void move(void *world, size_t times) {
  struct list *made = world;
  growth_send(made->store, made->move, times);
}

/* With a lookup by id, after rows before it were inserted and removed. */
static void insert_remove_send(void *world, size_t times) {
  struct list *made = world;
  for (size_t index = 0; index < times; index++) {
    insert_and_remove(world, 1);
    growth_send(made->store, made->row, 1);
  }
}

const struct growth_world rows_world = {
    10,
    1000000,
    10,
    make,
    drop,
    {{"c.rows.send", send_row},
     {"c.rows.parent", send_parent},
     {"c.rows.append", append_and_remove}},
};

/* Often enough that each repetition includes a rebuild of the rows' index. */
const struct growth_world middle_world = {
    10,
    1000000,
    10,
    make,
    drop,
    {{"c.rows.middle", insert_and_remove, 128},
     {"c.rows.middle-send", insert_remove_send, 128},
     {"c.rows.move", move, 128}},
};

/* ----------------------------------------------- a mirror that receives patches */

static void patched(const json_t *patch, void *data) { (void)patch, (void)data; }

static void *make_mirrored(size_t size) {
  struct list *made = make(size);
  kmk_subscription_free(made->subscription);
  made->subscription = kmk_store_observe_patches(made->store, "", patched, NULL, NULL, NULL);
  return made;
}

const struct growth_world patches_world = {
    10,   1000000,
    10,   make_mirrored,
    drop, {{"c.patches.send", send_row}, {"c.patches.append", append_and_remove}},
};
