/* Promises to a C program at compile time: values that never change, the layout of the public structs, and the
 * signature of every callback. It is compiled, not run; see CMakeLists.txt. */
#include <kumiki.h>
#include <kumiki_test.h>

/* C99 has no _Static_assert: an array of negative size does the same. */
#define JOINED(a, b) a##b
#define NAMED(line) JOINED(promise_at_line_, line)
#define PROMISE(condition) extern char NAMED(__LINE__)[(condition) ? 1 : -1]

/* Statuses are numbers in other languages' bindings. */
PROMISE(KMK_OK == 0);
PROMISE(KMK_ERR_INVALID_ARGUMENT == -1);
PROMISE(KMK_ERR_JSON == -2);
PROMISE(KMK_ERR_DECODE == -3);
PROMISE(KMK_ERR_UNKNOWN_FEATURE == -4);
PROMISE(KMK_ERR_NOT_FOUND == -5);
PROMISE(KMK_ERR_WRONG_THREAD == -6);
PROMISE(KMK_ERR_NO_MEMORY == -7);
PROMISE(KMK_ERR_TOO_DEEP == -8);
PROMISE(KMK_ERR_CLOSED == -9);
PROMISE(KMK_ERR_BUSY == -10);
PROMISE(KMK_ERR_TIMEOUT == -11);
PROMISE(KMK_ERR_LIMIT == -12);
PROMISE(KMK_ERR_NOT_ALLOWED == -13);
PROMISE(sizeof(kmk_status) == sizeof(int));

/* The version is usable in #if, and its parts agree with the whole. */
#if KMK_VERSION_HEX < 0x000100 || KMK_MAX_DEPTH != 2048
#error "KMK_VERSION_HEX or KMK_MAX_DEPTH is not what 0.1 promises"
#endif
PROMISE(KMK_VERSION_HEX >> 16 == KMK_VERSION_MAJOR);
PROMISE((KMK_VERSION_HEX >> 8 & 0xff) == KMK_VERSION_MINOR);
PROMISE((KMK_VERSION_HEX & 0xff) == KMK_VERSION_PATCH);

/* The caller owns this struct, so its size is a part of the binary contract. */
PROMISE(offsetof(kmk_error, status) == 0);
PROMISE(offsetof(kmk_error, position) == sizeof(size_t));
PROMISE(offsetof(kmk_error, path) == 2 * sizeof(size_t));
PROMISE(offsetof(kmk_error, message) == 2 * sizeof(size_t) + 128);
PROMISE(sizeof(kmk_error) == 2 * sizeof(size_t) + 128 + 256);

/* These structs may grow at their end, so the first member is the size of the program's struct. scripts/check-abi
 * compares the members with the last release, and Tests/ScriptTests/test_options.py finds new members. */
PROMISE(offsetof(kmk_list_options, size) == 0);
PROMISE(offsetof(kmk_loop_options, size) == 0);
PROMISE(offsetof(kmk_migrations, size) == 0);
PROMISE(offsetof(kmk_presentation_callbacks, size) == 0);
PROMISE(offsetof(kmk_recorder_options, size) == 0);
PROMISE(offsetof(kmk_running_options, size) == 0);
PROMISE(offsetof(kmk_saver_options, size) == 0);
PROMISE(offsetof(kmk_slot_options, size) == 0);
PROMISE(offsetof(kmk_trace_options, size) == 0);
PROMISE(offsetof(kmk_undo_options, size) == 0);
PROMISE(KMK_STATE_AUTO == 0 && KMK_STATE_STRUCT == 1 && KMK_STATE_ENUM == 2);
PROMISE(KMK_TIME_RESTART == 0 && KMK_TIME_REMAINING == 1 && KMK_TIME_DEADLINE == 2);

/* Programs make arrays of these structs, so their layout never changes. */
PROMISE(offsetof(kmk_handler, name) == 0 && offsetof(kmk_handler, payload) == sizeof(void *));
PROMISE(offsetof(kmk_handler, handle) == 2 * sizeof(void *));
PROMISE(sizeof(kmk_handler) == 3 * sizeof(void *));
PROMISE(offsetof(kmk_case, name) == 0 && offsetof(kmk_case, payload) == sizeof(void *));
PROMISE(sizeof(kmk_case) == 2 * sizeof(void *));
PROMISE(offsetof(kmk_field, pointer) == 0 && offsetof(kmk_field, kind) == sizeof(void *));
PROMISE(sizeof(kmk_field) == 2 * sizeof(void *));

