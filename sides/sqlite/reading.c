/* A read of the file, which sees one version of it, whoever writes it during the read. */
#include "database.h"

#include <unistd.h>

/* Whether a writer has the file open, or a writer was killed. */
static bool has_log(const char *path) {
  char *log = sqlite3_mprintf("%s-wal", path);
  bool has_log = log == NULL || access(log, F_OK) == 0;
  sqlite3_free(log);
  return has_log;
}

/* Whether SQLite cannot read the file as a file that others may write, because it would make files beside it. This is
 * so if the folder cannot be written and no writer is running, whose files would exist. */
static bool cannot_be_shared(const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder =
      slash == NULL ? sqlite3_mprintf(".") : sqlite3_mprintf("%.*s/", (int)(slash - path), path);
  bool is_closed = folder != NULL && access(folder, W_OK) != 0;
  sqlite3_free(folder);
  return is_closed && !has_log(path) && access(path, R_OK) == 0;
}

/* Returns the URI by which SQLite opens a file with neither locks nor other files; NULL: no memory. */
static char *uri_of(const char *path) {
  sqlite3_str *uri = sqlite3_str_new(NULL);
  sqlite3_str_appendall(uri, "file://");
  for (; *path != '\0'; path++)
    if (strchr("?#%", *path) != NULL)
      sqlite3_str_appendf(uri, "%%%02X", *path);
    else
      sqlite3_str_append(uri, path, 1);
  sqlite3_str_appendall(uri, "?immutable=1");
  return sqlite3_str_finish(uri);
}

