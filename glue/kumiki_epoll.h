/**
 * A loop served by a program's own loop over epoll.
 *
 *     kmk_epoll_add(epoll, loop);
 *     while (running) {
 *       int count = kmk_epoll_wait(epoll, loop, events, 16, -1);
 *       if (count < 0) break;
 *       for (int i = 0; i < count; i++) serve(&events[i]);
 *     }
 *     kmk_epoll_remove(epoll, loop);
 *
 * A loop of this kind inside of a callback, for a modal dialog, serves the loop too where it is run
 * from kmk_loop_defer.
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
 * Puts a loop's descriptor into an epoll instance. Its events' data.ptr is the loop.
 *
 * @return 0, or -1 with errno.
 *
 * Owns: loop borrowed until kmk_epoll_remove. NULL: EBADF. Fails: EBADF (another thread, a loop
 * inherited by fork), what epoll_ctl fails with. Threads: owner, callback. Since: 0.2.
 */
static inline int kmk_epoll_add(int epoll, kmk_loop *loop) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  event.events = EPOLLIN;
  event.data.ptr = loop;
  return epoll_ctl(epoll, EPOLL_CTL_ADD, kmk_loop_fd(loop), &event);
}

/**
 * Takes a loop's descriptor out of an epoll instance, before kmk_loop_free.
 *
 * @return 0, or -1 with errno.
 *
 * NULL: EBADF. Fails: as kmk_epoll_add; ENOENT (it is not there). Threads: owner, callback.
 * Since: 0.2.
 */
static inline int kmk_epoll_remove(int epoll, kmk_loop *loop) {
  struct epoll_event ignored; /* kernels before 2.6.9 want one */
  memset(&ignored, 0, sizeof ignored);
  return epoll_ctl(epoll, EPOLL_CTL_DEL, kmk_loop_fd(loop), &ignored);
}

/**
 * Waits as epoll_wait does, and dispatches the loop: its own events are not among those returned.
 *
 * What is due is dispatched when this is called, and before it returns without another event. So
 * what the loop's callbacks do, a descriptor that they close or a loop of their own that they run,
 * concerns no event that was fetched already.
 *
 * @return how many events are the program's; 0 also where only the loop's work ran, or where a signal
 *         came: look at what it has set, and wait again; -1 with errno.
 *
 * Owns: all borrowed. NULL: EINVAL. Fails: EINVAL (another thread, a loop that has ended or was
 * inherited by fork), what epoll_wait fails with besides EINTR. Threads: owner, callback; inside a
 * callback that was not deferred the loop waits until it has returned. Since: 0.2.
 */
static inline int kmk_epoll_wait(int epoll, kmk_loop *loop, struct epoll_event *events, int max,
                                 int timeout_ms) {
  int count, kept = 0, i, ran = kmk_loop_dispatch(loop, 0);
  if (ran < 0 && ran != KMK_ERR_BUSY) {
    errno = EINVAL;
    return -1;
  }
  /* What ran may be what the program has waited for. */
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
