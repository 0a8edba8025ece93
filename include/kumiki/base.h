/**
 * Versions, limits, and the basics that every other header needs.
 *
 * kumiki.h explains the terms that the comments use (borrowed, new, steals; owner, callback, any).
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

/* Marks a deprecated function: the compiler warns and names the replacement. To turn the warnings off,
 * define KMK_NO_DEPRECATED before you include a header. */
#if !defined(KMK_NO_DEPRECATED) && (defined(__GNUC__) || defined(__clang__))
#define KMK_DEPRECATED(advice) __attribute__((deprecated(advice)))
#else
#define KMK_DEPRECATED(advice)
#endif

/* The number of elements of an array: kmk_combine(KMK_COUNT(reducers), reducers). The argument must be the
 * array itself, not a pointer to its first element. For functions that take a counted array there are also
 * macros that build the array: KMK_COMBINE, KMK_MERGE, KMK_CONCATENATE, KMK_CASES. */
#define KMK_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Marks a parameter that a function may leave unused. The macros that define callbacks mark their
 * parameters: KMK_REDUCE_FN(name) begins the definition of a static kmk_reduce_fn, with the parameter names
 * of the typedef. Since: 0.3.
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

/* Times in nanoseconds, the unit that every function uses: KMK_SECONDS(2). */
#define KMK_MILLISECONDS(number) ((uint64_t)(number) * 1000000u)
#define KMK_SECONDS(number) ((uint64_t)(number) * 1000000000u)

/**
 * The deepest JSON value that the library accepts, in levels as jansson counts them.
 *
 * A scalar counts as a level: 3 has one level, [3] has two, [[]] has two. A deeper value is refused with
 * KMK_ERR_TOO_DEEP. So is a value that contains itself, or a value that shares its parts so often that it
 * would have more than 10 million values when written out. A thread whose stack is nearly used up accepts
 * fewer levels.
 *
 * Effects and reducers may be nested to the same depth; see effect.h and reducer.h.
 */
#define KMK_MAX_DEPTH 2048

/**
 * Releases the user_data that was passed together with this function.
 *
 * Runs exactly once, after the last callback that receives the same user_data, even if the call that took
 * it fails. Runs on the loop's thread if a loop is involved, otherwise on the thread that released the last
 * reference. For every parameter of this type, NULL means that nothing needs to be released.
 */
typedef void (*kmk_free_fn)(void *user_data);

/**
 * Returns the version of the library at run time, "0.4.0".
 *
 * Owns: string borrowed, lives forever. Threads: any. Since: 0.1.
 */
const char *kmk_version(void);

/**
 * Adds a reference to a JSON value and returns the value.
 *
 * Use it to keep a const value, such as a value that a reducer reads or an observer receives, without a
 * cast. Do not modify a value that you keep. It does the same as json_incref, but accepts a const value,
 * and is not an inline function: languages that cannot call inline functions can use it.
 *
 * Owns: result is the new reference. NULL: returns NULL. Threads: any. Since: 0.1; const since 0.2.
 */
json_t *kmk_json_retain(const json_t *value);

/**
 * Drops a reference to a JSON value, like json_decref, but also accepts a const value.
 *
 * Releasing the last reference frees the value, without recursion, however deep the value is.
 *
 * Owns: steals the reference. NULL: does nothing. Threads: any. Since: 0.1.
 */
void kmk_json_release(const json_t *value);

/**
 * Frees a string that the library returned as new.
 *
 * Owns: consumes text. NULL: does nothing. Threads: any. Since: 0.1.
 */
void kmk_text_free(char *text);

/**
 * Counts all handles and engine objects that exist in the process.
 *
 * For leak checks: read the count before and after, and compare. Objects that are released at a loop's next
 * dispatch count until then, and registered features count until they are unregistered. A loop that
 * observed a shared file counts until the library's own thread has finished reporting a change to that
 * file. The child of a fork also counts the objects of its parent, and its count need not return to the
 * value that it started with.
 *
 * Threads: any. Since: 0.1.
 */
size_t kmk_live_objects(void);

#ifdef __cplusplus
}
#endif
#endif
