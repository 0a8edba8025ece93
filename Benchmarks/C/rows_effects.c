/* Effects that send an action back. */
#include "support.h"

static void answer(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_send_new(sender, json_string("answered"));
  kmk_sender_finish(sender);
}

static kmk_effect *worker(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "work"))
    return kmk_effect_start(answer, NULL, NULL, NULL);
  if (kmk_action_is(action, "ask"))
    return kmk_effect_send_new(json_string("answered"));
  json_int_t count = json_integer_value(kmk_state_get(state, "/answers"));
  kmk_state_set_new(state, "/answers", json_integer(count + 1));
  return NULL;
}

static kmk_store *working;
static json_t *work, *ask;

static void set_up(void) {
  working = store_of(kmk_reducer_new(worker, NULL, NULL), json_pack("{s:i}", "answers", 0));
  work = value_of("s", "work");
  ask = value_of("s", "ask");
}

static void effect_started(size_t times) {
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(working, work, NULL));
    if (kmk_loop_dispatch(loop, 0) < 1)
      check(KMK_ERR_TIMEOUT);
  }
}

static void effect_sent(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(working, ask, NULL));
}

static const struct bench_row rows[] = {
    {"c.effect", effect_started, set_up, NULL},
    {"c.effect-send", effect_sent, set_up, NULL},
};
const struct theme effect_rows = THEME(rows);
