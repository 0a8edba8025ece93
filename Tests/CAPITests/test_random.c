/* Random features with random histories, under watch (watch_support.h). What fails is made smaller for
 * as long as it fails, and printed: the feature, and the steps that lead there.
 *
 *     KUMIKI_SEED=7 ./test_random      that feature alone
 *     KUMIKI_FEATURES=5000 ./test_random
 */
#include <stdio.h>

#include "trial_support.h"
#include "watch_support.h"

enum { STEPS = 60, LEVELS = 3 };

/* ------------------------------------------------------------------------- steps
 * {"watch": [watcher, aspect, pointer, answer]}, {"look": [looker, way]}, {"advance": milliseconds},
 * {"send": action, "through": looker} */

static json_t *random_watch(dice *d, const world *w, size_t index) {
  char pointer[200] = "";
  json_t *state = kmk_store_state(w->store);
  if (!one_in(d, 6)) {
    random_pointer(d, w->f, state, pointer, sizeof pointer);
  }
  json_t *answer = one_in(d, 3) ? random_action(d, w->f, state, LEVELS) : NULL;
  json_decref(state);
  return json_pack("{s:[I, I, s, o*]}", "watch", (json_int_t)index, (json_int_t)roll(d, SEES_KINDS),
                   pointer, answer);
}

static json_t *random_step(dice *d, const world *w) {
  size_t choice = roll(d, 8);
  if (choice == 0) {
    return random_watch(d, w, roll(d, WATCHERS));
  }
  if (choice == 1) {
    return json_pack("{s:I}", "advance", (json_int_t)roll(d, 2500));
  }
  json_t *state = kmk_store_state(w->store), *step;
  json_int_t looker = (json_int_t)roll(d, LOOKERS * 3);
  if (choice == 2) {
    step = json_pack("{s:[I, o]}", "look", looker % LOOKERS, random_way(d, w->f, state));
  } else {
    const json_t *way = looker < LOOKERS ? w->lookers[looker].way : NULL;
    json_t *action = random_action(d, feature_at(w->f, way), part_at(state, way), LEVELS);
    step = json_pack("{s:I, s:o}", "through", looker, "send", action);
  }
  json_decref(state);
  return step;
}

static void take(world *w, const json_t *step) {
  const json_t *watch = json_object_get(step, "watch"), *look = json_object_get(step, "look");
  const json_t *time = json_object_get(step, "advance");
  if (watch != NULL) {
    world_watch(w, (size_t)json_integer_value(json_array_get(watch, 0)),
                (aspect)json_integer_value(json_array_get(watch, 1)),
                json_string_value(json_array_get(watch, 2)), json_array_get(watch, 3));
  } else if (look != NULL) {
    world_look(w, (size_t)json_integer_value(json_array_get(look, 0)), json_array_get(look, 1));
  } else if (time != NULL) {
    kmk_loop_advance(w->loop, (uint64_t)json_integer_value(time) * MILLISECOND, NULL);
  } else {
    world_send(w, (size_t)json_integer_value(json_object_get(step, "through")),
               json_object_get(step, "send"));
  }
  world_check(w);
}

/* Plays a history that is there. The failure is new, NULL if there was none. */
static char *replay(const feature *f, const json_t *initial, const json_t *history) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *issues = json_array();
  world w;
  size_t index;
  json_t *step;
  char *failure = NULL;
  collect_issues(loop, issues);
  if (world_open(&w, loop, f, initial)) {
    world_check(&w);
    json_array_foreach(history, index, step) {
      if (w.failure == NULL) {
        take(&w, step);
      }
    }
    failure = w.failure;
    w.failure = NULL;
    world_close(&w);
  }
  kmk_loop_free(loop);
  json_decref(issues);
  return failure;
}

