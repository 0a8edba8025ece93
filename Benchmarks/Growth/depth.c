/* Nested features: presented, scoped, and on a navigation path. */
#include "growth.h"

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

struct nest {
  kmk_store *store;
  json_t *deepest, *outermost, *work;
};

static json_t *nested_state(size_t depth) {
  json_t *state = json_pack("{s:i}", "count", 0);
  while (depth-- > 0)
    state = json_pack("{s:i, s:o}", "count", 0, "child", state);
  return state;
}

static void answer(kmk_sender *sender, void *data) {
  (void)data;
  growth_check(kmk_sender_send_new(sender, json_string("increment")));
  kmk_sender_finish(sender);
}

static kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "increment")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    growth_check(kmk_state_set_new(state, "/count", json_integer(count + 1)));
  } else if (kmk_action_is(action, "work")) {
    return kmk_effect_start(answer, NULL, NULL, NULL);
  }
  return NULL;
}

static kmk_reducer *presenting(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_presentation(kmk_reducer_new(counter, NULL, NULL), "/child", "child", NULL, self);
}

static kmk_reducer *scoping(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_combine(2, (kmk_reducer *[]){kmk_reducer_new(counter, NULL, NULL),
                                          kmk_scope("/child", "child", self)});
}

static struct nest *make(size_t depth, kmk_recurse_fn around, json_t *(*wrap)(json_t *)) {
  struct nest *made = growth_new(sizeof *made);
  made->store = growth_store(kmk_recurse(around, NULL, NULL), nested_state(depth));
  made->outermost = json_string("increment");
  made->deepest = json_string("increment");
  made->work = json_string("work");
  while (depth-- > 0) {
    made->deepest = wrap(made->deepest);
    made->work = wrap(made->work);
  }
  return made;
}

static json_t *presented(json_t *action) {
  return growth_action("{s:{s:o}}", "child", "presented", action);
}

static json_t *scoped(json_t *action) { return growth_action("{s:o}", "child", action); }

static void *make_nested(size_t depth) { return make(depth, presenting, presented); }
static void *make_scopes(size_t depth) { return make(depth, scoping, scoped); }

static void drop(void *world) {
  struct nest *made = world;
  kmk_store_free(made->store);
  json_decref(made->deepest);
  json_decref(made->outermost);
  json_decref(made->work);
  free(made);
}

static void send_deepest(void *world, size_t times) {
  struct nest *made = world;
  growth_send(made->store, made->deepest, times);
}

static void send_outermost(void *world, size_t times) {
  struct nest *made = world;
  growth_send(made->store, made->outermost, times);
}

/* An effect of the deepest feature: its action passes through all levels. */
static void run_effect(void *world, size_t times) {
  struct nest *made = world;
  for (size_t index = 0; index < times; index++) {
    growth_send(made->store, made->work, 1);
    growth_dispatch();
  }
}

/* A first send, without any caches from an earlier send. */
static void first_send(size_t depth, double *values) {
  struct nest *made = make_nested(depth);
  double start = bench_now();
  send_deepest(made, 1);
  values[0] = bench_now() - start;
  drop(made);
}

const struct growth_world nested_world = {
    1,
    1000,
    10,
    make_nested,
    drop,
    {{"c.nested.deepest", send_deepest},
     {"c.nested.outermost", send_outermost},
     {"c.nested.effect", run_effect}},
};

const struct growth_world scopes_world = {
    1, 1000, 10, make_scopes, drop, {{"c.scopes.deepest", send_deepest}},
};

const struct growth_batch nested_first = {1, 1000, 10, {"c.nested.first"}, first_send};

/* ------------------------------------- queries of a slot inside many operators */

struct asked {
  kmk_store *store;
  kmk_subscription *subscription;
  json_t *increment;
  char *id;
};

static void hear_id(const char *id, const char *name, const json_t *state, void *data) {
  (void)id, (void)name, (void)state, (void)data;
}

