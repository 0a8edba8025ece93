/* State-driven effects in C: kept values, freed user data, and invalid reducers (Z19 to Z24, Z27, Z28;
 * Tests/Scenarios/running covers the rest). */
#include "support.h"

#include <pthread.h>

/* Records the calls of fn, and controls what fn does. */
typedef struct follower {
  int asked;
  int freed;
  const json_t *last; /* as fn received it: borrowed, and kept by the effect */
  kmk_store *store;   /* fn tries a call on this store, and stores the status */
  kmk_status called;
  bool gives_nothing;
} follower;

static kmk_effect *follow(const json_t *value, kmk_env *env, void *data) {
  follower *f = data;
  (void)env;
  f->asked++;
  f->last = value;
  if (f->store != NULL) {
    kmk_error error = {0};
    json_decref(kmk_store_get(f->store, "", &error));
    f->called = error.status;
  }
  return f->gives_nothing ? NULL : after(SECOND, "'inc'");
}

static void count_freed(void *data) { ((follower *)data)->freed++; }

static kmk_reducer *following(follower *f, const char *place, const kmk_running_options *options) {
  return kmk_running(counter(), place, options, follow, f, count_freed);
}

#define assert_refused(k, reducer, status, part)                                                   \
  assert_no_store((k), (reducer), "{'count': 0}", (status), NULL, (part))

TEST(Z22_NULL_and_malformed_places_make_an_invalid_reducer) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  assert_refused(k, kmk_running(NULL, "/count", NULL, follow, &f, count_freed),
                 KMK_ERR_INVALID_ARGUMENT, NULL);
  assert_refused(k, following(&f, NULL, NULL), KMK_ERR_INVALID_ARGUMENT, "place");
  assert_refused(k, kmk_running(counter(), "/count", NULL, NULL, &f, count_freed),
                 KMK_ERR_INVALID_ARGUMENT, NULL);
  assert_refused(k, following(&f, "/a~2", NULL), KMK_ERR_INVALID_ARGUMENT, "JSON Pointer");
  assert_refused(k, following(&f, "a.b", NULL), KMK_ERR_INVALID_ARGUMENT, "place");
  assert_refused(k, following(&f, "/\xff", NULL), KMK_ERR_INVALID_ARGUMENT, NULL);
  assert_int_equal(f.freed, 6);
  assert_int_equal(f.asked, 0);
  kmk_reducer_free(kmk_running(NULL, NULL, NULL, NULL, NULL, NULL));
  /* An invalid base stays invalid: its own mistake is reported. */
  assert_refused(k, kmk_running(kmk_scope("x", "y", counter()), "/a", NULL, follow, &f, NULL),
                 KMK_ERR_INVALID_ARGUMENT, "kmk_scope");
}

TEST(Z22_options_of_a_wrong_size_or_time_make_an_invalid_reducer) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.size = 0;
  assert_refused(k, following(&f, "/count", &options), KMK_ERR_INVALID_ARGUMENT,
                 "KMK_RUNNING_OPTIONS_INIT");
  options.size = offsetof(kmk_running_options, time);
  assert_refused(k, following(&f, "/count", &options), KMK_ERR_INVALID_ARGUMENT,
                 "KMK_RUNNING_OPTIONS_INIT");
  options.size = sizeof options;
  options.time = (kmk_running_time)9;
  assert_refused(k, following(&f, "/count", &options), KMK_ERR_INVALID_ARGUMENT, "options.time");
  options.time = KMK_TIME_RESTART;
  options.id = "\xff";
  assert_refused(k, following(&f, "/count", &options), KMK_ERR_INVALID_ARGUMENT, "options.id");
  /* The struct of a later version is longer; the additional bytes are not read. */
  struct {
    kmk_running_options known;
    char more[32];
  } longer = {KMK_RUNNING_OPTIONS_INIT, {0}};
  longer.known.size = sizeof longer;
  longer.known.id = "x";
  kit_open(k, following(&f, "/count", &longer.known), "{'count': 1}");
  assert_int_equal(f.asked, 1);
}

static kmk_effect *end_at_once(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  return kmk_effect_limit("fetch", 2);
}

TEST(B413_the_action_of_an_ended_effect_is_kept_and_let_go) {
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  json_t *ended = json_string("inc");
  options.ended = ended;
  kit_open(k, kmk_running(counter(), "/goes", &options, end_at_once, NULL, NULL),
           "{'count': 0, 'goes': true}");
  assert_true(ended->refcount > 1); /* the reducer keeps it */
  json_decref(ended);
  kmk_loop_dispatch(k->loop, 0);
  assert_state_text(k->store, "{'count': 1, 'goes': true}");
}

