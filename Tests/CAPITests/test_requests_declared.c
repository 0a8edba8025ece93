/* Declared requests, and mismatches. */
#include "request_support.h"

static kmk_reducer *declared(kmk_reducer *base, const char *question, const char *value) {
  return kmk_requests(base, 2,
                      (kmk_request_kind[]){{"file", question, value, "unsigned", NULL},
                                           {"log", "text", NULL, NULL, NULL}});
}

static void open_declared(kit *k, const char *question, const char *value) {
  kit_open(k, declared(kmk_combine(1, (kmk_reducer *[]){reader()}), question, value),
           "{'log': []}");
}

static void assert_misfit(kit *k, const char *part) {
  const char *message = json_string_value(json_object_get(json_array_get(k->issues, 0), "message"));
  if (message == NULL || strstr(message, part) == NULL)
    fail_msg("%s", message == NULL ? "no issue" : message);
  assert_issues(k, "['request-misfit']");
  assert_requests(k->store, "[]");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

TEST(B319_what_is_declared_is_asked_and_answered) {
  keeper file;
  kmk_error error;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_declared(k, "{name: text}", "(a | b)");
  send_ok(k->store, "{'load': {'name': 'x'}}");
  run_due(k->loop);
  assert_int_equal(kmk_request_answer_new(file.requests[0], json_string("c"), &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.message, "found c; expected one of a, b");
  assert_int_equal(kmk_request_part_new(file.requests[0], NULL, json_integer(-1), &error),
                   KMK_ERR_DECODE);
  assert_int_equal(answer(file.requests[0], "'a'"), KMK_OK);
  assert_state_text(k->store, "{'log': [{'loaded': 'a'}]}");
  end_loop(k);
  end_keeper(&file);
}

TEST(B319_null_declares_that_there_is_no_value) {
  keeper file;
  kmk_error error;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(
      k, kmk_requests(reader(), 1, (kmk_request_kind[]){{"file", "null", "text", NULL, " null "}}),
      "{'log': []}");
  send_ok(k->store, "{'load': null}");
  run_due(k->loop);
  assert_int_equal(kmk_request_fail(file.requests[0], "c", &error), KMK_ERR_DECODE);
  assert_string_equal(error.message, "expected no payload, null or {}, found text \"c\"");
  assert_int_equal(kmk_request_fail_new(file.requests[0], json_null(), &error), KMK_OK);
  assert_state_text(k->store, "{'log': [{'failed': null}]}");
  end_loop(k);
  end_keeper(&file);
}

TEST(B319_another_question_is_an_issue_and_asks_nothing) {
  open_declared(k, "{name: text}", "text");
  send_ok(k->store, "{'load': {'name': 5}}");
  run_due(k->loop);
  assert_misfit(k, "the request \"file\" does not fit");
}

TEST(B319_another_name_is_an_issue_that_names_the_declared_ones) {
  kit_open(k, kmk_requests(reader(), 1, (kmk_request_kind[]){{"files", "any", "text", NULL, NULL}}),
           "{'log': []}");
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_misfit(k, "files");
}

TEST(B319_an_answer_must_be_wanted_where_one_is_declared) {
  open_declared(k, "any", "text");
  send_ok(k->store, "'bare'");
  run_due(k->loop);
  assert_misfit(k, "is declared with an answer");
}

TEST(B319_a_mistake_in_a_declaration_makes_an_invalid_reducer) {
  assert_invalid_reducer(k, declared(reader(), "{name", "text"), "expected");
  assert_invalid_reducer(k, declared(reader(), "[null]", "text"), "no kind \"null\"");
  assert_invalid_reducer(k,
                         kmk_requests(reader(), 2,
                                      (kmk_request_kind[]){{"a", "any", NULL, NULL, NULL},
                                                           {"a", "any", NULL, NULL, NULL}}),
                         "the request \"a\" occurs twice");
  assert_invalid_reducer(
      k, kmk_requests(reader(), 1, (kmk_request_kind[]){{"a", NULL, NULL, NULL, NULL}}),
      "question is NULL");
}

TEST(B319_declarations_are_described) {
  kmk_error error;
  kmk_reducer *reducer = declared(reader(), "text", "unsigned");
  json_t *description = kmk_reducer_describe(reducer, &error);
  assert_json_text(json_object_get(description, "requests"),
                   "{'file': {'question': {'type': 'string'}, 'answer': {'type': 'integer', "
                   "'minimum': 0}, 'part': {'type': 'integer', 'minimum': 0}}, "
                   "'log': {'question': {'type': 'string'}}}");
  json_decref(description);
  kmk_reducer_free(reducer);
}
