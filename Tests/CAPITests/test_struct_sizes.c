/* Programs compiled with the headers of an earlier or later version: structs that start with their size, as first
 * published (I40, I41). Never change a copy of a struct here. Members appended later need no line here: a newer
 * program's struct contains all of them. */
#include "presentation_support.h"
#include <pthread.h>
#include <stddef.h>

typedef struct slot_options_0_1 {
  size_t size;
  kmk_state_kind kind;
  const char *id_key;
  const char *const *ephemeral_cases;
  bool ephemeral;
} slot_options_0_1;

typedef struct presentation_callbacks_0_1 {
  size_t size;
  void (*present)(const char *id, const char *state_case, const json_t *state, void *user_data);
  void (*update)(const char *id, const json_t *state, void *user_data);
  void (*dismiss)(const char *id, void *user_data);
} presentation_callbacks_0_1;

typedef struct loop_options_0_2 {
  size_t size;
  bool is_virtual;
  bool abandons_workers;
  uint32_t worker_count;
  kmk_submit_fn submit;
} loop_options_0_2;

typedef struct undo_options_0_2 {
  size_t size;
  size_t limit;
  const char *state_path;
  const char *history_path;
  const char *undo_case;
  const char *redo_case;
  const char *clear_case;
  const char *const *actions;
  const char *const *ignored;
  uint64_t group_nanoseconds;
} undo_options_0_2;

typedef struct running_options_0_3 {
  size_t size;
  const char *id;
  kmk_running_time time;
} running_options_0_3;

/* Every version fills this struct completely, in the program's memory. The struct never grows. */
typedef struct error_0_1 {
  kmk_status status;
  size_t position;
  char path[128];
  char message[256];
} error_0_1;

/* A struct of `size` bytes as a program would pass it, with `known` copied into it. No byte after the struct may be
 * read. */
static void *of_size(size_t size, const void *known, size_t known_size) {
  char *copy = malloc(size);
  assert_non_null(copy);
  memcpy(copy, known, known_size < size ? known_size : size);
  memcpy(copy, &size, sizeof size);
  return copy;
}

enum { OLDER, NEWER, HOW_MANY };

/* The struct as a program of another version passes it. An older program has only the published members. A newer
 * program has set the members after them to 0, and has 0xa5 in members that the library does not know. */
static void *handed_over(int version, const void *published, size_t published_size, size_t now) {
  enum { LATER = 64 };
  if (version == OLDER)
    return of_size(published_size, published, published_size);
  char *copy = of_size(now + LATER, published, published_size);
  memset(copy + published_size, 0, now - published_size);
  memset(copy + now, 0xa5, LATER);
  return copy;
}

TEST(I40_a_slots_options_may_be_of_another_version) {
  slot_options_0_1 published = {sizeof published, KMK_STATE_STRUCT, "id", NULL, true};
  for (int version = OLDER; version < HOW_MANY; version++) {
    kmk_slot_options *options =
        handed_over(version, &published, sizeof published, sizeof(kmk_slot_options));
    kmk_store *store = open_store(k->loop, kmk_if_let(counter(), "/a", "a", options, counter()),
                                  "{'a': {'count': 0}}");
    free(options);
    send_ok(store, "{'a': 'inc'}");
    assert_state_is(store, "{'a': null}");
    kmk_store_free(store);
  }
}

static void count_present(const char *id, const char *state_case, const json_t *value,
                          void *user_data) {
  (void)id, (void)state_case, (void)value;
  ++*(int *)user_data;
}

TEST(I40_a_views_callbacks_may_be_of_another_version) {
  presentation_callbacks_0_1 published = {sizeof published, count_present, NULL, NULL};
  kit_open(k, kmk_presentation(counter(), "/a", "a", NULL, counter()), "{'a': {'count': 0}}");
  for (int version = OLDER; version < HOW_MANY; version++) {
    int told = 0;
    kmk_presentation_callbacks *callbacks =
        handed_over(version, &published, sizeof published, sizeof(kmk_presentation_callbacks));
    kmk_subscription *subscription =
        kmk_store_observe_presentation(k->store, "/a", callbacks, &told, NULL, NULL);
    free(callbacks);
    assert_non_null(subscription);
    assert_int_equal(told, 1);
    kmk_subscription_free(subscription);
  }
}

TEST(I40_a_loops_options_may_be_of_another_version) {
  loop_options_0_2 published = {sizeof published, true, false, 2, NULL};
  for (int version = OLDER; version < HOW_MANY; version++) {
    kmk_loop_options *options =
        handed_over(version, &published, sizeof published, sizeof(kmk_loop_options));
    kmk_loop *loop = kmk_loop_new_with(options, NULL, NULL, NULL);
    free(options);
    assert_non_null(loop);
    assert_int_equal(kmk_loop_advance(loop, KMK_SECONDS(1), NULL), KMK_OK);
    kmk_loop_free(loop);
  }
}

