/* A part of a state and a shared value that follow each other (kmk_shared_mirror). */
#include "shared_support.h"

static kmk_effect *edit(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "larger"))
    kmk_state_set_new(state, "/settings/size",
                      json_integer(json_integer_value(kmk_state_get(state, "/settings/size")) + 1));
  if (kmk_action_is(action, "other"))
    kmk_state_set_new(state, "/other", json_true());
  return NULL;
}

static kmk_reducer *editor(void) {
  kmk_reducer *reducer = KMK_COMBINE(KMK_BINDING_FIELDS("binding", {"/settings", "shape"}),
                                     kmk_reducer_new(edit, NULL, NULL));
  return kmk_shape(reducer, "only {settings: only {size: integer, font: text = 'mono'},"
                            "      other: boolean = false}");
}

static const char first[] = "{'settings': {'size': 10, 'font': 'sans'}}";

/* The refusals of a mirror, and the end of it. */
typedef struct {
  int count, ends;
  kmk_error last;
} refusals;

static void note(const kmk_error *error, void *data) {
  refusals *told = data;
  told->count++;
  told->last = *error;
}

static void note_end(void *data) { ((refusals *)data)->ends++; }

static kmk_subscription *mirror(kit *k, kmk_shared *shared, refusals *told, kmk_error *error) {
  return kmk_shared_mirror(shared, k->store, "binding", "/settings", note, told, note_end, error);
}

TEST(K87_a_state_and_a_shared_value_follow_each_other) {
  kmk_error error;
  refusals told = {0};
  kmk_shared *shared = share(kmk_shared_memory, "mirrored", "{'size': 12, 'font': 'mono'}");
  kit_open(k, editor(), first);
  kmk_subscription *mirrored = mirror(k, shared, &told, &error);
  assert_non_null(mirrored);
  assert_state_text(k->store, "{'settings': {'size': 12, 'font': 'mono'}, 'other': false}");
  send_ok(k->store, "'larger'");
  assert_true(is_now(shared, "{'size': 13, 'font': 'mono'}"));
  set_ok(shared, "{'size': 20, 'font': 'serif'}");
  kmk_loop_dispatch(k->loop, 0);
  assert_state_text(k->store, "{'settings': {'size': 20, 'font': 'serif'}, 'other': false}");
  /* A default completes the state, and then the shared value. */
  set_ok(shared, "{'size': 21}");
  kmk_loop_dispatch(k->loop, 0);
  assert_true(is_now(shared, "{'size': 21, 'font': 'mono'}"));
  send_ok(k->store, "'other'");
  assert_int_equal(told.count, 0);
  assert_int_equal(told.ends, 0);
  kmk_subscription_free(mirrored);
  assert_int_equal(told.ends, 1);
  send_ok(k->store, "'larger'");
  assert_true(is_now(shared, "{'size': 21, 'font': 'mono'}"));
  set_ok(shared, "{'size': 1}");
  kmk_loop_dispatch(k->loop, 0);
  assert_state_text(k->store, "{'settings': {'size': 22, 'font': 'mono'}, 'other': true}");
  kmk_shared_free(shared);
}

TEST(K87_a_mirror_ends_with_its_store_and_needs_no_handle) {
  kmk_error error;
  refusals told = {0};
  kmk_shared *shared =
      share(kmk_shared_memory, "mirrored by one store", "{'size': 1, 'font': 'a'}");
  kit_open(k, editor(), first);
  kmk_subscription *mirrored = mirror(k, shared, &told, &error);
  kmk_shared_free(shared);
  send_ok(k->store, "'larger'");
  kmk_store_free(k->store);
  k->store = NULL;
  assert_int_equal(told.ends, 1);
  shared = share(kmk_shared_memory, "mirrored by one store", "0");
  assert_true(is_now(shared, "{'size': 2, 'font': 'a'}"));
  set_ok(shared, "{'size': 3}");
  kmk_loop_dispatch(k->loop, 0);
  kmk_subscription_free(mirrored);
  kmk_shared_free(shared);
}

