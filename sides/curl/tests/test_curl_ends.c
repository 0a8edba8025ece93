/* kumiki_curl.h: limits, progress, cancellation, and the ends of servers. */
#include "curl_support.h"

#include <unistd.h>

static void run(void) { kmk_loop_run_until_idle(loop, -1, NULL); }

static void send(kmk_store *store, const char *action) {
  assert_int_equal(kmk_store_send_text(store, action, NULL), KMK_OK);
}

static void ignore(const kmk_diagnostic *issue, void *data) { (void)issue, (void)data; }

static void progress_arrives_in_parts(void **state) {
  (void)state;
  serve(NULL);
  kmk_store *store = store_new(asking());
  ask(store, "{'url': '%/half', 'file': '@/got'}");
  const json_t *part = wait_for(store, "/parts", 1);
  assert_in_range(number_at(part, "received"), 1, 50000);
  assert_int_equal(number_at(part, "total"), 100000);
  assert_int_equal(number_at(part, "sent"), 0);
  assert_non_null(contents("got.part"));
  assert_null(contents("got"));
  server_release(1);
  assert_int_equal(number_at(wait_for(store, "/answers", 1), "size"), 100000);
  assert_int_equal(strlen(contents("got")), 100000);
  kmk_store_free(store);
}

static void a_cancelled_transfer_ends_its_connection_and_leaves_no_file(void **state) {
  (void)state;
  serve(NULL);
  kmk_store *store = store_new(asking());
  ask(store, "{'url': '%/half', 'file': '@/got'}");
  wait_for(store, "/parts", 1);
  send(store, "\"cancel\"");
  server_wait_for_closed(1);
  ask(store, "'%/wait'");
  run();
  server_wait(1);
  kmk_store_free(store);
  server_wait_for_closed(2);
  kmk_loop_unserve(loop, "net.fetch", NULL);
  assert_null(contents("got.part"));
  assert_null(contents("got"));
}

static void a_part_may_cancel_its_own_transfer(void **state) {
  (void)state;
  serve(NULL);
  kmk_store *store = store_new(asking());
  json_t *action = json_pack("{s:o}", "cancelAtPart", question("'%/half'"));
  assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
  wait_for(store, "/parts", 1);
  server_wait_for_closed(1);
  assert_int_equal(kmk_store_effect_count(store), 0);
  kmk_store_free(store);
}

static void a_transfer_that_is_cancelled_before_its_turn_is_not_begun(void **state) {
  (void)state;
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.most = 1;
  serve(&options);
  kmk_store *store = store_new(asking()), *other = store_new(asking());
  ask(store, "'%/wait/1'");
  run();
  server_wait(1);
  ask(other, "{'url': '%/text', 'file': '@/got'}");
  run();
  send(other, "\"cancel\"");
  server_release(1);
  wait_for(store, "/answers", 1);
  ask(store, "'%/text'");
  wait_for(store, "/answers", 2);
  assert_null(contents("got"));
  kmk_store_free(store);
  kmk_store_free(other);
}

static void transfers_are_limited_by_host_and_in_all(void **state) {
  (void)state;
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.most = 3;
  options.most_per_host = 2;
  serve(&options);
  kmk_store *store = store_new(asking()), *other = store_new(asking());
  for (int i = 0; i < 5; i++)
    ask(store, "'%/wait'");
  run();
  assert_int_equal(server_wait(2), 2);
  char elsewhere[80]; /* the same server under another name does not wait for the first one */
  for (int i = 0; i < 2; i++) {
    snprintf(elsewhere, sizeof elsewhere, "'http://127.0.0.2:%d/wait'", server_port);
    ask(other, elsewhere);
  }
  /* 127.0.0.2 is not reached by a server on 127.0.0.1, so these fail while the first ones wait. */
  assert_string_equal(text_at(wait_for(other, "/failures", 2), "kind"), "connect");
  server_release(5);
  wait_for(store, "/answers", 5);
  assert_int_equal(server_wait(0), 2);
  kmk_store_free(store);
  kmk_store_free(other);
  assert_int_equal(kmk_loop_unserve(loop, "net.fetch", NULL), KMK_OK);
  options.most_per_host = 0;
  serve(&options);
  store = store_new(asking());
  for (int i = 0; i < 7; i++)
    ask(store, "'%/wait'");
  run();
  server_wait(3);
  server_release(12);
  wait_for(store, "/answers", 7);
  assert_int_equal(server_wait(0), 3);
  kmk_store_free(store);
}

static void a_removed_server_stops_and_the_next_one_begins_again(void **state) {
  (void)state;
  serve(NULL);
  kmk_store *store = store_new(asking());
  ask(store, "'%/wait'");
  run();
  server_wait(1);
  kmk_loop_set_diagnostics(loop, ignore, NULL, NULL); /* the request is without a server */
  assert_int_equal(kmk_loop_unserve(loop, "net.fetch", NULL), KMK_OK);
  server_wait_for_closed(1);
  serve(NULL);
  server_release(1);
  assert_string_equal(text_at(wait_for(store, "/answers", 1), "body"), "hello");
  kmk_store_free(store);
}

static void a_transfer_that_stands_still_fails(void **state) {
  (void)state;
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.idle_seconds = 1;
  serve(&options);
  const json_t *failure = failure_of("'%/half'");
  assert_string_equal(text_at(failure, "kind"), "timeout");
  assert_non_null(strstr(text_at(failure, "message"), "for 1 s"));
}

