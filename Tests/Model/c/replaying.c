#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include "replaying.h"

#include "feature.h"
#include "play.h"
#include "trace.h"
#include "tracing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Small, so that most logs have several parts. */
enum { CHECKPOINT = 2000 };

static bool is_asked;
static char folder[] = "/tmp/kumiki-model-XXXXXX", path[64];
static kmk_recorder *recorder;
static kmk_reducer *reducer;
static json_t *first, *last; /* the states at the start and the end of the log */

void replaying_ask(void) { is_asked = true; }

void replaying_begin(const json_t *feature) {
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  kmk_error error;
  if (!is_asked) {
    return;
  }
  if (path[0] == '\0' && mkdtemp(folder) != NULL) {
    snprintf(path, sizeof path, "%s/log", folder);
  }
  unlink(path);
  options.checkpoint_bytes = CHECKPOINT;
  options.flush = KMK_FLUSH_FULL;
  options.version = 1;
  recorder = kmk_recorder_new(now.store, path, &options, &error);
  if (recorder == NULL) {
    say("not recorded");
    say_string(error.message);
    said();
  } else {
    reducer = feature_reducer(feature);
    first = play_lasting_state(now.store);
    tracing_begin();
  }
}

void replaying_stop(void) {
  tracing_stop();
  if (recorder != NULL) {
    /* Inside a reducer the state cannot be read. */
    last = now.depth <= 1 ? play_lasting_state(now.store) : NULL;
    kmk_recorder_free(recorder);
    recorder = NULL;
  }
}

static void say_difference(const char *what, const json_t *found) {
  now.is_replaying = false;
  say("replayed otherwise");
  say_string(what);
  say_json(found);
  said();
  now.is_replaying = true;
}

/* A replay from its first checkpoint, or from the checkpoint before a step. */
static void run(kmk_replay *replay, uint64_t step) {
  kmk_error error = {.status = KMK_OK};
  kmk_status status = kmk_replay_run(replay, step, &error);
  if (status != KMK_OK) {
    json_t *divergence = kmk_replay_divergence(replay);
    say_difference(error.message, divergence);
    json_decref(divergence);
  }
}

/* Reports a difference between the replay's state and the expected one. */
static void is_state(kmk_replay *replay, const json_t *expected, const char *what) {
  kmk_snapshot *snapshot = kmk_replay_snapshot(replay, NULL);
  json_t *state = kmk_snapshot_state(snapshot);
  kmk_snapshot_free(snapshot);
  if (expected != NULL && !json_equal(state, expected)) {
    say_difference(what, state);
  }
  json_decref(state);
}

static kmk_replay *open_at(uint64_t step) {
  kmk_error error;
  kmk_replay *replay = kmk_replay_open_at(path, kmk_reducer_retain(reducer), step, &error);
  if (replay == NULL) {
    say_difference(error.message, NULL);
  }
  return replay;
}

static void run_to_end(kmk_replay *replay) {
  run(replay, UINT64_MAX);
  is_state(replay, last, "the last state");
}

/* From the first checkpoint to the end, back to the middle, and to the end again; then from the checkpoint before
 * the middle. */
static void run_to_and_fro(void) {
  kmk_replay *replay = open_at(0);
  if (replay == NULL) {
    return;
  }
  is_state(replay, first, "the first state");
  run_to_end(replay);
  if (now.has_transient) {
    /* A reducer may have seen transient members that a checkpoint does not have. */
    kmk_replay_free(replay);
    return;
  }
  uint64_t middle = kmk_replay_step(replay) / 2;
  run(replay, middle);
  run_to_end(replay);
  kmk_replay_free(replay);
  replay = open_at(middle);
  if (replay != NULL) {
    run_to_end(replay);
  }
  kmk_replay_free(replay);
}

static json_t *copied(const json_t *value, void *data) {
  (void)data;
  return json_deep_copy(value);
}

/* Whether the log contains a history, which a migrated checkpoint or restore would drop. */
static bool has_histories(void) {
  static const char mark[] = "\"histories\":";
  FILE *file = fopen(path, "r");
  size_t found = 0;
  for (int byte; file != NULL && found < sizeof mark - 1 && (byte = getc(file)) != EOF;) {
    found = byte == mark[found] ? found + 1 : byte == mark[0];
  }
  if (file != NULL) {
    fclose(file);
  }
  return found == sizeof mark - 1;
}

/* As the log of an earlier version, whose states and actions were the same: each step is compared by its state. */
static void run_migrated(void) {
  const kmk_migration steps[] = {{1, copied, NULL}};
  const kmk_migrations migrations = {sizeof migrations, 2, 1, steps};
  kmk_replay_options options = KMK_REPLAY_OPTIONS_INIT;
  kmk_error error;
  if (has_histories()) {
    return;
  }
  options.states = options.actions = &migrations;
  kmk_replay *replay = kmk_replay_open_with(path, kmk_reducer_retain(reducer), &options, &error);
  if (replay == NULL) {
    say_difference(error.message, NULL);
    return;
  }
  is_state(replay, first, "the first state of an earlier version");
  run_to_end(replay);
  kmk_replay_free(replay);
}

static void forget(void) {
  kmk_reducer_free(reducer);
  json_decref(first);
  json_decref(last);
  first = last = NULL;
  reducer = NULL;
}

void replaying_end(void) {
  if (reducer == NULL) {
    return;
  }
  replaying_stop();
  now.is_replaying = true;
  run_to_and_fro();
  run_migrated();
  now.is_replaying = false;
  forget();
}

void replaying_give_up(void) {
  if (reducer != NULL) {
    replaying_stop();
    forget();
  }
}

void replaying_free(void) {
  unlink(path);
  rmdir(folder);
}
