/* A counter whose steps are traced as JSON, recorded to a file, replayed, and kept in a database. */
#include <kumiki_sqlite.h>

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LOGGED = 100000 };

static kmk_store *untraced, *traced, *inverted, *recorded, *buffered;
static kmk_store *stored;
static kmk_sqlite *database;
static kmk_recorder *recorder, *buffering;
static kmk_replay *replay;
static uint64_t replayed;
static json_t *increment;
static size_t steps;

static void count_step(const json_t *step, void *data) {
  (void)step;
  ++*(size_t *)data;
}

static kmk_store *counting(void) {
  if (!increment)
    increment = value_of("s", "increment");
  return store_of(counter_reducer(), json_pack("{s:i}", "count", 0));
}

static kmk_store *tracing(bool omits_inverse) {
  kmk_error error;
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  options.omits_inverse = omits_inverse;
  kmk_store *store = counting();
  check_made(kmk_store_trace(store, &options, count_step, &steps, NULL, &error), &error);
  return store;
}

static void set_up_untraced(void) { untraced = counting(); }
static void set_up_traced(void) { traced = tracing(true); }
static void set_up_inverted(void) { inverted = tracing(false); }

/* A file that is deleted when the program ends, with its rotated part. */
static char folder[] = "/tmp/kumiki-bench-XXXXXX", log_path[64], record_path[64], full_path[64],
            database_path[64];

static void forget_files(void) {
  kmk_recorder_free(recorder);
  kmk_recorder_free(buffering);
  kmk_replay_free(replay);
  const char *paths[] = {log_path, record_path, full_path, database_path};
  kmk_sqlite_free(database);
  for (size_t index = 0; index < 4; index++) {
    char old[80];
    snprintf(old, sizeof old, "%s.1", paths[index]);
    unlink(paths[index]);
    unlink(old);
  }
  rmdir(folder);
}

static void set_up_files(void) {
  if (log_path[0])
    return;
  check_made(mkdtemp(folder), NULL);
  snprintf(log_path, sizeof log_path, "%s/replayed", folder);
  snprintf(record_path, sizeof record_path, "%s/recorded", folder);
  snprintf(database_path, sizeof database_path, "%s/stored", folder);
  snprintf(full_path, sizeof full_path, "%s/buffered", folder);
  atexit(forget_files);
}

static void send(kmk_store *store, size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(store, increment, NULL));
}

static kmk_recorder *recorder_of(kmk_store *store, const char *path,
                                 const kmk_recorder_options *options) {
  kmk_error error;
  kmk_recorder *made = kmk_recorder_new(store, path, options, &error);
  check_made(made, &error);
  return made;
}

static kmk_recorder *recorder_with(kmk_store *store, const char *path, kmk_flush flush) {
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.flush = flush;
  options.rotate_bytes = (size_t)4 << 20;
  return recorder_of(store, path, &options);
}

static void set_up_recorded(void) {
  set_up_files();
  recorder = recorder_with(recorded = counting(), record_path, KMK_FLUSH_STEP);
}

static void set_up_buffered(void) {
  set_up_files();
  buffering = recorder_with(buffered = counting(), full_path, KMK_FLUSH_FULL);
}

static void set_up_stored(void) {
  kmk_error error;
  json_t *zero = json_pack("{s:i}", "count", 0);
  set_up_files();
  increment = increment ? increment : value_of("s", "increment");
  database = kmk_sqlite_open(database_path, NULL, &error);
  check_made(database, &error);
  stored = kept_store(kmk_sqlite_store(database, "counter", loop, counter_reducer(), zero, &error),
                      &error);
  json_decref(zero);
}

static void set_up_replay(void) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  set_up_files();
  options.flush = KMK_FLUSH_FULL;
  options.checkpoint_bytes = (size_t)1 << 40; /* only the first */
  kmk_store *store = counting();
  kmk_recorder *made = recorder_of(store, log_path, &options);
  send(store, LOGGED);
  kmk_recorder_free(made);
  replay = kmk_replay_open(log_path, counter_reducer(), &error);
  check_made(replay, &error);
}

static void send_untraced(size_t times) { send(untraced, times); }
static void send_traced(size_t times) { send(traced, times); }
static void send_inverted(size_t times) { send(inverted, times); }
static void send_recorded(size_t times) { send(recorded, times); }
static void send_buffered(size_t times) { send(buffered, times); }

/* Waits until the last step is in the file. */
static void send_stored(size_t times) {
  send(stored, times);
  check(kmk_sqlite_flush(database, NULL));
}

/* Continues from the last position, and starts again after the end. */
static void run_again(size_t times) {
  while (times > 0) {
    uint64_t count = times < LOGGED - replayed ? times : LOGGED - replayed;
    check(kmk_replay_run(replay, replayed += count, NULL));
    times -= count;
    if (replayed == LOGGED)
      check(kmk_replay_run(replay, replayed = 0, NULL));
  }
}

static const struct bench_row rows[] = {
    {"c.untraced", send_untraced, set_up_untraced, NULL},
    {"c.traced", send_traced, set_up_traced, NULL},
    {"c.traced-inverse", send_inverted, set_up_inverted, NULL},
    {"c.recorded", send_recorded, set_up_recorded, NULL},
    {"c.recorded-buffered", send_buffered, set_up_buffered, NULL},
    {"c.stored", send_stored, set_up_stored, NULL},
    {"c.replayed", run_again, set_up_replay, NULL},
};
const struct theme trace_rows = THEME(rows);
