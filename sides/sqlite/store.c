/* The stores of a database: how they are opened, read and flushed. */
#include "database.h"

/* The store has ended, and its trace with it. */
static void left(void *data) {
  kmk_sqlite_link *link = data;
  kmk_sqlite *database = link->database;
  kmk_subscription_free(link->trace);
  kmk_snapshot_free(link->first);
  json_decref(link->form);
  link->first = NULL;
  link->form = NULL;
  if (!kmk_sqlite_is_here(database, NULL)) {
    /* In a forked child another thread may hold the lock forever. */
    kmk_sqlite_drop(link);
    return;
  }
  kmk_sqlite_hand(link);
  pthread_mutex_lock(&database->lock);
  link->is_open = false;
  kmk_sqlite_release(link);
  bool is_last = database->is_freed && database->links == NULL;
  pthread_mutex_unlock(&database->lock);
  if (is_last)
    kmk_sqlite_close(database);
}

/* Makes the snapshot of a store's rows, which are consumed; an error names the store. */
static kmk_snapshot *snapshot_of(json_t *saved, const char *name, const kmk_migrations *migrations,
                                 kmk_error *error) {
  kmk_error inner = {KMK_OK, 0, "", ""};
  kmk_snapshot *snapshot = kmk_snapshot_new(saved, migrations, &inner);
  json_decref(saved);
  if (snapshot != NULL)
    return snapshot;
  kmk_sqlite_within_store(&inner, name);
  if (error != NULL)
    *error = inner;
  return NULL;
}

KMK_SQLITE_PUBLIC kmk_snapshot *kmk_sqlite_snapshot_with(kmk_sqlite *database, const char *name,
                                                         const kmk_migrations *migrations,
                                                         kmk_error *error) {
  kmk_status status;
  uint64_t step;
  if (database == NULL || name == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "database or name is NULL");
    return NULL;
  }
  if (!kmk_sqlite_is_here(database, error))
    return NULL;
  kmk_sqlite_write_own(database, false);
  json_t *saved = kmk_sqlite_saved(database, name, true, &step, &status, error);
  return saved == NULL ? NULL : snapshot_of(saved, name, migrations, error);
}

KMK_SQLITE_PUBLIC kmk_snapshot *kmk_sqlite_snapshot(kmk_sqlite *database, const char *name,
                                                    kmk_error *error) {
  return kmk_sqlite_snapshot_with(database, name,
                                  database == NULL ? NULL : database->options.migrations, error);
}

KMK_SQLITE_PUBLIC kmk_status kmk_sqlite_flush(kmk_sqlite *database, kmk_error *error) {
  if (database == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "it is NULL");
    return KMK_ERR_INVALID_ARGUMENT;
  }
  if (!kmk_sqlite_is_here(database, error))
    return KMK_ERR_CLOSED;
  kmk_sqlite_write_own(database, true);
  return kmk_sqlite_wait(database, error);
}

/* Takes a name for a store, and the right to write it; NULL if a store is open under the name, in any process. */
static kmk_sqlite_link *take(kmk_sqlite *database, const char *name, uint32_t version,
                             kmk_error *error) {
  kmk_sqlite_link *link = calloc(1, sizeof *link);
  char *copy = link == NULL ? NULL : malloc(strlen(name) + 1);
  if (copy == NULL) {
    free(link);
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return NULL;
  }
  memcpy(copy, name, strlen(name) + 1);
  link->name = copy;
  link->database = database;
  link->version = version;
  link->is_open = true;
  link->thread = pthread_self();
  link->references = 1;
  pthread_mutex_lock(&database->lock);
  bool is_taken = false;
  for (kmk_sqlite_link *other = database->links; other != NULL; other = other->next)
    is_taken = is_taken || (other->is_open && strcmp(other->name, name) == 0);
  link->next = database->links;
  database->links = link;
  if (is_taken)
    kmk_sqlite_fail_busy(database, "a store is open under that name", error);
  else
    link->is_locked = kmk_sqlite_lock(database, name, error);
  link->saver = link->is_locked ? kmk_sqlite_saver(&database->options, version, error) : NULL;
  bool is_done = link->saver != NULL;
  if (!is_done)
    kmk_sqlite_release(link);
  pthread_mutex_unlock(&database->lock);
  return is_done ? link : NULL;
}

