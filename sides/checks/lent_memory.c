/* Lent values are copies in pages of their own. When a value is released, each word in it that may be a pointer is
 * set to an inaccessible address. When all values of a page are released, the page itself becomes inaccessible, and
 * is used again only after all others. So a program that uses such a value is stopped. This file does not rely on the
 * layout of jansson's values behind the reference count. */
#define _GNU_SOURCE
#include "lent_memory.h"
#include "kumiki_checks.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum {
  PAGE = 65536, /* the largest page size of any system */
  PAGES = 1024,
  LARGEST = 1024, /* bytes of a block; a larger block is data that a value refers to */
  TRIED = 64,     /* pages to try before jansson's own memory is used */
  TYPES = 64,     /* types of the program's functions */
  FILLING = 1 << 30,
  /* The range of addresses that stand for one type: jansson adds an offset to them. */
  SPAN = 1 << 22,
};

typedef struct {
  uint32_t size;
  bool is_live, is_text;
  char padding[10];
} block;

/* The unit of blocks. */
typedef uintptr_t words __attribute__((vector_size(16), may_alias));

typedef struct {
  bool is_open;  /* otherwise inaccessible */
  uint32_t live; /* blocks; a thread that fills the page counts as FILLING blocks */
} page;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *memory, *nowhere;
static page pages[PAGES];
static size_t next;
static const char *types[TYPES];
static json_malloc_t other_malloc;
static json_free_t other_free;
static OF_THREAD bool is_taken, is_text_next;
static OF_THREAD uintptr_t ending;
static OF_THREAD page *filled;
static OF_THREAD char *room, *room_end; /* the rest of that page */
static OF_THREAD uint32_t taken_count;  /* its blocks */
/* The page of blocks that have ended together and were not yet subtracted. */
static OF_THREAD page *left;
static OF_THREAD uint32_t left_count;

static bool is_in(const char *start, size_t size, const void *address) {
  return (uintptr_t)address - (uintptr_t)start < size;
}

/* Accepts any address, including addresses outside this memory. */
static bool is_ours(const void *address) { return is_in(memory, (size_t)PAGES * PAGE, address); }

static page *page_of(const void *address) {
  return &pages[((const char *)address - memory) / PAGE];
}

static char *start_of(const page *page) { return memory + (size_t)(page - pages) * PAGE; }

/* Opens the next closed page. */
static page *opened(void) {
  page *found = NULL;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < TRIED && !found; i++) {
    page *page = &pages[next++ % PAGES];
    if (!page->is_open && mprotect(start_of(page), PAGE, PROT_READ | PROT_WRITE) == 0) {
      page->is_open = true;
      page->live = FILLING;
      found = page;
    }
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static void leave(page *page, uint32_t blocks) {
  if (__atomic_sub_fetch(&page->live, blocks, __ATOMIC_ACQ_REL) > 0)
    return;
  mprotect(start_of(page), PAGE, PROT_NONE);
  __atomic_store_n(&page->is_open, false, __ATOMIC_RELEASE);
}

void kumiki_memory_leave(void) {
  if (filled)
    leave(filled, FILLING - taken_count);
  filled = NULL;
  room = room_end = NULL;
  taken_count = 0;
}

__attribute__((noinline)) static bool turn_page(void) {
  kumiki_memory_leave();
  filled = opened();
  if (!filled)
    return false;
  room = start_of(filled);
  room_end = room + PAGE;
  return true;
}

static void *allocate(size_t size) {
  size_t all = (size + sizeof(block) + 15) & ~(size_t)15;
  bool is_text = is_text_next;
  is_text_next = false;
  if (!is_taken || all > LARGEST || ((size_t)(room_end - room) < all && !turn_page()))
    return other_malloc(size);
  block *taken = (block *)(void *)room;
  room += all;
  taken_count++;
  *taken = (block){.size = (uint32_t)all, .is_live = true, .is_text = is_text};
  return taken + 1;
}

/* Makes a block unusable. A string is overwritten, so that its end can be seen. */
static void spoil(block *gone) {
  char *end = (char *)gone + gone->size;
  if (gone->is_text) {
    memset(gone + 1, '?', (size_t)(end - (char *)(gone + 1)) - 1);
    return;
  }
  json_t *value = (json_t *)(gone + 1);
  uintptr_t nobodys = ending ? ending : (uintptr_t)nowhere;
  for (words *at = (words *)(void *)(value + 1); at < (words *)(void *)end; at++)
    *at = (words){nobodys, nobodys};
  value->refcount = 1; /* one more decrement then releases it once more */
}

static void leave_together(void) {
  if (left)
    leave(left, left_count);
  left = NULL;
  left_count = 0;
}

static void release(void *address) {
  if (!address || !is_ours(address)) {
    other_free(address);
    return;
  }
  block *gone = (block *)address - 1;
  if (!gone->is_live)
    kumiki_checks_stop("a value that was lent is released more often than it was kept");
  gone->is_live = false;
  spoil(gone);
  page *page = page_of(address);
  if (left != page)
    leave_together();
  left = page;
  left_count++;
  if (!ending)
    leave_together();
}

bool kumiki_memory_begin(void) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *reserved = mmap(NULL, (size_t)PAGES * PAGE + (size_t)TYPES * SPAN, PROT_NONE, flags, -1, 0);
  if (reserved == MAP_FAILED)
    return false;
  memory = reserved;
  nowhere = memory + (size_t)PAGES * PAGE;
  types[0] = "function";
  json_get_alloc_funcs(&other_malloc, &other_free);
  json_set_alloc_funcs(allocate, release);
  return true;
}

void kumiki_memory_use(bool is_used) { is_taken = is_used; }

void kumiki_memory_text_follows(void) { is_text_next = true; }

/* The address that stands for a type of function. Its lowest bits are 0, because jansson shifts by them. */
static uintptr_t address_of_type(const char *type) {
  size_t i = 1;
  const char *none = NULL;
  while (i < TYPES && types[i] != type &&
         !__atomic_compare_exchange_n(&types[i], &none, type, false, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
    none = NULL;
    i++;
  }
  return (uintptr_t)(nowhere + (i < TYPES ? i : 0) * (size_t)SPAN);
}

void kumiki_memory_release(json_t *value, const char *type) {
  ending = address_of_type(type);
  json_decref(value);
  ending = 0;
  leave_together();
}

int kumiki_memory_has(const void *value) {
  if (!is_ours(value))
    return 0;
  bool is_open = __atomic_load_n(&page_of(value)->is_open, __ATOMIC_ACQUIRE);
  return is_open && ((const block *)value - 1)->is_live ? 1 : -1;
}

const char *kumiki_memory_lent_to(const void *address) {
  if (is_ours(address))
    return types[0];
  if (!is_in(nowhere, (size_t)TYPES * SPAN, address))
    return NULL;
  return types[((const char *)address - nowhere) / SPAN];
}
