/* downloads_test: exhaustive tests of the program logic, with a fake network.
 *
 * Teaches: tests of lists: the changes of a row are stated by its id, and many actions are received in one line; and
 *          a limit over all rows, which holds even while it changes.
 * Prints:  expected/downloads_test.txt */
#include "../contacts/checks.h"
#include "downloads.h"

#include <kumiki_test.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define ID "00000000-0000-0000-0000-000000000000"
#define OF_ROW(id, action) "{'rows': {'element': {'id': '" id "', 'action': " action "}}}"
#define TO_FORM(action) "{'sheet': {'presented': {'add': " action "}}}"
#define WRITE(pointer, value) "{'binding': {'path': '" pointer "', 'value': " value "}}"
#define SET(path, value) "{'op': 'replace', 'path': '" path "', 'value': " value "}"
#define HISTORY(undo, redo) SET("/history", "{'undo': " #undo ", 'redo': " #redo "}")

/* -------------------------------------------------------------------- a fake network */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_slow; /* while true, a running fetch sends nothing */
static int fetches;  /* number of fetches that have started */

static void check(kmk_sender *sender, const json_t *url, void *data) {
  (void)data;
  if (strstr(json_string_value(url), "nowhere"))
    kmk_sender_fail(sender, "no such file");
  else
    kmk_sender_send_new(sender, downloads_form_action_of_checked(
                                    downloads_form_action_checked_new("kernel.iso", 100))
                                    .json);
}

/* Reports 25, 50, 75 and 100 bytes, and the end. */
static void fetch(kmk_sender *sender, const json_t *job, void *data) {
  (void)job, (void)data;
  pthread_mutex_lock(&lock);
  fetches++;
  pthread_cond_broadcast(&changed);
  while (is_slow && !kmk_sender_is_cancelled(sender)) {
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec = soon.tv_nsec < 990000000 ? soon.tv_nsec + 10000000 : 999999999;
    pthread_cond_timedwait(&changed, &lock, &soon);
  }
  pthread_mutex_unlock(&lock);
  kmk_sender_send_new(sender, downloads_row_action_of_began(100).json);
  for (int done = 25; done < 100; done += 25)
    kmk_sender_send_new(sender, downloads_row_action_of_progressed(done).json);
  kmk_sender_send_new(sender, downloads_row_action_of_finished().json);
}

static downloads_net net = {check, fetch, NULL};

