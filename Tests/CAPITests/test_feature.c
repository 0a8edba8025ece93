/* Features by name: registering, opening and composing. */
#include "support.h"

/* A registered feature lives as long as the process, and is no leak of the test. */
static kmk_status registered(kit *k, const char *name, kmk_reduce_fn reduce, const char *initial,
                             kmk_error *error) {
  json_t *state = initial == NULL ? NULL : json_of(initial);
  size_t before = kmk_live_objects();
  kmk_status status = kmk_feature_register(name, kmk_reducer_new(reduce, NULL, NULL), state, error);
  k->live += kmk_live_objects() - before;
  json_decref(state);
  return status;
}

static void a_registered_feature_opens_with_its_own_first_state(void **state) {
  kit *k = *state;
  assert_int_equal(registered(k, "counter", counter_reduce, "{'count': 5}", NULL), KMK_OK);
  k->store = kmk_store_open(k->loop, "counter", NULL, NULL);
  assert_non_null(k->store);
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'count': 6}");
}

static void a_registered_feature_opens_with_a_state_that_is_given(void **state) {
  kit *k = *state;
  assert_int_equal(registered(k, "given", counter_reduce, NULL, NULL), KMK_OK);
  json_t *initial = json_of("{'count': 8}");
  k->store = kmk_store_open(k->loop, "given", initial, NULL);
  json_decref(initial);
  assert_state_text(k->store, "{'count': 8}");
}

static void opening_without_any_state_is_refused(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  assert_int_equal(registered(k, "stateless", counter_reduce, NULL, NULL), KMK_OK);
  assert_null(kmk_store_open(k->loop, "stateless", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

static void an_unknown_name_is_refused_by_name(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  assert_null(kmk_store_open(k->loop, "no such feature", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  assert_non_null(strstr(error.message, "no such feature"));
}

static void a_name_is_taken_once(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  assert_int_equal(registered(k, "taken", counter_reduce, "{'count': 1}", NULL), KMK_OK);
  assert_int_equal(registered(k, "taken", counter_reduce, "{'count': 2}", &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "taken"));
  k->store = kmk_store_open(k->loop, "taken", NULL, NULL);
  assert_state_text(k->store, "{'count': 1}");
}

static void a_failed_registration_takes_its_arguments_all_the_same(void **state) {
  (void)state;
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

static void a_mistake_in_the_reducer_is_the_registrations(void **state) {
  (void)state;
  kmk_error error = {0};
  assert_int_equal(kmk_feature_register("wrong", kmk_scope("x", "y", counter()), NULL, &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_string_not_equal(error.message, "");
  assert_int_equal(kmk_feature_register("wrong", kmk_feature("nobody registered"), NULL, &error),
                   KMK_ERR_UNKNOWN_FEATURE);
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
}

static void a_registered_feature_composes_as_any_reducer(void **state) {
  kit *k = *state;
  assert_int_equal(registered(k, "composed", counter_reduce, NULL, NULL), KMK_OK);
  kmk_reducer *members[] = {kmk_scope("/a", "a", kmk_feature("composed")),
                            kmk_scope("/b", "b", kmk_feature("composed"))};
  kit_open(k, kmk_combine(2, members), "{'a': {'count': 0}, 'b': {'count': 0}}");
  send_ok(k->store, "{'b': {'incAfter': 1}}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'a': {'count': 0}, 'b': {'count': 1}}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(a_registered_feature_opens_with_its_own_first_state),
      KIT_TEST(a_registered_feature_opens_with_a_state_that_is_given),
      KIT_TEST(opening_without_any_state_is_refused),
      KIT_TEST(an_unknown_name_is_refused_by_name),
      KIT_TEST(a_name_is_taken_once),
      KIT_TEST(a_failed_registration_takes_its_arguments_all_the_same),
      KIT_TEST(a_mistake_in_the_reducer_is_the_registrations),
      KIT_TEST(a_registered_feature_composes_as_any_reducer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
