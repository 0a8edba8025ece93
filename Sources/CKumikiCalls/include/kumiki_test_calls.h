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

/** The reports of a call. A Swift object. */
typedef struct kumiki_test_reports kumiki_test_reports;

/** One call of a test: its place, and its reports; NULL if there are none. */
typedef struct kumiki_test_call {
  const char *file;
  int line;
  kumiki_test_reports *reports;
} kumiki_test_call;

/** One failure or note, with its callback. Valid until the next one is requested. */
typedef struct kumiki_test_report {
  kmk_test_failure_fn fn;
  void *user_data;
  const char *file;
  int line;
  const char *message;
  bool is_note;
} kumiki_test_report;

/* Written in Swift: Sources/KumikiC/API/TestAPI.swift and TestCallsAPI.swift. */

/** Fills in the next report and returns true; false after the last. */
bool kumiki_test_reports_next(kumiki_test_reports *reports, kumiki_test_report *report);
void kumiki_test_reports_free(kumiki_test_reports *reports);

void kumiki_test_store_free(kmk_test_store *test, kumiki_test_call *call);
kmk_task *kumiki_test_send(kmk_test_store *test, json_t *action, json_t *changes,
                           kumiki_test_call *call, bool *holds);
/* The values are stolen. `mistake` says why there are none. */
kmk_task *kumiki_test_send_text(kmk_test_store *test, const char *action, const char *changes,
                                kumiki_test_call *call, bool *holds);
kmk_task *kumiki_test_sendf(kmk_test_store *test, json_t *values, const char *mistake,
                            kumiki_test_call *call, bool *holds);
bool kumiki_test_receive_text(kmk_test_store *test, const char *action, const char *changes,
                              kumiki_test_call *call);
bool kumiki_test_receivef(kmk_test_store *test, json_t *values, const char *mistake,
                          kumiki_test_call *call);
bool kumiki_test_receive(kmk_test_store *test, json_t *action, json_t *changes,
                         kumiki_test_call *call);
bool kumiki_test_receive_case(kmk_test_store *test, const char *case_path, json_t *changes,
                              kumiki_test_call *call);
bool kumiki_test_receive_payload(kmk_test_store *test, const char *case_path, json_t *payload,
                                 json_t *changes, kumiki_test_call *call);
bool kumiki_test_receive_if(kmk_test_store *test, kmk_test_match_fn matches, void *user_data,
                            json_t *changes, kumiki_test_call *call);
bool kumiki_test_advance(kmk_test_store *test, uint64_t nanoseconds, kumiki_test_call *call);
bool kumiki_test_skip_received(kmk_test_store *test, bool strict, kumiki_test_call *call);
bool kumiki_test_skip_in_flight(kmk_test_store *test, bool strict, kumiki_test_call *call);
bool kumiki_test_finish(kmk_test_store *test, kumiki_test_call *call);
bool kumiki_test_finish_task(kmk_test_store *test, kmk_task *task, kumiki_test_call *call);
bool kumiki_test_assert(kmk_test_store *test, json_t *changes, kumiki_test_call *call);
bool kumiki_test_shared(kmk_test_store *test, kmk_shared *shared, json_t *value,
                        kumiki_test_call *call);
bool kumiki_test_set_shared(kmk_test_store *test, kmk_shared *shared, json_t *value,
                            kumiki_test_call *call);
bool kumiki_test_set_dependency(kmk_test_store *test, const char *key, json_t *value,
                                kumiki_test_call *call);
bool kumiki_test_set_dependency_pointer(kmk_test_store *test, const char *key, void *service,
                                        kmk_free_fn free_fn, kumiki_test_call *call);

#endif
