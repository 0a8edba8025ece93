/* Running effects: of the root feature, of rows, under one id; and timers. */
#include "growth.h"

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------ the effects */

/* An effect that runs until it is cancelled. */
static void hold(kmk_sender *sender, void *data) { *(kmk_sender **)data = sender; }

static void let_go(void *data) { kmk_sender_finish(*(kmk_sender **)data); }

static kmk_effect *holding(void) {
  return kmk_effect_start(hold, let_go, growth_new(sizeof(kmk_sender *)), free);
}

/* An effect that sends one action and ends. */
static void answer(kmk_sender *sender, void *data) {
  (void)data;
  growth_check(kmk_sender_send_new(sender, json_string("answered")));
  kmk_sender_finish(sender);
}

static void add_one(kmk_state *state, const char *pointer) {
  json_int_t count = json_integer_value(kmk_state_get(state, pointer));
  growth_check(kmk_state_set_new(state, pointer, json_integer(count + 1)));
}

static uint64_t seconds(size_t count) { return (uint64_t)count * UINT64_C(1000000000); }

/* ------------------------------------------------------------ the features */

struct busy {
  size_t size;
  kmk_store *store;
};

static json_t *row_of(size_t id) {
  return json_pack("{s:I, s:i}", "id", (json_int_t)id, "count", 0);
}

static kmk_effect *child(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "hold"))
    return holding();
  add_one(state, "/count");
  return NULL;
}

static kmk_effect *root(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const struct busy *made = data;
  const json_t *payload;
  (void)env;
  if ((payload = kmk_action_payload(action, "hold")))
    return kmk_effect_cancellable(holding(), json_string_value(payload), false);
  if ((payload = kmk_action_payload(action, "cancel")))
    return kmk_effect_cancel(json_string_value(payload));
  if ((payload = kmk_action_payload(action, "sleep")))
    return kmk_effect_after_new(seconds((size_t)json_integer_value(payload)),
                                json_string("answered"));
  if (kmk_action_is(action, "work"))
    return kmk_effect_start(answer, NULL, NULL, NULL);
  if (kmk_action_is(action, "sameID"))
    return kmk_effect_cancellable(kmk_effect_start(answer, NULL, NULL, NULL), "same", false);
  if (kmk_action_is(action, "tick") || kmk_action_is(action, "answered")) {
    add_one(state, "/ticks");
  } else if (kmk_action_is(action, "open")) {
    growth_check(kmk_state_set_new(state, "/sheet", json_pack("{s:i}", "count", 0)));
  } else if (kmk_action_is(action, "append")) {
    growth_check(kmk_state_insert_new(state, "/rows/-", row_of(made->size)));
  } else if (kmk_action_is(action, "remove")) {
    char last[40];
    snprintf(last, sizeof last, "/rows/%zu", json_array_size(kmk_state_get(state, "/rows")) - 1);
    growth_check(kmk_state_remove(state, last));
  }
  return NULL;
}

static kmk_reducer *feature(struct busy *made) {
  kmk_reducer *rows = kmk_for_each(kmk_reducer_new(root, made, NULL), "/rows", "rows", NULL,
                                   kmk_reducer_new(child, NULL, NULL));
  return kmk_presentation(rows, "/sheet", "sheet", NULL, kmk_reducer_new(child, NULL, NULL));
}

static struct busy *make(size_t size, size_t rows) {
  struct busy *made = growth_new(sizeof *made);
  made->size = size;
  json_t *array = json_array();
  for (size_t id = 0; id < rows; id++)
    json_array_append_new(array, row_of(id));
  made->store =
      growth_store(feature(made), json_pack("{s:i, s:n, s:o}", "ticks", 0, "sheet", "rows", array));
  return made;
}

static void send_new(struct busy *made, json_t *action) {
  growth_check(kmk_store_send_new(made->store, action, NULL));
}

static void run_until_idle(void) { growth_check(kmk_loop_run_until_idle(growth_loop, -1, NULL)); }

/* ------------------------------------------------------------- the worlds */

/* Effects of the root, each under its own id. */
static void *make_root(size_t size) {
  struct busy *made = make(size, 1);
  char id[40];
  for (size_t index = 0; index < size; index++) {
    snprintf(id, sizeof id, "effect%zu", index);
    send_new(made, growth_action("{s:s}", "hold", id));
  }
  run_until_idle();
  return made;
}

static void *make_same_id(size_t size) {
  struct busy *made = make(size, 1);
  for (size_t index = 0; index < size; index++)
    send_new(made, growth_action("{s:s}", "hold", "same"));
  run_until_idle();
  return made;
}

/* One effect for each row. */
static void *make_rows(size_t size) {
  struct busy *made = make(size, size);
  for (size_t id = 0; id < size; id++)
    send_new(made, growth_action("{s:{s:{s:I, s:s}}}", "rows", "element", "id", (json_int_t)id,
                                 "action", "hold"));
  run_until_idle();
  return made;
}

static void *make_timers(size_t size) {
  struct busy *made = make(size, 1);
  for (size_t index = 0; index < size; index++)
    send_new(made, growth_action("{s:I}", "sleep", (json_int_t)(1000000000 - index)));
  return made;
}

static void drop(void *world) {
  struct busy *made = world;
  kmk_store_free(made->store);
  run_until_idle();
  free(made);
}

