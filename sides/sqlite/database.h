/* Private to libkumiki-sqlite: a database, its stores, and the functions that the files here share. */
#ifndef KUMIKI_SQLITE_DATABASE_H
#define KUMIKI_SQLITE_DATABASE_H

#include <pthread.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "kumiki_sqlite.h"

#define KMK_SQLITE_PUBLIC __attribute__((visibility("default")))

/* Data that the loop's thread passes to the writer. Either step or moment may be NULL. The texts are made once, for the
 * first transaction that gets to the item, and are written again if that transaction fails. */
typedef struct kmk_sqlite_item {
  struct kmk_sqlite_item *next;
  struct kmk_sqlite_link *link; /* the store; holds a reference */
  json_t *step;
  kmk_snapshot *snapshot;
  bool is_beside; /* write only the snapshot's changes beside the state */
  uint64_t number;
  uint64_t mark; /* of the requests in the snapshot */

  /* Used by the writer only. */
  bool is_made;     /* the texts are made */
  char *record;     /* of the step */
  char *whole;      /* the snapshot */
  char *change;     /* of the snapshot, with its number */
  uint64_t note;    /* that number */
  char passed[100]; /* the elapsed time as a patch, or "" */
} kmk_sqlite_item;

struct kmk_sqlite {
  sqlite3 *file; /* the writer's connection; NULL if the file is only read */
  char *path;    /* the absolute path of the file */
  kmk_sqlite_options options;
  pid_t process; /* the process that opened it; a forked child has no writer */
  dev_t device;  /* the file that was opened */
  ino_t inode;
  int lock_file; /* -1: not open */
  pthread_t writer;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  kmk_sqlite_item *first, *last;
  unsigned waiting;      /* items that the writer has not taken */
  uint64_t handed, done; /* counts of items */
  uint64_t oldest;       /* when the first waiting item came, in milliseconds */
  bool is_ending, is_hurried;
  bool has_ended;                /* the writer takes no more items */
  bool is_freed;                 /* the last store frees the memory */
  struct kmk_sqlite_link *links; /* all links that are in use */
  uint64_t transactions;
  kmk_status failure;       /* of the last try, if it failed */
  bool is_waiting;          /* the failure may pass: the items wait for the next try */
  uint64_t begun, ended;    /* counts of tries */
  uint64_t pause, next_try; /* milliseconds, while it waits */
  int failure_code;         /* SQLite's, or SQLITE_OK */
  char message[200];
  unsigned locked; /* stores that this handle may write; under the lock */
};

/* A store in the database. */
typedef struct kmk_sqlite_link {
  struct kmk_sqlite_link *next;
  kmk_sqlite *database;
  bool is_open;     /* the name is taken; under the lock */
  pthread_t thread; /* of the loop */
  uint32_t version; /* the version of the program's states */
  json_t *form;     /* the version and the shape in the file when the store was made */
  kmk_store *store;
  kmk_subscription *trace;
  kmk_snapshot *first; /* the snapshot at the start, until the file's is out of date */
  kmk_sqlite_item *held, *last_held; /* the steps since the loop came to rest */
  unsigned held_count;
  bool is_changed;  /* a held step may have changed data beside the state */
  bool is_restored; /* a held step has no patch */
  char *name;
  bool is_locked;    /* this link has the right to write the store */
  uint64_t traced;   /* the number of the last step that was reported; 0: none */
  uint64_t step;     /* the last step that is written; steps that wrote nothing have no number */
  uint64_t noted;    /* the step of the last note beside the state */
  uint64_t whole;    /* the step of the last whole state */
  uint64_t noted_at; /* milliseconds */
  uint64_t mark;     /* the mark of the last snapshot's requests */
  kmk_mailbox *mailbox;

  /* Used by the writer only. */
  const kmk_sqlite_item *last; /* the last item with a snapshot in a transaction */
  uint64_t transaction;        /* the last transaction that wrote for the store */
  sqlite3_int64 written; /* the last step in the file; -1: the file has nothing under the name */
  kmk_saver *saver;      /* remembers the data beside the state in the file */
  uint64_t notes;        /* rows of kumiki_note since the last whole state */
  uint64_t passed;       /* the time in the file that has passed since then */
  size_t step_bytes;     /* of the records and notes since the last whole state */
  size_t whole_bytes;    /* of that state, which belongs to the step compacted */
  uint64_t compacted;
  uint64_t
      large; /* compacted, once the steps since take too many bytes, or UINT64_MAX; under the lock */
  uint64_t kept;  /* the mark of the last snapshot in the file; the writer's */
  int references; /* from the store's trace and from items; under the lock */
} kmk_sqlite_link;

