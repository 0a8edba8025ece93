/* Effects and reducers that a loop nests: what is gone through however long it is, and what is refused
 * (B43 to B45, C41, C42). Run on the main thread's stack and on 512 KiB. */
#include "support.h"

#include <pthread.h>
#include <stdio.h>

#define LONG (SANITIZED ? 3000 : 30000)

static void run_in_little_stack(void *(*body)(void *), void *argument) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (SANITIZED ? 4096 : 512) * 1024);
  assert_int_equal(pthread_create(&thread, &attributes, body, argument), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

/* ------------------------------------------------------------------------- effects */

/* One way of putting an effect around, or beside, another. */
typedef kmk_effect *nest_fn(kmk_effect *effect, size_t index);

static kmk_effect *tick(void) { return sends("'tick'"); }

static kmk_effect *merged_before(kmk_effect *effect, size_t index) {
  (void)index;
  return kmk_effect_merge(2, (kmk_effect *[]){effect, tick()});
}

static kmk_effect *merged_behind(kmk_effect *effect, size_t index) {
  (void)index;
  return kmk_effect_merge(2, (kmk_effect *[]){tick(), effect});
}

static kmk_effect *chained_before(kmk_effect *effect, size_t index) {
  (void)index;
  return kmk_effect_concatenate(2, (kmk_effect *[]){effect, tick()});
}

static kmk_effect *chained_behind(kmk_effect *effect, size_t index) {
  (void)index;
  return kmk_effect_concatenate(2, (kmk_effect *[]){tick(), effect});
}

static kmk_effect *delayed(kmk_effect *effect, size_t index) {
  (void)index;
  return kmk_effect_delay(effect, 1);
}

static kmk_effect *cancellable(kmk_effect *effect, size_t index) {
  (void)index;
  return kmk_effect_cancellable(effect, "id", false);
}

static kmk_effect *restarted(kmk_effect *effect, size_t index) {
  (void)index;
  return kmk_effect_cancellable(effect, "id", true);
}

static kmk_effect *debounced(kmk_effect *effect, size_t index) {
  (void)index;
  return kmk_effect_debounce(effect, "id", 1);
}

static kmk_effect *debounced_apart(kmk_effect *effect, size_t index) {
  char id[32];
  snprintf(id, sizeof id, "id %zu", index);
  return kmk_effect_debounce(effect, id, 1);
}

static kmk_effect *throttled_apart(kmk_effect *effect, size_t index) {
  char id[32];
  snprintf(id, sizeof id, "id %zu", index);
  return kmk_effect_throttle(effect, id, 1, true);
}

/* A merge in a chain in a merge: neither is of its like. */
static kmk_effect *by_turns(kmk_effect *effect, size_t index) {
  return index % 2 == 0 ? merged_before(effect, index) : chained_before(effect, index);
}

static kmk_effect *nested(kmk_effect *effect, nest_fn *nest, size_t count) {
  for (size_t i = 0; i < count; i++) {
    effect = nest(effect, i);
  }
  return effect;
}

/* What came of an effect that a reducer returned once. */
typedef struct outcome {
  nest_fn *nest;
  size_t count;
  kmk_effect *innermost; /* "tick" unless given */
  uint64_t wait;         /* before it is looked at */
  int ticks;
  size_t in_flight;
  size_t left; /* the effects in flight after a cancellation of "id" */
  int issues;
  char issue[128];  /* the code of the last one */
  char message[256];
  kmk_effect *made; /* until it is returned */
} outcome;

REDUCER(return_it) {
  outcome *o = data;
  o->ticks += kmk_action_is(action, "tick");
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel("id");
  }
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect *made = o->made;
  o->made = NULL;
  return made;
}

static void note_issue(const kmk_diagnostic *diagnostic, void *data) {
  outcome *o = data;
  o->issues++;
  snprintf(o->issue, sizeof o->issue, "%s", diagnostic->code);
  snprintf(o->message, sizeof o->message, "%s", diagnostic->message);
}

