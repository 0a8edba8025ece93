/* The recorder of trace.h. It stands on the public functions: a trace, and snapshots for the checkpoints. */
#include "kumiki_recorder.h"

#include "../CJansson/shim.h"
#include "json_line.h"
#include "kumiki_checks.h"
#include "secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 64 * 1024, CHECKPOINT = 1024 * 1024, MOST_NAMES = 1000 };
static const char kind[] = "kmk_recorder";

struct kmk_recorder {
  pthread_t thread; /* of the loop */
  int holders; /* the program and the trace: either may be the first to let go, on any thread */
  kmk_store *store;
  kmk_subscription *trace;
  char *path;
  char *next, *former; /* PATH.new and PATH.1 */
  char *folder;        /* where they are */
  int file;            /* locked, so that another recorder is refused */
  pid_t process;       /* that opened it */
  kmk_recorder_options options;
  char **secrets; /* ends with NULL */
  uint64_t hash;  /* of what was written, where there are secrets */
  kumiki_bytes buffer;
  size_t since_checkpoint, written;
  json_int_t last; /* the number of the last step; 0: none */
  bool is_stopped, belongs_to_store;
  bool has_new_name; /* and the disk may not have it yet */
};

/* ------------------------------------------------------------------ bytes */

/* A child of this process, without exec, has the lock too: it ends here, unless this is the child. */
static void unlock(const kmk_recorder *recorder, int file) {
  if (recorder->process == getpid())
    flock(file, LOCK_UN);
}

static void stop(kmk_recorder *recorder, const char *what) {
  char message[512];
  if (recorder->is_stopped)
    return;
  recorder->is_stopped = true;
  unlock(recorder, recorder->file);
  snprintf(message, sizeof message, "%s %.300s: %s; nothing more is recorded", what, recorder->path,
           strerror(errno));
  kumiki_record_failed(recorder->store, message);
}

/* A signal that comes meanwhile is no failure: the call is made again. */
#define AGAIN_AFTER_SIGNALS(result, call)                                                          \
  do                                                                                               \
    result = (call);                                                                               \
  while (result < 0 && errno == EINTR)

/* Hands the buffer to the system. */
static void drain(kmk_recorder *recorder) {
  size_t done = 0;
  while (!recorder->is_stopped && done < recorder->buffer.used) {
    ssize_t count;
    AGAIN_AFTER_SIGNALS(
        count, write(recorder->file, recorder->buffer.start + done, recorder->buffer.used - done));
    if (count >= 0)
      done += (size_t)count;
    else
      stop(recorder, "could not write to");
  }
  recorder->written += done;
  recorder->buffer.used = 0;
}

/* Waits until the disk has the names in the log's folder. True too for a folder that cannot be read or synced. */
static bool sync_folder(const char *folder) {
  int result, file;
  AGAIN_AFTER_SIGNALS(file, open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file < 0)
    return errno == EACCES;
  AGAIN_AFTER_SIGNALS(result, fsync(file));
  bool is_done = result == 0 || errno == EINVAL;
  close(file);
  return is_done;
}

static void sync_file(kmk_recorder *recorder) {
  int result = 0;
  drain(recorder);
  if (!recorder->is_stopped)
    AGAIN_AFTER_SIGNALS(result, fdatasync(recorder->file));
  if (result < 0 && errno != EINVAL)
    return stop(recorder, "could not sync");
  if (recorder->is_stopped || !recorder->has_new_name)
    return;
  if (!sync_folder(recorder->folder))
    return stop(recorder, "could not sync the folder of");
  recorder->has_new_name = false;
}

/* What the flush policy asks for after each step. */
static void flush_step(kmk_recorder *recorder) {
  if (recorder->options.flush == KMK_FLUSH_STEP)
    drain(recorder);
  else if (recorder->options.flush == KMK_FLUSH_SYNC)
    sync_file(recorder);
}

