/* Requests: asking, and the replies. */
#include "request_support.h"

TEST(B300_a_server_has_the_request_in_the_loops_next_turn_and_its_answer_is_an_action) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  assert_json_text(file.calls, "[]");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '0', 'a']]");
  assert_string_equal(kmk_request_name(file.requests[0]), "file");
  assert_int_equal(kmk_request_attempt(file.requests[0]), 1);
  assert_int_equal(answer(file.requests[0], "'text'"), KMK_OK);
  assert_recorded(file.calls, "[['taken', '0']]");
  assert_state_text(k->store, "{'log': [{'loaded': 'text'}]}");
  assert_false(file.was_reducing);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  end_loop(k);
  assert_int_equal(file.freed, 1);
  end_keeper(&file);
}

TEST(B302_a_request_has_one_end) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  kmk_request *request = file.requests[0];
  assert_false(kmk_request_is_over(request));
  assert_int_equal(answer(request, "'text'"), KMK_OK);
  assert_true(kmk_request_is_over(request));
  assert_int_equal(answer(request, "'again'"), KMK_ERR_CLOSED);
  assert_int_equal(kmk_request_fail_new(request, json_null(), NULL), KMK_ERR_CLOSED);
  assert_int_equal(kmk_request_part_new(request, NULL, json_integer(1), NULL), KMK_ERR_CLOSED);
  assert_json_text(file.calls, "[['serve', '0', 'a'], ['taken', '0']]");
  end_loop(k);
  end_keeper(&file);
}

TEST(B303_what_does_not_fit_is_refused_to_its_server_and_the_request_goes_on) {
  keeper file;
  kmk_error error = {0};
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_int_equal(kmk_request_answer_new(file.requests[0], json_integer(5), &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/loaded");
  assert_int_equal(kmk_request_answer_new(file.requests[0], NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_request_part_new(file.requests[0], NULL, json_string("x"), NULL),
                   KMK_ERR_DECODE);
  assert_int_equal(answer(file.requests[0], "'text'"), KMK_OK);
  assert_state_text(k->store, "{'log': [{'loaded': 'text'}]}");
  end_loop(k);
  end_keeper(&file);
}

TEST(B308_parts_come_in_order_and_a_part_with_a_key_replaces_the_waiting_one) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  kmk_request *request = file.requests[0];
  assert_int_equal(kmk_request_part_new(request, "p", json_integer(1), NULL), KMK_OK);
  assert_int_equal(kmk_request_part_new(request, NULL, json_integer(2), NULL), KMK_OK);
  assert_int_equal(answer(request, "'x'"), KMK_OK);
  assert_state_text(k->store, "{'log': [{'progress': 1}, {'progress': 2}, {'loaded': 'x'}]}");
  end_loop(k);
  end_keeper(&file);
}

static void answer_at_once(kmk_request *request, void *data) {
  int *count = data;
  ++*count;
  answer(request, "'now'");
}

TEST(B300_a_server_may_answer_at_once) {
  int count = 0;
  kmk_server server = KMK_SERVER_INIT;
  server.serve = answer_at_once;
  server.user_data = &count;
  assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_OK);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  assert_state_text(k->store, "{'log': []}");
  run_due(k->loop);
  assert_state_text(k->store, "{'log': [{'loaded': 'now'}]}");
  assert_int_equal(count, 1);
}

TEST(B310_a_notice_is_over_when_its_server_has_it) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "'bare'");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '0', true], ['taken', '0']]");
  assert_int_equal(answer(file.requests[0], "'x'"), KMK_ERR_INVALID_ARGUMENT);
  end_loop(k);
  end_keeper(&file);
}

/* An action wrapped in the words of its parents: where the answer must arrive. */
static void check_wrapped(kit *k, kmk_reducer *reducer, const char *state, const char *load,
                          const char *place, const char *after) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, reducer, state);
  send_ok(k->store, load);
  run_due(k->loop);
  json_t *list = kmk_store_requests(k->store);
  assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "at")), place);
  json_decref(list);
  assert_int_equal(answer(file.requests[0], "5"), KMK_ERR_DECODE);
  assert_int_equal(answer(file.requests[0], "'x'"), KMK_OK);
  assert_state_text(k->store, after);
  end_loop(k);
  end_keeper(&file);
}

static kmk_reducer *nothing(void) { return kmk_combine(0, NULL); }

TEST(B301_the_answer_reaches_a_row) {
  check_wrapped(k, kmk_for_each(nothing(), "/rows", "rows", "id", reader()),
                "{'rows': [{'id': 1, 'log': []}, {'id': 2, 'log': []}]}",
                "{'rows': {'element': {'id': 2, 'action': {'load': 'a'}}}}", "/rows/1",
                "{'rows': [{'id': 1, 'log': []}, {'id': 2, 'log': [{'loaded': 'x'}]}]}");
}

TEST(B301_the_answer_reaches_a_slot) {
  check_wrapped(k, kmk_presentation(nothing(), "/sheet", "sheet", NULL, reader()),
                "{'sheet': {'log': []}}", "{'sheet': {'presented': {'load': 'a'}}}", "/sheet",
                "{'sheet': {'log': [{'loaded': 'x'}]}}");
}

TEST(B301_the_answer_reaches_a_scope) {
  check_wrapped(k, kmk_scope("/child", "child", reader()), "{'child': {'log': []}}",
                "{'child': {'load': 'a'}}", "/child", "{'child': {'log': [{'loaded': 'x'}]}}");
}

TEST(B301_the_answer_reaches_an_element_of_a_path) {
  check_wrapped(k, kmk_stack(nothing(), "/path", "path", reader()), "{'path': [{'log': []}]}",
                "{'path': {'element': {'id': 0, 'action': {'load': 'a'}}}}", "/path/0/element",
                "{'path': [{'id': 0, 'element': {'log': [{'loaded': 'x'}]}}]}");
}

static json_t *caught(const json_t *error, void *unused) {
  (void)unused;
  return json_pack("{s:O}", "failed", error);
}

REDUCER(catches) {
  kmk_ask ask = KMK_ASK_INIT;
  ask.answer = "loaded";
  if (kmk_action_is(action, "load"))
    return kmk_effect_catch(kmk_effect_request_new("file", json_true(), &ask), caught, NULL, NULL);
  if (kmk_action_is(action, "failed"))
    kmk_state_set(state, "/error", kmk_action_payload(action, "failed"));
  return NULL;
}

TEST(B309_a_failure_without_a_case_is_for_the_catch) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, kmk_reducer_new(catches, NULL, NULL), "{'error': null}");
  send_ok(k->store, "'load'");
  run_due(k->loop);
  assert_int_equal(kmk_request_fail_new(file.requests[0], json_of("{'status': 404}"), NULL),
                   KMK_OK);
  assert_state_text(k->store, "{'error': {'status': 404}}");
  assert_recorded(file.calls, "[['serve', '0', true], ['taken', '0']]");
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