static void *run_nested(void *data) {
  outcome *o = data;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_object();
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(return_it, o, NULL), initial, NULL);
  json_decref(initial);
  kmk_loop_set_diagnostics(loop, note_issue, o, NULL);
  o->made = nested(o->innermost != NULL ? o->innermost : tick(), o->nest, o->count);
  kmk_store_send_new(store, json_string("go"), NULL);
  /* Not with one step of the clock: each link of a chain begins at a moment of its own. */
  kmk_loop_advance(loop, o->wait, NULL);
  o->in_flight = kmk_store_effect_count(store);
  kmk_store_send_new(store, json_string("cancel"), NULL);
  kmk_loop_advance(loop, 0, NULL);
  o->left = kmk_store_effect_count(store);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return NULL;
}

static void *free_nested(void *data) {
  outcome *o = data;
  kmk_effect_free(nested(tick(), o->nest, o->count));
  return NULL;
}

static void on_either_stack(void *(*body)(void *), outcome *o, bool is_little) {
  if (is_little) {
    run_in_little_stack(body, o);
  } else {
    body(o);
  }
}

static void B43_merges_of_merges_and_chains_of_chains_are_as_long_as_you_like(void **state) {
  (void)state;
  nest_fn *ways[] = {merged_before, merged_behind, chained_before, chained_behind};
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    for (int is_little = 0; is_little < 2; is_little++) {
      outcome o = {.nest = ways[i], .count = LONG};
      on_either_stack(run_nested, &o, is_little);
      assert_int_equal(o.ticks, LONG + 1);
      assert_int_equal(o.in_flight, 0);
      assert_int_equal(o.issues, 0);
      on_either_stack(free_nested, &o, is_little);
    }
  }
}

static void B43_a_delay_of_a_delay_is_a_longer_chain(void **state) {
  (void)state;
  for (int is_little = 0; is_little < 2; is_little++) {
    outcome o = {.nest = delayed, .count = LONG, .wait = LONG - 1};
    on_either_stack(run_nested, &o, is_little);
    assert_int_equal(o.ticks, 0);
    assert_int_equal(o.in_flight, 1);
    o = (outcome){.nest = delayed, .count = LONG, .wait = LONG};
    on_either_stack(run_nested, &o, is_little);
    assert_int_equal(o.ticks, 1);
    assert_int_equal(o.in_flight, 0);
    assert_int_equal(o.issues, 0);
    on_either_stack(free_nested, &o, is_little);
  }
}

static void B44_an_effect_nested_further_than_the_bound_is_invalid(void **state) {
  (void)state;
  nest_fn *ways[] = {cancellable, restarted,       debounced,
                     debounced_apart, throttled_apart, by_turns};
  /* By turns only every other one is counted. */
  const size_t counts[] = {2 * KMK_MAX_DEPTH + 2, 2 * LONG};
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    for (size_t j = 0; j < COUNT_OF(counts); j++) {
      for (int is_little = 0; is_little < 2; is_little++) {
        outcome o = {.nest = ways[i], .count = counts[j]};
        on_either_stack(run_nested, &o, is_little);
        assert_string_equal(o.issue, "invalid-effect");
        assert_non_null(strstr(o.message, "nested more than 2048 deep"));
        assert_int_equal(o.issues, 1);
        assert_int_equal(o.in_flight, 0);
        on_either_stack(free_nested, &o, is_little);
      }
    }
  }
}

/* The bound itself; the sanitizers' frames take more than there is. */
static void B44_as_far_as_the_bound_it_runs_and_can_be_cancelled(void **state) {
  (void)state;
  if (SANITIZED) {
    skip();
  }
  nest_fn *ways[] = {cancellable, restarted, throttled_apart};
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    outcome o = {.nest = ways[i], .count = KMK_MAX_DEPTH};
    run_nested(&o);
    assert_int_equal(o.ticks, 1);
    assert_int_equal(o.issues, 0);
    o = (outcome){.nest = ways[i], .count = KMK_MAX_DEPTH + 1};
    run_nested(&o);
    assert_int_equal(o.ticks, 0);
    assert_int_equal(o.issues, 1);
  }
  probe p = {0};
  outcome o = {.nest = cancellable, .count = KMK_MAX_DEPTH, .innermost = probe_effect(&p)};
  run_nested(&o);
  assert_int_equal(o.in_flight, 1);
  assert_int_equal(p.cancelled, 1);
  assert_int_equal(o.left, 0);
  /* Each is two: a wait, and an id around it. */
  o = (outcome){.nest = debounced, .count = KMK_MAX_DEPTH / 2, .wait = KMK_MAX_DEPTH};
  run_nested(&o);
  assert_int_equal(o.issues, 0);
}