TEST(I40_the_options_of_undo_may_be_of_another_version) {
  undo_options_0_2 published = {.size = sizeof published, .undo_case = "back"};
  for (int version = OLDER; version < HOW_MANY; version++) {
    kmk_undo_options *options =
        handed_over(version, &published, sizeof published, sizeof(kmk_undo_options));
    kmk_store *store = open_store(k->loop, kmk_undoable(counter(), options), "{'count': 0}");
    free(options);
    send_ok(store, "'inc'");
    send_ok(store, "'back'");
    assert_state_is(store, "{'count': 0}");
    kmk_store_free(store);
  }
}

static kmk_effect *tick(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  return kmk_effect_every_new(SECOND, json_string("inc"));
}

TEST(I40_the_options_of_running_may_be_of_another_version) {
  running_options_0_3 published = {sizeof published, "second", KMK_TIME_DEADLINE};
  for (int version = OLDER; version < HOW_MANY; version++) {
    kmk_running_options *options =
        handed_over(version, &published, sizeof published, sizeof(kmk_running_options));
    kmk_reducer *first = kmk_running(counter(), "/count", NULL, tick, NULL, NULL);
    kmk_store *store = open_store(k->loop, kmk_running(first, "/count", options, tick, NULL, NULL),
                                  "{'count': 0}");
    free(options);
    assert_int_equal(kmk_store_effect_count(store), 2);
    kmk_store_free(store);
  }
}

/* Passes a struct that is shorter than its first published version. */
static void *shortened(const void *published, size_t size) {
  return of_size(size, published, size);
}

TEST(I40_a_size_that_no_version_had_is_a_mistake) {
  const size_t sizes[] = {sizeof(size_t),
                          offsetof(slot_options_0_1, ephemeral),
                          offsetof(presentation_callbacks_0_1, dismiss),
                          offsetof(loop_options_0_2, submit),
                          offsetof(undo_options_0_2, group_nanoseconds),
                          offsetof(running_options_0_3, time)};
  slot_options_0_1 slot = {0};
  presentation_callbacks_0_1 callbacks = {0};
  loop_options_0_2 loop = {.worker_count = 1};
  undo_options_0_2 undo = {0};
  running_options_0_3 running = {0};
  kit_open(k, kmk_presentation(counter(), "/a", "a", NULL, counter()), "{'a': {'count': 0}}");
  for (int shortest = 0; shortest < 2; shortest++) {
    kmk_error error;
    void *given = shortened(&slot, sizes[shortest ? 0 : 1]);
    json_t *initial = json_of("{'a': null}");
    assert_null(kmk_store_new(k->loop, kmk_if_let(counter(), "/a", "a", given, counter()), initial,
                              &error));
    assert_string_equal(error.message, "kmk_if_let: options.size is smaller than kmk_slot_options; "
                                       "use KMK_SLOT_OPTIONS_INIT");
    free(given);
    given = shortened(&callbacks, sizes[shortest ? 0 : 2]);
    assert_null(kmk_store_observe_presentation(k->store, "/a", given, NULL, NULL, &error));
    assert_string_equal(error.message, "callbacks.size is smaller than kmk_presentation_callbacks");
    free(given);
    given = shortened(&loop, sizes[shortest ? 0 : 3]);
    assert_null(kmk_loop_new_with(given, NULL, NULL, &error));
    assert_string_equal(error.message,
                        "options.size is smaller than kmk_loop_options; use KMK_LOOP_OPTIONS_INIT");
    free(given);
    given = shortened(&undo, sizes[shortest ? 0 : 4]);
    assert_null(kmk_store_new(k->loop, kmk_undoable(counter(), given), initial, &error));
    assert_string_equal(error.message, "kmk_undoable: options.size is smaller than "
                                       "kmk_undo_options; use KMK_UNDO_OPTIONS_INIT");
    free(given);
    given = shortened(&running, sizes[shortest ? 0 : 5]);
    assert_null(kmk_store_new(k->loop, kmk_running(counter(), "/a", given, tick, NULL, NULL),
                              initial, &error));
    assert_string_equal(error.message, "kmk_running: options.size is smaller than "
                                       "kmk_running_options; use KMK_RUNNING_OPTIONS_INIT");
    free(given);
    json_decref(initial);
  }
}

/* ------------------------------------------------------------------------- errors */

TEST(I40_an_error_stays_as_long_as_programs_know_it) {
  kit_open(k, counter(), "{'count': 0}");
  error_0_1 *error = malloc(sizeof *error);
  assert_int_equal(kmk_store_send_text(k->store, "[", (kmk_error *)error), KMK_ERR_JSON);
  assert_int_equal(error->status, KMK_ERR_JSON);
  assert_int_equal(error->position, 1);
  assert_string_not_equal(error->message, "");
  assert_int_equal(sizeof(kmk_error), sizeof *error);
  free(error);
}

