/* poll_loop: the loop in a program's own poll, together with standard input and signals.
 *
 * Teaches: one descriptor to wait for; EINTR is not an error, any other error ends the program; a
 *          signal that ends the program is handled between two rounds, so that everything is closed.
 * Run:     poll_loop [FROM], and actions such as {"add": 2} on standard input
 * Prints:  expected/poll_loop.txt */
#define _GNU_SOURCE /* ppoll */
#include "countdown.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct program {
  kmk_loop *loop;
  countdown countdown;
  struct pollfd watched[2];
  bool is_over;
  char line[256]; /* the part of a line that has arrived */
  size_t length;
} program;

static volatile sig_atomic_t is_asked_to_end;

static void ask_to_end(int number) {
  (void)number;
  is_asked_to_end = 1;
}

static void end(void *data) { ((program *)data)->is_over = true; }

/* Signals are unblocked only while ppoll waits. Otherwise a signal that arrived just before would be
 * noticed only when something else wakes the program. */
static sigset_t watch_signals(void) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  struct sigaction handler = {.sa_handler = ask_to_end};
  sigaction(SIGINT, &handler, NULL);
  sigaction(SIGTERM, &handler, NULL);
  return before;
}

static void take_line(program *p, const char *line, size_t length) {
  kmk_error error;
  if (kmk_store_send_textn(p->countdown.store, line, length, &error) != KMK_OK)
    printf("%s: %s\n", kmk_status_name(error.status), error.message);
}

/* Sends each complete line. After the end of the input, its descriptor is no longer watched. */
static void read_input(program *p) {
  ssize_t count = read(STDIN_FILENO, p->line + p->length, sizeof p->line - p->length);
  if (count < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  if (count <= 0) {
    p->watched[1].fd = -1; /* poll ignores a negative descriptor */
    return;
  }
  p->length += (size_t)count;
  char *end;
  while ((end = memchr(p->line, '\n', p->length))) {
    size_t length = (size_t)(end - p->line);
    take_line(p, p->line, length);
    p->length -= length + 1;
    memmove(p->line, end + 1, p->length);
  }
  if (p->length == sizeof p->line)
    p->length = 0; /* no action is this long */
}

/* Runs the main loop until the program ends. Returns the exit status. */
static int serve(program *p, const sigset_t *signals) {
  p->watched[0] = (struct pollfd){kmk_loop_fd(p->loop), POLLIN, 0};
  p->watched[1] = (struct pollfd){STDIN_FILENO, POLLIN, 0};
  while (!p->is_over && !is_asked_to_end) {
    if (ppoll(p->watched, 2, NULL, signals) < 0) {
      if (errno == EINTR)
        continue;
      perror("poll_loop: poll");
      return 1;
    }
    /* If nothing is due, a dispatch runs nothing. If it fails, it would fail again, forever. */
    int ran = kmk_loop_dispatch(p->loop, 0);
    if (ran < 0) {
      fprintf(stderr, "poll_loop: dispatch: %s\n", kmk_status_name((kmk_status)ran));
      return 1;
    }
    if (p->watched[1].revents)
      read_input(p);
  }
  puts(is_asked_to_end ? "asked to end" : "over");
  return 0;
}

int main(int argc, char **argv) {
  sigset_t signals =
      watch_signals(); /* before any thread starts, which would inherit unblocked signals */
  program p = {.loop = kmk_loop_new(NULL)};
  countdown_open(&p.countdown, p.loop, countdown_from(argc, argv), end, &p);
  int status = serve(&p, &signals);
  countdown_close(&p.countdown);
  kmk_loop_free(p.loop);
  return status;
}
