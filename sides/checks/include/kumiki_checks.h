/**
 * Checks of a program that uses the library (kmk_checks_begin): of its handles, and of the values that it is lent.
 *
 * Internal to the library. Never installed. Any thread.
 */
#ifndef KUMIKI_CHECKS_INTERNAL_H
#define KUMIKI_CHECKS_INTERNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Set before the first thread. Each call reads it, so it is hidden: reached without a table. */
extern bool kumiki_checks_flag __attribute__((visibility("hidden")));

/** Whether a program's use of the library is checked. Once it is, it stays so. */
static inline bool kumiki_checks_are_on(void) {
  return __builtin_expect(kumiki_checks_flag, false);
}

/** Ends the process with a message: the program's call, and its mistake. */
__attribute__((noreturn, format(printf, 1, 2))) void kumiki_checks_stop(const char *format, ...);

/** Handles SIGSEGV, by which the use of an ended value is noticed. Again for each test, whose framework handles it too. */
void kumiki_checks_watch(void);

/** Ends a process that has made a call on a wrong thread. */
__attribute__((noreturn)) void kumiki_checks_wrong_thread(void);

/* ---- Handles. With checks on, C holds the number of a place in a table. A place is not used again soon. */

/** Whether a pointer is such a handle: no address of a program has the highest bit. */
static inline bool kumiki_handle_is_checked(const void *handle) {
  return __builtin_expect((intptr_t)handle < 0, false);
}

/** A handle for one reference to an object: the one that there is. `kind`: its type in C, which lives for ever. */
const void *kumiki_handle_new(const void *object, const char *kind);

/** The same for one who gives the reference back when a call of the program's function returns. */
const void *kumiki_handle_lent(const void *object, const char *kind);

/** The handle of an object for one who gets no reference. */
const void *kumiki_handle_borrowed(const void *object, const char *kind);

/** A handle for one who gives it back once, by kumiki_handle_end: the same object may have several. */
const void *kumiki_handle_once(const void *object, const char *kind);

/** The object of a handle. Stops if the handle has ended, or is of another kind. NULL: any kind will do. */
const void *kumiki_handle_object(const void *handle, const char *kind);

/** The same, and the handle ends with its last reference. */
const void *kumiki_handle_end(const void *handle, const char *kind);

/** Ends a handle, unless that has happened. */
void kumiki_handle_end_if_any(const void *handle);

/** An object was freed: its borrowed handles end too. */
void kumiki_handle_gone(const void *object);

/* ---- Calls of the program's functions, and the values lent to them. */

/** A function of the program is called. `type`: in C, lives for ever. Returns what kumiki_call_ended takes. */
size_t kumiki_call_began(const char *type);

/**
 * The function has returned. Stops if it has modified what was lent to it. A value that it has not
 * kept ends, so a later use is noticed.
 */
void kumiki_call_ended(size_t call);

/** A handle of something that lives no longer than the innermost call. Outside of calls: `object`. */
const void *kumiki_lent_handle(const void *object, const char *kind);

/** The handle of an object for the innermost call, also where everybody else has freed it. */
const void *kumiki_lent_object(const void *object, const char *kind);

/**
 * The value to lend in place of `value`: a copy, of not too much of it. Outside of calls, and for what cannot be
 * modified: `value` itself.
 *
 * @param until_write  it ends with the next write (kumiki_written).
 */
const json_t *kumiki_lent_value(const json_t *value, bool until_write);

/** The program makes a call: outside of its functions, what it has let go of ends before. */
void kumiki_call_of_library(void);

/** The state of the innermost call is about to be written. */
void kumiki_writing(void);

/** The state was written, or that has failed. */
void kumiki_written(bool is_done);

/** The value to give in place of a part of the state, of which the program owns one reference. Steals `value`. */
json_t *kumiki_snapshot_value(json_t *value);

/** Stops if a value that the program passes was lent to it, and has ended. */
void kumiki_check_value(const json_t *value);

#endif
