/* The right to write a store: a lock of the kernel, which ends with the process.
 *
 * The file PATH-lock beside a database has one byte for each store, at the hash of the store's name. The writer of a
 * store holds a lock of that byte that belongs to the open file (F_OFD_SETLK), so one process that opens a database
 * twice counts as two writers. A lock of the process on the byte after it tells others the process id.
 *
 * The byte of the whole file is locked too: for reading by each handle that may write a store, and for writing by a handle
 * that writes alone. */
#define _GNU_SOURCE /* the kernel's locks of open files */

#include "database.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
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

/* The byte of the whole file, after the bytes of all stores. */
static const off_t whole_file = (off_t)1 << 61;

static struct flock range(off_t start, short type) {
  struct flock range;
  memset(&range, 0, sizeof range);
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = start;
  range.l_len = 1;
  return range;
}

/* Fails with the process that holds a byte, if the system knows it: a process on another machine has no number here. */
static void say_who(kmk_sqlite *database, const char *held_name, struct flock held,
                    kmk_error *error) {
  char what[200], program[32] = "";
  held.l_start++;
  bool is_known = fcntl(database->lock_file, F_OFD_GETLK, &held) == 0 && held.l_type != F_UNLCK &&
                  held.l_pid > 0;
  if (is_known && held.l_pid == getpid()) {
    snprintf(what, sizeof what, "%.90s is open in this process", held_name);
  } else if (is_known) {
    snprintf(what, sizeof what, "/proc/%ld/comm", (long)held.l_pid);
    FILE *file = fopen(what, "re");
    if (file != NULL && fgets(program, sizeof program, file) != NULL)
      program[strcspn(program, "\n")] = '\0';
    if (file != NULL)
      fclose(file);
    snprintf(what, sizeof what, "%.90s is written by %s%sprocess %ld", held_name, program,
             *program == '\0' ? "" : ", ", (long)held.l_pid);
  } else {
    snprintf(what, sizeof what, "%.90s is written by another program", held_name);
  }
  kmk_sqlite_fail_busy(database, what, error);
}

/* Takes a byte. If another handle holds it, fails with BUSY and names its process in the message. */
static bool take(kmk_sqlite *database, const char *name, off_t start, short type,
                 kmk_error *error) {
  char what[200];
  struct flock own = range(start, type), visible = range(start + 1, type);
  if (fcntl(database->lock_file, F_OFD_SETLK, &own) == 0) {
    (void)fcntl(database->lock_file, F_SETLK, &visible);
    return true;
  }
  if (errno == EAGAIN || errno == EACCES) {
    say_who(database, name, range(start, type), error);
  } else {
    snprintf(what, sizeof what, "%.70s cannot be locked: %.80s", name, strerror(errno));
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, what);
  }
  return false;
}

static void leave(kmk_sqlite *database, off_t start) {
  struct flock visible = range(start + 1, F_UNLCK), own = range(start, F_UNLCK);
  (void)fcntl(database->lock_file, F_SETLK, &visible);
  (void)fcntl(database->lock_file, F_OFD_SETLK, &own);
}

/* After a call that failed with BUSY: waits a little and returns true, or returns false at the end of the wait. */
bool kmk_sqlite_waits_until(kmk_sqlite *database, uint64_t end) {
  static const struct timespec a_little = {0, 10 * 1000 * 1000};
  if (database->options.wait_milliseconds == 0 || kmk_sqlite_milliseconds() >= end)
    return false;
  nanosleep(&a_little, NULL);
  return true;
}

/* Locks the whole file for this handle alone, after the wait that the options allow. */
static bool lock_alone(kmk_sqlite *database, kmk_error *error) {
  uint64_t end = kmk_sqlite_milliseconds() + database->options.wait_milliseconds;
  kmk_error inner;
  bool is_locked;
  do
    is_locked = take(database, "the file", whole_file, F_WRLCK, &inner);
  while (!is_locked && inner.status == KMK_ERR_BUSY && kmk_sqlite_waits_until(database, end));
  if (!is_locked && error != NULL)
    *error = inner;
  return is_locked;
}

/* Opens the file with the locks, and makes it if needed. Takes the whole file if this handle writes alone. */
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
  return database->lock_file >= 0 &&
         (!database->options.writes_alone || lock_alone(database, error));
}

/* Ends all locks of the handle, which a forked child holds too, and closes the file. */
void kmk_sqlite_close_locks(kmk_sqlite *database) {
  if (database->lock_file < 0)
    return;
  struct flock all = range(0, F_UNLCK);
  all.l_len = 0;
  (void)fcntl(database->lock_file, F_OFD_SETLK, &all);
  close(database->lock_file);
  database->lock_file = -1;
}

/* Under the database's lock: takes the right to write a store, or fails with BUSY. */
bool kmk_sqlite_lock(kmk_sqlite *database, const char *name, kmk_error *error) {
  char what[96];
  snprintf(what, sizeof what, "the store %.80s", name);
  bool needs_file = !database->options.writes_alone && database->locked == 0;
  if (needs_file && !take(database, "the file", whole_file, F_RDLCK, error))
    return false;
  if (take(database, what, byte_of(name), F_WRLCK, error)) {
    database->locked++;
    return true;
  }
  if (needs_file)
    leave(database, whole_file);
  return false;
}

/* Under the database's lock. */
void kmk_sqlite_unlock(kmk_sqlite *database, const char *name) {
  database->locked--;
  if (database->lock_file < 0)
    return;
  leave(database, byte_of(name));
  if (!database->options.writes_alone && database->locked == 0)
    leave(database, whole_file);
}

/* Whether the path still leads to the file that was opened. */
bool kmk_sqlite_is_at_its_path(kmk_sqlite *database) {
  struct stat now;
  const char *path = sqlite3_db_filename(database->file, "main");
  return stat(path, &now) == 0 && now.st_dev == database->device && now.st_ino == database->inode;
}