/* Puts a line into the buffer. */
static void put(kmk_recorder *recorder, const json_t *line) {
  kumiki_bytes *buffer = &recorder->buffer;
  size_t before = buffer->used;
  if (line == NULL) {
    errno = ENOMEM;
    return stop(recorder, "could not write to");
  }
  if (!kumiki_append_json(buffer, line) || !kumiki_append(buffer, "\n", 1)) {
    buffer->used = before;
    errno = EINVAL;
    return stop(recorder, "a step is no JSON, or too large, for");
  }
  recorder->since_checkpoint += buffer->used - before;
  if (buffer->used > BUFFER)
    drain(recorder);
}

/* Puts a line into the buffer and lets it go. */
static void put_new(kmk_recorder *recorder, json_t *line) {
  put(recorder, line);
  json_decref(line);
}

/* ------------------------------------------------------------------ lines */

static json_t *hash_text(uint64_t hash) {
  char digits[17];
  snprintf(digits, sizeof digits, "%016" PRIx64, hash);
  return json_string(digits);
}

/* A line that says what the log was made with. */
static json_t *header(kmk_recorder *recorder, json_t *shape) {
  json_t *line = json_pack("{s:s, s:i, s:s, s:O?}", "kumiki", "log", "form", 1, "library",
                           kmk_version(), "shape", shape);
  if (*recorder->secrets == NULL)
    return line;
  json_t *secrets = json_array();
  for (size_t i = 0; recorder->secrets[i] != NULL; i++)
    secrets = kumiki_with_element(secrets, i, json_string(recorder->secrets[i]));
  return kumiki_with_member(line, "secrets", secrets);
}

/* A line with a checkpoint, and before it the header if there is none yet. */
static void begin_part(kmk_recorder *recorder, bool has_header) {
  kmk_error error;
  kmk_snapshot *snapshot = kmk_store_snapshot(recorder->store, &error);
  json_t *beside = kmk_snapshot_beside(snapshot, recorder->options.version, &error);
  json_t *state = kmk_snapshot_state(snapshot);
  kmk_snapshot_free(snapshot);
  if (beside == NULL) {
    kmk_json_release(state);
    errno = EINVAL;
    return stop(recorder, error.message);
  }
  if (has_header)
    put_new(recorder, header(recorder, json_object_get(beside, "shape")));
  uint64_t step, clock, hash;
  kumiki_trace_position(recorder->store, &step, &clock, &hash);
  if (*recorder->secrets != NULL)
    hash = recorder->hash;
  /* The state is a member of the line, so that it may be as deep as JSON may be. */
  json_t *line =
      json_pack("{s:o, s:o, s:I, s:I, s:o}", "checkpoint", beside, "state", state, "step",
                (json_int_t)step, "clock", (json_int_t)clock, "hash", hash_text(hash));
  put_new(recorder, kumiki_without_secrets(recorder->secrets, line, json_null()));
  json_decref(line);
  recorder->since_checkpoint = 0;
}

/* The state without its secrets, as a member "state". */
static json_t *open_state(kmk_recorder *recorder) {
  json_t *whole = json_pack("{s:o}", "state", kmk_store_state(recorder->store));
  json_t *open =
      whole == NULL ? NULL : kumiki_without_secrets(recorder->secrets, whole, json_null());
  json_decref(whole);
  return open;
}

/* A step as the file may have it. Its hash is of what stands there: one of the whole patch would tell a short secret
 * to anyone who tries all. New; NULL: no memory. */
