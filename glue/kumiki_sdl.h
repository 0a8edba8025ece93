/**
 * Runs a loop from SDL 2, which can wait only for its own event queue, not for a descriptor.
 *
 *     kmk_sdl glue;
 *     kmk_sdl_open(&glue, loop);
 *     while (SDL_WaitEvent(&event)) {
 *       if (kmk_sdl_handle(&glue, &event)) continue;
 *       ...
 *     }
 *     kmk_sdl_close(&glue);
 *
 * kmk_sdl_open starts a thread that waits for the loop's descriptor. When work is due, including
 * timers, the thread pushes an event of its own type. So SDL_WaitEvent sleeps while there is nothing
 * to do, and a game that calls SDL_PollEvent for each frame needs nothing else. If SDL_FlushEvents
 * removes the event, the thread pushes it again within a quarter of a second. A loop like this in a
 * callback, for a modal dialog, also runs the kmk_loop, provided that the callback was deferred with
 * kmk_loop_defer.
 *
 * Everything here is inline, so the library does not need SDL. A program needs the package sdl2.
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

/** Connects a loop to SDL's event queue. Do not move or copy the struct until it is closed. */
typedef struct kmk_sdl {
  kmk_loop *loop;
  Uint32 type;        /* of the events that announce due work */
  int fd;             /* the loop's */
  int end[2];         /* a pipe; a byte written to it ends the thread */
  SDL_sem *is_served; /* posted when an event was taken from the queue */
  SDL_Thread *thread;
} kmk_sdl;

/* The thread. After it has pushed an event, it pushes no other until that event has been handled.
 * SDL_FlushEvents, a filter or a full queue may lose the event, so while work is due the thread
 * checks four times a second that its event is still in the queue. */
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

/* Starts the thread with all signals blocked, so that the program's signal handlers run on its own
 * threads. A program in strict ISO C, without _POSIX_C_SOURCE, has no function for that. */
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

/* Ends the thread, and removes its event from the queue. */
static inline void kmk_sdl_stop(kmk_sdl *sdl) {
  if (sdl->thread == NULL) return;
  while (write(sdl->end[1], "", 1) < 0 && errno == EINTR) continue;
  SDL_SemPost(sdl->is_served);
  SDL_WaitThread(sdl->thread, NULL);
  sdl->thread = NULL;
  SDL_FlushEvent(sdl->type);
}

/**
 * Closes a kmk_sdl that kmk_sdl_open has opened. Call it before kmk_loop_free and SDL_Quit.
 *
 * NULL: does nothing. Threads: owner, callback. Since: 0.2.
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
 * Makes SDL's event queue announce when work is due in a loop. Call SDL_Init with events first.
 *
 * The thread that handles the events must be the loop's thread.
 *
 * @return true; false if the loop cannot be connected. After false, do not call kmk_sdl_close.
 *
 * Owns: all borrowed until kmk_sdl_close. NULL: returns false. Fails: another thread, a loop inherited
 * by fork, no descriptor, thread or event type left. Threads: owner, callback. Since: 0.2.
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
 * Dispatches the loop if an event announces that work is due.
 *
 * If the loop cannot be dispatched, because this is not the loop's thread or the loop was inherited
 * by fork, a message in SDL's log reports it. The kmk_sdl must still be closed.
 *
 * @return whether the event announced due work; if so, the program need not handle it.
 *
 * Owns: all borrowed. NULL: returns false. Threads: owner, callback; inside a callback that was not
 * deferred, the loop does not run until the callback has returned. Since: 0.2.
 */
static inline bool kmk_sdl_handle(kmk_sdl *sdl, const SDL_Event *event) {
  int ran;
  if (sdl == NULL || event == NULL || sdl->loop == NULL || event->type != sdl->type) return false;
  /* Before the dispatch, because a nested loop in the dispatch waits for events of its own. */
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
