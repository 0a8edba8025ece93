/* A write of many rows must do what writes of the single rows do. Two stores receive the same random actions. One feature
 * writes rows with kmk_state_set_rows, the other one row by row. */
#include "list_support.h"

#include <stdio.h>

enum { ACTIONS = 60, LISTS = 3 };

static const char *const members[] = {"read", "n", "flag"};

/* A feature, and its store with everything that observes it. */
typedef struct side {
  bool is_together;
  kmk_store *store;
  json_t *patches;
  json_t *values; /* of a row and of a member of another row */
  shown lists[LISTS];
  kmk_subscription *subscriptions[3];
} side;

static kmk_condition *at_least(const json_t *least) {
  json_t *description = json_pack("{s:s, s:O}", "at", "/n", "from", least);
  kmk_condition *condition = kmk_condition_new(description, NULL);
  json_decref(description);
  return condition;
}

static bool is_same(const json_t *left, const json_t *right) {
  return left != NULL && json_equal(left, right);
}

/* [member, value, least] */
static void write_rows(kmk_state *state, const json_t *order, bool is_together) {
  char pointer[20];
  const char *member = json_string_value(json_array_get(order, 0));
  const json_t *value = json_array_get(order, 1);
  kmk_condition *condition = at_least(json_array_get(order, 2));
  snprintf(pointer, sizeof pointer, "/%s", member);
  if (is_together) {
    kmk_state_set_rows(state, "/rows", pointer, value, condition);
  } else {
    bool chosen[64] = {false};
    size_t count = json_array_size(kmk_state_get(state, "/rows"));
    for (size_t i = 0; i < count; i++) {
      const json_t *row = kmk_state_getf(state, "/rows/%d", (int)i);
      chosen[i] = kmk_condition_holds(condition, row, NULL) &&
                  !is_same(json_object_get(row, member), value);
    }
    for (size_t i = 0; i < count; i++) {
      if (chosen[i])
        kmk_state_setf(state, value, "/rows/%d/%s", (int)i, member);
    }
  }
  kmk_condition_free(condition);
}

/* Each part of an action: {"rows": ORDER}, or an operation of JSON Patch. */
static void perform(kmk_state *state, const json_t *part, bool is_together) {
  const json_t *order = json_object_get(part, "rows");
  const char *op = json_string_value(json_object_get(part, "op"));
  const char *path = json_string_value(json_object_get(part, "path"));
  const json_t *value = json_object_get(part, "value");
  if (order != NULL)
    write_rows(state, order, is_together);
  else if (strcmp(op, "set") == 0)
    kmk_state_set(state, path, value);
  else if (strcmp(op, "insert") == 0)
    kmk_state_insert_new(state, path, json_deep_copy(value));
  else if (strcmp(op, "remove") == 0)
    kmk_state_remove(state, path);
  else
    kmk_state_move(state, json_string_value(json_object_get(part, "from")), path);
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *parts = kmk_action_payload(action, "step");
  (void)env;
  if (parts == NULL)
    parts = kmk_action_payload(action, "other");
  for (size_t i = 0; i < json_array_size(parts); i++)
    perform(state, json_array_get(parts, i), ((const side *)data)->is_together);
  return NULL;
}

static kmk_reducer *feature(side *s, unsigned kind) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/rows";
  options.limit = 6;
  options.ignored = (const char *const[]){"other", NULL};
  options.excluded = (const char *const[]){kind & 8 ? "/*/flag" : NULL, NULL};
  options.limit_bytes = kind & 16 ? 300 : 0;
  kmk_reducer *reducer = kmk_reducer_new(reduce, s, NULL);
  if (kind & 1)
    reducer = kmk_for_each(reducer, "/rows", "row", NULL, kmk_combine(0, NULL));
  if (kind & 2)
    reducer = kmk_shape(reducer, "{rows: [{id: integer, n: integer, read: any, flag: boolean?}]}");
  return kmk_undoable(reducer, &options);
}

