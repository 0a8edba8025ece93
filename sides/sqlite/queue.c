/* Between the threads of loops and the writer's thread: the data that stores pass on, and the thread that collects
 * it. */
#include "database.h"

#include <time.h>
#include <unistd.h>

uint64_t kmk_sqlite_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* Whether this is the process that opened the database. After a fork the parent writes the database; the child has no
 * thread for that, and no lock that it may wait for. */
bool kmk_sqlite_is_here(kmk_sqlite *database, kmk_error *error) {
  if (database->process == getpid())
    return true;
  kmk_sqlite_fail(error, KMK_ERR_CLOSED, "the process before the fork writes it");
  return false;
}

/* Keeps a step or a moment, which are stolen, until the loop comes to rest. A kill must not leave a step in the file
 * without its changes beside the state. */
void kmk_sqlite_hold(kmk_sqlite_link *link, json_t *step, kmk_snapshot *snapshot, bool is_beside) {
  kmk_sqlite_item *item = calloc(1, sizeof *item);
  if (item == NULL) {
    kmk_json_release(step);
    kmk_snapshot_free(snapshot);
    kmk_sqlite_ok(link->database, SQLITE_NOMEM);
    return;
  }
  item->link = link;
  item->step = step;
  item->snapshot = snapshot;
  item->is_beside = is_beside;
  item->number = link->step;
  item->mark = snapshot == NULL ? 0 : link->mark;
  if (link->held == NULL)
    link->held = item;
  else
    link->last_held->next = item;
  link->last_held = item;
  link->held_count++;
}

static void empty(kmk_sqlite_item *item) {
  kmk_json_release(item->step);
  kmk_snapshot_free(item->snapshot);
}

/* Frees all held items without writing them. */
void kmk_sqlite_drop(kmk_sqlite_link *link) {
  for (kmk_sqlite_item *item = link->held, *next; item != NULL; item = next) {
    next = item->next;
    empty(item);
    free(item);
  }
  link->held = link->last_held = NULL;
  link->held_count = 0;
}

/* Passes all held items to the writer, for one transaction. */
void kmk_sqlite_hand(kmk_sqlite_link *link) {
  kmk_sqlite *database = link->database;
  if (link->held == NULL)
    return;
  pthread_mutex_lock(&database->lock);
  if (database->has_ended) {
    pthread_mutex_unlock(&database->lock);
    kmk_sqlite_drop(link);
    return;
  }
  link->references += (int)link->held_count;
  if (database->first == NULL) {
    database->oldest = kmk_sqlite_milliseconds();
    database->first = link->held;
  } else {
    database->last->next = link->held;
  }
  database->last = link->last_held;
  database->handed += link->held_count;
  /* The first item starts the wait, and the last item ends it. */
  unsigned before = database->waiting, most = database->options.batch_steps;
  database->waiting += link->held_count;
  if (before == 0 || (before < most && database->waiting >= most))
    pthread_cond_broadcast(&database->changed);
  pthread_mutex_unlock(&database->lock);
  link->held = link->last_held = NULL;
  link->held_count = 0;
}

/* Whether the steps since the last whole state take so many bytes that the next whole state is due. */
bool kmk_sqlite_is_large(kmk_sqlite_link *link) {
  pthread_mutex_lock(&link->database->lock);
  /* If the writer is behind, its answer is about an earlier whole state. */
  bool is_large = link->large == link->whole;
  pthread_mutex_unlock(&link->database->lock);
  return is_large;
}

/* Under the lock, after a transaction. A state that is larger than its steps is not written again for them. */
static void weigh(kmk_sqlite_link *link) {
  size_t limit = link->database->options.compact_bytes;
  if (limit < link->whole_bytes)
    limit = link->whole_bytes;
  link->large = link->step_bytes >= limit ? link->compacted : UINT64_MAX;
}

/* Under the lock. */
void kmk_sqlite_release(kmk_sqlite_link *link) {
  if (--link->references > 0)
    return;
  kmk_sqlite_link **place = &link->database->links;
  while (*place != link)
    place = &(*place)->next;
  *place = link->next;
  if (link->is_locked)
    kmk_sqlite_unlock(link->database, link->name);
  kmk_saver_free(link->saver);
  kmk_mailbox_free(link->mailbox);
  free(link->name);
  free(link);
}

