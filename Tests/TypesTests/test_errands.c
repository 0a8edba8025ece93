/* The header generated for errands.shape: the requests are declared (S215), and asked and answered with types (S216). */
#include "errands.h"

#include "check.h"

#include <kumiki_test.h>
#include <stdlib.h>
#include <string.h>

static kmk_effect *ask_one(errands_action_json sent) {
  kmk_ask ask = KMK_ASK_INIT;
  ask.failure = "failed";
  switch (errands_action_which(sent)) {
  case ERRANDS_ACTION_CHECK:
    ask.answer = "checked";
    return errands_ask_net_check(errands_action_as_check(sent), &ask);
  case ERRANDS_ACTION_FETCH:
    ask.answer = "fetched";
    ask.part = "progressed";
    json_t *job = kmk_json_retain(errands_action_as_fetch(sent).json);
    return errands_ask_net_fetch(errands_job_made_of(job), &ask);
  case ERRANDS_ACTION_NOW:
    ask.answer = "time";
    return errands_ask_clock_now(&ask);
  case ERRANDS_ACTION_NOTE:
    return errands_ask_log(errands_action_as_note(sent), NULL);
  case ERRANDS_ACTION_ASK_ONE:
    ask.answer = "asked";
    return errands_ask_ask(errands_ask_question_new("Sure?", json_pack("[ss]", "ok", "cancel")),
                           &ask);
  case ERRANDS_ACTION_BY_HAND: /* a name and a question that the shape does not declare */
    return kmk_effect_request_new("net.check", json_integer(5), NULL);
  default:
    return NULL;
  }
}

/* Asks what the action says, and keeps the replies. */
static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_effect *asked = ask_one(errands_action_json_of(action));
  if (asked == NULL)
    kmk_state_insert_new(state, ERRANDS_AT_LOG "/-", kmk_json_retain(action));
  return asked;
}

static kmk_reducer *feature(void) { return errands_declare(kmk_reducer_new(reduce, NULL, NULL)); }

/* A server of every name, which keeps the last request. */
static kmk_request *kept;
static void keep(kmk_request *request, void *data) {
  (void)data;
  kmk_request_free(kept);
  kept = kmk_request_retain(request);
}

static kmk_loop *loop;
static kmk_store *store;
static char issue[64];

static void note_issue(const kmk_diagnostic *raw, void *data) {
  (void)data;
  kmk_diagnostic known;
  kmk_diagnostic_read(raw, &known, sizeof known);
  snprintf(issue, sizeof issue, "%s", known.code);
}

static void open_all(void) {
  static const char *const names[] = {ERRANDS_NAME_NET_CHECK, ERRANDS_NAME_NET_FETCH,
                                      ERRANDS_NAME_CLOCK_NOW, ERRANDS_NAME_LOG,
                                      ERRANDS_NAME_SAVE_ALL,  ERRANDS_NAME_ASK};
  loop = kmk_loop_new_virtual(NULL);
  kmk_loop_set_diagnostics(loop, note_issue, NULL, NULL);
  kmk_server server = KMK_SERVER_INIT;
  server.serve = keep;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    CHECK(kmk_loop_serve(loop, names[i], &server, NULL) == KMK_OK);
  const errands_state_made initial = errands_state_new();
  store = kmk_store_new(loop, feature(), initial.json, NULL);
  json_decref(initial.json);
  CHECK(store != NULL);
}

