/* The recorder of trace.h, built on the public functions: a trace, and snapshots for the checkpoints. log_lines.c
 * makes its lines, and log_file.c owns the file. */
#include "kumiki_recorder.h"

#include "json_memory.h"
#include "kumiki_checks.h"
#include "log_file.h"
#include "log_lines.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKPOINT = 1024 * 1024, MOST_NAMES = 1000 };
/* The size of the options in 0.3. */
enum { FIRST_SIZE = offsetof(kmk_recorder_options, parts) };
static const char kind[] = "kmk_recorder";

struct kmk_recorder {
  pthread_t thread; /* of the loop */
  int holders;      /* the program and the trace: either may release first, on any thread */
  kmk_store *store;
  kmk_subscription *trace;
  kumiki_log_file log;
  kmk_recorder_options options;
  json_t *secrets;                          /* a list of strings */
  json_t *hash;                             /* of the steps as they are in the file */
  size_t since_checkpoint, checkpoint_size; /* bytes of steps, and of the last checkpoint */
  json_int_t last;                          /* the number of the last step; 0: none */
  bool is_stopped, belongs_to_store, is_ending;
  bool is_begun;            /* the first checkpoint is written */
  bool is_waiting;          /* the file cannot be written now: later lines stay in the buffer */
  bool is_lost;             /* the buffer had no room for a line: another run begins after them */
  bool is_told;             /* the issue of the interruption was raised */
  int reason;               /* errno of the interruption */
  json_int_t written;       /* the number of the last step whose line is not lost */
  uint64_t pause, next_try; /* on the loop's clock */
};

/* The pauses before a failed write is tried again: each is twice the one before it. */
static const uint64_t first_pause = 100 * UINT64_C(1000000),
                      longest_pause = 10 * UINT64_C(1000000000);

/* ---------------------------------------------------------------- writing */

/* Whether a write that failed may succeed later: there may be room again, or the disk may answer. */
static bool may_pass(int number) { return number == ENOSPC || number == EDQUOT || number == EIO; }

static void release(kmk_recorder *recorder);
static void try_again(kmk_recorder *recorder);

static void try_later(void *user_data) {
  kmk_recorder *recorder = user_data;
  if (recorder->store != NULL && recorder->is_waiting &&
      kumiki_trace_clock(recorder->store) >= recorder->next_try)
    try_again(recorder);
}

static void release_later(void *user_data) { release(user_data); }

/* Keeps later lines in the buffer until the file can be written. The pause grows from one try to the next. */
static void interrupt(kmk_recorder *recorder, const char *what) {
  char message[512];
  recorder->is_waiting = true;
  recorder->pause = recorder->pause == 0 ? first_pause : 2 * recorder->pause;
  if (recorder->pause > longest_pause)
    recorder->pause = longest_pause;
  recorder->next_try = kumiki_trace_clock(recorder->store) + recorder->pause;
  if (!recorder->is_ending) {
    __atomic_add_fetch(&recorder->holders, 1, __ATOMIC_ACQ_REL);
    kumiki_record_later(recorder->store, recorder->next_try, try_later, release_later, recorder);
  }
  if (recorder->is_told)
    return;
  recorder->is_told = true;
  recorder->reason = errno;
  snprintf(message, sizeof message, "%s %.300s: %s; the write is tried again", what,
           recorder->log.path, strerror(recorder->reason));
  kumiki_record_failed(recorder->store, message);
}

static void stop(kmk_recorder *recorder, const char *what) {
  char message[512];
  if (recorder->is_stopped || recorder->is_waiting)
    return;
  if (recorder->is_begun && may_pass(errno))
    return interrupt(recorder, what);
  recorder->is_stopped = true;
  snprintf(message, sizeof message, "%s %.300s: %s; nothing more is recorded", what,
           recorder->log.path, strerror(errno));
  kumiki_log_leave(&recorder->log);
  kumiki_record_failed(recorder->store, message);
}

static void stop_if(kmk_recorder *recorder, const char *failed) {
  if (failed != NULL)
    stop(recorder, failed);
}

static bool is_writing(const kmk_recorder *recorder) {
  return !recorder->is_stopped && !recorder->is_waiting;
}

static void drain(kmk_recorder *recorder) {
  if (is_writing(recorder))
    stop_if(recorder, kumiki_log_drain(&recorder->log));
}

static void sync_file(kmk_recorder *recorder) {
  if (is_writing(recorder))
    stop_if(recorder, kumiki_log_sync(&recorder->log));
}

