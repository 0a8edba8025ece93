/* A library that is loaded before a C test's own libraries (LD_PRELOAD), for Tests/CAPITests/torture. It refuses one of
 * the requests that libkumiki makes of jansson's allocator, directly or through jansson.
 *
 *     KUMIKI_REFUSE=N  refuses the library's first request at or after the program's N-th request
 *     KUMIKI_REFUSE=0  refuses none, and writes the number of the first request from each place to the file
 *                      KUMIKI_REFUSE_REPORT; a place is a sequence of calls through libkumiki and jansson
 *
 * A crash ends the program with IN_LIBRARY if libkumiki is the nearest caller, else with IN_TEST: a test may well
 * use memory that it was refused. A crash after a failed assertion also counts as the test's: an assertion leaves by
 * longjmp, and data that the test had passed to the library may have been on its stack. */
#define _GNU_SOURCE /* dladdr, RTLD_NEXT */

#include <dlfcn.h>
#include <execinfo.h>
#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IN_LIBRARY = 70, IN_TEST = 71, FRAMES = 64, PLACES = 1 << 16 };

static long requests, refused_from;
static FILE *report;
static uint64_t seen[PLACES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t own_process;

/* ------------------------------------------------------------- the caller */

typedef enum { LIBRARY, JANSSON, SYSTEM, PROGRAM } module;

/* The module of an address, and the offset of the address in the module. */
static module module_of(void *address, uintptr_t *offset) {
  Dl_info info;
  *offset = 0;
  if (dladdr(address, &info) == 0 || info.dli_fname == NULL)
    return SYSTEM;
  *offset = (uintptr_t)address - (uintptr_t)info.dli_fbase;
  const char *slash = strrchr(info.dli_fname, '/');
  const char *name = slash == NULL ? info.dli_fname : slash + 1;
  if (strncmp(name, "libkumiki.so", 12) == 0)
    return LIBRARY;
  if (strncmp(name, "libjansson.so", 13) == 0)
    return JANSSON;
  return strstr(name, ".so") != NULL ? SYSTEM : PROGRAM;
}

/* The place that a request came from; 0 if it is not from the library. */
static uint64_t place_of_request(void) {
  void *frames[FRAMES];
  int count = backtrace(frames, FRAMES);
  uint64_t place = 0;
  for (int i = 2; i < count; i++) { /* skips this function and `allocate` */
    uintptr_t offset;
    module where = module_of(frames[i], &offset);
    if (where != JANSSON && where != LIBRARY)
      return place;
    if (where == LIBRARY || place != 0)
      place = (place ^ offset) * UINT64_C(0x9E3779B97F4A7C15) | 1;
  }
  return place;
}

/* --------------------------------------------------------------- requests */

static void note(uint64_t place, long number) {
  size_t at = place % PLACES;
  while (seen[at] != 0 && seen[at] != place)
    at = (at + 1) % PLACES;
  if (seen[at] == 0)
    fprintf(report, "%ld\n", number);
  seen[at] = place;
}

static void *allocate(size_t size) {
  if (refused_from >= 0 && getpid() == own_process) {
    pthread_mutex_lock(&lock);
    long number = ++requests;
    uint64_t place = refused_from == 0 || number >= refused_from ? place_of_request() : 0;
    bool is_refused = place != 0 && refused_from != 0;
    if (is_refused) {
      refused_from = -1;
      fprintf(report, "%ld\n", number);
      fflush(report);
    } else if (place != 0) {
      note(place, number);
    }
    pthread_mutex_unlock(&lock);
    if (is_refused)
      return NULL;
  }
  return malloc(size);
}

/* ---------------------------------------------------------------- crashes */

static bool has_failed;

/* cmocka leaves a failed assertion this way. */
__attribute__((noreturn)) void __longjmp_chk(struct __jmp_buf_tag buffer[1], int value) {
  has_failed = true;
  siglongjmp(buffer, value);
}

static void crashed(int number) {
  if (getpid() != own_process)
    return; /* a test's child may end this way: the next signal ends it */
  if (has_failed)
    _exit(IN_TEST);
  void *frames[FRAMES];
  int count = backtrace(frames, FRAMES);
  int status = IN_TEST;
  for (int i = 1; i < count; i++) {
    uintptr_t offset;
    module where = module_of(frames[i], &offset);
    if (where == LIBRARY || where == PROGRAM) {
      status = where == LIBRARY ? IN_LIBRARY : IN_TEST;
      break;
    }
  }
  dprintf(2, "signal %d\n", number);
  backtrace_symbols_fd(frames, count, 2);
  _exit(status);
}

static const int fatal[] = {SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGABRT, SIGTRAP};

/* cmocka takes these signals for a test failure and continues. */
__sighandler_t signal(int number, __sighandler_t handler) {
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
    if (fatal[i] == number && getpid() == own_process)
      return SIG_DFL;
  }
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
  return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

__attribute__((constructor)) static void begin(void) {
  static char stack[1 << 16];
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_RESETHAND};
  const char *number = getenv("KUMIKI_REFUSE"), *path = getenv("KUMIKI_REFUSE_REPORT");
  if (number == NULL || path == NULL || (report = fopen(path, "we")) == NULL)
    abort();
  unsetenv("LD_PRELOAD"); /* the test starts another program */
  own_process = getpid();
  refused_from = atol(number);
  void *first[1];
  backtrace(first, 1); /* loads its dependencies */
  sigaltstack(&other, NULL);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    sigaction(fatal[i], &action, NULL);
  json_set_alloc_funcs(allocate, free);
}

__attribute__((destructor)) static void end(void) {
  if (getpid() == own_process)
    fflush(report);
}
