/**
 * How a call reports that it failed, and how the engine reports a program's mistakes.
 *
 * A status is the result of one call. An issue (kmk_diagnostic) is a mistake that does not make the current
 * call fail, such as one that surfaces later, while an action is reduced. Issues go to the loop's
 * diagnostics callback.
 */
#ifndef KUMIKI_ERROR_H
#define KUMIKI_ERROR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The result of a call. Later versions may add values: keep a default branch.
 */
typedef enum kmk_status {
  KMK_OK = 0,
  KMK_ERR_INVALID_ARGUMENT = -1, /* NULL where a value is required, a malformed pointer, a mistake in a
                                    reducer */
  KMK_ERR_JSON = -2,             /* the text is not JSON; error->position is the byte offset */
  KMK_ERR_DECODE = -3,           /* JSON that does not match the feature; error->path says where */
  KMK_ERR_UNKNOWN_FEATURE = -4,  /* no feature is registered under that name */
  KMK_ERR_NOT_FOUND = -5,        /* no value at a well-formed pointer, or no such id */
  KMK_ERR_WRONG_THREAD = -6,     /* called on a thread that is not the loop's */
  KMK_ERR_NO_MEMORY = -7,        /* an allocation failed, or no file descriptor was available */
  KMK_ERR_TOO_DEEP = -8,         /* nested past KMK_MAX_DEPTH, JSON that contains itself, or too little
                                    stack left */
  KMK_ERR_CLOSED = -9,           /* the store, loop or effect has ended, or was inherited by fork */
  KMK_ERR_BUSY = -10,            /* a query inside a reducer, or a loop run inside a callback */
  KMK_ERR_TIMEOUT = -11,         /* the time limit expired first; unfinished work continues */
  KMK_ERR_LIMIT = -12,           /* beyond a limit of the loop: see limit.h */
  KMK_ERR_NOT_ALLOWED = -13      /* a private case, from a sender other than its feature's effects: see
                                    kmk_case. Since: 0.4 */
} kmk_status;

/**
 * The details of a failure, in a struct that the caller owns.
 *
 * A function that takes a kmk_error * fills the whole struct when it fails and leaves the struct alone when
 * it succeeds. Pass NULL if you do not need the details. Nothing in the struct needs freeing. No later
 * version will add members; kmk_error_read returns the details that do not fit.
 */
typedef struct kmk_error {
  kmk_status status;
  size_t position;   /* byte offset into the text for KMK_ERR_JSON, or into the format string
                        passed to kmk_store_sendf if json_pack refused it; otherwise 0 */
  char path[128];    /* JSON Pointer to the offending value, truncated if longer; "" if none */
  char message[256]; /* one line that says what was found and expected; always NUL-terminated */
} kmk_error;

/**
 * All details of a failure; see kmk_error_read. Later versions may add members at the end.
 */
typedef struct kmk_error_details {
  kmk_status status;
  size_t position;
  const char *path;    /* complete up to at least 4,096 bytes; "" if none */
  const char *message; /* never truncated */
} kmk_error_details;

/**
 * Reads the complete path and message of a failure, which may be truncated in a kmk_error.
 *
 * The size of kmk_error has not changed since version 0.1 and will not change, because programs allocate
 * it. This function returns all details in a struct that may grow.
 *
 * Call this function before another call fails on the same thread. Afterwards, and on another thread, it
 * returns the strings in the kmk_error, which may be truncated.
 *
 * @param error  an error that a call has filled, or a copy.
 * @param size   sizeof(kmk_error_details). The function writes that number of bytes, with 0 in members that
 *               the library does not know.
 *
 * Owns: error and details borrowed; the strings are valid until the error is gone or another call fails on
 * this thread. NULL: for a NULL error, details receives KMK_OK and empty strings; if details is NULL,
 * nothing happens. Fails: never. Threads: any. Since: 0.2.
 */
void kmk_error_read(const kmk_error *error, kmk_error_details *details, size_t size);

/**
 * Returns the name of a status as C code spells it: "KMK_ERR_DECODE".
 *
 * The name of an unknown value is "unknown".
 *
 * Owns: string borrowed, lives forever. Threads: any. Since: 0.1.
 */
const char *kmk_status_name(kmk_status status);

