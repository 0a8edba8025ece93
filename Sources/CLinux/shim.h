/* Parts of Linux that Swift's Glibc module lacks: descriptors for events and timers, two calls that glibc declares
 * only for GNU programs (declared here as in the manual), and the stack's address. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <time.h>

int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
          const sigset_t *mask);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);

/* The address of the caller's frame. A variable's address would not do: a sanitizer may keep variables elsewhere. */
static inline uintptr_t kumiki_stack_address(void) { return (uintptr_t)__builtin_frame_address(0); }

/* The program's name, without its path. */
extern char *program_invocation_short_name;
static inline const char *kumiki_program_name(void) { return program_invocation_short_name; }

/* A thread-local word at a fixed offset from the thread's register, so that reading the word needs no call. Each
 * object file that calls this function has a separate word, so only one file does. The TLS model uses the static
 * memory that the loader gives each thread; a library that is opened later may take only a little of it. */
static inline void **kumiki_thread_word(void) {
  static __thread void *word __attribute__((tls_model("initial-exec")));
  return &word;
}
