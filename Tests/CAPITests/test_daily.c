#define _POSIX_C_SOURCE 200809L /* setenv, tzset */
/* Daily effects across summer time (B414), in the time zone of Berlin, on a virtual clock in 1970. Tests/Scenarios
 * covers the rest. */
#include "support.h"

#include <stdlib.h>
#include <time.h>

#define DAY (24 * 60 * 60 * SECOND)

/* {"start": [HOUR, MINUTE]}, "stop", and "tick", which notes the date in seconds. */
static kmk_effect *days(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *time = kmk_action_payload(action, "start");
  (void)data;
  if (kmk_action_is(action, "tick"))
    kmk_state_insert_new(state, "/ticks/-", json_integer(kmk_env_date(env) / (int64_t)SECOND));
  if (kmk_action_is(action, "stop"))
    return kmk_effect_cancel("day");
  if (!time)
    return NULL;
  unsigned hour = (unsigned)json_integer_value(json_array_get(time, 0));
  unsigned minute = (unsigned)json_integer_value(json_array_get(time, 1));
  return kmk_effect_cancellable(kmk_effect_daily_new(hour, minute, json_string("tick")), "day",
                                true);
}

/* Sets the time zone of a test, and unsets it afterwards. */
static void zone(const char *rule) {
  if (rule != NULL)
    setenv("TZ", rule, 1);
  else
    unsetenv("TZ");
  tzset();
}

static void run(kit *k, uint64_t from, const char *time, int count, const char *expected) {
  kmk_loop_advance(k->loop, from, NULL);
  send_ok(k->store, time);
  kmk_loop_advance(k->loop, (uint64_t)count * DAY, NULL);
  send_ok(k->store, "'stop'");
  assert_state_text(k->store, expected);
}

TEST(B414_a_time_that_clocks_skip_is_the_next_one_that_exists) {
  zone("CET-1CEST,M3.5.0,M10.5.0/3");
  kit_open(k, kmk_reducer_new(days, NULL, NULL), "{'ticks': []}");
  /* From March 28, 1970, at midnight in UTC. On March 29 clocks go from 2 to 3 hours, at 1 hour in UTC. */
  run(k, 86 * DAY, "{'start': [2, 30]}", 3, "{'ticks': [7435800, 7520400, 7605000]}");
  zone(NULL);
}

TEST(B414_a_time_that_occurs_twice_counts_once) {
  zone("CET-1CEST,M3.5.0,M10.5.0/3");
  kit_open(k, kmk_reducer_new(days, NULL, NULL), "{'ticks': []}");
  /* From October 24, 1970, at midnight in UTC. On October 25 clocks go from 3 to 2 hours, at 1 hour in UTC. */
  run(k, 296 * DAY, "{'start': [2, 30]}", 3, "{'ticks': [25576200, 25662600, 25752600]}");
  zone(NULL);
}

TEST(B414_days_begin_at_the_local_midnight) {
  zone("NST3:30");
  kit_open(k, kmk_reducer_new(days, NULL, NULL), "{'ticks': []}");
  run(k, 10 * DAY, "{'start': [0, 0]}", 2, "{'ticks': [876600, 963000]}");
  zone(NULL);
}
