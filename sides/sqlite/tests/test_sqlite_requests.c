/* kumiki_sqlite.h and requests: a server has a request only once it is in the file, and learns that its answer was
 * taken only once the answer is. */
#include "sqlite_support.h"

static char served[16][64], ended[16][64];
static int serves, ends;
static kmk_request *last;

static void serve(kmk_request *request, void *data) {
  (void)data;
  snprintf(served[serves++], sizeof *served, "%s %s %u", kmk_request_id(request),
           json_string_value(kmk_request_question(request)), kmk_request_attempt(request));
  kmk_request_free(last);
  last = kmk_request_retain(request);
}

static void told(kmk_request *request, kmk_request_end end, void *data) {
  static const char *const names[] = {"taken", "cancelled", "unserved", "received"};
  (void)data;
  snprintf(ended[ends++], sizeof *ended, "%s %s", kmk_request_id(request), names[end]);
}

static int begin(void **state) {
  serves = ends = 0;
  return file_begin_virtual(state);
}

static int end(void **state) {
  kmk_request_free(last);
  last = NULL;
  return file_end(state);
}

#define REQUEST_TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)

static kmk_effect *ask(const char *question, const char *answer) {
  kmk_ask how = KMK_ASK_INIT;
  how.answer = answer;
  return kmk_effect_request_new("pay", json_string(question), &how);
}

/* {"isLoading", "paid", "rent"}: "pay" asks, "paid" is the answer. */
static kmk_effect *app(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "pay")) {
    kmk_state_set_new(state, "/isLoading", json_true());
    return ask("rent", "paid");
  }
  if (kmk_action_is(action, "log"))
    return ask("line", NULL);
  if (kmk_action_is(action, "paid")) {
    kmk_state_set_new(state, "/isLoading", json_false());
    kmk_state_set_new(state, "/paid", json_string("yes"));
  }
  return NULL;
}

static kmk_reducer *payments(void) { return kmk_reducer_new(app, NULL, NULL); }

static void begin_server(void) {
  kmk_server server = KMK_SERVER_INIT;
  server.serve = serve;
  server.ended = told;
  assert_int_equal(kmk_loop_serve(loop, "pay", &server, NULL), KMK_OK);
}

static kmk_store *paying(kmk_sqlite *file, kmk_reducer *reducer) {
  json_t *first = json_pack("{s:b, s:n, s:i}", "isLoading", 0, "paid", "rent", 1);
  kmk_store *store = kmk_sqlite_store(file, "main", loop, reducer, first, NULL);
  assert_non_null(store);
  json_decref(first);
  return store;
}

static void run(void) {
  while (kmk_loop_dispatch(loop, 0) > 0)
    ;
}

/* A moment in the file, as a process that is killed now leaves it: nothing of it is in flight here. */
static json_t *phases(kmk_store *store) {
  json_t *requests = kmk_store_requests(store), *result = json_array(), *request;
  size_t index;
  json_array_foreach(requests, index, request)
      json_array_append(result, json_object_get(request, "phase"));
  json_decref(requests);
  return result;
}

static void assert_phase(kmk_store *store, const char *phase) {
  json_t *found = phases(store);
  assert_int_equal(json_array_size(found), phase == NULL ? 0 : 1);
  if (phase != NULL)
    assert_string_equal(json_string_value(json_array_get(found, 0)), phase);
  json_decref(found);
}