static json_t *open_step(kmk_recorder *recorder, const json_t *step) {
  if (*recorder->secrets == NULL)
    return json_incref((json_t *)step);
  const json_t *action = json_object_get(step, "action");
  json_t *open = kumiki_without_secrets(recorder->secrets, step, json_null());
  if (open != NULL && kumiki_is_write(action)) {
    json_t *places = kumiki_binding_places(recorder->store, action);
    open = kumiki_without_written_secrets(recorder->secrets, open, places, json_null());
    json_decref(places);
  }
  /* A restore has no patch: what it wrote is the state. */
  const json_t *patch = json_object_get(open, "patch");
  json_t *state = open == NULL || patch != NULL ? NULL : open_state(recorder);
  const json_t *written = patch != NULL ? patch : json_object_get(state, "state");
  if (written != NULL) {
    recorder->hash = kumiki_log_hash(recorder->hash, written);
    open = kumiki_with_member(open, "hash", hash_text(recorder->hash));
  } else {
    json_decref(open);
    open = NULL;
  }
  json_decref(state);
  return open;
}

/* ------------------------------------------------------------------ files */

static int open_file(const char *path, int flags) {
  int file;
  AGAIN_AFTER_SIGNALS(file, open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | flags, 0600));
  return file;
}

static bool remove_if_any(const char *path) { return unlink(path) == 0 || errno == ENOENT; }

/* Locks a file for this recorder until it is closed, also by the end of the process. False, with EWOULDBLOCK, where
 * another recorder has it. A disk without locks has none. */
static bool lock_file(int file) {
  int result;
  AGAIN_AFTER_SIGNALS(result, flock(file, LOCK_EX | LOCK_NB));
  return result == 0 || errno != EWOULDBLOCK;
}

static void close_file(const kmk_recorder *recorder, int file) {
  if (file < 0)
    return;
  unlock(recorder, file);
  close(file);
}

/* Whether a path still leads to an open file. */
static bool is_at(int file, const char *path) {
  struct stat here, there;
  return fstat(file, &here) == 0 && stat(path, &there) == 0 && here.st_dev == there.st_dev &&
         here.st_ino == there.st_ino;
}

/* Closes a file that will not be used, and keeps errno. */
static int closed(int file) {
  int number = errno;
  close(file);
  errno = number;
  return -1;
}

/* Removes the PATH.new that a crash left. False, with EWOULDBLOCK, where a recorder is about to make it a log. */
static bool remove_next(const kmk_recorder *recorder) {
  int file;
  AGAIN_AFTER_SIGNALS(file, open(recorder->next, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW));
  /* A link, or a file of somebody else, is no recorder's. */
  if (file < 0)
    return errno == ENOENT ||
           ((errno == ELOOP || errno == EACCES) && remove_if_any(recorder->next));
  bool is_removed =
      lock_file(file) && (!is_at(file, recorder->next) || remove_if_any(recorder->next));
  closed(file);
  return is_removed;
}

/* Opens PATH.new, which is no log yet, with a lock; -1 if that fails. */
static int open_next(const kmk_recorder *recorder) {
  if (!remove_next(recorder))
    return -1;
  int file = open_file(recorder->next, O_EXCL);
  return file < 0 || lock_file(file) ? file : closed(file);
}

/* Gives the log the name PATH.1 too. Where the disk has no hard links, that name alone. */
static bool keep_former(kmk_recorder *recorder) {
  if (!remove_if_any(recorder->former))
    return false;
  if (link(recorder->path, recorder->former) == 0)
    return true;
  bool has_no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK;
  return has_no_links && rename(recorder->path, recorder->former) == 0;
}

/* PATH.new, whose first checkpoint is whole, becomes the log. */
static void take_place(kmk_recorder *recorder, const char *failed) {
  if (!recorder->is_stopped && rename(recorder->next, recorder->path) != 0)
    stop(recorder, failed);
  if (recorder->is_stopped)
    unlink(recorder->next);
  else
    recorder->has_new_name = true;
}

/* The file becomes PATH.1, and a new one begins. At each moment there is a log with a checkpoint at PATH. */
static void rotate(kmk_recorder *recorder) {
  static const char failed[] = "could not rotate";
  sync_file(recorder);
  if (recorder->is_stopped)
    return;
  /* Locked until its name is another file's, or another recorder would go on with it. */
  int former = recorder->file, next = open_next(recorder);
  if (next < 0)
    return stop(recorder, failed);
  recorder->file = next;
  recorder->written = 0;
  begin_part(recorder, true);
  sync_file(recorder);
  if (!recorder->is_stopped && !keep_former(recorder))
    stop(recorder, failed);
  take_place(recorder, failed);
  close_file(recorder, former);
  sync_file(recorder);
}

