/* What Swift's Glibc module leaves out of Linux: descriptors for events and timers, and two calls that
 * glibc declares for GNU programs only. Their declarations are glibc's own, as the manual gives them. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>

int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
          const sigset_t *mask);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
