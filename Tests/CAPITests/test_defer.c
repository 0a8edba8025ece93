/* Functions deferred to the loop's next iteration, outside of every callback; and the loop's descriptor while a
 * callback keeps the loop busy (N2, N3). */
#include "support.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>

static bool is_readable(kmk_loop *loop) {
  struct pollfd watched = {kmk_loop_fd(loop), POLLIN, 0};
  return poll(&watched, 1, 0) == 1;
}

/* --------------------------------------------------------------------- once, in order */

static void note_name(void *user_data) {
  json_t *log = user_data;
  json_array_append_new(log, json_string("called"));
}

static void note_end(void *user_data) {
  json_t *log = user_data;
  json_array_append_new(log, json_string("freed"));
}

TEST(N2_a_deferred_function_is_called_once_at_the_next_turn) {
  assert_int_equal(kmk_loop_defer(k->loop, note_name, k->log, note_end), KMK_OK);
  assert_json_text(k->log, "[]");
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 1);
  assert_json_text(k->log, "['called', 'freed']");
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 0);
  assert_int_equal(kmk_loop_defer(k->loop, note_name, k->log, note_end), KMK_OK);
  run_due(k->loop);
  assert_json_text(k->log, "['called', 'freed', 'called', 'freed']");
}

TEST(N2_a_loop_that_is_freed_first_lets_go_of_it) {
  assert_int_equal(kmk_loop_defer(k->loop, note_name, k->log, note_end), KMK_OK);
  end_loop(k);
  assert_json_text(k->log, "['freed']");
}

TEST(N2_user_data_is_freed_at_once_without_a_loop_or_a_function) {
  assert_int_equal(kmk_loop_defer(NULL, note_name, k->log, note_end), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_defer(k->loop, NULL, k->log, note_end), KMK_ERR_INVALID_ARGUMENT);
  assert_json_text(k->log, "['freed', 'freed']");
  assert_int_equal(kmk_loop_defer(k->loop, note_name, k->log, NULL), KMK_OK);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 1);
}

typedef struct chain {
  kmk_loop *loop;
  int left, called;
} chain;

static void defer_again(void *user_data) {
  chain *c = user_data;
  c->called++;
  if (c->left-- > 0) {
    kmk_loop_defer(c->loop, defer_again, c, NULL);
  }
}

TEST(N2_what_is_deferred_meanwhile_waits_for_the_turn_after) {
  chain c = {k->loop, 3, 0};
  kmk_loop_defer(k->loop, defer_again, &c, NULL);
  for (int i = 1; i <= 4; i++) {
    assert_int_equal(kmk_loop_dispatch(k->loop, 0), 1);
    assert_int_equal(c.called, i);
  }
  c.left = 3;
  kmk_loop_defer(k->loop, defer_again, &c, NULL);
  run_due(k->loop);
  assert_int_equal(c.called, 8);
}

typedef struct elsewhere {
  kmk_loop *loop;
  pthread_t called_on, freed_on;
} elsewhere;

static void note_thread(void *user_data) { ((elsewhere *)user_data)->called_on = pthread_self(); }
static void note_end_thread(void *user_data) {
  ((elsewhere *)user_data)->freed_on = pthread_self();
}

static void *defer_from_here(void *user_data) {
  elsewhere *e = user_data;
  kmk_loop_defer(e->loop, note_thread, e, note_end_thread);
  return NULL;
}

TEST(N2_any_thread_may_defer_to_the_loops) {
  elsewhere e = {.loop = kmk_loop_new(NULL)};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, defer_from_here, &e), 0);
  assert_int_equal(kmk_loop_dispatch(e.loop, -1), 1);
  pthread_join(thread, NULL);
  kmk_loop_dispatch(e.loop, 0);
  assert_true(pthread_equal(e.called_on, pthread_self()));
  assert_true(pthread_equal(e.freed_on, pthread_self()));
  kmk_loop_free(e.loop);
}

/* --------------------------------------------------- a main loop in a deferred function */

enum { DEPTH = 3 };

/* Nested dialogs: an observer of the level shows each dialog, and each dialog runs the loop itself. */
typedef struct dialogs {
  kmk_loop *loop;
  kmk_store *store;
  int depth, deepest;
  json_t *trace;
  kmk_status inside; /* the status of running the loop inside an observer */
} dialogs;

static void do_work(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_send_new(sender, json_string("worked"));
}

REDUCER(dialog) {
  if (kmk_action_is(action, "open")) {
    state_add(state, "/level", 1);
    kmk_effect *both[] = {after(MILLISECOND, "'timed'"), kmk_effect_blocking(do_work, NULL, NULL)};
    return kmk_effect_merge(2, both);
  }
  state_add(state, kmk_action_is(action, "timed") ? "/timed" : "/worked", 1);
  return NULL;
}

