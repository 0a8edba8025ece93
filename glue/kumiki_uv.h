/**
 * Runs a loop from libuv.
 *
 *     kmk_uv glue;
 *     kmk_uv_start(&glue, uv_default_loop(), loop);
 *     uv_run(uv_default_loop(), UV_RUN_DEFAULT);
 *
 * At the end, before kmk_loop_free:
 *
 *     kmk_uv_close(&glue, NULL);
 *     uv_run(uv_default_loop(), UV_RUN_DEFAULT);
 *
 * Do not call uv_run inside a callback. For a modal dialog, make a second uv_loop_t with a kmk_uv of
 * its own, and run it in a function deferred with kmk_loop_defer; both uv_loop_ts may run the same
 * kmk_loop.
 *
 * Everything here is inline, so the library does not need libuv. A program needs the package libuv.
 * libuv's header needs POSIX: -std=gnu99, or _POSIX_C_SOURCE.
 */
#ifndef KUMIKI_UV_H
#define KUMIKI_UV_H

#include <uv.h>

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Connects a loop to a uv_loop_t. Do not move or copy the struct until it is closed. */
typedef struct kmk_uv {
  uv_poll_t poll; /* its data is free for the program; uv_unref it if it must not keep uv_run running */
  kmk_loop *loop;
} kmk_uv;

/* Called by libuv. Stops watching a loop that can no longer be dispatched, for example after fork. */
static inline void kmk_uv_dispatch(uv_poll_t *poll, int status, int events) {
  int ran = kmk_loop_dispatch(((kmk_uv *)(void *)poll)->loop, 0);
  (void)status, (void)events;
  if (ran < 0 && ran != KMK_ERR_BUSY) uv_poll_stop(poll);
}

/**
 * Makes a uv_loop_t dispatch a loop when work is due in it.
 *
 * The thread that runs the uv_loop_t must be the loop's thread.
 *
 * @return 0, or a negative libuv error. After an error, do not call kmk_uv_close.
 *
 * Owns: all borrowed until the kmk_uv is closed. NULL: returns UV_EINVAL. Fails: UV_EINVAL (another
 * thread, a loop inherited by fork), the errors of uv_poll_init. Threads: owner, callback. Since:
 * 0.2.
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
 * Disconnects a loop from its uv_loop_t. Call it before kmk_loop_free. The kmk_uv may be freed or
 * used again once `closed` has been called.
 *
 * @param closed  called by the uv_loop_t in its next iteration, with the handle, a kmk_uv *; may be
 *                NULL.
 *
 * NULL: a NULL uv does nothing. Threads: owner, callback. Since: 0.2.
 */
static inline void kmk_uv_close(kmk_uv *uv, uv_close_cb closed) {
  if (uv != NULL && !uv_is_closing((uv_handle_t *)&uv->poll))
    uv_close((uv_handle_t *)&uv->poll, closed);
}

#ifdef __cplusplus
}
#endif
#endif
