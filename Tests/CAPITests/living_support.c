#include "living_support.h"
#include "support.h"

long factor(void) {
  const char *asked = getenv("KUMIKI_SOAK");
  return asked == NULL ? 1 : atol(asked);
}

long rounds(long count) { return is_watched() ? count / 100 : factor() * ROUNDS_OF(count); }

uint64_t chance;

unsigned below(unsigned bound) {
  chance = chance * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(chance >> 33) % bound;
}

/* ------------------------------------------------------ a long-running program */

static void told(const json_t *value, void *p) { ((program *)p)->told += value != NULL; }
static void told_case(const char *name, const json_t *payload, void *p) {
  ((program *)p)->told += name != NULL && payload != NULL;
}
static void told_changes(const json_t *patch, const json_t *inverse, void *p) {
  ((program *)p)->told += json_array_size(patch) == json_array_size(inverse);
}
static void told_edits(const kmk_list_edit *edits, size_t count, void *p) {
  ((program *)p)->told += edits != NULL ? count : 0;
}
static void presented(const char *id, const char *name, const json_t *state, void *p) {
  ((program *)p)->told += id != NULL && name == NULL && state != NULL;
}
static void updated(const char *id, const json_t *state, void *p) { presented(id, NULL, state, p); }
static void dismissed(const char *id, void *p) { ((program *)p)->told += id != NULL; }

static json_t *doubled(kmk_store *store, void *nothing) {
  (void)nothing;
  json_t *count = kmk_store_get(store, "/count", NULL);
  json_t *result = json_integer(2 * json_integer_value(count));
  json_decref(count);
  return result;
}

static bool is_even(const json_t *row, const json_t *const *parameters, void *nothing) {
  (void)parameters, (void)nothing;
  return json_integer_value(json_object_get(row, "count")) % 2 == 0;
}

void live(size_t rows, const char *log, program *p) {
  static const char *const sort[] = {"-/count", NULL}, *const numbers[] = {"/count", NULL};
  kmk_presentation_callbacks shown = {sizeof shown, presented, updated, dismissed};
  kmk_list_options list = KMK_LIST_OPTIONS_INIT;
  kmk_recorder_options record = KMK_RECORDER_OPTIONS_INIT;
  *p = (program){.loop = app_loop(), .rows = rows, .next_id = (json_int_t)rows};
  json_t *state = app_state(rows);
  p->store = kmk_store_new(p->loop, app_reducer(false), state, NULL);
  json_decref(state);
  kmk_store *store = p->store;
  p->subscriptions[0] = kmk_store_observe(store, "/count", told, p, NULL, NULL);
  p->subscriptions[1] = kmk_store_observe_ids(store, "/path", told, p, NULL, NULL);
  p->subscriptions[2] = kmk_store_observe_id_changes(store, "/rows", told, p, NULL, NULL);
  p->subscriptions[3] = kmk_store_observe_case(store, "/choice", told_case, p, NULL, NULL);
  p->subscriptions[4] = kmk_store_observe_presentation(store, "/sheet", &shown, p, NULL, NULL);
  p->subscriptions[5] = kmk_store_observe_patches(store, "", told, p, NULL, NULL);
  p->subscriptions[6] = kmk_store_observe_changes(store, "/child", told_changes, p, NULL, NULL);
  p->total = kmk_derived_new(store, NULL, doubled, NULL, NULL, NULL);
  p->subscriptions[7] = kmk_derived_observe(p->total, told, p, NULL, NULL);
  list.sort = sort;
  list.numbers = numbers;
  list.filter = is_even;
  list.limit = 20;
  p->list = kmk_list_new(store, "/rows", &list, NULL, NULL, NULL);
  p->subscriptions[8] = kmk_list_observe(p->list, told_edits, p, NULL, NULL);
  record.flush = KMK_FLUSH_FULL;
  record.rotate_bytes = 8 * 1024 * 1024;
  p->recorder = log == NULL ? NULL : kmk_recorder_new(store, log, &record, NULL);
}

void end(program *p) {
  kmk_recorder_free(p->recorder);
  kmk_list_free(p->list);
  kmk_derived_free(p->total);
  for (size_t i = 0; i < COUNT_OF(p->subscriptions); i++)
    kmk_subscription_free(p->subscriptions[i]);
  kmk_store_free(p->store);
  kmk_loop_free(p->loop);
}

/* ------------------------------------------------------------------ its actions */

