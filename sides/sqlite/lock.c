/* The right to write a store: a lock of the kernel, which ends with the process.
 *
 * The file PATH-lock beside a database has one byte for each store, at the hash of the store's name. The writer of a
 * store holds a lock of that byte that belongs to the open file (F_OFD_SETLK), so one process that opens a database
 * twice counts as two writers. A lock of the process on the byte after it tells others the process id. */
#define _GNU_SOURCE /* the kernel's locks of open files */

#include "database.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Opens a file for its user alone. Programs that this program starts do not inherit the descriptor. */
int kmk_sqlite_open_private(const char *path, int flags) {
  return open(path, flags | O_CLOEXEC, 0600);
}

/* Returns the byte of a store: FNV-1a of the store's name, even, and within the range that each file system can lock. */
static off_t byte_of(const char *name) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (; *name != '\0'; name++)
    hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
  return (off_t)((hash >> 3) & ~(uint64_t)1);
}

static struct flock range(off_t start, short type) {
  struct flock range;
  memset(&range, 0, sizeof range);
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = start;
  range.l_len = 1;
  return range;
}

/* Fails with the process that writes a store, if the system knows it: a process on another machine has no number
 * here. */
static void say_who(kmk_sqlite *database, const char *name, kmk_error *error) {
  char what[200], program[32] = "";
  struct flock held = range(byte_of(name) + 1, F_WRLCK);
  bool is_known = fcntl(database->lock_file, F_OFD_GETLK, &held) == 0 && held.l_type != F_UNLCK &&
                  held.l_pid > 0;
  if (is_known && held.l_pid == getpid()) {
    snprintf(what, sizeof what, "the store %.80s is open in this process", name);
  } else if (is_known) {
    snprintf(what, sizeof what, "/proc/%ld/comm", (long)held.l_pid);
    FILE *file = fopen(what, "re");
    if (file != NULL && fgets(program, sizeof program, file) != NULL)
      program[strcspn(program, "\n")] = '\0';
    if (file != NULL)
      fclose(file);
    snprintf(what, sizeof what, "the store %.80s is written by %s%sprocess %ld", name, program,
             *program == '\0' ? "" : ", ", (long)held.l_pid);
  } else {
    snprintf(what, sizeof what, "the store %.80s is written by another program", name);
  }
  kmk_sqlite_fail(error, KMK_ERR_BUSY, what);
}

/* Opens the file with the locks, and makes it if needed. */
bool kmk_sqlite_open_locks(kmk_sqlite *database, kmk_error *error) {
  const char *path = sqlite3_db_filename(database->file, "main");
  char *lock_path = sqlite3_mprintf("%s-lock", path), what[240];
  if (lock_path == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return false;
  }
  database->lock_file = kmk_sqlite_open_private(lock_path, O_RDWR | O_CREAT);
  if (database->lock_file < 0) {
    snprintf(what, sizeof what, "cannot open %.120s: %s", lock_path, strerror(errno));
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, what);
  }
  sqlite3_free(lock_path);
  return database->lock_file >= 0;
}

/* Takes the right to write a store. If another process holds it, fails with BUSY and names the process in the
 * message. */
bool kmk_sqlite_lock(kmk_sqlite *database, const char *name, kmk_error *error) {
  char what[200];
  struct flock own = range(byte_of(name), F_WRLCK);
  if (fcntl(database->lock_file, F_OFD_SETLK, &own) != 0) {
    if (errno == EAGAIN || errno == EACCES) {
      say_who(database, name, error);
    } else {
      snprintf(what, sizeof what, "the store %.60s cannot be locked: %.80s", name, strerror(errno));
      kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, what);
    }
    return false;
  }
  struct flock visible = range(byte_of(name) + 1, F_WRLCK);
  (void)fcntl(database->lock_file, F_SETLK, &visible);
  return true;
}

void kmk_sqlite_unlock(kmk_sqlite *database, const char *name) {
  struct flock visible = range(byte_of(name) + 1, F_UNLCK);
  struct flock own = range(byte_of(name), F_UNLCK);
  (void)fcntl(database->lock_file, F_SETLK, &visible);
  (void)fcntl(database->lock_file, F_OFD_SETLK, &own);
}

/* Whether the path still leads to the file that was opened. */
bool kmk_sqlite_is_at_its_path(kmk_sqlite *database) {
  struct stat now;
  const char *path = sqlite3_db_filename(database->file, "main");
  return stat(path, &now) == 0 && now.st_dev == database->device && now.st_ino == database->inode;
}
