/**
 * The parts of the Swift runtime that only C can declare: the hooks that decide where a job without an executor runs,
 * and the executor that is running. docs/engine/toolchain.md lists the code that depends on them.
 *
 * Internal to the library. Never installed.
 */
#ifndef KUMIKI_RUNTIME_H
#define KUMIKI_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

/** Receivers of jobs. A job is the runtime's own pointer. Each function takes ownership, and is called on any thread. */
typedef struct kumiki_runtime_hooks {
  /** Receives a job for any thread. */
  void (*enqueue)(void *job);
  /** Receives a job for any thread, to run after some nanoseconds. */
  void (*enqueue_after)(void *job, uint64_t nanoseconds);
  /** Receives a job of the main actor. */
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
 * Tries the installed hooks on this thread: makes `start` start a task without an executor, and passes its job to the
 * runtime through each entry point that has a hook.
 * @return the job, which the caller runs; NULL if a hook was not called, or was called with other arguments.
 */
void *kumiki_runtime_try_hooks(void (*start)(void *context), void *context);

/** Whether the runtime treats the installed executor as the main actor's. */
bool kumiki_runtime_has_main_executor(void);

/** Whether code of the main actor is running. False outside of tasks, even on the main thread. */
bool kumiki_runtime_is_on_main_actor(void);

/** The object of the executor that runs the caller; NULL for no particular executor, and outside of tasks. */
void *kumiki_runtime_current_executor(void);

/**
 * Retains an object, unless its last reference is gone. The object's memory must still exist: an unowned reference
 * keeps it.
 */
bool kumiki_runtime_try_retain(void *object);

/** Whether jobs without an executor go to the main actor. For the whole process. */
bool kumiki_runtime_is_serial(void);
void kumiki_runtime_set_serial(bool is_serial);

#endif
