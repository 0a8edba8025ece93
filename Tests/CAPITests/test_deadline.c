/* A timer with KMK_TIME_DEADLINE is due by the wall clock, even while its store is open: after the machine was
 * suspended and after the date was set (N130, R47). This file replaces the clocks and the system's timers. */
#define _GNU_SOURCE /* syscall */

#include "snapshot_support.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* How far the date has been moved, in seconds. Only the date jumps: the monotonic clock is unaffected, as after a
 * suspend. */
static long moved;
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (clock == CLOCK_REALTIME)
    time->tv_sec += moved;
  return result;
}

/* The system timer for the date: its descriptor, and the second that it was last set to. */
static int alarm_of_date = -1;
static time_t alarm_second;
int timerfd_create(clockid_t clock, int flags) {
  int made = (int)syscall(SYS_timerfd_create, clock, flags);
  if (clock == CLOCK_REALTIME)
    alarm_of_date = made;
  return made;
}
int timerfd_settime(int timer, int flags, const struct itimerspec *moment,
                    struct itimerspec *before) {
  if (timer == alarm_of_date)
    alarm_second = flags == TFD_TIMER_ABSTIME ? moment->it_value.tv_sec : -1;
  return (int)syscall(SYS_timerfd_settime, timer, flags, moment, before);
}

enum { HOUR = 3600 };

REDUCER(counts) {
  (void)env;
  if (kmk_action_is(action, "due"))
    kmk_state_set_new(state, "/due",
                      json_integer(1 + json_integer_value(kmk_state_get(state, "/due"))));
  else
    kmk_state_set_new(state, "/on", kmk_json_retain(kmk_action_payload(action, "on")));
  return NULL;
}

/* "after", "every", "delay", "throttle": timers of one hour. A number: a timer of that many milliseconds. */
static kmk_effect *timer(const json_t *value, kmk_env *env, void *data) {
  (void)env, (void)data;
  const char *kind = json_string_value(value);
  kmk_effect *send = kmk_effect_send_new(json_string("due"));
  if (kind == NULL || strcmp(kind, "after") == 0) {
    kmk_effect_free(send);
    uint64_t time = kind ? HOUR * SECOND : (uint64_t)json_integer_value(value) * MILLISECOND;
    return kmk_effect_after_new(time, json_string("due"));
  }
  if (strcmp(kind, "every") == 0) {
    kmk_effect_free(send);
    return kmk_effect_every_new(HOUR * SECOND, json_string("due"));
  }
  if (strcmp(kind, "delay") == 0)
    return kmk_effect_delay(send, HOUR * SECOND);
  kmk_effect *both[] = {send, kmk_effect_send_new(json_string("due"))};
  for (size_t i = 0; i < COUNT_OF(both); i++)
    both[i] = kmk_effect_throttle(both[i], "window", HOUR * SECOND, true);
  return kmk_effect_merge(COUNT_OF(both), both);
}

static kmk_reducer *feature(void) {
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.time = KMK_TIME_DEADLINE;
  return kmk_running(kmk_reducer_new(counts, NULL, NULL), "/on", &options, timer, NULL, NULL);
}

typedef struct program {
  kmk_loop *loop;
  kmk_store *store;
} program;

static program begun(const char *action) {
  program made = {kmk_loop_new(NULL), NULL};
  made.store = open_store(made.loop, feature(), "{'on': null, 'due': 0}");
  send_ok(made.store, action);
  assert_true(kmk_loop_dispatch(made.loop, 0) >= 0);
  return made;
}

static void end(program made) {
  moved = 0;
  kmk_store_free(made.store);
  kmk_loop_free(made.loop);
}

/* Dispatches without waiting, and returns how many timers have been due so far. */
static json_int_t due(program made) {
  for (int i = 0; i < 3; i++)
    assert_true(kmk_loop_dispatch(made.loop, 0) >= 0);
  json_t *count = kmk_store_get(made.store, "/due", NULL);
  json_int_t result = json_integer_value(count);
  json_decref(count);
  return result;
}

