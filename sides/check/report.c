#include "report.h"
#include "judge.h"

#include <stdio.h>
#include <string.h>

/* --------------------------------------------------------------------- changes */

static void change(json_t *changes, const char *at, const json_t *from, const json_t *to) {
  json_t *made = json_pack("{s:s}", "at", at);
  if (from != NULL)
    json_object_set(made, "from", loose(from));
  if (to != NULL)
    json_object_set(made, "to", loose(to));
  json_array_append_new(changes, made);
}

/* Lists the places that differ, outermost first where one side is missing. */
static void compare(json_t *changes, const char *at, const json_t *from, const json_t *to) {
  char inner[1024];
  const char *key;
  json_t *each;
  size_t index;
  if (from == to || json_equal(from, to))
    return;
  if (json_is_object(from) && json_is_object(to)) {
    json_object_foreach(loose(from), key, each) {
      write_text(inner, sizeof inner, "%s/%s", at, key);
      compare(changes, inner, each, json_object_get(to, key));
    }
    json_object_foreach(loose(to), key, each) if (json_object_get(from, key) == NULL) {
      write_text(inner, sizeof inner, "%s/%s", at, key);
      change(changes, inner, NULL, each);
    }
  } else if (json_is_array(from) && json_is_array(to) &&
             json_array_size(from) == json_array_size(to))
    json_array_foreach(loose(from), index, each) {
      write_text(inner, sizeof inner, "%s/%zu", at, index);
      compare(changes, inner, each, json_array_get(to, index));
    }
  else
    change(changes, at, from, to);
}

/* ------------------------------------------------------------------- histories */

/* The numbers of the events that lead to a situation, and then the last event. */
static size_t path_to(const check_memory *all, const finding *found, uint32_t *path, size_t room) {
  size_t length = 0;
  if (found->event != NO_EVENT)
    path[length++] = found->event;
  for (uint32_t at = found->state; at != 0 && length < room; at = all->records[at].parent)
    path[length++] = all->records[at].event;
  for (size_t i = 0; i < length / 2; i++) {
    uint32_t swapped = path[i];
    path[i] = path[length - 1 - i];
    path[length - 1 - i] = swapped;
  }
  return length;
}

static bool kills(const finding *found) {
  return strcmp(found->kind, "crash") == 0 || strcmp(found->kind, "hang") == 0;
}

/* Plays an event and describes it. */
static json_t *played(explorer *e, const json_t *event) {
  json_t *before = subject_state(&e->subject), *changes = json_array();
  kmk_error error = {.status = KMK_OK};
  bool is_accepted = subject_apply(&e->subject, event, &error);
  json_t *after = subject_state(&e->subject);
  compare(changes, "", before, after);
  json_t *step = json_pack("{s:O, s:o}", "event", event, "changes", changes);
  if (json_array_size(e->subject.issues) > 0)
    json_object_set_new(step, "issues", json_deep_copy(e->subject.issues));
  if (!is_accepted)
    json_object_set_new(step, "refused", json_string(error.message));
  json_decref(before);
  json_decref(after);
  return step;
}

/* The events that were tried in the situation at hand. */
static json_t *tried(explorer *e, const char *of) {
  json_t *state = subject_state(&e->subject), *all = json_array();
  const event_list *list = events_of(&e->events, state, e->subject.requests);
  for (size_t i = 0; i < list->count; i++)
    if (of == NULL || (list->all[i].sent != NULL && strcmp(list->all[i].sent->path, of) == 0))
      json_array_append(all, list->all[i].json);
  json_decref(state);
  return all;
}

/* The history goes into a log of its own, if the options ask for logs. */
static kmk_recorder *recorder(explorer *e, size_t number) {
  char path[1200];
  if (e->options->logs == NULL)
    return NULL;
  write_text(path, sizeof path, "%s/%zu.log", e->options->logs, number);
  remove(path);
  return kmk_recorder_new(e->subject.store, path, NULL, NULL);
}

static json_t *history_of(explorer *e, const finding *found, size_t number, json_t *fault) {
  uint32_t path[4096];
  size_t length = path_to(e->shared, found, path, KMK_COUNT(path));
  json_t *steps = json_array();
  if (!subject_open(&e->subject, NULL, NULL))
    return steps;
  kmk_recorder *log = recorder(e, number);
  for (size_t i = 0; i < length; i++) {
    const json_t *event = events_numbered(&e->events, path[i]);
    bool is_last = i + 1 == length;
    json_array_append_new(steps, is_last && kills(found) && found->event != NO_EVENT
                                     ? json_pack("{s:O}", "event", event)
                                     : played(e, event));
  }
  json_object_set_new(fault, "state", subject_state(&e->subject));
  if (json_array_size(e->subject.requests) > 0)
    json_object_set_new(fault, "requests", json_deep_copy(e->subject.requests));
  if (strcmp(found->kind, "stuck") == 0)
    json_object_set_new(fault, "tried", tried(e, NULL));
  if (strcmp(found->kind, "refused") == 0)
    json_object_set_new(fault, "tried", tried(e, found->name));
  kmk_recorder_free(log);
  return steps;
}

