/* kumiki_epoll.h: a program's own loop over epoll. */
#include "glue_support.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <kumiki_epoll.h>

static int instance;
static kmk_loop *served;

void host_open(kmk_loop *loop) {
  served = loop;
  instance = epoll_create1(EPOLL_CLOEXEC);
  assert_int_equal(kmk_epoll_add(instance, loop), 0);
}

void host_close(void) {
  assert_int_equal(kmk_epoll_remove(instance, served), 0);
  close(instance);
}

void host_serve(bool (*is_over)(void *), void *data) {
  struct epoll_event events[4];
  while (!is_over(data))
    assert_true(kmk_epoll_wait(instance, served, events, 4, -1) >= 0);
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int host_turns(int milliseconds) {
  struct epoll_event events[4];
  int64_t end = now_ms() + milliseconds, left = milliseconds;
  int turns = 0;
  for (; left > 0; left = end - now_ms(), turns++)
    kmk_epoll_wait(instance, served, events, 4, (int)left);
  return turns;
}

/* ---------------------------------------------------------------------- epoll only */

static void events_of_the_program_are_returned_and_the_loops_are_not(void **state) {
  fixture *f = *state;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = ends[0]}, events[4];
  assert_int_equal(epoll_ctl(instance, EPOLL_CTL_ADD, ends[0], &event), 0);
  assert_int_equal(write(ends[1], "x", 1), 1);
  kmk_store_send_text(f->store, "\"start\"", NULL);

  /* The pipe is always ready, and does not starve the loop. */
  int others = 0;
  while (!logged_two(f)) {
    int count = kmk_epoll_wait(instance, f->loop, events, 1, -1);
    assert_in_range(count, 0, 1);
    if (count == 1) {
      assert_int_equal(events[0].data.fd, ends[0]);
      others++;
    }
  }
  assert_true(others > 0);
  epoll_ctl(instance, EPOLL_CTL_DEL, ends[0], NULL);
  close(ends[0]);
  close(ends[1]);
}

static void ignore(int number) { (void)number; }

static void a_signal_ends_a_wait_without_an_error(void **state) {
  fixture *f = *state;
  struct epoll_event events[1];
  struct sigaction action = {.sa_handler = ignore};
  sigaction(SIGALRM, &action, NULL);
  ualarm(5000, 0);
  assert_int_equal(kmk_epoll_wait(instance, f->loop, events, 1, 10000), 0);
}

static void a_wait_ends_in_time(void **state) {
  fixture *f = *state;
  struct epoll_event events[1];
  assert_int_equal(kmk_epoll_wait(instance, f->loop, events, 1, 1), 0);
}

static int answers[3], reasons[3];

static void use_elsewhere(fixture *f) {
  struct epoll_event events[1];
  answers[0] = kmk_epoll_wait(instance, f->loop, events, 1, 0), reasons[0] = errno;
  answers[1] = kmk_epoll_add(instance, f->loop), reasons[1] = errno;
  answers[2] = kmk_epoll_remove(instance, f->loop), reasons[2] = errno;
}

static void what_cannot_be_served_is_an_error(void **state) {
  fixture *f = *state;
  struct epoll_event events[1];
  assert_int_equal(kmk_epoll_wait(instance, NULL, events, 1, 0), -1);
  assert_int_equal(errno, EINVAL);
  assert_int_equal(kmk_epoll_wait(instance, f->loop, events, 0, 0), -1);
  assert_int_equal(errno, EINVAL);
  assert_int_equal(kmk_epoll_wait(-1, f->loop, events, 1, 0), -1);
  assert_int_equal(errno, EBADF);
  assert_int_equal(kmk_epoll_add(instance, NULL), -1);
  assert_int_equal(errno, EBADF);
  assert_int_equal(kmk_epoll_remove(instance, NULL), -1);
  on_thread(use_elsewhere, f);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(answers[i], -1);
    assert_int_equal(reasons[i], i == 0 ? EINVAL : EBADF);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST(timers_and_threads_are_served),
      FIXTURE_TEST(nested_loops_serve_to_any_depth),
      FIXTURE_TEST(a_loop_inside_an_observer_sleeps),
      FIXTURE_TEST(events_of_the_program_are_returned_and_the_loops_are_not),
      FIXTURE_TEST(a_signal_ends_a_wait_without_an_error),
      FIXTURE_TEST(a_wait_ends_in_time),
      FIXTURE_TEST(what_cannot_be_served_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
