#include "shared.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EVENT_SLOTS = 1 << 18, TEXTS = 256 << 20, PAGE = 4096 };
#define BUSY_SLOT UINT32_MAX

/* The memory of all processes: anonymous, or the next part of a file. Pages exist once they are written. */
typedef struct room {
  int file; /* -1: none */
  off_t used;
} room;

static void *pages(room *from, size_t size) {
  int kind = from->file < 0 ? MAP_ANONYMOUS : 0;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | kind,
                      from->file, from->used);
  from->used += (off_t)((size + PAGE - 1) / PAGE * PAGE);
  return memory == MAP_FAILED ? NULL : memory;
}

static size_t slots_for(size_t most) {
  size_t slots = 1024;
  while (slots < most * 2)
    slots *= 2;
  return slots;
}

static void map(check_memory *all, room *from) {
  all->slot_mask = slots_for(all->most) - 1;
  all->records = pages(from, all->most * sizeof *all->records);
  all->slots = pages(from, (all->slot_mask + 1) * sizeof *all->slots);
  all->texts = pages(from, TEXTS);
  all->most_texts = TEXTS;
  all->event_slots = pages(from, EVENT_SLOTS * sizeof *all->event_slots);
  all->event_offsets = pages(from, EVENT_SLOTS * sizeof *all->event_offsets);
  all->edges = all->most_edges > 0 ? pages(from, all->most_edges * sizeof *all->edges) : NULL;
}

static bool is_mapped(const check_memory *all) {
  return all->records != NULL && all->slots != NULL && all->texts != NULL &&
         all->event_slots != NULL && all->event_offsets != NULL &&
         (all->most_edges == 0 || all->edges != NULL);
}

/* Resets the parts of a run that belong to its processes. */
static void begin_again(check_memory *all) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&all->lock, &kind);
  pthread_mutexattr_destroy(&kind);
  for (size_t i = 0; i < JOBS; i++) {
    atomic_store(&all->jobs[i].event, NO_EVENT);
    atomic_store(&all->jobs[i].is_busy, false);
  }
  atomic_store(&all->stops, false);
  atomic_store(&all->is_full, false);
  /* The last level may be half done: all of it is expanded again. */
  atomic_store(&all->level_end, all->level_begin);
  for (uint32_t i = all->level_begin; i < all->count; i++)
    if (all->records[i].homes != UINT8_MAX)
      atomic_store(&all->records[i].claimed, 0);
}

static check_memory *refused(const char *file, const char *why, kmk_error *error) {
  *error = (kmk_error){.status = KMK_ERR_INVALID_ARGUMENT};
  write_text(error->message, sizeof error->message, "%s%s%s", file != NULL ? file : "",
             file != NULL ? ": " : "", why);
  return NULL;
}

/* Whether a file is empty, or has a run with the key. */
static bool is_ours(int file, hash128 key) {
  hash128 found;
  ssize_t size = pread(file, &found, sizeof found, 0);
  return size == 0 || (size == sizeof found && hash_equals(found, key));
}

/* Opens the file, with room for everything. */
static bool open_file(room *from, const char *file, off_t size, hash128 key, kmk_error *error) {
  from->file = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const char *why = NULL;
  if (from->file < 0)
    why = strerror(errno);
  else if (!is_ours(from->file, key))
    why = "it belongs to another feature or other options, or is no file of a run";
  else if (ftruncate(from->file, size) != 0)
    why = strerror(errno);
  if (why == NULL)
    return true;
  refused(file, why, error);
  if (from->file >= 0)
    close(from->file);
  return false;
}

