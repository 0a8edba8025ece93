/* M11: NULL as any pointer argument of the functions for requests. */
#include "request_support.h"

#define INVALID KMK_ERR_INVALID_ARGUMENT

#define ASSERT_STATUS(expected, function, ...)                                                     \
  do {                                                                                             \
    kmk_error error = {0};                                                                         \
    assert_int_equal(function(__VA_ARGS__, NULL), expected);                                       \
    assert_int_equal(function(__VA_ARGS__, &error), expected);                                     \
    assert_int_equal(error.status, expected);                                                      \
    assert_string_not_equal(error.message, "");                                                    \
  } while (0)

TEST(M11_requests_without_a_handle) {
  json_t *value = json_of("{'a': 1}");
  ASSERT_STATUS(INVALID, kmk_request_answer_new, NULL, json_incref(value));
  ASSERT_STATUS(INVALID, kmk_request_fail_new, NULL, json_incref(value));
  ASSERT_STATUS(INVALID, kmk_request_part_new, NULL, "key", json_incref(value));
  assert_int_equal(value->refcount, 1);
  json_decref(value);
  assert_string_equal(kmk_request_id(NULL), "");
  assert_string_equal(kmk_request_name(NULL), "");
  assert_null(kmk_request_question(NULL));
  assert_null(kmk_request_last_part(NULL));
  assert_int_equal(kmk_request_attempt(NULL), 0);
  assert_false(kmk_request_is_over(NULL));
  assert_null(kmk_request_retain(NULL));
  kmk_request_free(NULL);
  assert_null(kmk_store_requests(NULL));
  assert_null(kmk_store_effects(NULL));
}

TEST(M11_a_request_gets_no_value) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  ASSERT_STATUS(INVALID, kmk_request_answer_new, file.requests[0], NULL);
  ASSERT_STATUS(INVALID, kmk_request_fail_new, file.requests[0], NULL);
  ASSERT_STATUS(INVALID, kmk_request_part_new, file.requests[0], NULL, NULL);
  assert_false(kmk_request_is_over(file.requests[0]));
  assert_null(kmk_request_last_part(file.requests[0]));
  assert_state_text(k->store, "{'log': []}");
  end_loop(k);
  end_keeper(&file);
}

static char too_long[257];

TEST(M11_servers) {
  keeper file;
  begin_keeper(&file);
  kmk_server server = server_of(&file), without = server;
  without.serve = NULL;
  memset(too_long, 'a', sizeof too_long - 1);
  open_reader(k);
  ASSERT_STATUS(INVALID, kmk_loop_serve, NULL, "file", &server);
  ASSERT_STATUS(INVALID, kmk_loop_serve, k->loop, NULL, &server);
  ASSERT_STATUS(INVALID, kmk_loop_serve, k->loop, too_long, &server);
  ASSERT_STATUS(INVALID, kmk_loop_serve, k->loop, "", &server);
  ASSERT_STATUS(INVALID, kmk_loop_serve, k->loop, "file", &without);
  ASSERT_STATUS(INVALID, kmk_store_serve, NULL, "file", &server);
  ASSERT_STATUS(INVALID, kmk_store_serve, k->store, NULL, &server);
  ASSERT_STATUS(INVALID, kmk_store_serve, k->store, too_long, &server);
  ASSERT_STATUS(INVALID, kmk_store_serve, k->store, "file", &without);
  assert_int_equal(file.freed, 18);
  ASSERT_STATUS(INVALID, kmk_loop_serve, k->loop, "file", NULL);
  ASSERT_STATUS(INVALID, kmk_store_serve, k->store, "file", NULL);
  ASSERT_STATUS(INVALID, kmk_loop_unserve, NULL, "file");
  ASSERT_STATUS(INVALID, kmk_loop_unserve, k->loop, NULL);
  ASSERT_STATUS(KMK_ERR_NOT_FOUND, kmk_loop_unserve, k->loop, "file");
  ASSERT_STATUS(INVALID, kmk_store_unserve, NULL, "file");
  ASSERT_STATUS(INVALID, kmk_store_unserve, k->store, NULL);
  ASSERT_STATUS(KMK_ERR_NOT_FOUND, kmk_store_unserve, k->store, "file");
  end_keeper(&file);
}

TEST(M11_a_view_has_no_servers) {
  keeper file;
  begin_keeper(&file);
  kmk_server server = server_of(&file);
  kit_open(k, kmk_scope("/child", "child", reader()), "{'child': {'log': []}}");
  kmk_store *view = kmk_store_scope(k->store, "/child", "child", NULL);
  ASSERT_STATUS(INVALID, kmk_store_serve, view, "file", &server);
  ASSERT_STATUS(INVALID, kmk_store_unserve, view, "file");
  assert_int_equal(file.freed, 2);
  kmk_store_free(view);
  end_keeper(&file);
}

TEST(M11_requests_found_by_NULL) {
  kmk_error error = {0};
  open_reader(k);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  assert_null(kmk_store_request(NULL, "0", NULL));
  assert_null(kmk_store_request(NULL, "0", &error));
  assert_int_equal(error.status, INVALID);
  assert_null(kmk_store_request(k->store, NULL, &error));
  assert_int_equal(error.status, INVALID);
  assert_null(kmk_mailbox_request(NULL, "0", &error));
  assert_int_equal(error.status, INVALID);
  assert_null(kmk_mailbox_request(mailbox, NULL, NULL));
  assert_null(kmk_mailbox_request(mailbox, NULL, &error));
  assert_int_equal(error.status, INVALID);
  assert_null(kmk_mailbox_request(mailbox, "0", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  kmk_mailbox_free(mailbox);
}

static kmk_effect *an_effect;

static kmk_effect *answer_once(const json_t *action) {
  (void)action;
  kmk_effect *effect = an_effect;
  an_effect = NULL;
  return effect;
}

static void assert_invalid_effect(kit *k, kmk_effect *effect) {
  assert_non_null(effect);
  an_effect = effect;
  send_ok(k->store, "'go'");
  assert_issues(k, "['invalid-effect']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

TEST(M11_what_asks) {
  json_t *value = json_of("{'a': 1}");
  kmk_ask misspelt = KMK_ASK_INIT;
  misspelt.answer = "a..b";
  kit_open(k, answering(answer_once), "{}");
  assert_invalid_effect(k, kmk_effect_request_new(NULL, json_incref(value), NULL));
  assert_invalid_effect(k, kmk_effect_request_new("", json_incref(value), NULL));
  assert_invalid_effect(k, kmk_effect_request_new("file", NULL, NULL));
  assert_invalid_effect(k, kmk_effect_request_new("file", json_incref(value), &misspelt));
  kmk_effect_free(kmk_effect_request_new("file", json_incref(value), NULL));
  assert_int_equal(value->refcount, 1);
  json_decref(value);
}

TEST(M11_declarations) {
  const kmk_request_kind none[] = {{NULL, "any", NULL, NULL, NULL}, {"a", NULL, NULL, NULL, NULL}};
  kmk_reducer_free(kmk_requests(reader(), 0, NULL));
  assert_invalid_reducer(k, kmk_requests(NULL, 0, NULL), NULL);
  assert_invalid_reducer(k, kmk_requests(reader(), 1, NULL), NULL);
  assert_invalid_reducer(k, kmk_requests(reader(), 1, none), NULL);
  assert_invalid_reducer(k, kmk_requests(reader(), 1, none + 1), NULL);
}
