/* A checked program (kmk_checks_begin): each misuse ends the program with a message, and correct programs run as
 * usual. Each misuse happens in a forked child. */
#include "support.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Given to each misuse: a store on its own loop. */
typedef struct {
  kmk_loop *loop;
  kmk_reducer *reducer;
  kmk_store *store;
} program;

static const json_t *kept;
static kmk_state *kept_state;
static kmk_env *kept_env;
static json_t *owned;

static program begun(kmk_reduce_fn fn) {
  kmk_checks_begin();
  program made = {kmk_loop_new_virtual(NULL), kmk_reducer_new(fn, NULL, NULL), NULL};
  json_t *initial = json_pack("{s:{s:s}, s:i}", "text", "is", "hello", "count", 0);
  made.store = kmk_store_new(made.loop, made.reducer, initial, NULL);
  json_decref(initial);
  return made;
}

static void send(program *program) {
  json_t *payload = json_pack("{s:s, s:[i]}", "name", "Ada", "numbers", 1);
  kmk_store_send_at_new(program->store, "set", payload, NULL);
}

static char said[16384];

/* Runs a function in a child, and returns the child's status. `said` receives the child's standard error. */
static int status_of(void (*function)(void)) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    function();
    _exit(0);
  }
  close(ends[1]);
  size_t length = 0;
  ssize_t count;
  while ((count = read(ends[0], said + length, sizeof said - 1 - length)) > 0)
    length += (size_t)count;
  said[length] = 0;
  close(ends[0]);
  int status;
  waitpid(child, &status, 0);
  return status;
}

#define STOPS(mistake, ...)                                                                        \
  do {                                                                                             \
    const char *words[] = {__VA_ARGS__};                                                           \
    int status = status_of(mistake);                                                               \
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)                                       \
      fail_msg("not stopped (status %d), but said: %s", status, said);                             \
    for (size_t i = 0; i < COUNT_OF(words); i++)                                                   \
      if (!strstr(said, words[i]))                                                                 \
        fail_msg("not said: %s, but: %s", words[i], said);                                         \
  } while (0)

/* ------------------------------------------------------------------ handles */

static kmk_effect *nothing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static void sends_to_a_freed_store(void) {
  program program = begun(nothing);
  kmk_store_free(program.store);
  send(&program);
}

static void gives_a_reducer_twice(void) {
  program program = begun(nothing);
  json_t *initial = json_object();
  kmk_store_new(program.loop, program.reducer, initial, NULL);
}

static void gives_an_effect_twice(void) {
  kmk_checks_begin();
  kmk_effect *effect = kmk_effect_send_new(json_pack("{s:n}", "set"));
  kmk_effect_delay(effect, 1);
  kmk_effect_delay(effect, 1);
}

static void ignore(const json_t *value, void *data) { (void)value, (void)data; }

static void frees_a_subscription_twice(void) {
  program program = begun(nothing);
  kmk_subscription *subscription = kmk_store_observe(program.store, "", ignore, NULL, NULL, NULL);
  kmk_subscription_free(subscription);
  kmk_subscription_free(subscription);
}

static void start(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_finish(sender);
  kmk_sender_send_new(sender, json_pack("{s:n}", "set"));
}

static kmk_effect *starting(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return kmk_effect_start(start, NULL, NULL, NULL);
}

static void sends_by_a_finished_sender(void) {
  program program = begun(starting);
  send(&program);
  kmk_loop_run_until_idle(program.loop, -1, NULL);
}

TEST(M90_a_handle_that_is_used_after_its_end_stops_the_program_with_the_call) {
  (void)k;
  STOPS(sends_to_a_freed_store, "kumiki: kmk_store_send_at_new: this kmk_store has ended");
  STOPS(gives_a_reducer_twice, "kmk_store_new: this kmk_reducer has ended");
  STOPS(gives_an_effect_twice, "kmk_effect_delay: this kmk_effect has ended");
  STOPS(frees_a_subscription_twice, "kmk_subscription_free: this kmk_subscription has ended");
  STOPS(sends_by_a_finished_sender, "kmk_sender_send_new: this kmk_sender has ended");
}

TEST(M130_the_stack_names_static_functions_too) {
  (void)k;
  STOPS(sends_to_a_freed_store, "(kmk_store_send_at_new+0x", "(sends_to_a_freed_store+0x");
}

