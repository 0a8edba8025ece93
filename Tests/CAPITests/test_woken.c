/* A loop in real time whose machine is suspended, or whose clock is set (B416 to B419). This file replaces the clocks and
 * the system's timers: it moves the clocks as the kernel does, and makes the loop's timer fire as the kernel does then. */
#define _GNU_SOURCE /* syscall */

#include "support.h"

#include <kumiki_test.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define HOUR (3600 * (int64_t)SECOND)
#define DAY (24 * HOUR)

/* How long the machine was suspended, and how far its clock was set, in nanoseconds. */
static int64_t slept, set;

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  int64_t moved = clock == CLOCK_BOOTTIME   ? slept
                  : clock == CLOCK_REALTIME ? slept + set
                                            : (int64_t)0;
  int64_t now = time->tv_sec * (int64_t)SECOND + time->tv_nsec + moved;
  time->tv_sec = now / (int64_t)SECOND;
  time->tv_nsec = now % (int64_t)SECOND;
  return result;
}

/* The timer that the kernel also fires at such an event, and whether the next wait brings one. */
static int alarm_of_events = -1;
static int64_t next_suspend;

static void fire(void) {
  struct itimerspec soon = {.it_value = {.tv_nsec = 1}};
  if (alarm_of_events >= 0)
    syscall(SYS_timerfd_settime, alarm_of_events, 0, &soon, NULL);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *moment,
                    struct itimerspec *before) {
  int result = (int)syscall(SYS_timerfd_settime, timer, flags, moment, before);
  if (flags & TFD_TIMER_CANCEL_ON_SET) {
    alarm_of_events = timer;
    if (next_suspend != 0) {
      slept += next_suspend;
      next_suspend = 0;
      fire();
    }
  }
  return result;
}

static void suspend(int64_t nanoseconds) {
  slept += nanoseconds;
  fire();
}

static void set_clock(int64_t nanoseconds) {
  set += nanoseconds;
  fire();
}

/* {"go": KIND} starts an effect; the log has every other action. */
static kmk_effect *started(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const char *kind = json_string_value(kmk_action_payload(action, "go"));
  (void)env, (void)data;
  if (kind == NULL) {
    kmk_state_insert_new(state, "/log/-", kmk_json_retain(action));
    return NULL;
  }
  if (strcmp(kind, "events") == 0)
    return KMK_MERGE(kmk_effect_woken_new(json_string("woken")),
                     kmk_effect_clock_set_new(json_string("set")));
  if (strcmp(kind, "daily") == 0)
    return kmk_effect_daily_new(12, 0, json_string("noon"));
  if (strcmp(kind, "at") == 0)
    return kmk_effect_at_new(kmk_env_date(env) + HOUR, json_string("date"));
  kmk_effect *hour = kmk_effect_after_new((uint64_t)HOUR, json_string("hour"));
  return strcmp(kind, "sleep") == 0 ? kmk_effect_counting_sleep(hour) : hour;
}

typedef struct machine {
  kmk_loop *loop;
  kmk_store *store;
} machine;

static machine begun(const char *first, const char *second) {
  machine made = {kmk_loop_new(NULL), NULL};
  alarm_of_events = -1;
  made.store = open_store(made.loop, kmk_reducer_new(started, NULL, NULL), "{'log': []}");
  send_ok(made.store, first);
  if (second != NULL)
    send_ok(made.store, second);
  assert_true(kmk_loop_fd(made.loop) >= 0);
  assert_true(kmk_loop_dispatch(made.loop, 0) >= 0);
  return made;
}

static void end(machine made) {
  kmk_store_free(made.store);
  kmk_loop_free(made.loop);
  slept = set = 0;
}

/* Whether the loop's descriptor becomes readable. */
static bool is_ready(machine made, int timeout_ms) {
  struct pollfd entry = {.fd = kmk_loop_fd(made.loop), .events = POLLIN};
  return poll(&entry, 1, timeout_ms) == 1;
}

/* Waits for the descriptor, dispatches, and asserts what was sent so far. */
static void assert_comes(machine made, const char *log) {
  assert_true(is_ready(made, 10000));
  assert_true(kmk_loop_dispatch(made.loop, 0) >= 0);
  assert_state_text(made.store, log);
}

PLAIN_TEST(B417_each_wake_sends_an_action) {
  machine made = begun("{'go': 'events'}", NULL);
  assert_false(is_ready(made, 0));
  suspend(HOUR);
  assert_comes(made, "{'log': ['woken']}");
  assert_false(is_ready(made, 0));
  suspend(SECOND);
  assert_comes(made, "{'log': ['woken', 'woken']}");
  end(made);
}