static void B45_on_little_stack_it_runs_or_is_an_issue_and_nothing_begins(void **state) {
  (void)state;
  nest_fn *ways[] = {cancellable, restarted, throttled_apart, by_turns, debounced_apart};
  const size_t counts[] = {16, 200, 600, KMK_MAX_DEPTH / 2, KMK_MAX_DEPTH};
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    for (size_t j = 0; j < COUNT_OF(counts); j++) {
      outcome o = {.nest = ways[i], .count = counts[j], .wait = 2 * KMK_MAX_DEPTH};
      run_in_little_stack(run_nested, &o);
      assert_int_equal(o.in_flight, 0);
      assert_true(o.issues == 0 ? o.ticks > 0 : o.ticks == 0);
      if (o.issues > 0) {
        assert_true(counts[j] > 200);
        assert_string_equal(o.issue, "invalid-effect");
      }
      run_in_little_stack(free_nested, &o);
    }
  }
}

/* ------------------------------------------------------------------------ reducers */

REDUCER(count_call) {
  (*(int *)data)++;
  return NULL;
}

static int calls;

static kmk_reducer *leaf(void) { return kmk_reducer_new(count_call, &calls, NULL); }

typedef kmk_reducer *wrap_fn(kmk_reducer *reducer);

static kmk_reducer *combined(kmk_reducer *reducer) {
  return kmk_combine(2, (kmk_reducer *[]){reducer, leaf()});
}

static kmk_reducer *scoped(kmk_reducer *reducer) { return kmk_scope("", "a", reducer); }

static kmk_reducer *inside_if_let(kmk_reducer *reducer) {
  return kmk_if_let(leaf(), "/a", "a", NULL, reducer);
}

static kmk_reducer *around_if_let(kmk_reducer *reducer) {
  return kmk_if_let(reducer, "/a", "a", NULL, leaf());
}

static kmk_reducer *inside_sheet(kmk_reducer *reducer) {
  return kmk_presentation(leaf(), "/a", "a", NULL, reducer);
}

static kmk_reducer *around_sheet(kmk_reducer *reducer) {
  return kmk_presentation(reducer, "/a", "a", NULL, leaf());
}

static kmk_reducer *around_rows(kmk_reducer *reducer) {
  return kmk_for_each(reducer, "/rows", "rows", NULL, leaf());
}

static kmk_reducer *around_stack(kmk_reducer *reducer) {
  return kmk_stack(reducer, "/path", "path", leaf());
}

static kmk_reducer *with_dependency(kmk_reducer *reducer) {
  return kmk_dependency_pointer(reducer, "key", NULL, NULL);
}

static kmk_effect *answer_change(kmk_state *state, const json_t *before, const json_t *after,
                                 const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)before, (void)after, (void)action, (void)env, (void)data;
  return NULL;
}

static kmk_reducer *on_change(kmk_reducer *reducer) {
  return kmk_on_change(reducer, "/a", answer_change, NULL, NULL);
}

static kmk_reducer *known_cases(kmk_reducer *reducer) {
  return kmk_cases(reducer, 2, (kmk_case[]){{"go", NULL}, {"a", "any"}});
}

static wrap_fn *const wraps[] = {combined,     scoped,       inside_if_let, around_if_let,
                                 inside_sheet, around_sheet, around_rows,   around_stack,
                                 with_dependency, on_change, known_cases};

static kmk_reducer *wrapped(wrap_fn *wrap, size_t count) {
  kmk_reducer *reducer = leaf();
  for (size_t i = 0; i < count; i++) {
    reducer = wrap(reducer);
  }
  return reducer;
}

typedef struct attempt {
  wrap_fn *wrap;
  size_t count;
  bool made;
  kmk_error error;
  kmk_status sent;
} attempt;

static void *make_store(void *data) {
  attempt *a = data;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:n, s:[], s:[]}", "a", "rows", "path");
  kmk_store *store = kmk_store_new(loop, wrapped(a->wrap, a->count), initial, &a->error);
  a->made = store != NULL;
  if (a->made) {
    a->sent = kmk_store_send_new(store, json_string("go"), NULL);
    json_decref(kmk_store_get(store, "/a", NULL));
    kmk_text_free(kmk_store_presentation_id(store, "/a", NULL));
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(initial);
  return NULL;
}

