/* The kit of the C tests: a virtual loop with a log and a collector of issues, the Counter feature,
 * effects that a test drives by hand, and short ways to send, to read and to compare.
 *
 * Every test runs between kit_setup and kit_teardown, which fails a test that leaves an object
 * alive, or that raised an issue and never asked for it:
 *
 *     TEST(a_promise) {
 *       kit_open(k, counter(), "{'count': 0}");
 *       send_ok(k->store, "'inc'");
 *       assert_state_text(k->store, "{'count': 1}");
 *     }
 *
 * In the JSON texts of the kit an apostrophe is a quotation mark and white space is free.
 *
 * An assertion of cmocka leaves by longjmp, which a callback of the library must not do. Callbacks
 * therefore record what they see, and the test asserts after the call.
 */
#ifndef KUMIKI_TESTS_SUPPORT_H
#define KUMIKI_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <kumiki.h>

#define MILLISECOND UINT64_C(1000000)
#define SECOND UINT64_C(1000000000)
/* True in a program that clang's sanitizers watch. So is the library then: it is slower, and takes
 * several times as much stack. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* Whether valgrind or a sanitizer looks at every access. */
bool is_watched(void);
/* Whether much work must not be done: it takes minutes then, or this is `make check`. ROUNDS_OF is for rounds that are
 * many to wear something out or to try much by chance: a tenth of them will do. A bound that is crossed stays as
 * it is. */
bool is_in_hurry(void);
/* Valgrind and the sanitizers would each take minutes for all of some cases: each has every other one. */
bool is_for_other_checker(size_t number);
#define ROUNDS_OF(count) (is_in_hurry() ? (count) / 10 : (count))

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* -------------------------------------------------------------- the frame of a test */

typedef struct kit {
  kmk_loop *loop;   /* a virtual one */
  kmk_store *store; /* by kit_open */
  json_t *log;      /* every action that the store of kit_open was given, in order */
  json_t *issues;   /* every issue of the loop: {code, message, label, path, case, action} */
  size_t live;      /* kmk_live_objects() before the test */
} kit;

int kit_setup(void **state);
int kit_teardown(void **state);

/* A test with a kit `k`, and one without a frame. Tests add themselves, and run in the order of the file. */
#define TEST(name) FRAMED_TEST(kit, k, kit_setup, kit_teardown, name)
#define PLAIN_TEST(name) FRAMED_TEST(void, no_frame, NULL, NULL, name)

