/**
 * JSON as text, for programs and languages that do not call jansson.
 *
 * With these two functions, kmk_json_retain and kmk_json_release, a json_t * is a handle like any
 * other: whatever a function of this library takes is made from text, and whatever it gives is
 * written as text.
 */
#ifndef KUMIKI_JSON_H
#define KUMIKI_JSON_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a value of JSON text, whose outermost value may be of any kind.
 *
 * Duplicate keys, numbers out of range and invalid UTF-8 are not JSON.
 *
 * @param length  in bytes; SIZE_MAX: up to the NUL.
 * @return the value, or NULL.
 *
 * Owns: text borrowed for the call, result new (kmk_json_release). Fails: INVALID_ARGUMENT (NULL),
 * JSON (with position), TOO_DEEP, NO_MEMORY. Threads: any, callback. Since: 0.2.
 */
json_t *kmk_json_parse(const char *text, size_t length, kmk_error *error);

/**
 * Writes a value as text.
 *
 * @param json_dumps_flags  jansson's: JSON_COMPACT, JSON_INDENT(2); JSON_ENCODE_ANY is implied.
 * @return the text, or NULL (no memory, a value that is too deep).
 *
 * Owns: value borrowed, text new (kmk_text_free). NULL: NULL. Threads: any, callback. Since: 0.2.
 */
char *kmk_json_text(const json_t *value, size_t json_dumps_flags);

/**
 * Applies a JSON Patch (RFC 6902) to a value, all of it or nothing: what a trace or an observer of patches
 * tells, for a copy of the state elsewhere. Many patches are applied sooner as one array of operations.
 *
 * A value that is removed as a whole (path "") is null from then on. So a copy of a part that may be absent
 * is null while it is, and begins with json_null() where kmk_store_get answers NULL.
 *
 * @return the value after the last operation. What no operation touches is shared with the value before.
 *
 * Owns: value and patch borrowed, result new. Fails: INVALID_ARGUMENT (NULL), DECODE (no patch, an operation
 * that cannot be applied; path is its place in the patch), NOT_FOUND (it leads nowhere), TOO_DEEP, NO_MEMORY.
 * Threads: any, callback. Since: 0.3.
 */
json_t *kmk_json_patched(const json_t *value, const json_t *patch, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif
