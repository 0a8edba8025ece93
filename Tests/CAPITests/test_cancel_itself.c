/* What an effect sends when it was cancelled around itself, or its task by the step that returned it (B9, B39,
 * B70, C20). */
#include "support.h"

static kmk_effect *pair(kmk_effect *a, kmk_effect *b) {
  return kmk_effect_merge(2, (kmk_effect *[]){a, b});
}

static kmk_effect *then(kmk_effect *a, kmk_effect *b) {
  return kmk_effect_concatenate(2, (kmk_effect *[]){a, b});
}

static kmk_effect *named(kmk_effect *effect) { return kmk_effect_cancellable(effect, "a", false); }

static kmk_effect *cancel(void) { return kmk_effect_cancel("a"); }

static kmk_effect *late(void) { return after(SECOND, "'late'"); }

static kmk_effect *never(void) { return sends("'never'"); }

/* ------------------------------------------------------------------ inside of what it cancels */

static kmk_effect *nested(const json_t *action) {
  return kmk_action_is(action, "go") ? named(pair(pair(late(), cancel()), never())) : NULL;
}

static kmk_effect *flat(const json_t *action) {
  kmk_effect *members[] = {late(), cancel(), never()};
  return kmk_action_is(action, "go") ? named(kmk_effect_merge(3, members)) : NULL;
}

static kmk_effect *chained(const json_t *action) {
  return kmk_action_is(action, "go") ? named(then(pair(late(), cancel()), never())) : NULL;
}

static kmk_effect *chain_beside(const json_t *action) {
  return kmk_action_is(action, "go") ? named(pair(pair(late(), cancel()), then(never(), never())))
                                     : NULL;
}

static kmk_effect *caught(const json_t *action) {
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect *both = pair(kmk_effect_delay(late(), SECOND), cancel());
  return named(pair(both, kmk_effect_cancellable(never(), "b", true)));
}

static kmk_effect *(*const answers[])(const json_t *action) = {nested, flat, chained, chain_beside,
                                                               caught};

static void B39_B9_what_an_effect_sends_once_it_has_cancelled_itself_is_dropped(void **state) {
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(answers); i++) {
    kmk_store_free(k->store);
    json_array_clear(k->log);
    kit_open(k, answering(answers[i]), "{}");
    kmk_task *task = kmk_store_send_task_new(k->store, json_of("'go'"), NULL);
    assert_json_text(k->log, "['go']");
    assert_int_equal(kmk_store_effect_count(k->store), 0);
    assert_true(kmk_task_is_finished(task));
    advance(k->loop, 3 * SECOND);
    assert_json_text(k->log, "['go']");
    kmk_task_free(task);
  }
}

/* Outside of what was cancelled it is sent, and so it is before. */
static kmk_effect *around(const json_t *action) {
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect *members[] = {named(pair(sends("'first'"), pair(late(), cancel()))), sends("'other'")};
  return kmk_effect_merge(2, members);
}

static void B39_what_was_sent_before_and_what_is_beside_it_comes(void **state) {
  kit *k = *state;
  kit_open(k, answering(around), "{}");
  send_ok(k->store, "'go'");
  advance(k->loop, 2 * SECOND);
  assert_json_text(k->log, "['go', 'first', 'other']");
}

/* ---------------------------------------------------------------------------- by its task */

typedef struct tasked {
  kmk_task *task;
  int steps;
} tasked;

REDUCER(cancel_own_task) {
  tasked *t = data;
  if (kmk_action_is(action, "go")) {
    return after(SECOND, "'stop'");
  }
  if (kmk_action_is(action, "stop")) {
    t->steps++;
    kmk_task_cancel(t->task);
    return pair(never(), pair(late(), never()));
  }
  return NULL;
}

static void C20_what_the_step_returns_that_cancels_its_task_is_dropped(void **state) {
  kit *k = *state;
  tasked t = {NULL, 0};
  kit_open(k, kmk_reducer_new(cancel_own_task, &t, NULL), "{}");
  t.task = kmk_store_send_task_new(k->store, json_of("'go'"), NULL);
  advance(k->loop, 3 * SECOND);
  assert_int_equal(t.steps, 1);
  assert_json_text(k->log, "['go', 'stop']");
  assert_true(kmk_task_is_finished(t.task));
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  kmk_task_free(t.task);
}

/* ----------------------------------------------------------------------- while it begins */

typedef struct beginning {
  kmk_sender *sender;
  bool is_beginning, was_beginning;
  bool knows; /* that it was cancelled, before it has begun */
  int told;
} beginning;

static void begin(kmk_sender *sender, void *user_data) {
  beginning *b = user_data;
  b->sender = sender;
  b->is_beginning = true;
  kmk_sender_send_new(sender, json_string("stop"));
  b->knows = kmk_sender_is_cancelled(sender);
  b->is_beginning = false;
}

static void stop(void *user_data) {
  beginning *b = user_data;
  b->told++;
  b->was_beginning = b->is_beginning;
  kmk_sender_finish(b->sender);
}

REDUCER(begin_and_stop) {
  if (kmk_action_is(action, "go")) {
    return named(kmk_effect_start(begin, stop, data, NULL));
  }
  return kmk_action_is(action, "stop") ? cancel() : NULL;
}

static void B70_an_effect_cancelled_while_it_begins_is_told_when_it_has_begun(void **state) {
  kit *k = *state;
  beginning b = {0};
  kit_open(k, kmk_reducer_new(begin_and_stop, &b, NULL), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_true(b.knows);
  assert_int_equal(b.told, 1);
  assert_false(b.was_beginning);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B39_B9_what_an_effect_sends_once_it_has_cancelled_itself_is_dropped),
      KIT_TEST(B39_what_was_sent_before_and_what_is_beside_it_comes),
      KIT_TEST(C20_what_the_step_returns_that_cancels_its_task_is_dropped),
      KIT_TEST(B70_an_effect_cancelled_while_it_begins_is_told_when_it_has_begun),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
