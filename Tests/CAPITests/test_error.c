/* Errors: names, the details of a failure, and issues (A28); the version and the object count. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include <stdio.h>
#include <unistd.h>

/* -------------------------------------------------------------------------- statuses */

TEST(every_status_is_named_as_it_is_spelt) {
#define ASSERT_NAMED(status) assert_string_equal(kmk_status_name(status), #status)
  ASSERT_NAMED(KMK_OK);
  ASSERT_NAMED(KMK_ERR_INVALID_ARGUMENT);
  ASSERT_NAMED(KMK_ERR_JSON);
  ASSERT_NAMED(KMK_ERR_DECODE);
  ASSERT_NAMED(KMK_ERR_UNKNOWN_FEATURE);
  ASSERT_NAMED(KMK_ERR_NOT_FOUND);
  ASSERT_NAMED(KMK_ERR_WRONG_THREAD);
  ASSERT_NAMED(KMK_ERR_NO_MEMORY);
  ASSERT_NAMED(KMK_ERR_TOO_DEEP);
  ASSERT_NAMED(KMK_ERR_CLOSED);
  ASSERT_NAMED(KMK_ERR_BUSY);
  ASSERT_NAMED(KMK_ERR_TIMEOUT);
  ASSERT_NAMED(KMK_ERR_LIMIT);
  ASSERT_NAMED(KMK_ERR_NOT_ALLOWED);
  assert_string_equal(kmk_status_name((kmk_status)1), "unknown");
  assert_string_equal(kmk_status_name((kmk_status)-14), "unknown");
}

TEST(the_library_is_of_the_version_of_its_headers) {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", KMK_VERSION_MAJOR, KMK_VERSION_MINOR,
           KMK_VERSION_PATCH);
  assert_string_equal(kmk_version(), version);
}

/* --------------------------------------------------------------------------- details */

static kmk_error garbage(void) {
  kmk_error error;
  memset(&error, 'x', sizeof error);
  return error;
}

TEST(a_success_leaves_the_error_alone) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_error error = garbage(), before = garbage();
  assert_int_equal(kmk_store_send_text(k->store, "\"inc\"", &error), KMK_OK);
  json_t *count = kmk_store_get(k->store, "/count", &error);
  assert_non_null(count);
  assert_int_equal(kmk_loop_run_until_idle(k->loop, 0, &error), KMK_OK);
  assert_memory_equal(&error, &before, sizeof error);
  json_decref(count);
}

static void assert_filled(const kmk_error *error, kmk_status status, size_t position,
                          const char *path) {
  assert_int_equal(error->status, status);
  assert_int_equal(error->position, position);
  assert_string_equal(error->path, path);
  assert_non_null(memchr(error->message, '\0', sizeof error->message));
  assert_string_not_equal(error->message, "");
  assert_null(strchr(error->message, '\n'));
}

TEST(a_failure_fills_the_whole_error) {
  kit_open(k, kmk_presentation(counter(), "/sheet", "sheet", NULL, counter()),
           "{'sheet': {'count': 0}}");
  kmk_error error = garbage();
  assert_int_equal(kmk_store_send_text(k->store, "{\"inc\": nope}", &error), KMK_ERR_JSON);
  assert_true(error.position >= 8 && error.position <= 12);
  assert_filled(&error, KMK_ERR_JSON, error.position, "");
  error = garbage();
  assert_int_equal(kmk_store_send_text(k->store, "{\"sheet\": \"dismis\"}", &error),
                   KMK_ERR_DECODE);
  assert_filled(&error, KMK_ERR_DECODE, 0, "/sheet");
  error = garbage();
  assert_null(kmk_store_get(k->store, "/nothing/here", &error));
  assert_filled(&error, KMK_ERR_NOT_FOUND, 0, "/nothing/here");
  error = garbage();
  assert_null(kmk_store_get(NULL, "", &error));
  assert_filled(&error, KMK_ERR_INVALID_ARGUMENT, 0, "");
  error = garbage();
  assert_null(kmk_store_new(NULL, NULL, NULL, &error));
  assert_filled(&error, KMK_ERR_INVALID_ARGUMENT, 0, "");
}

