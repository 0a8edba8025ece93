/* downloads_test: exhaustive tests of the program logic. The tests reply to its requests, and need no network.
 *
 * Teaches: tests of lists: the changes of a row are stated by its id; tests of requests: their questions, parts, answers
 *          and failures; and a limit over all rows, which holds even while it changes.
 * Prints:  expected/downloads_test.txt */
#include "../contacts/checks.h"
#include "downloads.h"

#include <kumiki_test.h>
#include <stdio.h>
#include <string.h>

#define ID "00000000-0000-0000-0000-000000000000"
#define OF_ROW(id, action) "{'rows': {'element': {'id': '" id "', 'action': " action "}}}"
#define TO_FORM(action) "{'sheet': {'presented': {'add': " action "}}}"
#define WRITE(pointer, value) "{'binding': {'path': '" pointer "', 'value': " value "}}"
#define SET(path, value) "{'op': 'replace', 'path': '" path "', 'value': " value "}"
#define HISTORY(undo, redo) SET("/history", "{'undo': " #undo ", 'redo': " #redo "}")

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
  const downloads_state_made initial = downloads_state_new();
  downloads_state_put_rows(initial, rows);
  checks_run(name, body, downloads_reducer(), initial.json);
}

/* Lets a row wait for its fetch. */
static void resume(kmk_test_store *test, const char *id) {
  char changes[200];
  snprintf(changes, sizeof changes,
           "{'phase': 'waiting', 'problem': null, 'job': {'url': 'net:file', 'file': '%s'}}", id);
  kmk_test_expect_row(test, "/rows", json_string(id), changes);
  kmk_test_sendf(test, "[{s:{s:{s:s, s:s}}}]", "rows", "element", "id", id, "action", "resume");
}

static void fetch_part(kmk_test_store *test, const char *id, const char *part,
                       const char *changes) {
  kmk_test_expect_row(test, "/rows", json_string(id), changes);
  kmk_test_part(test, part, NULL);
}

static void finish_fetch(kmk_test_store *test, const char *id) {
  kmk_test_expect_row(test, "/rows", json_string(id),
                      "{'phase': 'finished', 'done': 100, 'job': null}");
  kmk_test_answer(test, "null", NULL);
}

/* The whole fetch of a row of 100 bytes. */
static void expect_fetched(kmk_test_store *test, const char *id, const char *job) {
  kmk_test_expect_request(test, DOWNLOADS_NAME_NET_FETCH, job);
  fetch_part(test, id, "{'began': 100}", "{'phase': 'running', 'size': 100}");
  fetch_part(test, id, "{'progressed': 50}", "{'done': 50}");
  finish_fetch(test, id);
}

#define JOB_OF_A "{'url': 'net:file', 'file': 'a'}"

static void a_row_is_fetched_from_its_resume_on(kmk_test_store *test) {
  resume(test, "a");
  expect_fetched(test, "a", JOB_OF_A);
  kmk_test_send_text(test, OF_ROW("a", "'resume'"), NULL); /* it has finished */
}

static void a_pause_ends_the_fetch(kmk_test_store *test) {
  resume(test, "a");
  kmk_test_expect_request(test, DOWNLOADS_NAME_NET_FETCH, JOB_OF_A);
  fetch_part(test, "a", "{'began': 100}", "{'phase': 'running'}");
  kmk_test_expect_row(test, "/rows", json_string("a"), "{'phase': 'paused', 'job': null}");
  kmk_test_send_text(test, OF_ROW("a", "'pause'"), NULL);
  kmk_test_finish(test);
  resume(test, "a");
  expect_fetched(test, "a", JOB_OF_A);
}

/* The row has no job, so a pause changes nothing: `job` is null, not an object. */
static void a_pause_leaves_what_has_finished(kmk_test_store *test) {
  kmk_test_send_text(test, OF_ROW("a", "'pause'"), NULL);
}

static void what_fails_says_why(kmk_test_store *test) {
  resume(test, "a");
  kmk_test_expect_request(test, DOWNLOADS_NAME_NET_FETCH, JOB_OF_A);
  kmk_test_expect_row(test, "/rows", json_string("a"),
                      "{'phase': 'failed', 'problem': 'no room', 'job': null}");
  kmk_test_fail_request(test, "'no room'", NULL);
  resume(test, "a");
  expect_fetched(test, "a", JOB_OF_A);
}

static size_t in_flight(kmk_test_store *test) {
  json_t *requests = kmk_store_requests(kmk_test_store_store(test));
  size_t count = json_array_size(requests);
  json_decref(requests);
  return count;
}

static void as_many_as_the_setting_says_are_fetched_at_once(kmk_test_store *test) {
  kmk_test_send_text(test, WRITE("/settings/limit", "3"), "{'settings': {'limit': 3}}");
  for (char id[] = "a"; *id < 'f'; ++*id)
    resume(test, id);
  kmk_test_advance(test, 0);
  CHECK(in_flight(test) == 3);
  kmk_test_send_text(test, WRITE("/settings/limit", "4"), "{'settings': {'limit': 4}}");
  kmk_test_advance(test, 0);
  CHECK(in_flight(test) == 4);
  for (char id[] = "a"; *id < 'f'; ++*id) {
    kmk_test_expect_request(test, DOWNLOADS_NAME_NET_FETCH, NULL);
    finish_fetch(test, id);
  }
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
  kmk_test_expect_request(test, DOWNLOADS_NAME_NET_CHECK, "'net:nowhere'");
  kmk_test_fail_request(test, "'no such file'",
                        "{'sheet': {'add': {'isChecking': false, 'problem': 'no such file'}}}");
  kmk_test_send_text(test, TO_FORM(WRITE("/url", "'net:a'")),
                     "{'sheet': {'add': {'url': 'net:a', 'isChecking': true, 'problem': null}}}");
  kmk_test_advance(test, KMK_MILLISECONDS(300));
  kmk_test_expect_request(test, DOWNLOADS_NAME_NET_CHECK, "'net:a'");
  kmk_test_answer(test, "{'name': 'kernel.iso', 'size': 100}",
                  "{'sheet': {'add': {'isChecking': false, 'size': 100, 'name': 'kernel.iso'}}}");
  kmk_test_send_text(
      test, TO_FORM("'done'"),
      "[" SET("/sheet", "null") "," HISTORY(
          1, 0) ","
                " {'op': 'add', 'path': '/rows/-', 'value': {'id': '" ID "', 'url': 'net:a',"
                "  'name': 'kernel.iso', 'size': 100, 'done': 0, 'phase': 'waiting',"
                "  'problem': null, 'job': {'url': 'net:a', 'file': 'kernel.iso'}}}]");
  expect_fetched(test, ID, "{'url': 'net:a', 'file': 'kernel.iso'}");
}

static void what_has_finished_is_cleared_once_that_is_confirmed(kmk_test_store *test) {
  resume(test, "a");
  expect_fetched(test, "a", JOB_OF_A);
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