TEST(Z19_two_at_one_place_need_ids) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  kmk_running_options other = KMK_RUNNING_OPTIONS_INIT;
  other.id = "other";
  assert_refused(k, kmk_running(following(&f, "/count", NULL), "/count", NULL, follow, &f, NULL),
                 KMK_ERR_INVALID_ARGUMENT, "give each an id");
  kmk_running_options empty = KMK_RUNNING_OPTIONS_INIT;
  empty.id = "";
  assert_refused(k, kmk_running(following(&f, "/count", NULL), "/count", &empty, follow, &f, NULL),
                 KMK_ERR_INVALID_ARGUMENT, "give each an id");
  kmk_reducer *two = kmk_running(following(&f, "/count", NULL), "/count", &other, follow, &f, NULL);
  /* Other places do not conflict, whatever their names end in and however long they are. */
  two = kmk_running(two, "/count, other", NULL, follow, &f, NULL);
  char *long_place = wrapped(100, "/l", "", "");
  char *longer_place = wrapped(101, "/l", "", "");
  two = kmk_running(kmk_running(two, long_place, NULL, follow, &f, NULL), longer_place, NULL,
                    follow, &f, NULL);
  free(long_place);
  free(longer_place);
  kit_open(k, two, "{'count': 1}");
  assert_int_equal(f.asked, 2);
}

TEST(Z19_two_that_are_combined_without_ids_are_an_issue) {
  /* Used after the test, when its store is freed. */
  static follower first, second;
  first = second = (follower){0};
  kit_open(k,
           kmk_combine(2, (kmk_reducer *[]){following(&first, "/count", NULL),
                                            following(&second, "/count", NULL)}),
           "{'count': 1}");
  assert_issues(k, "['invalid-effect']");
  assert_int_equal(first.asked, 1);
  assert_int_equal(second.asked, 0);
  send_ok(k->store, "{'set': 5}");
  assert_issues(k, "['invalid-effect']");
  assert_int_equal(first.asked, 2);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
}

TEST(Z23_its_data_is_freed_after_the_last_of_reducer_store_and_effect) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  kmk_reducer *reducer = following(&f, "/count", NULL);
  kit_open(k, kmk_reducer_retain(reducer), "{'count': 1}");
  kmk_reducer_free(reducer);
  assert_int_equal(f.freed, 0);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{\"count\":2}");
  assert_int_equal(f.asked, 2);
  end_store(k);
  assert_int_equal(f.freed, 1);
}

TEST(Z23_another_reducer_frees_it) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  kit_open(k, following(&f, "/count", NULL), "{'count': 1}");
  assert_int_equal(kmk_store_replace_reducer(k->store, counter(), NULL), KMK_OK);
  assert_int_equal(f.freed, 1);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

TEST(Z24_a_value_is_kept_while_its_effect_is) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  json_t *record = json_array();
  kit_open(k, following(&f, "/set", NULL), "{'count': 0, 'set': {'a': [1]}}");
  json_t *first = kmk_json_retain(f.last);
  assert_true(first->refcount > 1);
  send_ok(k->store, "'inc'");
  assert_int_equal(f.asked, 1);
  assert_int_equal(kmk_store_replace_reducer(k->store, counter(), NULL), KMK_OK);
  end_store(k);
  assert_int_equal(first->refcount, 1);
  assert_json_text(first, "{\"a\":[1]}");
  json_decref(first);
  json_decref(record);
}

TEST(Z1_a_state_driven_effects_function_may_not_read_its_store) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  kit_open(k, following(&f, "/count", NULL), "{'count': 1}");
  f.store = k->store;
  send_ok(k->store, "'inc'");
  assert_int_equal(f.asked, 2);
  assert_int_equal(f.called, KMK_ERR_BUSY);
  assert_issues(k, "['read-while-reducing']");
}

/* Builds the reducer on its own thread; it is used and freed on the test's thread. */
static void *compose(void *data) {
  kmk_reducer *reducer = following(data, "/count", NULL);
  kmk_reducer_free(kmk_reducer_retain(reducer));
  return reducer;
}

TEST(Z23_any_thread_composes_it) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  pthread_t thread;
  void *reducer;
  assert_int_equal(pthread_create(&thread, NULL, compose, &f), 0);
  assert_int_equal(pthread_join(thread, &reducer), 0);
  kit_open(k, reducer, "{'count': 1}");
  assert_int_equal(f.asked, 1);
}

