#include "explore.h"
#include "judge.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 200000, ROUND_TRIPS = 300 };

/* Counts the cases of all actions that reducers handle, also of actions from effects. */
static void count_step(const json_t *step, void *data) {
  explorer *e = data;
  char path[120];
  const json_t *action = json_object_get(step, "action");
  if (action == NULL)
    return;
  events_case(&e->events, action, path, sizeof path);
  case_count *count = shared_case(e->shared, path);
  if (count == NULL)
    return;
  size_t index;
  json_t *operation;
  json_array_foreach(json_object_get(step, "patch"), index, operation) {
    place_pattern(json_string_value(json_object_get(operation, "path")), path, sizeof path);
    shared_write(e->shared, path);
  }
  atomic_fetch_add_explicit(&count->reduced, 1, memory_order_relaxed);
  if (json_array_size(json_object_get(step, "patch")) > 0)
    atomic_fetch_add_explicit(&count->changed, 1, memory_order_relaxed);
}

bool explorer_init(explorer *e, const kmk_check_feature *feature, const check_options *options,
                   check_memory *shared, uint16_t job, kmk_error *error) {
  *e = (explorer){.feature = feature,
                  .options = options,
                  .shared = shared,
                  .job = job,
                  .slot = &shared->jobs[job],
                  .event = NO_EVENT};
  if (!subject_init(&e->subject, feature, options, error) ||
      !events_init(&e->events, options, shared, e->subject.reducer, error))
    return false;
  events_declare(&e->events);
  screens_init(&e->screens, &e->events);
  subject_tell_steps(&e->subject, count_step, e);
  return true;
}

void explorer_free(explorer *e) {
  for (size_t i = e->kept_next; i < e->kept_count; i++)
    kmk_snapshot_free(e->kept[i].moment.snapshot);
  free(e->kept);
  events_free(&e->events);
  subject_free(&e->subject);
}

/* ------------------------------------------------------------------- moments */

static void keep(explorer *e, uint32_t state) {
  if (e->kept_count - e->kept_next >= MOST_KEPT)
    return;
  if (e->kept_count == e->kept_room) {
    /* Those before kept_next are gone. */
    memmove(e->kept, e->kept + e->kept_next, (e->kept_count - e->kept_next) * sizeof *e->kept);
    e->kept_count -= e->kept_next;
    e->kept_next = 0;
    if (e->kept_count * 2 >= e->kept_room) {
      e->kept_room = e->kept_room == 0 ? 1024 : e->kept_room * 2;
      e->kept = realloc(e->kept, e->kept_room * sizeof *e->kept);
      if (e->kept == NULL)
        abort();
    }
  }
  e->kept[e->kept_count++] = (kept){state, {subject_take_snapshot(&e->subject), e->subject.clock}};
}

static kept *kept_of(explorer *e, uint32_t state) {
  size_t low = e->kept_next, high = e->kept_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (e->kept[middle].state < state)
      low = middle + 1;
    else
      high = middle;
  }
  return low < e->kept_count && e->kept[low].state == state && e->kept[low].moment.snapshot != NULL
             ? &e->kept[low]
             : NULL;
}

/* Makes a store from a moment, or from the first state, and plays the events from there. If `reuses`, the open store
   is put back to the moment instead. */
static bool replay(explorer *e, uint32_t state, kept *(*moment_of)(explorer *, uint32_t),
                   bool reuses) {
  uint32_t path[4096];
  size_t length = 0;
  kept *from = NULL;
  for (uint32_t at = state; at != 0 || moment_of != NULL; at = e->shared->records[at].parent) {
    from = moment_of != NULL ? moment_of(e, at) : NULL;
    if (from != NULL || at == 0)
      break;
    if (length == KMK_COUNT(path))
      return false;
    path[length++] = e->shared->records[at].event;
  }
  if (!(reuses && from != NULL && subject_return(&e->subject, &from->moment)) &&
      !subject_open(&e->subject, from != NULL ? &from->moment : NULL, NULL))
    return false;
  while (length > 0)
    subject_apply(&e->subject, events_numbered(&e->events, path[--length]), NULL);
  return true;
}

/* Leads the store to a situation. */
static bool become(explorer *e, uint32_t state) {
  /* A store that was used before costs a third of a new one, but something of before may be left in it. */
  if (replay(e, state, kept_of, true)) {
    e->here = subject_situation(&e->subject);
    if (hash_equals(e->here.hash, e->shared->records[state].hash))
      return true;
  }
  if (!replay(e, state, kept_of, false))
    return false;
  e->here = subject_situation(&e->subject);
  return true;
}

/* ----------------------------------------------------------------- expanding */

static void judge_here(explorer *e, const situation *now, const check_event *event) {
  json_t *state = subject_state(&e->subject);
  char screen[SCREEN];
  judge(e, state, now);
  screen_of(&e->screens, state, screen);
  if (event != NULL)
    screens_note(&e->screens, e->screen, event, screen);
  else
    memcpy(e->screen, screen, sizeof screen);
  json_decref(state);
}

