/**
 * The Swift side of the calls in kumiki_test.h. Internal to the library, never installed.
 *
 * A failure callback may leave by longjmp, which must not skip a Swift function. So the functions that
 * a program calls are in C: each lets Swift do the work and collect the reports, and delivers them
 * after Swift has returned.
 */
#ifndef KUMIKI_TEST_CALLS_H
#define KUMIKI_TEST_CALLS_H

#include "kumiki_test.h"

/** A failure or a note on its way to the program. */
typedef struct kumiki_test_report kumiki_test_report;

/** One call of a test: its source location and its reports. `reports` is NULL if the call has none. */
typedef struct kumiki_test_call {
  const char *file;
  int line;
  kumiki_test_report *reports, *last;
} kumiki_test_call;

/** Adds a report, which is delivered after the call. The strings are copied. */
void kumiki_test_report_add(kumiki_test_call *call, kmk_test_failure_fn fn, void *user_data,
                            const char *file, int line, const char *message, bool is_note);

/** Delivers the reports of a call, and frees them. A callback may leave by longjmp. */
void kumiki_test_deliver(kumiki_test_report *reports);

#define KUMIKI_LIST(...) __VA_ARGS__

/**
 * The calls that take a source location and return whether the test holds. The list has one CALL(name, parameters,
 * arguments) for each call, without the test store at the front and the location at the end. Swift's side is declared
 * from this list, and test_calls.c defines from it the functions that the program calls. JSON is stolen.
 */
#define KUMIKI_TEST_CALLS(CALL, LIST)                                                              \
  CALL(receive, LIST(json_t *action, json_t *changes), LIST(action, changes))                      \
  CALL(receive_text, LIST(const char *action, const char *changes), LIST(action, changes))         \
  CALL(receive_case, LIST(const char *case_path, json_t *changes), LIST(case_path, changes))       \
  CALL(receive_payload, LIST(const char *case_path, json_t *payload, json_t *changes),             \
       LIST(case_path, payload, changes))                                                          \
  CALL(receive_count, LIST(size_t count, const char *case_path, json_t *changes),                  \
       LIST(count, case_path, changes))                                                            \
  CALL(advance_receiving,                                                                          \
       LIST(uint64_t nanoseconds, size_t count, const char *case_path, json_t *changes),           \
       LIST(nanoseconds, count, case_path, changes))                                               \
  CALL(expect_row, LIST(const char *rows_pointer, json_t *id, const char *changes),                \
       LIST(rows_pointer, id, changes))                                                            \
  CALL(receive_if, LIST(kmk_test_match_fn matches, void *user_data, json_t *changes),              \
       LIST(matches, user_data, changes))                                                          \
  CALL(advance, uint64_t nanoseconds, nanoseconds)                                                 \
  CALL(skip_received, bool strict, strict)                                                         \
  CALL(skip_in_flight, bool strict, strict)                                                        \
  CALL(finish_task, kmk_task *task, task)                                                          \
  CALL(assert, json_t *changes, changes)                                                           \
  CALL(shared, LIST(kmk_shared *shared, json_t *value), LIST(shared, value))                       \
  CALL(set_shared, LIST(kmk_shared *shared, json_t *value), LIST(shared, value))                   \
  CALL(set_dependency, LIST(const char *key, json_t *value), LIST(key, value))                     \
  CALL(expect_request, LIST(const char *name, const char *question), LIST(name, question))         \
  CALL(answer, LIST(const char *answer, const char *changes), LIST(answer, changes))               \
  CALL(fail_request, LIST(const char *failure, const char *changes), LIST(failure, changes))       \
  CALL(part, LIST(const char *part, const char *changes), LIST(part, changes))                     \
  CALL(set_dependency_pointer, LIST(const char *key, void *service, kmk_free_fn free_fn),          \
       LIST(key, service, free_fn))

/* Written in Swift: Sources/KumikiC/API/Test…API.swift. */

#define KUMIKI_TEST_CALL(name, parameters, arguments)                                              \
  bool kumiki_test_##name(kmk_test_store *test, parameters, kumiki_test_call *call);
KUMIKI_TEST_CALLS(KUMIKI_TEST_CALL, KUMIKI_LIST)

void kumiki_test_store_free(kmk_test_store *test, kumiki_test_call *call);
bool kumiki_test_finish(kmk_test_store *test, kumiki_test_call *call);
/* A send stores its task, unless `task` is NULL. */
bool kumiki_test_send(kmk_test_store *test, json_t *action, json_t *changes, kmk_task **task,
                      kumiki_test_call *call);
bool kumiki_test_send_text(kmk_test_store *test, const char *action, const char *changes,
                           kumiki_test_call *call);
/* The values are stolen. If `values` is NULL, `mistake` says why. */
bool kumiki_test_sendf(kmk_test_store *test, json_t *values, const char *mistake,
                       kumiki_test_call *call);
bool kumiki_test_receivef(kmk_test_store *test, json_t *values, const char *mistake,
                          kumiki_test_call *call);

#endif
