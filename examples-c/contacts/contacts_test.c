/* contacts_test: exhaustive tests of the program logic. The tests reply to its requests, and need no file.
 *
 * Teaches: requests in a test: the test moves the clock, checks the questions, and gives the answers; a worker in a test:
 *          the test waits until it is done; undo is an action like any other.
 * Prints:  expected/contacts_test.txt */
#include "contacts.h"
#include "checks.h"

#include <kumiki_test.h>
#include <stdio.h>
#include <string.h>

#define ADA "{'id': 'a', 'name': 'Ada', 'phone': '1815', 'favourite': true}"
#define TO_FORM(action) "{'sheet': {'presented': {'edit': " action "}}}"
#define WRITE(pointer, value) "{'binding': {'path': '" pointer "', 'value': '" value "'}}"
#define SET(path, value) "{'op': 'replace', 'path': '" path "', 'value': " value "}"
#define HISTORY(undo, redo) SET("/history", "{'undo': " #undo ", 'redo': " #redo "}")

/* ------------------------------------------------------------------------ the tests */

/* The start of every test: two contacts, of an older file whose last contact lacks a member. */
static void load(kmk_test_store *test) {
  kmk_test_send_text(test, "'load'", NULL);
  kmk_test_expect_request(test, "contacts.load", "null");
  kmk_test_answer(test, "{'contacts': [" ADA ", {'id': 'g', 'name': 'Grace', 'phone': '1906'}]}",
                  "{'contacts': [" ADA ","
                  " {'id': 'g', 'name': 'Grace', 'phone': '1906', 'favourite': false}],"
                  " 'isReady': true}");
  kmk_test_finish(test);
}

/* Expects the save half a second after a change, with the state as it is, and nothing else. */
static void expect_save(kmk_test_store *test) {
  kmk_test_advance(test, KMK_MILLISECONDS(500));
  kmk_test_receive_text(test, "'save'", NULL);
  json_t *state = kmk_test_store_state(test);
  char *whole = kmk_json_text(state, JSON_COMPACT);
  kmk_test_expect_request(test, "contacts.save", whole);
  kmk_text_free(whole);
  json_decref(state);
}

static void expect_saved(kmk_test_store *test) {
  expect_save(test);
  kmk_test_answer(test, "null", NULL);
  kmk_test_finish(test);
}

static void what_is_loaded_is_not_saved(kmk_test_store *test) {
  load(test);
  kmk_test_advance(test, KMK_SECONDS(10));
}

static void nothing_is_saved_over_a_file_that_cannot_be_read(kmk_test_store *test) {
  kmk_test_send_text(test, "'load'", NULL);
  kmk_test_expect_request(test, "contacts.load", "null");
  kmk_test_fail_request(test, "'line 3: end of file'", "{'problem': 'line 3: end of file'}");
  kmk_test_send_text(test, "{'binding': {'path': '/query', 'value': ''}}", NULL);
  kmk_test_advance(test, KMK_SECONDS(10));
}

static void a_search_waits_for_the_typing_to_end(kmk_test_store *test) {
  load(test);
  kmk_test_send_text(test, WRITE("/query", "g"), "{'query': 'g'}");
  kmk_test_advance(test, KMK_MILLISECONDS(100));
  kmk_test_send_text(test, WRITE("/query", "gRA"), "{'query': 'gRA'}");
  kmk_test_advance(test, KMK_MILLISECONDS(150));
  kmk_test_receive_text(test, "{'found': ['g']}", "{'hits': ['g']}");
  kmk_test_send_text(test, WRITE("/query", ""), "{'query': '', 'hits': null}");
  expect_saved(test);
}

static void a_star_may_be_undone_and_done_again(kmk_test_store *test) {
  load(test);
  kmk_test_send_text(test, "{'contacts': {'element': {'id': 'g', 'action': 'star'}}}",
                     "[" SET("/contacts/1/favourite", "true") "," HISTORY(1, 0) "]");
  kmk_test_send_text(test, "'undo'",
                     "[" SET("/contacts/1/favourite", "false") "," HISTORY(0, 1) "]");
  kmk_test_send_text(test, "'redo'",
                     "[" SET("/contacts/1/favourite", "true") "," HISTORY(1, 0) "]");
  expect_saved(test);
}

