/* The rows of a feature written in C: a parent that presents a counter, in JSON from end to end. */
#include "bench.h"
#include "floor.h"

#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char action_text[] = "{\"destination\":{\"presented\":{\"counter\":\"increment\"}}}";

/* ------------------------------------------------------------ the feature */

static kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "increment")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer(count + 1));
  }
  return NULL;
}

static kmk_effect *parent(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "open"))
    kmk_state_set_new(state, "/destination", json_pack("{s:{s:i}}", "counter", "count", 0));
  return NULL;
}

/* ------------------------------------------------- a feature with effects */

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

/* ------------------------------------------------------- what is measured */

static kmk_loop *loop;
static kmk_store *presenting, *working, *plain;
static json_t *increment, *plain_increment, *open_action, *dismiss, *work, *ask;

static kmk_store *make(kmk_reducer *reducer, const char *state_text) {
  kmk_error error;
  json_t *state = json_loads(state_text, 0, NULL);
  kmk_store *store = kmk_store_new(loop, reducer, state, &error);
  json_decref(state);
  if (!store) {
    fprintf(stderr, "rows: %s\n", error.message);
    exit(1);
  }
  return store;
}

static void check(kmk_status status) {
  if (status == KMK_OK)
    return;
  fprintf(stderr, "rows: a call answered %d\n", (int)status);
  exit(1);
}

static void send_plain(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(plain, plain_increment, NULL));
}

static void send_ready(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(presenting, increment, NULL));
}

static void send_same_text(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send_text(presenting, action_text, NULL));
}

static void present_and_dismiss(size_t times) {
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(presenting, dismiss, NULL));
    check(kmk_store_send(presenting, open_action, NULL));
  }
}

static void read_state(size_t times) {
  for (size_t index = 0; index < times; index++)
    json_decref(kmk_store_state(presenting));
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

/* -------------------------------------------------- texts never seen before */

/* Each has spaces at other places: one action, and more texts than any cache would keep. They take
 * turns, so a text comes back only after all the others. */
enum { TEXTS = 4096, TEXT_SIZE = 80 };
static char texts[TEXTS][TEXT_SIZE];
static size_t next_text;

static void make_texts(void) {
  for (size_t text = 0; text < TEXTS; text++) {
    size_t gaps = text;
    char *end = texts[text];
    for (const char *from = action_text; *from; from++) {
      *end++ = *from;
      if (!strchr("{}:", *from))
        continue;
      if (gaps & 1)
        *end++ = ' ';
      gaps >>= 1;
    }
    *end = '\0';
  }
}

static const char *fresh_text(void) { return texts[next_text++ % TEXTS]; }

static void send_fresh_text(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send_text(presenting, fresh_text(), NULL));
}

static void parse_alone(size_t times) {
  for (size_t index = 0; index < times; index++) {
    const char *text = fresh_text();
    json_decref(json_loadb(text, strlen(text), JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL));
  }
}

int main(int argc, char **argv) {
  static const struct bench_row rows[] = {
      {"floor.counter", floor_counter},   {"floor.parse", parse_alone},
      {"c.counter", send_plain},          {"c.presented", send_ready},
      {"c.text-fresh", send_fresh_text},  {"c.text-again", send_same_text},
      {"c.present", present_and_dismiss}, {"c.state", read_state},
      {"c.effect", effect_started},       {"c.effect-send", effect_sent},
  };

  loop = kmk_loop_new(NULL);
  plain = make(kmk_reducer_new(counter, NULL, NULL), "{\"count\":0}");
  presenting = make(
      kmk_presentation(kmk_reducer_new(parent, NULL, NULL), "/destination", "destination", NULL,
                       kmk_scope_case("counter", "counter", kmk_reducer_new(counter, NULL, NULL))),
      "{\"destination\":{\"counter\":{\"count\":0}}}");
  working = make(kmk_reducer_new(worker, NULL, NULL), "{\"answers\":0}");
  increment = json_loads(action_text, 0, NULL);
  plain_increment = json_string("increment");
  open_action = json_string("open");
  dismiss = json_pack("{s:s}", "destination", "dismiss");
  work = json_string("work");
  ask = json_string("ask");
  make_texts();

  int status = bench_main(argc, argv, rows, sizeof rows / sizeof *rows);

  json_t *values[] = {increment, plain_increment, open_action, dismiss, work, ask};
  for (size_t index = 0; index < sizeof values / sizeof *values; index++)
    json_decref(values[index]);
  kmk_store_free(presenting);
  kmk_store_free(working);
  kmk_store_free(plain);
  kmk_loop_free(loop);
  return status;
}
