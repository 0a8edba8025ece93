/**
 * Checks how a program uses the library (kmk_checks_begin): its handles, and the values that the library lends to it.
 *
 * Internal to the library. Never installed. Any thread.
 */
#ifndef KUMIKI_CHECKS_INTERNAL_H
#define KUMIKI_CHECKS_INTERNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Set before the first thread starts. Hidden, because every call reads this flag, and a hidden symbol needs no indirect
 * access.
 */
extern bool kumiki_checks_flag __attribute__((visibility("hidden")));

/** Whether checks are on. They are never turned off again. */
static inline bool kumiki_checks_are_on(void) {
  return __builtin_expect(kumiki_checks_flag, false);
}

/** Ends the process with a message that names the program's call and the mistake. */
__attribute__((noreturn, format(printf, 1, 2))) void kumiki_checks_stop(const char *format, ...);

/** Installs a SIGSEGV handler that reports the use of an ended value. Call this again for each test, because test
 * frameworks install handlers of their own. */
void kumiki_checks_watch(void);

/** Ends a process that has made a call on the wrong thread. */
__attribute__((noreturn)) void kumiki_checks_wrong_thread(void);

/* ---- Handles. With checks on, a C handle is the number of a place in a table. A place is not reused soon. */

/** Whether a pointer is such a handle: no address of a program has the highest bit set. */
static inline bool kumiki_handle_is_checked(const void *handle) {
  return __builtin_expect((intptr_t)handle < 0, false);
}

/** Returns the object's handle for one reference. `kind`: the handle's type in C, a string that lives forever. */
const void *kumiki_handle_new(const void *object, const char *kind);

/** Returns the object's handle for a reference that is released when the running callback returns. */
const void *kumiki_handle_lent(const void *object, const char *kind);

/** Returns the object's handle for a caller that gets no reference. */
const void *kumiki_handle_borrowed(const void *object, const char *kind);

/** Creates a handle that is released once, by kumiki_handle_end. An object may have several such handles. */
const void *kumiki_handle_once(const void *object, const char *kind);

/** Returns the object of a handle. Ends the process if the handle has ended or is of another kind. A NULL kind accepts
 * any handle. */
const void *kumiki_handle_object(const void *handle, const char *kind);

/** Returns the object of a handle, and releases one reference. The handle ends with its last reference. */
const void *kumiki_handle_end(const void *handle, const char *kind);

/** Ends a handle that has not ended yet. */
void kumiki_handle_end_if_any(const void *handle);

/** Ends the borrowed handles of an object that was freed. */
void kumiki_handle_gone(const void *object);

/* ---- Calls of the program's functions, and the values lent to them. */

/** Call this before a function of the program is called. `type`: its type in C, a string that lives forever. Returns
 * the argument for kumiki_call_ended. */
size_t kumiki_call_began(const char *type);

/** Call this when the function has returned. Ends the process if the function has modified a value that was lent to it.
 * Lent values that the function has not kept end, so that a later use is noticed. */
void kumiki_call_ended(size_t call);

/** Creates a handle that ends with the innermost call. Outside of calls, returns `object`. */
const void *kumiki_lent_handle(const void *object, const char *kind);

/** Creates a handle of an object for the innermost call, even after all other owners have freed the object. */
const void *kumiki_lent_object(const void *object, const char *kind);

/**
 * Returns the value to lend instead of `value`: a copy that shares all but a limited number of its parts with the
 * original. Returns `value` itself outside of calls, and if it cannot be modified.
 *
 * @param until_write  whether the copy ends with the next write (kumiki_written).
 */
const json_t *kumiki_lent_value(const json_t *value, bool until_write);

/** Call this at the start of each call of the library. Outside of the program's functions, ends the values that the
 * program has released. */
void kumiki_call_of_library(void);

/** Call this before the state of the innermost call is written. */
void kumiki_writing(void);

/** Call this after the state was written, or the write has failed. */
void kumiki_written(bool is_done);

/** Returns the value to give the program instead of a part of the state. The program owns one reference. Steals
 * `value`. */
json_t *kumiki_snapshot_value(json_t *value);

/** Ends the process if a value that the program passes was lent to the program and has ended. */
void kumiki_check_value(const json_t *value);

#endif
