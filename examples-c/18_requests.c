/* 18_requests: a feature that asks for files, and does not read them itself.
 *
 * Teaches: a request and its replies; a server; a reply from outside, by the list of requests; a thread that replies; and a
 *          test, which needs no files.
 * Run:     cc 18_requests.c support/threads.c $(pkg-config --cflags --libs kumiki) -o 18_requests
 * Prints:  the states, and the requests of the steps: expected/18_requests.txt */
#include "support/threads.h"

#include <kumiki_test.h>
#include <stdio.h>
#include <string.h>

/* {"text": null, "problem": null, "isReading": false} */
static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *name = kmk_action_payload(action, "open");
  const json_t *text = kmk_action_payload(action, "opened");
  const json_t *why = kmk_action_payload(action, "failed");
  kmk_state_set_new(state, "/isReading", json_boolean(name != NULL));
  if (name != NULL) {
    kmk_ask ask = KMK_ASK_INIT;
    ask.answer = "opened";
    ask.failure = "failed";
    return kmk_effect_request_new("file.read", kmk_json_retain(name), &ask);
  }
  if (text != NULL)
    kmk_state_set(state, "/text", text);
  if (why != NULL)
    kmk_state_set(state, "/problem", why);
  return NULL;
}

static kmk_reducer *notes(void) {
  kmk_reducer *base = KMK_CASES(kmk_reducer_new(reduce, NULL, NULL), {"open", "text"},
                                {"opened", "text"}, {"failed", "text"});
  return kmk_requests(base, 1, (kmk_request_kind[]){{"file.read", "text", "text", NULL, "text"}});
}

/* An object stands in for the disk. */
static void read_file(kmk_request *request, void *files) {
  const char *name = json_string_value(kmk_request_question(request));
  json_t *text = json_object_get(files, name);
  if (text != NULL)
    kmk_request_answer_new(request, json_incref(text), NULL);
  else
    kmk_request_fail_new(request, json_string("there is no such file"), NULL);
}

/* Gives an answer to each request in the store's list. */
static void answer_all(kmk_store *store) {
  json_t *requests = kmk_store_requests(store), *each;
  size_t index;
  json_array_foreach(requests, index, each) {
    const char *id = json_string_value(json_object_get(each, "id"));
    kmk_request *request = kmk_store_request(store, id, NULL);
    kmk_request_answer_new(request, json_string("typed by hand"), NULL);
    kmk_request_free(request);
  }
  json_decref(requests);
}

static void test_notes(void) {
  json_t *initial = json_pack("{s:n, s:n, s:b}", "text", "problem", "isReading", 0);
  kmk_test_store *test = kmk_test_store_new(notes(), initial, NULL);
  json_decref(initial);

  kmk_test_send_text(test, "{'open': 'a.txt'}", "{'isReading': true}");
  kmk_test_expect_request(test, "file.read", "'a.txt'");
  kmk_test_answer(test, "'Hello'", "{'isReading': false, 'text': 'Hello'}");

  kmk_test_send_text(test, "{'open': 'b.txt'}", "{'isReading': true}");
  kmk_test_expect_request(test, "file.read", "'b.txt'");
  kmk_test_fail_request(test, "'no disk'", "{'isReading': false, 'problem': 'no disk'}");

  kmk_test_finish(test);
  kmk_test_store_free(test);
}

static void print_asked(const json_t *step, void *data) {
  (void)data;
  char *text = kmk_json_text(json_object_get(step, "asked"), JSON_COMPACT);
  if (text != NULL)
    printf("asked %s\n", text);
  kmk_text_free(text);
}

static void print_issue(const kmk_diagnostic *issue, void *data) {
  (void)data;
  printf("%s: %s\n", issue->code, issue->message);
}

static void print_state(const char *when, kmk_store *store) {
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  printf("%s: %s\n", when, text);
  kmk_text_free(text);
}

int main(void) {
  test_notes();

  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_diagnostics(loop, print_issue, NULL, NULL);
  json_t *initial = json_pack("{s:n, s:n, s:b}", "text", "problem", "isReading", 0);
  json_t *files = json_pack("{s:s}", "a.txt", "Hello");
  kmk_store *store = kmk_store_new(loop, notes(), initial, NULL);
  kmk_subscription *trace = kmk_store_trace(store, NULL, print_asked, NULL, NULL, NULL);

  kmk_server server = KMK_SERVER_INIT;
  server.serve = read_file;
  server.user_data = files;
  kmk_loop_serve(loop, "file.read", &server, NULL);
  kmk_store_send_text(store, "{\"open\": \"a.txt\"}", NULL);
  print_state("sent", store);
  kmk_loop_dispatch(loop, 0);
  print_state("served", store);
  kmk_loop_unserve(loop, "file.read", NULL);

  kmk_store_send_text(store, "{\"open\": \"b.txt\"}", NULL);
  kmk_loop_dispatch(loop, 0);
  answer_all(store);
  print_state("answered from outside", store);

  threads_serve(loop, "file.read", read_file, files, 1, NULL);
  kmk_store_send_text(store, "{\"open\": \"c.txt\"}", NULL);
  kmk_loop_finish(loop, -1, NULL);
  print_state("served by a thread", store);

  kmk_subscription_free(trace);
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(initial);
  json_decref(files);
  return 0;
}