/* Under the lock: waits until all items so far are done. */
void kmk_sqlite_wait_locked(kmk_sqlite *database) {
  uint64_t all = database->handed;
  while (database->done < all) {
    database->is_hurried = true;
    pthread_cond_broadcast(&database->changed);
    pthread_cond_wait(&database->changed, &database->lock);
  }
}

/* Waits until all items that were passed to the writer are in the file. */
kmk_status kmk_sqlite_wait(kmk_sqlite *database, kmk_error *error) {
  pthread_mutex_lock(&database->lock);
  kmk_sqlite_wait_locked(database);
  kmk_status failure = database->failure;
  pthread_mutex_unlock(&database->lock);
  if (failure != KMK_OK)
    kmk_sqlite_fail_with(error, failure, database->message, database->failure_code);
  return failure;
}

/* Stops writing. The next flush returns the reason. */
void kmk_sqlite_stop(kmk_sqlite *database, kmk_status status, const char *message, int code) {
  pthread_mutex_lock(&database->lock);
  bool is_first = database->failure == KMK_OK, is_freed = database->is_freed;
  for (kmk_sqlite_link *link = database->links; is_first && link != NULL; link = link->next)
    kmk_mailbox_requests_lost(link->mailbox);
  if (is_first) {
    database->failure = status;
    database->failure_code = code;
    snprintf(database->message, sizeof database->message, "%s", message);
  }
  pthread_mutex_unlock(&database->lock);
  if (!is_first || is_freed)
    return;
  if (database->options.failed != NULL)
    database->options.failed(message, database->options.user_data);
  else
    fprintf(stderr, "kumiki_sqlite: nothing is written any more: %s\n", message);
}

bool kmk_sqlite_ok(kmk_sqlite *database, int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW)
    return true;
  if (code == SQLITE_NOMEM)
    kmk_sqlite_stop(database, KMK_ERR_INVALID_ARGUMENT, sqlite3_errstr(code), code);
  else
    kmk_sqlite_stop(database, KMK_ERR_INVALID_ARGUMENT, sqlite3_errmsg(database->file),
                    sqlite3_extended_errcode(database->file));
  return false;
}

/* Under the lock: waits until a transaction is due. */
static void wait_for_a_batch(kmk_sqlite *database) {
  while (!database->is_ending && !database->is_hurried &&
         database->waiting < database->options.batch_steps) {
    if (database->first == NULL) {
      pthread_cond_wait(&database->changed, &database->lock);
      continue;
    }
    uint64_t due = database->oldest + database->options.batch_milliseconds;
    if (kmk_sqlite_milliseconds() >= due)
      break;
    struct timespec until = {(time_t)(due / 1000u), (long)(due % 1000u) * 1000000L};
    pthread_cond_timedwait(&database->changed, &database->lock, &until);
  }
}

/* The writer's thread. */
void *kmk_sqlite_writer(void *data) {
  kmk_sqlite *database = data;
  pthread_mutex_lock(&database->lock);
  for (;;) {
    wait_for_a_batch(database);
    kmk_sqlite_item *items = database->first;
    uint64_t upto = database->handed;
    database->first = database->last = NULL;
    database->waiting = 0;
    if (items == NULL && database->is_ending)
      break;
    database->is_hurried = false;
    bool is_written = items != NULL && database->failure == KMK_OK;
    pthread_mutex_unlock(&database->lock);
    if (is_written)
      kmk_sqlite_commit(database, items);
    for (kmk_sqlite_item *item = items; item != NULL; item = item->next)
      empty(item);
    pthread_mutex_lock(&database->lock);
    while (items != NULL) {
      kmk_sqlite_item *next = items->next;
      weigh(items->link);
      kmk_sqlite_release(items->link);
      free(items);
      items = next;
    }
    database->done = upto;
    pthread_cond_broadcast(&database->changed);
  }
  database->has_ended = true;
  pthread_mutex_unlock(&database->lock);
  return NULL;
}
