#include "events.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LISTS = 4096 };

bool events_init(events *all, const check_options *options, check_memory *shared,
                 const kmk_reducer *reducer, kmk_error *error) {
  *all = (events){.options = options, .shared = shared};
  all->schema = kmk_reducer_describe(reducer, error);
  return all->schema != NULL;
}

static void forget_lists(events *all) {
  for (size_t i = 0; i < all->list_count; i++) {
    for (size_t j = 0; j < all->lists[i].count; j++)
      json_decref(all->lists[i].all[j].json);
    free(all->lists[i].all);
  }
  all->list_count = 0;
}

void events_free(events *all) {
  forget_lists(all);
  free(all->lists);
  for (size_t i = 0; i < all->look_count; i++)
    free(all->looks[i].pointer);
  free(all->looks);
  for (size_t i = 0; i < all->advance_count; i++)
    json_decref(all->advances[i].json);
  free(all->advances);
  for (size_t i = 0; i < all->known_room; i++)
    json_decref(all->known[i]);
  free(all->known);
  json_decref(all->schema);
}

/* Makes room for one more element of an array. */
static void *grown(void *array, size_t count, size_t *room, size_t size) {
  if (count < *room)
    return array;
  size_t wider = *room == 0 ? 16 : *room * 2;
  void *moved = realloc(array, wider * size);
  if (moved == NULL)
    abort();
  memset((char *)moved + *room * size, 0, (wider - *room) * size);
  *room = wider;
  return moved;
}

static void note_look(const char *pointer, int look, void *data) {
  events *all = data;
  for (size_t i = 0; i < all->look_count; i++)
    if (all->looks[i].look == look && strcmp(all->looks[i].pointer, pointer) == 0)
      return;
  all->looks = grown(all->looks, all->look_count, &all->look_room, sizeof *all->looks);
  all->looks[all->look_count++] = (looked_at){strdup(pointer), look};
  all->has_new_looks = true;
}

static uint64_t key_of(const events *all, const json_t *state, const json_t *requests) {
  hash128 hash = hash_start();
  size_t index;
  json_t *each;
  for (size_t i = 0; i < all->look_count; i++)
    hash_word(&hash, look_at(state, all->looks[i].pointer, all->looks[i].look));
  json_array_foreach(loose(requests), index, each) {
    hash_text(&hash, json_string_value(json_object_get(each, "name")));
    hash_text(&hash, json_string_value(json_object_get(each, "phase")));
  }
  return hash.low;
}

/* ------------------------------------------------------------------- replies */

/* The values of one kind of reply: declared, of a pool, or values of several types. The feature refuses some of these. */
static json_t *reply_values(values *v, const events *all, const char *name, const char *kind,
                            json_t *fallback) {
  char path[300];
  write_text(path, sizeof path, "%s %s", name, kind);
  const json_t *declared = json_object_get(json_object_get(all->schema, "requests"), name),
               *schema = json_object_get(declared, kind);
  schemas of = {0};
  schemas_add(&of, schema, v->definitions);
  bool is_known = schema != NULL || pool_of(v->options, path) != NULL;
  if (!is_known && declared != NULL && strcmp(kind, "failure") != 0)
    return json_array(); /* a kind that the declaration leaves out */
  if (!is_known || (schema != NULL && of.count == 0 && pool_of(v->options, path) == NULL))
    return json_incref(fallback);
  return values_of(v, &of, path, NULL);
}

static void add_replies(values *v, const events *all, json_t *list, const char *name,
                        json_int_t turn) {
  static const char *const kinds[][2] = {
      {"answer", "answer"}, {"failure", "fail"}, {"part", "part"}};
  json_t *fallbacks[] = {json_pack("[n, s, i, b, {}]", "a", 1, true),
                         json_pack("[s, n, i]", "failed", 1), json_array()},
         *each;
  size_t index;
  for (size_t i = 0; i < KMK_COUNT(kinds); i++) {
    json_t *made = reply_values(v, all, name, kinds[i][0], fallbacks[i]);
    json_array_foreach(made, index, each) json_array_append_new(
        list, json_pack("{s:s, s:I, s:O}", "request", name, "turn", turn, kinds[i][1], each));
    json_decref(made);
    json_decref(fallbacks[i]);
  }
}

static void add_all_replies(values *v, const events *all, json_t *list, const json_t *requests) {
  size_t index, other;
  json_t *each, *before;
  json_array_foreach(loose(requests), index, each) {
    const char *name = json_string_value(json_object_get(each, "name"));
    json_int_t turn = 0;
    if (strcmp(json_string_value(json_object_get(each, "phase")), "waiting") == 0)
      continue;
    json_array_foreach(
        loose(requests), other,
        before) if (other < index &&
                    strcmp(json_string_value(json_object_get(before, "name")), name) == 0 &&
                    strcmp(json_string_value(json_object_get(before, "phase")), "waiting") != 0)
        turn++;
    add_replies(v, all, list, name, turn);
  }
}

/* --------------------------------------------------------------------- lists */

static bool is_null(const json_t *value) { return value == NULL || json_is_null(value); }

