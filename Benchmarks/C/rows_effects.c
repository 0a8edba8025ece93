/* Effects that send an action back, and requests. */
#include "support.h"

static void answer(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_send_new(sender, json_string("answered"));
  kmk_sender_finish(sender);
}

static void serve(kmk_request *request, void *data) {
  (void)data;
  kmk_request_answer_new(request, json_null(), NULL);
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

static kmk_effect *asker(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  if (!kmk_action_is(action, "work"))
    return worker(state, action, env, data);
  kmk_ask ask = KMK_ASK_INIT;
  ask.answer = "answered";
  return kmk_effect_request_new("bench", json_true(), &ask);
}

static kmk_store *working, *asking;
static json_t *work, *ask;

static void set_up(void) {
  working = store_of(kmk_reducer_new(worker, NULL, NULL), json_pack("{s:i}", "answers", 0));
  work = value_of("s", "work");
  ask = value_of("s", "ask");
  asking = store_of(kmk_reducer_new(asker, NULL, NULL), json_pack("{s:i}", "answers", 0));
  kmk_server server = KMK_SERVER_INIT;
  server.serve = serve;
  check(kmk_loop_serve(loop, "bench", &server, NULL));
}

static void run(kmk_store *store, size_t times) {
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(store, work, NULL));
    if (kmk_loop_dispatch(loop, 0) < 1)
      check(KMK_ERR_TIMEOUT);
  }
}

static void effect_started(size_t times) { run(working, times); }

static void effect_requested(size_t times) { run(asking, times); }

static void effect_sent(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(working, ask, NULL));
}

static const struct bench_row rows[] = {
    {"c.effect", effect_started, set_up, NULL},
    {"c.effect-send", effect_sent, set_up, NULL},
    {"c.request", effect_requested, set_up, NULL},
};
const struct theme effect_rows = THEME(rows);
