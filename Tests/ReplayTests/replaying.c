/* Loaded (LD_PRELOAD) before a program that knows nothing about it. It records each store of the program. When a
 * store ends, it replays the log to the end, back to the middle and to the end again. The program ends with the
 * status 9 if a replay diverges, or if no step was replayed, unless REPLAYS_NONE is set. */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <kumiki.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 256, CHECKPOINT = 2000 };

typedef struct {
  kmk_store *store;
  kmk_reducer *reducer;
  kmk_recorder *recorder;
  char path[48];
} recording;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static recording recordings[MOST];
static unsigned long long run;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "replaying: %s: %s\n", what, why);
  _exit(9);
}

/* Declares `real`, the library's function with this name. */
#define REAL(name)                                                                                 \
  static __typeof__(name) *real;                                                                   \
  if (real == NULL)                                                                                \
  *(void **)&real = dlsym(RTLD_NEXT, #name)

/* The recording of a store; for NULL, a free place. */
static recording *find(const kmk_store *store) {
  for (int i = 0; i < MOST; i++) {
    if (recordings[i].store == store)
      return &recordings[i];
  }
  return NULL;
}

static kmk_store *begin(kmk_store *store, kmk_reducer *reducer) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  if (store == NULL) {
    kmk_reducer_free(reducer);
    return NULL;
  }
  pthread_mutex_lock(&lock);
  recording *made = find(NULL);
  if (made == NULL)
    fail("stores", "there are too many");
  made->store = store;
  pthread_mutex_unlock(&lock);
  made->reducer = reducer;
  snprintf(made->path, sizeof made->path, "/tmp/kumiki-replayed-XXXXXX");
  int file = mkstemp(made->path);
  options.checkpoint_bytes = CHECKPOINT;
  options.flush = KMK_FLUSH_FULL;
  if (file < 0 || close(file) != 0 || unlink(made->path) != 0)
    fail(made->path, "cannot be written");
  made->recorder = kmk_recorder_new(store, made->path, &options, &error);
  if (made->recorder == NULL)
    fail(made->path, error.message);
  return store;
}

static void go(kmk_replay *replay, uint64_t step, const char *path) {
  kmk_error error;
  if (kmk_replay_run(replay, step, &error) == KMK_OK)
    return;
  json_t *divergence = kmk_replay_divergence(replay);
  if (divergence != NULL)
    json_dumpf(divergence, stderr, JSON_INDENT(2));
  fail(path, error.message);
}

static void expect(kmk_replay *replay, const json_t *then, const char *path) {
  json_t *now = kmk_store_state(kmk_replay_store(replay));
  if (!json_equal(now, then)) {
    json_dumpf(now, stderr, JSON_INDENT(2));
    fail(path, "ends with this state, and ended with another");
  }
  json_decref(now);
}

static void replay(const char *path, kmk_reducer *reducer, const json_t *then) {
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, reducer, &error);
  if (replay == NULL)
    fail(path, error.message);
  go(replay, UINT64_MAX, path);
  expect(replay, then, path);
  go(replay, kmk_replay_step(replay) / 2, path);
  go(replay, UINT64_MAX, path);
  expect(replay, then, path);
  __atomic_add_fetch(&run, kmk_replay_step(replay), __ATOMIC_RELAXED);
  kmk_replay_free(replay);
}

/* Ends a recording, and replays it. The reducers' output is not shown during the replay. */
static void end(kmk_store *store) {
  pthread_mutex_lock(&lock);
  recording *found = store == NULL ? NULL : find(store);
  recording mine = found == NULL ? (recording){0} : *found;
  if (found != NULL)
    *found = (recording){0};
  pthread_mutex_unlock(&lock);
  if (found == NULL)
    return;
  json_t *then = kmk_store_state(store);
  kmk_recorder_free(mine.recorder);
  fflush(stdout);
  int out = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  replay(mine.path, mine.reducer, then);
  fflush(stdout);
  dup2(out, STDOUT_FILENO);
  close(out);
  close(nowhere);
  json_decref(then);
  unlink(mine.path);
}

static kmk_store *store_new(kmk_loop *loop, kmk_reducer *reducer, const json_t *state,
                            kmk_error *error) {
  REAL(kmk_store_new);
  return real(loop, reducer, state, error);
}

kmk_store *kmk_store_new(kmk_loop *loop, kmk_reducer *reducer, const json_t *state,
                         kmk_error *error) {
  kmk_reducer *kept = kmk_reducer_retain(reducer);
  return begin(store_new(loop, reducer, state, error), kept);
}

static kmk_store *store_new_from(kmk_loop *loop, kmk_reducer *reducer, const kmk_snapshot *from,
                                 kmk_error *error) {
  REAL(kmk_store_new_from);
  return real(loop, reducer, from, error);
}

kmk_store *kmk_store_new_from(kmk_loop *loop, kmk_reducer *reducer, const kmk_snapshot *from,
                              kmk_error *error) {
  kmk_reducer *kept = kmk_reducer_retain(reducer);
  return begin(store_new_from(loop, reducer, from, error), kept);
}

static void store_free(kmk_store *store) {
  REAL(kmk_store_free);
  real(store);
}

static kmk_store *store_open(kmk_loop *loop, const char *name, const json_t *state,
                             kmk_error *error) {
  REAL(kmk_store_open);
  return real(loop, name, state, error);
}

/* Opens a feature by its name with kmk_store_new, because a store written completely in Swift is not recorded. */
kmk_store *kmk_store_open(kmk_loop *loop, const char *name, const json_t *state, kmk_error *error) {
  kmk_store *store = store_open(loop, name, state, error);
  if (store == NULL)
    return NULL;
  json_t *first = kmk_store_state(store);
  store_free(store);
  store = kmk_store_new(loop, kmk_feature(name), first, error);
  json_decref(first);
  return store;
}

static kmk_status replace_reducer(kmk_store *store, kmk_reducer *reducer, kmk_error *error) {
  REAL(kmk_store_replace_reducer);
  return real(store, reducer, error);
}

/* The former reducer's log ends, and another log starts. */
kmk_status kmk_store_replace_reducer(kmk_store *store, kmk_reducer *reducer, kmk_error *error) {
  kmk_reducer *kept = kmk_reducer_retain(reducer);
  pthread_mutex_lock(&lock);
  bool is_recorded = find(store) != NULL;
  pthread_mutex_unlock(&lock);
  if (is_recorded)
    end(store);
  kmk_status status = replace_reducer(store, reducer, error);
  if (status == KMK_OK && is_recorded)
    begin(store, kept);
  else
    kmk_reducer_free(kept);
  return status;
}

void kmk_store_free(kmk_store *store) {
  end(store);
  store_free(store);
}

__attribute__((destructor)) static void check(void) {
  if (run == 0 && getenv("REPLAYS_NONE") == NULL)
    fail("this program", "no step was run again");
}
