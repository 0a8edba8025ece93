/* Between the threads of loops and the writer's thread: the data that stores pass on. */
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

void kmk_sqlite_empty(kmk_sqlite_item *item) {
  kmk_json_release(item->step);
  kmk_snapshot_free(item->snapshot);
  kmk_text_free(item->record);
  kmk_text_free(item->whole);
  kmk_text_free(item->change);
}

/* Frees all held items without writing them. */
void kmk_sqlite_drop(kmk_sqlite_link *link) {
  for (kmk_sqlite_item *item = link->held, *next; item != NULL; item = next) {
    next = item->next;
    kmk_sqlite_empty(item);
    free(item);
  }
  link->held = link->last_held = NULL;
  link->held_count = 0;
}

/* Under the lock: whether a batch of items waits for the next try. Stores then pass on their whole states. */
static bool is_crowded(const kmk_sqlite *database) {
  return database->is_waiting && database->waiting >= database->options.batch_steps;
}

/* Under the lock: drops the items of a store before its last whole state, which replaces them. */
static void shorten(kmk_sqlite_link *link) {
  kmk_sqlite *database = link->database;
  const kmk_sqlite_item *whole = NULL;
  for (kmk_sqlite_item *item = database->first; item != NULL; item = item->next)
    if (item->link == link && item->snapshot != NULL && !item->is_beside)
      whole = item;
  for (kmk_sqlite_item **place = &database->first; whole != NULL && *place != whole;) {
    kmk_sqlite_item *item = *place;
    if (item->link != link) {
      place = &item->next;
      continue;
    }
    *place = item->next;
    database->waiting--;
    kmk_sqlite_empty(item);
    free(item);
    kmk_sqlite_release(link);
  }
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
  if (is_crowded(database))
    shorten(link);
  if (before == 0 || (before < most && database->waiting >= most))
    pthread_cond_broadcast(&database->changed);
  pthread_mutex_unlock(&database->lock);
  link->held = link->last_held = NULL;
  link->held_count = 0;
}

/* Whether the next whole state is due, because of the bytes of the steps since the last one. */
bool kmk_sqlite_is_large(kmk_sqlite_link *link) {
  pthread_mutex_lock(&link->database->lock);
  /* If the writer is behind, its answer is about an earlier whole state. */
  bool is_large = link->large == link->whole || is_crowded(link->database);
  pthread_mutex_unlock(&link->database->lock);
  return is_large;
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

/* Under the lock: waits until all items so far are done. If items wait for the next try, it begins now. */
void kmk_sqlite_wait_locked(kmk_sqlite *database) {
  uint64_t all = database->handed, begun = database->begun;
  while (database->done < all || (database->is_waiting && database->ended <= begun)) {
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
  if (failure != KMK_OK)
    kmk_sqlite_fail_with(error, failure, database->message, database->failure_code);
  pthread_mutex_unlock(&database->lock);
  return failure;
}
