/**
 * The part of kumiki_sqlite.h that writes: a thread that collects what stores hand over, and writes many steps in a
 * transaction. Include kumiki_sqlite.h.
 */
#ifndef KUMIKI_SQLITE_H
#include "kumiki_sqlite.h" /* it includes this one where it has declared the options */
#else
#ifndef KUMIKI_SQLITE_WRITER_H
#define KUMIKI_SQLITE_WRITER_H

#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __STRICT_ANSI__
#ifndef _POSIX_C_SOURCE
#undef CLOCK_MONOTONIC /* of a header of the kernel, which GLib's include: the functions are not there */
#endif
#endif
#ifndef CLOCK_MONOTONIC
#error "kumiki_sqlite.h needs the clocks of POSIX: compile with -std=gnu11, or with -D_POSIX_C_SOURCE=200809L"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What the loop's thread hands to the writer; of the header's own. */
typedef struct kmk_sqlite_item {
  struct kmk_sqlite_item *next;
  struct kmk_sqlite_link *link; /* the store, counted */
  json_t *step;                 /* one of these two may be NULL */
  kmk_snapshot *moment;
  bool is_beside; /* whether only what has changed beside the state is written of the moment */
  uint64_t number;
} kmk_sqlite_item;

/** A database file with stores. */
typedef struct kmk_sqlite {
  sqlite3 *file; /* the writer's */
  kmk_sqlite_options options;
  pid_t process; /* that opened it; a child by fork has no writer */
  dev_t device;  /* the file that was opened */
  ino_t inode;
  int lock_file; /* -1: not open */
  pthread_t writer;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  kmk_sqlite_item *first, *last;
  unsigned waiting;     /* items that the writer has not taken */
  uint64_t handed, done; /* counts of items */
  uint64_t oldest;      /* when the first one that waits came, in milliseconds */
  bool is_ending, is_hurried;
  struct kmk_sqlite_link *links; /* all that are referred to */
  uint64_t transactions;
  kmk_status failure; /* nothing is written any more */
  char message[200];
} kmk_sqlite;

/** A store in the database; of the header's own. */
typedef struct kmk_sqlite_link {
  struct kmk_sqlite_link *next;
  kmk_sqlite *database;
  bool is_open; /* whether the name is taken; under the lock */
  pthread_t thread; /* of the loop */
  json_t *form;     /* the version and the shape of the file's moment when the store was made */
  kmk_store *store;
  kmk_subscription *trace;
  kmk_snapshot *first; /* the moment at the beginning, until a step makes the file's an old one */
  kmk_sqlite_item *held, *last_held; /* the steps since the loop came to rest */
  unsigned held_count;
  bool is_changed, is_restored; /* whether one may have changed what is beside the state; or has no patch */
  char *name;
  bool is_locked; /* whether this is the one to write the store */
  uint64_t base;  /* the number of the last step in the file when the store was made */
  uint64_t traced; /* the number of the last step that was reported; 0: none */
  uint64_t step;  /* the last step that is written; steps that wrote nothing have no number */
  uint64_t noted; /* the step of the last note beside the state */
  uint64_t whole; /* the step of the last whole state */
  uint64_t noted_at; /* milliseconds */
  const kmk_sqlite_item *last; /* the writer's: the last one with a moment in a transaction */
  uint64_t transaction;        /* the writer's: the last one that wrote of the store */
  sqlite3_int64 written;       /* the writer's: the last step in the file; -1: it has nothing under the name */
  kmk_saver *saver;            /* the writer's: knows what the file has beside the state */
  uint64_t notes;              /* the writer's: how many rows of kumiki_note there are since the last whole state */
  uint64_t passed;             /* the writer's: the time in the file that has passed since then */
  size_t step_bytes;           /* the writer's: of the records and notes since the last whole state */
  size_t whole_bytes;          /* the writer's: of that state, which is of the step compacted */
  uint64_t compacted;
  uint64_t large;    /* compacted, once there are too many bytes of steps since, or UINT64_MAX; under the lock */
  int references;    /* of the store's trace and of items; under the lock */
} kmk_sqlite_link;

static inline uint64_t kmk_sqlite_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* Of kumiki_sqlite_lock.h. */
static inline void kmk_sqlite_unlock(kmk_sqlite *database, const char *name);
static inline bool kmk_sqlite_is_at_its_path(kmk_sqlite *database);

/* Under the lock. */
static inline void kmk_sqlite_release(kmk_sqlite_link *link) {
  if (--link->references > 0) return;
  kmk_sqlite_link **place = &link->database->links;
  while (*place != link) place = &(*place)->next;
  *place = link->next;
  if (link->is_locked) kmk_sqlite_unlock(link->database, link->name);
  kmk_saver_free(link->saver);
  free(link->name);
  free(link);
}

