/* The kit of the C tests: a virtual loop with a log and a collector of issues, the Counter feature,
 * effects that a test controls step by step, and short functions to send, read and compare.
 *
 * Every test runs between kit_setup and kit_teardown. The teardown fails a test that leaks an object,
 * or that raised an issue and did not check it:
 *
 *     TEST(a_promise) {
 *       kit_open(k, counter(), "{'count': 0}");
 *       send_ok(k->store, "'inc'");
 *       assert_state_text(k->store, "{'count': 1}");
 *     }
 *
 * In the kit's JSON text, apostrophes replace quotation marks, and whitespace is ignored.
 *
 * A failed cmocka assertion leaves by longjmp, which is not allowed in a callback of the library.
 * Callbacks therefore record what they receive, and the test asserts after the call.
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
/* True if clang's sanitizers are in the program. The library is then sanitized too: it is slower, and needs several
 * times as much stack. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* Whether valgrind or a sanitizer checks every access. */
bool is_watched(void);
/* Whether long tests must be shortened: under valgrind or a sanitizer they take minutes, and `make check` must be
 * fast. Use ROUNDS_OF for tests that repeat something many times, or try many random inputs: a tenth of the rounds
 * is enough. Do not shorten a test that crosses a limit. */
bool is_in_hurry(void);
/* Valgrind and the sanitizers would each need minutes for all cases, so each takes every other case. */
bool is_for_other_checker(size_t number);
#define ROUNDS_OF(count) (is_in_hurry() ? (count) / 10 : (count))

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* -------------------------------------------------------------- the frame of a test */

typedef struct kit {
  kmk_loop *loop;   /* virtual */
  kmk_store *store; /* opened by kit_open */
  json_t *log;      /* every action that the store of kit_open received, in order */
  json_t *issues;   /* every issue of the loop: {code, message, label, path, case, action} */
  size_t live;      /* kmk_live_objects() before the test */
} kit;

int kit_setup(void **state);
int kit_teardown(void **state);

/* Define a test with a kit `k`, and a test without a fixture. Tests register themselves, and run in the order of the
   file. */
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
/* Called by main, in programs that do not define main themselves. */
int run_all_tests(void);
/* Runs the tests of one file, "test_store", if several files share a program. */
int run_tests_of(const char *name);

/* Opens k->store on k->loop. A reducer in front of `reducer` appends each action to k->log. */
kmk_store *kit_open(kit *k, kmk_reducer *reducer, const char *state);

/* Frees the kit's store, or its loop, before the test ends. */
void end_store(kit *k);
void end_loop(kit *k);

/* A store on any loop, without a log. The test must free it. */
kmk_store *open_store(kmk_loop *loop, kmk_reducer *reducer, const char *state);

/* ---------------------------------------------------------------------------- JSON */

/* Returns a new value. The text must be valid. */
json_t *json_of(const char *text);

/* The value as compact text with its members in order; free() it. NULL gives "(nothing)". */
char *text_of(const json_t *value);

/* ------------------------------------------------------------------- send and time */

/* Sends, and asserts KMK_OK. */
void send_ok(kmk_store *store, const char *action);

/* Sends, and returns the status. */
kmk_status send_status(kmk_store *store, const char *action);

/* Advances a virtual clock. */
void advance(kmk_loop *loop, uint64_t nanoseconds);

/* Runs everything that is due, blocking effects included. */
void run_due(kmk_loop *loop);

/* ---------------------------------------------------------------------- assertions */

/* The state of a store as text, with its members in order. */
#define assert_state_text(store, expected) kit_assert_state((store), (expected), __FILE__, __LINE__)

/* A JSON value as text, with its members in order. */
#define assert_json_text(value, expected) kit_assert_json((value), (expected), __FILE__, __LINE__)

/* The codes of the issues since the last check: "['absent-child']", "[]". Forgets them. */
#define assert_issues(k, expected_codes)                                                           \
  kit_assert_issues((k), (expected_codes), __FILE__, __LINE__)

/* Asserts that exactly this number of writes failed, and that no other issue was raised. Forgets the issues. */
#define assert_failed_writes(k, count) kit_assert_failed_writes((k), (count), __FILE__, __LINE__)

/* Asserts that a store cannot be created with this reducer, which is consumed, and this state: the status, the path
 * unless it is NULL, and a part of the message, which may be NULL. */
#define assert_no_store(k, reducer, state, status, path, part)                                     \
  kit_assert_no_store((k), (reducer), (state), (status), (path), (part), __FILE__, __LINE__)
/* Asserts that a reducer is a configuration error. */
#define assert_invalid_reducer(k, reducer, part)                                                   \
  assert_no_store((k), (reducer), "{}", KMK_ERR_INVALID_ARGUMENT, NULL, (part))

