#include "trial_support.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>

/* -------------------------------------------------------------- the frame of a test */

int trial_setup(void **state) {
  trial *t = calloc(1, sizeof *t);
  if (t == NULL) {
    return -1;
  }
  t->live = kmk_live_objects();
  t->failures = json_array();
  t->notes = json_array();
  *state = t;
  return 0;
}

static int left_over(const json_t *reports, const char *what) {
  size_t index;
  json_t *report;
  json_array_foreach(reports, index, report) {
    print_error("a %s that the test did not ask for, %s:%d: %s\n", what,
                json_string_value(json_object_get(report, "file")),
                (int)json_integer_value(json_object_get(report, "line")),
                json_string_value(json_object_get(report, "message")));
  }
  return json_array_size(reports) == 0 ? 0 : -1;
}

/* A blocking effect that a test left out keeps running after its test store is freed, until its function returns.
 * The effect runs on a real thread, which a virtual clock does not affect, so it gets two seconds of processor time. */
static size_t live_when_threads_have_ended(size_t expected) {
  const clock_t end = clock() + 2 * CLOCKS_PER_SEC;
  while (kmk_live_objects() != expected && clock() <= end) {
    sched_yield();
  }
  return kmk_live_objects();
}

int trial_teardown(void **state) {
  trial *t = *state;
  end_trial(t);
  int result = left_over(t->failures, "failure") | left_over(t->notes, "note");
  size_t live = live_when_threads_have_ended(t->live);
  if (live != t->live) {
    print_error("%zu objects were alive before the test, %zu are after it\n", t->live, live);
    result = -1;
  }
  json_decref(t->failures);
  json_decref(t->notes);
  free(t);
  return result;
}

static void note_report(const char *file, int line, const char *message, void *reports) {
  json_array_append_new(
      reports, json_pack("{s:s, s:i, s:s}", "file", file, "line", line, "message", message));
}

void open_trial_of(trial *t, kmk_reducer *reducer, const char *state) {
  kmk_error error = {0};
  json_t *initial = json_of(state);
  t->test = kmk_test_store_new(reducer, initial, &error);
  json_decref(initial);
  if (t->test == NULL) {
    fail_msg("no test store: %s, %s", kmk_status_name(error.status), error.message);
  }
  kmk_test_store_on_failure(t->test, note_report, t->failures);
  kmk_test_store_on_note(t->test, note_report, t->notes);
}

void open_trial(trial *t, const char *state) { open_trial_of(t, trial_counter(), state); }

void end_trial(trial *t) {
  kmk_test_store_free(t->test);
  t->test = NULL;
}

json_t *trial_changes(const char *text) { return text == NULL ? NULL : json_of(text); }

/* ---------------------------------------------------------------------- assertions */

void trial_assert_state(trial *t, const char *expected, const char *file, int line) {
  json_t *asserted = kmk_test_store_state(t->test);
  kit_assert_json(asserted, expected, file, line);
  json_decref(asserted);
}

void trial_assert_report(json_t *reports, int line, const char **texts, const char *file,
                         int own_line) {
  json_t *report = json_array_get(reports, 0);
  if (report == NULL) {
    print_error("nothing was reported\n");
    _fail(file, own_line);
  }
  const char *message = json_string_value(json_object_get(report, "message"));
  const char *report_file = json_string_value(json_object_get(report, "file"));
  int report_line = (int)json_integer_value(json_object_get(report, "line"));
  if (line != 0 && (report_line != line || strcmp(report_file, file) != 0)) {
    print_error("reported at %s:%d, not at line %d: %s\n", report_file, report_line, line, message);
    _fail(file, own_line);
  }
  for (; *texts != NULL; texts++) {
    if (strstr(message, *texts) == NULL) {
      print_error("\"%s\" is not in: %s\n", *texts, message);
      _fail(file, own_line);
    }
  }
  json_array_remove(reports, 0);
}

void trial_assert_none(trial *t, const char *file, int line) {
  if (left_over(t->failures, "failure") != 0) {
    _fail(file, line);
  }
}

/* ----------------------------------------------------------------------- the feature */

static kmk_effect *burst(void) {
  return kmk_effect_merge(3,
                          (kmk_effect *[]){sends("'first'"), sends("'second'"), sends("'third'")});
}

static kmk_effect *chain(void) {
  kmk_effect *rest =
      kmk_effect_concatenate(2, (kmk_effect *[]){sends("'noop'"), after(SECOND, "'noop'")});
  return kmk_effect_concatenate(2, (kmk_effect *[]){after(SECOND, "'noop'"), rest});
}

REDUCER(trial_reduce) {
  if (kmk_action_is(action, "burst")) {
    state_add(state, "/count", 1);
    return burst();
  }
  if (kmk_action_is(action, "first") || kmk_action_is(action, "second") ||
      kmk_action_is(action, "third")) {
    state_add(state, "/count", 1);
  } else if (kmk_action_is(action, "answer")) {
    return kmk_effect_send(kmk_action_payload(action, "answer"));
  } else if (kmk_action_is(action, "write")) {
    kmk_state_set(state, "", kmk_action_payload(action, "write"));
  } else if (kmk_action_is(action, "chain")) {
    return chain();
  } else if (kmk_action_is(action, "stamp")) {
    kmk_state_set_new(state, "/stamp", json_integer(kmk_env_date(env)));
  }
  return NULL;
}

kmk_reducer *trial_counter(void) {
  return kmk_combine(2, (kmk_reducer *[]){counter(), kmk_reducer_new(trial_reduce, NULL, NULL)});
}