TEST(K87_two_stores_mirror_one_value) {
  kmk_error error;
  refusals told = {0};
  kmk_shared *shared = share(kmk_shared_memory, "mirrored twice", "{'size': 1, 'font': 'a'}");
  kit_open(k, editor(), first);
  kmk_store *other = open_store(k->loop, editor(), first);
  kmk_subscription *one = mirror(k, shared, &told, &error);
  kmk_subscription *two =
      kmk_shared_mirror(shared, other, "binding", "/settings", NULL, NULL, NULL, &error);
  send_ok(other, "'larger'");
  kmk_loop_run_until_idle(k->loop, -1, NULL);
  assert_state_text(k->store, "{'settings': {'size': 2, 'font': 'a'}, 'other': false}");
  kmk_subscription_free(one);
  kmk_subscription_free(two);
  kmk_store_free(other);
  kmk_shared_free(shared);
}

TEST(K88_a_refused_value_leaves_both_sides_as_they_are) {
  kmk_error error;
  refusals told = {0};
  kmk_shared *shared = share(kmk_shared_memory, "refused", "{'size': 'large'}");
  kit_open(k, editor(), first);
  assert_null(mirror(k, shared, &told, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.path, "/settings");
  assert_issues(k, "['binding-failed']");
  assert_int_equal(told.count, 0);
  assert_int_equal(told.ends, 1);
  assert_state_text(k->store, "{'settings': {'size': 10, 'font': 'sans'}, 'other': false}");
  set_ok(shared, "{'size': 1, 'font': 'a'}");
  kmk_subscription *mirrored = mirror(k, shared, &told, &error);
  assert_non_null(mirrored);
  set_ok(shared, "{'size': 'large'}");
  kmk_loop_dispatch(k->loop, 0);
  assert_issues(k, "['binding-failed']");
  assert_int_equal(told.count, 1);
  assert_int_equal(told.last.status, KMK_ERR_INVALID_ARGUMENT);
  assert_state_text(k->store, "{'settings': {'size': 1, 'font': 'a'}, 'other': false}");
  assert_true(is_now(shared, "{'size': 'large'}"));
  send_ok(k->store, "'larger'");
  assert_true(is_now(shared, "{'size': 2, 'font': 'a'}"));
  kmk_subscription_free(mirrored);
  kmk_shared_free(shared);
}

TEST(K88_a_mirror_without_a_binding_or_a_place_is_refused) {
  kmk_error error;
  refusals told = {0};
  kmk_shared *shared = share(kmk_shared_memory, "without a binding", "true");
  kit_open(k, editor(), first);
  const struct {
    kmk_shared *shared;
    kmk_store *store;
    const char *binding, *place;
  } wrong[] = {
      {NULL, k->store, "binding", "/settings"},    {shared, NULL, "binding", "/settings"},
      {shared, k->store, NULL, "/settings"},       {shared, k->store, "binding", NULL},
      {shared, k->store, "binding", "/setings"},   {shared, k->store, "binding", "settings"},
      {shared, k->store, "binding..", "/settings"}};
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    assert_null(kmk_shared_mirror(wrong[i].shared, wrong[i].store, wrong[i].binding, wrong[i].place,
                                  note, &told, note_end, &error));
    assert_int_not_equal(error.status, KMK_OK);
    assert_int_equal(told.ends, (int)i + 1);
  }
  assert_issues(k, "['binding-failed']");
  assert_null(kmk_shared_mirror(shared, k->store, "binding", "/other", NULL, NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "kmk_binding_fields"));
  assert_issues(k, "['binding-failed']");
  assert_state_text(k->store, "{'settings': {'size': 10, 'font': 'sans'}, 'other': false}");
  assert_int_equal(told.count, 0);
  kmk_shared_free(shared);
}
