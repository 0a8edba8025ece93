/* Logs with all kinds of damage, at any byte and in any line: a replay reports the damage, and ends. */
#include "trace_support.h"

#include <stdio.h>

/* {"set": V} writes V to /n. */
REDUCER(set_n) {
  kmk_state_set(state, "/n", kmk_action_payload(action, "set"));
  return NULL;
}

static kmk_reducer *setting(void) {
  return kmk_shape(kmk_reducer_new(set_n, NULL, NULL), "{n: integer, text: text}");
}

static void assert_number(kmk_store *store, const char *pointer, json_int_t expected) {
  json_t *value = kmk_store_get(store, pointer, NULL);
  assert_int_equal(json_integer_value(value), expected);
  json_decref(value);
}

static void record_run(kit *k, const char *path, size_t between) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  const char *const secrets[] = {"/text", NULL};
  options.checkpoint_bytes = between;
  options.secret_paths = secrets;
  kmk_store *store = open_store(k->loop, setting(), "{'n': 0, 'text': 'hidden'}");
  kmk_recorder *recorder = kmk_recorder_new(store, path, &options, &error);
  assert_non_null(recorder);
  for (int i = 1; i <= 4; i++) {
    char action[32];
    snprintf(action, sizeof action, "{'set': %d}", i);
    send_ok(store, action);
  }
  kmk_recorder_free(recorder);
  kmk_store_free(store);
}

/* The text of a log. */
typedef struct log_text {
  char bytes[16384];
  size_t size;
  int lines;
} log_text;

static log_text read_log(const char *path) {
  log_text log = {.size = 0};
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  log.size = fread(log.bytes, 1, sizeof log.bytes - 1, file);
  fclose(file);
  for (size_t i = 0; i < log.size; i++)
    log.lines += log.bytes[i] == '\n';
  return log;
}

/* Three runs, the second with several checkpoints. */
static log_text three_runs(kit *k, const char *path) {
  record_run(k, path, 0);
  record_run(k, path, 150);
  record_run(k, path, 0);
  return read_log(path);
}

static void write_bytes(const char *path, const char *bytes, size_t size) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  fclose(file);
}

/* Calls kmk_replay_run until it has reached a step, and returns how many errors it reported before. It reports each line
 * at most once, but never gets past a run that does not fit the reducer. */
static int stops_on_the_way(kmk_replay *replay, uint64_t step, int most, const char *what) {
  kmk_error error;
  int stops = 0;
  for (;;) {
    kmk_status status = kmk_replay_run(replay, step, &error);
    bool fits = status != KMK_ERR_DECODE || strstr(error.message, "does not fit") == NULL;
    if (status == KMK_OK || status == KMK_ERR_NOT_FOUND || !fits)
      return stops;
    if (++stops > most)
      fail_msg("%s: no end, %s: %s", what, kmk_status_name(status), error.message);
  }
}

/* Runs to the end, then back to several steps, each time to the end again. */
static int run_damaged(const char *path, const log_text *log, const char *what) {
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, setting(), &error);
  if (replay == NULL)
    return -1;
  int stops = stops_on_the_way(replay, UINT64_MAX, log->lines + 2, what);
  for (uint64_t step = 12; step > 0; step -= 3) {
    stops_on_the_way(replay, step, log->lines + 2, what);
    stops_on_the_way(replay, UINT64_MAX, log->lines + 2, what);
  }
  kmk_replay_free(replay);
  return stops;
}

FILE_TEST(Z153_a_replay_ends_whichever_byte_of_a_log_is_another) {
  static const char others[] = {'\xff', '"', '}', '9', '\n', 'x'};
  const char *path = in_folder("a.log");
  log_text log = three_runs(k, path);
  size_t apart = is_in_hurry() ? 61 : 7;
  for (size_t at = 0; at < log.size; at += apart) {
    char what[64], former = log.bytes[at];
    log.bytes[at] = others[at / apart % COUNT_OF(others)];
    snprintf(what, sizeof what, "byte %zu, %d for %d", at, log.bytes[at], former);
    write_bytes(path, log.bytes, log.size);
    run_damaged(path, &log, what);
    log.bytes[at] = former;
  }
}