/* Notes the situation that the event at hand has led to. Returns its number, or UINT32_MAX without room. */
static uint32_t arrive(explorer *e, const situation *now) {
  bool is_new;
  uint32_t index = shared_add(e->shared, now->hash, &is_new);
  if (index == UINT32_MAX)
    return index;
  shared_edge(e->shared, e->state, index);
  if (!is_new)
    return index;
  json_t *state = subject_state(&e->subject);
  record *made = &e->shared->records[index];
  made->parent = e->state;
  made->event = e->event;
  made->depth = e->shared->records[e->state].depth + (index != e->state);
  made->job = e->job;
  made->homes = judge_homes(e, state);
  if (!judge_bounds(e, state, now, made->depth)) {
    made->homes = UINT8_MAX; /* unknown: a home may be near */
    atomic_store(&made->claimed, 1);
    atomic_fetch_add(&e->shared->cut, 1);
  } else if (now->is_exact && !e->is_walking)
    keep(e, index);
  if (now->effects > json_array_size(e->subject.requests))
    atomic_fetch_add(&e->shared->effects, 1);
  json_decref(state);
  return index;
}

bool explorer_begin(explorer *e, kmk_error *error) {
  if (!subject_open(&e->subject, NULL, error))
    return false;
  e->here = subject_situation(&e->subject);
  judge_here(e, &e->here, NULL);
  arrive(e, &e->here);
  return true;
}

/* Puts the store back to the situation at hand. */
static bool come_back(explorer *e, const moment *here) {
  return (here->snapshot != NULL && subject_return(&e->subject, here) &&
          subject_effects(&e->subject) == e->here.effects) ||
         become(e, e->state);
}

/* Applies an event of the situation at hand. True if it changed the situation. */
static bool try_event(explorer *e, const check_event *event, const moment *here, bool *is_here) {
  if (!*is_here) {
    atomic_store_explicit(&e->slot->event, NO_EVENT, memory_order_relaxed);
    if (!come_back(e, here))
      return false;
  }
  e->event = event->number;
  atomic_store_explicit(&e->slot->event, event->number, memory_order_relaxed);
  atomic_fetch_add_explicit(&e->slot->steps, 1, memory_order_relaxed);
  bool is_accepted = subject_apply(&e->subject, event->json, NULL);
  if (event->sent != NULL)
    atomic_fetch_add_explicit(is_accepted ? &event->sent->sent : &event->sent->refused, 1,
                              memory_order_relaxed);
  *is_here = !is_accepted && json_array_size(e->subject.issues) == 0;
  if (*is_here)
    return false;
  situation now = subject_situation(&e->subject);
  judge_here(e, &now, event);
  bool is_same = hash_equals(now.hash, e->here.hash);
  if (!is_same)
    arrive(e, &now);
  /* Even if nothing has changed the store is put back: the event may have used up ids. */
  return !is_same;
}

/* The history of a situation, played again from the first state, must lead to it. */
static void judge_history(explorer *e, const situation *now) {
  const record *known = &e->shared->records[e->state];
  if (!hash_equals(now->hash, known->hash))
    shared_find(e->shared, "history", "",
                "the same history leads to another situation: the feature depends on more "
                "than its state, its actions and its environment",
                e->state, NO_EVENT, known->depth);
}

/* A store made from the saved text of a snapshot must be the same. False if it is not. */
static bool judge_restored(explorer *e, const moment *here) {
  if (e->round_trips == ROUND_TRIPS || here->snapshot == NULL)
    return true;
  e->round_trips++;
  json_t *saved = kmk_snapshot_json(here->snapshot, 0, NULL);
  moment read = {kmk_snapshot_new(saved, NULL, NULL), here->clock};
  json_decref(saved);
  bool is_same = false;
  if (read.snapshot != NULL && subject_open(&e->subject, &read, NULL)) {
    situation now = subject_situation(&e->subject);
    is_same = hash_equals(now.hash, e->here.hash);
  }
  kmk_snapshot_free(read.snapshot);
  if (!is_same)
    shared_find(e->shared, "restore", "",
                "a store made from a saved snapshot of this state is not as the store was",
                e->state, NO_EVENT, e->shared->records[e->state].depth);
  return is_same;
}

/* Ends the trace when each declared case has been handled. A trace costs more than a step. */
static void tell_no_more(explorer *e) {
  if (e->subject.step == NULL || e->round_trips < ROUND_TRIPS)
    return;
  size_t total = atomic_load(&e->shared->case_total);
  for (size_t i = 0; i < total; i++)
    if (e->shared->cases[i].is_declared && e->shared->cases[i].reduced == 0 &&
        e->shared->cases[i].sent == 0 && e->shared->cases[i].refused == 0 &&
        !e->shared->cases[i].has_inner)
      return;
  subject_tell_steps(&e->subject, NULL, NULL);
}

