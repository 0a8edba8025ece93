/** Shared by the headers for user interfaces: which values of the state count as true. */
#ifndef KUMIKI_FACE_H
#define KUMIKI_FACE_H

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns whether a value counts as true. Null, false, 0, "", [] and a missing value count as false. An
 * object counts as true even without members: it may be a sheet that has no state of its own.
 *
 * NULL: returns false. Threads: any. Since: 0.3.
 */
static inline bool kmk_face_truth(const json_t *value) {
  if (json_is_string(value)) return json_string_length(value) > 0;
  if (json_is_number(value)) return json_number_value(value) != 0;
  if (json_is_array(value)) return json_array_size(value) > 0;
  return json_is_true(value) || json_is_object(value);
}

#ifdef __cplusplus
}
#endif
#endif
