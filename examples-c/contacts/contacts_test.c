/* contacts_test: exhaustive tests of the program logic, with fake files.
 *
 * Teaches: workers in a test: the test moves the clock until they start, waits until they are done,
 *          and checks their input; undo is an action like any other.
 * Prints:  expected/contacts_test.txt */
#include "contacts.h"
#include "checks.h"

#include <kumiki_test.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define ADA "{'id': 'a', 'name': 'Ada', 'phone': '1815', 'favourite': true}"
#define TO_FORM(action) "{'sheet': {'presented': {'edit': " action "}}}"
#define WRITE(pointer, value) "{'binding': {'path': '" pointer "', 'value': '" value "'}}"
#define SET(path, value) "{'op': 'replace', 'path': '" path "', 'value': " value "}"
#define HISTORY(undo, redo) SET("/history", "{'undo': " #undo ", 'redo': " #redo "}")

/* ------------------------------------------------------------------ fake files */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_slow; /* while true, a running save does not end */
static int saves, at_once, most_at_once;
static char saved_names[64]; /* in the last save */
static const char *refusal;  /* the error of a file; NULL: no error */

static void load_file(kmk_sender *sender, void *data) {
  if (refusal)
    kmk_sender_fail(sender, refusal);
  else
    kmk_sender_send_new(sender, kmk_action_at_new("loaded", kmk_json_parse(data, SIZE_MAX, NULL)));
}

static void save_file(kmk_sender *sender, const json_t *state, void *data) {
  (void)data;
  pthread_mutex_lock(&lock);
  saves++;
  most_at_once += ++at_once > most_at_once;
  pthread_cond_broadcast(&changed);
  while (is_slow)
    pthread_cond_wait(&changed, &lock);
  saved_names[0] = '\0';
  size_t index;
  json_t *contact;
  json_array_foreach(json_object_get(state, "contacts"), index, contact) {
    strcat(strcat(saved_names, json_string_value(json_object_get(contact, "name"))), " ");
  }
  at_once--;
  pthread_mutex_unlock(&lock);
  if (refusal)
    kmk_sender_fail(sender, refusal);
  else
    kmk_sender_send_new(sender, json_string("saved"));
}

/* An older file, whose last contact lacks a member. */
static char kept[] = "{\"contacts\": ["
                     "{\"id\": \"a\", \"name\": \"Ada\", \"phone\": \"1815\", \"favourite\": true},"
                     "{\"id\": \"g\", \"name\": \"Grace\", \"phone\": \"1906\"}]}";
static contacts_files files = {load_file, save_file, kept};

