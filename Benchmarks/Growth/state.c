/* States of many sizes: read, written while a snapshot exists, read from text and written as text. And
 * texts of actions that repeat. */
#include "growth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_one(kmk_state *state, const char *pointer) {
  json_int_t count = json_integer_value(kmk_state_get(state, pointer));
  growth_check(kmk_state_set_new(state, pointer, json_integer(count + 1)));
}

static json_t *fields(size_t size) {
  char key[40];
  json_t *made = json_object();
  for (size_t index = 0; index < size; index++) {
    snprintf(key, sizeof key, "field%zu", index);
    json_object_set_new(made, key, json_integer((json_int_t)index));
  }
  return made;
}

/* ------------------------------------------------ an object of many fields */

struct form {
  kmk_store *store;
  json_t *change;
  char *text, *serial; /* an action as text, and the digits in it that make it unique */
  unsigned count;
};

static kmk_effect *form(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *loaded = kmk_action_payload(action, "load");
  if (loaded)
    growth_check(kmk_state_set(state, "/fields", loaded));
  else
    add_one(state, "/fields/field0");
  return NULL;
}

static void *make_form(size_t size) {
  struct form *made = growth_new(sizeof *made);
  json_t *all = fields(size);
  json_t *load = json_pack("{s:{s:s, s:O}}", "load", "serial", "00000000", "fields", all);
  made->text = json_dumps(load, JSON_COMPACT);
  made->serial = strstr(made->text, "00000000");
  json_decref(load);
  made->store = growth_store(kmk_reducer_new(form, NULL, NULL), json_pack("{s:o}", "fields", all));
  made->change = json_string("change");
  return made;
}

static void drop_form(void *world) {
  struct form *made = world;
  kmk_store_free(made->store);
  json_decref(made->change);
  free(made->text);
  free(made);
}

/* The number is hexadecimal with a fixed number of digits. */
static const char *fresh_text(struct form *made) {
  char digits[9];
  snprintf(digits, sizeof digits, "%08x", made->count++);
  memcpy(made->serial, digits, 8);
  return made->text;
}

static void read_whole(void *world, size_t times) {
  struct form *made = world;
  for (size_t index = 0; index < times; index++)
    json_decref(kmk_store_state(made->store));
}

static void write_one(void *world, size_t times) {
  struct form *made = world;
  growth_send(made->store, made->change, times);
}

static void write_beside_snapshot(void *world, size_t times) {
  struct form *made = world;
  for (size_t index = 0; index < times; index++) {
    json_t *snapshot = kmk_store_state(made->store);
    growth_send(made->store, made->change, 1);
    json_decref(snapshot);
  }
}

static void text_out(void *world, size_t times) {
  struct form *made = world;
  for (size_t index = 0; index < times; index++)
    kmk_text_free(kmk_store_state_text(made->store, JSON_COMPACT));
}

static void print_alone(void *world, size_t times) {
  struct form *made = world;
  json_t *state = kmk_store_state(made->store);
  for (size_t index = 0; index < times; index++)
    free(json_dumps(state, JSON_COMPACT));
  json_decref(state);
}

static void parse_alone(void *world, size_t times) {
  for (size_t index = 0; index < times; index++)
    json_decref(json_loads(fresh_text(world), JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL));
}

/* Must be the last operation in its world: it overwrites the fields with other ones. */
static void text_in(void *world, size_t times) {
  struct form *made = world;
  for (size_t index = 0; index < times; index++)
    growth_check(kmk_store_send_text(made->store, fresh_text(made), NULL));
}

const struct growth_world fields_world = {
    1,
    100000,
    10,
    make_form,
    drop_form,
    {{"c.state.read", read_whole},
     {"c.state.write", write_one},
     {"c.state.snapshot-write", write_beside_snapshot},
     {"c.state.text-out", text_out},
     {"floor.state.text-out", print_alone},
     {"floor.state.text-in", parse_alone}},
};

const struct growth_world texts_in_world = {
    1, 100000, 10, make_form, drop_form, {{"c.state.text-in", text_in}},
};

/* ---------------------------- rows, one of them written while a snapshot exists */

struct list {
  kmk_store *store;
  json_t *row;
};

static kmk_effect *nothing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static kmk_effect *row(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  add_one(state, "/count");
  return NULL;
}

static void *make_list(size_t size) {
  struct list *made = growth_new(sizeof *made);
  json_t *rows = json_array();
  for (size_t id = 0; id < size; id++)
    json_array_append_new(rows, json_pack("{s:I, s:i}", "id", (json_int_t)id, "count", 0));
  made->store = growth_store(kmk_for_each(kmk_reducer_new(nothing, NULL, NULL), "/rows", "rows",
                                          NULL, kmk_reducer_new(row, NULL, NULL)),
                             json_pack("{s:o}", "rows", rows));
  made->row =
      growth_action("{s:{s:{s:i, s:s}}}", "rows", "element", "id", 0, "action", "increment");
  return made;
}

static void drop_list(void *world) {
  struct list *made = world;
  kmk_store_free(made->store);
  json_decref(made->row);
  free(made);
}

static void write_row_beside_snapshot(void *world, size_t times) {
  struct list *made = world;
  for (size_t index = 0; index < times; index++) {
    json_t *snapshot = kmk_store_state(made->store);
    growth_send(made->store, made->row, 1);
    json_decref(snapshot);
  }
}

const struct growth_world snapshot_world = {
    1, 100000, 10, make_list, drop_list, {{"c.rows.snapshot-write", write_row_beside_snapshot}},
};

/* ------------------------------------------------------ texts that repeat */

struct texts {
  size_t size, next;
  kmk_store *store;
  char (*texts)[40];
};

static void *make_texts(size_t size) {
  struct texts *made = growth_new(sizeof *made);
  made->size = size;
  made->store = growth_store(kmk_reducer_new(nothing, NULL, NULL), json_pack("{s:i}", "count", 0));
  made->texts = growth_new(size * sizeof *made->texts);
  for (size_t index = 0; index < size; index++)
    snprintf(made->texts[index], sizeof made->texts[index], "{\"pick\":{\"row\":%zu}}", index);
  return made;
}

static void drop_texts(void *world) {
  struct texts *made = world;
  kmk_store_free(made->store);
  free(made->texts);
  free(made);
}

static void send_in_turn(void *world, size_t times) {
  struct texts *made = world;
  for (size_t index = 0; index < times; index++)
    growth_check(kmk_store_send_text(made->store, made->texts[made->next++ % made->size], NULL));
}

static void parse_in_turn(void *world, size_t times) {
  struct texts *made = world;
  for (size_t index = 0; index < times; index++)
    json_decref(json_loads(made->texts[made->next++ % made->size],
                           JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL));
}

const struct growth_world texts_world = {
    1,          16384,      4,
    make_texts, drop_texts, {{"c.texts.send", send_in_turn}, {"floor.texts.parse", parse_in_turn}},
};