void events_case(const events *all, const json_t *action, char *path, size_t size) {
  (void)all;
  size_t length = 0;
  *path = '\0';
  for (;;) {
    const char *name = case_of(action);
    if (name == NULL || length + strlen(name) + 2 > size)
      return;
    length += (size_t)snprintf(path + length, size - length, "%s%s", length > 0 ? "." : "", name);
    const json_t *payload = json_object_get(action, name);
    if (strcmp(name, "element") == 0 && !is_null(json_object_get(payload, "action")))
      payload = json_object_get(payload, "action");
    /* A payload is entered as far as cases are declared. */
    char with[240];
    const char *inner = case_of(payload);
    if (inner == NULL)
      return;
    write_text(with, sizeof with, "%s.%s", path, inner);
    bool is_declared = false;
    size_t total = atomic_load_explicit(&all->shared->case_total, memory_order_acquire);
    for (size_t i = 0; i < total && !is_declared; i++)
      is_declared = strncmp(all->shared->cases[i].path, with, strlen(with)) == 0;
    if (!is_declared)
      return;
    action = payload;
  }
}

static json_t *sends(values *v, const events *all, const json_t *state) {
  const json_t *definitions = json_object_get(all->schema, "$defs");
  feature_at root = {state, {0}, ""};
  schemas action = {0};
  schemas_add(&root.form, json_object_get(definitions, "state"), definitions);
  schemas_add(&action, json_object_get(definitions, "action"), definitions);
  /* Without declared cases any value is an action, so only the actions in the options are sent. */
  json_t *list = all->options->only_actions ? json_array() : values_of(v, &action, "", &root),
         *each;
  size_t index;
  json_t *cases = json_array();
  json_array_foreach(list, index, each) if (case_of(each) != NULL && *case_of(each) != '\0')
      json_array_append(cases, each);
  json_array_foreach(loose(all->options->actions), index, each) json_array_append(cases, each);
  json_decref(list);
  return cases;
}

static event_list made(events *all, const json_t *state, const json_t *requests) {
  values v = {all->options, json_object_get(all->schema, "$defs"), state, note_look, all, false};
  json_t *list = json_array(), *actions = sends(&v, all, state), *each;
  size_t index;
  char path[120];
  json_array_foreach(actions, index, each)
      json_array_append_new(list, json_pack("{s:O}", "send", each));
  add_all_replies(&v, all, list, requests);
  event_list result = {0, json_array_size(list), NULL, v.is_cut};
  result.all = calloc(result.count + 1, sizeof *result.all);
  json_array_foreach(list, index, each) {
    check_event *made = &result.all[index];
    made->json = json_incref(each);
    made->number = shared_event(all->shared, each);
    if (json_object_get(each, "send") != NULL) {
      events_case(all, json_object_get(each, "send"), path, sizeof path);
      made->sent = shared_case(all->shared, path);
    }
  }
  json_decref(actions);
  json_decref(list);
  return result;
}

const event_list *events_of(events *all, const json_t *state, const json_t *requests) {
  uint64_t key = key_of(all, state, requests);
  for (size_t i = 0; i < all->list_count; i++)
    if (all->lists[i].key == key)
      return &all->lists[i];
  all->has_new_looks = false;
  event_list list = made(all, state, requests);
  if (all->has_new_looks || all->list_count == MOST_LISTS)
    forget_lists(all); /* their keys say too little */
  list.key = key_of(all, state, requests);
  all->lists = grown(all->lists, all->list_count, &all->list_room, sizeof *all->lists);
  all->lists[all->list_count] = list;
  return &all->lists[all->list_count++];
}

const check_event *events_advance(events *all, uint64_t nanoseconds) {
  for (size_t i = 0; i < all->advance_count; i++)
    if ((uint64_t)json_integer_value(json_object_get(all->advances[i].json, "advance")) ==
        nanoseconds)
      return &all->advances[i];
  all->advances =
      grown(all->advances, all->advance_count, &all->advance_room, sizeof *all->advances);
  check_event *made = &all->advances[all->advance_count++];
  made->json = json_pack("{s:I}", "advance", (json_int_t)nanoseconds);
  made->number = shared_event(all->shared, made->json);
  return made;
}

const json_t *events_numbered(events *all, uint32_t number) {
  while (number >= all->known_room)
    all->known = grown(all->known, all->known_room, &all->known_room, sizeof *all->known);
  if (all->known[number] == NULL)
    all->known[number] = shared_event_json(all->shared, number);
  return all->known[number];
}

static void declare(const char *path, bool is_private, void *data) {
  events *all = data;
  case_count *found = shared_case(all->shared, path);
  if (found == NULL)
    return;
  found->is_declared = true;
  found->is_private = found->is_private || is_private;
}

void events_declare(events *all) {
  const json_t *definitions = json_object_get(all->schema, "$defs");
  values v = {all->options, definitions, NULL, NULL, NULL, false};
  schemas action = {0};
  schemas_add(&action, json_object_get(definitions, "action"), definitions);
  values_cases(&v, &action, declare, all);
}

static void note_case(const char *path, bool is_private, void *data) {
  (void)path, (void)is_private;
  *(bool *)data = true;
}

bool events_have_actions(const events *all) {
  const json_t *definitions = json_object_get(all->schema, "$defs");
  values v = {all->options, definitions, NULL, NULL, NULL, false};
  schemas action = {0};
  bool is_found = json_array_size(all->options->actions) > 0;
  schemas_add(&action, json_object_get(definitions, "action"), definitions);
  if (!all->options->only_actions)
    values_cases(&v, &action, note_case, &is_found);
  return is_found;
}

void events_slots(const events *all, slot_fn fn, void *data) {
  const json_t *definitions = json_object_get(all->schema, "$defs");
  values v = {all->options, definitions, NULL, NULL, NULL, false};
  schemas action = {0};
  schemas_add(&action, json_object_get(definitions, "action"), definitions);
  values_slots(&v, &action, fn, data);
}
