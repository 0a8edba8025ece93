/* Reducers nested in a loop: depths that are refused, and depths that work on a small stack (C41, C42). */
#include "trial_support.h"

/* Beyond the limit; under a sanitizer or valgrind only slightly beyond. */
#define LONG ((size_t)(is_watched() ? 1500 : is_in_hurry() ? 3000 : 30000))

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

static kmk_reducer *on_change(kmk_reducer *reducer) {
  return kmk_on_change(reducer, "/a", no_answer_to_change, NULL, NULL);
}

static kmk_reducer *known_cases(kmk_reducer *reducer) {
  return kmk_cases(reducer, 2, (kmk_case[]){{"go", NULL}, {"a", "any"}});
}

static wrap_fn *const wraps[] = {combined,        scoped,       inside_if_let, around_if_let,
                                 inside_sheet,    around_sheet, around_rows,   around_stack,
                                 with_dependency, on_change,    known_cases};

static kmk_reducer *nested(wrap_fn *wrap, size_t count) {
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
  kmk_store *store = kmk_store_new(loop, nested(a->wrap, a->count), initial, &a->error);
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
  kmk_reducer_free(nested(a->wrap, a->count));
  return NULL;
}

TEST(C41_reducers_nested_further_than_the_bound_make_no_store) {
  const size_t counts[] = {KMK_MAX_DEPTH, LONG};
  for (size_t i = 0; i < COUNT_OF(wraps); i++) {
    if (is_for_other_checker(i))
      continue;
    for (size_t j = 0; j < (is_in_hurry() ? 1 : COUNT_OF(counts)); j++) {
      attempt a = {.wrap = wraps[i], .count = counts[j]};
      run_in_little_stack(make_store, &a);
      assert_false(a.made);
      run_in_little_stack(free_wrapped, &a);
      if (is_in_hurry() && i > 0)
        continue; /* the same on a larger stack */
      make_store(&a);
      assert_false(a.made);
      assert_int_equal(a.error.status, KMK_ERR_TOO_DEEP);
      assert_non_null(strstr(a.error.message, "nested more than 2048 deep"));
      free_wrapped(&a);
    }
  }
}

TEST(C41_reducers_nested_up_to_the_limit_work) {
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

TEST(C42_on_a_small_stack_reducers_work_or_make_no_store) {
  const size_t counts[] = {30, 100, 300, 1000, KMK_MAX_DEPTH - 1};
  for (size_t i = 0; i < COUNT_OF(wraps); i++) {
    if (is_for_other_checker(i))
      continue;
    for (size_t j = 0; j < COUNT_OF(counts); j += is_in_hurry() ? 2 : 1) {
      attempt a = {.wrap = wraps[i], .count = counts[j]};
      run_in_little_stack(make_store, &a);
      assert_true(a.made || a.error.status == KMK_ERR_TOO_DEEP);
      assert_true(a.made || counts[j] > 200);
      run_in_little_stack(free_wrapped, &a);
    }
  }
}

/* A recursion in which every level has a long row of operators. */
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

TEST(C42_a_recursion_counts_its_operators_once_a_level) {
  kmk_status on_main = KMK_ERR_BUSY, in_little = KMK_ERR_BUSY;
  send_down(&on_main);
  run_in_little_stack(send_down, &in_little);
  assert_true(on_main == KMK_OK || on_main == KMK_ERR_TOO_DEEP);
  assert_int_equal(in_little, KMK_ERR_TOO_DEEP);
}