/* Applies the flush policy after a step. */
static void flush_step(kmk_recorder *recorder) {
  if (recorder->options.flush == KMK_FLUSH_STEP)
    drain(recorder);
  else if (recorder->options.flush == KMK_FLUSH_SYNC)
    sync_file(recorder);
}

/* Drops the lines in the full buffer. Another run begins once the file can be written. */
static void lose(kmk_recorder *recorder) {
  recorder->is_lost = true;
  recorder->log.buffer.used = 0;
}

/* Puts a line into the buffer. Steals the line. */
static void put_new(kmk_recorder *recorder, json_t *line) {
  kumiki_bytes *buffer = &recorder->log.buffer;
  size_t before = buffer->used;
  if (line == NULL) {
    errno = ENOMEM;
    stop(recorder, "could not write to");
  } else if (kumiki_json_write(buffer, line, JSON_COMPACT) != KUMIKI_JSON_WRITTEN ||
             !kumiki_append(buffer, "\n", 1)) {
    buffer->used = before;
    errno = EINVAL;
    stop(recorder, "a step is not JSON, or is too large, for");
  }
  json_decref(line);
  recorder->since_checkpoint += buffer->used - before;
  if (buffer->used <= KUMIKI_LOG_BUFFER)
    return;
  if (recorder->is_waiting)
    lose(recorder);
  else
    drain(recorder);
}

/* Writes a checkpoint, and a header before it if a part of the log starts. */
static void begin_part(kmk_recorder *recorder, bool has_header) {
  kmk_error error;
  kmk_snapshot *snapshot = kmk_store_snapshot(recorder->store, &error);
  json_t *beside = kmk_snapshot_json_without_state(snapshot, recorder->options.version, &error);
  json_t *state = kmk_snapshot_state(snapshot);
  kmk_snapshot_free(snapshot);
  if (beside == NULL) {
    kmk_json_release(state);
    errno = EINVAL;
    return stop(recorder, error.message);
  }
  if (has_header)
    put_new(recorder, kumiki_log_header(recorder->secrets, json_object_get(beside, "shape"),
                                        recorder->is_lost ? strerror(recorder->reason) : NULL,
                                        recorder->is_begun ? NULL : recorder->log.rest));
  size_t before = recorder->since_checkpoint;
  put_new(recorder,
          kumiki_log_checkpoint(recorder->secrets, beside, state, (uint64_t)recorder->last,
                                kumiki_trace_clock(recorder->store), recorder->hash));
  recorder->checkpoint_size = recorder->since_checkpoint - before;
  recorder->since_checkpoint = 0;
}

/* Writes the lines that wait, or begins another run if some were lost. */
static void try_again(kmk_recorder *recorder) {
  char message[512], missing[96] = "no step is missing";
  recorder->is_waiting = false;
  if (recorder->is_lost) {
    if (kumiki_log_find_end(&recorder->log))
      begin_part(recorder, true);
    else
      stop(recorder, "could not write to");
  }
  if (recorder->options.flush == KMK_FLUSH_SYNC)
    sync_file(recorder);
  else
    drain(recorder);
  if (!is_writing(recorder)) {
    /* A part of the other run may be in the file: it is cut off before the next try. */
    if (recorder->is_lost)
      recorder->log.buffer.used = 0;
    return;
  }
  if (recorder->is_lost)
    snprintf(missing, sizeof missing, "the steps from %lld to %lld are missing",
             (long long)recorder->written + 1, (long long)recorder->last);
  snprintf(message, sizeof message, "%.300s is written again: %s", recorder->log.path, missing);
  recorder->is_lost = recorder->is_told = false;
  recorder->pause = 0;
  kumiki_record_resumed(recorder->store, message);
}

/* PATH.new, whose first checkpoint is complete, becomes the log. */
static void take_place(kmk_recorder *recorder, const char *failed) {
  if (!recorder->is_stopped && !kumiki_log_take_place(&recorder->log))
    stop(recorder, failed);
  if (recorder->is_stopped)
    kumiki_log_remove_next(&recorder->log);
}

