/**
 * Finds incorrect use of the library at run time, in tests and during development.
 *
 * To turn the checks on, set KUMIKI_CHECKS=1 in the environment of a program; the program itself need not change. The
 * checks stop the program at the first mistake that they find. A message on stderr contains the call, the mistake, the
 * remedy, the rule and a stack trace. The checks find these violations of docs/ownership.md:
 *
 * - a handle that is used after it has been freed, consumed or finished, or a handle of the wrong type;
 * - a kmk_state, a kmk_env or a borrowed kmk_sender that is used after the callback that borrowed it has returned;
 * - a call on the wrong thread, if, without the checks, the call would return KMK_ERR_WRONG_THREAD or do nothing;
 * - a borrowed value, or a value returned by kmk_store_get or a similar function, that the program modifies;
 * - a borrowed value that is used for too long or released too many times. Once the borrow has ended, the value's memory
 *   is inaccessible: reading a member or a row of a container stops the program, a string reads as "????", and a number
 *   or a length is wrong.
 *
 * With the checks on, each value that the program borrows is a copy at a different address. A copy contains at most 32
 * nested values; larger parts are passed without a copy and are not checked. A correct program behaves as before, but
 * runs more slowly: a whole program executes up to twice as many instructions, and a small send up to about three times
 * as many. docs/ownership.md has figures.
 *
 * The checks do not detect a program that keeps a presentation id, the name of a case, a string of an issue, or the id in
 * a kmk_list_edit after the callback that received it has returned. Nor do they detect a program that modifies a row of a
 * list or the JSON of a snapshot. Handles of side libraries, such as kmk_sqlite, are not checked.
 */
#ifndef KUMIKI_CHECKS_H
#define KUMIKI_CHECKS_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Turns the checks on for the rest of the process. (KUMIKI_CHECKS=1 turns them on before main starts.)
 *
 * Existing handles and values are not checked. Set jansson's allocator (json_set_alloc_funcs) before this call, or not at
 * all. From this call on, the library handles SIGSEGV. If the program later installs its own handler for that signal, the
 * library replaces it when the program next creates a loop, a store or any other handle. A SIGSEGV that has nothing to do
 * with the checks is passed to the handler that was replaced.
 *
 * Threads: any, before the first loop is made. Since: 0.3.
 */
void kmk_checks_begin(void);

#ifdef __cplusplus
}
#endif
#endif
