/* The writer's thread: it writes the items of the queue, many in a transaction, and tries again after a failure that may
 * pass. */
#include "database.h"

#include <time.h>

/* The pauses before a failed write is tried again, in milliseconds: each is twice the one before it. */
enum { FIRST_PAUSE = 100, LONGEST_PAUSE = 10 * 1000 };

/* Keeps the reason of a failure for the next flush. A failure that may pass is reported once until a try succeeds; any
 * other stops the database, once. */
static void fail(kmk_sqlite *database, kmk_status status, const char *message, int code,
                 bool may_pass) {
  char told[sizeof database->message];
  snprintf(told, sizeof told, "%.150s%s", message, may_pass ? "; the write is tried again" : "");
  pthread_mutex_lock(&database->lock);
  bool has_stopped = database->failure != KMK_OK && !database->is_waiting;
  bool is_first = !has_stopped && !(may_pass && database->is_waiting);
  for (kmk_sqlite_link *link = database->links; !may_pass && is_first && link != NULL;
       link = link->next)
    kmk_mailbox_requests_lost(link->mailbox);
  if (!has_stopped) {
    database->failure = status;
    database->failure_code = code;
    database->is_waiting = may_pass;
    memcpy(database->message, told, sizeof told);
  }
  bool is_told = is_first && !database->is_freed;
  pthread_mutex_unlock(&database->lock);
  if (!is_told)
    return;
  if (database->options.failed != NULL)
    database->options.failed(told, database->options.user_data);
  else
    fprintf(stderr, "kumiki_sqlite: %s%s\n", may_pass ? "" : "nothing is written any more: ", told);
}

/* Stops writing. The next flush returns the reason. */
void kmk_sqlite_stop(kmk_sqlite *database, kmk_status status, const char *message, int code) {
  fail(database, status, message, code, false);
}

/* Whether a later try may succeed: there may be room again, the disk may answer, or a program may end its lock. */
static bool may_pass(int code) {
  switch (code & 0xff) {
  case SQLITE_FULL:
  case SQLITE_IOERR:
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
  case SQLITE_PROTOCOL:
  case SQLITE_CANTOPEN:
  case SQLITE_READONLY:
    return true;
  default:
    return false;
  }
}

bool kmk_sqlite_ok(kmk_sqlite *database, int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW)
    return true;
  if (code == SQLITE_NOMEM)
    kmk_sqlite_stop(database, KMK_ERR_INVALID_ARGUMENT, sqlite3_errstr(code), code);
  else
    fail(database, KMK_ERR_INVALID_ARGUMENT, sqlite3_errmsg(database->file),
         sqlite3_extended_errcode(database->file), may_pass(code));
  return false;
}

/* Under the lock: waits until a transaction is due, or the next try of one that failed. */
static void wait_for_a_batch(kmk_sqlite *database) {
  while (!database->is_ending && !database->is_hurried) {
    if (database->first == NULL) {
      pthread_cond_wait(&database->changed, &database->lock);
      continue;
    }
    uint64_t due = database->is_waiting ? database->next_try
                                        : database->oldest + database->options.batch_milliseconds;
    bool is_full = !database->is_waiting && database->waiting >= database->options.batch_steps;
    if (is_full || kmk_sqlite_milliseconds() >= due)
      break;
    struct timespec until = {(time_t)(due / 1000u), (long)(due % 1000u) * 1000000L};
    pthread_cond_timedwait(&database->changed, &database->lock, &until);
  }
}

/* Under the lock: puts the items of a failed try back in front of the later items. The pause grows. */
static void put_back(kmk_sqlite *database, kmk_sqlite_item *items, unsigned count) {
  kmk_sqlite_item *last = items;
  while (last->next != NULL)
    last = last->next;
  last->next = database->first;
  if (database->first == NULL)
    database->last = last;
  database->first = items;
  database->waiting += count;
  database->pause = database->pause == 0 ? FIRST_PAUSE : 2 * database->pause;
  if (database->pause > LONGEST_PAUSE)
    database->pause = LONGEST_PAUSE;
  database->next_try = kmk_sqlite_milliseconds() + database->pause;
}

/* Under the lock, after a transaction. A state that is larger than its steps is not written again for them. */
static void weigh(kmk_sqlite_link *link) {
  size_t limit = link->database->options.compact_bytes;
  if (limit < link->whole_bytes)
    limit = link->whole_bytes;
  link->large = link->step_bytes >= limit ? link->compacted : UINT64_MAX;
}

/* Under the lock, which is released while memory is freed: the items are in the file, or are never written. */
static void finish(kmk_sqlite *database, kmk_sqlite_item *items) {
  pthread_mutex_unlock(&database->lock);
  for (kmk_sqlite_item *item = items; item != NULL; item = item->next)
    kmk_sqlite_empty(item);
  pthread_mutex_lock(&database->lock);
  while (items != NULL) {
    kmk_sqlite_item *next = items->next;
    weigh(items->link);
    kmk_sqlite_release(items->link);
    free(items);
    items = next;
  }
}

/* Under the lock, which is released during the call: the file is written again. */
static void resume(kmk_sqlite *database) {
  database->failure = KMK_OK;
  database->is_waiting = false;
  database->pause = 0;
  pthread_mutex_unlock(&database->lock);
  if (database->options.resumed != NULL)
    database->options.resumed(database->options.user_data);
  else if (database->options.failed == NULL)
    fprintf(stderr, "kumiki_sqlite: the file is written again\n");
  pthread_mutex_lock(&database->lock);
}

/* The writer's thread. */
void *kmk_sqlite_writer(void *data) {
  kmk_sqlite *database = data;
  pthread_mutex_lock(&database->lock);
  for (;;) {
    wait_for_a_batch(database);
    kmk_sqlite_item *items = database->first;
    uint64_t upto = database->handed;
    unsigned count = database->waiting;
    database->first = database->last = NULL;
    database->waiting = 0;
    if (items == NULL && database->is_ending)
      break;
    database->is_hurried = false;
    database->begun++;
    bool is_tried = items != NULL && (database->failure == KMK_OK || database->is_waiting);
    pthread_mutex_unlock(&database->lock);
    bool is_written = is_tried && kmk_sqlite_commit(database, items);
    pthread_mutex_lock(&database->lock);
    if (is_written && database->is_waiting)
      resume(database);
    if (is_tried && !is_written && database->is_waiting && !database->is_ending)
      put_back(database, items, count);
    else
      finish(database, items);
    database->done = upto;
    database->ended++;
    pthread_cond_broadcast(&database->changed);
  }
  database->has_ended = true;
  pthread_mutex_unlock(&database->lock);
  return NULL;
}
