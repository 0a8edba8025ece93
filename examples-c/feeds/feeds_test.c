/* feeds_test: exhaustive tests of the program logic. The tests reply to its requests, and need neither network nor files.
 *
 * Teaches: tests of a request that follows another one, of a repeating timer, and of rows that an answer adds.
 * Prints:  expected/feeds_test.txt */
#include "../contacts/checks.h"
#include "feeds.h"

#include <stdio.h>

#define ID "00000000-0000-0000-0000-000000000000"
#define URL "http://a.example/feed"
#define OTHER "http://b.example/feed"
#define SET(path, value) "{'op': 'replace', 'path': '" path "', 'value': " value "}"
#define ADD(path, value) "{'op': 'add', 'path': '" path "', 'value': " value "}"
#define REMOVE(path) "{'op': 'remove', 'path': '" path "'}"
#define HISTORY(undo, redo) SET("/history", "{'undo': " #undo ", 'redo': " #redo "}")
#define QUESTION(url, id, headers)                                                                 \
  "{'url': '" url "', 'file': '" id ".xml', 'headers': " headers ", 'wanted': ['etag']}"
#define OF_F QUESTION(URL, "f", "{'if-none-match': 'v1'}")
#define DONE "{'sheet': {'presented': 'done'}}"
#define FEED(id, url, title, etag, headers)                                                        \
  "{'id': '" id "', 'url': '" url "', 'title': '" title "', 'etag': " etag                         \
  ", 'job': {'fetch': " QUESTION(url, id, headers) "}, 'problem': null}"
#define ITEM(id, is_read)                                                                          \
  "{'id': 'f " id "', 'feed': 'f', 'title': 'T', 'link': '', 'date': '', 'isRead': " is_read "}"

static void expect_f(kmk_test_store *test, const char *changes) {
  kmk_test_expect_row(test, "/library/feeds", json_string("f"), changes);
}

static void refresh(kmk_test_store *test) {
  expect_f(test, "{'job': {'fetch': " OF_F "}}");
  kmk_test_send_text(test, "{'feeds': {'element': {'id': 'f', 'action': 'refresh'}}}", NULL);
  kmk_test_expect_request(test, FEEDS_NAME_NET_FETCH, OF_F);
}

static void fetch_again(kmk_test_store *test) {
  refresh(test);
  expect_f(test, "[" SET("/job", "{'parse': 'f.xml'}") "," SET("/etag", "'v2'") "]");
  kmk_test_answer(test, "{'status': 200, 'headers': {'etag': 'v2'}}", NULL);
  kmk_test_expect_request(test, FEEDS_NAME_FEED_PARSE, "'f.xml'");
}

static void type_url(kmk_test_store *test, const char *url) {
  kmk_test_sendf(test, "[{s:{s:{s:{s:s, s:s}}}}, {s:{s:s}}]", "sheet", "presented", "binding",
                 "path", "/url", "value", url, "sheet", "url", url);
}

static void a_new_feed_is_fetched_until_it_is_undone(kmk_test_store *test) {
  kmk_test_send_text(test, "'add'", "{'sheet': {'url': '', 'problem': null}}");
  kmk_test_send_text(test, DONE,
                     "{'sheet': {'problem': 'An address begins with http:// or https://'}}");
  type_url(test, URL);
  kmk_test_send_text(test, DONE, "{'sheet': {'problem': 'This feed is in the list'}}");
  type_url(test, OTHER);
  kmk_test_send_text(test, DONE,
                     "[" SET("/sheet", "null") "," HISTORY(1, 0) "," ADD(
                         "/library/feeds/-", FEED(ID, OTHER, OTHER, "null", "{}")) "]");
  kmk_test_expect_request(test, FEEDS_NAME_NET_FETCH, QUESTION(OTHER, ID, "{}"));
  kmk_test_send_text(test, "'undo'", "[" REMOVE("/library/feeds/1") "," HISTORY(0, 1) "]");
}

