/* Features by name: registering, opening and composing. */
#include "support.h"

/* A registered feature lives as long as the process, so it does not count as a leak of the test. */
static kmk_status registered(kit *k, const char *name, kmk_reduce_fn reduce, const char *initial,
                             kmk_error *error) {
  json_t *state = initial == NULL ? NULL : json_of(initial);
  size_t before = kmk_live_objects();
  kmk_status status = kmk_feature_register(name, kmk_reducer_new(reduce, NULL, NULL), state, error);
  k->live += kmk_live_objects() - before;
  json_decref(state);
  return status;
}

TEST(a_registered_feature_opens_with_its_own_first_state) {
  assert_int_equal(registered(k, "counter", counter_reduce, "{'count': 5}", NULL), KMK_OK);
  k->store = kmk_store_open(k->loop, "counter", NULL, NULL);
  assert_non_null(k->store);
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'count': 6}");
}

TEST(a_registered_feature_opens_with_a_state_that_is_given) {
  assert_int_equal(registered(k, "given", counter_reduce, NULL, NULL), KMK_OK);
  json_t *initial = json_of("{'count': 8}");
  k->store = kmk_store_open(k->loop, "given", initial, NULL);
  json_decref(initial);
  assert_state_text(k->store, "{'count': 8}");
}