/* The start of a line in a log. The first line has the number 0. */
static char *line_of(log_text *log, int number) {
  char *line = log->bytes;
  for (; number > 0; number--)
    line = strchr(line, '\n') + 1;
  return line;
}

FILE_TEST(Z153_a_replay_ends_whichever_line_is_missing_or_there_twice) {
  const char *path = in_folder("a.log");
  log_text log = three_runs(k, path);
  for (int line = 0; line < log.lines; line++) {
    char what[64];
    char *from = line_of(&log, line), *to = strchr(from, '\n') + 1, *end = log.bytes + log.size;
    for (int kind = 0; kind < 3; kind++) {
      snprintf(what, sizeof what, "line %d, %d", line + 1, kind);
      FILE *file = fopen(path, "w");
      fwrite(log.bytes, 1, (size_t)(from - log.bytes), file);
      if (kind == 1) /* half of the line */
        fwrite(from, 1, (size_t)(to - from) / 2, file);
      if (kind == 2) { /* twice */
        fwrite(from, 1, (size_t)(to - from), file);
        fwrite(from, 1, (size_t)(to - from), file);
      }
      fwrite(to, 1, (size_t)(end - to), file);
      fclose(file);
      run_damaged(path, &log, what);
    }
  }
}

/* Replaces a part of the nth line that starts with `mark`, counted from 1. */
static size_t break_in(log_text *log, const char *mark, int nth, const char *part,
                       const char *other) {
  char *line = log->bytes;
  for (;;) {
    if (strncmp(line, mark, strlen(mark)) == 0 && --nth == 0)
      break;
    line = strchr(line, '\n') + 1;
  }
  char *at = strstr(line, part);
  assert_non_null(at);
  assert_int_equal(strlen(part), strlen(other));
  memcpy(at, other, strlen(other));
  return (size_t)(at - log->bytes);
}

/* The first checkpoint of run 3 cannot be read: the replay reports it once, and then the log is at its end. A checkpoint
 * that does not fit the reducer is reported each time. */
FILE_TEST(Z153_a_run_whose_checkpoint_is_damaged_is_told_of_once) {
  static const struct {
    const char *part, *other;
    kmk_status status;
    bool has_position;
  } damages[] = {
      {"\"n\"", "\"\xff\"", KMK_ERR_JSON, true},
      {"\"state\":{", "\"state\":[", KMK_ERR_JSON, true},
      {"\"hash\":\"0", "\"hash\":\"x", KMK_ERR_DECODE, true},
      {"\"n\"", "\"m\"", KMK_ERR_DECODE, false},
  };
  const char *path = in_folder("a.log");
  log_text whole = three_runs(k, path);
  int checkpoints = 0;
  for (const char *at = whole.bytes; (at = strstr(at, "\n{\"checkpoint\"")) != NULL; at++)
    checkpoints++;
  for (size_t i = 0; i < COUNT_OF(damages); i++) {
    kmk_error error;
    log_text log = whole;
    break_in(&log, "{\"checkpoint\"", checkpoints, damages[i].part, damages[i].other);
    write_bytes(path, log.bytes, log.size);
    kmk_replay *replay = kmk_replay_open(path, setting(), &error);
    assert_non_null(replay);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), damages[i].status);
    assert_int_equal(error.position > 0, damages[i].has_position);
    if (damages[i].has_position) {
      assert_non_null(strstr(error.message, ", a checkpoint, is damaged: "));
    } else {
      assert_non_null(strstr(error.message, "run 3, from step 9 on, begins with a state that does "
                                            "not fit: "));
    }
    assert_int_equal(kmk_replay_step(replay), 8);
    kmk_status further = damages[i].has_position ? KMK_ERR_NOT_FOUND : KMK_ERR_DECODE;
    assert_int_equal(kmk_replay_run(replay, 10, &error), further);
    if (damages[i].has_position)
      assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    assert_int_equal(kmk_replay_run(replay, 3, &error), KMK_OK);
    assert_int_equal(kmk_replay_step(replay), 3);
    kmk_replay_free(replay);
  }
}