static void a_form_wants_a_name_and_is_kept_in_order(kmk_test_store *test) {
#define NEW_ID "'00000000-0000-0000-0000-000000000000'"
  load(test);
  kmk_test_send_text(test, "'add'",
                     "{'sheet': {'edit': {'id': " NEW_ID ", 'name': '', 'phone': '',"
                     "                    'favourite': false, 'problem': null}}}");
  kmk_test_send_text(test, TO_FORM("'done'"),
                     "{'sheet': {'edit': {'problem': 'A name is needed'}}}");
  kmk_test_send_text(test, TO_FORM(WRITE("/name", "Brewster")),
                     "{'sheet': {'edit': {'name': 'Brewster', 'problem': null}}}");
  kmk_test_send_text(test, TO_FORM("'done'"),
                     "[" SET("/sheet", "null") "," HISTORY(
                         1, 0) ","
                               " {'op': 'add', 'path': '/contacts/1', 'value':"
                               "  {'id': " NEW_ID
                               ", 'name': 'Brewster', 'phone': '', 'favourite': false}}]");
  expect_saved(test);
}

static void who_is_renamed_moves(kmk_test_store *test) {
  load(test);
  kmk_test_send_text(test, "{'edit': 'a'}",
                     "{'sheet': {'edit': {'id': 'a', 'name': 'Ada', 'phone': '1815',"
                     "                    'favourite': true, 'problem': null}}}");
  kmk_test_send_text(test, TO_FORM(WRITE("/name", "Lovelace")),
                     "{'sheet': {'edit': {'name': 'Lovelace'}}}");
  kmk_test_send_text(
      test, TO_FORM("'done'"),
      "[" SET("/sheet", "null") "," SET(
          "/contacts/0/name",
          "'Lovelace'") ","
                        " {'op': 'move', 'from': '/contacts/0', 'path': '/contacts/1'}," HISTORY(
                            1, 0) "]");
  expect_saved(test);
}

static void a_contact_is_deleted_once_that_is_confirmed(kmk_test_store *test) {
#define QUESTION "{'sheet': {'alert': {'id': 'a', 'title': 'Delete Ada?'}}}"
  load(test);
  kmk_test_send_text(test, "{'open': 'a'}", "{'detail': {'id': 'a'}}");
  kmk_test_send_text(test, "{'delete': 'a'}", QUESTION);
  kmk_test_send_text(test, "{'sheet': 'dismiss'}", "{'sheet': null}");
  kmk_test_send_text(test, "{'delete': 'a'}", QUESTION);
  kmk_test_send_text(test, "{'sheet': {'presented': {'alert': 'delete'}}}",
                     "[{'op': 'remove', 'path': '/contacts/0'}," SET("/sheet", "null") "," SET(
                         "/detail", "null") "," HISTORY(1, 0) "]");
  kmk_test_send_text(test, "'undo'",
                     "[{'op': 'add', 'path': '/contacts/0', 'value': " ADA "}," HISTORY(0, 1) "]");
  expect_saved(test);
}

static void a_save_waits_for_the_one_before(kmk_test_store *test) {
  load(test);
  kmk_test_send_text(test, "{'open': 'a'}", "{'detail': {'id': 'a'}}");
  expect_save(test);
  kmk_test_send_text(test, "{'detail': 'dismiss'}", "{'detail': null}");
  kmk_test_advance(test, KMK_MILLISECONDS(500));
  kmk_test_receive_text(test, "'save'", NULL); /* it waits */
  kmk_test_send_text(test, "{'open': 'g'}", "{'detail': {'id': 'g'}}");
  kmk_test_advance(test, KMK_MILLISECONDS(500));
  kmk_test_receive_text(test, "'save'", NULL); /* it waits instead */
  kmk_test_answer(test, "null", NULL);
  kmk_test_expect_request(test, "contacts.save", NULL);
  kmk_test_answer(test, "null", NULL);
  kmk_test_finish(test);
}

static void a_save_that_fails_is_told(kmk_test_store *test) {
  load(test);
  kmk_test_send_text(test, "{'open': 'a'}", "{'detail': {'id': 'a'}}");
  expect_save(test);
  kmk_test_fail_request(test, "'the disk is full'", "{'problem': 'the disk is full'}");
  kmk_test_finish(test); /* no retry */
  kmk_test_send_text(test, "{'detail': 'dismiss'}", "{'detail': null}");
  expect_save(test);
  kmk_test_answer(test, "null", "{'problem': null}");
}

int main(void) {
#define RUN(test) checks_run(#test, test, contacts_reducer(), contacts_initial())
  RUN(what_is_loaded_is_not_saved);
  RUN(nothing_is_saved_over_a_file_that_cannot_be_read);
  RUN(a_search_waits_for_the_typing_to_end);
  RUN(a_star_may_be_undone_and_done_again);
  RUN(a_form_wants_a_name_and_is_kept_in_order);
  RUN(who_is_renamed_moves);
  RUN(a_contact_is_deleted_once_that_is_confirmed);
  RUN(a_save_waits_for_the_one_before);
  RUN(a_save_that_fails_is_told);
  printf("%d failures\n", checks_failures);
  return checks_failures == 0 ? 0 : 1;
}
