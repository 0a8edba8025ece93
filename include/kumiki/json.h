/**
 * JSON text, for programs and languages that do not call jansson.
 *
 * Together with kmk_json_retain and kmk_json_release, these functions let a program treat a json_t * as a
 * handle like any other. The program parses its arguments from JSON text, and serializes the results.
 */
#ifndef KUMIKI_JSON_H
#define KUMIKI_JSON_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Parses JSON text into a value. The outermost value may be of any type, such as a string or a number.
 *
 * Text that contains duplicate keys, numbers out of range or invalid UTF-8 is refused with KMK_ERR_JSON.
 *
 * @param length  in bytes; SIZE_MAX: up to the NUL.
 * @return the value, or NULL.
 *
 * Owns: text borrowed for the call, result new (kmk_json_release). Fails: INVALID_ARGUMENT (NULL), JSON (with
 * position), TOO_DEEP, NO_MEMORY. Threads: any, callback. Since: 0.2.
 */
json_t *kmk_json_parse(const char *text, size_t length, kmk_error *error);

/**
 * Writes a value as JSON text.
 *
 * @param json_dumps_flags  jansson's flags: JSON_COMPACT, JSON_INDENT(2); JSON_ENCODE_ANY is implied.
 * @return the text, or NULL (no memory, a value that is too deep).
 *
 * Owns: value borrowed, text new (kmk_text_free). NULL: returns NULL. Threads: any, callback. Since: 0.2.
 */
char *kmk_json_text(const json_t *value, size_t json_dumps_flags);

/**
 * Applies a JSON Patch (RFC 6902) to a value: either all of its operations, or none.
 *
 * Use this to keep a copy of the state elsewhere up to date, with the patches from a trace or an observer. To
 * apply many patches faster, join their operations into one array.
 *
 * A patch that removes the whole value (path "") leaves null. If you keep a copy of a part of the state that
 * may be absent, the copy is therefore null while that part is absent. Start such a copy with json_null() if
 * kmk_store_get returns NULL.
 *
 * @return the value after the last operation. The parts that no operation touches are shared with the
 *         original value.
 *
 * Owns: value and patch borrowed, result new. Fails: INVALID_ARGUMENT (NULL), DECODE (not a patch, or an
 * operation that cannot be applied; path is its place in the patch), NOT_FOUND (an operation's pointer leads
 * nowhere), TOO_DEEP, NO_MEMORY. Threads: any, callback. Since: 0.3.
 */
json_t *kmk_json_patched(const json_t *value, const json_t *patch, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif
