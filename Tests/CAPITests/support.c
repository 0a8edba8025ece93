/* For strdup and opendir in strict C11. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>

/* ---------------------------------------------------------------- the tests of a program */

static struct {
  const char *file;
  struct CMUnitTest test;
} added[4000];
static size_t added_count;

void add_test(const char *file, const struct CMUnitTest *test) {
  if (added_count == COUNT_OF(added)) {
    fprintf(stderr, "more than %zu tests in one program: raise the size of added\n", added_count);
    abort();
  }
  added[added_count].file = file;
  added[added_count++].test = *test;
}

int run_tests_of(const char *name) {
  static struct CMUnitTest tests[COUNT_OF(added)];
  char end[100];
  size_t count = 0;
  snprintf(end, sizeof end, "/%s.c", name);
  for (size_t i = 0; i < added_count; i++) {
    const char *file = added[i].file, *found = strstr(file, end);
    if (*name == '\0' || (found != NULL && strcmp(found, end) == 0)) {
      tests[count++] = added[i].test;
    }
  }
  json_object_seed(0); /* before any thread starts */
  return _cmocka_run_group_tests("tests", tests, count, NULL, NULL);
}

int run_all_tests(void) { return run_tests_of(""); }

__attribute__((weak)) int main(void) { return run_all_tests(); }

/* -------------------------------------------------------------- the frame of a test */

bool is_watched(void) {
  const char *preloaded = getenv("LD_PRELOAD");
  return SANITIZED || (preloaded != NULL && strstr(preloaded, "vgpreload") != NULL);
}

bool is_in_hurry(void) { return is_watched() || getenv("KUMIKI_FEWER_ROUNDS") != NULL; }

bool is_for_other_checker(size_t number) { return is_watched() && number % 2 == SANITIZED; }

int kit_setup(void **state) {
  kit *k = calloc(1, sizeof *k);
  if (k == NULL) {
    return -1;
  }
  k->live = kmk_live_objects();
  k->log = json_array();
  k->issues = json_array();
  k->loop = kmk_loop_new_virtual(NULL);
  *state = k;
  if (k->loop == NULL) {
    return -1;
  }
  collect_issues(k->loop, k->issues);
  return 0;
}

int kit_teardown(void **state) {
  kit *k = *state;
  int result = 0;
  kmk_store_free(k->store);
  kmk_loop_free(k->loop);
  size_t live = kmk_live_objects();
  if (live != k->live) {
    print_error("%zu objects were alive before the test, %zu are after it\n", k->live, live);
    result = -1;
  }
  if (json_array_size(k->issues) != 0) {
    char *issues = text_of(k->issues);
    print_error("issues that the test did not ask for: %s\n", issues);
    free(issues);
    result = -1;
  }
  json_decref(k->log);
  json_decref(k->issues);
  free(k);
  return result;
}

kmk_store *open_store(kmk_loop *loop, kmk_reducer *reducer, const char *state) {
  kmk_error error = {0};
  json_t *initial = json_of(state);
  kmk_store *store = kmk_store_new(loop, reducer, initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fail_msg("no store: %s, %s", kmk_status_name(error.status), error.message);
  }
  return store;
}

kmk_store *kit_open(kit *k, kmk_reducer *reducer, const char *state) {
  kmk_reducer *members[] = {logger(k->log), reducer};
  k->store = open_store(k->loop, kmk_combine(2, members), state);
  return k->store;
}

void end_store(kit *k) {
  kmk_store_free(k->store);
  k->store = NULL;
}

void end_loop(kit *k) {
  kmk_loop_free(k->loop);
  k->loop = NULL;
}

/* ---------------------------------------------------------------------------- JSON */

