/* When checks are on, and how a check stops the program. */
#define _GNU_SOURCE
#include "lent_memory.h"
#include "stack_names.h"
#include "kumiki_checks.h"
#include <kumiki/checks.h>

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 256 };

bool kumiki_checks_flag;

/* Returns the library call that the program made last. NULL: the topmost frame is the program's, or the compiler has
 * left the call's frame out. */
static const char *call_on_stack(void *const *frames, int count) {
  Dl_info here, at;
  if (!dladdr((void *)(uintptr_t)kumiki_checks_stop, &here))
    return NULL;
  bool was_inside = false; /* the library; a sanitizer's frame may be on top */
  for (int i = 0; i < count; i++) {
    bool is_inside = dladdr((char *)frames[i] - 1, &at) && at.dli_fbase == here.dli_fbase;
    if (was_inside && !is_inside)
      return NULL;
    was_inside = is_inside;
    if (is_inside && at.dli_sname && strncmp(at.dli_sname, "kmk_", 4) == 0)
      return at.dli_sname;
  }
  return NULL;
}

void kumiki_checks_stop(const char *format, ...) {
  void *frames[FRAMES];
  int count = backtrace(frames, FRAMES);
  const char *call = call_on_stack(frames, count);
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "kumiki: %s%s", call ? call : "", call ? ": " : "");
  vfprintf(stderr, format, arguments);
  fputs("\nkumiki: called from:\n", stderr);
  va_end(arguments);
  kumiki_print_frames(frames, count);
  abort();
}

void kumiki_checks_wrong_thread(void) {
  kumiki_checks_stop("called on another thread than the one that made the loop. "
                     "kmk_mailbox_post_new and kmk_sender_send_new "
                     "are for any thread");
}

/* ---- The memory of an ended value cannot be read. */

static struct sigaction former;

static void notice(int signal, siginfo_t *info, void *context) {
  (void)context;
  const char *type = kumiki_memory_lent_to(info->si_addr);
  if (type)
    kumiki_checks_stop("a value that was lent to a %s is used after its end. It is borrowed for "
                       "the call, and what is read "
                       "from a state until the next write: keep it by kmk_json_retain",
                       type);
  /* Not one of our pages: the access is repeated, and ends as it would without the checks. */
  sigaction(signal, &former, NULL);
}

void kmk_checks_begin(void) {
  if (kumiki_checks_are_on() || !kumiki_memory_begin())
    return;
  kumiki_checks_flag = true;
  kumiki_checks_watch();
}

void kumiki_checks_watch(void) {
  struct sigaction action = {.sa_sigaction = notice, .sa_flags = SA_SIGINFO | SA_ONSTACK}, now;
  if (sigaction(SIGSEGV, NULL, &now) != 0 || now.sa_sigaction == notice)
    return;
  former = now;
  sigaction(SIGSEGV, &action, NULL);
}

/* Runs before main, because handles that exist already would not be checked. */
__attribute__((constructor)) static void begin_if_asked(void) {
  const char *asked = getenv("KUMIKI_CHECKS");
  if (asked && strcmp(asked, "1") == 0)
    kmk_checks_begin();
}
