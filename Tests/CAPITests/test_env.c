/* The environment: dependencies, clocks, UUIDs, and whether a feature is presented (C28). */
#include "support.h"

#include <time.h>

/* -------------------------------------------------------------- dependencies */

REDUCER(read_dependencies) {
  kmk_state_set(state, "/api", kmk_env_dependency(env, "api"));
  kmk_state_set_new(state, "/known", json_boolean(kmk_env_dependency(env, "unknown") != NULL));
  return NULL;
}

static kmk_reducer *with_text(kmk_reducer *base, const char *key, const char *value) {
  json_t *text = json_string(value);
  kmk_reducer *reducer = kmk_dependency(base, key, text);
  json_decref(text);
  return reducer;
}

TEST(the_dependency_nearest_to_the_reader_wins) {
  kmk_reducer *inner = kmk_reducer_new(read_dependencies, NULL, NULL);
  kmk_reducer *members[] = {
      kmk_scope("/near", "go", with_text(kmk_reducer_retain(inner), "api", "near")),
      kmk_scope("/far", "go", inner)};
  kit_open(k, with_text(with_text(kmk_combine(2, members), "api", "far"), "api", "hidden"),
           "{'near': {}, 'far': {}}");
  send_ok(k->store, "'go'");
  assert_state_text(k->store, "{'near': {'api': 'near', 'known': false},"
                              " 'far': {'api': 'far', 'known': false}}");
}

TEST(C28_a_dependency_given_with_the_store_holds_for_every_action) {
  kit_open(k, with_text(kmk_reducer_new(read_dependencies, NULL, NULL), "api", "constant"),
           "{'api': null}");
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "'go'");
    assert_state_text(k->store, "{'api': 'constant', 'known': false}");
  }
}

TEST(a_dependency_is_borrowed) {
  json_t *value = json_of("{'base': 'http'}");
  k->store = open_store(
      k->loop, kmk_dependency(kmk_reducer_new(read_dependencies, NULL, NULL), "api", value), "{}");
  send_ok(k->store, "'go'");
  assert_state_text(k->store, "{'api': {'base': 'http'}, 'known': false}");
  end_store(k);
  run_due(k->loop);
  assert_int_equal(value->refcount, 1);
  json_decref(value);
}

REDUCER(read_pointer) {
  *(void **)data = kmk_env_pointer(env, "service");
  return NULL;
}

TEST(a_service_reaches_the_reducers_inside_until_one_hides_it) {
  int service = 0;
  void *seen = NULL, *hidden = &service;
  kmk_reducer *members[] = {
      kmk_reducer_new(read_pointer, &seen, NULL),
      kmk_dependency_pointer(kmk_reducer_new(read_pointer, &hidden, NULL), "service", NULL, NULL)};
  kit_open(k, kmk_dependency_pointer(kmk_combine(2, members), "service", &service, count_free),
           "{}");
  send_ok(k->store, "'go'");
  assert_ptr_equal(seen, &service);
  assert_null(hidden);
  assert_int_equal(service, 0);
  end_store(k);
  run_due(k->loop);
  assert_int_equal(service, 1);
}

REDUCER(read_named) {
  (void)state, (void)data;
  const json_t *key;
  if ((key = kmk_action_payload(action, "pointer")) != NULL) {
    assert_null(kmk_env_pointer(env, json_string_value(key)));
  } else if ((key = kmk_action_payload(action, "value")) != NULL) {
    assert_null(kmk_env_dependency(env, json_string_value(key)));
  }
  return NULL;
}

static void note_message(const kmk_diagnostic *diagnostic, void *user_data) {
  json_array_append_new(user_data, json_string(diagnostic->code));
  json_array_append_new(user_data, json_string(diagnostic->message));
}