/* ------------------------------------------------------------------------ many, and deep */

static kmk_effect *count_asked(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env;
  ++*(int *)data;
  return after(1000 * SECOND, "'inc'");
}

static kmk_effect *write_script(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *write = kmk_action_payload(action, "write");
  if (write != NULL) {
    kmk_state_set(state, json_string_value(json_array_get(write, 0)), json_array_get(write, 1));
  }
  return NULL;
}

static kmk_reducer *writing(void) { return kmk_reducer_new(write_script, NULL, NULL); }

TEST(Z20_of_many_rows_those_that_were_written_are_asked) {
  enum { ROWS = 2000 };
  int asked = 0;
  json_t *rows = json_array();
  for (int i = 0; i < ROWS; i++) {
    json_array_append_new(rows, json_pack("{s:i, s:i}", "id", i, "n", i % 2));
  }
  json_t *first = json_pack("{s:o}", "rows", rows);
  char *text = text_of(first);
  kmk_reducer *row = kmk_running(writing(), "/n", NULL, count_asked, &asked, NULL);
  kit_open(k, kmk_for_each(writing(), "/rows", "rows", "id", row), text);
  assert_int_equal(asked, ROWS);
  send_ok(k->store, "{'write': ['/rows/7/n', 5]}");
  assert_int_equal(asked, ROWS + 1);
  send_ok(k->store, "{'rows': {'element': {'id': 9, 'action': {'write': ['/n', 7]}}}}");
  assert_int_equal(asked, ROWS + 2);
  send_ok(k->store, "{'write': ['/other', 5]}");
  assert_int_equal(asked, ROWS + 2);
  assert_int_equal(kmk_store_effect_count(k->store), ROWS);
  free(text);
  json_decref(first);
}

typedef struct deep {
  int *asked;
} deep;

static kmk_reducer *folder(kmk_reducer *self, void *data) {
  kmk_reducer *level = kmk_running(writing(), "/n", NULL, count_asked, ((deep *)data)->asked, NULL);
  return kmk_if_let(level, "/sub", "sub", NULL, self);
}

TEST(Z17_a_recursion_is_asked_as_deep_as_a_state_may_be) {
  int asked = 0;
  enum { LEVELS = 500 };
  kmk_reducer *reducer = kmk_recurse(folder, &(deep){&asked}, NULL);
  char *text = wrapped(LEVELS, "{\"n\": 1, \"sub\": ", "null", "}");
  kit_open(k, reducer, text);
  free(text);
  assert_int_equal(asked, LEVELS);
  assert_int_equal(kmk_store_effect_count(k->store), LEVELS);
  send_ok(k->store, "{'write': ['/sub/sub', null]}");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
}

static void *open_deep(void *data) {
  (void)data;
  int asked = 0;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_reducer *reducer = kmk_recurse(folder, &(deep){&asked}, NULL);
  char *text = wrapped(900, "{\"n\": 1, \"sub\": ", "null", "}");
  json_t *first = json_loads(text, 0, NULL);
  kmk_store_free(kmk_store_new(loop, reducer, first, NULL));
  json_decref(first);
  free(text);
  kmk_loop_free(loop);
  return NULL;
}

TEST(Z17_a_little_stack_is_no_crash) { run_in_little_stack(open_deep, NULL); }

/* A dynamic reducer: in the mode "first" or "second" it chooses the follower of that name. */
typedef struct two_followers {
  follower first, second;
  kmk_free_fn release;
} two_followers;

static kmk_reducer *choose_follower(const json_t *state,
                                    __attribute__((unused)) const json_t *action, void *data) {
  two_followers *two = data;
  const char *mode = json_string_value(json_object_get(state, "mode"));
  follower *chosen = strcmp(mode, "first") == 0 ? &two->first : &two->second;
  return kmk_running(counter(), "/query", NULL, follow, chosen, two->release);
}

static const char *const first_mode = "{'count': 0, 'mode': 'first', 'query': 1}";
static const char *const second_mode = "{'mode': 'second'}";

static kmk_effect *take_mode(kmk_state *state, const json_t *action,
                             __attribute__((unused)) kmk_env *env,
                             __attribute__((unused)) void *data) {
  const json_t *mode = kmk_action_payload(action, "mode");
  if (mode != NULL) {
    kmk_state_set_new(state, "/mode", kmk_json_retain(mode));
  }
  return NULL;
}

