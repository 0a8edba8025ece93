/**
 * A loop served by SDL 2, whose events come from nowhere but its own queue.
 *
 *     kmk_sdl glue;
 *     kmk_sdl_open(&glue, loop);
 *     while (SDL_WaitEvent(&event)) {
 *       if (kmk_sdl_handle(&glue, &event)) continue;
 *       ...
 *     }
 *     kmk_sdl_close(&glue);
 *
 * A thread of the glue waits for the loop's descriptor and pushes an event of a type of its own when
 * something is due, timers included. So SDL_WaitEvent sleeps while nothing is to be done, and a
 * game that calls SDL_PollEvent for each frame needs nothing else. An event that SDL_FlushEvents
 * removes comes again within a quarter of a second. A loop of this kind inside of a callback, for a
 * modal dialog, serves the loop too where it is run from kmk_loop_defer.
 *
 * Everything here is inline: the library does not need SDL. A program needs its package sdl2.
 */
#ifndef KUMIKI_SDL_H
#define KUMIKI_SDL_H

#include <SDL.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "kumiki.h"

#if SDL_MAJOR_VERSION != 2
#error "kumiki_sdl.h is for SDL 2"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A loop's place in SDL's queue of events. It must stay where it is until it has been closed. */
typedef struct kmk_sdl {
  kmk_loop *loop;
  Uint32 type;        /* of the events that say that something is due */
  int fd;             /* the loop's */
  int end[2];         /* a pipe; what is written to it ends the thread */
  SDL_sem *is_served; /* one for each event that was taken from the queue */
  SDL_Thread *thread;
} kmk_sdl;

/* The thread: pushes one event, and no other until that was handled. Events may be lost, by
 * SDL_FlushEvents, a filter or a full queue: while something is due it looks for its event again, four
 * times a second. */
static inline int SDLCALL kmk_sdl_watch(void *data) {
  kmk_sdl *sdl = (kmk_sdl *)data;
  struct pollfd watched[2] = {{sdl->fd, POLLIN, 0}, {sdl->end[0], POLLIN, 0}};
  for (;;) {
    if (poll(watched, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return -1;
    }
    if (watched[1].revents != 0) return 0;
    if (!SDL_HasEvent(sdl->type)) {
      SDL_Event event;
      SDL_zero(event);
      event.type = sdl->type;
      SDL_PushEvent(&event);
    }
    SDL_SemWaitTimeout(sdl->is_served, 250);
  }
}

/* Begins the thread with all signals blocked, so the program's handlers run on threads of its own. A
 * program in strict ISO C, without _POSIX_C_SOURCE, has no call for it. */
static inline void kmk_sdl_begin(kmk_sdl *sdl) {
#ifdef SIG_SETMASK
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
#endif
  sdl->thread = SDL_CreateThread(kmk_sdl_watch, "kumiki", sdl);
#ifdef SIG_SETMASK
  pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
}

/* Ends the thread, and takes its event from the queue. */
static inline void kmk_sdl_stop(kmk_sdl *sdl) {
  if (sdl->thread == NULL) return;
  while (write(sdl->end[1], "", 1) < 0 && errno == EINTR) continue;
  SDL_SemPost(sdl->is_served);
  SDL_WaitThread(sdl->thread, NULL);
  sdl->thread = NULL;
  SDL_FlushEvent(sdl->type);
}

/**
 * Ends what kmk_sdl_open began, before kmk_loop_free and SDL_Quit.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.2.
 */
static inline void kmk_sdl_close(kmk_sdl *sdl) {
  if (sdl == NULL || sdl->loop == NULL) return;
  kmk_sdl_stop(sdl);
  if (sdl->is_served != NULL) SDL_DestroySemaphore(sdl->is_served);
  close(sdl->end[0]);
  close(sdl->end[1]);
  sdl->loop = NULL;
}

/**
 * Has SDL's queue tell when something is due in a loop. SDL_Init with its events comes first.
 *
 * The thread that handles the events must be the loop's.
 *
 * @return true, or false where it cannot be served; then there is nothing to close.
 *
 * Owns: all borrowed until kmk_sdl_close. NULL: false. Fails: another thread, a loop inherited by
 * fork, no descriptor, thread or type of events left. Threads: owner, callback. Since: 0.2.
 */
static inline bool kmk_sdl_open(kmk_sdl *sdl, kmk_loop *loop) {
  int fd = kmk_loop_fd(loop);
  if (sdl == NULL) return false;
  SDL_zerop(sdl);
  if (fd < 0 || pipe(sdl->end) < 0) return false;
  fcntl(sdl->end[0], F_SETFD, FD_CLOEXEC);
  fcntl(sdl->end[1], F_SETFD, FD_CLOEXEC);
  sdl->loop = loop;
  sdl->fd = fd;
  sdl->type = SDL_RegisterEvents(1);
  sdl->is_served = SDL_CreateSemaphore(0);
  if (sdl->type != (Uint32)-1 && sdl->is_served != NULL)
    kmk_sdl_begin(sdl);
  if (sdl->thread != NULL) return true;
  kmk_sdl_close(sdl);
  return false;
}

/**
 * Dispatches the loop if an event says that something is due in it.
 *
 * What cannot be served any more, such as a loop handled on another thread or inherited by fork, is
 * left, and SDL's log says so. It is still to be closed.
 *
 * @return whether it was such an event, which is of no other use.
 *
 * Owns: all borrowed. NULL: false. Threads: owner, callback; inside a callback that was not deferred
 * the loop waits until it has returned. Since: 0.2.
 */
static inline bool kmk_sdl_handle(kmk_sdl *sdl, const SDL_Event *event) {
  int ran;
  if (sdl == NULL || event == NULL || sdl->loop == NULL || event->type != sdl->type) return false;
  /* Before the dispatch, since a nested loop in it waits for events of its own. */
  SDL_SemPost(sdl->is_served);
  ran = kmk_loop_dispatch(sdl->loop, 0);
  if (ran < 0 && ran != KMK_ERR_BUSY) {
    kmk_sdl_stop(sdl);
    SDL_LogCritical(SDL_LOG_CATEGORY_APPLICATION, "the loop is not served any more: %s",
                    kmk_status_name((kmk_status)ran));
  }
  return true;
}

#ifdef __cplusplus
}
#endif
#endif
