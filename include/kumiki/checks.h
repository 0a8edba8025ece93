/**
 * Checks that a program keeps the contract, for its tests and for development.
 *
 * Set KUMIKI_CHECKS=1 in the environment of a program, which need not be changed. What the contract
 * leaves undefined then ends the process, with a message on stderr: the call, what is wrong, what to
 * do, the rule, and the stack. Noticed are
 *
 * - a handle that is used after it was freed, handed over or finished, or one of another type;
 * - a kmk_state, a kmk_env or a kmk_sender that is used after the call for which it was lent;
 * - a call on another thread than the one that the contract names, where it would answer
 *   KMK_ERR_WRONG_THREAD or do nothing;
 * - a value that the program was lent, or that kmk_store_get and its like gave it, and that it
 *   modifies;
 * - a borrowed value that is used after its end, and one that is released too often. Reading a member or
 *   a row of a container stops the program; a text reads as "????", a number or a length as another one.
 *
 * Values are checked up to 32 parts of each: what is lent is a copy then, at an address of its own.
 * A program that keeps the contract runs as before, more slowly: a whole one has up to twice as many
 * instructions, a little send up to some three times. docs/ownership.md has figures. Not noticed are
 * texts and ids of presentations, issues and lists that are kept beyond their call, and parts of the
 * state that are modified in a row of a list or in the JSON of a snapshot. Handles of side libraries, such
 * as kmk_sqlite, are not checked.
 */
#ifndef KUMIKI_CHECKS_H
#define KUMIKI_CHECKS_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Begins the checks, as KUMIKI_CHECKS=1 does before main. They stay on.
 *
 * What is there already is not checked. jansson's allocator (json_set_alloc_funcs) is set before
 * this, or not at all. SIGSEGV is handled by the library from now on, also where another handler was
 * set before a handle is made, and handed on where the cause is none of these.
 *
 * Threads: any, before there is a loop. Since: 0.3.
 */
void kmk_checks_begin(void);

#ifdef __cplusplus
}
#endif
#endif
