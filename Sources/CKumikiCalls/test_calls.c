/* The functions of kumiki_test.h that may report a failure: see kumiki_test_calls.h. */
#include "../CJansson/shim.h"
#include "kumiki_test_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kumiki_test_report {
  kumiki_test_report *next;
  kmk_test_failure_fn fn;
  void *user_data;
  int line;
  bool is_note;
  const char *message;
  char file[];
};

void kumiki_test_report_add(kumiki_test_call *call, kmk_test_failure_fn fn, void *user_data,
                            const char *file, int line, const char *message, bool is_note) {
  size_t length = strlen(file) + 1, size = strlen(message) + 1;
  kumiki_test_report *report = kumiki_allocate(sizeof *report + length + size);
  if (report == NULL)
    return;
  memcpy(report->file, file, length);
  report->message = memcpy(report->file + length, message, size);
  report->next = NULL;
  report->fn = fn;
  report->user_data = user_data;
  report->line = line;
  report->is_note = is_note;
  *(call->reports == NULL ? &call->reports : &call->last->next) = report;
  call->last = report;
}

/* The reports that this thread is delivering. If a callback left by longjmp, the next call frees them. */
static _Thread_local kumiki_test_report *undelivered;

static void free_first(void) {
  kumiki_test_report *first = undelivered;
  undelivered = first->next;
  kumiki_deallocate(first);
}

void kumiki_test_deliver(kumiki_test_report *reports) {
  bool failed = false;
  if (reports == NULL)
    return;
  while (undelivered != NULL)
    free_first();
  undelivered = reports;
  while (undelivered != NULL) {
    kumiki_test_report *report = undelivered;
    if (report->fn != NULL) {
      report->fn(report->file, report->line, report->message, report->user_data);
      /* A callback whose own call delivered reports has freed the rest of these. */
      if (undelivered != report)
        break;
    } else {
      fprintf(stderr, "%s:%d: %s\n", report->file, report->line, report->message);
      failed = failed || !report->is_note;
    }
    free_first();
  }
  if (failed)
    abort();
}

/* Makes a call with the caller's source location, delivers its reports, and returns whether the test holds. */
#define DELIVERING(call_of_swift)                                                                  \
  kumiki_test_call call = {.file = file, .line = line};                                            \
  bool holds = call_of_swift;                                                                      \
  kumiki_test_deliver(call.reports);                                                               \
  return holds

#define DEFINED(name, parameters, arguments)                                                       \
  bool kmk_test_##name##_at(kmk_test_store *test, parameters, const char *file, int line) {        \
    DELIVERING(kumiki_test_##name(test, arguments, &call));                                        \
  }
KUMIKI_TEST_CALLS(DEFINED, KUMIKI_LIST)

bool kmk_test_finish_at(kmk_test_store *test, const char *file, int line) {
  DELIVERING(kumiki_test_finish(test, &call));
}

void kmk_test_store_free(kmk_test_store *test) {
  kumiki_test_call call = {0};
  kumiki_test_store_free(test, &call);
  kumiki_test_deliver(call.reports);
}

bool kmk_test_send_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                      int line) {
  DELIVERING(kumiki_test_send(test, action, changes, NULL, &call));
}

kmk_task *kmk_test_send_task_at(kmk_test_store *test, json_t *action, json_t *changes,
                                const char *file, int line) {
  kumiki_test_call call = {.file = file, .line = line};
  kmk_task *task = NULL;
  kumiki_test_send(test, action, changes, &task, &call);
  kumiki_test_deliver(call.reports);
  return task;
}

bool kmk_test_send_text_at(kmk_test_store *test, const char *action, const char *changes,
                           const char *file, int line) {
  DELIVERING(kumiki_test_send_text(test, action, changes, &call));
}

/* Makes a call with the values that a format string describes. */
#define DELIVERING_PACKED(function)                                                                \
  json_error_t mistake;                                                                            \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  json_t *values = json_vpack_ex(&mistake, 0, format, arguments);                                  \
  va_end(arguments);                                                                               \
  DELIVERING(function(test, values, mistake.text, &call))

bool kmk_test_sendf_at(kmk_test_store *test, const char *file, int line, const char *format, ...) {
  DELIVERING_PACKED(kumiki_test_sendf);
}

bool kmk_test_receivef_at(kmk_test_store *test, const char *file, int line, const char *format,
                          ...) {
  DELIVERING_PACKED(kumiki_test_receivef);
}
