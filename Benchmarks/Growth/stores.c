/* Many stores in one process, and many scoped stores of one store. */
#include "growth.h"

#include "bench.h"
#include "heap_bytes.h"

#include <stdlib.h>

static kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
  growth_check(kmk_state_set_new(state, "/count", json_integer(count + 1)));
  return NULL;
}

struct stores {
  size_t size;
  kmk_reducer *reducer;
  json_t *state, *action;
  kmk_store **stores;
};

static void *prepare(size_t size) {
  struct stores *made = growth_new(sizeof *made);
  made->size = size;
  made->reducer = kmk_reducer_new(counter, NULL, NULL);
  made->state = json_pack("{s:i}", "count", 0);
  made->action = json_string("increment");
  made->stores = growth_new(size * sizeof *made->stores);
  return made;
}

static void fill(struct stores *made) {
  for (size_t index = 0; index < made->size; index++)
    made->stores[index] =
        kmk_store_new(growth_loop, kmk_reducer_retain(made->reducer), made->state, NULL);
}

static void empty(struct stores *made) {
  for (size_t index = 0; index < made->size; index++)
    kmk_store_free(made->stores[index]);
}

static void discard(struct stores *made) {
  kmk_reducer_free(made->reducer);
  json_decref(made->state);
  json_decref(made->action);
  free(made->stores);
  free(made);
}

/* The cost of one object: to make it, to free it, and its bytes. */
static void note(double *values, size_t size, const double moments[4], size_t before,
                 size_t after) {
  values[0] = (moments[1] - moments[0]) / (double)size;
  values[1] = (moments[3] - moments[2]) / (double)size;
  values[2] = ((double)after - (double)before) / (double)size;
}

/* For few objects the bytes are unknown: malloc also counts blocks that it keeps for reuse. */
static void bytes_alone(double *values) { values[0] = values[2]; }

static void sample_stores(size_t size, double *values) {
  struct stores *made = prepare(size);
  size_t before = heap_bytes();
  double moments[4] = {bench_now()};
  fill(made);
  moments[1] = bench_now();
  size_t after = heap_bytes();
  moments[2] = bench_now();
  empty(made);
  moments[3] = bench_now();
  note(values, size, moments, before, after);
  discard(made);
}

const struct growth_batch stores_batch = {
    1, 100000, 10, {"c.stores.make", "c.stores.free"}, sample_stores,
};

static void sample_store_bytes(size_t size, double *values) {
  sample_stores(size, values);
  bytes_alone(values);
}

const struct growth_batch store_bytes = {
    1000, 100000, 10, {"c.stores.bytes"}, sample_store_bytes,
};

static void *make(size_t size) {
  struct stores *made = prepare(size);
  fill(made);
  return made;
}

static void drop(void *world) {
  empty(world);
  discard(world);
}

static void send_to_one(void *world, size_t times) {
  struct stores *made = world;
  growth_send(made->stores[made->size / 2], made->action, times);
}

const struct growth_world stores_world = {
    1, 100000, 10, make, drop, {{"c.stores.send", send_to_one}},
};

/* ---------------------------------------------- scoped stores of one store */

static void sample_views(size_t size, double *values) {
  struct stores *made = prepare(size);
  json_t *rows = json_array();
  for (size_t id = 0; id < size; id++)
    json_array_append_new(rows, json_pack("{s:I, s:i}", "id", (json_int_t)id, "count", 0));
  kmk_store *list = growth_store(kmk_for_each(kmk_reducer_new(counter, NULL, NULL), "/rows", "rows",
                                              NULL, kmk_reducer_retain(made->reducer)),
                                 json_pack("{s:i, s:O}", "count", 0, "rows", rows));
  size_t before = heap_bytes();
  double moments[4] = {bench_now()};
  for (size_t index = 0; index < size; index++) {
    json_t *id = json_object_get(json_array_get(rows, index), "id");
    made->stores[index] = kmk_store_scope_element(list, "/rows", "rows", id, NULL);
  }
  moments[1] = bench_now();
  size_t after = heap_bytes();
  moments[2] = bench_now();
  empty(made);
  moments[3] = bench_now();
  note(values, size, moments, before, after);
  kmk_store_free(list);
  json_decref(rows);
  discard(made);
}

const struct growth_batch views_batch = {
    1, 100000, 10, {"c.views.make", "c.views.free"}, sample_views,
};

static void sample_view_bytes(size_t size, double *values) {
  sample_views(size, values);
  bytes_alone(values);
}

const struct growth_batch view_bytes = {1000, 100000, 10, {"c.views.bytes"}, sample_view_bytes};
