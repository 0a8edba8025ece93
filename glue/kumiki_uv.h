/**
 * A loop served by libuv.
 *
 *     kmk_uv glue;
 *     kmk_uv_start(&glue, uv_default_loop(), loop);
 *     uv_run(uv_default_loop(), UV_RUN_DEFAULT);
 *
 * and in the end, before kmk_loop_free:
 *
 *     kmk_uv_close(&glue, NULL);
 *     uv_run(uv_default_loop(), UV_RUN_DEFAULT);
 *
 * uv_run must not be called inside a callback. A nested loop, for a modal dialog, is therefore a
 * second uv_loop_t with a kmk_uv of its own, run from kmk_loop_defer; both may serve one loop.
 *
 * Everything here is inline: the library does not need libuv. A program needs its package libuv, and
 * libuv's header asks for POSIX: -std=gnu99, or _POSIX_C_SOURCE.
 */
#ifndef KUMIKI_UV_H
#define KUMIKI_UV_H

#include <uv.h>

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A loop's place in a uv_loop_t. It must stay where it is until it has been closed. */
typedef struct kmk_uv {
  uv_poll_t poll; /* its data is the program's; uv_unref it where it need not keep uv_run going */
  kmk_loop *loop;
} kmk_uv;

/* Is called by libuv. What cannot be served any more, such as a loop inherited by fork, is left. */
static inline void kmk_uv_dispatch(uv_poll_t *poll, int status, int events) {
  int ran = kmk_loop_dispatch(((kmk_uv *)(void *)poll)->loop, 0);
  (void)status, (void)events;
  if (ran < 0 && ran != KMK_ERR_BUSY) uv_poll_stop(poll);
}

/**
 * Has a uv_loop_t dispatch a loop when something is due in it.
 *
 * The thread that runs the uv_loop_t must be the loop's.
 *
 * @return 0, or a negative error of libuv's; then there is nothing to close.
 *
 * Owns: all borrowed until the kmk_uv was closed. NULL: UV_EINVAL. Fails: UV_EINVAL (another thread,
 * a loop inherited by fork), what uv_poll_init fails with. Threads: owner, callback. Since: 0.2.
 */
static inline int kmk_uv_start(kmk_uv *uv, uv_loop_t *uv_loop, kmk_loop *loop) {
  int fd = kmk_loop_fd(loop), status;
  if (uv == NULL || uv_loop == NULL || fd < 0) return UV_EINVAL;
  uv->loop = loop;
  status = uv_poll_init(uv_loop, &uv->poll, fd);
  if (status < 0) return status;
  /* Fails only for a handle that is being closed. */
  return uv_poll_start(&uv->poll, UV_READABLE, kmk_uv_dispatch);
}

/**
 * Takes a loop out of its uv_loop_t, before kmk_loop_free. The kmk_uv is free when closed is called.
 *
 * @param closed  called by the uv_loop_t at its next turn with the handle, a kmk_uv *; may be NULL.
 *
 * NULL: for a NULL uv nothing happens. Threads: owner, callback. Since: 0.2.
 */
static inline void kmk_uv_close(kmk_uv *uv, uv_close_cb closed) {
  if (uv != NULL && !uv_is_closing((uv_handle_t *)&uv->poll))
    uv_close((uv_handle_t *)&uv->poll, closed);
}

#ifdef __cplusplus
}
#endif
#endif