static json_t *fault_of(explorer *e, const finding *found, size_t number) {
  json_t *fault = json_pack("{s:s, s:s, s:s, s:I}", "kind", found->kind, "name", found->name,
                            "message", found->message, "count", (json_int_t)found->count);
  json_object_set_new(fault, "history", history_of(e, found, number, fault));
  return fault;
}

/* -------------------------------------------------------------------- coverage */

static json_t *coverage(check_memory *all, bool is_complete, bool is_whole, json_t *notes) {
  json_t *cases = json_object();
  for (size_t i = 0; i < all->case_total; i++) {
    case_count *each = &all->cases[i];
    uint64_t sent = each->sent, refused = each->refused, reduced = each->reduced;
    if (each->has_inner)
      continue;
    json_t *counts =
        json_pack("{s:I, s:I, s:I, s:I}", "sent", (json_int_t)sent, "refused", (json_int_t)refused,
                  "reduced", (json_int_t)reduced, "changed", (json_int_t)each->changed);
    if (each->is_private)
      json_object_set_new(counts, "private", json_true());
    json_object_set_new(cases, each->path, counts);
    if (!each->is_declared || reduced > 0 || sent > 0)
      continue;
    const char *message = refused > 0 ? "every action of this case is refused"
                                      : "nothing leads to an action of this case";
    if (is_whole)
      shared_find(all, refused > 0 ? "refused" : "unreached", each->path, message, 0, NO_EVENT, 0);
    else if (is_complete)
      json_array_append_new(notes, json_pack("{s:s, s:s}", "case", each->path, "message", message));
  }
  return cases;
}

/* The places that steps have written while they were traced, with the numbers of writes. */
static json_t *places_in(const check_memory *all) {
  json_t *places = json_object();
  for (size_t i = 0; i < all->place_total; i++)
    json_object_set_new(places, all->places[i].pointer,
                        json_integer((json_int_t)all->places[i].writes));
  return places;
}

/* The pairs of screens: [screen, case, next screen]. */
static json_t *screens_in(const check_memory *all) {
  json_t *pairs = json_array();
  for (size_t i = 0; i < all->pair_count; i++) {
    const char *from = all->pairs[i], *name = strchr(from, '\t'),
               *to = name != NULL ? strchr(name + 1, '\t') : NULL;
    if (to != NULL)
      json_array_append_new(pairs, json_pack("[s%, s%, s]", from, (size_t)(name - from), name + 1,
                                             (size_t)(to - name - 1), to + 1));
  }
  return pairs;
}

/* ---------------------------------------------------------------------- report */

static json_t *bounds_of(const check_jobs *all) {
  check_memory *s = all->shared;
  json_t *reached = json_array();
  if (s->is_full)
    json_array_append_new(reached, json_string("states"));
  if (jobs_seconds(all) > all->options->seconds)
    json_array_append_new(reached, json_string("seconds"));
  if (s->cut > 0)
    json_array_append_new(reached, json_string("depth, rows, in_flight or within"));
  if (s->cut_events > 0)
    json_array_append_new(reached, json_string("events"));
  if (all->is_interrupted)
    json_array_append_new(reached, json_string("interrupt"));
  if (all->deaths > 0 && s->stops)
    json_array_append_new(reached, json_string("crashes"));
  return reached;
}

json_t *report(const check_jobs *all, bool is_complete, double seconds, kmk_error *error) {
  check_memory *s = all->shared;
  explorer e;
  json_t *faults = json_array();
  uint64_t steps = 0;
  if (!explorer_init(&e, all->feature, all->options, s, JOBS - 1, error)) {
    explorer_free(&e);
    json_decref(faults);
    return NULL;
  }
  subject_tell_steps(&e.subject, NULL, NULL);
  for (size_t i = 0; i < JOBS; i++)
    steps += s->jobs[i].steps;
  json_t *notes = json_array();
  json_t *cases = coverage(s, is_complete, is_complete && s->cut == 0 && s->cut_events == 0, notes);
  note_unused(all->options, notes);
  for (size_t i = 0; i < s->finding_count; i++)
    json_array_append_new(faults, fault_of(&e, &s->findings[i], i + 1));
  uint32_t count = s->count, last = count > 0 ? count - 1 : 0;
  json_t *result =
      json_pack("{s:b, s:I, s:I, s:I, s:f, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:O}", "complete",
                is_complete, "states", (json_int_t)count, "steps", (json_int_t)steps, "depth",
                (json_int_t)(count > 0 ? s->records[last].depth : 0), "seconds", seconds, "bounds",
                bounds_of(all), "own_effects", (json_int_t)s->effects, "cases", cases, "screens",
                screens_in(s), "places", places_in(s), "notes", notes, "faults", faults, "options",
                all->options->given);
  explorer_free(&e);
  return result;
}
