/*
 * Lets several threads of a forked child use Swift's runtime.
 *
 * The runtime initializes metadata under locks that contain the kernel's number of the thread that has them, and it
 * keeps each thread's number. The forking thread has another number in the child. So when a second thread of the child
 * waits for a lock of the first one, the kernel does not let the first one release it, and both try for ever.
 *
 * scripts/build-library makes the linker use this function in place of the runtime's, which it calls. Other builds do not
 * contain it: their runtime is a library of its own, whose numbers they cannot reach.
 */
#include <stdint.h>

#ifdef KUMIKI_C_LIBRARY

/* swift::threading_impl::linux::ulock_get_tid()::tid; 0: not known yet */
extern __thread uint32_t
    thread_number __asm__("_ZZN5swift14threading_impl5linux13ulock_get_tidEvE3tid");

/* swift::threading_impl::once_slow(swift::threading_impl::once_t &, void (*)(void *), void *) */
#define ONCE(prefix) prefix##_ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_
void ONCE(__real_)(void *once, void (*body)(void *), void *data);
void ONCE(__wrap_)(void *once, void (*body)(void *), void *data);

void ONCE(__wrap_)(void *once, void (*body)(void *), void *data) {
  thread_number = 0;
  ONCE(__real_)(once, body, data);
}

#endif