void kit_assert_no_store(const kit *k, kmk_reducer *reducer, const char *state, kmk_status status,
                         const char *path, const char *part, const char *file, int line);
void kit_assert_failed_writes(kit *k, size_t count, const char *file, int line);
void kit_assert_state(kmk_store *store, const char *expected, const char *file, int line);
void kit_assert_json(const json_t *value, const char *expected, const char *file, int line);
void kit_assert_issues(kit *k, const char *expected_codes, const char *file, int line);

/* ------------------------------------------------------------------------ records */

/* A reducer that only appends every action to a log. The log is borrowed. */
kmk_reducer *logger(json_t *log);

/* An observer that appends each value that it receives to a record; json_null() stands for NULL. */
void record_value(const json_t *value, void *record);
void record_case(const char *state_case, const json_t *payload, void *record);

/* The values recorded since the last check. Forgets them. */
#define assert_recorded(record, expected)                                                          \
  do {                                                                                             \
    assert_json_text((record), (expected));                                                        \
    json_array_clear(record);                                                                      \
  } while (0)

/* Appends every value that an observer receives to a record. The observer owns a reference to the record. */
kmk_subscription *observe_into(kmk_store *store, const char *pointer, json_t *record);

/* Appends the issues of a loop to a record, as in kit.issues. */
void collect_issues(kmk_loop *loop, json_t *issues);

/* A reducer that ignores its state and returns an effect for each action. */
kmk_reducer *answering(kmk_effect *(*answer)(const json_t *action));

/* A kmk_on_change and a kmk_on_write that do nothing. */
kmk_effect *no_answer_to_change(kmk_state *state, const json_t *old_value, const json_t *new_value,
                                const json_t *action, kmk_env *env, void *user_data);
kmk_effect *no_answer_to_write(kmk_state *state, const json_t *places, const json_t *action,
                               kmk_env *env, void *user_data);

/* A kmk_free_fn that increments the int that it receives. */
void count_free(void *counter);

/* Calls body on a thread with a small stack, and waits for the thread. */
void run_in_little_stack(void *(*body)(void *), void *argument);
/* The same with this number of bytes, or eight times as many with a sanitizer. */
void run_in_stack(size_t bytes, void *(*body)(void *), void *argument);

/* Returns `middle` between `levels` copies of `before` and of `after`; free() it. */
char *wrapped(int levels, const char *before, const char *middle, const char *after);

/* The current number of threads of the process. */
int process_threads(void);

/* -------------------------------------------------------------- inside a reducer */

/* The signature of a kmk_reduce_fn, with the parameters state, action, env and data. */
#define REDUCER(name)                                                                              \
  static kmk_effect *name(                                                                         \
      __attribute__((unused)) kmk_state *state, __attribute__((unused)) const json_t *action,      \
      __attribute__((unused)) kmk_env *env, __attribute__((unused)) void *data)

json_int_t state_int(const kmk_state *state, const char *pointer);
void state_add(kmk_state *state, const char *pointer, json_int_t amount);
/* Appends a string to the array at a pointer. */
void state_note(kmk_state *state, const char *pointer, const char *text);

kmk_effect *sends(const char *action);
kmk_effect *after(uint64_t nanoseconds, const char *action);

/* ------------------------------------------------------------- the Counter feature */

/* {"count": n}. inc, dec, {"set": n}; {"incAfter": seconds} sends inc on the clock; startTimer
 * sends tick every second under the id "timer", tick adds 1, stopTimer cancels "timer"; close asks
 * to be dismissed; whoami writes whether it is presented to "/isPresented". */
kmk_effect *counter_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *user_data);
kmk_reducer *counter(void);

/* --------------------------------------------- an effect controlled step by step */

/* All members are 0 at first. Must outlive its effect. */
typedef struct probe {
  kmk_sender *sender; /* from the start of the effect until it is finished */
  int started;
  int cancelled;
  int freed;
  bool lingers; /* if true, a cancelled probe keeps its sender, and the test finishes it */
} probe;

/* Starts, and runs until probe_finish or until it is cancelled. */
kmk_effect *probe_effect(probe *p);
kmk_status probe_send(probe *p, const char *action);
void probe_finish(probe *p);

/* Like assert_state_text, but compares values: the order of members does not matter. `expected` may use apostrophes. */
#define assert_state_is(store, expected)                                                           \
  kit_assert_is((store), NULL, (expected), __FILE__, __LINE__)
#define assert_value_is(value, expected)                                                           \
  kit_assert_is(NULL, (value), (expected), __FILE__, __LINE__)
void kit_assert_is(kmk_store *store, const json_t *value, const char *expected, const char *file,
                   int line);

#endif
