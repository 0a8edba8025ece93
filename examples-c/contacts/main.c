/* contacts: contacts in the terminal. One poll for the keys and for all that the core has to do.
 *
 * Run:     contacts [FILE]
 * Needs:   ncursesw */
#define _GNU_SOURCE /* ppoll */
#include "contacts.h"
#include "files.h"
#include "screen.h"
#include "shown.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define LONGEST_SAVE 10000 /* milliseconds, at the end */

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

/* Serves the terminal and the loop until the user quits. NULL, or what went wrong. */
static const char *serve(kmk_loop *loop, const sigset_t *signals) {
  struct pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {kmk_loop_fd(loop), POLLIN, 0}};
  while (!is_asked_to_end) {
    screen_draw();
    watched[0].fd = seen_is_loaded() ? STDIN_FILENO : -1; /* poll leaves out what is negative */
    if (ppoll(watched, 2, NULL, signals) < 0 && errno != EINTR)
      return "the terminal cannot be waited for";
    int ran = kmk_loop_dispatch(loop, 0);
    if (ran < 0)
      return kmk_status_name((kmk_status)ran);
    if (!screen_read_keys())
      return NULL;
    if (watched[0].revents & (POLLHUP | POLLERR | POLLNVAL))
      return NULL; /* the terminal has gone: what was edited is kept all the same */
  }
  return NULL;
}

static kmk_store *open_store(kmk_loop *loop, contacts_files *files) {
  kmk_error error;
  kmk_reducer *core = kmk_dependency_pointer(contacts_reducer(), "files", files, NULL);
  json_t *initial = contacts_initial();
  kmk_store *store = kmk_store_new(loop, core, initial, &error);
  json_decref(initial);
  if (!store)
    fprintf(stderr, "contacts: %s: %s\n", error.path, error.message);
  return store;
}

/* What was edited last is saved before the program ends. */
static int finish(kmk_loop *loop, kmk_store *store, const char *problem) {
  kmk_error error;
  if (kmk_loop_finish(loop, LONGEST_SAVE, &error) != KMK_OK)
    problem = error.message;
  json_t *told = kmk_store_get(store, "/problem", NULL);
  if (json_is_string(told))
    fprintf(stderr, "contacts: %s\n", json_string_value(told));
  bool is_good = !problem && !issue[0] && !json_is_string(told);
  if (problem)
    fprintf(stderr, "contacts: %s\n", problem);
  if (issue[0])
    fprintf(stderr, "contacts: %s\n", issue);
  json_decref(told);
  return is_good ? 0 : 1;
}

int main(int argc, char **argv) {
  setlocale(LC_ALL, "");
  sigset_t signals = watch_signals(); /* before there is a thread, which would inherit them open */
  saved_file file;
  saved_file_open(&file, argc > 1 ? argv[1] : "contacts.json");
  kmk_loop *loop = kmk_loop_new_with(NULL, NULL, NULL, NULL); /* whose end waits for workers */
  kmk_loop_set_diagnostics(loop, on_issue, NULL, NULL);
  kmk_store *store = open_store(loop, &file.files);
  if (!store)
    return 1;
  seen_open(store);
  screen_open();
  kmk_store_send_at(store, "load", NULL, NULL);
  const char *problem = serve(loop, &signals);
  screen_close();
  seen_close();
  int status = finish(loop, store, problem);
  kmk_store_free(store);
  kmk_loop_free(loop);
  saved_file_close(&file);
  return status;
}