static void record_patch(const json_t *patch, void *record) {
  json_array_append_new(record, patch != NULL ? json_deep_copy(patch) : json_null());
}

static json_t *row_of(int id) {
  return json_pack("{s:i, s:i, s:b}", "id", id, "n", id * 7 % 10, "read", id % 2);
}

static void side_open(kit *k, side *s, bool is_together, unsigned kind) {
  json_t *rows = json_array(), *state = json_pack("{s:o}", "rows", rows);
  for (int id = 0; id < 9; id++)
    json_array_append_new(rows, row_of(id));
  char *text = text_of(state);
  *s = (side){.is_together = is_together, .patches = json_array(), .values = json_array()};
  s->store = open_store(k->loop, feature(s, kind), text);
  free(text);
  json_decref(state);
  static const char *const sorts[LISTS][2] = {{"/n"}, {"-/read"}, {"/id"}};
  for (int i = 0; i < LISTS; i++) {
    s->lists[i].options = (kmk_list_options)KMK_LIST_OPTIONS_INIT;
    s->lists[i].options.sort = sorts[i];
    if (i == 2)
      s->lists[i].options.limit = 4;
    shown_open(&s->lists[i], s->store);
  }
  s->subscriptions[0] =
      kmk_store_observe_patches(s->store, "", record_patch, s->patches, NULL, NULL);
  s->subscriptions[1] = observe_into(s->store, "/rows/2", s->values);
  s->subscriptions[2] = observe_into(s->store, "/rows/3/read", s->values);
}

static void side_close(side *s) {
  for (int i = 0; i < LISTS; i++)
    shown_close(&s->lists[i]);
  for (size_t i = 0; i < COUNT_OF(s->subscriptions); i++)
    kmk_subscription_free(s->subscriptions[i]);
  kmk_store_free(s->store);
  json_decref(s->patches);
  json_decref(s->values);
}

static unsigned seed;

static int any(int count) {
  seed = seed * 1664525u + 1013904223u;
  return (int)((seed >> 8) % (unsigned)count);
}

static json_t *any_value(int member) {
  if (member == 1)
    return json_integer(any(10));
  return any(12) == 0 && member == 0 ? json_pack("{s:b}", "why", 1) : json_boolean(any(2));
}

static json_t *place(const char *format, ...) __attribute__((format(printf, 1, 2)));
static json_t *place(const char *format, ...) {
  char text[40];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return json_string(text);
}

static int next_id;

static json_t *any_part(int count) {
  int member = any(3);
  int row = any(count + 1);
  switch (any(14)) {
  case 0:
    return json_pack("{s:s, s:o, s:o}", "op", "insert", "path", place("/rows/%d", row), "value",
                     row_of(next_id++));
  case 1:
    return json_pack("{s:s, s:o}", "op", "remove", "path", place("/rows/%d", row));
  case 2:
    return json_pack("{s:s, s:o, s:o}", "op", "move", "from", place("/rows/%d", any(count + 1)),
                     "path", place("/rows/%d", row));
  case 3:
    return json_pack("{s:s, s:o, s:o}", "op", "set", "path", place("/rows/%d", row), "value",
                     row_of(next_id++));
  case 4:
    return json_pack("{s:s, s:o}", "op", "remove", "path",
                     place("/rows/%d/%s", row, members[member]));
  case 5:
  case 6:
    return json_pack("{s:s, s:o, s:o}", "op", "set", "path",
                     place("/rows/%d/%s", row, members[member]), "value", any_value(member));
  case 7:
    if (any(4) == 0)
      return json_pack("{s:s, s:o, s:i}", "op", "set", "path", place("/rows/%d/id", row), "value",
                       next_id++);
    return json_pack("{s:s, s:s, s:[o]}", "op", "set", "path", "/rows", "value", row_of(next_id++));
  default:
    return json_pack("{s:[s, o, i]}", "rows", members[member], any_value(member), any(10));
  }
}

