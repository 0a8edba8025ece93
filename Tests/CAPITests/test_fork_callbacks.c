/* A fork in each callback of the library: the parent continues, the child's calls on inherited handles return
 * KMK_ERR_CLOSED, and a loop that the child creates works (N84). */
#include "shared_support.h"

#include <stdio.h>

/* ----------------------------------------------------------------------- the fork */

static kmk_store *inherited; /* NULL if there is no store */
static struct {
  char names[32][24];
  size_t count, failed;
} forked;

/* Runs in the child of a callback. Returns 0 if everything works as promised. */
static int live_in_child(void *nothing) {
  (void)nothing;
  kmk_error error;
  if (inherited != NULL && kmk_store_send_text(inherited, "\"inc\"", &error) != KMK_ERR_CLOSED)
    return 1;
  kmk_loop *loop = kmk_loop_new(&error);
  json_t *state = json_pack("{s:i}", "count", 0);
  kmk_store *store = loop == NULL ? NULL : kmk_store_new(loop, counter(), state, &error);
  if (store == NULL || kmk_store_send_text(store, "{\"incAfter\":0}", &error) != KMK_OK)
    return 2;
  while (kmk_store_effect_count(store) != 0)
    kmk_loop_dispatch(loop, -1);
  json_t *count = kmk_store_get(store, "/count", NULL);
  bool has_counted = json_integer_value(count) == 1;
  json_decref(count);
  json_decref(state);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return has_counted ? 0 : 3;
}

/* Forks at the first call of the callback with this name. The result is asserted later, because an assertion leaves
 * by longjmp. */
static void fork_in(const char *name) {
  for (size_t i = 0; i < forked.count; i++) {
    if (strcmp(forked.names[i], name) == 0)
      return;
  }
  snprintf(forked.names[forked.count++], sizeof forked.names[0], "%s", name);
  int status = end_child(begin_child(live_in_child, NULL));
  forked.failed += status != 0;
  if (status != 0)
    print_error("the child of %s: %d\n", name, status);
}

static void begin_forks(kmk_store *store) {
  memset(&forked, 0, sizeof forked);
  inherited = store;
}

static void assert_forked(const char *const *names) {
  size_t count = 0;
  for (; names[count] != NULL; count++) {
    bool is_there = false;
    for (size_t i = 0; i < forked.count; i++)
      is_there = is_there || strcmp(forked.names[i], names[count]) == 0;
    if (!is_there)
      fail_msg("%s was not called", names[count]);
  }
  assert_int_equal(forked.count, count);
  assert_int_equal(forked.failed, 0);
}

/* ----------------------------------------------------------------------- reducers */

static void frees(void *data) {
  (void)data;
  fork_in("free");
}

REDUCER(reduces) {
  fork_in("reduce");
  return counter_reduce(state, action, env, NULL);
}

static kmk_effect *handles(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)state, (void)payload, (void)env, (void)data;
  fork_in("handle");
  return NULL;
}

static kmk_reducer *reads(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  fork_in("reader");
  return counter();
}

static kmk_reducer *recurses(kmk_reducer *self, void *data) {
  (void)data;
  fork_in("recurse");
  return kmk_presentation_destination(counter(), "/sheet", "sheet", NULL, self);
}

static kmk_effect *changed(kmk_state *state, const json_t *old, const json_t *new,
                           const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)old, (void)new, (void)action, (void)env, (void)data;
  fork_in("change");
  return NULL;
}

static kmk_effect *written(kmk_state *state, const json_t *places, const json_t *action,
                           kmk_env *env, void *data) {
  (void)state, (void)places, (void)action, (void)env, (void)data;
  fork_in("write");
  return NULL;
}

static kmk_effect *runs(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  fork_in("running");
  return NULL;
}

TEST(N84_a_fork_in_a_reducer_of_any_kind) {
  static const kmk_handler handlers[] = {{"inc", NULL, handles}, {"sheet", "any", NULL}};
  static const char *const names[] = {"reduce", "handle",  "reader", "recurse", "change",
                                      "write",  "running", "free",   NULL};
  begin_forks(NULL);
  kmk_reducer *reducer =
      KMK_COMBINE(kmk_reducer_new(reduces, NULL, frees), kmk_handlers(2, handlers, NULL, NULL),
                  kmk_reader(reads, NULL, NULL), kmk_recurse(recurses, NULL, NULL));
  reducer = kmk_on_change(reducer, "/count", changed, NULL, NULL);
  reducer = kmk_on_write(reducer, "/count", written, NULL, NULL);
  reducer = kmk_running(reducer, "/count", NULL, runs, NULL, NULL);
  inherited = k->store = open_store(k->loop, reducer, "{'count': 0, 'sheet': null}");
  send_ok(k->store, "'inc'");
  json_t *count = kmk_store_get(k->store, "/count", NULL);
  assert_int_equal(json_integer_value(count), 3); /* reduce, reader, recurse */
  json_decref(count);
  kmk_store *other = inherited = open_store(k->loop, counter(), "{'count': 0}");
  end_store(k);
  run_due(k->loop);
  kmk_store_free(other);
  assert_forked(names);
}

