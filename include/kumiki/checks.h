/**
 * Checks that a program keeps the contract of the library, for tests and development.
 *
 * Set KUMIKI_CHECKS=1 in the environment of a program; the program need not be changed. A use that the contract leaves
 * undefined then ends the process with a message on stderr: the call, the mistake, the remedy, the rule and the stack.
 * The checks find:
 *
 * - a handle that is used after it was freed, handed over or finished, or a handle of another type;
 * - a kmk_state, a kmk_env or a kmk_sender that is used after the call that received it;
 * - a call on another thread than the contract names, if the call would return KMK_ERR_WRONG_THREAD or do nothing;
 * - a value that the program modifies although it was borrowed, or came from kmk_store_get or a similar function;
 * - a borrowed value that is used after its end, or released too often. Reading a member or a row of a container stops
 *   the program; a string reads as "????", a number or a length as a wrong one.
 *
 * Up to 32 parts of each value are checked. With checks on, a borrowed value is a copy at an address of its own. A
 * correct program runs as before, but more slowly: a whole program needs up to twice as many instructions, a small send
 * up to about three times. docs/ownership.md has figures.
 *
 * The checks do not find strings and ids of presentations, issues and lists that are kept after their call. They do not
 * find modified parts of the state in a row of a list or in the JSON of a snapshot. Handles of side libraries, such as
 * kmk_sqlite, are not checked.
 */
#ifndef KUMIKI_CHECKS_H
#define KUMIKI_CHECKS_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Turns the checks on, like KUMIKI_CHECKS=1 does before main. The checks stay on.
 *
 * Existing handles and values are not checked. Set jansson's allocator (json_set_alloc_funcs) before this call, or not at
 * all. From this call on the library handles SIGSEGV, even if the program set another handler before it made its first
 * handle. A SIGSEGV with another cause is passed on.
 *
 * Threads: any, before the first loop is made. Since: 0.3.
 */
void kmk_checks_begin(void);

#ifdef __cplusplus
}
#endif
#endif
