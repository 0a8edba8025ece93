/* The locks, names and bytes of a log (log_file.h). */
#include "log_file.h"

#include "json_memory.h"
#include "kumiki_recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Repeats a call that a signal has interrupted. */
#define AGAIN_AFTER_SIGNALS(result, call)                                                          \
  do                                                                                               \
    result = (call);                                                                               \
  while (result < 0 && errno == EINTR)

/* ------------------------------------------------------------------ bytes */

const char *kumiki_log_drain(kumiki_log_file *log) {
  size_t done = 0;
  ssize_t count = 0;
  while (count >= 0 && done < log->buffer.used) {
    AGAIN_AFTER_SIGNALS(count, write(log->file, log->buffer.start + done, log->buffer.used - done));
    if (count > 0)
      done += (size_t)count;
  }
  log->written += done;
  log->buffer.used -= done;
  if (log->buffer.used > 0)
    memmove(log->buffer.start, log->buffer.start + done, log->buffer.used);
  return count < 0 ? "could not write to" : NULL;
}

void kumiki_log_mark(kumiki_log_file *log) {
  ssize_t count;
  AGAIN_AFTER_SIGNALS(count,
                      pwrite(log->file, log->buffer.start, log->buffer.used, (off_t)log->written));
  log->buffer.used = 0;
}

/* Waits until the names in the log's folder are on the disk. True too for a folder that cannot be read or synced. */
static bool sync_folder(const char *folder) {
  int result, file;
  AGAIN_AFTER_SIGNALS(file, open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file < 0)
    return errno == EACCES;
  AGAIN_AFTER_SIGNALS(result, fsync(file));
  bool is_done = result == 0 || errno == EINVAL;
  close(file);
  return is_done;
}

const char *kumiki_log_sync(kumiki_log_file *log) {
  int result;
  const char *failed = kumiki_log_drain(log);
  if (failed != NULL)
    return failed;
  AGAIN_AFTER_SIGNALS(result, fdatasync(log->file));
  if (result < 0 && errno != EINVAL)
    return "could not sync";
  if (log->has_new_name && !sync_folder(log->folder))
    return "could not sync the folder of";
  log->has_new_name = false;
  return NULL;
}

/* ------------------------------------------------------------- files, locks */

static int open_file(const char *path, int flags) {
  int file;
  AGAIN_AFTER_SIGNALS(file, open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | flags, 0600));
  return file;
}

static bool remove_if_any(const char *path) { return unlink(path) == 0 || errno == ENOENT; }

/* Locks a file for this recorder until it is closed or the process ends. False, with EWOULDBLOCK, if another recorder
 * holds the lock. A disk without locks locks nothing. */
static bool lock_file(int file) {
  int result;
  AGAIN_AFTER_SIGNALS(result, flock(file, LOCK_EX | LOCK_NB));
  return result == 0 || errno != EWOULDBLOCK;
}

/* Ends the lock, which a child of this process without exec holds too, unless this process is the child. */
static void unlock(const kumiki_log_file *log, int file) {
  if (log->process == getpid())
    flock(file, LOCK_UN);
}

static void close_file(const kumiki_log_file *log, int file) {
  if (file < 0)
    return;
  unlock(log, file);
  close(file);
}

void kumiki_log_leave(kumiki_log_file *log) { unlock(log, log->file); }

void kumiki_log_close_former(kumiki_log_file *log, int former) { close_file(log, former); }

void kumiki_log_return_to(kumiki_log_file *log, int former, size_t written) {
  unlink(log->next);
  close_file(log, log->file);
  log->file = former;
  log->written = written;
  log->buffer.used = 0;
}

/* Whether a path still leads to an open file. */
static bool is_at(int file, const char *path) {
  struct stat here, there;
  return fstat(file, &here) == 0 && stat(path, &there) == 0 && here.st_dev == there.st_dev &&
         here.st_ino == there.st_ino;
}

/* Closes a file that will not be used, and keeps errno. */
static int closed(int file) {
  int number = errno;
  close(file);
  errno = number;
  return -1;
}