static void *make_slots(size_t size) {
  static const kmk_presentation_callbacks callbacks = {sizeof callbacks, hear_id, NULL, NULL};
  struct asked *made = growth_new(sizeof *made);
  json_t *state = json_pack("{s:i, s:{s:i}}", "count", 0, "slot", "count", 0);
  kmk_reducer *reducer = kmk_reducer_new(counter, NULL, NULL);
  reducer = kmk_presentation(reducer, "/slot", "slot", NULL, kmk_reducer_new(counter, NULL, NULL));
  for (size_t index = 1; index < size; index++) {
    char pointer[24];
    snprintf(pointer, sizeof pointer, "/s%zu", index);
    reducer =
        kmk_presentation(reducer, pointer, pointer + 1, NULL, kmk_reducer_new(counter, NULL, NULL));
  }
  made->store = growth_store(reducer, state);
  made->subscription =
      kmk_store_observe_presentation(made->store, "/slot", &callbacks, NULL, NULL, NULL);
  made->increment = presented(json_string("increment"));
  json_t *inner = json_object_get(made->increment, "child");
  json_object_set(made->increment, "slot", inner);
  json_object_del(made->increment, "child");
  made->id = kmk_store_presentation_id(made->store, "/slot", NULL);
  return made;
}

static void drop_slots(void *world) {
  struct asked *made = world;
  kmk_subscription_free(made->subscription);
  kmk_store_free(made->store);
  json_decref(made->increment);
  kmk_text_free(made->id);
  free(made);
}

static void ask_id(void *world, size_t times) {
  struct asked *made = world;
  while (times-- > 0)
    kmk_text_free(kmk_store_presentation_id(made->store, "/slot", NULL));
}

/* With another presentation id, so that nothing is dismissed. */
static void ask_dismiss(void *world, size_t times) {
  struct asked *made = world;
  while (times-- > 0)
    kmk_store_dismiss_id(made->store, "slot", "another", NULL);
}

static void send_to_slot(void *world, size_t times) {
  struct asked *made = world;
  growth_send(made->store, made->increment, times);
}

const struct growth_world slots_world = {
    1,
    1000,
    10,
    make_slots,
    drop_slots,
    {{"c.slots.id", ask_id}, {"c.slots.dismiss", ask_dismiss}, {"c.slots.send", send_to_slot}},
};

/* ------------------------------------------------------ a navigation path */

struct path {
  kmk_store *store;
  json_t *top, *push, *pop;
  uint64_t pushed;
};

static kmk_effect *path(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  struct path *made = data;
  (void)env;
  if (kmk_action_is(action, "push"))
    growth_check(kmk_state_push_new(state, "/path", json_pack("{s:i}", "count", 0), &made->pushed));
  else if (kmk_action_is(action, "pop"))
    growth_check(kmk_state_pop_from(state, "/path", made->pushed));
  return NULL;
}

static void *make_path(size_t size) {
  struct path *made = growth_new(sizeof *made);
  json_t *elements = json_array();
  for (size_t id = 0; id < size; id++)
    json_array_append_new(elements, json_pack("{s:i}", "count", 0));
  made->store = growth_store(kmk_stack(kmk_reducer_new(path, made, NULL), "/path", "path",
                                       kmk_reducer_new(counter, NULL, NULL)),
                             json_pack("{s:o}", "path", elements));
  made->top = growth_action("{s:{s:{s:I, s:s}}}", "path", "element", "id", (json_int_t)(size - 1),
                            "action", "increment");
  made->push = json_string("push");
  made->pop = json_string("pop");
  return made;
}

static void drop_path(void *world) {
  struct path *made = world;
  kmk_store_free(made->store);
  json_decref(made->top);
  json_decref(made->push);
  json_decref(made->pop);
  free(made);
}

static void send_top(void *world, size_t times) {
  struct path *made = world;
  growth_send(made->store, made->top, times);
}

static void push_and_pop(void *world, size_t times) {
  struct path *made = world;
  for (size_t index = 0; index < times; index++) {
    growth_send(made->store, made->push, 1);
    growth_send(made->store, made->pop, 1);
  }
}

const struct growth_world stack_world = {
    1, 1000, 10, make_path, drop_path, {{"c.stack.top", send_top}, {"c.stack.push", push_and_pop}},
};
