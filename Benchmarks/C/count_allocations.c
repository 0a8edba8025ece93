/* liballocations.so: counts the calls to the C library's allocator. It is preloaded only while
 * allocations are counted, so that no measured time includes it. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_uint_fast64_t count;

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

uint64_t counted_allocations(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

/* For a program without these functions: writes the total to the file that ALLOCATIONS_FILE names. */
__attribute__((destructor)) static void write_count(void) {
  const char *path = getenv("ALLOCATIONS_FILE");
  int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
  if (file < 0)
    return;
  dprintf(file, "%llu\n", (unsigned long long)counted_allocations());
  close(file);
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
  note();
  return __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}
