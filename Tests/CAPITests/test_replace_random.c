/* Random features whose reducer is replaced after each action. By an equal one, or one that is
 * refused: the state, the ids of what is presented and what observers were told stay as they are (R1,
 * R2, R3, R5, R6).
 *
 * KUMIKI_SEED=7 plays one seed, KUMIKI_FEATURES=5000 so many. */
#include "random_support.h"
#include "trial_support.h"

#include <stdio.h>

enum { LEVELS = 3, STEPS = 40, POINTERS = 6 };

/* A store with an observer of each slot of its outermost feature. */
typedef struct world {
  const feature *f;
  kmk_store *store;
  json_t *issues;
  json_t *told;
  kmk_subscription *slots[MAX_LINKS];
} world;

static void tell(json_t *told, const char *what, const char *id) {
  json_array_append_new(told, json_sprintf("%s %s", what, id));
}

static void present(const char *id, __attribute__((unused)) const char *name,
                    __attribute__((unused)) const json_t *state, void *told) {
  tell(told, "present", id);
}

static void dismiss(const char *id, void *told) { tell(told, "dismiss", id); }

static void world_open(world *w, kmk_loop *loop, const feature *f, const json_t *initial) {
  const kmk_presentation_callbacks callbacks = {sizeof callbacks, present, NULL, dismiss};
  *w = (world){f,
               kmk_store_new(loop, feature_reducer(f), initial, NULL),
               json_array(),
               json_array(),
               {NULL}};
  collect_issues(loop, w->issues);
  for (size_t i = 0; w->store != NULL && i < f->count; i++) {
    if (link_is_slot(&f->links[i])) {
      char pointer[8];
      snprintf(pointer, sizeof pointer, "/%s", f->links[i].name);
      w->slots[i] =
          kmk_store_observe_presentation(w->store, pointer, &callbacks, w->told, NULL, NULL);
    }
  }
}

static void world_close(world *w) {
  for (size_t i = 0; i < MAX_LINKS; i++) {
    kmk_subscription_free(w->slots[i]);
  }
  kmk_store_free(w->store);
  json_decref(w->issues);
  json_decref(w->told);
}

/* All that can be seen: the state, what was told, and the ids at some pointers. New. */
static json_t *look(const world *w, const json_t *pointers) {
  json_t *ids = json_object(), *pointer;
  size_t index;
  json_array_foreach(pointers, index, pointer) {
    char *id = kmk_store_presentation_id(w->store, json_string_value(pointer), NULL);
    json_object_set_new(ids, json_string_value(pointer),
                        id != NULL ? json_string(id) : json_null());
    kmk_text_free(id);
  }
  json_t *state = kmk_store_state(w->store);
  return json_pack("{s:o, s:o, s:i, s:i}", "ids", ids, "state", state, "told",
                   (int)json_array_size(w->told), "issues", (int)json_array_size(w->issues));
}

static json_t *some_pointers(dice *d, const world *w) {
  json_t *pointers = json_array(), *state = kmk_store_state(w->store);
  for (int i = 0; i < POINTERS; i++) {
    char pointer[256];
    random_pointer(d, w->f, state, pointer, sizeof pointer);
    json_array_append_new(pointers, json_string(pointer));
  }
  json_decref(state);
  return pointers;
}

static char *said(const char *text) {
  json_t *value = json_string(text);
  char *problem = text_of(value);
  json_decref(value);
  return problem;
}

/* Replaces the reducer, by an equal one or by another feature's, which may not fit. What is other
 * afterwards and should not be, for people; NULL for nothing. */
static char *replace(dice *d, world *w, const feature *next) {
  kmk_error error;
  json_t *pointers = some_pointers(d, w);
  json_t *before = look(w, pointers), *after = NULL;
  char *problem = NULL;
  size_t running = kmk_store_effect_count(w->store);
  kmk_status status = kmk_store_replace_reducer(w->store, feature_reducer(next), &error);
  if (status != KMK_OK && w->f == next) {
    problem = said(error.message);
  } else if (kmk_store_effect_count(w->store) != (status == KMK_OK ? 0 : running)) {
    problem = said("effects go on, or have ended");
  } else if (status == KMK_OK && w->f != next) {
    w->f = next;
  } else {
    after = look(w, pointers);
    if (!json_equal(before, after)) {
      json_t *both = json_pack("[O, O]", before, after);
      problem = text_of(both);
      json_decref(both);
    }
  }
  json_decref(pointers);
  json_decref(before);
  json_decref(after);
  return problem;
}

static bool play(uint64_t seed) {
  dice d = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
  feature *features[] = {random_feature(&d, LEVELS), random_feature(&d, LEVELS)};
  feature *f = features[0];
  json_t *initial = random_state(&d, f, LEVELS);
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  world w;
  world_open(&w, loop, f, initial);
  char *problem = NULL;
  for (size_t step = 0; step < STEPS && w.store != NULL && problem == NULL; step++) {
    json_t *state = kmk_store_state(w.store);
    kmk_store_send_new(w.store, random_action(&d, w.f, state, LEVELS), NULL);
    json_decref(state);
    if (one_in(&d, 4)) {
      kmk_loop_advance(loop, SECOND, NULL);
    }
    problem = replace(&d, &w, one_in(&d, 4) ? features[roll(&d, 2)] : w.f);
    if (problem != NULL) {
      print_error("seed %llu, step %zu: %.900s\n", (unsigned long long)seed, step, problem);
    }
  }
  bool is_same = problem == NULL;
  free(problem);
  world_close(&w);
  kmk_loop_free(loop);
  json_decref(initial);
  feature_free(features[0]);
  feature_free(features[1]);
  return is_same;
}

static uint64_t number(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static void R1_R2_R3_R5_R6_an_equal_reducer_and_one_that_is_refused_change_nothing(void **state) {
  (void)state;
  uint64_t first = number("KUMIKI_SEED", 1);
  uint64_t last =
      first +
      (getenv("KUMIKI_SEED") != NULL ? 1 : number("KUMIKI_FEATURES", is_watched() ? 15 : 300));
  size_t failures = 0;
  for (uint64_t seed = first; seed < last && failures < 5; seed++) {
    failures += !play(seed);
  }
  assert_int_equal(failures, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(R1_R2_R3_R5_R6_an_equal_reducer_and_one_that_is_refused_change_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