static void traced(const json_t *step, void *user_data) {
  kmk_recorder *recorder = user_data;
  if (recorder->is_stopped)
    return;
  json_int_t number = json_integer_value(json_object_get(step, "step"));
  bool is_missing = json_object_get(step, "missing") != NULL;
  if (is_missing || (recorder->last != 0 && number != recorder->last + 1)) {
    errno = ENOMEM;
    return stop(recorder, "a step is missing for");
  }
  recorder->last = number;
  const char *origin = json_string_value(json_object_get(step, "origin"));
  if (origin != NULL && strcmp(origin, "replace") == 0) {
    /* What the former reducer did is not run by the next one. */
    begin_part(recorder, true);
    return flush_step(recorder);
  }
  put_new(recorder, open_step(recorder, step));
  size_t limit = recorder->options.checkpoint_bytes;
  if (recorder->since_checkpoint >= (limit == 0 ? CHECKPOINT : limit)) {
    limit = recorder->options.rotate_bytes;
    if (limit != 0 && recorder->written + recorder->buffer.used >= limit)
      rotate(recorder);
    else
      begin_part(recorder, false);
  }
  flush_step(recorder);
}

/* -------------------------------------------------------------- beginning */

static void destroy(kmk_recorder *recorder) {
  close_file(recorder, recorder->file);
  kumiki_secrets_free(recorder->secrets);
  kumiki_deallocate(recorder->buffer.start);
  kumiki_deallocate(recorder->path);
  kumiki_deallocate(recorder->next);
  kumiki_deallocate(recorder->former);
  kumiki_deallocate(recorder->folder);
  kumiki_deallocate(recorder);
}

static void let_go(kmk_recorder *recorder) {
  if (__atomic_sub_fetch(&recorder->holders, 1, __ATOMIC_ACQ_REL) == 0)
    destroy(recorder);
}

/* The trace is over: the recorder is freed, or its store has ended. */
static void trace_ended(void *user_data) {
  kmk_recorder *recorder = user_data;
  drain(recorder);
  recorder->store = NULL;
  if (recorder->belongs_to_store) {
    kmk_subscription_free(recorder->trace);
    let_go(recorder);
  }
  let_go(recorder);
}

static char *joined(const char *path, const char *suffix) {
  size_t room = strlen(path) + strlen(suffix) + 1;
  char *text = kumiki_allocate(room);
  if (text != NULL)
    snprintf(text, room, "%s%s", path, suffix);
  return text;
}

/* The folder of a file: "" of a name alone becomes ".". */
static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  char *text = joined(slash == NULL ? "." : path, "");
  if (text != NULL && slash != NULL)
    text[slash == path ? 1 : slash - path] = '\0';
  return text;
}

/* Reads exactly so many bytes. */
static bool read_block(int file, char *block, size_t count, off_t at) {
  for (size_t done = 0; done < count;) {
    ssize_t taken;
    AGAIN_AFTER_SIGNALS(taken, pread(file, block + done, count - done, at + (off_t)done));
    if (taken <= 0)
      return false;
    done += (size_t)taken;
  }
  return true;
}

static bool cut(int file, off_t length) {
  int result;
  AGAIN_AFTER_SIGNALS(result, ftruncate(file, length));
  return result == 0;
}

/* Whether a file begins as a log does, as far as it goes. */
static bool is_log(int file) {
  static const char begin[] = "{\"kumiki\":\"log\"";
  char found[sizeof begin - 1];
  struct stat status;
  if (fstat(file, &status) != 0)
    return false;
  size_t count = status.st_size < (off_t)sizeof found ? (size_t)status.st_size : sizeof found;
  return read_block(file, found, count, 0) && memcmp(found, begin, count) == 0;
}

