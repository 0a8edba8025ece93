/* kumiki_curl.h: questions, answers and failures. */
#define _GNU_SOURCE /* strcasestr */
#include "curl_support.h"

#include <unistd.h>

static void a_url_is_answered_with_its_text(void **state) {
  (void)state;
  serve(NULL);
  const json_t *answer = answer_to("'%/text'");
  assert_int_equal(number_at(answer, "status"), 200);
  assert_string_equal(text_at(answer, "body"), "hello");
  assert_int_equal(json_object_size(answer), 2);
}

static void a_question_says_what_is_sent(void **state) {
  (void)state;
  serve(NULL);
  const char *body = text_at(answer_to("{'url': '%/echo'}"), "body");
  assert_memory_equal(body, "GET /echo HTTP/1.1\r\n", 20);
  assert_non_null(strstr(body, "user-agent: kumiki-curl/"));
  body = text_at(answer_to("{'url': '%/echo', 'headers': {'X-One': 'two', 'x-empty': ''},"
                           " 'body': 'Grüße'}"),
                 "body");
  assert_memory_equal(body, "POST ", 5);
  assert_non_null(strstr(body, "x-one: two\r\n"));
  assert_non_null(strstr(body, "x-empty:\r\n"));
  assert_non_null(strstr(body, "content-type: text/plain; charset=utf-8\r\n"));
  assert_null(strstr(body, "expect:"));
  assert_non_null(strstr(body, "\r\n\r\nGrüße"));
  body = text_at(answer_to("{'url': '%/echo', 'method': 'PATCH', 'json': {'a': [1]}}"), "body");
  assert_memory_equal(body, "PATCH ", 6);
  assert_non_null(strstr(body, "content-type: application/json\r\n"));
  assert_non_null(strstr(body, "\r\n\r\n{\"a\":[1]}"));
  body = text_at(answer_to("{'url': '%/echo', 'body': 'a=1', 'headers':"
                           " {'Content-Type': 'application/x-www-form-urlencoded'}}"),
                 "body");
  assert_non_null(strstr(body, "content-type: application/x-www-form-urlencoded\r\n"));
  assert_null(strstr(body, "text/plain"));
  body = text_at(answer_to("{'url': '%/echo', 'method': 'POST'}"), "body");
  assert_memory_equal(body, "POST ", 5);
  body = text_at(answer_to("{'url': '%/echo', 'method': 'DELETE'}"), "body");
  assert_memory_equal(body, "DELETE ", 7);
  assert_string_equal(text_at(answer_to("{'url': '%/text', 'method': 'HEAD'}"), "body"), "");
}

static void an_answer_is_text_or_json_or_a_file(void **state) {
  (void)state;
  serve(NULL);
  const json_t *answer = answer_to("{'url': '%/json', 'parse': true}");
  assert_int_equal(number_at(json_object_get(answer, "json"), "n"), 7);
  assert_null(json_object_get(answer, "body"));
  answer = answer_to("{'url': '%/bytes', 'file': '@/got'}");
  assert_string_equal(text_at(answer, "file"), path_of("got"));
  assert_int_equal(number_at(answer, "size"), 2);
  assert_string_equal(contents("got"), "\xe9\xff");
  assert_null(contents("got.part"));
}

static void a_file_is_sent(void **state) {
  (void)state;
  serve(NULL);
  write_file("sent", "whole file");
  const char *body = text_at(answer_to("{'url': '%/echo', 'bodyFile': '@/sent'}"), "body");
  assert_memory_equal(body, "PUT ", 4);
  assert_non_null(strstr(body, "content-length: 10\r\n"));
  assert_non_null(strstr(body, "\r\n\r\nwhole file"));
  body = text_at(answer_to("{'url': '%/echo', 'method': 'POST', 'bodyFile': '@/sent'}"), "body");
  assert_memory_equal(body, "POST ", 5);
  const json_t *failure = failure_of("{'url': '%/echo', 'bodyFile': '@/none'}");
  assert_string_equal(text_at(failure, "kind"), "file");
  assert_non_null(strstr(text_at(failure, "message"), "/none: No such file"));
}