json_t *json_of(const char *text) {
  char *quoted = strdup(text);
  for (char *c = quoted; *c != '\0'; c++) {
    if (*c == '\'') {
      *c = '"';
    }
  }
  json_error_t error;
  json_t *value = json_loads(quoted, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
  free(quoted);
  if (value == NULL) {
    fail_msg("the test's JSON is wrong: %s: %s", error.text, text);
  }
  return value;
}

char *text_of(const json_t *value) {
  char *text = value == NULL ? NULL : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  return text == NULL ? strdup("(nothing)") : text;
}

/* ------------------------------------------------------------------- send and time */

kmk_status send_status(kmk_store *store, const char *action) {
  return kmk_store_send_new(store, json_of(action), NULL);
}

void send_ok(kmk_store *store, const char *action) {
  kmk_error error = {0};
  if (kmk_store_send_new(store, json_of(action), &error) != KMK_OK) {
    fail_msg("%s was refused: %s, %s", action, kmk_status_name(error.status), error.message);
  }
}

void advance(kmk_loop *loop, uint64_t nanoseconds) {
  assert_int_equal(kmk_loop_advance(loop, nanoseconds, NULL), KMK_OK);
}

void run_due(kmk_loop *loop) { assert_int_equal(kmk_loop_run_until_idle(loop, -1, NULL), KMK_OK); }

/* ---------------------------------------------------------------------- assertions */

void kit_assert_json(const json_t *value, const char *expected, const char *file, int line) {
  json_t *wanted = json_of(expected);
  char *wanted_text = text_of(wanted);
  char *text = text_of(value);
  json_decref(wanted);
  if (strcmp(text, wanted_text) != 0) {
    print_error("expected %s\nfound    %s\n", wanted_text, text);
    _fail(file, line);
  }
  free(wanted_text);
  free(text);
}

void kit_assert_state(kmk_store *store, const char *expected, const char *file, int line) {
  json_t *snapshot = kmk_store_state(store);
  kit_assert_json(snapshot, expected, file, line);
  json_decref(snapshot);
}

void kit_assert_no_store(const kit *k, kmk_reducer *reducer, const char *state, kmk_status status,
                         const char *path, const char *part, const char *file, int line) {
  kmk_error error = {.status = KMK_OK};
  json_t *initial = json_of(state);
  _assert_true(reducer != NULL, "there is a reducer", file, line);
  kmk_store *store = kmk_store_new(k->loop, reducer, initial, &error);
  json_decref(initial);
  if (store != NULL || error.status != status || *error.message == '\0' ||
      (path != NULL && strcmp(error.path, path) != 0) ||
      (part != NULL && strstr(error.message, part) == NULL)) {
    print_error("expected %s at \"%s\" with \"%s\"\nfound    %s at \"%s\": \"%s\"\n",
                kmk_status_name(status), path ? path : "", part ? part : "",
                kmk_status_name(error.status), error.path, error.message);
    _fail(file, line);
  }
}

void kit_assert_failed_writes(kit *k, size_t count, const char *file, int line) {
  json_t *codes = json_array();
  for (size_t i = 0; i < count; i++) {
    json_array_append_new(codes, json_string("write-failed"));
  }
  char *expected = text_of(codes);
  kit_assert_issues(k, expected, file, line);
  free(expected);
  json_decref(codes);
}

void kit_assert_issues(kit *k, const char *expected_codes, const char *file, int line) {
  json_t *codes = json_array();
  for (size_t i = 0; i < json_array_size(k->issues); i++) {
    json_array_append(codes, json_object_get(json_array_get(k->issues, i), "code"));
  }
  json_array_clear(k->issues);
  kit_assert_json(codes, expected_codes, file, line);
  json_decref(codes);
}

/* ------------------------------------------------------------------------ records */

static kmk_effect *log_action(kmk_state *state, const json_t *action, kmk_env *env, void *log) {
  (void)state, (void)env;
  json_array_append_new(log, kmk_json_retain(action));
  return NULL;
}

static void release_json(void *value) { json_decref(value); }

kmk_reducer *logger(json_t *log) {
  return kmk_reducer_new(log_action, json_incref(log), release_json);
}

void record_value(const json_t *value, void *record) {
  json_array_append_new(record, value == NULL ? json_null() : kmk_json_retain(value));
}

void record_case(const char *state_case, const json_t *payload, void *record) {
  json_array_append_new(record, json_pack("[s?, O?]", state_case, payload));
}

kmk_subscription *observe_into(kmk_store *store, const char *pointer, json_t *record) {
  return kmk_store_observe(store, pointer, record_value, json_incref(record), release_json, NULL);
}

static void record_issue(const kmk_diagnostic *d, void *issues) {
  json_t *issue =
      json_pack("{s:s, s:s, s:s, s:s, s:s?, s:O?}", "code", d->code, "message", d->message, "label",
                d->label, "path", d->path, "case", d->action_case, "action", d->action);
  /* A value that cannot be packed must still be visible. */
  json_array_append_new(issues, issue != NULL ? issue : json_string("not an issue"));
}

void collect_issues(kmk_loop *loop, json_t *issues) {
  kmk_loop_set_diagnostics(loop, record_issue, json_incref(issues), release_json);
}

typedef struct answerer {
  kmk_effect *(*answer)(const json_t *action);
} answerer;

static kmk_effect *answer_action(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env;
  return ((answerer *)data)->answer(action);
}

kmk_reducer *answering(kmk_effect *(*answer)(const json_t *action)) {
  answerer *a = malloc(sizeof *a);
  a->answer = answer;
  return kmk_reducer_new(answer_action, a, free);
}

kmk_effect *no_answer_to_change(kmk_state *state, const json_t *old_value, const json_t *new_value,
                                const json_t *action, kmk_env *env, void *user_data) {
  (void)state, (void)old_value, (void)new_value, (void)action, (void)env, (void)user_data;
  return NULL;
}

kmk_effect *no_answer_to_write(kmk_state *state, const json_t *places, const json_t *action,
                               kmk_env *env, void *user_data) {
  (void)state, (void)places, (void)action, (void)env, (void)user_data;
  return NULL;
}

void count_free(void *counter) { (*(int *)counter)++; }

char *wrapped(int levels, const char *before, const char *middle, const char *after) {
  size_t size = (size_t)levels * (strlen(before) + strlen(after)) + strlen(middle) + 1;
  char *text = malloc(size), *end = text;
  for (int i = 0; i < levels; i++) {
    end = strcpy(end, before) + strlen(before);
  }
  end = strcpy(end, middle) + strlen(middle);
  for (int i = 0; i < levels; i++) {
    end = strcpy(end, after) + strlen(after);
  }
  return text;
}

void run_in_little_stack(void *(*body)(void *), void *argument) {
  run_in_stack(512 * 1024, body, argument);
}

void run_in_stack(size_t bytes, void *(*body)(void *), void *argument) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (SANITIZED ? 8 : 1) * bytes);
  assert_int_equal(pthread_create(&thread, &attributes, body, argument), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

int process_threads(void) {
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  assert_non_null(tasks);
  for (struct dirent *entry; (entry = readdir(tasks)) != NULL;) {
    count += entry->d_name[0] != '.';
  }
  closedir(tasks);
  return count;
}

/* -------------------------------------------------------------- inside a reducer */

json_int_t state_int(const kmk_state *state, const char *pointer) {
  return json_integer_value(kmk_state_get(state, pointer));
}

void state_add(kmk_state *state, const char *pointer, json_int_t amount) {
  kmk_state_set_new(state, pointer, json_integer(state_int(state, pointer) + amount));
}

void state_note(kmk_state *state, const char *pointer, const char *text) {
  char end[128];
  snprintf(end, sizeof end, "%s/-", pointer);
  kmk_state_insert_new(state, end, json_string(text));
}

kmk_effect *sends(const char *action) { return kmk_effect_send_new(json_of(action)); }

kmk_effect *after(uint64_t nanoseconds, const char *action) {
  return kmk_effect_after_new(nanoseconds, json_of(action));
}

/* ------------------------------------------------------------- the Counter feature */

kmk_effect *counter_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)user_data;
  if (kmk_action_is(action, "inc") || kmk_action_is(action, "tick")) {
    state_add(state, "/count", 1);
  } else if (kmk_action_is(action, "dec")) {
    state_add(state, "/count", -1);
  } else if (kmk_action_is(action, "set")) {
    kmk_state_set(state, "/count", kmk_action_payload(action, "set"));
  } else if (kmk_action_is(action, "incAfter")) {
    double seconds = json_number_value(kmk_action_payload(action, "incAfter"));
    return after((uint64_t)(seconds * (double)SECOND), "'inc'");
  } else if (kmk_action_is(action, "startTimer")) {
    return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("tick")), "timer",
                                  false);
  } else if (kmk_action_is(action, "stopTimer")) {
    return kmk_effect_cancel("timer");
  } else if (kmk_action_is(action, "close")) {
    return kmk_effect_dismiss(env);
  } else if (kmk_action_is(action, "whoami")) {
    kmk_state_set_new(state, "/isPresented", json_boolean(kmk_env_is_presented(env)));
  }
  return NULL;
}