/* Whether the steps since the last whole state take so many bytes that the next one is due. */
static inline bool kmk_sqlite_is_large(kmk_sqlite_link *link) {
  pthread_mutex_lock(&link->database->lock);
  /* The writer may be behind: it speaks of the whole state before that one. */
  bool is_large = link->large == link->whole;
  pthread_mutex_unlock(&link->database->lock);
  return is_large;
}

/* Under the lock, after what was written. A state that is larger than its steps is not written again for them. */
static inline void kmk_sqlite_weigh(kmk_sqlite_link *link) {
  size_t limit = link->database->options.compact_bytes;
  if (limit < link->whole_bytes) limit = link->whole_bytes;
  link->large = link->step_bytes >= limit ? link->compacted : UINT64_MAX;
}

/* Nothing is written any more, and the next flush says why. */
static inline void kmk_sqlite_stop(kmk_sqlite *database, kmk_status status, const char *message) {
  pthread_mutex_lock(&database->lock);
  bool is_first = database->failure == KMK_OK;
  if (is_first) {
    database->failure = status;
    snprintf(database->message, sizeof database->message, "%s", message);
  }
  pthread_mutex_unlock(&database->lock);
  if (!is_first) return;
  if (database->options.failed != NULL)
    database->options.failed(message, database->options.user_data);
  else
    fprintf(stderr, "kumiki_sqlite: nothing is written any more: %s\n", message);
}

static inline bool kmk_sqlite_ok(kmk_sqlite *database, int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return true;
  kmk_sqlite_stop(database, KMK_ERR_INVALID_ARGUMENT,
                  code == SQLITE_NOMEM ? sqlite3_errstr(code) : sqlite3_errmsg(database->file));
  return false;
}

/* Runs a statement with a store's name, a number, a text and the number of a step. It may lack the last parameters. */
static inline bool kmk_sqlite_run(kmk_sqlite *database, const char *sql, const char *name, uint64_t number,
                                  const char *text, size_t length, uint64_t step) {
  sqlite3_stmt *statement = NULL;
  bool is_done = kmk_sqlite_ok(database, sqlite3_prepare_v2(database->file, sql, -1, &statement, NULL));
  if (is_done) {
    int count = sqlite3_bind_parameter_count(statement);
    if (count > 0) sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    if (count > 1) sqlite3_bind_int64(statement, 2, (sqlite3_int64)number);
    if (count > 2) sqlite3_bind_text(statement, 3, text, (int)length, SQLITE_STATIC);
    if (count > 3) sqlite3_bind_int64(statement, 4, (sqlite3_int64)step);
    is_done = kmk_sqlite_ok(database, sqlite3_step(statement));
  }
  /* The error of the step is known; this one repeats it. */
  sqlite3_finalize(statement);
  return is_done;
}

/* The saver for a store of the database. */
static inline kmk_saver *kmk_sqlite_saver(const kmk_sqlite_options *options, kmk_error *error) {
  kmk_saver_options given = KMK_SAVER_OPTIONS_INIT;
  given.version = options->migrations == NULL ? 0 : options->migrations->version;
  given.history_bytes = options->history_bytes;
  given.secret_paths = options->secret_paths;
  given.keeps_actions = options->keeps_actions;
  return kmk_saver_new(&given, error);
}

static inline uint32_t kmk_sqlite_version(const kmk_sqlite *database) {
  return database->options.migrations == NULL ? 0 : database->options.migrations->version;
}

static inline bool kmk_sqlite_write_step(kmk_sqlite *database, sqlite3_stmt *insert,
                                         const kmk_sqlite_item *item) {
  json_t *kept = kmk_saver_step(item->link->saver, item->step, NULL);
  char *text = kept == NULL ? NULL : kmk_json_text(kept, JSON_COMPACT);
  kmk_json_release(kept);
  if (text == NULL) return kmk_sqlite_ok(database, SQLITE_NOMEM);
  sqlite3_bind_text(insert, 1, item->link->name, -1, SQLITE_STATIC);
  sqlite3_bind_int64(insert, 2, (sqlite3_int64)item->number);
  sqlite3_bind_text(insert, 3, text, -1, SQLITE_STATIC);
  bool is_done = kmk_sqlite_ok(database, sqlite3_step(insert));
  sqlite3_reset(insert);
  item->link->step_bytes += strlen(text);
  kmk_text_free(text);
  return is_done;
}