/* --------------------------------------------------------- the operations */

static void repeat(void *world, const json_t *action, size_t times) {
  growth_send(((struct busy *)world)->store, action, times);
}

static void start_and_finish(void *world, size_t times) {
  json_t *work = json_string("work");
  for (size_t index = 0; index < times; index++) {
    repeat(world, work, 1);
    growth_dispatch();
  }
  json_decref(work);
}

static void start_and_finish_same_id(void *world, size_t times) {
  json_t *work = json_string("sameID");
  for (size_t index = 0; index < times; index++) {
    repeat(world, work, 1);
    growth_dispatch();
  }
  json_decref(work);
}

static void start_and_cancel(void *world, size_t times) {
  json_t *start = growth_action("{s:s}", "hold", "one more");
  json_t *cancel = growth_action("{s:s}", "cancel", "one more");
  for (size_t index = 0; index < times; index++) {
    repeat(world, start, 1);
    growth_dispatch();
    repeat(world, cancel, 1);
  }
  json_decref(start);
  json_decref(cancel);
}

/* A child is presented, starts an effect, and is dismissed. */
static void dismiss_with_effect(void *world, size_t times) {
  json_t *open = json_string("open");
  json_t *start = growth_action("{s:{s:s}}", "sheet", "presented", "hold");
  json_t *dismiss = growth_action("{s:s}", "sheet", "dismiss");
  for (size_t index = 0; index < times; index++) {
    repeat(world, open, 1);
    repeat(world, start, 1);
    growth_dispatch();
    repeat(world, dismiss, 1);
  }
  json_decref(open);
  json_decref(start);
  json_decref(dismiss);
}

static void plain_send(void *world, size_t times) {
  json_t *tick = json_string("tick");
  repeat(world, tick, times);
  json_decref(tick);
}

static void send_to_row(void *world, size_t times) {
  json_t *action =
      growth_action("{s:{s:{s:i, s:s}}}", "rows", "element", "id", 0, "action", "increment");
  repeat(world, action, times);
  json_decref(action);
}

static void append_and_remove(void *world, size_t times) {
  json_t *append = json_string("append"), *remove = json_string("remove");
  for (size_t index = 0; index < times; index++) {
    repeat(world, append, 1);
    repeat(world, remove, 1);
  }
  json_decref(append);
  json_decref(remove);
}

/* A timer that is due before all the others. */
static void sleep_and_advance(void *world, size_t times) {
  json_t *sleep = growth_action("{s:i}", "sleep", 1);
  for (size_t index = 0; index < times; index++) {
    repeat(world, sleep, 1);
    growth_check(kmk_loop_advance(growth_loop, seconds(1), NULL));
  }
  json_decref(sleep);
}

const struct growth_world root_effects_world = {
    1,
    100000,
    10,
    make_root,
    drop,
    {{"c.effects.start", start_and_finish},
     {"c.effects.cancel", start_and_cancel},
     {"c.effects.dismiss", dismiss_with_effect},
     {"c.effects.send", plain_send}},
};

const struct growth_world row_effects_world = {
    1,
    100000,
    10,
    make_rows,
    drop,
    {{"c.row-effects.start", start_and_finish},
     {"c.row-effects.cancel", start_and_cancel},
     {"c.row-effects.dismiss", dismiss_with_effect},
     {"c.row-effects.send", plain_send},
     {"c.row-effects.row", send_to_row},
     {"c.row-effects.append", append_and_remove}},
};

const struct growth_world same_id_world = {
    1, 100000, 10, make_same_id, drop, {{"c.same-id.start", start_and_finish_same_id}},
};

const struct growth_world timers_world = {
    1, 100000, 10, make_timers, drop, {{"c.timers.one", sleep_and_advance}},
};

/* A number of sleeps. The last one ends first. The clock moves past all of them. */
static void sample_timers(size_t size, double *values) {
  struct busy *made = make(size, 1);
  double start = bench_now();
  for (size_t index = 0; index < size; index++)
    send_new(made, growth_action("{s:I}", "sleep", (json_int_t)(size - index)));
  double set = bench_now();
  growth_check(kmk_loop_advance(growth_loop, seconds(size), NULL));
  double end = bench_now();
  values[0] = (set - start) / (double)size;
  values[1] = (end - set) / (double)size;
  drop(made);
}

const struct growth_batch timers_batch = {
    1, 100000, 10, {"c.timers.set", "c.timers.fire"}, sample_timers,
};

/* ------------------------------------------------- the end of many effects */

static void cancel_all(size_t size, double *values) {
  struct busy *made = make_same_id(size);
  json_t *cancel = growth_action("{s:s}", "cancel", "same");
  double start = bench_now();
  repeat(made, cancel, 1);
  values[0] = (bench_now() - start) / (double)size;
  json_decref(cancel);
  drop(made);
}

const struct growth_batch cancelled_batch = {
    1, 100000, 10, {"c.effects.cancel-all"}, cancel_all,
};

static void end_all(size_t size, double *values) {
  struct busy *made = make_root(size);
  double start = bench_now();
  drop(made);
  values[0] = (bench_now() - start) / (double)size;
}

const struct growth_batch ended_batch = {1, 100000, 10, {"c.effects.end"}, end_all};