/* Removes the PATH.new that a crash left. False, with EWOULDBLOCK, if a recorder is about to make it a log. */
static bool remove_next(const kumiki_log_file *log) {
  int file;
  AGAIN_AFTER_SIGNALS(file, open(log->next, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW));
  /* A recorder does not leave a link, or a file of another user. */
  if (file < 0)
    return errno == ENOENT || ((errno == ELOOP || errno == EACCES) && remove_if_any(log->next));
  bool is_removed = lock_file(file) && (!is_at(file, log->next) || remove_if_any(log->next));
  closed(file);
  return is_removed;
}

/* Opens PATH.new with a lock, before it is a log; -1 if that fails. */
static int open_next(const kumiki_log_file *log) {
  if (!remove_next(log))
    return -1;
  int file = open_file(log->next, O_EXCL);
  return file < 0 || lock_file(file) ? file : closed(file);
}

bool kumiki_log_begin_next(kumiki_log_file *log, int *former) {
  int next = open_next(log);
  if (next < 0)
    return false;
  *former = log->file;
  log->file = next;
  log->written = 0;
  return true;
}

bool kumiki_log_keep_former(kumiki_log_file *log) {
  if (!remove_if_any(log->former))
    return false;
  if (link(log->path, log->former) == 0)
    return true;
  bool has_no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK;
  return has_no_links && rename(log->path, log->former) == 0;
}

bool kumiki_log_take_place(kumiki_log_file *log) {
  if (rename(log->next, log->path) != 0)
    return false;
  log->has_new_name = true;
  return true;
}

void kumiki_log_remove_next(kumiki_log_file *log) { unlink(log->next); }

/* ---------------------------------------------------------------- beginning */

static char *joined(const char *path, const char *suffix) {
  size_t room = strlen(path) + strlen(suffix) + 1;
  char *text = kumiki_allocate(room);
  if (text != NULL)
    snprintf(text, room, "%s%s", path, suffix);
  return text;
}

/* Returns the folder of a file: "." for a name alone. */
static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  char *text = joined(slash == NULL ? "." : path, "");
  if (text != NULL && slash != NULL)
    text[slash == path ? 1 : slash - path] = '\0';
  return text;
}

bool kumiki_log_begin(kumiki_log_file *log, const char *path) {
  log->file = -1;
  log->process = getpid();
  log->path = joined(path, "");
  log->next = joined(path, ".new");
  log->former = joined(path, ".1");
  log->folder = folder_of(path);
  /* A line that does not fit into the buffer is first put into it and then written. */
  log->buffer = (kumiki_bytes){kumiki_allocate(2 * KUMIKI_LOG_BUFFER), 0, 2 * KUMIKI_LOG_BUFFER};
  return log->path != NULL && log->next != NULL && log->former != NULL && log->folder != NULL &&
         log->buffer.start != NULL;
}

void kumiki_log_end(kumiki_log_file *log) {
  close_file(log, log->file);
  kumiki_deallocate(log->buffer.start);
  kumiki_deallocate(log->path);
  kumiki_deallocate(log->next);
  kumiki_deallocate(log->former);
  kumiki_deallocate(log->folder);
  kumiki_deallocate(log->rest);
}

/* Reads exactly `count` bytes. */
static bool read_block(int file, char *block, size_t count, off_t at) {
  for (size_t done = 0; done < count;) {
    ssize_t taken;
    AGAIN_AFTER_SIGNALS(taken, pread(file, block + done, count - done, at + (off_t)done));
    if (taken <= 0)
      return false;
    done += (size_t)taken;
  }
  return true;
}

static bool cut(int file, off_t length) {
  int result;
  AGAIN_AFTER_SIGNALS(result, ftruncate(file, length));
  return result == 0;
}

/* Whether a file starts like a log, as far as it goes. */
static bool is_log(int file) {
  static const char begin[] = "{\"kumiki\":\"log\"";
  char found[sizeof begin - 1];
  struct stat status;
  if (fstat(file, &status) != 0)
    return false;
  size_t count = status.st_size < (off_t)sizeof found ? (size_t)status.st_size : sizeof found;
  return read_block(file, found, count, 0) && memcmp(found, begin, count) == 0;
}