/* Writes a whole moment, which takes the place of all rows so far. Its text is made here, since it may be large. */
static inline bool kmk_sqlite_write_whole(kmk_sqlite *database, const kmk_sqlite_item *item) {
  kmk_sqlite_link *link = item->link;
  json_t *whole = kmk_saver_whole(link->saver, item->moment, NULL);
  char *text = whole == NULL ? NULL : kmk_json_text(whole, JSON_COMPACT);
  kmk_json_release(whole);
  if (text == NULL) return kmk_sqlite_ok(database, SQLITE_NOMEM);
  bool is_done =
      kmk_sqlite_run(database, "INSERT OR REPLACE INTO kumiki_moment(store, step, snapshot) VALUES (?1, ?2, ?3)",
                     link->name, item->number, text, strlen(text), 0) &&
      kmk_sqlite_run(database, "DELETE FROM kumiki_beside WHERE store = ?1", link->name, 0, NULL, 0, 0) &&
      kmk_sqlite_run(database, "DELETE FROM kumiki_note WHERE store = ?1", link->name, 0, NULL, 0, 0) &&
      kmk_sqlite_run(database, "DELETE FROM kumiki_step WHERE store = ?1 AND step <= ?2", link->name, item->number,
                     NULL, 0, 0);
  link->step_bytes = 0;
  link->notes = link->passed = 0;
  link->whole_bytes = strlen(text);
  link->compacted = item->number;
  kmk_text_free(text);
  return is_done;
}

static inline bool kmk_sqlite_write_note(kmk_sqlite *database, const kmk_sqlite_item *item, uint64_t number,
                                         const char *text) {
  return kmk_sqlite_run(database,
                        "INSERT OR REPLACE INTO kumiki_note(store, number, patch, step) VALUES (?1, ?2, ?3, ?4)",
                        item->link->name, number, text, strlen(text), item->number);
}

/* Writes what has changed beside the state: a note, if anything has, and the time that has passed. */
static inline bool kmk_sqlite_write_change(kmk_sqlite *database, const kmk_sqlite_item *item) {
  kmk_sqlite_link *link = item->link;
  uint64_t passed = 0;
  json_t *patch = kmk_saver_change(link->saver, item->moment, &passed, NULL);
  bool is_empty = patch != NULL && json_array_size(patch) == 0;
  char *text = patch == NULL || is_empty ? NULL : kmk_json_text(patch, JSON_COMPACT), time[100];
  kmk_json_release(patch);
  if (text == NULL && !is_empty) return kmk_sqlite_ok(database, SQLITE_NOMEM);
  bool is_done = is_empty || kmk_sqlite_write_note(database, item, ++link->notes, text);
  link->step_bytes += is_empty ? 0 : strlen(text);
  kmk_text_free(text);
  if (!is_done || passed == link->passed) return is_done;
  link->passed = passed;
  snprintf(time, sizeof time, "[{\"op\":\"add\",\"path\":\"/passed\",\"value\":%llu}]", (unsigned long long)passed);
  return kmk_sqlite_write_note(database, item, 0, time);
}

/* Whether what the file has of a store is what this process has written: a program of a version without locks may write
 * it too. Asked once a transaction. */
static inline bool kmk_sqlite_is_own(kmk_sqlite *database, const kmk_sqlite_item *item) {
  kmk_sqlite_link *link = item->link;
  if (link->transaction == database->transactions) return true;
  sqlite3_stmt *rows = NULL;
  bool is_own = false;
  char message[200];
  if (!kmk_sqlite_ok(database, sqlite3_prepare_v2(database->file,
                                                  "SELECT max(step) FROM (SELECT step FROM kumiki_moment WHERE "
                                                  "store = ?1 UNION ALL SELECT max(step) FROM kumiki_step WHERE "
                                                  "store = ?1)",
                                                  -1, &rows, NULL)))
    return false;
  sqlite3_bind_text(rows, 1, link->name, -1, SQLITE_STATIC);
  if (kmk_sqlite_ok(database, sqlite3_step(rows))) {
    bool is_empty = sqlite3_column_type(rows, 0) == SQLITE_NULL;
    is_own = (is_empty ? -1 : sqlite3_column_int64(rows, 0)) == link->written;
    snprintf(message, sizeof message, "another program writes the store %.100s", link->name);
    if (!is_own) kmk_sqlite_stop(database, KMK_ERR_BUSY, message);
  }
  if (is_own) link->transaction = database->transactions;
  sqlite3_finalize(rows);
  return is_own;
}