check_memory *shared_new(size_t most, bool has_edges, const char *file, hash128 key,
                         kmk_error *error) {
  room from = {-1, 0};
  size_t edges = has_edges ? most * 64 : 0;
  off_t size =
      (off_t)(sizeof(check_memory) + most * sizeof(record) + slots_for(most) * sizeof(uint32_t) +
              TEXTS + EVENT_SLOTS * (sizeof(uint32_t) + sizeof(size_t)) + edges * sizeof(edge) +
              16 * PAGE);
  if (file != NULL && !open_file(&from, file, size, key, error))
    return NULL;
  check_memory *all = pages(&from, sizeof *all);
  if (all != NULL) {
    all->key = key;
    all->most = most;
    all->most_edges = edges;
    map(all, &from);
  }
  if (from.file >= 0)
    close(from.file);
  if (all == NULL || !is_mapped(all)) {
    shared_free(all);
    return refused(file, "no memory for the situations", error);
  }
  begin_again(all);
  return all;
}

static void give_back(void *memory, size_t size) {
  if (memory != NULL)
    munmap(memory, size);
}

void shared_free(check_memory *all) {
  if (all == NULL)
    return;
  give_back(all->records, all->most * sizeof *all->records);
  give_back(all->slots, (all->slot_mask + 1) * sizeof *all->slots);
  give_back(all->texts, TEXTS);
  give_back(all->event_slots, EVENT_SLOTS * sizeof *all->event_slots);
  give_back(all->event_offsets, EVENT_SLOTS * sizeof *all->event_offsets);
  give_back(all->edges, all->most_edges * sizeof *all->edges);
  pthread_mutex_destroy(&all->lock);
  munmap(all, sizeof *all);
}

/* A job may have died with the lock; what it guards is always whole. */
static void lock(check_memory *all) {
  if (pthread_mutex_lock(&all->lock) == EOWNERDEAD)
    pthread_mutex_consistent(&all->lock);
}

static void unlock(check_memory *all) { pthread_mutex_unlock(&all->lock); }

/* ---------------------------------------------------------------- situations */

uint32_t shared_add(check_memory *all, hash128 hash, bool *is_new) {
  *is_new = false;
  for (size_t slot = hash.low & all->slot_mask;; slot = (slot + 1) & all->slot_mask) {
    uint32_t seen = atomic_load_explicit(&all->slots[slot], memory_order_acquire);
    if (seen == 0) {
      if (!atomic_compare_exchange_strong(&all->slots[slot], &seen, BUSY_SLOT)) {
        slot = (slot - 1) & all->slot_mask;
        continue;
      }
      uint32_t index = atomic_fetch_add(&all->count, 1);
      if (index >= all->most) {
        atomic_store(&all->count, (uint32_t)all->most);
        atomic_store(&all->slots[slot], 0);
        atomic_store(&all->is_full, true);
        return UINT32_MAX;
      }
      all->records[index].hash = hash;
      atomic_store_explicit(&all->slots[slot], index + 1, memory_order_release);
      *is_new = true;
      return index;
    }
    while (seen == BUSY_SLOT)
      seen = atomic_load_explicit(&all->slots[slot], memory_order_acquire);
    if (seen != 0 && hash_equals(all->records[seen - 1].hash, hash))
      return seen - 1;
  }
}

void shared_edge(check_memory *all, uint32_t from, uint32_t to) {
  if (all->edges == NULL)
    return;
  size_t index = atomic_fetch_add(&all->edge_count, 1);
  if (index < all->most_edges)
    all->edges[index] = (edge){from, to};
  else
    atomic_store(&all->is_full, true);
}

/* -------------------------------------------------------------------- events */

uint32_t shared_event(check_memory *all, const json_t *event) {
  char *text = json_dumps(event, JSON_COMPACT);
  uint32_t number = NO_EVENT;
  if (text == NULL)
    return number;
  size_t length = strlen(text) + 1;
  hash128 hash = hash_start();
  hash_bytes(&hash, text, length);
  lock(all);
  for (size_t slot = hash.low & (EVENT_SLOTS - 1);; slot = (slot + 1) & (EVENT_SLOTS - 1)) {
    uint32_t seen = all->event_slots[slot];
    if (seen != 0 && strcmp(all->texts + all->event_offsets[seen - 1], text) == 0) {
      number = seen - 1;
      break;
    }
    if (seen != 0)
      continue;
    if (all->event_count < EVENT_SLOTS / 2 && all->texts_used + length <= all->most_texts) {
      memcpy(all->texts + all->texts_used, text, length);
      number = all->event_count++;
      all->event_offsets[number] = all->texts_used;
      all->texts_used += length;
      all->event_slots[slot] = number + 1;
    }
    break;
  }
  unlock(all);
  free(text);
  return number;
}