PLAIN_TEST(N130_after_a_suspend_a_deadline_that_has_passed_is_due_at_once) {
  static const char *const kinds[] = {"{'on': 'after'}", "{'on': 'every'}", "{'on': 'delay'}"};
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    program made = begun(kinds[i]);
    moved = HOUR - 10;
    assert_int_equal(due(made), 0);
    moved = 2 * HOUR + 10;
    assert_int_equal(due(made), 1);
    assert_int_equal(due(made), 1);
    end(made);
  }
}

PLAIN_TEST(N130_the_window_of_a_throttle_in_it_ends_by_the_date) {
  program made = begun("{'on': 'throttle'}");
  assert_int_equal(due(made), 1);
  moved = HOUR + 10;
  assert_int_equal(due(made), 2);
  end(made);
}

PLAIN_TEST(N130_a_date_that_is_set_back_puts_a_deadline_off_and_ticks_keep_to_the_grid) {
  program once = begun("{'on': 'after'}"), ticks = begun("{'on': 'every'}");
  moved = HOUR + 10;
  assert_int_equal(due(ticks), 1);
  moved = -1000L * 24 * HOUR;
  assert_int_equal(due(once), 0);
  assert_int_equal(due(ticks), 1);
  moved += HOUR + 20;
  assert_int_equal(due(ticks), 1);
  moved = HOUR + 10;
  assert_int_equal(due(once), 1);
  end(ticks);
  end(once);
}

static json_int_t since(program made) {
  kmk_snapshot *snapshot = snapshot_of(made.store);
  json_t *saved = kmk_snapshot_json(snapshot, 1, NULL);
  json_t *effect = json_array_get(json_object_get(saved, "running"), 0);
  json_int_t result = json_integer_value(json_object_get(effect, "since"));
  json_decref(saved);
  kmk_snapshot_free(snapshot);
  return result;
}

PLAIN_TEST(N130_what_is_saved_of_its_beginning_is_the_date_of_its_beginning) {
  program made = begun("{'on': 'after'}");
  json_int_t before = since(made);
  static const long dates[] = {2 * HOUR, -2 * HOUR, 30};
  for (size_t i = 0; i < COUNT_OF(dates); i++) {
    moved = dates[i];
    assert_true(since(made) == before);
  }
  moved = 2 * HOUR;
  kmk_snapshot *snapshot = snapshot_of(made.store);
  kmk_store_free(made.store);
  made.store = kmk_store_new_from(made.loop, feature(), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  assert_int_equal(due(made), 1);
  end(made);
}

PLAIN_TEST(N130_a_wait_ends_when_the_date_comes) {
  alarm_second = 0;
  program made = begun("{'on': 'after'}");
  struct pollfd host = {.fd = kmk_loop_fd(made.loop), .events = POLLIN};
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  assert_in_range(alarm_second, now.tv_sec + HOUR - 60, now.tv_sec + HOUR + 1);
  assert_int_equal(poll(&host, 1, 0), 0);
  assert_in_range(kmk_loop_timeout_ms(made.loop), (HOUR - 60) * 1000, HOUR * 1000);
  moved = HOUR + 10;
  assert_int_equal(kmk_loop_timeout_ms(made.loop), 0);
  assert_false(kmk_loop_is_idle(made.loop));
  moved = 0;
  /* A timer that is due soon wakes the host, and ends a wait of the loop itself. */
  send_ok(made.store, "{'on': 5}");
  assert_int_equal(poll(&host, 1, -1), 1);
  assert_int_equal(due(made), 1);
  assert_int_equal(poll(&host, 1, 0), 0);
  send_ok(made.store, "{'on': 6}");
  while (due(made) != 2)
    assert_true(kmk_loop_dispatch(made.loop, -1) >= 0);
  /* The loop does not wait for a timer that has ended. */
  send_ok(made.store, "{'on': 'after'}");
  send_ok(made.store, "{'on': false}");
  assert_int_equal(kmk_loop_timeout_ms(made.loop), -1);
  assert_int_equal(poll(&host, 1, 0), 0);
  assert_int_equal(alarm_second, 0);
  end(made);
}

PLAIN_TEST(N130_to_finish_a_loop_begins_what_a_deadline_holds_back) {
  program made = begun("{'on': 'delay'}");
  assert_int_equal(kmk_loop_finish(made.loop, -1, NULL), KMK_OK);
  assert_int_equal(due(made), 1);
  end(made);
}
