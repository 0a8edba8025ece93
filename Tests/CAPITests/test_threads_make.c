/* Threads that create objects and run their own loops, while an owner frees a loop that shares reducers and
 * snapshots with them (N1). The thread sanitizer runs this test too. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include <kumiki_test.h>
#include <pthread.h>
#include <stdatomic.h>

enum { MAKERS = 3, ROUNDS = 30 };

typedef struct workshop {
  kmk_loop *loop;
  kmk_reducer *shared; /* the store on the loop uses this reducer too */
  json_t *snapshot;
  pthread_barrier_t start;
  atomic_int number, wrong;
} workshop;

static void check(workshop *w, bool is_right) {
  if (!is_right) {
    atomic_fetch_add(&w->wrong, 1);
  }
}

/* ------------------------------------------------------------- a reducer of every kind */

static kmk_reducer *nothing(void) { return kmk_combine(0, NULL); }

static kmk_effect *changed(kmk_state *state, const json_t *old_value, const json_t *new_value,
                           const json_t *action, kmk_env *env, void *user_data) {
  (void)state, (void)old_value, (void)new_value, (void)action, (void)env, (void)user_data;
  return kmk_effect_after_new(1, json_string("changed"));
}

static kmk_reducer *read_counter(const json_t *state, const json_t *action, void *user_data) {
  (void)state, (void)action, (void)user_data;
  return kmk_scope("/read", "read", counter());
}

static kmk_reducer *deeper(kmk_reducer *self, void *user_data) {
  (void)user_data;
  return kmk_if_let(counter(), "/child", "child", NULL, self);
}

static kmk_reducer *everything(void) {
  kmk_reducer *tree = kmk_on_change(counter(), "/count", changed, NULL, NULL);
  tree = kmk_presentation(tree, "/sheet", "sheet", NULL, counter());
  tree = kmk_presentation_destination(tree, "/window", "window", NULL, counter());
  tree = kmk_if_let(tree, "/child", "child", NULL, kmk_recurse(deeper, NULL, NULL));
  tree = kmk_for_each(tree, "/rows", "rows", NULL, counter());
  tree = kmk_stack(tree, "/path", "path", counter());
  tree = kmk_navigation_destination(tree, "/way", "way", counter());
  json_t *value = json_string("value");
  tree = kmk_dependency_pointer(kmk_dependency(tree, "key", value), "service", NULL, NULL);
  json_decref(value);
  kmk_reducer *choice = kmk_if_case_let(nothing(), "on", "on", NULL, counter());
  kmk_reducer *members[] = {tree, kmk_reader(read_counter, NULL, NULL),
                            kmk_binding_fields("binding", 0, NULL),
                            kmk_scope("/choice", "choice", choice),
                            kmk_scope("/other", "other", kmk_scope_case("on", "on", counter()))};
  return kmk_combine(COUNT_OF(members), members);
}

#define STATE                                                                                      \
  "{'count': 0, 'sheet': {'count': 0}, 'window': null, 'child': {'count': 0, 'child': null},"      \
  " 'rows': [{'id': 1, 'count': 0}], 'path': [{'count': 0}], 'way': [],"                           \
  " 'read': {'count': 0}, 'choice': {'on': {'count': 0}}, 'other': {'on': {'count': 0}}}"

static const char *const actions[] = {
    "\"inc\"",
    "{\"sheet\": {\"presented\": \"inc\"}}",
    "{\"window\": {\"present\": {\"state\": {\"count\": 1}}}}",
    "{\"window\": {\"presented\": {\"incAfter\": 1}}}",
    "{\"child\": \"startTimer\"}",
    "{\"rows\": {\"element\": {\"id\": 1, \"action\": \"inc\"}}}",
    "{\"path\": {\"element\": {\"id\": 0, \"action\": \"inc\"}}}",
    "{\"read\": \"inc\"}",
    "{\"choice\": {\"on\": \"inc\"}}",
    "{\"other\": {\"on\": \"inc\"}}",
    "{\"binding\": {\"path\": \"/count\", \"value\": 7}}",
    "{\"sheet\": \"dismiss\"}",
};

static bool send_all(kmk_store *store) {
  bool all = true;
  for (size_t i = 0; i < COUNT_OF(actions); i++) {
    all = kmk_store_send_text(store, actions[i], NULL) == KMK_OK && all;
  }
  return all;
}

/* -------------------------------------------------------------------- a maker thread */

static void start(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_finish(sender);
}

static void make_effects(void) {
  json_t *action = json_string("inc");
  kmk_effect *links[] = {kmk_effect_send(action), kmk_effect_every_new(1, json_incref(action)),
                         kmk_effect_delay(kmk_effect_cancel("a"), 1)};
  kmk_effect *members[] = {
      kmk_effect_concatenate(3, links), kmk_effect_start(start, NULL, NULL, NULL),
      kmk_effect_blocking(start, NULL, NULL),
      kmk_effect_debounce(kmk_effect_after_new(1, json_incref(action)), "b", 1),
      kmk_effect_throttle(kmk_effect_send_new(json_incref(action)), "c", 1, true)};
  kmk_effect_free(kmk_effect_cancellable(kmk_effect_merge(COUNT_OF(members), members), "d", true));
  json_decref(action);
}

