/* uv_loop: the loop as a handle of libuv.
 *
 * Teaches: uv_poll on the descriptor; handles that are closed before the descriptor they watch; and
 *          that uv_run returns once it has nothing to wait for.
 * Run:     uv_loop [FROM]
 * Needs:   libuv
 * Prints:  expected/uv_loop.txt */
#define _GNU_SOURCE /* uv.h needs this */
#include "countdown.h"

#include <stdio.h>
#include <uv.h>

typedef struct program {
  kmk_loop *loop;
  uv_poll_t poll;
  uv_signal_t signals[2];
} program;

/* uv_run returns soon, when the last handle has been closed. */
static void end(void *data) {
  program *p = data;
  uv_close((uv_handle_t *)&p->poll, NULL);
  uv_close((uv_handle_t *)&p->signals[0], NULL);
  uv_close((uv_handle_t *)&p->signals[1], NULL);
}

static void end_by_report(void *data) {
  puts("over");
  end(data);
}

static void end_by_signal(uv_signal_t *handle, int number) {
  (void)number;
  puts("asked to end");
  end(handle->data);
}

/* libuv reports a bad descriptor in status. A failing dispatch would be called again immediately. */
static void dispatch(uv_poll_t *handle, int status, int events) {
  (void)events;
  program *p = handle->data;
  int ran = status < 0 ? KMK_ERR_CLOSED : kmk_loop_dispatch(p->loop, 0);
  if (ran >= 0 || ran == KMK_ERR_BUSY)
    return;
  fprintf(stderr, "uv_loop: %s\n", status < 0 ? uv_strerror(status) : kmk_status_name(ran));
  end(p);
}

int main(int argc, char **argv) {
  program p = {.loop = kmk_loop_new(NULL)};
  uv_loop_t *main_loop = uv_default_loop();
  static const int numbers[] = {SIGINT, SIGTERM};
  for (int i = 0; i < 2; i++) {
    uv_signal_init(main_loop, &p.signals[i]);
    p.signals[i].data = &p;
    uv_signal_start(&p.signals[i], end_by_signal, numbers[i]);
  }
  uv_poll_init(main_loop, &p.poll, kmk_loop_fd(p.loop));
  p.poll.data = &p;
  uv_poll_start(&p.poll, UV_READABLE, dispatch);
  countdown countdown;
  countdown_open(&countdown, p.loop, countdown_from(argc, argv), end_by_report, &p);

  uv_run(main_loop, UV_RUN_DEFAULT);

  countdown_close(&countdown);
  kmk_loop_free(p.loop); /* last: its descriptor is no longer watched */
  uv_loop_close(main_loop);
  return 0;
}
