/** Makes the lines of a log (docs/replay.md). Secret places are left out of them. */
#ifndef KUMIKI_LOG_LINES_H
#define KUMIKI_LOG_LINES_H

#include "kumiki.h"

#include <stdint.h>

/** What the log was made with. New; NULL: no memory. */
json_t *kumiki_log_header(char *const *secrets, json_t *shape);

/** A checkpoint: a snapshot's state and what is beside it, with the position of the trace and the log's hash. Owns: beside
 * and state stolen, result new. NULL: no memory. */
json_t *kumiki_log_checkpoint(char *const *secrets, json_t *beside, json_t *state, uint64_t step,
                              uint64_t clock, uint64_t hash);

/** The store's state as the log may have it, as a member "state". New; NULL: no memory. */
json_t *kumiki_log_state(char *const *secrets, kmk_store *store);

/** The hash of a step, as a trace tells it. */
uint64_t kumiki_log_hash_of(const json_t *step);

/** Copies a step without its secrets, and sets `hash` to its hash. If there are secrets, that covers only what is
 * written, and continues from `hash`: from a hash of the whole patch anyone could guess a short secret. New; NULL: no
 * memory. */
json_t *kumiki_log_step(char *const *secrets, kmk_store *store, const json_t *step, uint64_t *hash);

#endif
