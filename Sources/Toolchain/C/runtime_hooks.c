/*
 * The runtime calls its hooks with Swift's calling convention, which only C can declare. Each hook also receives the
 * function that it replaces. The hooks never call that function, because it would start threads.
 */
#include "kumiki_runtime.h"

#include <stddef.h>

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

/* The runtime's own functions, which call the hooks. */
SWIFTCALL void swift_task_enqueueGlobalWithDelay(unsigned long long nanoseconds, void *job);
SWIFTCALL void swift_task_enqueueGlobalWithDeadline(long long seconds, long long nanoseconds,
                                                    long long tolerance_seconds,
                                                    long long tolerance_nanoseconds, int clock,
                                                    void *job);
SWIFTCALL void swift_task_enqueueMainExecutor(void *job);
SWIFTCALL executor_ref swift_task_getMainExecutor(void);
SWIFTCALL bool swift_task_isMainExecutor(executor_ref executor);
SWIFTCALL executor_ref swift_task_getCurrentExecutor(void);
SWIFTCALL void swift_get_time(long long *seconds, long long *nanoseconds, int clock);
void *swift_tryRetain(void *object);

static kumiki_runtime_hooks hooks;

/* The arguments of the hooks on a thread that tries them. */
typedef struct {
  void *job;
  uint64_t delay;
  int enqueued, delayed, on_main;
} trial;

static _Thread_local trial *trying;

/* Returns the nanoseconds from now until a time of one of the runtime's clocks; 0 if the time has passed. */
static uint64_t nanoseconds_until(long long seconds, long long nanoseconds, int clock) {
  long long now_seconds = 0, now_nanoseconds = 0, span = 0;
  swift_get_time(&now_seconds, &now_nanoseconds, clock);
  if (__builtin_sub_overflow(seconds, now_seconds, &span) ||
      __builtin_mul_overflow(span, 1000000000LL, &span) ||
      __builtin_add_overflow(span, nanoseconds - now_nanoseconds, &span))
    return seconds < now_seconds ? 0 : UINT64_MAX;
  return span < 0 ? 0 : (uint64_t)span;
}

static void enqueue_after(void *job, uint64_t nanoseconds) {
  if (trying == NULL)
    return hooks.enqueue_after(job, nanoseconds);
  trying->job = job;
  trying->delay = nanoseconds;
  trying->delayed++;
}

static SWIFTCALL void enqueue(void *job, enqueue_fn original) {
  (void)original;
  if (trying == NULL)
    return hooks.enqueue(job);
  trying->job = job;
  trying->enqueued++;
}

static SWIFTCALL void enqueue_with_delay(unsigned long long nanoseconds, void *job,
                                         enqueue_delay_fn original) {
  (void)original;
  enqueue_after(job, nanoseconds);
}

static SWIFTCALL void enqueue_with_deadline(long long seconds, long long nanoseconds,
                                            long long tolerance_seconds,
                                            long long tolerance_nanoseconds, int clock, void *job,
                                            enqueue_deadline_fn original) {
  (void)tolerance_seconds;
  (void)tolerance_nanoseconds;
  (void)original;
  enqueue_after(job, nanoseconds_until(seconds, nanoseconds, clock));
}

static SWIFTCALL void enqueue_on_main(void *job, enqueue_fn original) {
  (void)original;
  if (trying == NULL)
    return hooks.enqueue_on_main(job);
  trying->job = job;
  trying->on_main++;
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

/* MARK: Trying the hooks */

void *kumiki_runtime_try_hooks(void (*start)(void *context), void *context) {
  enum { CONTINUOUS = 1, DELAY = 12345 };
  trial got = {0};
  long long seconds = 0, nanoseconds = 0;
  bool holds;
  trying = &got;
  start(context);
  void *job = got.job;
  holds = job != NULL && got.enqueued == 1;
  if (holds) {
    swift_task_enqueueGlobalWithDelay(DELAY, job);
    holds = got.job == job && got.delayed == 1 && got.delay == DELAY;
  }
  if (holds) {
    /* An hour from now. When the hook is called, slightly less is left. */
    swift_get_time(&seconds, &nanoseconds, CONTINUOUS);
    swift_task_enqueueGlobalWithDeadline(seconds + 3600, nanoseconds, 0, 0, CONTINUOUS, job);
    holds = got.job == job && got.delayed == 2 && got.delay > 3000000000000ULL &&
            got.delay <= 3600000000000ULL;
  }
  if (holds) {
    swift_task_enqueueMainExecutor(job);
    holds = got.job == job && got.on_main == 1 && got.enqueued == 1;
  }
  trying = NULL;
  return holds ? job : NULL;
}

bool kumiki_runtime_has_main_executor(void) {
  executor_ref executor = swift_task_getMainExecutor();
  return executor.identity == hooks.main_identity &&
         executor.implementation == hooks.main_implementation &&
         swift_task_isMainExecutor(executor) && !swift_task_isMainExecutor((executor_ref){0});
}

/* MARK: The running executor */

bool kumiki_runtime_is_on_main_actor(void) {
  return swift_task_isMainExecutor(swift_task_getCurrentExecutor());
}

void *kumiki_runtime_current_executor(void) { return swift_task_getCurrentExecutor().identity; }

bool kumiki_runtime_try_retain(void *object) { return swift_tryRetain(object) != NULL; }

/* MARK: All jobs on the main actor */

static SWIFTCALL void (*hook_before)(void *job, enqueue_fn original);

static SWIFTCALL void enqueue_serially(void *job, enqueue_fn original) {
  (void)original;
  swift_task_enqueueMainExecutor(job);
}

bool kumiki_runtime_is_serial(void) { return swift_task_enqueueGlobal_hook == enqueue_serially; }

void kumiki_runtime_set_serial(bool is_serial) {
  if (is_serial == kumiki_runtime_is_serial())
    return;
  if (is_serial)
    hook_before = swift_task_enqueueGlobal_hook;
  swift_task_enqueueGlobal_hook = is_serial ? enqueue_serially : hook_before;
}
