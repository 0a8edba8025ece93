/* Requests: servers, and looking at the requests from outside. */
#include "request_support.h"

static kmk_reducer *nothing(void) { return kmk_combine(0, NULL); }

TEST(B305_a_name_without_a_server_is_one_issue_and_the_request_waits) {
  keeper file;
  begin_keeper(&file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_issues(k, "['request-unserved']");
  run_due(k->loop);
  assert_issues(k, "[]");
  serve_ok(k, &file);
  assert_recorded(file.calls, "[['serve', '0', 'a']]");
  assert_int_equal(kmk_request_part_new(file.requests[0], NULL, json_integer(7), NULL), KMK_OK);
  assert_int_equal(kmk_loop_unserve(k->loop, "file", NULL), KMK_OK);
  assert_recorded(file.calls, "[['unserved', '0']]");
  assert_int_equal(file.freed, 1);
  assert_int_equal(answer(file.requests[0], "'late'"), KMK_ERR_CLOSED);
  assert_issues(k, "[]");
  kmk_server server = server_of(&file);
  assert_int_equal(kmk_store_serve(k->store, "file", &server, NULL), KMK_OK);
  assert_recorded(file.calls, "[['serve', '0', 'a']]");
  assert_int_equal(kmk_request_attempt(file.requests[1]), 2);
  assert_json_text(kmk_request_last_part(file.requests[1]), "7");
  send_ok(k->store, "'stop'");
  assert_recorded(file.calls, "[['cancelled', '0']]");
  assert_int_equal(answer(file.requests[1], "'late'"), KMK_ERR_CLOSED);
  end_loop(k);
  assert_int_equal(file.freed, 2);
  end_keeper(&file);
}

TEST(B313_requests_in_flight_are_listed_and_found_by_their_ids) {
  keeper file;
  kmk_error error = {0};
  begin_keeper(&file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_issues(k, "['request-unserved']");
  advance(k->loop, 5);
  assert_requests(k->store, "[{'id': '0', 'name': 'file', 'at': '', 'question': 'a',"
                            " 'phase': 'unserved', 'attempt': 0, 'age': 5}]");
  kmk_request *request = kmk_store_request(k->store, "0", &error);
  assert_non_null(request);
  assert_null(kmk_store_request(k->store, "1", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_int_equal(answer(request, "'text'"), KMK_OK);
  kmk_request_free(request);
  assert_null(kmk_store_request(k->store, "0", &error));
  assert_requests(k->store, "[]");
  assert_state_text(k->store, "{'log': [{'loaded': 'text'}]}");
  end_keeper(&file);
}

TEST(B304_each_request_that_a_server_has_received_ends_once_for_it) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  send_ok(k->store, "{'load': 'b'}");
  send_ok(k->store, "{'again': 'c'}");
  run_due(k->loop);
  send_ok(k->store, "'stop'");
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['serve', '1', 'b'], ['serve', '2', 'c'],"
                              " ['cancelled', '0'], ['cancelled', '1']]");
  assert_int_equal(kmk_request_fail_new(file.requests[2], json_string("no"), NULL), KMK_OK);
  assert_recorded(file.calls, "[['taken', '2']]");
  send_ok(k->store, "{'again': 'd'}");
  run_due(k->loop);
  end_store(k);
  assert_recorded(file.calls, "[['serve', '3', 'd'], ['cancelled', '3']]");
  assert_int_equal(answer(file.requests[3], "'late'"), KMK_ERR_CLOSED);
  end_loop(k);
  assert_int_equal(file.freed, 1);
  end_keeper(&file);
}

TEST(B306_a_server_takes_so_many_at_a_time) {
  keeper file;
  begin_keeper(&file);
  kmk_server server = server_of(&file);
  server.most = 1;
  assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_OK);
  open_reader(k);
  send_ok(k->store, "{'again': 'a'}");
  send_ok(k->store, "{'load': 'b'}");
  send_ok(k->store, "{'again': 'c'}");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '0', 'a']]");
  send_ok(k->store, "'stop'");
  assert_int_equal(answer(file.requests[0], "'x'"), KMK_OK);
  assert_recorded(file.calls, "[['taken', '0']]");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '2', 'c']]");
  end_loop(k);
  end_keeper(&file);
}

TEST(B307_a_dismissal_cancels_what_is_served_what_waits_and_what_nobody_serves) {
  keeper file;
  begin_keeper(&file);
  kit_open(k, kmk_presentation_destination(nothing(), "/sheet", "sheet", NULL, reader()),
           "{'sheet': null}");
  for (int servers = 0; servers < 2; servers++) {
    if (servers == 1) {
      kmk_server server = server_of(&file);
      server.most = 1;
      assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_OK);
    }
    send_ok(k->store, "{'sheet': {'present': {'state': {'log': []}}}}");
    send_ok(k->store, "{'sheet': {'presented': {'load': 'a'}}}");
    send_ok(k->store, "{'sheet': {'presented': {'again': 'b'}}}");
    run_due(k->loop);
    send_ok(k->store, "{'sheet': 'dismiss'}");
    run_due(k->loop);
    assert_requests(k->store, "[]");
    assert_int_equal(kmk_store_effect_count(k->store), 0);
  }
  assert_issues(k, "['request-unserved', 'request-unserved']");
  assert_recorded(file.calls, "[['serve', '2', 'a'], ['cancelled', '2']]");
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

static kmk_loop *leaving_loop;
static kmk_status left_inside;

static void leave_inside(kmk_request *request, void *data) {
  (void)data;
  left_inside = kmk_loop_unserve(leaving_loop, "file", NULL);
  answer(request, "'x'");
}

TEST(B312_a_server_cannot_leave_inside_its_own_function) {
  kmk_server server = KMK_SERVER_INIT;
  server.serve = leave_inside;
  leaving_loop = k->loop;
  assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_OK);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_int_equal(left_inside, KMK_ERR_BUSY);
  assert_int_equal(kmk_loop_unserve(k->loop, "file", NULL), KMK_OK);
  assert_int_equal(kmk_loop_unserve(k->loop, "file", NULL), KMK_ERR_NOT_FOUND);
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

TEST(B314_ids_count_on_behind_a_snapshot) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'again': 'a'}");
  run_due(k->loop);
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  kmk_store *other = kmk_store_new_from(k->loop, reader(), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  send_ok(other, "{'again': 'b'}");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['serve', '0', 'a'], ['serve', '1', 'b']]");
  kmk_store_free(other);
  end_loop(k);
  end_keeper(&file);
}