json_t *shared_event_json(check_memory *all, uint32_t number) {
  return json_loads(all->texts + all->event_offsets[number], 0, NULL);
}

/* ------------------------------------------------------------------ findings */

void shared_find(check_memory *all, const char *kind, const char *name, const char *message,
                 uint32_t state, uint32_t event, uint32_t depth) {
  lock(all);
  finding *found = NULL;
  for (size_t i = 0; i < all->finding_count && found == NULL; i++)
    if (strcmp(all->findings[i].kind, kind) == 0 &&
        strncmp(all->findings[i].name, name, sizeof found->name - 1) == 0)
      found = &all->findings[i];
  if (found == NULL && all->finding_count < FINDINGS) {
    found = &all->findings[all->finding_count++];
    found->depth = UINT32_MAX;
    write_text(found->kind, sizeof found->kind, "%s", kind);
    write_text(found->name, sizeof found->name, "%s", name);
  }
  if (found != NULL) {
    found->count++;
    if (depth < found->depth) {
      found->depth = depth;
      found->state = state;
      found->event = event;
      write_text(found->message, sizeof found->message, "%s", message);
    }
  }
  unlock(all);
}

static place_count *place_at(check_memory *all, const char *pointer) {
  size_t total = atomic_load_explicit(&all->place_total, memory_order_acquire);
  for (size_t i = 0; i < total; i++)
    if (strcmp(all->places[i].pointer, pointer) == 0)
      return &all->places[i];
  return NULL;
}

void shared_write(check_memory *all, const char *pointer) {
  place_count *found = place_at(all, pointer);
  if (found == NULL) {
    lock(all);
    size_t total = all->place_total;
    found = place_at(all, pointer);
    if (found == NULL && total < PLACES && strlen(pointer) < sizeof found->pointer) {
      found = &all->places[total];
      write_text(found->pointer, sizeof found->pointer, "%s", pointer);
      atomic_store_explicit(&all->place_total, total + 1, memory_order_release);
    }
    unlock(all);
  }
  if (found != NULL)
    atomic_fetch_add_explicit(&found->writes, 1, memory_order_relaxed);
}

void shared_pair(check_memory *all, const char *pair) {
  lock(all);
  bool is_known = all->pair_count == PAIRS;
  for (size_t i = 0; i < all->pair_count && !is_known; i++)
    is_known = strcmp(all->pairs[i], pair) == 0;
  if (!is_known)
    write_text(all->pairs[all->pair_count++], PAIR, "%s", pair);
  unlock(all);
}

case_count *shared_case(check_memory *all, const char *path) {
  size_t total = atomic_load_explicit(&all->case_total, memory_order_acquire);
  for (size_t i = 0; i < total; i++)
    if (strcmp(all->cases[i].path, path) == 0)
      return &all->cases[i];
  case_count *found = NULL;
  lock(all);
  for (size_t i = total; i < all->case_total && found == NULL; i++)
    if (strcmp(all->cases[i].path, path) == 0)
      found = &all->cases[i];
  if (found == NULL && all->case_total < CASES && strlen(path) < sizeof found->path) {
    found = &all->cases[all->case_total];
    write_text(found->path, sizeof found->path, "%s", path);
    for (size_t i = 0; i < all->case_total; i++) {
      case_count *other = &all->cases[i];
      size_t length = strlen(path), inner = strlen(other->path);
      if (strncmp(other->path, path, length) == 0 && other->path[length] == '.')
        found->has_inner = true;
      if (strncmp(other->path, path, inner) == 0 && path[inner] == '.')
        other->has_inner = true;
    }
    atomic_store_explicit(&all->case_total, all->case_total + 1, memory_order_release);
  }
  unlock(all);
  return found;
}