static void wanted_headers_and_redirects_are_in_the_answer(void **state) {
  (void)state;
  serve(NULL);
  const json_t *answer = answer_to("{'url': '%/redirect', 'wanted': ['ETag', 'x-many', 'x-no']}");
  const json_t *headers = json_object_get(answer, "headers");
  assert_string_equal(text_at(headers, "ETag"), "e1");
  assert_string_equal(text_at(headers, "x-many"), "a, b");
  assert_int_equal(json_object_size(headers), 2);
  assert_non_null(strstr(text_at(answer, "url"), "/text"));
  answer = answer_to("{'url': '%/redirect', 'follow': false, 'wanted': ['location']}");
  assert_int_equal(number_at(answer, "status"), 302);
  assert_null(json_object_get(answer, "url"));
}

static void a_status_of_400_is_a_failure_unless_it_is_asked_for(void **state) {
  (void)state;
  serve(NULL);
  const json_t *failure = failure_of("{'url': '%/status/404', 'wanted': ['content-length']}");
  assert_string_equal(text_at(failure, "kind"), "status");
  assert_string_equal(text_at(failure, "message"), "the server answered with the status 404");
  assert_int_equal(number_at(failure, "status"), 404);
  assert_string_equal(text_at(failure, "body"), "sorry");
  assert_string_equal(text_at(json_object_get(failure, "headers"), "content-length"), "5");
  const json_t *answer = answer_to("{'url': '%/status/500', 'anyStatus': true}");
  assert_int_equal(number_at(answer, "status"), 500);
  write_file("got", "before");
  failure = failure_of("{'url': '%/status/500', 'file': '@/got'}");
  assert_string_equal(text_at(failure, "body"), "sorry");
  assert_string_equal(contents("got"), "before");
  assert_null(contents("got.part"));
}

static void an_unchanged_page_leaves_the_file(void **state) {
  (void)state;
  serve(NULL);
  write_file("got", "before");
  const json_t *answer = answer_to("{'url': '%/status/304', 'file': '@/got'}");
  assert_int_equal(number_at(answer, "status"), 304);
  assert_string_equal(text_at(answer, "body"), "");
  assert_null(json_object_get(answer, "file"));
  assert_string_equal(contents("got"), "before");
  answer = answer_to("{'url': '%/status/404', 'file': '@/got', 'anyStatus': true}");
  assert_int_equal(number_at(answer, "size"), 5);
  assert_string_equal(contents("got"), "sorry");
}

static void a_failure_says_its_kind(void **state) {
  (void)state;
  static const struct {
    const char *question, *kind, *message;
  } cases[] = {
      {"'http://127.0.0.1:1/'", "connect", "connect"},
      {"'https://127.0.0.1:#/'", "tls", "the connection is not secure: "},
      {"{'url': '%/wait', 'timeout': 0.02}", "timeout", "timed out"},
      {"'%/bytes'", "body", "is not UTF-8"},
      {"{'url': '%/text', 'parse': true}", "body", "not JSON at byte 5"},
      {"'%/half'", "body", "larger than most_bytes"},
      {"{'url': '%/text', 'file': '@/no/folder'}", "file", "No such file"},
      {"{'url': '%/text', 'file': '@'}", "file", "directory"},
  };
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.most_bytes = 1000;
  serve(&options);
  for (size_t i = 0; i < KMK_COUNT(cases); i++) {
    const json_t *failure = failure_of(cases[i].question);
    assert_string_equal(text_at(failure, "kind"), cases[i].kind);
    if (strcasestr(text_at(failure, "message"), cases[i].message) == NULL)
      fail_msg("%s: %s", cases[i].question, text_at(failure, "message"));
    assert_int_equal(json_object_size(failure), 2);
  }
}

