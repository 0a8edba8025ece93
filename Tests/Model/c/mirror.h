/* A copy of a part of a state, which follows it by JSON Patches (RFC 6902) alone. */
#ifndef KUMIKI_MODEL_MIRROR_H
#define KUMIKI_MODEL_MIRROR_H

#include <kumiki.h>

/* Applies a patch to a copy, which is then another one. NULL is where nothing is, and what is
 * left where an operation cannot be applied. */
void mirror_apply(json_t **copy, const json_t *patch);

#endif