static const char *const actions[] = {
    "\"inc\"",
    "\"undo\"",
    "\"redo\"",
    "{\"child\":\"inc\"}",
    "{\"note\":\"inc\"}",
    "{\"do\":[[\"set\",\"/note\",{\"count\":1}]]}",
    "{\"do\":[[\"set\",\"/note\",null]]}",
    "{\"do\":[[\"set\",\"/ticks\",1]]}",
    "{\"do\":[[\"set\",\"/ticks\",null]]}",
    "{\"do\":[[\"stamp\",\"/name\"],[\"date\",\"/shown\"]]}",
    "{\"binding\":{\"path\":\"/name\",\"value\":\"x\"}}",
    "{\"sheet\":{\"present\":{\"state\":{\"count\":0,\"ticks\":1}}}}",
    "{\"sheet\":{\"presented\":\"inc\"}}",
    "{\"sheet\":{\"presented\":{\"sheet\":\"present\"}}}",
    "{\"sheet\":{\"presented\":\"close\"}}",
    "{\"sheet\":\"dismiss\"}",
    "{\"sheet\":{\"presented\":{\"effect\":[\"every\",50000000,\"inc\"]}}}",
    "{\"do\":[[\"set\",\"/choice\",{\"page\":{\"count\":1}}]]}",
    "{\"do\":[[\"set\",\"/choice\",{\"alert\":{}}]]}",
    "{\"choice\":{\"presented\":{\"alert\":\"ok\"}}}",
    "{\"choice\":\"dismiss\"}",
    "{\"do\":[[\"push\",\"/path\",{\"count\":0,\"ticks\":1}]]}",
    "{\"do\":[[\"move\",\"/rows/0\",\"/rows/3\"]]}",
    "{\"effect\":[\"send\",\"inc\"]}",
    "{\"effect\":[\"anew\",\"a\",[\"every\",100000000,\"inc\"]]}",
    "{\"effect\":[\"cancel\",\"a\"]}",
    "{\"effect\":[\"debounce\",\"d\",[\"start\",\"inc\"]]}",
    "{\"effect\":[\"throttle\",\"t\",[\"start\",\"inc\"]]}",
    "{\"effect\":[\"serial\",\"s\",[\"after\",20000000,\"inc\"]]}",
    "{\"effect\":[\"latest\",\"l\",[\"after\",20000000,\"inc\"]]}",
    "{\"effect\":[\"catch\",[\"fail\"]]}",
    ("{\"effect\":[\"chain\",[\"delay\",1,[\"send\",\"inc\"]],[\"merge\",[\"send\",\"inc\"],["
     "\"start\",\"inc\"]]]}"),
    "{\"do\":[[\"set\",\"/rows/0/ticks\",1],[\"set\",\"/rows/1/ticks\",null]]}"};

void act(program *p) {
  unsigned kind = below(COUNT_OF(actions) + 12);
  if (kind < COUNT_OF(actions)) {
    kmk_store_send_text(p->store, actions[kind], NULL);
    return;
  }
  json_t *ids = NULL;
  switch (kind - COUNT_OF(actions)) {
  case 0: /* adds one row and removes one */
    kmk_store_sendf(p->store, NULL, "{s:[[s,s,{s:I,s:i}],[s,s]]}", "do", "insert", "/rows/2", "id",
                    p->next_id++, "count", below(9), "remove", "/rows/4");
    break;
  case 1:
    ids = kmk_store_get(p->store, "/path", NULL);
    if (json_array_size(ids) > 4)
      kmk_store_sendf(p->store, NULL, "{s:{s:{s:O}}}", "path", "popFrom", "id",
                      json_object_get(json_array_get(ids, 1), "id"));
    break;
  default: {
    json_int_t index = below((unsigned)p->rows);
    char *pointer = kmk_pointerf("/rows/%" JSON_INTEGER_FORMAT "/id", index);
    ids = kmk_store_get(p->store, pointer, NULL);
    kmk_text_free(pointer);
    kmk_store_sendf(p->store, NULL, "{s:{s:{s:O,s:s}}}", "rows", "element", "id", ids, "action",
                    "inc");
  }
  }
  json_decref(ids);
}

void act_long(program *p, long count) {
  for (long i = 0; i < count; i++) {
    act(p);
    if (i % 50 == 0)
      kmk_loop_advance(p->loop, KMK_MILLISECONDS(below(200)), NULL);
  }
}
