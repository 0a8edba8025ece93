/**
 * How a call says that it failed, and how the engine reports a program's mistakes.
 *
 * A status answers the call at hand. An issue (kmk_diagnostic) is a mistake that surfaces later,
 * while an action is reduced; it goes to the loop's diagnostics callback.
 */
#ifndef KUMIKI_ERROR_H
#define KUMIKI_ERROR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The outcome of a call. Later versions may add values: keep a default branch.
 */
typedef enum kmk_status {
  KMK_OK = 0,
  KMK_ERR_INVALID_ARGUMENT = -1, /* NULL where something is needed, a malformed pointer, a mistake
                                    in a reducer */
  KMK_ERR_JSON = -2,             /* the text is not JSON; error->position is the byte offset */
  KMK_ERR_DECODE = -3,           /* JSON that does not fit the feature; error->path says where */
  KMK_ERR_UNKNOWN_FEATURE = -4,  /* no feature is registered under that name */
  KMK_ERR_NOT_FOUND = -5,        /* a well-formed pointer or id, and nothing there */
  KMK_ERR_WRONG_THREAD = -6,     /* called on a thread that is not the loop's */
  KMK_ERR_NO_MEMORY = -7,        /* an allocation failed, or the system gave no descriptor */
  KMK_ERR_TOO_DEEP = -8,         /* JSON nested past KMK_MAX_DEPTH, or containing itself */
  KMK_ERR_CLOSED = -9,           /* the store, loop or effect has ended, or was inherited by fork */
  KMK_ERR_BUSY = -10,            /* a query inside a reducer, or a loop run inside a callback */
  KMK_ERR_TIMEOUT = -11,         /* timeout_ms passed first; what is not done goes on */
  KMK_ERR_LIMIT = -12            /* beyond a limit of the loop's: see limit.h */
} kmk_status;

/**
 * The details of a failure, in a struct of the caller's.
 *
 * A function that takes a kmk_error * fills the whole struct when it fails and leaves it alone when
 * it succeeds; NULL is allowed where the details are not wanted. Nothing in it needs freeing. No
 * version adds members: what is known beside them is read with kmk_error_read.
 */
typedef struct kmk_error {
  kmk_status status;
  size_t position;   /* byte offset into the text, for KMK_ERR_JSON, or into the format of a
                        kmk_store_sendf that json_pack refused; else 0 */
  char path[128];    /* JSON Pointer to the offending value, cut if longer; "" if none */
  char message[256]; /* one line, says what was found and expected; always NUL-terminated */
} kmk_error;

/**
 * All that is known of a failure; see kmk_error_read. Later versions may add members at the end.
 */
typedef struct kmk_error_details {
  kmk_status status;
  size_t position;
  const char *path;    /* never cut below 4,096 bytes; "" if none */
  const char *message; /* never cut */
} kmk_error_details;

/**
 * Reads what a kmk_error has no room for: the whole path and message of a failure.
 *
 * kmk_error is as long as it was in version 0.1 and stays so, since programs have it in memory of
 * their own. What there is to say beside it is read by this function, into a struct that may grow.
 *
 * Read an error before another call fails on the same thread: then, and on another thread, its texts
 * are those of the kmk_error, cut.
 *
 * @param error  one that a call has filled, or a copy of it.
 * @param size   sizeof(kmk_error_details). So much is written, and 0 to members that the library does
 *               not know.
 *
 * Owns: error and details borrowed; the texts are lent until the error goes or another call fails on
 * this thread. NULL: an error that is NULL reads as one of status KMK_OK without texts; where details
 * are NULL nothing happens. Fails: never. Threads: any. Since: 0.2.
 */
void kmk_error_read(const kmk_error *error, kmk_error_details *details, size_t size);

/**
 * Names a status as it is spelt in C: "KMK_ERR_DECODE".
 *
 * A value that is no status has the name "unknown".
 *
 * Owns: text borrowed, lives for ever. Threads: any. Since: 0.1.
 */
const char *kmk_status_name(kmk_status status);

