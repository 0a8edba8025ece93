#define _GNU_SOURCE /* ppoll */
#include "terminal.h"

#include <errno.h>
#include <limits.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t is_asked_to_end;
static sigset_t while_waiting;
static char issue[512];

static void ask_to_end(int number) {
  (void)number;
  is_asked_to_end = 1;
}

/* ncurses handles SIGWINCH itself, and reports it as a key. */
void terminal_watch_signals(void) {
  static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGWINCH);
  struct sigaction handler = {.sa_handler = ask_to_end};
  for (size_t i = 0; i < KMK_COUNT(ends); i++) {
    sigaddset(&blocked, ends[i]);
    sigaction(ends[i], &handler, NULL);
  }
  sigprocmask(SIG_BLOCK, &blocked, &while_waiting);
}

static void keep_issue(const kmk_diagnostic *noticed, void *data) {
  (void)data;
  if (!issue[0])
    snprintf(issue, sizeof issue, "%s: %s", noticed->code, noticed->message);
}

void terminal_keep_issue(kmk_loop *loop) { kmk_loop_set_diagnostics(loop, keep_issue, NULL, NULL); }

const char *terminal_issue(void) { return issue[0] ? issue : NULL; }

void terminal_open(void) {
  initscr();
  set_escdelay(25);
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
}

void terminal_close(void) { endwin(); }

void terminal_type(kmk_store *store, const char *binding_case, const char *pointer,
                   const char *before, int key) {
  char letter[MB_LEN_MAX + 1] = "";
  size_t length = strlen(before);
  if (key == -KEY_BACKSPACE || key == 127 || key == '\b') {
    while (length > 0 && ((unsigned char)before[--length] & 0xC0) == 0x80)
      ; /* back to the first byte of the character */
  } else if (key < ' ' || wctomb(letter, (wchar_t)key) < 0) {
    return;
  }
  json_t *value = json_sprintf("%.*s%s", (int)length, before, letter);
  kmk_store_write_binding(store, binding_case, pointer, value, NULL);
  json_decref(value);
}

const char *terminal_serve(kmk_loop *loop, const terminal_face *face) {
  struct pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {kmk_loop_fd(loop), POLLIN, 0}};
  while (!is_asked_to_end) {
    face->draw();
    /* poll ignores a negative descriptor */
    watched[0].fd = !face->is_ready || face->is_ready() ? STDIN_FILENO : -1;
    if (ppoll(watched, 2, NULL, &while_waiting) < 0 && errno != EINTR)
      return "the terminal cannot be waited for";
    int ran = kmk_loop_dispatch(loop, 0);
    if (ran < 0)
      return kmk_status_name((kmk_status)ran);
    if (!face->read_keys())
      return NULL;
    if (watched[0].revents & (POLLHUP | POLLERR | POLLNVAL))
      return NULL; /* the terminal is gone: edits are still saved */
  }
  return NULL;
}

size_t terminal_moved(size_t cursor, size_t count, size_t page, int key) {
  size_t last = count ? count - 1 : 0, step = page > 1 ? page - 1 : 1; /* one line stays visible */
  // clang-format off
  switch (key) {
  case -KEY_UP: return cursor > 0 ? cursor - 1 : 0;
  case -KEY_DOWN: return cursor < last ? cursor + 1 : last;
  case -KEY_PPAGE: return cursor > step ? cursor - step : 0;
  case -KEY_NPAGE: return last - cursor > step ? cursor + step : last;
  case -KEY_HOME: return 0;
  case -KEY_END: return last;
  default: return cursor;
  }
  // clang-format on
}