static void make_slow(bool value) {
  pthread_mutex_lock(&lock);
  is_slow = value;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static int begun(int at_least) {
  pthread_mutex_lock(&lock);
  while (fetches < at_least)
    pthread_cond_wait(&changed, &lock);
  int count = fetches;
  pthread_mutex_unlock(&lock);
  return count;
}

/* ------------------------------------------------------------------------------ the tests */

/* A number of rows a, b, ... in a phase, without jobs. */
static json_t *rows_of(size_t count, downloads_row_phase_case phase) {
  json_t *rows = json_array();
  for (size_t i = 0; i < count; i++) {
    const char id[] = {(char)('a' + i), '\0'};
    const downloads_row_made row = downloads_row_new(id, "net:file", id);
    downloads_row_put_size(row, 100);
    downloads_row_put_phase(row, phase);
    json_array_append_new(rows, row.json);
  }
  return rows;
}

static void run(char *name, void (*body)(kmk_test_store *test), json_t *rows) {
  int before = checks_failures;
  fetches = 0;
  is_slow = false;
  const downloads_state_made initial = downloads_state_new();
  downloads_state_put_rows(initial, rows);
  kmk_error error;
  kmk_test_store *test = kmk_test_store_new(downloads_reducer(), initial.json, &error);
  json_decref(initial.json);
  if (!test) {
    checks_fail(__FILE__, __LINE__, error.message, name);
    return;
  }
  kmk_test_store_on_failure(test, checks_fail, name);
  kmk_test_set_dependency_pointer(test, "net", &net, NULL);
  body(test);
  kmk_test_store_free(test); /* reports what the test left over */
  if (checks_failures == before)
    printf("%s\n", name);
}

/* Receives the start of a row's fetch. */
static void resume(kmk_test_store *test, const char *id) {
  kmk_test_expect_row(
      test, "/rows", json_string(id),
      "{'phase': 'waiting', 'problem': null, 'job': {'url': 'net:file', 'file': 'a'}}");
  kmk_test_sendf(test, "[{s:{s:{s:s, s:s}}}]", "rows", "element", "id", id, "action", "resume");
}

/* Receives everything that a fetch sends: the start, three steps, the end. */
static void expect_fetched(kmk_test_store *test, const char *id) {
  kmk_test_expect_row(test, "/rows", json_string(id),
                      "{'phase': 'finished', 'size': 100, 'done': 100, 'job': null}");
  kmk_test_receive_count(test, 5, "rows.element", NULL);
}

static void a_row_is_fetched_from_its_resume_on(kmk_test_store *test) {
  resume(test, "a");
  expect_fetched(test, "a");
  kmk_test_send_text(test, OF_ROW("a", "'resume'"), NULL); /* it has finished */
}

static void a_pause_ends_the_fetch(kmk_test_store *test) {
  make_slow(true);
  resume(test, "a");
  begun(1);
  kmk_test_expect_row(test, "/rows", json_string("a"), "{'phase': 'paused', 'job': null}");
  kmk_test_send_text(test, OF_ROW("a", "'pause'"), NULL);
  make_slow(false);
  kmk_test_finish(test);
  resume(test, "a");
  expect_fetched(test, "a");
}

/* The row has no job, so a pause changes nothing: `job` is null, not an object. */
static void a_pause_leaves_what_has_finished(kmk_test_store *test) {
  kmk_test_send_text(test, OF_ROW("a", "'pause'"), NULL);
}

static void what_fails_says_why(kmk_test_store *test) {
  kmk_test_expect_row(test, "/rows", json_string("a"), "{'phase': 'failed', 'problem': 'no room'}");
  kmk_test_send_text(test, OF_ROW("a", "{'failed': 'no room'}"), NULL);
  resume(test, "a");
  expect_fetched(test, "a");
}

static void as_many_as_the_setting_says_are_fetched_at_once(kmk_test_store *test) {
  make_slow(true);
  kmk_test_store_set_exhaustive(test, false, false);
  kmk_test_send_text(test, WRITE("/settings/limit", "3"), "{'settings': {'limit': 3}}");
  for (char id[] = "a"; *id < 'f'; ++*id)
    kmk_test_sendf(test, "[{s:{s:{s:s, s:s}}}]", "rows", "element", "id", id, "action", "resume");
  kmk_test_advance(test, 0);
  CHECK(begun(3) == 3);
  kmk_test_send_text(test, WRITE("/settings/limit", "4"), "{'settings': {'limit': 4}}");
  kmk_test_advance(test, 0);
  CHECK(begun(4) == 4);
  make_slow(false);
  for (int i = 0; i < 5; i++)
    kmk_test_receive_case(test, "rows.element", NULL);
}

static void a_form_checks_what_is_typed(kmk_test_store *test) {
  kmk_test_send_text(test, "'add'",
                     "{'sheet': {'add': {'url': '', 'name': '', 'size': null, 'isChecking': false,"
                     "                   'problem': null}}}");
  kmk_test_send_text(test, TO_FORM("'done'"),
                     "{'sheet': {'add': {'problem': 'There is nothing to fetch yet'}}}");
  kmk_test_send_text(
      test, TO_FORM(WRITE("/url", "'net:nowhere'")),
      "{'sheet': {'add': {'url': 'net:nowhere', 'isChecking': true, 'problem': null}}}");
  kmk_test_advance(test, KMK_MILLISECONDS(300));
  kmk_test_receive_case(
      test, "sheet.presented.add.refused",
      json_pack("{s:{s:{s:b, s:s}}}", "sheet", "add", "isChecking", 0, "problem", "no such file"));
  kmk_test_send_text(test, TO_FORM(WRITE("/url", "'net:a'")),
                     "{'sheet': {'add': {'url': 'net:a', 'isChecking': true, 'problem': null}}}");
  kmk_test_advance(test, KMK_MILLISECONDS(300));
  kmk_test_receive_case(test, "sheet.presented.add.checked",
                        json_pack("{s:{s:{s:b, s:i, s:s}}}", "sheet", "add", "isChecking", 0,
                                  "size", 100, "name", "kernel.iso"));
  kmk_test_send_text(
      test, TO_FORM("'done'"),
      "[" SET("/sheet", "null") "," HISTORY(
          1, 0) ","
                " {'op': 'add', 'path': '/rows/-', 'value': {'id': '" ID "', 'url': 'net:a',"
                "  'name': 'kernel.iso', 'size': 100, 'done': 0, 'phase': 'waiting',"
                "  'problem': null, 'job': {'url': 'net:a', 'file': 'kernel.iso'}}}]");
  expect_fetched(test, ID);
}

static void what_has_finished_is_cleared_once_that_is_confirmed(kmk_test_store *test) {
  resume(test, "a");
  expect_fetched(test, "a");
  kmk_test_send_text(test, "'clear'",
                     "{'sheet': {'alert': {'title': 'Remove 1 that have finished?'}}}");
  kmk_test_send_text(
      test, "{'sheet': {'presented': {'alert': 'clear'}}}",
      "[{'op': 'remove', 'path': '/rows/0'}," SET("/sheet", "null") "," HISTORY(1, 0) "]");
  kmk_test_send_text(test, "'clear'", NULL);
  kmk_test_send_text(
      test, "'undo'",
      "[{'op': 'add', 'path': '/rows/0', 'value': {'id': 'a', 'url': 'net:file',"
      "  'name': 'a', 'size': 100, 'done': 100, 'phase': 'finished', 'problem': null,"
      "  'job': null}}," HISTORY(0, 1) "]");
}

static void screens_are_pushed_over_the_list(kmk_test_store *test) {
  kmk_test_send_text(test, "{'open': 'b'}",
                     "{'path': [{'id': 0, 'element': {'row': {'id': 'b'}}}]}");
  kmk_test_send_text(
      test, "'openSettings'",
      "[{'op': 'add', 'path': '/path/1', 'value': {'id': 1, 'element': 'settings'}}]");
  kmk_test_send_text(test, "{'path': {'popFrom': {'id': 0}}}", "{'path': []}");
}

static bool shows(kmk_list *list, const char *expected) {
  char shown[16] = "";
  for (size_t i = 0; i < kmk_list_count(list); i++) {
    json_t *id = kmk_list_id(list, i, NULL);
    strcat(shown, json_string_value(id));
    json_decref(id);
  }
  return strcmp(shown, expected) == 0;
}

static void the_list_is_what_is_asked_for(kmk_test_store *test) {
  kmk_list *list = downloads_list(kmk_test_store_store(test), NULL);
  CHECK(shows(list, "abcde"));
  kmk_test_send_text(test, WRITE("/settings/sort", "'-/done'"), "{'settings': {'sort': '-/done'}}");
  kmk_test_expect_row(test, "/rows", json_string("c"), "{'done': 60}");
  kmk_test_send_text(test, OF_ROW("c", "{'progressed': 60}"), NULL);
  CHECK(shows(list, "cabde"));
  kmk_test_expect_row(test, "/rows", json_string("e"), "{'phase': 'finished', 'done': 100}");
  kmk_test_send_text(test, OF_ROW("e", "'finished'"), NULL);
  CHECK(shows(list, "ecabd"));
  kmk_test_send_text(test, WRITE("/settings/hidesFinished", "true"),
                     "{'settings': {'hidesFinished': true}}");
  kmk_test_send_text(test, WRITE("/query", "'C'"), "{'query': 'C'}");
  CHECK(shows(list, "c"));
  json_t *totals = kmk_list_totals(list, NULL), *numbers = json_object_get(totals, "numbers");
  CHECK(json_integer_value(json_object_get(json_object_get(numbers, "/done"), "sum")) == 60);
  json_decref(totals);
  kmk_list_free(list);
}

int main(void) {
#define RUN(test, count) run(#test, test, rows_of(count, DOWNLOADS_ROW_PHASE_PAUSED))
  RUN(a_row_is_fetched_from_its_resume_on, 1);
  RUN(a_pause_ends_the_fetch, 1);
  run("a_pause_leaves_what_has_finished", a_pause_leaves_what_has_finished,
      rows_of(1, DOWNLOADS_ROW_PHASE_FINISHED));
  RUN(what_fails_says_why, 1);
  RUN(as_many_as_the_setting_says_are_fetched_at_once, 5);
  RUN(a_form_checks_what_is_typed, 0);
  RUN(what_has_finished_is_cleared_once_that_is_confirmed, 2);
  RUN(screens_are_pushed_over_the_list, 2);
  RUN(the_list_is_what_is_asked_for, 5);
  printf("%d failures\n", checks_failures);
  return checks_failures == 0 ? 0 : 1;
}