/* Makes a history up while it plays, until something fails. */
static json_t *improvise(dice *d, const feature *f, const json_t *initial) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *history = json_array(), *issues = json_array();
  world w;
  collect_issues(loop, issues);
  if (world_open(&w, loop, f, initial)) {
    for (size_t i = 0; i < STEPS && w.failure == NULL; i++) {
      json_t *step = i < WATCHERS ? random_watch(d, &w, i) : random_step(d, &w);
      json_array_append_new(history, step);
      take(&w, step);
    }
    world_close(&w);
  }
  kmk_loop_free(loop);
  json_decref(issues);
  return history;
}

/* --------------------------------------------------------------------- shrinking */

static bool still_fails(const feature *f, const json_t *initial, const json_t *history) {
  char *failure = replay(f, initial, history);
  free(failure);
  return failure != NULL;
}

/* Takes out what is not needed, one at a time: of an array its elements, wherever it stands. */
static bool shrink_inside(const feature *f, const json_t *initial, json_t *history, json_t *value) {
  const char *key;
  json_t *member;
  void *next;
  bool shrank = false;
  for (size_t i = json_array_size(value); i-- > 0;) {
    json_t *taken = json_incref(json_array_get(value, i));
    json_array_remove(value, i);
    if (still_fails(f, initial, history)) {
      shrank = true;
    } else {
      json_array_insert(value, i, taken);
      shrank |= shrink_inside(f, initial, history, taken);
    }
    json_decref(taken);
  }
  json_object_foreach_safe(value, next, key, member) {
    shrank |= strcmp(key, "watch") != 0 && strcmp(key, "look") != 0 &&
              shrink_inside(f, initial, history, member);
  }
  return shrank;
}

static bool shrink_feature(feature *f, const json_t *initial, json_t *history) {
  bool shrank = false;
  for (size_t i = f->count; i-- > 0 && !f->is_enum;) {
    feature_link taken = f->links[i];
    size_t after = f->count - i - 1;
    memmove(&f->links[i], &f->links[i + 1], after * sizeof taken);
    f->count--;
    if (still_fails(f, initial, history)) {
      shrank = true;
      if (taken.child != f) {
        feature_free(taken.child);
      }
      continue;
    }
    memmove(&f->links[i + 1], &f->links[i], after * sizeof taken);
    f->links[i] = taken;
    f->count++;
    shrank |= taken.child != f && shrink_feature(taken.child, initial, history);
  }
  return shrank;
}

static void report(uint64_t seed, feature *f, json_t *initial, json_t *history) {
  while (shrink_feature(f, initial, history) || shrink_inside(f, initial, history, history) ||
         shrink_inside(f, initial, history, initial)) {
  }
  json_t *description = feature_description(f);
  char *failure = replay(f, initial, history), *shape = text_of(description);
  char *first = text_of(initial), *steps = text_of(history);
  print_error("seed %llu: %s\n  feature %s\n  state %s\n  steps %s\n", (unsigned long long)seed,
              failure, shape, first, steps);
  free(steps);
  free(first);
  free(shape);
  free(failure);
  json_decref(description);
}

/* ------------------------------------------------------------------------ the test */

static bool play(uint64_t seed) {
  dice d = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
  feature *f = random_feature(&d, LEVELS);
  json_t *initial = random_state(&d, f, LEVELS);
  json_t *history = improvise(&d, f, initial);
  bool fails = still_fails(f, initial, history);
  if (fails) {
    report(seed, f, initial, history);
  }
  json_decref(history);
  json_decref(initial);
  feature_free(f);
  return !fails;
}

static uint64_t number(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static void whatever_comes_observers_and_queries_agree(void **state) {
  (void)state;
  uint64_t first = number("KUMIKI_SEED", 1);
  uint64_t last =
      first +
      (getenv("KUMIKI_SEED") != NULL ? 1 : number("KUMIKI_FEATURES", is_watched() ? 15 : 1000));
  size_t failures = 0;
  for (uint64_t seed = first; seed < last && failures < 5; seed++) {
    failures += !play(seed);
  }
  assert_int_equal(failures, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {KIT_TEST(whatever_comes_observers_and_queries_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