/* Goes on behind the last whole line. */
static bool find_end(kmk_recorder *recorder) {
  struct stat status;
  char block[4096];
  if (fstat(recorder->file, &status) != 0)
    return false;
  off_t end = status.st_size;
  while (end > 0) {
    size_t count = end < (off_t)sizeof block ? (size_t)end : sizeof block;
    if (!read_block(recorder->file, block, count, end - (off_t)count))
      return false;
    while (count > 0 && block[count - 1] != '\n') {
      count--;
      end--;
    }
    if (count > 0)
      break;
  }
  recorder->written = (size_t)end;
  return (end == status.st_size || cut(recorder->file, end)) &&
         lseek(recorder->file, end, SEEK_SET) >= 0;
}

/* Opens the log with a lock. If there is none, opens PATH.new and says so. */
static bool open_locked(kmk_recorder *recorder, bool *is_new) {
  struct stat status;
  /* Between a look and a lock another recorder may have given the name to another file. */
  for (int tries = 0; tries < 100; tries++) {
    *is_new = lstat(recorder->path, &status) != 0 && errno == ENOENT;
    int file = *is_new ? open_next(recorder) : open_file(recorder->path, 0);
    if (file < 0)
      return false;
    recorder->file = file;
    if (*is_new && is_at(file, recorder->next)) {
      if (lstat(recorder->path, &status) != 0)
        return true;
      remove_if_any(recorder->next);
    } else if (!*is_new) {
      /* A device is whoever's. */
      if (fstat(file, &status) == 0 && !S_ISREG(status.st_mode))
        return true;
      if (!lock_file(file))
        return false;
      if (is_at(file, recorder->path))
        return remove_next(recorder);
    }
    recorder->file = -1;
    close_file(recorder, file);
  }
  errno = EWOULDBLOCK;
  return false;
}

static void fail(kmk_error *error, kmk_status status, const char *message, const char *detail) {
  if (error == NULL)
    return;
  error->status = status;
  error->position = 0;
  error->path[0] = '\0';
  snprintf(error->message, sizeof error->message, "%s%s%s", message, *detail ? ": " : "", detail);
}

/* Whether what a log has of the state can be put into the store of a replay. */
static bool is_readable(kmk_recorder *recorder, kmk_error *error) {
  if (*recorder->secrets == NULL)
    return true;
  /* NULL: a store that is refused where its trace begins. */
  json_t *open = open_state(recorder);
  kmk_status status =
      kumiki_check_open_state(recorder->store, json_object_get(open, "state"), error);
  json_decref(open);
  return status == KMK_OK;
}