/* The file becomes PATH.1, and a new file starts. */
static void rotate(kmk_recorder *recorder) {
  static const char failed[] = "could not rotate";
  int former;
  sync_file(recorder);
  if (!is_writing(recorder))
    return;
  size_t written = recorder->log.written;
  if (!kumiki_log_begin_next(&recorder->log, &former))
    return stop(recorder, failed);
  begin_part(recorder, true);
  sync_file(recorder);
  if (recorder->is_waiting) {
    /* The former file is complete, and is the log until there is room for another. */
    kumiki_log_return_to(&recorder->log, former, written);
    recorder->is_lost = false;
    return;
  }
  /* From here on a failure leaves two files, and ends the recording. */
  recorder->is_begun = false;
  if (!recorder->is_stopped && !kumiki_log_keep_former(&recorder->log))
    stop(recorder, failed);
  take_place(recorder, failed);
  kumiki_log_close_former(&recorder->log, former);
  recorder->is_begun = true;
  sync_file(recorder);
}

/* Checkpoints take no more bytes than steps, unless the program sets another size. */
static bool is_checkpoint_due(const kmk_recorder *recorder) {
  size_t limit = recorder->options.checkpoint_bytes;
  if (limit == 0)
    limit = recorder->checkpoint_size > CHECKPOINT ? recorder->checkpoint_size : CHECKPOINT;
  return recorder->since_checkpoint >= limit;
}

/* Called before the reducers of an action. */
static void begins(const json_t *action, void *user_data) {
  kmk_recorder *recorder = user_data;
  drain(recorder);
  if (!is_writing(recorder))
    return; /* the buffer has lines that wait */
  json_t *line = kumiki_log_begun(recorder->secrets, recorder->last + 1, action);
  if (line != NULL &&
      kumiki_json_write(&recorder->log.buffer, line, JSON_COMPACT) == KUMIKI_JSON_WRITTEN)
    kumiki_log_mark(&recorder->log);
  recorder->log.buffer.used = 0;
  json_decref(line);
}

static void traced(const json_t *step, void *user_data) {
  kmk_recorder *recorder = user_data;
  if (recorder->is_stopped)
    return;
  json_int_t number = json_integer_value(json_object_get(step, "step"));
  bool is_missing = json_object_get(step, "missing") != NULL;
  if (is_missing || number != recorder->last + 1) {
    errno = ENOMEM;
    return stop(recorder, "a step is missing for");
  }
  recorder->last = number;
  const char *origin = json_string_value(json_object_get(step, "origin"));
  if (origin != NULL && strcmp(origin, "replace") == 0) {
    /* The next reducer cannot run the steps of the former reducer. */
    if (json_array_size(recorder->secrets) == 0)
      kumiki_log_set_hash(&recorder->hash, json_incref(json_object_get(step, "hash")));
    if (recorder->is_waiting)
      return lose(recorder);
    begin_part(recorder, true);
    return flush_step(recorder);
  }
  json_t *line = kumiki_log_step(recorder->secrets, recorder->store, step, &recorder->hash);
  if (recorder->is_lost) {
    json_decref(line);
  } else {
    put_new(recorder, line);
    if (!recorder->is_lost)
      recorder->written = number;
  }
  if (recorder->is_waiting)
    return try_later(recorder);
  if (is_checkpoint_due(recorder)) {
    size_t limit = recorder->options.rotate_bytes;
    if (limit != 0 && recorder->log.written + recorder->log.buffer.used >= limit)
      rotate(recorder);
    else
      begin_part(recorder, false);
  }
  flush_step(recorder);
}

/* -------------------------------------------------------------- beginning */

static void destroy(kmk_recorder *recorder) {
  kumiki_log_end(&recorder->log);
  json_decref(recorder->secrets);
  json_decref(recorder->hash);
  kumiki_deallocate(recorder);
}

static void release(kmk_recorder *recorder) {
  if (__atomic_sub_fetch(&recorder->holders, 1, __ATOMIC_ACQ_REL) == 0)
    destroy(recorder);
}

/* The trace is over: the recorder was freed, or its store has ended. */
static void trace_ended(void *user_data) {
  kmk_recorder *recorder = user_data;
  recorder->is_ending = true;
  if (recorder->is_waiting)
    try_again(recorder);
  drain(recorder);
  recorder->store = NULL;
  if (recorder->belongs_to_store) {
    kmk_subscription_free(recorder->trace);
    release(recorder);
  }
  release(recorder);
}

static void fail(kmk_error *error, kmk_status status, const char *message, const char *detail) {
  if (error == NULL)
    return;
  error->status = status;
  error->position = 0;
  error->path[0] = '\0';
  snprintf(error->message, sizeof error->message, "%s%s%s", message, *detail ? ": " : "", detail);
}

