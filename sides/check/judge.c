#include "judge.h"

#include <stdlib.h>
#include <string.h>

/* Notes a fault of the event at hand. */
static void find(explorer *e, const char *kind, const char *name, const char *message) {
  uint32_t depth = e->shared->records[e->state].depth + (e->event != NO_EVENT);
  shared_find(e->shared, kind, name, message, e->state, e->event, depth);
}

static void judge_issues(explorer *e) {
  size_t index;
  json_t *issue;
  char name[160], place[100];
  json_array_foreach(e->subject.issues, index, issue) {
    const char *code = json_string_value(json_object_get(issue, "code"));
    if (has_text(e->options->allow, code))
      continue;
    place_pattern(json_string_value(json_object_get(issue, "path")), place, sizeof place);
    write_text(name, sizeof name, "%s%s%s", code, *place ? " at " : "", place);
    find(e, "issue", name, json_string_value(json_object_get(issue, "message")));
  }
}

static bool holds(const named_condition *condition, const json_t *state) {
  return kmk_condition_holds(condition->condition, state, state);
}

static void judge_conditions(explorer *e, const json_t *state, const situation *now) {
  const check_options *o = e->options;
  bool is_busy = now->effects > 0 || now->until_timer != UINT64_MAX;
  char message[300];
  for (size_t i = 0; i < o->always.count; i++)
    if (!holds(&o->always.all[i], state)) {
      write_text(message, sizeof message, "the condition \"%s\" does not hold",
                 o->always.all[i].name);
      find(e, "always", o->always.all[i].name, message);
    }
  for (size_t i = 0; i < o->waits.count && !is_busy; i++)
    if (holds(&o->waits.all[i], state)) {
      write_text(message, sizeof message,
                 "\"%s\" holds, but nothing is in flight: no request, no effect and no timer",
                 o->waits.all[i].name);
      find(e, "waits", o->waits.all[i].name, message);
    }
  for (size_t i = 0; i < o->quiet.count && is_busy; i++)
    if (holds(&o->quiet.all[i], state)) {
      size_t requests = json_array_size(e->subject.requests);
      write_text(message, sizeof message,
                 "\"%s\" holds, but effects are in flight: %zu, of which %zu are requests",
                 o->quiet.all[i].name, now->effects, requests);
      find(e, "quiet", o->quiet.all[i].name, message);
    }
}

/* A request of a feature that has no place in the state any more. */
static void judge_left(explorer *e, const json_t *state) {
  size_t index;
  json_t *each;
  char name[160], message[300];
  json_array_foreach(e->subject.requests, index, each) {
    const char *at = json_string_value(json_object_get(each, "at")),
               *asked = json_string_value(json_object_get(each, "name"));
    if (at == NULL || *at == '\0' || pointer_get(state, at) != NULL)
      continue;
    place_pattern(at, name, sizeof name);
    write_text(message, sizeof message,
               "the request %.100s is in flight, but its feature at %.100s has gone", asked, at);
    find(e, "left", name, message);
  }
}

void judge(explorer *e, const json_t *state, const situation *now) {
  judge_issues(e);
  judge_conditions(e, state, now);
  judge_left(e, state);
  if (e->feature->judge == NULL)
    return;
  char *wrong = e->feature->judge(state, e->feature->user_data);
  if (wrong != NULL)
    find(e, "judge", wrong, wrong);
  free(wrong);
}

bool judge_may_end(const explorer *e, const json_t *state, const situation *now) {
  /* The program's own effect may still change something. */
  return now->effects > 0 || now->until_timer != UINT64_MAX ||
         (e->options->ends != NULL && kmk_condition_holds(e->options->ends, state, state));
}

void judge_stuck(explorer *e) {
  e->event = NO_EVENT;
  find(e, "stuck", "",
       events_have_actions(&e->events)
           ? "nothing that a user can send changes anything, and nothing is in flight"
           : "no action is known: the feature must declare its actions (kmk_cases), or the option "
             "\"actions\" must list them");
}

static bool has_few_rows(const explorer *e, const json_t *value, int depth) {
  const char *key;
  json_t *each;
  size_t index;
  if (depth == 0)
    return true;
  if (json_is_array(value)) {
    if (json_array_size(value) > e->options->most_rows)
      return false;
    json_array_foreach(loose(value), index,
                       each) if (!has_few_rows(e, each, depth - 1)) return false;
  } else if (json_is_object(value))
    json_object_foreach(loose(value), key,
                        each) if (!has_few_rows(e, each, depth - 1)) return false;
  return true;
}

bool judge_bounds(const explorer *e, const json_t *state, const situation *now, uint32_t depth) {
  return depth < e->options->most_depth && now->effects <= e->options->most_in_flight &&
         has_few_rows(e, state, 16) &&
         (e->options->within == NULL || kmk_condition_holds(e->options->within, state, state));
}

uint8_t judge_homes(const explorer *e, const json_t *state) {
  uint8_t homes = 0;
  for (size_t i = 0; i < e->options->home.count && i < HOMES; i++)
    if (holds(&e->options->home.all[i], state))
      homes |= (uint8_t)(1u << i);
  return homes;
}
