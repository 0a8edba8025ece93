/* 21_clocks: a session on a laptop that is suspended, and whose clock is set.
 *
 * Teaches: kmk_effect_counting_sleep makes timers count a suspend; kmk_effect_woken_new and kmk_effect_clock_set_new send
 *          an action at each such event; kmk_loop_suspend and kmk_loop_set_date play them on a virtual loop.
 * Run:     cc 21_clocks.c $(pkg-config --cflags --libs kumiki) -o 21_clocks
 * Prints:  the actions that the feature receives, with the seconds of the loop's clock and the date */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>

#define HOUR KMK_SECONDS(3600)

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)data;
  printf("%6lld s, date %6lld s: %s\n", (long long)(kmk_env_now(env) / KMK_SECONDS(1)),
         (long long)(kmk_env_date(env) / (int64_t)KMK_SECONDS(1)), json_string_value(action));
  if (!kmk_action_is(action, "log in"))
    return NULL;
  /* A session ends after eight hours, even if the laptop sleeps in between. */
  kmk_effect *session = kmk_effect_after_new(8 * HOUR, json_string("log out"));
  /* A reminder after one hour of work: a suspend is a break, and does not count. */
  kmk_effect *reminder = kmk_effect_after_new(HOUR, json_string("take a break"));
  return KMK_MERGE(kmk_effect_counting_sleep(session), reminder,
                   kmk_effect_daily_new(12, 0, json_string("noon")),
                   kmk_effect_woken_new(json_string("load again")),
                   kmk_effect_clock_set_new(json_string("show dates again")));
}

int main(void) {
  kmk_error error;
  setenv("TZ", "UTC", 1); /* for the daily effect */
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_object();
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(reduce, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "21_clocks: %s\n", error.message);
    return 1;
  }
  kmk_store_send_text(store, "\"log in\"", NULL);
  kmk_loop_advance(loop, HOUR / 2, NULL);
  printf("the laptop sleeps for nine hours\n");
  kmk_loop_suspend(loop, 9 * HOUR, NULL);
  kmk_loop_advance(loop, HOUR / 2, NULL);
  printf("the clock is set forward to 12:30, and back to 11:30\n");
  kmk_loop_set_date(loop, (int64_t)(12 * HOUR + HOUR / 2), NULL);
  kmk_loop_set_date(loop, (int64_t)(11 * HOUR + HOUR / 2), NULL);
  kmk_loop_advance(loop, HOUR / 2, NULL);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