static void B332_a_server_has_a_request_once_it_is_in_the_file(void **state) {
  (void)state;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.batch_milliseconds = 1000000;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
  kmk_store *store = paying(file, payments());
  begin_server();
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  send(store, "pay");
  run();
  assert_phase(store, "unkept");
  assert_int_equal(serves, 0);
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  run();
  assert_phase(store, "served");
  assert_string_equal(served[0], "0 rent 1");

  assert_int_equal(kmk_request_answer_new(last, json_null(), NULL), KMK_OK);
  run();
  assert_phase(store, NULL);
  assert_int_equal(ends, 0);
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  run();
  assert_int_equal(ends, 1);
  assert_string_equal(ended[0], "0 taken");
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void B332_without_a_flush_the_writer_lets_requests_go_on(void **state) {
  (void)state;
  kmk_sqlite *file = database(NULL);
  kmk_store *store = paying(file, payments());
  begin_server();
  send(store, "pay");
  while (serves == 0)
    kmk_loop_dispatch(loop, -1);
  send(store, "log"); /* a notice, which ends without a step */
  while (serves == 1)
    kmk_loop_dispatch(loop, -1);
  while (ends == 0)
    kmk_loop_dispatch(loop, -1);
  assert_string_equal(ended[0], "1 taken");
  kmk_store_free(store);
  assert_string_equal(ended[1], "0 cancelled");
  kmk_sqlite_free(file);
}

static void B333_an_answer_that_is_not_in_the_file_is_told_as_received(void **state) {
  (void)state;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.batch_milliseconds = 1000000;
  for (int way = 0; way < 3; way++) {
    serves = ends = 0;
    kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
    kmk_store *store = paying(file, payments());
    begin_server();
    send(store, "pay");
    kmk_sqlite_flush(file, NULL);
    run();
    assert_int_equal(kmk_request_answer_new(last, json_null(), NULL), KMK_OK);
    if (way == 1)
      kmk_sqlite_flush(file, NULL); /* in the file, and the loop has not heard it yet */
    if (way == 2)
      assert_int_equal(kmk_loop_unserve(loop, "pay", NULL), KMK_OK);
    else
      kmk_store_free(store);
    assert_int_equal(ends, 1);
    assert_non_null(strstr(ended[0], way == 1 ? "taken" : "received"));
    if (way == 2)
      kmk_store_free(store);
    else
      kmk_loop_unserve(loop, "pay", NULL);
    kmk_sqlite_free(file);
    remove_file();
  }
}

/* Another process reads what this one has written so far, and continues from it. */
static void B332_a_request_of_the_file_is_served_at_once_by_the_next_run(void **state) {
  (void)state;
  kmk_sqlite *file = database(NULL);
  kmk_store *store = paying(file, payments());
  send(store, "pay");
  kmk_sqlite_flush(file, NULL);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.batch_milliseconds = 1000000;
  file = kmk_sqlite_open(path, &options, NULL);
  store = paying(file, payments());
  begin_server();
  run();
  assert_int_equal(serves, 1);
  assert_string_equal(served[0], "0 rent 1");
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

KMK_RUNNING_FN(asking) {
  (void)value;
  return ask("rent", "paid");
}

static void B332_what_a_first_state_asks_is_written_before_it_is_served(void **state) {
  (void)state;
  kmk_sqlite *file = database(NULL);
  kmk_store *store = paying(file, payments()); /* an older program, which asks nothing */
  kmk_store_free(store);
  kmk_sqlite_free(file);
  file = database(NULL);
  store = paying(file, kmk_running(payments(), "/rent", NULL, asking, NULL, NULL));
  begin_server();
  while (serves == 0)
    kmk_loop_dispatch(loop, -1);
  kmk_snapshot *left = kmk_sqlite_snapshot(file, "main", NULL);
  json_t *saved = kmk_snapshot_json(left, 0, NULL);
  const json_t *request = json_array_get(json_object_get(saved, "requests"), 0);
  assert_string_equal(json_string_value(json_object_get(request, "id")), kmk_request_id(last));
  json_decref(saved);
  kmk_snapshot_free(left);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void ignore(const char *message, void *data) { (void)message, (void)data; }

static void B332_after_a_failed_write_a_finish_waits_for_no_request(void **state) {
  (void)state;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.failed = ignore;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
  kmk_store *store = paying(file, payments());
  begin_server();
  kmk_sqlite_flush(file, NULL);
  remove_file();
  send(store, "pay");
  assert_int_not_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  assert_int_equal(kmk_loop_finish(loop, -1, NULL), KMK_OK);
  assert_phase(store, "unkept");
  assert_int_equal(serves, 0);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      REQUEST_TEST(B332_a_server_has_a_request_once_it_is_in_the_file),
      REQUEST_TEST(B332_without_a_flush_the_writer_lets_requests_go_on),
      REQUEST_TEST(B333_an_answer_that_is_not_in_the_file_is_told_as_received),
      REQUEST_TEST(B332_a_request_of_the_file_is_served_at_once_by_the_next_run),
      REQUEST_TEST(B332_after_a_failed_write_a_finish_waits_for_no_request),
      REQUEST_TEST(B332_what_a_first_state_asks_is_written_before_it_is_served),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
