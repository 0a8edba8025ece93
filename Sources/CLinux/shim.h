/* What Swift's Glibc module leaves out of Linux: descriptors for events and timers, two calls that
 * glibc declares for GNU programs only (declared here as the manual gives them), and the stack's
 * address. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>

int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
          const sigset_t *mask);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);

/* Where the caller's frame is. The address of a variable will not do: a sanitizer may keep it
 * elsewhere. */
static inline uintptr_t kumiki_stack_address(void) { return (uintptr_t)__builtin_frame_address(0); }
