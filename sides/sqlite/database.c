/* Opens and closes a database. */
#include "database.h"

#include <fcntl.h>
#include <unistd.h>

/* Makes the saver for a store of the database. */
kmk_saver *kmk_sqlite_saver(const kmk_sqlite_options *options, uint32_t version, kmk_error *error) {
  kmk_saver_options given = KMK_SAVER_OPTIONS_INIT;
  given.version = version;
  given.history_bytes = options->history_bytes;
  given.secret_paths = options->secret_paths;
  given.keeps_actions = options->keeps_actions;
  return kmk_saver_new(&given, error);
}

/* Frees a database without a writer. */
void kmk_sqlite_close(kmk_sqlite *database) {
  sqlite3_close(database->file);
  kmk_sqlite_close_locks(database);
  pthread_cond_destroy(&database->changed);
  pthread_mutex_destroy(&database->lock);
  free(database->path);
  free(database);
}

KMK_SQLITE_PUBLIC void kmk_sqlite_free(kmk_sqlite *database) {
  if (database == NULL)
    return;
  /* A forked child must not use SQLite's connections, nor locks that another thread may hold. */
  if (database->process != getpid())
    return;
  pthread_mutex_lock(&database->lock);
  database->is_ending = true;
  pthread_cond_broadcast(&database->changed);
  pthread_mutex_unlock(&database->lock);
  if (!database->options.is_read_only)
    pthread_join(database->writer, NULL);
  pthread_mutex_lock(&database->lock);
  database->is_freed = true;
  bool is_last = database->links == NULL;
  if (!is_last) {
    /* The links of the stores still refer to the database. */
    sqlite3_close(database->file);
    kmk_sqlite_close_locks(database);
    database->file = NULL;
  }
  pthread_mutex_unlock(&database->lock);
  if (is_last)
    kmk_sqlite_close(database);
}

/* Whether SQLite takes a string for the path of a file, so that the data is kept. */
static bool is_path(const char *path, kmk_error *error) {
  char what[160];
  const char *reason = NULL;
  if (*path == '\0')
    reason = "an empty path";
  else if (strcmp(path, ":memory:") == 0 || strncmp(path, "file:", 5) == 0)
    reason = path;
  if (reason == NULL)
    return true;
  snprintf(what, sizeof what,
           "found %.60s, expected the path of a file (\"./\" in front of a relative one)", reason);
  kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, what);
  return false;
}

/* Makes the file, for its user alone; false if the file exists. */
static bool make_file(const char *path) {
  int file = kmk_sqlite_open_private(path, O_RDWR | O_CREAT | O_EXCL);
  if (file >= 0)
    close(file);
  return file >= 0;
}

/* Opens the file for writing, and makes its tables. */
static int open_file(kmk_sqlite *database, const char *path) {
  struct stat opened;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
  int code = sqlite3_open_v2(path, &database->file, flags, NULL);
  if (code != SQLITE_OK)
    return code;
  sqlite3_busy_timeout(database->file, (int)database->options.busy_milliseconds);
  if (stat(sqlite3_db_filename(database->file, "main"), &opened) == 0) {
    database->device = opened.st_dev;
    database->inode = opened.st_ino;
  }
  code = sqlite3_exec(
      database->file,
      "PRAGMA journal_mode = WAL;"
      "CREATE TABLE IF NOT EXISTS kumiki_moment(store TEXT PRIMARY KEY, step INTEGER, snapshot "
      "TEXT) WITHOUT ROWID;"
      "CREATE TABLE IF NOT EXISTS kumiki_beside(store TEXT PRIMARY KEY, step INTEGER, beside TEXT) "
      "WITHOUT ROWID;"
      "CREATE TABLE IF NOT EXISTS kumiki_note(store TEXT, number INTEGER, step INTEGER, patch "
      "TEXT, PRIMARY KEY(store, number)) WITHOUT ROWID;"
      "CREATE TABLE IF NOT EXISTS kumiki_step(store TEXT, step INTEGER, record TEXT, "
      "PRIMARY KEY(store, step)) WITHOUT ROWID;",
      NULL, NULL, NULL);
  if (code != SQLITE_OK)
    return code;
  return sqlite3_exec(database->file,
                      database->options.waits_for_disk ? "PRAGMA synchronous = FULL"
                                                       : "PRAGMA synchronous = NORMAL",
                      NULL, NULL, NULL);
}

