#include "countdown.h"

#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ the feature */

static void write_report(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_send_new(sender, json_pack("{s:s}", "reported", "lift-off"));
}

static kmk_effect *tick(kmk_state *state) {
  json_int_t left = json_integer_value(kmk_state_get(state, "/left")) - 1;
  kmk_state_set_new(state, "/left", json_integer(left));
  if (left > 0)
    return NULL;
  return KMK_MERGE(kmk_effect_cancel("ticks"), kmk_effect_blocking(write_report, NULL, NULL));
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *payload;
  if (kmk_action_is(action, "start")) {
    kmk_effect *ticks = kmk_effect_every_new(KMK_MILLISECONDS(5), json_string("tick"));
    return kmk_effect_cancellable(ticks, "ticks", true);
  }
  if (kmk_action_is(action, "tick"))
    return tick(state);
  if ((payload = kmk_action_payload(action, "add"))) {
    json_int_t left = json_integer_value(kmk_state_get(state, "/left"));
    kmk_state_set_new(state, "/left", json_integer(left + json_integer_value(payload)));
  } else if ((payload = kmk_action_payload(action, "reported"))) {
    kmk_state_set(state, "/report", payload);
  }
  return NULL;
}

/* -------------------------------------------------------------------- the output */

static void show_left(const json_t *left, void *data) {
  (void)data;
  printf("left: %" JSON_INTEGER_FORMAT "\n", json_integer_value(left));
  fflush(stdout);
}

static void show_report(const json_t *report, void *data) {
  countdown *countdown = data;
  if (!json_is_string(report))
    return;
  printf("report: %s\n", json_string_value(report));
  countdown->over(countdown->program);
}

void countdown_open(countdown *countdown, kmk_loop *loop, int from, void (*over)(void *program),
                    void *program) {
  kmk_error error;
  kmk_reducer *feature = KMK_CASES(kmk_reducer_new(reduce, NULL, NULL), {"add", "integer"},
                                   {"reported", "text"}, {"start", NULL}, {"tick", NULL});
  json_t *initial = json_pack("{s:i, s:n}", "left", from, "report");
  countdown->over = over;
  countdown->program = program;
  countdown->store = kmk_store_new(loop, feature, initial, &error);
  json_decref(initial);
  if (!countdown->store) {
    fprintf(stderr, "countdown: %s\n", error.message);
    exit(EXIT_FAILURE);
  }
  countdown->kept[0] = kmk_store_observe(countdown->store, "/left", show_left, NULL, NULL, NULL);
  countdown->kept[1] =
      kmk_store_observe(countdown->store, "/report", show_report, countdown, NULL, NULL);
  kmk_store_send_text(countdown->store, "\"start\"", NULL);
}

void countdown_close(countdown *countdown) {
  for (size_t i = 0; i < KMK_COUNT(countdown->kept); i++)
    kmk_subscription_free(countdown->kept[i]);
  kmk_store_free(countdown->store);
}

int countdown_from(int argc, char **argv) { return argc > 1 ? atoi(argv[1]) : 3; }