/* Causes an error whose path is too long for a kmk_error. */
static void fail_at_length(kit *k, kmk_error *error) {
  json_t *initial = json_object(), *inner = initial;
  char name[200];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  for (int i = 0; i < 2; i++) {
    json_object_set_new(inner, name, json_object());
    inner = json_object_get(inner, name);
  }
  char shape[2048];
  snprintf(shape, sizeof shape, "{%s: {%s: integer}}", name, name);
  json_object_set_new(json_object_get(initial, name), name, json_true());
  assert_null(kmk_store_new(k->loop, kmk_shape(counter(), shape), initial, error));
  assert_int_equal(error->status, KMK_ERR_DECODE);
  assert_int_equal(strlen(error->path), sizeof error->path - 1);
  json_decref(initial);
}

TEST(I41_the_whole_texts_of_a_failure_are_read_by_size) {
  kmk_error error, copy;
  kmk_error_details details;
  fail_at_length(k, &error);
  copy = error;
  kmk_error_read(&copy, &details, sizeof details);
  assert_int_equal(details.status, KMK_ERR_DECODE);
  assert_int_equal(details.position, 0);
  assert_int_equal(strlen(details.path), 400);
  assert_string_equal(details.message, "expected an integer, found true");

  /* A short error does not affect the full strings. Another long error replaces them, and reading the first error
     then gives its truncated strings. */
  kmk_error other;
  kit_open(k, counter(), "{}");
  kmk_store_send_text(k->store, "[", &other);
  kmk_error_read(&other, &details, sizeof details);
  assert_int_equal(details.status, KMK_ERR_JSON);
  assert_int_equal(details.position, 1);
  assert_ptr_equal(details.message, other.message);
  kmk_error_read(&error, &details, sizeof details);
  assert_int_equal(strlen(details.path), 400);
  char pointer[300];
  memset(pointer, 'a', sizeof pointer);
  pointer[0] = '/', pointer[299] = '\0';
  assert_null(kmk_store_get(k->store, pointer, &other));
  kmk_error_read(&error, &details, sizeof details);
  assert_ptr_equal(details.path, error.path);
  assert_ptr_equal(details.message, error.message);
  kmk_error_read(&other, &details, sizeof details);
  assert_string_equal(details.path, pointer);
}

static void *read_elsewhere(void *data) {
  kmk_error_details details;
  kmk_error_read(data, &details, sizeof details);
  return details.path == ((kmk_error *)data)->path ? data : NULL;
}

TEST(I41_each_thread_has_its_own_last_failure) {
  kmk_error error;
  pthread_t thread;
  void *answer;
  fail_at_length(k, &error);
  assert_int_equal(pthread_create(&thread, NULL, read_elsewhere, &error), 0);
  assert_int_equal(pthread_join(thread, &answer), 0);
  assert_ptr_equal(answer, &error);
}

TEST(I41_as_much_is_read_as_there_is_room_for) {
  kmk_error error;
  struct {
    kmk_error_details known;
    void *later;
  } newer;
  memset(&newer, 0xa5, sizeof newer);
  fail_at_length(k, &error);
  kmk_error_read(&error, &newer.known, sizeof newer);
  assert_int_equal(newer.known.status, KMK_ERR_DECODE);
  assert_null(newer.later);
  kmk_error_details *first = malloc(sizeof first->status);
  kmk_error_read(&error, first, sizeof first->status);
  assert_int_equal(first->status, KMK_ERR_DECODE);
  free(first);
  kmk_error_read(&error, &newer.known, 0);
  kmk_error_read(NULL, &newer.known, sizeof newer.known);
  assert_int_equal(newer.known.status, KMK_OK);
  assert_string_equal(newer.known.message, "");
  assert_string_equal(newer.known.path, "");
  kmk_error_read(&error, NULL, sizeof error);
}

typedef struct newer_diagnostic {
  kmk_diagnostic known;
  void *later;
} newer_diagnostic;

static void read_issue(const kmk_diagnostic *diagnostic, void *user_data) {
  int *told = user_data;
  newer_diagnostic newer;
  memset(&newer, 0xa5, sizeof newer);
  kmk_diagnostic_read(diagnostic, &newer.known, sizeof newer);
  assert_memory_equal(&newer.known, diagnostic, sizeof *diagnostic);
  assert_null(newer.later);
  kmk_diagnostic *first = malloc(sizeof first->code);
  kmk_diagnostic_read(diagnostic, first, sizeof first->code);
  assert_string_equal(first->code, "absent-child");
  free(first);
  kmk_diagnostic_read(NULL, &newer.known, sizeof newer.known);
  assert_null(newer.known.code);
  kmk_diagnostic_read(diagnostic, NULL, sizeof newer);
  ++*told;
}

TEST(I41_an_issue_may_be_of_an_older_library) {
  int told = 0;
  kit_open(k, kmk_if_let(counter(), "/a", "a", NULL, counter()), "{'a': null}");
  kmk_loop_set_diagnostics(k->loop, read_issue, &told, NULL);
  send_ok(k->store, "{'a': 'inc'}");
  assert_int_equal(told, 1);
  collect_issues(k->loop, k->issues);
}