void explorer_expand(explorer *e, uint32_t state, uint32_t from) {
  moment here = {NULL, 0};
  bool is_here = true, has_moved = from > 0;
  tell_no_more(e);
  e->state = state;
  e->event = NO_EVENT;
  atomic_store(&e->slot->state, state);
  atomic_store(&e->slot->event, NO_EVENT);
  atomic_store(&e->slot->ordinal, from);
  atomic_store(&e->slot->is_busy, true);
  if (e->round_trips < ROUND_TRIPS && kept_of(e, state) != NULL && replay(e, state, NULL, false)) {
    e->here = subject_situation(&e->subject);
    judge_history(e, &e->here);
  }
  if (!become(e, state))
    return;
  judge_history(e, &e->here);
  here.clock = e->subject.clock;
  json_t *json = subject_state(&e->subject);
  if (e->here.is_exact) {
    here.snapshot = subject_take_snapshot(&e->subject);
    is_here = judge_restored(e, &here);
  }
  screen_of(&e->screens, json, e->screen);
  const event_list *list = events_of(&e->events, json, e->subject.requests);
  if (list->is_cut)
    atomic_fetch_add(&e->shared->cut_events, 1);
  bool may_end = judge_may_end(e, json, &e->here);
  json_decref(json); /* a state that is held is copied by the next write */
  for (uint32_t i = from; i < list->count && !atomic_load(&e->shared->stops); i++) {
    atomic_store(&e->slot->ordinal, i);
    has_moved = try_event(e, &list->all[i], &here, &is_here) || has_moved;
  }
  atomic_store(&e->slot->ordinal, (uint32_t)list->count);
  if (e->here.until_timer != UINT64_MAX && from <= list->count)
    has_moved =
        try_event(e, events_advance(&e->events, e->here.until_timer), &here, &is_here) || has_moved;
  if (!has_moved && !may_end && !atomic_load(&e->shared->stops))
    judge_stuck(e);
  kmk_snapshot_free(here.snapshot);
  atomic_store(&e->slot->is_busy, false);
}

static bool claim(explorer *e, uint32_t state) {
  return atomic_exchange(&e->shared->records[state].claimed, 1) == 0;
}

/* Releases the snapshots of situations before the level. */
static void drop_before(explorer *e, uint32_t state) {
  while (e->kept_next < e->kept_count && e->kept[e->kept_next].state < state)
    kmk_snapshot_free(e->kept[e->kept_next++].moment.snapshot);
}

void explorer_level(explorer *e) {
  uint32_t begin = atomic_load(&e->shared->level_begin), end = atomic_load(&e->shared->level_end);
  /* First the situations whose snapshots this job has, then the situations that other jobs have left. */
  for (int others = 0; others < 2; others++)
    for (uint32_t state = begin; state < end && !atomic_load(&e->shared->stops); state++)
      if ((others || e->shared->records[state].job == e->job) && claim(e, state)) {
        explorer_expand(e, state, 0);
        if (e->tick != NULL)
          e->tick(e->tick_data);
      }
  drop_before(e, end);
}

uint64_t explorer_walk(explorer *e, uint64_t seed, uint64_t most) {
  uint64_t steps = 0;
  e->is_walking = true;
  e->state = 0;
  if (!become(e, 0))
    return most;
  atomic_store(&e->slot->is_busy, true);
  for (; steps < most && !atomic_load(&e->shared->stops); steps++) {
    json_t *state = subject_state(&e->subject);
    screen_of(&e->screens, state, e->screen);
    const event_list *list = events_of(&e->events, state, e->subject.requests);
    bool has_timer = e->here.until_timer != UINT64_MAX;
    size_t choices = list->count + has_timer;
    hash128 chance = hash_start();
    json_decref(state);
    hash_word(&chance, seed);
    hash_word(&chance, steps);
    if (choices == 0)
      break;
    size_t choice = chance.low % choices;
    const check_event *event =
        choice < list->count ? &list->all[choice] : events_advance(&e->events, e->here.until_timer);
    atomic_store(&e->slot->state, e->state);
    e->event = event->number;
    atomic_store(&e->slot->event, event->number);
    atomic_fetch_add(&e->slot->steps, 1);
    bool is_accepted = subject_apply(&e->subject, event->json, NULL);
    if (event->sent != NULL)
      atomic_fetch_add(is_accepted ? &event->sent->sent : &event->sent->refused, 1);
    e->here = subject_situation(&e->subject);
    judge_here(e, &e->here, event);
    uint32_t next = arrive(e, &e->here);
    if (next == UINT32_MAX || e->shared->records[next].homes == UINT8_MAX)
      break;
    e->state = next;
  }
  atomic_store(&e->slot->is_busy, false);
  return steps + 1;
}