/* ------------------------------------------------------------------------ effects */

static void starts(kmk_sender *sender, void *data) {
  *(kmk_sender **)data = sender;
  fork_in("start");
}

static void cancels(void *data) {
  fork_in("cancel");
  kmk_sender_finish(*(kmk_sender **)data);
}

static void fails(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_fail(sender, "it failed");
}

static json_t *catches(const json_t *error, void *data) {
  (void)error, (void)data;
  fork_in("catch");
  return json_string("inc");
}

static void blocks(kmk_sender *sender, void *data) {
  (void)data;
  fork_in("blocking");
  kmk_sender_send_new(sender, json_string("inc"));
}

static void works(kmk_sender *sender, const json_t *input, void *data) {
  (void)input, (void)data;
  fork_in("work");
  kmk_sender_send_new(sender, json_string("inc"));
}

static kmk_effect *answers(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  if (kmk_action_is(action, "start"))
    return kmk_effect_cancellable(kmk_effect_start(starts, cancels, data, NULL), "a", false);
  if (kmk_action_is(action, "stop"))
    return kmk_effect_cancel("a");
  if (kmk_action_is(action, "fail"))
    return kmk_effect_catch(kmk_effect_start(fails, NULL, NULL, NULL), catches, NULL, NULL);
  if (kmk_action_is(action, "block"))
    return kmk_effect_blocking(blocks, NULL, NULL);
  if (kmk_action_is(action, "work"))
    return kmk_effect_work_new(json_null(), works, NULL, NULL);
  return counter_reduce(state, action, env, NULL);
}

static bool submits(kmk_job *job, void *data) {
  (void)data;
  fork_in("submit");
  kmk_job_run(job);
  return true;
}

TEST(N84_a_fork_in_an_effect_of_any_kind) {
  static const char *const names[] = {"start", "cancel", "catch", "blocking", "work", NULL};
  kmk_sender *sender = NULL;
  k->store = open_store(k->loop, kmk_reducer_new(answers, &sender, NULL), "{'count': 0}");
  begin_forks(k->store);
  send_ok(k->store, "'start'");
  run_due(k->loop);
  send_ok(k->store, "'stop'");
  send_ok(k->store, "'fail'");
  run_due(k->loop);
  send_ok(k->store, "'block'");
  run_due(k->loop);
  send_ok(k->store, "'work'");
  run_due(k->loop);
  assert_forked(names);
  assert_state_text(k->store, "{'count': 3}");
}