static void close_all(void) {
  kmk_request_free(kept);
  kept = NULL;
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static void send(json_t *action) {
  CHECK(kmk_store_send(store, action, NULL) == KMK_OK);
  json_decref(action);
  kmk_loop_run_until_idle(loop, 0, NULL);
}

/* Whether the last action that the feature kept is this one. */
static bool received(const char *expected) {
  json_t *log = kmk_store_get(store, ERRANDS_AT_LOG, NULL);
  char *text = kmk_json_text(json_array_get(log, json_array_size(log) - 1), JSON_COMPACT);
  const bool is_same = text && strcmp(text, expected) == 0;
  kmk_text_free(text);
  json_decref(log);
  return is_same;
}

static void S216_a_request_is_asked_read_and_answered_with_types(void) {
  open_all();
  send(errands_action_check("a.txt"));
  CHECK(errands_request_which(kept) == ERRANDS_REQUEST_NET_CHECK);
  CHECK(strcmp(errands_question_net_check(kept), "a.txt") == 0);
  CHECK(errands_answer_net_check(kept, errands_answer_new("a", 5), NULL) == KMK_OK);
  CHECK(received("{\"checked\":{\"name\":\"a\",\"size\":5}}"));

  send(errands_action_check("b.txt"));
  CHECK(errands_fail_net_check(kept, "no \xff file", NULL) == KMK_OK); /* any bytes */
  CHECK(received("{\"failed\":\"no \xef\xbf\xbd file\"}"));

  send(errands_action_note("a line"));
  CHECK(errands_request_which(kept) == ERRANDS_REQUEST_LOG);
  CHECK(strcmp(errands_question_log(kept), "a line") == 0);

  send(errands_action_now());
  CHECK(errands_answer_clock_now(kept, 0.5, NULL) == KMK_OK);
  CHECK(received("{\"time\":0.5}"));

  send(errands_action_ask_one());
  const errands_ask_question_json asked = errands_question_ask(kept);
  CHECK(strcmp(errands_ask_question_title(asked), "Sure?") == 0);
  CHECK(json_array_size(errands_ask_question_buttons(asked)) == 2);
  CHECK(errands_answer_ask(kept, ERRANDS_ASK_ANSWER_CANCEL, NULL) == KMK_OK);
  CHECK(received("{\"asked\":\"cancel\"}"));
  close_all();
}

static void S216_parts_of_several_kinds_come_before_an_answer_of_null(void) {
  open_all();
  send(errands_action_fetch(errands_job_new("u", "f")));
  const errands_job_json job = errands_question_net_fetch(kept);
  CHECK(strcmp(errands_job_url(job), "u") == 0 && strcmp(errands_job_file(job), "f") == 0);
  CHECK(errands_part_net_fetch(kept, NULL, errands_progress_of_began(10), NULL) == KMK_OK);
  CHECK(received("{\"progressed\":{\"began\":10}}"));
  CHECK(errands_part_net_fetch(kept, "p", errands_progress_of_stalled(), NULL) == KMK_OK);
  CHECK(received("{\"progressed\":\"stalled\"}"));

  /* A server that comes later finds the last part. */
  CHECK(kmk_loop_unserve(loop, ERRANDS_NAME_NET_FETCH, NULL) == KMK_OK);
  kmk_server server = KMK_SERVER_INIT;
  server.serve = keep;
  CHECK(kmk_loop_serve(loop, ERRANDS_NAME_NET_FETCH, &server, NULL) == KMK_OK);
  kmk_loop_run_until_idle(loop, 0, NULL);
  CHECK(errands_progress_which(errands_last_part_net_fetch(kept)) == ERRANDS_PROGRESS_STALLED);
  CHECK(errands_answer_net_fetch(kept, NULL) == KMK_OK);
  CHECK(received("\"fetched\"") || received("{\"fetched\":null}"));

  send(errands_action_fetch(errands_job_new("u", "f")));
  const errands_net_fetch_failure_refused_made why = errands_net_fetch_failure_refused_new(404);
  CHECK(errands_fail_net_fetch(kept, errands_net_fetch_failure_of_refused(why), NULL) == KMK_OK);
  CHECK(received("{\"failed\":{\"refused\":{\"status\":404}}}"));
  close_all();
}

static void S216_a_question_that_cannot_be_json_asks_nothing(void) {
  CHECK(errands_ask_net_check(NULL, NULL) != NULL); /* an invalid effect */
  CHECK(errands_answer_net_check(NULL, errands_answer_new("\xff", 1), NULL) ==
        KMK_ERR_INVALID_ARGUMENT);
}

static void S215_another_reply_is_refused(void) {
  open_all();
  send(errands_action_check("a.txt"));
  CHECK(kmk_request_answer_new(kept, json_integer(5), NULL) == KMK_ERR_DECODE);
  CHECK(kmk_request_fail_new(kept, json_integer(5), NULL) == KMK_ERR_DECODE);
  CHECK(kmk_request_part_new(kept, NULL, json_integer(5), NULL) != KMK_OK);
  CHECK(errands_answer_net_check(kept, errands_answer_new("a", 5), NULL) == KMK_OK);
  close_all();
}

static void S215_another_question_is_refused(void) {
  open_all();
  send(errands_action_by_hand());
  CHECK(kept == NULL && strcmp(issue, "request-misfit") == 0);
  close_all();
}

static void S215_the_description_has_the_requests(void) {
  kmk_reducer *declared = feature();
  json_t *described = kmk_reducer_describe(declared, NULL);
  const json_t *known = json_object_get(described, "requests");
  CHECK(json_object_size(known) == 8 && json_object_get(known, "save all") != NULL);
  json_decref(described);
  kmk_reducer_free(declared);
}

int main(void) {
  S216_a_request_is_asked_read_and_answered_with_types();
  S216_parts_of_several_kinds_come_before_an_answer_of_null();
  S216_a_question_that_cannot_be_json_asks_nothing();
  S215_another_reply_is_refused();
  S215_another_question_is_refused();
  S215_the_description_has_the_requests();
  return ended();
}
