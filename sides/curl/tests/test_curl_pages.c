/* The code of docs/network.md, run with a server on 127.0.0.1. */
#include <curl/curl.h>

#include "curl_support.h"

/* {"hits", "problem", "received", "file"}: a search, and a download with its progress. */
KMK_REDUCE_FN(library) {
  const json_t *query = kmk_action_payload(action, "search");
  const json_t *book = kmk_action_payload(action, "download");
  const json_t *found = kmk_action_payload(action, "found");
  const json_t *progress = kmk_action_payload(action, "progressed");
  const json_t *saved = kmk_action_payload(action, "saved");
  const json_t *failure = kmk_action_payload(action, "failed");
  kmk_ask ask = KMK_ASK_INIT;
  if (query) {
    ask.answer = "found";
    ask.failure = "failed";
    json_t *question = json_pack("{s:O, s:b, s:i}", "url", query, "parse", 1, "timeout", 10);
    kmk_effect *search = kmk_effect_request_new("net", question, &ask);
    return kmk_effect_cancellable(search, "search", true);
  }
  if (book) {
    ask.answer = "saved";
    ask.part = "progressed";
    ask.failure = "failed";
    json_t *question = json_pack("{s:O, s:s+}", "url", book, "file", folder, "/book");
    return kmk_effect_request_new("net", question, &ask);
  }
  if (found)
    kmk_state_set(state, "/hits", json_object_get(found, "json"));
  if (progress)
    kmk_state_set(state, "/received", json_object_get(progress, "received"));
  if (saved)
    kmk_state_set(state, "/file", json_object_get(saved, "file"));
  if (failure)
    kmk_state_set(state, "/problem", json_object_get(failure, "message"));
  return NULL;
}

static json_t *run_until(kmk_store *store, const char *action, const char *url, const char *place) {
  json_t *value = NULL, *address = question(url);
  kmk_store_send_new(store, json_pack("{s:o}", action, address), NULL);
  while (value == NULL || json_is_null(value)) {
    json_decref(value);
    kmk_loop_dispatch(loop, -1);
    value = kmk_store_get(store, place, NULL);
  }
  return value;
}

static kmk_store *library_new(void) {
  json_t *initial = json_pack("{s:n, s:n, s:n, s:n}", "hits", "problem", "received", "file");
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(library, NULL, NULL), initial, NULL);
  json_decref(initial);
  return store;
}

static void a_search_and_a_download(void **state) {
  (void)state;
  kmk_error error;
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.most_per_host = 2;
  kmk_status status = kmk_curl_serve(loop, "net", &options, &error);
  assert_int_equal(status, KMK_OK);
  kmk_store *store = library_new();
  json_t *hits = run_until(store, "search", "'%/json'", "/hits");
  assert_int_equal(number_at(hits, "n"), 7);
  json_decref(hits);
  json_t *received = run_until(store, "download", "'%/half'", "/received");
  assert_in_range(json_integer_value(received), 1, 100000);
  json_decref(received);
  server_release(1);
  json_t *file = run_until(store, "search", "'%/status/503'", "/file");
  assert_string_equal(json_string_value(file), path_of("book"));
  json_decref(file);
  json_t *problem = run_until(store, "search", "'%/status/503'", "/problem");
  assert_string_equal(json_string_value(problem), "the server answered with the status 503");
  json_decref(problem);
  kmk_store_free(store);
}

static const char *add_token(void *easy, const json_t *question, void *token) {
  (void)question;
  curl_easy_setopt(easy, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
  curl_easy_setopt(easy, CURLOPT_XOAUTH2_BEARER, token);
  return NULL;
}

static void a_token_is_no_part_of_the_question(void **state) {
  (void)state;
  static char token[] = "s3cret";
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.setup = add_token;
  options.user_data = token;
  kmk_curl_serve(loop, "net.fetch", &options, NULL);
  assert_non_null(strstr(text_at(answer_to("'%/echo'"), "body"), "bearer s3cret"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      CURL_TEST(a_search_and_a_download),
      CURL_TEST(a_token_is_no_part_of_the_question),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