/* errors.c */
void kmk_sqlite_fail(kmk_error *error, kmk_status status, const char *message);
void kmk_sqlite_fail_busy(const kmk_sqlite *database, const char *message, kmk_error *error);
void kmk_sqlite_fail_with(kmk_error *error, kmk_status status, const char *message, int code);
void kmk_sqlite_within_store(kmk_error *error, const char *name);
void kmk_sqlite_broken(kmk_error *error, const char *what, const char *message);
void kmk_sqlite_refused(kmk_error *error, const char *what);

/* queue.c: between the threads of loops and the writer's thread. */
void kmk_sqlite_empty(kmk_sqlite_item *item);
uint64_t kmk_sqlite_milliseconds(void);
bool kmk_sqlite_is_here(kmk_sqlite *database, kmk_error *error);
void kmk_sqlite_hold(kmk_sqlite_link *link, json_t *step, kmk_snapshot *snapshot, bool is_beside);
void kmk_sqlite_drop(kmk_sqlite_link *link);
void kmk_sqlite_hand(kmk_sqlite_link *link);
bool kmk_sqlite_is_large(kmk_sqlite_link *link);
void kmk_sqlite_release(kmk_sqlite_link *link);
kmk_status kmk_sqlite_wait(kmk_sqlite *database, kmk_error *error);
void kmk_sqlite_wait_locked(kmk_sqlite *database);

/* thread.c */
void kmk_sqlite_stop(kmk_sqlite *database, kmk_status status, const char *message, int code);
bool kmk_sqlite_ok(kmk_sqlite *database, int code);
void *kmk_sqlite_writer(void *database);

/* writer.c */
bool kmk_sqlite_commit(kmk_sqlite *database, kmk_sqlite_item *items);

/* steps.c: a store's trace. */
json_t *kmk_sqlite_form(const json_t *saved);
kmk_snapshot *kmk_sqlite_note(kmk_sqlite_link *link, bool is_whole);
void kmk_sqlite_traced(const json_t *step, void *link);
void kmk_sqlite_settled(bool effects_changed, void *link);
void kmk_sqlite_write_own(kmk_sqlite *database, bool with_effects);

/* database.c */
kmk_saver *kmk_sqlite_saver(const kmk_sqlite_options *options, uint32_t version, kmk_error *error);
void kmk_sqlite_close(kmk_sqlite *database);

/* lock.c */
int kmk_sqlite_open_private(const char *path, int flags);
bool kmk_sqlite_open_locks(kmk_sqlite *database, kmk_error *error);
void kmk_sqlite_close_locks(kmk_sqlite *database);
bool kmk_sqlite_waits_until(kmk_sqlite *database, uint64_t end);
bool kmk_sqlite_lock(kmk_sqlite *database, const char *name, kmk_error *error);
void kmk_sqlite_unlock(kmk_sqlite *database, const char *name);
bool kmk_sqlite_is_at_its_path(kmk_sqlite *database);

/* reading.c: a connection during a read, which sees one version of the file. */
typedef struct kmk_sqlite_reading {
  sqlite3 *file;
  bool is_own;   /* opened for this read */
  bool is_alone; /* opened as immutable */
  struct stat before;
} kmk_sqlite_reading;
int kmk_sqlite_begin(kmk_sqlite *database, kmk_sqlite_reading *reading, bool is_own);
bool kmk_sqlite_end(kmk_sqlite *database, kmk_sqlite_reading *reading, kmk_error *error);
sqlite3_stmt *kmk_sqlite_query(sqlite3 *file, const char *sql, const char *name, int *code);
json_t *kmk_sqlite_saved(kmk_sqlite *database, const char *name, bool is_own, uint64_t *step,
                         kmk_status *status, kmk_error *error);

/* patches.c: patches that are read one by one and applied many at a time. */
typedef struct kmk_sqlite_patches {
  const char *what;   /* precedes the number of a patch in messages: "record of step" */
  json_t *value;      /* after the applied patches; NULL once one could not be applied */
  uint64_t last;      /* the number of the last patch that was read */
  json_t *operations; /* of the patches that wait to be applied */
  json_t *ends;       /* for each of these patches, the number of operations up to its end */
  size_t bytes;       /* of these patches, as text */
} kmk_sqlite_patches;
void kmk_sqlite_begin_patches(kmk_sqlite_patches *patches, const char *what, json_t *value,
                              uint64_t last, kmk_error *error);
void kmk_sqlite_end_patches(kmk_sqlite_patches *patches);
void kmk_sqlite_add(kmk_sqlite_patches *patches, json_t *patch, size_t bytes, const char *prefix,
                    kmk_error *error);
void kmk_sqlite_apply(kmk_sqlite_patches *patches, const char *prefix, kmk_error *error);

/* rows.c */
json_t *kmk_sqlite_find_saved(sqlite3 *file, const char *name, uint64_t *step, kmk_status *status,
                              kmk_error *error);

#endif