/* Writes a list of items in one transaction, all or none. */
static inline void kmk_sqlite_commit(kmk_sqlite *database, kmk_sqlite_item *items) {
  sqlite3_stmt *insert = NULL;
  database->transactions++;
  if (!kmk_sqlite_is_at_its_path(database)) {
    kmk_sqlite_stop(database, KMK_ERR_INVALID_ARGUMENT, "the file was removed or replaced while it was open");
    return;
  }
  bool is_done = kmk_sqlite_run(database, "BEGIN IMMEDIATE", NULL, 0, NULL, 0, 0);
  is_done = is_done &&
            kmk_sqlite_ok(database, sqlite3_prepare_v2(database->file,
                                                       "INSERT OR REPLACE INTO kumiki_step(store, step, "
                                                       "record) VALUES (?1, ?2, ?3)",
                                                       -1, &insert, NULL));
  for (kmk_sqlite_item *item = items; item != NULL; item = item->next)
    if (item->moment != NULL) item->link->last = item;
  for (kmk_sqlite_item *item = items; is_done && item != NULL; item = item->next) {
    /* What is beside the state is said again by a later moment of the store. */
    bool is_needless = item->moment == NULL || (item->is_beside && item->link->last != item);
    is_done = kmk_sqlite_is_own(database, item);
    is_done = is_done && (item->step == NULL || kmk_sqlite_write_step(database, insert, item));
    if (is_done && !is_needless)
      is_done = item->is_beside ? kmk_sqlite_write_change(database, item) : kmk_sqlite_write_whole(database, item);
  }
  sqlite3_finalize(insert);
  is_done = is_done && kmk_sqlite_run(database, "COMMIT", NULL, 0, NULL, 0, 0);
  for (kmk_sqlite_item *item = items; is_done && item != NULL; item = item->next)
    item->link->written = (sqlite3_int64)item->number;
  if (!sqlite3_get_autocommit(database->file))
    sqlite3_exec(database->file, "ROLLBACK", NULL, NULL, NULL);
}

static inline void *kmk_sqlite_writer(void *data) {
  kmk_sqlite *database = (kmk_sqlite *)data;
  pthread_mutex_lock(&database->lock);
  for (;;) {
    while (!database->is_ending && !database->is_hurried && database->waiting < database->options.batch_steps) {
      if (database->first == NULL) {
        pthread_cond_wait(&database->changed, &database->lock);
        continue;
      }
      uint64_t due = database->oldest + database->options.batch_milliseconds;
      if (kmk_sqlite_milliseconds() >= due) break;
      struct timespec until = {(time_t)(due / 1000u), (long)(due % 1000u) * 1000000L};
      pthread_cond_timedwait(&database->changed, &database->lock, &until);
    }
    kmk_sqlite_item *items = database->first;
    uint64_t upto = database->handed;
    database->first = database->last = NULL;
    database->waiting = 0;
    if (items == NULL && database->is_ending) break;
    database->is_hurried = false;
    bool is_written = items != NULL && database->failure == KMK_OK;
    pthread_mutex_unlock(&database->lock);
    if (is_written) kmk_sqlite_commit(database, items);
    for (kmk_sqlite_item *item = items; item != NULL; item = item->next) {
      kmk_json_release(item->step);
      kmk_snapshot_free(item->moment);
    }
    pthread_mutex_lock(&database->lock);
    while (items != NULL) {
      kmk_sqlite_item *next = items->next;
      kmk_sqlite_weigh(items->link);
      kmk_sqlite_release(items->link);
      free(items);
      items = next;
    }
    database->done = upto;
    pthread_cond_broadcast(&database->changed);
  }
  pthread_mutex_unlock(&database->lock);
  return NULL;
}

/* Keeps a step or a moment, which are stolen, until the loop comes to rest: a kill must not leave a step without what it
 * changed beside the state. */
static inline void kmk_sqlite_hold(kmk_sqlite_link *link, json_t *step, kmk_snapshot *moment, bool is_beside) {
  kmk_sqlite_item *item = (kmk_sqlite_item *)calloc(1, sizeof *item);
  if (item == NULL) {
    kmk_json_release(step);
    kmk_snapshot_free(moment);
    kmk_sqlite_ok(link->database, SQLITE_NOMEM);
    return;
  }
  item->link = link;
  item->step = step;
  item->moment = moment;
  item->is_beside = is_beside;
  item->number = link->step;
  if (link->held == NULL)
    link->held = item;
  else
    link->last_held->next = item;
  link->last_held = item;
  link->held_count++;
}

/* Hands all that is kept to the writer, for one transaction. */
static inline void kmk_sqlite_hand(kmk_sqlite_link *link) {
  kmk_sqlite *database = link->database;
  if (link->held == NULL) return;
  pthread_mutex_lock(&database->lock);
  link->references += (int)link->held_count;
  if (database->first == NULL) {
    database->oldest = kmk_sqlite_milliseconds();
    database->first = link->held;
  } else {
    database->last->next = link->held;
  }
  database->last = link->last_held;
  database->handed += link->held_count;
  /* The first one begins the wait, and the last one ends it. */
  unsigned before = database->waiting, most = database->options.batch_steps;
  database->waiting += link->held_count;
  if (before == 0 || (before < most && database->waiting >= most)) pthread_cond_broadcast(&database->changed);
  pthread_mutex_unlock(&database->lock);
  link->held = link->last_held = NULL;
  link->held_count = 0;
}

#ifdef __cplusplus
}
#endif
#endif
#endif
