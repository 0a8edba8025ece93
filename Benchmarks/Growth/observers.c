/* Observers: on parts of one state, and on the rows of a list through scoped stores. */
#include "growth.h"

#include <stdio.h>
#include <stdlib.h>

static void told(const json_t *value, void *data) { (void)value, (void)data; }

static void add_one(kmk_state *state, const char *pointer) {
  json_int_t count = json_integer_value(kmk_state_get(state, pointer));
  growth_check(kmk_state_set_new(state, pointer, json_integer(count + 1)));
}

/* -------------------------------------------------- parts of one state */

struct slices {
  size_t size;
  char one[40];
  kmk_store *store;
  kmk_subscription **subscriptions;
  json_t *change, *tick;
};

static kmk_effect *slices(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const struct slices *made = data;
  (void)env;
  add_one(state, kmk_action_is(action, "change") ? made->one : "/ticks");
  return NULL;
}

static void *make_slices(size_t size) {
  struct slices *made = growth_new(sizeof *made);
  char key[40];
  made->size = size;
  json_t *values = json_object();
  for (size_t index = 0; index < size; index++) {
    snprintf(key, sizeof key, "v%zu", index);
    json_object_set_new(values, key, json_integer(0));
  }
  made->store = growth_store(kmk_reducer_new(slices, made, NULL),
                             json_pack("{s:i, s:o}", "ticks", 0, "values", values));
  made->subscriptions = growth_new(size * sizeof *made->subscriptions);
  for (size_t index = 0; index < size; index++) {
    snprintf(key, sizeof key, "/values/v%zu", index);
    made->subscriptions[index] = kmk_store_observe(made->store, key, told, NULL, NULL, NULL);
  }
  snprintf(made->one, sizeof made->one, "/values/v%zu", size / 2);
  made->change = json_string("change");
  made->tick = json_string("tick");
  return made;
}

static void drop_slices(void *world) {
  struct slices *made = world;
  for (size_t index = 0; index < made->size; index++)
    kmk_subscription_free(made->subscriptions[index]);
  free(made->subscriptions);
  kmk_store_free(made->store);
  json_decref(made->change);
  json_decref(made->tick);
  free(made);
}

static void change_one(void *world, size_t times) {
  struct slices *made = world;
  growth_send(made->store, made->change, times);
}

static void change_none(void *world, size_t times) {
  struct slices *made = world;
  growth_send(made->store, made->tick, times);
}

static void subscribe_and_free(void *world, size_t times) {
  struct slices *made = world;
  for (size_t index = 0; index < times; index++)
    kmk_subscription_free(kmk_store_observe(made->store, made->one, told, NULL, NULL, NULL));
}

const struct growth_world observers_world = {
    1,
    100000,
    10,
    make_slices,
    drop_slices,
    {{"c.observers.one", change_one},
     {"c.observers.idle", change_none},
     {"c.observers.subscribe", subscribe_and_free}},
};

/* -------------------------------------- rows, each with its own scoped store */

struct views {
  size_t size;
  kmk_store *store, **views;
  kmk_subscription **subscriptions;
  json_t *row, *tick, *append, *remove, *rows;
};

static json_t *row_of(size_t id) {
  return json_pack("{s:I, s:i}", "id", (json_int_t)id, "count", 0);
}

static kmk_effect *row(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  add_one(state, "/count");
  return NULL;
}

static kmk_effect *list(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const struct views *made = data;
  char last[40];
  (void)env;
  if (kmk_action_is(action, "tick")) {
    add_one(state, "/ticks");
  } else if (kmk_action_is(action, "append")) {
    growth_check(kmk_state_insert_new(state, "/rows/-", row_of(made->size)));
  } else if (kmk_action_is(action, "remove")) {
    snprintf(last, sizeof last, "/rows/%zu", made->size);
    growth_check(kmk_state_remove(state, last));
  } else if (kmk_action_is(action, "replace")) {
    growth_check(kmk_state_set(state, "/rows", made->rows));
  }
  return NULL;
}

static void *make_views(size_t size) {
  struct views *made = growth_new(sizeof *made);
  made->size = size;
  made->rows = json_array();
  for (size_t id = 0; id < size; id++)
    json_array_append_new(made->rows, row_of(id));
  made->store =
      growth_store(kmk_for_each(kmk_reducer_new(list, made, NULL), "/rows", "rows", NULL,
                                kmk_reducer_new(row, NULL, NULL)),
                   json_pack("{s:i, s:o}", "ticks", 0, "rows", json_deep_copy(made->rows)));
  made->views = growth_new(size * sizeof *made->views);
  made->subscriptions = growth_new(size * sizeof *made->subscriptions);
  for (size_t index = 0; index < size; index++) {
    json_t *id = json_integer((json_int_t)index);
    made->views[index] = kmk_store_scope_element(made->store, "/rows", "rows", id, NULL);
    made->subscriptions[index] =
        kmk_store_observe(made->views[index], "/count", told, NULL, NULL, NULL);
    json_decref(id);
  }
  made->row = json_string("increment");
  made->tick = json_string("tick");
  made->append = json_string("append");
  made->remove = json_string("remove");
  return made;
}

static void drop_views(void *world) {
  struct views *made = world;
  for (size_t index = 0; index < made->size; index++) {
    kmk_subscription_free(made->subscriptions[index]);
    kmk_store_free(made->views[index]);
  }
  free(made->subscriptions);
  free(made->views);
  kmk_store_free(made->store);
  json_decref(made->row);
  json_decref(made->tick);
  json_decref(made->append);
  json_decref(made->remove);
  json_decref(made->rows);
  free(made);
}

static void send_through_view(void *world, size_t times) {
  struct views *made = world;
  growth_send(made->views[made->size / 2], made->row, times);
}

static void send_beside_views(void *world, size_t times) {
  struct views *made = world;
  growth_send(made->store, made->tick, times);
}

static void append_beside_views(void *world, size_t times) {
  struct views *made = world;
  for (size_t index = 0; index < times; index++) {
    growth_send(made->store, made->append, 1);
    growth_send(made->store, made->remove, 1);
  }
}

static void make_and_free_view(void *world, size_t times) {
  struct views *made = world;
  for (size_t index = 0; index < times; index++)
    kmk_store_free(kmk_store_scope(made->store, "/rows", "all", NULL));
}

static void replace_all(void *world, size_t times) {
  struct views *made = world;
  json_t *action = json_string("replace");
  growth_send(made->store, action, times);
  json_decref(action);
}

const struct growth_world row_views_world = {
    1,
    100000,
    10,
    make_views,
    drop_views,
    {{"c.views.one", send_through_view},
     {"c.views.idle", send_beside_views},
     {"c.views.append", append_beside_views},
     {"c.views.scope", make_and_free_view}},
};

const struct growth_world replaced_views_world = {
    1, 10000, 10, make_views, drop_views, {{"c.views.replace", replace_all}},
};
