/* Long life: after many actions, stores and timers no more memory is used than before (C80). `make soak` has 10 million
 * actions, 100,000 stores and a month; otherwise there are so many that a leak of a few bytes for each is seen. */
#define _POSIX_C_SOURCE 200809L

#include "app_support.h"
#include "shared_support.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

/* The factor by which all is longer: KUMIKI_SOAK=100. */
static long factor(void) {
  const char *asked = getenv("KUMIKI_SOAK");
  return asked == NULL ? 1 : atol(asked);
}

/* So many rounds, or fewer: under a watcher, which finds each lost byte, few will do. */
static long rounds(long count) { return is_watched() ? count / 100 : factor() * ROUNDS_OF(count); }

/* ------------------------------------------------------------- memory in use */

/* Bytes that are allocated now, by whoever. 0 under valgrind and the sanitizers, which find leaks themselves. */
static size_t bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

enum { SAMPLES = 10, WARM = 3 };
typedef struct {
  size_t bytes[SAMPLES];
  int count;
} samples;

static void note_memory(samples *s) { s->bytes[s->count++] = bytes_in_use(); }

/* What is asked of all samples but the first: none is more than a hundredth above another. Of few actions a little
 * more, since tables still grow to their size: that is half a byte for each. */
static void assert_flat(const samples *s, const char *what) {
  size_t least = s->bytes[WARM], most = least;
  for (int i = WARM; i < s->count; i++) {
    least = s->bytes[i] < least ? s->bytes[i] : least;
    most = s->bytes[i] > most ? s->bytes[i] : most;
  }
  if (factor() > 1)
    print_message("%s: %zu to %zu bytes in use\n", what, least, most);
  if (most - least > least / 100 + (factor() > 1 ? 0 : 32 * 1024))
    fail_msg("%s: %zu bytes in use have become %zu", what, least, most);
}

/* ------------------------------------------------------------------- chance */

static uint64_t seed;

static unsigned below(unsigned bound) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % bound;
}

/* -------------------------------------------------------- a program that lives */

typedef struct {
  kmk_loop *loop;
  kmk_store *store;
  kmk_subscription *subscriptions[9];
  kmk_list *list;
  kmk_derived *total;
  kmk_recorder *recorder;
  size_t rows, told;
  json_int_t next_id;
} program;

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

/* A store with an observer of each kind, a derived value, a list and a recorder. */
static program live(size_t rows, const char *log, program *p) {
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
  return *p;
}

