/* Functions that the loop of a test store runs, calls or frees see the shared values of that test (K69). */
#include "trial_support.h"

#include <unistd.h>

/* The program's value is 500, and a test's value starts at 0. Each called function adds 1, and notes the former
   value. */
static kmk_shared *value;
static kmk_loop *loop;
static kmk_sender *hanging;
static json_t *noted;

static json_t *one_more(const json_t *old, void *data) {
  json_array_append_new(noted, json_pack("{s:O}", (const char *)data, old));
  return json_integer(json_integer_value(old) + 1);
}

static void touch(void *name) { kmk_shared_update(value, one_more, name, NULL); }

static void finish_later(void *sender) {
  touch("deferred");
  kmk_sender_finish(sender);
}

static void start(kmk_sender *sender, void *data) {
  (void)data;
  touch("start");
  kmk_loop_defer(loop, finish_later, sender, NULL);
}

static void hang(kmk_sender *sender, void *data) {
  (void)data;
  hanging = sender;
}

static void cancel(void *data) {
  (void)data;
  touch("cancel");
  kmk_sender_finish(hanging);
}

static void fail_at_work(kmk_sender *sender, void *data) {
  (void)data;
  touch("work");
  kmk_sender_fail(sender, "disk full");
}

static json_t *caught(const json_t *error, void *data) {
  (void)error;
  (void)data;
  touch("catch");
  return NULL;
}

static json_t *derive(kmk_store *store, void *data) {
  (void)store;
  (void)data;
  touch("derived");
  return json_true();
}

REDUCER(touching) {
  (void)data;
  touch("reducer");
  if (kmk_action_is(action, "start")) {
    return kmk_effect_start(start, NULL, "freed", touch);
  }
  if (kmk_action_is(action, "hang")) {
    return kmk_effect_cancellable(kmk_effect_start(hang, cancel, NULL, NULL), "hang", false);
  }
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel("hang");
  }
  if (kmk_action_is(action, "fail")) {
    return kmk_effect_catch(kmk_effect_blocking(fail_at_work, NULL, NULL), caught, NULL, NULL);
  }
  if (kmk_action_is(action, "toggle")) {
    kmk_state_set_new(state, "/on", json_true());
  }
  return NULL;
}

static void observe(const json_t *part, void *data) {
  (void)data;
  if (json_is_true(part)) {
    touch("observer");
  }
}

static void observe_shared(const json_t *whole, void *told) {
  json_array_append_new(told, json_integer(json_integer_value(whole)));
}

static void begin(trial *t, kmk_shared *shared) {
  value = shared;
  assert_int_equal(kmk_shared_set_new(shared, "", json_integer(500), NULL), KMK_OK);
  noted = json_array();
  open_trial_of(t, kmk_reducer_new(touching, NULL, NULL), "{'on': false}");
  kmk_test_store_set_exhaustive(t->test, false, false);
  loop = kmk_store_loop(kmk_test_store_store(t->test));
}

static void end(trial *t, const char *expected) {
  end_trial(t);
  assert_json_text(noted, expected);
  json_decref(noted);
  json_t *real = kmk_shared_get(value, "", NULL);
  assert_int_equal(json_integer_value(real), 500);
  json_decref(real);
  kmk_shared_free(value);
}

static kmk_shared *in_memory(const char *name) {
  json_t *zero = json_integer(0);
  kmk_shared *shared = kmk_shared_memory(name, zero, NULL);
  json_decref(zero);
  return shared;
}

static void send_and_run(trial *t, const char *action) {
  SEND(t, action, NULL);
  kmk_test_finish(t->test);
}

TRIAL_TEST(K69_effects_have_the_tests_values_to_their_end) {
  begin(t, in_memory("K69 effects"));
  send_and_run(t, "'start'");
  send_and_run(t, "'fail'");
  end(t, "[{'reducer': 0}, {'start': 1}, {'deferred': 2}, {'freed': 3}, {'reducer': 4},"
         " {'work': 5}, {'catch': 6}]");
}

TRIAL_TEST(K69_cancelled_effects_have_the_tests_values_too) {
  begin(t, in_memory("K69 cancelled"));
  SEND(t, "'hang'", NULL);
  kmk_test_advance(t->test, 0);
  SEND(t, "'cancel'", NULL);
  SEND(t, "'hang'", NULL);
  kmk_test_advance(t->test, 0);
  end(t, "[{'reducer': 0}, {'reducer': 1}, {'cancel': 2}, {'reducer': 3}, {'cancel': 4}]");
}

TRIAL_TEST(K69_observers_and_derived_values_have_the_tests_values_too) {
  begin(t, in_memory("K69 observers"));
  kmk_store *store = kmk_test_store_store(t->test);
  kmk_subscription *on = kmk_store_observe(store, "/on", observe, NULL, NULL, NULL);
  const char *const places[] = {"/on", NULL};
  kmk_derived *derived = kmk_derived_new(store, places, derive, NULL, NULL, NULL);
  json_decref(kmk_derived_get(derived, NULL));
  json_t *told = json_array();
  kmk_subscription *shared = kmk_shared_observe(value, loop, "", observe_shared, told, NULL, NULL);
  SEND(t, "'toggle'", NULL);
  kmk_test_advance(t->test, 0);
  /* Like a program that owns the loop: outside every call of the test. */
  kmk_store_send_text(store, "\"go\"", NULL);
  kmk_loop_dispatch(loop, 0);
  assert_json_text(told, "[1, 3, 4]");
  json_decref(told);
  kmk_subscription_free(on);
  kmk_subscription_free(shared);
  kmk_derived_free(derived);
  end(t, "[{'derived': 0}, {'reducer': 1}, {'observer': 2}, {'reducer': 3}]");
}

TRIAL_TEST(K69_no_file_is_touched_and_a_write_is_stated) {
  const char *path = "/tmp/kumiki-never-caught.json";
  unlink(path); /* a faulty library that was tested before may have written the file */
  json_t *zero = json_integer(0);
  value = kmk_shared_file(path, zero, NULL);
  json_decref(zero);
  noted = json_array();
  open_trial_of(t, kmk_reducer_new(touching, NULL, NULL), "{'on': false}");
  SEND(t, "'fail'", NULL);
  assert_true(kmk_test_finish(t->test));
  assert_true(kmk_test_shared(t->test, value, json_integer(3)));
  end_trial(t);
  assert_int_equal(access(path, F_OK), -1);
  json_decref(noted);
  kmk_shared_free(value);
}

/* A program's own store on the same thread sees the program's value. */
TRIAL_TEST(K69_a_store_on_another_loop_has_the_programs_values) {
  begin(t, in_memory("K69 beside"));
  kmk_loop *other = kmk_loop_new_virtual(NULL);
  json_t *initial = json_of("{'on': false}");
  kmk_store *store = kmk_store_new(other, kmk_reducer_new(touching, NULL, NULL), initial, NULL);
  json_decref(initial);
  SEND(t, "'go'", NULL);
  kmk_store_send_text(store, "\"fail\"", NULL);
  kmk_loop_run_until_idle(other, -1, NULL);
  SEND(t, "'go'", NULL);
  assert_int_equal(kmk_shared_set_new(value, "", json_integer(500), NULL), KMK_OK);
  kmk_store_free(store);
  kmk_loop_free(other);
  end(t, "[{'reducer': 0}, {'reducer': 500}, {'work': 501}, {'catch': 502}, {'reducer': 1}]");
}
