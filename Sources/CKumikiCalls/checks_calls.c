/* What is lent to the program's functions while they run. */
#include "checks_memory.h"
#include "checks_values.h"
#include "kumiki_checks.h"

#include <pthread.h>
#include <stdlib.h>

/* A call, or something that was lent in it. */
typedef struct {
  const char *type;   /* of a call's function; NULL: something lent, */
  const void *handle; /* a handle, */
  json_t *copy;       /* or a value, with a reference to each of both */
  const json_t *original;
  bool until_write;
} entry;

/* Of a thread. */
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

/* NULL: there is no memory, and what would be noted is not checked. */
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

/* What is lent to a function by this name ends. */
static void ended(const entry *lent, const char *type) {
  kumiki_handle_end_if_any(lent->handle);
  if (lent->copy)
    kumiki_value_ended(lent->copy, lent->original, type);
}

void kumiki_call_ended(size_t call) {
  calls *here = &calls_here;
  const char *type = here->entries[call - 1].type;
  while (here->count > call) {
    entry lent = here->entries[--here->count];
    ended(&lent, type);
  }
  here->count--;
  if (here->count == 0)
    kumiki_values_look();
}

const void *kumiki_lent_handle(const void *object, const char *kind) {
  entry *lent = calls_here.count > 0 ? added() : NULL;
  return lent ? lent->handle = kumiki_handle_once(object, kind) : object;
}

const void *kumiki_lent_object(const void *object, const char *kind) {
  entry *lent = calls_here.count > 0 ? added() : NULL;
  return lent ? lent->handle = kumiki_handle_new(object, kind)
              : kumiki_handle_borrowed(object, kind);
}

const json_t *kumiki_lent_value(const json_t *value, bool until_write) {
  json_t *copy = calls_here.count > 0 ? kumiki_value_copied(value) : NULL;
  entry *lent = copy ? added() : NULL;
  if (!lent) {
    json_decref(copy);
    return value;
  }
  lent->copy = copy;
  lent->original = json_incref((json_t *)(uintptr_t)value);
  lent->until_write = until_write;
  return copy;
}

void kumiki_written(void) {
  size_t first = calls_here.count;
  while (first > 0 && !calls_here.entries[first - 1].type)
    first--;
  for (size_t i = first; i < calls_here.count; i++)
    if (calls_here.entries[i].until_write) {
      entry lent = calls_here.entries[i];
      calls_here.entries[i] = (entry){0};
      ended(&lent, calls_here.entries[first - 1].type);
    }
}