static int open_alone(const char *path, kmk_sqlite_reading *reading) {
  char *uri = uri_of(path);
  if (uri == NULL || stat(path, &reading->before) != 0) {
    sqlite3_free(uri);
    return SQLITE_NOMEM;
  }
  int code = sqlite3_open_v2(uri, &reading->file, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
  sqlite3_free(uri);
  return code;
}

/* Starts a read, which kmk_sqlite_end must end even if this fails. `is_own`: with a connection of its own, so that no
 * thread waits for the read; otherwise with the writer's connection, under the lock. */
int kmk_sqlite_begin(kmk_sqlite *database, kmk_sqlite_reading *reading, bool is_own) {
  int code = SQLITE_OK;
  memset(reading, 0, sizeof *reading);
  if (!is_own) {
    reading->file = database->file;
  } else {
    reading->is_own = true;
    reading->is_alone = database->options.is_read_only && cannot_be_shared(database->path);
    code = reading->is_alone
               ? open_alone(database->path, reading)
               : sqlite3_open_v2(database->path, &reading->file, SQLITE_OPEN_READONLY, NULL);
    if (code == SQLITE_OK)
      sqlite3_busy_timeout(reading->file, (int)database->options.busy_milliseconds);
  }
  return code != SQLITE_OK ? code : sqlite3_exec(reading->file, "BEGIN", NULL, NULL, NULL);
}

/* Whether the file is unchanged since it was opened as immutable. */
static bool is_as_before(const char *path, const struct stat *before) {
  struct stat now;
  return !has_log(path) && stat(path, &now) == 0 && now.st_ino == before->st_ino &&
         now.st_size == before->st_size && now.st_mtim.tv_sec == before->st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == before->st_mtim.tv_nsec;
}

/* Ends a read; false with an error if the file was written during the read and SQLite has not noticed. */
bool kmk_sqlite_end(kmk_sqlite *database, kmk_sqlite_reading *reading, kmk_error *error) {
  if (reading->file != NULL && !sqlite3_get_autocommit(reading->file))
    sqlite3_exec(reading->file, "COMMIT", NULL, NULL, NULL);
  if (reading->is_own)
    sqlite3_close(reading->file);
  if (!reading->is_alone || is_as_before(database->path, &reading->before))
    return true;
  kmk_sqlite_fail_busy(database, "a program wrote it while it was read; read it again", error);
  return false;
}

sqlite3_stmt *kmk_sqlite_query(sqlite3 *file, const char *sql, const char *name, int *code) {
  sqlite3_stmt *rows = NULL;
  *code = sqlite3_prepare_v2(file, sql, -1, &rows, NULL);
  if (*code != SQLITE_OK)
    return NULL;
  sqlite3_bind_text(rows, 1, name, -1, SQLITE_STATIC);
  *code = sqlite3_step(rows);
  return rows;
}

static void say(kmk_sqlite_reading *reading, kmk_error *error) {
  if (reading->file == NULL)
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
  else
    kmk_sqlite_fail_with(error, KMK_ERR_INVALID_ARGUMENT, sqlite3_errmsg(reading->file),
                         sqlite3_extended_errcode(reading->file));
}

/* Under the lock. The writer then has no items, and gets none as long as the lock is held. */
static void wait_for_the_writer(kmk_sqlite *database) {
  while (database->done < database->handed)
    kmk_sqlite_wait_locked(database);
}

/* Returns the moment under a name in the file, after all steps that were passed to the writer before. If the file has
 * none, fails with NOT_FOUND and leaves KMK_OK in status. */
json_t *kmk_sqlite_saved(kmk_sqlite *database, const char *name, bool is_own, uint64_t *step,
                         kmk_status *status, kmk_error *error) {
  kmk_sqlite_reading reading;
  json_t *saved = NULL;
  pthread_mutex_lock(&database->lock);
  if (is_own) {
    kmk_sqlite_wait_locked(database);
    pthread_mutex_unlock(&database->lock);
  } else {
    wait_for_the_writer(database);
  }
  *step = 0;
  *status = KMK_ERR_INVALID_ARGUMENT;
  if (!is_own && database->failure != KMK_OK) {
    /* Steps of an earlier store of that name may wait for the file. */
    kmk_sqlite_fail_with(error, database->failure, database->message, database->failure_code);
    pthread_mutex_unlock(&database->lock);
    return NULL;
  }
  if (kmk_sqlite_begin(database, &reading, is_own) != SQLITE_OK)
    say(&reading, error);
  else
    saved = kmk_sqlite_find_saved(reading.file, name, step, status, error);
  if (!kmk_sqlite_end(database, &reading, error)) {
    json_decref(saved);
    saved = NULL;
    *status = KMK_ERR_BUSY;
  }
  if (!is_own)
    pthread_mutex_unlock(&database->lock);
  if (saved == NULL && *status == KMK_OK)
    kmk_sqlite_fail(error, KMK_ERR_NOT_FOUND, "nothing is kept under that name");
  return saved;
}

static json_t *read_names(sqlite3 *file, int *code) {
  json_t *names = json_array();
  sqlite3_stmt *rows =
      kmk_sqlite_query(file, "SELECT store FROM kumiki_moment ORDER BY store", "", code);
  for (; names != NULL && *code == SQLITE_ROW; *code = sqlite3_step(rows)) {
    const char *name = (const char *)sqlite3_column_text(rows, 0);
    if (name == NULL || json_array_append_new(names, json_string(name)) != 0) {
      json_decref(names);
      names = NULL;
    }
  }
  sqlite3_finalize(rows);
  return names;
}

KMK_SQLITE_PUBLIC json_t *kmk_sqlite_names(kmk_sqlite *database, kmk_error *error) {
  kmk_sqlite_reading reading;
  json_t *names = NULL;
  if (database == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "it is NULL");
    return NULL;
  }
  if (!kmk_sqlite_is_here(database, error))
    return NULL;
  pthread_mutex_lock(&database->lock);
  kmk_sqlite_wait_locked(database);
  pthread_mutex_unlock(&database->lock);
  int code = kmk_sqlite_begin(database, &reading, true);
  if (code == SQLITE_OK)
    names = read_names(reading.file, &code);
  bool is_read = code == SQLITE_DONE && names != NULL;
  if (code != SQLITE_DONE && code != SQLITE_ROW)
    say(&reading, error);
  else if (!is_read)
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
  is_read = kmk_sqlite_end(database, &reading, error) && is_read;
  if (is_read)
    return names;
  json_decref(names);
  return NULL;
}