PLAIN_TEST(B418_each_setting_of_the_clock_sends_an_action) {
  machine made = begun("{'go': 'events'}", NULL);
  set_clock(-2 * HOUR);
  assert_comes(made, "{'log': ['set']}");
  set_clock((int64_t)MILLISECOND * 2);
  assert_comes(made, "{'log': ['set', 'set']}");
  end(made);
}

PLAIN_TEST(B418_a_clock_that_is_hardly_changed_was_not_set) {
  machine made = begun("{'go': 'events'}", NULL);
  set_clock((int64_t)MILLISECOND / 4);
  assert_comes(made, "{'log': []}");
  assert_false(is_ready(made, 0));
  end(made);
}

PLAIN_TEST(B417_a_clock_that_is_set_after_a_wake_is_told_too) {
  machine made = begun("{'go': 'events'}", NULL);
  slept += HOUR;
  set_clock(HOUR);
  assert_comes(made, "{'log': ['woken', 'set']}");
  end(made);
}

PLAIN_TEST(B417_an_event_before_the_effect_is_not_told) {
  machine made = begun("{'go': 'hour'}", NULL);
  suspend(HOUR);
  set_clock(DAY);
  send_ok(made.store, "{'go': 'events'}");
  assert_true(kmk_loop_dispatch(made.loop, 0) >= 0);
  assert_state_text(made.store, "{'log': []}");
  end(made);
}

PLAIN_TEST(B417_a_waiting_dispatch_returns) {
  machine made = begun("{'go': 'events'}", NULL);
  next_suspend = HOUR;
  assert_int_equal(kmk_loop_dispatch(made.loop, -1), 1);
  assert_state_text(made.store, "{'log': ['woken']}");
  end(made);
}

PLAIN_TEST(B416_a_timer_that_counts_sleep_is_due_after_the_suspend) {
  machine made = begun("{'go': 'sleep'}", "{'go': 'hour'}");
  suspend(HOUR / 2);
  assert_comes(made, "{'log': []}");
  suspend(HOUR);
  assert_comes(made, "{'log': ['hour']}");
  assert_false(is_ready(made, 0));
  assert_true(kmk_loop_until_timer(made.loop) <= (uint64_t)HOUR);
  end(made);
}

PLAIN_TEST(B416_a_timer_that_counts_sleep_does_not_follow_a_clock_that_is_set) {
  static const int64_t by[] = {DAY, -DAY};
  for (size_t i = 0; i < COUNT_OF(by); i++) {
    machine made = begun("{'go': 'sleep'}", NULL);
    set_clock(by[i]);
    assert_comes(made, "{'log': []}");
    uint64_t left = kmk_loop_until_timer(made.loop);
    assert_true(left > (uint64_t)HOUR / 2 && left < (uint64_t)HOUR * 2);
    suspend(HOUR + (int64_t)SECOND);
    assert_comes(made, "{'log': ['hour']}");
    end(made);
  }
}

PLAIN_TEST(B416_late_timers_of_both_clocks_come_in_order) {
  machine made = begun("{'go': 'at'}", "{'go': 'sleep'}");
  suspend(2 * HOUR);
  assert_comes(made, "{'log': ['date', 'hour']}");
  end(made);
}

PLAIN_TEST(B419_a_daily_effect_notices_a_clock_that_is_set_back) {
  machine made = begun("{'go': 'daily'}", NULL);
  set_clock(-9 * DAY);
  assert_comes(made, "{'log': []}");
  assert_true(kmk_loop_until_timer(made.loop) <= (uint64_t)DAY);
  set_clock(2 * DAY);
  assert_comes(made, "{'log': ['noon']}");
  assert_true(kmk_loop_until_timer(made.loop) <= (uint64_t)DAY);
  end(made);
}

PLAIN_TEST(B417_cancelled_effects_hear_nothing) {
  machine made = begun("{'go': 'events'}", "{'go': 'sleep'}");
  kmk_store_free(made.store);
  made.store = open_store(made.loop, kmk_reducer_new(started, NULL, NULL), "{'log': []}");
  suspend(2 * HOUR);
  assert_true(kmk_loop_dispatch(made.loop, 0) >= 0);
  assert_state_text(made.store, "{'log': []}");
  assert_true(kmk_loop_until_timer(made.loop) == UINT64_MAX);
  end(made);
}

/* ------------------------------------------------------------------------ virtual loops */