static void new_items_are_added_and_the_others_keep_their_marks(kmk_test_store *test) {
  fetch_again(test);
  expect_f(test, "{'job': null, 'title': 'B'}");
  kmk_test_answer(test,
                  "{'title': 'B', 'items': [{'id': '1', 'title': 'T', 'link': '', 'date': ''},"
                  " {'id': '2', 'title': 'T', 'link': '', 'date': ''}]}",
                  "[" ADD("/library/items/-", ITEM("2", "false")) "]");
}

static void answer_unchanged(kmk_test_store *test) {
  expect_f(test, "{'job': null}");
  kmk_test_answer(test, "{'status': 304, 'headers': {}}", NULL);
}

static void an_unchanged_feed_is_not_parsed(kmk_test_store *test) {
  refresh(test);
  answer_unchanged(test);
}

static void a_feed_that_cannot_be_parsed_is_fetched_again(kmk_test_store *test) {
  fetch_again(test);
  expect_f(test, "{'job': null, 'etag': null, 'problem': 'not a feed'}");
  kmk_test_fail_request(test, "'not a feed'", NULL);
}

static void a_removed_feed_takes_its_items_and_its_work_along(kmk_test_store *test) {
  refresh(test);
  kmk_test_send_text(
      test, "{'remove': 'f'}",
      "[" REMOVE("/library/feeds/0") "," REMOVE("/library/items/0") "," HISTORY(1, 0) "]");
  kmk_test_finish(test);
  kmk_test_send_text(
      test, "'undo'",
      "[" ADD("/library/feeds/0", FEED("f", URL, "A", "'v1'", "{'if-none-match': 'v1'}")) "," ADD(
          "/library/items/0", ITEM("1", "true")) "," HISTORY(0, 1) "]");
  kmk_test_expect_request(test, FEEDS_NAME_NET_FETCH, OF_F);
  answer_unchanged(test);
}

static void feeds_are_refreshed_after_the_minutes_of_the_settings(kmk_test_store *test) {
  kmk_test_send_text(test, "{'binding': {'path': '/settings/minutes', 'value': 2}}",
                     "{'settings': {'minutes': 2}}");
  kmk_test_advance(test, KMK_SECONDS(120));
  kmk_test_receive_text(test, "'refresh'", NULL);
  expect_f(test, "{'job': {'fetch': " OF_F "}}");
  kmk_test_receive_text(test, "{'feeds': {'element': {'id': 'f', 'action': 'refresh'}}}", NULL);
  kmk_test_expect_request(test, FEEDS_NAME_NET_FETCH, OF_F);
  answer_unchanged(test);
  kmk_test_send_text(test, "{'binding': {'path': '/settings/minutes', 'value': 0}}",
                     "{'settings': {'minutes': 0}}");
}

static json_t *initial(void) {
  return json_pack("{s:{s:[{s:s, s:s, s:s, s:s}], s:[{s:s, s:s, s:s, s:b}]}, s:{s:i}}", "library",
                   "feeds", "id", "f", "url", URL, "title", "A", "etag", "v1", "items", "id", "f 1",
                   "feed", "f", "title", "T", "isRead", 1, "settings", "minutes", 0);
}

int main(void) {
#define RUN(test) checks_run(#test, test, feeds_reducer(), initial())
  RUN(a_new_feed_is_fetched_until_it_is_undone);
  RUN(new_items_are_added_and_the_others_keep_their_marks);
  RUN(an_unchanged_feed_is_not_parsed);
  RUN(a_feed_that_cannot_be_parsed_is_fetched_again);
  RUN(a_removed_feed_takes_its_items_and_its_work_along);
  RUN(feeds_are_refreshed_after_the_minutes_of_the_settings);
  printf("%d failures\n", checks_failures);
  return checks_failures == 0 ? 0 : 1;
}
