/* What Swift's Glibc module leaves out of Linux: descriptors for events and timers, two calls that
 * glibc declares for GNU programs only (declared here as the manual gives them), and the stack's
 * address. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <time.h>

int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
          const sigset_t *mask);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);

/* Where the caller's frame is. The address of a variable will not do: a sanitizer may keep it
 * elsewhere. */
static inline uintptr_t kumiki_stack_address(void) { return (uintptr_t)__builtin_frame_address(0); }

/* The program's name, without folders. */
extern char *program_invocation_short_name;
static inline const char *kumiki_program_name(void) { return program_invocation_short_name; }

/* One word of each thread's own, at a fixed distance from the thread's register: reading it costs no
 * call. Each object file that calls this has a word of its own, so one file alone does. The model asks
 * for a place in the memory that the loader gives each thread, of which a library opened later may
 * have a little. */
static inline void **kumiki_thread_word(void) {
  static __thread void *word __attribute__((tls_model("initial-exec")));
  return &word;
}
