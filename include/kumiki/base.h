/**
 * Versions, limits, and what every other header needs.
 *
 * The words of the comments (borrowed, new, steals; owner, callback, any) are explained in
 * kumiki.h.
 */
#ifndef KUMIKI_BASE_H
#define KUMIKI_BASE_H

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers. KMK_VERSION_HEX is for #if: 0x000400 is 0.4.0. */
#define KMK_VERSION_MAJOR 0
#define KMK_VERSION_MINOR 4
#define KMK_VERSION_PATCH 0
#define KMK_VERSION_HEX ((KMK_VERSION_MAJOR << 16) | (KMK_VERSION_MINOR << 8) | KMK_VERSION_PATCH)

/* Marks what should no longer be used: the compiler warns, and says what to use in its place. A
 * program that must not be warned defines KMK_NO_DEPRECATED before it includes a header. */
#if !defined(KMK_NO_DEPRECATED) && (defined(__GNUC__) || defined(__clang__))
#define KMK_DEPRECATED(advice) __attribute__((deprecated(advice)))
#else
#define KMK_DEPRECATED(advice)
#endif

/* How many elements an array has that is one where this stands, and not a pointer to its first:
 * kmk_combine(KMK_COUNT(reducers), reducers). The headers of what takes counted arrays have macros
 * that write the array too: KMK_COMBINE, KMK_MERGE, KMK_CONCATENATE, KMK_CASES. */
#define KMK_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A parameter that a function need not use. Heads of callbacks are made with it: beside kmk_reduce_fn stands
 * KMK_REDUCE_FN(name), a static function with the parameters by the names of the typedef. Since: 0.3.
 *
 *     KMK_REDUCE_FN(counter) {
 *       if (kmk_action_is(action, "reset")) ...
 *       return NULL;
 *     } */
#if defined(__GNUC__) || defined(__clang__)
#define KMK_UNUSED __attribute__((unused))
#else
#define KMK_UNUSED
#endif

/* Times in nanoseconds, as every function takes them: KMK_SECONDS(2). */
#define KMK_MILLISECONDS(number) ((uint64_t)(number) * 1000000u)
#define KMK_SECONDS(number) ((uint64_t)(number) * 1000000000u)

/**
 * The deepest JSON value that is taken in, in levels as jansson counts them.
 *
 * A scalar is a level: 3 has one, [3] has two, [[]] has two. Anything deeper is KMK_ERR_TOO_DEEP,
 * and so is a value that contains itself, or one that shares its parts so often that written out it
 * would have more than 10 million values. A thread whose stack is nearly used up takes in less.
 *
 * Effects and reducers may be nested as far, see effect.h and reducer.h.
 */
#define KMK_MAX_DEPTH 2048

/**
 * Releases the user_data that was handed over with it.
 *
 * Runs exactly once, after the last callback that gets the same user_data, and also when the call
 * that took it fails. Runs on the loop's thread where there is a loop, else on the thread that let
 * go last. Wherever a kmk_free_fn is asked for, NULL means that there is nothing to release.
 */
typedef void (*kmk_free_fn)(void *user_data);

/**
 * Names the version of the library at run time, "0.4.0".
 *
 * Owns: text borrowed, lives for ever. Threads: any. Since: 0.1.
 */
const char *kmk_version(void);

/**
 * Adds a reference to a JSON value and returns the value.
 *
 * It keeps what is lent as const, such as what a reducer reads or an observer is told, without a
 * cast. What is kept must not be changed. Otherwise it does what json_incref does, as a function of
 * the library, for languages that cannot call inline functions.
 *
 * Owns: result is the new reference. NULL: NULL. Threads: any. Since: 0.1; const since 0.2.
 */
json_t *kmk_json_retain(const json_t *value);

/**
 * Drops a reference to a JSON value, as json_decref does, also one that is held as const.
 *
 * The last reference frees the value, however deep it is, without recursion.
 *
 * Owns: steals the reference. NULL: nothing happens. Threads: any. Since: 0.1.
 */
void kmk_json_release(const json_t *value);

/**
 * Frees a text that the library returned as new.
 *
 * Owns: consumes text. NULL: nothing happens. Threads: any. Since: 0.1.
 */
void kmk_text_free(char *text);

/**
 * Counts every handle and engine object that is alive in the process.
 *
 * For leak checks: read it before and after, and compare. Objects that go at a loop's next dispatch
 * are counted until then, and registered features until they are unregistered. A loop that observed a
 * shared file is, until the library's own thread has done with a change to it that it was telling of.
 * The child of a fork counts what its parent had too, and need not come back to what it began with.
 *
 * Threads: any. Since: 0.1.
 */
size_t kmk_live_objects(void);

#ifdef __cplusplus
}
#endif
#endif