TEST(B421_a_suspend_that_cannot_be_is_refused) {
  kmk_error error;
  kmk_loop *real = kmk_loop_new(NULL);
  kit_open(k, kmk_reducer_new(started, NULL, NULL), "{'log': []}");
  assert_int_equal(kmk_loop_suspend(NULL, 1, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_suspend(real, 1, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "only a virtual loop's clock can be moved");
  assert_int_equal(kmk_loop_set_date(real, 1, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "only a virtual loop's clock can be moved");
  assert_int_equal(kmk_loop_set_date(NULL, 1, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_set_date(k->loop, -1, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "a date before 1970, expected nanoseconds since then");
  assert_int_equal(kmk_loop_set_date(k->loop, INT64_MAX - HOUR, NULL), KMK_OK);
  send_ok(k->store, "{'go': 'events'}");
  send_ok(k->store, "{'go': 'at'}");
  assert_int_equal(kmk_loop_suspend(k->loop, (uint64_t)HOUR + 1, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "the clock ends at INT64_MAX nanoseconds");
  assert_state_text(k->store, "{'log': []}");
  assert_int_equal(kmk_loop_suspend(k->loop, (uint64_t)HOUR, NULL), KMK_OK);
  assert_state_text(k->store, "{'log': ['date', 'woken']}");
  kmk_loop_free(real);
}

static kmk_status inside;
static kmk_effect *suspending(kmk_state *state, const json_t *action, kmk_env *env, void *loop) {
  (void)state, (void)action, (void)env;
  inside = kmk_loop_suspend(loop, 1, NULL);
  return NULL;
}

TEST(B421_a_callback_cannot_suspend_its_loop) {
  kit_open(k, kmk_reducer_new(suspending, k->loop, NULL), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(inside, KMK_ERR_BUSY);
}

TEST(B415_the_next_timer_is_told_after_a_suspend_and_a_date) {
  kit_open(k, kmk_reducer_new(started, NULL, NULL), "{'log': []}");
  send_ok(k->store, "{'go': 'events'}");
  assert_true(kmk_loop_until_timer(k->loop) == UINT64_MAX);
  send_ok(k->store, "{'go': 'sleep'}");
  kmk_loop_suspend(k->loop, (uint64_t)HOUR / 2, NULL);
  assert_true(kmk_loop_until_timer(k->loop) == (uint64_t)HOUR / 2);
  send_ok(k->store, "{'go': 'daily'}");
  kmk_loop_set_date(k->loop, 11 * HOUR + HOUR / 2 + HOUR / 4, NULL);
  assert_true(kmk_loop_until_timer(k->loop) == (uint64_t)HOUR / 4);
  kmk_loop_set_date(k->loop, 0, NULL);
  assert_true(kmk_loop_until_timer(k->loop) == (uint64_t)HOUR / 2);
  kmk_loop_advance(k->loop, (uint64_t)HOUR, NULL);
  assert_true(kmk_loop_until_timer(k->loop) == (uint64_t)HOUR * 11);
}

TEST(B422_the_effects_in_flight_have_kinds) {
  kit_open(k, kmk_reducer_new(started, NULL, NULL), "{'log': []}");
  send_ok(k->store, "{'go': 'events'}");
  send_ok(k->store, "{'go': 'sleep'}");
  send_ok(k->store, "{'go': 'daily'}");
  send_ok(k->store, "{'go': 'at'}");
  json_t *effects = kmk_store_effects(k->store), *kinds = json_array();
  for (size_t i = 0; i < json_array_size(effects); i++)
    json_array_append(kinds, json_object_get(json_array_get(effects, i), "kind"));
  assert_json_text(kinds, "['event', 'event', 'timer', 'timer', 'timer']");
  json_decref(kinds);
  json_decref(effects);
}

TEST(B415_a_test_suspends_the_machine_of_its_store) {
  (void)k;
  json_t *state = json_of("{'log': []}");
  kmk_test_store *test = kmk_test_store_new(kmk_reducer_new(started, NULL, NULL), state, NULL);
  json_decref(state);
  assert_true(kmk_test_send(test, json_of("{'go': 'sleep'}"), NULL));
  kmk_loop *loop = kmk_store_loop(kmk_test_store_store(test));
  kmk_loop_suspend(loop, (uint64_t)HOUR, NULL);
  assert_true(kmk_test_receive(test, json_string("hour"), json_of("{'log': ['hour']}")));
  assert_true(kmk_test_finish(test));
  kmk_test_store_free(test);
}