/* Whether this thread's stack has room for a checkpoint. A log cannot start without one. */
static bool has_room(kmk_recorder *recorder, kmk_error *error) {
  kmk_error reason;
  kmk_snapshot *snapshot = kmk_store_snapshot(recorder->store, &reason);
  if (snapshot == NULL)
    return true; /* the trace gives the reason */
  json_t *beside = kmk_snapshot_json_without_state(snapshot, recorder->options.version, &reason);
  kmk_snapshot_free(snapshot);
  if (beside == NULL && error != NULL)
    *error = reason;
  json_decref(beside);
  return beside != NULL;
}

/* Whether each secret can exist at all: a misspelled secret would be written. */
static bool are_known(kmk_recorder *recorder, kmk_error *error) {
  const json_t *secret;
  size_t index;
  json_array_foreach(recorder->secrets, index, secret) {
    if (kumiki_check_secret(recorder->store, json_string_value(secret), error) != KMK_OK)
      return false;
  }
  return true;
}

/* Whether the state in a log can be read into the store of a replay. */
static bool is_readable(kmk_recorder *recorder, kmk_error *error) {
  if (!are_known(recorder, error) || !has_room(recorder, error))
    return false;
  if (json_array_size(recorder->secrets) == 0)
    return true;
  /* NULL: a store that is refused when its trace starts. */
  json_t *open = kumiki_log_state(recorder->secrets, recorder->store);
  kmk_status status =
      kumiki_check_open_state(recorder->store, json_object_get(open, "state"), error);
  json_decref(open);
  return status == KMK_OK;
}

static bool are_valid(const char *path, const kmk_recorder_options *options, kmk_error *error) {
  if (path == NULL || *path == '\0') {
    fail(error, KMK_ERR_INVALID_ARGUMENT,
         path == NULL ? "path is NULL" : "path is empty, expected the name of a file", "");
    return false;
  }
  if (options != NULL && options->size < FIRST_SIZE) {
    fail(error, KMK_ERR_INVALID_ARGUMENT,
         "options.size is smaller than kmk_recorder_options; use KMK_RECORDER_OPTIONS_INIT", "");
    return false;
  }
  const char *malformed = options == NULL ? NULL : kumiki_malformed_secret(options->secret_paths);
  if (malformed != NULL)
    fail(error, KMK_ERR_INVALID_ARGUMENT,
         "expected in secret_paths a pointer (\"/a/b\") or a case path (\"a.b\") of less than 1024 "
         "bytes, found",
         malformed);
  return malformed == NULL;
}

/* Makes a recorder without a trace, whose file is not open yet. */
static kmk_recorder *allocated(kmk_store *store, const char *path,
                               const kmk_recorder_options *options) {
  static const kmk_recorder_options standard = KMK_RECORDER_OPTIONS_INIT;
  kmk_recorder *recorder = kumiki_allocate(sizeof *recorder);
  if (recorder == NULL)
    return NULL;
  memset(recorder, 0, sizeof *recorder);
  recorder->thread = pthread_self();
  recorder->holders = 2;
  recorder->store = store;
  recorder->options = standard;
  if (options != NULL)
    memcpy(&recorder->options, options,
           options->size < sizeof *options ? options->size : sizeof *options);
  recorder->secrets = kumiki_secrets_new(recorder->options.secret_paths);
  recorder->options.secret_paths = NULL;
  recorder->hash = json_string("0000000000000000");
  if (kumiki_log_begin(&recorder->log, path) && recorder->secrets != NULL && recorder->hash != NULL)
    return recorder;
  destroy(recorder);
  return NULL;
}

/* Opens the file. Returns what it is, and the reason if it cannot be used. */
static kumiki_log_opened open_log(kmk_recorder *recorder, kmk_error *error) {
  kumiki_log_opened opened = kumiki_log_open(&recorder->log, error);
  const char *path = recorder->log.path;
  if (opened == KUMIKI_LOG_IS_TAKEN)
    fail(error, KMK_ERR_BUSY, "another recorder writes the file", path);
  else if (opened == KUMIKI_LOG_IS_OTHER)
    fail(error, KMK_ERR_INVALID_ARGUMENT, "the file is not a log, and was not changed", path);
  else if (opened == KUMIKI_LOG_FAILED)
    fail(error, KMK_ERR_INVALID_ARGUMENT, "the file cannot be written", strerror(errno));
  return opened;
}