/* The first checkpoint of run 2 is damaged: the replay skips the steps up to the run's next checkpoint. */
FILE_TEST(Z153_a_replay_goes_on_at_the_next_checkpoint) {
  kmk_error error;
  const char *path = in_folder("a.log");
  log_text log = three_runs(k, path);
  size_t at = break_in(&log, "{\"checkpoint\"", 2, "\"n\"", "\"\xff\"");
  write_bytes(path, log.bytes, log.size);
  kmk_replay *replay = kmk_replay_open(path, setting(), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_JSON);
  assert_in_range(error.position, at, at + 2);
  assert_int_equal(kmk_replay_step(replay), 4);
  assert_int_equal(kmk_replay_run(replay, 5, &error), KMK_ERR_NOT_FOUND);
  assert_non_null(strstr(error.message, "step 5 cannot be run"));
  assert_int_equal(kmk_replay_step(replay), 4);
  assert_int_equal(kmk_replay_run(replay, 8, &error), KMK_OK);
  assert_number(kmk_replay_store(replay), "/n", 4);
  assert_int_equal(kmk_replay_run(replay, 12, &error), KMK_OK);
  /* Goes back to a step of run 2, from the checkpoint after the damaged one. */
  assert_int_equal(kmk_replay_run(replay, 8, &error), KMK_OK);
  assert_int_equal(kmk_replay_run(replay, 2, &error), KMK_OK);
  assert_number(kmk_replay_store(replay), "/n", 2);
  kmk_replay_free(replay);
}

/* If a later checkpoint cannot be read, a replay does not start from it, and goes back to the previous checkpoint. */
FILE_TEST(Z153_a_replay_goes_back_past_a_damaged_checkpoint) {
  kmk_error error;
  const char *path = in_folder("a.log");
  record_run(k, path, 150);
  log_text log = read_log(path);
  break_in(&log, "{\"checkpoint\"", 2, "\"n\"", "\"\xff\"");
  write_bytes(path, log.bytes, log.size);
  kmk_replay *replay = kmk_replay_open(path, setting(), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_JSON);
  assert_non_null(strstr(error.message, ", a checkpoint, is damaged: "));
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  for (uint64_t step = 3; step > 0; step--) {
    stops_on_the_way(replay, step, 1, "back");
    assert_int_equal(kmk_replay_step(replay), step);
    assert_number(kmk_replay_store(replay), "/n", (json_int_t)step);
  }
  kmk_replay_free(replay);
}

/* The header of a later run names the secrets that its lines leave out. Without the header, the replay skips the
   run. */
FILE_TEST(Z153_a_run_whose_header_is_damaged_is_passed_over) {
  kmk_error error;
  const char *path = in_folder("a.log");
  log_text log = three_runs(k, path);
  break_in(&log, "{\"kumiki\"", 2, "\"library\"", "\"library'");
  write_bytes(path, log.bytes, log.size);
  kmk_replay *replay = kmk_replay_open(path, setting(), &error);
  assert_non_null(replay);
  assert_int_equal(stops_on_the_way(replay, UINT64_MAX, log.lines, "header"), 1);
  assert_int_equal(kmk_replay_step(replay), 12);
  kmk_replay_free(replay);
}

/* An observer of the replay's store tries to run the replay while a line runs. */
static void run_inside(const json_t *value, void *data) {
  void **both = data;
  if (json_integer_value(value) == 3)
    *(kmk_status *)both[1] = kmk_replay_run(both[0], UINT64_MAX, NULL);
}

FILE_TEST(Z156_a_replay_is_not_run_by_an_observer_of_its_store) {
  kmk_error error;
  kmk_status inside = KMK_OK;
  const char *path = in_folder("a.log");
  record_run(k, path, 0);
  kmk_replay *replay = kmk_replay_open(path, setting(), &error);
  void *both[] = {replay, &inside};
  kmk_replay_run(replay, 1, &error);
  kmk_subscription *observer =
      kmk_store_observe(kmk_replay_store(replay), "/n", run_inside, both, NULL, &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_int_equal(inside, KMK_ERR_BUSY);
  assert_int_equal(kmk_replay_step(replay), 4);
  kmk_subscription_free(observer);
  kmk_replay_free(replay);
}