/* Cancels transfers that wait, run and end, in an order that repeats, and removes the server in between. */
static void transfers_end_at_any_time(void **state) {
  (void)state;
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.most = 5;
  unsigned random = 7;
  kmk_loop_set_diagnostics(loop, ignore, NULL, NULL);
  for (int round = 0; round < 20; round++) {
    serve(&options);
    kmk_store *stores[12];
    for (int i = 0; i < 12; i++) {
      stores[i] = store_new(asking());
      ask(stores[i], i % 3 == 0   ? "'%/half'"
                     : i % 3 == 1 ? "{'url': '%/text', 'file': '@/same'}"
                                  : "'%/json'");
    }
    for (int i = 0; i < 40; i++) {
      random = random * 1103515245u + 12345u;
      kmk_loop_dispatch(loop, (int)(random >> 16) % 3);
      if ((random >> 20) % 4 == 0)
        send(stores[(random >> 24) % 12], "\"cancel\"");
    }
    if (round % 2 == 0)
      kmk_loop_unserve(loop, "net.fetch", NULL);
    for (int i = 0; i < 12; i++)
      kmk_store_free(stores[i]);
    kmk_loop_unserve(loop, "net.fetch", NULL);
    assert_null(contents("same.part"));
  }
}

static void finishing_the_loop_waits_for_transfers(void **state) {
  (void)state;
  serve(NULL);
  kmk_store *store = store_new(asking());
  ask(store, "'%/text'");
  assert_int_equal(kmk_loop_finish(loop, -1, NULL), KMK_OK);
  assert_string_equal(text_at(wait_for(store, "/answers", 1), "body"), "hello");
  kmk_store_free(store);
}

static void a_notice_is_sent(void **state) {
  (void)state;
  serve(NULL);
  kmk_store *store = store_new(asking());
  json_t *action = json_pack("{s:o}", "notice", question("'%/wait'"));
  assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
  run();
  assert_int_equal(kmk_store_effect_count(store), 0);
  server_wait(1);
  kmk_store_free(store);
}

static int frees;
static void freed(void *data) { frees += data == &frees; }

static const char *refuse(void *easy, const json_t *question, void *data) {
  (void)easy;
  assert_ptr_equal(data, &frees);
  return strstr(json_string_value(question), "text") ? "no token for this host" : NULL;
}

static void a_program_may_refuse_a_transfer(void **state) {
  (void)state;
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.setup = refuse;
  options.user_data = &frees;
  options.free_fn = freed;
  frees = 0;
  serve(&options);
  const json_t *failure = failure_of("'%/text'");
  assert_string_equal(text_at(failure, "kind"), "setup");
  assert_string_equal(text_at(failure, "message"), "no token for this host");
  assert_string_equal(text_at(answer_to("'%/json'"), "body"), "{\"n\": 7}");
  assert_int_equal(frees, 0);
  assert_int_equal(kmk_loop_unserve(loop, "net.fetch", NULL), KMK_OK);
  assert_int_equal(frees, 1);
}

static void a_server_of_a_store_goes_before_that_of_the_loop(void **state) {
  (void)state;
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.setup = refuse;
  options.user_data = &frees;
  serve(&options);
  kmk_store *store = store_new(asking());
  assert_int_equal(kmk_curl_serve_store(store, "net.fetch", NULL, NULL), KMK_OK);
  ask(store, "'%/text'");
  wait_for(store, "/answers", 1);
  assert_int_equal(kmk_store_unserve(store, "net.fetch", NULL), KMK_OK);
  ask(store, "'%/text'");
  wait_for(store, "/failures", 1);
  kmk_store_free(store);
}

static void a_call_that_fails_frees_its_data(void **state) {
  (void)state;
  kmk_curl_options options = KMK_CURL_OPTIONS_INIT;
  options.user_data = &frees;
  options.free_fn = freed;
  kmk_error error;
  frees = 0;
  assert_int_equal(kmk_curl_serve(NULL, "a", &options, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_curl_serve(loop, NULL, &options, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_curl_serve_store(NULL, "a", &options, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(frees, 3);
  assert_int_equal(kmk_curl_serve(loop, "a", &options, &error), KMK_OK);
  assert_int_equal(kmk_curl_serve(loop, "a", &options, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(frees, 4);
  options.size = 8;
  assert_int_equal(kmk_curl_serve(loop, "b", &options, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "KMK_CURL_OPTIONS_INIT"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      CURL_TEST(progress_arrives_in_parts),
      CURL_TEST(a_cancelled_transfer_ends_its_connection_and_leaves_no_file),
      CURL_TEST(a_part_may_cancel_its_own_transfer),
      CURL_TEST(a_transfer_that_is_cancelled_before_its_turn_is_not_begun),
      CURL_TEST(transfers_are_limited_by_host_and_in_all),
      CURL_TEST(a_removed_server_stops_and_the_next_one_begins_again),
      CURL_TEST(a_transfer_that_stands_still_fails),
      CURL_TEST(transfers_end_at_any_time),
      CURL_TEST(finishing_the_loop_waits_for_transfers),
      CURL_TEST(a_notice_is_sent),
      CURL_TEST(a_program_may_refuse_a_transfer),
      CURL_TEST(a_server_of_a_store_goes_before_that_of_the_loop),
      CURL_TEST(a_call_that_fails_frees_its_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