/* Starts to record into the open file. */
static bool begin(kmk_recorder *recorder, bool is_new, kmk_error *error) {
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  options.omits_inverse = options.omits_transient = true;
  options.begins = (recorder->options.parts & KMK_RECORD_BEGUN) != 0 ? begins : NULL;
  options.has_durations = (recorder->options.parts & KMK_RECORD_DURATIONS) != 0;
  recorder->trace =
      kmk_store_trace(recorder->store, &options, traced, recorder, trace_ended, error);
  if (recorder->trace == NULL)
    return false;
  begin_part(recorder, true);
  drain(recorder);
  flush_step(recorder);
  if (is_new)
    take_place(recorder, "could not begin");
  flush_step(recorder);
  recorder->is_begun = true;
  return true;
}

/* Makes a recorder. Also reports whether another recorder uses the file. */
static kmk_recorder *make(kmk_store *store, const char *path, const kmk_recorder_options *options,
                          bool *is_taken, kmk_error *error) {
  *is_taken = false;
  if (!are_valid(path, options, error))
    return NULL;
  kmk_recorder *recorder = allocated(store, path, options);
  if (recorder == NULL) {
    fail(error, KMK_ERR_NO_MEMORY, "no memory for a recorder", "");
    return NULL;
  }
  kumiki_log_opened opened = open_log(recorder, error);
  *is_taken = opened == KUMIKI_LOG_IS_TAKEN;
  bool is_new = opened == KUMIKI_LOG_IS_NEW;
  bool is_open = is_new || opened == KUMIKI_LOG_GOES_ON;
  bool is_recordable = is_open && is_readable(recorder, error);
  if (is_recordable && begin(recorder, is_new, error))
    return recorder;
  if (is_new)
    kumiki_log_remove_next(&recorder->log);
  /* A refused trace has called trace_ended(), which released its part. */
  if (is_recordable)
    release(recorder);
  else
    destroy(recorder);
  return NULL;
}

kmk_recorder *kmk_recorder_new(kmk_store *store, const char *path,
                               const kmk_recorder_options *options, kmk_error *error) {
  bool is_taken;
  kmk_recorder *made = make(store, path, options, &is_taken, error);
  if (made == NULL || !kumiki_checks_are_on())
    return made;
  return (kmk_recorder *)kumiki_handle_once(made, kind);
}

kmk_status kmk_recorder_flush(kmk_recorder *handle, kmk_error *error) {
  if (handle == NULL) {
    fail(error, KMK_ERR_INVALID_ARGUMENT, "recorder is NULL", "");
    return KMK_ERR_INVALID_ARGUMENT;
  }
  kmk_recorder *recorder = (kmk_recorder *)kumiki_handle_object(handle, kind);
  if (!pthread_equal(pthread_self(), recorder->thread)) {
    if (kumiki_checks_are_on())
      kumiki_checks_wrong_thread();
    fail(error, KMK_ERR_WRONG_THREAD, "called on a thread other than the one that made the loop",
         "");
    return KMK_ERR_WRONG_THREAD;
  }
  if (recorder->is_waiting)
    try_again(recorder);
  sync_file(recorder);
  if (is_writing(recorder))
    return KMK_OK;
  if (recorder->is_waiting) {
    fail(error, KMK_ERR_BUSY, "the file cannot be written now", strerror(recorder->reason));
    return KMK_ERR_BUSY;
  }
  fail(error, KMK_ERR_CLOSED, "the recorder has stopped", recorder->log.path);
  return KMK_ERR_CLOSED;
}

void kmk_recorder_free(kmk_recorder *handle) {
  if (handle == NULL)
    return;
  kmk_recorder *recorder = (kmk_recorder *)kumiki_handle_end(handle, kind);
  kmk_subscription_free(recorder->trace);
  release(recorder);
}

void kumiki_record_as_asked(kmk_store *store) {
  static int count;
  const char *path = getenv("KUMIKI_RECORD");
  if (path == NULL || *path == '\0')
    return;
  char name[4096];
  kmk_error error;
  kmk_recorder *recorder;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.parts = KMK_RECORD_BEGUN | KMK_RECORD_DURATIONS;
  bool is_taken;
  int tries = 0;
  /* Another process may write the file of that name. */
  do {
    int number = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
    int length = number == 1 ? snprintf(name, sizeof name, "%s", path)
                             : snprintf(name, sizeof name, "%s.%d", path, number);
    if (length < 0 || (size_t)length >= sizeof name)
      return;
    recorder = make(store, name, &options, &is_taken, &error);
  } while (is_taken && ++tries < MOST_NAMES);
  if (recorder != NULL)
    recorder->belongs_to_store = true;
  else
    fprintf(stderr, "kumiki: KUMIKI_RECORD=%s: %s\n", name, error.message);
}