/**
 * An issue: a programmer's mistake that is not an error of the call at hand.
 *
 * An issue aborts nothing and rolls nothing back. Everything in the struct is borrowed and valid
 * during the callback. Later versions may add members at the end, which a program reads with
 * kmk_diagnostic_read. docs/issues.md says what to do about each of the codes, which are stable:
 *
 * absent-child            an action for an optional child that is null
 * absent-destination      an action, or a dismissal, for a slot in which nothing is presented
 * wrong-case              an action for a case of an enum state that is not the current one
 * present-not-hydrated    "present" without a state, and the parent left the slot empty
 * dismiss-unavailable     a feature that is not presented asked to be dismissed
 * action-misfit           an action from an effect or from post that does not fit, is NULL or beyond the
 *                         loop's limit; it was dropped. Or what an action would present or push is beyond
 *                         a limit of the state; it was left out
 * invalid-effect          a reducer returned an effect that was built with a mistake
 * write-failed            a write in a reducer was not done; its status says so too
 * effect-threw            an effect failed (kmk_sender_fail, or a Swift error), and nothing around it
 *                         makes an action of that (kmk_effect_catch)
 * read-while-reducing     a store's state was queried inside one of its own reducers
 * off-thread              a void function was called from another thread; it had no effect
 * json-nonfinite          a Swift feature's state holds a number that JSON cannot write
 * no-memory               jansson's allocator had no memory for a part of what a store did. Since: 0.3
 * state-misfit            a value that an operator cannot use was written, such as 5 where rows are; it
 *                         was refused. Since: 0.2
 * write-wrong-case        a write went through a case that a presented value, an optional child or an
 *                         element is not in
 * missing-element         an action for a row that is not there
 * missing-stack-element   an action for an element that is not on the path
 * pop-missing             a pop from an element that is not on the path
 * push-duplicate          a push brought an id that is on the path
 * push-generation         a push brought an id beyond the next one (virtual loops)
 * duplicate-element-id    a write would have brought an id twice; it was refused
 * element-id-changed      a row changed its own id; it keeps the old one
 * binding-failed          a binding's path names nothing that can be written
 * binding-unhandled       a view's write of a field was taken by no reducer
 * path-not-handled        a view wrote a path over one as long; nothing was sent
 * dismiss-not-handled     a Swift view closed what is still presented
 * assign-missing-id       a Swift feature wrote an element under an id that is not on the path
 * unimplemented-dependency  in a test store, a dependency that nobody has set
 * missing-dependency      a service was asked for that nobody gives. Since: 0.2
 * missing-index           rows were to be counted that are not indexed. Since: 0.3
 * reentrant-send          a send to a busy store (see kmk_loop_report_reentrant_sends)
 * send-after-completion   a Swift effect sent after its end; the action was delivered
 */
typedef struct kmk_diagnostic {
  const char *code;
  const char *message;     /* what happened, the likely causes, what to change */
  const char *label;       /* the operator and its place, "presentation /destination"; "" if none */
  const char *path;        /* JSON Pointer of the state concerned */
  const char *action_case; /* case path without payloads: "destination.presented.counter.increment";
                              NULL if none */
  const json_t *action;    /* NULL if none */
} kmk_diagnostic;

/**
 * Copies an issue as the program knows it, whichever version the library is of.
 *
 * Use it for members that came after version 0.2: a library that is older than the program's headers
 * has none in the struct that it lends.
 *
 * @param diagnostic  the one that a callback is told.
 * @param copy        what it refers to is borrowed as there.
 * @param size        sizeof(kmk_diagnostic). So much is written, and 0 to members that the library
 *                    does not know.
 *
 * Owns: all borrowed. NULL: for a diagnostic that is NULL copy is all 0; without a copy nothing
 * happens. Threads: any. Since: 0.2.
 */
void kmk_diagnostic_read(const kmk_diagnostic *diagnostic, kmk_diagnostic *copy, size_t size);

/**
 * Receives issues; see kmk_loop_set_diagnostics.
 *
 * Runs on the loop's thread, once for each occurrence, often while an action is being reduced: so
 * it may send, post and free, but a query of that store's state then answers KMK_ERR_BUSY.
 *
 * It is never called inside itself. An issue that comes up while it runs is reported when it has
 * returned, unless an equal one was reported since the first of them. So a callback that makes a
 * mistake itself is told of it once.
 */
typedef void (*kmk_diagnostic_fn)(const kmk_diagnostic *diagnostic, void *user_data);

#ifdef __cplusplus
}
#endif
#endif
