/* The table of handles for a checked program. A handle consists of the number of a place in the table and of how
 * often the place was used before. So it is not an address, and it differs from every ended handle. */
#include "kumiki_checks.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHUNK = 4096,
  CHUNKS = 4096,
  RESTING = 65536, /* ended places before the oldest is used again */
  BUCKETS = 1024,  /* hash buckets that find places by their objects */
};

typedef struct {
  const void *object; /* NULL: ended, or not used yet */
  const char *kind;
  uint32_t next; /* the next place in the bucket or in the list of resting places; 0: none */
  uint32_t references;
  uint16_t uses;
  bool is_found; /* in a bucket, by its object */
} place;

static bool is_locked; /* a spin lock */
static place *chunks[CHUNKS];
static uint32_t buckets[BUCKETS];
static uint32_t count = 1, resting, first, last;

static void lock_table(void) {
  while (__atomic_test_and_set(&is_locked, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void unlock_table(void) { __atomic_clear(&is_locked, __ATOMIC_RELEASE); }

static place *at(uint32_t index) {
  place *chunk = __atomic_load_n(&chunks[index / CHUNK], __ATOMIC_ACQUIRE);
  return &chunk[index % CHUNK];
}

static uint32_t *bucket_of(const void *object) {
  return &buckets[((uintptr_t)object >> 4) % BUCKETS];
}

static const void *handle_of(uint32_t index) {
  return (const void *)((uintptr_t)0x8B6D << 48 | (uintptr_t)at(index)->uses << 32 | index);
}

/* Returns an unused place. 0: no memory, or all places are used. */
static uint32_t unused(void) {
  if (resting > RESTING) {
    uint32_t index = first;
    first = at(index)->next;
    resting--;
    return index;
  }
  if (count == (uint32_t)CHUNK * CHUNKS)
    return 0;
  place **chunk = &chunks[count / CHUNK];
  if (!*chunk) {
    place *made = calloc(CHUNK, sizeof *made);
    if (!made)
      return 0;
    __atomic_store_n(chunk, made, __ATOMIC_RELEASE);
  }
  return count++;
}

/* If the table has no room, the object is its own handle and is not checked. */
static const void *given(const void *object, const char *kind, bool is_found) {
  uint32_t index = unused();
  if (index == 0)
    return object;
  place *place = at(index);
  place->uses++;
  place->references = 1;
  place->kind = kind;
  place->is_found = is_found;
  if (is_found) {
    place->next = *bucket_of(object);
    *bucket_of(object) = index;
  }
  __atomic_store_n(&place->object, object, __ATOMIC_RELEASE);
  return handle_of(index);
}

static void end(uint32_t index) {
  place *place = at(index);
  if (place->is_found) {
    uint32_t *link = bucket_of(place->object);
    while (*link != index)
      link = &at(*link)->next;
    *link = place->next;
  }
  __atomic_store_n(&place->object, NULL, __ATOMIC_RELEASE);
  place->next = 0;
  *(resting++ ? &at(last)->next : &first) = index;
  last = index;
}

static uint32_t found(const void *object, const char *kind) {
  uint32_t index = *bucket_of(object);
  while (index && (at(index)->object != object || at(index)->kind != kind))
    index = at(index)->next;
  return index;
}

/* Returns the handle of an object. An existing handle gets `more` further references. */
static const void *shared(const void *object, const char *kind, uint32_t more) {
  lock_table();
  uint32_t index = found(object, kind);
  if (index)
    at(index)->references += more;
  const void *handle = index ? handle_of(index) : given(object, kind, true);
  unlock_table();
  return handle;
}

const void *kumiki_handle_new(const void *object, const char *kind) {
  kumiki_checks_watch();
  return shared(object, kind, 1);
}

const void *kumiki_handle_lent(const void *object, const char *kind) {
  return shared(object, kind, 1);
}

const void *kumiki_handle_borrowed(const void *object, const char *kind) {
  return shared(object, kind, 0);
}

const void *kumiki_handle_once(const void *object, const char *kind) {
  lock_table();
  const void *handle = given(object, kind, false);
  unlock_table();
  return handle;
}

void kumiki_handle_gone(const void *object) {
  lock_table();
  uint32_t index = *bucket_of(object);
  while (index) {
    uint32_t next = at(index)->next;
    if (at(index)->object == object)
      end(index);
    index = next;
  }
  unlock_table();
}

const void *kumiki_handle_object(const void *handle, const char *kind) {
  if (!kumiki_handle_is_checked(handle))
    return handle;
  kumiki_call_of_library();
  place *place = at((uint32_t)(uintptr_t)handle);
  const void *object = __atomic_load_n(&place->object, __ATOMIC_ACQUIRE);
  if (!object || place->uses != (uint16_t)((uintptr_t)handle >> 32))
    kumiki_checks_stop("this %s has ended: it was freed, handed over or finished, or the call it "
                       "was lent for has returned",
                       kind ? kind : "handle");
  if (kind && place->kind != kind && strcmp(place->kind, kind) != 0)
    kumiki_checks_stop("what should be a %s is a %s", kind, place->kind);
  return object;
}

static void release_reference(uint32_t index) {
  lock_table();
  if (--at(index)->references == 0)
    end(index);
  unlock_table();
}

const void *kumiki_handle_end(const void *handle, const char *kind) {
  const void *object = kumiki_handle_object(handle, kind);
  if (kumiki_handle_is_checked(handle))
    release_reference((uint32_t)(uintptr_t)handle);
  return object;
}

void kumiki_handle_end_if_any(const void *handle) {
  uint32_t index = (uint32_t)(uintptr_t)handle;
  if (kumiki_handle_is_checked(handle) && at(index)->object && handle_of(index) == handle)
    release_reference(index);
}
