/**
 * The hooks of the Swift runtime that decide where a job without an executor runs.
 *
 * Internal to the library, and useful only if the library has its own runtime. Never installed.
 */
#ifndef KUMIKI_RUNTIME_H
#define KUMIKI_RUNTIME_H

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

/** Sets the runtime's hooks permanently. Call once, before the first task is made. */
void kumiki_runtime_install(const kumiki_runtime_hooks *hooks);

#endif
