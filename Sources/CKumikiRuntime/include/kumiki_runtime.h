/**
 * The hooks of the Swift runtime that decide where a job runs when it names no executor.
 *
 * Internal to the library, and of use only where the library has a runtime to itself. Never
 * installed.
 */
#ifndef KUMIKI_RUNTIME_H
#define KUMIKI_RUNTIME_H

#include <stdint.h>

/** Where jobs go. A job is the runtime's own pointer; each call takes it over. Any thread. */
typedef struct kumiki_runtime_hooks {
  /** A job for any thread. */
  void (*enqueue)(void *job);
  /** The same, so many nanoseconds from now. */
  void (*enqueue_after)(void *job, uint64_t nanoseconds);
  /** A job of the main actor. */
  void (*enqueue_on_main)(void *job);
  /** The main actor's executor, the two words of an unowned reference. It must live for ever. */
  void *main_identity;
  uintptr_t main_implementation;
} kumiki_runtime_hooks;

/** Sets the runtime's hooks, for good. Call it once, before any task has been made. */
void kumiki_runtime_install(const kumiki_runtime_hooks *hooks);

#endif