TEST(I43_a_service_that_nobody_gives_is_an_issue) {
  int service = 0;
  const char *actions[] = {"{'pointer': 'databse'}", "{'pointer': 'DATABASE'}",
                           "{'pointer': 'api'}", "{'value': 'database'}"};
  const char *told[] = {("no service is given under \"databse\"; did you mean database? "
                         "there are database, none"),
                        ("no service is given under \"DATABASE\"; did you mean database? "
                         "there are database, none"),
                        "a service was asked for under \"api\", and a value is given there",
                        "a value was asked for under \"database\", and a service is given there"};
  kmk_reducer *reducer = with_text(kmk_reducer_new(read_named, NULL, NULL), "api", "x");
  reducer = kmk_dependency_pointer(reducer, "database", &service, NULL);
  kit_open(k, kmk_dependency_pointer(reducer, "none", NULL, NULL), "{}");
  json_t *messages = json_array();
  kmk_loop_set_diagnostics(k->loop, note_message, messages, NULL);
  for (size_t i = 0; i < COUNT_OF(actions); i++) {
    send_ok(k->store, actions[i]);
    assert_int_equal(json_array_size(messages), 2);
    assert_string_equal(json_string_value(json_array_get(messages, 0)), "missing-dependency");
    assert_string_equal(json_string_value(json_array_get(messages, 1)), told[i]);
    json_array_clear(messages);
  }
  /* A value may be optional, and so may a service: it may be NULL. */
  send_ok(k->store, "{'value': 'unknown'}");
  send_ok(k->store, "{'pointer': 'none'}");
  assert_json_text(messages, "[]");
  collect_issues(k->loop, k->issues);
  json_decref(messages);

  kmk_store *alone = open_store(k->loop, kmk_reducer_new(read_named, NULL, NULL), "{}");
  send_ok(alone, actions[0]);
  assert_issues(k, "['missing-dependency']");
  kmk_store_free(alone);
}

/* ---------------------------------------------------------------------- clocks */

typedef struct moment {
  uint64_t now;
  int64_t date;
} moment;

REDUCER(read_clocks) {
  moment *m = data;
  m->now = kmk_env_now(env);
  m->date = kmk_env_date(env);
  return NULL;
}

TEST(both_clocks_of_a_virtual_loop_start_at_0_and_move_by_advance) {
  moment m = {1, 1};
  kit_open(k, kmk_reducer_new(read_clocks, &m, NULL), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(m.now, 0);
  assert_int_equal(m.date, 0);
  advance(k->loop, 1500 * MILLISECOND);
  send_ok(k->store, "'go'");
  assert_int_equal(m.now, 1500 * MILLISECOND);
  assert_int_equal(m.date, 1500 * MILLISECOND);
}

/* The clock that `kmk_env_date` reads. `time` may lag behind it by a kernel tick. */
static int64_t wall_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * (int64_t)SECOND + now.tv_nsec;
}

TEST(the_clocks_of_a_real_loop_are_the_systems) {
  moment first = {0, 0}, second = {0, 0};
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *one = open_store(loop, kmk_reducer_new(read_clocks, &first, NULL), "{}");
  kmk_store *two = open_store(loop, kmk_reducer_new(read_clocks, &second, NULL), "{}");
  int64_t before = wall_nanoseconds();
  send_ok(one, "'go'");
  send_ok(two, "'go'");
  int64_t after_both = wall_nanoseconds();
  assert_true(first.now <= second.now);
  assert_in_range(first.date, before, after_both);
  kmk_loop_free(loop);
  kmk_store_free(one);
  kmk_store_free(two);
}

/* ----------------------------------------------------------------------- uuids */

REDUCER(append_uuid) {
  char uuid[37];
  memset(uuid, 'x', sizeof uuid);
  kmk_env_uuid(env, uuid);
  state_note(state, "/uuids", uuid);
  return NULL;
}

TEST(uuids_of_a_virtual_loop_count_up_in_each_store) {
  for (int i = 0; i < 2; i++) {
    kmk_store *store =
        open_store(k->loop, kmk_reducer_new(append_uuid, NULL, NULL), "{'uuids': []}");
    send_ok(store, "'go'");
    send_ok(store, "'go'");
    assert_state_text(store, "{'uuids': ['00000000-0000-0000-0000-000000000000',"
                             " '00000000-0000-0000-0000-000000000001']}");
    kmk_store_free(store);
  }
}

TEST(uuids_of_a_real_loop_are_36_lower_case_digits_and_unique) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, kmk_reducer_new(append_uuid, NULL, NULL), "{'uuids': []}");
  json_t *unique = json_object();
  for (int i = 0; i < 100; i++) {
    send_ok(store, "'go'");
  }
  json_t *uuids = kmk_store_get(store, "/uuids", NULL);
  assert_int_equal(json_array_size(uuids), 100);
  for (size_t i = 0; i < 100; i++) {
    const char *uuid = json_string_value(json_array_get(uuids, i));
    assert_int_equal(strlen(uuid), 36);
    for (size_t at = 0; at < 36; at++) {
      bool dash = at == 8 || at == 13 || at == 18 || at == 23;
      assert_non_null(strchr(dash ? "-" : "0123456789abcdef", uuid[at]));
    }
    json_object_set_new(unique, uuid, json_true());
  }
  assert_int_equal(json_object_size(unique), 100);
  json_decref(unique);
  json_decref(uuids);
  kmk_store_free(store);
  kmk_loop_free(loop);
}