#define FRAMED_TEST(type, frame, setup, teardown, name)                                            \
  TEST_BODY(type, frame, name)                                                                     \
  ADDED_TEST(#name, name, setup, teardown, NULL)                                                   \
  static void name(__attribute__((unused)) type *frame)
#define TEST_BODY(type, frame, name)                                                               \
  static void name(type *frame);                                                                   \
  static void name##_runs(void **state) { name(*state); }
#define ADDED_TEST(title, name, ...)                                                               \
  __attribute__((constructor)) static void name##_is_added(void) {                                 \
    add_test(__FILE__, &(struct CMUnitTest){title, name##_runs, __VA_ARGS__});                     \
  }

void add_test(const char *file, const struct CMUnitTest *test);
/* What main does, where a program has none of its own. */
int run_all_tests(void);
/* Those of one file, "test_store", where several share a program. */
int run_tests_of(const char *name);

/* Opens k->store on k->loop; in front of the reducer stands one that fills k->log. */
kmk_store *kit_open(kit *k, kmk_reducer *reducer, const char *state);

/* Frees the kit's store, or its loop, before the test ends. */
void end_store(kit *k);
void end_loop(kit *k);

/* A store on any loop, without a log. The test frees it. */
kmk_store *open_store(kmk_loop *loop, kmk_reducer *reducer, const char *state);

/* ---------------------------------------------------------------------------- JSON */

/* New. The text must be right. */
json_t *json_of(const char *text);

/* The value as compact text in the order of its keys; free() it. NULL gives "(nothing)". */
char *text_of(const json_t *value);

/* ------------------------------------------------------------------- send and time */

/* Sends, and asserts KMK_OK. */
void send_ok(kmk_store *store, const char *action);

/* Sends, and hands the status back. */
kmk_status send_status(kmk_store *store, const char *action);

/* Moves a virtual clock. */
void advance(kmk_loop *loop, uint64_t nanoseconds);

/* Runs what is due, blocking effects included. */
void run_due(kmk_loop *loop);

/* ---------------------------------------------------------------------- assertions */

/* The state of a store as text, keys in order. */
#define assert_state_text(store, expected) kit_assert_state((store), (expected), __FILE__, __LINE__)

/* A JSON value as text, keys in order. */
#define assert_json_text(value, expected) kit_assert_json((value), (expected), __FILE__, __LINE__)

/* The codes of the issues since the last time: "['absent-child']", "[]". Forgets them. */
#define assert_issues(k, expected_codes)                                                           \
  kit_assert_issues((k), (expected_codes), __FILE__, __LINE__)

/* That so many writes of reducers were not done, and nothing else is an issue. Forgets them. */
#define assert_failed_writes(k, count) kit_assert_failed_writes((k), (count), __FILE__, __LINE__)

/* That no store is made of a reducer, which is given away, and a state: the status, the place, where it is not NULL, and a
 * part of the message, which may be NULL. */
#define assert_no_store(k, reducer, state, status, path, part)                                     \
  kit_assert_no_store((k), (reducer), (state), (status), (path), (part), __FILE__, __LINE__)
/* That a reducer is a mistake of the composition. */
#define assert_invalid_reducer(k, reducer, part)                                                   \
  assert_no_store((k), (reducer), "{}", KMK_ERR_INVALID_ARGUMENT, NULL, (part))

void kit_assert_no_store(const kit *k, kmk_reducer *reducer, const char *state, kmk_status status,
                         const char *path, const char *part, const char *file, int line);
void kit_assert_failed_writes(kit *k, size_t count, const char *file, int line);
void kit_assert_state(kmk_store *store, const char *expected, const char *file, int line);
void kit_assert_json(const json_t *value, const char *expected, const char *file, int line);
void kit_assert_issues(kit *k, const char *expected_codes, const char *file, int line);

/* ------------------------------------------------------------------------ records */

/* A reducer that appends every action to a log, and does no more. The log is borrowed. */
kmk_reducer *logger(json_t *log);

/* An observer that appends what it is told to a record, json_null() for nothing. */
void record_value(const json_t *value, void *record);
void record_case(const char *state_case, const json_t *payload, void *record);

/* What was recorded since the last time. Forgets it. */
#define assert_recorded(record, expected)                                                          \
  do {                                                                                             \
    assert_json_text((record), (expected));                                                        \
    json_array_clear(record);                                                                      \
  } while (0)

/* Appends every value that an observer is told to a record that it keeps. */
kmk_subscription *observe_into(kmk_store *store, const char *pointer, json_t *record);

/* Appends the issues of a loop to a record, as in kit.issues. */
void collect_issues(kmk_loop *loop, json_t *issues);

/* A reducer without a state of its own, which answers each action with an effect. */
kmk_reducer *answering(kmk_effect *(*answer)(const json_t *action));

/* The functions of a kmk_on_change and of a kmk_on_write that do nothing. */
kmk_effect *no_answer_to_change(kmk_state *state, const json_t *old_value, const json_t *new_value,
                                const json_t *action, kmk_env *env, void *user_data);
kmk_effect *no_answer_to_write(kmk_state *state, const json_t *places, const json_t *action,
                               kmk_env *env, void *user_data);

/* A kmk_free_fn that adds one to the int that it is given. */
void count_free(void *counter);

/* Calls body on a thread with a small stack, and waits for it. */
void run_in_little_stack(void *(*body)(void *), void *argument);
/* The same with so many bytes; with a sanitizer it is eight times as much. */
void run_in_stack(size_t bytes, void *(*body)(void *), void *argument);

/* A text within the same one again and again, so many levels deep; free() it. */
char *wrapped(int levels, const char *before, const char *middle, const char *after);

/* How many threads the process has now. */
int process_threads(void);

/* -------------------------------------------------------------- inside a reducer */

/* The head of a kmk_reduce_fn with the parameters state, action, env and data. */
#define REDUCER(name)                                                                              \
  static kmk_effect *name(                                                                         \
      __attribute__((unused)) kmk_state *state, __attribute__((unused)) const json_t *action,      \
      __attribute__((unused)) kmk_env *env, __attribute__((unused)) void *data)

json_int_t state_int(const kmk_state *state, const char *pointer);
void state_add(kmk_state *state, const char *pointer, json_int_t amount);
/* Appends a text to the array at a pointer. */
void state_note(kmk_state *state, const char *pointer, const char *text);

kmk_effect *sends(const char *action);
kmk_effect *after(uint64_t nanoseconds, const char *action);

/* ------------------------------------------------------------- the Counter feature */

/* {"count": n}. inc, dec, {"set": n}; {"incAfter": seconds} sends inc on the clock; startTimer
 * sends tick every second under the id "timer", tick adds 1, stopTimer cancels "timer"; close asks
 * to be dismissed; whoami writes whether it is presented to "/isPresented". */
kmk_effect *counter_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *user_data);
kmk_reducer *counter(void);

/* ------------------------------------------------------ an effect driven by hand */

/* All zero at first. Lives at least as long as its effect. */
typedef struct probe {
  kmk_sender *sender; /* from the start until it was finished */
  int started;
  int cancelled;
  int freed;
  bool lingers; /* a cancelled probe keeps its sender, and the test finishes it */
} probe;

/* Starts, and goes on until probe_finish or until it is cancelled. */
kmk_effect *probe_effect(probe *p);
kmk_status probe_send(probe *p, const char *action);
void probe_finish(probe *p);

/* Like assert_state_text, but by value: members may stand in any order. `expected` may have single quotes. */
#define assert_state_is(store, expected)                                                           \
  kit_assert_is((store), NULL, (expected), __FILE__, __LINE__)
#define assert_value_is(value, expected)                                                           \
  kit_assert_is(NULL, (value), (expected), __FILE__, __LINE__)
void kit_assert_is(kmk_store *store, const json_t *value, const char *expected, const char *file,
                   int line);

#endif
