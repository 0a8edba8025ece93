/* epoll_loop: the loop in epoll, together with a descriptor for the signals that end the program.
 *
 * Teaches: with epoll's default, level-triggered mode, the descriptor stays readable until all due
 *          work has run; signalfd makes signals a source like any other.
 * Run:     epoll_loop [FROM]
 * Prints:  expected/epoll_loop.txt */
#define _POSIX_C_SOURCE 200809L /* signals */
#include "countdown.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void end(void *is_over) { *(bool *)is_over = true; }

/* A descriptor that is readable once SIGINT or SIGTERM has arrived. The signals are blocked before
 * any thread starts, because a thread that does not block them would end the process. */
static int open_signals(void) {
  sigset_t asked;
  sigemptyset(&asked);
  sigaddset(&asked, SIGINT);
  sigaddset(&asked, SIGTERM);
  sigprocmask(SIG_BLOCK, &asked, NULL);
  return signalfd(-1, &asked, SFD_CLOEXEC);
}

static bool watch(int poller, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

/* Runs the main loop until the countdown is over or a signal ends the program. */
static bool serve(int poller, int signals, kmk_loop *loop, const bool *is_over) {
  while (!*is_over) {
    struct epoll_event ready[2];
    int count = epoll_wait(poller, ready, 2, -1);
    if (count < 0 && errno == EINTR)
      continue; /* a debugger, or the terminal's job control */
    if (count < 0) {
      perror("epoll_loop: epoll_wait");
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (ready[i].data.fd == signals) {
        puts("asked to end");
        return true;
      }
      int ran = kmk_loop_dispatch(loop, 0);
      if (ran < 0) {
        fprintf(stderr, "epoll_loop: dispatch: %s\n", kmk_status_name((kmk_status)ran));
        return false;
      }
    }
  }
  puts("over");
  return true;
}

int main(int argc, char **argv) {
  int signals = open_signals(), poller = epoll_create1(EPOLL_CLOEXEC);
  bool is_over = false;
  kmk_loop *loop = kmk_loop_new(NULL);
  if (signals < 0 || poller < 0 || !watch(poller, signals) || !watch(poller, kmk_loop_fd(loop))) {
    perror("epoll_loop");
    return 1;
  }
  countdown countdown;
  countdown_open(&countdown, loop, countdown_from(argc, argv), end, &is_over);
  bool is_good = serve(poller, signals, loop, &is_over);
  countdown_close(&countdown);
  close(poller); /* first: it must not watch a closed descriptor */
  kmk_loop_free(loop);
  close(signals);
  return is_good ? 0 : 1;
}
