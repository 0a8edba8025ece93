/**
 * Checks of what the contract asks of a program, for its tests and while it is written.
 *
 * Set KUMIKI_CHECKS=1 in the environment of a program, which need not be changed. What the contract leaves
 * undefined then ends the process, with a message on stderr: the call, what is wrong, what to do, the rule, and the
 * stack. Noticed are
 *
 * - a handle that is used after it was freed, handed over or finished, or one of another type;
 * - a kmk_state, a kmk_env or a kmk_sender that is used after the call for which it was lent;
 * - a call on another thread than the one that the contract names, where it would answer KMK_ERR_WRONG_THREAD or
 *   do nothing;
 * - a value that the program was lent, or that kmk_store_get and its like gave it, and that it modifies;
 * - a borrowed value that is used after its end, and one that is released more often than it was kept.
 *
 * Values are noticed up to 32 parts: what is lent is a copy then. A program that keeps the contract runs as before,
 * in at most twice the time. Some of its memory is not used again, so this is nothing for years of service.
 */
#ifndef KUMIKI_CHECKS_H
#define KUMIKI_CHECKS_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Begins the checks, as KUMIKI_CHECKS=1 does before main. They stay on.
 *
 * What is there already is not checked. jansson's allocator (json_set_alloc_funcs) is set before this, or not at
 * all; SIGSEGV is handled by the library from now on, and handed on where the cause is none of these.
 *
 * Threads: any, before there is a loop. Since: 0.3.
 */
void kmk_checks_begin(void);

#ifdef __cplusplus
}
#endif
#endif
