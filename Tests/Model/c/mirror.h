/* A copy of a part of a state, which follows the part only by JSON Patches (RFC 6902). */
#ifndef KUMIKI_MODEL_MIRROR_H
#define KUMIKI_MODEL_MIRROR_H

#include <kumiki.h>

/* Applies a patch to a copy and replaces the copy. NULL stands for a missing value, and is the result if an
 * operation cannot be applied. */
void mirror_apply(json_t **copy, const json_t *patch);

#endif
