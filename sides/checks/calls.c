/* The values and handles that the library lends to the program's functions while they run. */
#include "lent_copies.h"
#include "lent_memory.h"
#include "lent_values.h"
#include "kumiki_checks.h"

#include <pthread.h>
#include <stdlib.h>

enum { REMEMBERED = 16 }; /* lent values that may be read again */

/* A call, or a value or handle that was lent in it. */
typedef struct {
  const char *type;   /* the type of a call's function; NULL: a lent */
  const void *handle; /* handle, */
  json_t *copy;       /* or value, with a reference to its copy, */
  const json_t *original;
  bool is_counted; /* and a reference to the original; otherwise the state holds it */
  bool until_write;
  bool is_empty; /* the parts that it shares with the original were removed */
} entry;

/* The calls of one thread. */
typedef struct {
  entry *entries;
  size_t count, room;
} calls;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static OF_THREAD calls calls_here;

static void end_thread(void *calls_here) {
  free(((calls *)calls_here)->entries);
  *(calls *)calls_here = (calls){0};
  kumiki_memory_leave();
}

static void make_key(void) { pthread_key_create(&key, end_thread); }

/* Adds an entry. NULL: no memory; the call or the value is then not checked. */
static entry *added(void) {
  calls *here = &calls_here;
  if (here->count == here->room) {
    size_t room = here->room ? 2 * here->room : 64;
    entry *entries = realloc(here->entries, room * sizeof *entries);
    if (!entries)
      return NULL;
    pthread_once(&once, make_key);
    pthread_setspecific(key, here);
    here->entries = entries;
    here->room = room;
  }
  entry *new = &here->entries[here->count++];
  *new = (entry){0};
  return new;
}

size_t kumiki_call_began(const char *type) {
  entry *call = added();
  if (!call)
    return 0;
  call->type = type;
  return calls_here.count;
}

/* Ends a value or a handle that was lent to a function of this type. */
static void ended(const entry *lent, const char *type) {
  kumiki_handle_end_if_any(lent->handle);
  if (lent->is_empty)
    kumiki_memory_release(lent->copy, type);
  else if (lent->copy)
    kumiki_value_ended(lent->copy, lent->original, type);
  if (lent->is_counted)
    json_decref((json_t *)(uintptr_t)lent->original);
}

void kumiki_call_ended(size_t call) {
  calls *here = &calls_here;
  const char *type = here->entries[call - 1].type;
  while (here->count > call)
    ended(&here->entries[--here->count], type);
  here->count--;
  if (here->count == 0)
    kumiki_values_check_some();
}

void kumiki_call_of_library(void) {
  if (calls_here.count == 0)
    kumiki_values_settle();
}

const void *kumiki_lent_handle(const void *object, const char *kind) {
  entry *lent = calls_here.count > 0 ? added() : NULL;
  return lent ? lent->handle = kumiki_handle_once(object, kind) : object;
}

const void *kumiki_lent_object(const void *object, const char *kind) {
  entry *lent = calls_here.count > 0 ? added() : NULL;
  return lent ? lent->handle = kumiki_handle_lent(object, kind)
              : kumiki_handle_borrowed(object, kind);
}

/* Returns the index of the first entry of the innermost call. */
static size_t first_lent(void) {
  size_t first = calls_here.count;
  while (first > 0 && !calls_here.entries[first - 1].type)
    first--;
  return first;
}

/* Finds a part of the state that was read before: it has the same address as long as nothing was written. NULL: not
 * found. */
static json_t *lent_before(const json_t *value) {
  const entry *lent = calls_here.entries + calls_here.count;
  for (size_t i = 0; i < REMEMBERED && i < calls_here.count && !(--lent)->type; i++)
    if (lent->until_write && lent->original == value)
      return kumiki_memory_has(lent->copy) > 0 ? lent->copy : NULL;
  return NULL;
}

const json_t *kumiki_lent_value(const json_t *value, bool until_write) {
  json_t *copy = until_write ? lent_before(value) : NULL;
  if (copy)
    return copy;
  bool shares;
  copy = calls_here.count > 0 ? kumiki_copy_new(value, &shares) : NULL;
  entry *lent = copy ? added() : NULL;
  if (!lent) {
    json_decref(copy);
    return value;
  }
  /* A reference to a large part of the state would make the next write copy that part. */
  bool is_counted = !(until_write && shares);
  if (is_counted)
    json_incref((json_t *)(uintptr_t)value);
  lent->copy = copy;
  lent->original = value;
  lent->is_counted = is_counted;
  lent->until_write = until_write;
  return copy;
}

/* ---- Writes. A value that was read ends with the next successful write. */

void kumiki_writing(void) {
  size_t first = first_lent();
  for (size_t i = first; i < calls_here.count; i++) {
    entry *lent = &calls_here.entries[i];
    if (lent->is_counted || !lent->copy)
      continue;
    if (kumiki_value_is_kept(lent->copy, lent->original, calls_here.entries[first - 1].type)) {
      json_incref((json_t *)(uintptr_t)lent->original);
      lent->is_counted = true;
    } else {
      kumiki_copy_empty(lent->copy, lent->original);
      lent->is_empty = true;
    }
  }
}

void kumiki_written(bool is_done) {
  size_t first = first_lent();
  for (size_t i = first; i < calls_here.count; i++) {
    entry *lent = &calls_here.entries[i];
    if (is_done && lent->until_write) {
      ended(lent, calls_here.entries[first - 1].type);
      *lent = (entry){0};
    } else if (lent->is_empty) {
      kumiki_copy_fill(lent->copy, lent->original);
      lent->is_empty = false;
    }
  }
}