/* Says too whether another recorder has the file. */
static kmk_recorder *make(kmk_store *store, const char *path, const kmk_recorder_options *options,
                          bool *is_taken, kmk_error *error) {
  static const kmk_recorder_options standard = KMK_RECORDER_OPTIONS_INIT;
  kmk_trace_options trace = KMK_TRACE_OPTIONS_INIT;
  *is_taken = false;
  if (path == NULL) {
    fail(error, KMK_ERR_INVALID_ARGUMENT, "path is NULL", "");
    return NULL;
  }
  if (options != NULL && options->size < sizeof standard) {
    fail(error, KMK_ERR_INVALID_ARGUMENT,
         "options.size is smaller than kmk_recorder_options; use KMK_RECORDER_OPTIONS_INIT", "");
    return NULL;
  }
  const char *const *secrets = options == NULL ? NULL : options->secret_paths;
  const char *malformed = kumiki_malformed_secret(secrets);
  if (malformed != NULL) {
    fail(error, KMK_ERR_INVALID_ARGUMENT,
         "expected in secret_paths a pointer (\"/a/b\") or a case path (\"a.b\") of less than 1024 "
         "bytes, "
         "found",
         malformed);
    return NULL;
  }
  kmk_recorder *recorder = kumiki_allocate(sizeof *recorder);
  if (recorder == NULL) {
    fail(error, KMK_ERR_NO_MEMORY, "no memory for a recorder", "");
    return NULL;
  }
  memset(recorder, 0, sizeof *recorder);
  recorder->thread = pthread_self();
  recorder->holders = 2;
  recorder->store = store;
  recorder->options = options == NULL ? standard : *options;
  recorder->file = -1;
  recorder->process = getpid();
  recorder->path = joined(path, "");
  recorder->next = joined(path, ".new");
  recorder->former = joined(path, ".1");
  recorder->folder = folder_of(path);
  recorder->buffer.start = kumiki_allocate(2 * BUFFER);
  recorder->buffer.room = 2 * BUFFER;
  recorder->secrets = kumiki_secrets_copy(secrets);
  if (recorder->path == NULL || recorder->next == NULL || recorder->former == NULL ||
      recorder->folder == NULL || recorder->buffer.start == NULL || recorder->secrets == NULL) {
    fail(error, KMK_ERR_NO_MEMORY, "no memory for a recorder", "");
    destroy(recorder);
    return NULL;
  }
  recorder->options.secret_paths = NULL;
  bool is_new;
  bool is_open = open_locked(recorder, &is_new);
  if (is_open && !is_new && !is_log(recorder->file)) {
    fail(error, KMK_ERR_INVALID_ARGUMENT, "the file is no log, and is left as it is", path);
    destroy(recorder);
    return NULL;
  }
  if (!is_open || (!is_new && !find_end(recorder))) {
    *is_taken = errno == EWOULDBLOCK;
    if (*is_taken)
      fail(error, KMK_ERR_BUSY, "another recorder writes the file", path);
    else
      fail(error, KMK_ERR_INVALID_ARGUMENT, "the file cannot be written", strerror(errno));
    destroy(recorder);
    return NULL;
  }
  if (!is_readable(recorder, error)) {
    if (is_new)
      unlink(recorder->next);
    destroy(recorder);
    return NULL;
  }
  trace.omits_inverse = true;
  /* A trace that is refused calls trace_ended, and the recorder must be there until then. */
  recorder->trace = kmk_store_trace(store, &trace, traced, recorder, trace_ended, error);
  if (recorder->trace == NULL) {
    if (is_new)
      unlink(recorder->next);
    let_go(recorder);
    return NULL;
  }
  begin_part(recorder, true);
  drain(recorder);
  flush_step(recorder);
  if (is_new)
    take_place(recorder, "could not begin");
  flush_step(recorder);
  return recorder;
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
  sync_file(recorder);
  if (!recorder->is_stopped)
    return KMK_OK;
  fail(error, KMK_ERR_CLOSED, "the recorder has stopped", recorder->path);
  return KMK_ERR_CLOSED;
}

void kmk_recorder_free(kmk_recorder *handle) {
  if (handle == NULL)
    return;
  kmk_recorder *recorder = (kmk_recorder *)kumiki_handle_end(handle, kind);
  kmk_subscription_free(recorder->trace);
  let_go(recorder);
}

void kumiki_record_as_asked(kmk_store *store) {
  static int count;
  const char *path = getenv("KUMIKI_RECORD");
  if (path == NULL || *path == '\0')
    return;
  char name[4096];
  kmk_error error;
  kmk_recorder *recorder;
  bool is_taken;
  int tries = 0;
  /* Another process may write the file of that name. */
  do {
    int number = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
    int length = number == 1 ? snprintf(name, sizeof name, "%s", path)
                             : snprintf(name, sizeof name, "%s.%d", path, number);
    if (length < 0 || (size_t)length >= sizeof name)
      return;
    recorder = make(store, name, NULL, &is_taken, &error);
  } while (is_taken && ++tries < MOST_NAMES);
  if (recorder != NULL)
    recorder->belongs_to_store = true;
  else
    fprintf(stderr, "kumiki: KUMIKI_RECORD=%s: %s\n", name, error.message);
}
