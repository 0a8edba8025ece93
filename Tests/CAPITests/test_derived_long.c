/* A long sequence of derived values, each derived from the previous one, with little stack (J142). */
#include "support.h"

enum { LENGTH = 20000, STACK = 256 * 1024 };

typedef struct row {
  kmk_loop *loop;
  kmk_store *store;
  kmk_derived *values[LENGTH];
  int told, last, freed;
  kmk_status status;
} row;

static row all; /* too large for the stack */

REDUCER(set_n) {
  (void)env, (void)data;
  const json_t *n = kmk_action_payload(action, "n");
  if (n != NULL)
    kmk_state_set(state, "/n", n);
  return NULL;
}

static json_t *from_before(kmk_store *store, void *data) {
  kmk_derived **value = data;
  return value == all.values ? kmk_store_get(store, "/n", NULL) : kmk_derived_get(value[-1], NULL);
}

static void count_freed(void *data) { (void)data, all.freed++; }

/* Computes each value when it is created, so that no function nests more than one level. */
static void open_row(bool is_computed) {
  all = (row){.loop = kmk_loop_new_virtual(NULL)};
  json_t *initial = json_pack("{s:i}", "n", 1);
  all.store = kmk_store_new(all.loop, kmk_reducer_new(set_n, NULL, NULL), initial, NULL);
  json_decref(initial);
  for (int i = 0; i < LENGTH; i++) {
    all.values[i] =
        kmk_derived_new(all.store, NULL, from_before, &all.values[i], count_freed, NULL);
    if (is_computed)
      json_decref(kmk_derived_get(all.values[i], NULL));
  }
}

static void end_row(void) {
  kmk_store_free(all.store);
  kmk_loop_free(all.loop);
}

static void read_last(void) {
  kmk_error error = {0};
  json_t *value = kmk_derived_get(all.values[LENGTH - 1], &error);
  all.last = (int)json_integer_value(value);
  all.status = error.status;
  json_decref(value);
}

static void *free_first_to_last(void *unused) {
  open_row(true);
  for (int i = 0; i < LENGTH; i++)
    kmk_derived_free(all.values[i]);
  end_row();
  return unused;
}

static void *end_with_the_loop(void *unused) {
  open_row(true);
  end_row();
  for (int i = LENGTH - 1; i >= 0; i--)
    kmk_derived_free(all.values[i]);
  return unused;
}

TEST(J142_a_row_of_derived_values_is_freed_on_little_stack) {
  run_in_stack(STACK, free_first_to_last, NULL);
  assert_int_equal(all.freed, LENGTH);
  run_in_stack(STACK, end_with_the_loop, NULL);
  assert_int_equal(all.freed, LENGTH);
}

static void tell(const json_t *value, void *data) {
  (void)data;
  all.told++;
  all.last = (int)json_integer_value(value);
}

static void *tell_the_last(void *unused) {
  open_row(true);
  kmk_subscription *subscription =
      kmk_derived_observe(all.values[LENGTH - 1], tell, NULL, NULL, NULL);
  kmk_store_send_text(all.store, "{\"n\": 2}", NULL);
  kmk_subscription_free(subscription);
  kmk_store_send_text(all.store, "{\"n\": 3}", NULL);
  end_row();
  for (int i = 0; i < LENGTH; i++)
    kmk_derived_free(all.values[i]);
  return unused;
}

TEST(J142_the_last_of_a_row_is_told_on_little_stack) {
  run_in_stack(STACK, tell_the_last, NULL);
  assert_int_equal(all.told, 2);
  assert_int_equal(all.last, 2);
  assert_int_equal(all.freed, LENGTH);
}

static void *compute_the_last(void *is_computed) {
  open_row(is_computed != NULL);
  kmk_store_send_text(all.store, "{\"n\": 2}", NULL);
  read_last();
  end_row();
  for (int i = 0; i < LENGTH; i++)
    kmk_derived_free(all.values[i]);
  return NULL;
}

TEST(J142_the_last_of_a_row_is_computed_again_on_little_stack) {
  run_in_stack(STACK, compute_the_last, &all);
  assert_int_equal(all.last, 2);
  /* If no value was computed before, the functions nest as deep as the sequence is long. */
  run_in_stack(STACK, compute_the_last, NULL);
  assert_int_equal(all.last, 0);
  assert_int_equal(all.status, KMK_ERR_NOT_FOUND);
  assert_int_equal(all.freed, LENGTH);
}

static json_t *nothing(kmk_store *store, void *below) {
  (void)store, (void)below;
  return json_null();
}

static void free_below(void *below) {
  all.freed++;
  kmk_derived_free(below);
}

/* Each value owns the previous one, without reading it. */
static void *free_owners(void *unused) {
  all = (row){.loop = kmk_loop_new_virtual(NULL)};
  json_t *initial = json_object();
  all.store = kmk_store_new(all.loop, kmk_empty(), initial, NULL);
  kmk_derived *last = NULL;
  json_decref(initial);
  for (int i = 0; i < LENGTH; i++)
    last = kmk_derived_new(all.store, NULL, nothing, last, free_below, NULL);
  kmk_derived_free(last);
  end_row();
  return unused;
}

TEST(J142_values_that_own_each_other_are_freed_on_little_stack) {
  run_in_stack(STACK, free_owners, NULL);
  assert_int_equal(all.freed, LENGTH);
}