/* On a 64-bit system, in plain numbers. Structs that may grow are at least as large as before. */
#if SIZE_MAX == UINT64_MAX
PROMISE(sizeof(kmk_error) == 400 && sizeof(kmk_case) == 16 && sizeof(kmk_field) == 16);
PROMISE(sizeof(kmk_slot_options) >= 40 && sizeof(kmk_presentation_callbacks) >= 32);
PROMISE(sizeof(kmk_diagnostic) >= 48 && sizeof(kmk_state_kind) == 4);
PROMISE(sizeof(kmk_loop_options) >= 24 && sizeof(kmk_undo_options) >= 80);
PROMISE(sizeof(kmk_running_options) >= 24);
#endif

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)user_data;
  if (kmk_action_is(action, "close"))
    return kmk_effect_dismiss(env);
  (void)kmk_state_set_new(state, "/count", json_integer(1));
  return NULL;
}

static void present(const char *id, const char *state_case, const json_t *state, void *user_data) {
  (void)id, (void)state_case, (void)state, (void)user_data;
}

/* A program as in the headers: options by the initialiser, reducers in one expression. */
kmk_status header_c_program(kmk_loop *loop, kmk_error *error);
kmk_status header_c_program(kmk_loop *loop, kmk_error *error) {
  static const char *const alerts[] = {"alert", NULL};
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  kmk_presentation_callbacks callbacks = {sizeof(kmk_presentation_callbacks), present, NULL, NULL};
  options.ephemeral_cases = alerts;
  kmk_reducer *reducer = kmk_presentation(
      kmk_reducer_new(reduce, NULL, NULL), "/destination", "destination", &options,
      kmk_combine(2, (kmk_reducer *[]){
                         kmk_scope_case("counter", "counter", kmk_reducer_new(reduce, NULL, NULL)),
                         kmk_scope_case("alert", "alert", kmk_feature("alert"))}));
  kmk_store *store = kmk_store_new(loop, reducer, json_null(), error);
  kmk_subscription *subscription =
      kmk_store_observe_presentation(store, "/destination", &callbacks, NULL, NULL, error);
  kmk_status status = kmk_store_sendf(store, error, "{s:i}", "setCount", 3);
  kmk_subscription_free(subscription);
  kmk_store_free(store);
  return status;
}

static bool is_close(const json_t *action, void *user_data) {
  return user_data == NULL && kmk_action_is(action, "close");
}

static void fail(const char *file, int line, const char *message, void *user_data) {
  (void)file, (void)line, (void)message, (void)user_data;
}

/* A test as in the header: every macro is an expression. */
bool header_c_test(kmk_error *error);
bool header_c_test(kmk_error *error) {
  kmk_test_store *test =
      kmk_test_store_new(kmk_reducer_new(reduce, NULL, NULL), json_null(), error);
  kmk_task *task = kmk_test_send_task(test, json_string("close"), NULL);
  bool holds;
  kmk_test_store_on_failure(test, fail, NULL);
  kmk_test_store_on_note(test, fail, NULL);
  holds = kmk_test_set_dependency(test, "date", json_integer(1)) &&
          kmk_test_set_dependency_pointer(test, "service", NULL, NULL) &&
          kmk_test_send(test, json_string("close"), json_pack("{s:i}", "count", 1)) &&
          kmk_test_receive(test, json_string("close"), NULL) &&
          kmk_test_receive_case(test, "close", NULL) &&
          kmk_test_receive_payload(test, "close", json_null(), NULL) &&
          kmk_test_receive_if(test, is_close, NULL, NULL) && kmk_test_advance(test, 1) &&
          kmk_test_skip_received(test, false) && kmk_test_skip_in_flight(test, false) &&
          kmk_test_assert(test, json_pack("{s:i}", "count", 1)) &&
          kmk_test_finish_task(test, task) && kmk_test_finish(test);
  kmk_task_free(task);
  kmk_test_store_free(test);
  return holds;
}