static void make_reducers(workshop *w, const char *name) {
  const kmk_case known[] = {{"inc", NULL}, {"set", "integer"}};
  kmk_reducer *reducer = kmk_print_changes(kmk_cases(counter(), 2, known), "maker");
  kmk_reducer *second = kmk_reducer_retain(reducer);
  kmk_reducer_free(reducer);
  check(w, kmk_feature_register(name, second, NULL, NULL) == KMK_OK);
  kmk_reducer *tree = kmk_scope("/a", "a", kmk_feature(name));
  check(w, kmk_feature_unregister(name) == KMK_ERR_BUSY);
  kmk_reducer_free(tree);
  check(w, kmk_feature_unregister(name) == KMK_OK);
}

static void make_stores(workshop *w, const char *name) {
  check(w, kmk_feature_register(name, kmk_reducer_retain(w->shared), w->snapshot, NULL) == KMK_OK);
  kmk_loop *loops[] = {kmk_loop_new(NULL), kmk_loop_new_virtual(NULL)};
  for (size_t i = 0; i < 2; i++) {
    kmk_store *store = kmk_store_open(loops[i], name, NULL, NULL);
    check(w, send_all(store));
    check(w, kmk_loop_run_until_idle(loops[i], 0, NULL) != KMK_ERR_WRONG_THREAD);
    char *text = kmk_store_state_text(store, 0);
    check(w, text != NULL);
    kmk_text_free(text);
    kmk_loop_free(loops[i]);
    kmk_store_free(store);
  }
  kmk_test_store *test = kmk_test_store_open(name, NULL, NULL);
  kmk_test_store_set_exhaustive(test, false, false);
  check(w, kmk_test_send(test, json_string("inc"), NULL));
  kmk_test_skip_received(test, false);
  kmk_test_skip_in_flight(test, false);
  kmk_test_store_free(test);
  check(w, kmk_feature_unregister(name) == KMK_OK);
}

static void *make(void *user_data) {
  workshop *w = user_data;
  char name[] = "maker 0";
  name[6] = (char)('0' + atomic_fetch_add(&w->number, 1));
  json_t *element = json_loads(actions[5], 0, NULL);
  pthread_barrier_wait(&w->start);
  make_effects();
  make_reducers(w, name);
  make_stores(w, name);
  const json_t *id = NULL;
  check(w, kmk_action_is(element, "rows") && kmk_action_element(element, "rows", &id) != NULL);
  check(w, kmk_action_payload(element, "rows.element") != NULL && json_integer_value(id) == 1);
  kmk_json_release(kmk_json_retain(w->snapshot));
  check(w, kmk_version() != NULL && kmk_status_name(KMK_ERR_BUSY) != NULL);
  json_decref(element);
  return NULL;
}

TEST(N1_any_thread_may_make_and_run_what_a_loop_at_its_end_shares) {
  for (int round = 0; round < ROUNDS; round++) {
    workshop w = {.loop = kmk_loop_new_virtual(NULL), .shared = everything()};
    kmk_store *store = open_store(w.loop, kmk_reducer_retain(w.shared), STATE);
    w.snapshot = kmk_store_state(store);
    pthread_barrier_init(&w.start, NULL, MAKERS + 1);
    pthread_t threads[MAKERS];
    for (int i = 0; i < MAKERS; i++) {
      assert_int_equal(pthread_create(&threads[i], NULL, make, &w), 0);
    }
    pthread_barrier_wait(&w.start);
    assert_true(send_all(store));
    kmk_loop_dispatch(w.loop, 0);
    send_all(store);
    kmk_loop_free(w.loop);
    for (int i = 0; i < MAKERS; i++) {
      pthread_join(threads[i], NULL);
    }
    assert_int_equal(atomic_load(&w.wrong), 0);
    kmk_store_free(store);
    kmk_reducer_free(w.shared);
    json_decref(w.snapshot);
    pthread_barrier_destroy(&w.start);
  }
}

/* --------------------------------------------------- calls on the loop before its end */

static void nothing_to_do(void *user_data) { (void)user_data; }

static void note_freed(void *user_data) { atomic_fetch_add(&((workshop *)user_data)->number, 1); }

static void *wake_and_defer(void *user_data) {
  workshop *w = user_data;
  pthread_barrier_wait(&w->start);
  for (int i = 0; i < 100; i++) {
    check(w, kmk_loop_wakeup(w->loop) == KMK_OK);
    check(w, kmk_loop_defer(w->loop, nothing_to_do, w, note_freed) == KMK_OK);
  }
  return NULL;
}

TEST(N1_the_loop_goes_once_those_who_have_it_are_through) {
  workshop w = {.loop = kmk_loop_new(NULL)};
  pthread_barrier_init(&w.start, NULL, 2);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, wake_and_defer, &w), 0);
  pthread_barrier_wait(&w.start);
  for (int i = 0; i < 20; i++) {
    kmk_loop_dispatch(w.loop, 0);
  }
  pthread_join(thread, NULL);
  kmk_loop_free(w.loop); /* drops the functions that were not called yet */
  assert_int_equal(atomic_load(&w.number), 100);
  assert_int_equal(atomic_load(&w.wrong), 0);
  pthread_barrier_destroy(&w.start);
}
