/* Effects nested in a loop: long chains that run, and depths that are refused (B43 to B45). Runs on the main
 * thread's stack and on a small stack. */
#include "trial_support.h"

#include <stdio.h>

/* Beyond the limit; under a sanitizer or valgrind only slightly beyond. */
#define LONG ((size_t)(is_watched() ? 1500 : is_in_hurry() ? 3000 : 30000))

/* A way to nest an effect: an operator around it, or another effect beside it. */
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

static kmk_effect *serial_apart(kmk_effect *effect, size_t index) {
  char id[32];
  snprintf(id, sizeof id, "id %zu", index);
  return kmk_effect_serial(effect, id, false);
}

/* A merge in a chain in a merge: no two neighbours are of the same kind. */
static kmk_effect *by_turns(kmk_effect *effect, size_t index) {
  return index % 2 == 0 ? merged_before(effect, index) : chained_before(effect, index);
}

static kmk_effect *nested(kmk_effect *effect, nest_fn *nest, size_t count) {
  for (size_t i = 0; i < count; i++) {
    effect = nest(effect, i);
  }
  return effect;
}

/* What happened to an effect that a reducer returned once. */
typedef struct outcome {
  nest_fn *nest;
  size_t count;
  kmk_effect *innermost; /* "tick" unless given */
  uint64_t wait;         /* until the effects are counted */
  int ticks;
  size_t in_flight;
  size_t left; /* the running effects after "id" was cancelled */
  int issues;
  char issue[128]; /* the code of the last issue */
  char message[256];
  kmk_effect *made; /* until the reducer returns it */
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
  /* Advances the clock in several steps: each member of a chain starts at its own time. */
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

TEST(B43_merges_of_merges_and_chains_of_chains_are_as_long_as_you_like) {
  nest_fn *ways[] = {merged_before, merged_behind, chained_before, chained_behind};
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    for (int is_little = 0; is_little < 2; is_little++) {
      outcome o = {.nest = ways[i], .count = LONG};
      on_either_stack(run_nested, &o, is_little);
      assert_int_equal(o.ticks, (int)LONG + 1);
      assert_int_equal(o.in_flight, 0);
      assert_int_equal(o.issues, 0);
      on_either_stack(free_nested, &o, is_little);
    }
  }
}

TEST(B43_a_delay_of_a_delay_is_a_longer_chain) {
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

TEST(B44_an_effect_nested_further_than_the_bound_is_invalid) {
  nest_fn *ways[] = {cancellable,     restarted,    debounced, debounced_apart,
                     throttled_apart, serial_apart, by_turns};
  /* Of alternating merges and chains, only every other level counts. */
  const size_t counts[] = {2 * KMK_MAX_DEPTH + 2, LONG};
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    if (is_for_other_checker(i))
      continue;
    for (size_t j = 0; j < (is_in_hurry() ? 1 : COUNT_OF(counts)); j++) {
      for (int is_little = is_in_hurry(); is_little < 2; is_little++) {
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

/* Exactly at the limit. The sanitizers' stack frames are too large for this test. */
TEST(B44_an_effect_nested_up_to_the_limit_runs_and_can_be_cancelled) {
  if (SANITIZED) {
    skip();
  }
  nest_fn *ways[] = {cancellable, restarted, throttled_apart, serial_apart};
  for (size_t i = 0; i < (is_in_hurry() ? 1 : COUNT_OF(ways)); i++) {
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
  if (is_in_hurry()) {
    return;
  }
  /* Each counts twice: a delay, and an id around it. */
  o = (outcome){.nest = debounced, .count = KMK_MAX_DEPTH / 2, .wait = KMK_MAX_DEPTH};
  run_nested(&o);
  assert_int_equal(o.issues, 0);
}

TEST(B45_on_a_small_stack_an_effect_runs_or_is_an_issue_and_nothing_starts) {
  nest_fn *ways[] = {cancellable,  restarted, throttled_apart,
                     serial_apart, by_turns,  debounced_apart};
  const size_t counts[] = {16, 200, 600, KMK_MAX_DEPTH / 2, KMK_MAX_DEPTH};
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    if (is_for_other_checker(i))
      continue;
    for (size_t j = 0; j < COUNT_OF(counts); j += is_in_hurry() ? 2 : 1) {
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

TEST(B45_on_a_stack_of_any_size_nothing_begins_that_cannot_go_on) {
  for (size_t kilobytes = 384; kilobytes <= 640; kilobytes += is_in_hurry() ? 64 : 8) {
    outcome o = {.nest = by_turns, .count = KMK_MAX_DEPTH / 2};
    run_in_stack(kilobytes * 1024, run_nested, &o);
    assert_true(o.issues == 0 ? o.ticks > 0 : o.ticks == 0);
    run_in_stack(kilobytes * 1024, free_nested, &o);
  }
}