static const char log_path[] = "test_checks.log";

static kmk_recorder *recording(program *program) {
  *program = begun(nothing);
  kmk_recorder *made = kmk_recorder_new(program->store, log_path, NULL, NULL);
  unlink(log_path);
  return made;
}

static void flushes_a_freed_recorder(void) {
  program program;
  kmk_recorder *recorder = recording(&program);
  kmk_recorder_free(recorder);
  kmk_recorder_flush(recorder, NULL);
}

static void frees_a_recorder_twice(void) {
  program program;
  kmk_recorder *recorder = recording(&program);
  kmk_recorder_free(recorder);
  kmk_recorder_free(recorder);
}

static void *flush_here(void *recorder) {
  kmk_recorder_flush(recorder, NULL);
  return NULL;
}

static void flushes_on_another_thread(void) {
  program program;
  pthread_t thread;
  pthread_create(&thread, NULL, flush_here, recording(&program));
  pthread_join(thread, NULL);
}

TEST(M90_a_recorder_is_checked_too) {
  (void)k;
  STOPS(flushes_a_freed_recorder, "kmk_recorder_flush: this kmk_recorder has ended");
  STOPS(frees_a_recorder_twice, "kmk_recorder_free: this kmk_recorder has ended");
  STOPS(flushes_on_another_thread, "kmk_recorder_flush: ");
}

static kmk_effect *keeping(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  kept_state = state;
  kept_env = env;
  kept = kmk_action_payload(action, "set");
  return NULL;
}

static void writes_after_the_call(void) {
  program program = begun(keeping);
  send(&program);
  kmk_state_set_new(kept_state, "/count", json_integer(1));
}

static void asks_the_env_after_the_call(void) {
  program program = begun(keeping);
  send(&program);
  kmk_env_dependency(kept_env, "name");
}

TEST(M90_a_state_and_an_env_end_with_the_call_that_they_were_lent_for) {
  (void)k;
  STOPS(writes_after_the_call, "kmk_state_set_new: this kmk_state has ended");
  STOPS(asks_the_env_after_the_call, "kmk_env_dependency: this kmk_env has ended");
}

static void gives_a_loop_for_a_store(void) {
  program program = begun(nothing);
  program.store = (kmk_store *)program.loop;
  send(&program);
}

TEST(M91_a_handle_of_another_type_stops_the_program) {
  (void)k;
  STOPS(gives_a_loop_for_a_store,
        "kmk_store_send_at_new: what should be a kmk_store is a kmk_loop");
}

static void *send_here(void *data) {
  send(data);
  return NULL;
}

static void sends_on_another_thread(void) {
  program program = begun(nothing);
  pthread_t thread;
  pthread_create(&thread, NULL, send_here, &program);
  pthread_join(thread, NULL);
}

TEST(M92_a_call_on_another_thread_stops_the_program) {
  (void)k;
  STOPS(sends_on_another_thread, "kmk_store_send_at_new: called on another thread");
}

/* ------------------------------------------------------------------ values */

static void change(const json_t *value) {
  json_object_set_new((json_t *)(uintptr_t)value, "changed", json_true());
}

static kmk_effect *changing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  change(kmk_action_payload(action, "set"));
  return NULL;
}

static void changes_an_action(void) {
  program program = begun(changing);
  send(&program);
}

static kmk_effect *retaining(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  owned = kmk_json_retain(kmk_action_payload(action, "set"));
  return NULL;
}

static void changes_what_it_kept(void) {
  program program = begun(retaining);
  send(&program);
  change(owned);
  send(&program);
}

static void changes_a_snapshot(void) {
  program program = begun(nothing);
  change(kmk_store_get(program.store, "/text", NULL));
  send(&program);
}

TEST(M93_a_value_that_was_lent_or_given_and_is_modified_stops_the_program) {
  (void)k;
  STOPS(changes_an_action,
        "kmk_store_send_at_new: a value that was lent to a kmk_reduce_fn was modified by it");
  STOPS(changes_what_it_kept, "lent to a kmk_reduce_fn was modified after it was kept");
  STOPS(changes_a_snapshot, "kmk_store_get", "was modified after it was kept");
}