static void a_mistake_in_the_question_is_told_with_its_place(void **state) {
  (void)state;
  static const struct {
    const char *question, *at, *message;
  } cases[] = {
      {"5", "", "expected a URL or an object, found an integer"},
      {"'example.org'", "", "expected a URL with http or https: "},
      {"{'method': 'GET'}", "", "expected the member url"},
      {"{'url': 5}", "/url", "expected text without NUL, found an integer"},
      {"{'url': 'file:///etc/passwd'}", "/url", "another scheme"},
      {"{'url': '%/', 'methd': 'GET'}", "/methd", "there is no such member; expected url, method"},
      {"{'url': '%/', 'a/~': 'GET'}", "/a~1~0", "there is no such member"},
      {"{'url': '%/', 'method': 'GE T'}", "/method", "the name of a method"},
      {"{'url': '%/', 'headers': []}", "/headers", "expected an object, found an array"},
      {"{'url': '%/', 'headers': {'a:b': 'c'}}", "/headers", "not the name of a header"},
      {"{'url': '%/', 'headers': {'a': 1}}", "/headers/a", "expected text, found an integer"},
      {"{'url': '%/', 'headers': {'a': 'b\\r\\nc: d'}}", "/headers/a", "a control character"},
      {"{'url': '%/', 'body': {}}", "/body", "expected text, found an object"},
      {"{'url': '%/', 'body': 'a', 'json': 1}", "", "one of body, json and bodyFile"},
      {"{'url': '%/', 'file': ''}", "/file", "expected a path"},
      {"{'url': '%/', 'file': 'a', 'parse': true}", "/parse", "one of file and parse"},
      {"{'url': '%/', 'parse': 1}", "/parse", "expected a boolean, found an integer"},
      {"{'url': '%/', 'wanted': 'etag'}", "/wanted", "an array of names, found a string"},
      {"{'url': '%/', 'wanted': ['a', null]}", "/wanted/1", "the name of a header, found null"},
      {"{'url': '%/', 'timeout': '5'}", "/timeout", "a number of seconds, found a string"},
      {"{'url': '%/', 'timeout': 0}", "/timeout", "more than 0"},
      {"{'url': '%/', 'follow': null}", "/follow", "expected a boolean, found null"},
  };
  serve(NULL);
  for (size_t i = 0; i < KMK_COUNT(cases); i++) {
    const json_t *failure = failure_of(cases[i].question);
    assert_string_equal(text_at(failure, "kind"), "question");
    assert_string_equal(text_at(failure, "at"), cases[i].at);
    if (strstr(text_at(failure, "message"), cases[i].message) == NULL)
      fail_msg("%s: %s", cases[i].question, text_at(failure, "message"));
  }
}

static kmk_store *declared(const char *answer, const char *part, const char *failure) {
  return store_new(
      kmk_requests(asking(), 1, (kmk_request_kind[]){{"net.fetch", "any", answer, part, failure}}));
}

static void a_feature_that_declares_text_receives_the_message(void **state) {
  (void)state;
  serve(NULL);
  kmk_store *store = declared("any", "any", "text");
  ask(store, "'%/status/404'");
  const json_t *failure = wait_for(store, "/failures", 1);
  assert_string_equal(json_string_value(failure), "the server answered with the status 404");
  kmk_store_free(store);
}

static void a_reply_that_the_feature_refuses_is_a_failure_with_the_place(void **state) {
  (void)state;
  serve(NULL);
  kmk_store *store = declared("{status: text}", "any", "any");
  ask(store, "'%/text'");
  const json_t *failure = wait_for(store, "/failures", 1);
  assert_string_equal(text_at(failure, "kind"), "feature");
  assert_non_null(strstr(text_at(failure, "message"), "/status"));
  kmk_store_free(store);
  store = declared("any", "text", "any");
  ask(store, "'%/text'");
  assert_string_equal(text_at(wait_for(store, "/failures", 1), "kind"), "feature");
  kmk_store_free(store);
  store = declared("any", "any", "(gone)"); /* refuses each failure: it remains in flight */
  ask(store, "5");
  kmk_loop_run_until_idle(loop, -1, NULL);
  assert_int_equal(kmk_store_effect_count(store), 1);
  kmk_store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      CURL_TEST(a_url_is_answered_with_its_text),
      CURL_TEST(a_question_says_what_is_sent),
      CURL_TEST(an_answer_is_text_or_json_or_a_file),
      CURL_TEST(a_file_is_sent),
      CURL_TEST(wanted_headers_and_redirects_are_in_the_answer),
      CURL_TEST(a_status_of_400_is_a_failure_unless_it_is_asked_for),
      CURL_TEST(an_unchanged_page_leaves_the_file),
      CURL_TEST(a_failure_says_its_kind),
      CURL_TEST(a_mistake_in_the_question_is_told_with_its_place),
      CURL_TEST(a_feature_that_declares_text_receives_the_message),
      CURL_TEST(a_reply_that_the_feature_refuses_is_a_failure_with_the_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
