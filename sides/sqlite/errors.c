/* The messages of failed calls: the database, the store, the row, then the library's message. */
#include "database.h"

static _Thread_local int last_code;

KMK_SQLITE_PUBLIC int kmk_sqlite_last_code(void) { return last_code; }

void kmk_sqlite_fail(kmk_error *error, kmk_status status, const char *message) {
  kmk_sqlite_fail_with(error, status, message, SQLITE_OK);
}

void kmk_sqlite_fail_with(kmk_error *error, kmk_status status, const char *message, int code) {
  last_code = code;
  if (error == NULL)
    return;
  error->status = status;
  error->position = 0;
  error->path[0] = '\0';
  snprintf(error->message, sizeof error->message, "the database: %s", message);
}

/* Fails with BUSY. The message names the file; of a long path, only the last name. */
void kmk_sqlite_fail_busy(const kmk_sqlite *database, const char *message, kmk_error *error) {
  const char *path = database->path, *last = strrchr(path, '/');
  kmk_sqlite_fail(error, KMK_ERR_BUSY, message);
  if (error == NULL)
    return;
  path = strlen(path) > 100 && last != NULL ? last + 1 : path;
  snprintf(error->message, sizeof error->message, "the database %.100s: %s", path, message);
}

/* Puts a place in front of an error's message. */
static void within(kmk_error *error, const char *what) {
  char message[sizeof error->message];
  memcpy(message, error->message, sizeof message);
  snprintf(error->message, sizeof error->message, "%.110s: %.140s", what, message);
}

/* Adds the name of the store to an error that does not come from SQLite. */
void kmk_sqlite_within_store(kmk_error *error, const char *name) {
  char what[112];
  last_code = SQLITE_OK;
  snprintf(what, sizeof what, "the database: the store %.80s", name);
  within(error, what);
}

/* Reports a mistake in a row. The names of the database and the store are put in front of it later. */
void kmk_sqlite_broken(kmk_error *error, const char *what, const char *message) {
  kmk_sqlite_fail(error, KMK_ERR_DECODE, "");
  snprintf(error->message, sizeof error->message, "%s%s", what, message);
}

/* Adds the row to an error that the library gave for its value. JSON, TOO_DEEP and NO_MEMORY stay as they are; any
 * other status becomes DECODE. */
void kmk_sqlite_refused(kmk_error *error, const char *what) {
  bool is_known = error->status == KMK_ERR_JSON || error->status == KMK_ERR_TOO_DEEP ||
                  error->status == KMK_ERR_NO_MEMORY;
  if (!is_known)
    error->status = KMK_ERR_DECODE;
  within(error, what);
}