TEST(opening_without_any_state_is_refused) {
  kmk_error error = {0};
  assert_int_equal(registered(k, "stateless", counter_reduce, NULL, NULL), KMK_OK);
  assert_null(kmk_store_open(k->loop, "stateless", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

TEST(an_unknown_name_is_refused_by_name) {
  kmk_error error = {0};
  assert_null(kmk_store_open(k->loop, "no such feature", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  assert_non_null(strstr(error.message, "no such feature"));
}

TEST(a_name_is_taken_once) {
  kmk_error error = {0};
  assert_int_equal(registered(k, "taken", counter_reduce, "{'count': 1}", NULL), KMK_OK);
  assert_int_equal(registered(k, "taken", counter_reduce, "{'count': 2}", &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "taken"));
  k->store = kmk_store_open(k->loop, "taken", NULL, NULL);
  assert_state_text(k->store, "{'count': 1}");
}

TEST(a_failed_registration_takes_its_arguments_all_the_same) {
  int freed = 0;
  json_t *initial = json_of("{'count': 1}");
  const char *names[] = {NULL, ""};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    kmk_reducer *reducer = kmk_reducer_new(counter_reduce, &freed, count_free);
    assert_int_equal(kmk_feature_register(names[i], reducer, initial, NULL),
                     KMK_ERR_INVALID_ARGUMENT);
  }
  assert_int_equal(freed, 2);
  assert_int_equal(initial->refcount, 1);
  json_decref(initial);
}

TEST(a_mistake_in_the_reducer_is_the_registrations) {
  kmk_error error = {0};
  assert_int_equal(kmk_feature_register("wrong", kmk_scope("x", "y", counter()), NULL, &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_string_not_equal(error.message, "");
  assert_int_equal(kmk_feature_register("wrong", kmk_feature("nobody registered"), NULL, &error),
                   KMK_ERR_UNKNOWN_FEATURE);
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
}

TEST(a_registered_feature_composes_as_any_reducer) {
  assert_int_equal(registered(k, "composed", counter_reduce, NULL, NULL), KMK_OK);
  kmk_reducer *members[] = {kmk_scope("/a", "a", kmk_feature("composed")),
                            kmk_scope("/b", "b", kmk_feature("composed"))};
  kit_open(k, kmk_combine(2, members), "{'a': {'count': 0}, 'b': {'count': 0}}");
  send_ok(k->store, "{'b': {'incAfter': 1}}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'a': {'count': 0}, 'b': {'count': 1}}");
}

/* ---------------------------------------------------------------------- unregistering */

static kmk_status register_freed(const char *name, int *freed) {
  json_t *initial = json_of("{'count': 0}");
  kmk_status status =
      kmk_feature_register(name, kmk_reducer_new(counter_reduce, freed, count_free), initial, NULL);
  json_decref(initial);
  return status;
}

TEST(N4_a_name_that_nobody_has_cannot_be_taken_away) {
  assert_int_equal(kmk_feature_unregister(NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_feature_unregister("\xff"), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_feature_unregister(""), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_feature_unregister("nobody"), KMK_ERR_NOT_FOUND);
}

TEST(N4_a_feature_is_let_go_of_and_may_be_registered_anew) {
  int freed = 0;
  for (int i = 1; i <= 3; i++) {
    assert_int_equal(register_freed("passing", &freed), KMK_OK);
    assert_int_equal(kmk_feature_unregister("passing"), KMK_OK);
    assert_int_equal(freed, i);
    assert_int_equal(kmk_feature_unregister("passing"), KMK_ERR_NOT_FOUND);
    assert_null(kmk_store_open(NULL, "passing", NULL, NULL));
  }
}

TEST(N4_a_feature_is_busy_while_a_store_of_it_is_open) {
  int freed = 0;
  assert_int_equal(register_freed("open", &freed), KMK_OK);
  k->store = kmk_store_open(k->loop, "open", NULL, NULL);
  kmk_store *other = kmk_store_open(k->loop, "open", NULL, NULL);
  kmk_store *view = kmk_store_scope(other, "/count", "count", NULL);
  kmk_task *task = kmk_store_send_task_new(other, json_of("{'incAfter': 1}"), NULL);
  kmk_store_free(other);
  assert_int_equal(kmk_feature_unregister("open"), KMK_ERR_BUSY);
  end_loop(k);
  assert_int_equal(kmk_feature_unregister("open"), KMK_ERR_BUSY);
  end_store(k);
  assert_int_equal(kmk_feature_unregister("open"), KMK_ERR_BUSY); /* the scoped store holds it */
  kmk_store_free(view);
  assert_int_equal(freed, 0);
  assert_int_equal(kmk_feature_unregister("open"), KMK_OK);
  assert_int_equal(freed, 1);
  kmk_task_free(task);
}

TEST(N4_a_feature_is_busy_while_a_reducer_contains_it) {
  int freed = 0;
  assert_int_equal(register_freed("inner", &freed), KMK_OK);
  kmk_reducer *handle = kmk_feature("inner");
  assert_int_equal(kmk_feature_unregister("inner"), KMK_ERR_BUSY);
  const kmk_case inc = {.name = "inc"};
  kmk_reducer *members[] = {kmk_cases(handle, 1, &inc), kmk_combine(0, NULL)};
  kit_open(k, kmk_if_let(kmk_combine(0, NULL), "/a", "a", NULL, kmk_combine(2, members)),
           "{'a': {'count': 0}}");
  assert_int_equal(kmk_feature_unregister("inner"), KMK_ERR_BUSY);
  send_ok(k->store, "{'a': 'inc'}");
  assert_state_text(k->store, "{'a': {'count': 1}}");
  end_store(k);
  assert_int_equal(kmk_feature_unregister("inner"), KMK_OK);
  assert_int_equal(freed, 1);
}

TEST(N4_a_feature_inside_another_is_busy_while_that_is_registered) {
  int freed = 0;
  assert_int_equal(register_freed("part", &freed), KMK_OK);
  assert_int_equal(
      kmk_feature_register("whole", kmk_scope("/part", "part", kmk_feature("part")), NULL, NULL),
      KMK_OK);
  assert_int_equal(kmk_feature_register("alias", kmk_feature("whole"), NULL, NULL), KMK_OK);
  assert_int_equal(kmk_feature_unregister("part"), KMK_ERR_BUSY);
  assert_int_equal(kmk_feature_unregister("whole"), KMK_ERR_BUSY);
  assert_int_equal(kmk_feature_unregister("alias"), KMK_OK);
  assert_int_equal(kmk_feature_unregister("whole"), KMK_OK);
  assert_int_equal(kmk_feature_unregister("part"), KMK_OK);
  assert_int_equal(freed, 1);
}

static kmk_status in_reducer, after_free;

REDUCER(free_own_store) {
  kmk_store **store = data;
  if (kmk_action_is(action, "free")) {
    kmk_store_free(*store);
    *store = NULL;
    in_reducer = kmk_feature_unregister("busy");
  }
  return NULL;
}

TEST(N4_a_feature_is_busy_while_its_reducer_runs) {
  json_t *initial = json_object();
  kmk_reducer *reducer = kmk_reducer_new(free_own_store, &k->store, NULL);
  assert_int_equal(kmk_feature_register("busy", reducer, initial, NULL), KMK_OK);
  json_decref(initial);
  k->store = kmk_store_open(k->loop, "busy", NULL, NULL);
  kmk_store_send_text(k->store, "\"free\"", NULL);
  after_free = kmk_feature_unregister("busy");
  assert_int_equal(in_reducer, KMK_ERR_BUSY);
  assert_int_equal(after_free, KMK_OK);
}
