/* Requests of several stores of a loop, and the limits of replies. */
#include "request_support.h"

static kmk_server one_at_a_time(keeper *file) {
  kmk_server server = server_of(file);
  server.most = 1;
  return server;
}

TEST(B306_the_stores_of_a_loop_share_a_server_and_wait_in_one_row) {
  keeper file;
  begin_keeper(&file);
  kmk_server server = one_at_a_time(&file);
  assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_OK);
  open_reader(k);
  kmk_store *other = open_store(k->loop, reader(), "{'log': []}");
  send_ok(k->store, "{'load': 'a'}");
  send_ok(other, "{'load': 'b'}");
  send_ok(k->store, "{'again': 'c'}");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '0', 'a']]");
  assert_requests(other, "[{'id': '0', 'name': 'file', 'at': '', 'question': 'b', 'phase': 'turn',"
                         " 'attempt': 0, 'age': 0}]");
  assert_int_equal(answer(file.requests[0], "'x'"), KMK_OK);
  run_due(k->loop);
  assert_recorded(file.calls, "[['taken', '0'], ['serve', '0', 'b']]");
  assert_state_text(other, "{'log': []}");
  kmk_store_free(other);
  assert_recorded(file.calls, "[['cancelled', '0']]");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '1', 'c']]");
  end_loop(k);
  end_keeper(&file);
}

TEST(B305_a_stores_server_takes_the_requests_of_its_store_alone) {
  keeper file;
  begin_keeper(&file);
  kmk_server server = server_of(&file);
  open_reader(k);
  kmk_store *other = open_store(k->loop, reader(), "{'log': []}");
  send_ok(k->store, "{'load': 'a'}");
  send_ok(other, "{'load': 'b'}");
  run_due(k->loop);
  assert_issues(k, "['request-unserved', 'request-unserved']");
  assert_int_equal(kmk_store_serve(other, "file", &server, NULL), KMK_OK);
  assert_recorded(file.calls, "[['serve', '0', 'b']]");
  kmk_store_free(other);
  assert_recorded(file.calls, "[['cancelled', '0']]");
  assert_int_equal(file.freed, 1);
  serve_ok(k, &file);
  assert_recorded(file.calls, "[['serve', '0', 'a']]");
  end_loop(k);
  end_keeper(&file);
}

/* A loop that is freed before its stores. */
TEST(B304_the_end_of_a_loop_cancels_the_requests_of_all_stores) {
  keeper file;
  begin_keeper(&file);
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_server server = one_at_a_time(&file);
  assert_int_equal(kmk_loop_serve(loop, "file", &server, NULL), KMK_OK);
  kmk_store *one = open_store(loop, reader(), "{'log': []}");
  kmk_store *other = open_store(loop, reader(), "{'log': []}");
  send_ok(one, "{'load': 'a'}");
  send_ok(other, "{'load': 'b'}");
  run_due(loop);
  kmk_loop_free(loop);
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['cancelled', '0']]");
  assert_int_equal(file.freed, 1);
  assert_true(kmk_request_is_over(file.requests[0]));
  assert_int_equal(answer(file.requests[0], "'late'"), KMK_ERR_CLOSED);
  kmk_store_free(one);
  kmk_store_free(other);
  end_keeper(&file);
}

/* ----------------------------------------------------------------------- limits */

static kmk_request *asked(kit *k, keeper *file) {
  begin_keeper(file);
  serve_ok(k, file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  return file->requests[0];
}

static void assert_answer(kmk_request *request, json_t *value, kmk_status expected) {
  kmk_error error = {.status = KMK_OK};
  assert_int_equal(kmk_request_answer_new(request, value, &error), expected);
  assert_int_equal(error.status, expected);
  assert_false(kmk_request_is_over(request));
}

TEST(B303_a_reply_beyond_the_limits_of_actions_is_refused_and_the_request_goes_on) {
  keeper file;
  kmk_request *request = asked(k, &file);
  json_t *deep = json_array();
  for (int depth = 0; depth < KMK_MAX_DEPTH; depth++)
    deep = json_pack("[o]", deep);
  assert_answer(request, deep, KMK_ERR_TOO_DEEP);
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_VALUES, 5), KMK_OK);
  assert_answer(request, json_of("[1, 2, 3, 4, 5, 6]"), KMK_ERR_LIMIT);
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_VALUES, 100), KMK_OK);
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_BYTES, 10), KMK_OK);
  assert_answer(request, json_string("eleven bytes"), KMK_ERR_LIMIT);
  assert_int_equal(answer(request, "'x'"), KMK_OK);
  assert_state_text(k->store, "{'log': [{'loaded': 'x'}]}");
  end_loop(k);
  end_keeper(&file);
}

static kmk_status parts[5];

static void *send_parts(void *request) {
  for (int i = 0; i < 5; i++)
    parts[i] = kmk_request_part_new(request, i == 3 ? "key" : NULL, json_integer(i), NULL);
  answer(request, "'x'");
  return NULL;
}

TEST(B308_a_thread_may_let_as_many_parts_wait_as_actions) {
  keeper file;
  kmk_request *request = asked(k, &file);
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_WAITING_ACTIONS, 3), KMK_OK);
  run_in_little_stack(send_parts, request);
  for (int i = 0; i < 5; i++)
    assert_int_equal(parts[i], i < 3 ? KMK_OK : KMK_ERR_LIMIT);
  run_due(k->loop);
  assert_state_text(
      k->store, "{'log': [{'progress': 0}, {'progress': 1}, {'progress': 2}, {'loaded': 'x'}]}");
  end_loop(k);
  end_keeper(&file);
}
