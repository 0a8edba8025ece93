/**
 * What the headers for user interfaces have in common: when a value of the state counts as true.
 */
#ifndef KUMIKI_FACE_H
#define KUMIKI_FACE_H

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Whether something is there: nothing, null, false, 0, "" and [] are not. An object is, also without
 * members: a sheet that has no state of its own.
 *
 * NULL: false. Threads: any. Since: 0.3.
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
