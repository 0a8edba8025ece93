/* meetings: the app of 07_meetings with windows in the terminal. Its reducers are those of the
 * command line.
 *
 * Run:     meetings [FILE]   the state is read from a file, if it is there, and left in it at the end
 * Needs:   ncursesw panelw */
#define _GNU_SOURCE /* ppoll */
#include "../meetings.h"
#include "face.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t is_asked_to_end;
static char issue[512]; /* the first one: told when the terminal is free again */

static void ask_to_end(int number) {
  (void)number;
  is_asked_to_end = 1;
}

static void on_issue(const kmk_diagnostic *noticed, void *data) {
  (void)data;
  if (!issue[0])
    snprintf(issue, sizeof issue, "%s: %s", noticed->code, noticed->message);
}

/* Signals are let in while the program waits. SIGWINCH is ncurses' own, and comes back as a key. */
static sigset_t watch_signals(void) {
  static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGWINCH);
  struct sigaction handler = {.sa_handler = ask_to_end};
  for (size_t i = 0; i < KMK_COUNT(ends); i++) {
    sigaddset(&blocked, ends[i]);
    sigaction(ends[i], &handler, NULL);
  }
  sigprocmask(SIG_BLOCK, &blocked, &before);
  return before;
}

static int complain(const char *what, const char *why) {
  fprintf(stderr, "meetings: %s: %s\n", what, why);
  return 1;
}

/* ------------------------------------------------------------------- the state's file */

/* With no file, or one that is not there yet, the feature's own state. NULL: it does not fit. */
static kmk_store *open_store(kmk_loop *loop, const char *file) {
  kmk_error error;
  json_t *saved = NULL;
  if (meetings_register() != KMK_OK)
    return complain("Meetings", "cannot be registered"), NULL;
  if (file && access(file, F_OK) == 0) {
    json_error_t why;
    saved = json_load_file(file, JSON_REJECT_DUPLICATES, &why);
    if (!saved)
      return fprintf(stderr, "meetings: %s, line %d: %s\n", file, why.line, why.text), NULL;
  }
  kmk_store *store = kmk_store_open(loop, "Meetings", saved, &error);
  json_decref(saved);
  if (!store)
    fprintf(stderr, "meetings: %s%s: %s\n", file ? file : "", error.path, error.message);
  return store;
}

/* Beside the file first, so that there is always a whole one. */
static int save(kmk_store *store, const char *file) {
  char beside[4096];
  if (snprintf(beside, sizeof beside, "%s.new", file) >= (int)sizeof beside)
    return complain(file, strerror(ENAMETOOLONG));
  json_t *state = kmk_store_state(store);
  bool is_saved = json_dump_file(state, beside, JSON_INDENT(2)) == 0 && rename(beside, file) == 0;
  json_decref(state);
  return is_saved ? 0 : complain(file, strerror(errno));
}

/* ----------------------------------------------------------------------- the terminal */

static void read_keys(void) {
  wint_t key;
  int is_special;
  while (!seen.is_over && (is_special = get_wch(&key)) != ERR) {
    const window *top = windows_top();
    int pressed = is_special == KEY_CODE_YES ? -(int)key : (int)key;
    if (pressed == -KEY_RESIZE)
      windows_resize();
    else if (top && pressed == -KEY_HOME)
      windows_dismiss(&seen.windows[0]); /* and with it all that was opened from it */
    else if (top)
      top->kind->key(top, pressed);
    else
      key_in_list(pressed);
  }
}

/* Serves the terminal and the loop until the user quits. NULL, or what went wrong. */
static const char *serve(kmk_loop *loop, const sigset_t *signals) {
  struct pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {kmk_loop_fd(loop), POLLIN, 0}};
  while (!is_asked_to_end && !seen.is_over) {
    windows_draw();
    if (ppoll(watched, 2, NULL, signals) < 0 && errno != EINTR)
      return "the terminal cannot be waited for";
    int ran = kmk_loop_dispatch(loop, 0);
    if (ran < 0)
      return kmk_status_name((kmk_status)ran);
    read_keys();
    if (watched[0].revents & (POLLHUP | POLLERR | POLLNVAL))
      return NULL; /* the terminal has gone: what was edited is kept all the same */
  }
  return NULL;
}

static void open_terminal(void) {
  initscr();
  set_escdelay(25);
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
}

int main(int argc, char **argv) {
  const char *file = argc > 1 ? argv[1] : NULL;
  setlocale(LC_ALL, "");
  sigset_t signals = watch_signals();
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_diagnostics(loop, on_issue, NULL, NULL);
  kmk_store *store = open_store(loop, file);
  if (!store) {
    kmk_loop_free(loop);
    return 1;
  }
  open_terminal();
  windows_open(store);
  const char *problem = serve(loop, &signals);
  windows_close();
  endwin();
  int status = file ? save(store, file) : 0;
  if (problem)
    status = complain("the loop", problem);
  if (issue[0])
    status = complain("an issue", issue);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return status;
}