kmk_reducer *counter(void) { return kmk_reducer_new(counter_reduce, NULL, NULL); }

/* ------------------------------------------------------ an effect driven by hand */

static void probe_start(kmk_sender *sender, void *user_data) {
  probe *p = user_data;
  p->started++;
  p->sender = sender;
}

static void probe_cancel(void *user_data) {
  probe *p = user_data;
  p->cancelled++;
  if (!p->lingers) {
    probe_finish(p);
  }
}

static void probe_free(void *user_data) { ((probe *)user_data)->freed++; }

kmk_effect *probe_effect(probe *p) {
  return kmk_effect_start(probe_start, probe_cancel, p, probe_free);
}

kmk_status probe_send(probe *p, const char *action) {
  return kmk_sender_send_new(p->sender, json_of(action));
}

void probe_finish(probe *p) {
  kmk_sender *sender = p->sender;
  p->sender = NULL;
  kmk_sender_finish(sender);
}

void kit_assert_is(kmk_store *store, const json_t *value, const char *expected, const char *file,
                   int line) {
  json_t *wanted = json_of(expected);
  json_t *found = store != NULL ? kmk_store_state(store) : kmk_json_retain(value);
  if (!json_equal(found, wanted)) {
    char *text = text_of(found);
    print_error("expected %s\nfound    %s\n", expected, text);
    _fail(file, line);
  }
  json_decref(wanted);
  json_decref(found);
}
