/* A disk that fails at a call of the system, and at each call after it (disk_support.h). */
#include "disk_support.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The system call that fails, its error, and all calls after it until the disk is repaired; 0: none. */
static int calls, failing_call, failure;

void fail_from(int call, int number) {
  __atomic_store_n(&failing_call, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&calls, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&failure, number, __ATOMIC_SEQ_CST);
  __atomic_store_n(&failing_call, call, __ATOMIC_SEQ_CST);
}

int calls_so_far(void) { return __atomic_load_n(&calls, __ATOMIC_SEQ_CST); }

static bool fails(void) {
  int from = __atomic_load_n(&failing_call, __ATOMIC_SEQ_CST);
  if (from == 0 || __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) < from)
    return false;
  errno = __atomic_load_n(&failure, __ATOMIC_SEQ_CST);
  return true;
}

static ssize_t failing_pwrite(int file, const void *bytes, size_t count, off_t at) {
  return fails() ? -1 : pwrite(file, bytes, count, at);
}
static int failing_fsync(int file) { return fails() ? -1 : fsync(file); }
static int failing_ftruncate(int file, off_t size) { return fails() ? -1 : ftruncate(file, size); }
static ssize_t failing_pread(int file, void *bytes, size_t count, off_t at) {
  return fails() ? -1 : pread(file, bytes, count, at);
}
static ssize_t failing_read(int file, void *bytes, size_t count) {
  return fails() ? -1 : read(file, bytes, count);
}
static int failing_open(const char *name, int flags, int mode) {
  return fails() ? -1 : open(name, flags, mode);
}

/* SQLite's system calls, and the functions that replace them. */
typedef struct {
  const char *name;
  sqlite3_syscall_ptr function;
} disk_call;

#define FAILING(function) (sqlite3_syscall_ptr) failing_##function
static const disk_call writes[] = {{"pwrite", FAILING(pwrite)},
                                   {"pwrite64", FAILING(pwrite)},
                                   {"fsync", FAILING(fsync)},
                                   {"ftruncate", FAILING(ftruncate)}};
static const disk_call reads[] = {{"pread", FAILING(pread)},
                                  {"pread64", FAILING(pread)},
                                  {"read", FAILING(read)},
                                  {"open", FAILING(open)}};

static void interpose(const disk_call *all, size_t count, bool on) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  for (size_t i = 0; i < count; i++)
    vfs->xSetSystemCall(vfs, all[i].name, on ? all[i].function : NULL);
}

void fail_writes(bool on) { interpose(writes, COUNT_OF(writes), on); }
void fail_reads(bool on) { interpose(reads, COUNT_OF(reads), on); }