static void *free_wrapped(void *data) {
  attempt *a = data;
  kmk_reducer_free(wrapped(a->wrap, a->count));
  return NULL;
}

static void C41_reducers_nested_further_than_the_bound_make_no_store(void **state) {
  (void)state;
  const size_t counts[] = {KMK_MAX_DEPTH, LONG};
  for (size_t i = 0; i < COUNT_OF(wraps); i++) {
    for (size_t j = 0; j < COUNT_OF(counts); j++) {
      attempt a = {.wrap = wraps[i], .count = counts[j]};
      make_store(&a);
      assert_false(a.made);
      assert_int_equal(a.error.status, KMK_ERR_TOO_DEEP);
      assert_non_null(strstr(a.error.message, "nested more than 2048 deep"));
      free_wrapped(&a);
      run_in_little_stack(make_store, &a);
      assert_false(a.made);
      run_in_little_stack(free_wrapped, &a);
    }
  }
}

static void C41_as_far_as_the_bound_they_work(void **state) {
  (void)state;
  if (SANITIZED) {
    skip();
  }
  for (size_t i = 0; i < COUNT_OF(wraps); i++) {
    calls = 0;
    attempt a = {.wrap = wraps[i], .count = KMK_MAX_DEPTH - 1};
    make_store(&a);
    assert_true(a.made);
    assert_int_equal(a.sent, KMK_OK);
    assert_true(calls >= (wraps[i] != scoped));
  }
}

static void C42_on_little_stack_they_work_or_make_no_store(void **state) {
  (void)state;
  const size_t counts[] = {30, 100, 300, 1000, KMK_MAX_DEPTH - 1};
  for (size_t i = 0; i < COUNT_OF(wraps); i++) {
    for (size_t j = 0; j < COUNT_OF(counts); j++) {
      attempt a = {.wrap = wraps[i], .count = counts[j]};
      run_in_little_stack(make_store, &a);
      assert_true(a.made || a.error.status == KMK_ERR_TOO_DEEP);
      assert_true(a.made || counts[j] > 200);
      run_in_little_stack(free_wrapped, &a);
    }
  }
}

/* A recursion whose every level is a long row of operators. */
static kmk_reducer *long_level(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *reducer = kmk_if_let(leaf(), "/child", "child", NULL, self);
  for (int i = 0; i < 100; i++) {
    reducer = around_if_let(reducer);
  }
  return reducer;
}

static void *send_down(void *data) {
  kmk_status *sent = data;
  json_t *initial = json_object(), *action = json_string("go");
  for (int i = 0; i < 60; i++) {
    json_t *outer = json_pack("{s:o}", "child", initial);
    initial = outer;
    action = json_pack("{s:o}", "child", action);
  }
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_error error = {0};
  kmk_store *store = kmk_store_new(loop, kmk_recurse(long_level, NULL, NULL), initial, &error);
  kmk_status status = kmk_store_send_new(store, action, NULL);
  *sent = store == NULL ? error.status : status;
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(initial);
  return NULL;
}

static void C42_a_recursion_counts_its_operators_once_a_level(void **state) {
  (void)state;
  kmk_status on_main = KMK_ERR_BUSY, in_little = KMK_ERR_BUSY;
  send_down(&on_main);
  run_in_little_stack(send_down, &in_little);
  assert_true(on_main == KMK_OK || on_main == KMK_ERR_TOO_DEEP);
  assert_int_equal(in_little, KMK_ERR_TOO_DEEP);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B43_merges_of_merges_and_chains_of_chains_are_as_long_as_you_like),
      KIT_TEST(B43_a_delay_of_a_delay_is_a_longer_chain),
      KIT_TEST(B44_an_effect_nested_further_than_the_bound_is_invalid),
      KIT_TEST(B44_as_far_as_the_bound_it_runs_and_can_be_cancelled),
      KIT_TEST(B45_on_little_stack_it_runs_or_is_an_issue_and_nothing_begins),
      KIT_TEST(C41_reducers_nested_further_than_the_bound_make_no_store),
      KIT_TEST(C41_as_far_as_the_bound_they_work),
      KIT_TEST(C42_on_little_stack_they_work_or_make_no_store),
      KIT_TEST(C42_a_recursion_counts_its_operators_once_a_level),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
