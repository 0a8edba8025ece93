/* The functions of kumiki_test.h that may report a failure: see kumiki_test_calls.h. */
#include "kumiki_test_calls.h"

#include <stdio.h>
#include <stdlib.h>

/* The reports being delivered by this thread. If a callback left by longjmp, the next call frees them. */
static _Thread_local kumiki_test_reports *told;

static void tell(kumiki_test_reports *reports) {
  kumiki_test_report report;
  bool failed = false;
  if (reports == NULL)
    return;
  kumiki_test_reports_free(told);
  told = reports;
  /* A callback whose own call delivers reports ends this loop. */
  while (told == reports && kumiki_test_reports_next(reports, &report)) {
    if (report.fn != NULL) {
      report.fn(report.file, report.line, report.message, report.user_data);
      continue;
    }
    fprintf(stderr, "%s:%d: %s\n", report.file, report.line, report.message);
    failed = failed || !report.is_note;
  }
  if (told == reports) {
    kumiki_test_reports_free(reports);
    told = NULL;
  }
  if (failed)
    abort();
}

/* Makes a call with the caller's place, delivers its reports, and returns its result. */
#define TELLING(type, call_of_swift)                                                               \
  kumiki_test_call call = {file, line, NULL};                                                      \
  type answer = call_of_swift;                                                                     \
  tell(call.reports);                                                                              \
  return answer

void kmk_test_store_free(kmk_test_store *test) {
  kumiki_test_call call = {NULL, 0, NULL};
  kumiki_test_store_free(test, &call);
  tell(call.reports);
}

bool kmk_test_send_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                      int line) {
  kumiki_test_call call = {file, line, NULL};
  bool holds = false;
  kmk_task_free(kumiki_test_send(test, action, changes, &call, &holds));
  tell(call.reports);
  return holds;
}

kmk_task *kmk_test_send_task_at(kmk_test_store *test, json_t *action, json_t *changes,
                                const char *file, int line) {
  bool holds;
  TELLING(kmk_task *, kumiki_test_send(test, action, changes, &call, &holds));
}

bool kmk_test_receive_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                         int line) {
  TELLING(bool, kumiki_test_receive(test, action, changes, &call));
}

bool kmk_test_send_text_at(kmk_test_store *test, const char *action, const char *changes,
                           const char *file, int line) {
  kumiki_test_call call = {file, line, NULL};
  bool holds = false;
  kmk_task_free(kumiki_test_send_text(test, action, changes, &call, &holds));
  tell(call.reports);
  return holds;
}

bool kmk_test_receive_text_at(kmk_test_store *test, const char *action, const char *changes,
                              const char *file, int line) {
  TELLING(bool, kumiki_test_receive_text(test, action, changes, &call));
}

bool kmk_test_sendf_at(kmk_test_store *test, const char *file, int line, const char *format, ...) {
  kumiki_test_call call = {file, line, NULL};
  bool holds = false;
  json_error_t mistake;
  va_list arguments;
  va_start(arguments, format);
  json_t *values = json_vpack_ex(&mistake, 0, format, arguments);
  va_end(arguments);
  kmk_task_free(kumiki_test_sendf(test, values, mistake.text, &call, &holds));
  tell(call.reports);
  return holds;
}

bool kmk_test_receivef_at(kmk_test_store *test, const char *file, int line, const char *format,
                          ...) {
  json_error_t mistake;
  va_list arguments;
  va_start(arguments, format);
  json_t *values = json_vpack_ex(&mistake, 0, format, arguments);
  va_end(arguments);
  TELLING(bool, kumiki_test_receivef(test, values, mistake.text, &call));
}

bool kmk_test_receive_case_at(kmk_test_store *test, const char *case_path, json_t *changes,
                              const char *file, int line) {
  TELLING(bool, kumiki_test_receive_case(test, case_path, changes, &call));
}

bool kmk_test_receive_payload_at(kmk_test_store *test, const char *case_path, json_t *payload,
                                 json_t *changes, const char *file, int line) {
  TELLING(bool, kumiki_test_receive_payload(test, case_path, payload, changes, &call));
}

bool kmk_test_receive_if_at(kmk_test_store *test, kmk_test_match_fn matches, void *user_data,
                            json_t *changes, const char *file, int line) {
  TELLING(bool, kumiki_test_receive_if(test, matches, user_data, changes, &call));
}

bool kmk_test_advance_at(kmk_test_store *test, uint64_t nanoseconds, const char *file, int line) {
  TELLING(bool, kumiki_test_advance(test, nanoseconds, &call));
}

bool kmk_test_skip_received_at(kmk_test_store *test, bool strict, const char *file, int line) {
  TELLING(bool, kumiki_test_skip_received(test, strict, &call));
}

bool kmk_test_skip_in_flight_at(kmk_test_store *test, bool strict, const char *file, int line) {
  TELLING(bool, kumiki_test_skip_in_flight(test, strict, &call));
}

bool kmk_test_finish_at(kmk_test_store *test, const char *file, int line) {
  TELLING(bool, kumiki_test_finish(test, &call));
}

bool kmk_test_finish_task_at(kmk_test_store *test, kmk_task *task, const char *file, int line) {
  TELLING(bool, kumiki_test_finish_task(test, task, &call));
}

bool kmk_test_assert_at(kmk_test_store *test, json_t *changes, const char *file, int line) {
  TELLING(bool, kumiki_test_assert(test, changes, &call));
}

bool kmk_test_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value, const char *file,
                        int line) {
  TELLING(bool, kumiki_test_shared(test, shared, value, &call));
}

bool kmk_test_set_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value,
                            const char *file, int line) {
  TELLING(bool, kumiki_test_set_shared(test, shared, value, &call));
}

bool kmk_test_set_dependency_at(kmk_test_store *test, const char *key, json_t *value,
                                const char *file, int line) {
  TELLING(bool, kumiki_test_set_dependency(test, key, value, &call));
}

bool kmk_test_set_dependency_pointer_at(kmk_test_store *test, const char *key, void *service,
                                        kmk_free_fn free_fn, const char *file, int line) {
  TELLING(bool, kumiki_test_set_dependency_pointer(test, key, service, free_fn, &call));
}