static void make_slow(bool value) {
  pthread_mutex_lock(&lock);
  is_slow = value;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

/* A running save cannot be stopped. */
static void wait_for_a_save(void) {
  pthread_mutex_lock(&lock);
  while (saves == 0)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

static void run(char *name, void (*body)(kmk_test_store *test)) {
  int before = checks_failures;
  saves = 0;
  refusal = NULL;
  json_t *initial = contacts_initial();
  kmk_error error;
  kmk_test_store *test = kmk_test_store_new(contacts_reducer(), initial, &error);
  json_decref(initial);
  if (!test) {
    checks_fail(__FILE__, __LINE__, error.message, name);
    return;
  }
  kmk_test_store_on_failure(test, checks_fail, name);
  kmk_test_set_dependency_pointer(test, "files", &files, NULL);
  body(test);
  kmk_test_store_free(test); /* reports what the test left over */
  if (checks_failures == before)
    printf("%s\n", name);
}

/* ------------------------------------------------------------------------ the tests */

/* The start of every test: two contacts, and no running effect. */
static void load(kmk_test_store *test) {
  kmk_test_send_text(test, "'load'", NULL);
  json_t *changes = kmk_json_parse(kept, SIZE_MAX, NULL);
  json_object_set_new(json_array_get(json_object_get(changes, "contacts"), 1), "favourite",
                      json_false()); /* missing in the file */
  json_object_set_new(changes, "isReady", json_true());
  kmk_test_receive_case(test, "loaded", changes);
  kmk_test_finish(test);
}

/* Receives the save half a second after a change, which must have started nothing else. */
static void expect_save(kmk_test_store *test, const char *names) {
  kmk_test_advance(test, KMK_MILLISECONDS(500));
  kmk_test_receive_text(test, "'saved'", NULL);
  kmk_test_finish(test);
  CHECK(strcmp(saved_names, names) == 0);
}

static void what_is_loaded_is_not_saved(kmk_test_store *test) {
  load(test);
  kmk_test_advance(test, KMK_SECONDS(10));
  CHECK(saves == 0);
}

static void nothing_is_saved_over_a_file_that_cannot_be_read(kmk_test_store *test) {
  refusal = "line 3: end of file";
  kmk_test_send_text(test, "'load'", NULL);
  kmk_test_receive_text(test, "{'failed': 'line 3: end of file'}",
                        "{'problem': 'line 3: end of file'}");
  kmk_test_send_text(test, "{'binding': {'path': '/query', 'value': ''}}", NULL);
  kmk_test_advance(test, KMK_SECONDS(10));
  CHECK(saves == 0);
}

static void a_search_waits_for_the_typing_to_end(kmk_test_store *test) {
  load(test);
  kmk_test_send_text(test, WRITE("/query", "g"), "{'query': 'g'}");
  kmk_test_advance(test, KMK_MILLISECONDS(100));
  kmk_test_send_text(test, WRITE("/query", "gRA"), "{'query': 'gRA'}");
  kmk_test_advance(test, KMK_MILLISECONDS(150));
  kmk_test_receive_text(test, "{'found': ['g']}", "{'hits': ['g']}");
  kmk_test_send_text(test, WRITE("/query", ""), "{'query': '', 'hits': null}");
  expect_save(test, "Ada Grace ");
}

static void a_star_may_be_undone_and_done_again(kmk_test_store *test) {
  load(test);
  kmk_test_send_text(test, "{'contacts': {'element': {'id': 'g', 'action': 'star'}}}",
                     "[" SET("/contacts/1/favourite", "true") "," HISTORY(1, 0) "]");
  kmk_test_send_text(test, "'undo'",
                     "[" SET("/contacts/1/favourite", "false") "," HISTORY(0, 1) "]");
  kmk_test_send_text(test, "'redo'",
                     "[" SET("/contacts/1/favourite", "true") "," HISTORY(1, 0) "]");
  expect_save(test, "Ada Grace ");
  CHECK(saves == 1);
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
  expect_save(test, "Ada Brewster Grace ");
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
  expect_save(test, "Grace Lovelace ");
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
  expect_save(test, "Ada Grace ");
}

static void a_save_waits_for_the_one_before(kmk_test_store *test) {
  load(test);
  make_slow(true);
  kmk_test_send_text(test, "{'open': 'a'}", "{'detail': {'id': 'a'}}");
  kmk_test_advance(test, KMK_MILLISECONDS(500));
  wait_for_a_save(); /* it continues, although the next change cancels it */
  kmk_test_send_text(test, "{'detail': 'dismiss'}", "{'detail': null}");
  kmk_test_advance(test, KMK_MILLISECONDS(500));
  make_slow(false);
  kmk_test_receive_text(test, "'saved'", NULL); /* the "saved" of the first save is dropped */
  kmk_test_finish(test);
  CHECK(saves == 2 && most_at_once == 1);
}

static void a_save_that_fails_is_told(kmk_test_store *test) {
  load(test);
  kmk_test_send_text(test, "{'open': 'a'}", "{'detail': {'id': 'a'}}");
  refusal = "the disk is full";
  kmk_test_advance(test, KMK_MILLISECONDS(500));
  kmk_test_receive_text(test, "{'failed': 'the disk is full'}", "{'problem': 'the disk is full'}");
  kmk_test_finish(test); /* no retry */
  refusal = NULL;
  kmk_test_send_text(test, "{'detail': 'dismiss'}", "{'detail': null}");
  kmk_test_advance(test, KMK_MILLISECONDS(500));
  kmk_test_receive_text(test, "'saved'", "{'problem': null}");
}

int main(void) {
#define RUN(test) run(#test, test)
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