/* Reads the first line, without its end. NULL, with KMK_OK: the file has no complete line. */
static char *first_line(int file, size_t *size, kmk_status *status) {
  struct stat found;
  *status = KMK_OK;
  if (fstat(file, &found) != 0)
    return NULL;
  char *line = NULL;
  for (size_t room = 4096; *status == KMK_OK; room *= 2) {
    size_t count = found.st_size < (off_t)room ? (size_t)found.st_size : room;
    kumiki_deallocate(line);
    line = kumiki_allocate(count + 1);
    if (line == NULL || !read_block(file, line, count, 0)) {
      *status = line == NULL ? KMK_ERR_NO_MEMORY : KMK_ERR_INVALID_ARGUMENT;
      break;
    }
    char *end = memchr(line, '\n', count);
    if (end != NULL) {
      *size = (size_t)(end - line);
      return line;
    }
    if (count < room)
      break;
  }
  kumiki_deallocate(line);
  return NULL;
}

/* Whether this library can continue a log. If it appended to a log of another format, no library could read the whole
 * file. */
static bool has_known_form(int file, kmk_error *error) {
  size_t size;
  kmk_status status;
  char *line = first_line(file, &size, &status);
  if (line != NULL)
    status = kumiki_check_log_header(line, size, error);
  else if (status != KMK_OK && error != NULL)
    *error = (kmk_error){.status = status, .message = "the first line of the log cannot be read"};
  kumiki_deallocate(line);
  return status == KMK_OK;
}

/* Keeps the incomplete last line, which is perhaps an action that had begun. */
static void keep_rest(kumiki_log_file *log, off_t end, off_t size) {
  size_t count = (size_t)(size - end);
  kumiki_deallocate(log->rest);
  log->rest = count > 0 && count < KUMIKI_LOG_BUFFER ? kumiki_allocate(count + 1) : NULL;
  if (log->rest == NULL)
    return;
  log->rest[count] = '\0';
  if (!read_block(log->file, log->rest, count, end))
    log->rest[0] = '\0';
}

bool kumiki_log_find_end(kumiki_log_file *log) {
  struct stat status;
  char block[4096];
  if (fstat(log->file, &status) != 0)
    return false;
  off_t end = status.st_size;
  while (end > 0) {
    size_t count = end < (off_t)sizeof block ? (size_t)end : sizeof block;
    if (!read_block(log->file, block, count, end - (off_t)count))
      return false;
    while (count > 0 && block[count - 1] != '\n') {
      count--;
      end--;
    }
    if (count > 0)
      break;
  }
  log->written = (size_t)end;
  keep_rest(log, end, status.st_size);
  return (end == status.st_size || cut(log->file, end)) && lseek(log->file, end, SEEK_SET) >= 0;
}

/* Opens the log with a lock. If there is no log, opens PATH.new and sets is_new. */
static bool open_locked(kumiki_log_file *log, bool *is_new) {
  struct stat status;
  /* Between opening and locking, another recorder may have given the name to another file. */
  for (int tries = 0; tries < 100; tries++) {
    *is_new = lstat(log->path, &status) != 0 && errno == ENOENT;
    int file = *is_new ? open_next(log) : open_file(log->path, 0);
    if (file < 0)
      return false;
    log->file = file;
    if (*is_new && is_at(file, log->next)) {
      if (lstat(log->path, &status) != 0)
        return true;
      remove_if_any(log->next);
    } else if (!*is_new) {
      /* A device may belong to anyone. */
      if (fstat(file, &status) == 0 && !S_ISREG(status.st_mode))
        return true;
      if (!lock_file(file))
        return false;
      if (is_at(file, log->path))
        return remove_next(log);
    }
    log->file = -1;
    close_file(log, file);
  }
  errno = EWOULDBLOCK;
  return false;
}

kumiki_log_opened kumiki_log_open(kumiki_log_file *log, kmk_error *error) {
  bool is_new;
  bool is_open = open_locked(log, &is_new);
  if (is_open && is_new)
    return KUMIKI_LOG_IS_NEW;
  if (is_open && !is_log(log->file))
    return KUMIKI_LOG_IS_OTHER;
  if (is_open && !has_known_form(log->file, error))
    return KUMIKI_LOG_IS_UNREADABLE;
  if (is_open && kumiki_log_find_end(log))
    return KUMIKI_LOG_GOES_ON;
  return errno == EWOULDBLOCK ? KUMIKI_LOG_IS_TAKEN : KUMIKI_LOG_FAILED;
}