static void open_choosing(kit *k, two_followers *two) {
  kmk_reducer *members[] = {kmk_reader(choose_follower, two, NULL),
                            kmk_reducer_new(take_mode, NULL, NULL)};
  k->store = open_store(k->loop, kmk_combine(2, members), first_mode);
}

TEST(Z28_data_without_a_free_fn_tells_a_readers_choices_apart) {
  two_followers two = {0};
  open_choosing(k, &two);
  send_ok(k->store, "'other'");
  assert_int_equal(two.first.asked, 1);
  send_ok(k->store, "'other'");
  assert_int_equal(two.first.asked, 1);
  send_ok(k->store, second_mode);
  assert_int_equal(two.second.asked, 1);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
}

TEST(Z28_data_with_a_free_fn_is_not_compared) {
  two_followers two = {.release = count_freed};
  open_choosing(k, &two);
  send_ok(k->store, "'other'");
  send_ok(k->store, second_mode);
  assert_int_equal(two.first.asked, 1);
  assert_int_equal(two.second.asked, 0);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  end_store(k);
  assert_true(two.first.freed > 0 && two.second.freed > 0);
}

static kmk_reducer *choose_other(__attribute__((unused)) const json_t *state, const json_t *action,
                                 void *calls) {
  *(int *)calls += json_is_null(action);
  return counter();
}

TEST(Z27_a_reader_that_chooses_no_such_effect_is_not_asked_for_others) {
  int calls = 0;
  follower f = {0};
  kmk_reducer *reader = kmk_reader(choose_other, &calls, NULL);
  k->store = open_store(k->loop, kmk_running(reader, "/mode", NULL, follow, &f, NULL), first_mode);
  send_ok(k->store, "'inc'");
  assert_int_equal(f.asked, 1);
  assert_int_equal(calls, 0);
}

TEST(Z27_a_restored_store_asks_its_readers_as_the_one_before) {
  two_followers two = {0};
  follower f = {0};
  kmk_reducer *reader = kmk_reader(choose_follower, &two, NULL);
  kmk_reducer *feature = kmk_running(reader, "/mode", NULL, follow, &f, NULL);
  k->store = open_store(k->loop, kmk_reducer_retain(feature), first_mode);
  for (int asked = 0; asked < 2; asked++) {
    kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
    json_t *saved = kmk_snapshot_json(snapshot, 0, NULL);
    kmk_snapshot_free(snapshot);
    assert_int_equal(json_is_true(json_object_get(saved, "readers")), asked);
    two.first.asked = 0;
    kmk_snapshot *read = kmk_snapshot_new(saved, NULL, NULL);
    kmk_store *again = kmk_store_new_from(k->loop, kmk_reducer_retain(feature), read, NULL);
    assert_int_equal(two.first.asked, asked);
    assert_int_equal(kmk_store_effect_count(again), asked + 1);
    kmk_store_free(again);
    kmk_snapshot_free(read);
    json_decref(saved);
    send_ok(k->store, "'other'");
  }
  kmk_reducer_free(feature);
}

/* Chooses the feature registered under a name; the program replaces the feature. */
static kmk_reducer *choose_named(__attribute__((unused)) const json_t *state,
                                 __attribute__((unused)) const json_t *action, void *name) {
  return kmk_feature(name);
}

TEST(Z29_what_a_reader_chose_of_a_feature_that_was_unregistered_ends) {
  /* Used after the test, when its store is freed. */
  static follower f;
  f = (follower){0};
  json_t *initial = json_of("{'count': 1}");
  kmk_reducer *feature = following(&f, "/count", NULL);
  assert_int_equal(kmk_feature_register("Named", feature, initial, NULL), KMK_OK);
  k->store = open_store(k->loop, kmk_reader(choose_named, "Named", NULL), "{'count': 1}");
  send_ok(k->store, "'whoami'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_int_equal(kmk_feature_unregister("Named"), KMK_OK);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_issues(k, "['action-misfit']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(f.freed, 1);
  send_ok(k->store, "'whoami'");
  assert_issues(k, "['action-misfit']");
  feature = following(&f, "/count", NULL);
  assert_int_equal(kmk_feature_register("Named", feature, initial, NULL), KMK_OK);
  send_ok(k->store, "'whoami'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_int_equal(f.asked, 2);
  end_store(k);
  assert_int_equal(kmk_feature_unregister("Named"), KMK_OK);
  assert_int_equal(f.freed, 2);
  json_decref(initial);
}
