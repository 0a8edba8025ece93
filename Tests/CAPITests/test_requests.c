/* Requests: what no scenario shows. */
#include "request_support.h"

TEST(B300_no_reducer_runs_while_a_server_is_called) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  send_ok(k->store, "{'load': 'b'}");
  run_due(k->loop);
  send_ok(k->store, "'stop'");
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['serve', '1', 'b'], ['cancelled', '0'],"
                              " ['cancelled', '1']]");
  assert_false(file.was_reducing);
  end_loop(k);
  end_keeper(&file);
}

static void answer_at_once(kmk_request *request, void *data) {
  int *count = data;
  ++*count;
  answer(request, "'now'");
}

TEST(B300_a_server_need_not_have_a_function_for_ends) {
  int count = 0;
  kmk_server server = KMK_SERVER_INIT;
  server.serve = answer_at_once;
  server.user_data = &count;
  assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_OK);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_state_text(k->store, "{'log': [{'loaded': 'now'}]}");
  assert_int_equal(count, 1);
}

TEST(B312_a_server_that_leaves_is_released_and_so_is_one_that_is_refused) {
  keeper file;
  begin_keeper(&file);
  kmk_server server = server_of(&file);
  serve_ok(k, &file);
  assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(file.freed, 1);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_int_equal(kmk_loop_unserve(k->loop, "file", NULL), KMK_OK);
  assert_int_equal(file.freed, 2);
  assert_int_equal(kmk_store_serve(k->store, "file", &server, NULL), KMK_OK);
  end_store(k);
  assert_int_equal(file.freed, 3);
  assert_issues(k, "['request-unserved']");
  end_loop(k);
  end_keeper(&file);
}

REDUCER(chains) {
  if (kmk_action_is(action, "start")) {
    kmk_effect *first = asks("file", json_true());
    kmk_effect *second = asks("file", kmk_state_get(state, "/log"));
    return KMK_CONCATENATE(first, second);
  }
  kmk_state_insert_new(state, "/log/-", kmk_json_retain(action));
  return NULL;
}

TEST(B318_a_later_member_of_a_chain_asks_what_its_reducer_asked) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, kmk_reducer_new(chains, NULL, NULL), "{'log': []}");
  send_ok(k->store, "'start'");
  run_due(k->loop);
  answer(file.requests[0], "'x'");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '0', true], ['taken', '0'], ['serve', '1', []]]");
  assert_state_text(k->store, "{'log': [{'loaded': 'x'}]}");
  end_loop(k);
  end_keeper(&file);
}

TEST(B311_finishing_a_loop_waits_for_what_a_server_has) {
  keeper file;
  kmk_error error;
  begin_keeper(&file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  assert_int_equal(kmk_loop_finish(k->loop, 0, NULL), KMK_OK);
  assert_issues(k, "['request-unserved']");
  assert_int_equal(kmk_loop_awaited_count(k->loop), 0);
  serve_ok(k, &file);
  assert_int_equal(kmk_loop_awaited_count(k->loop), 1);
  assert_int_equal(kmk_loop_finish(k->loop, 0, &error), KMK_ERR_TIMEOUT);
  assert_int_equal(answer(file.requests[0], "'x'"), KMK_OK);
  assert_int_equal(kmk_loop_finish(k->loop, 0, NULL), KMK_OK);
  send_ok(k->store, "{'again': 'b'}");
  run_due(k->loop);
  assert_int_equal(kmk_loop_finish_with(k->loop, 0, KMK_FINISH_CANCEL_WORK, NULL), KMK_OK);
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['taken', '0'], ['serve', '1', 'b'],"
                              " ['cancelled', '1']]");
  end_loop(k);
  end_keeper(&file);
}

static void *answer_elsewhere(void *request) {
  return answer(request, "'x'") == KMK_OK ? request : NULL;
}

TEST(B312_the_answer_that_a_server_has_given_arrives_before_it_leaves) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  send_ok(k->store, "{'again': 'b'}");
  run_due(k->loop);
  run_in_little_stack(answer_elsewhere, file.requests[0]);
  json_t *list = kmk_store_requests(k->store);
  assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "phase")),
                      "answered");
  json_decref(list);
  assert_state_text(k->store, "{'log': []}");
  assert_int_equal(kmk_loop_unserve(k->loop, "file", NULL), KMK_OK);
  assert_state_text(k->store, "{'log': [{'loaded': 'x'}]}");
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['serve', '1', 'b'], ['taken', '0'],"
                              " ['unserved', '1']]");
  assert_issues(k, "['request-unserved']");
  end_keeper(&file);
}

static int marked;

static void mark(kmk_request *request, void *data) {
  (void)data;
  kmk_request_set_data(request, &marked);
}

static void count_marked(kmk_request *request, kmk_request_end end, void *data) {
  (void)end, (void)data;
  marked += kmk_request_data(request) == &marked;
}

TEST(B304_a_server_finds_its_data_at_the_end_of_a_request) {
  kmk_server server = KMK_SERVER_INIT;
  server.serve = mark;
  server.ended = count_marked;
  marked = 0;
  assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_OK);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  kmk_request *request = kmk_store_request(k->store, "0", NULL);
  assert_ptr_equal(kmk_request_data(request), &marked);
  assert_int_equal(kmk_loop_unserve(k->loop, "file", NULL), KMK_OK);
  assert_int_equal(marked, 1);
  kmk_request *next = kmk_store_request(k->store, "0", NULL);
  assert_null(kmk_request_data(next));
  kmk_request_free(next);
  kmk_request_free(request);
  assert_issues(k, "['request-unserved']");
}

TEST(B302_a_failure_may_be_a_string_in_any_encoding) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  send_ok(k->store, "{'again': 'b'}");
  run_due(k->loop);
  assert_int_equal(kmk_request_fail(file.requests[0], "no \xFF", NULL), KMK_OK);
  assert_int_equal(kmk_request_fail(file.requests[1], NULL, NULL), KMK_OK);
  assert_int_equal(kmk_request_fail(file.requests[1], "late", NULL), KMK_ERR_CLOSED);
  assert_state_text(k->store,
                    "{'log': [{'failed': 'no \xEF\xBF\xBD'}, {'failed': 'the request failed'}]}");
  end_loop(k);
  end_keeper(&file);
}