/**
 * An issue: a programmer's mistake that does not make the current call fail.
 *
 * An issue aborts nothing and rolls nothing back. Everything in the struct is borrowed and valid during the
 * callback. Later versions may add members at the end; read those with kmk_diagnostic_read. The codes are
 * stable, and docs/issues.md says what to do about each:
 *
 * absent-child            an action for an optional child that is null
 * absent-destination      an action, or a dismissal, for a slot that presents nothing
 * wrong-case              an action for a case of a state enum that is not the current case
 * present-not-hydrated    "present" without a state, and the parent left the slot empty
 * dismiss-unavailable     a feature that is not presented requested its dismissal
 * action-misfit           an action from an effect or from post does not match, is NULL or is beyond the
 *                         loop's limit; it was dropped. Or the state that an action presents or pushes
 *                         exceeds a limit; that state was omitted, and the rest of the action was handled
 * private-case            an effect of another feature, or a post, sent a private case (kmk_case); the action was
 *                         dropped. Since: 0.4
 * invalid-effect          a reducer returned an effect that is invalid, or nested too deeply
 * write-failed            a write in a reducer failed; the call returned its status too
 * undo-misfit             a kmk_undo_describe_fn returned no valid description; the step has none. Since: 0.4
 * effect-threw            an effect failed (kmk_sender_fail, or a Swift error), and no kmk_effect_catch
 *                         around it turns the error into an action
 * read-while-reducing     a store's state was queried inside one of its own reducers
 * off-thread              a void function was called from another thread; it had no effect
 * json-nonfinite          a Swift feature's state contains a number that JSON cannot represent
 * no-memory               jansson's allocator ran out of memory during a store's work. Since: 0.3
 * state-misfit            a value that an operator cannot use was written, such as 5 where rows are
 *                         expected; it was refused. Since: 0.2
 * write-wrong-case        a write went into a case that is not the current case of a presented value,
 *                         an optional child or an element
 * missing-element         an action for a row that does not exist
 * missing-stack-element   an action for an element that is not on the navigation path
 * pop-missing             a pop from an element that is not on the navigation path
 * push-duplicate          a push with an id that is already on the navigation path
 * push-generation         a push with an id greater than the store's next id (virtual loops only, where ids
 *                         are consecutive)
 * duplicate-element-id    a write would have given one id to two rows or elements; it was refused
 * element-id-changed      a row changed its own id; it keeps the old id
 * binding-failed          a binding's write named a field that may not be written, or contained a value
 *                         of the wrong type
 * binding-unhandled       no reducer handled a view's write to a field
 * path-not-handled        a view replaced a path with another of the same length; nothing was sent
 * dismiss-not-handled     a Swift view closed a feature that is still presented
 * assign-missing-id       a Swift feature wrote an element under an id that is not on the path
 * unimplemented-dependency  a test used a dependency that was not set
 * missing-dependency      kmk_env_pointer requested a service that no kmk_dependency_pointer provides.
 *                         Since: 0.2
 * missing-index           a count or totals of rows that are not indexed were requested. Since: 0.3
 * reentrant-send          a send to a busy store (see kmk_loop_report_reentrant_sends)
 * send-after-completion   a Swift effect sent after its end; the action was delivered
 * endless-burst           a burst exceeded the loop's limit and was ended (kmk_loop_options.burst_limit)
 * interrupted-burst       the function of kmk_loop_set_interrupt ended a burst
 * shared-unreadable       the file of a shared value could not be read; the value stays as it was
 * shared-unsaved          a shared value could not be saved; this process keeps the new value
 */
typedef struct kmk_diagnostic {
  const char *code;
  const char *message;     /* what happened, the likely causes, the remedy */
  const char *label;       /* the operator and its place, "presentation /destination"; "" if none */
  const char *path;        /* JSON Pointer to the state concerned */
  const char *action_case; /* case path without payloads: "destination.presented.counter.increment";
                              NULL if none */
  const json_t *action;    /* NULL if none */
} kmk_diagnostic;

/**
 * Copies an issue into a kmk_diagnostic as the program's headers declare it, whatever the version of the
 * library.
 *
 * Use this function to read members that were added after version 0.2: an older library passes a struct
 * without them.
 *
 * @param diagnostic  the issue that a callback receives.
 * @param copy        its pointers are borrowed like those in diagnostic.
 * @param size        sizeof(kmk_diagnostic). The function writes that number of bytes, with 0 in members
 *                    that the library does not know.
 *
 * Owns: all borrowed. NULL: if diagnostic is NULL, copy is filled with zeros; if copy is NULL, nothing
 * happens. Threads: any. Since: 0.2.
 */
void kmk_diagnostic_read(const kmk_diagnostic *diagnostic, kmk_diagnostic *copy, size_t size);

/**
 * Receives issues; see kmk_loop_set_diagnostics.
 *
 * Runs on the loop's thread, once for each occurrence, often while an action is being reduced. It may send,
 * post and free. While an action is being reduced, a query of that store's state returns KMK_ERR_BUSY.
 *
 * It is never called recursively. An issue that is raised while it runs is reported after it has returned.
 * In such a series of reports, an issue equal to an earlier one is dropped. So a callback that makes a
 * mistake itself receives that issue once.
 */
typedef void (*kmk_diagnostic_fn)(const kmk_diagnostic *diagnostic, void *user_data);

#ifdef __cplusplus
}
#endif
#endif
