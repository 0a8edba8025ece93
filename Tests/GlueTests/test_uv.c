/* kumiki_uv.h: a uv_poll_t. Each main loop here is its own uv_loop_t, even inside another main loop. */
#include "glue_support.h"

#include <kumiki_uv.h>

static kmk_loop *served;

void host_open(kmk_loop *loop) { served = loop; }

void host_close(void) {}

void host_serve(bool (*is_over)(void *), void *data) {
  uv_loop_t loop;
  kmk_uv glue;
  assert_int_equal(uv_loop_init(&loop), 0);
  assert_int_equal(kmk_uv_start(&glue, &loop, served), 0);
  while (!is_over(data))
    uv_run(&loop, UV_RUN_ONCE);
  kmk_uv_close(&glue, NULL);
  kmk_uv_close(&glue, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  assert_int_equal(uv_loop_close(&loop), 0);
}

static void time_is_up(uv_timer_t *timer) { *(bool *)timer->data = true; }

int host_turns(int milliseconds) {
  uv_loop_t loop;
  uv_timer_t timer;
  kmk_uv glue;
  bool is_up = false;
  int turns = 0;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &timer);
  timer.data = &is_up;
  kmk_uv_start(&glue, &loop, served);
  uv_timer_start(&timer, time_is_up, (uint64_t)milliseconds, 0);
  while (!is_up) {
    uv_run(&loop, UV_RUN_ONCE);
    turns++;
  }
  kmk_uv_close(&glue, NULL);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_loop_close(&loop);
  return turns;
}

/* ---------------------------------------------------------------------- libuv only */

static void note_closed(uv_handle_t *handle) { *(bool *)handle->data = true; }

static void a_handle_that_is_unreferenced_keeps_no_loop_going(void **state) {
  fixture *f = *state;
  uv_loop_t loop;
  kmk_uv glue;
  bool is_closed = false;
  uv_loop_init(&loop);
  assert_int_equal(kmk_uv_start(&glue, &loop, f->loop), 0);
  uv_unref((uv_handle_t *)&glue.poll);
  assert_int_equal(uv_run(&loop, UV_RUN_DEFAULT), 0);
  glue.poll.data = &is_closed;
  kmk_uv_close(&glue, note_closed);
  uv_run(&loop, UV_RUN_DEFAULT);
  assert_true(is_closed);
  assert_int_equal(uv_loop_close(&loop), 0);
}

static int status;

static void start_elsewhere(fixture *f) {
  uv_loop_t loop;
  kmk_uv glue;
  uv_loop_init(&loop);
  status = kmk_uv_start(&glue, &loop, f->loop);
  uv_loop_close(&loop);
}

static void what_cannot_be_served_is_refused(void **state) {
  fixture *f = *state;
  kmk_uv glue;
  assert_int_equal(kmk_uv_start(NULL, uv_default_loop(), f->loop), UV_EINVAL);
  assert_int_equal(kmk_uv_start(&glue, NULL, f->loop), UV_EINVAL);
  assert_int_equal(kmk_uv_start(&glue, uv_default_loop(), NULL), UV_EINVAL);
  on_thread(start_elsewhere, f);
  assert_int_equal(status, UV_EINVAL);
  kmk_uv_close(NULL, NULL);
  uv_loop_close(uv_default_loop());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST(timers_and_threads_are_served),
      FIXTURE_TEST(nested_loops_serve_to_any_depth),
      FIXTURE_TEST(a_loop_inside_an_observer_sleeps),
      FIXTURE_TEST(a_handle_that_is_unreferenced_keeps_no_loop_going),
      FIXTURE_TEST(what_cannot_be_served_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