static void end(program *p) {
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

/* One action. The rows stay as many, and the path short. */
static void act(program *p) {
  unsigned kind = below(COUNT_OF(actions) + 12);
  if (kind < COUNT_OF(actions)) {
    kmk_store_send_text(p->store, actions[kind], NULL);
    return;
  }
  json_t *ids = NULL;
  switch (kind - COUNT_OF(actions)) {
  case 0: /* a row comes and one goes */
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

/* Ends all that is up and running, so that two moments compare. */
static void rest(program *p) {
  static const char *const ending[] = {
      ("{\"do\":[[\"set\",\"/sheet\",null],[\"set\",\"/choice\",null],[\"set\",\"/note\",null],"
       "[\"set\",\"/path\",[]],[\"set\",\"/ticks\",null],[\"set\",\"/name\",\"\"]]}"),
      "{\"effect\":[\"cancel\",\"a\"]}", "\"clearHistory\""};
  /* A row that began to tick may have moved: never behind the tenth. */
  for (int i = 0; i < 10; i++)
    kmk_store_sendf(p->store, NULL, "{s:[[s,s++,n]]}", "do", "set", "/rows/",
                    (char[]){(char)('0' + i), 0}, "/ticks");
  for (size_t i = 0; i < COUNT_OF(ending); i++)
    kmk_store_send_text(p->store, ending[i], NULL);
  kmk_loop_advance(p->loop, 10 * SECOND, NULL);
}

static void live_long(size_t rows, long count, const char *what) {
  samples s = {{0}, 0};
  program p;
  seed = rows;
  live(rows, in_folder("soak.log"), &p);
  assert_non_null(p.recorder);
  for (int sample = 0; sample < SAMPLES; sample++) {
    for (long i = 0; i < count / SAMPLES; i++) {
      act(&p);
      if (i % 50 == 0)
        kmk_loop_advance(p.loop, below(200) * MILLISECOND, NULL);
    }
    rest(&p);
    note_memory(&s);
  }
  assert_true(p.told > (size_t)count / 10);
  end(&p);
  assert_flat(&s, what);
}

FILE_TEST(C80_many_actions_of_an_app_with_10_rows_leave_nothing_behind) {
  (void)k;
  live_long(10, rounds(100000L), "10 rows");
}

FILE_TEST(C80_many_actions_of_an_app_with_100000_rows_leave_nothing_behind) {
  (void)k;
  live_long(is_in_hurry() ? 1000 : 100000, rounds(100000L) / 5, "100,000 rows");
}

FILE_TEST(C80_many_stores_leave_nothing_behind) {
  (void)k;
  samples s = {{0}, 0};
  long count = rounds(1000L);
  for (int sample = 0; sample < SAMPLES; sample++) {
    for (long i = 0; i < count / SAMPLES; i++) {
      program p;
      seed = (uint64_t)i;
      live(6, NULL, &p);
      for (int n = 0; n < 10; n++)
        act(&p);
      end(&p);
    }
    note_memory(&s);
  }
  assert_flat(&s, "stores");
}

FILE_TEST(C80_a_long_time_of_timers_leaves_nothing_behind) {
  (void)k;
  static const char *const timers[] = {"{\"effect\":[\"every\",1000000000,\"inc\"]}",
                                       "{\"effect\":[\"every\",60000000000,\"inc\"]}",
                                       "{\"effect\":[\"every\",3600000000000,{\"child\":\"inc\"}]}",
                                       ("{\"effect\":[\"every\",7000000000,{\"effect\":["
                                        "\"debounce\",\"d\",[\"after\",5000000000,\"inc\"]]}]}"),
                                       "{\"do\":[[\"set\",\"/ticks\",1]]}"};
  samples s = {{0}, 0};
  program p;
  live(10, NULL, &p);
  for (size_t i = 0; i < COUNT_OF(timers); i++)
    kmk_store_send_text(p.store, timers[i], NULL);
  /* 30 days, or some hours. */
  uint64_t part = factor() > 1 ? 3 * 24 * 3600 * SECOND : (uint64_t)rounds(3600L) * SECOND;
  for (int sample = 0; sample < SAMPLES; sample++) {
    assert_int_equal(kmk_loop_advance(p.loop, part, NULL), KMK_OK);
    note_memory(&s);
  }
  end(&p);
  assert_flat(&s, "timers");
}

FILE_TEST(Z40_many_actions_of_an_app_run_again_write_the_same) {
  (void)k;
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  long count = rounds(10000L);
  program p;
  seed = 40;
  live(10, NULL, &p);
  options.flush = KMK_FLUSH_FULL;
  p.recorder = kmk_recorder_new(p.store, in_folder("whole.log"), &options, NULL);
  assert_non_null(p.recorder);
  for (long i = 0; i < count; i++) {
    act(&p);
    if (i % 50 == 0)
      kmk_loop_advance(p.loop, below(200) * MILLISECOND, NULL);
  }
  json_t *state = kmk_store_state(p.store);
  end(&p);

  kmk_replay *replay = kmk_replay_open(in_folder("whole.log"), app_reducer(false), &error);
  assert_non_null(replay);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_null(kmk_replay_divergence(replay));
  assert_true(kmk_replay_step(replay) >= (uint64_t)count / 2);
  if (factor() > 1)
    print_message("replay: %llu steps\n", (unsigned long long)kmk_replay_step(replay));
  json_t *again = kmk_store_state(kmk_replay_store(replay));
  assert_true(json_equal(state, again));
  json_decref(state);
  json_decref(again);
  kmk_replay_free(replay);
}
