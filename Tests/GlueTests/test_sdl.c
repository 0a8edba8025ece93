/* kumiki_sdl.h: events of SDL's queue. Without a screen: SDL_VIDEODRIVER=dummy. */
#include "glue_support.h"

#include <fcntl.h>
#include <kumiki_sdl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static kmk_sdl glue;

void host_open(kmk_loop *loop) {
  assert_int_equal(SDL_Init(SDL_INIT_VIDEO), 0);
  assert_true(kmk_sdl_open(&glue, loop));
}

void host_close(void) {
  kmk_sdl_close(&glue);
  kmk_sdl_close(&glue);
  SDL_Quit();
}

void host_serve(bool (*is_over)(void *), void *data) {
  SDL_Event event;
  while (!is_over(data) && SDL_WaitEvent(&event) == 1)
    kmk_sdl_handle(&glue, &event);
}

int host_turns(int milliseconds) {
  Uint64 end = SDL_GetTicks64() + (Uint64)milliseconds;
  int turns = 0;
  for (Uint64 now = SDL_GetTicks64(); now < end; now = SDL_GetTicks64()) {
    SDL_Event event;
    if (SDL_WaitEventTimeout(&event, (int)(end - now)) == 1 && kmk_sdl_handle(&glue, &event))
      turns++;
  }
  return turns;
}

/* ------------------------------------------------------------------------ SDL only */

static void other_events_are_the_programs(void **state) {
  fixture *f = *state;
  Uint32 type = SDL_RegisterEvents(1);
  SDL_Event event = {.type = type};
  SDL_PushEvent(&event);
  kmk_store_send_text(f->store, "\"start\"", NULL);
  int others = 0;
  while (!logged_two(f) && SDL_WaitEvent(&event) == 1)
    if (!kmk_sdl_handle(&glue, &event) && event.type == type)
      others++;
  assert_int_equal(others, 1);
}

static void a_game_polls_for_each_frame(void **state) {
  fixture *f = *state;
  kmk_store_send_text(f->store, "\"start\"", NULL);
  while (!logged_two(f)) {
    SDL_Event event;
    while (SDL_PollEvent(&event) == 1)
      kmk_sdl_handle(&glue, &event);
    SDL_Delay(1);
  }
}

static void two_loops_are_told_apart(void **state) {
  fixture *f = *state;
  kmk_loop *second = kmk_loop_new(NULL);
  kmk_sdl its_glue;
  SDL_Event event;
  assert_true(kmk_sdl_open(&its_glue, second));
  kmk_loop_wakeup(second);
  assert_int_equal(SDL_WaitEvent(&event), 1);
  while (!kmk_sdl_handle(&its_glue, &event)) {
    assert_false(kmk_sdl_handle(&glue, &event));
    assert_int_equal(SDL_WaitEvent(&event), 1);
  }
  kmk_sdl_close(&its_glue);
  assert_false(kmk_sdl_handle(&its_glue, &event));
  kmk_loop_free(second);
  assert_int_equal(logged(f), 0);
}

static void what_is_closed_at_work_leaves_nothing(void **state) {
  fixture *f = *state;
  SDL_Event event;
  kmk_store_send_text(f->store, "\"start\"", NULL);
  while (SDL_WaitEvent(&event) == 1 && event.type != glue.type)
    continue;
  Uint32 type = glue.type;
  kmk_sdl_close(&glue);
  assert_false(SDL_HasEvent(type));
  kmk_loop_run_until_idle(f->loop, -1, NULL);
  assert_true(kmk_sdl_open(&glue, f->loop));
}

static bool was_opened;

static void open_elsewhere(fixture *f) {
  kmk_sdl other;
  was_opened = kmk_sdl_open(&other, f->loop);
}

static void what_cannot_be_served_is_refused(void **state) {
  fixture *f = *state;
  kmk_sdl other;
  SDL_Event event = {0};
  assert_false(kmk_sdl_open(NULL, f->loop));
  assert_false(kmk_sdl_open(&other, NULL));
  kmk_sdl_close(&other);
  kmk_sdl_close(NULL);
  assert_false(kmk_sdl_handle(NULL, &event));
  assert_false(kmk_sdl_handle(&glue, NULL));
  on_thread(open_elsewhere, f);
  assert_false(was_opened);
}

static void a_pipe_is_closed_by_exec(void **state) {
  (void)state;
  assert_true(fcntl(glue.end[0], F_GETFD) & FD_CLOEXEC);
  assert_true(fcntl(glue.end[1], F_GETFD) & FD_CLOEXEC);
}

static volatile sig_atomic_t handled;

static void note_signal(int signal) {
  (void)signal;
  handled++;
}

static void signals_are_not_for_the_thread(void **state) {
  (void)state;
  sigset_t blocked, before;
  struct sigaction old, action = {.sa_handler = note_signal};
  sigaction(SIGUSR1, &action, &old);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  kill(getpid(), SIGUSR1);
  SDL_Delay(50);
  assert_int_equal(handled, 0); /* waits for this thread */
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  assert_int_equal(handled, 1);
  sigaction(SIGUSR1, &old, NULL);
}

static void a_flushed_event_comes_again(void **state) {
  fixture *f = *state;
  kmk_loop_wakeup(f->loop);
  while (!SDL_HasEvent(glue.type))
    SDL_Delay(1);
  SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
  SDL_Event event;
  assert_int_equal(SDL_WaitEventTimeout(&event, 2000), 1);
  assert_true(kmk_sdl_handle(&glue, &event));
}

static int errors;

static void SDLCALL note_log(void *data, int category, SDL_LogPriority priority, const char *text) {
  (void)data, (void)category, (void)priority;
  if (strstr(text, "is not served any more: ") != NULL)
    errors++;
}

static void handle_elsewhere(fixture *f) {
  SDL_Event event;
  kmk_loop_wakeup(f->loop);
  errors = 0;
  for (Uint64 end = SDL_GetTicks64() + 600; SDL_GetTicks64() < end;)
    if (SDL_WaitEventTimeout(&event, 100) == 1)
      kmk_sdl_handle(&glue, &event);
}

static void what_is_handled_on_another_thread_ends(void **state) {
  fixture *f = *state;
  SDL_LogSetOutputFunction(note_log, NULL);
  on_thread(handle_elsewhere, f);
  assert_int_equal(errors, 1);
  assert_null(glue.thread);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST(timers_and_threads_are_served),
      FIXTURE_TEST(nested_loops_serve_to_any_depth),
      FIXTURE_TEST(a_loop_inside_an_observer_sleeps),
      FIXTURE_TEST(other_events_are_the_programs),
      FIXTURE_TEST(a_game_polls_for_each_frame),
      FIXTURE_TEST(two_loops_are_told_apart),
      FIXTURE_TEST(what_is_closed_at_work_leaves_nothing),
      FIXTURE_TEST(a_pipe_is_closed_by_exec),
      FIXTURE_TEST(signals_are_not_for_the_thread),
      FIXTURE_TEST(a_flushed_event_comes_again),
      FIXTURE_TEST(what_is_handled_on_another_thread_ends),
      FIXTURE_TEST(what_cannot_be_served_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
