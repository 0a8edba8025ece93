/* What Swift's Glibc module leaves out of Linux: descriptors for events and timers, two calls that
 * glibc declares for GNU programs only (declared here as the manual gives them), and the stack's
 * address.
 *
 * And what the Swift runtime has no name for in Swift: whether the code that runs is the main actor's. */
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

/* Called as the runtime calls: an executor is two words. */
typedef struct {
  void *identity;
  uintptr_t implementation;
} kumiki_executor;
__attribute__((swiftcall)) kumiki_executor swift_task_getCurrentExecutor(void);
__attribute__((swiftcall)) bool swift_task_isMainExecutor(kumiki_executor executor);

/* False outside of every task, also on the thread that the process began with. */
static inline bool kumiki_runs_on_main_actor(void) {
  return swift_task_isMainExecutor(swift_task_getCurrentExecutor());
}

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
