/*
 * The runtime calls its hooks with Swift's calling convention, which only C can declare. Each hook also
 * gets the function that it replaces. None of these calls it, because it would start threads.
 */
#include "kumiki_runtime.h"

#include <stdbool.h>

#define SWIFTCALL __attribute__((swiftcall))

typedef struct {
  void *identity;
  uintptr_t implementation;
} executor_ref;

typedef SWIFTCALL void (*enqueue_fn)(void *job);
typedef SWIFTCALL void (*enqueue_delay_fn)(unsigned long long nanoseconds, void *job);
typedef SWIFTCALL void (*enqueue_deadline_fn)(long long seconds, long long nanoseconds,
                                              long long tolerance_seconds,
                                              long long tolerance_nanoseconds, int clock,
                                              void *job);
typedef SWIFTCALL executor_ref (*get_executor_fn)(void);
typedef SWIFTCALL bool (*is_executor_fn)(executor_ref executor);

extern SWIFTCALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_fn original);
extern SWIFTCALL void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long nanoseconds,
                                                                void *job,
                                                                enqueue_delay_fn original);
extern SWIFTCALL void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long seconds, long long nanoseconds, long long tolerance_seconds,
    long long tolerance_nanoseconds, int clock, void *job, enqueue_deadline_fn original);
extern SWIFTCALL void (*swift_task_enqueueMainExecutor_hook)(void *job, enqueue_fn original);
extern SWIFTCALL executor_ref (*swift_task_getMainExecutor_hook)(get_executor_fn original);
extern SWIFTCALL bool (*swift_task_isMainExecutor_hook)(executor_ref executor,
                                                        is_executor_fn original);
extern SWIFTCALL void swift_get_time(long long *seconds, long long *nanoseconds, int clock);

static kumiki_runtime_hooks hooks;

static SWIFTCALL void enqueue(void *job, enqueue_fn original) {
  (void)original;
  hooks.enqueue(job);
}

static SWIFTCALL void enqueue_with_delay(unsigned long long nanoseconds, void *job,
                                         enqueue_delay_fn original) {
  (void)original;
  hooks.enqueue_after(job, nanoseconds);
}

/* Nanoseconds from now until a time of one of the runtime's clocks; 0 if it has passed. */
static uint64_t nanoseconds_until(long long seconds, long long nanoseconds, int clock) {
  long long now_seconds = 0, now_nanoseconds = 0, span = 0;
  swift_get_time(&now_seconds, &now_nanoseconds, clock);
  if (__builtin_sub_overflow(seconds, now_seconds, &span) ||
      __builtin_mul_overflow(span, 1000000000LL, &span) ||
      __builtin_add_overflow(span, nanoseconds - now_nanoseconds, &span))
    return seconds < now_seconds ? 0 : UINT64_MAX;
  return span < 0 ? 0 : (uint64_t)span;
}

static SWIFTCALL void enqueue_with_deadline(long long seconds, long long nanoseconds,
                                            long long tolerance_seconds,
                                            long long tolerance_nanoseconds, int clock, void *job,
                                            enqueue_deadline_fn original) {
  (void)tolerance_seconds;
  (void)tolerance_nanoseconds;
  (void)original;
  hooks.enqueue_after(job, nanoseconds_until(seconds, nanoseconds, clock));
}

static SWIFTCALL void enqueue_on_main(void *job, enqueue_fn original) {
  (void)original;
  hooks.enqueue_on_main(job);
}

static SWIFTCALL executor_ref get_main(get_executor_fn original) {
  (void)original;
  return (executor_ref){hooks.main_identity, hooks.main_implementation};
}

static SWIFTCALL bool is_main(executor_ref executor, is_executor_fn original) {
  (void)original;
  return executor.identity == hooks.main_identity;
}

void kumiki_runtime_install(const kumiki_runtime_hooks *wanted) {
  hooks = *wanted;
  swift_task_enqueueGlobal_hook = enqueue;
  swift_task_enqueueGlobalWithDelay_hook = enqueue_with_delay;
  swift_task_enqueueGlobalWithDeadline_hook = enqueue_with_deadline;
  swift_task_enqueueMainExecutor_hook = enqueue_on_main;
  swift_task_getMainExecutor_hook = get_main;
  swift_task_isMainExecutor_hook = is_main;
}