/* Reports why a file could not be opened. */
static void say_unopened(sqlite3 *file, const char *path, kmk_error *error) {
  char what[240];
  if (file == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return;
  }
  snprintf(what, sizeof what, "%.120s: %.100s", path, sqlite3_errmsg(file));
  kmk_sqlite_fail_with(error, KMK_ERR_INVALID_ARGUMENT, what, sqlite3_extended_errcode(file));
}

/* Whether the file is a database that can be read. Keeps the absolute path, because the program may change its
 * folder. */
static bool can_be_read(kmk_sqlite *database, const char *path, kmk_error *error) {
  kmk_sqlite_reading reading;
  database->path = realpath(path, NULL);
  if (database->path == NULL)
    database->path = strdup(path);
  if (database->path == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return false;
  }
  int code = kmk_sqlite_begin(database, &reading, true);
  if (code == SQLITE_OK)
    code = sqlite3_exec(reading.file, "SELECT store FROM kumiki_moment LIMIT 1", NULL, NULL, NULL);
  if (code != SQLITE_OK)
    say_unopened(reading.file, path, error);
  return kmk_sqlite_end(database, &reading, code == SQLITE_OK ? error : NULL) && code == SQLITE_OK;
}

/* Whether the file and its locks could be opened for writing. If not, a new file is removed. */
static bool can_be_written(kmk_sqlite *database, const char *path, kmk_error *error) {
  bool is_new = make_file(path);
  if (open_file(database, path) == SQLITE_OK) {
    database->path = strdup(sqlite3_db_filename(database->file, "main"));
    if (database->path != NULL)
      return kmk_sqlite_open_locks(database, error);
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return false;
  }
  say_unopened(database->file, path, error);
  if (is_new)
    unlink(path);
  return false;
}

/* Makes a database with options and nothing open; NULL: no memory. */
static kmk_sqlite *new_database(const kmk_sqlite_options *options) {
  kmk_sqlite *database = calloc(1, sizeof *database);
  if (database == NULL)
    return NULL;
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&database->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  pthread_mutex_init(&database->lock, NULL);
  database->process = getpid();
  database->lock_file = -1;
  database->options = *options;
  if (options->batch_steps == 0)
    database->options.batch_steps = 1000;
  if (options->batch_milliseconds == 0)
    database->options.batch_milliseconds = 20;
  if (options->compact_steps == 0)
    database->options.compact_steps = 10000;
  if (options->compact_bytes == 0)
    database->options.compact_bytes = 1024 * 1024;
  if (options->busy_milliseconds == 0)
    database->options.busy_milliseconds = 5000;
  if (database->options.busy_milliseconds > INT32_MAX)
    database->options.busy_milliseconds = INT32_MAX;
  return database;
}

KMK_SQLITE_PUBLIC kmk_sqlite *kmk_sqlite_open(const char *path, const kmk_sqlite_options *options,
                                              kmk_error *error) {
  /* The last members are missing if the program was compiled with an earlier version. */
  const size_t least = offsetof(kmk_sqlite_options, busy_milliseconds);
  kmk_sqlite_options given = KMK_SQLITE_OPTIONS_INIT;
  if (path == NULL || (options != NULL && options->size < least)) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT,
                    path == NULL ? "path is NULL"
                                 : "options.size is wrong; use KMK_SQLITE_OPTIONS_INIT");
    return NULL;
  }
  if (options != NULL)
    memcpy(&given, options, options->size < sizeof given ? options->size : sizeof given);
  if (!is_path(path, error))
    return NULL;
  kmk_saver *tried = kmk_sqlite_saver(&given, 0, error);
  if (tried == NULL)
    return NULL;
  kmk_saver_free(tried);
  kmk_sqlite *database = new_database(&given);
  if (database == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return NULL;
  }
  if (given.is_read_only ? can_be_read(database, path, error)
                         : can_be_written(database, path, error)) {
    if (given.is_read_only ||
        pthread_create(&database->writer, NULL, kmk_sqlite_writer, database) == 0)
      return database;
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "the system gave no thread");
  }
  kmk_sqlite_close(database);
  return NULL;
}