TEST(texts_that_are_too_long_are_cut_between_characters) {
  kit_open(k, counter(), "{}");
  /* Two-byte characters after two one-byte characters: cutting at 127 bytes would split a character. */
  char pointer[512] = "/x";
  for (int i = 0; i < 200; i++) {
    strcat(pointer, "\xc3\xa9");
  }
  kmk_error error = garbage();
  assert_null(kmk_store_get(k->store, pointer, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_non_null(memchr(error.path, '\0', sizeof error.path));
  assert_int_equal(strlen(error.path), 126);
  assert_memory_equal(error.path, pointer, 126);
  assert_non_null(memchr(error.message, '\0', sizeof error.message));
}

/* ---------------------------------------------------------------------------- issues */

/* What a function writes to standard error. */
static size_t catch_stderr(void (*body)(kmk_store *), kmk_store *store, char *text, size_t size) {
  FILE *file = tmpfile();
  assert_non_null(file);
  fflush(stderr);
  int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  body(store);
  fflush(stderr);
  dup2(saved, STDERR_FILENO);
  close(saved);
  rewind(file);
  size_t length = fread(text, 1, size - 1, file);
  text[length] = '\0';
  fclose(file);
  return length;
}

static void send_to_absent_child(kmk_store *store) {
  kmk_store_send_text(store, "{\"child\": {\"set\": 4711}}", NULL);
}

static size_t count_of(const char *word, const char *text) {
  size_t count = 0;
  for (; (text = strstr(text, word)) != NULL; text++) {
    count++;
  }
  return count;
}

TEST(A28_without_a_callback_an_issue_is_written_to_stderr_once) {
  char text[4096];
  kit_open(k, kmk_if_let(kmk_combine(0, NULL), "/child", "child", NULL, counter()),
           "{'child': null}");
  kmk_loop_set_diagnostics(k->loop, NULL, NULL, NULL);
  for (int i = 0; i < 2; i++) {
    catch_stderr(send_to_absent_child, k->store, text, sizeof text);
    assert_int_equal(count_of("absent-child", text), 1);
    assert_non_null(strstr(text, "child.set"));
    assert_null(strstr(text, "4711"));
    assert_int_equal(text[strlen(text) - 1], '\n');
  }
}

REDUCER(writes_a_number) {
  (void)action, (void)env;
  kmk_state_set_new(state, "/view/q", json_integer(3));
  return NULL;
}

static void send_go(kmk_store *store) { kmk_store_send_text(store, "\"go\"", NULL); }

TEST(A130_an_issue_on_stderr_shows_its_place_in_the_state) {
  char text[4096];
  kit_open(k, kmk_shape(kmk_reducer_new(writes_a_number, NULL, NULL), "{view: {q: text}}"),
           "{'view': {'q': ''}}");
  kmk_loop_set_diagnostics(k->loop, NULL, NULL, NULL);
  catch_stderr(send_go, k->store, text, sizeof text);
  assert_non_null(strstr(text, "kumiki: state-misfit: at /view/q: expected text, found 3"));
  assert_int_equal(count_of("\n", text), 1);
}

TEST(a_callback_keeps_issues_off_stderr) {
  char text[4096];
  kit_open(k, kmk_if_let(kmk_combine(0, NULL), "/child", "child", NULL, counter()),
           "{'child': null}");
  catch_stderr(send_to_absent_child, k->store, text, sizeof text);
  assert_string_equal(text, "");
  assert_issues(k, "['absent-child']");
}

static void ignore_issue(const kmk_diagnostic *diagnostic, void *user_data) {
  (void)diagnostic, (void)user_data;
}

TEST(a_replaced_callback_is_released) {
  int first = 0, second = 0, third = 0, nobody = 0;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_loop_set_diagnostics(loop, ignore_issue, &first, count_free);
  assert_int_equal(first, 0);
  kmk_loop_set_diagnostics(loop, ignore_issue, &second, count_free);
  assert_int_equal(first, 1);
  kmk_loop_set_diagnostics(loop, NULL, NULL, NULL);
  assert_int_equal(second, 1);
  kmk_loop_set_diagnostics(loop, ignore_issue, &third, count_free);
  kmk_loop_free(loop);
  assert_int_equal(third, 1);
  kmk_loop_set_diagnostics(NULL, ignore_issue, &nobody, count_free);
  assert_int_equal(nobody, 1);
  assert_int_equal(first + second, 2);
}

typedef struct answerer {
  kmk_store *store;
  kmk_status sent;
} answerer;

static void send_from_diagnostics(const kmk_diagnostic *diagnostic, void *user_data) {
  (void)diagnostic;
  answerer *a = user_data;
  a->sent = kmk_store_send_new(a->store, json_string("answer"), NULL);
}

TEST(a_diagnostics_callback_may_send) {
  kit_open(k, kmk_if_let(kmk_combine(0, NULL), "/child", "child", NULL, counter()),
           "{'child': null}");
  answerer a = {k->store, KMK_ERR_BUSY};
  kmk_loop_set_diagnostics(k->loop, send_from_diagnostics, &a, NULL);
  send_ok(k->store, "{'child': 'inc'}");
  assert_int_equal(a.sent, KMK_OK);
  assert_json_text(k->log, "[{'child': 'inc'}, 'answer']");
}

/* An issue callback that makes mistakes itself. */
typedef struct blunderer {
  kmk_store *store; /* busy when the callback is called */
  kmk_store *other; /* idle */
  json_t *told;     /* the issues' codes and action cases */
  int inside, deepest;
} blunderer;

static void blunder(const kmk_diagnostic *diagnostic, void *user_data) {
  blunderer *b = user_data;
  if (++b->inside > b->deepest) {
    b->deepest = b->inside;
  }
  if (json_array_size(b->told) < 100) {
    json_array_append_new(b->told, json_string(diagnostic->code));
    json_array_append_new(b->told, diagnostic->action_case == NULL
                                       ? json_null()
                                       : json_string(diagnostic->action_case));
    kmk_text_free(kmk_store_state_text(b->store, JSON_COMPACT));
    kmk_store_send_new(b->other, json_pack("{s:s}", "child", "dec"), NULL);
  }
  b->inside--;
}

static kmk_reducer *with_optional_child(void) {
  return kmk_if_let(kmk_combine(0, NULL), "/child", "child", NULL, counter());
}

TEST(C40_what_a_diagnostics_callback_raises_is_told_after_it_and_once) {
  kit_open(k, with_optional_child(), "{'child': null}");
  blunderer b = {k->store, open_store(k->loop, with_optional_child(), "{'child': null}"),
                 json_array(), 0, 0};
  kmk_loop_set_diagnostics(k->loop, blunder, &b, NULL);
  /* The query causes the second issue, and the send to the other store causes the third. */
  const char *told = "['absent-child', 'child.inc', 'read-while-reducing', null, 'absent-child', "
                     "'child.dec']";
  send_ok(k->store, "{'child': 'inc'}");
  assert_json_text(b.told, told);
  assert_int_equal(b.deepest, 1);

  /* Repeating the mistake raises the same issues again. */
  json_array_clear(b.told);
  send_ok(k->store, "{'child': 'inc'}");
  assert_json_text(b.told, told);
  collect_issues(k->loop, k->issues);
  kmk_store_free(b.other);
  json_decref(b.told);
}

static void replace_itself(const kmk_diagnostic *diagnostic, void *user_data) {
  (void)diagnostic;
  kit *k = user_data;
  kmk_text_free(kmk_store_state_text(k->store, JSON_COMPACT));
  collect_issues(k->loop, k->issues);
}

TEST(C40_what_waits_is_told_to_who_listens_by_then) {
  kit_open(k, with_optional_child(), "{'child': null}");
  kmk_loop_set_diagnostics(k->loop, replace_itself, k, NULL);
  send_ok(k->store, "{'child': 'inc'}");
  assert_issues(k, "['read-while-reducing']");
}

/* ----------------------------------------------------------------------- other issues */

static kmk_effect *answer_wrongly(const json_t *action) {
  if (kmk_action_is(action, "send")) {
    return kmk_effect_send(NULL);
  }
  if (kmk_action_is(action, "every")) {
    return kmk_effect_every_new(0, json_string("x"));
  }
  if (kmk_action_is(action, "start")) {
    return kmk_effect_start(NULL, NULL, NULL, NULL);
  }
  if (kmk_action_is(action, "merged")) {
    return kmk_effect_merge(2, (kmk_effect *[]){kmk_effect_cancel(NULL), sends("'good'")});
  }
  return NULL;
}

TEST(an_invalid_effect_is_an_issue_and_does_nothing) {
  kit_open(k, answering(answer_wrongly), "{}");
  const char *actions[] = {"'send'", "'every'", "'start'"};
  for (size_t i = 0; i < COUNT_OF(actions); i++) {
    json_array_clear(k->log);
    send_ok(k->store, actions[i]);
    assert_issues(k, "['invalid-effect']");
    assert_int_equal(json_array_size(k->log), 1);
    assert_int_equal(kmk_store_effect_count(k->store), 0);
  }
  json_array_clear(k->log);
  send_ok(k->store, "'merged'");
  assert_issues(k, "['invalid-effect']");
  assert_json_text(k->log, "['merged', 'good']");
}

/* --------------------------------------------------------------------------- counting */

TEST(live_objects_counts_handles_and_returns_to_where_it_was) {
  size_t before = kmk_live_objects();
  kmk_reducer *reducer = counter();
  size_t with_reducer = kmk_live_objects();
  kmk_effect *effect = kmk_effect_cancel("x");
  size_t with_effect = kmk_live_objects();
  assert_true(with_reducer > before);
  assert_true(with_effect > with_reducer);
  kmk_effect_free(effect);
  kmk_reducer_free(reducer);
  assert_int_equal(kmk_live_objects(), before);
}
