/**
 * Runs a loop from a program's own epoll loop.
 *
 *     kmk_epoll_add(epoll, loop);
 *     while (running) {
 *       int count = kmk_epoll_wait(epoll, loop, events, 16, -1);
 *       if (count < 0) break;
 *       for (int i = 0; i < count; i++) serve(&events[i]);
 *     }
 *     kmk_epoll_remove(epoll, loop);
 *
 * A loop like this in a callback, for a modal dialog, also runs the kmk_loop, provided that the callback
 * was deferred with kmk_loop_defer.
 */
#ifndef KUMIKI_EPOLL_H
#define KUMIKI_EPOLL_H

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Adds a loop's descriptor to an epoll instance. The data.ptr of its events is the loop.
 *
 * @return 0, or -1 with errno.
 *
 * Owns: loop borrowed until kmk_epoll_remove. NULL: returns -1 with EBADF. Fails: EBADF (another
 * thread, a loop inherited by fork), the errors of epoll_ctl. Threads: owner, callback. Since: 0.2.
 */
static inline int kmk_epoll_add(int epoll, kmk_loop *loop) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  event.events = EPOLLIN;
  event.data.ptr = loop;
  return epoll_ctl(epoll, EPOLL_CTL_ADD, kmk_loop_fd(loop), &event);
}

/**
 * Removes a loop's descriptor from an epoll instance. Call it before kmk_loop_free.
 *
 * @return 0, or -1 with errno.
 *
 * NULL: returns -1 with EBADF. Fails: as kmk_epoll_add; ENOENT (the descriptor is not in the instance).
 * Threads: owner, callback. Since: 0.2.
 */
static inline int kmk_epoll_remove(int epoll, kmk_loop *loop) {
  struct epoll_event ignored; /* kernels before 2.6.9 require one */
  memset(&ignored, 0, sizeof ignored);
  return epoll_ctl(epoll, EPOLL_CTL_DEL, kmk_loop_fd(loop), &ignored);
}

/**
 * Waits like epoll_wait, and dispatches the loop. The returned events do not include the loop's own.
 *
 * The call dispatches due work before it waits, and again if it has no event to return. So no callback of
 * the loop runs while fetched events wait to be returned, and a callback may close a descriptor or run a
 * nested loop.
 *
 * @return the number of the program's events; -1 with errno. 0 may also mean that only the loop's work
 *         ran, or that a signal arrived: check the variables that your signal handlers set, and wait
 *         again.
 *
 * Owns: all borrowed. NULL: returns -1 with EINVAL. Fails: EINVAL (another thread, a loop that has
 * ended or was inherited by fork), the errors of epoll_wait except EINTR. Threads: owner, callback;
 * inside a callback that was not deferred, the loop does not run until the callback has returned.
 * Since: 0.2.
 */
static inline int kmk_epoll_wait(int epoll, kmk_loop *loop, struct epoll_event *events, int max,
                                 int timeout_ms) {
  int count, kept = 0, i, ran = kmk_loop_dispatch(loop, 0);
  if (ran < 0 && ran != KMK_ERR_BUSY) {
    errno = EINVAL;
    return -1;
  }
  /* The program may be waiting for the work that ran, so do not block. */
  count = epoll_wait(epoll, events, max, ran > 0 ? 0 : timeout_ms);
  if (count < 0) return errno == EINTR ? 0 : -1;
  for (i = 0; i < count; i++)
    if (events[i].data.ptr != loop) events[kept++] = events[i];
  if (count > 0 && kept == 0) kmk_loop_dispatch(loop, 0);
  return kept;
}

#ifdef __cplusplus
}
#endif
#endif