static json_t *any_action(int count) {
  int kind = any(10);
  if (kind < 3)
    return json_string(kind < 2 ? "undo" : "redo");
  json_t *parts = json_array();
  for (int left = 1 + any(3); left > 0; left--)
    json_array_append_new(parts, any_part(count));
  return json_pack("{s:o}", kind < 8 ? "step" : "other", parts);
}

/* Continues from the saved form of the store. */
static void save_and_restore(kmk_store *store) {
  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  json_t *json = kmk_snapshot_json(snapshot, 1, NULL);
  kmk_snapshot *read = kmk_snapshot_new(json, NULL, NULL);
  assert_int_equal(kmk_store_restore(store, read, NULL), KMK_OK);
  kmk_snapshot_free(read);
  json_decref(json);
  kmk_snapshot_free(snapshot);
}

/* Whether two records of patches have the same operations. Within a patch their order may differ. */
static bool have_same_operations(json_t *one, json_t *other) {
  size_t i, j;
  json_t *patch, *operation;
  if (json_array_size(one) != json_array_size(other))
    return false;
  json_array_foreach(one, i, patch) {
    json_t *left = json_deep_copy(json_array_get(other, i));
    json_array_foreach(patch, j, operation) {
      for (size_t k = 0; k < json_array_size(left); k++) {
        if (json_equal(json_array_get(left, k), operation)) {
          json_array_remove(left, k);
          break;
        }
      }
    }
    bool is_same = json_array_size(left) == 0 &&
                   json_array_size(patch) == json_array_size(json_array_get(other, i));
    json_decref(left);
    if (!is_same)
      return false;
  }
  return true;
}

static void compare(side sides[2]) {
  json_t *states[2] = {kmk_store_state(sides[0].store), kmk_store_state(sides[1].store)};
  assert_true(json_equal(states[0], states[1]));
  assert_true(have_same_operations(sides[0].patches, sides[1].patches));
  assert_true(json_equal(sides[0].values, sides[1].values));
  for (int i = 0; i < 2; i++) {
    json_decref(states[i]);
    json_array_clear(sides[i].patches);
    json_array_clear(sides[i].values);
    for (int list = 0; list < LISTS; list++)
      shown_check(&sides[i].lists[list]);
  }
}

static void play(kit *k, unsigned kind) {
  side sides[2];
  next_id = 9;
  side_open(k, &sides[0], false, kind);
  side_open(k, &sides[1], true, kind);
  for (int i = 0; i < ACTIONS; i++) {
    json_t *state = kmk_store_state(sides[0].store);
    json_t *action = any_action((int)json_array_size(json_object_get(state, "rows")));
    bool saves = any(8) == 0, restores = any(6) == 0;
    kmk_snapshot *held[2] = {NULL, NULL};
    json_decref(state);
    for (int s = 0; s < 2; s++) {
      if (kind & 4)
        held[s] = kmk_store_snapshot(sides[s].store, NULL);
      assert_int_equal(kmk_store_send(sides[s].store, action, NULL), KMK_OK);
    }
    compare(sides);
    for (int s = 0; saves && s < 2; s++)
      save_and_restore(sides[s].store);
    if (kind & 4) {
      json_t *former[2] = {kmk_snapshot_state(held[0]), kmk_snapshot_state(held[1])};
      assert_true(json_equal(former[0], former[1]));
      for (int s = 0; s < 2; s++) {
        json_decref(former[s]);
        if (restores)
          assert_int_equal(kmk_store_restore(sides[s].store, held[s], NULL), KMK_OK);
        kmk_snapshot_free(held[s]);
      }
    }
    json_decref(action);
  }
  side_close(&sides[0]);
  side_close(&sides[1]);
}

TEST(F425_rows_are_written_together_as_one_by_one) {
  for (unsigned round = 0; round < (unsigned)ROUNDS_OF(120); round++) {
    seed = round;
    play(k, round % 32);
    json_decref(k->issues);
    k->issues = json_array();
  }
}
