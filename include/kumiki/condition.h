/**
 * Conditions as data: which rows a list shows, which rows a write changes, which states are right.
 *
 * A condition is a JSON object. It holds for a value or it does not; the value is called the subject:
 *
 *     {"at": "/isRead", "equals": false}
 *     {"at": "/title", "contains": {"place": "/search"}, "fold": true}
 *     {"and": [{"at": "/age", "from": 3, "to": 9}, {"not": {"at": "/kind", "in": ["a", "b"]}}]}
 *
 * A test names what it tests: with "at" a pointer into the subject ("" is the subject itself), with "place" a pointer
 * into the whole state. It has one of these members:
 *
 *     "equals": V            the values are equal
 *     "contains": V          a text contains the text V, or an array the element V
 *     "in": [V, ...]         the value equals one of these
 *     "from": V, "to": V     a number or a text lies between two ends, which belong to the range; one end may be missing
 *     "exists": true, false  the value is present, or missing; null is present
 *
 * V is a number, a string, true, false, null or an array; or a value that is read at each evaluation, {"at": POINTER} from
 * the subject or {"place": POINTER} from the whole state; or {"literal": V}, where V may also be an object. "in" also
 * takes {"at": POINTER} and {"place": POINTER} of an array. A "from" and a "to" are a number, a text, or read.
 *
 * With "fold": true, texts are compared without the case of their letters, by Unicode's simple case folding, whatever the
 * locale; without it, by their bytes. Numbers are compared by value: 1 equals 1.0. A missing value equals null. In
 * "contains", "from" and "to", a V that is read and is null or missing excludes no text, array or number: an empty search
 * field finds every row. Values of different types are unequal, and not in a range.
 *
 * Conditions are combined, also over the elements of an array:
 *
 *     {"and": [C, ...]}, {"or": [C, ...]}, {"not": C}
 *     {"every": POINTER, "is": C}, {"some": POINTER, "is": C}
 *     {"count": POINTER, "is": C, "from": V, "to": V}
 *
 * POINTER leads from the subject to the array; each element is the subject of C. "count" without "is" counts all elements.
 * A value that is not an array has no elements. {"and": []} always holds.
 */
#ifndef KUMIKI_CONDITION_H
#define KUMIKI_CONDITION_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A condition, which never changes. Freed by kmk_condition_free. */
typedef struct kmk_condition kmk_condition;

/**
 * Creates a condition from its description.
 *
 * Owns: description borrowed, its values retained; condition new. Fails: INVALID_ARGUMENT (NULL; not a condition: path is
 * the place in the description), TOO_DEEP (more than 64 levels), NO_MEMORY. Threads: any. Since: 0.4.
 */
kmk_condition *kmk_condition_new(const json_t *description, kmk_error *error);

/**
 * Frees a condition. A list that was made with it keeps it.
 *
 * Owns: consumes condition. NULL: nothing happens. Threads: any. Since: 0.4.
 */
void kmk_condition_free(kmk_condition *condition);

/**
 * Returns whether a condition holds.
 *
 * @param value  the subject. NULL means a missing value.
 * @param whole  the state that "place" reads. NULL means that all places are missing.
 *
 * Owns: all borrowed. NULL: returns false for a NULL condition. Threads: any. Since: 0.4.
 */
bool kmk_condition_holds(const kmk_condition *condition, const json_t *value, const json_t *whole);

#ifdef __cplusplus
}
#endif

#endif