static json_int_t number_at(kmk_store *store, const char *pointer) {
  json_t *value = kmk_store_get(store, pointer, NULL);
  json_int_t number = json_integer_value(value);
  json_decref(value);
  return number;
}

/* Runs the loop until the timer and the worker of this level are done. */
static void show_dialog(void *user_data) {
  dialogs *d = user_data;
  int level = ++d->depth;
  if (level > d->deepest) {
    d->deepest = level;
  }
  json_array_append_new(d->trace, json_integer(level));
  if (level < DEPTH) {
    kmk_store_send_text(d->store, "\"open\"", NULL);
    json_array_append_new(d->trace, json_integer(number_at(d->store, "/level")));
  }
  while (number_at(d->store, "/timed") < level || number_at(d->store, "/worked") < level) {
    struct pollfd watched = {kmk_loop_fd(d->loop), POLLIN, 0};
    if (poll(&watched, 1, 10000) < 1 || kmk_loop_dispatch(d->loop, 0) < 0) {
      break;
    }
  }
  json_array_append_new(d->trace, json_integer(-level));
  d->depth--;
}

static void level_changed(const json_t *value, void *user_data) {
  dialogs *d = user_data;
  if (json_integer_value(value) > 0) {
    d->inside = kmk_loop_dispatch(d->loop, 0);
    kmk_loop_defer(d->loop, show_dialog, d, NULL);
  }
}

TEST(N2_a_loop_run_from_there_does_everything_to_any_depth) {
  size_t live = kmk_live_objects();
  dialogs d = {.loop = kmk_loop_new(NULL), .trace = json_array()};
  d.store = open_store(d.loop, kmk_reducer_new(dialog, NULL, NULL),
                       "{'level': 0, 'timed': 0, 'worked': 0}");
  kmk_subscription *levels = kmk_store_observe(d.store, "/level", level_changed, &d, NULL, NULL);
  send_ok(d.store, "'open'");
  assert_int_equal(d.depth, 0); /* not during the burst */
  assert_int_equal(d.inside, KMK_ERR_BUSY);
  while (number_at(d.store, "/timed") < DEPTH || number_at(d.store, "/worked") < DEPTH ||
         json_array_size(d.trace) < 3 * DEPTH - 1) {
    assert_true(kmk_loop_dispatch(d.loop, -1) > 0);
  }
  assert_int_equal(d.deepest, DEPTH);
  /* Each dialog opened inside the previous one. The innermost ends when all its results have arrived. */
  assert_json_text(d.trace, "[1, 2, 2, 3, 3, -3, -2, -1]");
  assert_int_equal(d.inside, KMK_ERR_BUSY);
  kmk_subscription_free(levels);
  kmk_store_free(d.store);
  kmk_loop_free(d.loop);
  while (kmk_live_objects() > live) { /* until the worker threads have released their objects */
    sched_yield();
  }
  json_decref(d.trace);
}

/* Every call that runs the loop, made from a deferred function of a virtual loop. */
typedef struct nested {
  kmk_loop *loop;
  kmk_store *store;
  kmk_status idle, advanced, finished;
  int dispatched;
  json_int_t count[3];
} nested;

static void run_nested(void *user_data) {
  nested *n = user_data;
  kmk_store_send_text(n->store, "\"inc\"", NULL);
  n->count[0] = number_at(n->store, "/count");
  n->advanced = kmk_loop_advance(n->loop, 2 * SECOND, NULL);
  n->count[1] = number_at(n->store, "/count");
  kmk_task *task = kmk_store_send_task_new(n->store, json_string("timed"), NULL);
  n->idle = kmk_loop_run_until_idle(n->loop, 0, NULL);
  n->finished = kmk_task_finish(task, 0, NULL);
  n->dispatched = kmk_loop_dispatch(n->loop, 0);
  kmk_task_free(task);
  n->count[2] = number_at(n->store, "/count");
}

static kmk_effect *soon(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  return kmk_action_is(action, "timed") ? after(0, "'inc'")
                                        : counter_reduce(state, action, env, data);
}

TEST(N2_each_call_that_runs_the_loop_works_in_a_deferred_function) {
  nested n = {.loop = k->loop};
  n.store = kit_open(k, kmk_reducer_new(soon, NULL, NULL), "{'count': 0}");
  send_ok(k->store, "'startTimer'");
  kmk_loop_defer(k->loop, run_nested, &n, NULL);
  /* The clock of the outer call continues from where the inner call left it, and never goes back. */
  advance(k->loop, SECOND);
  assert_int_equal(n.advanced, KMK_OK);
  assert_int_equal(n.idle, KMK_OK);
  assert_int_equal(n.finished, KMK_OK);
  assert_int_equal(n.dispatched, 0);
  assert_int_equal(n.count[0], 1);
  assert_int_equal(n.count[1], 3);
  assert_int_equal(n.count[2], 4);
  assert_state_text(k->store, "{'count': 4}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'count': 5}");
}

static void free_everything(void *user_data) {
  kit *k = user_data;
  end_store(k);
  kmk_loop_free(k->loop);
  k->store = NULL;
  k->loop = NULL;
}

static void run_and_free(void *user_data) {
  kit *k = user_data;
  kmk_loop_defer(k->loop, free_everything, k, NULL);
  kmk_loop_defer(k->loop, note_name, k->log, note_end);
  kmk_loop_dispatch(k->loop, 0);
}

TEST(N2_a_loop_freed_in_there_goes_when_the_outermost_call_returns) {
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  send_ok(k->store, "'startTimer'");
  kmk_loop_defer(k->loop, run_and_free, k, NULL);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 1);
  assert_null(k->loop);
  assert_json_text(k->log, "['freed']"); /* the pending function was released */
}

/* ------------------------------------------------------- a main loop inside a callback */

/* A toolkit's main loop, run in the wrong place: it serves the descriptor whenever it is readable, 100 times. */
typedef struct modal {
  kmk_loop *loop;
  kmk_mailbox *mailbox;
  int rounds, wakeups, busy;
} modal;

static void *post_from_elsewhere(void *mailbox) {
  kmk_mailbox_post_new(mailbox, json_string("inc"));
  return NULL;
}

static void spin(modal *m) {
  m->rounds++;
  for (int i = 0; i < 100; i++) {
    if (i == 50) {
      pthread_t thread;
      pthread_create(&thread, NULL, post_from_elsewhere, m->mailbox);
      pthread_join(thread, NULL);
      kmk_mailbox_post_new(m->mailbox, json_string("inc"));
    }
    if (is_readable(m->loop)) {
      m->wakeups++;
      m->busy += kmk_loop_dispatch(m->loop, 0) == KMK_ERR_BUSY;
    }
  }
}

static void run_modal(const json_t *value, void *user_data) {
  if (json_integer_value(value) == 1) {
    spin(user_data);
  }
}

TEST(N3_a_main_loop_inside_an_observer_is_woken_once) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, counter(), "{'count': 0}");
  modal m = {.loop = loop, .mailbox = kmk_store_mailbox(store)};
  kmk_subscription *subscription = kmk_store_observe(store, "/count", run_modal, &m, NULL, NULL);
  send_ok(store, "{'incAfter': 0}"); /* due, but not served yet */
  assert_true(is_readable(loop));
  send_ok(store, "'inc'");
  assert_int_equal(m.rounds, 1);
  assert_int_equal(m.wakeups, 1);
  assert_int_equal(m.busy, 1);
  /* Nothing was lost, and the descriptor is readable again. */
  assert_true(is_readable(loop));
  assert_int_equal(kmk_loop_dispatch(loop, 0), 3);
  assert_state_text(store, "{'count': 4}");
  assert_false(is_readable(loop));
  kmk_mailbox_free(m.mailbox);
  kmk_subscription_free(subscription);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static void spin_in_start(kmk_sender *sender, void *user_data) {
  spin(user_data);
  kmk_sender_finish(sender);
}

REDUCER(modal_reducer) {
  if (kmk_action_is(action, "effect")) {
    return kmk_effect_start(spin_in_start, NULL, data, NULL);
  }
  if (kmk_action_is(action, "reducer")) {
    spin(data);
    return NULL;
  }
  return counter_reduce(state, action, env, data);
}

TEST(N3_a_main_loop_inside_a_reducer_or_an_effect_is_woken_once) {
  kmk_loop *loop = kmk_loop_new(NULL);
  modal m = {.loop = loop};
  kmk_store *store = open_store(loop, kmk_reducer_new(modal_reducer, &m, NULL), "{'count': 0}");
  m.mailbox = kmk_store_mailbox(store);
  const char *places[] = {"'reducer'", "'effect'"};
  for (size_t i = 0; i < COUNT_OF(places); i++) {
    m.wakeups = m.busy = 0;
    send_ok(store, "{'incAfter': 0}");
    is_readable(loop);
    send_ok(store, places[i]);
    assert_int_equal(kmk_loop_run_until_idle(loop, -1, NULL), KMK_OK);
    assert_int_equal(m.rounds, i + 1);
    assert_in_range(m.wakeups, 0, 1);
    assert_int_equal(m.busy, m.wakeups);
    assert_false(is_readable(loop));
  }
  assert_state_text(store, "{'count': 6}");
  kmk_mailbox_free(m.mailbox);
  kmk_store_free(store);
  kmk_loop_free(loop);
}
