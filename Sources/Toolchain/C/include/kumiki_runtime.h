/**
 * What of the Swift runtime only C can declare: the hooks that decide where a job without an executor
 * runs, and which executor is running. docs/engine/toolchain.md says what depends on it.
 *
 * Internal to the library. Never installed.
 */
#ifndef KUMIKI_RUNTIME_H
#define KUMIKI_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

/** Receivers of jobs. A job is the runtime's own pointer; each call takes ownership. Any thread. */
typedef struct kumiki_runtime_hooks {
  /** A job for any thread. */
  void (*enqueue)(void *job);
  /** A job for any thread, to run after some nanoseconds. */
  void (*enqueue_after)(void *job, uint64_t nanoseconds);
  /** A job of the main actor. */
  void (*enqueue_on_main)(void *job);
  /** The main actor's executor, the two words of an unowned reference. It must live forever. */
  void *main_identity;
  uintptr_t main_implementation;
} kumiki_runtime_hooks;

/**
 * Sets the runtime's hooks permanently. Call once, before the first task is made, and only if the library
 * has its own runtime.
 */
void kumiki_runtime_install(const kumiki_runtime_hooks *hooks);

/**
 * Tries the installed hooks on this thread: makes `start` start a task without an executor, and passes
 * its job to the runtime by every door that has a hook.
 * @return the job, which the caller runs; NULL if a hook was not called, or not with what was passed.
 */
void *kumiki_runtime_try_hooks(void (*start)(void *context), void *context);

/** Whether the runtime takes the installed executor for the main actor's. */
bool kumiki_runtime_has_main_executor(void);

/** Whether code of the main actor is running. False outside of tasks, even on the main thread. */
bool kumiki_runtime_is_on_main_actor(void);

/** The object of the executor that runs the caller; NULL for none in particular, and outside of tasks. */
void *kumiki_runtime_current_executor(void);

/**
 * Retains an object, unless its last reference is gone. Its memory must still be there: an unowned reference
 * keeps that.
 */
bool kumiki_runtime_try_retain(void *object);

/** Whether jobs without an executor go to the main actor. For the whole process. */
bool kumiki_runtime_is_serial(void);
void kumiki_runtime_set_serial(bool is_serial);

#endif