static void reads_after_the_call(void) {
  program program = begun(keeping);
  send(&program);
  fputs(json_string_value(json_object_get(kept, "name")), stderr);
}

static void hands_on_after_the_call(void) {
  program program = begun(keeping);
  send(&program);
  kmk_store_send(program.store, kept, NULL);
}

static kmk_effect *overwriting(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  const json_t *text = kmk_state_get(state, "/text");
  kmk_state_set_new(state, "/text", json_object());
  fputs(json_string_value(json_object_get(text, "is")), stderr);
  return NULL;
}

static void reads_after_a_write(void) {
  program program = begun(overwriting);
  send(&program);
}

static void releases_twice(void) {
  program program = begun(retaining);
  send(&program);
  json_decref(owned);
  send(&program);
  json_decref(owned);
  json_decref(owned);
  json_decref(owned);
}

static kmk_effect *releasing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  json_decref((json_t *)(uintptr_t)kmk_action_payload(action, "set"));
  return NULL;
}

static void releases_what_was_lent(void) {
  program program = begun(releasing);
  send(&program);
}

TEST(M94_a_value_that_is_used_after_its_end_stops_the_program) {
  (void)k;
  STOPS(reads_after_the_call, "lent to a kmk_reduce_fn is used after its end", "kmk_json_retain");
  STOPS(hands_on_after_the_call,
        "kmk_store_send: this value was lent to a function of the program, and has ended");
  STOPS(reads_after_a_write, "lent to a kmk_reduce_fn is used after its end");
  STOPS(releases_twice, "was lent to a function is used after its end");
  STOPS(releases_what_was_lent, "released more often than it was kept");
}

static void *run_one(void *data) {
  (void)data;
  program program = begun(nothing);
  send(&program);
  kmk_store_free(program.store);
  kmk_loop_free(program.loop);
  return NULL;
}

/* More threads than there are pages for borrowed values. */
static void reads_after_many_threads(void) {
  for (int i = 0; i < 1100; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, run_one, NULL);
    pthread_join(thread, NULL);
  }
  reads_after_the_call();
}

TEST(M94_a_value_used_after_its_end_stops_the_program_after_many_threads_have_ended) {
  (void)k;
  STOPS(reads_after_many_threads, "lent to a kmk_reduce_fn is used after its end");
}

/* --------------------------------------------------------------------- correct programs */

static json_t *seen;

static void see(const json_t *value, void *data) {
  (void)data;
  json_array_append(seen, (json_t *)(uintptr_t)value);
}

static kmk_effect *keeping_the_rules(kmk_state *state, const json_t *action, kmk_env *env,
                                     void *data) {
  (void)env, (void)data;
  const json_t *payload = kmk_action_payload(action, "set");
  json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
  kmk_state_set(state, "/text", kmk_state_get(state, "/text"));
  kmk_state_set(state, "/last", payload);
  kmk_state_set_new(state, "/count", json_integer(count + 1));
  return NULL;
}

/* In a child, because checks cannot be turned off. */
static void keeps_the_rules(void) {
  size_t before = kmk_live_objects();
  program program = begun(keeping_the_rules);
  seen = json_array();
  kmk_subscription *subscription = kmk_store_observe(program.store, "", see, NULL, NULL, NULL);
  for (int i = 0; i < 1000; i++) {
    send(&program);
    json_t *part = kmk_store_get(program.store, "/last", NULL);
    if (!json_object_get(part, "name"))
      return;
    json_decref(part);
  }
  json_t *last = json_array_get(seen, json_array_size(seen) - 1);
  bool is_right = json_integer_value(json_object_get(last, "count")) == 1000;
  bool is_first = json_integer_value(json_object_get(json_array_get(seen, 1), "count")) == 1;
  bool is_same = kmk_store_loop(program.store) == program.loop;
  kmk_subscription_free(subscription);
  kmk_store_free(program.store);
  json_decref(seen);
  kmk_loop_free(program.loop);
  _exit(is_right && is_first && is_same && kmk_live_objects() == before ? 7 : 1);
}

TEST(M95_a_program_that_keeps_the_rules_runs_as_before_and_leaves_nothing) {
  (void)k;
  int status = status_of(keeps_the_rules);
  assert_string_equal(said, "");
  assert_int_equal(WEXITSTATUS(status), 7);
}