TEST(N84_a_fork_where_the_program_takes_a_job) {
  static const char *const names[] = {"submit", "blocking", NULL};
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.is_virtual = true;
  options.submit = submits;
  kmk_loop *loop = kmk_loop_new_with(&options, NULL, NULL, NULL);
  kmk_store *store = open_store(loop, kmk_reducer_new(answers, NULL, NULL), "{'count': 0}");
  begin_forks(store);
  send_ok(store, "'block'");
  run_due(loop);
  assert_forked(names);
  assert_state_text(store, "{'count': 1}");
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* ---------------------------------------------------------------------- observers */

static void observes(const json_t *value, void *name) {
  (void)value;
  fork_in(name);
}

static void sees_case(const char *state_case, const json_t *payload, void *data) {
  (void)state_case, (void)payload, (void)data;
  fork_in("case");
}

static void sees_changes(const json_t *patch, const json_t *inverse, void *data) {
  (void)patch, (void)inverse, (void)data;
  fork_in("changes");
}

static void sees_edits(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count, (void)data;
  fork_in("list");
}

static json_t *derives(kmk_store *store, void *data) {
  (void)data;
  fork_in("derived");
  return kmk_store_get(store, "/count", NULL);
}

static void defers(void *data) {
  (void)data;
  fork_in("defer");
}

static bool interrupts(void *data) {
  (void)data;
  fork_in("interrupt");
  return false;
}

static void diagnoses(const kmk_diagnostic *issue, void *data) {
  (void)issue, (void)data;
  fork_in("diagnostic");
}

REDUCER(counts_and_adds) {
  if (kmk_action_is(action, "inc")) {
    kmk_state_insert_new(state, "/rows/0",
                         json_pack("{s:O}", "id", kmk_state_get(state, "/count")));
    kmk_state_set_new(state, "/screen", json_pack("{s:i}", "b", 1));
  }
  if (kmk_action_is(action, "again")) { /* a burst of this many actions */
    json_int_t left = json_integer_value(kmk_action_payload(action, "again"));
    return left == 0 ? NULL : kmk_effect_send_new(json_pack("{s:I}", "again", left - 1));
  }
  if (kmk_action_is(action, "miss"))
    kmk_state_set_new(state, "/nowhere/at/all", json_null());
  return counter_reduce(state, action, env, NULL);
}

TEST(N84_a_fork_in_an_observer_of_any_kind) {
  static const char *const names[] = {
      "interrupt", "observe", "patches",       "changes", "case",  "ids",        "idChanges",
      "list",      "derived", "toldOfDerived", "trace",   "defer", "diagnostic", NULL};
  kmk_error error;
  const char *places[] = {"/count", NULL};
  k->store = open_store(
      k->loop,
      kmk_for_each(kmk_reducer_new(counts_and_adds, NULL, NULL), "/rows", "rows", NULL, counter()),
      "{'count': 0, 'rows': [], 'screen': 'a'}");
  begin_forks(k->store);
  char name[6][16] = {"observe", "patches", "ids", "idChanges", "toldOfDerived", "trace"};
  kmk_derived *derived = kmk_derived_new(k->store, places, derives, NULL, NULL, &error);
  kmk_list *list = kmk_list_new(k->store, "/rows", NULL, NULL, NULL, &error);
  kmk_subscription *told[] = {
      kmk_store_observe(k->store, "/count", observes, name[0], NULL, &error),
      kmk_store_observe_patches(k->store, "", observes, name[1], NULL, &error),
      kmk_store_observe_ids(k->store, "/rows", observes, name[2], NULL, &error),
      kmk_store_observe_id_changes(k->store, "/rows", observes, name[3], NULL, &error),
      kmk_derived_observe(derived, observes, name[4], NULL, &error),
      kmk_store_trace(k->store, NULL, observes, name[5], NULL, &error),
      kmk_store_observe_case(k->store, "/screen", sees_case, NULL, NULL, &error),
      kmk_store_observe_changes(k->store, "", sees_changes, NULL, NULL, &error),
      kmk_list_observe(list, sees_edits, NULL, NULL, &error)};
  kmk_loop_set_interrupt(k->loop, interrupts, NULL, NULL);
  send_ok(k->store, "{'again': 32}");
  send_ok(k->store, "'inc'");
  kmk_loop_defer(k->loop, defers, NULL, NULL);
  run_due(k->loop);
  kmk_loop_set_diagnostics(k->loop, diagnoses, NULL, NULL);
  send_ok(k->store, "'miss'");
  collect_issues(k->loop, k->issues);
  json_t *count = kmk_store_get(k->store, "/count", NULL);
  assert_int_equal(json_integer_value(count), 1);
  json_decref(count);
  for (size_t i = 0; i < COUNT_OF(told); i++) {
    assert_non_null(told[i]);
    kmk_subscription_free(told[i]);
  }
  kmk_list_free(list);
  kmk_derived_free(derived);
  assert_forked(names);
}

/* ------------------------------------------------- shared values and saved states */

static json_t *updates(const json_t *value, void *data) {
  fork_in("update");
  return one_more(value, data);
}

static json_t *migrates(const json_t *state, void *data) {
  (void)data;
  fork_in("migrate");
  return kmk_json_retain(state);
}

FILE_TEST(N84_a_fork_where_a_value_is_updated_or_migrated) {
  static const char *const names[] = {"update", "migrate", NULL};
  const kmk_migration steps[] = {{1, migrates, NULL}};
  const kmk_migrations migrations = {sizeof migrations, 2, 1, steps};
  kmk_error error;
  kmk_shared *shared = share(kmk_shared_file, in_folder("value.json"), "1");
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  begin_forks(k->store);
  assert_int_equal(kmk_shared_update(shared, updates, NULL, &error), KMK_OK);
  assert_file(in_folder("value.json"), "2\n");
  json_t *saved = json_of("{'kumiki': 1, 'version': 1, 'state': {'count': 4}}");
  kmk_snapshot *snapshot = kmk_snapshot_new(saved, &migrations, &error);
  assert_non_null(snapshot);
  kmk_snapshot_free(snapshot);
  json_decref(saved);
  kmk_shared_free(shared);
  assert_forked(names);
}
