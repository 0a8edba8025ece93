/** Makes the lines of a log (docs/replay.md), without the secret places. */
#ifndef KUMIKI_LOG_LINES_H
#define KUMIKI_LOG_LINES_H

#include "kumiki.h"

#include <stdint.h>

/** The header: library, shape, secrets, and the error if steps before the run are lost. New; NULL: no memory. */
json_t *kumiki_log_header(const json_t *secrets, json_t *shape, const char *interrupted,
                          const char *rest);

/** A checkpoint: a snapshot's state and the rest of the snapshot, with the position of the trace and the log's hash.
 * Owns: beside and state stolen, hash borrowed, result new. NULL: no memory. */
json_t *kumiki_log_checkpoint(const json_t *secrets, json_t *beside, json_t *state, uint64_t step,
                              uint64_t clock, json_t *hash);

/** The store's state as the log may contain it, as a member "state". New; NULL: no memory. */
json_t *kumiki_log_state(const json_t *secrets, kmk_store *store);

/** Replaces a hash, which is a string. Steals the next hash. */
void kumiki_log_set_hash(json_t **hash, json_t *next);

/**
 * Copies a step without its secrets, and sets `hash` to its hash. With secrets, the hash covers only the written
 * text, and continues from `hash`: a hash of the whole patch would let anyone guess a short secret. New; NULL: no
 * memory.
 */
json_t *kumiki_log_step(const json_t *secrets, kmk_store *store, const json_t *step, json_t **hash);

/** The line of an action whose step has not ended: {"step", "begun": true, "action"}. It is shorter than the line of the
 * step. New; NULL: no memory, or a binding that may write a secret. */
json_t *kumiki_log_begun(const json_t *secrets, json_int_t step, const json_t *action);

#endif