/* Takes a name, after the wait that the options allow. */
static kmk_sqlite_link *taken(kmk_sqlite *database, const char *name, uint32_t version,
                              kmk_error *error) {
  uint64_t end = kmk_sqlite_milliseconds() + database->options.wait_milliseconds;
  kmk_error inner;
  kmk_sqlite_link *link;
  do
    link = take(database, name, version, &inner);
  while (link == NULL && inner.status == KMK_ERR_BUSY && kmk_sqlite_waits_until(database, end));
  if (link == NULL && error != NULL)
    *error = inner;
  return link;
}

/* Makes the store for a name that was taken, from the file's moment or a first state; the reducer is consumed. */
static kmk_store *made(kmk_sqlite_link *link, kmk_loop *loop, kmk_reducer *reducer,
                       const json_t *initial, const kmk_migrations *migrations, kmk_error *error) {
  /* A program that gives no version continues only from states of version 0: it would write others as version 0. */
  static const kmk_migrations unversioned = {sizeof unversioned, 0, 0, NULL};
  kmk_status status = KMK_OK;
  uint64_t step = 0;
  json_t *saved = kmk_sqlite_saved(link->database, link->name, false, &step, &status, error);
  link->step = link->noted = link->whole = step;
  link->large = UINT64_MAX;
  link->written = saved == NULL ? -1 : (sqlite3_int64)step;
  if (saved == NULL && status == KMK_OK && initial != NULL)
    return kmk_store_new(loop, reducer, initial, error);
  kmk_snapshot *snapshot = NULL;
  if (saved != NULL) {
    link->form = kmk_sqlite_form(saved);
    snapshot =
        snapshot_of(saved, link->name, migrations != NULL ? migrations : &unversioned, error);
  }
  if (snapshot == NULL) {
    kmk_reducer_free(reducer);
    return NULL;
  }
  kmk_store *store = kmk_store_new_from(loop, reducer, snapshot, error);
  kmk_snapshot_free(snapshot);
  return store;
}

/* Traces a new store from its first moment on; frees the store if that fails. */
static kmk_store *traced(kmk_sqlite_link *link, kmk_store *store, kmk_error *error) {
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  link->store = store;
  link->noted_at = kmk_sqlite_milliseconds();
  options.omits_inverse = options.omits_transient = true;
  options.settled = kmk_sqlite_settled;
  /* A refused trace has left the link. */
  kmk_subscription *trace = kmk_store_trace(store, &options, kmk_sqlite_traced, link, left, error);
  if (trace == NULL) {
    kmk_store_free(store);
    return NULL;
  }
  link->trace = trace;
  link->mailbox = kmk_store_mailbox(store);
  kmk_store_hold_requests(store, NULL);
  kmk_snapshot *first = kmk_sqlite_note(link, true);
  if (first == NULL) {
    kmk_store_free(store);
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return NULL;
  }
  /* A request that the file does not have waits for it. */
  if (link->written < 0 || link->mark > 0) {
    kmk_sqlite_hold(link, NULL, first, false);
    kmk_sqlite_hand(link);
  } else {
    link->first = first;
  }
  return store;
}

KMK_SQLITE_PUBLIC kmk_store *
kmk_sqlite_store_with(kmk_sqlite *database, const char *name, kmk_loop *loop, kmk_reducer *reducer,
                      const json_t *initial, const kmk_migrations *migrations, kmk_error *error) {
  kmk_sqlite_link *link = NULL;
  uint32_t version = migrations == NULL ? 0 : migrations->version;
  if (database == NULL || name == NULL)
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "database or name is NULL");
  else if (*name == '\0')
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT,
                    "found an empty name, expected a store's name");
  else if (database->options.is_read_only)
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "it was opened to be read");
  else if (kmk_sqlite_is_here(database, error) && kmk_sqlite_wait(database, error) == KMK_OK)
    link = taken(database, name, version, error); /* NULL: no store is made */
  if (link == NULL) {
    kmk_reducer_free(reducer);
    return NULL;
  }
  kmk_store *store = made(link, loop, reducer, initial, migrations, error);
  if (store == NULL) {
    left(link);
    return NULL;
  }
  return traced(link, store, error);
}

KMK_SQLITE_PUBLIC kmk_store *kmk_sqlite_store(kmk_sqlite *database, const char *name,
                                              kmk_loop *loop, kmk_reducer *reducer,
                                              const json_t *initial, kmk_error *error) {
  return kmk_sqlite_store_with(database, name, loop, reducer, initial,
                               database == NULL ? NULL : database->options.migrations, error);
}
